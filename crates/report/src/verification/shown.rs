//! Converts a stored report for the renderers: a level is a suite, a check is a test.

use verdict_protocol::{Location, Scope, Severity, TestState};

use super::{CheckFinding, CheckResult, Level, VerificationReport};
use crate::Counts;
use crate::escape::one_line;
use crate::findings::Finding;
use crate::groups::{Case, Group};
use crate::model::Model;

impl<'a> From<&'a VerificationReport> for Model<'a> {
    fn from(report: &'a VerificationReport) -> Self {
        let success = report.passed();
        let mut groups: Vec<Group<'a>> = report.levels.ran().map(|level| group(level.level, level)).collect();
        groups.extend(
            report
                .skipped_levels
                .iter()
                .copied()
                .filter(|level| report.levels.get(*level).is_none())
                .map(skipped),
        );
        let mut findings: Vec<Finding<'a>> = report
            .levels
            .ran()
            .flat_map(|level| level.checks.iter().flat_map(move |check| found(level.level, check)))
            .collect();
        if !success && !groups.iter().any(Group::failed) {
            groups.push(Group::unexplained(report.overall.summary.clone()));
            findings.push(Finding::unexplained(report.overall.summary.clone()));
        }
        Model {
            started_at_ms: report.completed_at.ms() - report.duration,
            total_ms: report.duration,
            success,
            listed: false,
            ran: report.levels.ran().next().is_some(),
            subject: format!("{} verification {}", one_line(&report.run_id), report.iteration),
            counts: Counts::of(&groups, &[]),
            groups,
            findings,
            printed: Vec::new(),
            notes: Vec::new(),
            remarks: Vec::new(),
            checks: Vec::new(),
        }
    }
}

fn group(level: Level, result: &super::LevelResult) -> Group<'_> {
    let cases = result.checks.iter().map(|check| Case {
        path: vec![check.name.as_str()],
        scope: Scope::Test,
        state: if check.passed { TestState::Passed } else { TestState::Failed },
        messages: (!check.passed).then(|| said(check)).into_iter().collect(),
        printed: None,
        location: check.findings.iter().find_map(|finding| finding.location.as_ref()),
        duration_ms: check.duration,
    });
    Group { name: level.as_str(), cases: cases.collect(), printed: Vec::new(), duration_ms: result.duration }
}

fn said(check: &CheckResult) -> String {
    match check.output.as_deref() {
        None | Some("") => "failed".to_owned(),
        Some(output) => output.to_owned(),
    }
}

fn skipped<'a>(level: Level) -> Group<'a> {
    let case = Case {
        path: vec![level.as_str()],
        scope: Scope::Test,
        state: TestState::Skipped,
        messages: Vec::new(),
        printed: None,
        location: None,
        duration_ms: 0.0,
    };
    Group { name: level.as_str(), cases: vec![case], printed: Vec::new(), duration_ms: 0.0 }
}

/// The findings of a check; a failed check without findings is one itself.
fn found(level: Level, check: &CheckResult) -> Vec<Finding<'_>> {
    let mut found: Vec<Finding<'_>> = check
        .findings
        .iter()
        .map(|CheckFinding { location, severity, rule, title, message }| Finding {
            location: location.as_ref(),
            severity: *severity,
            rule: rule.clone(),
            title: vec![title],
            message: message.clone(),
            details: Vec::new(),
            printed: None,
        })
        .collect();
    if !check.passed && !found.iter().any(|finding| finding.severity == Severity::Error) {
        found.push(Finding {
            location: None::<&Location>,
            severity: Severity::Error,
            rule: level.as_str().to_owned(),
            title: vec![&check.name],
            message: said(check),
            details: Vec::new(),
            printed: None,
        });
    }
    found
}
