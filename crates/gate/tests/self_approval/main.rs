//! Changes that would approve themselves, judged by the real engine. Each case of
//! `tests/hostile/gate/self-approval/` has a cheat that a rule must refuse, and an honest twin that the gate
//! must apply. `tests/e2e/gate-self-approval.test.mjs` runs the cases in Chromium, under both engines.
#![allow(missing_docs, reason = "a test")]
#![allow(clippy::disallowed_methods, reason = "the cases are files of this repository")]

mod case;
#[path = "../common/mod.rs"]
#[allow(dead_code, reason = "each test program uses a part of it")]
mod common;
mod cost;
mod engine;
mod flaky;
mod host;
mod laws;
#[path = "../../../../tests/hostile/outcome.rs"]
mod outcome;
#[path = "../transaction/world.rs"]
#[allow(dead_code, reason = "shared with the tests of the transaction, which use more of it")]
mod world;

use std::path::{Path, PathBuf};

use case::{Case, cases};
use outcome::{Outcome, tell};

fn groups() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/hostile/gate/self-approval");
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).expect("a folder").filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "txt"));
    files.sort();
    files
}

/// Runs a case. Returns what differs from its expectations, if anything.
fn judge(case: &Case) -> Option<String> {
    let (cheat, is_untouched) = engine::apply(&case.before, &case.cheat, &case.options());
    let rules: Vec<&str> = cheat.errors.iter().filter_map(|error| error.rule).collect();
    if cheat.success {
        return Some(format!("the cheat was applied\n{cheat:#?}"));
    }
    if !is_untouched {
        return Some("the cheat left other files".to_owned());
    }
    // A failure of the verify command or of a step itself belongs to no rule of the comparison.
    let failed = ["Verification failed", "Profile pr failed"];
    let is_failed = failed.iter().any(|start| cheat.message.starts_with(start));
    let by_verification = case.rule == "verification" && is_failed;
    if !by_verification && !rules.contains(&case.rule.as_str()) {
        return Some(format!(
            "refused by {rules:?} and not by {}: {}\n{:#?}",
            case.rule, cheat.message, cheat.tests
        ));
    }
    let (honest, is_untouched) = engine::apply(&case.before, &case.honest, &case.options());
    (!honest.success || is_untouched)
        .then(|| format!("the honest twin was refused: {}\n{:#?}", honest.message, honest.tests))
}

#[test]
fn every_case_of_self_approval() {
    let mut wrong = Vec::new();
    let mut count = 0;
    for path in groups() {
        let group = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        for case in cases(&std::fs::read_to_string(&path).expect("a file")) {
            count += 1;
            let found = judge(&case);
            let part = format!("self-approval {group}");
            tell(&Outcome {
                part: "gate",
                group: &part,
                name: &case.name,
                outcome: &case.rule,
                holds: found.is_none(),
            });
            wrong.extend(found.map(|found| format!("{group}: {}\n{found}", case.name)));
        }
    }
    assert!(count >= 130, "{count} cases");
    assert!(wrong.is_empty(), "{} of {count}\n\n{}", wrong.len(), wrong.join("\n\n"));
}
