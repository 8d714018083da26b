//! The default engine and the sealed engine report failed imports with the same message and location.
#![cfg(feature = "sandbox")]
#![allow(missing_docs)]

use crate::support;

use std::rc::Rc;

use support::{files_of, run_first, snapshot_of};
use verdict_protocol::{Location, Output, TestConfig};
use verdict_sealed::graph::{Cache, Graph};
use verdict_sealed::supply::{Form, LoadError, Modules as _, Target};
use verdict_transform::lower::Linked;
use verdict_vfs::VfsPath;

/// Message and location of the default engine's error in the first file.
fn default_engine(fixture: &str) -> (String, Location) {
    let result = run_first(fixture, None);
    let Output::Tests(tests) = &result.output else { panic!("{result:?}") };
    let failed = tests.iter().find(|test| !test.passed).unwrap_or_else(|| panic!("{fixture} passes"));
    (failed.error.clone().unwrap_or_default(), failed.location.clone())
}

/// The first error that the sealed engine is sent.
fn sealed(fixture: &str) -> LoadError {
    let snapshot = snapshot_of(fixture);
    let mut graph = Graph::of(&snapshot, &Cache::default(), Rc::new(Linked));
    let file = VfsPath::parse(files_of(fixture).first().map_or("/", |(path, _)| *path)).expect("a path");
    let modules = graph.file(&file, &TestConfig::default()).expect("the transformer is there").modules;
    let error = modules.iter().find_map(|module| match &module.form {
        Form::Error { error } => Some(error.clone()),
        _ => module.deps.iter().chain(&module.requires).find_map(|(_, target)| match target {
            Target::Missing { error } => Some(error.clone()),
            Target::Id(_) => None,
        }),
    });
    error.unwrap_or_else(|| panic!("nothing is wrong with {fixture}"))
}

fn check(fixture: &str) {
    let ((message, at), error) = (default_engine(fixture), sealed(fixture));
    assert_eq!(error.message, message, "{fixture}");
    let place = |at: &Location| (at.file.clone(), at.line, at.column);
    assert_eq!(error.at.as_ref().map(place), Some(place(&at)), "{fixture}");
}

#[test]
fn imports_that_lead_nowhere() {
    for import in [
        "import './thinng';",
        "import { a } from '../up';",
        "import\n  x\nfrom 'pakage';",
        "import 'package/sub';",
        "import 'exports/none';",
        "import '#none';",
        "import 'https://x.org/y.js';",
        "import 'node:nothing';",
        "import '';",
        "import '../../../up.js';",
        "export * from './thing.jss';",
        "import 'é'; import './thinng';",
    ] {
        check(&format!(
            "//- /src/a.test.js\n/* 😀 */ {import}\ntest('t', () => {{}});\n//- /src/thing.js\n\
             //- /node_modules/package/index.js\n//- /node_modules/exports/package.json\n{{ \"exports\": {{ \"./one\": \"./one.js\" }} }}\n\
             //- /node_modules/exports/one.js\n"
        ));
    }
}

#[test]
fn files_that_do_not_parse() {
    for (path, text) in [
        ("/src/b.js", "const a = ;"),
        ("/src/b.js", "\n\n  export const x = vi.hoisted(() => 1);"),
        ("/src/b.ts", "const a: number = 1;\nfunction f(a: string {"),
        ("/src/b.ts", "enum E { A }\nconst b = <;"),
        ("/src/b.tsx", "const a = <div>;"),
    ] {
        check(&format!("//- /src/a.test.js\nimport '{path}';\ntest('t', () => {{}});\n//- {path}\n{text}\n"));
    }
}

#[test]
fn requires_that_lead_nowhere() {
    for require in ["require('./thinng')", "require('pakage');", "let a = require('../../up')"] {
        check(&format!(
            "//- /src/a.test.cjs\n{require};\ntest('t', () => {{}});\n//- /src/thing.js\n//- /node_modules/package/index.js\n"
        ));
    }
}
