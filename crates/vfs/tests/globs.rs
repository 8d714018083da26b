//! What globs with groups match. Each expectation was compared with picomatch and minimatch.

use verdict_vfs::{Glob, Globs, Parentheses};

fn check(glob: &str, matching: &[&str], other: &[&str]) {
    let glob = Glob::new(glob, Parentheses::Group);
    for path in matching {
        assert!(glob.matches(path), "{glob:?} matches {path}");
    }
    for path in other {
        assert!(!glob.matches(path), "{glob:?} does not match {path}");
    }
}

#[test]
fn groups() {
    check(
        "src/**/*.(spec|test).[jt]s?(x)",
        &["src/a.test.ts", "src/b/c.spec.jsx"],
        &["src/a.ts", "src/a.best.ts", "a.test.ts"],
    );
    check("**/?(*.)+(spec|test).[tj]s?(x)", &["test.js", "a/b.spec.tsx"], &["a/best.js", "a/test.jsm"]);
    check("*.@(js|ts)", &["a.js", "a.ts"], &["a.jsx", "a/b.js"]);
    check("*.*(min|dev)js", &["a.js", "a.minjs"], &["a.maxjs"]);
    check("**/*.?(c|m)[jt]s", &["a.js", "b/a.mts", "a.cjs"], &["a.xjs", "a.jsx"]);
    check("(a|b)/c", &["a/c", "b/c"], &["(a|b)/c", "ab/c"]);
    check("@(a|@(b|c)).js", &["a.js", "b.js", "c.js"], &["d.js"]);
    check("[(]a.js", &["(a.js"], &["a.js"]);
    check("\\(a\\)/b", &["(a)/b"], &["a/b"]);
}

#[test]
fn groups_of_anything_else() {
    check("**/!(*.d).ts", &["a.ts", "b/c.ts"], &["a.d.ts", "b/c.d.ts"]);
    check("!(dist|out)/**", &["src/a.js", "outer/a.js"], &["dist/a.js", "out/b/c.js"]);
    check("src/!(a)/!(b).js", &["src/c/d.js"], &["src/a/d.js", "src/c/b.js", "src/a/b.js"]);
    check("*!(.spec).js", &["a.js", "a.spec.js"], &["a.ts"]);
}

#[test]
fn parentheses_of_names() {
    let literal = Glob::new("app/(auth)/**/*.?(m)js", Parentheses::Literal);
    assert!(literal.matches("app/(auth)/a.mjs"));
    assert!(!literal.matches("app/auth/a.mjs"));
    let group = Globs::new(["app/(auth)/**"]);
    assert!(group.matches("app/auth/a.js"));
}
