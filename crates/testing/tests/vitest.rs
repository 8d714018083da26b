//! Thousands of assertions, compared with Vitest 4.1.12: equal verdicts, messages and diffs.
//!
//! `vitest/verdicts.txt` has one expression per line. A `!` after the verdict marks a deliberate difference:
//! - `toMatchObject` compares regular expressions, and needs an object where an object is expected;
//! - an error without a message does not match an expected message;
//! - a symbol is a property name in `toHaveProperty`;
//! - circular values match themselves in `toMatchObject`.
//!
//! `vitest/messages.json` has expressions with message and diff.
#![allow(missing_docs, clippy::expect_used)]

use crate::support;

use std::fmt::Write as _;

use support::run;
use verdict_protocol::{Scope, TestEntry, TestState};

/// Runs each expression in its own test, some hundred per realm.
fn run_all(rows: &[&str]) -> Vec<TestEntry> {
    let mut entries = Vec::new();
    for rows in rows.chunks(400) {
        let mut file = String::new();
        for (index, row) in rows.iter().enumerate() {
            let _ = writeln!(file, "test('{index}', async () => {{ {row} }});");
        }
        let outcome = run(&file);
        let tests: Vec<TestEntry> =
            outcome.entries.into_iter().filter(|entry| entry.scope == Scope::Test).collect();
        assert_eq!(tests.len(), rows.len(), "{:?}", outcome.failure);
        entries.extend(tests);
    }
    entries
}

#[test]
fn verdicts() {
    let rows: Vec<(&str, &str)> =
        include_str!("vitest/verdicts.txt").lines().filter_map(|line| line.split_once(' ')).collect();
    let expressions: Vec<&str> = rows.iter().map(|(_, row)| *row).collect();
    let mut wrong = String::new();
    for ((expected, row), entry) in rows.iter().zip(run_all(&expressions)) {
        let ours = match *expected {
            "pass!" => TestState::Failed,
            "fail!" | "pass" => TestState::Passed,
            _ => TestState::Failed,
        };
        if entry.state != ours {
            let _ = writeln!(wrong, "{expected} in Vitest: {row} ({:?})", entry.error.unwrap_or_default());
        }
    }
    assert!(wrong.is_empty(), "{} differ:\n{wrong}", wrong.lines().count());
}

#[derive(serde::Deserialize)]
struct Message {
    row: String,
    #[serde(default)]
    pass: bool,
    message: Option<String>,
    diff: Option<String>,
}

/// Diffs that deliberately say more than Vitest's, or nothing instead of something useless.
const DIFFS_THAT_DIFFER: &[&str] = &[
    "expect([,1]).toStrictEqual([undefined, 1])",
    "expect({a: 1, b: 2}).not.toMatchObject({a: 1})",
    "expect(function named() {}).toThrow('x')",
];

#[test]
fn messages_and_diffs() {
    let rows: Vec<Message> =
        serde_json::from_str(include_str!("vitest/messages.json")).expect("the table is JSON");
    let expressions: Vec<&str> = rows.iter().map(|row| row.row.as_str()).collect();
    let mut wrong = String::new();
    for (row, entry) in rows.iter().zip(run_all(&expressions)) {
        if row.pass != entry.passed {
            let _ = writeln!(wrong, "{}\n  passed: {}", row.row, entry.passed);
        } else if row.message != entry.error {
            let _ = writeln!(wrong, "{}\n  Vitest: {:?}\n  we:     {:?}", row.row, row.message, entry.error);
        } else if row.diff != entry.diff && !DIFFS_THAT_DIFFER.contains(&row.row.as_str()) {
            let _ = writeln!(wrong, "{}\n  Vitest: {:?}\n  we:     {:?}", row.row, row.diff, entry.diff);
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
