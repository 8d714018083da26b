//! Rules that find uses of capabilities for a gate, and that ESLint does not have.

mod common;

use common::{first, render, snapshot};
use serde_json::json;
use verdict_analysis::Linter;
use verdict_protocol::LintConfig;

/// Checks the locations, `line:column`, of a rule's findings.
#[track_caller]
fn check(rule: &str, fixture: &str, expected: &[&str]) {
    let config = serde_json::from_value::<LintConfig>(json!({ "only": [rule] })).expect("a configuration");
    let found = Linter::new(&snapshot(fixture), &config).check(&first(fixture));
    let places: Vec<String> =
        found.iter().map(|one| format!("{}:{}", one.location.line, one.location.column)).collect();
    assert_eq!(places, expected, "{rule} on {fixture}\n{}", render(&found));
    assert!(found.iter().all(|one| one.rule.as_deref() == Some(rule)), "{}", render(&found));
}

#[test]
fn network_modules() {
    let network = |fixture: &str, expected: &[&str]| check("verdict/no-network-modules", fixture, expected);
    network("import 'https://x.y/z.js';", &["1:8"]);
    network("import a from ' \\n//x.y/z.js';", &["1:15"]);
    network("export { a } from 'HTTP://x';\nexport * from 'node:http';", &["1:19", "2:15"]);
    network("const a = await import('node:child_process');", &["1:24"]);
    network("import('dns/promises'); import(`node:${'net'}`);", &["1:8", "1:32"]);
    network("//- /a.cjs\nrequire('https'); module.require('tls');", &["1:9", "1:34"]);
    network("process.getBuiltinModule('http2');", &["1:26"]);
    network("//- /a.ts\nimport a = require('undici');", &["1:20"]);
    network("import ws from 'ws'; import a from 'axios/dist/x.js';", &["1:16", "1:36"]);
    network(
        "import a from 'node:fs'; import b from './http'; import c from 'https-proxy'; import d from '../net';",
        &[],
    );
    network("//- /a.ts\nimport type { A } from 'node:http'; export type { B } from 'node:net';", &[]);
    network("function require() {} require('http'); export {};", &[]);
    network("const text = 'import \"https://x\"'; f('node:http');", &[]);
}

#[test]
fn eval_modules() {
    let eval = |fixture: &str, expected: &[&str]| check("verdict/no-eval-modules", fixture, expected);
    eval("import 'data:text/javascript,a()'; import('blob:x');", &["1:8", "1:43"]);
    eval("import vm from 'node:vm'; import { createRequire } from 'module';", &["1:16", "1:57"]);
    eval("import('DA\\tTA:,x'); import 'https://x';", &["1:8", "1:29"]);
    eval("import a from './data.js'; import b from 'vm2'; import c from 'data';", &[]);
}

#[test]
fn computed_modules() {
    let computed = |fixture: &str, expected: &[&str]| check("verdict/no-computed-modules", fixture, expected);
    computed("import(name); import(`./${name}.js`);", &["1:8", "1:22"]);
    computed("//- /a.cjs\nrequire(a + b); require(...list);", &["1:9", "1:25"]);
    computed("const name = './a.js'; import(name); import('./b' + '.js'); export {};", &[]);
    computed("other.require(name); required(name);", &[]);
}

#[test]
fn the_global_object_in_other_hands() {
    let escape = |fixture: &str, expected: &[&str]| check("verdict/no-global-escape", fixture, expected);
    escape("const { fetch } = globalThis;", &["1:19"]);
    escape("let f; ({ fetch: f } = window);", &["1:24"]);
    escape("const g = self; g.fetch();", &["1:11"]);
    escape("Reflect.get(globalThis, 'fetch');", &["1:13"]);
    escape("globalThis[name](); window?.[name];", &["1:1", "1:21"]);
    escape("const { eval: e } = window.window;", &["1:21"]);
    escape("f(a || globalThis); [...global]; ({ ...self });", &["1:8", "1:25", "1:40"]);
    escape("//- /a.ts\nconst { fetch } = (globalThis as any)!;", &["1:20"]);
    escape("const g = a ? window : b;", &["1:15"]);
    escape("x = window && globalThis;", &["1:15"]);
    escape("globalThis.x = 1; window.y(); self['z']; const k = 'z'; globalThis[k]; export {};", &[]);
    escape("typeof window === 'undefined'; if (window) f(); window === top; 'fetch' in window;", &[]);
    escape("const a = window && window.x; const b = typeof self; !window; export {};", &[]);
    escape("export function f(window, self) { const { a } = window; return self[a]; }", &[]);
    escape("//- /a.ts\nlet a: typeof globalThis; (window as any).x = 1;", &[]);
}

#[test]
fn the_function_constructor_by_other_ways() {
    let function =
        |fixture: &str, expected: &[&str]| check("verdict/no-function-constructor", fixture, expected);
    function("Reflect.construct(Function, ['x']);", &["1:19"]);
    function("const F = Function; const G = globalThis.Function;", &["1:11", "1:42"]);
    function("(() => {}).constructor('x')();", &["1:12"]);
    function("new (async function () {}.constructor)('x');", &["1:27"]);
    function("Object.getPrototypeOf(function* () {}).constructor('x');", &["1:40"]);
    function("''.at.constructor.constructor('x'); Function.prototype.constructor('x');", &["1:19", "1:56"]);
    function("class A { b() { return this.constructor.constructor; } }", &["1:41"]);
    function("Function[name]('x'); [Function];", &["1:1", "1:23"]);
    function("x instanceof Function; typeof Function; Function.prototype.call; Function === f;", &[]);
    function("class A { clone() { return new this.constructor(); } } a.constructor.name;", &[]);
    function("new Function('x'); Function.call(null, 'x');", &[]);
    function("//- /a.ts\nlet f: Function; interface G extends Function {}", &[]);
    function("class Function {} const F = Function; export {};", &[]);
}
