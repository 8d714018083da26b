//! Fixes: what they change, that they end, and that the result parses.

use crate::common;

use common::{first, render, snapshot};
use proptest::prelude::*;
use serde_json::{Value, json};
use verdict_analysis::{Fixed, Linter, rules};
use verdict_protocol::LintConfig;

fn fixed(config: &Value, fixture: &str) -> Option<Fixed> {
    let parsed = serde_json::from_value::<LintConfig>(config.clone()).expect("a configuration");
    Linter::new(&snapshot(fixture), &parsed).fix(&first(fixture), &parsed.fix_types)
}

fn check(config: &Value, fixture: &str, expected: &str, left: &str) {
    let Fixed { text, found } = fixed(config, fixture).expect("something to fix");
    assert_eq!((text.as_str(), render(&found).as_str()), (expected, left), "for {config} on {fixture}");
}

fn casts() -> Value {
    json!({ "configs": [{ "rules": { "no-extra-boolean-cast": 2, "no-empty": 1 } }] })
}

#[test]
fn fixes_are_applied_in_passes_until_nothing_changes() {
    check(&casts(), "if (!!a) b();", "if (a) b();", "");
    check(&casts(), "if (!!!!a) b();", "if (a) b();", "");
    check(&casts(), "if (Boolean(!!a)) {}", "if (a) {}", "1:8-1:10 no-empty Empty block statement.");
    check(&casts(), "'\u{1f600}'; if (!!a) b(); if (!!c) d();", "'\u{1f600}'; if (a) b(); if (c) d();", "");
    check(&casts(), "\u{feff}if (!!a) b();\r\n", "\u{feff}if (a) b();\r\n", "");
    for unchanged in ["if (a) b();", "if (!! /* why */ a) b();", "if (!!a", "//- /a.json\n{}"] {
        assert_eq!(fixed(&casts(), unchanged), None, "{unchanged}");
    }
}

#[test]
fn directives_without_effect_are_removed() {
    let config = json!({ "configs": [{ "rules": { "no-debugger": 2 } }] });
    check(&config, "a; // eslint-disable-line\n", "a;  \n", "");
    check(
        &config,
        "/* eslint-disable no-empty, no-debugger */ debugger;",
        "/* eslint-disable no-debugger */ debugger;",
        "",
    );
}

#[test]
fn types_of_fixes_can_be_chosen() {
    let with = |types: Value| {
        let mut config = casts();
        config["fixTypes"] = types;
        fixed(&config, "if (!!a) b(); // eslint-disable-line no-empty").map(|fixed| fixed.text)
    };
    assert_eq!(with(json!(["suggestion"])).as_deref(), Some("if (a) b(); // eslint-disable-line no-empty"));
    assert_eq!(with(json!(["directive"])).as_deref(), Some("if (!!a) b();  "));
    assert_eq!(with(json!(["layout", "problem"])), None);
}

/// All rules, each with its default options.
fn every_rule() -> Value {
    let rules: serde_json::Map<String, Value> =
        rules().filter(|rule| rule.fixable).map(|rule| (rule.id.to_owned(), json!("error"))).collect();
    json!({ "configs": [{ "rules": rules }] })
}

proptest! {
    /// A fixed file parses, and fixing it again changes nothing, unless ten passes were too few.
    #[test]
    fn fixes_end(pieces in prop::collection::vec(prop::sample::select(PIECES), 1..12)) {
        let source = pieces.join(" ");
        if let Some(Fixed { text, found }) = fixed(&every_rule(), &source) {
            prop_assert!(found.iter().all(|one| one.code.is_none()), "{source}\n{text}\n{}", render(&found));
            prop_assert_eq!(fixed(&every_rule(), &text).map(|again| again.text), None, "{}", source);
        }
    }
}

/// Statements that rules fix.
const PIECES: &[&str] = &[
    "if (!!a) b();",
    "while (Boolean(a = b)) { c(); }",
    "var x = 1;",
    "let y = 2; y;",
    "const s = 'a' + b;",
    "if (a) { return_; } else { c(); }",
    "f(function () { return 1; });",
    "const o = { f: function () {}, g: g };",
    "const { p: p } = q;",
    "a == null;",
    "o['p'] = 1;",
    "for (;;) { break; }",
    "// eslint-disable-next-line no-var\nvar z;\n",
    "/* eslint-disable */ debugger; /* eslint-enable */",
    "if (!(a in b)) {}",
    "const t = a ? true : false;",
    "x = /  /;",
    "'use strict';",
    "async () => { await a; };",
    "switch (a) { case 1: break; default: }",
];
