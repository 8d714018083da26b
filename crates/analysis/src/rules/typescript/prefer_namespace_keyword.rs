//! `@typescript-eslint/prefer-namespace-keyword`: require `namespace` in place of `module` for a namespace.
//!
//! Modules of the language have the other word.
//!
//! ```ts fails
//! declare module Shapes {}
//! ```
//!
//! ```ts passes
//! declare namespace Shapes {} declare module 'shapes' {}
//! ```

use crate::rules::helpers::tokens::previous_end;
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "@typescript-eslint/prefer-namespace-keyword",
    kind: Kind::Suggestion,
    recommended: true,
    fixable: true,
    messages: &[(
        "useNamespace",
        "Use 'namespace' instead of 'module' to declare custom TypeScript modules.",
    )],
    types: &[AstType::TSNamespaceDeclaration],
    run: Run::Nodes(|node, ctx| {
        let AstKind::TSNamespaceDeclaration(declaration) = node.kind() else { return };
        let is_part = matches!(ctx.parent_kind(node.id()), AstKind::TSNamespaceDeclaration(_));
        if declaration.kind == TSNamespaceDeclarationKind::Module && !is_part {
            let end = previous_end(declaration.id.span.start, ctx);
            let word = Span::new(end.saturating_sub(6), end);
            drop(ctx.report(declaration.span, "useNamespace").fix(word, "namespace"));
        }
    }),
    ..Rule::DEFAULT
};
