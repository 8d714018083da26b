//! `agent/no-forbidden-write`: disallow writes to paths that are not the code's.
//!
//! The rule finds calls such as `vfs.writeFile("/core/a.js", text)`: by the name of the method, and by a path that
//! stands in the code. It follows methods through variables, patterns, `call`, `apply`, `bind` and `Reflect.apply`.
//! Other objects have methods such as `delete` and `put` too. Those of `headers`, `cache` and the like do not count.
//!
//! What it cannot see: paths that are computed, and methods that get other names through objects and calls.
//!
//! Options: `{ paths: [], except: [], methods: [] }`. `paths` has globs of absolute paths that code must not write, and
//! `except` those of them that it may. `methods` has further methods that write the file of their first argument.
//!
//! ```js fails [{ "paths": ["/core/**"] }]
//! vfs.writeFile("/core/" + "loop.js", text);
//! ```
//!
//! ```js passes [{ "paths": ["/core/**"] }]
//! vfs.writeFile("/notes/today.md", text); vfs.readFile("/core/loop.js");
//! ```

use fast_glob::glob_match;

use crate::rules::prelude::*;

/// Methods that write the file of their first argument.
const FIRST: [&str; 43] = [
    "appendFile", "appendFileSync", "chmod", "chmodSync", "chown", "chownSync", "createSync",
    "createWriteStream", "lchown", "lchownSync", "lutimes", "lutimesSync", "mkdir", "mkdirSync", "mkdtemp",
    "mkdtempSync", "outputFile", "outputFileSync", "outputJson", "outputJsonSync", "rename", "renameSync", "rm", "rmSync",
    "rmdir", "rmdirSync", "truncate", "truncateSync", "unlink", "unlinkSync", "utimes", "utimesSync", "write_file",
    "writeFile", "writeFileSync", "writeJson", "writeJsonSync", "writeJSON", "writeText", "writeTextFile",
    "writeTextFileSync", "deleteFile", "removeFile",
];
/// Methods that write the file of their second argument.
const SECOND: [&str; 12] = [
    "copy", "copyFile", "copyFileSync", "cp", "cpSync", "link", "linkSync", "rename", "renameSync", "symlink", "symlinkSync",
    "move",
];
/// Methods that write a file if their first argument looks like a path.
const MAYBE: [&str; 7] = ["append", "create", "delete", "move", "put", "remove", "write"];
/// Names of objects that have such methods and no files.
const OTHERS: [&str; 58] = [
    "$", "agent", "api", "app", "axios", "body", "buffer", "cache", "classList", "client", "clipboard", "console",
    "el", "element", "fastify", "fetcher", "form", "formData", "handlers", "hash", "headers", "history", "http",
    "https", "jQuery", "list", "listeners", "log", "logger", "Map", "map", "md", "mock", "nock", "page", "params",
    "query", "req", "request", "res", "response", "router", "searchParams", "server", "Set", "set", "socket",
    "stderr", "stdout", "stream", "style", "supertest", "term", "terminal", "timers", "urls", "watchers", "writer",
];
/// Methods in [`SECOND`] whose names are common words, so that only those of an object count.
const COMMON: [&str; 3] = ["copy", "link", "move"];
/// Flags of `open` that allow to write.
const WRITING: [&str; 13] =
    ["a", "a+", "as", "as+", "ax", "ax+", "r+", "rs+", "w", "w+", "wx", "wx+", "xw"];
/// Methods that open a file, which their second argument may allow to write.
const OPENS: [&str; 2] = ["open", "openSync"];

pub(crate) const RULE: Rule = Rule {
    id: "agent/no-forbidden-write",
    messages: &[("unexpected", "Unexpected write to '{{path}}'.")],
    run: Run::Configured(|options| {
        let options = options.only_object(&["paths", "except", "methods"])?;
        let (paths, excepted) = (options.texts("paths")?, options.texts("except")?);
        let methods = options.texts("methods")?;
        Ok(Check::file(move |ctx| {
            for call in &ctx.reached().text_calls {
                let name = call.method.as_str();
                let first = FIRST.contains(&name) || methods.iter().any(|method| method == name);
                let is_other = call.object.as_deref().is_some_and(|object| OTHERS.contains(&object));
                let maybe = MAYBE.contains(&name) && !is_other;
                let opens = OPENS.contains(&name) && writes(call.arguments.get(1));
                let is_method = call.object.is_some() || !COMMON.contains(&name);
                let second = SECOND.contains(&name) && is_method && !is_other;
                for (index, is_certain, is_path) in [(0, first || opens, maybe), (1, second && name != "move", second)] {
                    for (span, path) in call.arguments.get(index).into_iter().flatten() {
                        if !(is_certain || (is_path && looks_like_path(path))) {
                            continue;
                        }
                        let path = absolute(path);
                        let is_forbidden = paths.iter().any(|glob| glob_match(glob, &path))
                            && !excepted.iter().any(|glob| glob_match(glob, &path));
                        if is_forbidden {
                            ctx.report(*span, "unexpected").data("path", path);
                        }
                    }
                }
            }
        }))
    }),
    ..Rule::DEFAULT
};

/// Whether the flags of `open` allow to write.
fn writes(flags: Option<&Vec<(Span, String)>>) -> bool {
    flags.into_iter().flatten().any(|(_, flags)| WRITING.contains(&flags.as_str()))
}

fn looks_like_path(text: &str) -> bool {
    ["/", "./", "../"].iter().any(|start| text.starts_with(start)) || without_scheme(text) != text
}

/// The path of a URL of a file.
fn without_scheme(text: &str) -> &str {
    let scheme = text.get(..5).filter(|scheme| scheme.eq_ignore_ascii_case("file:"));
    let Some(rest) = scheme.and_then(|_| text.get(5..)) else { return text };
    match rest.strip_prefix("//") {
        Some(rest) => rest.find('/').map_or("", |at| &rest[at..]),
        None => rest,
    }
}

/// A path without `.`, `..` and double slashes, from the root on.
fn absolute(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in without_scheme(path).split(['/', '\\']) {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    format!("/{}", parts.join("/"))
}
