//! A run as findings with a place each, the shape of annotations.

use crate::groups::OVERALL;
use verdict_protocol::{Code, Location, Output, Severity, TestState, VerifyResult};

/// One thing that is wrong. All text is hostile.
#[derive(Debug)]
pub(crate) struct Finding<'a> {
    /// Where, if that is known.
    pub(crate) location: Option<&'a Location>,
    pub(crate) severity: Severity,
    /// What found it: a rule id, a code, or `test`.
    pub(crate) rule: String,
    /// What it is about: names of suites and test, or the command.
    pub(crate) title: Vec<&'a str>,
    pub(crate) message: String,
    /// Line diff of expected and received.
    pub(crate) diff: Option<&'a str>,
}

impl Finding<'_> {
    /// Stands for a negative verdict that nothing else shows.
    pub(crate) fn unexplained(why: String) -> Self {
        Finding {
            location: None,
            severity: Severity::Error,
            rule: OVERALL.to_owned(),
            title: vec![OVERALL],
            message: why,
            diff: None,
        }
    }
}

pub(crate) fn findings(result: &VerifyResult) -> Vec<Finding<'_>> {
    let mut findings: Vec<Finding<'_>> = match &result.output {
        Output::Tests(entries) => entries
            .iter()
            .filter(|entry| entry.state == TestState::Failed)
            .map(|entry| Finding {
                location: Some(entry.failed_at.as_ref().unwrap_or(&entry.location)),
                severity: Severity::Error,
                rule: entry.code.map_or("test", Code::as_str).to_owned(),
                title: entry.path.iter().map(String::as_str).collect(),
                message: entry.error.clone().unwrap_or_else(|| "failed".to_owned()),
                diff: entry.diff.as_deref(),
            })
            .collect(),
        Output::Diagnostics(problems) => problems
            .iter()
            .map(|problem| Finding {
                location: Some(&problem.location),
                severity: problem.severity,
                rule: problem.rule.clone().or(problem.code.clone()).unwrap_or_else(|| "problem".to_owned()),
                title: vec![&result.command],
                message: problem.message.clone(),
                diff: None,
            })
            .collect(),
        Output::None | Output::Value(_) => Vec::new(),
    };
    let said = findings.iter().any(|finding| finding.severity == Severity::Error);
    if !result.success && !said {
        findings.push(Finding {
            location: result.location.as_ref(),
            severity: Severity::Error,
            rule: result.code.map_or("failed", Code::as_str).to_owned(),
            title: vec![&result.command],
            message: result.error.clone().unwrap_or_else(|| "failed".to_owned()),
            diff: None,
        });
    }
    findings
}
