//! A minimal HTTP/1.1 server for browsers on the same machine: GET and HEAD on persistent connections.
//!
//! Each connection has its own thread, because a browser opens several at once and keeps them open. In a
//! pool, an idle connection would take a thread from a waiting one.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

/// Maximum length of a request's head, in bytes.
const LONGEST_HEAD: usize = 32 << 10;

/// How long a persistent connection may be idle.
const PATIENCE: Duration = Duration::from_secs(60);

/// A response.
#[derive(Debug)]
pub struct Response {
    /// The status code: 200, 400, 404 or 405.
    pub status: u16,
    /// Headers in addition to those that every response has.
    pub headers: Vec<(&'static str, &'static str)>,
    /// The body.
    pub body: Vec<u8>,
}

/// The parts of a request's head that are still needed while answering.
struct RequestHead {
    method: String,
    target: String,
    /// Whether the connection closes afterwards.
    last: bool,
}

/// Answers connections in threads until the process ends. `answer` receives a method and a target.
pub fn accept(
    listener: TcpListener,
    answer: impl Fn(&str, &str) -> Response + Send + Sync + 'static,
) -> JoinHandle<()> {
    let answer = Arc::new(answer);
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let answer = Arc::clone(&answer);
            // A client that disconnects is no error.
            std::thread::spawn(move || converse(stream, |method, target| answer(method, target)));
        }
    })
}

/// Answers the requests of one connection until it ends. `answer` receives a method and a target.
fn converse(mut stream: TcpStream, answer: impl Fn(&str, &str) -> Response) -> std::io::Result<()> {
    // Otherwise the last part of a larger response waits 40 ms for the browser's acknowledgement.
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    let mut received = Vec::new();
    while let Some(head) = read_head(&mut stream, &mut received)? {
        let Ok(RequestHead { method, target, last }) = head else {
            return write(&mut stream, &plain(400, "malformed request"), false, true);
        };
        write(&mut stream, &answer(&method, &target), method == "HEAD", last)?;
        if last {
            break;
        }
    }
    Ok(())
}

/// A plain-text response.
#[must_use]
pub fn plain(status: u16, text: &str) -> Response {
    let headers = vec![
        ("Content-Type", "text/plain; charset=utf-8"),
        ("Content-Security-Policy", "default-src 'none'"),
    ];
    Response { status, headers, body: text.as_bytes().to_vec() }
}

/// The next request. `None` if the connection ended; an inner `Err` if the request is invalid.
fn read_head(
    stream: &mut TcpStream,
    received: &mut Vec<u8>,
) -> std::io::Result<Option<Result<RequestHead, ()>>> {
    loop {
        match parse(received) {
            Ok(Some((head, length))) => {
                received.drain(..length);
                return Ok(Some(Ok(head)));
            }
            Ok(None) if received.len() < LONGEST_HEAD => {}
            Ok(None) | Err(_) => return Ok(Some(Err(()))),
        }
        let mut part = [0; 4096];
        let length = stream.read(&mut part)?;
        if length == 0 {
            return Ok(None);
        }
        received.extend_from_slice(&part[..length]);
    }
}

/// Parses a head and its length, if it is complete.
fn parse(received: &[u8]) -> Result<Option<(RequestHead, usize)>, httparse::Error> {
    let mut headers = [httparse::EMPTY_HEADER; 64];
    let mut request = httparse::Request::new(&mut headers);
    let httparse::Status::Complete(length) = request.parse(received)? else { return Ok(None) };
    let is = |name: &str, value: &str| {
        request.headers.iter().any(|header| {
            header.name.eq_ignore_ascii_case(name) && header.value.eq_ignore_ascii_case(value.as_bytes())
        })
    };
    // Bodies are not read, so the next request cannot be found after one.
    let has_body = request.headers.iter().any(|header| {
        ["content-length", "transfer-encoding"].iter().any(|name| header.name.eq_ignore_ascii_case(name))
    });
    let head = RequestHead {
        method: request.method.unwrap_or_default().to_owned(),
        target: request.path.unwrap_or_default().to_owned(),
        last: request.version == Some(0) || has_body || is("connection", "close"),
    };
    Ok(Some((head, length)))
}

/// Headers of every response.
const COMMON: [(&str, &str); 4] = [
    ("X-Content-Type-Options", "nosniff"),
    ("Cache-Control", "no-store"),
    ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
];

fn write(stream: &mut TcpStream, response: &Response, head_only: bool, last: bool) -> std::io::Result<()> {
    let Response { status, headers, body } = response;
    let reason = match status {
        200 => "OK",
        400 => "Bad Request",
        404 => "Not Found",
        _ => "Method Not Allowed",
    };
    let mut text = format!("HTTP/1.1 {status} {reason}\r\nContent-Length: {}\r\n", body.len());
    for (name, value) in COMMON.iter().chain(headers) {
        text += &format!("{name}: {value}\r\n");
    }
    text += if last { "Connection: close\r\n\r\n" } else { "\r\n" };
    let mut bytes = text.into_bytes();
    if !head_only {
        bytes.extend_from_slice(body);
    }
    stream.write_all(&bytes)
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::net::{TcpListener, TcpStream};

    use super::{Response, converse};

    /// Sends bytes on one connection and reads until the server closes it.
    fn check(sent: &str, expected: &[&str]) {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = listener.local_addr().expect("an address");
        let server = std::thread::spawn(move || {
            let (stream, _) = listener.accept().expect("a connection");
            converse(stream, |method, target| Response {
                status: 200,
                headers: vec![("X-Test", "1")],
                body: format!("{method} {target}").into_bytes(),
            })
        });
        let mut client = TcpStream::connect(address).expect("the server");
        client.write_all(sent.as_bytes()).expect("sent");
        client.shutdown(std::net::Shutdown::Write).expect("no more");
        let mut received = String::new();
        client.read_to_string(&mut received).expect("an answer");
        server.join().expect("no panic").expect("no error");
        let mut answers = Vec::new();
        let mut rest = received.as_str();
        while let Some((head, body)) = rest.split_once("\r\n\r\n") {
            let end = body.find("HTTP/1.1").unwrap_or(body.len());
            assert!(head.contains("X-Content-Type-Options: nosniff"), "{head}");
            answers.push(format!("{} {}", head.split(' ').nth(1).unwrap_or_default(), &body[..end]));
            rest = &body[end..];
        }
        assert_eq!(answers, expected, "for {sent:?}");
    }

    #[test]
    fn requests_on_one_connection() {
        check("", &[]);
        check("GET /a HTTP/1.1\r\n\r\n", &["200 GET /a"]);
        check("GET /a HTTP/1.1\r\n\r\nGET /b HTTP/1.1\r\n\r\n", &["200 GET /a", "200 GET /b"]);
        check("HEAD /a HTTP/1.1\r\n\r\nGET /b HTTP/1.1\r\n\r\n", &["200 ", "200 GET /b"]);
        check("GET /a HTTP/1.1\r\nConnection: close\r\n\r\nGET /b HTTP/1.1\r\n\r\n", &["200 GET /a"]);
        check("POST /a HTTP/1.1\r\nContent-Length: 3\r\n\r\nGET", &["200 POST /a"]);
    }

    #[test]
    fn what_is_no_request() {
        check("\u{1}\r\n\r\n", &["400 malformed request"]);
        check("GET /a HTTP/9.9\r\n\r\n", &["400 malformed request"]);
        check(&format!("GET /{}", "a".repeat(super::LONGEST_HEAD - 5)), &["400 malformed request"]);
        check("GET /a HT", &[]);
    }
}
