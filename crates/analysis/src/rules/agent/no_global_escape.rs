//! `verdict/no-global-escape`: disallow uses of the global object other than for a member by its name.
//!
//! `no-restricted-globals` finds accesses to the global object by a literal name. This rule finds every other
//! use: where the global object is destructured, stored, passed on, or accessed by a computed name.
//!
//! ```js fails
//! const { fetch } = globalThis;
//! ```
//!
//! ```js passes
//! const hasWindow = typeof window !== "undefined";
//! ```

use oxc_syntax::operator::{LogicalOperator, UnaryOperator};

use crate::rules::helpers::access::{Access, GLOBAL_OBJECTS};
use crate::rules::helpers::static_text::static_text;
use crate::model::Model;
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "verdict/no-global-escape",
    messages: &[("unexpected", "What is taken from the global object cannot be told.")],
    types: &[AstType::IdentifierReference, AstType::StaticMemberExpression, AstType::ComputedMemberExpression],
    run: Run::Nodes(|node, ctx| {
        if let Some(span) = found(node, ctx) {
            ctx.report(span, "unexpected");
        }
    }),
    ..Rule::DEFAULT
};

fn found<'a>(node: &AstNode<'a>, model: &Model<'a>) -> Option<Span> {
    {
        let span = match node.kind() {
            AstKind::IdentifierReference(identifier) => {
                let named = GLOBAL_OBJECTS.contains(&identifier.name.as_str());
                (named && model.is_global(identifier)).then_some(identifier.span)?
            }
            kind => {
                let access = Access::of_node(kind, model)?;
                let named = GLOBAL_OBJECTS.contains(&access.name.as_ref());
                (named && access.is_of_global(model)).then(|| kind.span())?
            }
        };
        escapes(node, model).then_some(span)
    }
}

/// Whether the global object is used other than for a member by name, or a test on it.
fn escapes<'a>(node: &AstNode<'a>, model: &Model<'a>) -> bool {
    let nodes = model.semantic.nodes();
    let mut span: Span = node.kind().span();
    let mut parent = nodes.parent_node(node.id());
    while is_transparent(parent.kind()) {
        span = parent.kind().span();
        parent = nodes.parent_node(parent.id());
    }
    match parent.kind() {
        AstKind::StaticMemberExpression(_) | AstKind::ExpressionStatement(_) => false,
        AstKind::ComputedMemberExpression(member) => {
            member.object.span() != span || static_text(&member.expression, model).is_none()
        }
        AstKind::UnaryExpression(unary) => {
            !matches!(unary.operator, UnaryOperator::Typeof | UnaryOperator::LogicalNot | UnaryOperator::Void)
        }
        AstKind::BinaryExpression(binary) => {
            !(binary.operator.is_equality() || binary.operator.is_relational() || binary.operator.is_in())
        }
        AstKind::IfStatement(statement) => statement.test.span() != span,
        AstKind::ConditionalExpression(conditional) => conditional.test.span() != span,
        AstKind::LogicalExpression(logical) => {
            !(logical.operator == LogicalOperator::And && logical.left.span() == span)
        }
        // Types.
        AstKind::TSTypeQuery(_) | AstKind::TSQualifiedName(_) | AstKind::TSTypeReference(_) => false,
        _ => true,
    }
}

/// Whether a node has the value of the node it contains.
const fn is_transparent(kind: AstKind<'_>) -> bool {
    matches!(
        kind,
        AstKind::ParenthesizedExpression(_)
            | AstKind::TSAsExpression(_)
            | AstKind::TSNonNullExpression(_)
            | AstKind::TSSatisfiesExpression(_)
            | AstKind::TSTypeAssertion(_)
            | AstKind::ChainExpression(_)
    )
}
