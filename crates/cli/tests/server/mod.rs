//! `verdict serve --stdio`, driven by another program.
#![allow(dead_code, reason = "each test binary uses a part")]

use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};
use verdict_protocol::Toolchain;

/// `verdict serve --stdio`, terminated when dropped.
pub(crate) struct Server {
    process: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Server {
    pub(crate) fn start() -> Server {
        Server::with_checker(OsStr::new("off"))
    }

    /// A server with the checker of a folder.
    pub(crate) fn with_checker(checker: &OsStr) -> Server {
        let mut process = Command::new(env!("CARGO_BIN_EXE_verdict"))
            .env("VERDICT_CHECKER", checker)
            .args(["serve", "--stdio"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("verdict runs");
        let input = process.stdin.take();
        let output = BufReader::new(process.stdout.take().expect("a pipe"));
        let mut server = Server { process, input, output };
        let toolchain = Toolchain::current();
        assert_eq!(
            server.read(),
            json!({ "type": "READY", "protocol": 1, "generation": 0, "toolchain": toolchain })
        );
        server
    }

    /// Sends bytes unchanged.
    pub(crate) fn send_bytes(&mut self, bytes: &[u8]) {
        self.input.as_mut().expect("open").write_all(bytes).expect("the server reads");
    }

    pub(crate) fn send(&mut self, line: &str) {
        let input = self.input.as_mut().expect("open");
        writeln!(input, "{line}").expect("the server reads");
    }

    /// The next message that is not `PROGRESS`.
    pub(crate) fn read(&mut self) -> Value {
        loop {
            let mut line = String::new();
            assert_ne!(self.output.read_line(&mut line).expect("text"), 0, "the server ended");
            let message: Value = serde_json::from_str(&line).expect("one JSON object a line");
            if message["type"] != "PROGRESS" {
                return message;
            }
        }
    }

    pub(crate) fn ask(&mut self, message: &Value) -> Value {
        self.send(&message.to_string());
        self.read()
    }

    pub(crate) fn verify(&mut self, payload: &Value) -> Value {
        self.ask(&json!({ "type": "VERIFY", "id": "r", "payload": payload }))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.input.take());
        let _ = self.process.wait();
    }
}
