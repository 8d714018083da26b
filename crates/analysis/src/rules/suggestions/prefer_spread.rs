//! `prefer-spread`: require the spread operator in place of `.apply()`.
//!
//! ```js fails
//! const most = Math.max.apply(Math, numbers);
//! ```
//!
//! ```js passes
//! const most = Math.max(...numbers); report.apply(other, numbers);
//! ```

use crate::rules::helpers::access::Access;
use crate::rules::helpers::constant::is_null_or_undefined;
use crate::rules::helpers::token_text::token_text;
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "prefer-spread",
    kind: Kind::Suggestion,
    messages: &[("preferSpread", "Use the spread operator instead of '.apply()'.")],
    types: &[AstType::CallExpression],
    run: Run::Nodes(|node, ctx| {
        let AstKind::CallExpression(call) = node.kind() else { return };
        let [first, second] = call.arguments.as_slice() else { return };
        let (Some(this), Some(list)) = (first.as_expression(), second.as_expression()) else { return };
        if matches!(list.without_parentheses(), Expression::ArrayExpression(_)) {
            return;
        }
        let Some(access) = Access::of_expression(&call.callee, ctx).filter(|access| access.name == "apply") else {
            return;
        };
        let applied = match access.object.without_parentheses() {
            Expression::ChainExpression(chain) => chain.expression.as_member_expression(),
            applied => applied.as_member_expression(),
        };
        let tokens = |of: &Expression<'_>| token_text(of.without_parentheses().span(), ctx);
        let is_same = match applied {
            Some(applied) => tokens(applied.object()) == tokens(this),
            None => is_null_or_undefined(this, ctx),
        };
        if is_same {
            drop(ctx.report(call.span, "preferSpread"));
        }
    }),
    ..Rule::DEFAULT
};
