//! Messages to the other side: everything that it lacks, nothing that it has, and equally small for large
//! snapshots.
#![allow(missing_docs, clippy::expect_used, clippy::unwrap_used)]

use std::collections::BTreeMap;

use proptest::prelude::*;
use verdict_protocol::Files;
use verdict_vfs::{Blob, Change, Lineage, Snapshot, SnapshotDelta, Store, VfsPath};

fn snapshot(files: &[(&str, &str)]) -> Snapshot {
    Snapshot::new(Files::from_texts(files.iter().copied())).expect("a snapshot")
}

/// `base`, entries with `!` if bytes are sent, and `-` before removed paths.
fn told(parcel: &SnapshotDelta, names: &[(&str, &Snapshot)]) -> String {
    let base = parcel.base.as_ref().map_or("whole", |base| {
        names.iter().find(|(_, snapshot)| snapshot.root() == &**base).map_or("?", |(name, _)| name)
    });
    let entries =
        parcel.entries.iter().map(|entry| format!(" {}{}", entry.path, if entry.is_sent { "!" } else { "" }));
    let removed = parcel.removed.iter().map(|path| format!(" -{path}"));
    base.to_owned() + &entries.chain(removed).collect::<String>()
}

/// A name, files, and the expected message.
type Step<'a> = (&'a str, &'a [(&'a str, &'a str)], Option<&'a str>);

#[test]
fn only_what_is_lacked_is_sent() {
    let one = snapshot(&[("/a", "1"), ("/b", "2"), ("/c", "3")]);
    let steps: [Step<'_>; 8] = [
        ("the same", &[("/a", "1"), ("/b", "2"), ("/c", "3")], None),
        ("a change", &[("/a", "x"), ("/b", "2"), ("/c", "3")], Some("last /a!")),
        ("a copy", &[("/a", "x"), ("/b", "2"), ("/c", "3"), ("/d", "3")], Some("last /d")),
        ("a rename", &[("/a", "x"), ("/c", "3"), ("/d", "3"), ("/e", "2")], Some("last /e -/b")),
        (
            "bytes of an earlier snapshot",
            &[("/a", "1"), ("/c", "3"), ("/d", "3"), ("/e", "2")],
            Some("last /a"),
        ),
        ("new bytes twice", &[("/a", "n"), ("/c", "n"), ("/d", "3"), ("/e", "2")], Some("last /a! /c")),
        ("all but one gone", &[("/a", "n")], Some("whole /a")),
        ("nothing", &[], Some("whole")),
    ];
    let mut held = Lineage::new(8);
    let mut last = one.clone();
    assert_eq!(told(&held.send(&one).expect("nothing is there"), &[]), "whole /a! /b! /c!");
    for (name, files, expected) in steps {
        let next = snapshot(files);
        let sent = held.send(&next).map(|parcel| told(&parcel, &[("last", &last)]));
        assert_eq!(sent.as_deref(), expected, "{name}");
        last = next;
    }
}

#[test]
fn what_is_forgotten_is_sent_again() {
    let mut held = Lineage::new(2);
    let numbered = |n: usize| snapshot(&[("/a", &n.to_string()), ("/b", "b")]);
    for n in 0..3 {
        held.send(&numbered(n)).expect("a new one");
    }
    assert_eq!(held.len(), 2);
    assert!(held.send(&numbered(2)).is_none());
    assert!(held.send(&numbered(1)).is_none());
    let sent = held.send(&numbered(0)).expect("it is forgotten");
    assert_eq!(
        sent.entries.iter().map(|entry| entry.is_sent).collect::<Vec<_>>(),
        [true],
        "and its bytes are"
    );
    held.clear();
    assert_eq!(held.send(&numbered(0)).expect("nothing is there").base, None);
}

/// Bytes of a message as JSON.
fn bytes(parcel: SnapshotDelta) -> usize {
    serde_json::to_vec(&parcel.into_message()).expect("JSON").len()
}

#[test]
fn a_change_of_one_file_is_sent_in_as_many_bytes_whatever_the_snapshot() {
    let sent: Vec<usize> = [10, 1000, 100_000]
        .into_iter()
        .map(|count| {
            let files: Vec<_> = (0..count).map(|n| (format!("/src/{n:06}.js"), format!("{n}"))).collect();
            let texts = files.iter().map(|(path, text)| (path.as_str(), text.as_str()));
            let before = Snapshot::new(Files::from_texts(texts)).unwrap();
            let mut held = Lineage::new(4);
            held.send(&before);
            let path = VfsPath::parse("/src/000007.js").unwrap();
            let after = before.apply([Change::Put(path, Blob::new(*b"changed"))]).unwrap();
            bytes(held.send(&after).unwrap())
        })
        .collect();
    assert!(sent.iter().all(|bytes| *bytes == sent[0] && *bytes < 400), "{sent:?}");
}

/// Texts by path, few of each, so that copies and renames are frequent.
fn texts() -> impl Strategy<Value = BTreeMap<String, String>> {
    prop::collection::btree_map("/[a-z]", "[xyz]{0,2}", 0..24)
}

proptest! {
    /// Both sides drop snapshots at different times; a host may send again, and sometimes everything.
    #[test]
    fn a_worker_comes_to_have_what_the_host_wants(wanted in prop::collection::vec((texts(), prop::bool::weighted(0.1)), 1..30)) {
        let (mut held, mut store) = (Lineage::new(4), Store::default());
        let mut there: Vec<Snapshot> = Vec::new();
        for (files, whole) in &wanted {
            let texts = files.iter().map(|(path, text)| (path.as_str(), text.as_str()));
            let wanted = Snapshot::new(Files::from_texts(texts)).unwrap();
            if *whole {
                held.clear();
                there.clear();
            }
            if let Some(parcel) = held.send(&wanted) {
                let last: Vec<&Snapshot> = there.iter().rev().take(4).collect();
                let mut come = Vec::new();
                for entry in &parcel.entries {
                    let is_known = last.iter().any(|one| one.iter().any(|(_, blob)| *blob == entry.blob));
                    prop_assert_eq!(entry.is_sent, !is_known && !come.contains(&entry.blob));
                    come.push(entry.blob.clone());
                }
                prop_assert!(parcel.entries.len() + parcel.removed.len() <= wanted.len().max(1) * 2);
                store.receive(parcel.into_message()).unwrap();
                there.push(wanted.clone());
            }
            let got = store.get(wanted.root()).expect("it was sent now or lately");
            prop_assert!(got.iter().eq(wanted.iter()));
        }
    }

    #[test]
    fn a_delta_brings_the_other_snapshot(before in texts(), after in texts()) {
        let make = |files: &BTreeMap<String, String>| {
            Snapshot::new(Files::from_texts(files.iter().map(|(path, text)| (path.as_str(), text.as_str())))).unwrap()
        };
        let (before, after) = (make(&before), make(&after));
        let mut store = Store::default();
        store.receive(before.to_message()).unwrap();
        prop_assert_eq!(store.receive(after.to_delta(&before)).unwrap(), &after);
    }
}
