//! Member accesses by a literal name, in particular of the global object.

use std::borrow::Cow;

use oxc_ast::AstKind;
use oxc_ast::ast::{ComputedMemberExpression, Expression, MemberExpression, StaticMemberExpression};
use oxc_span::{GetSpan, Span};

use super::static_text::static_text;
use crate::model::Model;

/// Names of the global object.
pub(crate) const GLOBAL_OBJECTS: [&str; 4] = ["globalThis", "self", "window", "global"];

/// Maximum length of a `window.window` chain; longer ones count as the global object.
const MAX_LINKS: usize = 32;

/// `object.name` or `object['name']`.
pub(crate) struct Access<'n, 'a> {
    pub(crate) object: &'n Expression<'a>,
    pub(crate) name: Cow<'a, str>,
    /// Span of the name, without brackets.
    pub(crate) span: Span,
}

impl<'n, 'a> Access<'n, 'a> {
    /// The member access at a node.
    pub(crate) fn of_node(kind: AstKind<'a>, model: &Model<'a>) -> Option<Access<'a, 'a>> {
        match kind {
            AstKind::StaticMemberExpression(member) => Some(Access::fixed(member)),
            AstKind::ComputedMemberExpression(member) => Access::computed(member, model),
            _ => None,
        }
    }

    /// The member access of an expression, through parentheses, type assertions and optional chains.
    pub(crate) fn of_expression(expression: &'n Expression<'a>, model: &Model<'a>) -> Option<Access<'n, 'a>> {
        match expression.get_member_expr()? {
            MemberExpression::StaticMemberExpression(member) => Some(Access::fixed(member)),
            MemberExpression::ComputedMemberExpression(member) => Access::computed(member, model),
            MemberExpression::PrivateFieldExpression(_) => None,
        }
    }

    fn fixed(member: &'n StaticMemberExpression<'a>) -> Access<'n, 'a> {
        let name = Cow::Borrowed(member.property.name.as_str());
        Access { object: &member.object, name, span: member.property.span }
    }

    fn computed(member: &'n ComputedMemberExpression<'a>, model: &Model<'a>) -> Option<Access<'n, 'a>> {
        let name = static_text(&member.expression, model)?;
        Some(Access { object: &member.object, name, span: member.expression.span() })
    }

    /// Whether the object is the global object.
    pub(crate) fn is_of_global(&self, model: &Model<'a>) -> bool {
        self.is_of(&[], model)
    }

    /// Whether the object is the global object, under a usual name or one of `names`, also as
    /// `window.window`.
    pub(crate) fn is_of(&self, names: &[String], model: &Model<'a>) -> bool {
        let known = |name: &str| GLOBAL_OBJECTS.contains(&name) || names.iter().any(|it| it == name);
        let mut object = self.object;
        for _ in 0..MAX_LINKS {
            if let Expression::Identifier(identifier) = object.get_inner_expression() {
                return known(&identifier.name) && model.is_global(identifier);
            }
            match Access::of_expression(object, model) {
                Some(outer) if known(&outer.name) => object = outer.object,
                _ => return false,
            }
        }
        true
    }
}

/// The name of the global that an expression refers to, directly or as a property of the global object.
pub(crate) fn global_name<'a>(expression: &Expression<'a>, model: &Model<'a>) -> Option<Cow<'a, str>> {
    if let Expression::Identifier(identifier) = expression.get_inner_expression() {
        return model.is_global(identifier).then(|| Cow::Borrowed(identifier.name.as_str()));
    }
    let access = Access::of_expression(expression, model)?;
    access.is_of_global(model).then_some(access.name)
}
