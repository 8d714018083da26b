//! Assignments to a property `length`.

use oxc_ast::ast::{Expression, StaticMemberExpression};
use oxc_span::{GetSpan as _, Span};

/// The places of the dot and the name in front of which nothing but white space stands.
pub(super) fn of(member: &StaticMemberExpression<'_>, text: &str) -> Option<(u32, Span)> {
    if member.property.name != "length" || matches!(member.object, Expression::Super(_)) {
        return None;
    }
    let name = member.property.span;
    let before = text.get(member.object.span().end as usize..name.start as usize)?.trim_end();
    let dot = before.strip_suffix('.')?;
    let dot = member.object.span().end + u32::try_from(dot.len()).ok()?;
    (name.source_text(text) == "length").then_some((dot, name))
}
