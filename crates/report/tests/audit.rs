//! Audit snapshots, which list files.
#![allow(missing_docs, reason = "a test")]

use crate::support;

use std::collections::BTreeMap;

use pollster::block_on;
use proptest::prelude::*;
use serde_json::{Value, json};
use support::NOW;
use verdict_protocol::Files;
use verdict_report::{AuditSnapshot, Loaded, MemoryStore, Renamed, Reports, SkipKind, Store, diff_snapshots};
use verdict_vfs::{Snapshot, diff};

fn snapshot(files: &[(&str, &str)]) -> Snapshot {
    Snapshot::new(Files::from_texts(files.iter().copied())).expect("paths")
}

#[test]
fn a_snapshot_has_the_keys_of_the_specification_and_the_hashes_of_its_files() {
    let taken = snapshot(&[("/b.js", "b"), ("/a.js", "")]);
    let audit = AuditSnapshot::new("apply_bundle_pre", NOW, &taken);
    assert_eq!(
        serde_json::to_value(&audit).expect("JSON"),
        json!({
            "snapshot_name": "apply_bundle_pre",
            "timestamp": "2026-01-02T15:35:00.000Z",
            "file_count": 2,
            "root": taken.root(),
            "files": [
                { "path": "/a.js", "sha256": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", "bytes": 0 },
                { "path": "/b.js", "sha256": "3e23e8160039594a33894f6564e1b1348bbd7a0088d42c4acb73eeaed59c009d", "bytes": 1 },
            ],
        })
    );
    assert!(audit.file_name().starts_with("apply_bundle_pre_20260102_153500_"), "{}", audit.file_name());
}

#[test]
fn snapshots_are_saved_listed_and_loaded() {
    let reports = Reports::new(MemoryStore::default());
    let before = AuditSnapshot::new("pre", NOW, &snapshot(&[("/a", "1")]));
    let after = AuditSnapshot::new("post", NOW + 1000.0, &snapshot(&[("/a", "2")]));
    // Two snapshots of the same name and second have different files.
    let twin = AuditSnapshot::new("pre", NOW + 1.0, &snapshot(&[("/a", "3")]));
    for audit in [&before, &after, &twin] {
        let saved = block_on(reports.save_snapshot("r", audit));
        assert_eq!(saved.key, Some(format!("runs/r/snapshots/{}.json", audit.file_name())));
        assert!(saved.ok());
    }
    let mut names = [&before, &after, &twin].map(AuditSnapshot::file_name);
    names.sort();
    assert_eq!(block_on(reports.snapshots("r")).expect("listed").names, names);
    for audit in [before, after, twin] {
        let loaded = block_on(reports.load_snapshot("r", &audit.file_name())).expect("read").found();
        assert_eq!(loaded, Some(audit));
    }
    assert_eq!(block_on(reports.load_snapshot("r", "none")), Ok(Loaded::Missing));
    assert_eq!(block_on(reports.list("r")).expect("listed").skipped, []);
}

#[test]
fn a_hostile_name_is_a_file_name_all_the_same() {
    let reports = Reports::new(MemoryStore::default());
    let long = "x".repeat(1 << 20);
    for name in ["", "../../etc/passwd", "test:/a b.js\n", "__proto__", "con", "é\u{202e}", ".", "...", &long]
    {
        let audit = AuditSnapshot::new(name, NOW, &Snapshot::default());
        let saved = block_on(reports.save_snapshot("r", &audit));
        assert!(saved.ok(), "{name}: {saved:?}");
        let key = saved.key.expect("kept");
        assert!(key.matches('/').count() == 3 && !key.contains("..") && key.len() < 140, "{key}");
        let loaded = block_on(reports.load_snapshot("r", &audit.file_name())).expect("read").found();
        assert_eq!(loaded, Some(audit));
    }
}

#[test]
fn a_record_that_is_not_what_it_says_is_passed_over() {
    let reports = Reports::new(MemoryStore::default());
    let audit = AuditSnapshot::new("pre", NOW, &snapshot(&[("/a", "1"), ("/b", "2")]));
    let key = block_on(reports.save_snapshot("r", &audit)).key.expect("kept");
    let good: Value =
        serde_json::from_str(&block_on(reports.store().read(&key)).expect("memory").expect("kept"))
            .expect("JSON");
    let change = |pointer: &str, value: Value| {
        let mut changed = good.clone();
        *changed.pointer_mut(pointer).expect("there") = value;
        changed
    };
    for (changed, kind, reason) in [
        (change("/files/0/sha256", "00".into()), SkipKind::Corrupt, "root is not the root hash"),
        (change("/files/0/bytes", 2.into()), SkipKind::Corrupt, "root is not the root hash"),
        (change("/root", "".into()), SkipKind::Corrupt, "root is not the root hash"),
        (change("/file_count", 3.into()), SkipKind::Corrupt, "file_count"),
        (change("/files/0/path", "/c".into()), SkipKind::Corrupt, "not in order"),
        (change("/files/0/path", "/../a".into()), SkipKind::Corrupt, "not normalised"),
        (change("/timestamp", "yesterday".into()), SkipKind::Corrupt, "ISO 8601"),
        (change("/version", 2.into()), SkipKind::Newer, "version 2"),
    ] {
        block_on(reports.store().write(&key, &changed.to_string())).expect("memory");
        let Ok(Loaded::Skipped(skipped)) = block_on(reports.load_snapshot("r", &audit.file_name())) else {
            panic!("read: {changed}");
        };
        assert!(skipped.kind == kind && skipped.reason.contains(reason), "{skipped:?}");
    }
    block_on(reports.store().write("runs/r/snapshots/a b.json", "x")).expect("memory");
    let trail = block_on(reports.snapshots("r")).expect("listed");
    assert_eq!((trail.names.len(), trail.skipped[0].kind), (1, SkipKind::Name));
}

#[test]
fn a_difference_names_created_modified_deleted_and_renamed() {
    let before = AuditSnapshot::new(
        "pre",
        NOW,
        &snapshot(&[("/gone", "g"), ("/kept", "k"), ("/old", "same"), ("/changed", "1")]),
    );
    let after = AuditSnapshot::new(
        "post",
        NOW,
        &snapshot(&[("/kept", "k"), ("/new", "same"), ("/changed", "2"), ("/__proto__", "p")]),
    );
    let found = diff_snapshots(&before, &after);
    assert_eq!(found.created, ["/__proto__"]);
    assert_eq!(found.modified, ["/changed"]);
    assert_eq!(found.deleted, ["/gone"]);
    assert_eq!(found.renamed, [Renamed { from: "/old".into(), to: "/new".into() }]);
}

fn any_files() -> impl Strategy<Value = BTreeMap<String, String>> {
    proptest::collection::btree_map("/[a-f]", "[xyz]", 0..6)
}

proptest! {
    #[test]
    fn a_difference_of_records_is_that_of_their_snapshots(one in any_files(), two in any_files()) {
        let of = |files: &BTreeMap<String, String>| {
            let files = files.iter().map(|(path, text)| (path.as_str(), text.as_str()));
            Snapshot::new(Files::from_texts(files)).expect("paths")
        };
        let (one, two) = (of(&one), of(&two));
        let expected = diff(&one, &two);
        let found = diff_snapshots(&AuditSnapshot::new("a", 0.0, &one), &AuditSnapshot::new("b", 0.0, &two));
        let texts = |paths: &[verdict_vfs::VfsPath]| paths.iter().map(ToString::to_string).collect::<Vec<_>>();
        prop_assert_eq!(&found.created, &texts(&expected.created));
        prop_assert_eq!(&found.modified, &texts(&expected.modified));
        prop_assert_eq!(&found.deleted, &texts(&expected.deleted));
        let renamed: Vec<Renamed> = expected
            .renamed
            .iter()
            .map(|(from, to)| Renamed { from: from.to_string(), to: to.to_string() })
            .collect();
        prop_assert_eq!(&found.renamed, &renamed);

        // Applying the difference turns one into the other.
        let mut files: BTreeMap<String, String> =
            one.iter().map(|(path, blob)| (path.to_string(), blob.hash().to_owned())).collect();
        let target: BTreeMap<String, String> =
            two.iter().map(|(path, blob)| (path.to_string(), blob.hash().to_owned())).collect();
        for Renamed { from, to } in found.renamed {
            let blob = files.remove(&from).expect("there");
            prop_assert_eq!(files.insert(to, blob), None);
        }
        for path in found.deleted {
            prop_assert!(files.remove(&path).is_some());
        }
        for path in found.created.iter().chain(&found.modified) {
            files.insert(path.clone(), target[path].clone());
        }
        prop_assert_eq!(files, target);
    }
}
