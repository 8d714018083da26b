//! Laws that hold for any input.

use std::collections::BTreeMap;

use proptest::prelude::*;
use serde_json::Value;
use verdict_gate::profile::{VerificationConfig, artifact_name};

use super::host::{
    FILES, Judge, Live, Scene, TWO_STEPS, config, disk, fail, pass, printing, run_and_write, snapshot,
    timeout,
};

/// Pieces of configurations, valid and invalid.
fn pieces() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("version: 1\n".to_owned()),
        Just("skills:\n".to_owned()),
        Just("profiles: { pr: [s] }\n".to_owned()),
        Just("  s:\n    tier: 1\n".to_owned()),
        Just("    steps: [{ name: a, run: 'eval:1' }]\n".to_owned()),
        Just("    env: [".to_owned()),
        Just("&a [*a]".to_owned()),
        Just("<<: *a\n".to_owned()),
        Just("? [x]\n: y\n".to_owned()),
        Just("!!binary aGk=\n".to_owned()),
        Just("--- \n...\n".to_owned()),
        Just("\u{feff}".to_owned()),
        Just("\"\\uD800\"".to_owned()),
        "[\\PC\n\t:{}\\[\\],&*!|>'\"#%@`-]{0,12}",
    ];
    prop::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn the_reader_of_configurations_never_panics(text in prop_oneof![pieces(), ".{0,200}", "\\PC{0,200}"]) {
        if let Err(error) = VerificationConfig::read(&text) {
            prop_assert!(!error.mistakes().is_empty());
            let lines = u32::try_from(text.split('\n').count()).expect("few");
            for mistake in error.mistakes() {
                prop_assert!(mistake.line >= 1 && mistake.column >= 1 && mistake.line <= lines + 1, "{}", mistake);
                prop_assert!(!mistake.message.is_empty() && !mistake.message.contains('\n'), "{}", mistake);
            }
        }
    }

    #[test]
    fn a_configuration_that_is_read_reads_the_same_from_its_json(tier in 1u8..=2, timeout in 1u64..3_600_000, names in prop::collection::btree_set("[a-z]{1,8}", 1..5)) {
        let skills: String = names
            .iter()
            .map(|name| format!("  s{name}:\n    tier: {tier}\n    timeout_ms: {timeout}\n    steps: [{{ name: {name}x, run: 'eval:1' }}]\n"))
            .collect();
        let config = config(&skills);
        let json = serde_json::to_string(&config).expect("JSON");
        let again = VerificationConfig::read(&json).expect("the same");
        prop_assert_eq!(serde_json::to_string(&again).expect("JSON"), json);
    }

    #[test]
    fn names_of_artifacts_are_plain_and_distinct(a in ".{1,80}", b in ".{1,80}") {
        let (left, right) = (artifact_name(&a), artifact_name(&b));
        prop_assert!(left.chars().all(|c| c.is_ascii_alphanumeric() || "._-".contains(c)));
        prop_assert!(left.starts_with(|c: char| c.is_ascii_alphanumeric()) && left.len() < 100);
        prop_assert_eq!(a == b, left == right);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn equal_runs_are_equal_bytes(verdicts in prop::collection::vec(0u8..4, 4), text in "\\PC{0,40}", paces in (0.0..1e6f64, 0.0..1e6f64)) {
        let config = config(&format!("{TWO_STEPS}{}", TWO_STEPS.replace("unit", "zero")));
        let written = |pace: f64| {
            let mut live = Live::of(disk(FILES));
            let judged = snapshot(&live.disk);
            let mut asked = 0;
            let mut judge = Judge::new(|command: &str| {
                asked += 1;
                match verdicts[(asked - 1) % verdicts.len()] {
                    0 => fail(command),
                    1 => timeout(command),
                    2 => printing(command, &text),
                    _ => pass(command),
                }
            });
            let run = Scene::of(&config).run_on(&judged, &mut judge, &mut live, pace).expect("a run");
            pollster::block_on(run.write_artifacts(&mut live)).expect("written");
            live.disk.remove("/changes/c1/verify/_timing.json").expect("the time is a file of its own");
            live.disk
        };
        prop_assert_eq!(written(paces.0), written(paces.1));
    }

    #[test]
    fn no_variable_that_is_not_listed_reaches_a_guest(host in prop::collection::btree_map("[A-Z_]{1,3}", "[a-z]{0,4}", 0..12), listed in prop::collection::btree_set("[A-Z_]{1,3}", 0..6)) {
        let list: Vec<&str> = listed.iter().map(String::as_str).collect();
        let quoted: Vec<String> = list.iter().map(|name| format!("\"{name}\"")).collect();
        let config = config(&TWO_STEPS.replace("    tier: 1\n", &format!("    tier: 1\n    env: [{}]\n", quoted.join(", "))));
        let env: Vec<(&str, &str)> = host.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        let mut judge = Judge::new(pass);
        Scene { env: &env, ..Scene::of(&config) }.run(&mut judge, &mut Live::of(disk(FILES))).expect("a run");
        let expected: BTreeMap<&String, &String> = host.iter().filter(|(name, _)| listed.contains(*name)).collect();
        for asked in &judge.asked {
            prop_assert_eq!(&asked.env, &serde_json::to_value(&expected).expect("JSON"));
        }
    }

    #[test]
    fn a_status_keeps_all_that_is_not_the_last_run(rest in json_object(), history in prop::option::of(json_object()), pretty: bool) {
        let mut status = rest.clone();
        status.insert("state".into(), "executed".into());
        status.remove("verification");
        if let Some(history) = &history {
            let mut history = history.clone();
            history.remove("last_run");
            status.insert("verification".into(), history.into());
        }
        let value = Value::Object(status);
        let text = if pretty { serde_json::to_string_pretty(&value) } else { serde_json::to_string(&value) }.expect("JSON");
        let mut live = Live::of(disk(FILES));
        live.disk.insert("/changes/c1/05-status.json".into(), text.into_bytes());
        run_and_write(TWO_STEPS, &mut live, pass);
        let bytes = live.disk["/changes/c1/05-status.json"].clone();
        let mut after: Value = serde_json::from_slice(&bytes).expect("JSON");
        let verification = after["verification"].as_object_mut().expect("an object");
        prop_assert!(verification.remove("last_run").is_some_and(|last| last["passed"] == true));
        if history.is_none() {
            after.as_object_mut().map(|map| map.remove("verification"));
        }
        prop_assert_eq!(after, value);
        run_and_write(TWO_STEPS, &mut live, pass);
        prop_assert_eq!(&live.disk["/changes/c1/05-status.json"], &bytes, "the same again changes nothing");
    }
}

fn json_object() -> impl Strategy<Value = serde_json::Map<String, Value>> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        ".{0,8}".prop_map(Value::from),
    ];
    let value = leaf.prop_recursive(3, 16, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map(".{0,4}", inner, 0..4)
                .prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    });
    prop::collection::btree_map(".{0,6}", value, 0..5).prop_map(|map| map.into_iter().collect())
}
