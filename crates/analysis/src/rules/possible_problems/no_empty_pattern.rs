//! `no-empty-pattern`: disallow empty destructuring patterns.
//!
//! An empty pattern creates no variable. Often a default value was meant: `{ a = {} }` instead of `{ a: {} }`.
//!
//! Options: `{ allowObjectPatternsAsParameters: false }`; with `true`, a parameter can be `{}` or `{} = {}`.
//!
//! ```js fails
//! const { options: {} } = config;
//! ```
//!
//! ```js passes
//! const { options = {} } = config;
//! ```

use crate::rules::helpers::variables::typed;
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "no-empty-pattern",
    recommended: true,
    messages: &[("unexpected", "Unexpected empty {{type}} pattern.")],
    types: &[
        AstType::ObjectPattern,
        AstType::ArrayPattern,
        AstType::ObjectAssignmentTarget,
        AstType::ArrayAssignmentTarget,
    ],
    run: Run::Configured(|options| {
        let key = "allowObjectPatternsAsParameters";
        let parameters = options.only_object(&[key])?.bool(key, false)?;
        Ok(Check::nodes(move |node, ctx| {
            let (span, of) = match node.kind() {
                AstKind::ObjectPattern(pattern) if pattern.is_empty() => {
                    if parameters && is_allowed(node, ctx) {
                        return;
                    }
                    (pattern.span, "object")
                }
                AstKind::ArrayPattern(pattern) if pattern.is_empty() => (pattern.span, "array"),
                AstKind::ObjectAssignmentTarget(target) if target.is_empty() => (target.span, "object"),
                AstKind::ArrayAssignmentTarget(target)
                    if target.elements.is_empty() && target.rest.is_none() =>
                {
                    (target.span, "array")
                }
                _ => return,
            };
            ctx.report(typed(span, ctx.nodes().parent_kind(node.id()), ctx), "unexpected").data("type", of);
        }))
    }),
    ..Rule::DEFAULT
};

/// Whether a pattern is a parameter of a function, without a default value or with `{}`.
fn is_allowed<'a>(node: &AstNode<'a>, ctx: &Context<'a>) -> bool {
    let parent = ctx.nodes().parent_node(node.id());
    let AstKind::FormalParameter(parameter) = parent.kind() else { return false };
    let list = ctx.nodes().parent_node(parent.id());
    let is_function = match ctx.nodes().parent_kind(list.id()) {
        AstKind::ArrowFunctionExpression(_) => true,
        AstKind::Function(function) => function.body.is_some(),
        _ => false,
    };
    is_function
        && match parameter.initializer.as_deref().map(Expression::without_parentheses) {
            None => true,
            Some(Expression::ObjectExpression(object)) => object.properties.is_empty(),
            Some(_) => false,
        }
}
