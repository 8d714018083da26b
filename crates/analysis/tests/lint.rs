//! Lint rules: what they report, where, and what they leave alone.

use crate::common;

use std::collections::BTreeSet;

use common::{first, render, snapshot};
use verdict_analysis::{Linter, rules};
use verdict_protocol::LintConfig;

fn check(fixture: &str, expected: &str) {
    let found = Linter::new(&snapshot(fixture), &LintConfig::default()).check(&first(fixture));
    assert_eq!(render(&found), expected, "for {fixture}");
}

#[test]
fn no_console() {
    check("console.log(1);", "1:1-1:12 no-console Avoid console.log in production code");
    check(
        "const f = () => { console\n  .log(1) };",
        "1:19-2:7 no-console Avoid console.log in production code",
    );
    check("console['log'](1);", "1:1-1:15 no-console Avoid console.log in production code");
    check("[1].forEach(console.log);", "1:13-1:24 no-console Avoid console.log in production code");
    check("console.warn(1); console.error(2); console.table([]);", "");
    check("const console = { log() {} }; console.log(1); export {};", "");
    check("my.console.log(1); log(2);", "");
    check("//- /src/debug/log.js\nconsole.log(1);", "");
}

#[test]
fn no_debugger() {
    check("if (x) debugger;", "1:8-1:17 no-debugger Remove debugger statements");
    check("const o = { debugger: 1 }; o.debugger;", "");
}

#[test]
fn no_eval() {
    let at = |place: &str| format!("{place} no-eval Avoid using eval() for security reasons");
    check("eval('1');", &at("1:1-1:5"));
    check("(0, eval)('1');", &at("1:5-1:9"));
    check("const run = eval; run('1');", &at("1:13-1:17"));
    check("globalThis.eval('1');", &at("1:12-1:16"));
    check("window.window['eval']('1');", &at("1:15-1:21"));
    check("self[`eval`]('1');", &at("1:6-1:12"));
    check("export function f(eval_) { return eval_('1'); }", "");
    check("const m = { eval() {} }; m.eval('1');", "");
    check("const window = { eval() {} }; window.eval('1'); export {};", "");
    check("//- /a.cjs\n'use strict';\nfunction f(evaluate) { return evaluate('eval(1)'); }", "");
}

#[test]
fn no_var() {
    let at = |place: &str| format!("{place} no-var Use const or let instead of var");
    check("var a = 1, b;\n", &at("1:1-1:14"));
    check("for (var i = 0; i < 1; i++) {}", &at("1:6-1:15"));
    check("export var a;", &at("1:8-1:14"));
    check("const variable = 1; let v;", "");
    check("//- /a.ts\ndeclare var A: number; declare global { var B: number } export {};", "");
    check("//- /a.d.ts\nvar A: number;", "");
}

#[test]
fn strict() {
    let missing = "1:1-1:1 strict Missing \"use strict\"";
    check("//- /a.cjs\nmodule.exports = 1;", missing);
    check("const path = require('path');\nmodule.exports = path;", missing);
    check("'use strict';\nmodule.exports = require('path');", "");
    check("//- /a.cjs\n", "");
    check("export const a = 1;", "");
    check("const a = 1;", "");
    check("//- /a.mjs\nconst a = 1;", "");
}

#[test]
fn comments_and_strings_trigger_nothing() {
    check("// debugger; eval(1); var x; console.log(1)\n/* debugger */ export const s = 'eval(1)';", "");
    check("export const t = `debugger; ${'var x'} eval()`; export const r = /var debugger/;", "");
    check("#!/usr/bin/env node eval(1)\nexport {};", "");
}

#[test]
fn disabling_comments() {
    check("debugger; // eslint-disable-line", "");
    check("debugger; // eslint-disable-line no-debugger -- stepping", "");
    check("debugger; // eslint-disable-line no-var", "1:1-1:10 no-debugger Remove debugger statements");
    check(
        "// eslint-disable-next-line no-debugger, no-var\ndebugger; var a;\ndebugger;",
        "3:1-3:10 no-debugger Remove debugger statements",
    );
    check(
        "/* eslint-disable */\ndebugger; var a;\n/* eslint-enable */\ndebugger;",
        "4:1-4:10 no-debugger Remove debugger statements",
    );
    check(
        "/* eslint-disable no-var, no-debugger */\ndebugger; var a;\n/* eslint-enable no-var */\nvar b; debugger;",
        "4:1-4:7 no-var Use const or let instead of var",
    );
    check(
        "/* eslint-disable */\ndebugger; var a;\n/* eslint-enable no-var */\nvar b; debugger;",
        "4:1-4:7 no-var Use const or let instead of var",
    );
    check(
        "/* eslint-disable no-var */ var a; /* eslint-enable */ var b; /* eslint-disable no-var */ var c;",
        "1:56-1:62 no-var Use const or let instead of var",
    );
    check("// eslint-disable\ndebugger;", "2:1-2:10 no-debugger Remove debugger statements");
    check("const s = 'eslint-disable-line'; debugger;", "1:34-1:43 no-debugger Remove debugger statements");
}

#[test]
fn positions_in_hostile_text() {
    check("\u{feff}debugger;", "1:1-1:10 no-debugger Remove debugger statements");
    check("const s = '\u{1f600}\u{202e}'; debugger;", "1:18-1:27 no-debugger Remove debugger statements");
    check("a;\r\nb;\rc;\u{2028}debugger;", "4:1-4:10 no-debugger Remove debugger statements");
    check("const s = '\0'; debugger;", "1:16-1:25 no-debugger Remove debugger statements");
}

#[test]
fn what_cannot_be_linted() {
    check("const = 1;", "1:7-1:8 err:syntax Unexpected token");
    check("let a; let a;", "1:5-1:6 err:syntax Identifier `a` has already been declared");
    let again = "err:syntax Identifier `f` has already been declared";
    check("//- /a.cjs\n{ function f() {} var f }", &format!("1:12-1:13 {again}"));
    check("//- /a.cjs\nfunction f() {} { function f() {} { var f } }", &format!("1:28-1:29 {again}"));
    check("//- /a.cjs\nclass f {} { var f }", &format!("1:7-1:8 {again}"));
    check("//- /a.js\nimport 'a'; function f() {} { var f }", &format!("1:22-1:23 {again}"));
    check("//- /a.json\n{ \"a\": 1, }", "1:11 err:syntax key must be a string at line 1 column 11");
    check("//- /a.json\n{ \"eval\": \"eval(1)\" }", "");
    check("//- /a.css\nbody {}", "1:1 err:unavailable not a JavaScript, TypeScript or JSON file");
    let deep = format!("{}{}", "(".repeat(100_000), ")".repeat(100_000));
    let found = Linter::new(&snapshot(&deep), &LintConfig::default()).check(&first(&deep));
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].code.as_deref(), Some("err:syntax"));
}

/// Comments of a file are read in linear time.
#[test]
fn many_disabling_comments_are_read_once() {
    for piece in ["/* eslint-disable no-eval */ debugger;\n", "/* eslint-disable-line no-eval */ debugger;"] {
        let fixture = piece.repeat(50_000);
        let found = Linter::new(&snapshot(&fixture), &LintConfig::default()).check(&first(&fixture));
        assert_eq!(found.len(), 50_000);
    }
}

#[test]
fn rules_can_be_switched_off() {
    let config = LintConfig { off: vec!["no-var".into()], ..LintConfig::default() };
    let fixture = "var a; debugger;";
    let found = Linter::new(&snapshot(fixture), &config).check(&first(fixture));
    assert_eq!(render(&found), "1:8-1:17 no-debugger Remove debugger statements");
}

#[test]
fn rules_have_messages_and_ids_of_their_own() {
    let mut ids = BTreeSet::new();
    for rule in rules() {
        assert!(!rule.messages.is_empty(), "{} has no message", rule.id);
        for id in std::iter::once(&rule.id).chain(rule.aliases) {
            assert!(ids.insert(*id), "{id} is the id of two rules");
        }
    }
}
