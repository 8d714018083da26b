//! What a request asks of the full layer.

use serde_json::{Value, json};
use verdict_checker::{CheckPlan, only_fast};
use verdict_protocol::{CheckLevel, Code, FileContent, Files, Output, VerifyResult};
use verdict_vfs::{Change, Snapshot, VfsPath};

fn snapshot(config: Option<&str>) -> Snapshot {
    let mut files = vec![("/a.ts", ""), ("/b.ts", ""), ("/c.css", "")];
    files.extend(config.map(|config| ("/verdict.config.json", config)));
    let files = files.into_iter().map(|(path, text)| (path.to_owned(), FileContent(text.into()))).collect();
    Snapshot::new(Files(files)).expect("the paths are valid")
}

fn check(command: &str, config: Option<&str>, request: Option<&Value>, expected: Option<(&[&str], &Value)>) {
    let asked = CheckPlan::read(command, &snapshot(config), request);
    let found = asked.map(|asked| {
        let files: Vec<String> = asked.files.iter().map(ToString::to_string).collect();
        (files, json!(asked.config))
    });
    let all =
        json!({ "globals": [], "node": false, "nullChecks": "warn", "strict": false, "comparing": false });
    let expected = expected.map(|(files, config)| {
        let mut whole = all;
        verdict_protocol::overlay(&mut whole, config);
        (files.iter().map(ToString::to_string).collect(), whole)
    });
    assert_eq!(found, expected, "{command} {config:?} {request:?}");
}

#[test]
fn files_and_options() {
    let both: &[&str] = &["/a.ts", "/b.ts"];
    check("type-check:/*.ts", None, None, Some((both, &json!({}))));
    check("typecheck:/a.ts /b.ts", None, None, Some((both, &json!({}))));
    // The request is laid over the snapshot, key by key.
    let file = r#"{ "types": { "node": true, "strict": true } }"#;
    let request = json!({ "types": { "strict": false, "level": "fast" }, "test": {} });
    check(
        "type-check:/a.ts",
        Some(file),
        Some(&request),
        Some((&["/a.ts"], &json!({ "node": true, "level": "fast" }))),
    );
    // `undefined` and `null` are the default.
    check(
        "type-check:/a.ts",
        Some(file),
        Some(&json!({ "types": { "strict": null } })),
        Some((&["/a.ts"], &json!({ "node": true }))),
    );
    check("type-check:/a.ts", Some(file), Some(&json!({ "types": null })), Some((&["/a.ts"], &json!({}))));
}

#[test]
fn what_the_fast_layer_refuses_asks_nothing() {
    check("lint:/a.ts", None, None, None);
    check("type-check:", None, None, None);
    check("type-check:/none.ts", None, None, None);
    check("type-check:/a.ts", Some("{"), None, None);
    check("type-check:/a.ts", None, Some(&json!({ "types": { "level": "deep" } })), None);
}

#[test]
fn a_baseline_is_asked_about_the_files_that_it_has() {
    let now = snapshot(None);
    let gone = VfsPath::parse("/b.ts").expect("the path is valid");
    let before = now.apply(vec![Change::Remove(gone)]).expect("the file was there");
    let asked = CheckPlan::read("type-check:/*.ts", &now, Some(&json!({ "types": { "comparing": true } })));
    let asked = asked.expect("it is a type check");
    assert_eq!(asked.question().files, ["/a.ts", "/b.ts"]);
    let question = asked.baseline_question(&before);
    assert_eq!((question.files, question.all), (vec!["/a.ts"], true));
}

#[test]
fn the_fast_layer_alone_says_so() {
    let fast = || {
        let mut result = VerifyResult::refused("type-check:/a.ts", Code::NotFound, "");
        (result.code, result.error, result.success) = (None, None, true);
        result.output = Output::Diagnostics(Vec::new());
        result
    };
    let chosen = only_fast(fast(), None);
    assert!(chosen.success && chosen.warnings.is_empty());
    assert_eq!(chosen.types.map(|types| (types.layer, types.unchecked)), Some((CheckLevel::Fast, None)));
    let forced = only_fast(fast(), Some("there is no Node in PATH".into()));
    assert!(forced.success);
    assert_eq!(forced.warnings, ["Types were not checked: there is no Node in PATH"]);
}
