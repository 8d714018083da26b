//! Remarks that every format shows: cut output, and problems with the request.

use verdict_protocol::{DiagnosticCounts, OutputCounts, TestCounts, VerifyResult};

use crate::escape::one_line;

/// One line per remark, prefixed by the command if there are several.
pub(crate) fn remarks(results: &[VerifyResult]) -> Vec<String> {
    results
        .iter()
        .flat_map(|result| {
            let of =
                if results.len() > 1 { format!("{}: ", one_line(&result.command)) } else { String::new() };
            said(result).into_iter().map(move |remark| format!("{of}{remark}"))
        })
        .collect()
}

/// The remarks of one result.
pub(crate) fn said(result: &VerifyResult) -> Vec<String> {
    let mut said = Vec::new();
    said.extend(output_cut(result));
    if result.console.truncated {
        let (kept, total) = (result.console.entries.len(), result.console.total);
        said.push(format!(
            "console output was cut: {kept} of {total} calls are kept, the last maybe in part"
        ));
    }
    said.extend(result.warnings.iter().map(|warning| one_line(warning)));
    said
}

fn output_cut(result: &VerifyResult) -> Option<String> {
    if result.omitted == 0 {
        return None;
    }
    let (total, noun) = match result.counts()? {
        OutputCounts::Tests(counts) => (counts.total(), "tests"),
        OutputCounts::Diagnostics(DiagnosticCounts { errors, warnings, .. }) => {
            (errors + warnings, "findings")
        }
    };
    Some(format!("output was cut at limits.outputBytes: {} of {total} {noun} are not shown", result.omitted))
}

/// The number of a result's tests by state; `None` if its output contains all of them, or it has none.
pub(crate) fn counts_of_cut(result: &VerifyResult) -> Option<TestCounts> {
    match result.counts() {
        Some(OutputCounts::Tests(counts)) if result.omitted > 0 => Some(counts),
        _ => None,
    }
}
