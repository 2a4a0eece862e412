//! The Explorer's process: where it listens, what it serves, and how it ends. No browser needed.

#![allow(clippy::unwrap_used)] // what fails here fails the test

#[path = "common/server.rs"]
mod server;

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::time::{Duration, Instant};

use server::{Server, command};

fn request(addr: SocketAddr, method: &str, path: &str) -> String {
    let mut stream = TcpStream::connect(addr).unwrap();
    let request = format!(
        "{method} {path} HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

#[test]
fn a_directory_named_ui_where_the_user_is_does_not_leak_in() {
    let home = tempfile::tempdir().unwrap();
    std::fs::create_dir(home.path().join("ui")).unwrap();
    for name in ["index.htm", "app.js", "app.css", "knockout-3.5.0.js"] {
        std::fs::write(home.path().join("ui").join(name), "LEAKED").unwrap();
    }
    let mut command = command("study-guide", "127.0.0.1:0");
    command.current_dir(home.path());
    let server = Server::launch(command);
    for path in ["/", "/app.js", "/app.css", "/knockout-3.5.0.js"] {
        let answer = request(server.addr, "GET", path);
        assert!(answer.starts_with("HTTP/1.1 200"), "{path}: {answer}");
        assert!(!answer.contains("LEAKED"), "{path}");
        assert!(
            !answer.contains("Safety holds") && !answer.contains("ko."),
            "{path}"
        );
    }
}

#[test]
fn a_path_is_told_with_one_request() {
    let server = Server::start("study-guide");
    let answer = request(server.addr, "GET", "/.states/0/0/1");
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    assert_eq!(answer.matches("<svg").count(), 1, "{answer}");
    for wrong in ["/.states/0/99", "/.states/1", "/.states/x"] {
        let answer = request(server.addr, "GET", wrong);
        assert!(answer.starts_with("HTTP/1.1 404"), "{wrong}: {answer}");
    }
}

/// stateright's own checker has nothing to check here, so telling it to run does nothing.
#[test]
fn the_checker_of_the_server_never_runs() {
    let server = Server::start("study-guide");
    request(server.addr, "POST", "/.runtocompletion");
    std::thread::sleep(Duration::from_millis(300));
    let status = request(server.addr, "GET", "/.status");
    assert!(status.contains("\"unique_state_count\":1,"), "{status}");
    assert!(status.contains("\"properties\":[]"), "{status}");
}

#[test]
fn a_taken_port_is_an_error_and_no_panic() {
    let taken = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let addr = taken.local_addr().unwrap().to_string();
    let output = command("study-guide", &addr).output().unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success());
    assert!(errors.contains("already listens"), "{errors}");
    assert!(!errors.contains("panicked"), "{errors}");
}

/// Ctrl-C, and what a service manager sends.
#[cfg(unix)]
#[test]
fn nothing_is_left_behind_when_it_is_stopped() {
    for signal in ["-INT", "-TERM"] {
        let mut server = Server::start("study-guide");
        let left = |server: &Server| server.temporary.path().read_dir().unwrap().count();
        assert_eq!(left(&server), 1);
        let id = server.process.id().to_string();
        let begin = Instant::now();
        let kill = std::process::Command::new("kill")
            .args([signal, &id])
            .status();
        assert!(kill.unwrap().success());
        let status = server.process.wait().unwrap();
        assert!(status.success(), "{signal}: {status}");
        assert!(begin.elapsed() < Duration::from_secs(5));
        assert_eq!(left(&server), 0, "{signal}");
    }
}

/// `--open` asks the system's own opener for the start page. Here that is a script which notes it.
#[cfg(target_os = "linux")]
#[test]
fn the_start_page_opens_in_a_browser() {
    use std::os::unix::fs::PermissionsExt;
    let home = tempfile::tempdir().unwrap();
    let opener = home.path().join("xdg-open");
    let noted = home.path().join("noted");
    let script = format!(
        "#!/bin/sh\necho \"$1\" > {}.new\n/bin/mv {0}.new {0}\n",
        noted.display()
    );
    std::fs::write(&opener, script).unwrap();
    std::fs::set_permissions(&opener, std::fs::Permissions::from_mode(0o755)).unwrap();
    let mut command = command("study-guide", "127.0.0.1:0");
    command.arg("--open").env("PATH", home.path());
    let server = Server::launch(command);
    let begin = Instant::now();
    while !noted.exists() && begin.elapsed() < Duration::from_secs(10) {
        std::thread::sleep(Duration::from_millis(10));
    }
    let opened = std::fs::read_to_string(noted).unwrap();
    assert!(
        opened.starts_with(&format!("http://{}/", server.addr)),
        "{opened}"
    );
}

/// No browser is no reason to stop.
#[cfg(target_os = "linux")]
#[test]
fn a_browser_that_does_not_open_is_a_note() {
    let nowhere = tempfile::tempdir().unwrap();
    let mut command = command("study-guide", "127.0.0.1:0");
    command.arg("--open").env("PATH", nowhere.path());
    let mut server = Server::launch(command);
    let answer = request(server.addr, "GET", "/");
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    let mut errors = std::io::BufReader::new(server.process.stderr.take().unwrap());
    let mut line = String::new();
    std::io::BufRead::read_line(&mut errors, &mut line).unwrap();
    assert!(
        line.starts_with("note: no browser could be opened"),
        "{line}"
    );
}
