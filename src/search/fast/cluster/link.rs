//! A connection for timely's data that does not panic when the peer is lost.
//!
//! Timely ends a stream with an empty message, and panics if the stream ends without one. Here the
//! loss is written down, and the thread that reads stays where it is: its worker notices the loss,
//! gives up, and the process reports it. To tell the end of the search from a loss, the link follows
//! where messages begin.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;

use timely::communication::allocator::zero_copy::stream::Stream;
use timely::communication::networking::MessageHeader;

use super::pulse::Others;

/// A connection to one peer.
pub(super) struct Link {
    stream: TcpStream,
    others: Arc<Others>,
    lost: String,
    header: Vec<u8>,
    /// What is still to come of the message that is being read.
    rest: usize,
    is_over: bool,
}

impl Link {
    /// A link over this connection; if it breaks, `lost` is what there is to say.
    pub(super) fn new(stream: TcpStream, others: Arc<Others>, lost: String) -> Link {
        Link {
            stream,
            others,
            lost,
            header: Vec::new(),
            rest: 0,
            is_over: false,
        }
    }

    /// Follows the messages. An empty one is the last.
    fn follow(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            let skipped = self.rest.min(bytes.len());
            self.rest -= skipped;
            bytes = &bytes[skipped..];
            let missing = HEADER - self.header.len();
            let (more, behind) = bytes.split_at(missing.min(bytes.len()));
            self.header.extend_from_slice(more);
            bytes = behind;
            if self.header.len() == HEADER {
                self.rest = length(&self.header);
                self.is_over |= self.rest == 0;
                self.header.clear();
            }
        }
    }

    fn lose(&self) {
        self.others.lose(self.lost.clone());
    }
}

/// The length of the header of a message: six numbers of eight bytes.
const HEADER: usize = 6 * size_of::<u64>();

/// The length of the message behind a header: the fifth of the numbers.
fn length(header: &[u8]) -> usize {
    debug_assert_eq!(
        HEADER,
        MessageHeader {
            channel: 0,
            source: 0,
            target_lower: 0,
            target_upper: 0,
            length: 0,
            seqno: 0,
        }
        .header_bytes()
    );
    let number = header[4 * size_of::<u64>()..].first_chunk::<8>();
    number.map_or(0, |number| {
        usize::try_from(u64::from_be_bytes(*number)).unwrap_or(usize::MAX)
    })
}

impl Read for Link {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.stream.read(buffer) {
                Ok(read) if read > 0 => {
                    self.follow(&buffer[..read]);
                    return Ok(read);
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                _ if self.is_over => return Ok(0),
                _ => {
                    self.lose();
                    loop {
                        std::thread::park();
                    }
                }
            }
        }
    }
}

impl Write for Link {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        match self.stream.write(buffer) {
            Ok(written) if written > 0 => Ok(written),
            Err(error) if error.kind() == ErrorKind::Interrupted => Err(error),
            _ => {
                self.lose();
                Ok(buffer.len())
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(()) // Nothing is buffered here.
    }
}

impl Stream for Link {
    fn try_clone(&self) -> io::Result<Link> {
        let stream = self.stream.try_clone()?;
        Ok(Link::new(
            stream,
            Arc::clone(&self.others),
            self.lost.clone(),
        ))
    }

    fn set_nonblocking(&self, nonblocking: bool) -> io::Result<()> {
        self.stream.set_nonblocking(nonblocking)
    }

    fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        let _ = self.stream.shutdown(how); // If it cannot be shut down, it is lost already.
        Ok(())
    }
}
