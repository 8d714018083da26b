//! Rewriting of modules whose imports may be mocked.
#![allow(missing_docs, clippy::expect_used)]

use verdict_protocol::TestRunner;
use verdict_transform::mocks::{JestMocks, Mocked, Turned, intercept};
use verdict_transform::{Surroundings, prepare_module};

fn turned(source: &str, replaced: &[&str]) -> Option<Turned> {
    turned_in(source, replaced, JestMocks::Move)
}

fn turned_in(source: &str, replaced: &[&str], jest_mocks: JestMocks) -> Option<Turned> {
    let mocked = Mocked {
        any: !replaced.is_empty(),
        resets: false,
        is_replaced: &|specifier| replaced.contains(&specifier),
        jest_mocks,
        spied: &|_| {},
        lacks: &|_, _| false,
    };
    intercept("/a.test.js", source, mocked).expect("nothing is refused")
}

/// Checks the rewritten text of a source, without its imports of helpers; `None` if it is unchanged.
#[track_caller]
fn check(source: &str, replaced: &[&str], expected: Option<&str>) {
    let text = turned(source, replaced).map(|turned| {
        let (_, text) = turned.text.split_once("\"verdict:mocks\"; ").expect("helpers are imported");
        text.to_owned()
    });
    assert_eq!(text.as_deref(), expected, "{source}");
}

#[test]
fn files_without_mocks_stay() {
    check("import { a } from './a'; a();", &[], None);
    check("import { a } from './a'; a();", &["./b"], None);
    check("const jest = { mock() {} }; jest.mock('./a');", &[], None);
    check("import { vi } from './own'; vi.mock('./a');", &[], None);
    check("function f(vi) { vi.mock('./a') }", &[], None);
    check("import { a from", &["./a"], None);
}

#[test]
fn calls_are_hoisted_above_imports() {
    check(
        "import { vi } from 'vitest';\nimport { a } from './a';\nvi.mock('./a');\na();\n",
        &[],
        Some(
            "vi.mock('./a');;\nconst __vi_import_1__ = await __vi_load__('./a');\n\
             import { vi } from 'vitest';\n;\n\n__vi_import_1__.a();\n",
        ),
    );
    check(
        "import './a'; const { x } = vi.hoisted(() => 1); jest.unmock('./b');",
        &[],
        Some("const { x } = vi.hoisted(() => 1);;\njest.unmock('./b');;\nawait __vi_load__('./a');\n;  "),
    );
    check(
        "import { vi as v } from 'vitest'; await v.hoisted(async () => {});",
        &[],
        Some("await v.hoisted(async () => {});;\nimport { vi as v } from 'vitest'; "),
    );
    check("const f = () => vi.mock('./a');", &[], Some("vi.mock('./a');\nconst f = () => void 0;"));
}

#[test]
fn jest_moves_calls_outside_functions() {
    let in_jest =
        |source: &str| turned_in(source, &[], JestMocks::MoveOutsideFunctions).map(|turned| turned.text);
    let text = in_jest("import { a } from './a'; jest.mock('./a'); test('b', () => { jest.mock('./b'); });");
    let text = text.expect("it is rewritten");
    let (mock, load) = (text.find("jest.mock('./a')"), text.find("__vi_load__('./a')"));
    assert!(mock < load && text.contains("{ jest.mock('./b'); }"), "{text}");
    // A call in a function alone needs imports that are asked again.
    assert!(in_jest("import('./a'); test('b', () => { jest.mock('./a'); });").is_some());
}

#[test]
fn jest_moves_calls_in_common_js_files() {
    let prepared = |source: &str, runner| {
        let surroundings = Surroundings { declared: Some(true), runner, ..Surroundings::default() };
        prepare_module("/a.test.js", source, &surroundings).expect("it runs").text
    };
    let source = "#!/bin/a\n'use strict';\nconst a = require('./a');\njest.mock('./a', () => 1);\nf(() => { jest.mock('./b'); });";
    let expected = "'use strict';;jest.mock('./a', () => 1);;\n///bin/a\n\nconst a = require('./a');\n\nf(() => { jest.mock('./b'); });";
    assert_eq!(prepared(source, Some(TestRunner::Jest)), expected);
    for other in [None, Some(TestRunner::Vitest)] {
        assert_eq!(prepared(source, other), source);
    }
    let without = "const a = require('./a'); a.mock('./b');";
    assert_eq!(prepared(without, Some(TestRunner::Jest)), without);
}

#[test]
fn a_project_of_vitest_has_no_jest() {
    let source = "import { a } from './a'; jest.mock('./a'); a();";
    assert!(turned_in(source, &[], JestMocks::Move).is_some());
    assert_eq!(turned_in(source, &[], JestMocks::Stay), None);
    assert!(turned_in(&source.replace("jest", "vi"), &[], JestMocks::Stay).is_some());
}

#[test]
fn paths_may_be_imports() {
    check("vi.mock(import('./a'), f);", &[], Some("vi.mock('./a', f);;\n"));
    check("vi.doMock(await import('./a'));", &[], Some("vi.doMock('./a');"));
}

#[test]
fn uses_become_property_accesses() {
    check(
        "import d, { a, b as c, 'odd name' as o } from './a'; import * as n from './a'; f(d, a, c, o, n.x, { a }); class X extends d {} export { a as z };",
        &["./a"],
        Some(
            "import { __vi_module__ as __vi_import_0__ } from './a'; import { __vi_module__ as __vi_import_1__ } from './a'; \
             f(__vi_import_0__.default, __vi_import_0__.a, __vi_import_0__.b, \
             __vi_import_0__[\"odd name\"], __vi_import_1__.x, { a: __vi_import_0__.a }); \
             class X extends __vi_import_0__.default {} export {  };\
             \n;const __vi_export_0__ = __vi_import_0__.a; export { __vi_export_0__ as z };",
        ),
    );
    check(
        "import { a } from './a'; { const a = 1; a; }",
        &["./a"],
        Some("import { __vi_module__ as __vi_import_0__ } from './a'; { const a = 1; a; }"),
    );
    check(
        "await import('./b'); vi.resetModules();",
        &[],
        Some("await __vi_import__('./b'); vi.resetModules();"),
    );
    check("import('./a').then(f);", &["./a"], Some("__vi_import__('./a').then(f);"));
}

#[test]
fn names_that_modules_lack_are_undefined() {
    let check = |source: &str, expected: Option<&str>| {
        let mocked = Mocked {
            any: true,
            resets: false,
            is_replaced: &|specifier| specifier == "./mocked",
            jest_mocks: JestMocks::Move,
            spied: &|_| {},
            lacks: &|_, name| name.starts_with("gone"),
        };
        let text = intercept("/a.test.js", source, mocked).expect("nothing is refused").map(|turned| {
            let (_, text) = turned.text.split_once("\"verdict:mocks\"; ").expect("helpers are imported");
            text.to_owned()
        });
        assert_eq!(text.as_deref(), expected, "{source}");
    };
    check("import { a } from './a'; a();", None);
    check(
        "import { a, gone as b } from './a'; a(b);",
        Some("import * as __vi_import_0__ from './a'; __vi_import_0__.a(__vi_import_0__.gone);"),
    );
    check(
        "import { gone } from './a'; export { gone };",
        Some(
            "import * as __vi_import_0__ from './a'; export {  };\n;const __vi_export_0__ = __vi_import_0__.gone; export { __vi_export_0__ as gone };",
        ),
    );
    check(
        "export { a, gone, default as gone2, 'gone-3' as d } from './a';",
        Some(
            "export { \"a\" as a, \"default\" as gone2 } from './a';\n;var __vi_lacking_0_1__; export { __vi_lacking_0_1__ as gone };\n;var __vi_lacking_0_3__; export { __vi_lacking_0_3__ as d };",
        ),
    );
    check(
        "import { gone } from './mocked'; gone;",
        Some("import { __vi_module__ as __vi_import_0__ } from './mocked'; __vi_import_0__.gone;"),
    );
}

#[test]
fn what_cannot_be_hoisted_is_refused() {
    let mocked = Mocked {
        any: false,
        resets: false,
        is_replaced: &|_| false,
        jest_mocks: JestMocks::Move,
        spied: &|_| {},
        lacks: &|_, _| false,
    };
    let refused = |source: &str| {
        let diagnostic = intercept("/a.test.js", source, mocked).expect_err("refused");
        format!("{}:{} {}", diagnostic.location.line, diagnostic.location.column, diagnostic.message)
    };
    assert_eq!(
        refused("\nexport const x = vi.hoisted(() => 1);"),
        "2:1 Cannot export hoisted variable. You can control hoisting behavior by placing the import from this file first."
    );
    assert_eq!(
        refused("export default vi.mock('./a');"),
        "1:1 Cannot export the result of \"vi.mock\". Remove export declaration because \"vi.mock\" doesn't return anything."
    );
    assert_eq!(
        refused("vi.hoisted(() => { vi.mock('./a'); });"),
        "1:20 Cannot call vi.mock('./a') inside vi.hoisted(): both methods are hoisted to the top of the file and not actually called inside each other."
    );
}

#[test]
fn every_character_that_stays_has_its_place() {
    let source =
        "import { a } from './a';\nf(a, 'ü😀', a);\nvi.mock('./a', () => ({\n  a: 1,\n}));\nlast();\n";
    let turned = turned(source, &[]).expect("turned");
    let place = |line: u32, column: u32| {
        let found = turned.positions.iter().rev().find(|one| one.turned.0 == line && one.turned.1 <= column);
        let found = found.expect("a place");
        let shift = if found.is_new { 0 } else { column - found.turned.1 };
        (found.source.0, found.source.1 + shift)
    };
    let find = |text: &str, needle: &str| {
        let (before, _) = text.split_once(needle).expect("there");
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().encode_utf16().count() + 1;
        (u32::try_from(line).expect("small"), u32::try_from(column).expect("small"))
    };
    for needle in ["a: 1", "}));", "last", "f(", "'ü😀'", "vi.mock"] {
        let (line, column) = find(&turned.text, needle);
        assert_eq!(place(line, column), find(source, needle), "{needle} in {}", turned.text);
    }
    let (line, column) = find(&turned.text, "await");
    assert_eq!(place(line, column), (1, 1));
}
