//! Reports in a store: saved, loaded, listed, and never in the way.
#![allow(missing_docs, reason = "a test")]

use crate::support;

use pollster::block_on;
use proptest::prelude::*;
use serde_json::{Value, json};
use support::{NOW, passing, report};
use verdict_protocol::Severity;
use verdict_report::{
    CheckFinding, CheckResult, HarnessConfig, Level, Loaded, MemoryStore, ReportBuilder, Reports, SkipKind,
    Store, VerificationReport,
};

const RUN: &str = "ac31daa7-620a-451e-86e0-4269fe15b824";

fn reports() -> Reports<MemoryStore> {
    Reports::new(MemoryStore::default())
}

fn save(reports: &Reports<MemoryStore>, report: &VerificationReport) -> String {
    let saved = block_on(reports.save(report));
    assert!(saved.ok(), "{saved:?}");
    saved.key.expect("kept")
}

fn load(reports: &Reports<MemoryStore>, run: &str, iteration: u32) -> Option<VerificationReport> {
    block_on(reports.load(run, iteration)).expect("a run id and a store").found()
}

/// Stores a file that somebody else wrote.
fn put(reports: &Reports<MemoryStore>, key: &str, text: &str) {
    block_on(reports.store().write(key, text)).expect("memory");
}

#[test]
fn saves_the_full_report_and_loads_it() {
    let reports = reports();
    let harness = HarnessConfig { wait_for_ci: false, skip_levels: vec![Level::L2, Level::L3] };
    let mut builder = ReportBuilder::new(RUN, 1, NOW).harness(harness);
    builder.check(Level::L0, CheckResult::new("typecheck", false, "Error...", 5000.0));
    let report = builder.finish(NOW + 5100.0);

    let key = save(&reports, &report);
    assert_eq!(key, format!("runs/{RUN}/verification-1.json"));
    let loaded = load(&reports, RUN, 1).expect("kept");
    assert!(!loaded.overall.passed);
    assert!(loaded.skipped_levels.contains(&Level::L2));
    assert!(loaded.harness_config.skip_levels.contains(&Level::L2));
    assert_eq!(loaded, report);
    assert_eq!(load(&reports, RUN, 2), None);
    assert_eq!(load(&reports, "other", 1), None);
}

#[test]
fn records_skipped_levels_and_the_harness_config_that_skipped_them() {
    let reports = reports();
    let harness = HarnessConfig { wait_for_ci: true, skip_levels: vec![Level::L2, Level::L3] };
    let mut builder = ReportBuilder::new(RUN, 1, NOW).harness(harness.clone());
    builder.check(Level::L0, support::check("lint", true)).check(Level::L1, support::check("tests", true));
    save(&reports, &builder.finish(NOW));
    let loaded = load(&reports, RUN, 1).expect("kept");
    assert_eq!(loaded.skipped_levels, [Level::L2, Level::L3]);
    assert_eq!(loaded.harness_config, harness);
    assert!(loaded.passed());
}

#[test]
fn lists_all_iterations_ascending() {
    let reports = reports();
    for iteration in [2, 10, 1, 9] {
        save(&reports, &passing(RUN, iteration, NOW));
    }
    save(&reports, &report(RUN, 3, NOW, &[(Level::L0, false)]));
    save(&reports, &passing("other", 7, NOW));
    let listing = block_on(reports.list(RUN)).expect("a list");
    assert_eq!(listing.iterations(), [1, 2, 3, 9, 10]);
    assert!(listing.skipped.is_empty());
    assert!(!listing.reports[2].passed && listing.reports[2].summary == "L0 failed: check");
    assert!(block_on(reports.list("nobody")).expect("a list").iterations().is_empty());
    let runs = block_on(reports.runs()).expect("runs");
    assert_eq!(runs.runs, [RUN, "other"]);
}

/// A stored report may have no levels, and one that passed may have no checks.
#[test]
fn a_pass_without_checks_is_kept_and_listed_as_none() {
    let reports = reports();
    let mut nothing = report(RUN, 1, NOW, &[]);
    nothing.overall.passed = true;
    let mut empty = passing(RUN, 2, NOW);
    empty.levels.l0.as_mut().expect("ran").checks.clear();
    for report in [&nothing, &empty] {
        save(&reports, report);
        assert_eq!(load(&reports, RUN, report.iteration).as_ref(), Some(report));
    }
    let listing = block_on(reports.list(RUN)).expect("a list");
    assert_eq!(listing.iterations(), [1, 2]);
    assert!(listing.reports.iter().all(|listed| !listed.passed), "{listing:?}");
}

#[test]
fn a_saved_file_has_the_keys_of_the_specification_and_a_version() {
    let reports = reports();
    let key = save(&reports, &passing(RUN, 1, NOW));
    let text = block_on(reports.store().read(&key)).expect("memory").expect("kept");
    let file: Value = serde_json::from_str(&text).expect("JSON");
    let mut keys: Vec<&str> = file.as_object().expect("an object").keys().map(String::as_str).collect();
    keys.sort_unstable();
    assert_eq!(
        keys,
        [
            "capturedAt",
            "completedAt",
            "duration",
            "harnessConfig",
            "iteration",
            "levels",
            "overall",
            "runId",
            "skippedLevels",
            "version"
        ]
    );
    assert_eq!(file["version"], 1);
    assert_eq!(file["levels"]["L2"], Value::Null);
    assert!(text.starts_with("{\n  \"version\": 1,\n") && text.ends_with("}\n"), "{text}");
    save(&reports, &passing(RUN, 1, NOW));
    let again = block_on(reports.store().read(&key)).expect("memory");
    assert_eq!(again.as_deref(), Some(&*text), "equal reports are equal bytes");
}

#[test]
fn the_example_of_the_specification_is_read() {
    let example = json!({
        "runId": RUN,
        "iteration": 1,
        "capturedAt": "2026-01-02T15:35:00.000Z",
        "overall": { "passed": false, "summary": "L0 failed: TypeScript compilation errors" },
        "levels": {
            "L0": {
                "level": "L0", "passed": false, "duration": 7334,
                "checks": [
                    { "name": "typecheck", "passed": false, "duration": 5234, "output": "src/test.ts(45,3): error TS2304: Cannot find name 'foo'" },
                    { "name": "lint", "passed": true, "output": "", "duration": 2100 }
                ]
            },
            "L1": null, "L2": null, "L3": null
        },
        "duration": 7400,
        "completedAt": "2026-01-02T15:35:07.400Z",
        "skippedLevels": ["L2", "L3"],
        "harnessConfig": { "waitForCI": false, "skipLevels": ["L2", "L3"] },
        "ofALaterTime": [1, 2, 3]
    });
    let reports = reports();
    put(&reports, &format!("runs/{RUN}/verification-1.json"), &example.to_string());
    let loaded = load(&reports, RUN, 1).expect("read");
    assert_eq!(loaded.duration, 7400.0);
    assert_eq!(loaded.levels.l0.expect("L0").checks[0].name, "typecheck");
    assert_eq!(loaded.skipped_levels, [Level::L2, Level::L3]);
}

#[test]
fn corrupt_older_and_newer_files_are_passed_over_with_a_reason() {
    let reports = reports();
    let key = save(&reports, &passing("r", 1, NOW));
    let good = block_on(reports.store().read(&key)).expect("memory").expect("kept");
    let claim =
        good.replace("\"passed\": true,\n          \"output\"", "\"passed\": false,\n          \"output\"");
    assert_ne!(claim, good);
    let deep = "[".repeat(100_000);
    for (iteration, text, kind, reason) in [
        (2, "", SkipKind::Corrupt, "EOF while parsing"),
        (3, "{", SkipKind::Corrupt, "line 1 column 1"),
        (4, &good[..good.len() / 2], SkipKind::Corrupt, "EOF while parsing"),
        (5, "null", SkipKind::Corrupt, "invalid type: null"),
        (6, "{}", SkipKind::Corrupt, "missing field `runId`"),
        (7, "{\"version\": 0}", SkipKind::Older, "version 0; this release reads version 1"),
        (8, "{\"version\": 2, \"of\": \"a later time\"}", SkipKind::Newer, "version 2"),
        (9, "{\"version\": \"1\"}", SkipKind::Corrupt, "invalid type: string"),
        (10, "{\"version\": 1.5}", SkipKind::Corrupt, "1.5 is no version"),
        (11, "{\"version\": -1}", SkipKind::Corrupt, "-1 is no version"),
        (12, "{\"version\": 1, \"version\": 1}", SkipKind::Corrupt, "duplicate field `version`"),
        (13, &good, SkipKind::Foreign, "another run or iteration"),
        (14, &format!("{{\"x\": {deep}"), SkipKind::Corrupt, "EOF while parsing a list"),
        (15, "\u{1b}[31m<img src=x onerror=alert(1)>", SkipKind::Corrupt, "expected value"),
        (
            16,
            &claim.replace("\"iteration\": 1", "\"iteration\": 16"),
            SkipKind::Corrupt,
            "claims to have passed",
        ),
        (17, &good.replace("2026-", "0026-"), SkipKind::Corrupt, "a time is no ISO 8601 text"),
        (18, &good.replace("\"duration\": ", "\"duration\": -"), SkipKind::Corrupt, "a duration is negative"),
    ] {
        put(&reports, &format!("runs/r/verification-{iteration}.json"), text);
        let Loaded::Skipped(skipped) = block_on(reports.load("r", iteration)).expect("no error") else {
            panic!("{iteration} was read");
        };
        assert_eq!(skipped.kind, kind, "{iteration}: {skipped:?}");
        assert!(skipped.reason.contains(reason), "{iteration}: {skipped:?}");
        assert!(!skipped.reason.contains('\u{1b}') && skipped.reason.len() <= 300, "{skipped:?}");
        let listing = block_on(reports.list("r")).expect("no error");
        assert_eq!(listing.iterations(), [1]);
        assert!(listing.skipped.contains(&skipped), "{listing:?}");
    }
}

#[test]
fn keys_that_are_none_of_ours_are_told_and_left_alone() {
    let strange = [
        "runs/r/verification-01.json",
        "runs/r/verification-.json",
        "runs/r/verification--1.json",
        "runs/r/verification-99999999999.json",
        "runs/r/../../etc/passwd",
        "runs/r/verification-1.json.tmp",
        "runs/../verification-1.json",
        "runs/__proto__/verification-1.json",
        "runs/verification-1.json",
        "elsewhere/verification-1.json",
    ];
    let reports = reports();
    strange.iter().for_each(|key| put(&reports, key, "x"));
    save(&reports, &passing("r", 1, NOW));
    let listing = block_on(reports.list("r")).expect("a list");
    assert_eq!(listing.iterations(), [1]);
    assert_eq!(listing.skipped.len(), 6);
    assert!(listing.skipped.iter().all(|skipped| skipped.kind == SkipKind::Name));
    let runs = block_on(reports.runs()).expect("runs");
    assert_eq!(runs.runs, ["r"]);
    assert_eq!(runs.skipped.len(), 3, "{runs:?}");
    for key in strange {
        assert_eq!(block_on(reports.store().read(key)), Ok(Some("x".to_owned())));
    }
}

prop_compose! {
    fn any_check()(name in ".*", passed: bool, output in proptest::option::of("(?s).*"), duration: f64, found: bool) -> CheckResult {
        let finding = CheckFinding {
            location: found.then(|| support::at(&name, 1, 2)),
            severity: Severity::Warning,
            rule: name.clone(),
            title: name.clone(),
            message: name.clone(),
        };
        CheckResult { name, passed, output, duration, findings: vec![finding; usize::from(found)] }
    }
}

proptest! {
    #[test]
    fn what_is_saved_is_loaded(
        run in "[a-z0-9]([A-Za-z0-9._-]{0,20}[A-Za-z0-9])?",
        iteration: u32,
        checks in proptest::collection::vec((0..4usize, any_check()), 0..6),
        skip in proptest::collection::vec(0..4usize, 0..4),
        wait_for_ci: bool,
        from: f64,
        to in 0.0..1e15,
    ) {
        let skip_levels = skip.into_iter().map(|level| Level::ALL[level]).collect();
        let mut builder = ReportBuilder::new(run.clone(), iteration, from)
            .harness(HarnessConfig { wait_for_ci, skip_levels });
        for (level, mut check) in checks {
            // An invalid duration is written as 0, others to the microsecond.
            check.duration = CheckResult::new("", true, "", check.duration).duration;
            builder.check(Level::ALL[level], check);
        }
        let report = builder.finish(to);
        prop_assume!(verdict_report::RunId::parse(&run).is_ok());
        let reports = reports();
        save(&reports, &report);
        let loaded = load(&reports, &run, iteration).expect("kept");
        prop_assert_eq!(loaded.passed(), report.passed());
        prop_assert_eq!(loaded, report);
    }
}
