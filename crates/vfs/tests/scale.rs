//! Snapshots of realistic size.
#![allow(missing_docs, clippy::expect_used)]

use verdict_protocol::{Code, FileContent, Files};
use verdict_vfs::{Blob, Change, Lineage, Snapshot, Store, VfsPath, diff};

fn path(text: &str) -> VfsPath {
    VfsPath::parse(text).expect("a path")
}

fn files(count: usize, name: impl Fn(usize) -> String) -> Snapshot {
    let files = (0..count).map(|n| (name(n), FileContent(format!("export const n = {n};").into())));
    Snapshot::new(Files(files.collect())).expect("a snapshot")
}

fn change(snapshot: &Snapshot, file: &str, text: &str) -> Snapshot {
    let blob = Blob::new(text.as_bytes());
    snapshot.apply([Change::Put(path(file), blob)]).expect("a change")
}

/// Sends a change of one of a hundred thousand files from a host to a worker.
fn check(name: impl Fn(usize) -> String) {
    let before = files(100_000, &name);
    let changed = name(7);
    let after = change(&before, &changed, "export const n = -7;");
    assert_eq!(diff(&before, &after).modified, [path(&changed)]);
    let (mut held, mut store) = (Lineage::new(4), Store::default());
    store.receive(held.send(&before).expect("nothing is there").into_message()).expect("a whole snapshot");
    let delta = held.send(&after).expect("a change").into_message();
    assert_eq!((delta.entries.len(), delta.removed.len()), (1, 0), "only what changed is sent");
    let received = store.receive(delta).expect("a delta");
    assert_eq!(received, &after);
    assert_eq!(received.len(), 100_000);
    let back = change(&after, &changed, "export const n = 7;");
    assert_eq!(back.root(), before.root());
}

#[test]
fn a_hundred_thousand_files_in_a_hundred_folders() {
    check(|n| format!("/src/{}/{n}.js", n % 100));
}

#[test]
fn a_hundred_thousand_files_in_one_folder() {
    check(|n| format!("/{n}.js"));
}

#[test]
fn a_hundred_thousand_files_each_in_folders_of_its_own() {
    check(|n| {
        format!("/{}/x.js", format!("{n:010}").chars().map(|c| c.to_string()).collect::<Vec<_>>().join("/"))
    });
}

#[test]
fn a_file_of_fifty_megabytes() {
    let big = FileContent(vec![b'x'; 50 << 20]);
    let entries = [("/big.txt".to_owned(), big), ("/a.js".to_owned(), FileContent(b"1".to_vec()))];
    let before = Snapshot::new(Files(entries.into_iter().collect())).expect("a snapshot");
    let after = change(&before, "/a.js", "2");
    let (mut held, mut store) = (Lineage::new(4), Store::default());
    let whole = held.send(&before).expect("nothing is there").into_message();
    let mut forged = whole.clone();
    store.receive(whole).expect("a whole snapshot");
    let delta = held.send(&after).expect("a change").into_message();
    assert!(delta.entries.iter().all(|entry| entry.path == "/a.js"), "the big one is not sent again");
    store.receive(delta).expect("a delta");

    for entry in &mut forged.entries {
        if let Some(content) = &mut entry.content {
            content.0.push(b'!');
        }
    }
    let refused = Store::default().receive(forged).expect_err("one byte more");
    assert_eq!(refused.code(), Some(Code::Integrity));
}
