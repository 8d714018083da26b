//! What people see in a terminal: a line for each file, failures, and a summary by verb.

mod failures;
mod files;
mod paint;
mod summary;

pub use files::file_lines;
pub use paint::Paint;

use std::collections::BTreeSet;

use crate::RunReport;
use crate::escape::{lines, no_commands};
use crate::model::Model;

/// How much is shown of tests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Detail {
    /// A line for each file, with its failed and slow tests.
    Files,
    /// A line for each test.
    Tests,
    /// A character for each test.
    Dots,
}

/// How a run is shown.
#[derive(Debug, Clone, Copy)]
pub struct Look<'a> {
    /// Whether there are colours.
    pub paint: Paint,
    /// How much is shown of tests.
    pub detail: Detail,
    /// Real milliseconds of the whole run, with its start.
    pub took_ms: f64,
    /// The seed of the guests' randomness.
    pub seed: u64,
    /// Absolute paths of test files whose results are those of an earlier run.
    pub cached: &'a BTreeSet<String>,
    /// Whether the lines of files are left out, because a live display has shown them.
    pub without_files: bool,
}

/// Shows a run.
#[must_use]
pub fn show(report: &RunReport, look: &Look<'_>) -> String {
    let model = Model::from(report);
    let mut out = String::new();
    if !look.without_files {
        for result in &report.results {
            for (_, text) in file_lines(result, look.detail, look.paint, look.cached) {
                out.push_str(&text);
            }
            if look.detail == Detail::Dots && !out.is_empty() && !out.ends_with('\n') {
                out.push('\n');
            }
        }
    }
    failures::write(&mut out, &model, look.paint);
    for remark in &model.remarks {
        let warning = look.paint.warning("warning:");
        out.push_str(&format!("{warning} {remark}\n"));
    }
    for line in model.checks.iter().chain(&model.notes) {
        out.push_str(&format!("{}\n", look.paint.dim(&lines(line))));
    }
    summary::write(&mut out, report, &model, look);
    no_commands(&out, "\\u{3a}")
}
