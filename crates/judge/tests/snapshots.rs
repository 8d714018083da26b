//! Snapshots reported by an engine whose harness compares them itself.

use verdict_judge::{GuestSnapshot, Snapshots};
use verdict_protocol::{
    Files, Location, SnapshotKey, SnapshotProposal, SnapshotReport, SnapshotUpdate, TestConfig,
};
use verdict_vfs::{Snapshot, VfsPath};

const FILE: &str = "/__snapshots__/a.test.js.snap";

fn report(update: SnapshotUpdate, told: &[GuestSnapshot], unfinished: &[&str]) -> SnapshotReport {
    let files = [
        ("/a.test.js", "\n  expect(1).toMatchInlineSnapshot()\n"),
        (FILE, "exports[`a 1`] = `1`;\n\nexports[`b 1`] = `2`;\n"),
    ];
    let files = Snapshot::new(Files::from_texts(files)).expect("files");
    let config = TestConfig { update, ..TestConfig::default() };
    let snapshots = Snapshots::of_engine(files, VfsPath::parse("/a.test.js").expect("a path"), &config);
    for one in told {
        snapshots.told(one.clone());
    }
    let unfinished: Vec<Vec<String>> = unfinished.iter().map(|name| vec![(*name).to_owned()]).collect();
    snapshots.report(&unfinished)
}

#[test]
fn what_the_engine_says_is_proposed() {
    let at = Location { file: "/a.test.js".into(), line: 2, column: 13, ..Location::default() };
    let told = [
        GuestSnapshot::File(vec!["c 1".into()], "the file".into()),
        GuestSnapshot::Raw("/raw.txt".into(), "raw".into()),
        GuestSnapshot::Inline(at.clone(), "\n{\n}\n".into()),
        GuestSnapshot::Obsolete("b 1".into()),
        // An entry that the file lacks cannot be obsolete.
        GuestSnapshot::Obsolete("nowhere 1".into()),
    ];
    let expected = SnapshotReport {
        proposed: vec![
            SnapshotProposal::File {
                path: FILE.into(),
                content: "the file".into(),
                keys: vec!["c 1".into()],
            },
            SnapshotProposal::Raw { path: "/raw.txt".into(), content: "raw".into() },
            SnapshotProposal::Inline { location: at, literal: "`\n    {\n    }\n  `".into() },
        ],
        obsolete: vec![SnapshotKey { path: FILE.into(), key: "b 1".into() }],
    };
    assert_eq!(report(SnapshotUpdate::New, &told, &[]), expected);
    assert_eq!(report(SnapshotUpdate::None, &told, &[]).proposed, []);
    assert_eq!(report(SnapshotUpdate::New, &told, &["b"]).obsolete, []);
    assert_eq!(report(SnapshotUpdate::New, &[], &[]), SnapshotReport::default());
}

#[test]
fn a_flood_is_cut() {
    let told: Vec<GuestSnapshot> =
        (0..10).map(|number| GuestSnapshot::Raw(format!("/{number}"), "x".repeat(1 << 20))).collect();
    assert_eq!(report(SnapshotUpdate::New, &told, &[]).proposed.len(), 4);
}
