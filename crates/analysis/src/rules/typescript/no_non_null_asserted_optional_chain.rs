//! `@typescript-eslint/no-non-null-asserted-optional-chain`: disallow `!` after an optional chain.
//!
//! The chain can be `undefined` by design, and `!` says that it never is.
//!
//! ```ts fails
//! const size = list?.size!;
//! ```
//!
//! ```ts passes
//! const size = list?.size ?? 0;
//! ```

use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "@typescript-eslint/no-non-null-asserted-optional-chain",
    recommended: true,
    has_suggestions: true,
    messages: &[
        (
            "noNonNullOptionalChain",
            "Optional chain expressions can return undefined by design - using a non-null assertion is unsafe and wrong.",
        ),
        ("suggestRemovingNonNull", "You should remove the non-null assertion."),
    ],
    types: &[AstType::TSNonNullExpression],
    run: Run::Nodes(|node, ctx| {
        let AstKind::TSNonNullExpression(assertion) = node.kind() else { return };
        // `(a?.b)!` asserts the chain, which is then reported, and `a?.b!` ends it.
        let asserted = assertion.expression.without_parentheses();
        let is_end = matches!(ctx.parent_kind(node.id()), AstKind::ChainExpression(_));
        let span = match asserted {
            Expression::ChainExpression(chain) => chain.span,
            _ if is_end => assertion.span,
            _ => return,
        };
        let mark = Span::new(assertion.span.end - 1, assertion.span.end);
        let report = ctx.report(span, "noNonNullOptionalChain");
        drop(report.suggest("suggestRemovingNonNull", mark, ""));
    }),
    ..Rule::DEFAULT
};
