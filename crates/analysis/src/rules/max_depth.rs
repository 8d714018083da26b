//! `max-depth`.

use oxc_ast::AstKind;
use oxc_semantic::AstNode;
use oxc_span::GetSpan;

use super::measure::{Limit, descend, parent_of, read, spelled};
use super::{FileCheck, Problem, Rule, Visit, always};
use crate::model::Model;

pub(super) const RULE: Rule = Rule {
    id: "max-depth",
    summary: "Deeply nested blocks are hard to read.",
    message: "Blocks are nested too deeply ({{depth}}). Maximum allowed is {{maxDepth}}.",
    recommended: false,
    applies: always,
    visit: Visit::Whole(|options| {
        let max = read::<Limit>(options)?.or(4);
        let check: FileCheck = Box::new(move |model| check(model, max));
        Ok(check)
    }),
};

fn check(model: &Model<'_>, max: usize) -> Vec<Problem> {
    let mut found = Vec::new();
    descend(model, 0_usize, |node, above| {
        let kind = node.kind();
        if begins_anew(kind) {
            return 0;
        }
        if !is_block(node, model) {
            return above;
        }
        let depth = above + 1;
        if depth > max {
            let message = format!("Blocks are nested too deeply ({depth}). Maximum allowed is {max}.");
            found.push(Problem { span: spelled(kind.span(), model), message: message.into() });
        }
        depth
    });
    found
}

fn begins_anew(kind: AstKind<'_>) -> bool {
    match kind {
        AstKind::Program(_) | AstKind::ArrowFunctionExpression(_) | AstKind::StaticBlock(_) => true,
        AstKind::Function(function) => function.body.is_some(),
        _ => false,
    }
}

/// Whether a node is a nested block; `else if` does not nest.
fn is_block<'a>(node: &AstNode<'a>, model: &Model<'a>) -> bool {
    match node.kind() {
        AstKind::IfStatement(statement) => match parent_of(node.id(), model) {
            AstKind::IfStatement(parent) => {
                parent.alternate.as_ref().is_none_or(|alternate| alternate.span() != statement.span)
            }
            _ => true,
        },
        AstKind::SwitchStatement(_)
        | AstKind::TryStatement(_)
        | AstKind::DoWhileStatement(_)
        | AstKind::WhileStatement(_)
        | AstKind::WithStatement(_)
        | AstKind::ForStatement(_)
        | AstKind::ForInStatement(_)
        | AstKind::ForOfStatement(_) => true,
        _ => false,
    }
}
