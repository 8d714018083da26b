//! `no-async-promise-executor`: disallow using an async function as a Promise executor.
//!
//! What such a function throws is lost: the promise neither resolves nor rejects.
//!
//! ```js fails
//! const read = new Promise(async (resolve) => resolve(await load()));
//! ```
//!
//! ```js passes
//! const read = new Promise((resolve) => load(resolve));
//! ```

use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "no-async-promise-executor",
    recommended: true,
    messages: &[("async", "Promise executor functions should not be async.")],
    types: &[AstType::NewExpression],
    run: Run::Nodes(|node, ctx| {
        let AstKind::NewExpression(new) = node.kind() else { return };
        let is_promise = matches!(new.callee.without_parentheses(), Expression::Identifier(callee)
            if callee.name == "Promise" && ctx.is_global(callee));
        if !is_promise {
            return;
        }
        let first = new.arguments.first().and_then(Argument::as_expression);
        let span = match first.map(Expression::without_parentheses) {
            Some(Expression::FunctionExpression(function)) if function.r#async => function.span,
            Some(Expression::ArrowFunctionExpression(function)) if function.r#async => function.span,
            _ => return,
        };
        ctx.report(Span::sized(span.start, 5), "async");
    }),
    ..Rule::DEFAULT
};
