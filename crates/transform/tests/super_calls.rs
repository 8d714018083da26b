//! `super(…)` in longer expressions, which the guest's engine cannot parse.
#![allow(missing_docs, clippy::expect_used)]

use verdict_transform::{Surroundings, prepare_module};

#[track_caller]
fn check(path: &str, body: &str, expected: &str) {
    let class = |body: &str| format!("class A extends B {{ constructor() {{ {body} }} }}");
    let prepared = prepare_module(path, &class(body), &Surroundings::default()).expect("nothing is refused");
    assert_eq!(prepared.text, class(expected));
    assert_eq!(prepared.positions.len(), usize::from(body != expected));
}

#[test]
fn it_is_put_in_parentheses() {
    check("/a.js", "return super(a).then(b);", "return (super(a)).then(b);");
    check("/a.js", "return super(a)[b];", "return (super(a))[b];");
    check("/a.js", "f(super()\n  ?.x, 1);", "f((super())\n  ?.x, 1);");
    check("/a.js", "return super(super(1).x).y;", "return (super((super(1)).x)).y;");
    // Without the number it would be a call of the preceding expression.
    check("/a.js", "const f = 1\nsuper().x()", "const f = 1\n0,(super()).x()");
}

#[test]
fn others_stay() {
    check(
        "/a.js",
        "super(a); super.x().y; return super(a) ? 1 : 2;",
        "super(a); super.x().y; return super(a) ? 1 : 2;",
    );
    check("/a.js", "'super(a).b';", "'super(a).b';");
}
