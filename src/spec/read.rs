//! The text of a file on disk.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use super::SpecError;
use super::text::{Place, Text};

/// The longest file, in bytes. Far more than a person writes; it keeps a wrong path, such as that of a
/// disk image, from filling the memory.
const LONGEST_FILE: u64 = 1 << 20;

/// Reads a whole file; `what` is what messages call it, "the model file" or the like.
///
/// # Errors
/// If the file cannot be read, is longer than 1 MiB, or is not UTF-8.
pub(crate) fn text(path: &Path, what: &str) -> Result<String, SpecError> {
    let origin = path.display().to_string();
    let bytes = bytes(path, &origin, what)?;
    String::from_utf8(bytes).map_err(|error| not_utf8(&origin, what, &error))
}

fn bytes(path: &Path, origin: &str, what: &str) -> Result<Vec<u8>, SpecError> {
    let mut bytes = Vec::new();
    File::open(path)
        .and_then(|file| file.take(LONGEST_FILE + 1).read_to_end(&mut bytes))
        .map_err(|error| {
            SpecError::new(format!("{what} cannot be read"))
                .in_file(origin)
                .note(error.to_string())
        })?;
    if bytes.len() as u64 > LONGEST_FILE {
        let kind = what.strip_prefix("the ").unwrap_or(what);
        return Err(SpecError::new(format!("{what} is longer than 1 MiB"))
            .in_file(origin)
            .help([format!("is it a {kind}?")]));
    }
    Ok(bytes)
}

/// Shows the good text up to the first byte that is none.
fn not_utf8(origin: &str, what: &str, error: &std::string::FromUtf8Error) -> SpecError {
    let good = error.utf8_error().valid_up_to();
    let bytes = error.as_bytes();
    let text = Text::file(origin, String::from_utf8_lossy(bytes));
    let byte = bytes.get(good).copied().unwrap_or_default();
    let length = char::REPLACEMENT_CHARACTER.len_utf8();
    let place = Place::new(&text, good..good + length);
    SpecError::at(
        &place,
        format!("{what} is not UTF-8"),
        format!("this was the byte 0x{byte:02x}"),
    )
}
