//! Snapshots: Vitest's exact format, new and obsolete entries.
#![allow(missing_docs, clippy::expect_used)]

use crate::support;

use support::{render, run, run_with, same};
use verdict_protocol::{Limits, Scope, SnapshotProposal, SnapshotUpdate, TestConfig, TestState};

const FILE: &str = include_str!("files/snapshots.test.js");
/// The snapshot file that Vitest wrote.
const SNAP: &str = include_str!("files/snapshots.snap");

fn fixture(snap: &str) -> String {
    let snap =
        if snap.is_empty() { String::new() } else { format!("//- /__snapshots__/a.test.js.snap\n{snap}") };
    format!(
        "//- /a.test.js\n{FILE}\n{snap}//- /__snapshots__/raw2.txt\ngood\n//- /__snapshots__/raw.txt\nhello\nworld"
    )
}

#[test]
fn what_vitest_wrote_is_matched() {
    let outcome = run(&fixture(SNAP));
    let lines: Vec<String> = outcome
        .entries
        .iter()
        .filter(|entry| entry.scope == Scope::Test)
        .map(|entry| {
            let state = match entry.state {
                TestState::Passed => "passed",
                TestState::Failed => "failed",
                TestState::Skipped => "skipped",
                TestState::Todo => "todo",
            };
            format!("{state} {}", entry.path.join(" > "))
        })
        .collect();
    assert_eq!(lines.join("\n"), include_str!("files/snapshots.txt").trim_end());
    assert!(outcome.snapshots.is_empty(), "{:?}", outcome.snapshots);
}

#[test]
fn what_is_proposed_is_what_vitest_wrote() {
    let outcome = run(&fixture(""));
    let [SnapshotProposal::File { path, content, keys }] = outcome.snapshots.proposed.as_slice() else {
        panic!("{:?}", outcome.snapshots)
    };
    assert_eq!(path, "/__snapshots__/a.test.js.snap");
    assert_eq!(keys.len(), SNAP.matches("exports[").count());
    assert_eq!(content, SNAP);
}

#[test]
fn what_is_not_there_passes_or_fails() {
    let fixture = "test('a', () => { expect(1).toMatchSnapshot() }); test('b', () => { expect('x').toMatchInlineSnapshot() });
         test('c', async () => { await expect('x').toMatchFileSnapshot('x.txt') });";
    same(&render(&run(fixture)), "passed a\npassed b\npassed c");
    let config = TestConfig { update: SnapshotUpdate::None, ..TestConfig::default() };
    let outcome = run_with(fixture, &config, &Limits::default());
    same(
        &render(&outcome),
        "failed a: Snapshot `a 1` mismatched
         failed b: Snapshot `b 1` mismatched
         failed c: Snapshot `c 1` mismatched",
    );
    assert!(outcome.snapshots.is_empty());
}

#[test]
fn inline_snapshots_are_proposed_where_they_belong() {
    let outcome = run(
        "test('a', () => {\n  expect({ a: '`' }).toMatchInlineSnapshot();\n  expect(1).toMatchInlineSnapshot() });
         test('b', () => { for (const n of [1, 2]) expect(n).toMatchInlineSnapshot() });",
    );
    same(
        &render(&outcome),
        "passed a
         failed b: toMatchInlineSnapshot with different snapshots cannot be called at the same location",
    );
    let proposed: Vec<String> = outcome
        .snapshots
        .proposed
        .iter()
        .map(|proposal| match proposal {
            SnapshotProposal::Inline { location, literal } => {
                format!("{}:{} {literal}", location.line, location.column)
            }
            other => format!("{other:?}"),
        })
        .collect();
    assert_eq!(proposed[..2], ["2:22 `\n    {\n      \"a\": \"\\`\",\n    }\n  `", "3:13 `1`"]);
}

#[test]
fn what_nothing_asks_for_is_obsolete() {
    let snap = "// Vitest Snapshot v1, https://vitest.dev/guide/snapshot.html\n
        exports[`a 1`] = `1`;\n\nexports[`a 2`] = `2`;\n\nexports[`gone 1`] = `3`;\n\nexports[`skipped 1`] = `4`;\n";
    let outcome = run(&format!(
        "//- /a.test.js
         test('a', () => {{ expect(1).toMatchSnapshot() }}); test.skip('skipped', () => {{ expect(4).toMatchSnapshot() }});
         //- /__snapshots__/a.test.js.snap\n{snap}"
    ));
    same(&render(&outcome), "passed a\nskipped skipped");
    let keys: Vec<&str> = outcome.snapshots.obsolete.iter().map(|entry| entry.key.as_str()).collect();
    assert_eq!(keys, ["a 2", "gone 1"]);
}

#[test]
fn hostile_snapshots_end_in_an_error() {
    let state = render(&run("
        test('deep', () => { let a = {}; for (let i = 0; i < 5000; i++) a = { a }; expect(a).toMatchSnapshot() });
        test('large', () => { expect('x'.repeat(2 << 20)).toMatchSnapshot('ok') });
        test('many', () => { expect(Array.from({ length: 300000 }, () => ({}))).toMatchSnapshot() });
        test('serializer', () => { expect.addSnapshotSerializer({ test: (v) => v === 1, serialize(v, c, i, d, r, p) { return p(v, c, i, d, r) } }); expect(1).toMatchSnapshot() });
        test('path', async () => { await expect('x').toMatchFileSnapshot('../../../etc/passwd') });"));
    for (line, name) in state.lines().zip(["deep", "large", "many", "serializer", "path"]) {
        assert!(line.starts_with(&format!("failed {name}")), "{state}");
    }
}
