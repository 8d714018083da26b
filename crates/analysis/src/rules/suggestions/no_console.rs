//! `no-console`: disallow the use of `console`.
//!
//! Messages to the console are often left over from a search for an error.
//!
//! Options: `{ allow: ["warn", "error"] }`, the methods that can be used.
//!
//! ```js fails
//! console.log(total);
//! ```
//!
//! ```js passes [{ "allow": ["error"] }]
//! console.error(total);
//! ```

use crate::rules::helpers::fixes::{continues, has_statements};
use crate::rules::helpers::keys::static_value;
use crate::rules::helpers::tokens::{next_token, previous_end};
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "no-console",
    kind: Kind::Suggestion,
    has_suggestions: true,
    messages: &[
        ("unexpected", "Unexpected console statement."),
        ("limited", "Unexpected console statement. Only these console methods are allowed: {{ allowed }}."),
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
        Ok(Check::nodes(move |node, ctx| {
            let (object, name, key) = match node.kind() {
                AstKind::StaticMemberExpression(member) => {
                    let name = member.property.name.as_str();
                    (&member.object, Some(name.into()), Some(name))
                }
                AstKind::ComputedMemberExpression(member) => {
                    (&member.object, static_value(&member.expression), None)
                }
                AstKind::PrivateFieldExpression(member) => {
                    (&member.object, None, Some(member.field.name.as_str()))
                }
                _ => return,
            };
            let is_console = matches!(object.without_parentheses(), Expression::Identifier(identifier)
                if identifier.name == "console" && ctx.is_unresolved(identifier));
            let is_allowed = || name.is_some_and(|name| allowed.iter().any(|allowed| *allowed == name));
            if is_console && !is_allowed() {
                report(node, key, &allowed, ctx);
            }
        }))
    }),
    ..Rule::DEFAULT
};

fn report<'a>(node: &AstNode<'a>, key: Option<&str>, allowed: &[String], ctx: &Context<'a>) {
    let span = node.kind().span();
    let report = if allowed.is_empty() {
        ctx.report(span, "unexpected")
    } else {
        ctx.report(span, "limited").data("allowed", allowed.join(", "))
    };
    let Some(statement) = statement_of(node, ctx) else { return };
    let (id, data) = match key {
        Some(key) => ("removeConsole", vec![("propertyName", key.to_owned())]),
        None => ("removeMethodCall", Vec::new()),
    };
    drop(report.suggest_with(id, data, vec![Edit::remove(statement)]));
}

/// The statement that is a call of a member, if it can go.
fn statement_of<'a>(node: &AstNode<'a>, ctx: &Context<'a>) -> Option<Span> {
    let parent = ctx.parent(node.id());
    let AstKind::CallExpression(call) = parent.kind() else { return None };
    if call.callee.without_parentheses().span() != node.kind().span() {
        return None;
    }
    let statement = ctx.parent(parent.id());
    let AstKind::ExpressionStatement(found) = statement.kind() else { return None };
    if !has_statements(ctx.nodes().parent_kind(statement.id())) {
        return None;
    }
    let before = &ctx.source()[..previous_end(found.span.start, ctx) as usize];
    let after = &ctx.source()[next_token(found.span.end, ctx) as usize..];
    let runs_on = continues(after)
        && !after.starts_with("++")
        && !after.starts_with("--")
        && !before.is_empty()
        && !before.ends_with([':', ';', '{']);
    (!runs_on).then_some(found.span)
}
