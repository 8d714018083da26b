//! A running `verdict watch`, with a pipe or a terminal.

#![allow(clippy::disallowed_methods, reason = "the command works on files")]

use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// What ends the output of a round.
const WAITING: &str = "Waiting for changes (h shows the keys)\n";
/// Time after which a test gives up. Nothing is measured by it.
const PATIENCE: Duration = Duration::from_secs(120);

/// A watch on a folder.
pub(crate) struct Watching {
    pub(crate) root: PathBuf,
    process: Child,
    input: Option<Box<dyn Write>>,
    output: Receiver<Vec<u8>>,
    seen: String,
}

impl Watching {
    /// Starts `verdict watch` on a folder, without types, and waits for the end of its first round.
    pub(crate) fn start(root: &Path, arguments: &[&str]) -> (Watching, String) {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        let errors = writer.try_clone().expect("a pipe");
        let mut process = command(root, arguments)
            .stdin(Stdio::piped())
            .stdout(writer)
            .stderr(errors)
            .spawn()
            .expect("verdict starts");
        let input = process.stdin.take().map(|input| Box::new(input) as Box<dyn Write>);
        let mut watching = Watching::of(root, process, input, reader);
        let first = watching.round();
        (watching, first)
    }

    pub(crate) fn of(
        root: &Path,
        process: Child,
        input: Option<Box<dyn Write>>,
        mut reader: impl Read + Send + 'static,
    ) -> Watching {
        let (sender, output) = channel();
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = reader.read(&mut bytes) {
                if sender.send(bytes[..count].to_vec()).is_err() {
                    break;
                }
            }
        });
        Watching { root: root.to_owned(), process, input, output, seen: String::new() }
    }

    /// The output up to the end of the current round.
    pub(crate) fn round(&mut self) -> String {
        self.until(WAITING)
    }

    /// The output up to a text, with it.
    pub(crate) fn until(&mut self, text: &str) -> String {
        loop {
            if let Some(at) = self.seen.find(text) {
                let rest = self.seen.split_off(at + text.len());
                return std::mem::replace(&mut self.seen, rest);
            }
            match self.output.recv_timeout(PATIENCE) {
                Ok(bytes) => self.seen.push_str(&String::from_utf8_lossy(&bytes).replace("\r\n", "\n")),
                Err(error) => panic!("{error} while waiting for {text:?}: {}", self.seen),
            }
        }
    }

    /// The output of rounds up to one that has a text. A change may be seen in parts.
    pub(crate) fn round_with(&mut self, text: &str) -> String {
        let mut all = String::new();
        loop {
            let round = self.round();
            all.push_str(&round);
            if round.contains(text) {
                return all;
            }
        }
    }

    pub(crate) fn write(&self, path: &str, content: &str) {
        let path = self.root.join(path);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        fs::write(path, content).expect("a file");
    }

    /// Writes a file, and returns what the watch makes of it.
    pub(crate) fn after(&mut self, path: &str, content: &str) -> String {
        self.write(path, content);
        self.round_with("CHANGED")
    }

    /// Sends keys.
    pub(crate) fn keys(&mut self, keys: &str) {
        let input = self.input.as_mut().expect("an input");
        input.write_all(keys.as_bytes()).and_then(|()| input.flush()).expect("keys");
    }

    /// Sends keys and returns the round that follows.
    pub(crate) fn press(&mut self, keys: &str) -> String {
        self.keys(keys);
        self.round()
    }

    pub(crate) fn id(&self) -> u32 {
        self.process.id()
    }

    /// Waits for the end.
    pub(crate) fn end(mut self) -> ExitStatus {
        self.process.wait().expect("an end")
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// `verdict watch` in a folder.
pub(crate) fn command(root: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_verdict"));
    command
        .env("VERDICT_CHECKER", "off")
        .env("CI", "1")
        .env_remove("FORCE_COLOR")
        .current_dir(root)
        .arg("watch")
        .args(arguments);
    command
}

/// The paths of test files that a round ran, in order, with `!` behind those that failed.
pub(crate) fn ran(round: &str) -> Vec<String> {
    let mut files = Vec::new();
    for line in round.lines() {
        let mut words = line.split_whitespace();
        let sign = words.next();
        let is_file = line.starts_with(" ✓") || line.starts_with(" ✗") || line.starts_with(" ↓");
        if let Some(name) = words.next().filter(|_| is_file && !line.ends_with("cached")) {
            files.push(format!("{name}{}", if sign == Some("✗") { "!" } else { "" }));
        }
    }
    files
}
