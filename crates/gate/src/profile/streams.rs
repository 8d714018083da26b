//! The output streams of a step.

use std::fmt::Write as _;

use verdict_protocol::{VerifyResult, sha256_hex};
use verdict_report::{Format, RunReport, one_line, render};

use crate::Verdict;

/// Maximum size of a preview, in bytes.
const PREVIEW_BYTES: usize = 4096;

/// A stream: its hash and size, and a preview of its start.
pub(super) struct Stream {
    pub(super) preview: String,
    pub(super) bytes: u64,
    pub(super) sha256: String,
}

impl Stream {
    pub(super) fn of(text: &str) -> Stream {
        Stream {
            preview: text[..text.floor_char_boundary(PREVIEW_BYTES)].to_owned(),
            bytes: text.len() as u64,
            sha256: sha256_hex(text.as_bytes()),
        }
    }
}

/// The text renderer's output for a result; without a complete result, the verifier's message. It contains no
/// times.
pub(super) fn stdout(command: &str, verdict: &Verdict, result: Option<&VerifyResult>) -> String {
    if let Some(result) = result {
        return render(
            &RunReport { started_at_ms: 0.0, results: vec![result.clone()], slowest: 0 },
            Format::Text,
        );
    }
    let word = if verdict.passed() { "PASS" } else { "FAIL" };
    let mut out = format!("{word} {}", one_line(command));
    if let Some(error) = &verdict.error {
        let _ = write!(out, ": {}", one_line(error));
    }
    out.push('\n');
    out
}

/// The guest's console, one line per call.
pub(super) fn stderr(result: Option<&VerifyResult>) -> String {
    let mut out = String::new();
    let Some(console) = result.map(|result| &result.console) else { return out };
    for entry in &console.entries {
        let _ = writeln!(out, "{}: {}", one_line(&entry.level), one_line(&entry.text));
    }
    if console.truncated {
        let _ = writeln!(out, "({} calls in all)", console.total);
    }
    out
}
