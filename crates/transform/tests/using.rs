//! Identifiers named `using`, which the guest's engine cannot parse.
#![allow(missing_docs, clippy::expect_used)]

use verdict_transform::{Prepared, Surroundings, prepare_module};

fn prepared(path: &str, source: &str) -> Prepared {
    prepare_module(path, source, &Surroundings::default()).expect("nothing is refused")
}

#[track_caller]
fn check(source: &str, expected: &str) {
    assert_eq!(prepared("/a.js", source).text, expected);
}

#[test]
fn bindings_and_references() {
    check("const using = 1; f(using, a.using);", "const using_ = 1; f(using_, a.using);");
    check("let using_ = 1; (using) => using + using_;", "let using_ = 1; (using__) => using__ + using_;");
    check("const us\\u0069ng = 1; f(using);", "const using_ = 1; f(using_);");
    check("for (const using of a) using();", "for (const using_ of a) using_();");
    check("try { } catch (using) { throw using; }", "try { } catch (using_) { throw using_; }");
    check("using: for (;;) break using;", "using_: for (;;) break using_;");
    check("typeof using; class using {}", "typeof using_; class using_ {}");
}

#[test]
fn keys_stay() {
    check("f({ using: 1, using() {} }).using;", "f({ using: 1, using() {} }).using;");
    check("class A { using = 1; #using = 2; }", "class A { using = 1; #using = 2; }");
    check("f = (using) => ({ using });", "f = (using_) => ({ using: using_ });");
    check("const { using } = a;", "const { using: using_ } = a;");
    check("const { using = b(using) } = a;", "const { using: using_ = b(using_) } = a;");
    check("const { a: using } = a;", "const { a: using_ } = a;");
    check("let using; ({ using } = a);", "let using_; ({ using: using_ } = a);");
    check("let using; ({ using = 2 } = a);", "let using_; ({ using: using_ = 2 } = a);");
}

#[test]
fn imports_and_exports_stay() {
    check("import { using } from 'a'; using();", "import { using as using_ } from 'a'; using_();");
    check("import { using as a } from 'a'; a();", "import { using as a } from 'a'; a();");
    check("import { a as using } from 'a';", "import { a as using_ } from 'a';");
    check("import using, * as b from 'a';", "import using_, * as b from 'a';");
    check("let using; export { using };", "let using_; export { using_ as using };");
    check("let using; export { using as a };", "let using_; export { using_ as a };");
    check("export { using } from 'a';", "export { using } from 'a';");
    check("export * as using from 'a';", "export * as using from 'a';");
    check("export let a = 1, using = 2;", "let a = 1, using_ = 2;\n;export { a, using_ as using };");
    check("export const { a: [using] } = b;", "const { a: [using_] } = b;\n;export { using_ as using };");
    check("export class using {}", "class using_ {}\n;export { using_ as using };");
}

#[test]
fn functions_keep_their_name() {
    let define = "Object.defineProperty(using_, \"name\", { value: \"using\", configurable: true });";
    check("function using() {}", &format!("{define}function using_() {{}}"));
    check(
        "'use strict';\na();\nfunction using() {}",
        &format!("'use strict';\n{define}a();\nfunction using_() {{}}"),
    );
    check(
        "export function using() {}",
        &format!("{define}function using_() {{}}\n;export {{ using_ as using }};"),
    );
    check("export default function using() {}", &format!("{define}export default function using_() {{}}"));
    check("const using = () => 1;", "const using_ = ({ using: () => 1 }).using;");
    check("const using = using => 1;", "const using_ = ({ using: using_ => 1 }).using;");
    check("a = b, using = (function () {});", "a = b, using_ = ({ using: (function () {}) }).using;");
    check(
        "f(function using() { using(); });",
        "f(Object.defineProperty(function using_() { using_(); }, \"name\", { value: \"using\", configurable: true }));",
    );
}

#[test]
fn files_without_it_stay() {
    for source in ["f('using'); // using", "a.using = 1; /\\u1234/u", "export { using as a } from 'b';"] {
        let Prepared { text, positions, .. } = prepared("/a.js", source);
        assert_eq!((text.as_str(), positions.len()), (source, 0));
    }
}

#[test]
fn types_are_blanked_first() {
    let Prepared { text, positions, .. } =
        prepared("/a.ts", "let using: string = f<T>({ using } as A);\nusing = '';");
    assert_eq!(text, "let using_         = f   ({ using: using_ }     );\nusing_ = '';");
    let places = positions[0].iter().map(|one| (one.turned, one.source));
    assert!(places.clone().any(|place| place == ((2, 7), (2, 6))), "{:?}", places.collect::<Vec<_>>());
}

#[test]
fn names_of_common_js_are_found() {
    let found = prepared("/a.js", "exports.using = using; function using() {}").common_js;
    assert_eq!(
        found.map(|found| found.exports.into_iter().collect::<Vec<_>>()),
        Some(vec!["using".to_owned()])
    );
}
