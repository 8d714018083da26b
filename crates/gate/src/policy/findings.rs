//! Findings of a static check that the previous state did not have.

use std::collections::BTreeMap;

use serde_json::Value;
use verdict_protocol::{Code, Command, Diagnostic, Location, Output, Severity, Verb};
use verdict_vfs::{Snapshot, VfsPath};

use crate::transaction::{Check, GateError, Purpose, Recorded, Verdict, Verifier};

/// The input of a check, and the state to compare with.
pub(crate) struct Comparison<'a> {
    /// `lint:` or `type-check:`.
    pub(crate) verb: Verb,
    /// Configuration to lay over the verifier's own.
    pub(crate) config: Option<&'a Value>,
    /// The state before the change.
    pub(crate) before: &'a Snapshot,
    /// The state after the change.
    pub(crate) after: &'a Snapshot,
    /// Files of the state after the change.
    pub(crate) files: &'a [VfsPath],
    /// The old path of each moved file, by its new path.
    pub(crate) moved: &'a BTreeMap<VfsPath, VfsPath>,
    /// Whether to excuse an unreadable file that was unreadable before the change.
    pub(crate) excuses_unreadable: bool,
}

/// The outcome of a comparison.
pub(crate) enum Findings {
    /// The new problems, and the number of old ones.
    Judged { new: Vec<GateError>, known: usize },
    /// There is no verifier.
    Unavailable(String),
    /// The check could not judge the files.
    Unjudged(Code, String),
}

/// Checks the files after the change. If that finds something, it checks the same files before the change.
pub(crate) async fn new_findings<V: Verifier>(
    verifier: &mut Recorded<'_, V>,
    comparison: &Comparison<'_>,
) -> Findings {
    let Comparison { verb, config, before, after, files, moved, excuses_unreadable } = comparison;
    let Some(command) = command(*verb, files) else {
        return Findings::Unjudged(Code::Path, UNQUOTABLE.to_owned());
    };
    let verdict = verifier.verify(&Check { config: *config, ..Check::new(&command, after) }).await;
    if verdict.passed() {
        return Findings::Judged { new: Vec::new(), known: 0 };
    }
    let now = match problems(&verdict) {
        Ok(now) => now,
        Err((Code::Unavailable, error)) => return Findings::Unavailable(error),
        Err((code, error)) => return Findings::Unjudged(code, error),
    };
    let old_path = |path: &VfsPath| moved.get(path).unwrap_or(path).clone();
    let new_names: BTreeMap<String, String> =
        files.iter().map(|path| (old_path(path).to_string(), path.to_string())).collect();
    let old: Vec<VfsPath> = files.iter().map(old_path).filter(|path| before.get(path).is_some()).collect();
    let mut known: BTreeMap<Key, usize> = BTreeMap::new();
    if let Some(command) = self::command(*verb, &old).filter(|_| !old.is_empty()) {
        let check = Check { config: *config, ..Check::new(&command, before) };
        let verdict = verifier.for_purpose(Purpose::Baseline).verify(&check).await;
        // If the previous state cannot be judged, it excuses nothing.
        for mut problem in problems(&verdict).unwrap_or_default() {
            if !excuses_unreadable && is_unreadable(&problem) {
                continue;
            }
            problem.file = problem.file.map(|file| new_names.get(&file).cloned().unwrap_or(file));
            *known.entry(key(&problem)).or_default() += 1;
        }
    }
    let (mut new, mut tolerated) = (Vec::new(), 0);
    for problem in now {
        match known.get_mut(&key(&problem)) {
            Some(count) if *count > 0 => {
                *count -= 1;
                tolerated += 1;
            }
            _ => new.push(problem),
        }
    }
    Findings::Judged { new, known: tolerated }
}

/// Whether a problem says that a file could not be read.
pub(crate) fn is_unreadable(problem: &GateError) -> bool {
    problem.code.as_deref().is_none_or(|code| code.starts_with("err:"))
}

/// Why [`command`] returns `None`.
pub(crate) const UNQUOTABLE: &str = "a path holds white space and both kinds of quotes";

/// The command for some files. `None` if a path cannot be quoted.
pub(crate) fn command(verb: Verb, files: &[VfsPath]) -> Option<String> {
    Command::of_paths(verb, files.iter().map(VfsPath::as_str)).map(|command| command.to_string())
}

/// The identity of a problem: everything except its line, which an earlier edit shifts.
type Key = (Option<String>, Option<String>, String);

fn key(problem: &GateError) -> Key {
    (problem.file.clone(), problem.code.clone(), problem.message.clone())
}

/// The errors of a negative verdict. `Err` if the verdict does not judge the files.
fn problems(verdict: &Verdict) -> Result<Vec<GateError>, (Code, String)> {
    let error = || verdict.error.clone().unwrap_or_else(|| "no reason given".to_owned());
    if verdict.passed() {
        return Ok(Vec::new());
    }
    let Some(result) = &verdict.result else {
        return Err((verdict.code.unwrap_or(Code::Crashed), error()));
    };
    if result.truncated {
        return Err((Code::Limit, "its output was cut".to_owned()));
    }
    let entries: &[Diagnostic] = match (verdict.code, &result.output) {
        (None | Some(Code::Syntax), Output::Diagnostics(entries)) if !entries.is_empty() => entries,
        // A syntax error may be reported for the whole command.
        (Some(Code::Syntax), _) => {
            let mut problem = GateError::new(Code::Syntax, error());
            if let Some(location) = &result.location {
                locate(&mut problem, location);
            }
            return Ok(vec![problem]);
        }
        (code, _) => return Err((code.unwrap_or(Code::Crashed), error())),
    };
    let errors: Vec<GateError> = entries
        .iter()
        .filter(|entry| entry.severity != Severity::Warning)
        .map(|entry| {
            let mut problem = GateError::new(Code::Syntax, entry.message.clone());
            problem.code = entry.code.clone().or_else(|| entry.rule.clone());
            locate(&mut problem, &entry.location);
            problem
        })
        .collect();
    // The previous state cannot excuse a rule that did not run.
    let not_run = |message: &str| {
        ["Definition for rule", "Configuration for rule", "The configuration is invalid"]
            .iter()
            .any(|start| message.starts_with(start))
    };
    match errors.iter().find(|problem| not_run(&problem.message)) {
        Some(problem) => Err((Code::Unavailable, problem.message.clone())),
        None if errors.is_empty() => Err((Code::Crashed, error())),
        None => Ok(errors),
    }
}

fn locate(problem: &mut GateError, place: &Location) {
    problem.file = Some(place.file.clone());
    problem.line = Some(place.line);
    problem.column = Some(place.column);
}
