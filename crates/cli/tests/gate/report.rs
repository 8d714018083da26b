//! `verdict report`: loads stored reports.

use std::fs;

use serde_json::{Value, json};

use crate::world::{Answer, PROJECT, TESTS, World, bundle};

/// A folder with a passed run `good` and a run `bad` whose first attempt failed.
fn kept() -> World {
    let world = World::new(PROJECT);
    let apply =
        |change: &str, run: &str| world.apply(&bundle(change), &["--verify", TESTS, "--run", run]).code;
    assert_eq!(apply("/src/old.js=1; /src/new.js=2;", "good"), 0);
    assert_eq!(apply("/src/sum.js=export{sum};function/**/sum(){}", "bad"), 1);
    assert_eq!(apply("/src/new.js=-", "bad"), 0);
    world
}

fn report(world: &World, arguments: &[&str]) -> Answer {
    world.verdict(&[&["report"], arguments].concat())
}

#[test]
fn list_and_show() {
    let world = kept();
    let list = report(&world, &["list", "--json"]).json();
    let row = |row: &Value| (row["runId"].clone(), row["iteration"].clone(), row["passed"].clone());
    let rows: Vec<_> = list["reports"].as_array().expect("rows").iter().map(row).collect();
    let expected = [("bad", 1, false), ("bad", 2, true), ("good", 1, true)]
        .map(|(r, i, p)| (json!(r), json!(i), json!(p)));
    assert_eq!(rows, expected, "{list}");
    let text = report(&world, &["list", "bad"]);
    assert_eq!((text.code, text.out.lines().count()), (0, 2), "{text:?}");
    assert!(text.out.starts_with("FAIL bad 1 20"), "{text:?}");

    let last = report(&world, &["show", "bad", "--json"]).json();
    assert_eq!((&last["iteration"], &last["overall"]["passed"]), (&json!(2), &json!(true)));
    let first = report(&world, &["show", "bad", "--iteration", "1", "--json"]).json();
    let file: Value = serde_json::from_str(&world.read("runs/bad/verification-1.json")).expect("JSON");
    assert_eq!(first["levels"], file["levels"], "what is shown is what is kept");
    assert_eq!(first["levels"]["L1"]["passed"], false, "{first}");
    let text = report(&world, &["show", "bad", "--iteration", "1"]);
    assert!(text.out.contains("FAIL test:tests/*.test.js") && text.out.contains("snapshot bad/"), "{text:?}");
}

#[test]
fn every_format() {
    let world = kept();
    for (format, part) in [
        ("text", "FAIL"),
        ("json", "\"numFailedTests\""),
        ("junit", "<failure"),
        ("tap", "not ok"),
        ("github", "::error "),
        ("sarif", "\"version\": \"2.1.0\""),
    ] {
        let answer = report(&world, &["render", "bad", "--iteration", "1", "--format", format]);
        assert!(answer.code == 0 && answer.out.contains(part), "{format}: {answer:?}");
        let again = report(&world, &["render", "bad", "--iteration", "1", "--format", format]);
        assert_eq!(again.out, answer.out);
    }
    assert_eq!(report(&world, &["render", "bad", "--format", "none"]).code, 2);
}

#[test]
fn snapshots_are_compared() {
    let world = kept();
    let answer = report(&world, &["diff", "good", "bad"]);
    assert!(answer.code == 2 && answer.err.contains("Which of these: bad/"), "{answer:?}");
    let names: Vec<String> = report(&world, &["show", "bad"])
        .out
        .lines()
        .filter_map(|line| line.strip_prefix("snapshot ").map(str::to_owned))
        .collect();
    assert_eq!(names.len(), 2);
    let found = report(&world, &["diff", "good", &names[0], "--json"]).json();
    assert_eq!((&found["created"], &found["modified"]), (&json!(["/src/new.js"]), &json!(["/src/old.js"])));
    let text = report(&world, &["diff", "good", &names[0]]).out;
    assert!(text.contains("created /src/new.js\nmodified /src/old.js\n"), "{text}");
}

#[test]
fn a_run_is_exported_as_one_archive() {
    let world = kept();
    let out = world.beside("run.zip", "").with_file_name("new.zip");
    let path = out.to_str().expect("a name");
    assert_eq!(report(&world, &["export", "bad", "--out", path]).code, 0);
    let bytes = fs::read(&out).expect("an archive");
    assert!(bytes.starts_with(b"PK"));
    let again = report(&world, &["export", "bad", "--out", path]);
    assert!(
        again.code == 2 && fs::read(&out).expect("an archive") == bytes,
        "it is not overwritten: {again:?}"
    );
    let output = world.command(&["report", "export", "bad", "--out", "-"]).output().expect("verdict runs");
    assert_eq!(output.stdout, bytes, "equal bytes each time");
}

#[test]
fn what_is_no_report_is_passed_over_with_a_reason() {
    let world = kept();
    world.write("runs/good/verification-2.json", "{ \"version\": 1, \"runId\"");
    world.write("runs/good/verification-3.json", "{ \"version\": 99 }");
    world.write("runs/good/verification-04.json", "{}");
    world.write("runs/good/verification-5.json", &world.read("runs/bad/verification-2.json"));
    world.write("runs/.. /x.json", "{}");
    world.write("runs/good/\u{1b}[31mred.json", "{}");
    let forged =
        world.read("runs/bad/verification-1.json").replacen("\"passed\": false", "\"passed\": true", 1);
    world.write("runs/bad/verification-1.json", &forged);
    let list = report(&world, &["list", "--json"]).json();
    let kinds: Vec<&str> = list["skipped"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|skipped| skipped["kind"].as_str())
        .collect();
    for kind in ["corrupt", "newer", "name", "foreign"] {
        assert!(kinds.contains(&kind), "no {kind} in {list}");
    }
    assert_eq!(list["reports"].as_array().map(Vec::len), Some(2), "{list}");
    let text = report(&world, &["list"]);
    assert_eq!(text.code, 0);
    assert!(text.err.contains("It has version 99") && !text.err.contains('\u{1b}'), "{text:?}");
    assert_eq!(report(&world, &["show", "good", "--iteration", "2"]).code, 2);
    assert_eq!(
        report(&world, &["show", "good", "--json"]).json()["iteration"],
        1,
        "the last that can be read"
    );
}

#[test]
fn what_is_not_there() {
    let world = kept();
    for arguments in [
        &["show", "none"][..],
        &["show", "good", "--iteration", "9"][..],
        &["show", "../good"][..],
        &["render", "__proto__"][..],
        &["export", "none", "--out", "/nowhere"][..],
        &["export", "..", "--out", "/nowhere"][..],
        &["diff", "good", "none"][..],
        &["diff", "good/../../../etc/passwd", "good"][..],
    ] {
        let answer = report(&world, arguments);
        assert!(answer.code == 2 && answer.err.starts_with("verdict: "), "{arguments:?}: {answer:?}");
    }
    let empty = World::new(PROJECT);
    let answer = report(&empty, &["list"]);
    assert_eq!((answer.code, answer.out.as_str()), (0, ""));
    assert!(!empty.path(".verdict").exists(), "who only reads leaves nothing");
}

#[test]
fn prune_lets_the_oldest_go() {
    let world = kept();
    let answer = report(&world, &["prune", "--reports", "1", "--snapshots", "0"]);
    assert_eq!(answer.code, 0, "{answer:?}");
    assert_eq!(answer.out.lines().count(), 5, "two reports and three snapshots: {answer:?}");
    let list = report(&world, &["list", "--json"]).json();
    assert_eq!(list["reports"].as_array().map(Vec::len), Some(1), "{list}");
    assert_eq!((&list["reports"][0]["runId"], &list["reports"][0]["iteration"]), (&json!("bad"), &json!(2)));
    assert!(!world.path("runs/good").exists(), "nothing is left of an empty run");
}

#[test]
fn who_stops_reading_breaks_nothing() {
    let world = kept();
    let mut child = world.start(&["report", "render", "bad", "--format", "json"]);
    drop(child.stdout.take());
    let answer = Answer::from(child.wait_with_output().expect("it ends"));
    assert_eq!((answer.code, answer.err.as_str()), (0, ""));
}
