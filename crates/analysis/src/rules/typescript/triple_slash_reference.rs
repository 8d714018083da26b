//! `@typescript-eslint/triple-slash-reference`: disallow comments that refer to files, in favour of `import`.
//!
//! Options: `{ lib: "always" | "never", path: "never" | "always", types: "prefer-import" | "always" | "never" }`.
//!
//! ```ts fails
//! /// <reference path="./globals.d.ts" />
//! use(size);
//! ```
//!
//! ```ts passes
//! import './globals.js';
//! ```

use crate::rules::helpers::tokens::first_statement;
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "@typescript-eslint/triple-slash-reference",
    kind: Kind::Suggestion,
    recommended: true,
    messages: &[(
        "tripleSlashReference",
        "Do not use a triple slash reference for {{module}}, use `import` style instead.",
    )],
    applies: |ctx| ctx.source().contains("<reference"),
    run: Run::Configured(|options| {
        let options = options.only_object(&["lib", "path", "types"])?;
        let lib = options.choice("lib", &["always", "never"])?;
        let path = options.choice("path", &["never", "always"])?;
        let types = options.choice("types", &["prefer-import", "always", "never"])?;
        Ok(Check::file(move |ctx| check([("lib", lib), ("path", path), ("types", types)], ctx)))
    }),
    ..Rule::DEFAULT
};

fn check(options: [(&'static str, &'static str); 3], ctx: &Context<'_>) {
    let first = first_statement(ctx).unwrap_or(u32::MAX);
    for comment in ctx.comments().iter().filter(|comment| comment.is_line() && comment.span.start < first) {
        let Some((kind, module)) = reference(ctx.text(comment.span)) else { continue };
        let option = options.iter().find(|(name, _)| *name == kind).map(|(_, option)| *option);
        let count = match option {
            Some("never") => 1,
            Some("prefer-import") => imports(module, ctx),
            _ => 0,
        };
        for _ in 0..count {
            drop(ctx.report(comment.span, "tripleSlashReference").data("module", module));
        }
    }
}

/// The kind of a comment `/// <reference kind="module" />`, and its module.
fn reference(comment: &str) -> Option<(&str, &str)> {
    let rest = comment.strip_prefix("///")?.trim_start().strip_prefix("<reference")?.trim_start();
    let kind = ["types", "path", "lib"].into_iter().find(|kind| rest.starts_with(kind))?;
    let rest = rest[kind.len()..].trim_start().strip_prefix('=')?.trim_start();
    let quotes = ['"', '\'', '|'];
    let rest = rest.strip_prefix(quotes)?;
    Some((kind, &rest[..rest.rfind(quotes)?]))
}

/// The number of imports of a module.
fn imports(module: &str, ctx: &Context<'_>) -> usize {
    let imports = ctx.nodes_of(AstType::ImportDeclaration).chain(ctx.nodes_of(AstType::TSImportEqualsDeclaration));
    imports
        .filter(|node| match node.kind() {
            AstKind::ImportDeclaration(import) => import.source.value == module,
            AstKind::TSImportEqualsDeclaration(import) => match &import.module_reference {
                TSModuleReference::ExternalModuleReference(reference) => reference.expression.value == module,
                _ => false,
            },
            _ => false,
        })
        .count()
}
