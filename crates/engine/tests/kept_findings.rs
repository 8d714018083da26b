//! A session that remembers findings answers a `lint:` as a fresh one does, whatever changed since.
#![cfg(feature = "analysis")]
#![allow(missing_docs, clippy::unwrap_used)]

use std::collections::BTreeMap;

use proptest::prelude::*;
use serde_json::{Value, json};
use verdict_engine::Session;

use crate::support::answers_of;

/// Texts of scripts: findings of one file, of several, and by comments.
const TEXTS: [&str; 9] = [
    "debugger;\n",
    "export const a = 1;\n",
    "export const b = 1;\ndebugger;\n",
    "import { a } from './b.js';\nexport { a };\n",
    "import { a } from './a.js';\na();\n",
    "/* eslint import/named: 2 */\nimport { a } from './c.js';\nexport const d = a;\n",
    "/* eslint-disable no-debugger */\ndebugger;\n",
    "const send = fetch;\nsend('x');\n",
    "import { d as fetch } from './a.js';\nfetch(;\n",
];
/// Configurations: some rules look at one file, others at several.
const CONFIGS: [&str; 6] = [
    "[]",
    r#"[{ "rules": { "no-debugger": 2 } }]"#,
    r#"[{ "rules": { "no-debugger": 1, "import/named": 2, "import/no-cycle": 2 } }]"#,
    r#"[{ "extends": ["agent"] }]"#,
    r#"[{ "rules": { "no-debuger": 2 } }]"#,
    "[{ \"rules\"",
];
const PATHS: [&str; 4] = ["/src/a.js", "/src/b.js", "/src/c.js", "/src/deep/a.js"];
const CONFIG_PATHS: [&str; 2] = ["/eslint.config.json", "/src/deep/eslint.config.json"];

/// A change, and what is then asked for.
#[derive(Debug, Clone)]
enum Edit {
    Write(usize, usize),
    Remove(usize),
    Configure(usize, Option<usize>),
}

fn edits() -> impl Strategy<Value = Vec<(Edit, usize)>> {
    let edit = prop_oneof![
        4 => (0..PATHS.len(), 0..TEXTS.len()).prop_map(|(path, text)| Edit::Write(path, text)),
        1 => (0..PATHS.len()).prop_map(Edit::Remove),
        2 => (0..CONFIG_PATHS.len(), proptest::option::of(0..CONFIGS.len()))
            .prop_map(|(path, config)| Edit::Configure(path, config)),
    ];
    proptest::collection::vec((edit, 0..5_usize), 1..12)
}

/// The configuration of a request.
fn config(number: usize) -> Value {
    match number {
        0 => json!({}),
        1 => json!({ "lint": { "rules": { "no-debugger": 1 } } }),
        2 => json!({ "lint": { "fix": true } }),
        3 => json!({ "lint": { "only": ["no-debugger", "import/named"] } }),
        _ => json!({ "lint": { "noInlineConfig": true }, "test": { "alias": { "./b.js": "/src/c.js" } } }),
    }
}

/// The answer of a session, without real times.
fn ask(session: &mut Session, files: &BTreeMap<&str, &str>, config: &Value) -> Value {
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (*path, *text)).collect();
    let payload = json!({ "command": "lint:/src/**/*.js", "snapshot": files, "config": config });
    answers_of(session, &payload).into()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn after_any_edits_the_answers_are_those_of_a_fresh_session(edits in edits()) {
        let mut session = Session::default();
        let mut files: BTreeMap<&str, &str> = PATHS.iter().copied().zip(TEXTS).collect();
        for (edit, asked) in edits {
            match edit {
                Edit::Write(path, text) => {
                    files.insert(PATHS[path], TEXTS[text]);
                }
                Edit::Remove(path) => {
                    files.remove(PATHS[path]);
                }
                Edit::Configure(path, Some(config)) => {
                    files.insert(CONFIG_PATHS[path], CONFIGS[config]);
                }
                Edit::Configure(path, None) => {
                    files.remove(CONFIG_PATHS[path]);
                }
            }
            let config = config(asked);
            let fresh = ask(&mut Session::default(), &files, &config);
            prop_assert_eq!(&ask(&mut session, &files, &config), &fresh);
            // Once more, when everything is known.
            prop_assert_eq!(&ask(&mut session, &files, &config), &fresh);
        }
    }
}
