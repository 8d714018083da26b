//! `no-unused-labels`: disallow unused labels.
//!
//! A label that no `break` or `continue` names is a slip, or was meant to be a key of an object.
//!
//! ```js fails
//! outer: for (const item of items) { if (item.isLast) break; }
//! ```
//!
//! ```js passes
//! outer: for (const list of lists) { for (const item of list) { if (item.isLast) break outer; } }
//! ```


use oxc_syntax::node::NodeId;

use crate::hash::HashSet;
use crate::rules::helpers::tokens::previous_end;
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "no-unused-labels",
    kind: Kind::Suggestion,
    recommended: true,
    fixable: true,
    messages: &[("unused", "'{{name}}:' is defined but never used.")],
    types: &[AstType::LabeledStatement],
    run: Run::File(|ctx| {
        let unused: HashSet<NodeId> = ctx.semantic.unused_labels().iter().copied().collect();
        for node in ctx.nodes_of(AstType::LabeledStatement) {
            let AstKind::LabeledStatement(statement) = node.kind() else { continue };
            if !unused.contains(&node.id()) {
                continue;
            }
            let report = ctx.report(statement.label.span, "unused").data("name", statement.label.name.as_str());
            if is_fixable(statement, node, ctx) {
                drop(report.fix(Span::new(statement.span.start, statement.body.span().start), ""));
            }
        }
    }),
    ..Rule::DEFAULT
};

/// Whether the label can go without a change of what the code does.
fn is_fixable<'a>(statement: &LabeledStatement<'a>, node: &AstNode<'a>, ctx: &Context<'a>) -> bool {
    let body = statement.body.span();
    if ctx.has_comments(Span::new(statement.label.span.end, body.start)) {
        return false;
    }
    if may_become_directive(&statement.body) && starts_body(node, ctx) {
        return false;
    }
    // What starts like this would continue the statement before, if that has no semicolon.
    let before = ctx.source()[..previous_end(statement.span.start, ctx) as usize].chars().next_back();
    let continues = ctx.text(body).starts_with(['(', '[', '-', '+', '/', '`']);
    before.is_none_or(|before| matches!(before, ':' | ';' | '{')) || !continues
}

/// Whether a statement is only a text.
fn may_become_directive(body: &Statement<'_>) -> bool {
    let Statement::ExpressionStatement(statement) = body else { return false };
    match statement.expression.without_parentheses() {
        Expression::StringLiteral(_) => true,
        Expression::TemplateLiteral(template) => template.expressions.is_empty(),
        _ => false,
    }
}

/// Whether a statement, or labels around it, are in the body of a file or a function.
fn starts_body<'a>(node: &AstNode<'a>, ctx: &Context<'a>) -> bool {
    let mut outer = ctx.nodes().ancestor_kinds(node.id());
    let around = outer.find(|kind| !matches!(kind, AstKind::LabeledStatement(_)));
    matches!(around, Some(AstKind::Program(_) | AstKind::FunctionBody(_)))
}
