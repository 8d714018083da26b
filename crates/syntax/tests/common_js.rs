//! CommonJS detection and exports.
#![allow(missing_docs)]

use oxc_allocator::Allocator;
use verdict_syntax::{common_js, parse};

/// `names; reexports`, or `no` for other files.
fn check(source: &str, expected: &str) {
    check_as("/a.js", source, None, expected);
}

fn check_as(path: &str, source: &str, declared: Option<bool>, expected: &str) {
    let allocator = Allocator::default();
    let parsed = parse(&allocator, path, source).expect("it parses");
    let found = common_js(&parsed, declared).map_or("no".to_owned(), |found| {
        let names: Vec<String> = found.exports.into_iter().collect();
        format!("{}; {}", names.join(" "), found.reexports.join(" "))
    });
    assert_eq!(found, expected, "{source}");
}

#[test]
fn names_are_those_that_are_assigned() {
    check("exports.a = 1; module.exports.b = 2; exports['c d'] = 3; this.e = 4;", "a b c d; ");
    check(
        "module.exports = { a, 'b': 1, c() {}, get d() { return 1 }, [e]: 1, ...require('./f') };",
        "a b c d; ./f",
    );
    check("exports = module.exports = { a: 1 };", "a; ");
    check("Object.defineProperty(exports, 'a', { enumerable: true, get: () => 1 });", "a; ");
    check("Object.assign(module.exports, { a: 1 }, more);", "a; ");
    check("module.exports = require('./a'); __exportStar(require('./b'), exports);", "; ./a ./b");
    check("tslib_1.__exportStar(require('./b'), exports); __export(require('./b'));", "; ./b");
    check("0 && (module.exports = { a, b }); module.exports = __toCommonJS(x);", "a b; ");
    check(
        "(function (root, factory) { typeof exports === 'object' ? factory(exports) : 0; })(this, function (exports) { exports.a = 1; });",
        "a; ",
    );
    check("exports.a = exports.b = void 0;", "a b; ");
}

#[test]
fn what_babel_passes_on_is_found() {
    let each = |keys: &str, body: &str| {
        format!(
            "var _b = require('./b'); var c = _interop(require('./c')); var d = f('./d');\n{keys}.forEach(function (key) {{ if (key === 'default') return; {body} }});"
        )
    };
    let gives = "exports[key] = _b[key];";
    let defines =
        "Object.defineProperty(exports, key, { enumerable: true, get: function () { return _b[key]; } });";
    check(&each("Object.keys(_b)", gives), "; ./b");
    check(&each("Object.keys(_b)", defines), "; ./b");
    check(
        &each("Object.keys(c)", &format!("if (key in exports && exports[key] === c[key]) return; {defines}")),
        "; ./c",
    );
    check(&each("Object.keys(_b)", "if (has(key)) { module.exports[key] = 1 }"), "; ./b");
    check(&each("Object.keys(d)", gives), "; ");
    check(&each("Object.keys(_b)", "other[key] = 1;"), "; ");
    check(&each("Object.keys(_b)", "exports[other] = 1;"), "; ");
    check(&each("Reflect.keys(_b)", gives), "; ");
    check("require('./b'); Object.keys(b).forEach(function (key) { exports[key] = 1 });", "; ");
}

#[test]
fn what_is_common_js_is_told_by_what_only_that_has() {
    check("require('./a');", "; ");
    check("console.log(__dirname);", "; ");
    check("globalThis.x = 1;", "no");
    check("// require('x')\n'module.exports = 1';", "no");
    check("import './a.js'; require('x');", "no");
    check("export {}; exports.a = 1;", "no");
    check_as("/a.ts", "const x = await 1; require('x');", None, "no");
    check("async () => { await 1; }; require('x');", "; ");
    check("const module = {}, exports = module; module.a = exports;", "no");
    check("function require() {} require();", "no");
    check("function f(exports) { const module = 1; } require('x');", "; ");
    check_as("/a.cjs", "1;", Some(true), "; ");
    check_as("/a.js", "require('x');", Some(false), "no");
    check_as("/a.ts", "const x: number = 1; module.exports = { x };", None, "x; ");
}
