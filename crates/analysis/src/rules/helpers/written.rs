//! What writes to variables, and whether the tree alone shows that the values are read.

use oxc_ast::ast::{
    Expression, ForInStatement, ForOfStatement, ForStatement, SimpleAssignmentTarget, Statement,
};
use oxc_ast::{AstKind, AstType};
use oxc_semantic::{AstNode, Reference, SymbolId};
use oxc_span::{GetSpan, Span};
use oxc_syntax::node::NodeId;
use smallvec::SmallVec;

use super::assigned::{assigned, declared};
use super::usage::is_read;
use crate::lint::{Context, may_leave};

/// A place that writes to a variable.
pub(crate) struct Written<'a> {
    pub(crate) symbol: SymbolId,
    pub(crate) node: NodeId,
    pub(crate) identifier: Span,
    /// The value, if it is not computed from the old one.
    pub(crate) value: Option<&'a Expression<'a>>,
}

/// What writes to the variables of a file, without those that keep a value which is read for sure (see
/// [`are_read_for_sure`]).
pub(crate) fn written<'a>(ctx: &Context<'a>) -> Vec<Written<'a>> {
    let mut found = Vec::new();
    for node in ctx.nodes_of(AstType::VariableDeclarator) {
        let AstKind::VariableDeclarator(declarator) = node.kind() else { continue };
        let Some(value) = &declarator.init else { continue };
        let after = after(node.id(), declarator.span, ctx);
        let declared = declared(&declarator.id).into_iter();
        let declared = declared.filter(|(symbol, _)| {
            after.is_none_or(|after| !is_written_once(*symbol, ctx) || !is_read_in(*symbol, after, ctx))
        });
        found.extend(declared.map(|(symbol, identifier)| Written {
            symbol,
            node: node.id(),
            identifier,
            value: Some(value),
        }));
    }
    for node in ctx.nodes_of(AstType::AssignmentExpression) {
        let AstKind::AssignmentExpression(assignment) = node.kind() else { continue };
        let value = Some(&assignment.right);
        let assigned = assigned(&assignment.left, ctx).into_iter();
        found.extend(assigned.map(|(symbol, identifier)| Written {
            symbol,
            node: node.id(),
            identifier,
            value,
        }));
    }
    for node in ctx.nodes_of(AstType::UpdateExpression) {
        let AstKind::UpdateExpression(update) = node.kind() else { continue };
        let SimpleAssignmentTarget::AssignmentTargetIdentifier(identifier) = &update.argument else {
            continue;
        };
        let reference = identifier.reference_id.get().map(|id| ctx.scoping().get_reference(id));
        if let Some(symbol) = reference.and_then(Reference::symbol_id) {
            found.push(Written { symbol, node: node.id(), identifier: identifier.span, value: None });
        }
    }
    found
}

/// The code after a declarator in the same list of statements; nothing if it may be out of reach.
fn after(declarator: NodeId, span: Span, ctx: &Context<'_>) -> Option<Span> {
    let nodes = ctx.nodes();
    let list = match nodes.parent_kind(nodes.parent_id(declarator)) {
        AstKind::Program(program) => program.span,
        AstKind::FunctionBody(body) => body.span,
        AstKind::StaticBlock(block) => block.span,
        AstKind::BlockStatement(block) => block.span,
        _ => return None,
    };
    (!ctx.is_maybe_dead(declarator)).then(|| Span::new(span.end, list.end))
}

/// Whether nothing but its declaration writes to a variable.
fn is_written_once(symbol: SymbolId, ctx: &Context<'_>) -> bool {
    let scoping = ctx.scoping();
    let can_repeat = scoping.symbol_flags(symbol).is_function_scoped_declaration();
    let is_repeated = can_repeat && !scoping.symbol_redeclarations(symbol).is_empty();
    !(is_repeated || scoping.get_resolved_references(symbol).any(Reference::is_write))
}

/// Whether the code at a span reads a variable.
fn is_read_in(symbol: SymbolId, code: Span, ctx: &Context<'_>) -> bool {
    let references = ctx.scoping().get_resolved_references(symbol);
    let mut reads = references.filter(|reference| is_read(reference));
    reads.any(|read| {
        let start = ctx.nodes().kind(read.node_id()).span().start;
        code.start <= start && start < code.end
    })
}

/// Variables with more writes are not examined.
const MAX_WRITES: usize = 24;
/// Assignments deeper in a statement are not looked for.
const MAX_DEPTH: usize = 64;

/// Whether the tree alone shows that every value of a variable is read before another one comes in its place.
/// A value from the block of a `try` statement counts as read. `written` is all that writes to the variable, in the
/// order of the source. Where this is hard to tell, the answer is no.
pub(crate) fn are_read_for_sure(written: &[Written<'_>], ctx: &Context<'_>) -> bool {
    let Some(first) = written.first().filter(|_| written.len() <= MAX_WRITES) else { return false };
    if written.iter().any(|written| ctx.is_maybe_dead(written.node)) {
        return false;
    }
    let references = ctx.scoping().get_resolved_references(first.symbol);
    let reads = references.filter(|reference| is_read(reference));
    let reads = reads.map(|read| ctx.nodes().kind(read.node_id()).span().start).collect();
    let search = Search { written, reads, ctx };
    written.iter().all(|written| search.is_read(written))
}

/// Where a value goes in a part of the code.
enum Way {
    /// A read comes before another value does, or an error in a `try` block may keep the value.
    Read,
    /// It reaches the end.
    On,
    /// Another value may come in its place on every way.
    Lost,
}

struct Search<'s, 'a> {
    written: &'s [Written<'a>],
    /// Where identifiers start that read the variable.
    reads: SmallVec<[u32; 8]>,
    ctx: &'s Context<'a>,
}

impl Search<'_, '_> {
    fn is_read(&self, own: &Written<'_>) -> bool {
        let nodes = self.ctx.nodes();
        let Some((mut node, mut from)) = self.statement_of(own) else { return false };
        let statement = node.kind().span();
        if !matches!(node.kind(), AstKind::ForStatement(_)) {
            let is_other = |other: &Written<'_>| {
                other.identifier != own.identifier && statement.contains_inclusive(other.identifier)
            };
            if self.written.iter().any(is_other) {
                return false;
            }
            // All branches of an `if` statement run after its test.
            if self.has_read(from, statement.end) {
                return true;
            }
            if !matches!(node.kind(), AstKind::IfStatement(_)) {
                from = statement.end;
                node = nodes.parent_node(node.id());
            }
        }
        let mut inner = own.identifier;
        loop {
            let way = match node.kind() {
                AstKind::Program(program) => self.in_list(node.id(), &program.body, from, program.span.end),
                AstKind::FunctionBody(body) => self.in_list(node.id(), &body.statements, from, body.span.end),
                AstKind::StaticBlock(block) => self.in_list(node.id(), &block.body, from, block.span.end),
                AstKind::BlockStatement(block) => self.in_list(node.id(), &block.body, from, block.span.end),
                AstKind::IfStatement(_) | AstKind::LabeledStatement(_) | AstKind::CatchClause(_) => Way::On,
                AstKind::TryStatement(statement) if statement.block.span.contains_inclusive(inner) => {
                    Way::Read
                }
                AstKind::TryStatement(statement) if statement.finalizer.is_none() => Way::On,
                AstKind::WhileStatement(statement) => {
                    let heads = [Some(statement.test.span())];
                    self.around(node.id(), &heads, &statement.body, is_literal(&statement.test))
                }
                AstKind::ForStatement(statement) => self.in_for(node.id(), statement, inner),
                AstKind::ForInStatement(ForInStatement { body, .. })
                | AstKind::ForOfStatement(ForOfStatement { body, .. })
                    if body.span().contains_inclusive(inner) =>
                {
                    self.around(node.id(), &[], body, false)
                }
                _ => Way::Lost,
            };
            match way {
                Way::Read => return true,
                Way::Lost => return false,
                Way::On => {}
            }
            if matches!(node.kind(), AstKind::Program(_) | AstKind::FunctionBody(_) | AstKind::StaticBlock(_))
            {
                return false;
            }
            (from, inner) = (node.kind().span().end, node.kind().span());
            node = nodes.parent_node(node.id());
        }
    }

    /// The statement whose expression has an assignment, and an offset. What stands between this and the end of the
    /// expression runs after the assignment for sure.
    fn statement_of(&self, own: &Written<'_>) -> Option<(&AstNode<'_>, u32)> {
        let nodes = self.ctx.nodes();
        let mut from = nodes.kind(own.node).span().end;
        let mut node = nodes.parent_node(own.node);
        loop {
            match node.kind() {
                AstKind::VariableDeclaration(_)
                | AstKind::ExpressionStatement(_)
                | AstKind::IfStatement(_)
                | AstKind::ForStatement(_) => return Some((node, from)),
                AstKind::ConditionalExpression(conditional) => {
                    if conditional.consequent.span().contains_inclusive(own.identifier) {
                        from = conditional.span.end;
                    }
                }
                AstKind::SequenceExpression(_)
                | AstKind::ParenthesizedExpression(_)
                | AstKind::BinaryExpression(_)
                | AstKind::LogicalExpression(_)
                | AstKind::UnaryExpression(_)
                | AstKind::AssignmentExpression(_)
                | AstKind::VariableDeclarator(_)
                | AstKind::StaticMemberExpression(_)
                | AstKind::ComputedMemberExpression(_)
                | AstKind::CallExpression(_)
                | AstKind::NewExpression(_) => {}
                _ => return None,
            }
            node = nodes.parent_node(node.id());
        }
    }

    /// Follows a value from an offset in a list of statements to its end.
    fn in_list(&self, id: NodeId, list: &[Statement<'_>], from: u32, end: u32) -> Way {
        let mut from = from;
        for other in self.written {
            let start = other.identifier.start;
            if start < from || start >= end {
                continue;
            }
            let Some((child, limit)) = self.child_with(other, id) else { return Way::Lost };
            if self.is_read_until(from, limit, other) {
                return Way::Read;
            }
            let span = child.span();
            if span.start < from || !can_be_passed(child, other.identifier) {
                return Way::Lost;
            }
            from = span.end;
        }
        if self.has_read(from, end) {
            Way::Read
        } else if may_leave(list) {
            Way::Lost
        } else {
            Way::On
        }
    }

    /// Follows a value from a part of a `for` statement.
    fn in_for(&self, id: NodeId, statement: &ForStatement<'_>, inner: Span) -> Way {
        let test = statement.test.as_ref().map(GetSpan::span);
        let update = statement.update.as_ref().map(GetSpan::span);
        let is_endless = statement.test.as_ref().is_none_or(is_literal);
        if statement.body.span().contains_inclusive(inner) {
            return self.around(id, &[update, test], &statement.body, is_endless);
        }
        let parts = [statement.init.as_ref().map(GetSpan::span), update];
        let Some(part) = parts.into_iter().flatten().find(|part| part.contains_inclusive(inner)) else {
            return Way::Lost;
        };
        let writes = self.written.iter().filter(|other| part.contains_inclusive(other.identifier));
        if writes.count() > 1 { Way::Lost } else { self.around(id, &[test], &statement.body, is_endless) }
    }

    /// Follows a value from the end of a loop's body through parts of its head, and through the body once more.
    fn around(&self, id: NodeId, heads: &[Option<Span>], body: &Statement<'_>, is_endless: bool) -> Way {
        for head in heads.iter().flatten() {
            let other = self.written.iter().find(|other| head.contains_inclusive(other.identifier));
            match other {
                Some(other) if self.is_read_until(head.start, other.identifier.end, other) => {
                    return Way::Read;
                }
                Some(_) => return Way::Lost,
                None if self.has_read(head.start, head.end) => return Way::Read,
                None => {}
            }
        }
        let body = body.span();
        let is_read = match self.written.iter().find(|other| body.contains_inclusive(other.identifier)) {
            Some(other) => self
                .child_with(other, id)
                .is_some_and(|(_, limit)| self.is_read_until(body.start, limit, other)),
            None => self.has_read(body.start, body.end),
        };
        match (is_read, is_endless) {
            (true, _) => Way::Read,
            (false, true) => Way::Lost,
            (false, false) => Way::On,
        }
    }

    /// The node around an assignment that is directly in another, and where the text ends that runs before the
    /// assignment, if it runs at all. `None` if the assignment is too deep in it.
    fn child_with(&self, written: &Written<'_>, outer: NodeId) -> Option<(AstKind<'_>, u32)> {
        let nodes = self.ctx.nodes();
        let (mut id, mut limit) = (written.node, written.identifier.end);
        for _ in 0..MAX_DEPTH {
            let kind = nodes.kind(id);
            // Parts of a head run after what stands behind them.
            match kind {
                AstKind::ForStatement(statement) => {
                    let update = statement.update.as_ref().map(|update| update.span().start);
                    limit = update.map_or(limit, |update| update.min(limit));
                }
                AstKind::ForInStatement(statement) => limit = limit.min(statement.span.start),
                AstKind::ForOfStatement(statement) => limit = limit.min(statement.span.start),
                _ => {}
            }
            let parent = nodes.parent_id(id);
            if parent == outer {
                return Some((kind, limit));
            }
            id = parent;
        }
        None
    }

    /// Whether code from an offset on reads the variable before it writes to it, or what writes to it reads it.
    fn is_read_until(&self, from: u32, limit: u32, written: &Written<'_>) -> bool {
        self.has_read(from, limit)
            || (limit == written.identifier.end
                && written.value.is_some_and(|value| self.has_read(value.span().start, value.span().end)))
    }

    fn has_read(&self, from: u32, to: u32) -> bool {
        self.reads.iter().any(|read| from <= *read && *read < to)
    }
}

/// Whether a statement can run without the assignment in it.
fn can_be_passed(statement: AstKind<'_>, assigned: Span) -> bool {
    let has = |body: &Statement<'_>| body.span().contains_inclusive(assigned);
    match statement {
        AstKind::IfStatement(statement) => statement.alternate.is_none() && has(&statement.consequent),
        AstKind::WhileStatement(statement) => !is_literal(&statement.test) && has(&statement.body),
        AstKind::ForStatement(statement) => {
            statement.test.as_ref().is_some_and(|test| !is_literal(test)) && has(&statement.body)
        }
        AstKind::ForInStatement(statement) => has(&statement.body),
        AstKind::ForOfStatement(statement) => has(&statement.body),
        _ => false,
    }
}

fn is_literal(test: &Expression<'_>) -> bool {
    test.without_parentheses().is_literal()
}
