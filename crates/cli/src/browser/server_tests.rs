//! Tests the server through a plain socket, as anybody could use it.

use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;

use verdict_serve::frame_headers;

use super::Server;

/// A server of a small package, with the folder that must outlive it.
fn server() -> (Server, tempfile::TempDir) {
    let folder = tempfile::tempdir().expect("a folder");
    let dist = folder.path().join("dist");
    fs::create_dir_all(dist.join("sealed")).expect("made");
    for (file, text) in
        [("index.js", "export {};"), ("worker.js", "1"), ("sealed/frame.html", "<p>"), ("../secret.txt", "s")]
    {
        fs::write(dist.join(file), text).expect("written");
    }
    let dist = dist.canonicalize().expect("a folder");
    let server = Server::start(&dist, &"127.0.0.1".parse().expect("a host")).expect("a port");
    (server, folder)
}

/// Sends a request line and returns the complete response.
fn ask(server: &Server, line: &str) -> String {
    let address = server.url.trim_start_matches("http://").trim_end_matches('/');
    let mut stream = TcpStream::connect(address).expect("the server");
    write!(stream, "{line} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").expect("sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    answer
}

fn check(server: &Server, line: &str, status: u16, parts: &[&str]) {
    let answer = ask(server, line);
    assert!(answer.starts_with(&format!("HTTP/1.1 {status} ")), "{line}: {answer}");
    for part in parts {
        assert!(answer.contains(part), "{line}: {part}: {answer}");
    }
}

#[test]
fn the_page_the_package_and_the_files() {
    let (server, _folder) = server();
    check(&server, "GET /", 200, &["script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'", "/session.js"]);
    check(&server, "GET /session.js", 200, &["text/javascript", "verdictSession"]);
    check(&server, "GET /verdict/index.js?v=1", 200, &["text/javascript", "export {};"]);
    check(&server, "HEAD /verdict/index.js", 200, &["Content-Length: 10"]);
    check(
        &server,
        "GET /verdict/worker.js",
        200,
        &["default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'\r\n"],
    );
    let offer = |text: &str| format!("GET {}", server.offer(text.into()).expect("an address"));
    let files = offer("[[\"/a.js\",\"1\"]]");
    check(&server, &files, 200, &["application/json", "[[\"/a.js\",\"1\"]]"]);
    // Later files have another path and replace these.
    let others = offer("[]");
    check(&server, &others, 200, &["application/json", "[]"]);
    check(&server, &files, 404, &[]);
}

#[test]
fn the_frame_comes_with_its_seal_and_no_other_policy() {
    let (server, _folder) = server();
    let lines: Vec<String> = frame_headers().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
    assert_eq!(lines.len(), 3);
    let parts: Vec<&str> = lines.iter().map(String::as_str).collect();
    check(&server, "GET /verdict/sealed/frame.html", 200, &parts);
    let answer = ask(&server, "GET /verdict/sealed/frame.html");
    assert_eq!(answer.matches("Content-Security-Policy").count(), 1, "{answer}");
    assert_eq!(answer.matches("Cross-Origin-Resource-Policy").count(), 1, "{answer}");
    // The documentation lists what a host must serve.
    let documented = include_str!("../../../../docs/guide/hosting.md");
    assert!(lines.iter().all(|line| documented.contains(line.trim_end())));
}

#[test]
fn nothing_else() {
    let (server, _folder) = server();
    for path in [
        "/files/",
        "/files/00000000000000000000000000000000",
        "/verdict/",
        "/verdict/../secret.txt",
        "/verdict/sealed/../../secret.txt",
        "/verdict/%2e%2e/secret.txt",
        "//etc/passwd",
        "/index.js",
    ] {
        check(&server, &format!("GET {path}"), 404, &["default-src 'none'\r\n"]);
    }
    check(&server, "POST /verdict/index.js", 405, &[]);
}
