//! `no-delete-var`: disallow deleting variables.
//!
//! `delete` is for properties. With a variable it does nothing, and modules refuse it.
//!
//! ```cjs fails
//! var cache = {}; delete cache;
//! ```
//!
//! ```cjs passes
//! var cache = {}; delete cache.user;
//! ```

use oxc_syntax::operator::UnaryOperator;

use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "no-delete-var",
    kind: Kind::Suggestion,
    recommended: true,
    messages: &[("unexpected", "Variables should not be deleted.")],
    types: &[AstType::UnaryExpression],
    applies: |ctx| !ctx.source_type.is_module(),
    run: Run::Nodes(|node, ctx| {
        if let AstKind::UnaryExpression(unary) = node.kind()
            && unary.operator == UnaryOperator::Delete
            && matches!(unary.argument.without_parentheses(), Expression::Identifier(_))
        {
            ctx.report(unary.span, "unexpected");
        }
    }),
    ..Rule::DEFAULT
};
