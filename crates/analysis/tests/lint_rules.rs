//! Lint rules that a configuration enables: what they report, where, and what they ignore. ESLint agrees with
//! all cases, except where a comment says otherwise.

use crate::common;

use common::{first, render, snapshot};
use serde_json::{Value, json};
use verdict_analysis::Linter;
use verdict_protocol::{LintConfig, Severity};

/// Lints the first file of a fixture with a `lint` configuration in JSON.
fn check(config: &Value, fixture: &str, expected: &str) {
    let parsed = serde_json::from_value::<LintConfig>(config.clone()).expect("a configuration");
    let found = Linter::new(&snapshot(fixture), &parsed).check(&first(fixture));
    assert_eq!(render(&found), expected, "for {config} on {fixture}");
}

#[test]
fn no_new_func() {
    let on = json!({ "only": ["no-new-func"] });
    let at = |place: &str| format!("{place} no-new-func The Function constructor is eval.");
    check(&on, "new Function('return 1');", &at("1:1-1:25"));
    check(&on, "const f = Function('a', 'return a');", &at("1:11-1:36"));
    check(&on, "Function.call(null, 'x');", &at("1:1-1:25"));
    check(&on, "Function['apply'](null, ['x']);", &at("1:1-1:31"));
    check(&on, "Function?.bind(null, 'x')();", &at("1:1-1:26"));
    check(&on, "(Function?.call)(null, 'x');", &at("1:1-1:28"));
    check(&on, "const a = Function, b = x instanceof Function, c = Function.name;", "");
    check(&on, "class Function {} new Function('x'); export {};", "");
    check(&on, "export function f(Function) { return Function('x'); }", "");
    check(&on, "Function.toString(); Function[call](); new my.Function();", "");
    // ESLint leaves these to no-restricted-globals.
    check(&on, "new globalThis.Function('x');", &at("1:1-1:29"));
    check(&on, "window.window['Function'].call(null, 'x');", &at("1:1-1:42"));
    check(&on, "//- /a.ts\n(self as any).Function('x');", &at("1:1-1:28"));
}

#[test]
fn no_implied_eval() {
    let on = json!({ "only": ["no-implied-eval"] });
    let at = |place: &str| {
        format!("{place} no-implied-eval Implied eval. Consider passing a function instead of a string.")
    };
    check(&on, "setTimeout('x()', 1);", &at("1:1-1:21"));
    check(&on, "setInterval(`x(${a})`);", &at("1:1-1:23"));
    check(&on, "window.setTimeout(x + 'y');", &at("1:1-1:27"));
    check(&on, "self.self['setInterval'](('x'));", &at("1:1-1:32"));
    check(&on, "globalThis?.setTimeout?.('x');", &at("1:1-1:30"));
    check(&on, "const s = 'x'; export const t = `${s}y`; setTimeout(t);", &at("1:42-1:55"));
    check(&on, "setTimeout((1, 'x'));", &at("1:1-1:21"));
    check(&on, "window.execScript('x');", "1:1-1:23 no-implied-eval Implied eval. Do not use execScript().");
    check(&on, "setTimeout(() => 'x', 1); setTimeout(f); setTimeout(); setTimeout(...['x']);", "");
    check(&on, "setTimeout(f, 'x'); setTimeout(1 + 2); clearTimeout('x'); setImmediate('x');", "");
    check(&on, "let s = 'x'; s = f; setTimeout(s); const { t } = { t: 'x' }; setTimeout(t);", "");
    check(&on, "function setTimeout() {} setTimeout('x'); export {};", "");
    check(&on, "export function f(window) { window.setTimeout('x'); timers.setTimeout('x'); }", "");
    check(&on, "const a = a + 'x'; const b = c, c = b; setTimeout(b); export {};", "");
}

#[test]
fn no_restricted_globals() {
    let on = |options: Value| {
        let Value::Array(options) = options else { unreachable!("options are a list") };
        let entry: Vec<Value> = std::iter::once(json!("error")).chain(options).collect();
        json!({ "only": ["no-restricted-globals"], "rules": { "no-restricted-globals": entry } })
    };
    let at = |place: &str, words: &str| format!("{place} no-restricted-globals Unexpected use of {words}");
    let fetch = on(json!(["fetch", "event"]));
    check(&fetch, "fetch('/');", &at("1:1-1:6", "'fetch'."));
    check(&fetch, "const f = fetch; typeof event;", &{
        [at("1:11-1:16", "'fetch'."), at("1:25-1:30", "'event'.")].join("\n")
    });
    check(&fetch, "export { x as y }; const x = { fetch };", &at("1:32-1:37", "'fetch'."));
    check(&fetch, "fetch = 1;", &at("1:1-1:6", "'fetch'."));
    check(&fetch, "import fetch from './x'; fetch(); export function f(event) { return event; }", "");
    check(&fetch, "const o = { fetch: 1, event() {} }; o.fetch; o.event();", "");
    check(&fetch, "globalThis.fetch(); window['event'];", "");
    check(&fetch, "//- /a.ts\ntype F = typeof fetch; let e: event; interface I extends event {}", "");
    check(&on(json!([])), "fetch();", "");
    let worded = on(json!([{ "name": "fetch", "message": "Ask the host." }, { "name": "event" }]));
    check(&worded, "fetch(event);", &{
        [at("1:1-1:6", "'fetch'. Ask the host."), at("1:7-1:12", "'event'.")].join("\n")
    });
    let whole = on(json!([{
        "globals": ["fetch", { "name": "XMLHttpRequest", "message": "No network." }],
        "checkGlobalObject": true,
    }]));
    check(&whole, "globalThis.fetch();", &at("1:12-1:17", "'fetch'."));
    check(&whole, "new window.XMLHttpRequest();", &at("1:12-1:26", "'XMLHttpRequest'. No network."));
    check(&whole, "self['fetch']?.(); self?.fetch", &{
        [at("1:6-1:13", "'fetch'."), at("1:26-1:31", "'fetch'.")].join("\n")
    });
    check(&whole, "window.window.window.fetch();", &at("1:22-1:27", "'fetch'."));
    check(&whole, "fetch();", &at("1:1-1:6", "'fetch'."));
    check(
        &whole,
        "my.window.fetch(); frame.fetch(); globalThis[fetched]; const window = {}; window.fetch;",
        "",
    );
    check(&on(json!([{ "globals": ["fetch"] }])), "window.fetch();", "");
    let named = on(json!([{ "globals": ["fetch"], "checkGlobalObject": true, "globalObjects": ["root"] }]));
    check(&named, "root.fetch(); roots.fetch();", &at("1:6-1:11", "'fetch'."));
    // ESLint does not evaluate concatenations.
    check(&whole, "const f = 'fe'; globalThis[f + `tch`]();", &at("1:28-1:37", "'fetch'."));
    // A name of Object.prototype is an ordinary name.
    check(
        &on(json!(["__proto__", "constructor"])),
        "x; toString; constructor;",
        &at("1:14-1:25", "'constructor'."),
    );
}

#[test]
fn rules_are_laid_over_the_recommended_ones() {
    let source = "var a; debugger; new Function();";
    let debugger = "1:8-1:17 no-debugger Remove debugger statements";
    let var = "1:1-1:7 no-var Use const or let instead of var";
    let function = "1:18-1:32 no-new-func The Function constructor is eval.";
    check(&json!({}), source, &[var, debugger].join("\n"));
    check(&json!({ "rules": { "no-var": "off", "no-debugger": 0, "unknown": "off" } }), source, "");
    check(&json!({ "rules": { "no-new-func": ["error"] } }), source, &[var, debugger, function].join("\n"));
    check(&json!({ "rules": { "no-new-func": 2 }, "off": ["no-new-func", "no-var"] }), source, debugger);
    check(&json!({ "only": ["no-new-func"] }), source, function);
    check(&json!({ "only": [] }), source, "");
    // What a configuration names has ESLint's words.
    let var = "1:1-1:7 no-var Unexpected var, use let or const instead.";
    check(&json!({ "only": ["no-var"], "off": ["no-var"], "rules": { "no-var": "off" } }), source, var);
}

#[test]
fn a_warning_is_no_error() {
    let config = json!({ "rules": { "no-var": "warn", "no-debugger": ["error"] } });
    let config: LintConfig = serde_json::from_value(config).expect("a configuration");
    let fixture = "var a; debugger;";
    let found = Linter::new(&snapshot(fixture), &config).check(&first(fixture));
    let severities: Vec<Severity> = found.iter().map(|one| one.severity).collect();
    assert_eq!(severities, [Severity::Warning, Severity::Error]);
}

#[test]
fn what_is_configured_wrongly_is_an_error() {
    let unknown = |id: &str| format!("1:1 {id} Definition for rule '{id}' not found.");
    let reports = json!({ "linterOptions": { "reportUnknownRules": true }, "rules": { "no-such": "warn" } });
    check(&reports, "1;", &unknown("no-such"));
    check(&json!({ "only": ["no-evil"] }), "\n\n/* eslint-disable */ 1;", &unknown("no-evil"));
    check(
        &json!({ "only": ["no-var"], "rules": { "no-var": ["error", "always"] } }),
        "var a;",
        "1:1 no-var Configuration for rule \"no-var\" is invalid: Value [\"always\"] should NOT have more than 0 items.",
    );
    for (options, why) in [
        (json!([1]), "expected names, { name, message } or [{ globals }]"),
        (json!([{ "name": "a", "reason": "b" }]), "expected names, { name, message } or [{ globals }]"),
        (json!([{ "globals": [] }, "a"]), "an object with globals stands alone"),
        (json!([{ "globals": [], "more": 1 }]), "unknown field `more`"),
    ] {
        let entry = std::iter::once(json!(2)).chain(options.as_array().cloned().unwrap_or_default());
        let config = json!({ "rules": { "no-restricted-globals": entry.collect::<Vec<_>>() } });
        let parsed = serde_json::from_value::<LintConfig>(config).expect("a configuration");
        let found = Linter::new(&snapshot("1;"), &parsed).check(&first("1;"));
        let expected = format!("Configuration for rule \"no-restricted-globals\" is invalid: {why}");
        assert!(found.len() == 1 && found[0].message.starts_with(&expected), "{options}: {found:?}");
    }
}

#[test]
fn comments_can_be_without_effect() {
    let gate = json!({ "only": ["no-eval", "no-debugger"], "noInlineConfig": true });
    let found = "2:1-2:5 no-eval `eval` can be harmful.\n\
                 2:10-2:19 no-debugger Unexpected 'debugger' statement.";
    for comment in [
        "/* eslint-disable */",
        "/* eslint-disable no-eval, no-debugger -- why not */",
        "// eslint-disable-next-line",
        "/* eslint no-eval: off */",
        "/* global eval */",
    ] {
        check(&gate, &format!("{comment}\neval(1); debugger; // eslint-disable-line"), found);
    }
    check(&json!({ "only": ["no-eval"] }), "/* eslint-disable */ eval(1);", "");
}

/// Names built from constants, and long chains, are processed in linear time.
#[test]
fn hostile_names_are_bounded() {
    let mut doubled = "const a0 = 'fetch';".to_owned();
    for index in 1..500 {
        doubled.push_str(&format!("const a{index} = a{0} + a{0};", index - 1));
    }
    doubled.push_str("setTimeout(a9); globalThis[a499]();");
    let whole = json!([2, { "globals": ["fetch", "window"], "checkGlobalObject": true }]);
    let config = json!({ "only": ["no-restricted-globals"], "rules": { "no-restricted-globals": whole } });
    check(&config, &doubled, "");
    let chain = format!("window{};", ".window".repeat(150));
    let parsed = serde_json::from_value::<LintConfig>(config).expect("a configuration");
    let found = Linter::new(&snapshot(&chain), &parsed).check(&first(&chain));
    assert_eq!(found.len(), 151);
}

/// A project that uses more rules than there are is linted with those that there are.
#[test]
fn rules_that_do_not_exist_are_named_once() {
    let warnings = |config: Value| {
        let parsed = serde_json::from_value::<LintConfig>(config).expect("a configuration");
        let snapshot = snapshot("1;");
        let linter = Linter::new(&snapshot, &parsed);
        assert_eq!(linter.check(&first("1;")), []);
        linter.warnings()
    };
    let nearest = |id: &str, near: &str| format!("lint: there is no rule {id}; the nearest is {near}");
    assert_eq!(
        warnings(json!({ "rules": { "no-debuger": "warn" } })),
        [nearest("no-debuger", "no-debugger")]
    );
    assert_eq!(warnings(json!({ "rules": { "no-debuger": "off", "no-debugger": 2 } })), [""; 0]);
    let twice =
        json!({ "configs": [{ "rules": { "react/jsx-key": 2 } }, { "rules": { "react/jsx-key": 1 } }] });
    assert_eq!(warnings(twice), ["lint: there is no rule react/jsx-key"]);
}
