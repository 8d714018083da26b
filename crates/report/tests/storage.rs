//! Failing stores and hostile names: the verdict stands, and problems are reported.
#![allow(missing_docs, reason = "a test")]

use crate::support;

use std::cell::Cell;
use std::future::Future;
use std::pin::{Pin, pin};
use std::task::{Context, Poll, Waker};

use pollster::block_on;
use support::{NOW, passing};
use verdict_protocol::Code;
use verdict_report::{MemoryStore, ReportError, Reports, Retention, RunId, SkipKind, Store, StoreError};
use verdict_vfs::Snapshot;

/// The kind of call that fails, and its error.
type Fault = (&'static str, fn(String) -> StoreError);

/// A store in which one kind of call fails.
#[derive(Default)]
struct Faulty {
    inner: MemoryStore,
    fails: Cell<Option<Fault>>,
}

impl Faulty {
    fn on(&self, call: &str) -> Result<(), StoreError> {
        match self.fails.get() {
            Some((failing, error)) if failing == call => Err(error("by intent".to_owned())),
            _ => Ok(()),
        }
    }
}

impl Store for Faulty {
    async fn read(&self, key: &str) -> Result<Option<String>, StoreError> {
        self.on("read")?;
        self.inner.read(key).await
    }

    async fn write(&self, key: &str, text: &str) -> Result<(), StoreError> {
        self.on("write")?;
        self.inner.write(key, text).await
    }

    async fn remove(&self, key: &str) -> Result<(), StoreError> {
        self.on("remove")?;
        self.inner.remove(key).await
    }

    async fn list(&self, prefix: &str) -> Result<Vec<String>, StoreError> {
        self.on("list")?;
        self.inner.list(prefix).await
    }
}

#[test]
fn a_store_that_fails_never_fails_the_run() {
    for (error, code) in [
        (StoreError::Unavailable as fn(String) -> StoreError, Code::Unavailable),
        (StoreError::Quota, Code::Limit),
        (StoreError::Blocked, Code::Busy),
        (StoreError::Failed, Code::Unavailable),
    ] {
        let reports = Reports::new(Faulty::default());
        reports.store().fails.set(Some(("write", error)));
        let report = passing("r", 1, NOW);
        let saved = block_on(reports.save(&report));
        assert_eq!(saved.key, None);
        assert_eq!(saved.problems.len(), 1);
        assert_eq!(saved.problems[0].code, code);
        assert!(saved.problems[0].message.starts_with("runs/r/verification-1.json: The store"), "{saved:?}");
        assert!(report.passed(), "the verdict is the report's own");
        reports.store().fails.set(None);
        assert!(block_on(reports.save(&report)).ok(), "the next save is as if nothing had been");
    }
}

#[test]
fn a_report_is_kept_even_if_old_ones_cannot_be_let_go() {
    for call in ["list", "read", "remove"] {
        let store = Faulty::default();
        for iteration in 0..4 {
            assert!(block_on(Reports::new(&store).save(&passing("r", iteration, NOW))).ok());
        }
        store.fails.set(Some((call, StoreError::Failed)));
        let reports = Reports::with_retention(&store, Retention { reports: 2, ..Retention::DEFAULT });
        let saved = block_on(reports.save(&passing("r", 9, NOW)));
        assert!(saved.key.is_some() && !saved.problems.is_empty() && !saved.ok(), "{call}: {saved:?}");
        store.fails.set(None);
        assert!(block_on(reports.load("r", 9)).expect("read").found().is_some());
    }
}

#[test]
fn a_store_that_cannot_be_read_is_an_error_and_one_file_is_passed_over() {
    let reports = Reports::new(Faulty::default());
    assert!(block_on(reports.save(&passing("r", 1, NOW))).ok());
    reports.store().fails.set(Some(("read", StoreError::Blocked)));
    let error = block_on(reports.load("r", 1)).expect_err("blocked");
    assert_eq!(error.code(), Code::Busy);
    let listing = block_on(reports.list("r")).expect("listed");
    assert_eq!((listing.reports.len(), listing.skipped[0].kind), (0, SkipKind::Unreadable));
    assert!(block_on(reports.export("r")).is_err());
    reports.store().fails.set(Some(("list", StoreError::Unavailable)));
    assert_eq!(block_on(reports.list("r")).expect_err("gone").code(), Code::Unavailable);
    assert_eq!(block_on(reports.runs()).expect_err("gone").code(), Code::Unavailable);
    assert_eq!(block_on(reports.snapshots("r")).expect_err("gone").code(), Code::Unavailable);
}

#[test]
fn hostile_run_ids_are_refused_with_a_clear_error() {
    let long = "x".repeat(1 << 20);
    for id in [
        "",
        ".",
        "..",
        "../x",
        "a/b",
        "a\\b",
        "/etc",
        "C:",
        "C:\\x",
        "file:x",
        "__proto__",
        "-rf",
        ".hidden",
        "a b",
        "a\0",
        "a\n",
        "a\u{1b}[31m",
        "\u{202e}x",
        "ä",
        "é",
        "a%2e",
        "a?",
        "a#",
        "a*",
        "con",
        "NUL.txt",
        "Com1",
        "lpt9.log",
        "dot.",
        "\u{feff}a",
        &long,
        &"x".repeat(129),
    ] {
        let wrong = RunId::parse(id).expect_err(id);
        let message = wrong.to_string();
        assert!(message.starts_with("Invalid run id '") && message.len() < 600, "{message}");
        assert!(!message.chars().any(char::is_control), "{message}");

        let reports = Reports::new(MemoryStore::default());
        let report = passing(id, 1, NOW);
        let saved = block_on(reports.save(&report));
        assert_eq!((saved.key, saved.problems[0].code), (None, Code::Path), "{id}");
        let audit = verdict_report::AuditSnapshot::new("pre", NOW, &Snapshot::default());
        assert_eq!(block_on(reports.save_snapshot(id, &audit)).key, None);
        for error in [
            block_on(reports.load(id, 1)).expect_err(id),
            block_on(reports.list(id)).expect_err(id),
            block_on(reports.snapshots(id)).expect_err(id),
            block_on(reports.load_snapshot(id, "x")).expect_err(id),
            block_on(reports.load_snapshot("r", id)).expect_err(id),
            block_on(reports.export(id)).expect_err(id),
        ] {
            assert!(matches!(error, ReportError::RunId(_)), "{error}");
        }
        assert!(reports.store().clone().into_inner().is_empty());
    }
    for id in ["r", "0", "constructor", "toString", "A.b_c-1", "com10", "console", "x--", &"x".repeat(128)] {
        assert_eq!(RunId::parse(id).map(|run| run.as_str().to_owned()), Ok(id.to_owned()));
        let reports = Reports::new(MemoryStore::default());
        assert!(block_on(reports.save(&passing(id, 1, NOW))).ok(), "{id}");
        assert!(block_on(reports.load(id, 1)).expect(id).found().is_some());
    }
}

#[test]
fn a_report_whose_checks_contradict_its_verdict_is_not_kept() {
    let mut report = passing("r", 1, NOW);
    report.levels.l1.as_mut().expect("ran").checks[0].passed = false;
    let reports = Reports::new(MemoryStore::default());
    let saved = block_on(reports.save(&report));
    assert_eq!((saved.key, saved.problems[0].code), (None, Code::Integrity));
    assert!(saved.problems[0].message.ends_with("L1 claims to have passed, and its checks did not"));
}

#[test]
fn a_report_that_is_too_large_is_not_kept() {
    let mut report = passing("r", 1, NOW);
    report.levels.l0.as_mut().expect("ran").checks[0].output = Some("x".repeat(65 << 20));
    let reports = Reports::new(MemoryStore::default());
    let saved = block_on(reports.save(&report));
    assert_eq!((saved.key, saved.problems[0].code), (None, Code::Limit));
    assert!(reports.store().clone().into_inner().is_empty());
}

/// A store that answers each call only at the next poll, so that two saves interleave.
struct Slow<'a>(&'a MemoryStore);

#[derive(Default)]
struct Later(bool);

impl Future for Later {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<()> {
        if std::mem::replace(&mut self.0, true) { Poll::Ready(()) } else { Poll::Pending }
    }
}

impl Store for Slow<'_> {
    async fn read(&self, key: &str) -> Result<Option<String>, StoreError> {
        Later::default().await;
        self.0.read(key).await
    }

    async fn write(&self, key: &str, text: &str) -> Result<(), StoreError> {
        Later::default().await;
        self.0.write(key, text).await
    }

    async fn remove(&self, key: &str) -> Result<(), StoreError> {
        Later::default().await;
        self.0.remove(key).await
    }

    async fn list(&self, prefix: &str) -> Result<Vec<String>, StoreError> {
        let keys = self.0.list(prefix).await;
        Later::default().await;
        keys
    }
}

#[test]
fn two_tabs_at_once_never_mix_two_reports() {
    // The bits decide which save is polled at each step; the last one, whether one tab makes both.
    for order in 0..1u32 << 13 {
        let shared = MemoryStore::default();
        let retention = Retention { reports: 2, ..Retention::DEFAULT };
        let tabs = [
            Reports::with_retention(Slow(&shared), retention),
            Reports::with_retention(Slow(&shared), retention),
        ];
        let of = [
            passing("same", 1, NOW),
            support::report("same", 1, NOW + 1.0, &[(verdict_report::Level::L3, false)]),
        ];
        let (mut first, mut second) =
            (pin!(tabs[0].save(&of[0])), pin!(tabs[usize::from(order >> 12 == 0)].save(&of[1])));
        let mut done = [None, None];
        let context = &mut Context::from_waker(Waker::noop());
        for step in 0..64 {
            let tab = if step < 12 { (order >> step) as usize & 1 } else { step & 1 };
            if done[tab].is_none() {
                let save = if tab == 0 { first.as_mut() } else { second.as_mut() };
                if let Poll::Ready(saved) = save.poll(context) {
                    done[tab] = Some(saved);
                }
            }
        }
        assert!(done.iter().flatten().filter(|saved| saved.ok()).count() == 2, "{order}: {done:?}");
        let kept = block_on(Reports::new(&shared).load("same", 1)).expect("read").found().expect("kept");
        assert!(of.contains(&kept), "{order}: one of the two, whole");
    }
}
