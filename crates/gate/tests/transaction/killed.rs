//! The law of the journal: a page may close at any step, and the next start completes or undoes the change.
//! This holds if that page closes as well, and despite faults of files and journal.

use std::collections::BTreeMap;

use proptest::prelude::*;
use verdict_gate::{ApplyOptions, Gate, GateReport, GateState, PhaseMask, Recovery, RecoveryState, Verdict};

use crate::changes::{Verdicts, change, files, verdicts};
use crate::world::{Book, BookFault, Disk, Fault, Judge, Life, World, live};

/// The events during the life of a page.
#[derive(Debug, Clone, Default)]
struct Page {
    /// The number of steps until the page closes.
    steps: Option<usize>,
    faults: BTreeMap<usize, Fault>,
    book_faults: BTreeMap<usize, BookFault>,
}

fn page(steps: std::ops::Range<usize>) -> impl Strategy<Value = Page> {
    let fault = prop_oneof![Just(Fault::Fails), Just(Fault::FailsHalfWay), Just(Fault::Lies)];
    let book_fault = prop_oneof![Just(BookFault::Fails), Just(BookFault::FailsAfter)];
    (
        prop_oneof![1 => Just(None), 4 => steps.prop_map(Some)],
        prop_oneof![
            2 => Just(BTreeMap::new()),
            1 => proptest::collection::btree_map(0usize..20, fault, 1..4),
        ],
        prop_oneof![
            2 => Just(BTreeMap::new()),
            1 => proptest::collection::btree_map(0usize..8, book_fault, 1..4),
        ],
    )
        .prop_map(|(steps, faults, book_faults)| Page { steps, faults, book_faults })
}

/// State that outlives a page.
struct Machine {
    world: World,
    book: Book,
}

impl Machine {
    fn new(disk: Disk, checkpointing: bool) -> Machine {
        Machine { world: World { disk, checkpointing, ..World::default() }, book: Book::default() }
    }

    fn open(&mut self, page: &Page) -> Life {
        let life = page.steps.map_or_else(Life::default, Life::of);
        (self.world.life, self.book.life) = (life.clone(), life.clone());
        (self.world.faults, self.book.faults) = (page.faults.clone(), page.book_faults.clone());
        (self.world.calls, self.book.calls) = (0, 0);
        life
    }

    fn apply(&mut self, page: &Page, bundle: &str, mask: u8, verdicts: Verdicts) -> Option<GateReport> {
        let mut judge = Judge::new(|command: &str, _: &_| verdicts.of(command));
        judge.life = self.open(page);
        let options = ApplyOptions {
            verify_command: Some("test:/a.test.js".into()),
            phase_mask: PhaseMask::try_from(f64::from(mask)).expect("a mask"),
            ..ApplyOptions::default()
        };
        let (target, journal) = (&mut self.world, &mut self.book);
        live(Gate { verifier: &mut judge, target, journal, clock: &|| 0.0 }.apply(bundle, &options))
    }

    fn recover(&mut self, page: &Page) -> Option<Recovery> {
        let mut judge = Judge::new(|_: &str, _: &_| -> Verdict { panic!("a recovery judges nothing") });
        judge.life = self.open(page);
        let (target, journal) = (&mut self.world, &mut self.book);
        live(Gate { verifier: &mut judge, target, journal, clock: &|| 0.0 }.recover())
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 8_000, ..ProptestConfig::default() })]

    #[test]
    fn a_killed_page_leaves_files_that_are_made_whole(
        (before, bundle, after) in files().prop_flat_map(change),
        first in page(0..60),
        later in proptest::collection::vec(page(0..40), 0..4),
        mask in 1u8..=15,
        verdicts in verdicts(),
        checkpointing: bool,
        bystander: bool,
    ) {
        let mut machine = Machine::new(before.clone(), checkpointing);
        let report = machine.apply(&first, &bundle, mask, verdicts);
        let whole = |disk: &Disk| *disk == before || *disk == after;
        let (mut before, mut after) = (before.clone(), after.clone());
        if let Some(report) = &report {
            match report.state {
                GateState::Applied => prop_assert_eq!(&machine.world.disk, &after),
                GateState::Refused | GateState::Restored | GateState::Checked => prop_assert_eq!(&machine.world.disk, &before),
                // Files that could not be read may be complete.
                GateState::Terminal => {}
            }
        } else if machine.book.text.is_none() {
            prop_assert!(whole(&machine.world.disk), "no record, and the files are between");
        }
        if bystander {
            for disk in [&mut machine.world.disk, &mut before, &mut after] {
                disk.insert("/bystander".into(), b"somebody else's".to_vec());
            }
        }
        let left = machine.world.disk.clone();
        for page in &later {
            if let Some(recovery) = machine.recover(page) && recovery.is_open() {
                prop_assert!(machine.world.disk == before || machine.world.disk == after, "{:?}", recovery);
            }
        }
        let recovery = machine.recover(&Page::default()).expect("it lives");
        match report.as_ref().map(|report| report.state) {
            Some(GateState::Terminal) if recovery.state == RecoveryState::Locked => {
                prop_assert_eq!(&machine.world.disk, &left, "a locked gate touches nothing");
                let again = machine.apply(&Page::default(), &bundle, mask, verdicts).expect("it lives");
                prop_assert_eq!(again.state, GateState::Refused);
                prop_assert_eq!(&machine.world.disk, &left);
                return Ok(());
            }
            // The journal was unreadable, so the next start tried again.
            Some(GateState::Terminal) => prop_assert!(machine.world.disk == before || machine.world.disk == after),
            Some(GateState::Applied) => prop_assert_eq!(&machine.world.disk, &after),
            Some(GateState::Refused | GateState::Restored | GateState::Checked) => {
                prop_assert_eq!(&machine.world.disk, &before);
            }
            // Locked only if the page closed after reporting that it could not restore.
            None if recovery.state == RecoveryState::Locked => {
                prop_assert!(!first.faults.is_empty());
                return Ok(());
            }
            None => prop_assert!(machine.world.disk == before || machine.world.disk == after, "{:?}", recovery),
        }
        prop_assert!(recovery.is_open());
        prop_assert_eq!(&machine.book.text, &None, "the journal is clear");
        prop_assert!(machine.world.disk.contains_key("/bystander") == bystander);
    }
}

/// Every step of one change, and after each, every step of its recovery.
#[test]
fn killed_at_every_step_and_again_at_every_step() {
    let before = crate::world::disk("/a.js=one /b.js=two /c=three /keep=same");
    let after = crate::world::disk("/a.js=ONE /c/d.js=four /new.js=five /keep=same");
    let bundle = r#"{"/a.js":"ONE","/b.js":null,"/c":null,"/c/d.js":"four","/new.js":"five"}"#;
    let (mut kills, mut between, mut finished, mut undone) = (0, 0, 0, 0);
    for checkpointing in [false, true] {
        for build in [Verdicts::Pass, Verdicts::FailBuild] {
            for steps in 0.. {
                let page = Page { steps: Some(steps), ..Page::default() };
                let start = || {
                    let mut machine = Machine::new(before.clone(), checkpointing);
                    let report = machine.apply(&page, bundle, 15, build);
                    (machine, report)
                };
                let (machine, report) = start();
                if report.is_some() {
                    assert!(steps > 30, "{steps}");
                    break;
                }
                between += usize::from(![&before, &after].contains(&&machine.world.disk));
                for again in 0.. {
                    let (mut machine, _) = start();
                    kills += 1;
                    let killed = machine.recover(&Page { steps: Some(again), ..Page::default() });
                    machine.recover(&Page::default()).expect("it lives");
                    let disk = &machine.world.disk;
                    assert!(*disk == before || *disk == after, "{steps} {again} {disk:?}");
                    assert_eq!(machine.book.text, None);
                    *(if *disk == after { &mut finished } else { &mut undone }) += 1;
                    if killed.is_some() {
                        break;
                    }
                }
            }
        }
    }
    println!("{kills} pairs of steps; {between} of the first left files between");
    assert!(between > 50 && finished > 0 && undone > finished, "{kills} {between} {finished} {undone}");
}

/// The journal does not accept that the change is complete. It is cleared but reports failure, and then
/// cannot be read.
#[test]
fn a_page_killed_while_a_change_is_taken_back_has_a_record_of_it() {
    use BookFault::{Fails, FailsAfter};
    let bundle = r#"{"/a.js":"1","/b.js":"2","/c.js":"3"}"#;
    for steps in 0..60 {
        let book_faults = BTreeMap::from([(3, Fails), (4, FailsAfter), (5, Fails)]);
        let mut machine = Machine::new(Disk::new(), false);
        let page = Page { steps: Some(steps), book_faults, ..Page::default() };
        let report = machine.apply(&page, bundle, 1, Verdicts::Pass);
        if report.is_none() && machine.book.text.is_none() {
            assert!([0, 3].contains(&machine.world.disk.len()), "closed after {steps} steps: no record");
        }
        let recovery = machine.recover(&Page::default()).expect("it lives");
        assert!(recovery.is_open() && [0, 3].contains(&machine.world.disk.len()), "{steps}: {recovery:?}");
    }
}
