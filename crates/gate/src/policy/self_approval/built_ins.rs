//! Keeps the application from replacing built-in functions, which the tests use to judge it.

use serde_json::json;
use verdict_protocol::{Code, Verb};
use verdict_vfs::VfsPath;

use super::decide::by_rule;
use super::material::{Material, Role};
use super::runs::Ran;
use crate::policy::Reaction;
use crate::policy::findings::{Comparison, Findings, new_findings};
use crate::policy::lint::changed_sources;
use crate::policy::moves::origins;
use crate::policy::registry::BUILT_IN_CHANGE;
use crate::transaction::{Change, Journal, Purpose, Run, Stop, Target, Verifier};

/// The lint rule that finds such code.
const CHANGES: &str = "agent/no-built-in-changes";

impl<V: Verifier, T: Target, J: Journal> Run<'_, V, T, J> {
    /// Refuses code outside of tests that newly replaces something built in. Tests may: their old form judges
    /// the change too.
    pub(super) async fn keep_built_ins(
        &mut self,
        change: &Change,
        material: &Material<'_>,
        after: &Ran,
    ) -> Result<(), Stop> {
        let roles = material.roles_of(after);
        let is_tested = |path: &VfsPath| roles.role(path.as_str()) != Role::Material;
        let files: Vec<VfsPath> = changed_sources(change).into_iter().filter(is_tested).collect();
        if files.is_empty() {
            return Ok(());
        }
        let config =
            json!({ "lint": { "only": [CHANGES], "noInlineConfig": true, "rules": { CHANGES: "error" } } });
        let comparison = Comparison {
            verb: Verb::Lint,
            config: Some(&config),
            before: &change.before,
            after: &change.judged,
            files: &files,
            moved: &origins(change),
            excuses_unreadable: true,
        };
        let findings = new_findings(&mut self.asking(Purpose::Lint), &comparison).await;
        let what = "Changed files could not be searched for changes of built-in functions";
        let new = match findings {
            Findings::Judged { new, .. } => new,
            Findings::Unavailable(_) => return Ok(()),
            Findings::Unjudged(code, error) => return Err(Stop::new(code, format!("{what}: {error}"))),
        };
        let found = new.into_iter().filter(|problem| problem.code.as_deref() == Some(CHANGES));
        let messages: Vec<String> = found
            .map(|problem| {
                let place = problem.file.unwrap_or_default();
                let line = problem.line.unwrap_or(1);
                format!(
                    "{place}:{line} replaces something built in, which tests use too: {}",
                    problem.message
                )
            })
            .collect();
        let Some(first) = messages.first() else { return Ok(()) };
        if self.options.policy.reaction(&BUILT_IN_CHANGE) == Reaction::Warn {
            self.report.warnings.extend(messages);
            return Ok(());
        }
        let stop = Stop::new(Code::Policy, format!("{first} (policy.builtIns: \"warn\" lets it through)"));
        self.report.errors.extend(messages.into_iter().map(|message| by_rule(&BUILT_IN_CHANGE, message)));
        Err(stop)
    }
}
