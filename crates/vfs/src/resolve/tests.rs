use verdict_protocol::Files;

use crate::{Snapshot, VfsPath};

fn check(files: &[&str], importer: &str, specifier: &str, expected: &str) {
    let snapshot = Snapshot::new(Files::from_texts(files.iter().map(|path| (*path, "")))).unwrap();
    let actual = match snapshot.resolve(&VfsPath::parse(importer).unwrap(), specifier) {
        Ok(path) => path.to_string(),
        Err(error) => format!("error: {error}"),
    };
    assert_eq!(actual, expected, "{specifier} from {importer}");
}

#[test]
fn order() {
    let files = ["/a", "/a.js", "/b.mjs", "/b.ts", "/c/index.ts", "/c/index.tsx", "/d.ts", "/e.js", "/e.ts"];
    check(&files, "/m.js", "./a", "/a");
    check(&files, "/m.js", "./a.js", "/a.js");
    check(&files, "/m.js", "./b", "/b.mjs");
    check(&files, "/m.js", "./c", "/c/index.ts");
    check(&files, "/m.js", "./c/", "/c/index.ts");
    check(&files, "/c/index.ts", ".", "/c/index.ts");
    check(&files, "/m.js", "./d.js", "/d.ts");
    check(&files, "/m.js", "./e.js", "/e.js");
    check(&files, "/c/index.ts", "../d", "/d.ts");
    check(&files, "/c/index.ts", "/d.js", "/d.ts");
    check(&["/index.js", "/x/m.js"], "/x/m.js", "..", "/index.js");
    check(&["/x.mts", "/y.cts", "/z.tsx"], "/m.js", "./x.mjs", "/x.mts");
    check(&["/x.mts", "/y.cts", "/z.tsx"], "/m.js", "./y.cjs", "/y.cts");
    check(&["/x.mts", "/y.cts", "/z.tsx"], "/m.js", "./z.jsx", "/z.tsx");
}

#[test]
fn odd_names() {
    check(&["/__proto__", "/a b?#.js", "/%61.js"], "/m.js", "./__proto__", "/__proto__");
    check(&["/__proto__", "/a b?#.js", "/%61.js"], "/m.js", "./a b?#", "/a b?#.js");
    check(&["/a.js"], "/m.js", "./%61.js", "error: no such file");
    check(&["/a.js"], "/m.js", ".//a.js", "/a.js");
}

#[test]
fn refused() {
    let bare = |package: &str| format!("error: no package '{package}' in node_modules");
    let url = "error: URL specifier: only files of the snapshot can be imported";
    for (specifier, expected) in [
        ("lodash", &*bare("lodash")),
        ("@scope/x", &bare("@scope/x")),
        ("@scope/x/y/z", &bare("@scope/x")),
        ("constructor", &bare("constructor")),
        ("__proto__/x", &bare("__proto__")),
        (".hidden", &bare(".hidden")),
        ("#x", "error: Package import specifier \"#x\" is not defined"),
        ("https://example.invalid/x.js", url),
        ("data:text/javascript,1", url),
        ("node:fs", url),
        ("//host/x.js", url),
        ("", "error: empty path"),
        ("../../x.js", "error: path leaves the root: ../../x.js"),
        (".\\a.js", &bare(".\\a.js")),
        ("./..\\a.js", "error: malformed path (backslash; separate folders with /): ./..\\a.js"),
        ("./a.js/", "error: no such file; did you mean './a.js'?"),
    ] {
        check(&["/a.js"], "/x/../m.js", specifier, expected);
    }
}

#[test]
fn near_misses() {
    let files = ["/lib/helper.js", "/lib/Parser.js", "/lib/zebra.js", "/src/m.js", "/src/util.js"];
    check(&files, "/lib/m.js", "./helpr.js", "error: no such file; did you mean './helper.js'?");
    check(&files, "/src/m.js", "../lib/parser.js", "error: no such file; did you mean '../lib/Parser.js'?");
    check(&files, "/src/m.js", "./zebra.js", "error: no such file; did you mean '../lib/zebra.js'?");
    check(&files, "/src/m.js", "/lib/util", "error: no such file; did you mean '/src/util.js'?");
    check(&files, "/src/m.js", "./nothing.js", "error: no such file");
}
