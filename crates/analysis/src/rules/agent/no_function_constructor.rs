//! `verdict/no-function-constructor`: disallow the `Function` constructor in other forms than a call by its name.
//!
//! `no-new-func` finds calls of `Function` by name. This rule finds where `Function` is stored or passed on
//! (`Reflect.construct(Function, …)`), and where it is reached through a function.
//!
//! ```js fails
//! (() => {}).constructor('return 1');
//! ```
//!
//! ```js passes
//! const isFunction = value instanceof Function;
//! ```

use oxc_syntax::operator::UnaryOperator;

use crate::rules::helpers::access::{Access, global_name};
use crate::model::Model;
use crate::rules::prelude::*;

/// Members of `Function` that create nothing.
const HARMLESS: [&str; 5] = ["prototype", "name", "length", "toString", "hasOwnProperty"];

pub(crate) const RULE: Rule = Rule {
    id: "verdict/no-function-constructor",
    messages: &[("unexpected", "The Function constructor is eval.")],
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
            let is_function = identifier.name == "Function" && model.is_global(identifier);
            (is_function && is_kept(node, identifier.span, model)).then_some(identifier.span)
        }
        kind => {
            let access = Access::of_node(kind, model)?;
            let reached = access.name == "constructor" && is_a_function(access.object, model);
            let kept =
                access.name == "Function" && access.is_of_global(model) && is_kept(node, kind.span(), model);
            (reached || kept).then_some(access.span)
        }
    }
}

/// Whether `Function` is used other than by a call (which `no-new-func` finds), a comparison, or a harmless
/// member.
fn is_kept<'a>(node: &AstNode<'a>, span: Span, model: &Model<'a>) -> bool {
    let parent = model.semantic.nodes().parent_kind(node.id());
    match parent {
        AstKind::CallExpression(call) => call.callee.span() != span,
        AstKind::NewExpression(new) => new.callee.span() != span,
        AstKind::UnaryExpression(unary) => unary.operator != UnaryOperator::Typeof,
        AstKind::BinaryExpression(binary) => {
            !(binary.operator.is_equality()
                || binary.operator.is_relational()
                || binary.operator.is_instance_of())
        }
        AstKind::StaticMemberExpression(_) | AstKind::ComputedMemberExpression(_) => {
            let Some(access) = Access::of_node(parent, model) else { return true };
            let by_no_new_func = matches!(access.name.as_ref(), "apply" | "bind" | "call");
            access.object.span() == span && !by_no_new_func && !HARMLESS.contains(&access.name.as_ref())
        }
        AstKind::TSTypeReference(_) | AstKind::TSTypeQuery(_) | AstKind::TSQualifiedName(_) => false,
        AstKind::TSInterfaceHeritage(_) | AstKind::TSClassImplements(_) | AstKind::ExpressionStatement(_) => {
            false
        }
        _ => true,
    }
}

/// Whether an expression is certainly a function, or derived from one.
fn is_a_function<'a>(expression: &Expression<'a>, model: &Model<'a>) -> bool {
    match expression.get_inner_expression() {
        Expression::ArrowFunctionExpression(_)
        | Expression::FunctionExpression(_)
        | Expression::ClassExpression(_) => true,
        // `Object.getPrototypeOf(async () => {})`
        Expression::CallExpression(call) => {
            let prototype = Access::of_expression(&call.callee, model)
                .is_some_and(|access| access.name == "getPrototypeOf");
            let first = call.arguments.first().and_then(|argument| argument.as_expression());
            prototype && first.is_some_and(|first| is_a_function(first, model))
        }
        inner => {
            let Some(access) = Access::of_expression(inner, model) else { return false };
            let of_function = global_name(access.object, model).is_some_and(|name| name == "Function");
            match access.name.as_ref() {
                "constructor" => true,
                "prototype" => of_function,
                "__proto__" => is_a_function(access.object, model),
                _ => false,
            }
        }
    }
}
