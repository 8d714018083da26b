//! The outcome of each file: its tests with what a checker found in them.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use verdict_judge::{Carried, Event, Fault, FileOutcome, Judge, Plan, SourceLocations, TestId};
use verdict_protocol::{Code, Diagnostic, EvidenceLevel, ExpectConfig, TestConfig};
use verdict_vfs::{Blob, SCRIPT_EXTENSIONS, VfsPath};

use super::declared::{Declarations, Unknown};
use super::{Outcomes, TypeTests, evidence};
use crate::answer::{Answer, Covered, Finding};
use crate::join::Failure;

/// The name of an error of types, as in Vitest.
const NAME: &str = "TypeCheckError";

/// The outcomes of test files, and of others whose errors fail the run.
pub(super) fn outcomes(asked: &TypeTests<'_>, answer: Result<&Answer, &Failure>) -> Outcomes {
    let places = Rc::new(SourceLocations::new(asked.snapshot.clone()));
    // Requirements on assertions are about code that runs.
    let config = TestConfig { expect: ExpectConfig::default(), ..asked.test.clone() };
    let mut outside: BTreeMap<&str, Vec<&Finding>> = BTreeMap::new();
    let mut inside: BTreeMap<&str, Vec<&Finding>> = BTreeMap::new();
    let mut covered: BTreeMap<&str, &Covered> = BTreeMap::new();
    if let Ok(answer) = answer {
        covered.extend(answer.files.iter().map(|covered| (covered.file.as_str(), covered)));
        let tests: BTreeSet<&str> = asked.files.iter().map(VfsPath::as_str).collect();
        for finding in answer.diagnostics.iter().filter(|finding| finding.category == "error") {
            let file = finding.location.file.as_str();
            if tests.contains(file) {
                inside.entry(file).or_default().push(finding);
            } else if counts(file, covered.get(file).copied(), &config) {
                outside.entry(file).or_default().push(finding);
            }
        }
    }
    let judge = |file: &VfsPath| Judge::new(file, &config, Rc::clone(&places));
    let mut outcomes = Outcomes::new();
    for file in &asked.files {
        let mut judge = judge(file);
        let text = asked.snapshot.get(file).and_then(Blob::text).unwrap_or_default();
        let declared = Declarations::of(file.as_str(), text, &config);
        let found = inside.remove(file.as_str()).unwrap_or_default();
        let unchecked = match answer {
            _ if config.list => None,
            Err(failure) => Some(not_checked(failure.code, &failure.message)),
            Ok(_) if found.is_empty() => unchecked(covered.get(file.as_str()).copied()),
            Ok(_) => None,
        };
        let evidence = match asked.test.evidence {
            EvidenceLevel::Off => None,
            EvidenceLevel::Graph => Some(evidence::of_file(asked.snapshot, file, None)),
            EvidenceLevel::Full => Some(evidence::of_file(asked.snapshot, file, declared.as_ref().ok())),
        };
        match (declared, unchecked) {
            (_, Some(fault)) => judge.take(Event::LoadFailed(fault)),
            (Ok(declared), None) => take(&mut judge, &declared, &found),
            (Err(unknown), None) => failed(unknown, &found).into_iter().for_each(|fault| {
                judge.take(Event::LoadFailed(fault));
            }),
        }
        let outcome = FileOutcome { evidence: evidence.map(Box::new), ..judge.outcome(&config) };
        outcomes.push((file.clone(), outcome));
    }
    for (file, found) in outside {
        // What concerns no file is reported for the root.
        let path = VfsPath::parse(file).ok().or_else(|| asked.files.first().cloned());
        let Some(path) = path else { continue };
        let mut judge = judge(&path);
        found.into_iter().map(fault).for_each(|fault| judge.take(Event::FileFault(fault)));
        outcomes.push((path, judge.outcome(&config)));
    }
    outcomes
}

/// Whether an error in a file that is no test of types fails the run.
fn counts(file: &str, covered: Option<&Covered>, config: &TestConfig) -> bool {
    let is_script =
        file.rsplit_once('.').is_some_and(|(_, extension)| SCRIPT_EXTENSIONS.contains(&extension));
    // A configuration that cannot be read is an error of its own.
    !is_script
        || (!config.typecheck.ignore_source_errors
            && (config.typecheck.allow_js || covered.is_none_or(|covered| covered.typed)))
}

/// Why a file without an error was not checked, if so.
fn unchecked(covered: Option<&Covered>) -> Option<Fault> {
    let why = match covered {
        Some(covered) if covered.checked => return None,
        Some(_) => {
            "its project does not check JavaScript (set test.typecheck.allowJs, or begin the file with // @ts-check)"
        }
        None => "no tsconfig.json includes the file (name one that does as test.typecheck.tsconfig)",
    };
    Some(not_checked(Code::Unavailable, why))
}

fn not_checked(code: Code, why: &str) -> Fault {
    Fault::coded(code, format!("types were not checked: {why}"))
}

fn failed(unknown: Unknown, found: &[&Finding]) -> Vec<Fault> {
    match unknown {
        Unknown::Pattern(why) => vec![Fault::coded(Code::Protocol, why)],
        Unknown::Syntax(_) if !found.is_empty() => found.iter().copied().map(fault).collect(),
        Unknown::Syntax(errors) => errors.into_iter().map(syntax_fault).collect(),
    }
}

fn syntax_fault(error: Diagnostic) -> Fault {
    let Diagnostic { message, location, .. } = error;
    Fault { name: "SyntaxError".into(), at: Some(location), ..Fault::coded(Code::Syntax, message) }
}

/// Tells the judge of tests, and of what was found in them.
fn take(judge: &mut Judge, declared: &Declarations, found: &[&Finding]) {
    let mut ids = BTreeMap::new();
    for (index, one) in declared.all.iter().enumerate().filter(|(_, one)| one.is_test) {
        ids.insert(index, TestId(ids.len()));
        judge.take(Event::Collected {
            path: one.path.clone(),
            at: one.at.clone(),
            plan: one.plan,
            fails: one.fails,
        });
    }
    if let Some(at) = &declared.focused {
        judge.take(Event::Focused(at.clone()));
    }
    let runs = |index: &usize| declared.all[*index].plan == Plan::Run;
    ids.iter().filter(|(index, _)| runs(index)).for_each(|(_, id)| judge.take(Event::Started(*id, 0.0)));
    for finding in found {
        let fault = fault(finding);
        match declared.at((finding.location.line, finding.location.column)) {
            None => judge.take(Event::FileFault(fault)),
            // What does not run does not fail.
            Some(index) if !runs(&index) => {}
            Some(index) => match ids.get(&index) {
                Some(id) => judge.take(Event::TestFault(*id, fault)),
                None => judge.take(Event::SuiteFault(declared.all[index].path.clone(), fault)),
            },
        }
    }
    for (_, id) in ids.iter().filter(|(index, _)| runs(index)) {
        judge.take(Event::Completed(*id));
        judge.take(Event::Finished(*id, 0.0));
    }
}

fn fault(finding: &Finding) -> Fault {
    let properties = Some(format!("{{ code: 'TS{}' }}", finding.code));
    Fault {
        name: NAME.to_owned(),
        at: Some(finding.location.clone()),
        carried: Some(Box::new(Carried { properties, ..Carried::default() })),
        ..Fault::new(message(&finding.message))
    }
}

/// The message, with what `expectTypeOf` says on its first line, as in Vitest.
fn message(message: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    for line in message.lines() {
        let words = line.trim_start();
        let is_reason = words.starts_with("Type ") && words.contains(" has no call signatures");
        match lines.last_mut().filter(|_| is_reason && line.len() > words.len()) {
            Some(last) => *last = format!("{last} {words}"),
            None => lines.push(line.to_owned()),
        }
    }
    lines.join("\n")
}
