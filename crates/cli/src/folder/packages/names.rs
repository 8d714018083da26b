//! Finds the names of imported packages in source text without parsing it: an additional name costs one
//! lookup.

use std::collections::BTreeSet;

use verdict_vfs::{Blob, SCRIPT_EXTENSIONS, VfsPath};

/// Words and characters after which a string may be a specifier.
const BEFORE: [&str; 4] = ["from", "import", "(", "require"];

/// Maximum length in bytes of a comment before a specifier.
const MOST_COMMENT: usize = 512;

/// Functions that load a module, and those of test runners that load what a mock hides.
const LOADERS: [&str; 8] = [
    "import",
    "require",
    "importActual",
    "importMock",
    "requireActual",
    "requireMock",
    "createMockFromModule",
    "genMockFromModule",
];

/// Packages that the engine provides itself.
const PROVIDED: [&str; 2] = ["vitest", "@jest/globals"];

/// Keys of a `tsconfig.json` that name packages which run, or which configure those that run.
const RUN: [&str; 2] = ["\"extends\"", "\"jsxImportSource\""];

/// The package that JSX uses by default.
const JSX: &str = "react";

/// Folders, from the root, with the packages that files in them name, and with the specifiers that may name TypeScript
/// inside a package. Configurations of tools do not run, but `with_tools` counts them too.
pub(super) fn imported<'a>(
    files: impl Iterator<Item = (&'a str, &'a [u8])>,
    with_tools: bool,
) -> BTreeSet<(String, String)> {
    let mut names = BTreeSet::new();
    for (path, content) in files {
        let Ok(text) = std::str::from_utf8(content) else { continue };
        let path = path.trim_start_matches('/');
        let (folder, file) = path.rsplit_once('/').unwrap_or(("", path));
        let extension = file.rsplit_once('.').map_or("", |(_, extension)| extension);
        // In a configuration, any string may name a package: a setup file, an alias, or an `extends`.
        let is_configuration = is_configuration(path);
        if !is_configuration && (!SCRIPT_EXTENSIONS.contains(&extension) || (!with_tools && is_of_tool(file)))
        {
            continue;
        }
        let mut add = |specifier: &str| {
            if let Some(name) = package(specifier).filter(|name| with_tools || !PROVIDED.contains(name)) {
                names.insert((folder.to_owned(), name.to_owned()));
                if may_name_source(specifier, name) {
                    names.insert((folder.to_owned(), specifier.to_owned()));
                }
            }
        };
        if is_configuration && path != "verdict.config.json" && !with_tools {
            for key in RUN {
                let after =
                    text.split(key).skip(1).map(|rest| rest.split([']', '\n']).next().unwrap_or_default());
                after.for_each(|value| specifiers(value, true, &mut add));
            }
        } else {
            specifiers(text, is_configuration, &mut add);
        }
        if with_tools {
            references(text, &mut add);
        }
        if matches!(extension, "jsx" | "tsx") {
            add(JSX);
            if let Some((_, source)) = text.split_once("@jsxImportSource ") {
                add(source.split_whitespace().next().unwrap_or_default());
            }
        }
    }
    names
}

/// Whether a specifier names something inside its package that can be TypeScript: a folder, or a file by such an
/// extension or without any.
fn may_name_source(specifier: &str, name: &str) -> bool {
    let Some(inner) = specifier.strip_prefix(name).and_then(|rest| rest.strip_prefix('/')) else {
        return false;
    };
    let file = inner.rsplit('/').next().unwrap_or_default();
    let extension = file.rsplit_once('.').map(|(_, extension)| extension);
    !inner.is_empty() && extension.is_none_or(|extension| super::SOURCES.contains(&extension))
}

/// Whether a file, by its path from the root, configures how files run.
pub(super) fn is_configuration(path: &str) -> bool {
    let path = path.trim_start_matches('/');
    let file = path.rsplit('/').next().unwrap_or_default();
    path == "verdict.config.json" || file.strip_prefix("tsconfig").is_some_and(|rest| rest.ends_with(".json"))
}

/// Whether a file configures a tool, by its name: `vite.config.ts`, `.prettierrc.cjs`.
fn is_of_tool(file: &str) -> bool {
    let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
    stem.ends_with(".config")
        || stem.ends_with(".workspace")
        || (stem.starts_with('.') && stem.ends_with("rc"))
}

/// Packages whose types a file with declarations may need: those that it imports or refers to, and those of `@types` that declare them.
pub(super) fn declared(text: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let mut add = |specifier: &str| names.extend(package(specifier).map(str::to_owned));
    specifiers(text, false, &mut add);
    references(text, &mut add);
    let types: Vec<String> = names.iter().filter_map(|name| types_of(name)).collect();
    names.extend(types);
    names
}

/// Passes the names in `/// <reference types="…" />` to `tell`.
fn references(text: &str, tell: &mut dyn FnMut(&str)) {
    for line in text.lines().filter(|line| line.trim_start().starts_with("///")) {
        let value = line.split_once("types=").and_then(|(_, rest)| rest.get(1..));
        if let Some(name) = value.and_then(|rest| rest.split(['"', '\'']).next()) {
            tell(name);
        }
    }
}

/// The package of `@types` that declares a package, unless that is one itself.
pub(super) fn types_of(name: &str) -> Option<String> {
    let name = name.strip_prefix('@').map_or_else(|| name.to_owned(), |scoped| scoped.replace('/', "__"));
    (!name.starts_with("types__")).then(|| format!("@types/{name}"))
}

/// The names of packages after `node_modules`, as in `'node_modules/a/b.txt'` and `join('node_modules', 'a')`.
pub(super) fn below_node_modules(text: &str) -> BTreeSet<String> {
    let after = text.split("node_modules").skip(1);
    let names = after.filter_map(|rest| {
        let rest = rest.trim_start_matches(|char: char| char.is_whitespace() || "/\\'\"`,".contains(char));
        let is_of_name = |char: char| char.is_alphanumeric() || "@/._-".contains(char);
        package(rest.split(|char| !is_of_name(char)).next()?).map(str::to_owned)
    });
    names.collect()
}

/// The packages of `@types` on which a package depends, with its folder from the root.
pub(super) fn types_depended_on(path: &VfsPath, package: &Blob) -> Vec<(String, String)> {
    let json: serde_json::Value = serde_json::from_slice(package.bytes()).unwrap_or_default();
    let members = ["dependencies", "devDependencies"].iter().filter_map(|member| json[*member].as_object());
    let names = members.flat_map(|member| member.keys()).filter(|name| name.starts_with("@types/"));
    let folder = path.folder().trim_start_matches('/');
    names.map(|name| (folder.to_owned(), name.clone())).collect()
}

/// Packages that a configuration may name.
pub(super) fn configured(config: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    specifiers(config, true, &mut |specifier| names.extend(package(specifier).map(str::to_owned)));
    names
}

/// Passes quoted strings that may be specifiers to `tell`: `all`, or those after an import.
pub(crate) fn specifiers(text: &str, all: bool, tell: &mut dyn FnMut(&str)) {
    let mut at = 0;
    while let Some(found) = memchr::memchr3(b'"', b'\'', b'`', &text.as_bytes()[at..]) {
        let start = at + found + 1;
        let quote = text.as_bytes()[start - 1];
        let rest = &text[start..];
        let end = memchr::memchr2(quote, b'\n', rest.as_bytes());
        let Some(end) = end else { return };
        let is_whole = rest.as_bytes()[end] == quote;
        let is_specifier = || {
            let before = without_comments(&text[..start - 1]);
            BEFORE.iter().any(|word| before.ends_with(word))
        };
        if is_whole && (all || is_specifier()) {
            tell(&rest[..end]);
            at = start + end + 1;
        } else {
            // A quote in a comment or string starts nothing.
            at = start;
        }
    }
}

/// A text without white space and comments at its end. It does not look back further than [`MOST_COMMENT`], because a minified
/// file is one line.
fn without_comments(text: &str) -> &str {
    let mut text = text.trim_end();
    loop {
        let from = text.floor_char_boundary(text.len().saturating_sub(MOST_COMMENT));
        let near = &text[from..];
        let end = if near.ends_with("*/") {
            near.rfind("/*")
        } else {
            let line = near.rfind('\n').map(|at| at + 1).or((from == 0).then_some(0));
            line.filter(|line| near[*line..].trim_start().starts_with("//"))
        };
        match end {
            Some(end) => text = text[..from + end].trim_end(),
            None => return text,
        }
    }
}

/// Passes what is constant at the start of each name that a script computes to load a module: `./a/` of
/// `import(`./a/${b}.js`)`, and nothing of `require(b)`.
pub(crate) fn computed(text: &str, tell: &mut dyn FnMut(&str)) {
    let own = made_by(text, "createRequire");
    for loader in LOADERS.into_iter().chain(own) {
        for at in memchr::memmem::find_iter(text.as_bytes(), loader) {
            let before = &text[..at];
            // A longer word, or a function of that name.
            if before.ends_with(is_of_name) || before.trim_end().ends_with("function") {
                continue;
            }
            let after = &text[at + loader.len()..];
            if let Some(argument) = argument(after) {
                constant_start(argument).into_iter().for_each(&mut *tell);
            } else if before.trim_end().ends_with(['(', ',']) && after.trim_start().starts_with([')', ',']) {
                // Some function calls it.
                tell("");
            }
        }
    }
}

/// The names that get what a function returns.
fn made_by<'a>(text: &'a str, function: &str) -> Vec<&'a str> {
    let made = memchr::memmem::find_iter(text.as_bytes(), function).filter_map(|at| {
        let before = text[..at].trim_end_matches(|char: char| is_of_name(char) || char == '.');
        let before = before.trim_end().strip_suffix('=')?.trim_end();
        let name = &before[before.trim_end_matches(is_of_name).len()..];
        (!name.is_empty() && !LOADERS.contains(&name)).then_some(name)
    });
    made.collect()
}

fn is_of_name(char: char) -> bool {
    char.is_alphanumeric() || "_$".contains(char)
}

/// The text from the first argument of a call on, if a call follows a name.
fn argument(after: &str) -> Option<&str> {
    let mut rest = after.trim_start();
    if rest.starts_with('<') {
        rest = &rest[rest.find(">(")? + 1..];
    }
    rest = rest.strip_prefix('(')?.trim_start();
    loop {
        rest = if let Some(comment) = rest.strip_prefix("/*") {
            comment.split_once("*/")?.1.trim_start()
        } else if let Some(comment) = rest.strip_prefix("//") {
            comment.split_once('\n')?.1.trim_start()
        } else {
            break;
        };
    }
    // People write `import()` and `require(...)` of calls in general.
    (!rest.starts_with([')', '…']) && !rest.starts_with("...)")).then_some(rest)
}

/// The text that a computed argument starts with; `None` for a constant one.
fn constant_start(argument: &str) -> Option<&str> {
    let quote = argument.chars().next().filter(|first| matches!(first, '"' | '\'' | '`'));
    let Some(quote) = quote else { return Some("") };
    let (text, after) = argument[1..].split_once(quote)?;
    match text.split_once("${").filter(|_| quote == '`') {
        Some((start, _)) => Some(start),
        None => (!after.trim_start().starts_with([')', ','])).then_some(text),
    }
}

/// The package's name in a specifier: `name`, `name/sub`, `@scope/name` or `@scope/name/sub`. Of a path to
/// `node_modules`, it is the package there.
pub(crate) fn package(specifier: &str) -> Option<&str> {
    let specifier = specifier.rsplit_once("node_modules/").map_or(specifier, |(_, inner)| inner);
    let mut parts = specifier.split('/');
    let first = parts.next()?;
    let name = if first.starts_with('@') {
        let second = parts.next().filter(|second| !second.is_empty())?;
        &specifier[..first.len() + 1 + second.len()]
    } else {
        first
    };
    let plain = |character: char| character.is_alphanumeric() || "-_.~@/".contains(character);
    let is_name = !matches!(first, "" | "@") && name.chars().all(plain);
    (is_name && !name.split('/').any(|part| part.starts_with('.') || part == "node_modules")).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_source_text() {
        let check = |text: &str, expected: &[&str]| {
            let mut found = Vec::new();
            specifiers(text, false, &mut |specifier| found.push(specifier.to_owned()));
            assert_eq!(found, expected, "{text}");
        };
        check("import 'a'; import b from\"b\"; require( `c` ); x = 'd';", &["a", "b", "c"]);
        check("import(/* webpackChunkName: 'x' */ 'a'); import b from /* why */ 'b';", &["a", "b"]);
        check("import c from\n  // one\n  // two\n  'c'; // from 'd'", &["c", "d"]);
        check("it's from 'a'", &["a"]);
        check("", &[]);
        // A line with many strings takes time by its length.
        let long = "x('a',\"b\",`c`)+".repeat(100_000);
        let mut count = 0;
        specifiers(&long, false, &mut |_| count += 1);
        assert_eq!(count, 100_000);
    }

    #[test]
    fn names_that_declarations_need() {
        let check = |text: &str, expected: &[&str]| {
            assert_eq!(declared(text).into_iter().collect::<Vec<_>>(), expected, "{text}");
        };
        check("import { a } from 'a';\nexport * from './b';", &["@types/a", "a"]);
        check(
            "/// <reference types=\"a/b\" />\n /// <reference types='@s/c'/>",
            &["@s/c", "@types/a", "@types/s__c", "a"],
        );
        check("/// <reference path=\"a\" />\nexport type A = import('@types/b').B;", &["@types/b"]);
        check("// types=\"a\"", &[]);
    }

    #[test]
    fn names_that_files_import() {
        let check = |path: &str, text: &str, expected: &[&str]| {
            let found = imported(std::iter::once((path, text.as_bytes())), false);
            let found: Vec<&str> = found.iter().map(|(_, name)| name.as_str()).collect();
            assert_eq!(found, expected, "{text}");
        };
        check(
            "/a.js",
            "import a from 'a'; import \"@s/b/c\"; export * from 'd/e.js'",
            &["@s/b", "@s/b/c", "a", "d"],
        );
        check("/a.js", "import 'a/src/b.ts'; import 'c/d.json'; import 'e/'", &["a", "a/src/b.ts", "c", "e"]);
        check("/a.ts", "await import('a'); require(\"b\"); vi.mock(`c`); const d = 'd';", &["a", "b", "c"]);
        check(
            "/a.js",
            "import './a'; import '/b'; import '../c'; import '#d'; import 'node:fs'; import '@e'",
            &[],
        );
        check("/a.js", "import './node_modules/a/b.js'; f('/x/node_modules/@s/c')", &["@s/c", "a"]);
        check(
            "/a.js",
            "// don't\nimport a from 'a'; f('x y'); import 'b\nc'; import '.hidden'; import '@/b'",
            &["a"],
        );
        check("/a.tsx", "/** @jsxImportSource preact */ 'é'", &["preact", "react"]);
        check(
            "/verdict.config.json",
            "{ \"test\": { \"setupFiles\": [\"setup/vitest\"] } }",
            &["setup", "setup/vitest", "setupFiles", "test"],
        );
        check(
            "/a.js",
            "import(/* a: \"b\" */ 'c'); import(\n// d\n'e'); import f from /* 'g' */ 'h'",
            &["c", "e", "h"],
        );
        check("/a.css", "@import 'a';", &[]);
        check("/vite.config.ts", "import 'a';", &[]);
        check("/a.test.js", "import { test } from 'vitest'; import 'vitest-when';", &["vitest-when"]);
        check(
            "/tsconfig.json",
            "{ \"extends\": \"@a/b/c.json\", \"types\": [\"d\"], \"jsxImportSource\": \"e\" }",
            &["@a/b", "d", "e", "types"],
        );
        check("/tsconfig.json", "{\n\"extends\": \"@a/b\",\n\"types\": [\"d\"]\n}", &["@a/b"]);
    }

    #[test]
    fn names_that_scripts_compute() {
        let check = |text: &str, expected: &[&str]| {
            let mut found = Vec::new();
            computed(text, &mut |start| found.push(start.to_owned()));
            assert_eq!(found, expected, "{text}");
        };
        check("import a from b; import('./a'); require(\"b\"); import(`c`, { with: d });", &[]);
        check("import(a); require (b.c); vi.importActual<typeof import('./d')>(d)", &["", "", ""]);
        check("import(/* @vite-ignore */ `./a/${b}.js`); require('./c/' + d);", &["./a/", "./c/"]);
        check("vi.importActual<typeof import('./d')>('./d'); jest.requireActual('e')", &[]);
        check("function require(a) {} requireAuth(b); __webpack_require__(c); reimport(d)", &[]);
        check("const load = module.createRequire(a); load(b); load('c');", &[""]);
        check("['./a', './b'].map(require); import(\n  // ignored\n  './c')", &[""]);
        check("// import() and require(...) load; import.meta.url; require.resolve(a)", &[]);
    }
}
