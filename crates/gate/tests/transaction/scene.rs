//! One change on faulty files and a faulty journal, across several pages.

use verdict_gate::{ApplyOptions, Gate, GateReport, GateState, Recovery, RecoveryState, Reset, Verdict};
use verdict_vfs::Snapshot;

use crate::world::{Book, Disk, Judge, Life, World, disk, live, pass};

pub(crate) const BUNDLE: &str = r#"{"/a.js":"two","/b.js":null,"/new.js":"three"}"#;
pub(crate) const BEFORE: &str = "/a.js=one /b.js=one /c.md=one";
pub(crate) const AFTER: &str = "/a.js=two /c.md=one /new.js=three";

/// State that outlives a page.
#[derive(Debug, Default)]
pub(crate) struct Scene {
    pub(crate) world: World,
    pub(crate) book: Book,
}

impl Scene {
    /// A scene with the files of [`BEFORE`] and an empty journal.
    pub(crate) fn new() -> Scene {
        Scene { world: World::new(disk(BEFORE), []), book: Book::default() }
    }

    /// Opens another page: it has no faults, and its calls count from 0 again.
    pub(crate) fn reload(&mut self) -> &mut Scene {
        let Scene { world, book } = self;
        (world.life, book.life) = (Life::default(), Life::default());
        (world.calls, book.calls) = (0, 0);
        world.faults.clear();
        book.faults.clear();
        world.touched.clear();
        book.asked.clear();
        self
    }

    fn options() -> ApplyOptions {
        ApplyOptions { verify_command: Some("test:/a.test.js".into()), ..ApplyOptions::default() }
    }

    pub(crate) fn apply(&mut self) -> GateReport {
        self.apply_with(&Scene::options(), |_, _| pass())
    }

    pub(crate) fn apply_with(
        &mut self,
        options: &ApplyOptions,
        judge: impl FnMut(&str, &Snapshot) -> Verdict,
    ) -> GateReport {
        self.run(BUNDLE, options, judge)
    }

    pub(crate) fn apply_bundle(&mut self, bundle: &str, options: &ApplyOptions) -> GateReport {
        self.run(bundle, options, |_, _| pass())
    }

    fn run(
        &mut self,
        bundle: &str,
        options: &ApplyOptions,
        judge: impl FnMut(&str, &Snapshot) -> Verdict,
    ) -> GateReport {
        let (target, journal) = (&mut self.world, &mut self.book);
        let mut verifier = Judge::new(judge);
        let gate = Gate { verifier: &mut verifier, target, journal, clock: &|| 1_772_116_222_000.0 };
        live({ gate }.apply(bundle, options)).expect("nothing kills it")
    }

    /// Applies the change until the page closes after a number of steps.
    pub(crate) fn killed(mut self, steps: usize) -> Scene {
        let life = Life::of(steps);
        (self.world.life, self.book.life) = (life.clone(), life.clone());
        let mut verifier = Judge::new(|_: &str, _: &_| pass());
        verifier.life = life;
        let (target, journal) = (&mut self.world, &mut self.book);
        let gate = Gate { verifier: &mut verifier, target, journal, clock: &|| 0.0 };
        let report = live({ gate }.apply(BUNDLE, &Scene::options()));
        assert_eq!(report, None, "killed before it answers");
        self.reload();
        self
    }

    pub(crate) fn recover(&mut self) -> Recovery {
        let (target, journal) = (&mut self.world, &mut self.book);
        let verifier = &mut Judge::new(|_: &str, _: &_| -> Verdict { panic!("a recovery judges nothing") });
        live(Gate { verifier, target, journal, clock: &|| 0.0 }.recover()).expect("nothing kills it")
    }

    pub(crate) fn reset(&mut self, reason: &str) -> Result<Reset, verdict_gate::TargetError> {
        let (target, journal) = (&mut self.world, &mut self.book);
        let verifier = &mut Judge::new(|_: &str, _: &_| -> Verdict { panic!("a reset judges nothing") });
        live(Gate { verifier, target, journal, clock: &|| 0.0 }.reset(reason)).expect("nothing kills it")
    }

    /// The states of the records written to the journal, `-` for a clear.
    pub(crate) fn story(&self) -> String {
        let state = |text: &Option<String>| {
            let Some(text) = text else { return "-".to_owned() };
            let record: serde_json::Value = serde_json::from_str(text).expect("a record");
            record["body"]["state"].as_str().expect("a state").to_owned()
        };
        self.book.asked.iter().map(state).collect::<Vec<_>>().join(" ")
    }

    #[track_caller]
    pub(crate) fn holds(&self, files: &str) {
        assert_eq!(self.world.disk, disk(files));
    }
}

/// Expects the final state of a transaction and the files after it.
#[track_caller]
pub(crate) fn ended(scene: &Scene, report: &GateReport, state: GateState, files: &str) {
    assert_eq!(report.state, state, "{report:#?}");
    assert_eq!(report.success, state == GateState::Applied);
    scene.holds(files);
}

/// Expects the result of a recovery and the files after it. An open gate has a clear journal.
#[track_caller]
pub(crate) fn recovered(scene: &Scene, recovery: &Recovery, state: RecoveryState, files: &str) {
    assert_eq!(recovery.state, state, "{recovery:#?}");
    assert_eq!(scene.book.text.is_none(), recovery.is_open(), "{recovery:#?}");
    scene.holds(files);
}

pub(crate) fn with(files: &str, path: &str, content: &str) -> Disk {
    let mut disk = disk(files);
    disk.insert(path.to_owned(), content.as_bytes().to_vec());
    disk
}
