//! Phase 4, `BuildCheck`: changed files and their importers have no new type errors.

use serde_json::{Value, json};
use verdict_protocol::{Code, Verb};

use super::affected::affected;
use super::checks::{Purpose, Recorded};
use super::run::{Change, Run, Stop};
use super::type_config::{needs_an_option, with_earlier_checks, with_earlier_config};
use super::{Check, GateError, Journal, Phase, Target, Verifier};
use crate::policy::{Comparison, Findings, Reaction, command, new_findings, origins, registry};

/// The rule whose findings `type-check:` reports as style: honest code often compares with `== null`.
const STYLE: &str = "eqeqeq";

impl<V: Verifier, T: Target, J: Journal> Run<'_, V, T, J> {
    /// Announces the type check, so that it can run beside the tests.
    pub(super) fn prepare_build_check(&mut self, change: &Change) {
        if !self.options.phase_mask.has(Phase::BuildCheck) {
            return;
        }
        let files = affected(&change.before, &change.judged);
        let command = command(Verb::TypeCheck, &files).filter(|_| !files.is_empty());
        if let Some(command) = command {
            let config = config();
            self.verifier.prepare(&Check { config: Some(&config), ..Check::new(&command, &change.judged) });
        }
    }

    pub(super) async fn build_check(&mut self, change: &Change) -> Result<(), Stop> {
        if !self.options.phase_mask.has(Phase::BuildCheck) {
            return Ok(());
        }
        let start = (self.clock)();
        let built = build_check(&mut self.asking(Purpose::BuildCheck), change).await;
        let built = self.without_style(built);
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

impl<V: Verifier, T: Target, J: Journal> Run<'_, V, T, J> {
    /// Turns findings of [`STYLE`] into a warning, unless the policy blocks new style findings.
    fn without_style(&mut self, built: Built) -> Built {
        let Built::Broken { code, detail, errors } = built else { return built };
        let is_style = |error: &GateError| error.code.as_deref() == Some(STYLE);
        if self.options.policy.reaction(&registry::LINT_STYLE) == Reaction::Block {
            return Built::Broken { code, detail, errors };
        }
        let (style, errors): (Vec<GateError>, Vec<GateError>) = errors.into_iter().partition(is_style);
        let Some(first) = style.first() else { return Built::Broken { code, detail, errors } };
        let place = format!("{}:{}", first.file.as_deref().unwrap_or_default(), first.line.unwrap_or(1));
        let count = style.len();
        self.report.warnings.push(format!(
            "BuildCheck: {count} new finding(s) of {STYLE}, first at {place}: {}",
            first.message
        ));
        match errors.len() {
            0 => Built::Clean(format!("BuildCheck: no new error; {count} finding(s) of style.")),
            new => Built::Broken { code, detail: format!("BuildCheck: {new} new errors."), errors },
        }
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

/// Type-checks the affected files of `after`, and where that finds something, those of `before`.
async fn build_check<V: Verifier>(verifier: &mut Recorded<'_, V>, change: &Change) -> Built {
    let (before, after) = (&change.before, &change.judged);
    let files = affected(before, after);
    if files.is_empty() {
        return Built::Clean("BuildCheck: no JavaScript or TypeScript file is affected.".to_owned());
    }
    let config = config();
    let (config, moved) = (Some(&config), &origins(change));
    let (verb, excuses_unreadable) = (Verb::TypeCheck, true);
    let comparison = Comparison { verb, config, before, after, files: &files, moved, excuses_unreadable };
    let (mut errors, known) = match new_findings(verifier, &comparison).await {
        Findings::Judged { new, known } => (new, known),
        Findings::Unavailable(error) => return Built::Unavailable(error),
        Findings::Unjudged(code, error) => return unjudged(code, &error),
    };
    if errors.is_empty() {
        errors = under_earlier_config(verifier, &comparison).await;
    }
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

/// What is new under the type checker's configuration of the state before, if the change configures it differently. If
/// nothing can be judged under it, the new one decides.
async fn under_earlier_config<V: Verifier>(
    verifier: &mut Recorded<'_, V>,
    comparison: &Comparison<'_>,
) -> Vec<GateError> {
    let Comparison { before, after, .. } = *comparison;
    let needs_an_option = |error: &GateError| needs_an_option(error.code.as_deref());
    let mut found = Vec::new();
    // Where code needs a new option, more errors follow from its lack. Those that stay with it count.
    for configured in [with_earlier_config, with_earlier_checks] {
        let Some(files) = configured(before, after) else { return found };
        let of_files = Comparison { after: &files, ..*comparison };
        let Findings::Judged { new, .. } = new_findings(verifier, &of_files).await else { return Vec::new() };
        found = new;
        if !found.iter().any(needs_an_option) {
            return found;
        }
    }
    found.retain(|error| !needs_an_option(error));
    found
}

/// The configuration of the type check. The project does not say where its code runs, so that Node's globals are
/// no mistakes. Both states are compared here, and null checks are a matter of style there.
fn config() -> Value {
    json!({ "types": { "node": true, "comparing": true, "nullChecks": "error" } })
}

fn unjudged(code: Code, error: &str) -> Built {
    let detail = format!("BuildCheck could not judge: {error}");
    Built::Broken { code, errors: vec![GateError::new(code, detail.clone())], detail }
}
