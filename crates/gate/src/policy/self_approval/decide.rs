//! Decides how the gate reacts to changed tests: refusal, warning or note.

use std::collections::BTreeSet;

use verdict_protocol::Code;

use super::judges::TestFiles;
use super::material::is_named_for_tests;
use super::{TestName, TestsReport};
use crate::policy::registry::{MATERIAL_IN_SUBJECT, OLD_TESTS, WEAKENED_TESTS};
use crate::policy::{PolicyRule, Reaction};
use crate::transaction::{Change, GateError, Journal, Run, Stop, Target, Verifier};

impl<V: Verifier, T: Target, J: Journal> Run<'_, V, T, J> {
    /// Refuses an application that uses test material.
    pub(super) fn keep_material(&mut self, crossed: &BTreeSet<String>) -> Result<(), Stop> {
        let messages: Vec<String> = crossed
            .iter()
            .map(|path| {
                format!("{path} is test material, and the change makes it part of the application (policy.materialInSubject: \"warn\" lets it through)")
            })
            .collect();
        let Some(first) = messages.first().cloned() else { return Ok(()) };
        if self.options.policy.material_in_subject == Reaction::Warn {
            self.report.warnings.extend(messages);
            return Ok(());
        }
        let errors = messages.into_iter().map(|message| by_rule(&MATERIAL_IN_SUBJECT, message));
        self.report.errors.extend(errors);
        Err(Stop::new(Code::Policy, first))
    }

    /// Handles a previous state whose tests could not be judged. Only a change that touches none of them
    /// continues.
    pub(super) fn unjudged(&mut self, change: &Change, code: Code, error: &str) -> Result<(), Stop> {
        let patterns = TestFiles::new(&self.configured);
        let touches = change.set.changes.iter().flat_map(crate::FileChange::paths).any(|path| {
            change.before.get(path).is_some() && (patterns.is_test(path) || is_named_for_tests(path.as_str()))
        });
        if touches && !(code == Code::Unavailable && self.options.policy.allow_unverified) {
            let what = "The change touches tests, and what that means cannot be told";
            return Err(Stop::new(code, format!("{what}: {error}")));
        }
        if code == Code::Unavailable && !touches {
            // Nothing verified the change itself either, and the report says so already.
            return Ok(());
        }
        let what = if touches {
            "The tests were not run in their old form"
        } else {
            "Only the state after was judged"
        };
        self.report.warnings.push(format!("{what}: {error}"));
        Ok(())
    }

    pub(super) fn decide_on_tests(
        &mut self,
        report: &TestsReport,
        notes: &mut Vec<String>,
    ) -> Result<(), Stop> {
        let policy = &self.options.policy;
        let show = |name: &TestName| format!("{} {}", name.file, name.test);
        let failed = report
            .failed_in_old_form
            .iter()
            .map(|failed| format!("{} fails in its old form: {}", show(&failed.name), failed.error));
        let weakened = report.weakened.iter().map(|weak| {
            let counts = format!("{} assertions before, {} after", weak.before, weak.after);
            let lost = match weak.asserted.first() {
                Some(first) => format!("; before it {}", said(first)),
                None => String::new(),
            };
            format!("{} is weakened ({}): {counts}{lost}", show(&weak.name), weak.why.as_str())
        });
        let groups = [
            (
                policy.old_tests,
                &OLD_TESTS,
                failed.collect::<Vec<_>>(),
                "fail in their old form on this change",
            ),
            (
                policy.weakened_tests,
                &WEAKENED_TESTS,
                weakened.collect::<Vec<_>>(),
                "are weakened by this change",
            ),
        ];
        let mut stop = None;
        for (reaction, rule, found, what) in groups {
            if found.is_empty() {
                continue;
            }
            if reaction == Reaction::Warn {
                self.report.warnings.extend(found);
                continue;
            }
            let message = format!(
                "{} existing test(s) {what} (policy.{}: \"warn\" lets it through): {}",
                found.len(),
                rule.option,
                found.first().map_or("", String::as_str)
            );
            self.report.errors.extend(found.into_iter().map(|message| by_rule(rule, message)));
            stop = stop.or(Some(message));
        }
        match stop {
            Some(message) => Err(Stop::new(Code::Policy, message)),
            None => {
                if !report.touched.is_empty() || !report.turned.is_empty() {
                    let count = report.failed_in_old_form.len() + report.weakened.len();
                    let more =
                        if count == 0 { String::new() } else { format!(", {count} of them held against it") };
                    let touched = report.touched.len() + report.turned.len();
                    notes
                        .push(format!("Tests touched: {touched} file(s), also run in their old form{more}."));
                }
                Ok(())
            }
        }
    }
}

impl TestsReport {
    /// Whether the report contains anything of interest to a reader.
    pub(super) fn says_something(&self) -> bool {
        !self.touched.is_empty()
            || !self.turned.is_empty()
            || !self.weakened.is_empty()
            || !self.failed_in_old_form.is_empty()
            || !self.flaky.is_empty()
            || !self.host.is_empty()
    }
}

/// An error that counts by a rule of the policy.
pub(super) fn by_rule(rule: &PolicyRule, message: String) -> GateError {
    GateError { rule: Some(rule.id), ..GateError::new(Code::Policy, message) }
}

fn said(what: &str) -> String {
    if what.starts_with("ran ") || what.starts_with("fails ") {
        what.to_owned()
    } else {
        format!("asserted {what}")
    }
}
