//! The public names of Vitest 4.1 and Jest 30: each exists, or is listed with the reason why not. The
//! conformance cases compare the same table with Vitest itself.

use crate::support;

use std::collections::BTreeMap;

use support::{check, render, run};

const TEST: &str = include_str!("../../../tests/conformance/cases/surface/surface.test.js");
const TABLE: &str = include_str!("../../../tests/conformance/cases/surface/surface.json");

type Sections = BTreeMap<String, BTreeMap<String, String>>;

fn table() -> BTreeMap<String, Sections> {
    serde_json::from_str(TABLE).expect("the table is JSON")
}

#[test]
fn vitest() {
    let outcome = run(&format!("//- /a.test.js\n{TEST}\n//- /surface.json\n{TABLE}"));
    let said = render(&outcome);
    assert!(said.lines().all(|line| line.starts_with("passed ")), "{said}");
    assert_eq!(said.lines().count(), table()["vitest"].len() * 2);
}

#[test]
fn jest() {
    let objects = "const objects = { globals: globalThis, jest, expect, 'expect.not': expect.not, assertion: expect(1), \
                   mock: jest.fn(), 'mock.mock': jest.fn().mock };";
    let sections = serde_json::to_string(&table()["jest"]).expect("JSON");
    let known: BTreeMap<String, String> =
        table().into_values().flat_map(Sections::into_values).flatten().collect();
    let known = serde_json::to_string(&known).expect("JSON");
    check(
        &format!(
            "{objects}
             for (const [section, names] of Object.entries({sections})) {{
                 test(section, () => {{
                     const missing = Object.entries(names).filter(([name, reason]) => !reason && !(name in objects[section]));
                     expect(missing).toEqual([]);
                 }});
             }}
             test('nothing else', () => {{
                 // Jest 29's name, which Jest 30 took away.
                 const known = {{ ...{known}, genMockFromModule: '' }};
                 expect(Object.keys(jest).filter((name) => !(name in known))).toEqual([]);
             }});"
        ),
        "passed assertion
         passed expect
         passed expect.not
         passed globals
         passed jest
         passed mock
         passed mock.mock
         passed nothing else",
    );
}

#[test]
fn what_is_not_there_says_why() {
    for (from, sections) in table() {
        for (section, names) in sections {
            for (name, reason) in names {
                assert!(reason.is_empty() || reason.len() > 7, "{from} {section} {name}: {reason}");
            }
        }
    }
}
