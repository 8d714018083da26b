//! Runs: toolchain checks, order of steps, environment, timeouts, tiers and previews.

use verdict_gate::Verdict;
use verdict_gate::profile::{
    Escalation, ProfileError, ProfileRun, SkillResult, StepState, VerificationConfig,
};
use verdict_protocol::{Code, Toolchain, sha256_hex};

use super::host::{
    FILES, Judge, Live, Scene, TWO_STEPS, config, disk, fail, pass, printing, run, timeout, toolchain,
};

fn live() -> Live {
    Live::of(disk(FILES))
}

fn states(skill: &SkillResult) -> Vec<StepState> {
    skill.steps.iter().map(|step| step.state).collect()
}

/// Runs a configuration with required toolchains on a verifier that has `found`.
fn with_toolchain(required: &str, found: Option<Toolchain>) -> (ProfileRun, usize) {
    let text =
        format!("version: 1\ntoolchains: {required}\nskills:\n{TWO_STEPS}profiles: {{ pr: [unit] }}\n");
    let config = VerificationConfig::read(&text).expect("a configuration");
    let mut judge = Judge { toolchain: found, ..Judge::new(pass) };
    let run = Scene::of(&config).run(&mut judge, &mut live()).expect("a run");
    (run, judge.asked.len())
}

#[test]
fn toolchain_checks_run_first_and_record_what_was_found() {
    let (run, asked) = with_toolchain("{ engine: ^0.22, rules: '>=1.1', protocol: ^1 }", Some(toolchain()));
    assert!(run.passed && run.toolchain.passed);
    assert_eq!(asked, 2);
    let seen: Vec<_> = run
        .toolchain
        .checks
        .iter()
        .map(|check| (check.name.as_str(), check.required.as_deref(), check.found.as_deref()))
        .collect();
    assert_eq!(
        seen,
        [
            ("engine", Some("^0.22"), Some("0.22.0")),
            ("rules", Some(">=1.1"), Some("2.0.0")),
            ("checker", None, Some("1.0.0")),
            ("protocol", Some("^1"), Some("1.0.0")),
        ]
    );
}

#[test]
fn a_toolchain_that_does_not_fit_fails_the_run_before_any_step() {
    let (run, asked) = with_toolchain("{ engine: ^9 }", Some(toolchain()));
    assert!(!run.passed);
    assert_eq!(asked, 0);
    assert_eq!(states(&run.skills[0]), [StepState::NotRun; 2]);
    assert_eq!(run.skills[0].error.as_deref(), Some("The toolchain does not fit"));
    assert_eq!(run.summary(), "Profile pr did not run: engine is 0.22.0, and ^9 is required");
    assert_eq!(run.code(), Some(Code::Version));
}

#[test]
fn a_toolchain_that_cannot_be_told_fails_the_run_before_any_step() {
    let (run, asked) = with_toolchain("{ checker: '*' }", None);
    assert_eq!((run.passed, asked), (false, 0));
    assert_eq!(
        run.summary(),
        "Profile pr did not run: The version of checker cannot be told, and * is required"
    );
    let odd = Toolchain { checker: "one\nand a half".into(), ..toolchain() };
    let (run, asked) = with_toolchain("{ checker: '*' }", Some(odd));
    assert_eq!((run.passed, asked), (false, 0));
    assert!(run.summary().contains("\"one\u{fffd}and a half\", is none"), "{}", run.summary());
}

#[test]
fn nothing_required_needs_no_toolchain() {
    let (run, asked) = with_toolchain("{}", None);
    assert_eq!((run.passed, asked), (true, 2));
    assert!(run.toolchain.checks.iter().all(|check| check.found.is_none() && check.passed));
}

#[test]
fn a_step_that_fails_ends_its_skill_and_other_skills_still_run() {
    let second = TWO_STEPS.replace("unit", "zero");
    let mut asked = Vec::new();
    let run = run(&format!("{TWO_STEPS}{second}"), &mut live(), |command| {
        asked.push(command.to_owned());
        if asked.len() == 1 { fail(command) } else { pass(command) }
    });
    assert!(!run.passed);
    assert_eq!(states(&run.skills[0]), [StepState::Failed, StepState::NotRun]);
    assert_eq!(states(&run.skills[1]), [StepState::Passed, StepState::Passed]);
    assert_eq!(asked, ["test:/a.test.js", "test:/a.test.js", "test:/b.test.js"]);
    assert_eq!(run.summary(), "Profile pr failed, 1 of 2 skill(s): unit/first: 1 test(s) failed");
    assert_eq!(run.code(), None, "it was judged and found wanting");
}

#[test]
fn env_is_scrubbed_to_the_allowlist() {
    let skills = TWO_STEPS.replace("    tier: 1\n", "    tier: 1\n    env: [CI, ABSENT, NODE_ENV]\n");
    let config = config(&skills);
    let env = [("CI", "1"), ("NODE_ENV", "test"), ("AWS_SECRET", "s3cr3t"), ("PATH", "/bin"), ("ci", "0")];
    let mut judge = Judge::new(pass);
    let run = Scene { env: &env, ..Scene::of(&config) }.run(&mut judge, &mut live()).expect("a run");
    for asked in &judge.asked {
        assert_eq!(asked.env, serde_json::json!({ "CI": "1", "NODE_ENV": "test" }));
    }
    assert_eq!(run.skills[0].env, ["CI", "NODE_ENV"]);
    let kept = serde_json::to_string(&run).expect("JSON");
    assert!(!kept.contains("s3cr3t") && !kept.contains("AWS_SECRET"));
}

#[test]
fn a_skill_without_an_allowlist_gets_an_empty_environment() {
    let config = config(TWO_STEPS);
    let mut judge = Judge::new(pass);
    Scene { env: &[("CI", "1")], ..Scene::of(&config) }.run(&mut judge, &mut live()).expect("a run");
    assert_eq!(judge.asked[0].env, serde_json::json!({}));
}

#[test]
fn network_deny_scrubs_proxy_variables_and_allow_does_not() {
    let names = "CI, HTTP_PROXY, HTTPS_PROXY, ALL_PROXY, NO_PROXY, FTP_PROXY";
    let env = [
        ("CI", "1"),
        ("HTTP_PROXY", "http://p"),
        ("HTTPS_PROXY", "http://p"),
        ("ALL_PROXY", "socks5://p"),
        ("NO_PROXY", "*"),
        ("FTP_PROXY", "p"),
    ];
    let run = |network: &str| {
        let skills = TWO_STEPS
            .replace("    tier: 1\n", &format!("    tier: 1\n    env: [{names}]\n    network: {network}\n"));
        let config = config(&skills);
        let mut judge = Judge::new(pass);
        let run = Scene { env: &env, ..Scene::of(&config) }.run(&mut judge, &mut live()).expect("a run");
        (run.skills[0].clone(), judge.asked[0].env.clone())
    };
    let (denied, seen) = run("deny");
    assert_eq!(seen, serde_json::json!({ "CI": "1" }));
    assert_eq!(denied.env_scrubbed, ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY", "FTP_PROXY"]);
    let (allowed, seen) = run("allow");
    assert_eq!(seen.as_object().map(serde_json::Map::len), Some(6));
    assert_eq!(allowed.env_scrubbed, [""; 0]);
}

#[test]
fn each_step_has_its_time_and_a_timeout_fails_the_skill() {
    let skills = "  unit:
    tier: 1
    timeout_ms: 700
    steps:
      - { name: first, run: 'test:/a.test.js' }
      - { name: second, run: 'test:/b.test.js', timeout_ms: 90 }
      - { name: third, run: 'test:/b.test.js' }
";
    let config = config(skills);
    let mut judge = Judge::new(
        |command: &str| if command == "test:/b.test.js" { timeout(command) } else { pass(command) },
    );
    let run = Scene::of(&config).run(&mut judge, &mut live()).expect("a run");
    let times: Vec<Option<u64>> = judge.asked.iter().map(|asked| asked.timeout_ms).collect();
    assert_eq!(times, [Some(700), Some(90)]);
    let skill = &run.skills[0];
    assert_eq!(states(skill), [StepState::Passed, StepState::Failed, StepState::NotRun]);
    let step = &skill.steps[1];
    assert!(step.timed_out && !skill.passed);
    assert_eq!((step.code, step.error.as_deref()), (Some(Code::Timeout), Some("Verification timeout")));
    assert_eq!(run.code(), Some(Code::Timeout));
}

#[test]
fn the_effective_tier_rises_by_network_and_timeout_and_drift() {
    let of = |tier: u8, network: &str, late: bool, drift: bool| {
        let skills =
            TWO_STEPS.replace("    tier: 1\n", &format!("    tier: {tier}\n    network: {network}\n"));
        let mut live = live();
        if drift {
            live.meddling.insert(1, vec![("/src/lib.js", Some("changed"))]);
        }
        let run = run(&skills, &mut live, |command| if late { timeout(command) } else { pass(command) });
        let skill = run.skills[0].clone();
        assert_eq!(skill.tier, tier);
        assert_eq!(run.effective_tier, skill.effective_tier);
        (skill.effective_tier, skill.escalations)
    };
    use Escalation::{Drift, Network, Timeout};
    assert_eq!(of(1, "deny", false, false), (1, vec![]));
    assert_eq!(of(2, "deny", false, false), (2, vec![]));
    assert_eq!(of(1, "allow", false, false), (2, vec![Network]));
    assert_eq!(of(1, "deny", true, false), (2, vec![Timeout]));
    assert_eq!(of(2, "allow", false, false), (3, vec![Network]));
    assert_eq!(of(2, "allow", true, false), (3, vec![Network, Timeout]));
    assert_eq!(of(1, "deny", false, true), (3, vec![Drift]));
    assert_eq!(of(2, "allow", true, true), (3, vec![Network, Timeout, Drift]));
}

#[test]
fn a_skill_above_the_highest_tier_is_not_eligible_and_the_run_is_no_pass() {
    let second = TWO_STEPS.replace("unit", "zero").replace("tier: 1", "tier: 2");
    let config = config(&format!("{TWO_STEPS}{second}"));
    let mut judge = Judge::new(pass);
    let run = Scene { max_tier: Some(1), ..Scene::of(&config) }.run(&mut judge, &mut live()).expect("a run");
    assert_eq!(judge.asked.len(), 2);
    assert_eq!((run.passed, run.skills[0].passed, run.skills[1].passed), (false, true, false));
    assert_eq!(
        run.summary(),
        "Profile pr failed, 1 of 2 skill(s): zero: Not eligible: tier 2 is above 1, the highest that may run"
    );
}

#[test]
fn a_verifier_that_is_missing_is_no_pass() {
    let run = run(TWO_STEPS, &mut live(), |_| Verdict::failed(Code::Unavailable, "no manager"));
    assert!(!run.passed && run.unavailable());
    assert_eq!(run.code(), Some(Code::Unavailable));
    let mut calls = 0;
    let run = super::host::run(TWO_STEPS, &mut live(), |command| {
        calls += 1;
        if calls == 1 { pass(command) } else { Verdict::failed(Code::Unavailable, "gone") }
    });
    assert!(!run.passed && !run.unavailable(), "something was judged");
}

#[test]
fn a_claim_of_success_in_which_nothing_passed_is_no_pass() {
    let run = run(TWO_STEPS, &mut live(), |command| {
        let mut verdict = pass(command);
        if let Some(result) = &mut verdict.result {
            result.output = verdict_protocol::Output::Tests(Vec::new());
        }
        verdict
    });
    assert_eq!(states(&run.skills[0]), [StepState::Failed, StepState::NotRun]);
    assert_eq!(run.skills[0].steps[0].code, Some(Code::NoTests));
}

#[test]
fn a_code_beside_success_is_no_pass() {
    let run = run(TWO_STEPS, &mut live(), |command| Verdict { code: Some(Code::Limit), ..pass(command) });
    assert!(!run.passed);
    assert_eq!(run.skills[0].steps[0].error.as_deref(), Some("no reason given"));
}

#[test]
fn stdout_is_the_text_rendering_with_the_hash_of_all_of_it() {
    let run = run(TWO_STEPS, &mut live(), fail);
    let step = &run.skills[0].steps[0];
    let text =
        "/a.test.js:3:1: error[test] adds: expected 3 to be 4\nFAIL test:/a.test.js: 0 passed, 1 failed\n";
    assert_eq!(step.stdout_preview, text);
    assert_eq!(step.stdout_sha256, sha256_hex(text.as_bytes()));
    assert_eq!(step.stdout_bytes, text.len() as u64);
    assert_eq!(step.stderr_preview, "");
    assert_eq!(step.stderr_sha256, sha256_hex(b""));
    assert_eq!(step.output_sha256.as_ref().map(String::len), Some(64));
}

#[test]
fn previews_are_cut_to_4_kib_of_valid_utf8() {
    // Each row: the guest's output, and the number of its bytes in the preview.
    for (text, kept) in [
        ("x".repeat(10_000), 4096),
        ("ä".repeat(3_000), 4095),
        ("🐕".repeat(2_000), 4093),
        ("short".to_owned(), 11),
    ] {
        let run = run(TWO_STEPS, &mut live(), |command| printing(command, &text));
        let step = &run.skills[0].steps[0];
        let all = format!("log: {text}\n");
        assert_eq!(step.stderr_preview.len(), kept);
        assert!(all.starts_with(&step.stderr_preview));
        assert_eq!(step.stderr_bytes, all.len() as u64);
        assert_eq!(step.stderr_sha256, sha256_hex(all.as_bytes()), "the hash is over all of it");
    }
}

#[test]
fn what_a_guest_prints_is_quoted_data() {
    let run = run(TWO_STEPS, &mut live(), |command| printing(command, "ok\nPASS test:/a\u{1b}[31m"));
    let step = &run.skills[0].steps[0];
    assert_eq!(step.stderr_preview.lines().count(), 1, "{}", step.stderr_preview);
    assert!(!step.stderr_preview.contains('\u{1b}'));
}

#[test]
fn a_verdict_without_a_whole_result_is_told_in_a_line() {
    let run = run(TWO_STEPS, &mut live(), timeout);
    assert_eq!(run.skills[0].steps[0].stdout_preview, "FAIL test:/a.test.js: Verification timeout\n");
    assert_eq!(run.skills[0].steps[0].output_sha256, None);
}

#[test]
fn the_default_profile_is_pr_and_an_unknown_one_is_an_error() {
    assert_eq!(verdict_gate::profile::DEFAULT_PROFILE, "pr");
    let config = config(TWO_STEPS);
    let mut judge = Judge::new(pass);
    let error = Scene { profile: "gone", ..Scene::of(&config) }.run(&mut judge, &mut live());
    assert!(matches!(error, Err(ProfileError::UnknownProfile(_))));
    assert!(judge.asked.is_empty());
}

#[test]
fn files_that_cannot_be_read_at_the_start_are_an_error() {
    let config = config(TWO_STEPS);
    let mut live = Live { broken: vec![0], ..live() };
    let error = Scene::of(&config).run(&mut Judge::new(pass), &mut live).expect_err("no files");
    assert_eq!(
        (error.code(), error.to_string().as_str()),
        (Code::Unavailable, "The files cannot be read: cannot list")
    );
}

#[test]
fn the_configuration_is_read_from_the_files() {
    let of = |content: &[u8]| {
        let mut files = disk(FILES);
        files.insert("/spec/verification.yaml".into(), content.to_vec());
        VerificationConfig::of(&super::host::snapshot(&files)).map_err(|error| error.to_string())
    };
    assert_eq!(
        VerificationConfig::of(&super::host::snapshot(&disk(FILES))).map_err(|error| error.code()),
        Err(Code::NotFound)
    );
    let text = format!("version: 1\nskills:\n{TWO_STEPS}profiles: {{ pr: [unit] }}\n");
    assert!(of(text.as_bytes()).is_ok());
    assert_eq!(
        of(b"version: 1\nskills: \xff"),
        Err("/spec/verification.yaml has 1 error(s): /spec/verification.yaml:2:9: not UTF-8".into())
    );
}
