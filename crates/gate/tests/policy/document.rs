//! The constitution document.

use verdict_gate::policy::{Constitution, Enforcement};

/// Expects `line:column: part of the message` for every error.
#[track_caller]
fn check(text: &str, expected: &[&str]) {
    let errors = Constitution::parse(text, "c").err().unwrap_or_default();
    let shown: Vec<String> = errors.iter().map(ToString::to_string).collect();
    assert_eq!(shown.len(), expected.len(), "{text}\n{shown:#?}");
    for (shown, expected) in shown.iter().zip(expected) {
        let (place, message) = expected.split_once(": ").expect("line:column: message");
        assert!(shown.starts_with(&format!("c:{place}: ")) && shown.contains(message), "{text}\n{shown}");
    }
}

const GOOD: &str = "\
version: 1
rules:
  - id: RULE_002
    text: No plugin source edits unless explicitly approved.
    paths: ['/plugins/**']
    keywords: ['rm -rf']
    enforcement: advisory
    approval: person
capabilities:
  - { prefix: /tools/, write: ['/data/**'], network: false, eval: true }
";

#[test]
fn a_document_is_read() {
    check(GOOD, &[]);
    let read = Constitution::parse(GOOD, "c").expect("a constitution");
    assert_eq!(read.rules[0].enforcement, Enforcement::Advisory);
    assert_eq!(read.rules[0].paths[0].as_str(), "/plugins/**");
    assert!(read.capabilities[0].eval && !read.capabilities[0].network);
    let json = r#"{"version":1,"rules":[{"id":"RULE_002","text":"No plugin source edits unless explicitly approved.","paths":["/plugins/**"],"keywords":["rm -rf"],"enforcement":"advisory","approval":"person"}],"capabilities":[{"prefix":"/tools/","write":["/data/**"],"network":false,"eval":true}]}"#;
    assert_eq!(Constitution::parse(json, "c").expect("JSON"), read);
    check("version: 1", &[]);
}

#[test]
fn every_mistake_has_its_place() {
    check("", &["1:1: unexpected end"]);
    check("version: 2", &["1:10: version 2 is not read here"]);
    check("rules: []", &["1:1: version"]);
    check("version: 1\nrule: []", &["2:1: rule"]);
    let rule = |more: &str| format!("version: 1\nrules:\n  - {{ id: A, text: t, {more} }}\n");
    check(&rule("paths: ['/a']"), &[]);
    check(&rule("enforcement: blocking"), &["3:5: no trigger"]);
    check(&rule("paths: ['/a'], enforcment: advisory"), &["3:38: enforcment"]);
    check(&rule("paths: ['/a'], enforcement: maybe"), &["3:51: maybe"]);
    check(&rule("paths: ['/a'], approval: anybody"), &["3:48: anybody"]);
    check(
        &rule("paths: ['/[a', '', '!/a', '/a/../**', '../a', 'C:\\a']"),
        &[
            "3:31: Bad glob",
            "3:38: it is empty",
            "3:42: negation",
            "3:49: cannot go up",
            "3:61: leaves the root",
            "3:69: backslash",
        ],
    );
    check(&rule("keywords: [' ']"), &["3:34: empty keyword"]);
    check(&rule("paths: ['/a'], id: B"), &["3:38: duplicate"]);
    check(
        "version: 1\nrules:\n- { id: A, text: t, paths: [/a] }\n- { id: 'a b', text: ' ', paths: [/a] }\n- { id: A, text: t, paths: [/b] }",
        &["4:9: A rule id is", "4:22: needs a text", "5:9: The rule id A stands twice"],
    );
    let capability = |entry: &str| format!("version: 1\ncapabilities:\n- {{ {entry} }}\n");
    check(&capability("prefix: /a/, write: [], network: false, eval: false"), &[]);
    check(&capability("prefix: /a/, write: []"), &["3:18: network"]);
    check(
        &capability("prefix: /a/**, write: ['{'], network: false, eval: false"),
        &["3:13: a path, not a glob", "3:28: Bad glob"],
    );
    check("version: 1\ncapabilities:\n- { prefix: /a/, write: [], network: no, eval: false }", &["3:38: "]);
    check(
        "version: 1\ncapabilities:\n- { prefix: /a/, write: [], network: false, eval: false }\n- { prefix: /a, write: [], network: false, eval: false }",
        &["4:13: stands twice"],
    );
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig { cases: 2_000, ..Default::default() })]

    /// Every document either parses or fails with locations inside it.
    #[test]
    fn no_document_panics(
        cut in 0..GOOD.len(),
        inserted in "[ -~\n\t😀]{0,6}",
        removed in 0usize..12,
    ) {
        let text = format!("{}{inserted}{}", &GOOD[..cut], &GOOD[(cut + removed).min(GOOD.len())..]);
        for error in Constitution::parse(&text, "c").err().into_iter().flatten() {
            let lines = text.split('\n').count() + 1;
            proptest::prop_assert!(error.line >= 1 && (error.line as usize) <= lines, "{}", error);
        }
    }
}
