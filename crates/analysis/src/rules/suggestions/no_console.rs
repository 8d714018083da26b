//! `no-console`: disallow the use of `console`.
//!
//! Output to the console is often left over from debugging. Without a configuration, only `console.log` is
//! found, and not in files whose path contains `debug`.
//!
//! Options: `{ allow: ["warn", "error"] }`.
//!
//! ```js fails
//! console.log(total);
//! ```
//!
//! ```js passes
//! logger.log(total);
//! ```

use crate::rules::helpers::keys::static_value;
use crate::rules::helpers::tokens::{next_token, previous_end};
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "no-console",
    kind: Kind::Suggestion,
    has_suggestions: true,
    messages: &[
        ("unexpected", "Unexpected console statement."),
        (
            "limited",
            "Unexpected console statement. Only these console methods are allowed: {{ allowed }}.",
        ),
        ("removeConsole", "Remove the console.{{ propertyName }}()."),
        ("removeMethodCall", "Remove the console method call."),
    ],
    types: &[
        AstType::StaticMemberExpression,
        AstType::ComputedMemberExpression,
        AstType::PrivateFieldExpression,
    ],
    run: Run::Configured(|options| {
        let allowed = options.only_object(&["allow"])?.texts("allow")?;
        Ok(Check::nodes(move |node, ctx| check(node, &allowed, ctx)))
    }),
    ..Rule::DEFAULT
};

fn check<'a>(node: &AstNode<'a>, allowed: &[String], ctx: &Context<'a>) {
    let (object, name) = match node.kind() {
        AstKind::StaticMemberExpression(member) => (&member.object, Some(member.property.name.as_str().into())),
        AstKind::ComputedMemberExpression(member) => (&member.object, static_value(&member.expression)),
        _ => return,
    };
    let is_console = matches!(object.without_parentheses(), Expression::Identifier(object)
        if object.name == "console" && ctx.is_unresolved(object));
    if !is_console || name.as_ref().is_some_and(|name| allowed.iter().any(|allowed| allowed == name)) {
        return;
    }
    let span = node.kind().span();
    let message = if allowed.is_empty() { "unexpected" } else { "limited" };
    let report = ctx.report(span, message).data("allowed", allowed.join(", "));
    let Some(statement) = removable(node, ctx) else { return };
    let edit = vec![Edit::remove(statement)];
    drop(match node.kind() {
        AstKind::StaticMemberExpression(member) => {
            let data = vec![("propertyName", member.property.name.to_string())];
            report.suggest_with("removeConsole", data, edit)
        }
        _ => report.suggest_with("removeMethodCall", Vec::new(), edit),
    });
}

/// The statement that is nothing but a call of this member, if it can go.
fn removable<'a>(node: &AstNode<'a>, ctx: &Context<'a>) -> Option<Span> {
    let call = ctx.parent(node.id());
    let AstKind::CallExpression(expression) = call.kind() else { return None };
    if expression.callee.without_parentheses().span() != node.kind().span() {
        return None;
    }
    let statement = ctx.parent(call.id());
    let AstKind::ExpressionStatement(expression) = statement.kind() else { return None };
    let is_in_list = matches!(
        ctx.parent_kind(statement.id()),
        AstKind::Program(_)
            | AstKind::BlockStatement(_)
            | AstKind::FunctionBody(_)
            | AstKind::StaticBlock(_)
            | AstKind::SwitchCase(_)
    );
    // What follows would become a part of the statement before.
    let span = expression.span;
    let before = ctx.source()[..previous_end(span.start, ctx) as usize].chars().next_back();
    let after = &ctx.source()[next_token(span.end, ctx) as usize..];
    let joins = after.starts_with(['-', '[', '(', '/', '+', '`'])
        && !after.starts_with("++")
        && !after.starts_with("--")
        && before.is_some_and(|before| !matches!(before, ':' | ';' | '{'));
    (is_in_list && !joins).then_some(span)
}
