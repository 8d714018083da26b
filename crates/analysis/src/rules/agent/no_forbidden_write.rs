//! `agent/no-forbidden-write`: disallow writes to paths that are not the code's.
//!
//! The rule finds calls such as `vfs.writeFile("/core/a.js", text)`: by the name of the method, and by a path that
//! stands in the code.
//!
//! What it cannot see: paths that are computed, and methods under other names.
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

use crate::rules::helpers::static_text::static_text;
use crate::rules::prelude::*;

/// Methods that write the file of their first argument.
const METHODS: [&str; 25] = [
    "appendFile", "appendFileSync", "cp", "cpSync", "createWriteStream", "mkdir", "mkdirSync", "rename", "renameSync",
    "rm", "rmSync", "rmdir", "rmdirSync", "symlink", "symlinkSync", "truncate", "truncateSync", "unlink", "unlinkSync",
    "writeFile", "writeFileSync", "writeJson", "writeText", "writeTextFile", "writeTextFileSync",
];
/// Methods that write a file if their first argument looks like a path.
const MAYBE: [&str; 6] = ["append", "delete", "move", "put", "remove", "write"];
/// Methods that write the file of their second argument too.
const SECOND: [&str; 10] = [
    "copy", "copyFile", "copyFileSync", "cp", "cpSync", "move", "rename", "renameSync", "symlink", "symlinkSync",
];

pub(crate) const RULE: Rule = Rule {
    id: "agent/no-forbidden-write",
    messages: &[("unexpected", "Unexpected write to '{{path}}'.")],
    types: &[AstType::CallExpression],
    run: Run::Configured(|options| {
        let options = options.only_object(&["paths", "except", "methods"])?;
        let (paths, excepted) = (options.texts("paths")?, options.texts("except")?);
        let methods = options.texts("methods")?;
        Ok(Check::nodes(move |node, ctx| {
            let AstKind::CallExpression(call) = node.kind() else { return };
            let callee = call.callee.get_inner_expression();
            let name = match callee {
                Expression::Identifier(identifier) => Some(identifier.name.as_str()),
                other => other.get_member_expr().and_then(MemberExpression::static_property_name),
            };
            let Some(name) = name else { return };
            let may_write = MAYBE.contains(&name);
            let writes = METHODS.contains(&name) || methods.iter().any(|method| method == name);
            let arguments = [(0, writes || may_write), (1, SECOND.contains(&name))];
            for (index, _) in arguments.into_iter().filter(|(_, writes)| *writes) {
                let argument = call.arguments.get(index).and_then(Argument::as_expression);
                let Some((span, path)) = argument.and_then(|one| Some((one.span(), static_text(one, ctx)?))) else {
                    continue;
                };
                let looks_like_path = ["/", "./", "../", "file:"].iter().any(|start| path.starts_with(start));
                if !(looks_like_path || (writes && index == 0)) {
                    continue;
                }
                let path = absolute(&path);
                if excepted.iter().any(|glob| glob_match(glob, &path)) {
                    continue;
                }
                if paths.iter().any(|glob| glob_match(glob, &path)) {
                    ctx.report(span, "unexpected").data("path", path);
                }
            }
        }))
    }),
    ..Rule::DEFAULT
};

/// A path without `.`, `..` and double slashes, from the root on.
fn absolute(path: &str) -> String {
    let path = path.strip_prefix("file://").unwrap_or(path);
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split(['/', '\\']) {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    format!("/{}", parts.join("/"))
}
