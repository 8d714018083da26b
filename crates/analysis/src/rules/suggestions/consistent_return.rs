//! `consistent-return`: require `return` statements to either always or never specify values.
//!
//! A function that returns a value on some paths only gives `undefined` on the others, which is rarely meant.
//!
//! Options: `{ treatUndefinedAsUnspecified: false }`; with `true`, `return undefined` and `return void 0` count as no value.
//!
//! ```js fails
//! function find(list) { if (list.length) { return list[0]; } }
//! ```
//!
//! ```js passes
//! function find(list) { return list.length ? list[0] : null; }
//! ```

use crate::rules::helpers::completion::ends;
use crate::rules::helpers::measure::Function as Named;
use crate::rules::helpers::results::{arrow_token, is_void};
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "consistent-return",
    kind: Kind::Suggestion,
    messages: &[
        ("missingReturn", "Expected to return a value at the end of {{name}}."),
        ("missingReturnValue", "{{name}} expected a return value."),
        ("unexpectedReturnValue", "{{name}} expected no return value."),
    ],
    types: &[AstType::ReturnStatement],
    run: Run::Configured(|options| {
        let key = "treatUndefinedAsUnspecified";
        let undefined = options.only_object(&[key])?.bool(key, false)?;
        Ok(Check::file(move |ctx| {
            for node in ctx.nodes_of(AstType::Function).chain(ctx.nodes_of(AstType::ArrowFunctionExpression)) {
                let body = match node.kind() {
                    AstKind::Function(function) => function.body.as_deref(),
                    AstKind::ArrowFunctionExpression(arrow) => arrow.body.as_function_body(),
                    _ => None,
                };
                if let Some(body) = body {
                    check(&body.statements, Some(node), undefined, ctx);
                }
            }
            check(&ctx.nodes().program().body, None, undefined, ctx);
        }))
    }),
    ..Rule::DEFAULT
};

fn check<'a>(statements: &'a [Statement<'a>], node: Option<&'a AstNode<'a>>, undefined: bool, ctx: &Context<'a>) {
    let name = || node.map_or("Program".to_owned(), |node| Named::any(node, ctx).name());
    // Whether the first `return` has a value.
    let mut expected = None;
    let end = ends(statements, ctx, &mut |statement, _| {
        let has_value = statement.argument.as_ref().is_some_and(|value| {
            let is_undefined = matches!(value.without_parentheses(), Expression::Identifier(identifier)
                if identifier.name == "undefined");
            !(undefined && (is_undefined || is_void(value)))
        });
        let expected = *expected.get_or_insert(has_value);
        if expected != has_value {
            let message = if expected { "missingReturnValue" } else { "unexpectedReturnValue" };
            ctx.report(statement.span, message).data("name", name());
        }
    });
    if expected != Some(true) || !end {
        return;
    }
    let Some(node) = node else {
        ctx.report(Span::empty(0), "missingReturn").data("name", "program").start_only();
        return;
    };
    if let Some(span) = place(node, ctx) {
        let mut name = name();
        name[..1].make_ascii_lowercase();
        ctx.report(span, "missingReturn").data("name", name);
    }
}

/// Where a function is reported; nowhere if it is a constructor.
fn place<'a>(node: &AstNode<'a>, ctx: &Context<'a>) -> Option<Span> {
    let function = match node.kind() {
        AstKind::ArrowFunctionExpression(arrow) => return Some(arrow_token(arrow, ctx)),
        AstKind::Function(function) => function,
        _ => return None,
    };
    let is_type = |name: &str| name.chars().next().is_some_and(|first| first.to_uppercase().eq([first]) && first.to_lowercase().ne([first]));
    if function.id.as_ref().is_some_and(|id| is_type(&id.name)) {
        return None;
    }
    match ctx.parent_kind(node.id()) {
        AstKind::MethodDefinition(method) if method.kind == MethodDefinitionKind::Constructor => None,
        AstKind::MethodDefinition(method) => Some(method.key.span()),
        AstKind::ObjectProperty(property) if property.method => Some(property.key.span()),
        AstKind::ObjectProperty(property) if property.kind != PropertyKind::Init => {
            // The parameters are the first token of such a function.
            Some(Span::sized(function.params.span.start, 1)).filter(|_| property.value.span() == function.span)
        }
        _ => Some(match &function.id {
            Some(id) => id.span,
            None if function.r#async => Span::sized(function.span.start, 5),
            None => Span::sized(function.span.start, 8),
        }),
    }
}
