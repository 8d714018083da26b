//! Findings of the fast layer that a state before had already.

use std::collections::BTreeMap;

use verdict_protocol::{Diagnostic, Output, Severity, VerifyResult};

/// Compares results of the fast layer, in which nothing was cut. Each finding says whether it is new, and one that the state before
/// had is a warning. A line may have moved.
#[must_use]
pub fn compared(fast: VerifyResult, before: &VerifyResult) -> VerifyResult {
    let mut result = fast;
    let Output::Diagnostics(found) = &mut result.output else { return result };
    let mut known: BTreeMap<_, usize> = BTreeMap::new();
    if let Output::Diagnostics(before) = &before.output {
        for one in before {
            *known.entry(key(one)).or_default() += 1;
        }
    }
    for one in found.iter_mut() {
        let left = known.get_mut(&key(one)).filter(|left| **left > 0);
        one.is_new = Some(left.is_none());
        if let Some(left) = left {
            *left -= 1;
            one.severity = Severity::Warning;
        }
    }
    let errors = found.iter().filter(|one| one.severity == Severity::Error).count();
    if result.code.is_none() {
        result.error = (errors > 0).then(|| format!("Found {errors} type issue(s)"));
        result.success = errors == 0;
    }
    result
}

fn key(one: &Diagnostic) -> (String, Option<String>, Option<String>, String) {
    (one.location.file.clone(), one.code.clone(), one.rule.clone(), one.message.clone())
}
