//! `verdict explain`, as people call it.
#![allow(clippy::disallowed_methods, reason = "the command is a process")]

use std::process::Command;

use verdict_analysis::rules;

fn explain(names: &[&str]) -> (i32, String, String) {
    let output =
        Command::new(env!("CARGO_BIN_EXE_verdict")).arg("explain").args(names).output().expect("it runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code().unwrap_or(-1), text(&output.stdout), text(&output.stderr))
}

/// Checks the exit code, and a part of what is printed.
#[track_caller]
fn check(name: &str, code: i32, said: &str) {
    let (actual, out, err) = explain(&[name]);
    assert_eq!(actual, code, "{name}: {out}{err}");
    assert!(format!("{out}{err}").contains(said), "{name} without {said:?}: {out}{err}");
}

#[test]
fn every_rule_has_its_page() {
    let ids: Vec<&str> = rules().map(|rule| rule.id).collect();
    let (code, out, err) = explain(&ids);
    assert_eq!((code, err.as_str()), (0, ""));
    for id in ids {
        assert!(out.contains(&format!("# {id}\n")), "{id} has no page");
    }
}

#[test]
fn rules_of_plugins_lead_to_the_one_that_covers_them() {
    check("no-var", 0, "# no-var\n");
    check(
        "@typescript-eslint/no-unused-vars",
        0,
        "@typescript-eslint/no-unused-vars is no-unused-vars.\n\n# no-unused-vars\n",
    );
    check("@typescript-eslint/no-var", 0, "@typescript-eslint/no-var is no-var.");
    check("agent/no-network", 0, "# agent/no-network\n");
    check("jest/no-network", 2, "there is no rule jest/no-network");
    check("import-x/no-var", 2, "there is no rule import-x/no-var");
}

/// Rules of groups that plugins name differently, whichever there are.
#[test]
fn groups_of_plugins_are_translated() {
    for rule in rules() {
        if let Some(name) = rule.id.strip_prefix("import/") {
            check(&format!("import-x/{name}"), 0, &format!("# {}\n", rule.id));
        }
        if let Some(name) = rule.id.strip_prefix("vitest/").or_else(|| rule.id.strip_prefix("jest/")) {
            check(&format!("jest/{name}"), 0, &format!("/{name}\n"));
            check(&format!("vitest/{name}"), 0, &format!("/{name}\n"));
        }
    }
}

#[test]
fn names_that_nobody_knows_have_a_nearest_one() {
    check("no-vra", 2, "there is no rule no-vra; the nearest is no-var");
    check("qqqqqqqqqqqqqqqqqq", 2, "there is no rule qqqqqqqqqqqqqqqqqq");
    check("TS2333", 2, "TypeScript has no code TS2333; the nearest is TS2332");
    check("TS99999999", 2, "TypeScript has no code TS99999999");
    // The others are explained.
    let (code, out, err) = explain(&["no-vra", "no-var", "TS2304"]);
    assert!(code == 2 && out.contains("# no-var\n") && out.contains("# TS2304\n"), "{out}{err}");
    assert_eq!(explain(&[]).0, 2);
}

#[test]
fn codes_have_their_message_and_what_they_are_worth() {
    check("TS2345", 0, "Argument of type '{0}' is not assignable to parameter of type '{1}'.");
    check("TS2345", 0, "Advisory: it is reported and fails nothing. Reason: types that are only inferred");
    check("2305", 0, "Certain: it fails. Reason: the module has no such export, so linking fails.");
    check("ts2554", 0, "Only new: it fails where the baseline did not have it.");
    check("TS2304", 0, "Name: it fails if the scope analysis");
    // Grammar has no entry of its own.
    check("TS1005", 0, "'{0}' expected.\n\nIn code without types: Certain: it fails.\n");
}
