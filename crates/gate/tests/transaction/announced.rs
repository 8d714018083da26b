//! The type check is announced before the tests run, so that a verifier can begin it beside them.

use serde_json::Value;
use verdict_gate::{ApplyOptions, Check, PhaseMask, Verdict, Verifier};

use crate::world::{World, apply, disk, pass};

/// A check as a verifier sees it: its command, the root of its files, and its configuration.
type Seen = (String, String, Option<Value>);

fn seen(check: &Check<'_>) -> Seen {
    (check.command.to_owned(), check.snapshot.root().to_owned(), check.config.cloned())
}

/// Passes everything, and records what is announced and what is run.
#[derive(Default)]
struct Recorder {
    announced: Vec<(usize, Seen)>,
    run: Vec<Seen>,
}

impl Verifier for Recorder {
    async fn verify(&mut self, check: &Check<'_>) -> Verdict {
        self.run.push(seen(check));
        crate::common::to(check, pass())
    }

    fn prepare(&mut self, check: &Check<'_>) {
        self.announced.push((self.run.len(), seen(check)));
    }
}

fn record(change: &str, mask: PhaseMask) -> Recorder {
    let options = ApplyOptions {
        verify_command: Some("test:/a.test.js".into()),
        phase_mask: mask,
        ..ApplyOptions::default()
    };
    let (mut recorder, mut world) =
        (Recorder::default(), World::new(disk("/a.js=1 /a.test.js=import'./a.js'"), []));
    let report = apply(change, &options, &mut recorder, &mut world);
    assert!(report.success, "{report:?}");
    recorder
}

#[test]
fn the_announced_check_is_the_one_that_runs() {
    let Recorder { announced, run } = record(r#"{ "/a.js": "2" }"#, PhaseMask::default());
    let [(before, check)] = announced.as_slice() else { panic!("one announcement: {announced:?}") };
    assert_eq!(*before, 0, "it comes before the tests");
    assert!(check.0.starts_with("type-check:"), "{check:?}");
    let types: Vec<&Seen> = run.iter().filter(|(command, ..)| command.starts_with("type-check:")).collect();
    assert_eq!(types, [check]);
}

#[test]
fn nothing_is_announced_that_does_not_run() {
    assert_eq!(record(r#"{ "/README.md": "text" }"#, PhaseMask::default()).announced, []);
    let without = PhaseMask::try_from(7.0).expect("all phases but BuildCheck");
    assert_eq!(record(r#"{ "/a.js": "2" }"#, without).announced, []);
}
