//! The committed schemas match the types. They accept what runs write, and reject broken values.
//!
//! `UPDATE_SCHEMAS=1` rewrites them.

use std::fs;

use jsonschema::Validator;
use serde_json::{Value, json};
use verdict_gate::profile::{VerificationConfig, canonical_json, schemas};

use super::host::{FILES, Live, disk, fail, json as read, pass, repository, run, run_and_write, timeout};

fn validator(name: &str) -> Validator {
    let (_, schema) = schemas().into_iter().find(|(other, _)| *other == name).expect("a schema");
    jsonschema::draft202012::options().build(&schema).expect("a schema of draft 2020-12")
}

#[track_caller]
fn accepts(validator: &Validator, value: &Value) {
    let errors: Vec<String> =
        validator.iter_errors(value).map(|error| format!("{}: {error}", error.instance_path())).collect();
    assert!(errors.is_empty(), "{errors:#?}\n{value:#}");
}

/// Replaces the value at a JSON pointer; null removes the member.
fn with(value: &Value, pointer: &str, other: Value) -> Value {
    let mut value = value.clone();
    let (parent, key) = pointer.rsplit_once('/').expect("a pointer");
    let parent = value.pointer_mut(parent).expect("a place");
    match (parent, other) {
        (Value::Object(map), Value::Null) => drop(map.remove(key).expect("a member to take away")),
        (Value::Object(map), other) => drop(map.insert(key.to_owned(), other)),
        (Value::Array(items), other) => items[key.parse::<usize>().expect("an index")] = other,
        _ => panic!("{pointer}"),
    }
    value
}

#[track_caller]
fn refuses(validator: &Validator, sound: &Value, broken: &[(&str, Value)]) {
    accepts(validator, sound);
    for (pointer, other) in broken {
        assert!(!validator.is_valid(&with(sound, pointer, other.clone())), "{pointer}: {other}");
    }
}

/// Converts YAML to JSON with the reader of configurations.
fn yaml(text: &str) -> Value {
    serde_json::to_value(VerificationConfig::read(text).expect("a configuration")).expect("JSON")
}

#[test]
fn committed_schemas_are_those_of_the_types() {
    for (name, schema) in schemas() {
        assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
        let path = repository("schemas").join(format!("{name}.schema.json"));
        let generated = String::from_utf8(canonical_json(&schema)).expect("text");
        if std::env::var_os("UPDATE_SCHEMAS").is_some() {
            fs::write(&path, &generated).expect("written");
        }
        let committed = fs::read_to_string(&path).unwrap_or_default();
        assert!(committed == generated, "{} is stale: run the tests with UPDATE_SCHEMAS=1", path.display());
    }
    let files = fs::read_dir(repository("schemas")).expect("schemas").count();
    assert_eq!(files, schemas().len(), "no schema without a type");
}

#[test]
fn every_schema_is_one_of_draft_2020_12() {
    for (name, schema) in schemas() {
        assert!(jsonschema::draft202012::meta::is_valid(&schema), "{name}");
    }
}

#[test]
fn the_example_is_read_and_valid() {
    let text = fs::read_to_string(repository("spec/verification.yaml")).expect("the example");
    let config = VerificationConfig::read(&text).expect("sound");
    assert!(config.profile("pr").expect("pr").len() > 1);
    accepts(&validator("verification"), &yaml(&text));
    let raw: Value = verdict_gate::read_document(&text, "spec/verification.yaml").expect("YAML");
    accepts(&validator("verification"), &raw);
}

const SOUND: &str = "
version: 1
toolchains: { engine: ^0.22 }
skills:
  unit:
    tier: 1
    env: [CI]
    network: deny
    steps: [{ name: a, run: 'test:/a.test.js', timeout_ms: 5 }]
profiles: { pr: [unit] }
";

#[test]
fn broken_configurations_are_refused_by_schema_and_reader() {
    let sound: Value = verdict_gate::read_document(SOUND, "x").expect("YAML");
    let broken = [
        ("/version", json!(2)),
        ("/version", json!(null)),
        ("/skills", json!({})),
        ("/skills", json!(null)),
        ("/profiles", json!({})),
        ("/profiles/pr", json!([])),
        ("/profiles/pr", json!(["unit", "unit"])),
        ("/profiles/pr", json!("unit")),
        ("/extra", json!(1)),
        ("/toolchains/engine", json!([null])),
        ("/toolchains/cargo", json!("^1")),
        ("/toolchains/engine", json!(0.22)),
        ("/skills/unit/tier", json!(0)),
        ("/skills/unit/tier", json!(3)),
        ("/skills/unit/tier", json!(1.5)),
        ("/skills/unit/tier", json!(null)),
        ("/skills/unit/env", json!(["lower"])),
        ("/skills/unit/env", json!(["A", "A"])),
        ("/skills/unit/network", json!("maybe")),
        ("/skills/unit/read_only", json!("all")),
        ("/skills/unit/timeout_ms", json!(0)),
        ("/skills/unit/timeout_ms", json!(3_600_001)),
        ("/skills/unit/steps", json!([])),
        ("/skills/unit/steps", json!(null)),
        ("/skills/unit/steps/0/run", json!("cargo test")),
        ("/skills/unit/steps/0/run", json!(null)),
        ("/skills/unit/steps/0/name", json!("")),
        ("/skills/unit/steps/0/shell", json!("bash")),
    ];
    refuses(&validator("verification"), &sound, &broken);
    for (pointer, other) in broken {
        let text = with(&sound, pointer, other.clone()).to_string();
        assert!(VerificationConfig::read(&text).is_err(), "the reader agrees: {pointer}: {other}");
    }
}

const SKILLS: &str = "  unit:
    tier: 2
    network: allow
    env: [CI, HTTP_PROXY]
    steps:
      - { name: first, run: 'test:/a.test.js' }
      - { name: second, run: 'test:/b.test.js' }
";

#[test]
fn results_of_real_runs_are_valid_and_broken_ones_refused() {
    let validator = validator("verify-result");
    for judge in [pass as fn(&str) -> _, fail, timeout] {
        for drift in [false, true] {
            let mut live = Live::of(disk(FILES));
            if drift {
                live.meddling.insert(1, vec![("/src/lib.js", None), ("/n.js", Some("n"))]);
            }
            run_and_write(SKILLS, &mut live, judge);
            accepts(&validator, &read(&live, "/changes/c1/verify/unit.json"));
        }
    }
    let mut live = Live::of(disk(FILES));
    live.meddling.insert(1, vec![("/src/lib.js", None)]);
    run_and_write(SKILLS, &mut live, fail);
    let sound = read(&live, "/changes/c1/verify/unit.json");
    refuses(
        &validator,
        &sound,
        &[
            ("/version", json!(2)),
            ("/skill", json!(null)),
            ("/passed", json!("yes")),
            ("/tier", json!(3)),
            ("/effective_tier", json!(4)),
            ("/effective_tier", json!(0)),
            ("/escalations", json!(["weather"])),
            ("/network", json!("maybe")),
            ("/duration_ms", json!(1)),
            ("/steps/0/state", json!("skipped")),
            ("/steps/0/stdout_sha256", json!("ABC")),
            ("/steps/0/stdout_sha256", json!(null)),
            ("/steps/0/stdout_preview", json!("x".repeat(4097))),
            ("/steps/0/started_at", json!("2026-01-01")),
            ("/steps/0/drift/paths", json!([])),
            ("/steps/0/drift/paths/0/change", json!("renamed")),
            ("/steps/0", json!({})),
        ],
    );
}

#[test]
fn toolchains_and_statuses_of_real_runs_are_valid_and_broken_ones_refused() {
    let mut live = Live::of(disk(FILES));
    run_and_write(SKILLS, &mut live, fail);
    refuses(
        &validator("verify-toolchain"),
        &read(&live, "/changes/c1/verify/_toolchain.json"),
        &[
            ("/version", json!(0)),
            ("/passed", json!(null)),
            ("/checks/0/name", json!(null)),
            ("/checks/0/found", json!(1)),
            ("/checks/0/extra", json!(1)),
        ],
    );
    let status = validator("changeset-status");
    refuses(
        &status,
        &read(&live, "/changes/c1/05-status.json"),
        &[
            ("/state", json!(null)),
            ("/state", json!(1)),
            ("/verification", json!([])),
            ("/verification/last_run/passed", json!(null)),
            ("/verification/last_run/effective_tier", json!(9)),
            ("/verification/last_run/skills/0/sha256", json!(null)),
            ("/verification/last_run/at", json!("2026-01-01")),
        ],
    );
    accepts(&status, &json!({ "state": "validated", "anything": [1], "verification": { "history": [] } }));
}

#[test]
fn a_run_survives_json() {
    let run = run(SKILLS, &mut Live::of(disk(FILES)), fail);
    let text = serde_json::to_string(&run).expect("JSON");
    let mut back: verdict_gate::profile::ProfileRun = serde_json::from_str(&text).expect("a run");
    back.results = run.results.clone();
    back.timing.started_at_ms = run.timing.started_at_ms;
    assert_eq!(back, run);
}
