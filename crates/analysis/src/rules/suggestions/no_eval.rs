//! `no-eval`: disallow the use of `eval()`.
//!
//! `eval` runs text as code: called directly, indirectly, or through the global object.
//!
//! ```js fails
//! eval('a + b');
//! ```
//!
//! ```js passes
//! const sum = a + b;
//! ```

use crate::rules::helpers::access::Access;

use crate::model::Model;
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "no-eval",
    messages: &[("unexpected", "eval can be harmful.")],
    types: &[AstType::IdentifierReference, AstType::StaticMemberExpression, AstType::ComputedMemberExpression],
    run: Run::Nodes(|node, ctx| {
        if let Some(span) = found(node, ctx) {
            ctx.report(span, "unexpected");
        }
    }),
    ..Rule::DEFAULT
};

fn found<'a>(node: &AstNode<'a>, model: &Model<'a>) -> Option<Span> {
    match node.kind() {
        AstKind::IdentifierReference(identifier) => {
            (identifier.name == "eval" && model.is_global(identifier)).then_some(identifier.span)
        }
        kind => {
            let access = Access::of_node(kind, model)?;
            (access.name == "eval" && access.is_of_global(model)).then_some(access.span)
        }
    }
}
