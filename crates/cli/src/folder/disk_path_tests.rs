#![allow(clippy::disallowed_methods, reason = "the tests work on files")]

use std::fs;

use tempfile::TempDir;
use verdict_vfs::VfsPath;

use super::{is_listed, locate};

/// The result for a path on a file system that folds case, based on names only.
fn check(path: &str, folds_case: bool, expected: &str) {
    let folder = TempDir::new().unwrap();
    fs::create_dir_all(folder.path().join("src/.git")).unwrap();
    fs::write(folder.path().join("src/a.js"), "").unwrap();
    let found = locate(folder.path(), &VfsPath::parse(path).unwrap(), folds_case);
    let found = match found {
        Ok(place) => format!("{} {}", place.now.is_some(), place.folders.len()),
        Err(error) => error,
    };
    assert_eq!(found, expected, "{path} (folds case: {folds_case})");
}

#[test]
fn places() {
    for folds_case in [false, true] {
        check("/src/a.js", folds_case, "true 1");
        check("/src/b/c.js", folds_case, "false 2");
        check("/src/a.js/b", folds_case, "/src/a.js is not a folder");
        check("/src/.git/config", folds_case, ".git is not Verdict's to change");
        check("/a/node_modules/b.js", folds_case, "node_modules is not Verdict's to change");
        check("/runs", folds_case, "runs is not Verdict's to change");
        check("/.verdict/journal.json", folds_case, ".verdict is not Verdict's to change");
        check("/src/runs/a.js", folds_case, "false 2");
    }
    check("/.GIT/config", false, "false 1");
    check("/.GIT/config", true, ".GIT is not Verdict's to change");
    for name in [".g\u{200c}it", ".GIT.", ".git ", ".\u{feff}git"] {
        check(&format!("/{name}/config"), false, "false 1");
        check(&format!("/{name}/config"), true, &format!("{name} is not Verdict's to change"));
    }
    check("/node_module\u{17f}/b.js", true, "node_module\u{17f} is not Verdict's to change");
    check("/Runs/a.js", true, "Runs is not Verdict's to change");
}

#[test]
fn spellings_are_told_apart_by_what_the_folder_lists() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("Read.me"), "").unwrap();
    for (name, listed) in [("Read.me", true), ("read.me", false), ("Read.m\u{e9}", false)] {
        assert_eq!(is_listed(folder.path(), name).unwrap(), listed, "{name}");
    }
}
