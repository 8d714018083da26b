//! Phase 4, `BuildCheck`: changed files and their importers have no new type errors.

use std::collections::BTreeMap;

use verdict_protocol::{Code, Verb};
use verdict_vfs::Snapshot;

use super::affected::affected;
use super::checks::{Purpose, Recorded};
use super::run::{Change, Run, Stop};
use super::{GateError, Journal, Phase, Target, Verifier};
use crate::policy::{Comparison, Findings, new_findings, registry};

impl<V: Verifier, T: Target, J: Journal> Run<'_, V, T, J> {
    pub(super) async fn build_check(&mut self, change: &Change) -> Result<(), Stop> {
        if !self.options.phase_mask.has(Phase::BuildCheck) {
            return Ok(());
        }
        let start = (self.clock)();
        let built = build_check(&mut self.asking(Purpose::BuildCheck), &change.before, &change.judged).await;
        let (code, detail) = match built {
            Built::Clean(detail) => {
                let detail = format!("{}{detail}", self.linted);
                self.record(Phase::BuildCheck, true, detail, start);
                return Ok(());
            }
            Built::Unavailable(error) if self.options.policy.allow_unverified => {
                self.report
                    .warnings
                    .push(format!("BuildCheck did not run: {error}, and the policy allows it"));
                self.entry(Phase::BuildCheck).detail = format!("Skipped: {error}");
                return Ok(());
            }
            Built::Unavailable(error) => (Code::Unavailable, format!("BuildCheck could not run: {error}")),
            Built::Broken { code, detail, errors } => {
                let counted = |error| GateError { rule: Some(registry::TYPE_ERROR.id), ..error };
                self.report.errors = errors.into_iter().map(counted).collect();
                (code, detail)
            }
        };
        self.record(Phase::BuildCheck, false, detail.clone(), start);
        if self.checking {
            return Err(Stop::new(code, detail));
        }
        Err(self.take_back(change, code, detail.trim_end_matches('.')).await)
    }
}

/// The outcome of `BuildCheck`.
enum Built {
    /// No new errors.
    Clean(String),
    /// There is no verifier.
    Unavailable(String),
    /// New errors, or the reason why they could not be determined.
    Broken { code: Code, detail: String, errors: Vec<GateError> },
}

/// Type-checks the affected files of `after`, and if there are errors, those of `before`.
async fn build_check<V: Verifier>(
    verifier: &mut Recorded<'_, V>,
    before: &Snapshot,
    after: &Snapshot,
) -> Built {
    let files = affected(before, after);
    if files.is_empty() {
        return Built::Clean("BuildCheck: no JavaScript or TypeScript file is affected.".to_owned());
    }
    let (config, moved) = (None, &BTreeMap::new());
    let (verb, excuses_unreadable) = (Verb::TypeCheck, true);
    let comparison = Comparison { verb, config, before, after, files: &files, moved, excuses_unreadable };
    let (errors, known) = match new_findings(verifier, &comparison).await {
        Findings::Judged { new, known } => (new, known),
        Findings::Unavailable(error) => return Built::Unavailable(error),
        Findings::Unjudged(code, error) => return unjudged(code, &error),
    };
    match (errors.len(), known) {
        (0, 0) => Built::Clean(format!("BuildCheck: {} files checked. All clean.", files.len())),
        (0, _) => {
            let known = format!("No new error; {known} known from before.");
            Built::Clean(format!("BuildCheck: {} files checked. {known}", files.len()))
        }
        (new, _) => {
            let detail = format!("BuildCheck: {new} new errors in {} files checked.", files.len());
            Built::Broken { code: Code::Syntax, detail, errors }
        }
    }
}

fn unjudged(code: Code, error: &str) -> Built {
    let detail = format!("BuildCheck could not judge: {error}");
    Built::Broken { code, errors: vec![GateError::new(code, detail.clone())], detail }
}
