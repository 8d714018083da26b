//! `05-status.json`: a run sets `verification.last_run` and nothing else.

use serde_json::{Value, json};
use verdict_gate::profile::ProfileError;
use verdict_protocol::Code;

use super::host::{FILES, Live, TWO_STEPS, disk, fail, pass, run, run_and_write};

const PATH: &str = "/changes/c1/05-status.json";

/// The status file after a failed run, given the file before it.
fn after(before: &str) -> String {
    let mut live = Live::of(disk(FILES));
    live.disk.insert(PATH.into(), before.into());
    run_and_write(TWO_STEPS, &mut live, fail);
    String::from_utf8(live.disk[PATH].clone()).expect("text")
}

fn last_run(text: &str) -> Value {
    let value: Value = serde_json::from_str(text).expect("JSON");
    value["verification"]["last_run"].clone()
}

#[test]
fn the_status_reflects_the_outcome() {
    for (judge, passed) in [(pass as fn(&str) -> _, true), (fail, false)] {
        let mut live = Live::of(disk(FILES));
        let run = run_and_write(TWO_STEPS, &mut live, judge);
        let text = String::from_utf8(live.disk[PATH].clone()).expect("text");
        let last = last_run(&text);
        assert_eq!(last["passed"], passed);
        assert_eq!(last["summary"], run.summary());
        assert_eq!((&last["profile"], &last["effective_tier"]), (&json!("pr"), &json!(1)));
        assert_eq!(last["skills"][0]["passed"], passed);
    }
}

#[test]
fn a_status_that_is_missing_is_made_as_executed() {
    let mut live = Live::of(disk(FILES));
    run_and_write(TWO_STEPS, &mut live, pass);
    let value = super::host::json(&live, PATH);
    assert_eq!((&value["state"], &value["changeset_id"]), (&json!("executed"), &json!("c1")));
    assert!(value["verification"]["last_run"].is_object());
}

#[test]
fn state_stays_executed_and_every_other_byte_stays() {
    let before = "{\n  \"zebra\": 1.00,\n  \"state\": \"executed\",\n  \"big\": 123456789012345678901234567890,\n  \"a\":   [1,2 ,3],\n  \"text\": \"\\u00e4\"\n}\n";
    let text = after(before);
    let (head, tail) = text.split_once(",\n  \"verification\": {").expect("added at the end");
    assert_eq!(head, before.trim_end().trim_end_matches(['}', '\n']));
    assert!(tail.ends_with("\n  }\n}\n"), "{tail}");
    assert_eq!(last_run(&text)["passed"], false);
    insta::assert_snapshot!(text);
}

#[test]
fn a_verification_that_is_there_keeps_its_other_keys_and_their_order() {
    let before = r#"{"verification":{"z":[1],"last_run":{"passed":true,"old":1},"history":[ ]},"state":"executed","b":1,"a":2}"#;
    let text = after(before);
    let (head, rest) = text.split_once(r#""last_run":"#).expect("last_run");
    assert_eq!(head, r#"{"verification":{"z":[1],"#);
    assert!(rest.ends_with(r#","history":[ ]},"state":"executed","b":1,"a":2}"#), "{rest}");
    assert!(!text.contains("\"old\"") && !text.contains('\n'));
    assert_eq!(last_run(&text)["passed"], false);
}

#[test]
fn every_layout_takes_the_last_run() {
    for before in [
        r#"{"state":"executed"}"#,
        r#"{"state":"executed","verification":null}"#,
        r#"{"state":"executed","verification":{}}"#,
        r#" { "state" : "executed" , "verification" : { "last_run" : null } } "#,
        "{\r\n\t\"state\": \"executed\",\r\n\t\"verification\": {\r\n\t\t\"x\": 1\r\n\t}\r\n}\r\n",
        "{\n\"verification\": {\n},\n\"state\": \"executed\"\n}",
        r#"{"__proto__":{"a":1},"constructor":2,"state":"executed"}"#,
        r#"{"state":"executed","s\u0074range":"}\"]"}"#,
    ] {
        let once = after(before);
        assert_eq!(last_run(&once)["profile"], "pr", "{once}");
        assert_eq!(after(&once), once, "writing the same again changes nothing");
        let strip = |text: &str| {
            let mut value: Value = serde_json::from_str(text).expect("JSON");
            value.as_object_mut().and_then(|map| map.remove("verification"));
            value
        };
        assert_eq!(strip(&once), strip(before));
    }
}

#[test]
fn another_state_is_kept_as_it_is() {
    assert!(after(r#"{"state":"validated"}"#).starts_with(r#"{"state":"validated","verification":"#));
}

#[test]
fn a_corrupt_status_is_an_error_that_changes_nothing() {
    let corrupt: [(&[u8], &str); 11] = [
        (b"", "EOF"),
        (b"{", "EOF"),
        (b"[]", "expected an object"),
        (b"null", "expected an object"),
        (b"{\"state\":1}", "state is no text"),
        (b"{}", "state is missing"),
        (b"{\"state\":\"executed\"} x", "trailing characters"),
        (b"{\"state\":\"executed\",\"state\":\"executed\"}", "stands twice"),
        (b"{\"state\":\"executed\",\"verification\":[]}", "verification: "),
        (b"{\"state\":\"executed\",\"verification\":{\"last_run\":1,\"last_run\":2}}", "stands twice"),
        (b"{\"state\":\"executed\",\"x\":\"\xff\"}", "not UTF-8"),
    ];
    for (content, why) in corrupt {
        let mut live = Live::of(disk(FILES));
        live.disk.insert(PATH.into(), content.to_vec());
        let before = live.disk.clone();
        let error = pollster::block_on(run(TWO_STEPS, &mut live, pass).write_artifacts(&mut live))
            .expect_err("corrupt");
        assert_eq!(error.code(), Code::Integrity);
        assert!(matches!(error, ProfileError::Status(..)));
        let text = error.to_string();
        assert!(
            text.contains(why) && text.starts_with(PATH) && text.ends_with("nothing was written"),
            "{text}"
        );
        assert_eq!(live.disk, before);
    }
}
