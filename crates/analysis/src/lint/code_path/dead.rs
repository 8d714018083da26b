//! Finds the code paths that may have code which cannot be reached, from the tree alone. Most have none, so that
//! rules need not ask for them.
//!
//! Code cannot be reached if a statement before it in the same list always leaves. Each statement that leaves is
//! therefore followed outwards as long as what is around it always leaves too. Where that is hard to tell, the path
//! is taken for one with such code.

use oxc_ast::ast::{Expression, LabelIdentifier, Statement, TryStatement};
use oxc_ast::{AstKind, AstType};
use oxc_semantic::AstNodes;
use oxc_span::GetSpan;
use oxc_syntax::node::NodeId;

use super::walk::{literal, owner};
use crate::hash::HashSet;
use crate::lint::buckets::Buckets;

/// The owners of paths that may have code which cannot be reached.
pub(super) fn find(nodes: &AstNodes<'_>, buckets: &Buckets) -> HashSet<NodeId> {
    let mut search = Search {
        nodes,
        buckets,
        broken: HashSet::default(),
        continued: HashSet::default(),
        found: HashSet::default(),
    };
    for id in buckets.of(AstType::BreakStatement) {
        let AstKind::BreakStatement(statement) = nodes.kind(*id) else { continue };
        search.broken.extend(search.target(*id, statement.label.as_ref()));
    }
    for id in buckets.of(AstType::ContinueStatement) {
        let AstKind::ContinueStatement(statement) = nodes.kind(*id) else { continue };
        search.continued.extend(search.target(*id, statement.label.as_ref()));
    }
    for of in [AstType::ReturnStatement, AstType::ThrowStatement] {
        for id in buckets.of(of) {
            search.follow(*id, None, true);
        }
    }
    for id in buckets.of(AstType::BreakStatement).iter().chain(buckets.of(AstType::ContinueStatement)) {
        let label = match nodes.kind(*id) {
            AstKind::BreakStatement(statement) => statement.label.as_ref(),
            AstKind::ContinueStatement(statement) => statement.label.as_ref(),
            _ => None,
        };
        search.follow(*id, search.target(*id, label), false);
    }
    for of in [AstType::WhileStatement, AstType::DoWhileStatement, AstType::ForStatement] {
        for id in buckets.of(of) {
            if is_endless(nodes.kind(*id)) && !search.broken.contains(id) {
                search.follow(*id, None, false);
            }
        }
    }
    for id in buckets.of(AstType::TryStatement) {
        let AstKind::TryStatement(statement) = nodes.kind(*id) else { continue };
        if statement.handler.is_some() && may_leave(&statement.block.body) && !search.throws(statement) {
            search.found.insert(owner(*id, nodes));
        }
    }
    search.found
}

struct Search<'s, 'a> {
    nodes: &'s AstNodes<'a>,
    buckets: &'s Buckets,
    /// What a `break` leaves.
    broken: HashSet<NodeId>,
    /// The loops with a `continue`.
    continued: HashSet<NodeId>,
    found: HashSet<NodeId>,
}

impl Search<'_, '_> {
    /// What a `break` or a `continue` is about: the label and what it stands at, or the nearest loop or `switch`.
    fn target(&self, id: NodeId, label: Option<&LabelIdentifier<'_>>) -> Option<NodeId> {
        let is_continue = matches!(self.nodes.kind(id), AstKind::ContinueStatement(_));
        let mut inner = id;
        for node in self.nodes.ancestors(id) {
            match (node.kind(), label) {
                (AstKind::LabeledStatement(labeled), Some(label)) if labeled.label.name == label.name => {
                    return Some(if is_loop(self.nodes.kind(inner)) { inner } else { node.id() });
                }
                (kind, None) if is_loop(kind) => return Some(node.id()),
                (AstKind::SwitchStatement(_), None) if !is_continue => return Some(node.id()),
                _ => {}
            }
            if !matches!(node.kind(), AstKind::LabeledStatement(_)) {
                inner = node.id();
            }
        }
        None
    }

    /// Follows a statement that leaves. `until` is where it goes, and `by_finally` whether it goes through `finally`
    /// blocks.
    fn follow(&mut self, from: NodeId, until: Option<NodeId>, by_finally: bool) {
        let mut id = from;
        loop {
            let parent = self.nodes.parent_id(id);
            let kind = self.nodes.kind(parent);
            if !is_loop(kind) && (until == Some(parent) || self.broken.contains(&parent)) {
                return;
            }
            let goes_on = match kind {
                AstKind::Program(program) if self.is_last(id, &program.body) => return,
                AstKind::FunctionBody(body) if self.is_last(id, &body.statements) => return,
                AstKind::StaticBlock(block) if self.is_last(id, &block.body) => return,
                AstKind::BlockStatement(block) => self.is_last(id, &block.body),
                AstKind::SwitchCase(case) => {
                    let switch = self.nodes.parent_id(parent);
                    let AstKind::SwitchStatement(statement) = self.nodes.kind(switch) else { return };
                    if !self.is_last(id, &case.consequent) {
                        false
                    } else if self.broken.contains(&switch)
                        || statement.cases.iter().all(|case| case.test.is_some())
                    {
                        return;
                    } else {
                        id = switch;
                        continue;
                    }
                }
                AstKind::IfStatement(statement) => match &statement.alternate {
                    Some(alternate) if may_leave_by(alternate) && may_leave_by(&statement.consequent) => true,
                    _ => return,
                },
                AstKind::WhileStatement(_) | AstKind::ForInStatement(_) | AstKind::ForOfStatement(_) => {
                    return;
                }
                AstKind::ForStatement(statement) if statement.update.is_none() => return,
                AstKind::ForStatement(_) | AstKind::DoWhileStatement(_)
                    if self.continued.contains(&parent) =>
                {
                    return;
                }
                AstKind::LabeledStatement(_) | AstKind::CatchClause(_) | AstKind::WithStatement(_) => true,
                AstKind::TryStatement(statement) => {
                    if statement.finalizer.as_ref().is_some_and(|block| block.node_id.get() == id) {
                        true
                    } else if statement.finalizer.is_some() && !by_finally {
                        false
                    } else {
                        let handler = statement.handler.as_ref();
                        if handler.is_some_and(|handler| !may_leave(&handler.body.body))
                            || !may_leave(&statement.block.body)
                        {
                            return;
                        }
                        true
                    }
                }
                _ => false,
            };
            if !goes_on {
                self.found.insert(owner(from, self.nodes));
                return;
            }
            id = parent;
        }
    }

    /// Whether no statement that runs follows another in a list.
    fn is_last(&self, id: NodeId, list: &[Statement<'_>]) -> bool {
        last(list).is_some_and(|last| last.span() == self.nodes.kind(id).span())
    }

    /// Whether the block of a `try` statement surely has something that may throw.
    fn throws(&self, statement: &TryStatement<'_>) -> bool {
        let block = statement.block.node_id.get();
        let first = |of: AstType| {
            let ids = self.buckets.of(of);
            let id = ids.get(ids.partition_point(|id| *id < block)).copied();
            id.filter(|id| statement.block.span.contains_inclusive(self.nodes.kind(*id).span()))
        };
        first(AstType::TryStatement).is_none()
            && first(AstType::CallExpression)
                .is_some_and(|call| owner(call, self.nodes) == owner(block, self.nodes))
    }
}

/// The last statement that runs.
fn last<'s, 'a>(list: &'s [Statement<'a>]) -> Option<&'s Statement<'a>> {
    let is_declared = |statement: &&Statement<'_>| {
        matches!(statement, Statement::FunctionDeclaration(_) | Statement::EmptyStatement(_))
    };
    list.iter().rev().find(|statement| !is_declared(statement))
}

/// Whether a list of statements may always leave.
pub(crate) fn may_leave(list: &[Statement<'_>]) -> bool {
    last(list).is_some_and(may_leave_by)
}

/// Whether a statement may always leave. One that leaves in the middle of a block is found by itself.
fn may_leave_by(statement: &Statement<'_>) -> bool {
    match statement {
        Statement::ReturnStatement(_)
        | Statement::ThrowStatement(_)
        | Statement::BreakStatement(_)
        | Statement::ContinueStatement(_)
        | Statement::WhileStatement(_)
        | Statement::DoWhileStatement(_)
        | Statement::ForStatement(_)
        | Statement::TryStatement(_)
        | Statement::SwitchStatement(_)
        | Statement::WithStatement(_) => true,
        Statement::BlockStatement(block) => may_leave(&block.body),
        Statement::LabeledStatement(labeled) => may_leave_by(&labeled.body),
        Statement::IfStatement(statement) => {
            statement.alternate.as_ref().is_some_and(may_leave_by) && may_leave_by(&statement.consequent)
        }
        _ => false,
    }
}

fn is_loop(kind: AstKind<'_>) -> bool {
    matches!(
        kind,
        AstKind::WhileStatement(_)
            | AstKind::DoWhileStatement(_)
            | AstKind::ForStatement(_)
            | AstKind::ForInStatement(_)
            | AstKind::ForOfStatement(_)
    )
}

/// Whether the test of a loop never ends it.
fn is_endless(kind: AstKind<'_>) -> bool {
    let is_true =
        |test: &Expression<'_>| literal(AstKind::from_expression(test.without_parentheses())) == Some(true);
    match kind {
        AstKind::WhileStatement(statement) => is_true(&statement.test),
        AstKind::DoWhileStatement(statement) => is_true(&statement.test),
        AstKind::ForStatement(statement) => statement.test.as_ref().is_none_or(is_true),
        _ => false,
    }
}
