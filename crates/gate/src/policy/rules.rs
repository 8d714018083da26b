//! The part of `PreFlight` that decides whether a change is allowed at all. It runs whatever the phase mask
//! is, because the author of a change does not choose the rules.

use verdict_protocol::Code;
use verdict_vfs::VfsPath;

use super::protected::CONFIGURATIONS;
use super::usage::{Usage, usage};
use super::{Constitution, Protected, ProtectedPaths, Violation, registry};
use crate::DocumentError;
use crate::transaction::{Change, GateError, Journal, Purpose, Run, Stop, Target, Verifier};

impl<V: Verifier, T: Target, J: Journal> Run<'_, V, T, J> {
    /// Checks protected files, file names, the constitution, capabilities and suppressions. Each check may
    /// add a sentence to the phase's detail.
    pub(crate) async fn keep_rules(
        &mut self,
        change: &mut Change,
        notes: &mut Vec<String>,
    ) -> Result<(), Stop> {
        self.list_suppressions(change);
        self.keep_protected(change)?;
        self.keep_names(change)?;
        self.keep_constitution(change, notes).await?;
        self.keep_checks()
    }

    async fn keep_constitution(&mut self, change: &Change, notes: &mut Vec<String>) -> Result<(), Stop> {
        let Some(constitution) = self.constitution(change)? else {
            notes.push("No constitution.".to_owned());
            return Ok(());
        };
        let policy = &self.options.policy;
        for approval in &policy.approvals {
            if !constitution.rules.iter().any(|rule| rule.id == approval.rule) {
                self.report.warnings.push(format!("There is no rule {} to approve", approval.rule));
            }
        }
        let mut violations = constitution.check(&change.set, &change.before, &policy.approvals);
        if let Some(actor) = &self.options.actor {
            let actor = VfsPath::parse(actor)
                .map_err(|error| Stop::new(Code::Path, format!("The actor is no path: {error}")))?;
            violations.extend(constitution.check_writes(&change.set, &actor));
        }
        let rules = format!("Constitution: {} rules checked", constitution.rules.len());
        self.decide(violations, notes, Some(&rules))?;
        self.keep_usage(&constitution, change, notes).await
    }

    /// Refuses changes to protected files without an allowance. Files that judge the change keep their
    /// previous content.
    fn keep_protected(&mut self, change: &mut Change) -> Result<(), Stop> {
        let policy = &self.options.policy;
        let mut globs = policy.protected.clone();
        if self.options.project.is_some() {
            globs.entry(Protected::Config).or_default().extend(CONFIGURATIONS.map(str::to_owned));
        }
        let protected = ProtectedPaths::new(&globs)
            .map_err(|error| Stop::new(Code::Policy, format!("policy.protected: {error}")))?;
        let mut errors = Vec::new();
        for touched in protected.touched(&change.set) {
            let kind = touched.kind.as_str();
            if policy.allow.contains(&touched.kind) {
                let warning =
                    format!("{} is protected ({kind}), and the policy allows to change it", touched.path);
                self.report.warnings.push(warning);
                continue;
            }
            let message = format!(
                "{} is protected ({kind}): a change of it needs policy.allow: [\"{kind}\"]",
                touched.path
            );
            errors.push(GateError {
                line: Some(touched.position.line),
                column: Some(touched.position.column),
                rule: Some(registry::PROTECTED_PATH.id),
                ..GateError::new(Code::Policy, message)
            });
        }
        if let Some(first) = errors.first() {
            let message = first.message.clone();
            self.report.errors = errors;
            return Err(Stop::new(Code::Policy, message));
        }
        change.judged = protected.judged(&change.before, &change.after).map_err(|error| {
            let message = format!("What judges the change cannot be kept as it was before: {error}");
            Stop::new(Code::Policy, message)
        })?;
        Ok(())
    }

    /// The constitution in the options, or else that of the previous state. The gate refuses every change if
    /// it cannot be read, and also a change that would make it unreadable.
    fn constitution(&mut self, change: &Change) -> Result<Option<Constitution>, Stop> {
        let unreadable = |run: &mut Self, which: &str, errors: &[DocumentError]| {
            let first = errors.first().map_or_else(String::new, ToString::to_string);
            run.report.errors = errors.iter().map(GateError::from).collect();
            Stop::new(Code::Policy, format!("{which} cannot be read, so the gate is closed: {first}"))
        };
        if change.before != change.after {
            let left = Constitution::of_files(&change.after);
            // The change is not to blame if the existing files were unreadable already.
            if let (Err(errors), true) = (left, Constitution::of_files(&change.before).is_ok()) {
                return Err(unreadable(self, "The constitution that the change leaves", &errors));
            }
        }
        let read = match &self.options.constitution {
            Some(text) => Constitution::parse(text, "constitution").map(Some),
            None => Constitution::of_files(&change.before).map(|found| found.map(|(_, read)| read)),
        };
        read.map_err(|errors| unreadable(self, "The constitution", &errors))
    }

    /// Checks which capabilities the code below a prefix uses.
    async fn keep_usage(
        &mut self,
        constitution: &Constitution,
        change: &Change,
        notes: &mut Vec<String>,
    ) -> Result<(), Stop> {
        match usage(constitution, change, &mut self.asking(Purpose::Capabilities)).await {
            Usage::Judged(violations) => self.decide(violations, notes, None),
            Usage::Unavailable(error) if self.options.policy.allow_unverified => {
                let warning = format!("Capabilities were not checked: {error}, and the policy allows it");
                self.report.warnings.push(warning);
                Ok(())
            }
            Usage::Unavailable(error) => {
                Err(Stop::new(Code::Unavailable, format!("Capabilities could not be checked: {error}")))
            }
            Usage::Unjudged(code, error) => {
                Err(Stop::new(code, format!("Capabilities could not be checked: {error}")))
            }
        }
    }

    /// Records violations, and stops at the first that blocks.
    fn decide(
        &mut self,
        violations: Vec<Violation>,
        notes: &mut Vec<String>,
        what: Option<&str>,
    ) -> Result<(), Stop> {
        let mut blocking: Vec<&str> = Vec::new();
        let mut errors = Vec::new();
        let (mut advisory, mut approved) = (0, 0);
        for violation in &violations {
            match &violation.approved_by {
                Some(by) => {
                    approved += 1;
                    let approval = super::Approval { rule: violation.rule.clone(), by: by.clone() };
                    if !self.report.approvals.contains(&approval) {
                        self.report.approvals.push(approval);
                    }
                }
                None if violation.blocks() => {
                    if !blocking.contains(&violation.message.as_str()) {
                        blocking.push(&violation.message);
                    }
                    let place = violation.path.as_ref().map(|path| format!(" ({path})"));
                    errors.push(GateError {
                        line: violation.line,
                        column: violation.column,
                        rule: Some(violation.counts_by),
                        ..GateError::new(
                            Code::Policy,
                            format!("{}{}", violation.message, place.unwrap_or_default()),
                        )
                    });
                }
                None => {
                    advisory += 1;
                    let path = violation.path.as_deref().unwrap_or("the bundle's metadata");
                    self.report.warnings.push(format!("{} ({path})", violation.message));
                }
            }
        }
        let stop = (!blocking.is_empty()).then(|| {
            let which = if what.is_some() { "Constitution" } else { "Capability" };
            Stop::new(Code::Policy, format!("{which} violations: {}", blocking.join("; ")))
        });
        self.report.violations.extend(violations);
        if let Some(stop) = stop {
            self.report.errors = errors;
            return Err(stop);
        }
        if let Some(what) = what {
            let more = [(advisory, "advisory"), (approved, "approved")];
            let more: String = more
                .iter()
                .filter(|(count, _)| *count > 0)
                .map(|(count, word)| format!(", {count} {word}"))
                .collect();
            notes.push(format!("{what}, 0 violations{more}."));
        }
        Ok(())
    }
}
