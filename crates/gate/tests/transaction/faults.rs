//! The law of the gate: whatever fails, the live files end in the complete state before or after.

use std::collections::BTreeMap;

use proptest::prelude::*;
use verdict_gate::{ApplyOptions, GateReport, GateState, PhaseMask};

use crate::changes::{Verdicts, change, files, verdicts};
use crate::world::{Disk, Fault, Judge, World, apply};

fn fault() -> impl Strategy<Value = Fault> {
    prop_oneof![
        3 => Just(Fault::Fails),
        3 => Just(Fault::FailsHalfWay),
        2 => Just(Fault::Lies),
        1 => proptest::sample::select(vec!["/a.js", "/new.js"]).prop_map(|path| Fault::Stale(path.into())),
    ]
}

fn run(world: &mut World, bundle: &str, mask: u8, verdicts: Verdicts) -> GateReport {
    let mut judge = Judge::new(|command: &str, _: &_| verdicts.of(command));
    let options = ApplyOptions {
        verify_command: Some("test:/a.test.js".into()),
        phase_mask: PhaseMask::try_from(f64::from(mask)).expect("a mask"),
        ..ApplyOptions::default()
    };
    apply(bundle, &options, &mut judge, world)
}

fn hold(report: &GateReport, world: &World, before: &Disk, after: &Disk) -> Result<(), TestCaseError> {
    prop_assert_eq!(report.success, report.state == GateState::Applied);
    prop_assert_eq!(report.phases.len(), 4);
    prop_assert!(report.phases.iter().all(|phase| !(phase.passed && phase.skipped)));
    let stale = world.faults.values().any(|fault| matches!(fault, Fault::Stale(_)));
    match report.state {
        GateState::Applied => {
            prop_assert!(report.errors.is_empty());
            if !stale {
                prop_assert_eq!(&world.disk, after);
            }
        }
        GateState::Refused => {
            prop_assert!(world.touched.is_empty());
            if !stale {
                prop_assert_eq!(&world.disk, before);
            }
        }
        GateState::Checked => prop_assert!(false, "an apply does not only check"),
        // Somebody else may have written after the last load.
        GateState::Restored => prop_assert!(stale || world.disk == *before),
        GateState::Terminal => {
            // The gate never reports this state if the files are readable and complete.
            let unread = world.faults.range(..world.calls).next_back().is_some();
            prop_assert!(&world.disk != before || unread);
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 5_000, ..ProptestConfig::default() })]

    /// Any number of faults at any calls.
    #[test]
    fn whole_before_or_whole_after_or_loudly_neither(
        (before, bundle, after) in files().prop_flat_map(change),
        faults in proptest::collection::btree_map(0usize..24, fault(), 0..6),
        mask in 1u8..=15,
        verdicts in verdicts(),
        checkpointing: bool,
    ) {
        let mut world = World { disk: before.clone(), faults, checkpointing, ..World::default() };
        let report = run(&mut world, &bundle, mask, verdicts);
        hold(&report, &world, &before, &after)?;
    }

    /// A single fault at any call never leaves the files in an intermediate state.
    #[test]
    fn one_fault_is_always_survived(
        (before, bundle, after) in files().prop_flat_map(change),
        at in 0usize..16,
        fault in prop_oneof![Just(Fault::Fails), Just(Fault::FailsHalfWay), Just(Fault::Lies)],
        verdicts in verdicts(),
        checkpointing: bool,
    ) {
        let faults = BTreeMap::from([(at, fault)]);
        let mut world = World { disk: before.clone(), faults, checkpointing, ..World::default() };
        let report = run(&mut world, &bundle, 15, verdicts);
        hold(&report, &world, &before, &after)?;
        prop_assert_ne!(report.state, GateState::Terminal, "{:?}", report);
        prop_assert!(world.disk == before || world.disk == after, "{:?}", report);
        prop_assert_eq!(report.success, world.disk == after && report.success);
    }
}
