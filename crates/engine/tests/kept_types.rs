//! A session that remembers files answers a `type-check:` as a fresh one does, whatever changed since.
#![cfg(feature = "analysis")]
#![allow(missing_docs, clippy::unwrap_used)]

use std::collections::BTreeMap;

use proptest::prelude::*;
use serde_json::{Value, json};
use verdict_engine::{Handled, Session};

use crate::support::answers_of;

/// Texts whose problems depend on other files: exports, stars, arities, global names, and the order of modules.
const TEXTS: [&str; 22] = [
    "export const a = 1;\n",
    "export const b = 1;\nexport default b;\n",
    "export function a(one: number) { return one; }\n",
    "export function a(one: number, two: number) { return one + two; }\n",
    "export function a(one) { return one; }\nexport class b {}\n",
    "import { a } from './a';\nexport const b = a;\n",
    "import { a } from './a';\nimport b from './b';\nexport function c() { return a(1) + b; }\n",
    "import { b } from './b';\nexport const a = b;\n",
    "import { b } from './b.js';\nexport const a = b();\nexport * from './c';\n",
    "export * from './a';\nexport * from './b';\n",
    "export * from 'pack';\nimport { d } from './d';\nd(1, 2);\n",
    "import { p } from 'pack';\nimport { q } from '#in';\nexport const a = p + q;\n",
    "// @ts-ignore\nimport { nope } from './a';\nexport const c = X;\n",
    "declare global { var X: number }\nexport {};\n",
    "declare const X: number;\n",
    "export { a as c } from './a';\nexport const d = () => X + Y;\n",
    "import text from './a.ts?raw';\nexport const b = text;\n",
    "import { a } from './moved/a';\nexport const c = a(1);\nexport const late = () => import('./b');\n",
    "const one = 1, one = 2;\n",
    "export const ; \n",
    "module.exports = { a: 1 };\n",
    "{ \"type\": \"module\" }\n",
];
const PATHS: [&str; 9] = [
    "/src/a.ts",
    "/src/b.ts",
    "/src/c.ts",
    "/src/d.js",
    "/src/a.d.ts",
    "/src/global.d.ts",
    "/src/moved/a.js",
    "/src/b/index.ts",
    "/node_modules/pack/index.js",
];
const MANIFESTS: [&str; 4] = [
    r##"{ "name": "own", "imports": { "#in": "./src/b.ts" } }"##,
    r##"{ "name": "own", "imports": { "#in": "./src/missing.ts" } }"##,
    r#"{ "name": "pack", "exports": "./other.js" }"#,
    "{",
];
const MANIFEST_PATHS: [&str; 2] = ["/package.json", "/node_modules/pack/package.json"];

/// A change, and what is then asked for.
#[derive(Debug, Clone)]
enum Edit {
    Write(usize, usize),
    Remove(usize),
    Rename(usize, usize),
    Configure(usize, Option<usize>),
}

fn edits() -> impl Strategy<Value = Vec<(Edit, usize)>> {
    let edit = prop_oneof![
        6 => (0..PATHS.len(), 0..TEXTS.len()).prop_map(|(path, text)| Edit::Write(path, text)),
        1 => (0..PATHS.len()).prop_map(Edit::Remove),
        1 => (0..PATHS.len(), 0..PATHS.len()).prop_map(|(from, to)| Edit::Rename(from, to)),
        1 => (0..MANIFEST_PATHS.len(), proptest::option::of(0..MANIFESTS.len()))
            .prop_map(|(path, text)| Edit::Configure(path, text)),
    ];
    proptest::collection::vec((edit, 0..12_usize), 1..16)
}

/// The configuration of a request, and its command. The first ones are the usual ones.
fn asked(number: usize) -> (&'static str, Value) {
    let all = "type-check:/src/**/*";
    match number {
        0 => (all, json!({ "types": { "strict": true } })),
        1 => (all, json!({ "types": { "comparing": true, "globals": ["X"] } })),
        2 => (all, json!({ "test": { "alias": { "./b": "/src/c.ts" } } })),
        3 => (
            all,
            json!({ "test": { "pinnedImports": [
            { "importer": "/src/a.ts", "specifier": "./b", "file": "/src/d.js" }
        ] } }),
        ),
        4 => ("type-check:/src/c.ts", json!({})),
        5 => (
            "lint:/src/**/*.{ts,js}",
            json!({ "lint": { "rules": { "import/named": 2, "import/no-cycle": 2 } } }),
        ),
        _ => (all, json!({})),
    }
}

/// The answer of a session, without real times and without progress.
fn ask(session: &mut Session, files: &BTreeMap<&str, &str>, (command, config): &(&str, Value)) -> Value {
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (*path, *text)).collect();
    let payload = json!({ "command": command, "snapshot": files, "config": config });
    answers_of(session, &payload).pop().unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn after_any_edits_the_answers_are_those_of_a_fresh_session(
        start in proptest::collection::vec(0..TEXTS.len(), PATHS.len()),
        edits in edits(),
    ) {
        let mut session = Session::default();
        let texts = start.into_iter().map(|text| TEXTS[text]);
        let mut files: BTreeMap<&str, &str> = PATHS.into_iter().zip(texts).collect();
        for (edit, number) in edits {
            match edit {
                Edit::Write(path, text) => {
                    files.insert(PATHS[path], TEXTS[text]);
                }
                Edit::Remove(path) => {
                    files.remove(PATHS[path]);
                }
                Edit::Rename(from, to) => {
                    if let Some(text) = files.remove(PATHS[from]) {
                        files.insert(PATHS[to], text);
                    }
                }
                Edit::Configure(path, Some(text)) => {
                    files.insert(MANIFEST_PATHS[path], MANIFESTS[text]);
                }
                Edit::Configure(path, None) => {
                    files.remove(MANIFEST_PATHS[path]);
                }
            }
            let asked = asked(number);
            prop_assert_eq!(&ask(&mut session, &files, &asked), &ask(&mut Session::default(), &files, &asked));
        }
    }
}

/// The paths of the files that a request examines anew.
fn examined(session: &mut Session, files: &BTreeMap<String, String>) -> Vec<String> {
    let payload = json!({ "command": "type-check:/*.ts", "snapshot": files.iter().collect::<Vec<_>>() });
    let message = json!({ "type": "VERIFY", "id": 1, "payload": payload });
    let mut started = Vec::new();
    let handled = session.handle(|| &message, &|| 0.0, &mut |answer| {
        let answer = serde_json::to_value(answer).unwrap();
        if answer["event"]["kind"] == "fileStarted" {
            started.push(answer["event"]["file"].as_str().unwrap().to_owned());
        }
    });
    assert_eq!(handled, Handled::Done);
    started
}

#[test]
fn an_edit_examines_the_edited_file_only() {
    let text = |at: usize| {
        format!("import {{ f{0} }} from './{0}';\nexport function f{at}() {{ return f{0}(); }}\n", at / 2)
    };
    let mut files: BTreeMap<String, String> = (1..40).map(|at| (format!("/{at}.ts"), text(at))).collect();
    let mut session = Session::default();
    assert_eq!(examined(&mut session, &files).len(), 39);
    assert_eq!(examined(&mut session, &files), Vec::<String>::new());
    // Of this one, others read how many arguments it takes.
    files.insert("/3.ts".to_owned(), "export function f3(more: number) { return more; }\n".to_owned());
    assert_eq!(examined(&mut session, &files), ["/3.ts"]);
    files.remove("/3.ts");
    assert_eq!(examined(&mut session, &files), Vec::<String>::new());
}
