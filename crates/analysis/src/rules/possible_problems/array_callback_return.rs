//! `array-callback-return`: enforce `return` statements in callbacks of array methods.
//!
//! `map` and its like use what the callback returns. Without a `return` they get `undefined`.
//!
//! Options, all `false` unless given: `allowImplicit` (`return;`), `checkForEach` (a callback of `forEach` returns nothing),
//! `allowVoid` (with `checkForEach`, `void` expressions).
//!
//! ```js fails
//! const sizes = boxes.map((box) => { box.size; });
//! ```
//!
//! ```js passes
//! const sizes = boxes.map((box) => { return box.size; });
//! ```

use std::borrow::Cow;

use crate::rules::helpers::completion::ends;
use crate::rules::helpers::keys::static_member;
use crate::rules::helpers::measure::Function as Named;
use crate::rules::helpers::results::{arrow_token, function_around, is_void, prepend_void, wrap_in_braces};
use crate::rules::prelude::*;

/// The methods that use what their callback returns, and `forEach`.
const METHODS: [&str; 14] = [
    "every", "filter", "find", "findIndex", "findLast", "findLastIndex", "flatMap", "forEach", "map", "reduce",
    "reduceRight", "some", "sort", "toSorted",
];

pub(crate) const RULE: Rule = Rule {
    id: "array-callback-return",
    has_suggestions: true,
    messages: &[
        ("expectedAtEnd", "{{arrayMethodName}}() expects a value to be returned at the end of {{name}}."),
        ("expectedInside", "{{arrayMethodName}}() expects a return value from {{name}}."),
        ("expectedReturnValue", "{{arrayMethodName}}() expects a return value from {{name}}."),
        ("expectedNoReturnValue", "{{arrayMethodName}}() expects no useless return value from {{name}}."),
        ("wrapBraces", "Wrap the expression in `{}`."),
        ("prependVoid", "Prepend `void` to the expression."),
    ],
    types: &[AstType::Function, AstType::ArrowFunctionExpression],
    run: Run::Configured(|options| {
        let options = options.only_object(&["allowImplicit", "checkForEach", "allowVoid"])?;
        let allowed = Allowed {
            implicit: options.bool("allowImplicit", false)?,
            for_each: !options.bool("checkForEach", false)?,
            void: options.bool("allowVoid", false)?,
        };
        Ok(Check::nodes(move |node, ctx| {
            if let Some(method) = method_of(node, ctx) {
                allowed.check(node, &method, ctx);
            }
        }))
    }),
    ..Rule::DEFAULT
};

struct Allowed {
    implicit: bool,
    for_each: bool,
    void: bool,
}

/// The method whose callback a function is.
fn method_of<'a>(node: &'a AstNode<'a>, ctx: &Context<'a>) -> Option<Cow<'a, str>> {
    let is_async = match node.kind() {
        AstKind::Function(function) if function.is_expression() && !function.generator => function.r#async,
        AstKind::ArrowFunctionExpression(arrow) => arrow.r#async,
        _ => return None,
    };
    let mut current = node;
    loop {
        let parent = ctx.parent(current.id());
        match parent.kind() {
            AstKind::LogicalExpression(_) | AstKind::ConditionalExpression(_) | AstKind::ChainExpression(_) => {
                current = parent;
            }
            AstKind::ReturnStatement(_) => {
                // What an immediately called function returns.
                let function = function_around(parent, ctx)?;
                let call = ctx.parent(function.id());
                let callee = match call.kind() {
                    AstKind::CallExpression(call) => &call.callee,
                    _ => return None,
                };
                if callee.without_parentheses().span() != function.kind().span() {
                    return None;
                }
                current = call;
            }
            AstKind::CallExpression(call) => {
                let span = current.kind().span();
                let is = |index: usize| {
                    let argument: Option<&Expression<'a>> = call.arguments.get(index).and_then(Argument::as_expression);
                    argument.is_some_and(|argument| argument.without_parentheses().span() == span)
                };
                let member = match call.callee.without_parentheses() {
                    Expression::ChainExpression(chain) => chain.expression.as_member_expression(),
                    callee => callee.as_member_expression(),
                }?;
                let name = static_member(member)?;
                let is_array = matches!(member.object().without_parentheses(), Expression::Identifier(object)
                    if object.name.ends_with("Array"));
                return match name.as_ref() {
                    "from" if is_array && is(1) && !is_async => Some(name),
                    "fromAsync" if is_array && is(1) => Some(name),
                    method if METHODS.contains(&method) && is(0) && !is_async => Some(name),
                    _ => None,
                };
            }
            _ => return None,
        }
    }
}

impl Allowed {
    fn check<'a>(&self, node: &'a AstNode<'a>, method: &str, ctx: &Context<'a>) {
        let is_for_each = method == "forEach";
        if is_for_each && self.for_each {
            return;
        }
        let function = Named::any(node, ctx);
        let report = |span: Span, message| {
            let mut name = function.name();
            name[..1].make_ascii_lowercase();
            let holder = if matches!(method, "from" | "fromAsync") { "Array" } else { "Array.prototype" };
            let method = format!("{holder}.{method}");
            ctx.report(span, message).data("name", name).data("arrayMethodName", method)
        };
        let body = match node.kind() {
            AstKind::Function(function) => function.body.as_deref(),
            AstKind::ArrowFunctionExpression(arrow) => {
                if let Some(value) = arrow.body.as_expression() {
                    if is_for_each && !(self.void && is_void(value)) {
                        let wrapped = wrap_in_braces(arrow, ctx);
                        let found = report(function.head(ctx), "expectedNoReturnValue");
                        let found = found.suggest_with("wrapBraces", Vec::new(), wrapped);
                        if self.void {
                            let edits = prepend_void(value, arrow_token(arrow, ctx).end, false, ctx);
                            drop(found.suggest_with("prependVoid", Vec::new(), edits));
                        }
                    }
                    return;
                }
                arrow.body.as_function_body()
            }
            _ => None,
        };
        let Some(body) = body else { return };
        let mut has_return = false;
        let end = ends(&body.statements, ctx, &mut |statement, _| {
            has_return = true;
            match &statement.argument {
                Some(value) if is_for_each => {
                    if self.void && is_void(value) {
                        return;
                    }
                    let found = report(statement.span, "expectedNoReturnValue");
                    if self.void {
                        let edits = prepend_void(value, statement.span.start + 6, true, ctx);
                        drop(found.suggest_with("prependVoid", Vec::new(), edits));
                    }
                }
                None if !is_for_each && !self.implicit => drop(report(statement.span, "expectedReturnValue")),
                _ => {}
            }
        });
        if end && !is_for_each {
            let message = if has_return { "expectedAtEnd" } else { "expectedInside" };
            drop(report(function.head(ctx), message));
        }
    }
}
