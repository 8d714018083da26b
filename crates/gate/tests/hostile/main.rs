//! Runs every case of `tests/hostile/gate/`, which a gate must survive.
#![allow(missing_docs, reason = "a test")]
#![allow(clippy::disallowed_methods, reason = "the cases are files of this repository")]

mod case;
#[path = "../common/mod.rs"]
#[allow(dead_code, reason = "each test program uses a part of it")]
mod common;
#[path = "../../../../tests/hostile/outcome.rs"]
mod outcome;
mod page;
#[path = "../transaction/world.rs"]
#[allow(dead_code, reason = "shared with the tests of the transaction, which use more of it")]
mod world;

use std::path::{Path, PathBuf};

use case::{Case, Kind};

/// `gate/*.json`, and files next to that folder whose names begin with `gate`.
fn groups() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/hostile");
    let list = |folder: &Path| -> Vec<PathBuf> {
        let entries = std::fs::read_dir(folder).into_iter().flatten();
        entries.filter_map(|entry| Some(entry.ok()?.path())).collect()
    };
    let named = |path: &PathBuf, start: &str| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with(start) && name.ends_with(".json")
    };
    let mut files: Vec<PathBuf> = list(&folder).into_iter().filter(|path| named(path, "gate")).collect();
    files.extend(list(&folder.join("gate")).into_iter().filter(|path| named(path, "")));
    files.sort();
    files
}

fn cases(path: &Path) -> Vec<Case> {
    let text = std::fs::read_to_string(path).expect("a file");
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn every_case_of_the_gate() {
    let mut failures = Vec::new();
    let mut count = 0;
    for path in groups() {
        let group = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        for case in cases(&path) {
            count += 1;
            failures
                .extend(page::judge(&group, &case).map(|found| format!("{group}: {}\n{found}", case.name)));
        }
    }
    println!("{count} cases");
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

#[test]
fn every_group_has_cheats_with_their_honest_twins() {
    let groups = groups();
    assert!(!groups.is_empty());
    for path in groups {
        let cases = cases(&path);
        let count = |kind| cases.iter().filter(|case| case.kind == kind).count();
        assert!(count(Kind::Cheat) + count(Kind::Nop) > 0 && count(Kind::Oracle) > 0, "{}", path.display());
        let mut names: Vec<&str> = cases.iter().map(|case| case.name.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), cases.len(), "two cases of one name in {}", path.display());
    }
}
