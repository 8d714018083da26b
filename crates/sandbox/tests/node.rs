//! What a guest has beside the language is what Node has: the same cases in both, a line each, in `cases/`.
//!
//! `node crates/sandbox/tests/cases/expect.mjs` writes what Node makes of them.
#![allow(missing_docs)]

mod support;

use std::collections::BTreeMap;

use support::{options, small};
use verdict_sandbox::evaluate;

const PRELUDE: &str = include_str!("cases/prelude.js");

/// Files that cases read: the snapshot's, where Node has a folder.
const FILES: &str = "//- /folder/a.txt\nalpha\n//- /folder/inner/b.json\n{ \"b\": 1 }\n";

/// The cases of a file and what Node makes of them.
macro_rules! cases {
    ($name:literal) => {
        (include_str!(concat!("cases/", $name, ".js")), include_str!(concat!("cases/", $name, ".json")))
    };
}

fn check((cases, expected): (&str, &str)) {
    let expected: BTreeMap<String, String> = serde_json::from_str(expected).expect("what Node made");
    let mut wrong = Vec::new();
    let mut count = 0;
    for case in cases.lines().filter(|line| !line.trim().is_empty() && !line.starts_with("//")) {
        count += 1;
        let source = format!(
            "{PRELUDE}\nglobalThis.load = (name) => import(name); run({})",
            serde_json::to_string(case).expect("JSON")
        );
        let found = match evaluate(&source, options(FILES, small())).value {
            Ok(value) => value.as_str().map_or_else(|| value.to_string(), str::to_owned),
            Err(stop) => support::ending(&stop),
        };
        match expected.get(case) {
            Some(expected) if *expected == found => {}
            Some(expected) => wrong.push(format!("{case}\n  node: {expected}\n  ours: {found}")),
            None => wrong.push(format!("{case}\n  Node was not asked; ours: {found}")),
        }
    }
    assert_eq!(count, expected.len(), "cases that Node knows");
    assert!(wrong.is_empty(), "{} of {count}:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn urls() {
    check(cases!("url"));
}

#[test]
fn events() {
    check(cases!("events"));
}

#[test]
fn timers() {
    check(cases!("timers"));
}

#[test]
fn buffers() {
    check(cases!("buffer"));
}

#[test]
fn text() {
    check(cases!("text"));
}

#[test]
fn process() {
    check(cases!("process"));
}

#[test]
fn performance() {
    check(cases!("performance"));
}

#[test]
fn crypto() {
    check(cases!("crypto"));
}
