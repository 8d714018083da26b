//! The files that a change to a package can break.
#![allow(missing_docs)]

use verdict_gate::affected;
use verdict_protocol::Files;
use verdict_vfs::{Snapshot, VfsPath};

const FILES: [(&str, &str); 12] = [
    ("/package.json", r##"{ "name": "me", "exports": "./src/me.js", "imports": { "#x": "./src/x.js" } }"##),
    ("/src/me.js", "export default 1;"),
    ("/src/x.js", "export const x = 1;"),
    ("/src/by-name.js", "import me from 'me';"),
    ("/src/by-hash.js", "export { x } from \"#x\";"),
    ("/src/by-hash.test.js", "import './by-hash.js';"),
    ("/src/of-p.js", "import { p } from 'p/words';"),
    ("/src/of-lib.js", "const lib = require('./lib');"),
    ("/src/lib/package.json", r#"{ "main": "start.js" }"#),
    ("/src/lib/start.js", "exports.a = 1;"),
    ("/src/alone.js", "export {};"),
    ("/node_modules/p/words.js", "export const p = 1;"),
];

fn check(changed: &str, expected: &[&str]) {
    let snapshot = |text: Option<&str>| {
        let files = FILES.map(|(path, old)| (path, if path == changed { text.unwrap_or(old) } else { old }));
        Snapshot::new(Files::from_texts(files)).expect("a snapshot")
    };
    let found = affected(&snapshot(None), &snapshot(Some("{}")));
    let found: Vec<&str> = found.iter().map(VfsPath::as_str).collect();
    assert_eq!(found, expected, "by a change of {changed}");
}

#[test]
fn importers_by_other_names_than_paths_are_found() {
    check("/src/x.js", &["/src/by-hash.js", "/src/by-hash.test.js", "/src/x.js"]);
    check("/src/me.js", &["/src/by-name.js", "/src/me.js"]);
    check("/node_modules/p/words.js", &["/node_modules/p/words.js", "/src/of-p.js"]);
    check("/src/lib/start.js", &["/src/lib/start.js", "/src/of-lib.js"]);
    check("/src/lib/package.json", &["/src/of-lib.js"]);
    check("/src/alone.js", &["/src/alone.js"]);
}

/// A changed `package.json` can change what specifiers resolve to.
#[test]
fn a_package_that_says_something_else_affects_who_goes_by_it() {
    check("/package.json", &["/src/by-hash.js", "/src/by-hash.test.js", "/src/by-name.js"]);
}

#[test]
fn what_has_a_meaning_for_all_files_affects_all() {
    let check = |path: &str, before: &str, after: &str, expected: &[&str]| {
        let rest = [("/a.ts", "one;"), ("/b.ts", "two;")];
        let with = |text: &str| {
            let files = rest.into_iter().chain([(path, text)]);
            Snapshot::new(Files::from_texts(files)).expect("a snapshot")
        };
        let found = affected(&with(before), &with(after));
        assert_eq!(found.iter().map(VfsPath::as_str).collect::<Vec<_>>(), expected, "{path}");
    };
    check("/tsconfig.json", "{}", "{ }", &["/a.ts", "/b.ts"]);
    check("/tsconfig.base.json", "{}", "{ }", &["/a.ts", "/b.ts"]);
    check("/jsconfig.json", "{}", "{ }", &["/a.ts", "/b.ts"]);
    check("/types.d.ts", "", "declare const x: 1;", &["/a.ts", "/b.ts", "/types.d.ts"]);
    check("/c.ts", "declare global { const x: 1 }", "export {}", &["/a.ts", "/b.ts", "/c.ts"]);
    check("/c.ts", "export const c = 1;", "export const c = 2;", &["/c.ts"]);
    check("/data.json", "1", "2", &[]);
}
