//! Runs of fixtures with evidence, and imports and reads as text.

use serde_json::{Value, json};
use verdict_engine::{Host, Request, verify};
use verdict_protocol::{Evidence, FileEvidence, Limits, VerifyResult};

use crate::support::snapshot_of;

pub(crate) fn run(fixture: &str, test: &Value) -> VerifyResult {
    let config = json!({ "test": test });
    let request = Request {
        command: "test:/**/*.test.{js,ts,cjs}",
        snapshot: &snapshot_of(fixture),
        limits: Limits::default(),
        config: Some(&config),
        seed: 0,
    };
    verify(&request, &mut Host { now: &|| 0.0, meter: None, progress: &mut |_| {} })
}

/// The evidence of a run in which every test passes; equal in two runs.
#[track_caller]
pub(crate) fn evidence(fixture: &str, test: &Value) -> Evidence {
    let result = run(fixture, test);
    assert!(result.success, "{fixture}\n{result:#?}");
    let again = run(fixture, test);
    let bytes = |result: &VerifyResult| serde_json::to_string(&result.evidence).expect("json");
    assert_eq!(bytes(&result), bytes(&again), "the same bytes for the same request");
    *result.evidence.unwrap_or_else(|| panic!("{fixture}\nno evidence"))
}

pub(crate) fn word<T: serde::Serialize>(value: T) -> String {
    serde_json::to_value(value).ok().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}

/// Imports and reads, one per line.
pub(crate) fn graph(file: &FileEvidence) -> String {
    let path = |path: &Option<String>| path.clone().unwrap_or_else(|| "none".to_owned());
    let imports = file.imports.iter().map(|import| {
        format!("{} {} '{}' {}", word(import.kind), import.importer, import.specifier, path(&import.path))
    });
    let reads =
        file.reads.iter().map(|read| format!("read {} {} by {}", word(read.kind), read.path, path(&read.by)));
    assert!(file.imports.is_sorted() && file.reads.is_sorted(), "{file:#?}");
    trimmed(&imports.chain(reads).collect::<Vec<_>>().join("\n"))
}

/// The lines of a text, sorted.
pub(crate) fn trimmed(text: &str) -> String {
    let mut lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    lines.sort_unstable();
    lines.join("\n")
}

pub(crate) fn in_order(text: &str) -> String {
    text.lines().map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

/// Checks the imports and reads of the first file.
#[track_caller]
pub(crate) fn uses(fixture: &str, test: &Value, expected: &str) {
    let mut test = test.clone();
    test["evidence"] = "graph".into();
    let found = evidence(fixture, &test);
    assert_eq!(graph(&found.files[0]), trimmed(expected), "{fixture}");
}

pub(crate) const ONE: &str = "import { test, expect } from 'vitest';\n";
