//! Valid code that the guest's engine misreads.
#![allow(missing_docs, clippy::expect_used)]

use verdict_transform::{Surroundings, prepare_module};

#[track_caller]
fn check(path: &str, body: &str, expected: &str) {
    let class = |body: &str| format!("class A extends B {{ constructor() {{ {body} }} }}");
    check_module(path, &class(body), &class(expected));
}

#[track_caller]
fn check_module(path: &str, source: &str, expected: &str) {
    let prepared = prepare_module(path, source, &Surroundings::default()).expect("nothing is refused");
    assert_eq!(prepared.text, expected);
    assert_eq!(prepared.positions.len(), usize::from(source != expected));
}

#[test]
fn super_calls_in_longer_expressions() {
    check("/a.js", "return super(a).then(b);", "return (super(a)).then(b);");
    check("/a.js", "return super(a)[b];", "return (super(a))[b];");
    check("/a.js", "f(super()\n  ?.x, 1);", "f((super())\n  ?.x, 1);");
    check("/a.js", "return super(super(1).x).y;", "return (super((super(1)).x)).y;");
    // Without the number it would be a call of the preceding expression.
    check("/a.js", "const f = 1\nsuper().x()", "const f = 1\n0,(super()).x()");
}

#[test]
fn other_super_calls_stay() {
    check(
        "/a.js",
        "super(a); super.x().y; return super(a) ? 1 : 2;",
        "super(a); super.x().y; return super(a) ? 1 : 2;",
    );
    check("/a.js", "'super(a).b';", "'super(a).b';");
}

#[test]
fn default_exports_that_start_with_async() {
    check_module("/a.js", "export default async () => 1;", "export default (async () => 1);");
    check_module("/a.js", "export default async x => {\n};", "export default (async x => {\n});");
    check_module("/a.js", "export default async\nlet async", "export default (async)\nlet async");
    check_module("/a.js", "export default async.x", "export default (async.x)");
    check_module(
        "/a.ts",
        "export default async (x: number): Promise<void> => {};",
        "export default (async (x        )                => {});",
    );
    check_module("/a.ts", "export default async (x: any) => x;", "export default (async (x     ) => x);");
}

#[test]
fn calls_of_a_function_async() {
    check_module("/a.js", "f(async(1), async());", "f((async)(1), (async)());");
    check_module("/a.js", "f()\nasync(1)", "f()\n0,(async)(1)");
    check_module("/a.js", "export default async(1)", "export default ((async)(1))");
}

#[test]
fn imports_of_words() {
    check_module("/a.js", "import { of } from 'a'; of(1);", "import { \"of\" as of } from 'a'; of(1);");
    check_module(
        "/a.js",
        "import a, { b, async, of } from 'a';",
        "import a, { b, \"async\" as async, \"of\" as of } from 'a';",
    );
    for stays in
        ["import { of as a } from 'a';", "import { a as of } from 'a';", "import { from, as, get } from 'a';"]
    {
        check_module("/a.js", stays, stays);
    }
}

#[test]
fn default_imports_of_the_name_async() {
    check_module(
        "/a.js",
        "import async from 'async'; async;",
        "import { default as async } from 'async'; async;",
    );
    check_module("/a.js", "import async, { b } from 'a';", "import { default as async,  b } from 'a';");
    check_module("/a.js", "import async , {} from 'a';", "import { default as async , } from 'a';");
    check_module(
        "/a.ts",
        "import async from 'a'; f(async as X)",
        "import { default as async } from 'a'; f(async     )",
    );
}

#[test]
fn names_of_exports_that_are_literals() {
    check_module(
        "/a.js",
        "import { null as a, b, true as c, if as d } from 'a'; a(null, true);",
        "import { \"null\" as a, b, \"true\" as c, if as d } from 'a'; a(null, true);",
    );
    check_module(
        "/a.js",
        "export { null as a, false, b as null } from 'a'; const e = 1; export { e as true };",
        "export { \"null\" as a, \"false\", b as null } from 'a'; const e = 1; export { e as true };",
    );
}

#[test]
fn other_uses_of_async_stay() {
    for source in [
        "export default async function () {}",
        "import { default as b } from 'a'; import * as c from 'a'; import d from 'async';",
        "export default async function* named() {}",
        "export default { async a() {}, async: 1 }",
        "export default (async () => {});",
        "export const f = async (x) => x; export async function g() {}",
        "x.async(1); new async(1); class A { async(x) {} }",
        "'export default async () => 1'; // export default async () => 1",
    ] {
        check_module("/a.js", source, source);
    }
}

#[test]
fn commas_on_the_next_line() {
    check_module("/a.js", "let a = 1\n  , b = 2;", "let a = 1,\n    b = 2;");
    check_module("/a.js", "const a = ([])\n, b = f()\n, c = 3", "const a = ([]),\n  b = f(),\n  c = 3");
    check_module("/a.js", "for (let a = 1\r\n, b;;) {}", "for (let a = 1,\r\n  b;;) {}");
    check_module("/a.js", "let a // one, two\n, b", "let a, // one, two\n  b");
    check_module("/a.js", "let a /* one,\n */, b", "let a, /* one,\n */  b");
    check_module("/a.ts", "let a: number\n  , b: string", "let a        ,\n    b        ");
}

#[test]
fn other_lists_stay() {
    for source in [
        "var a = 1\n  , b = 2;",
        "let a = 1, b = 2,\n  c;",
        "let a = [1\n, 2]; f(a\n, b)",
        "let a = `\n, b`",
        "let a /* , */, b",
    ] {
        check_module("/a.js", source, source);
    }
}

#[test]
fn assignments_to_a_length() {
    check_module("/a.js", "a.length = 0", "a[\"length\"] = 0");
    check_module("/a.js", "a.b().length -= 1;", "a.b()[\"length\"] -= 1;");
    check_module("/a.js", "a.length--; ++this.length", "a[\"length\"]--; ++this[\"length\"]");
    check_module(
        "/a.js",
        "[a.length] = [0]; ({ b: a.length } = c)",
        "[a[\"length\"]] = [0]; ({ b: a[\"length\"] } = c)",
    );
    check_module("/a.js", "for (a.length of b);", "for (a[\"length\"] of b);");
    check_module("/a.js", "a\n  .length = b.length = 1", "a\n  [\"length\"] = b[\"length\"] = 1");
    check_module("/a.ts", "(a as any).length = 0", "(a       )[\"length\"] = 0");
    check_module("/a.ts", "a!.length = 0", "a [\"length\"] = 0");
}

#[test]
fn other_lengths_stay() {
    for source in [
        "a.length == 0; f(a.length); a.length.b = 1; a[length] = 1; a['length'] = 1; length = 1",
        "class A extends B { c() { super.length = 1 } } a?.length",
    ] {
        check_module("/a.js", source, source);
    }
}
