//! Phase 4, `BuildCheck`: what changed, and what imports it, has no type error that it did not have before.

use std::collections::BTreeMap;

use serde_json::Value;
use verdict_protocol::{Code, Severity};
use verdict_vfs::{Snapshot, VfsPath};

use super::affected::affected;
use super::checks::{Purpose, Recorded};
use super::run::{Change, Run, Stop};
use super::{Check, GateError, Journal, Phase, Target, Verdict, Verifier};

impl<V: Verifier, T: Target, J: Journal> Run<'_, V, T, J> {
    pub(super) async fn build_check(&mut self, change: &Change) -> Result<(), Stop> {
        if !self.options.phase_mask.has(Phase::BuildCheck) {
            return Ok(());
        }
        let start = (self.clock)();
        let built = build_check(&mut self.asking(Purpose::BuildCheck), &change.before, &change.after).await;
        let (code, detail) = match built {
            Built::Clean(detail) => {
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
                self.report.errors = errors;
                (code, detail)
            }
        };
        self.record(Phase::BuildCheck, false, detail.clone(), start);
        Err(self.take_back(change, code, detail.trim_end_matches('.')).await)
    }
}

/// What `BuildCheck` found.
enum Built {
    /// Nothing that is new.
    Clean(String),
    /// There is no verifier.
    Unavailable(String),
    /// What is new, or why it could not be told.
    Broken { code: Code, detail: String, errors: Vec<GateError> },
}

/// Type-checks the affected files of `after`, and where that finds something, those of `before`.
async fn build_check<V: Verifier>(
    verifier: &mut Recorded<'_, V>,
    before: &Snapshot,
    after: &Snapshot,
) -> Built {
    let files = affected(before, after);
    if files.is_empty() {
        return Built::Clean("BuildCheck: no JavaScript or TypeScript file is affected.".to_owned());
    }
    let Some(check) = command(&files) else {
        return unjudged(Code::Path, "a path holds white space and both kinds of quotes");
    };
    let verdict = verifier.verify(&Check::new(&check, after)).await;
    let clean = |new: &str| Built::Clean(format!("BuildCheck: {} files checked. {new}", files.len()));
    if verdict.passed() {
        return clean("All clean.");
    }
    let now = match problems(&verdict) {
        Ok(problems) => problems,
        Err((Code::Unavailable, error)) => return Built::Unavailable(error),
        Err((code, error)) => return unjudged(code, &error),
    };
    let old: Vec<VfsPath> = files.iter().filter(|path| before.get(path).is_some()).cloned().collect();
    let mut known: BTreeMap<Key, usize> = BTreeMap::new();
    if let Some(check) = command(&old).filter(|_| !old.is_empty()) {
        // A state before that cannot be judged excuses nothing.
        for problem in
            problems(&verifier.for_purpose(Purpose::Baseline).verify(&Check::new(&check, before)).await)
                .unwrap_or_default()
        {
            *known.entry(key(&problem)).or_default() += 1;
        }
    }
    let (mut errors, mut tolerated) = (Vec::new(), 0);
    for problem in now {
        match known.get_mut(&key(&problem)) {
            Some(count) if *count > 0 => {
                *count -= 1;
                tolerated += 1;
            }
            _ => errors.push(problem),
        }
    }
    if errors.is_empty() {
        return clean(&format!("No new error; {tolerated} known from before."));
    }
    let detail = format!("BuildCheck: {} new errors in {} files checked.", errors.len(), files.len());
    Built::Broken { code: Code::Syntax, detail, errors }
}

fn unjudged(code: Code, error: &str) -> Built {
    let detail = format!("BuildCheck could not judge: {error}");
    Built::Broken { code, errors: vec![GateError::new(code, detail.clone())], detail }
}

/// What makes two problems the same one: all but the line, which an edit above moves.
type Key = (Option<String>, Option<String>, String);

fn key(problem: &GateError) -> Key {
    (problem.file.clone(), problem.code.clone(), problem.message.clone())
}

/// The errors of a negative type-check. `Err` if it stands for no judgement on the files.
fn problems(verdict: &Verdict) -> Result<Vec<GateError>, (Code, String)> {
    let error = || verdict.error.clone().unwrap_or_else(|| "no reason given".to_owned());
    if verdict.passed() {
        return Ok(Vec::new());
    }
    if verdict.detail["truncated"] == Value::Bool(true) {
        return Err((Code::Limit, "its output was cut".to_owned()));
    }
    let entries = match (verdict.code, verdict.detail["output"].as_array()) {
        (None | Some(Code::Syntax), Some(entries)) if !entries.is_empty() => entries.as_slice(),
        // A file that does not parse may be reported for the whole command.
        (Some(Code::Syntax), _) => {
            let mut problem = GateError::new(Code::Syntax, error());
            locate(&mut problem, &verdict.detail["location"]);
            return Ok(vec![problem]);
        }
        (code, _) => return Err((code.unwrap_or(Code::Crashed), error())),
    };
    let warning = serde_json::to_value(Severity::Warning).unwrap_or_default();
    let errors: Vec<GateError> = entries
        .iter()
        .filter(|entry| entry["severity"] != warning)
        .map(|entry| {
            let text = |key: &str| entry[key].as_str().map(str::to_owned);
            let mut problem =
                GateError::new(Code::Syntax, text("message").unwrap_or_else(|| entry.to_string()));
            problem.code = text("code").or(text("rule"));
            locate(&mut problem, entry);
            problem
        })
        .collect();
    if errors.is_empty() { Err((Code::Crashed, error())) } else { Ok(errors) }
}

fn locate(problem: &mut GateError, place: &Value) {
    let number = |key: &str| place[key].as_u64().and_then(|n| u32::try_from(n).ok());
    problem.file = place["file"].as_str().map(str::to_owned);
    problem.line = number("line");
    problem.column = number("column");
}

/// `type-check:` of some files. `None` if a path cannot be quoted.
fn command(files: &[VfsPath]) -> Option<String> {
    let quoted: Option<Vec<String>> = files
        .iter()
        .map(|path| {
            let path = path.as_str();
            match (path.contains(char::is_whitespace), path.contains('"'), path.contains('\'')) {
                (false, _, _) => Some(path.to_owned()),
                (true, false, _) => Some(format!("\"{path}\"")),
                (true, true, false) => Some(format!("'{path}'")),
                (true, true, true) => None,
            }
        })
        .collect();
    Some(format!("type-check:{}", quoted?.join(" ")))
}
