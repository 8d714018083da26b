//! Comments that suppress a check: which of them a change adds.
//!
//! `scan` (with `words`, `brackets`, `texts`, `jsx`) and `markup` find comments. `directives` parses them,
//! and `compare` finds the new ones.

mod brackets;
mod candidates;
mod comments;
mod compare;
mod directives;
mod jsx;
mod markup;
mod scan;
mod texts;
mod words;

use serde::Serialize;
use verdict_protocol::Code;

use self::comments::Comment;
pub(crate) use self::comments::{holds_code, is_markup};
use self::compare::added;
use super::Reaction;
use super::registry::{self, Strictness};
use crate::transaction::{Change, GateError, Journal, Run, Stop, Target, Verifier};

/// A comment that a change adds and that suppresses a check.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Suppression {
    /// Absolute path of the file after the change.
    pub file: String,
    /// 1-based.
    pub line: u32,
    /// 1-based, in UTF-16 units.
    pub column: u32,
    /// `eslint-disable-next-line`, `@ts-ignore` …
    pub directive: String,
    /// Its new effects: the rules, or the words after it. `*` if it names none.
    pub text: String,
}

impl Suppression {
    /// Whether a test uses it to state that a line has a type error: `@ts-expect-error` fails without one.
    fn expects_an_error(&self) -> bool {
        let (folders, name) = self.file.rsplit_once('/').unwrap_or(("", &self.file));
        let is_test = [".test.", ".spec.", ".test-d."].iter().any(|mark| name.contains(mark))
            || folders.split('/').any(|folder| matches!(folder, "test" | "tests" | "__tests__"));
        self.directive == "@ts-expect-error" && is_test
    }
}

impl<V: Verifier, T: Target, J: Journal> Run<'_, V, T, J> {
    /// Lists the comments that suppress a check and that a change adds.
    pub(crate) fn list_suppressions(&mut self, change: &Change) {
        let anywhere = self.options.policy.strictness == Strictness::Paranoid;
        self.report.suppressions = added(change, anywhere);
    }

    /// Refuses the change for the listed suppressions.
    pub(crate) fn keep_checks(&mut self) -> Result<(), Stop> {
        let found = &self.report.suppressions;
        let reaction = self.options.policy.reaction(&registry::SUPPRESSION);
        let is_paranoid = self.options.policy.strictness == Strictness::Paranoid;
        let (expected, found): (Vec<&Suppression>, Vec<&Suppression>) =
            found.iter().partition(|one| !is_paranoid && one.expects_an_error());
        let said = |found: &Suppression| {
            let text = if found.text == "*" { String::new() } else { format!(" {}", found.text) };
            format!("{}{text} keeps a check from being made", found.directive)
        };
        let warning = |one: &&Suppression| format!("{}:{}: {}", one.file, one.line, said(one));
        self.report.warnings.extend(expected.iter().map(warning));
        if reaction == Reaction::Warn {
            self.report.warnings.extend(found.iter().map(warning));
            return Ok(());
        }
        let Some(first) = found.first() else { return Ok(()) };
        let message = format!(
            "{} suppression(s) added (policy.suppressions: \"warn\" lets it through): {} ({}:{})",
            found.len(),
            said(first),
            first.file,
            first.line
        );
        self.report.errors = found
            .iter()
            .map(|one| GateError {
                file: Some(one.file.clone()),
                line: Some(one.line),
                column: Some(one.column),
                rule: Some(registry::SUPPRESSION.id),
                ..GateError::new(Code::Policy, said(one))
            })
            .collect();
        Err(Stop::new(Code::Policy, message))
    }
}
