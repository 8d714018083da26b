//! A tree of reasons for the gate's decision.

use std::collections::BTreeMap;

use serde::Serialize;

use super::registry::POLICY_RULES;
use crate::transaction::{GateError, GateReport};

/// A reason, and the reasons behind it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Reason {
    /// The reason in a sentence, which may quote the change.
    pub text: String,
    /// The reasons behind this one.
    pub because: Vec<Reason>,
}

impl Reason {
    fn leaf(text: impl Into<String>) -> Reason {
        Reason { text: text.into(), because: Vec::new() }
    }

    fn of(text: impl Into<String>, because: Vec<Reason>) -> Reason {
        Reason { text: text.into(), because }
    }
}

impl GateReport {
    /// The outcome with its phases. Below the deciding phase come the rules, and where each of them found
    /// something.
    #[must_use]
    pub fn explain(&self) -> Reason {
        let decided = self.phases.iter().rposition(|phase| !phase.skipped && !phase.passed);
        let mut because = Vec::new();
        for (at, phase) in self.phases.iter().enumerate() {
            let word = match (phase.skipped, phase.passed) {
                (true, _) => "skipped",
                (false, true) => "passed",
                (false, false) => "failed",
            };
            let reasons = if Some(at) == decided { self.by_rule() } else { Vec::new() };
            let text = format!("{} {word}: {}", phase.phase.as_str(), phase.detail);
            because.push(Reason::of(text, reasons));
        }
        if decided.is_none() && !self.success {
            because.extend(self.by_rule());
        }
        if !self.warnings.is_empty() {
            let warnings = self.warnings.iter().map(Reason::leaf).collect();
            because.push(Reason::of(
                format!("{} warning(s), which did not decide", self.warnings.len()),
                warnings,
            ));
        }
        Reason::of(&self.message, because)
    }

    /// Errors grouped by policy rule, in the order of the rules, then by file.
    fn by_rule(&self) -> Vec<Reason> {
        let mut reasons = Vec::new();
        for rule in POLICY_RULES {
            let errors: Vec<&GateError> =
                self.errors.iter().filter(|error| error.rule == Some(rule.id)).collect();
            if !errors.is_empty() {
                let text = format!(
                    "{}: {} (docs/policy/{}.md; let through by: {})",
                    rule.id, rule.summary, rule.id, rule.option
                );
                reasons.push(Reason::of(text, by_file(&errors)));
            }
        }
        let others: Vec<&GateError> = self.errors.iter().filter(|error| error.rule.is_none()).collect();
        reasons.extend(by_file(&others));
        reasons
    }
}

fn by_file(errors: &[&GateError]) -> Vec<Reason> {
    let mut files: BTreeMap<Option<&str>, Vec<Reason>> = BTreeMap::new();
    for error in errors {
        let code = error.code.as_deref().map(|code| format!(" [{code}]")).unwrap_or_default();
        let place =
            error.line.map(|line| format!("{line}:{}: ", error.column.unwrap_or(1))).unwrap_or_default();
        let reason = Reason::leaf(format!("{place}{}{code}", error.message));
        files.entry(error.file.as_deref()).or_default().push(reason);
    }
    let mut reasons = Vec::new();
    for (file, found) in files {
        match file {
            Some(file) => reasons.push(Reason::of(file, found)),
            None => reasons.extend(found),
        }
    }
    reasons
}
