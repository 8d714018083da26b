//! Lints changed and new files, whatever the verify command covers. It applies the recommended preset and the
//! previous state's project configuration, and ignores suppression comments. Only new findings count.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use verdict_protocol::{CONFIG_FILE, Code, Config, LINT_CONFIG_FILE, LintConfig, RuleSeverity, Verb};
use verdict_vfs::{Snapshot, VfsPath};

use super::findings::{Comparison, Findings, new_findings};
use super::moves::origins;
use super::{PolicyRule, Reaction, registry};
use crate::transaction::{
    Change, GateError, Journal, Phase, Purpose, Run, Stop, Target, Verifier, is_source,
};

/// Stylistic rules of the recommended preset, which honest code breaks.
const STYLE: [&str; 3] = ["no-console", "no-var", "strict"];

/// The rule that finds code which replaces built-in functions.
const BUILT_INS: &str = "agent/no-built-in-changes";

/// The number of files in one command.
const AT_ONCE: usize = 200;

impl<V: Verifier, T: Target, J: Journal> Run<'_, V, T, J> {
    /// Lints the changed source files and holds new findings against the change. It runs before any write,
    /// whatever the phase mask is, and reports as `BuildCheck`.
    pub(crate) async fn keep_lint(&mut self, change: &Change) -> Result<(), Stop> {
        let start = (self.clock)();
        let linted = self.lint_change(change).await;
        if let Err(stop) = &linted {
            self.record(Phase::BuildCheck, false, stop.message.clone(), start);
        }
        linted
    }

    async fn lint_change(&mut self, change: &Change) -> Result<(), Stop> {
        let files = changed_sources(change);
        if files.is_empty() {
            return Ok(());
        }
        let new = match self.lint(change, &files).await {
            Ok(new) => new,
            Err((Code::Unavailable, error)) if self.options.policy.allow_unverified => {
                let warning = format!("Changed files were not linted: {error}, and the policy allows it");
                self.report.warnings.push(warning);
                return Ok(());
            }
            Err((code, error)) => {
                return Err(Stop::new(code, format!("Changed files could not be linted: {error}")));
            }
        };
        let (built_ins, new): (Vec<GateError>, Vec<GateError>) =
            new.into_iter().partition(|problem| problem.code.as_deref() == Some(BUILT_INS));
        let project = Project::new(&change.before);
        let is_style = |problem: &GateError| {
            let rule = problem.code.as_deref().unwrap_or_default();
            let file = problem.file.as_deref().and_then(|file| VfsPath::parse(file).ok());
            STYLE.contains(&rule) && !file.is_some_and(|file| project.asks_for(rule, &file))
        };
        let (style, mistakes): (Vec<GateError>, Vec<GateError>) = new.into_iter().partition(is_style);
        self.linted = match (style.len() + mistakes.len(), files.len()) {
            (0, _) => String::new(),
            (count, files) => format!("Lint: {count} new finding(s) in {files} changed file(s). "),
        };
        // Tests may replace built-in functions: their old form judges the change too.
        let is_tested = |problem: &GateError| {
            let path = problem.file.as_deref().and_then(|file| VfsPath::parse(file).ok());
            path.is_some_and(|path| self.tested.contains(&path))
        };
        let built_ins = built_ins.into_iter().filter(is_tested).collect();
        self.hold_findings(built_ins, &registry::BUILT_IN_CHANGE)?;
        self.hold_findings(mistakes, &registry::LINT_ERROR)?;
        self.hold_findings(style, &registry::LINT_STYLE)
    }

    async fn lint(&mut self, change: &Change, files: &[VfsPath]) -> Result<Vec<GateError>, (Code, String)> {
        let moved = origins(change);
        // A fix would hide what it fixes, and warnings fail nothing here.
        let with_style = json!({ "lint": { "noInlineConfig": true, "fix": false, "maxWarnings": null, "rules": { BUILT_INS: "error" } } });
        // Old findings of style could fill the output and cut off findings of mistakes.
        let project = Project::new(&change.before);
        let is_asked_for = |id: &&str| files.iter().any(|file| project.asks_for(id, file));
        let off = STYLE.into_iter().filter(|id| !is_asked_for(id)).map(|id| (id, "off"));
        let rules: BTreeMap<&str, &str> = off.chain([(BUILT_INS, "error")]).collect();
        let without =
            json!({ "lint": { "noInlineConfig": true, "fix": false, "maxWarnings": null, "rules": rules } });
        let mut parts: Vec<(&[VfsPath], &Value)> =
            files.chunks(AT_ONCE).map(|part| (part, &with_style)).collect();
        let mut new = Vec::new();
        while let Some((part, config)) = parts.pop() {
            let comparison = Comparison {
                verb: Verb::Lint,
                config: Some(config),
                before: &change.before,
                after: &change.judged,
                files: part,
                moved: &moved,
                excuses_unreadable: true,
            };
            match new_findings(&mut self.asking(Purpose::Lint), &comparison).await {
                Findings::Judged { new: found, .. } => new.extend(found),
                Findings::Unavailable(error) => return Err((Code::Unavailable, error)),
                Findings::Unjudged(Code::Limit, _) if part.len() > 1 => {
                    let (left, right) = part.split_at(part.len() / 2);
                    parts.extend([(left, config), (right, config)]);
                }
                Findings::Unjudged(Code::Limit, _) if config == &with_style => parts.push((part, &without)),
                Findings::Unjudged(code, error) => return Err((code, error)),
            }
        }
        new.sort_by(|a, b| (&a.file, a.line, a.column).cmp(&(&b.file, b.line, b.column)));
        Ok(new)
    }

    fn hold_findings(&mut self, found: Vec<GateError>, rule: &'static PolicyRule) -> Result<(), Stop> {
        let Some(first) = found.first() else { return Ok(()) };
        let place = |problem: &GateError| {
            format!("{}:{}", problem.file.as_deref().unwrap_or_default(), problem.line.unwrap_or(1))
        };
        if self.options.policy.reaction(rule) == Reaction::Warn {
            let mut by_rule: BTreeMap<&str, Vec<&GateError>> = BTreeMap::new();
            for problem in &found {
                by_rule.entry(problem.code.as_deref().unwrap_or("err:syntax")).or_default().push(problem);
            }
            for (id, problems) in by_rule {
                let Some(first) = problems.first() else { continue };
                let count = problems.len();
                let warning = format!(
                    "Lint: {count} new finding(s) of {id}, first at {}: {}",
                    place(first),
                    first.message
                );
                self.report.warnings.push(warning);
            }
            return Ok(());
        }
        let message = format!(
            "{} new lint finding(s) in changed files (policy.{}: \"warn\" lets it through): {} ({})",
            found.len(),
            rule.option,
            first.message,
            place(first)
        );
        self.report.errors =
            found.into_iter().map(|problem| GateError { rule: Some(rule.id), ..problem }).collect();
        Err(Stop::new(Code::Policy, message))
    }
}

/// The source files after the change that differ from before.
pub(super) fn changed_sources(change: &Change) -> Vec<VfsPath> {
    let Change { before, judged, .. } = change;
    let is_changed =
        |(path, blob): &(&VfsPath, &verdict_vfs::Blob)| is_source(path) && before.get(path) != Some(*blob);
    judged.iter().filter(is_changed).map(|(path, _)| path.clone()).collect()
}

/// What the previous state's project configures.
struct Project<'a> {
    before: &'a Snapshot,
    lint: LintConfig,
}

impl Project<'_> {
    fn new(before: &Snapshot) -> Project<'_> {
        let blob = VfsPath::parse(CONFIG_FILE).ok().and_then(|path| before.get(&path).cloned());
        let config = blob.and_then(|blob| serde_json::from_slice::<Config>(blob.bytes()).ok());
        Project { before, lint: config.unwrap_or_default().lint }
    }

    /// Whether an error of a rule in a file comes from the project and not from the default preset. The preset
    /// is on for files without a flat configuration.
    fn asks_for(&self, rule: &str, file: &VfsPath) -> bool {
        self.lint.rules.get(rule).is_some_and(|entry| entry.severity == RuleSeverity::Error)
            || !self.lint.is_bare()
            || self.before.nearest(file, LINT_CONFIG_FILE).is_some()
    }
}
