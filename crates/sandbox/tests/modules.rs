//! Modules of a snapshot.
#![allow(missing_docs)]

use crate::support;

use std::fmt::Write as _;

use support::{load, load_with, on_big_stack, options, printed, small};
use verdict_protocol::{Code, Files, Limits};
use verdict_sandbox::{Guest, Stop};
use verdict_vfs::{Snapshot, VfsPath};

fn check(fixture: &str, expected: &str) {
    assert_eq!(printed(fixture), expected, "{fixture}");
}

#[test]
fn specifiers_find_files() {
    check(
        "
//- /main.js
import a from './lib/a.js'; import b from '/lib/b'; import { c } from './lib'; import d from './d.js';
import data from './data.json' with { type: 'json' }; import plain from './data';
console.log(a, b, c, d, data.x, plain === data);
//- /lib/a.js
import b from './b.mjs'; export default 'a' + b;
//- /lib/b.mjs
export default 'b';
//- /lib/index.js
export const c = 'c';
//- /d.ts
export default 'd';
//- /data.json
{ \"x\": 1 }",
        "ab b c d 1 true",
    );
}

#[test]
fn a_file_may_end_with_an_export_that_has_no_semicolon() {
    check(
        "
//- /main.js
import { a, b } from './a.js'; console.log(a, b);
//- /a.js
const a = 'a';
export { b } from './b.js'
export { a }
//- /b.js
const b = await 'b'
export {
  b, // one
}
// and no more",
        "a b",
    );
}

#[test]
fn one_file_by_two_spellings_is_one_instance() {
    check(
        "
//- /main.js
import { box } from './a.js'; import { box as again } from '/x/../a'; import * as late from './/./a.js';
const { box: dynamic } = await import('./a');
console.log(box === again, box === late.box, box === dynamic);
//- /a.js
console.log('once'); export const box = {};",
        "once\ntrue true true",
    );
}

#[test]
fn cycles_run_in_the_order_of_the_language() {
    check(
        "
//- /main.js
import { a } from './a.js'; console.log('main', a());
//- /a.js
import { b } from './b.js'; export function a() { return 'a' + b } console.log('a');
//- /b.js
import { a } from './a.js'; export const b = 'b'; console.log('b', typeof a);",
        "b function\na\nmain ab",
    );
}

#[test]
fn import_meta_and_namespaces() {
    check(
        "
//- /lib/my file#1.js
export default import.meta;
//- /main.js
import meta from './lib/my file#1.js'; import * as ns from './two.js';
console.log(import.meta.url, meta.url, meta.filename, meta.dirname, Object.keys(ns));
//- /two.js
export const z = 1, a = 2; export default 3;",
        "file:///main.js file:///lib/my%20file%231.js /lib/my file#1.js /lib [ 'a', 'default', 'z' ]",
    );
}

#[test]
fn a_missing_import_names_itself_its_importer_and_near_misses() {
    check(
        "
//- /main.js
import './src/deep.js';
//- /src/deep.js
// './helper.js'
import { x } from './helper.js';
//- /src/helpers.js
",
        "err:not_found: Cannot find module './helper.js' imported from /src/deep.js; did you mean './helpers.js'? (/src/deep.js:2:19)",
    );
    check(
        "//- /main.js\nimport { join } from 'data:text/x';",
        "err:policy: Cannot import 'data:text/x' from /main.js: URLs are not imported, only files of the snapshot (/main.js:1:22)",
    );
    check(
        "//- /main.js\nimport _ from 'lodash/fp';",
        "err:not_found: Cannot find package 'lodash' imported from /main.js: no node_modules/lodash above it in the snapshot (/main.js:1:15)",
    );
    check(
        "//- /main.js\nimport '../../etc/passwd';",
        "err:path: Cannot import '../../etc/passwd' from /main.js: path leaves the root: ../../etc/passwd (/main.js:1:8)",
    );
    check(
        "//- /main.js\nawait import('data:text/javascript,1').catch(error => console.log(error.message));",
        "Cannot import 'data:text/javascript,1' from /main.js: URLs are not imported, only files of the snapshot (/main.js:1:14)",
    );
}

#[test]
fn a_missing_export_is_named() {
    check(
        "
//- /main.js
import {
  formatDate,
} from './date.js';
//- /date.js
export const formatDates = 1;",
        "err:syntax: The requested module './date.js' does not provide an export named 'formatDate'; did you mean 'formatDates'? (/main.js:2:3)",
    );
    check(
        "
//- /main.js
import './a.js';
//- /a.js
import { b } from './b.js'; export const a = 1;
//- /b.js
import { nope } from './a.js'; export const b = 1;",
        "err:syntax: The requested module './a.js' does not provide an export named 'nope' (/b.js:1:10)",
    );
    check(
        "
//- /main.js
export { y as z } from './a.js';
//- /a.js
export default 1;",
        "err:syntax: The requested module './a.js' does not provide an export named 'y' (/main.js:1:10)",
    );
}

#[test]
fn a_syntax_error_is_attributed_to_its_file() {
    check(
        "
//- /main.js
import './a.js';
//- /a.js
import './b.js';
//- /b.js
const x = 1;
const y = = 2;",
        "err:syntax: unexpected token '=', primary expression (/b.js:2:11)",
    );
    check(
        "
//- /main.js
import './a.json';
//- /a.json
{ \"x\": }",
        "err:syntax: expected value (/a.json:1:8)",
    );
}

#[test]
fn a_file_that_is_half_common_js_is_explained() {
    check(
        "
//- /main.js
import './old.js';
//- /old.js

const fs = require('fs');",
        "err:syntax: require is not defined: this is an ES module, by its import or export, its extension or its package; use import and export (/old.js:2:12)",
    );
}

#[test]
fn top_level_await_is_waited_for_or_reported() {
    check(
        "
//- /main.js
import { late } from './late.js'; console.log(late, performance.now() >= 1000);
//- /late.js
export const late = await new Promise(done => setTimeout(done, 1000, 'late'));",
        "late true",
    );
    check(
        "//- /main.js\nawait new Promise(() => {});",
        "err:unsettled: The promise can never settle: nothing is left to run",
    );
}

#[test]
fn a_top_level_throw_has_its_place() {
    let (_, result) = load(
        "//- /main.js\nimport './a.js';\n//- /a.js\nfunction f() {\n  throw new TypeError('bad');\n}\nf();",
    );
    let Err(Stop::Thrown(thrown)) = result else { panic!("{result:?}") };
    assert_eq!(thrown.stack.as_deref(), Some("TypeError: bad\n    at f (/a.js:2:9)\n    at /a.js:4:2"));
    assert_eq!(thrown.location.map(|at| (at.file, at.line)), Some(("/a.js".to_owned(), 2)));
}

#[test]
fn text_that_is_not_plain_still_runs() {
    let files = Files(vec![
        (
            "/main.js".to_owned(),
            verdict_protocol::FileContent(
                "\u{feff}#!/usr/bin/node\r\nimport './ü.js'\u{2028}console.log('ok')".into(),
            ),
        ),
        ("/ü.js".to_owned(), verdict_protocol::FileContent("console.log('ü')".into())),
        ("/bad.js".to_owned(), verdict_protocol::FileContent(vec![0xff, 0xfe])),
    ]);
    let mut options = options("", small());
    options.snapshot = Snapshot::new(files).expect("paths");
    let mut guest = Guest::new(options).expect("a realm");
    guest.load(&VfsPath::parse("/main.js").expect("a path")).expect("runs");
    let texts: Vec<String> = guest.take_console().entries.into_iter().map(|entry| entry.text).collect();
    assert_eq!(texts, ["ü", "ok"]);
    let error = guest.load(&VfsPath::parse("/bad.js").expect("a path")).expect_err("not text");
    assert_eq!(support::ending(&error), "err:syntax: The file is not UTF-8 text (/bad.js)");
    let error = guest.load(&VfsPath::parse("/none.js").expect("a path")).expect_err("no file");
    assert_eq!(error.code(), Some(Code::NotFound));
}

#[test]
fn a_file_cannot_shadow_a_module_of_the_host() {
    let fixture = "//- /main.js\nimport { it } from 'vitest'; import * as all from 'vitest'; console.log(it, all.it);\n//- /vitest.js\nexport const it = 'file';\n//- /vitest\nexport const it = 'file';";
    let mut guest = Guest::new(options(fixture, small())).expect("a realm");
    guest.define_module("vitest", &[("it", boa_engine::JsValue::from(42))]);
    guest.load(&VfsPath::parse("/main.js").expect("a path")).expect("runs");
    assert_eq!(guest.take_console().entries[0].text, "42 42");
}

fn chain(length: usize) -> String {
    let mut fixture = String::new();
    for index in 0..length {
        let name = if index == 0 { "main".to_owned() } else { format!("m{index}") };
        let next = index + 1;
        let import = if next < length {
            format!("import {{ n as m }} from './m{next}.js';")
        } else {
            "const m = 0;".to_owned()
        };
        let _ = write!(fixture, "//- /{name}.js\n{import} export const n = m + 1;\n");
    }
    fixture + "console.log(n);"
}

#[test]
fn a_chain_of_ten_thousand_imports_runs() {
    let limits = Limits { instructions: 100_000_000, ..Limits::default() };
    // A stack like that of the wasm build.
    let thread = std::thread::Builder::new().stack_size(16 << 20);
    let work = thread.spawn(move || load_with(&chain(10_000), limits).1.map_err(|stop| stop.to_string()));
    assert_eq!(work.expect("a thread").join().expect("no overflow"), Ok(()));
}

#[test]
fn a_chain_behind_a_dynamic_import_has_a_limit() {
    let fixture = chain(1_200).replace("//- /main.js", "//- /m0.js").replace("console.log(n);", "");
    let ending = on_big_stack(move || {
        load(&(fixture + "//- /main.js\nawait import('./m0.js');")).1.map_err(|stop| support::ending(&stop))
    });
    assert_eq!(
        ending,
        Err("err:limit: A chain of more than 1000 imports behind import() (/m1000.js)".to_owned())
    );
}

#[test]
fn a_cycle_of_thousands_is_a_limit() {
    let fixture = chain(2_000).replace("const m = 0;", "import { n as k } from './main.js'; const m = 0;");
    let ending = on_big_stack(move || load(&fixture).1.map_err(|stop| support::ending(&stop)));
    assert_eq!(ending, Err("err:limit: A cycle of 2000 modules is more than 500 (/main.js)".to_owned()));
}

#[test]
fn places_are_right_in_a_module_with_top_level_await() {
    let (_, result) = load("//- /main.js\nawait null; throw new Error('x');");
    let location = result.expect_err("throws").location().expect("a place");
    assert_eq!((location.line, location.column), (1, 19));
    let (_, result) = load("//- /main.js\nawait null; nope;");
    let location = result.expect_err("throws").location().expect("a place");
    assert_eq!((location.line, location.column), (1, 13));
}
