//! The names that a call chains: `test.only['each']` has three.

use oxc_ast::AstKind;
use oxc_ast::ast::{CallExpression, Expression, IdentifierName, PropertyKey, TemplateLiteral};
use oxc_span::{GetSpan, Span};
use oxc_syntax::node::NodeId;

use crate::lint::{Context, Edit};

/// Maximum number of names in a chain. Those of tests are short, and every call of a long chain has its own.
const MAX_LINKS: usize = 100;

/// A name in the code: an identifier, a string, or a template without expressions.
#[derive(Clone, Copy)]
pub(crate) struct Link<'a> {
    pub(crate) name: &'a str,
    pub(crate) span: Span,
    /// Whether it is an identifier, also one in brackets.
    pub(crate) is_identifier: bool,
    node: NodeId,
}

impl<'a> Link<'a> {
    /// The name that an expression is.
    pub(crate) fn of(expression: &'a Expression<'a>) -> Option<Link<'a>> {
        let (name, is_identifier) = match expression.without_parentheses() {
            Expression::Identifier(identifier) => (identifier.name.as_str(), true),
            expression => (text(expression)?, false),
        };
        let expression = expression.without_parentheses();
        Some(Link { name, span: expression.span(), is_identifier, node: expression.node_id() })
    }

    /// The name of a member or a key.
    pub(crate) fn of_identifier(name: &'a IdentifierName<'a>) -> Link<'a> {
        Link { name: name.name.as_str(), span: name.span, is_identifier: true, node: name.node_id() }
    }

    /// The name that a key is.
    pub(crate) fn of_key(key: &'a PropertyKey<'a>) -> Option<Link<'a>> {
        match key {
            PropertyKey::StaticIdentifier(key) => Some(Link::of_identifier(key)),
            key => Link::of(key.as_expression()?),
        }
    }

    /// The name of the member that an expression accesses.
    pub(crate) fn of_member(member: &'a Expression<'a>) -> Option<Link<'a>> {
        match member.without_parentheses() {
            Expression::StaticMemberExpression(member) => Some(Link::of_identifier(&member.property)),
            Expression::ComputedMemberExpression(member) => Link::of(&member.expression),
            _ => None,
        }
    }

    /// Its node.
    pub(crate) fn node(&self) -> NodeId {
        self.node
    }

    /// The edit that puts another name in its place.
    pub(crate) fn renamed(&self, name: &str) -> Edit {
        Edit::replace(self.span, if self.is_identifier { name.to_owned() } else { format!("'{name}'") })
    }

    /// Whether it is this identifier.
    pub(crate) fn is(&self, name: &str) -> bool {
        self.is_identifier && self.name == name
    }

    /// What the name is in.
    pub(crate) fn parent(&self, ctx: &Context<'a>) -> AstKind<'a> {
        ctx.parent_kind(self.node)
    }

    /// Whether it is the object or the property of a member.
    pub(crate) fn is_in_member(&self, ctx: &Context<'a>) -> bool {
        is_member(self.parent(ctx))
    }

    /// The call of the member that the name is in.
    pub(crate) fn call(&self, ctx: &Context<'a>) -> Option<&'a CallExpression<'a>> {
        let member = ctx.parent(self.node);
        let AstKind::CallExpression(call) = ctx.parent_kind(member.id()) else { return None };
        let is_callee = call.callee.without_parentheses().span() == member.kind().span();
        (is_member(member.kind()) && is_callee).then_some(call)
    }
}

/// Whether a node accesses a member.
pub(crate) fn is_member(kind: AstKind<'_>) -> bool {
    matches!(
        kind,
        AstKind::StaticMemberExpression(_)
            | AstKind::ComputedMemberExpression(_)
            | AstKind::PrivateFieldExpression(_)
    )
}

/// The text of a string, or of a template without expressions as it is written.
pub(crate) fn text<'a>(expression: &'a Expression<'a>) -> Option<&'a str> {
    match expression.without_parentheses() {
        Expression::StringLiteral(literal) => Some(literal.value.as_str()),
        Expression::TemplateLiteral(template) => template_text(template),
        _ => None,
    }
}

fn template_text<'a>(template: &'a TemplateLiteral<'a>) -> Option<&'a str> {
    match template.quasis.as_slice() {
        [quasi] => Some(quasi.value.raw.as_str()),
        _ => None,
    }
}

/// The names that a callee chains, through calls and tags; `None` if something else is among them.
pub(crate) fn links<'a>(callee: &'a Expression<'a>) -> Option<Vec<Link<'a>>> {
    let mut found = Vec::new();
    collect(callee, false, &mut found)?;
    found.reverse();
    Some(found)
}

/// The names of a callee joined with dots. Unlike [`links`], it also looks through `new`.
pub(crate) fn dotted(callee: &Expression<'_>) -> Option<String> {
    let mut found = Vec::new();
    collect(callee, true, &mut found)?;
    found.reverse();
    let names: Vec<&str> = found.iter().map(|link| link.name).collect();
    // The plugin joins nothing to an empty name.
    (found.len() == 1 || names.iter().all(|name| !name.is_empty())).then(|| names.join("."))
}

/// Adds the names of an expression, the last first.
fn collect<'a>(expression: &'a Expression<'a>, through_new: bool, found: &mut Vec<Link<'a>>) -> Option<()> {
    let mut expression = expression.without_parentheses();
    while found.len() < MAX_LINKS {
        if let Some(link) = Link::of(expression) {
            found.push(link);
            return Some(());
        }
        expression = match expression {
            Expression::TaggedTemplateExpression(tagged) => &tagged.tag,
            Expression::CallExpression(call) => &call.callee,
            Expression::NewExpression(new) if through_new => &new.callee,
            Expression::StaticMemberExpression(member) => {
                found.push(Link::of_identifier(&member.property));
                &member.object
            }
            Expression::ComputedMemberExpression(member) => {
                collect(&member.expression, through_new, found)?;
                &member.object
            }
            _ => return None,
        }
        .without_parentheses();
    }
    None
}
