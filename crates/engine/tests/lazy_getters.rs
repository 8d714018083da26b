//! Getters that replace themselves with a value behave as in every other engine.
#![allow(missing_docs)]

use crate::support;

use support::snapshot_of;
use verdict_engine::{Host, Request, verify};
use verdict_protocol::{Limits, Output};

/// Evaluates definitions and an expression that is read three times at one place; checks the values as JSON.
fn check(definitions: &str, read: &str, expected: &str) {
    let test = format!(
        "//- /a.test.js\n{definitions}\ntest('t', () => {{\n  const seen = [];\n  for (let i = 0; i < 3; i += 1) seen.push({read});\n  expect(JSON.stringify(seen)).toBe({expected:?});\n}});\n"
    );
    let request = Request {
        command: "test:/a.test.js",
        snapshot: &snapshot_of(&test),
        limits: Limits::default(),
        config: None,
        seed: 0,
    };
    let result = verify(&request, &mut Host { now: &|| 0.0, meter: None, progress: &mut |_| {} });
    let Output::Tests(tests) = &result.output else { panic!("{result:#?}") };
    assert!(result.success, "{test}\n{:#?}", tests.iter().map(|test| &test.error).collect::<Vec<_>>());
}

const OWN: &str = "let made = 0;\nconst o = {};\nObject.defineProperty(o, 'own', { configurable: true, get() {\n  \
                   const value = { n: ++made };\n  Object.defineProperty(o, 'own', { value });\n  return value;\n} });";

const INHERITED: &str = "class A {\n  made = 0;\n  get own() {\n    const value = { n: ++this.made };\n    \
                         Object.defineProperty(this, 'own', { value, configurable: true });\n    return value;\n  }\n}\nconst o = new A();";

#[test]
fn the_value_is_made_once_however_it_is_read() {
    let thrice = "[{\"n\":1},{\"n\":1},{\"n\":1}]";
    for definitions in [OWN, INHERITED] {
        check(definitions, "o.own", thrice);
        check(definitions, "o?.own", thrice);
        check(definitions, "o\n  .own", thrice);
        check(definitions, "(({ own }) => own)(o)", thrice);
        check(definitions, "(({ own: { n } = {} }) => n)(o)", "[1,1,1]");
        check(definitions, "(() => { let own; ({ own } = o); return own; })()", thrice);
        check(definitions, "(() => { let it; ({ own: it } = o); return it; })()", thrice);
        check(definitions, "o.own.n", "[1,1,1]");
        check(definitions, "o['own']", thrice);
    }
}

#[test]
fn whatever_defines_it() {
    for define in [
        "Object.defineProperty(this, 'own', { value })",
        "Reflect.defineProperty(this, 'own', { value })",
        "Object.defineProperties(this, { own: { value } })",
    ] {
        let own = format!(
            "let made = 0;\nconst o = {{ get own() {{ const value = {{ n: ++made }}; {define}; return value; }} }};"
        );
        check(&own, "o.own", "[{\"n\":1},{\"n\":1},{\"n\":1}]");
    }
}

#[test]
fn assignments_and_calls_of_the_name_stay_what_they_are() {
    check(
        &format!("{OWN}\no.own;\nconst p = {{ own() {{ return this.m; }}, m: 1 }};"),
        "(() => { p.m += 1; return p.own(); })()",
        "[2,3,4]",
    );
    check(
        &format!("{OWN}\no.own;\nconst p = {{ own: 0 }};"),
        "(() => { p.own += 2; return p.own; })()",
        "[2,4,6]",
    );
    check(
        &format!(
            "{OWN}\no.own;\nclass B {{ own() {{ return 1; }} }}\nclass C extends B {{ own() {{ return super.own() + 1; }} }}"
        ),
        "new C().own()",
        "[2,2,2]",
    );
    check(&format!("{OWN}\no.own;\nconst p = {{ own: 0 }};"), "delete p.own", "[true,true,true]");
    check(&format!("{OWN}\no.own;"), "(({ own = 1 }) => own)({})", "[1,1,1]");
    check(&format!("{OWN}\no.own;"), "(() => { let own; ({ own = 2 } = {}); return own; })()", "[2,2,2]");
}
