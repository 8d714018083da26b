//! Remarks that every format shows: cut output, and problems with the request.

use verdict_protocol::{CheckLevel, DiagnosticCounts, OutputCounts, TestCounts, VerifyResult};

use crate::escape::one_line;

/// One line per remark, prefixed by the command if there are several.
pub(crate) fn remarks(results: &[VerifyResult]) -> Vec<String> {
    of_each(results, said)
}

/// How types were checked, one line per `type-check:`, prefixed by the command if there are several.
pub(crate) fn checks(results: &[VerifyResult]) -> Vec<String> {
    of_each(results, |result| types(result).into_iter().collect())
}

fn of_each(results: &[VerifyResult], lines: impl Fn(&VerifyResult) -> Vec<String>) -> Vec<String> {
    results
        .iter()
        .flat_map(|result| {
            let of =
                if results.len() > 1 { format!("{}: ", one_line(&result.command)) } else { String::new() };
            lines(result).into_iter().map(move |line| format!("{of}{line}"))
        })
        .collect()
}

/// Which layer checked the types of a result; `None` if it has none, or if a remark says that they were not checked.
fn types(result: &VerifyResult) -> Option<String> {
    let report = result.types.as_ref()?;
    match (report.layer, &report.unchecked) {
        (CheckLevel::Fast, Some(_)) => None,
        (CheckLevel::Fast, None) => {
            Some("types were not inferred: only names, imports and exports were checked".to_owned())
        }
        (CheckLevel::Full, _) => {
            let by = one_line(report.checker.as_deref().unwrap_or("the checker"));
            let within = report.runtime.as_deref().map(|runtime| format!(" in {}", one_line(runtime)));
            Some(format!("types were checked by {by}{}", within.unwrap_or_default()))
        }
    }
}

/// Why types were not checked, unless a warning says it already.
fn unchecked(result: &VerifyResult) -> Option<String> {
    let why = result.types.as_ref()?.unchecked.as_deref()?;
    let is_said = result.warnings.iter().any(|warning| warning.contains(why));
    (!is_said).then(|| format!("types were not checked: {}", one_line(why)))
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
    said.extend(unchecked(result));
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
