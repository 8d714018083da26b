//! Thousands of changes: both sides drop old snapshots, with their memory.
#![allow(missing_docs, clippy::expect_used)]

use peak_alloc::PeakAlloc;
use verdict_protocol::{FileContent, Files};
use verdict_vfs::{Blob, Change, Lineage, Snapshot, Store, VfsPath};

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

const FILES: usize = 1000;

/// Changes, removes or adds a file, depending on its number.
fn change(before: &Snapshot, step: usize) -> Snapshot {
    let path = |n: usize| VfsPath::parse(&format!("/src/{}/{n}.js", n % 10)).expect("a path");
    let changed =
        Change::Put(path(step * 7 % FILES), Blob::new(format!("export const step = {step};").into_bytes()));
    let extra = path(FILES + step % 10);
    let other = match before.get(&extra) {
        Some(_) => Change::Remove(extra),
        // A copy.
        None => Change::Put(extra, before.get(&path(step % FILES)).expect("a file").clone()),
    };
    before.apply([changed, other]).expect("changes")
}

/// A single test, because memory is measured for the whole process.
#[test]
fn a_hundred_thousand_deltas_one_after_the_other() {
    let given = (0..FILES).map(|n| (format!("/src/{}/{n}.js", n % 10), FileContent(format!("{n}").into())));
    let first = Snapshot::new(Files(given.collect())).expect("a snapshot");
    let (mut held, mut store) = (Lineage::new(4), Store::default());
    let whole = held.send(&first).expect("nothing is there").into_message();
    store.receive(whole).expect("a whole snapshot");
    let (mut before, mut skipped, mut early) = (first.clone(), None, 0);
    let root = first.root().to_owned();
    drop(first);
    for step in 0..100_000 {
        let after = change(&before, step);
        let delta = held.send(&after).expect("a change").into_message();
        if step == 50_000 {
            skipped = Some(delta.clone());
        }
        store.receive(delta).expect("a delta on the last one");
        before = after;
        if step == 20_000 {
            early = MEMORY.current_usage();
        }
    }
    let late = MEMORY.current_usage();
    assert!(
        late < early + early / 10,
        "{early} bytes after twenty thousand deltas, {late} after a hundred thousand"
    );
    assert_eq!(store.get(before.root()), Some(&before));
    assert_eq!(store.get(&root), None, "what is old is forgotten");
    let refused = store.receive(skipped.expect("one was kept")).expect_err("its base is forgotten");
    assert_eq!(refused.code(), None, "asked for again, not guessed");
    // Dropping both sides frees everything.
    drop((held, store, before));
    let left = MEMORY.current_usage();
    assert!(left < early / 10, "{left} bytes of {early} are left");
}
