//! Report entries for imports that resolve to another file on the application's host.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use verdict_gate::ApplyOptions;

use crate::engine::apply;

const MANIFEST: &str =
    r#"{ "name": "ids", "type": "module", "exports": { "browser": "./page.js", "default": "./index.js" } }"#;

/// A project that uses a package with two builds, and a module with one.
fn project() -> BTreeMap<String, String> {
    let files = [
        ("/node_modules/ids/package.json", MANIFEST),
        ("/node_modules/ids/index.js", "export const id = () => 1;\n"),
        ("/node_modules/ids/page.js", "export const id = () => 2;\n"),
        (
            "/src/main.js",
            "import { id } from 'ids';\nimport { sum } from './sum.js';\nexport const run = () => sum(1, id());\n",
        ),
        ("/src/sum.js", "export const sum = (a, b) => a + b;\n"),
        (
            "/tests/main.test.js",
            "import { run } from '../src/main.js';\ntest('runs', () => { expect(run()).toBe(2); });\n",
        ),
    ];
    files.map(|(path, text)| (path.to_owned(), text.to_owned())).into()
}

fn check(bundle: &Value, policy: &Value, success: bool, expected: &Value) {
    let options: ApplyOptions =
        serde_json::from_value(json!({ "verifyCommand": "test:/tests/*.test.js", "policy": policy }))
            .expect("options");
    let (report, _) = apply(&project(), &bundle.to_string(), &options);
    assert_eq!(report.success, success, "{bundle}: {report:#?}");
    let host = report.tests.as_ref().map(|tests| serde_json::to_value(&tests.host).expect("JSON"));
    assert_eq!(host.unwrap_or(json!([])), *expected, "{bundle}");
}

#[test]
fn imports_that_differ_are_listed() {
    let known = json!({
        "importer": "/src/main.js", "specifier": "ids", "byChange": false,
        "judged": "/node_modules/ids/index.js", "onHost": "/node_modules/ids/page.js",
    });
    let comment = json!({ "/src/sum.js": "// Adds.\nexport const sum = (a, b) => a + b;\n" });
    check(&comment, &json!({}), true, &json!([known]));
    // A host that resolves as tests do has no differences to report.
    check(&comment, &json!({ "host": { "conditions": ["node"], "fields": ["main"] } }), true, &json!([]));
    let shadowed = json!({
        "/src/package.json": r#"{ "browser": { "./sum.js": "./fast.js" } }"#,
        "/src/fast.js": "export const sum = () => 0;\n",
    });
    let new = json!({
        "importer": "/src/main.js", "specifier": "./sum.js", "byChange": true,
        "judged": "/src/sum.js", "onHost": "/src/fast.js",
    });
    check(&shadowed, &json!({}), false, &json!([new, known]));
    check(&shadowed, &json!({ "hostResolution": "warn" }), true, &json!([new, known]));
    let emptied = json!({ "/src/package.json": r#"{ "browser": { "./sum.js": false } }"# });
    let mut nothing = new.clone();
    nothing["onHost"] = Value::Null;
    check(&emptied, &json!({}), false, &json!([nothing, known]));
}
