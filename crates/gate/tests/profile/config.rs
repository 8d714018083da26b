//! Valid configurations, and the mistakes of invalid ones: line, column, message.

use verdict_gate::profile::{Network, ProfileError, ReadOnly, VerificationConfig};
use verdict_protocol::Code;

/// All mistakes of a configuration as `line:column message`, in order.
pub(crate) fn mistakes(text: &str) -> Vec<String> {
    match VerificationConfig::read(text) {
        Ok(_) => Vec::new(),
        Err(error) => {
            assert_eq!(error.code(), Code::Syntax);
            assert!(!error.mistakes().is_empty(), "a refusal says why");
            let say = |mistake: &verdict_gate::DocumentError| {
                assert_eq!(mistake.name, "/spec/verification.yaml");
                format!("{}:{} {}", mistake.line, mistake.column, mistake.message)
            };
            error.mistakes().iter().map(say).collect()
        }
    }
}

#[track_caller]
fn check(text: &str, expected: &[&str]) {
    assert_eq!(mistakes(text), expected, "{text}");
}

/// The keys of a skill between two valid ones.
fn skill(keys: &str) -> String {
    format!("version: 1\nprofiles: {{ pr: [s] }}\nskills:\n  s:\n{keys}\n")
}

const STEPS: &str = "    steps: [{ name: a, run: 'test:/a.test.js' }]";

#[test]
fn a_whole_configuration_is_read_and_defaults_are_strict() {
    let text = "
version: 1
toolchains: { engine: '>=0.22, <0.24', protocol: ^1 }
skills:
  verify.test:
    description: all tests
    tier: 2
    timeout_ms: 5000
    env: [CI, NODE_ENV]
    network: allow
    read_only: none
    require_assertions: false
    steps:
      - { name: unit, run: 'test:/tests/**/*.test.js', timeout_ms: 100 }
      - { name: value, run: 'eval:1 + 1' }
  plain:
    tier: 1
    steps: [{ name: a, run: 'lint:\"/a b.js\" /c.js' }]
profiles:
  pr: [plain, verify.test]
";
    let config = VerificationConfig::read(text).expect("a configuration");
    assert_eq!(config.toolchains.engine.as_deref(), Some(">=0.22, <0.24"));
    assert_eq!(config.toolchains.rules, None);
    let names: Vec<&str> = config.profile("pr").expect("pr").iter().map(|(name, _)| *name).collect();
    assert_eq!(names, ["plain", "verify.test"], "in the order of the profile");
    let plain = &config.skills["plain"];
    assert_eq!(
        (plain.timeout_ms, plain.network, plain.read_only),
        (30_000, Network::Deny, ReadOnly::Tracked)
    );
    assert!(plain.env.is_empty() && plain.require_assertions && plain.strict_assertions);
    let tests = &config.skills["verify.test"];
    assert_eq!((tests.tier, tests.network, tests.read_only), (2, Network::Allow, ReadOnly::None));
    assert!(!tests.require_assertions && tests.strict_assertions);
    assert_eq!(tests.steps[0].timeout_ms, Some(100));
}

#[test]
fn duplicate_step_names_are_refused() {
    check(
        &skill(
            "    tier: 1\n    steps:\n      - { name: a, run: 'eval:1' }\n      - { name: b, run: 'eval:1' }\n      - { name: a, run: 'eval:2' }",
        ),
        &["9:17 skill \"s\" has a step \"a\" already"],
    );
}

#[test]
fn the_same_step_name_in_two_skills_is_no_duplicate() {
    let text = format!("{}  t:\n    tier: 1\n{STEPS}\n", skill(&format!("    tier: 1\n{STEPS}")));
    check(&text, &[]);
}

#[test]
fn unknown_skills_in_a_profile_are_refused() {
    let text = format!(
        "version: 1\nskills:\n  s:\n    tier: 1\n{STEPS}\nprofiles:\n  pr:\n    - s\n    - gone\n  q: [s, s]\n"
    );
    check(
        &text,
        &["9:7 profile \"pr\" has an unknown skill \"gone\"", "10:10 profile \"q\" has skill \"s\" twice"],
    );
}

#[test]
fn bad_names_of_env_are_refused() {
    check(
        &skill(
            &format!("    tier: 1\n    env: [OK_1, lower, 'A-B', '', 'A\\u0000', Ä, A, A, 1]\n{STEPS}")
                .replace('\'', "\""),
        ),
        &[
            "6:17 bad name of env, \"lower\": it must match ^[A-Z0-9_]+$",
            "6:24 bad name of env, \"A-B\": it must match ^[A-Z0-9_]+$",
            "6:31 bad name of env, \"\": it must match ^[A-Z0-9_]+$",
            "6:35 bad name of env, \"A\u{fffd}\": it must match ^[A-Z0-9_]+$",
            "6:46 bad name of env, \"Ä\": it must match ^[A-Z0-9_]+$",
            "6:52 env has \"A\" twice",
            "6:55 a name of env must be a text, not a number (put it in quotes)",
        ],
    );
}

#[test]
fn tiers_other_than_1_and_2_are_refused() {
    for tier in ["0", "3", "-1", "99999999999"] {
        check(
            &skill(&format!("    tier: {tier}\n{STEPS}")),
            &[&format!("5:11 tier must be from 1 to 2, not {tier}")],
        );
    }
    check(&skill(&format!("    tier: '1'\n{STEPS}")), &["5:11 tier must be a whole number, not a text"]);
    check(&skill(&format!("    tier: 1.5\n{STEPS}")), &["5:11 tier must be a whole number, not a number"]);
    check(
        &skill(&format!("    tier: 1\n    strict_assertions: 'no'\n{STEPS}")),
        &["6:24 strict_assertions must be true or false, not a text"],
    );
    check(&skill(STEPS), &["5:5 skill \"s\" has no tier"]);
}

#[test]
fn unknown_keys_are_refused_everywhere() {
    let text = "version: 1
extra: 1
toolchains: { cargo: ^1 }
skills:
  s:
    tier: 1
    readonly: tracked
    steps: [{ name: a, run: 'eval:1', shell: bash }]
profiles: { pr: [s] }
";
    check(
        text,
        &[
            "2:1 unknown key \"extra\" of the document (expected one of version, toolchains, skills, profiles)",
            "3:15 unknown key \"cargo\" of toolchains (expected one of engine, rules, checker, protocol)",
            "7:5 unknown key \"readonly\" of skill \"s\" (expected one of description, tier, timeout_ms, env, network, read_only, require_assertions, strict_assertions, steps)",
            "8:39 unknown key \"shell\" of a step (expected one of name, run, timeout_ms)",
        ],
    );
}

#[test]
fn bad_commands_are_refused() {
    for (command, message) in [
        ("cargo test", "Unknown command type: cargo test (expected one of test:, lint:, type-check:, eval:)"),
        (
            "shell:rm -rf /",
            "Unknown command type: shell:rm -rf / (expected one of test:, lint:, type-check:, eval:)",
        ),
        ("test:", "Missing argument after 'test:'"),
        ("eval: ", "eval: has nothing to evaluate"),
        ("lint:\\\"/a.js", "Unclosed quote in command argument: \"/a.js"),
        ("test:../../etc/passwd", "bad command: path leaves the root: ../../etc/passwd"),
        ("test:/a\\\\b.js", "bad command: malformed path (backslash; separate folders with /): /a\\b.js"),
    ] {
        let text = skill(&format!("    tier: 1\n    steps:\n      - name: a\n        run: \"{command}\""));
        check(&text, &[&format!("8:14 {message}")]);
    }
}

#[test]
fn bad_versions_are_refused() {
    let text = format!(
        "version: 2\ntoolchains:\n  engine: newest\n  rules: 1.10\n{}",
        skill(&format!("    tier: 1\n{STEPS}")).replace("version: 1\n", "")
    );
    check(
        &text,
        &[
            "1:10 version must be 1, not 2",
            "3:11 bad version requirement of engine, \"newest\": unexpected character 'n' while parsing major version number",
            "4:10 the version of rules must be a text, not a number (put it in quotes)",
        ],
    );
    check(
        "skills: { s: { tier: 1, steps: [{ name: a, run: 'eval:1' }] } }\nprofiles: { pr: [s] }\n",
        &["1:1 the document has no version"],
    );
}

#[test]
fn empty_profiles_skills_and_steps_are_refused() {
    let sound = format!("    tier: 1\n{STEPS}");
    check(&skill(&sound).replace("{ pr: [s] }", "{}"), &["2:11 profiles is empty"]);
    check(&skill(&sound).replace("[s]", "[]"), &["2:17 profile \"pr\" is empty"]);
    check(
        "version: 1\nskills: {}\nprofiles: { pr: [s] }\n",
        &["2:9 skills is empty", "3:18 profile \"pr\" has an unknown skill \"s\""],
    );
    check(&skill("    tier: 1\n    steps: []"), &["6:12 steps of skill \"s\" is empty"]);
}

#[test]
fn bad_words_times_and_names_are_refused() {
    check(
        &skill(
            "    tier: 1\n    network: maybe\n    read_only: all\n    timeout_ms: 0\n    steps: [{ name: \"\\t\", run: 'eval:1', timeout_ms: 3600001 }]",
        ),
        &[
            "6:14 network must be one of deny, allow, not \"maybe\"",
            "7:16 read_only must be one of tracked, none, not \"all\"",
            "8:17 timeout_ms must be from 1 to 3600000, not 0",
            "9:21 the name of a step is empty or has a control character: \"\u{fffd}\"",
            "9:54 timeout_ms must be from 1 to 3600000, not 3600001",
        ],
    );
}

#[test]
fn wrong_shapes_are_refused() {
    check("", &["1:1 the document must be a map, not nothing"]);
    check("[]", &["1:1 the document must be a map, not a list"]);
    check(
        "version: 1\nskills: [a]\nprofiles: x\n",
        &["2:9 skills must be a map, not a list", "3:11 profiles must be a map, not a text"],
    );
    check(
        &skill("    tier: 1\n    steps: { a: 1 }"),
        &["6:12 steps of skill \"s\" must be a list, not a map"],
    );
    check(&skill("    tier: 1\n    steps: [x]"), &["6:13 a step must be a map, not a text"]);
    check(
        &skill("    tier: 1\n    steps: [{ name: 1, run: true }]"),
        &[
            "6:21 the name of a step must be a text, not a number (put it in quotes)",
            "6:29 run must be a text, not a boolean (put it in quotes)",
        ],
    );
    check(&skill("    tier: 1\n    steps: [{}]"), &["6:13 a step has no name", "6:13 a step has no run"]);
}

#[test]
fn all_mistakes_are_said_at_once_up_to_a_hundred() {
    let steps = "      - { name: a, run: bad }\n".repeat(300);
    let found = mistakes(&skill(&format!("    tier: 9\n    steps:\n{steps}")));
    assert_eq!(found.len(), 100);
    assert_eq!(found[0], "5:11 tier must be from 1 to 2, not 9");
}

#[test]
fn an_unknown_profile_names_the_place_of_the_profiles() {
    let config = VerificationConfig::read(&skill(&format!("    tier: 1\n{STEPS}"))).expect("a configuration");
    let error = config.profile("nightly").expect_err("there is none");
    assert_eq!(error.code(), Code::NotFound);
    assert_eq!(
        error.to_string(),
        "/spec/verification.yaml:2:11: unknown profile \"nightly\" (there are: pr)"
    );
    assert!(matches!(error, ProfileError::UnknownProfile(_)));
}

#[test]
fn skills_whose_results_would_share_a_file_are_refused() {
    let both = |a: &str, b: &str| {
        format!(
            "version: 1\nskills:\n  {a}:\n    tier: 1\n{STEPS}\n  {b}:\n    tier: 1\n{STEPS}\nprofiles: {{ pr: [{a}] }}\n"
        )
    };
    check(
        &both("Verify", "verify"),
        &["6:3 the results of skill \"verify\" would lie where those of \"Verify\" lie"],
    );
    let twin = verdict_gate::profile::artifact_name("a/b");
    assert_eq!(mistakes(&both("a/b", &twin)).len(), 1);
    check(&both("a/b", "a_b"), &[]);
    check(&both("a/b", "a:b"), &[]);
}

#[test]
fn a_skill_can_take_over_what_another_says_and_keep_its_own() {
    let text = "version: 1
skills:
  s: &base
    tier: 1
    timeout_ms: 400
    steps: [{ name: a, run: 'eval:1' }]
  t:
    <<: *base
    tier: 2
profiles: { pr: [s, t] }
";
    let config = VerificationConfig::read(text).expect("a configuration");
    let (s, t) = (&config.skills["s"], &config.skills["t"]);
    assert_eq!((s.tier, t.tier, t.timeout_ms), (1, 2, 400));
    assert_eq!(s.steps, t.steps);
}
