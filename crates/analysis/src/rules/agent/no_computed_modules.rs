//! `verdict/no-computed-modules`: disallow modules whose name is only known when the code runs.
//!
//! Such a module could be any.
//!
//! ```js fails
//! import(name);
//! ```
//!
//! ```js passes
//! const name = './a.js';
//! import(name);
//! ```

use crate::rules::helpers::specifiers::{Specifier, specifier};

use crate::model::Model;
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "verdict/no-computed-modules",
    messages: &[("unexpected", "Which module this is cannot be told.")],
    types: &[AstType::ImportDeclaration, AstType::ExportFromDeclaration, AstType::ExportAllDeclaration, AstType::TSImportEqualsDeclaration, AstType::ImportExpression, AstType::CallExpression],
    run: Run::Nodes(|node, ctx| {
        if let Some(span) = found(node, ctx) {
            ctx.report(span, "unexpected");
        }
    }),
    ..Rule::DEFAULT
};

fn found<'a>(node: &AstNode<'a>, model: &Model<'a>) -> Option<Span> {
    match specifier(node, model)? {
        Specifier::Computed(span) => Some(span),
        Specifier::Known(..) => None,
    }
}
