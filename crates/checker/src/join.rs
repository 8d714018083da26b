//! Joins what the fast layer and the full layer found.

use std::collections::{BTreeMap, BTreeSet};

use verdict_protocol::{
    CheckLevel, Code, Diagnostic, Output, Severity, Shard, TypesConfig, TypesReport, VerifyResult,
};

use crate::answer::{Answer, Covered, Finding};
use crate::baseline::Baseline;
use crate::codes::is_grammar;
use crate::severity::{Facts, severity};

/// Why the full layer has no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// The code.
    pub code: Code,
    /// The cause, in a sentence.
    pub message: String,
}

impl Failure {
    /// A failure.
    #[must_use]
    pub fn new(code: Code, message: impl Into<String>) -> Failure {
        Failure { code, message: message.into() }
    }
}

/// The result of both layers. `fast` is the result of the fast layer for the same files, in which nothing was cut. `before` are the
/// findings of a state to compare with.
///
/// Where the full layer checked a file, its answer replaces that of the fast layer, except for what TypeScript has no code for. If the
/// full layer failed, the findings of the fast layer stay, and the result fails with the cause.
#[must_use]
pub fn joined(
    fast: VerifyResult,
    full: Result<Answer, Failure>,
    before: Option<&Answer>,
    config: &TypesConfig,
    output_bytes: u64,
) -> VerifyResult {
    let mut result = fast;
    let answer = match full {
        Ok(answer) => answer,
        Err(failure) => return failed(result, failure).sealed(output_bytes),
    };
    let Output::Diagnostics(found) = std::mem::take(&mut result.output) else { return result };
    let covered: BTreeMap<&str, &Covered> =
        answer.files.iter().map(|covered| (covered.file.as_str(), covered)).collect();
    let places: BTreeSet<_> = found.iter().filter(|one| one.code.is_some()).map(place).collect();
    let misread: BTreeSet<&str> = answer
        .diagnostics
        .iter()
        .filter(|one| is_grammar(one.code) && one.category == "error")
        .map(|one| one.location.file.as_str())
        .collect();
    let mut baseline = before.map(|before| Baseline::of(&before.diagnostics));
    let mut all: Vec<Diagnostic> = Vec::new();
    for one in &answer.diagnostics {
        let facts = Facts {
            typed: covered.get(one.location.file.as_str()).is_none_or(|covered| covered.typed),
            confirmed: places.contains(&(one.location.file.as_str(), one.location.line, one.location.column)),
            known: baseline.as_mut().map(|baseline| baseline.excuse(one)),
        };
        all.push(diagnostic(one, severity(one, facts, config), facts.known.map(|known| !known)));
    }
    let stays = |one: &Diagnostic| {
        let file = one.location.file.as_str();
        match one.code.as_deref() {
            Some(code) if code.starts_with("err:") => !misread.contains(file),
            Some(_) => !covered.get(file).is_some_and(|covered| covered.checked) && !misread.contains(file),
            None => true,
        }
    };
    let kept: Vec<Diagnostic> = found.iter().filter(|one| stays(one)).cloned().collect();
    all.extend(kept);
    all.sort_by(|a, b| order(a).cmp(&order(b)));
    all.dedup_by(|a, b| order(a) == order(b));
    let errors = all.iter().filter(|one| one.severity == Severity::Error).count();
    result.error = (errors > 0).then(|| format!("Found {errors} type issue(s)"));
    result.success = errors == 0 && result.code.is_none();
    result.output = Output::Diagnostics(all);
    result.types = Some(Box::new(TypesReport {
        layer: CheckLevel::Full,
        unchecked: None,
        code: None,
        checker: Some(format!("typescript {}", answer.typescript)),
        runtime: answer.runtime,
    }));
    result.sealed(output_bytes)
}

/// The result of a `test:` that has tests of types: of what ran, and of these tests.
#[must_use]
pub fn joined_tests(
    command: &str,
    ran: Option<VerifyResult>,
    judged: VerifyResult,
    shard: Option<Shard>,
    output_bytes: u64,
) -> VerifyResult {
    let types = judged.types.clone();
    let witnesses = ran.as_ref().and_then(|ran| ran.witnesses.clone());
    let mut result = VerifyResult::joined(command, ran.into_iter().chain([judged]), output_bytes);
    result.shard = result.shard.or(shard);
    result.types = types;
    result.witnesses = witnesses;
    result
}

/// The result of the fast layer alone. `unchecked` says why the full layer cannot run here, if it was not left out on purpose.
#[must_use]
pub fn only_fast(fast: VerifyResult, unchecked: Option<String>) -> VerifyResult {
    let mut result = fast;
    result.warn(unchecked.iter().map(|why| format!("Types were not checked: {why}")));
    result.types =
        Some(Box::new(TypesReport { layer: CheckLevel::Fast, unchecked, ..TypesReport::default() }));
    result
}

/// The findings of the fast layer, which are all that is known.
fn failed(mut result: VerifyResult, failure: Failure) -> VerifyResult {
    result.success = false;
    // What the fast layer refused is refused.
    if result.code.is_none() {
        result.code = Some(failure.code);
        result.error = Some(failure.message.clone());
    }
    result.types = Some(Box::new(TypesReport {
        layer: CheckLevel::Fast,
        unchecked: Some(failure.message),
        code: Some(failure.code),
        ..TypesReport::default()
    }));
    result
}

fn place(one: &Diagnostic) -> (&str, u32, u32) {
    (&one.location.file, one.location.line, one.location.column)
}

fn order(one: &Diagnostic) -> (&str, u32, u32, &Option<String>, &str) {
    (&one.location.file, one.location.line, one.location.column, &one.code, &one.message)
}

fn diagnostic(finding: &Finding, severity: Severity, is_new: Option<bool>) -> Diagnostic {
    let code = format!("TS{}", finding.code);
    Diagnostic {
        location: finding.location.clone(),
        message: finding.message.clone(),
        rule: Some(code.clone()),
        code: Some(code),
        related: finding.related.clone(),
        source: Some("typescript".to_owned()),
        severity,
        is_new,
        ..Diagnostic::default()
    }
}
