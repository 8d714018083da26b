//! The rules for what an agent's code may touch, which ESLint does not have.

mod built_ins;
mod values;

use crate::common;

use common::{first, render, snapshot};
use serde_json::{Value, json};
use verdict_analysis::Linter;
use verdict_protocol::{Diagnostic, LintConfig};

/// Checks the locations, `line:column`, of a rule's findings; those of the message `dynamicAccess` and
/// `dynamicImport` start with `?`.
#[track_caller]
fn check(rule: &str, fixture: &str, expected: &[&str]) {
    check_with(rule, &[], fixture, expected);
}

#[track_caller]
fn check_with(rule: &str, options: &[Value], fixture: &str, expected: &[&str]) {
    let mut entry = vec![json!("error")];
    entry.extend(options.iter().cloned());
    let found = find(rule, &entry, fixture);
    let places: Vec<String> = found
        .iter()
        .map(|one| {
            let is_dynamic = one.message_id.as_deref().is_some_and(|id| id.starts_with("dynamic"));
            format!("{}{}:{}", if is_dynamic { "?" } else { "" }, one.location.line, one.location.column)
        })
        .collect();
    assert_eq!(places, expected, "{rule} on {fixture}\n{}", render(&found));
    assert!(found.iter().all(|one| one.rule.as_deref() == Some(rule)), "{}", render(&found));
}

/// The findings of a rule. `entry` is its severity and options.
fn find(rule: &str, entry: &[Value], fixture: &str) -> Vec<Diagnostic> {
    let config = json!({ "only": [rule], "rules": { rule: entry } });
    let config = serde_json::from_value::<LintConfig>(config).expect("a configuration");
    Linter::new(&snapshot(fixture), &config).check(&first(fixture))
}

#[test]
fn what_typescript_only_declares_hides_nothing() {
    let network =
        |code: &str, expected: &[&str]| check("agent/no-network", &format!("//- /a.ts\n{code}"), expected);
    network("declare const fetch: any; fetch('x');", &["1:27"]);
    network("export declare function fetch(a: any): any; fetch('x');", &["1:45"]);
    network("function fetch(a: any): any; fetch('x');", &["1:30"]);
    network("declare class WebSocket {} new WebSocket('x');", &["1:32"]);
    network("declare enum fetch {} (fetch as any)('x');", &["1:24"]);
    network("declare namespace fetch { const a: 1 } (fetch as any)('x');", &["1:41"]);
    network("namespace fetch { export type A = 1 } fetch('x');", &["1:39"]);
    network("namespace n { export declare const fetch: any; fetch('x') }", &["1:48"]);
    network("declare global { const fetch: any } fetch('x'); export {};", &["1:37"]);
    network("import type { fetch } from './b'; fetch('x');", &["1:35"]);
    network("namespace a { export type b = 1 } import fetch = a.b; fetch('x');", &["1:55"]);
    network("namespace a {} import fetch = a; fetch('x');", &["1:34"]);
    network("namespace a { export interface b {} } import c = a.b; import fetch = c; fetch('x');", &["1:73"]);
    network("import type fetch = require('./b'); fetch('x');", &["1:37"]);
    network("declare const fetch: any; const f = fetch; f('x');", &["1:37"]);
    network("import f = globalThis.fetch; f('x');", &["1:23"]);
    network("import f = globalThis.navigator.sendBeacon; f('x');", &["1:33"]);
    network("import f = fetch; f('x');", &["1:12"]);
    network("import w = window; const f = w.fetch;", &["?1:12", "1:32"]);
    // What leaves code behind is the code's own.
    network("const fetch = (a: any) => a; fetch('x');", &[]);
    network("function fetch(a: 1): 1; function fetch(a: any) { return a } fetch('x');", &[]);
    network("class WebSocket {} new WebSocket();", &[]);
    network("enum fetch { A } fetch.A; const enum WebSocket { B } WebSocket.B;", &[]);
    network("namespace fetch { export const a = 1 } fetch.a;", &[]);
    network("import fetch = require('./b'); fetch('x');", &[]);
    network("import { fetch } from './b'; fetch('x');\n//- /b.ts\nexport const fetch = (a: any) => a;", &[]);
    network("namespace a { export const b = (c: any) => c } import fetch = a.b; fetch('x');", &[]);
    network("namespace a { export namespace c { export const b = 1 } } import fetch = a.c.b; fetch;", &[]);
    network("let a: globalThis.WebSocket; type T = typeof globalThis.fetch;", &[]);
    network("namespace a { export const fetch = 1 } import b = a.fetch; b;", &[]);
    network("declare namespace a { const b: any } import fetch = a.b; fetch('x');", &[]);
    network("import * as a from './b'; import fetch = a.b; fetch('x');\n//- /b.ts\nexport const b = 1;", &[]);
    network("interface fetch { a: 1 } let b: fetch; type WebSocket = 1; let c: WebSocket;", &[]);
    network("declare const fetch: any; type F = typeof fetch;", &[]);
    network("class A { declare fetch: any; get() { return this.fetch } }", &[]);
}

#[test]
fn modules_that_functions_load() {
    let files = |fixture: &str, expected: &[&str]| check("agent/no-file-system", fixture, expected);
    // A module has no `require` in a browser. Its host can give it one.
    for file in ["a.js", "a.cjs", "a.mjs", "a.ts", "a.cts", "a.mts"] {
        files(&format!("//- /{file}\nrequire('node:fs').readFileSync('x');"), &["1:9"]);
    }
    files("const load = require; load('fs');", &["1:28"]);
    files("const { require: load } = module; load('fs/promises');", &["1:40"]);
    files("globalThis.require('fs'); window['req' + 'uire']('fs');", &["1:20", "1:50"]);
    files("require.call(null, 'fs'); require.apply(null, ['fs']);", &["1:20", "1:48"]);
    files("require['apply'](null, ['fs']); Reflect.apply(require, null, ['fs']);", &["1:25", "1:63"]);
    files("(0, require)('fs'); (a || require)('fs'); require?.('fs');", &["1:14", "1:36", "1:53"]);
    files(
        "import p from 'node:process'; p.getBuiltinModule('fs'); p['getBuiltinModule']('fs');",
        &["1:50", "1:79"],
    );
    files("process.mainModule.require('fs'); module.require('fs');", &["1:28", "1:50"]);
    files(
        "//- /a.ts\ndeclare const require: any; (require as any)('fs'); require!('fs');",
        &["1:46", "1:62"],
    );
    files("//- /a.ts\nimport fs = require('node:fs'); export import b = require('fs');", &["1:21", "1:59"]);
    files("require(a ? './b.js' : 'fs'); require(['./b.js', 'fs'], done);", &["1:24", "1:50"]);
    // What loads nothing.
    files("//- /a.ts\nimport type fs = require('node:fs'); let a: fs.Stats;", &[]);
    files("//- /a.ts\nimport type { Stats } from 'fs'; export type { Stats } from 'fs';", &[]);
    files("//- /a.ts\ntype S = import('fs').Stats; type R = typeof require;", &[]);
    files("const require = (name) => name; require('fs'); o.require('fs'); require.call(null, 'fs');", &[]);
    files("require.resolve('fs'); require('./fs'); typeof require; // require('fs')", &[]);
    let dynamic = |fixture: &str, expected: &[&str]| check("agent/no-dynamic-access", fixture, expected);
    dynamic(
        "require(name); Reflect.apply(require, null, [name]); require.apply(null, list);",
        &["?1:9", "?1:46", "?1:74"],
    );
    dynamic(
        "names.map(require); load({ require }); module.exports = { load: require };",
        &["?1:11", "?1:28", "?1:65"],
    );
    dynamic(
        "process.getBuiltinModule(name); const load = process.getBuiltinModule; load(name);",
        &["?1:26", "?1:77"],
    );
    dynamic(
        "const load = require; load('./a.js'); if (typeof require === 'function') require('./b.js');",
        &[],
    );
    dynamic("import(a ? './b.js' : './c.js'); require(['./b.js'], done);", &[]);
    dynamic("import(a ? './b.js' : c); require(['./b.js', c, ...d], done);", &["?1:23", "?1:46", "?1:49"]);
    dynamic("require.resolve(name); require.cache[name]; require.main === module;", &[]);
}

#[test]
fn calls_by_call_and_apply() {
    let code = |fixture: &str, expected: &[&str]| check("agent/no-dynamic-code", fixture, expected);
    code("setTimeout.call(null, 'f()', 1);", &["1:1"]);
    code("setTimeout.apply(self, ['f()', 1]); Reflect.apply(setInterval, null, ['f()']);", &["1:1", "1:37"]);
    code("setTimeout.call(null, f, 1); Reflect.apply(setTimeout, null, [f]);", &[]);
    let network = |fixture: &str, expected: &[&str]| check("agent/no-network", fixture, expected);
    network("Reflect.get.call(null, globalThis, 'fetch')(url);", &["1:36"]);
    network("Reflect.apply(Reflect.get, null, [globalThis, 'fetch'])(url);", &["?1:35", "1:47"]);
    network("Reflect.get.apply(null, list); own.call(null, 'fetch'); own.apply(null, ['fetch']);", &[]);
    let prototypes =
        |fixture: &str, expected: &[&str]| check("agent/no-prototype-pollution", fixture, expected);
    prototypes("Object.assign.call(null, Array.prototype, { a });", &["1:26"]);
    prototypes("Reflect.apply(Object.defineProperty, null, [Object.prototype, 'a', b]);", &["1:45"]);
    prototypes("Object.assign.call(null, {}, { a }); Reflect.apply(Object.assign, null, [own, b]);", &[]);
}

#[test]
fn the_network_by_any_name() {
    let network = |fixture: &str, expected: &[&str]| check("agent/no-network", fixture, expected);
    network("fetch(url); new WebSocket(url);", &["1:1", "1:17"]);
    network("const f = fetch; f(url);", &["1:11"]);
    network("let f; f = globalThis.fetch; f(url);", &["1:23"]);
    network("const { fetch: f } = globalThis; f(url);", &["1:9"]);
    network("let f; ({ fetch: f } = window); ({ fetch } = self); var fetch;", &["1:11", "1:36"]);
    network("const { navigator: { sendBeacon } } = globalThis;", &["1:22"]);
    network("function get(f = fetch) { return f(url); }", &["1:18"]);
    network("function get({ fetch } = globalThis) { return fetch(url); }", &["1:16"]);
    network("(function (w) { w.fetch(url); })(window);", &["1:19"]);
    network("((w) => w.fetch(url)).call(null, self);", &["1:11"]);
    network("function use(w) { return w.fetch; } use(globalThis);", &["1:28"]);
    network("const use = ({ fetch: f }) => f(url); use(globalThis);", &["1:16"]);
    network("const w = () => window; w().fetch(url);", &["?1:17", "1:29"]);
    network("(() => globalThis)().fetch(url);", &["1:22"]);
    network("globalThis['fe' + 'tch'](url);", &["1:12"]);
    network("const n = 'fet'; window[`${n}ch`](url);", &["1:25"]);
    network("self[['f', 'etch'].join('')](url);", &["1:6"]);
    network("self[String.fromCharCode(102, 101, 116, 99, 104)](url);", &["1:6"]);
    network("self['FETCH'.toLowerCase()](url); self['fe'.concat('tch')];", &["1:6", "1:40"]);
    network("self[['fetch'][0]](url); self['xfetch'.slice(1)](url);", &["1:6", "1:31"]);
    network("self[1 ? 'fetch' : 'log'](url); self['' || String('fetch')](url);", &["1:6", "1:38"]);
    network("let n = 'fetch'; self[n](url); var o = { n: 'fetch' }; self[o.n](url);", &["1:23", "1:61"]);
    network("self[String.raw`fetch`](url); self[' fetch '.trim()](url);", &["1:6", "1:36"]);
    // What may be another by then is no constant.
    network("let n = 'log'; n = x; self[n](url);", &["?1:28"]);
    network("const o = { n: 'log' }; Object.assign(o, x); self[o.n](url);", &["?1:51"]);
    network("const o = { n: 'log' }; o.n = x; self[o.n](url);", &["?1:39"]);
    network("const l = ['log']; l.unshift(x); self[l[0]](url);", &["?1:39"]);
    network("const l = ['log']; change(l); self[l[0]](url);", &["?1:36"]);
    network("const o = { n: 'log' }, p = o; p.n = x; self[o.n](url);", &["?1:46"]);
    network("const o = { a: { n: 'log' } }; change(o.a); self[o.a.n](url);", &["?1:50"]);
    network("const o = { get n() { return x; } }; self[o.n](url);", &["?1:43"]);
    network("Reflect.get(globalThis, 'fetch')(url);", &["1:25"]);
    network("Object.getOwnPropertyDescriptor(window, 'fetch').value(url);", &["1:41", "1:50"]);
    network("const d = Object.getOwnPropertyDescriptors(globalThis); d.fetch.value(url);", &["1:65"]);
    network("const g = { ...globalThis }; g.fetch(url);", &["1:32"]);
    network("const g = Object.assign({}, self); g.fetch(url); Object.create(self).fetch;", &["1:38", "1:70"]);
    network("globalThis.window.self.fetch?.(url); window?.fetch(url);", &["1:24", "1:46"]);
    network("document.defaultView.fetch(url); top.fetch; frames.fetch;", &["1:22", "1:38", "1:52"]);
    network("f\\u0065tch(url); globalThis.f\\u{65}tch(url);", &["1:1", "1:29"]);
    network("(0, fetch)(url); (a || fetch)(url); (a ? fetch : b)(url);", &["1:5", "1:24", "1:42"]);
    network("fetch.bind(null)(url); fetch?.(url); fetch`x`;", &["1:1", "1:24", "1:38"]);
    network("//- /a.cjs\nwith (navigator) { sendBeacon(url); }", &["1:20"]);
    network("//- /a.cjs\n(function () { return this; })().fetch(url); this.x;", &["1:34"]);
    network("//- /a.ts\n(globalThis as any).fetch(url); window!.fetch(url);", &["1:21", "1:41"]);
    network("import 'https://x.y/z.js'; import('node:http'); import ws from 'ws';", &["1:8", "1:35", "1:64"]);
    network("export { a } from 'HTTP://x';\nexport * from 'node:http';", &["1:19", "2:15"]);
    network(
        "//- /a.cjs\nrequire('https'); module.require('tls'); process.getBuiltinModule('http2');",
        &["1:9", "1:34", "1:67"],
    );
    network("//- /a.ts\nimport a = require('undici'); import b from 'axios/dist/x.js';", &["1:20", "1:45"]);
}

/// Values that double with each line are not followed to their ends.
#[test]
fn values_that_grow() {
    for (first, next) in [
        ("'x'", "A + A"),
        ("'x'", "`${A}${A}`"),
        ("['x', 'y']", "A.concat(A, A)"),
        ("['x', 'y']", "[A, A]"),
        ("['x', 'y']", "A.join('') + A.join('')"),
        ("'x'", "'x'.concat(A, A, A, A)"),
    ] {
        let lines =
            (1..60).map(|at| format!("const v{at} = {};\n", next.replace('A', &format!("v{}", at - 1))));
        let source =
            format!("const v0 = {first};\n{}self[v59](url); self[v59[0]];", lines.collect::<String>());
        let found = find("agent/no-network", &[json!("error")], &source);
        assert_eq!(found.len(), 2, "{next}: {found:?}");
    }
}

#[test]
fn the_network_through_modules() {
    let network = |fixture: &str, expected: &[&str]| check("agent/no-network", fixture, expected);
    network("import { f } from './b.js'; f(url);\n//- /b.js\nexport const f = fetch;", &["1:10"]);
    network("import f from './b.js';\n//- /b.js\nexport default globalThis.fetch;", &["1:8"]);
    network(
        "import * as b from './b.js'; b.f(url); b.own();\n//- /b.js\nconst f = fetch; export { f }; export function own() {}",
        &["1:32"],
    );
    network(
        "import { g } from './b.js';\n//- /b.js\nexport { f as g } from './c.js';\n//- /c.js\nexport const { fetch: f } = window;",
        &["1:10"],
    );
    network(
        "import { f } from './b.js';\n//- /b.js\nexport * from './c.js';\n//- /c.js\nexport * from './b.js'; export const f = fetch;",
        &["1:10"],
    );
    network("import { w } from './b.js'; w.fetch(url);\n//- /b.js\nexport const w = globalThis;", &["1:31"]);
    network("const { f } = await import('./b.js'); export {};\n//- /b.js\nexport const f = fetch;", &["1:9"]);
    network("//- /a.cjs\nconst { f } = require('./b.cjs');\n//- /b.cjs\nexports.f = fetch;", &["1:9"]);
    network("import { fetch } from './b.js'; fetch(url);\n//- /b.js\nexport function fetch() {}", &[]);
    network(
        "import { f } from './b.js';\n//- /b.js\nimport { g } from './a.js'; export const f = g; let g2 = f;",
        &[],
    );
}

#[test]
fn what_only_looks_like_the_network() {
    let network = |fixture: &str| check("agent/no-network", fixture, &[]);
    network("// fetch(url)\nconst text = 'fetch(url)'; /fetch/.test(text);");
    network("class Store { fetch(key) { return this[key]; } } new Store().fetch('a');");
    network("function fetch() {} fetch(); { let WebSocket = 1; use(WebSocket); }");
    network("const api = { fetch: 1, WebSocket() {} }; api.fetch; api.WebSocket(); ({ fetch: 1 });");
    network("function f(window, self) { const { fetch } = window; return self.fetch; }");
    network(
        "typeof fetch === 'function'; if (globalThis.fetch) use(); 'fetch' in window; !self.fetch; fetch === f;",
    );
    network("globalThis.x = 1; window.y(); const k = 'z'; globalThis[k]; export {};");
    network(
        "import a from 'node:fs'; import b from './http'; import c from 'https-proxy'; import d from '../net';",
    );
    network("//- /a.ts\nimport type { A } from 'node:http'; let a: typeof fetch; type F = WebSocket;");
    network("function require() {} require('http'); export {};");
    network("f('node:http'); const url = new URL('https://x'); label: for (;;) break label;");
    network("const list = [1]; list[index]; map[key]; JSON[name]; Math[name]();");
}

#[test]
fn dynamic_access_is_a_finding_of_its_own() {
    let network = |fixture: &str, expected: &[&str]| check("agent/no-network", fixture, expected);
    network("globalThis[name](); window?.[name]; navigator[name];", &["?1:12", "?1:30", "?1:47"]);
    network("Reflect.get(globalThis, name); const { [name]: x } = self;", &["?1:25", "?1:41"]);
    network("use(globalThis); const list = [window]; holder.w = self;", &["?1:5", "?1:32", "?1:52"]);
    network("for (const key in window) use(window[key]);", &["?1:38"]);
    network("document[name];", &[]);
    let allowed = [json!({ "allowDynamicAccess": true })];
    check_with("agent/no-network", &allowed, "globalThis[name](); globalThis.fetch();", &["1:32"]);
    let some = [json!({ "allow": ["fetch", "node:http"] })];
    check_with(
        "agent/no-network",
        &some,
        "fetch(url); import('node:http'); import('node:net'); WebSocket;",
        &["1:41", "1:54"],
    );
    let dynamic = |fixture: &str, expected: &[&str]| check("agent/no-dynamic-access", fixture, expected);
    dynamic("const g = self; g.fetch(); g[name];", &["?1:30"]);
    dynamic(
        "f(a || globalThis); [...global]; ({ ...self }); const [x] = window;",
        &["?1:8", "?1:25", "?1:61"],
    );
    dynamic("import(name); import(`./${name}.js`);", &["?1:8", "?1:22"]);
    dynamic("//- /a.cjs\nrequire(a + b); require(...list);", &["?1:9", "?1:25"]);
    dynamic(
        "const name = './a.js'; import(name); import('./b' + '.js'); other.require(name); export {};",
        &[],
    );
    dynamic(
        "typeof window === 'undefined'; if (window) f(); window === top; 'fetch' in window; `${self}`;",
        &[],
    );
    dynamic(
        "const a = window && window.x; const b = typeof self; !window; setTimeout.call(window, f, 1); export {};",
        &[],
    );
    dynamic("export function f(window, self) { const { a } = window; return self[a]; }", &[]);
    dynamic("//- /a.ts\nlet a: typeof globalThis; (window as any).x = 1;", &[]);
    dynamic(
        "Object.defineProperty(globalThis, 'x', { value: 1 }); Object.keys(window); Object.hasOwn(self, k);",
        &[],
    );
}

#[test]
fn code_made_of_texts() {
    let code = |fixture: &str, expected: &[&str]| check("agent/no-dynamic-code", fixture, expected);
    code("eval('x'); new Function('x'); (0, eval)('x'); const e = eval;", &["1:1", "1:16", "1:35", "1:57"]);
    code("setTimeout('x()', 1); window.setInterval(`x${1}`); setTimeout('a' + b);", &["1:1", "1:23", "1:52"]);
    code("const later = setTimeout; later('x()');", &["1:27"]);
    code(
        "Reflect.construct(Function, ['x']); const F = Function; globalThis.Function('x');",
        &["1:19", "1:47", "1:68"],
    );
    code("(() => {}).constructor('x')(); new (async function () {}.constructor)('x');", &["1:12", "1:58"]);
    code("Object.getPrototypeOf(function* () {}).constructor('x');", &["1:40"]);
    code(
        "''.at.constructor('x'); [].at.constructor('y'); a.constructor.constructor('z');",
        &["1:7", "1:31", "1:63"],
    );
    code("const { constructor: { constructor: F } } = {}; fetch.constructor('x');", &["1:24", "1:55"]);
    code(
        "Function.prototype.constructor('x'); class A { b() { return this.constructor.constructor; } }",
        &["1:20", "1:78"],
    );
    code("Function.call(null, 'x'); Function.bind(null); Function[name]('x');", &["1:1", "1:27", "1:48"]);
    code(
        "import 'data:text/javascript,a()'; import('blob:x'); import vm from 'node:vm';",
        &["1:8", "1:43", "1:69"],
    );
    code(
        "import('DA\\tTA:,x'); import 'https://x'; import { createRequire } from 'module';",
        &["1:8", "1:29", "1:72"],
    );
    code("/a/.exec('a'); db.exec('select'); class A { eval() {} } new A().eval('x');", &[]);
    code("setTimeout(f, 1); setTimeout(() => {}); timer.setTimeout('x'); setTimeout(5);", &[]);
    code("x instanceof Function; typeof Function; Function.prototype.call; Function === f;", &[]);
    code(
        "class A { clone() { return new this.constructor(); } } a.constructor.name; a.constructor === A;",
        &[],
    );
    code("//- /a.ts\nlet f: Function; interface G extends Function {}", &[]);
    code(
        "class Function {} const F = Function; import a from './data.js'; import b from 'vm2'; export {};",
        &[],
    );
}

#[test]
fn other_capabilities() {
    check(
        "agent/no-storage",
        "localStorage.a = 1; document.cookie = 'a'; const { indexedDB: db } = self; navigator.storage;",
        &["1:1", "1:30", "1:52", "1:86"],
    );
    check(
        "agent/no-storage",
        "const localStorage = new Map(); localStorage.set(1); cookie.cookie = 2; document.title;",
        &[],
    );
    check(
        "agent/no-dom",
        "document.title; const d = window.document; new Image(); globalThis.alert(1); location = url;",
        &["1:1", "1:34", "1:48", "1:68", "1:78"],
    );
    check(
        "agent/no-dom",
        "function f(document) { return document.title; } x instanceof HTMLElement; typeof document;",
        &[],
    );
    check(
        "agent/no-process",
        "process.exit(1); import 'node:child_process'; const { env } = globalThis.process;",
        &["1:1", "1:25", "1:74"],
    );
    check("agent/no-process", "const process = () => {}; process(); queue.process(); typeof process;", &[]);
    check(
        "agent/no-file-system",
        "import fs from 'fs'; import('node:fs/promises'); showOpenFilePicker(); Deno.readFile(a);",
        &["1:16", "1:29", "1:50", "1:77"],
    );
    check("agent/no-file-system", "import { fs } from './fs.js'; vfs.readFile('/a');", &[]);
    check(
        "agent/no-timers",
        "setTimeout(f); const { setInterval: i } = window; import 'node:timers/promises';",
        &["1:1", "1:24", "1:58"],
    );
    check("agent/no-timers", "clock.setTimeout(f); class A { setInterval() {} }", &[]);
    check(
        "agent/no-workers",
        "new Worker(u); new self.SharedWorker(u); navigator.serviceWorker.register(u);",
        &["1:5", "1:25", "1:52"],
    );
    check("agent/no-workers", "class Worker {} new Worker();", &[]);
    check(
        "agent/no-message-ports",
        "new BroadcastChannel('a'); parent.postMessage(1); postMessage(2); new MessageChannel();",
        &["1:5", "1:35", "1:51", "1:71"],
    );
    check("agent/no-message-ports", "worker.postMessage(1); port.onmessage = f;", &[]);
}

#[test]
fn prototypes_that_all_code_shares() {
    let pollution =
        |fixture: &str, expected: &[&str]| check("agent/no-prototype-pollution", fixture, expected);
    pollution(
        "Array.prototype.last = f; Object.prototype['x'] = 1; delete String.prototype.at;",
        &["1:1", "1:27", "1:61"],
    );
    pollution(
        "const p = Object.prototype; p.x = 1; p.n++; const { prototype } = Array; prototype.y = 2;",
        &["1:29", "1:38", "1:74"],
    );
    pollution(
        "Object.defineProperty(Map.prototype, 'x', {}); Object.assign(globalThis.Set.prototype, o);",
        &["1:23", "1:62"],
    );
    pollution("a.__proto__ = b; a.__proto__.x = 1; a['__proto__']['y'] = 1;", &["1:1", "1:18", "1:37"]);
    pollution("x.constructor.prototype.y = 1; Reflect.set(Promise.prototype, 'then', f);", &["1:1", "1:44"]);
    pollution("class A {} A.prototype.x = 1; const o = { __proto__: null }; o.prototype.x = 1;", &[]);
    pollution(
        "function Array() {} Array.prototype.x = 1; Object.create(Map.prototype); a.proto = 1; export {};",
        &[],
    );
    pollution(
        "const f = Array.prototype.slice; target[key] = value; Object.assign({}, Object.prototype);",
        &[],
    );
}

#[test]
fn loops_without_an_end() {
    let endless = |fixture: &str, expected: &[&str]| check("agent/no-unbounded-loop", fixture, expected);
    endless("while (true) {} for (;;) tick(); do { tick(); } while (1);", &["1:1", "1:17", "1:34"]);
    endless(
        "while (!0) { a(); } for (let i = 0; true; i++) {} while ('x') {} while (x = []) {}",
        &["1:1", "1:21", "1:51", "1:66"],
    );
    endless(
        "while (true) { for (const a of b) { break; } } while (true) { switch (a) { case 1: break; } }",
        &["1:1", "1:48"],
    );
    endless("while (true) { f(() => { return 1; }); } for (;;) { continue; }", &["1:1", "1:42"]);
    endless("outer: while (true) { while (true) { continue outer; } }", &["1:8"]);
    endless(
        "while (true) { if (a) break; } for (;;) { if (a) throw b; } function f() { for (;;) { return 1; } }",
        &[],
    );
    endless(
        "async function f() { while (true) { await tick(); } } function* g() { while (true) yield 1; }",
        &[],
    );
    endless(
        "outer: for (;;) { for (;;) { break outer; } } async () => { for (;;) { for await (const a of b) {} } };",
        &[],
    );
    endless(
        "while (a) {} for (; b;) {} do {} while (c()); while (false) {} while (0) {} for (const a of b) {}",
        &[],
    );
    endless(
        "while (true) { try { f(); } catch { break; } } outer: for (;;) { switch (a) { case 1: break outer; } }",
        &[],
    );
}

#[test]
fn writes_to_paths_of_others() {
    let options = [json!({ "paths": ["/core/**", "/package.json"], "methods": ["put"] })];
    let write = |fixture: &str, expected: &[&str]| {
        check_with("agent/no-forbidden-write", &options, fixture, expected);
    };
    write("vfs.writeFile('/core/a.js', t); fs.writeFileSync(`/core/${'b'}.js`, t);", &["1:15", "1:50"]);
    write(
        "vfs.rename('/notes/a', '/core/a'); vfs.copy('/core/a', '/b'); vfs.copy('/a', '/core/b');",
        &["1:24", "1:78"],
    );
    write(
        "const path = '/co' + 're/x'; rm(path); vfs.put('/package.json', 1); vfs.write('./core/../core//a'); fs.writeFile('core/a');",
        &["1:33", "1:48", "1:79", "1:114"],
    );
    write(
        "vfs.readFile('/core/a.js'); vfs.writeFile('/notes/a'); vfs.writeFile(path); vfs.write('/core'); map.delete('core/a'); form.append('core/x', 1);",
        &[],
    );
    write(
        "request(app).delete('/core/a'); $('#a').append('/core/a'); nock(url).delete('/core/a'); this.handlers.delete('/core/a');",
        &[],
    );
    write(
        "open(app).delete('/core/a'); vfs.create('/core/a'); const list = vfs; list.delete('/core/a');",
        &["1:18", "1:41", "1:83"],
    );
}

#[test]
fn hostile_files_end() {
    let chain: String = (0..3_000).map(|index| format!("var a{index} = a{};\n", index + 1)).collect();
    check("agent/no-network", &format!("{chain}var a3000 = 1; export {{}};"), &[]);
    let both: String =
        (0..30).map(|index| format!("const b{} = x ? b{index} : b{index};\n", index + 1)).collect();
    check("agent/no-timers", &format!("const b0 = self;\n{both}"), &[]);
    let calls = "function f(g) { return f(g); } f(f); const h = () => h()(); let i = i; const { j } = j;";
    check("agent/no-network", calls, &[]);
    let concat = format!("globalThis[{}]", vec!["'a'"; 500].join(" + "));
    check("agent/no-network", &concat, &["?1:12"]);
}

#[test]
fn functions_that_call_each_other_are_followed_once() {
    let calls: String = (0..60)
        .map(|index| format!("const f{index} = () => f{next}() || f{next}();\n", next = index + 1))
        .collect();
    check(
        "agent/no-network",
        &format!("{calls}const f60 = () => self; f0().fetch(url);"),
        &["?61:19", "61:30"],
    );
    check(
        "agent/no-dom",
        "function walk(node) { return node.next ? walk(node.next) : node; } walk(a).location;",
        &[],
    );
    check("agent/no-dom", "const a = () => b(); const b = () => a(); a().document; b().open();", &[]);
}

#[test]
fn a_configuration_names_what_is_wrong() {
    let config =
        json!({ "only": ["agent/no-network"], "rules": { "agent/no-network": ["error", { "alow": [] }] } });
    let config = serde_json::from_value::<LintConfig>(config).expect("a configuration");
    let found = Linter::new(&snapshot("a;"), &config).check(&first("a;"));
    assert!(render(&found).contains("Unexpected property \"alow\""), "{}", render(&found));
}

#[test]
fn a_class_of_functions_may_be_compared() {
    let rule = "agent/no-dynamic-code";
    for code in [
        "const F = Function; x instanceof F;",
        "const F = (async () => {}).constructor; export const is = (f) => f instanceof F || f.constructor === F;",
        "const F = Object.getPrototypeOf(function* () {}).constructor; if (x instanceof F) y();",
        "[String, Function].includes(type);",
    ] {
        check(rule, code, &[]);
    }
    for code in [
        "const F = (async () => {}).constructor; new F(text);",
        "const F = (async () => {}).constructor; x instanceof F; F(text)();",
        "const F = Function; x instanceof F; use({ F });",
        "const F = Function; F instanceof x;",
        "let F = Function; x instanceof F;",
        "export const F = Function; x instanceof F;",
        "const F = Function; x instanceof F; export { F as default };",
        "[String, Function].at(1);",
        "[Function].includes.call(x);",
    ] {
        let found = find(rule, &[json!("error")], code);
        assert!(!found.is_empty(), "{code}");
    }
}
