//! Memory left after a file's run, measured by the hosts' allocator.
#![allow(missing_docs)]

mod support;

use std::sync::Mutex;

use support::run;
use verdict_memory::{Counting, Meter};

#[global_allocator]
static MEMORY: Counting = Counting::new();

/// Runs tests one at a time, because memory of other tests would count.
static ALONE: Mutex<()> = Mutex::new(());

/// Number of runs after the first ones.
const RUNS: u64 = 4;

/// Bytes that a run may leave, because the collector's tables sometimes grow.
const LEFT: u64 = 4 << 10;

/// Live bytes after a garbage collection.
fn live() -> u64 {
    boa_gc::force_collect();
    boa_gc::force_collect();
    MEMORY.live()
}

/// Runs a fixture many times: the runs after the first ones leave nothing.
fn check(fixture: &str) {
    let alone = ALONE.lock();
    for _ in 0..2 {
        run(fixture);
    }
    let before = live();
    for _ in 0..RUNS {
        run(fixture);
    }
    let left = live().saturating_sub(before) / RUNS;
    drop(alone);
    assert!(left < LEFT, "each run of\n{fixture}\nleft {left} bytes");
}

#[test]
fn files_of_all_kinds_leave_nothing() {
    check(include_str!("files/around.test.js"));
    check(include_str!("files/chai.test.js"));
    check(include_str!("files/each.test.js"));
    check(include_str!("files/expect.test.js"));
    check(include_str!("files/fixtures.test.js"));
    check(include_str!("files/snapshots.test.js"));
    check(include_str!("files/structure.test.js"));
    check(include_str!("vi/fake-timers.test.js"));
    check(include_str!("vi/mock-functions.test.js"));
    check(include_str!("vi/spies.test.js"));
    check(include_str!("vi/stubs.test.js"));
    check(include_str!("vi/wait.test.js"));
}

#[test]
fn mocked_modules_leave_nothing() {
    let library: String = (0..100).map(|i| format!("export function f{i}() {{ return {i}; }}\n")).collect();
    for test in [
        "import * as lib from './lib.js'; test('t', () => { lib.f1(); });",
        "import * as lib from './lib.js'; vi.mock('./lib.js'); test('t', () => { lib.f1(); expect(lib.f1).toHaveBeenCalled(); });",
        "import { f1 } from './lib.js'; vi.mock('./lib.js', async (original) => ({ ...(await original()), f1: () => 2 })); test('t', () => expect(f1()).toBe(2));",
        "import * as lib from './lib.js'; vi.mock('./lib.js', { spy: true }); test('t', () => { lib.f1(); expect(lib.f1).toHaveBeenCalled(); });",
        "import * as lib from './lib.js'; test('t', () => { vi.spyOn(lib, 'f1').mockReturnValue(5); expect(lib.f1()).toBe(5); });",
        "test('t', async () => { for (let i = 0; i < 3; i++) { vi.resetModules(); (await import('./lib.js')).f1(); } });",
        "test('t', async () => { vi.doMock('./lib.js', () => ({ f1: 1 })); (await import('./lib.js')).f1; await vi.importActual('./lib.js'); vi.doUnmock('./lib.js'); });",
        "import { readFileSync } from 'node:fs'; vi.mock('node:fs'); test('t', () => { readFileSync('/x'); });",
        "test('t', () => { expect(1).toBe(2); }); test('u', async () => { await new Promise(() => {}); });",
        "describe('d', () => { throw new Error('late'); });",
        "test.concurrent('a', async () => { await null; }); test('b', ({ onTestFinished }) => { onTestFinished(() => {}); setInterval(() => {}, 5); });",
    ] {
        check(&format!("//- /a.test.js\n{test}\n//- /lib.js\n{library}"));
    }
}
