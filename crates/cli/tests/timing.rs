//! `--timing`: which lint rules take the time.
#![allow(clippy::disallowed_methods, reason = "the command works on files")]

use crate::project;

use project::{folder, run};
use serde_json::Value;

const PROJECT: &str = "\
//- eslint.config.json
[{ \"rules\": { \"no-debugger\": 2, \"no-empty\": 2, \"no-var\": 2 } }]
//- src/a.js
export const a = 1;
//- src/b.js
export const b = 2;
";

/// The rules of the table on standard error, without their times.
fn listed(arguments: &[&str]) -> Vec<String> {
    let folder = folder(PROJECT);
    let (code, out, err) = run(folder.path(), arguments);
    assert_eq!(code, 0, "{arguments:?}: {out}{err}");
    let rows = err.lines().skip_while(|line| !line.starts_with("Rule ")).skip(2);
    let mut rules: Vec<String> =
        rows.filter_map(|row| Some(row.split_once(" | ")?.0.trim().to_owned())).collect();
    rules.sort();
    rules
}

#[test]
fn the_slowest_rules_are_listed() {
    let all = ["no-debugger", "no-empty", "no-var"];
    assert_eq!(listed(&["--timing", "lint:src/*.js"]), all);
    // Over all commands, and over the processes that share the files.
    assert_eq!(listed(&["--timing", "--workers", "2", "lint:src/a.js", "lint:src/*.js"]), all);
    assert_eq!(listed(&["--timing=2", "lint:src/*.js"]).len(), 2);
    assert_eq!(listed(&["--timing", "eval:1"]), [""; 0]);
    assert_eq!(listed(&["lint:src/*.js"]), [""; 0]);
}

#[test]
fn a_report_has_the_same_bytes() {
    let folder = folder(PROJECT);
    let report = |arguments: &[&str]| run(folder.path(), &[arguments, &["lint:src/*.js"]].concat()).1;
    assert_eq!(report(&["--timing", "--format", "tap"]), report(&["--format", "tap"]));
    let json: Value = serde_json::from_str(&report(&["--json", "--timing"])).unwrap_or_default();
    let rules = json["results"][0]["timing"]["rules"].as_array().map_or(0, Vec::len);
    assert_eq!(rules, 3, "{json}");
}
