//! Retention: how much is kept, and what is removed first.
#![allow(missing_docs, reason = "a test")]

use crate::support;

use pollster::block_on;
use proptest::prelude::*;
use support::{NOW, passing};
use verdict_protocol::Files;
use verdict_report::{AuditSnapshot, MemoryStore, Reports, Retention, Saved, Store};
use verdict_vfs::Snapshot;

fn keys(store: &MemoryStore) -> Vec<String> {
    block_on(store.list("")).expect("memory")
}

fn audit(at: f64, files: usize) -> AuditSnapshot {
    let names: Vec<String> = (0..files).map(|n| format!("/{n}")).collect();
    let files = names.iter().map(|name| (name.as_str(), ""));
    AuditSnapshot::new("pre", at, &Snapshot::new(Files::from_texts(files)).expect("paths"))
}

#[test]
fn the_oldest_goes_first() {
    let store = MemoryStore::default();
    let reports = Reports::with_retention(&store, Retention { reports: 3, ..Retention::DEFAULT });
    let mut removed = Vec::new();
    for (run, iteration, age) in [("b", 10, 5.0), ("b", 9, 5.0), ("a", 1, 7.0), ("c", 1, 1.0), ("a", 2, 9.0)]
    {
        let saved = block_on(reports.save(&passing(run, iteration, NOW + age)));
        assert!(saved.ok());
        removed.extend(saved.removed);
    }
    // At c/1, which is the oldest but was just saved, b/9 is removed; then c/1 itself.
    assert_eq!(removed, ["runs/b/verification-9.json", "runs/c/verification-1.json"]);
    let left = ["runs/a/verification-1.json", "runs/a/verification-2.json", "runs/b/verification-10.json"];
    assert_eq!(keys(&store), left);
}

#[test]
fn what_was_just_saved_stays_even_if_it_alone_is_too_much() {
    let store = MemoryStore::default();
    let nothing = Retention { reports: 0, snapshots: 0, bytes: 0 };
    let reports = Reports::with_retention(&store, nothing);
    for at in [3.0, 2.0, 1.0] {
        assert!(block_on(reports.save(&passing("r", at as u32, NOW + at))).key.is_some());
        assert_eq!(keys(&store), [format!("runs/r/verification-{at}.json")]);
    }
    let saved = block_on(reports.save_snapshot("r", &audit(NOW, 2)));
    assert_eq!(keys(&store), [saved.key.expect("kept")]);
}

#[test]
fn what_cannot_be_read_goes_before_what_can_and_a_newer_file_by_its_age() {
    let store = MemoryStore::default();
    let put = |key: &str, text: &str| block_on(store.write(key, text)).expect("memory");
    put("runs/r/verification-1.json", "{ \"version\": 2, \"capturedAt\": \"2100-01-01T00:00:00Z\" }");
    put("runs/r/verification-2.json", "corrupt");
    put("runs/r/notes.txt", "somebody else's");
    put("other/verification-1.json", "somebody else's");
    let reports = Reports::with_retention(&store, Retention { reports: 2, ..Retention::DEFAULT });
    let Saved { removed, .. } = block_on(reports.save(&passing("r", 3, NOW)));
    assert_eq!(removed, ["runs/r/verification-2.json"]);
    let Saved { removed, .. } = block_on(reports.save(&passing("r", 4, NOW + 1.0)));
    assert_eq!(removed, ["runs/r/verification-3.json"]);
    assert_eq!(keys(&store).len(), 4, "what is not ours stays");
}

#[test]
fn another_tab_is_seen() {
    let store = MemoryStore::default();
    let retention = Retention { reports: 2, ..Retention::DEFAULT };
    let (one, two) = (Reports::with_retention(&store, retention), Reports::with_retention(&store, retention));
    for at in 0..10_u32 {
        let tab = if at % 2 == 0 { &one } else { &two };
        assert!(block_on(tab.save(&passing("r", at, NOW + f64::from(at)))).ok());
    }
    assert_eq!(keys(&store), ["runs/r/verification-8.json", "runs/r/verification-9.json"]);
}

#[derive(Debug, Clone)]
enum Step {
    Report(u32, f64),
    Snapshot(f64, usize),
}

fn any_step() -> impl Strategy<Value = Step> {
    prop_oneof![
        (0..20u32, 0.0..1e6).prop_map(|(iteration, age)| Step::Report(iteration, age)),
        (0.0..1e6, 0..8usize).prop_map(|(age, files)| Step::Snapshot(age, files)),
    ]
}

proptest! {
    #[test]
    fn what_is_kept_is_within_bounds(
        steps in proptest::collection::vec(any_step(), 1..40),
        reports in 0..6usize,
        snapshots in 0..6usize,
        bytes in 0..8000u64,
    ) {
        let run = |retention| {
            let store = MemoryStore::default();
            let kept = Reports::with_retention(&store, retention);
            let mut log = Vec::new();
            for step in &steps {
                let saved = match step {
                    Step::Report(iteration, age) => block_on(kept.save(&passing("r", *iteration, NOW + age))),
                    Step::Snapshot(age, files) => block_on(kept.save_snapshot("r", &audit(NOW + age, *files))),
                };
                assert!(saved.ok());
                let just = saved.key.clone().expect("kept");
                let texts = store.clone().into_inner();
                let (shots, files): (Vec<&String>, _) = texts.keys().partition(|key| key.contains("/snapshots/"));
                let total: u64 = texts.values().map(|text| text.len() as u64).sum();
                assert!(texts.contains_key(&just));
                assert!(files.len() <= retention.reports.max(1) && shots.len() <= retention.snapshots.max(1));
                assert!(total <= retention.bytes || texts.len() == 1, "{total} of {}", retention.bytes);
                log.push((saved, texts));
            }
            log
        };
        let retention = Retention { reports, snapshots, bytes };
        prop_assert_eq!(run(retention), run(retention), "the same saves let the same go");
        let everything = Retention { reports: 100, snapshots: 100, bytes: u64::MAX };
        prop_assert!(run(everything).iter().all(|(saved, _)| saved.removed.is_empty()));
    }
}
