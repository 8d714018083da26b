//! `no-prototype-builtins`: disallow calling some `Object.prototype` methods directly on objects.
//!
//! An object can lack `hasOwnProperty`, or have a property of that name.
//!
//! ```js fails
//! const has = data.hasOwnProperty('name');
//! ```
//!
//! ```js passes
//! const has = Object.hasOwn(data, 'name');
//! ```

use crate::rules::helpers::keys::static_member;
use crate::rules::helpers::precedence::precedence;
use crate::rules::helpers::same_reference::member_of;
use crate::rules::helpers::shadowing::is_shadowed;
use crate::rules::helpers::tokens::{next_token, punctuator};
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "no-prototype-builtins",
    recommended: true,
    has_suggestions: true,
    messages: &[
        ("prototypeBuildIn", "Do not access Object.prototype method '{{prop}}' from target object."),
        ("callObjectPrototype", "Call Object.prototype.{{prop}} explicitly."),
    ],
    types: &[AstType::CallExpression],
    run: Run::Nodes(|node, ctx| {
        let AstKind::CallExpression(call) = node.kind() else { return };
        let Some(member) = member_of(&call.callee) else { return };
        let Some(name) = static_member(member) else { return };
        if !matches!(name.as_ref(), "hasOwnProperty" | "isPrototypeOf" | "propertyIsEnumerable") {
            return;
        }
        let property = match member {
            MemberExpression::ComputedMemberExpression(member) => {
                member.expression.without_parentheses().span()
            }
            MemberExpression::StaticMemberExpression(member) => member.property.span,
            MemberExpression::PrivateFieldExpression(_) => return,
        };
        let report = ctx.report(property, "prototypeBuildIn").data("prop", name.as_ref());
        // With an optional chain, the call would no longer be left out.
        let is_chain = matches!(call.callee.without_parentheses(), Expression::ChainExpression(_));
        let is_super = matches!(member.object(), Expression::Super(_));
        if is_chain || is_super || call.optional || is_after_optional(&call.callee) || is_shadowed("Object", node, ctx)
        {
            return;
        }
        let Some(open) = open_parenthesis(call, ctx) else { return };
        let object = member.object().without_parentheses();
        let mut text = ctx.text(object.span()).to_owned();
        if precedence(object) <= 0 {
            text = format!("({text})");
        }
        if !call.arguments.is_empty() {
            text.push_str(", ");
        }
        let edits = vec![
            Edit::replace(member.span(), format!("Object.prototype.{name}.call")),
            Edit::insert(open.end, text),
        ];
        drop(report.suggest_with("callObjectPrototype", vec![("prop", name.into_owned())], edits));
    }),
    ..Rule::DEFAULT
};

/// Whether a part of a chain is optional.
fn is_after_optional(callee: &Expression<'_>) -> bool {
    let mut callee = callee.without_parentheses();
    loop {
        let (is_optional, left) = match callee {
            Expression::CallExpression(call) => (call.optional, &call.callee),
            callee => match callee.as_member_expression() {
                Some(member) => (member.optional(), member.object()),
                None => return false,
            },
        };
        if is_optional {
            return true;
        }
        callee = left.without_parentheses();
    }
}

/// The parenthesis before the arguments.
fn open_parenthesis(call: &CallExpression<'_>, ctx: &Context<'_>) -> Option<Span> {
    let from = call.type_arguments.as_ref().map_or(call.callee.span().end, |arguments| arguments.span.end);
    punctuator("(", next_token(from, ctx), ctx)
}
