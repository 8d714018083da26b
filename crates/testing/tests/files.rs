//! Whole test files, compared with Vitest 4.1.12: the same names, the same states.
//!
//! Next to each file in `files/` is a list with one line per test: its state and its path. A deliberate
//! difference follows after `!`.
#![allow(missing_docs, clippy::expect_used)]

use crate::support;

use std::fmt::Write as _;

use support::run;
use verdict_protocol::{Scope, TestState};

#[track_caller]
fn check(file: &str, expected: &str) {
    let outcome = run(file);
    let entries: Vec<_> = outcome.entries.iter().filter(|entry| entry.scope == Scope::Test).collect();
    let expected: Vec<&str> = expected.lines().filter(|line| !line.is_empty()).collect();
    assert_eq!(entries.len(), expected.len(), "{:?}", outcome.failure);
    let mut wrong = String::new();
    for (entry, line) in entries.iter().zip(expected) {
        let (states, path) = line.split_once(' ').unwrap_or((line, ""));
        let state = match entry.state {
            TestState::Passed => "passed",
            TestState::Failed => "failed",
            TestState::Skipped => "skipped",
            TestState::Todo => "todo",
        };
        let wanted = states.split_once('!').map_or(states, |(_, ours)| ours);
        let ours = entry.path.join(" > ").replace('\n', "\\n");
        if state != wanted || ours != path {
            let _ = writeln!(wrong, "Vitest: {line}\nwe:     {state} {ours} ({:?})", entry.error);
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

macro_rules! files {
    ($($name:ident)*) => {
        $(#[test]
        fn $name() {
            check(
                include_str!(concat!("files/", stringify!($name), ".test.js")),
                include_str!(concat!("files/", stringify!($name), ".txt")),
            );
        })*
    };
}

files!(around chai each expect fixtures structure);
