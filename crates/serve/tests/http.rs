//! What a client gets for the bytes that it sends.
#![allow(missing_docs, reason = "a test")]
#![allow(clippy::disallowed_methods, reason = "it has sockets")]

use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};

use verdict_serve::{Response, accept};

fn server() -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("an address");
    accept(listener, |method, target| {
        assert_ne!(target, "/panics");
        Response {
            status: 200,
            headers: vec![("X-Test", "1")],
            body: format!("{method} {target}").into_bytes(),
        }
    });
    address
}

/// Sends bytes on one connection, and reads until the other side ends it.
fn check(sent: &str, expected: &[&str]) {
    let mut client = TcpStream::connect(server()).expect("the server");
    client.write_all(sent.as_bytes()).expect("sent");
    client.shutdown(Shutdown::Write).expect("no more");
    let mut received = String::new();
    client.read_to_string(&mut received).expect("an answer");
    let mut answers = Vec::new();
    let mut rest = received.as_str();
    while let Some((head, body)) = rest.split_once("\r\n\r\n") {
        let end = body.find("HTTP/1.1").unwrap_or(body.len());
        let status = head.split(' ').nth(1).unwrap_or_default();
        assert_eq!(
            status == "200" || status == "500",
            head.contains("X-Content-Type-Options: nosniff"),
            "{head}"
        );
        answers.push(format!("{status} {}", &body[..end]));
        rest = &body[end..];
    }
    assert_eq!(answers, expected, "for {sent:?}");
}

#[test]
fn requests_on_one_connection() {
    check("", &[]);
    check("GET /a HTTP/1.1\r\n\r\n", &["200 GET /a"]);
    check("GET /a?b=c HTTP/1.1\r\n\r\nGET /b HTTP/1.1\r\n\r\n", &["200 GET /a?b=c", "200 GET /b"]);
    check("HEAD /a HTTP/1.1\r\n\r\nGET /b HTTP/1.1\r\n\r\n", &["200 ", "200 GET /b"]);
    check("GET /a HTTP/1.1\r\nConnection: close\r\n\r\nGET /b HTTP/1.1\r\n\r\n", &["200 GET /a"]);
    check("POST /a HTTP/1.1\r\nContent-Length: 3\r\n\r\nGET", &["200 POST /a"]);
}

#[test]
fn an_answer_that_panics_is_an_error_of_the_server() {
    check(
        "GET /panics HTTP/1.1\r\n\r\nGET /b HTTP/1.1\r\n\r\n",
        &["500 the server failed to answer", "200 GET /b"],
    );
}

#[test]
fn what_is_no_request() {
    check("\u{1}\r\n\r\n", &["400 "]);
    check("GET /a HTTP/9.9\r\n\r\n", &["400 "]);
    check(&format!("GET /a HTTP/1.1\r\nA: {}", "a".repeat(40 << 10)), &["431 "]);
    check("GET /a HT", &[]);
}

#[test]
fn connections_beyond_the_limit_wait_for_one_that_ends() {
    let address = server();
    let mut silent: Vec<TcpStream> =
        (0..256).map(|_| TcpStream::connect(address).expect("the server")).collect();
    let mut late = TcpStream::connect(address).expect("the backlog");
    late.write_all(b"GET /late HTTP/1.1\r\nConnection: close\r\n\r\n").expect("sent");
    silent.pop();
    let mut received = String::new();
    late.read_to_string(&mut received).expect("an answer");
    assert!(received.ends_with("GET /late"), "{received}");
}
