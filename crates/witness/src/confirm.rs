//! Combines the results of both witnesses.

use std::collections::{BTreeMap, BTreeSet};

use verdict_protocol::refusals::is_refusal;
use verdict_protocol::{
    Code, Confirm, Disagreement, Engine, OnUnconfirmed, Scope, TestEntry, TestState, Unconfirmed,
    VerifyResult, Witnesses,
};

use crate::key::{Key, entries, tests};
use crate::{Plan, evidence};

/// The final result: the first witness's, with what the second found. It is no longer provisional. It is a
/// success only if every required test was confirmed, and every repeated file has equal tests and outcomes in
/// both engines.
///
/// `second` is `None` if the plan was empty. There is no success if the second witness did not run (it was
/// cancelled or unavailable) or ran other files. The same holds if a cut result prevents a complete comparison.
#[must_use]
pub fn confirm(
    mut first: VerifyResult,
    second: Option<&VerifyResult>,
    plan: &Plan,
    policy: &Confirm,
) -> VerifyResult {
    let mut found = Witnesses {
        seed: plan.seed,
        files: plan.files.clone(),
        required: plan.required_tests,
        sampled: plan.sampled_tests,
        ..Witnesses::default()
    };
    if let Some(second) = second {
        compare(&first, second, plan, &mut found);
    }
    for ((file, path, _), _) in tests(&first).into_iter().filter(|((file, ..), _)| plan.leaves_out(file)) {
        found.unconfirmed.push(Unconfirmed {
            file: file.to_owned(),
            path: path.to_vec(),
            required: plan.requires(file),
            why: "no command can name its file".to_owned(),
        });
    }
    let missing = plan.required_tests > 0 && second.is_none();
    let required = found.unconfirmed.iter().filter(|one| one.required).count();
    if first.success {
        if let Some((code, error)) = hindered(&first, second) {
            refuse(&mut first, code, error);
        } else if let Some(one) = found.disagreements.first() {
            let count = found.disagreements.len();
            let name = one.path.join(" > ");
            let error =
                format!("The engines disagree on {count} test(s), first on \"{name}\" in {}", one.file);
            refuse(&mut first, Code::Disagreement, error);
        } else if policy.unconfirmed == OnUnconfirmed::Fail && (required > 0 || missing) {
            let count = if missing { plan.required_tests } else { required };
            refuse(&mut first, Code::Unavailable, format!("{count} required test(s) could not be confirmed"));
        }
    }
    evidence::add(&mut first.evidence, second.and_then(|second| second.evidence.as_deref()));
    first.engine = Engine::Both;
    first.provisional = false;
    first.witnesses = Some(Box::new(found));
    first
}

/// Why the two results cannot be compared, if so.
fn hindered(first: &VerifyResult, second: Option<&VerifyResult>) -> Option<(Code, String)> {
    if [Some(first), second].into_iter().flatten().any(is_cut) {
        let error = "The output was cut at limits.outputBytes: what is not in it cannot be confirmed";
        return Some((Code::Limit, error.to_owned()));
    }
    let second = second?;
    // A limit that a test reached concerns that test.
    let unheard = match second.code {
        Some(Code::Cancelled) => true,
        Some(code) => entries(second).is_empty() && !is_limit(code),
        None => false,
    };
    if let (Some(code), true) = (second.code, unheard) {
        let why = second.error.as_deref().unwrap_or_default();
        return Some((code, format!("The second witness was not heard: {why}")));
    }
    // A result without an outcome names no files.
    let saw = [&first.snapshot_root, &second.snapshot_root];
    (saw[0] != saw[1] && saw.iter().all(|root| !root.is_empty())).then(|| {
        let error = "The files changed between the two runs: each witness saw others".to_owned();
        (Code::Integrity, error)
    })
}

/// Whether entries are missing at the end. A truncated console does not matter.
fn is_cut(result: &VerifyResult) -> bool {
    result.truncated && (result.limit.is_some() || !result.console.truncated)
}

/// Whether a test may have reached this limit.
fn is_limit(code: Code) -> bool {
    matches!(code, Code::Timeout | Code::Budget | Code::Memory | Code::Stack | Code::Limit | Code::Crashed)
}

fn refuse(result: &mut VerifyResult, code: Code, error: String) {
    result.success = false;
    result.code = Some(code);
    result.error = Some(error);
}

fn compare(first: &VerifyResult, second: &VerifyResult, plan: &Plan, found: &mut Witnesses) {
    let again: BTreeSet<&str> = plan.files.iter().map(String::as_str).collect();
    let browser = tests(first).into_iter().filter(|((file, ..), _)| again.contains(file));
    let mut both: BTreeMap<Key<'_>, (Option<&TestEntry>, Option<&TestEntry>)> = BTreeMap::new();
    for (key, entry) in browser {
        both.entry(key).or_default().0 = Some(entry);
    }
    for (key, entry) in tests(second) {
        both.entry(key).or_default().1 = Some(entry);
    }
    for ((file, path, _), (browser, boa)) in both {
        if browser.map(|entry| entry.state) == boa.map(|entry| entry.state) {
            found.confirmed += 1;
            continue;
        }
        let hindrance = match boa {
            Some(entry) => hindrance(entry),
            None => whole(second, file),
        };
        match hindrance {
            Some(why) => found.unconfirmed.push(Unconfirmed {
                file: file.to_owned(),
                path: path.to_vec(),
                required: plan.requires(file),
                why,
            }),
            None => found.disagreements.push(Disagreement {
                file: file.to_owned(),
                path: path.to_vec(),
                browser: browser.cloned().map(Box::new),
                boa: boa.cloned().map(Box::new),
            }),
        }
    }
}

/// Why the second engine could not judge a test, if so.
fn hindrance(entry: &TestEntry) -> Option<String> {
    if entry.state != TestState::Failed {
        return None;
    }
    let why = entry.error.clone().unwrap_or_default();
    let limit = entry.code.is_some_and(|code| is_limit(code) || code == Code::Unavailable);
    let lacks = entry.errors.iter().any(|error| is_refusal(&error.message)) || is_refusal(&why);
    (limit || lacks).then_some(why)
}

/// Why a file has no tests in the second engine, if it could not run the file.
fn whole(second: &VerifyResult, file: &str) -> Option<String> {
    let of_file = entries(second).iter().filter(|entry| entry.test_file() == file);
    let mut failed = of_file.filter(|entry| entry.scope != Scope::Test && entry.state == TestState::Failed);
    if let Some(why) = failed.find_map(hindrance) {
        return Some(why);
    }
    // The request had no outcome: a limit of the host, or a crashed worker.
    let nothing = entries(second).is_empty() && second.code.is_some();
    nothing.then(|| second.error.clone().unwrap_or_default())
}
