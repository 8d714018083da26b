//! The memory limit, with the hosts' allocator.
#![allow(missing_docs)]

mod support;

use std::sync::Mutex;

use support::{ending, snapshot};
use verdict_memory::{Counting, Meter};
use verdict_protocol::Limits;
use verdict_sandbox::{Guest, GuestOptions, PlainSource, Stop};
use verdict_vfs::VfsPath;

#[global_allocator]
static MEMORY: Counting = Counting::new();

/// Runs tests one at a time, because memory of other tests would count.
static ALONE: Mutex<()> = Mutex::new(());

const MIB: u64 = 1 << 20;

/// Runs a module with a limit of 32 MiB: its output or stop, and its peak memory.
fn run(source: &str) -> (Result<String, Stop>, u64) {
    let _alone = ALONE.lock();
    let limits = Limits { memory_bytes: 32 * MIB, ..Limits::default() };
    let files = snapshot(&format!("//- /main.js\n{source}"));
    verdict_sandbox::collect_litter(&MEMORY);
    MEMORY.begin(limits.memory_bytes);
    let mut options = GuestOptions::new(files, limits, std::rc::Rc::new(PlainSource));
    options.meter = Some(&MEMORY);
    let found = Guest::new(options).and_then(|mut guest| {
        let path = VfsPath::parse("/main.js").expect("a path");
        let loaded = guest.load(&path);
        let again = guest.load(&path);
        assert_eq!(loaded.is_err(), again.is_err(), "a guest that was stopped stays stopped: {source}");
        loaded.map(|()| guest.take_console().entries.iter().map(|entry| entry.text.as_str()).collect())
    });
    // Garbage of a test would otherwise be freed at the end of its thread, while another test counts.
    boa_gc::force_collect();
    (found, MEMORY.end())
}

fn check(source: &str, expected: &str) {
    let (found, peak) = run(source);
    let found = found.unwrap_or_else(|stop| ending(&stop));
    assert!(found.starts_with(expected), "{source}\nis {found}\nnot {expected}");
    assert!(peak <= 56 * MIB, "{source} held {peak} bytes");
}

const MEMORY_PASSED: &str = "err:memory: The memory limit was passed";

#[test]
fn what_grows_for_ever_is_stopped() {
    check("const a = []; for (;;) a.push(' '.repeat(1 << 10).repeat(1 << 10));", MEMORY_PASSED);
    check("const a = []; for (;;) a.push(' '.padEnd(1 << 10).repeat(1 << 10));", MEMORY_PASSED);
}

#[test]
fn it_cannot_be_caught() {
    check(
        "const a = []; for (;;) try { for (;;) a.push(' '.repeat(1 << 10).repeat(1 << 10)); } catch { console.log('caught'); } finally { console.log('finally'); }",
        MEMORY_PASSED,
    );
    check(
        "const a = []; const f = async () => { await null; for (;;) a.push(' '.repeat(1 << 10).repeat(1 << 10)); }; f().catch(() => console.log('caught')); await new Promise(() => {});",
        MEMORY_PASSED,
    );
}

#[test]
fn it_has_its_place() {
    let (found, _) =
        run("function grow(a) {\n  for (;;) a.push(' '.repeat(1 << 10).repeat(1 << 10));\n}\ngrow([]);");
    let location = found.expect_err("stops").location().expect("a place");
    assert_eq!((location.file.as_str(), location.line), ("/main.js", 2));
}

#[test]
fn garbage_is_no_memory() {
    check("for (let i = 0; i < 200; i++) ' '.repeat(1 << 20); console.log('done');", "done");
    check("for (let i = 0; i < 300; i++) new Uint8Array(1 << 18); console.log('done');", "done");
    check("for (let i = 0; i < 60; i++) Array(1e5).fill(0); console.log('done');", "done");
    check("let s = 'o'; for (let i = 0; i < 24; i++) s = s.concat(s); console.log(s.length);", "16777216");
}

/// A crash here would end the test process.
#[test]
fn short_texts_that_are_repeated_are_stopped_wherever_they_are() {
    let at_once = "for (;;) grow();";
    let job = "const job = async () => { for (;;) { await null; grow(); } }; await job();";
    let timer = "setInterval(grow, 1); await new Promise(() => {});";
    for (way, place) in [
        ("'ab'.repeat(1 << 20)", at_once),
        ("'ab'.repeat(1 << 20)", job),
        ("'ab'.repeat(1 << 20)", timer),
        ("'ж'.repeat(3e6)", at_once),
        ("'ab'.padEnd(1 << 21, 'cd')", job),
        ("'ab'.padStart(1 << 21, 'жд')", timer),
        ("x.concat(x, x, x, x, x, x, x, x)", at_once),
        ("x.concat(x, x, x, x, x, x, x, x)", job),
        ("Array(1e4).join(x.slice(0, 99))", timer),
        ("x.replaceAll('b', 'c'.repeat(200))", timer),
    ] {
        let grow = "const x = 'ab'.repeat(1 << 15); const kept = []; const grow = () => kept.push(";
        check(&format!("{grow}{way}); {place}"), MEMORY_PASSED);
    }
}

#[test]
fn one_that_cannot_fit_is_refused_before_it_is_made() {
    check("const one = 'ab'.repeat(15 << 20); 'cd'.repeat(15 << 20);", MEMORY_PASSED);
    check("'ж'.repeat(30 << 20);", MEMORY_PASSED);
    check("console.log('ab'.repeat(15 << 20).length);", "31457280");
    check(
        "const x = 'acdb'.repeat(1 << 20); setTimeout(() => x.split('b')); await new Promise(() => {});",
        MEMORY_PASSED,
    );
    check("const x = 'acdb'.repeat(1 << 20); await null; x.split(/b/);", MEMORY_PASSED);
    for length in [1e5, 4e6, 5e6, 9e6] {
        let expected = if length < 4.2e6 { "made" } else { MEMORY_PASSED };
        check(&format!("Array({length}).fill('ab'); console.log('made');"), expected);
    }
    check("const a = Array(10); a[1e6] = 1; a.fill('ab'); console.log(a.length);", MEMORY_PASSED);
    check("const a = Array(10); a[1e5] = 1; a.fill('ab'); console.log(a.length);", "100001");
}

#[test]
fn a_buffer_that_does_not_fit_is_a_range_error() {
    check(
        "const a = []; try { for (;;) a.push(new ArrayBuffer(1 << 20)); } catch (error) { console.log(error.name, a.length > 20); }",
        "RangeError true",
    );
    check(
        "new Uint8Array(2e9);",
        "thrown: RangeError: cannot allocate a buffer that exceeds the maximum buffer size",
    );
}

#[test]
fn a_realm_that_is_gone_is_no_litter() {
    for _ in 0..4 {
        check("globalThis.kept = Array(5e4).fill(0).map(Object); console.log(kept.length);", "50000");
    }
}
