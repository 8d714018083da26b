//! The test names that a file can have.

use crate::support;

use serde_json::json;
use support::{Sim, good, render};
use verdict_protocol::{Files, Limits};
use verdict_sealed::names::{Loaded, declared};
use verdict_sealed::supply::{Form, Meta, Module, Shared, Target};
use verdict_vfs::{Snapshot, VfsPath};

/// Whether a path of names may belong to a test of this source; `None` if the source does not determine it.
fn can(source: &str, path: &[&str]) -> Option<bool> {
    can_with(source, &[], path)
}

fn can_with(source: &str, others: &[(&str, &str, bool)], path: &[&str]) -> Option<bool> {
    let mut files = vec![("/a.test.ts", source)];
    files.extend(others.iter().map(|(path, text, _)| (*path, *text)));
    let snapshot = Snapshot::new(Files::from_texts(files)).expect("files");
    let file = VfsPath::parse("/a.test.ts").expect("a path");
    let others: Vec<Loaded> = others
        .iter()
        .map(|(id, _, imports)| {
            let deps =
                imports.then(|| ("vitest".to_owned(), Target::Id("vitest".into()))).into_iter().collect();
            let meta = Meta { url: String::new(), dirname: String::new(), filename: String::new() };
            let form = Form::Json { code: String::new() };
            Loaded::of(&Shared::new(
                1,
                Module {
                    id: (*id).to_owned(),
                    form,
                    deps,
                    requires: Vec::new(),
                    loaded_by_node: false,
                    meta,
                },
            ))
        })
        .collect();
    let path: Vec<String> = path.iter().map(|name| (*name).to_owned()).collect();
    declared(&file, &others, &snapshot).map(|declared| declared.unknown(&path).is_none())
}

#[test]
fn names_that_stand_there_are_all_that_there_are() {
    let source = "import { it as check, describe, expect } from 'vitest';\n\
        describe.skip('s', () => { check('a', () => {}); check.only(`b`, () => {}); test.skipIf(x)('c'); });";
    for path in [&["a"] as &[&str], &["s", "b"], &["s", "s", "c"]] {
        assert_eq!(can(source, path), Some(true), "{path:?}");
    }
    for path in [&["d"] as &[&str], &["a", "b"], &["s"], &["t", "a"]] {
        assert_eq!(can(source, path), Some(false), "{path:?}");
    }
    assert_eq!(can("it('\\u0061\\n', () => {})", &["a\n"]), Some(true));
    assert_eq!(can("const x: number = 1; it('a', () => { /x/.test('y'); });", &["a"]), Some(true));
}

#[test]
fn where_a_name_is_made_nothing_is_known() {
    for source in [
        "it(name)",
        "it(`a ${1}`)",
        "it()",
        "it.each([1])('a %s', () => {})",
        "it.each`a`('a')",
        "const t = it; t('a')",
        "const t = it.extend({}); t('a')",
        "helper(it)",
        "import * as v from 'vitest'; v.it('a')",
        "const { it: t } = await import('vitest'); t('a')",
        "const t = await import(x);",
        "globalThis.it('a')",
        "eval('it(1)')",
        "require('vitest').it('a')",
        "(it as any)('a')",
        "it('\\ud800')",
        "it('a'",
    ] {
        assert_eq!(can(source, &["a"]), None, "{source}");
    }
}

#[test]
fn other_modules_may_declare_tests_too() {
    let source = "import './b.js'; it('a', () => {})";
    let with = |text: &str, imports: bool| can_with(source, &[("/b.js", text, imports)], &["b"]);
    assert_eq!(with("export const one = 1; // when it (or a test) is used. it.", false), Some(false));
    assert_eq!(with("/x/.test('y'); object.it('b');", false), Some(false));
    assert_eq!(with("export const f = () => it('b', () => {});", false), None);
    assert_eq!(with("export const f = (declare = test) => declare('b');", false), None);
    assert_eq!(with("", true), None);
    // A module outside the snapshot has no text.
    assert_eq!(can_with(source, &[("vitest", "", false)], &["a"]), Some(true));
}

#[test]
fn a_test_that_stands_nowhere_ends_the_guest() {
    let run = |source: &str| {
        let mut sim = Sim::new(&[("/a.test.js", good(&["a", "b"]))]);
        sim.source = source.to_owned();
        render(&sim.run(&json!({}), Limits::default()))
    };
    assert_eq!(run("it('a', f); it('b', f);"), "passed a\npassed b\nok");
    assert_eq!(
        run("it('a', f);"),
        "failed a [err:policy]: not run: The guest told of a test that the file cannot declare: \"b\"\n[err:policy] 1 test(s) failed"
    );
}
