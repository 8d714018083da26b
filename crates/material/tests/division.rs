//! The role of each file in small projects.

use std::collections::BTreeSet;

use proptest::prelude::*;
use verdict_material::{Division, Known, Role};
use verdict_protocol::{FileContent, Files, TestConfig};
use verdict_vfs::{Snapshot, VfsPath};

/// The files of a text with `//- /path` headers.
fn files(text: &str) -> Vec<(String, String)> {
    let mut files: Vec<(String, String)> = Vec::new();
    for line in text.lines() {
        match line.trim_start().strip_prefix("//- ") {
            Some(path) => files.push((path.trim().to_owned(), String::new())),
            None => {
                if let Some((_, content)) = files.last_mut() {
                    content.push_str(line.trim_start());
                    content.push('\n');
                }
            }
        }
    }
    files
}

fn snapshot(files: &[(String, String)]) -> Snapshot {
    let entries = files.iter().map(|(path, text)| (path.clone(), FileContent(text.clone().into_bytes())));
    Snapshot::new(Files(entries.collect())).expect("paths are valid")
}

fn tests(snapshot: &Snapshot) -> BTreeSet<VfsPath> {
    snapshot.iter().map(|(path, _)| path).filter(|path| path.name().contains(".test.")).cloned().collect()
}

/// Checks the roles of all files except test files: `subject` and `undecided` paths; the others are material.
#[track_caller]
fn check(text: &str, subject: &[&str], undecided: &[&str]) {
    check_with(text, &TestConfig::default(), subject, undecided);
}

#[track_caller]
fn check_with(text: &str, config: &TestConfig, subject: &[&str], undecided: &[&str]) {
    let snapshot = snapshot(&files(text));
    let division = Division::new(&snapshot, &tests(&snapshot), config);
    let of = |role: Role| -> Vec<&str> {
        let paths = snapshot.iter().map(|(path, _)| path);
        paths.filter(|path| division.role(path) == role).map(VfsPath::as_str).collect()
    };
    assert_eq!((of(Role::Subject), of(Role::Undecided)), (subject.to_vec(), undecided.to_vec()));
}

#[test]
fn a_file_that_a_test_is_named_after_is_the_subject() {
    check(
        "//- /src/sum.js
         export const sum = (a, b) => a + b;
         //- /src/checks.js
         export const same = (a, b) => a === b;
         //- /tests/sum.test.js
         import { sum } from '../src/sum.js';
         import { same } from '../src/checks.js';",
        &["/src/sum.js"],
        &["/src/checks.js"],
    );
}

#[test]
fn what_the_entry_points_reach_is_the_subject() {
    let project = |manifest: &str| {
        format!(
            "//- /package.json
             {manifest}
             //- /code/start.js
             import './a.js';
             //- /code/a.js
             export const a = 1;
             //- /code/help.js
             export const b = 1;
             //- /checks/all.test.js
             import '../code/a.js';
             import '../code/help.js';"
        )
    };
    for manifest in [
        r#"{ "main": "code/start.js" }"#,
        r#"{ "main": "./code/start" }"#,
        r#"{ "exports": { ".": { "import": "./code/start.js" } } }"#,
        r##"{ "imports": { "#start": "./code/start.js" } }"##,
        r#"{ "bin": { "x": "code/start.js" } }"#,
    ] {
        check(&project(manifest), &["/code/a.js", "/code/start.js"], &["/code/help.js"]);
    }
}

#[test]
fn a_target_that_a_build_writes_stands_for_its_source() {
    check(
        r#"//- /package.json
        { "exports": { ".": "./dist/index.js", "./mini": "./dist/esm/mini.mjs" } }
        //- /src/index.ts
        export * from './a';
        //- /src/a.ts
        export const a = 1;
        //- /src/mini.ts
        export {};
        //- /src/check.ts
        export {};
        //- /test/all.test.ts
        import '../src/a';
        import '../src/check';"#,
        &["/src/a.ts", "/src/index.ts", "/src/mini.ts"],
        &["/src/check.ts"],
    );
}

#[test]
fn a_page_begins_with_its_scripts() {
    check(
        r#"//- /page.html
        <script type="module" src="./ui/start.js"></script>
        <script type="module">import { b } from './ui/b.js';</script>
        //- /ui/start.js
        export {};
        //- /ui/b.js
        export const b = 1;
        //- /ui/c.js
        export const c = 1;
        //- /all.test.js
        import './ui/start.js'; import './ui/b.js'; import './ui/c.js';"#,
        &["/page.html", "/ui/b.js", "/ui/start.js"],
        &["/ui/c.js"],
    );
}

#[test]
fn configured_entries_count() {
    let config = TestConfig { entries: vec!["/agent/boot.js".to_owned()], ..TestConfig::default() };
    check_with(
        "//- /agent/boot.js
         import './tool.js';
         //- /agent/tool.js
         export {};
         //- /agent/helper.js
         export {};
         //- /all.test.js
         import './agent/boot.js'; import './agent/tool.js'; import './agent/helper.js';",
        &config,
        &["/agent/boot.js", "/agent/tool.js"],
        &["/agent/helper.js"],
    );
}

#[test]
fn an_importer_that_no_test_reaches_makes_a_subject() {
    check(
        "//- /agent/loop.js
         import { a } from './a.js';
         //- /agent/a.js
         export const a = 1;
         //- /agent/helper.js
         export const h = 1;
         //- /all.test.js
         import './agent/a.js'; import './agent/helper.js';",
        &["/agent/a.js", "/agent/loop.js"],
        &["/agent/helper.js"],
    );
}

#[test]
fn files_that_use_the_test_api_or_are_named_for_tests_are_material() {
    check(
        "//- /src/a.js
         export const a = 1;
         //- /src/verify.js
         export const verify = (a) => expect(a).toBe(1);
         //- /src/setup-of-all.js
         import { vi } from 'vitest';
         //- /src/test-utils.js
         export const one = 1;
         //- /support/b.js
         export const two = 2;
         //- /e2e/c.js
         export const three = 3;
         //- /a.test.js
         import './src/a.js'; import './src/verify.js'; import './src/setup-of-all.js';
         import './src/test-utils.js'; import './support/b.js'; import './e2e/c.js';",
        &["/src/a.js"],
        &[],
    );
}

#[test]
fn code_that_looks_for_the_test_api_stays_the_subject() {
    check(
        r#"//- /package.json
        { "main": "src/a.js" }
        //- /src/a.js
        export const a = typeof expect === 'undefined' ? 1 : 2;
        //- /a.test.js
        import './src/a.js';"#,
        &["/src/a.js"],
        &[],
    );
}

#[test]
fn setup_files_and_what_is_called_material_stay_material() {
    let config = TestConfig {
        setup_files: serde_json::from_str(r#""./src/prepare.js""#).expect("a path"),
        material: vec!["/src/held.js".to_owned()],
        ..TestConfig::default()
    };
    check_with(
        "//- /src/index.js
         import './prepare.js'; import './held.js'; import './a.js';
         //- /src/prepare.js
         export {};
         //- /src/held.js
         export {};
         //- /src/a.js
         export {};
         //- /a.test.js
         import './src/a.js'; import './src/held.js';",
        &config,
        &["/src/a.js", "/src/index.js"],
        &[],
    );
}

#[test]
fn without_any_sign_what_tests_reach_is_the_subject() {
    check(
        "//- /lib/x.js
         export const x = 1;
         //- /lib/y.js
         export const y = 1;
         //- /all.test.js
         import './lib/x.js'; import './lib/y.js';",
        &["/lib/x.js", "/lib/y.js"],
        &[],
    );
}

#[test]
fn a_package_is_the_subject_where_the_subject_depends_on_it() {
    check(
        r#"//- /src/index.js
        import 'left';
        //- /a.test.js
        import './src/index.js'; import 'checker';
        //- /node_modules/left/package.json
        { "main": "main.js", "dependencies": { "deep": "1" } }
        //- /node_modules/left/main.js
        export {};
        //- /node_modules/deep/package.json
        { "main": "main.js" }
        //- /node_modules/deep/main.js
        export {};
        //- /node_modules/checker/package.json
        { "main": "main.js" }
        //- /node_modules/checker/main.js
        export {};"#,
        &[
            "/node_modules/deep/main.js",
            "/node_modules/deep/package.json",
            "/node_modules/left/main.js",
            "/node_modules/left/package.json",
            "/src/index.js",
        ],
        &[],
    );
}

proptest! {
    /// Adding a file with imports never changes the role of existing test material.
    #[test]
    fn what_is_called_material_stays_so(edges in proptest::collection::vec((0_usize..8, 0_usize..8), 0..20), held in 0_usize..8) {
        let mut project: Vec<(String, String)> = (0..8).map(|n| (format!("/src/m{n}.js"), String::new())).collect();
        for (from, to) in edges {
            project[from].1.push_str(&format!("import './m{to}.js';\n"));
        }
        project.push(("/all.test.js".to_owned(), (0..8).map(|n| format!("import './src/m{n}.js';\n")).collect()));
        project.push(("/src/index.js".to_owned(), format!("import './m{held}.js';")));
        let snapshot = snapshot(&project);
        let config = TestConfig { material: vec![format!("/src/m{held}.js")], ..TestConfig::default() };
        let division = Division::new(&snapshot, &tests(&snapshot), &config);
        let path = VfsPath::parse(&format!("/src/m{held}.js")).expect("a path");
        prop_assert_eq!(division.role(&path), Role::Material);
    }

    /// Divisions with cached results of earlier snapshots equal fresh ones, while files are edited, removed
    /// and restored.
    #[test]
    fn what_is_known_of_files_divides_as_a_fresh_look(steps in proptest::collection::vec((0_usize..8, 0_usize..6, 0_usize..8), 1..20)) {
        let mut project: Vec<(String, String)> = (0..6).map(|n| (format!("/src/m{n}.js"), String::new())).collect();
        project.push(("/tests/helper.js".to_owned(), "import { expect } from 'vitest';\n".to_owned()));
        project.push(("/all.test.js".to_owned(), "import './src/m0.js'; import './tests/helper.js';\n".to_owned()));
        let mut known = Known::default();
        for (at, kind, to) in steps {
            let (target, _) = project[to].clone();
            let text = &mut project[at].1;
            match kind {
                0 => text.clear(),
                1 => text.push_str("test('a', () => {});\n"),
                2 => text.push_str("this does not parse ("),
                _ => text.push_str(&format!("import '{target}';\n")),
            }
            let shown: Vec<(String, String)> =
                project.iter().enumerate().filter(|(n, _)| *n != at || kind != 5).map(|(_, file)| file.clone()).collect();
            let snapshot = snapshot(&shown);
            let config = TestConfig::default();
            let kept = Division::knowing(&mut known, &snapshot, &tests(&snapshot), &config);
            let fresh = Division::new(&snapshot, &tests(&snapshot), &config);
            prop_assert_eq!(format!("{kept:?}"), format!("{fresh:?}"));
        }
    }
}

#[test]
fn globbed_files_are_imported() {
    check(
        "//- /package.json
         { \"main\": \"./src/main.js\" }
         //- /src/main.js
         export default import.meta.glob('./pages/*.js');
         //- /src/pages/a.js
         //- /src/pages/b.test.js
         import './a.js'; import.meta.glob('./cases/*.js', { eager: true }); test();
         //- /src/pages/cases/c.js
         ",
        &["/src/main.js", "/src/pages/a.js"],
        &["/src/pages/cases/c.js"],
    );
}
