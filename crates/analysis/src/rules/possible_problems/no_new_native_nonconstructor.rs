//! `no-new-native-nonconstructor`: disallow `new` operators with global non-constructor functions.
//!
//! `Symbol` and `BigInt` are functions that cannot construct: `new` throws a `TypeError`.
//!
//! ```js fails
//! const key = new Symbol('key');
//! ```
//!
//! ```js passes
//! const key = Symbol('key');
//! ```

use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "no-new-native-nonconstructor",
    recommended: true,
    messages: &[("noNewNonconstructor", "`{{name}}` cannot be called as a constructor.")],
    types: &[AstType::NewExpression],
    run: Run::Nodes(|node, ctx| {
        if let AstKind::NewExpression(new) = node.kind()
            && let Expression::Identifier(callee) = new.callee.without_parentheses()
            && matches!(callee.name.as_str(), "Symbol" | "BigInt")
            && ctx.is_global(callee)
        {
            ctx.report(callee.span, "noNewNonconstructor").data("name", callee.name.as_str());
        }
    }),
    ..Rule::DEFAULT
};
