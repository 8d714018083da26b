//! Caches between requests change no result.
#![allow(missing_docs, clippy::expect_used)]

use std::cell::Cell;
use std::rc::Rc;

use proptest::prelude::*;
use serde_json::{Value, json};
use verdict_protocol::{Aliases, Files, TestConfig};
use verdict_sealed::Graphs;
use verdict_sealed::names::{Loaded, declared};
use verdict_sealed::supply::{Absent, Module, ModuleOptions, Shared, Supplier as _};
use verdict_transform::{Job, Lower, Lowered, NotLowered};
use verdict_vfs::{Snapshot, VfsPath};

/// Paths with their possible texts; after the last choice the file is missing.
const FILES: &[(&str, &[&str])] = &[
    (
        "/a.test.ts",
        &[
            "import { T, v } from './all'; import './more'; it('a', () => v);",
            "import { v } from './all'; import { helper } from '#own'; import 'p'; describe('s', () => it('b'));",
            "import { v } from '@/b'; vi.mock('./b'); vi.mock('p'); it(v, () => {});",
            "const { x } = require('./c.cjs'); type It = typeof it; it('a', () => {});",
            "it('a'",
        ],
    ),
    ("/all.ts", &["export { T, v } from './b';", "export * from './b';", "export const T = 1, v = 2;"]),
    ("/b.ts", &["export type T = 1; export const v = 1;", "export const T = 1; export enum v { A }"]),
    ("/b/index.ts", &["export const v = 'a folder';"]),
    ("/c.cjs", &["exports.x = 1; it('hidden', () => {});", "module.exports = require('./d.cjs');"]),
    ("/d.cjs", &["exports.x = 1; exports.y = 2;", "exports.z = 3;"]),
    ("/more.js", &["module.exports = 1;", "export default 1;", "class A { x = 1 }", "it('more', () => {});"]),
    ("/own.ts", &["import fs from 'fs'; export const helper = (): void => {};"]),
    ("/package.json", &[r##"{"type":"commonjs","imports":{"#own":"./own.ts"}}"##, r#"{"type":"module"}"#]),
    (
        "/tsconfig.json",
        &[
            r#"{"compilerOptions":{"useDefineForClassFields":false}}"#,
            r#"{"compilerOptions":{"target":"ESNext"}}"#,
        ],
    ),
    ("/node_modules/p/package.json", &[r#"{"main":"x.js"}"#, r#"{"exports":"./y.js"}"#]),
    ("/node_modules/p/x.js", &["exports.x = 1;"]),
    ("/node_modules/p/y.js", &["exports.y = 1;"]),
    ("/__mocks__/b.ts", &["export const v = 'mocked';"]),
    ("/__mocks__/p.js", &["export const x = 'mocked';", "exports.x = 'mocked';"]),
    ("/src/b.ts", &["export const v = 'of an alias';"]),
];

/// One request: the text at each path, the aliases, and whether the transformer is loaded.
type Request = (Vec<usize>, usize, bool);

fn request() -> impl Strategy<Value = Request> {
    let choices: Vec<_> = FILES.iter().map(|(_, texts)| 0..=texts.len()).collect();
    (choices, 0..3_usize, any::<bool>())
}

/// A request, followed by small changes of it.
fn requests() -> impl Strategy<Value = Vec<Request>> {
    let change = (0..FILES.len() + 3, any::<prop::sample::Index>());
    (request(), prop::collection::vec(change, 0..6)).prop_map(|(first, changes)| {
        let mut all = vec![first.clone()];
        let (mut choices, mut aliases, mut lowers) = first;
        for (at, choice) in changes {
            match FILES.get(at) {
                Some((_, texts)) => choices[at] = choice.index(texts.len() + 1),
                None if at == FILES.len() => aliases = choice.index(3),
                None if at == FILES.len() + 1 => lowers = true,
                // The same request again.
                None => {}
            }
            all.push((choices.clone(), aliases, lowers));
        }
        all
    })
}

fn snapshot(choices: &[usize], aliases: usize) -> Snapshot {
    let texts = FILES.iter().zip(choices);
    let texts = texts.filter_map(|((path, texts), choice)| Some((*path, *texts.get(*choice)?)));
    let aliases = match aliases {
        0 => json!([]),
        1 => json!([{ "find": "@", "replacement": "/src" }]),
        _ => json!([{ "find": "@", "replacement": "/" }, { "find": "p", "replacement": "node:fs" }]),
    };
    let aliases: Aliases = serde_json::from_value(aliases).expect("aliases");
    Snapshot::new(Files::from_texts(texts)).expect("files").with_aliases(&aliases).expect("aliases")
}

/// A transformer that is loaded later.
#[derive(Clone, Default)]
struct Later(Rc<Cell<bool>>);

impl Lower for Later {
    fn lower(&self, job: &Job) -> Result<Lowered, NotLowered> {
        let text = format!("export const lowered = {:?};", job.options);
        let lowered = Lowered { text: text.replace("export const lowered", "/"), positions: Vec::new() };
        if self.0.get() { Ok(lowered) } else { Err(NotLowered::Absent) }
    }
}

/// Everything that a test file is sent, and its known test names.
fn answer(graphs: &mut Graphs, snapshot: &Snapshot) -> Value {
    let (mut modules, file) =
        (graphs.of(snapshot, ModuleOptions::default()), VfsPath::parse("/a.test.ts").expect("a path"));
    let config: TestConfig =
        serde_json::from_value(json!({ "setupFiles": ["./more", "nowhere"] })).expect("JSON");
    let mut told = Vec::new();
    let plain = |modules: &[Rc<Shared>]| {
        json!(
            modules
                .iter()
                .map(|module| serde_json::to_value::<&Module>(module).expect("JSON"))
                .collect::<Vec<_>>()
        )
    };
    // Runtime requests belong to one request only.
    for again in [false, true] {
        match modules.file(&file, &config) {
            Err(Absent) => told.push(json!("absent")),
            Ok(supplied) => {
                let loaded: Vec<Loaded> = supplied.modules.iter().map(Loaded::of).collect();
                let names = declared(&file, &loaded, snapshot).map(|names| format!("{names:?}"));
                let places = ["/a.test.ts", "/b.ts", "/c.cjs", "/x"].map(|id| modules.place(id, (1, 20)));
                told.push(json!([
                    supplied.setup,
                    plain(&supplied.modules),
                    supplied.files,
                    supplied.dom,
                    names,
                    places
                ]));
            }
        }
        match modules.load("/a.test.ts", "./src/b") {
            Err(Absent) => told.push(json!("absent")),
            Ok(Err(error)) => told.push(json!(error)),
            Ok(Ok(more)) => told.push(json!([more.id, plain(&more.modules)])),
        }
        if !again {
            told.push(json!([modules.need("/more.js", "./d.cjs"), modules.need("/c.cjs", "p")]));
        }
    }
    json!(told)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn a_request_is_answered_as_if_it_were_the_first(requests in requests()) {
        let later = Later::default();
        let mut kept = Graphs::new(Rc::new(later.clone()));
        for (choices, aliases, lowers) in requests {
            later.0.set(lowers);
            let snapshot = snapshot(&choices, aliases);
            let mut fresh = Graphs::new(Rc::new(later.clone()));
            prop_assert_eq!(answer(&mut kept, &snapshot), answer(&mut fresh, &snapshot));
        }
    }
}

/// Equal files are prepared once: the second request has the modules of the first.
#[test]
fn the_same_files_are_the_same_modules() {
    let mut graphs = Graphs::new(Rc::new(Later::default()));
    let file = VfsPath::parse("/a.test.ts").expect("a path");
    let mut keys = |choices: &[usize]| -> Vec<u32> {
        let mut modules = graphs.of(&snapshot(choices, 0), ModuleOptions::default());
        let supplied = modules.file(&file, &TestConfig::default()).expect("nothing is lowered");
        supplied.modules.iter().map(|module| module.key()).collect()
    };
    let mut choices = vec![0; FILES.len()];
    let first = keys(&choices);
    assert_eq!(keys(&choices), first);
    // Changing one file changes one module.
    choices[1] = 2;
    let changed = keys(&choices);
    assert_eq!(changed.iter().filter(|key| !first.contains(key)).count(), 1, "{first:?} {changed:?}");
}
