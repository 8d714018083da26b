//! `verdict/no-eval-modules`: disallow modules that run texts as code, and modules that are such a text.
//!
//! `node:vm` runs a text; a `data:` address is one.
//!
//! ```js fails
//! import('data:text/javascript,run()');
//! ```
//!
//! ```js passes
//! import('./data.js');
//! ```

use crate::rules::helpers::specifiers::{Specifier, built_in, scheme, specifier};

/// Modules of Node that run text as code.
const BUILT_IN: [&str; 6] = ["child_process", "inspector", "module", "repl", "vm", "worker_threads"];
/// Schemes of modules whose text was not verified.
const SCHEMES: [&str; 7] = ["data", "blob", "javascript", "http", "https", "ftp", "//"];

use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "verdict/no-eval-modules",
    messages: &[("unexpected", "Unexpected import of '{{name}}'.")],
    types: &[AstType::ImportDeclaration, AstType::ExportFromDeclaration, AstType::ExportAllDeclaration, AstType::TSImportEqualsDeclaration, AstType::ImportExpression, AstType::CallExpression],
    run: Run::Nodes(|node, ctx| {
        if let Some(Specifier::Known(name, span)) = specifier(node, ctx)
            && makes_code(&name)
        {
            ctx.report(span, "unexpected").data("name", name.chars().take(80).collect::<String>());
        }
    }),
    ..Rule::DEFAULT
};

fn makes_code(specifier: &str) -> bool {
    BUILT_IN.contains(&built_in(specifier))
        || scheme(specifier).is_some_and(|scheme| SCHEMES.contains(&scheme.as_str()))
}
