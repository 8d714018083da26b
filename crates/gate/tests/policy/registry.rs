//! The policy rules as data, and their pages.
#![allow(clippy::disallowed_methods, reason = "the pages are files of this repository")]

use std::collections::BTreeSet;
use std::path::PathBuf;

use serde_json::json;
use verdict_gate::Policy;
use verdict_gate::policy::{POLICY_RULES, Reaction};

use crate::judge::{Kind, options, run};

fn pages() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/policy")
}

/// Each rule has a page with the same sections, and every page has a rule.
#[test]
fn every_rule_has_its_page() {
    let index = std::fs::read_to_string(pages().join("README.md")).expect("an index");
    for rule in POLICY_RULES {
        let page = std::fs::read_to_string(pages().join(format!("{}.md", rule.id)))
            .unwrap_or_else(|error| panic!("docs/policy/{}.md: {error}", rule.id));
        assert!(page.starts_with(&format!("# {}\n", rule.id)), "{}", rule.id);
        for part in ["## What it sees", "## What it cannot see", "## How to allow it"] {
            assert!(page.contains(part), "{} has no {part}", rule.id);
        }
        assert!(page.contains(rule.summary), "{} says something else than {}", rule.id, rule.summary);
        let word = |reaction| if reaction == Reaction::Block { "block" } else { "warn" };
        let row = format!(
            "| [`{0}`]({0}.md) | {1} | {2} | {3} | {4} |",
            rule.id,
            rule.summary,
            word(rule.standard),
            word(rule.paranoid),
            if rule.option.contains(' ') { rule.option.to_owned() } else { format!("`{}`", rule.option) },
        );
        assert!(index.contains(&row), "docs/policy/README.md lacks\n{row}");
    }
    let ids: BTreeSet<String> = POLICY_RULES.iter().map(|rule| format!("{}.md", rule.id)).collect();
    let files = std::fs::read_dir(pages())
        .expect("a folder")
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    // The page of an option of `test:`, which the index lists separately.
    let apart = "sealed-api.md";
    assert!(index.contains(&format!("of no rule: [`sealedApi`]({apart})")), "{index}");
    for file in files.filter(|file| file != "README.md" && file != apart) {
        assert!(ids.contains(&file), "docs/policy/{file} is the page of no rule");
    }
    assert_eq!(ids.len(), POLICY_RULES.len(), "an id stands twice");
}

#[test]
fn strictness_says_what_the_policy_does_not() {
    let reaction = |policy: serde_json::Value, id: &str| {
        let policy: Policy = serde_json::from_value(policy).expect("a policy");
        let rule = POLICY_RULES.iter().find(|rule| rule.id == id).expect("a rule");
        policy.reaction(rule)
    };
    let paranoid =
        |more: &str| serde_json::from_str(&format!(r#"{{"strictness":"paranoid"{more}}}"#)).expect("JSON");
    assert_eq!(reaction(json!({}), "lint-style"), Reaction::Warn);
    assert_eq!(reaction(paranoid(""), "lint-style"), Reaction::Block);
    assert_eq!(reaction(paranoid(r#","lintStyle":"warn""#), "lint-style"), Reaction::Warn);
    assert_eq!(reaction(json!({ "suppressions": "warn" }), "suppression"), Reaction::Warn);
    assert_eq!(reaction(json!({ "oldTests": "warn" }), "old-tests"), Reaction::Warn);
    assert_eq!(reaction(json!({ "allowUnverified": true }), "unverified"), Reaction::Warn);
    assert!(serde_json::from_value::<Policy>(json!({ "strictness": "lax" })).is_err());
}

#[test]
fn reasons_are_a_tree() {
    let before = "//- /b.js\n1;\n";
    let options = options(&json!({ "policy": { "allowUnverified": true } }));
    let (report, ..) =
        run(before, &json!({ "/b.js": "f(); // @ts-ignore" }).to_string(), &options, Kind::Works);
    let reason = report.explain();
    assert_eq!(reason.text, report.message);
    let phase = &reason.because[0];
    assert!(phase.text.starts_with("PreFlight failed"), "{phase:#?}");
    let rule = &phase.because[0];
    assert!(
        rule.text.starts_with("suppression: A comment is added")
            && rule.text.contains("docs/policy/suppression.md")
    );
    assert_eq!((rule.because[0].text.as_str(), rule.because[0].because.len()), ("/b.js", 1), "{rule:#?}");
    assert!(rule.because[0].because[0].text.starts_with("1:9: @ts-ignore"), "{rule:#?}");
    let (report, ..) = run(before, r#"{"/b.js":"2;"}"#, &options, Kind::Works);
    let reason = report.explain();
    assert!(
        reason.text.contains("applied") && reason.because.iter().all(|phase| !phase.text.contains("failed"))
    );
    assert!(reason.because.last().is_some_and(|last| last.text.contains("warning(s), which did not decide")));
}
