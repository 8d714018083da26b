//! Shared parts of the sandbox's tests.
#![allow(dead_code, missing_docs, unreachable_pub, clippy::missing_panics_doc)]

use std::rc::Rc;

use verdict_protocol::{Files, Limits};
use verdict_sandbox::{Guest, GuestOptions, PlainSource, Stop};
use verdict_vfs::{Snapshot, VfsPath};

/// A snapshot from one text with `//- /path` headers.
pub fn snapshot(fixture: &str) -> Snapshot {
    let mut files: Vec<(&str, String)> = Vec::new();
    for line in fixture.lines() {
        match (line.strip_prefix("//- "), files.last_mut()) {
            (Some(path), _) => files.push((path.trim(), String::new())),
            (None, Some((_, text))) => {
                text.push_str(line);
                text.push('\n');
            }
            (None, None) => assert!(line.trim().is_empty(), "text before the first header: {line}"),
        }
    }
    Snapshot::new(Files::from_texts(files.iter().map(|(path, text)| (*path, text.as_str())))).expect("paths")
}

pub fn options(fixture: &str, limits: Limits) -> GuestOptions {
    GuestOptions::new(snapshot(fixture), limits, Rc::new(PlainSource))
}

pub fn small() -> Limits {
    Limits { instructions: 20_000_000, ..Limits::default() }
}

/// Loads `/main.js` of a fixture.
pub fn load(fixture: &str) -> (Guest, Result<(), Stop>) {
    load_with(fixture, small())
}

pub fn load_with(fixture: &str, limits: Limits) -> (Guest, Result<(), Stop>) {
    let mut guest = Guest::new(options(fixture, limits)).expect("a realm");
    let result = guest.load(&VfsPath::parse("/main.js").expect("a path"));
    (guest, result)
}

/// The output of a fixture, one line per entry, and how it ended if it failed.
pub fn printed(fixture: &str) -> String {
    let (mut guest, result) = load(fixture);
    let mut lines: Vec<String> = guest.take_console().entries.into_iter().map(|entry| entry.text).collect();
    if let Err(stop) = result {
        lines.push(ending(&stop));
    }
    lines.join("\n")
}

/// `code: text` of a stop.
pub fn ending(stop: &Stop) -> String {
    match stop.code() {
        Some(code) => format!("{code}: {stop}"),
        None => format!("thrown: {stop}"),
    }
}

pub fn on_big_stack<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    std::thread::Builder::new().stack_size(256 << 20).spawn(work).expect("a thread").join().expect("no panic")
}
