//! Equal runs give equal bytes.
#![allow(missing_docs, clippy::expect_used)]

use crate::support;

use support::run;

#[test]
fn two_runs_give_the_same_bytes() {
    let fixture = "const s = new Set([{ a: 1 }, Math.random()]), m = new Map([[Date.now(), performance.now()]]);
        test('a', () => { console.log(Math.random(), Date.now()); expect(s).toEqual(m) });
        test('b', async () => { await new Promise((done) => setTimeout(done, Math.random() * 1000)); expect(Math.random()).toBe(0) });
        test('c', () => { expect(Object.getOwnPropertyNames(globalThis).sort()).toEqual([]) });
        test.each([[1], [2]])('%s', (n) => { expect({ n, r: Math.random() }).toEqual({ n: 1 }) });";
    let bytes = || {
        let outcome = run(fixture);
        (serde_json::to_string(&outcome.entries).expect("JSON"), outcome.console, outcome.failure)
    };
    assert_eq!(bytes(), bytes());
}

#[test]
fn files_do_not_touch_each_other() {
    let first = run(
        "globalThis.leak = 1; Array.prototype.leak = 2; expect.extend({ toLeak() { return { pass: true } } }); test('t', () => {});",
    );
    assert!(first.failure.is_none());
    support::check(
        "test('t', () => { expect(globalThis.leak).toBe(undefined); expect([].leak).toBe(undefined); expect('toLeak' in expect(1)).toBe(false) });",
        "passed t",
    );
}

#[test]
fn progress_sees_every_test_in_the_order_of_running() {
    use verdict_judge::Seen;
    use verdict_protocol::{FileContent, Files, Limits, TestConfig};
    let text = "test('a', () => {}); test.skip('b', () => {}); test('c', () => { throw 1 }); test.todo('d');";
    let files = Files(vec![("/a.test.js".to_owned(), FileContent(text.as_bytes().to_vec()))]);
    let snapshot = verdict_vfs::Snapshot::new(files).expect("a snapshot");
    let env = verdict_testing::TestEnv {
        snapshot: &snapshot,
        limits: &Limits::default(),
        config: &TestConfig::default(),
        seed: 0,
        sealed_from: None,
        source_hook: std::rc::Rc::new(verdict_sandbox::PlainSource),
        now: &|| 0.0,
        meter: None,
        is_subject: std::rc::Rc::new(|_| false),
    };
    let mut seen = Vec::new();
    let path = verdict_vfs::VfsPath::parse("/a.test.js").expect("a path");
    let mut begun = 0;
    let outcome = verdict_testing::run_file(&path, &env, &mut |event| match event {
        Seen::Collected(_) => {}
        Seen::Started(_) => begun += 1,
        Seen::Finished(entry) => seen.push(entry.clone()),
    });
    assert_eq!(seen, outcome.entries);
    assert!(begun > 0 && begun <= seen.len());
    assert_eq!(outcome.real_ms.len(), outcome.entries.len());
}
