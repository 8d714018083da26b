//! The files that a run leaves below `changes/<id>/`.

use verdict_gate::profile::{ChangeId, ProfileError, artifact_name};
use verdict_protocol::{Code, sha256_hex};

use super::host::{
    FILES, Judge, Live, Scene, TWO_STEPS, config, disk, fail, is_canonical, json, pass, run, run_and_write,
    snapshot,
};

const FOLDER: &str = "/changes/c1/verify/";

fn files(live: &Live) -> Vec<&str> {
    live.disk.keys().filter_map(|path| path.strip_prefix("/changes/c1/")).collect()
}

#[test]
fn a_run_writes_a_result_a_skill_the_toolchain_the_time_and_the_status() {
    let mut live = Live::of(disk(FILES));
    let second = TWO_STEPS.replace("unit", "verify.types");
    run_and_write(&format!("{TWO_STEPS}{second}"), &mut live, pass);
    assert_eq!(
        files(&live),
        [
            "05-status.json",
            "verify/_timing.json",
            "verify/_toolchain.json",
            "verify/unit.json",
            "verify/verify.types.json"
        ]
    );
    assert_eq!(json(&live, "/changes/c1/verify/unit.json")["skill"], "unit");
    assert_eq!(json(&live, "/changes/c1/verify/_toolchain.json")["passed"], true);
}

#[test]
fn artifacts_are_canonical_json_without_times() {
    let mut live = Live::of(disk(FILES));
    run_and_write(TWO_STEPS, &mut live, fail);
    for (path, bytes) in live.disk.iter().filter(|(path, _)| path.starts_with("/changes/")) {
        assert!(is_canonical(bytes), "{path}");
        let text = String::from_utf8_lossy(bytes);
        assert_eq!(text.contains("duration_ms"), path.ends_with("_timing.json"), "{path}");
        assert!(!text.contains("1700000000") && !text.contains("durationMs"), "no timestamp in {path}");
    }
    insta::assert_snapshot!(String::from_utf8_lossy(&live.disk["/changes/c1/verify/unit.json"]));
}

#[test]
fn a_rerun_overwrites_what_is_there() {
    let mut live = Live::of(disk(FILES));
    run_and_write(TWO_STEPS, &mut live, fail);
    let failed = live.disk.clone();
    assert_eq!(json(&live, "/changes/c1/verify/unit.json")["passed"], false);
    run_and_write(TWO_STEPS, &mut live, pass);
    assert_eq!(json(&live, "/changes/c1/verify/unit.json")["passed"], true);
    assert_eq!(json(&live, "/changes/c1/05-status.json")["verification"]["last_run"]["passed"], true);
    run_and_write(TWO_STEPS, &mut live, fail);
    assert_eq!(live.disk, failed, "the same run leaves the same bytes");
}

#[test]
fn equal_runs_are_equal_bytes_but_for_the_time() {
    let config = config(TWO_STEPS);
    let written = |pace: f64| {
        let mut live = Live::of(disk(FILES));
        // The files of a second run include the results of the first.
        for _ in 0..2 {
            let judged = snapshot(&live.disk);
            let run =
                Scene::of(&config).run_on(&judged, &mut Judge::new(fail), &mut live, pace).expect("a run");
            pollster::block_on(run.write_artifacts(&mut live)).expect("written");
        }
        live.disk
    };
    let (slow, fast) = (written(1.0), written(7.5));
    let differing: Vec<&String> = slow.keys().filter(|path| slow.get(*path) != fast.get(*path)).collect();
    assert_eq!(differing, ["/changes/c1/verify/_timing.json"]);
    assert_eq!(slow.len(), fast.len());
}

#[test]
fn results_of_skills_that_are_gone_are_removed_and_nothing_else() {
    let mut live = Live::of(disk(FILES));
    let second = TWO_STEPS.replace("unit", "odd name");
    run_and_write(&format!("{TWO_STEPS}{second}"), &mut live, pass);
    let odd = format!("{FOLDER}{}.json", artifact_name("odd name"));
    assert!(live.disk.contains_key(&odd));
    let own = [
        ("/changes/c1/verify/log.txt", "mine"),
        ("/changes/c1/verify/mine.json", "{\"skill\":\"another\"}"),
        ("/changes/c1/verify/notes.json", "[1]"),
        ("/changes/c2/verify/unit.json", "{\"skill\":\"unit\"}"),
        ("/changes/c1/verify/deep/unit.json", "{\"skill\":\"unit\"}"),
    ];
    for (path, content) in own {
        live.disk.insert(path.into(), content.into());
    }
    run_and_write(TWO_STEPS, &mut live, pass);
    assert!(!live.disk.contains_key(&odd));
    assert!(live.disk.contains_key("/changes/c1/verify/unit.json"));
    for (path, _) in own {
        assert!(live.disk.contains_key(path), "{path}");
    }
}

#[test]
fn the_files_of_two_skills_are_never_one() {
    let names = [
        "a/b",
        "a:b",
        "a b",
        "a_b",
        "_toolchain",
        "_timing",
        "..",
        ".",
        "con",
        "CON",
        "a\u{301}",
        "á",
        "é",
        "Ⅷ",
        &"x".repeat(300),
        &"x".repeat(301),
        "skill_toolchain",
    ];
    let mut files: Vec<String> = names.iter().map(|name| artifact_name(name).to_ascii_lowercase()).collect();
    for file in &files {
        assert!(file.chars().all(|c| c.is_ascii_alphanumeric() || "._-".contains(c)), "{file}");
        assert!(!file.starts_with(['_', '.']) && file.len() < 100, "{file}");
    }
    files.sort();
    files.dedup();
    assert_eq!(files.len(), names.len());
    assert_eq!(artifact_name("verify.test-2_x"), "verify.test-2_x", "a plain name stays");
}

#[test]
fn hostile_change_ids_are_refused() {
    for id in [
        "",
        ".",
        "..",
        "../x",
        "a/b",
        "a\\b",
        "/a",
        "a/../../b",
        ".git",
        "-x",
        "x-",
        "x.",
        "a b",
        "a\0",
        "a\n",
        "ä",
        "__proto__",
        "nul",
        "COM1.x",
        &"x".repeat(129),
        "%2e%2e",
    ] {
        let error = ChangeId::parse(id).expect_err(id);
        assert_eq!(error.code(), Code::Path);
        assert!(!error.to_string().contains('\0') && error.to_string().len() < 600);
    }
    for id in ["c1", "2026-11-22.fix_x", "A", "constructor", &"x".repeat(128)] {
        assert!(ChangeId::parse(id).is_ok(), "{id}");
    }
}

#[test]
fn a_run_from_elsewhere_with_a_hostile_id_writes_nothing() {
    let mut live = Live::of(disk(FILES));
    let mut hostile = run(TWO_STEPS, &mut live, pass);
    hostile.change_id = Some("../../etc".into());
    let before = live.disk.clone();
    let error = pollster::block_on(hostile.write_artifacts(&mut live));
    assert!(matches!(error, Err(ProfileError::ChangeId(_))));
    assert_eq!(live.disk, before);
}

#[test]
fn a_run_without_a_change_leaves_nothing() {
    let config = config(TWO_STEPS);
    let mut live = Live::of(disk(FILES));
    let run =
        Scene { change: None, ..Scene::of(&config) }.run(&mut Judge::new(pass), &mut live).expect("a run");
    assert_eq!(pollster::block_on(run.write_artifacts(&mut live)), Ok(Vec::new()));
    assert_eq!(live.disk, disk(FILES));
}

#[test]
fn a_run_that_did_not_start_overwrites_older_results() {
    let mut live = Live::of(disk(FILES));
    run_and_write(TWO_STEPS, &mut live, pass);
    let text =
        format!("version: 1\ntoolchains: {{ engine: ^9 }}\nskills:\n{TWO_STEPS}profiles: {{ pr: [unit] }}\n");
    let config = verdict_gate::profile::VerificationConfig::read(&text).expect("a configuration");
    let run = Scene::of(&config).run(&mut Judge::new(pass), &mut live).expect("a run");
    pollster::block_on(run.write_artifacts(&mut live)).expect("written");
    assert_eq!(json(&live, "/changes/c1/verify/_toolchain.json")["passed"], false);
    let skill = json(&live, "/changes/c1/verify/unit.json");
    assert_eq!((&skill["passed"], &skill["steps"][0]["state"]), (&false.into(), &"not_run".into()));
    assert_eq!(
        json(&live, "/changes/c1/05-status.json")["verification"]["last_run"]["toolchain_passed"],
        false
    );
}

#[test]
fn the_status_is_written_last_and_holds_the_hashes_of_the_artifacts() {
    let mut live = Live::of(disk(FILES));
    run_and_write(TWO_STEPS, &mut live, pass);
    let last = json(&live, "/changes/c1/05-status.json")["verification"]["last_run"].clone();
    assert_eq!(last["skills"][0]["artifact"], "/changes/c1/verify/unit.json");
    assert_eq!(last["skills"][0]["sha256"], sha256_hex(&live.disk["/changes/c1/verify/unit.json"]));
    assert_eq!(last["toolchain_sha256"], sha256_hex(&live.disk["/changes/c1/verify/_toolchain.json"]));
    for full_at in 0..4 {
        let mut live = Live { full_at: Some(full_at), ..Live::of(disk(FILES)) };
        let error = pollster::block_on(run(TWO_STEPS, &mut live, pass).write_artifacts(&mut live));
        assert_eq!(
            error.map_err(|error| error.to_string()),
            Err("The files cannot be written: disk full".into())
        );
        assert!(!live.disk.contains_key("/changes/c1/05-status.json"));
    }
}
