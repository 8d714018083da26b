//! Changes of rules and checks require new versions.

use verdict_analysis::{CHECKS, Linter};
use verdict_protocol::{CHECKER_VERSION, RULES_VERSION};

/// Compares the last line of a history, `version: ids`, with the current state.
fn check(history: &str, version: &str, ids: &str) {
    let versions: Vec<&str> = history.lines().filter_map(|line| line.split(':').next()).collect();
    let number =
        |version: &&str| -> Vec<u64> { version.split('.').filter_map(|it| it.parse().ok()).collect() };
    assert!(versions.is_sorted_by(|a, b| number(a) < number(b)), "each version stands once, in order");
    let current = format!("{version}: {ids}");
    assert_eq!(
        history.lines().last(),
        Some(current.as_str()),
        "it changed: give it another version in crates/protocol/src/toolchain.rs and add a line with that one"
    );
}

/// Rules that no one enabled report nothing, so only those of the default preset count.
#[test]
fn another_set_of_default_rules_is_another_version() {
    let ids: Vec<&str> = Linter::default_rules().collect();
    check(include_str!("versions/rules.txt"), RULES_VERSION, &ids.join(" "));
}

#[test]
fn another_set_of_checks_is_another_version() {
    check(include_str!("versions/checks.txt"), CHECKER_VERSION, &CHECKS.join(" "));
}
