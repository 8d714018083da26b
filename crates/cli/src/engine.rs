//! The child process: reads messages, runs the engine, and writes answers, with an empty line after each
//! message's answers.

use std::io::{self, BufRead, Write};
use std::sync::mpsc::{Receiver, channel};
use std::time::Instant;

use serde_json::Value;
use verdict_engine::Session;
use verdict_memory::{Counting, Refusal};
use verdict_protocol::{Code, FromWorker, Malformed, WireError};

use crate::child::{LINE, Message, SNAPSHOT};

/// Counts this process's memory; only the child process, which runs the engine, ever sets a limit.
#[global_allocator]
static MEMORY: Counting = Counting::new();

/// Native stack of the engine. Nesting that the guards permit fits in it with room to spare, even
/// unoptimised.
const STACK: usize = 256 << 20;

/// Answers messages until standard input ends.
pub(crate) fn run() -> io::Result<()> {
    std::thread::Builder::new()
        .stack_size(STACK)
        .spawn(serve)?
        .join()
        .unwrap_or_else(|_| Err(io::Error::other("the engine panicked")))
}

fn serve() -> io::Result<()> {
    say_last_words();
    let start = Instant::now();
    let now = || start.elapsed().as_secs_f64() * 1e3;
    let mut session = Session::metered(&MEMORY);
    let mut out = Lines { out: io::BufWriter::new(io::stdout().lock()), failed: Ok(()) };
    out.send(&Session::ready(0));
    out.end()?;
    for message in messages() {
        let malformed = match message? {
            Message::Line(line) => match serde_json::from_str::<Value>(&line) {
                Ok(message) => {
                    // The transformer is linked in, so no request must be repeated.
                    let _ = session.handle(|| &message, &now, &mut |answer| out.send(&answer));
                    None
                }
                Err(error) => Some(error.to_string()),
            },
            Message::Snapshot(bytes) => match rmp_serde::from_slice(&bytes) {
                Ok(snapshot) => {
                    session.receive(snapshot, &mut |answer| out.send(&answer));
                    None
                }
                Err(error) => Some(error.to_string()),
            },
        };
        if let Some(message) = malformed {
            let malformed = Malformed { id: None, pointer: String::new(), message };
            out.send(&FromWorker::Error { id: None, error: malformed.to_error() });
        }
        out.end()?;
    }
    Ok(())
}

/// Reports a panic before it ends the process, and a refused allocation too.
fn say_last_words() {
    std::panic::set_hook(Box::new(|panic| {
        let text = panic.to_string();
        eprintln!("{text}");
        say(verdict_engine::last_words(&text));
    }));
    // Guest code was stopped earlier wherever possible; code that allocates now cannot continue.
    MEMORY.on_refusal(|refusal: Refusal| {
        say(WireError { code: Code::Memory, message: refusal.to_string() });
        std::process::exit(1);
    });
}

fn say(error: WireError) {
    let mut out = Lines { out: io::stdout().lock(), failed: Ok(()) };
    out.send(&FromWorker::Error { id: None, error });
}

/// Reads messages from standard input in parallel to the work. Its end means that the parent is gone: nobody waits
/// for running work, which may never finish, so the process exits.
fn messages() -> Receiver<io::Result<Message>> {
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        let mut from = io::stdin().lock();
        while let Some(message) = read(&mut from).transpose() {
            if sender.send(message).is_err() {
                return;
            }
        }
        std::process::exit(0);
    });
    receiver
}

/// Reads a message; `None` at the end.
fn read(from: &mut impl BufRead) -> io::Result<Option<Message>> {
    let mut line = Vec::new();
    if from.read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    let text = String::from_utf8(line).map_err(io::Error::other)?;
    let text = text.strip_suffix('\n').unwrap_or(&text);
    if let Some(size) = text.strip_prefix(char::from(SNAPSHOT)) {
        let mut bytes = vec![0; size.parse().map_err(io::Error::other)?];
        from.read_exact(&mut bytes)?;
        return Ok(Some(Message::Snapshot(bytes)));
    }
    let line = text.strip_prefix(char::from(LINE));
    line.map(|line| Some(Message::Line(line.to_owned()))).ok_or_else(|| io::Error::other("not a message"))
}

/// Standard output; the first failure is kept until the message ends.
struct Lines<W: Write> {
    out: W,
    failed: io::Result<()>,
}

impl<W: Write> Lines<W> {
    fn send(&mut self, message: &FromWorker) {
        if self.failed.is_ok() {
            self.failed = serde_json::to_writer(&mut self.out, message)
                .map_err(io::Error::from)
                .and_then(|()| self.out.write_all(b"\n"))
                .and_then(|()| self.out.flush());
        }
    }

    fn end(&mut self) -> io::Result<()> {
        std::mem::replace(&mut self.failed, Ok(()))?;
        self.out.write_all(b"\n")?;
        self.out.flush()
    }
}
