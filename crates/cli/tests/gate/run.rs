//! `verdict run`: profiles on a folder.

use std::fs;

use serde_json::{Value, json};

use crate::world::{Answer, PROJECT, SHORT, SLOW, World};

/// [`PROJECT`] with a profile.
fn project(skills: &str) -> World {
    let world = World::new(PROJECT);
    world.write("spec/verification.yaml", &format!("version: 1\n{skills}"));
    world
}

const PROFILE: &str = "\
skills:
  verify.test:
    tier: 1
    env: [MODE, HOME_TOWN]
    steps:
      - { name: unit, run: 'test:tests/*.test.js' }
      - { name: random, run: 'eval:Math.random()' }
  verify.lint:
    tier: 1
    steps: [{ name: lint, run: 'lint:src/*.js' }]
profiles:
  pr: [verify.test, verify.lint]
  quick: [verify.lint]
";

fn artifact(world: &World, name: &str) -> Value {
    serde_json::from_str(&world.read(&format!("changes/local/verify/{name}.json"))).expect("JSON")
}

fn status(world: &World, change: &str) -> Value {
    serde_json::from_str(&world.read(&format!("changes/{change}/05-status.json"))).expect("JSON")
}

#[test]
fn a_profile_that_passes_is_recorded() {
    let world = project(PROFILE);
    let answer = world.verdict(&["run"]);
    assert_eq!(answer.code, 0, "{answer:?}");
    assert!(answer.out.contains("Profile pr passed: 2 skill(s), tier 1"), "{answer:?}");
    let result = artifact(&world, "verify.test");
    assert_eq!((&result["passed"], &result["steps"][0]["state"]), (&json!(true), &json!("passed")));
    assert_eq!(artifact(&world, "_toolchain")["passed"], true);
    let status = status(&world, "local");
    assert_eq!(
        (&status["state"], &status["verification"]["last_run"]["passed"]),
        (&json!("executed"), &json!(true))
    );
    let list = world.verdict(&["report", "list", "--json"]).json();
    assert_eq!(list["reports"][0]["passed"], true, "{list}");
}

#[test]
fn a_rerun_overwrites_and_equal_runs_are_equal_bytes() {
    let world = project(PROFILE);
    let files = ["verify.test", "verify.lint", "_toolchain"];
    let bytes = || files.map(|name| world.read(&format!("changes/local/verify/{name}.json")));
    assert_eq!(world.verdict(&["run"]).code, 0);
    let first = bytes();
    world.write("changes/local/verify/verify.test.json", "{}");
    assert_eq!(world.verdict(&["run"]).code, 0);
    assert_eq!(bytes(), first);
    // Another profile has other skills: results of the first are removed, foreign files are not.
    world.write("changes/local/verify/notes.txt", "mine");
    assert_eq!(world.verdict(&["run", "--profile", "quick"]).code, 0);
    assert!(!world.path("changes/local/verify/verify.test.json").exists());
    assert_eq!(world.read("changes/local/verify/notes.txt"), "mine");
}

#[test]
fn a_profile_that_fails() {
    let world = project(PROFILE);
    world.write("src/sum.js", "export const sum = (a, b) => a - b;\n");
    let answer = world.verdict(&["run", "--json", "--change", "c-7", "--run", "r7"]);
    let run = answer.json();
    assert_eq!((answer.code, &run["passed"], &run["run_id"]), (1, &json!(false), &json!("r7")), "{run}");
    assert_eq!(run["skills"][0]["steps"][1]["state"], "not_run");
    assert_eq!(run["skills"][1]["passed"], true, "other skills still run");
    assert_eq!(run["saved"], json!(["runs/r7/verification-1.json"]));
    assert_eq!(status(&world, "c-7")["verification"]["last_run"]["passed"], false);
    for (format, part) in
        [("junit", "<failure"), ("tap", "not ok"), ("github", "::error "), ("sarif", "2.1.0")]
    {
        let answer = world.verdict(&["run", "--format", format]);
        assert!(answer.code == 1 && answer.out.contains(part), "{format}: {answer:?}");
    }
}

#[test]
fn what_cannot_run_is_said_with_its_place() {
    let check = |skills: &str, arguments: &[&str], said: &[&str]| {
        let world = project(skills);
        let before = world.tree();
        let answer = world.verdict(&[&["run"], arguments].concat());
        assert_eq!(answer.code, 2, "{skills}: {answer:?}");
        for said in said {
            assert!(answer.err.contains(said), "{skills}: no {said} in {answer:?}");
        }
        assert_eq!(world.tree(), before, "{skills}");
    };
    check(PROFILE, &["--profile", "none"], &["unknown profile \"none\"", "pr, quick"]);
    check(PROFILE, &["--change", "../../x"], &["A change id is"]);
    check(PROFILE, &["--change", ""], &["A change id is"]);
    check(PROFILE, &["--env", "lower=1"], &["A to Z"]);
    check(PROFILE, &["--env", "NOT_SET_ANYWHERE"], &["NOT_SET_ANYWHERE: it is not set"]);
    check(&PROFILE.replace("tier: 1", "tier: 3"), &[], &["/spec/verification.yaml:4:"]);
    check(&PROFILE.replace("random", "unit"), &[], &["/spec/verification.yaml:8:", "unit"]);
    check("profiles: {}", &[], &["/spec/verification.yaml"]);
    let world = World::new(PROJECT);
    let answer = world.verdict(&["run"]);
    assert!(answer.code == 2 && answer.err.contains("There is no /spec/verification.yaml"), "{answer:?}");
}

#[test]
fn a_toolchain_that_does_not_fit_runs_nothing() {
    let world = project(&format!("toolchains: {{ engine: '>=99' }}\n{PROFILE}"));
    let answer = world.verdict(&["run"]);
    assert!(answer.code == 2 && answer.out.contains("did not run"), "{answer:?}");
    let toolchain = artifact(&world, "_toolchain");
    assert_eq!((&toolchain["passed"], &toolchain["checks"][0]["required"]), (&json!(false), &json!(">=99")));
    assert_eq!(artifact(&world, "verify.test")["steps"][0]["state"], "not_run");
}

#[test]
fn guests_see_what_their_skill_lists_and_nothing_else() {
    let run = "test:env.test.js";
    let skills = format!(
        "skills:\n  s:\n    tier: 1\n    env: [MODE, HTTPS_PROXY]\n    steps: [{{ name: env, run: '{run}' }}]\nprofiles: {{ pr: [s] }}\n"
    );
    let world = project(&skills);
    world.write("env.test.js", "test('env', () => expect(process.env).toEqual({ MODE: 'ci' }));\n");
    let with = |mode: &str, arguments: &[&str]| {
        let mut command = world.command(&[&["run"], arguments].concat());
        command.env("MODE", mode).env("SECRET", "x").env("HTTPS_PROXY", "http://proxy").env("PATH", "/bin");
        Answer::from(command.output().expect("verdict runs"))
    };
    let answer = with("ci", &["--env", "MODE"]);
    assert_eq!(answer.code, 0, "{answer:?}");
    assert_eq!(artifact(&world, "s")["env"], json!(["MODE"]));
    assert_eq!(artifact(&world, "s")["env_scrubbed"], json!(["HTTPS_PROXY"]));
    assert_eq!(with("dev", &[]).code, 1);
    assert_eq!(with("dev", &["--env", "MODE=ci", "--env", "SECRET=y"]).code, 0);
    // The environment of the project's or the host's configuration is not added.
    world.write("verdict.config.json", r#"{ "test": { "env": { "OF_FILE": "1" } } }"#);
    world.write("host.json", r#"{ "test": { "env": { "OF_HOST": "1", "MODE": "dev" } } }"#);
    let host = world.path("host.json");
    let answer = with("ci", &["--env", "MODE", "--config", &host.display().to_string()]);
    assert_eq!(answer.code, 0, "{answer:?}");
}

/// Modifies files while a slow step runs.
fn touched(paths: &[&str]) -> (World, Value) {
    let world = project(&format!(
        "skills:\n  slow:\n    tier: 1\n    steps: [{{ name: slow, run: '{SLOW}' }}]\nprofiles: {{ pr: [slow] }}\n"
    ));
    let child = world.start(&["run", "--json"]);
    world.wait("the lock", || fs::metadata(world.path(".verdict/lock")).is_ok_and(|lock| lock.len() > 0));
    std::thread::sleep(SHORT);
    for path in paths {
        world.write(path, "touched");
    }
    let answer = Answer::from(child.wait_with_output().expect("it ends"));
    let run = answer.json();
    assert_eq!(answer.code, i32::from(run["passed"] == false), "{answer:?}");
    (world, run)
}

#[test]
fn a_tracked_file_that_changes_during_a_step_is_drift() {
    let paths =
        ["changes/local/verify/deep/log.txt", "changes/other/verify/log.txt", "src/new.js", "src/sum.js"];
    let (world, run) = touched(&paths);
    assert_eq!((&run["passed"], &run["effective_tier"]), (&json!(false), &json!(3)), "{run}");
    let step = &artifact(&world, "slow")["steps"][0];
    let found: Vec<&Value> =
        step["drift"]["paths"].as_array().into_iter().flatten().map(|drift| &drift["path"]).collect();
    assert_eq!(found, paths.map(|path| format!("/{path}")).each_ref(), "{step}");
    assert!(step["error"].as_str().unwrap_or_default().starts_with("Drift: 4 tracked file"), "{step}");
}

#[test]
fn what_the_run_writes_itself_is_no_drift() {
    let (_, run) = touched(&[
        "changes/local/verify/log.txt",
        "changes/local/verify/_toolchain.json",
        ".git/index",
        "node_modules/x/y.js",
        "runs/x/y",
        ".verdict/z",
    ]);
    assert_eq!((&run["passed"], &run["effective_tier"]), (&json!(true), &json!(1)), "{run}");
}

#[test]
fn a_status_file_keeps_its_state_and_what_else_it_says() {
    let world = project(PROFILE);
    world.write("changes/local/05-status.json", "{\n  \"state\": \"executed\",\n  \"mine\": [1, 2]\n}\n");
    assert_eq!(world.verdict(&["run"]).code, 0);
    let found = status(&world, "local");
    assert_eq!((&found["state"], &found["mine"]), (&json!("executed"), &json!([1, 2])));
    assert_eq!(found["verification"]["last_run"]["profile"], "pr");
    world.write("changes/local/05-status.json", "not JSON");
    let answer = world.verdict(&["run"]);
    assert!(answer.code == 2 && answer.err.contains("05-status.json"), "{answer:?}");
    assert_eq!(world.read("changes/local/05-status.json"), "not JSON");
}

#[test]
fn a_step_that_hangs_costs_its_skill_and_raises_its_tier() {
    let world = project(
        "skills:\n  hangs:\n    tier: 1\n    timeout_ms: 300\n    steps: [{ name: hang, run: \"eval:/(a+)+$/.test('a'.repeat(60) + 'b')\" }]\n  holds:\n    tier: 1\n    steps: [{ name: keys, run: 'eval:Object.keys(vfs).length' }]\nprofiles: { pr: [hangs, holds] }\n",
    );
    let answer = world.verdict(&["run", "--json"]);
    let run = answer.json();
    let [hangs, holds] = run["skills"].as_array().map(Vec::as_slice).unwrap_or_default() else {
        panic!("two skills: {run}")
    };
    assert_eq!(
        (answer.code, &hangs["passed"], &hangs["effective_tier"]),
        (1, &json!(false), &json!(2)),
        "{run}"
    );
    assert_eq!((&hangs["escalations"], &hangs["steps"][0]["timed_out"]), (&json!(["timeout"]), &json!(true)));
    assert_eq!(
        (&holds["passed"], &holds["steps"][0]["stdout_bytes"].is_u64()),
        (&json!(true), &true),
        "{run}"
    );
}
