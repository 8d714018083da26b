//! The packages that a run of some files has: those that these files reach.
#![cfg(unix)]
#![allow(clippy::disallowed_methods, reason = "the command works on files")]

use crate::project;
#[allow(dead_code, reason = "not every test needs all of it")]
use crate::watched;

use std::fs;
use std::process::Command;

use project::{folder, run, verdict};
use watched::Watching;

/// A folder of test files, each of which lists the packages that it finds.
fn listing(fixture: &str) -> tempfile::TempDir {
    let list = "\
//- list.js
import { existsSync } from 'node:fs';
const known = 'abcdefgh'.split('').map((name) => `pkg-${name}`);
export const there = () => known.filter((name) => existsSync(`/node_modules/${name}`)).join(' ');
";
    let package = |name: char| format!("//- node_modules/pkg-{name}/index.js\nexports.name = '{name}';\n");
    let packages: String = ('a'..='h').map(package).collect();
    folder(&format!("{list}{packages}{fixture}"))
}

/// The test file `one.test.js` finds exactly some packages, and others that are imported elsewhere do not count.
#[track_caller]
fn finds(fixture: &str, expected: &str) {
    let fixture = format!(
        "//- package.json\n{{ \"name\": \"p\" }}\n//- elsewhere/two.test.js\nimport 'pkg-a'; import 'pkg-b'; import 'pkg-c'; \
         import 'pkg-d'; import 'pkg-e'; import 'pkg-f'; import 'pkg-g'; test('t', () => {{}});\n\
         //- elsewhere/build.js\nimport 'pkg-h';\n{fixture}"
    );
    let folder = listing(&fixture.replace(
        "THERE",
        &format!("import {{ there }} from '/list.js'; test('t', () => expect(`${{there()}}.`).toBe('{expected}.'));"),
    ));
    let ran = verdict(folder.path(), &["test", "one.test"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{fixture}\n{}", ran.out);
    // The same files by a command.
    let (code, out, err) = run(folder.path(), &["test:**/one.test.*"]);
    assert_eq!((code, err.as_str()), (0, ""), "{fixture}\n{out}");
}

const OF_ONE: &str = "//- one.test.js\nimport 'pkg-a'; THERE\n";

#[test]
fn what_a_file_imports_itself() {
    finds(OF_ONE, "pkg-a");
    finds("//- one.test.js\nTHERE\n", "");
    finds("//- one.test.ts\nconst a = require('pkg-a'); await import('pkg-b'); THERE\n", "pkg-a pkg-b");
    finds("//- one.test.js\nvi.mock('pkg-a', () => ({})); vi.importActual('pkg-b'); THERE\n", "pkg-a pkg-b");
    finds("//- one.test.js\nimport { name } from './node_modules/pkg-a/index.js'; THERE\n", "pkg-a");
}

#[test]
fn what_it_reaches_in_the_project() {
    finds(
        "//- one.test.js\nimport './a'; THERE\n//- a.js\nimport './b.js'; import 'pkg-a';\n//- b.ts\nrequire('./c');\n\
         //- c/index.js\nrequire('pkg-b'); import('../d');\n//- d.jsx\nexport * from 'pkg-c';\n//- unused.js\nimport 'pkg-d';\n",
        "pkg-a pkg-b pkg-c",
    );
    finds("//- one.test.js\nvi.mock('./a'); THERE\n//- a.js\nimport 'pkg-a';\n", "pkg-a");
    finds(
        "//- one.test.js\nvi.mock('./a/a.js'); THERE\n//- a/a.js\n//- a/__mocks__/a.js\nimport 'pkg-b';\n",
        "pkg-b",
    );
    finds("//- one.test.js\nimport(/* a */ './a'); THERE\n//- a.js\nimport 'pkg-a';\n", "pkg-a");
    finds(
        "//- one.test.js\nconst all = import.meta.glob('./parts/*.js'); THERE\n//- parts/a.js\nimport 'pkg-c';\n",
        "pkg-c",
    );
    // By the package's own name, and by its imports.
    finds(
        "//- one.test.js\nimport 'self/a'; import '#b'; THERE\n\
         //- package.json\n{ \"name\": \"self\", \"exports\": { \"./a\": \"./a.js\" }, \"imports\": { \"#b\": \"./b.js\" } }\n\
         //- a.js\nimport 'pkg-a';\n//- b.js\nimport 'pkg-b';\n",
        "pkg-a pkg-b",
    );
}

#[test]
fn what_a_name_that_is_computed_may_lead_to() {
    let parts = "//- parts/a.js\nimport 'pkg-a';\n//- parts/deep/b.js\nimport 'pkg-b';\n//- other.js\nimport 'pkg-c';\n";
    finds(
        &format!("//- one.test.js\nconst load = (name) => import(`./parts/${{name}}.js`); THERE\n{parts}"),
        "pkg-a pkg-b",
    );
    finds(
        &format!("//- one.test.js\nconst load = (name) => require('./parts/' + name); THERE\n{parts}"),
        "pkg-a pkg-b",
    );
    finds(
        &format!("//- one.test.js\nconst load = (path) => import(/* any */ path); THERE\n{parts}"),
        "pkg-a pkg-b pkg-c pkg-d pkg-e pkg-f pkg-g pkg-h",
    );
    finds(
        &format!("//- one.test.js\nconst load = (path) => vi.importActual(path); THERE\n{parts}"),
        "pkg-a pkg-b pkg-c pkg-d pkg-e pkg-f pkg-g pkg-h",
    );
    // Files that a package loads, from a path that it is given.
    let files = "//- src/routes/a.js\nimport 'pkg-a';\n//- src/routes/deep/b.js\nimport 'pkg-b';\n//- src/other.js\nimport 'pkg-c';\n";
    for given in [
        "join(import.meta.dirname, 'src', '..', 'src/routes')",
        "'./src/routes'",
        "'src/routes/**/*.js'",
        "'src/routes/*.{js,ts}'",
    ] {
        finds(
            &format!("//- one.test.js\nconst join = (...all) => all; const given = {given}; THERE\n{files}"),
            if given.starts_with("join") { "pkg-a pkg-b pkg-c" } else { "pkg-a pkg-b" },
        );
    }
    finds(
        &format!("//- src/load/one.test.js\nconst given = () => [__dirname, '..', 'routes']; THERE\n{files}"),
        "pkg-a pkg-b",
    );
    finds(
        &format!("//- src/routes/one.test.js\nconst given = () => ({{ folder: __dirname }}); THERE\n{files}"),
        "pkg-a pkg-b",
    );
    // A package that a tool loads by its name.
    finds("//- one.test.js\nimport 'pkg-a'; const options = { plugins: ['pkg-b'] }; THERE\n", "pkg-a pkg-b");
}

#[test]
fn what_a_configuration_says() {
    let config = |test: &str| format!("{OF_ONE}//- verdict.config.json\n{{ \"test\": {{ {test} }} }}\n");
    finds(
        &format!(
            "{}//- setup/own.js\nimport './more';\n//- setup/more.js\nimport 'pkg-b';\n",
            config("\"setupFiles\": [\"./setup/own.js\", \"pkg-c\"]")
        ),
        "pkg-a pkg-b pkg-c",
    );
    finds(&format!("{OF_ONE}//- __mocks__/pkg-x.js\nimport 'pkg-d';\n"), "pkg-a pkg-d");
    finds(
        "//- one.test.js\nimport '~/a'; import 'said'; THERE\n//- src/a.js\nimport 'pkg-e';\n//- src/index.js\nimport 'pkg-g';\n\
         //- verdict.config.json\n{ \"test\": { \"alias\": { \"~\": \"/src\", \"said\": \"/node_modules/pkg-f/index.js\" } } }\n",
        "pkg-e pkg-f",
    );
}

#[test]
fn what_a_package_of_the_workspace_reaches() {
    let root = "//- package.json\n{ \"name\": \"root\", \"workspaces\": [\"packages/*\"] }\n";
    let own = |manifest: &str| {
        format!(
            "{root}//- packages/own/package.json\n{{ \"name\": \"@me/own\", {manifest} }}\n\
             //- packages/own/src/index.ts\nimport './used'; export const own = 1;\n//- packages/own/src/used.ts\nimport 'pkg-b';\n\
             //- packages/own/src/sub.ts\nimport 'pkg-c';\n//- packages/own/src/own.test.ts\nimport 'pkg-d'; test('t', () => {{}});\n\
             //- node_modules/@me/own -> ../../packages/own\n"
        )
    };
    let test =
        |specifier: &str| format!("//- one.test.js\nconst load = () => import('{specifier}'); THERE\n");
    let main = own("\"main\": \"./src/index.ts\"");
    finds(&format!("{}{main}", test("@me/own")), "pkg-b");
    finds(&format!("{}{main}", test("@me/own/src/sub")), "pkg-c");
    let exports = own("\"exports\": { \".\": \"./src/index.ts\", \"./sub\": \"./src/sub.ts\" }");
    finds(&format!("{}{exports}", test("@me/own")), "pkg-b");
    finds(&format!("{}{exports}", test("@me/own/sub")), "pkg-c");
    // Nobody knows what the output of a build is made of.
    finds(&format!("{}{}", test("@me/own"), own("\"main\": \"./dist/index.js\"")), "pkg-b pkg-c pkg-d");
}

#[test]
fn files_that_no_test_reaches_need_no_packages() {
    let folder = listing(
        "//- package.json\n{ \"name\": \"p\" }\n//- one.test.js\nimport 'pkg-a'; import { there } from './list.js';\n\
         test('t', () => expect(`${there()}.`).toBe('pkg-a.'));\n//- build.js\nimport 'pkg-b';\n//- webpack.js\nimport 'absent';\n\
         //- tsconfig.json\n{ \"include\": [\"nothing\"] }\n",
    );
    let ran = verdict(folder.path(), &[]);
    assert_eq!(ran.code, 0, "{ran:?}");
}

#[test]
fn a_linter_that_looks_into_packages_has_all_of_them() {
    let lint = |rules: &str| {
        listing(&format!(
            "//- package.json\n{{ \"name\": \"p\" }}\n//- one.test.js\nimport 'pkg-a'; test('t', () => {{}});\n\
             //- build.js\nimport 'pkg-b';\n//- eslint.config.json\n[{{ \"rules\": {{ {rules} }} }}]\n"
        ))
    };
    let ran = verdict(lint("\"import/no-unresolved\": \"error\"").path(), &[]);
    assert_eq!(ran.code, 0, "{ran:?}");
}

#[test]
fn a_change_and_what_is_related_have_their_packages() {
    let folder = listing(
        "//- package.json\n{ \"name\": \"p\" }\n//- one.test.js\nimport 'pkg-a'; import { x } from './x.js'; import { there } from './list.js';\n\
         test('t', () => expect(`${there()}.`).toBe('pkg-a.'));\n//- two.test.js\nimport 'pkg-b'; test('t', () => {});\n\
         //- x.js\nexport const x = 1;\n//- .gitignore\nnode_modules\n",
    );
    let ran = verdict(folder.path(), &["related", "x.js"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    let git = |arguments: &[&str]| {
        let own = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "init.defaultBranch=main"];
        let ran = Command::new("git").current_dir(folder.path()).args(own).args(arguments).output();
        assert!(ran.expect("git runs").status.success(), "{arguments:?}");
    };
    git(&["init", "-q"]);
    git(&["add", "."]);
    git(&["commit", "-qm", "all"]);
    fs::write(folder.path().join("x.js"), "export const x = 2;\n").expect("a file");
    let ran = verdict(folder.path(), &["test", "--changed", "--no-cache"]);
    assert_eq!(ran.code, 0, "{ran:?}");
}

#[test]
fn a_watch_reads_the_packages_of_the_files_that_it_may_run() {
    let folder = listing(
        "//- package.json\n{ \"name\": \"p\" }\n//- one.test.js\nimport 'pkg-a'; import './x.js'; import { there } from './list.js';\n\
         import { expect, test } from 'vitest';\ntest(`${there()}.`, () => {});\n//- two.test.js\nimport 'pkg-b';\n//- x.js\n",
    );
    let (mut watch, first) = Watching::start(folder.path(), &["one.test", "--reporter", "verbose"]);
    assert!(first.contains("pkg-a."), "{first}");
    // What a file imports from now on.
    let round = watch.after("x.js", "import 'pkg-c';\n");
    assert!(round.contains("pkg-a pkg-c."), "{round}");
}

#[test]
fn a_package_that_others_import_costs_a_run_no_warning() {
    let outside = folder("//- secret/index.js\nexports.secret = 1;\n");
    let folder = listing(&format!(
        "//- package.json\n{{ \"name\": \"p\" }}\n{}//- other.test.js\nimport 'secret'; test('t', () => {{}});\n\
         //- node_modules/secret -> {}/secret\n",
        OF_ONE.replace("THERE", "test('t', () => {});"),
        outside.path().display(),
    ));
    let ran = verdict(folder.path(), &["test", "one.test"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{ran:?}");
    assert!(verdict(folder.path(), &["test"]).err.contains("secret: a link that leads out of the root"));
}

#[test]
fn what_a_package_of_the_workspace_is_related_to() {
    let folder = folder(
        "//- package.json\n{ \"name\": \"root\", \"workspaces\": [\"packages/*\"] }\n//- one.test.js\nimport { own } from '@me/own';\n\
         test('t', () => expect(own).toBe(1));\n//- two.test.js\ntest('t', () => {});\n//- packages/own/package.json\n\
         { \"name\": \"@me/own\", \"main\": \"./index.js\" }\n//- packages/own/index.js\nexport * from './used';\n\
         //- packages/own/used.js\nexport const own = 1;\n//- node_modules/@me/own -> ../../packages/own\n",
    );
    let ran = verdict(folder.path(), &["related", "packages/own/used.js"]);
    assert!(ran.code == 0 && ran.out.contains("one.test.js") && ran.out.contains("(1 file)"), "{ran:?}");
}
