//! Memory left after a guest is dropped, measured by the hosts' allocator.
#![allow(missing_docs)]

mod support;

use std::rc::Rc;
use std::sync::Mutex;

use support::{small, snapshot};
use verdict_memory::{Counting, Meter};
use verdict_sandbox::{Guest, GuestOptions, PlainSource};
use verdict_vfs::{Snapshot, VfsPath};

#[global_allocator]
static MEMORY: Counting = Counting::new();

/// Runs tests one at a time, because memory of other tests would count.
static ALONE: Mutex<()> = Mutex::new(());

/// Number of guests after the first ones.
const GUESTS: u64 = 8;

/// Bytes that a guest may leave, because the collector's tables sometimes grow.
const LEFT: u64 = 4 << 10;

/// Runs `/main.js` in a guest and drops it.
fn run(files: &Snapshot) {
    let options = GuestOptions::new(files.clone(), small(), Rc::new(PlainSource));
    let mut guest = Guest::new(options).expect("a realm");
    // Memory is measured however the file ended.
    let _ = guest.load(&VfsPath::parse("/main.js").expect("a path"));
}

/// Live bytes after a garbage collection.
fn live() -> u64 {
    boa_gc::force_collect();
    boa_gc::force_collect();
    MEMORY.live()
}

/// Runs many guests of a fixture: those after the first ones leave nothing.
fn check(fixture: &str) {
    let alone = ALONE.lock();
    let files = snapshot(fixture);
    for _ in 0..2 {
        run(&files);
    }
    let before = live();
    for _ in 0..GUESTS {
        run(&files);
    }
    let left = live().saturating_sub(before) / GUESTS;
    drop(alone);
    assert!(left < LEFT, "each guest of\n{fixture}\nleft {left} bytes");
}

const OTHERS: &str =
    "//- /data.json\n{\"a\":[1]}\n//- /common.cjs\nmodule.exports = () => require('./lib.js');\n";

/// A module with this many functions.
fn library(functions: usize) -> String {
    (0..functions).map(|i| format!("export function f{i}(x) {{ return [x, {i}, 'text {i}']; }}\n")).collect()
}

#[test]
fn a_namespace_does_not_keep_its_module() {
    let library = format!("//- /lib.js\n{}", library(400));
    check("//- /main.js\n1;\n");
    for main in [
        "import { f1 } from './lib.js'; f1();",
        "import * as lib from './lib.js'; lib.f1();",
        "const lib = await import('./lib.js'); lib.f1();",
        "export * as lib from './lib.js';",
        "import lib from './common.cjs'; lib().f1();",
        "export * from './lib.js'; import * as self from './main.js'; globalThis.self = self;",
        "import * as data from './data.json'; globalThis.data = data;",
        "import * as path from 'node:path'; globalThis.data = path;",
        "import * as lib from './lib.js'; import { absent } from './lib.js';",
        "import * as lib from './lib.js'; throw new Error('late');",
        "const lib = await import('./lib.js'); await new Promise(() => {});",
        "const lib = await import('./lib.js'); setTimeout(() => lib, 1e9);",
        "import('./lib.js'); import('./absent.js'); await null;",
    ] {
        check(&format!("//- /main.js\n{main}\n{OTHERS}{library}"));
    }
}

#[test]
fn nothing_else_keeps_a_realm() {
    for main in [
        "Promise.reject(new Error('nobody handles it'));",
        "await new Promise(() => {});",
        "new Promise(() => {}).then(() => {}); (async () => { await new Promise(() => {}); })();",
        "setInterval(() => {}, 10); setTimeout(() => {}, 10); setImmediate(() => {}); queueMicrotask(() => {}); process.nextTick(() => {});",
        "globalThis.map = new WeakMap([[globalThis, globalThis]]); globalThis.ref = new WeakRef(globalThis);",
        "globalThis.registry = new FinalizationRegistry(() => {}); registry.register({}, globalThis); registry.register(globalThis, 1);",
        "function* g() { yield g; yield 2; } globalThis.it = g(); it.next();",
        "async function* g() { yield g; yield 2; } globalThis.it = g(); await it.next(); it.next();",
        "const p = new Proxy({}, {}); globalThis.p = p; p.p = p;",
        "globalThis.all = Promise.all([new Promise(() => {}), 1]); Promise.race([all]); Promise.any([all]); Promise.allSettled([all]);",
        "for (const x of 'abc') Symbol.for(x); globalThis.s = Symbol('a');",
        "new Function('a', 'return a')(1); eval('var x = 1; x');",
        "structuredClone({ a: [new Map([[1, new Set([2])]])] }); new URL('http://a.b/c'); new AbortController().abort(); new EventTarget().addEventListener('x', () => {});",
        "'a,b'.split(','); 'a'.replace(/a/g, () => 'b'); [3, 1].sort((a, b) => a - b); JSON.stringify({ a: [1] }, (k, v) => v); JSON.parse('[1]', (k, v) => v);",
        "console.log({ a: 1 }, new Error('x')); new Error('x').stack; try { null.x } catch (e) { globalThis.e = e; e.stack; }",
        "class A { #x = 1; static s = new A(); get x() { return this.#x; } } globalThis.A = A; new A().x; `${A}`; (x => x)`a${1}b`;",
        "const f = (function () { return arguments; })(1, 2); globalThis.f = f;",
        "import { EventEmitter } from 'node:events'; new EventEmitter().on('x', () => {}).emit('x');",
        "import { AsyncLocalStorage } from 'node:async_hooks'; const s = new AsyncLocalStorage(); s.run({ s }, () => setTimeout(() => {}));",
        "import util from 'node:util'; util.promisify(setTimeout)(1); util.inspect({}); process.env.A = 'b'; Buffer.from('abc'); crypto.randomUUID();",
        "import assert from 'node:assert'; try { assert.equal(1, 2); } catch {}",
        "(function f() { f(); })();",
        "for (;;);",
        "throw null;",
    ] {
        check(&format!("//- /main.js\n{main}\n"));
    }
}
