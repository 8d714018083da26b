//! `@typescript-eslint/no-extra-non-null-assertion`: disallow a second `!`, or one before `?.`.
//!
//! ```ts fails
//! const size = list!!.size + list!?.length;
//! ```
//!
//! ```ts passes
//! const size = list!.size + list?.length;
//! ```

use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "@typescript-eslint/no-extra-non-null-assertion",
    recommended: true,
    fixable: true,
    messages: &[("noExtraNonNullAssertion", "Forbidden extra non-null assertion.")],
    types: &[AstType::TSNonNullExpression],
    run: Run::Nodes(|node, ctx| {
        let AstKind::TSNonNullExpression(assertion) = node.kind() else { return };
        let span = assertion.span;
        let is_extra = match ctx.parent_kind(node.id()) {
            AstKind::TSNonNullExpression(_) => true,
            AstKind::CallExpression(call) => call.optional && call.callee.span().contains_inclusive(span),
            AstKind::StaticMemberExpression(member) => member.optional,
            AstKind::PrivateFieldExpression(member) => member.optional,
            AstKind::ComputedMemberExpression(member) => {
                member.optional && member.object.span().contains_inclusive(span)
            }
            _ => false,
        };
        if is_extra {
            let mark = Span::new(span.end - 1, span.end);
            drop(ctx.report(span, "noExtraNonNullAssertion").fixes([Edit::remove(mark)]));
        }
    }),
    ..Rule::DEFAULT
};
