//! Snapshots of a size that users reach, and deltas by the thousand.
#![allow(missing_docs, clippy::expect_used)]

use verdict_protocol::{Code, FileContent, Files};
use verdict_vfs::{Blob, Change, Snapshot, Store, VfsPath, diff};

fn path(text: &str) -> VfsPath {
    VfsPath::parse(text).expect("a path")
}

fn files(count: usize) -> Snapshot {
    let files = (0..count).map(|number| {
        (
            format!("/src/{}/{number}.js", number % 100),
            FileContent(format!("export const n = {number};").into()),
        )
    });
    Snapshot::new(Files(files.collect())).expect("a snapshot")
}

fn change(snapshot: &Snapshot, file: &str, text: &str) -> Snapshot {
    let blob = Blob::new(text.as_bytes().to_vec());
    snapshot.apply([Change::Put(path(file), blob)]).expect("a change")
}

#[test]
fn a_hundred_thousand_files_differ_by_one() {
    let before = files(100_000);
    let after = change(&before, "/src/7/7.js", "export const n = -7;");
    assert_eq!(diff(&before, &after).modified, [path("/src/7/7.js")]);
    let delta = after.to_delta(&before);
    assert_eq!((delta.entries.len(), delta.removed.len()), (1, 0), "only what changed is sent");
    let mut store = Store::default();
    store.receive(before.to_message()).expect("a whole snapshot");
    assert_eq!(store.receive(delta).expect("a delta"), &after);
}

#[test]
fn a_hundred_thousand_deltas_one_after_the_other() {
    let mut store = Store::default();
    let first = files(3);
    store.receive(first.to_message()).expect("a whole snapshot");
    let (mut before, mut skipped) = (first.clone(), None);
    for step in 0..100_000 {
        let after = change(&before, "/src/0/0.js", &step.to_string());
        let delta = after.to_delta(&before);
        if step == 50_000 {
            skipped = Some(delta.clone());
        }
        store.receive(delta).expect("a delta on the last one");
        before = after;
    }
    assert_eq!(store.get(before.root()), Some(&before));
    assert_eq!(store.get(first.root()), None, "what is old is forgotten");
    let refused = store.receive(skipped.expect("one was kept")).expect_err("its base is forgotten");
    assert_eq!(refused.code(), None, "asked for again, not guessed");
}

#[test]
fn a_file_of_fifty_megabytes() {
    let big = FileContent(vec![b'x'; 50 << 20]);
    let entries = [("/big.txt".to_owned(), big), ("/a.js".to_owned(), FileContent(b"1".to_vec()))];
    let before = Snapshot::new(Files(entries.into_iter().collect())).expect("a snapshot");
    let after = change(&before, "/a.js", "2");
    let mut store = Store::default();
    store.receive(before.to_message()).expect("a whole snapshot");
    let delta = after.to_delta(&before);
    assert!(delta.entries.iter().all(|entry| entry.path == "/a.js"), "the big one is not sent again");
    store.receive(delta).expect("a delta");

    let mut forged = before.to_message();
    for entry in &mut forged.entries {
        if let Some(content) = &mut entry.content {
            content.0.push(b'!');
        }
    }
    let refused = Store::default().receive(forged).expect_err("one byte more");
    assert_eq!(refused.code(), Some(Code::Integrity));
}
