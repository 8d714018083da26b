//! How far the rules for agents follow values, and that whatever they do not follow is a dynamic access.

use super::check;

/// Checks that each code, after a path and `|`, is found by a rule, or by `agent/no-dynamic-access`.
#[track_caller]
fn found(rule: &str, codes: &[&str]) {
    for code in codes {
        let fixture = fixture(code);
        let by_rule = super::find(rule, &["error".into()], &fixture);
        let by_access = super::find("agent/no-dynamic-access", &["error".into()], &fixture);
        assert!(!(by_rule.is_empty() && by_access.is_empty()), "{rule} misses {code}");
    }
}

/// Checks that neither a rule nor `agent/no-dynamic-access` finds something.
#[track_caller]
fn passes(rule: &str, codes: &[&str]) {
    for code in codes {
        check(rule, &fixture(code), &[]);
        check("agent/no-dynamic-access", &fixture(code), &[]);
    }
}

fn fixture(code: &str) -> String {
    let (path, code) = code.split_once('|').expect("a path");
    format!("//- /{path}\n{code}")
}

#[test]
fn patterns_and_defaults() {
    found(
        "agent/no-network",
        &[
            "a.mjs|const { a: { fetch } = globalThis } = {}; fetch('x');",
            "a.mjs|const [{ fetch } = globalThis] = []; fetch('x');",
            "a.mjs|const [...[w = globalThis]] = []; w.fetch('x');",
            "a.mjs|function f({ a: { fetch } = globalThis }) { fetch('x'); } f({});",
            "a.mjs|function f(...[w = globalThis]) { w.fetch('x'); } f();",
            "a.mjs|let w; [w = globalThis] = []; w.fetch('x');",
            "a.mjs|for (const { w = globalThis } of [{}]) w.fetch('x');",
            "a.mjs|let w; for ({ w = globalThis } of [{}]) w.fetch('x');",
            "a.mjs|try { throw {}; } catch ({ w = globalThis }) { w.fetch('x'); }",
            "a.mjs|var w; var w = globalThis; w.fetch('x');",
            "a.mjs|function g(w) { var w = globalThis; w.fetch('x'); } g();",
            "a.mjs|(window ??= {}).fetch('x');",
            "a.mjs|let w = globalThis; (w ||= 1).fetch('x');",
            "a.mjs|const o = {}; ({ self: o.w } = window); o.w.fetch('x');",
            "a.mjs|const o = {}; ({ ...o.w } = globalThis); o.w.fetch('x');",
            "a.mjs|const o = {}; [o.w = globalThis] = []; o.w.fetch('x');",
            "a.cjs|g = globalThis; g.fetch('x');",
            "a.ts|let w; ({ self: (w as any) } = window); (w as any).fetch('x');",
            "a.mjs|const { contentWindow: w } = document.querySelector('iframe'); w.fetch('x');",
            "a.mjs|let a, b; a = b; a = globalThis; b = a; b.fetch('x');",
            "a.mjs|function f(a = () => fetch('x')) { var fetch; a(); } f();",
            "a.mjs|function f(a = fetch) { function fetch() {} a('x'); } f();",
        ],
    );
    let many: Vec<String> = (0..40).map(|at| format!("a{at}")).collect();
    let (names, or) = (many.join(", "), many.join(" || "));
    let functions = many.iter().map(|name| format!("{name} = () => {{}}")).collect::<Vec<_>>().join(", ");
    found("agent/no-network", &[&format!("a.mjs|const {functions}; ({or} || globalThis).fetch('x');")]);
    passes(
        "agent/no-network",
        &[
            "a.mjs|const { a: { fetch } = {} } = own; fetch('x');",
            "a.mjs|const [{ fetch } = own] = list; fetch('x');",
            "a.mjs|let { b = {}, ...c } = own; ({ b } = c); [b] = [1];",
            "a.mjs|function f(a, fetch = a) { return fetch(a); } f(1);",
            "a.mjs|function f(fetch) { var fetch; fetch('x'); } f(() => {});",
            "a.mjs|window.global = window; window.self ??= window;",
            "a.mjs|const w = globalThis; const { name = w } = own; let v; ({ v = w } = own); v.answer; name.answer;",
            &format!("a.mjs|export function f({names}) {{ return ({or}).fetch('x'); }}"),
        ],
    );
}

#[test]
fn calls_receivers_and_results() {
    found(
        "agent/no-network",
        &[
            "a.mjs|let f; f = (w) => w.fetch('x'); f(globalThis);",
            "a.mjs|const f = (w) => w.fetch('x'), g = f; g(globalThis);",
            "a.mjs|const f = (w) => w.fetch('x'); (f || 0)(globalThis);",
            "a.mjs|const { f = (w) => w.fetch('x') } = {}; f(globalThis);",
            "a.mjs|(0, (w) => w.fetch('x'))(globalThis);",
            "a.mjs|(() => (w) => w.fetch('x'))()(globalThis);",
            "a.mjs|((w) => w.fetch('x')).bind(null)(globalThis);",
            "a.mjs|((w) => w.fetch('x'))['call'](null, globalThis);",
            "a.mjs|function f(a) { arguments[0].fetch('x'); } f(globalThis);",
            "a.mjs|((a, b) => a.fetch('x'))(...[], globalThis);",
            "a.mjs|((s, w) => w.fetch('x'))`${globalThis}`;",
            "a.mjs|globalThis instanceof class { static [Symbol.hasInstance](w) { w.fetch('x'); } };",
            "a.mjs|(async () => globalThis)().then((w) => w.fetch('x'));",
            "a.mjs|(function* () { return globalThis; })().next().value.fetch('x');",
            "a.mjs|(function () { this.fetch('x'); }).call(globalThis);",
            "a.mjs|const f = function () { this.fetch('x'); }; f.apply(globalThis, []); f.bind(globalThis)();",
            "a.cjs|function f() { return this; } f().fetch('x');",
            "a.mjs|const o = {}; Object.assign(o, globalThis); o.fetch('x');",
            "a.mjs|Object.defineProperty(globalThis, 'x', {}).fetch('x');",
            "a.mjs|Object.getPrototypeOf(Object.create(globalThis)).fetch('x');",
            "a.mjs|[Object.create(globalThis)].map((w) => w.fetch('x'));",
            "a.mjs|Object.getOwnPropertyDescriptors(globalThis)[name].value('x');",
            "a.mjs|Object.values(Object.getOwnPropertyDescriptors(self))[0].value('x');",
            "a.mjs|globalThis.valueOf().fetch('x');",
            "a.mjs|Object.prototype.valueOf.call(globalThis).fetch('x');",
            "a.mjs|globalThis.__lookupGetter__('self')().fetch('x');",
            "a.mjs|Navigator.prototype.sendBeacon.call(navigator, 'x');",
            "a.mjs|navigator.__proto__.sendBeacon.call(navigator, 'x');",
            "a.mjs|Object.getPrototypeOf(navigator).sendBeacon.call(navigator, 'x');",
            "a.mjs|document.createElement('iframe').contentWindow.fetch('x');",
            "a.mjs|document.body.ownerDocument.defaultView.fetch('x');",
            "a.mjs|open('about:blank').fetch('x');",
            "a.tsx|/** @jsx fetch */ export const A = <a />;",
            "a.tsx|/** @jsxImportSource https://x.y */ export const A = <a />;",
            "a.ts|namespace n { export const w = globalThis } n.w.fetch('x');",
            "a.ts|namespace n { export let w: any; w = globalThis } (n as any).w.fetch('x');",
            "a.ts|class A { constructor(private w = globalThis) {} go() { this.w.fetch('x') } }",
            "a.ts|const enum fetch { A } (fetch as any)('x');",
            "a.mjs|import('./b.mjs').then((m) => m.w.fetch('x'));\n//- /b.mjs\nexport const w = globalThis;",
            "a.mjs|import * as b from './b.mjs'; b[k].fetch('x');\n//- /b.mjs\nexport const w = globalThis;",
        ],
    );
    passes(
        "agent/no-network",
        &[
            "a.mjs|const f = (w) => w.answer; f(globalThis);",
            "a.mjs|((w) => { w.answer = 1; })(globalThis);",
            "a.mjs|const w = await (async () => globalThis)(); w.answer;",
            "a.mjs|Object.prototype.toString.call(globalThis); ({}).toString.call(window);",
            "a.mjs|Object.getOwnPropertyNames(globalThis); Object.keys(window); Boolean(self); String(globalThis);",
            "a.mjs|globalThis instanceof Window; `${globalThis}`; globalThis + '';",
            "a.cjs|function A() { this.fetch = 1; } new A(); A.call({}); own.go = function () { return this.fetch; };",
            "a.mjs|const { defaultView, view } = options; use(options.defaultView, view);",
            "a.tsx|/** @jsx h */ import { h } from './h'; export const A = <a />;",
            "a.tsx|/** Says what @jsx fetch is. */ export const a = 1;",
            "a.ts|namespace n { export const fetch = (a: any) => a } namespace n { fetch('x') }",
            "a.ts|enum E { fetch } enum E { B = fetch }",
            "a.ts|class A { constructor(private w = 1, readonly fetch = w) {} go() { return this.fetch } }",
            "a.ts|const enum E { A = 'answer' } (globalThis as any)[E.A]; E.A;",
            "a.ts|enum E { A = 'answer' } (globalThis as any)[E.A];",
            "a.mjs|const { b } = await import('./b.mjs'); b; import('./b.mjs');\n//- /b.mjs\nexport const b = globalThis.answer;",
            "a.mjs|import * as b from './b.mjs'; b[k](1); use(b);\n//- /b.mjs\nexport const b = (a) => a;",
            "a.mjs|open.answer; const o = { valueOf() { return 1; } }; o.valueOf().fetch;",
        ],
    );
}

#[test]
fn code_that_only_types_need() {
    passes(
        "agent/no-network",
        &[
            "a.ts|declare class A extends EventSource {} let a: A;",
            "a.ts|declare namespace n { class A extends WebSocket {} }",
            "a.d.ts|export default fetch; export declare class A extends WebSocket {}",
        ],
    );
    passes(
        "agent/no-file-system",
        &[
            "a.ts|declare module 'x' { import { Stats } from 'node:fs'; import fs = require('fs'); export * from 'fs'; }",
            "a.d.ts|import { Stats } from 'fs'; import fs = require('fs'); export * from 'fs';",
        ],
    );
    found(
        "agent/no-network",
        &[
            "a.ts|class A extends EventSource {}",
            "a.ts|export default fetch;",
            // Some tools run such a file as TypeScript.
            "a.d.ts|fetch('x');",
            "a.d.ts|const f = fetch; export const a = new WebSocket('x');",
            "a.mjs|import f from './b.d.ts'; f('x');\n//- /b.d.ts\nexport default fetch;",
        ],
    );
}

#[test]
fn functions_of_functions() {
    found(
        "agent/no-dynamic-code",
        &[
            "a.mjs|Math.max.constructor('x')();",
            "a.mjs|const { max: { constructor: F } } = Math; F('x')();",
            "a.mjs|Reflect.get(Math.max, 'constructor')('x')();",
            "a.mjs|Object.keys.__proto__.constructor('x')();",
            "a.mjs|clearInterval.constructor('x')(); constructor.constructor('x')();",
            "a.mjs|parseInt.call.constructor('x')();",
            "a.mjs|({}).toString.constructor('x')();",
            "a.mjs|true.toString.constructor('x')(); new Map().get.constructor('x')();",
            "a.mjs|Object.getPrototypeOf(parseInt).constructor('x')();",
            "a.mjs|function f() { new.target.constructor('x')(); } new f();",
            "a.mjs|const { at: { constructor: F } } = []; F('x')();",
            "a.mjs|for (const { constructor: F } of [() => 1]) F('x')();",
            "a.mjs|Function instanceof { [Symbol.hasInstance]: (F) => F('x')() };",
            "a.mjs|Reflect.get(Reflect.get({}, 'constructor'), 'constructor')('x')();",
            "a.mjs|Object.getOwnPropertyDescriptors((() => 1).__proto__).constructor.value('x')();",
            "a.mjs|setTimeout(...['x()']);",
            "a.mjs|setTimeout(code.toString()); setTimeout(['x', '()'].join('')); setTimeout(atob('eCgp'));",
            "a.mjs|let c = 'x'; setTimeout(c); let d; d = y(); d += '()'; setTimeout(d);",
            "a.mjs|const make = () => 'x()'; setTimeout(make()); function f() { return `${x}()`; } setTimeout(f());",
            "a.mjs|setTimeout(['x()']); setTimeout({ toString: () => 'x()' });",
            "a.mjs|setTimeout(c ? 'x()' : 'y()'); setTimeout(a || 'y()');",
            "a.mjs|setTimeout.bind(null, 'x()')();",
            "a.mjs|setTimeout(new String('x()')); setTimeout('x()'.replace('x', 'y'));",
            "a.cjs|module._compile('x()', 'a.js'); module.constructor._load('vm');",
        ],
    );
    passes(
        "agent/no-dynamic-code",
        &[
            "a.mjs|new this.constructor(a); a.constructor === Object; a.constructor.name; Math.max(1, 2);",
            "a.mjs|class A { static of(a) { return new this(a); } copy() { return this.constructor.of(1); } }",
            "a.mjs|let f; f = () => 1; setTimeout(f); const make = () => () => 1; setTimeout(make()); setTimeout(jobs.at(0));",
            "a.mjs|let n = 1; n += 2; setTimeout(f, n.toString()); setTimeout(list.concat(f)[0]); setTimeout(jobs.slice);",
            "a.mjs|setTimeout(f, 1); setTimeout(a || f); setTimeout(f.bind(null, 'x')); setTimeout(c ? f : g);",
            "a.mjs|String.prototype; Symbol.iterator; a instanceof Function;",
        ],
    );
}

#[test]
fn loaders_of_modules() {
    found(
        "agent/no-file-system",
        &[
            "a.mjs|import { createRequire } from 'node:module'; createRequire(import.meta.url)('fs');",
            "a.mjs|import { createRequire } from 'module'; const require = createRequire(import.meta.url); require('fs');",
            "a.mjs|import { getBuiltinModule } from 'node:process'; getBuiltinModule('fs');",
            "a.mjs|import p from 'process'; const { getBuiltinModule: g } = p; g('fs');",
            "a.cjs|module.constructor._load('fs'); require.main.require('fs'); process.binding('fs');",
            "a.cjs|r0 = require; r0('fs');",
            "a.mjs|import 'npm:fs-extra@11'; import './node_modules/fs-extra/lib/index.js';",
            "a.mjs|Deno.writeFileSync('a', b);",
        ],
    );
    found("agent/no-network", &["a.mjs|import('/\\\\x.y/z.js');", "a.mjs|import 'node:_http_client';"]);
    passes(
        "agent/no-file-system",
        &[
            "a.mjs|import { createRequire } from './own.js'; createRequire('x')('fs'); own.getBuiltinModule('fs');",
            "a.mjs|import './fs-extra.js'; import 'fs-extra-promise';",
        ],
    );
}

#[test]
fn names_that_modules_export_as_types() {
    found(
        "agent/no-network",
        &[
            "a.ts|import { fetch } from './b'; (fetch as any)('x');\n//- /b.ts\nexport interface fetch {}",
            "a.ts|import { fetch } from './b'; (fetch as any)('x');\n//- /b.ts\ntype fetch = 1; export { type fetch };",
            "a.ts|import { fetch } from './b'; (fetch as any)('x');\n//- /b.ts\nexport declare const fetch: any;",
            "a.ts|import { fetch } from './b'; (fetch as any)('x');\n//- /b.ts\nexport * from './c';\n//- /c.ts\nexport type fetch = 1;",
            "a.ts|import { fetch } from './b'; (fetch as any)('x');\n//- /b.ts\nexport { f as fetch } from './c';\n//- /c.ts\nexport type f = 1;",
            "a.ts|import { type fetch } from './b'; (fetch as any)('x');\n//- /b.ts\nexport const fetch = 1;",
        ],
    );
    passes(
        "agent/no-network",
        &[
            "a.ts|import { fetch } from './b'; fetch('x');\n//- /b.ts\nexport const fetch = (a) => a;",
            "a.ts|import { fetch } from './b'; fetch('x');\n//- /b.ts\nexport interface fetch {} export function fetch() {}",
            "a.ts|import { fetch } from './b'; fetch('x');\n//- /b.ts\nexport class fetch {}",
            "a.ts|import { fetch } from './b'; fetch('x');\n//- /b.ts\nconst fetch = 1; type fetch = 2; export { fetch };",
            "a.ts|import { fetch } from './b'; fetch('x');\n//- /b.ts\nexport * from './c';\n//- /c.ts\nexport const fetch = 1;",
            "a.ts|import { fetch } from './absent'; fetch('x');",
        ],
    );
}

#[test]
fn constants_of_the_language() {
    found(
        "agent/no-network",
        &[
            "a.mjs|globalThis['\\uFEFFfetch'.trim()]('x');",
            "a.mjs|self[Number('12 ') === 12 ? 'fetch' : 'log']('x');",
            "a.mjs|self[1 ** Infinity ? 'log' : 'fetch']('x');",
            "a.mjs|self[Math.round(0.49999999999999994) ? 'log' : 'fetch']('x');",
            "a.mjs|self[9007199254740993n === 9007199254740992n ? 'log' : 'fetch']('x');",
            "a.ts|declare const n = 'log'; globalThis.n = 'fetch'; globalThis[n]('x');",
            "a.cjs|const n = 'log'; with ({ n: 'fetch' }) globalThis[n]('x');",
            "a.mjs|String = () => 'fetch'; self[String('log')]('x');",
        ],
    );
    passes(
        "agent/no-network",
        &[
            "a.mjs|self[' log '.trim()]; self[Math.round(2.5) === 3 ? 'log' : x]; self[2n === 2n ? 'log' : x];",
        ],
    );
}

#[test]
fn prototypes_by_other_names() {
    found(
        "agent/no-prototype-pollution",
        &[
            "a.mjs|const p = o.__proto__; p.x = 1;",
            "a.mjs|Object.assign(o.__proto__, { x: 1 });",
            "a.mjs|(0, o.__proto__).x = 1;",
            "a.mjs|const { __proto__: p } = {}; p.x = 1;",
            "a.mjs|Object.getPrototypeOf(new Map()).x = 1;",
            "a.mjs|const o = {}; Object.getPrototypeOf(o).x = 1;",
            "a.mjs|Reflect.get([], '__proto__').x = 1;",
            "a.mjs|Intl.NumberFormat.prototype.x = 1;",
            "a.mjs|Array.prototype.valueOf().x = 1;",
        ],
    );
    passes(
        "agent/no-prototype-pollution",
        &[
            "a.mjs|exports.prototype.x = 1; o.prototype.x = 1; class A {} A.prototype.x = 1;",
            "a.mjs|const p = Object.getPrototypeOf(o); p.x; p.constructor; Object.getPrototypeOf(A) === B;",
            "a.mjs|export function lazy(value) { Object.defineProperty(Object.getPrototypeOf(value), 'x', {}); }",
            "a.mjs|let o = {}; o = make(); Object.getPrototypeOf(o).x = 1;",
            "a.mjs|const o = { __proto__: base }; Object.getPrototypeOf(o).x = 1;",
            "a.mjs|class A { clone(to) { to ||= Object.create(Object.getPrototypeOf(this)); to.x = 1; } }",
        ],
    );
}

#[test]
fn what_hides_behind_receivers_descriptors_and_names() {
    found(
        "agent/no-network",
        &[
            "a.mjs|[].reverse.call(globalThis).fetch('x');",
            "a.mjs|const o = { toString() { return this; } }; o.toString.call(globalThis).fetch('x');",
            "a.mjs|import { me } from './me.mjs'; me.call(globalThis).fetch('x');\n//- /me.mjs\nexport const me = function () { return this; };",
            "a.mjs|Object.getOwnPropertyDescriptors(globalThis).globalThis.value.fetch('x');",
            "a.mjs|Object.create(null, Object.getOwnPropertyDescriptors(globalThis)).fetch('x');",
            "a.mjs|Object.defineProperty({}, 'w', Object.getOwnPropertyDescriptor(globalThis, 'globalThis')).w.fetch('x');",
            "a.mjs|Object.getOwnPropertyDescriptor(window, 'self').get().fetch('x');",
            "a.mjs|Reflect.get({ get w() { return this; } }, 'w', globalThis).fetch('x');",
            "a.mjs|Object.assign({ set fetch(f) { f('x'); } }, globalThis);",
            "a.mjs|globalThis.top = require; top('net');",
            "a.mjs|(function f(n) { if (n) return globalThis; [1].map(f)[0].fetch('x'); })();",
            "a.cjs|function f() { var fetch; with (globalThis) fetch('x'); } f();",
            "a.mjs|clientInformation.sendBeacon('x'); window['0'].fetch('x');",
            "a.tsx|/** @jsx w.fetch */ const w = globalThis; export const A = <a />;",
            "a.mjs|export const o = { name: 'title' }; export const get = () => globalThis[o.name];",
            "a.ts|namespace N { export let name = 'title'; (globalThis as any)[name] } N.name = 'fetch';",
            "a.d.ts|export const b = { w: globalThis };",
            "a.mjs|let k = Symbol('a'); k = 'fetch'; globalThis[k]('x');",
            "a.mjs|const o = { k: Symbol('a') }; o.k = 'fetch'; globalThis[o.k]('x');",
            "a.mjs|export const get = (k = Symbol('a')) => globalThis[k];",
            "a.mjs|import('./b.mjs').then((b) => b.inner.w.fetch('x'));\n//- /b.mjs\nexport * as inner from './c.mjs';\n//- /c.mjs\nexport const w = globalThis;",
        ],
    );
    found("agent/no-dynamic-code", &["a.mjs|const g = f.constructor('return 1'); g();"]);
    found("agent/no-prototype-pollution", &["a.mjs|Object.prototype.__defineGetter__('x', f);"]);
    passes(
        "agent/no-network",
        &[
            "a.mjs|setTimeout.call(window, f, 1); requestAnimationFrame.bind(window); Object.prototype.hasOwnProperty.call(window, 'a');",
            "a.mjs|globalThis[Symbol.for('app')] ??= {}; const KEY = Symbol('k'); globalThis[KEY] = 1;",
            "a.mjs|switch (t) { case window: f(); }",
            "a.mjs|Object.assign({}, { a: 1 }); Object.assign({ b() {} }, own); Object.create(null, { a: { value: 1 } });",
            "a.cjs|function f() { var a; with (own) a('x'); } f();",
            "a.ts|import { type Server } from 'node:http'; import { Agent } from 'http'; import net = require('net'); let a: Server, b: Agent, c: net.Socket;",
            "a.ts|export { type Server } from 'node:http';",
        ],
    );
    passes(
        "agent/no-dynamic-code",
        &[
            "a.test.mjs|import { expect } from 'vitest'; expect(f).toBeInstanceOf(Function); expect(g).toHaveBeenCalledWith(expect.any(Function));",
            "a.mjs|setTimeout(router.replace('/x')); setTimeout(debounced.concat(f));",
            "a.mjs|const o = { constructor: f }; o.constructor('x');",
        ],
    );
    found("agent/no-dynamic-code", &["a.mjs|const expect = { any: (F) => F('x')() }; expect.any(Function);"]);
    check("agent/no-unbounded-loop", "while (1 == 1) {}", &["1:1"]);
}
