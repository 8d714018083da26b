//! Whether code that comes to start a statement would continue the one before.

use oxc_ast::AstKind;
use oxc_semantic::AstNode;
use oxc_span::GetSpan;
use oxc_syntax::node::NodeId;

use super::tokens::previous_end;
use crate::lint::Context;

/// Whether a node is at the start of an expression statement.
pub(crate) fn starts_statement(node: &AstNode<'_>, ctx: &Context<'_>) -> bool {
    let start = node.kind().span().start;
    let mut outer = ctx.nodes().ancestor_kinds(node.id()).take_while(|kind| kind.span().start == start);
    outer.any(|kind| matches!(kind, AstKind::ExpressionStatement(_)))
}

/// Whether the token before a node would run on into `(`, `[` or a template that replaces the node.
pub(crate) fn needs_semicolon<'a>(node: &AstNode<'a>, ctx: &Context<'a>) -> bool {
    let end = previous_end(node.kind().span().start, ctx);
    let text = &ctx.source()[..end as usize];
    if text.is_empty() || text.ends_with([':', ';', '{']) {
        return false;
    }
    if ["=>", "++", "--"].iter().any(|token| text.ends_with(token)) {
        return false;
    }
    let before = node_at(node.id(), end - 1, ctx);
    let (kind, parent) = (before.kind(), ctx.parent(before.id()));
    let is_key =
        matches!(parent.kind(), AstKind::PropertyDefinition(field) if field.key.span() == kind.span());
    let is_field = matches!(kind, AstKind::PropertyDefinition(_)) && text.ends_with(']');
    if is_key || is_field {
        return false;
    }
    match text.chars().next_back() {
        Some(')') => !matches!(
            kind,
            AstKind::DoWhileStatement(_)
                | AstKind::ForInStatement(_)
                | AstKind::ForOfStatement(_)
                | AstKind::ForStatement(_)
                | AstKind::IfStatement(_)
                | AstKind::WhileStatement(_)
                | AstKind::WithStatement(_)
        ),
        Some('}') => match (kind, parent.kind()) {
            (AstKind::ObjectExpression(_), _) => true,
            (AstKind::ClassBody(_), AstKind::Class(class)) => class.is_expression(),
            (AstKind::FunctionBody(_), AstKind::Function(function)) => {
                function.is_expression()
                    && !matches!(ctx.parent_kind(parent.id()), AstKind::MethodDefinition(_))
            }
            _ => false,
        },
        Some('"' | '\'') => !matches!(
            parent.kind(),
            AstKind::ImportDeclaration(_)
                | AstKind::ExportAllDeclaration(_)
                | AstKind::ExportFromDeclaration(_)
        ),
        Some(last) if last.is_alphanumeric() || matches!(last, '_' | '$') => {
            !matches!(
                (kind, parent.kind()),
                (_, AstKind::BreakStatement(_) | AstKind::ContinueStatement(_))
                    | (
                        AstKind::BreakStatement(_)
                            | AstKind::ContinueStatement(_)
                            | AstKind::DebuggerStatement(_)
                            | AstKind::DoWhileStatement(_)
                            | AstKind::IfStatement(_)
                            | AstKind::ReturnStatement(_)
                            | AstKind::YieldExpression(_),
                        _
                    )
            ) && !matches!(parent.kind(), AstKind::VariableDeclarator(declarator) if declarator.init.is_none())
        }
        _ => true,
    }
}

/// The innermost node that contains an offset before a node.
fn node_at<'a>(before: NodeId, offset: u32, ctx: &Context<'a>) -> &'a AstNode<'a> {
    let nodes = ctx.nodes();
    // The first of the nodes that start here.
    let start = nodes.kind(before).span().start;
    let first = nodes.ancestors(before).take_while(|node| node.kind().span().start == start).last();
    let first = first.map_or(before, AstNode::id);
    let mut node = nodes.get_node(NodeId::from_usize(first.index().saturating_sub(1)));
    while node.id() != NodeId::ROOT {
        let span = node.kind().span();
        if span.start <= offset && offset < span.end {
            break;
        }
        node = nodes.parent_node(node.id());
    }
    node
}
