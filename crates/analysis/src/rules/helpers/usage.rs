//! Whether variables are used, as `no-unused-vars` sees it.

use oxc_ast::AstKind;
use oxc_ast::ast::{Expression, ForStatementLeft, Statement};
use oxc_semantic::{AstNode, Reference, ScopeId, SymbolId};
use oxc_span::{GetSpan, Span};
use smallvec::SmallVec;

use super::variables::{Definition, definitions, own_region};
use crate::lint::Context;
use crate::order::sort_by_number;

/// A variable with its declarations.
pub(crate) struct Variable {
    pub(crate) symbol: SymbolId,
    pub(crate) definitions: SmallVec<[Definition; 1]>,
}

impl Variable {
    pub(crate) fn new(symbol: SymbolId, ctx: &Context<'_>) -> Variable {
        Variable { symbol, definitions: definitions(symbol, ctx).collect() }
    }

    /// The references to the variable. Those in the body of a class go to the name that the class has for
    /// itself.
    pub(crate) fn references<'a>(&self, ctx: &Context<'a>) -> impl Iterator<Item = &'a Reference> + 'a {
        let class = self.definitions.iter().find_map(|one| match ctx.nodes().kind(one.node) {
            AstKind::Class(class) if class.is_declaration() => Some(class),
            _ => None,
        });
        let nodes = ctx.nodes();
        let region = own_region(self.symbol, ctx);
        let resolved = ctx.scoping().get_resolved_references(self.symbol).filter(move |reference| {
            if class.is_none() && region.is_none() {
                return true;
            }
            let span = nodes.kind(reference.node_id()).span();
            if region.is_some_and(|region| !region.contains_inclusive(span)) {
                return false;
            }
            let Some(class) = class else { return true };
            let is_in_decorator = || class.decorators.iter().any(|one| one.span.contains_inclusive(span));
            !class.span.contains_inclusive(span) || is_in_decorator()
        });
        let (scoping, of_types) = (ctx.scoping(), ctx.type_names().references(self.symbol));
        resolved.chain(of_types.iter().map(|id| scoping.get_reference(*id)))
    }

    /// Whether something reads the variable, other than to write it again, or to call itself.
    pub(crate) fn is_used(&self, ctx: &Context<'_>) -> bool {
        let own = self.own_code(ctx);
        let span = |one: &Reference| ctx.nodes().kind(one.node_id()).span();
        let is_outside = |span: Span| !own.iter().any(|own| own.contains_inclusive(span));
        // Mostly nothing writes to it again, and the first reference reads it.
        if !ctx.scoping().get_resolved_references(self.symbol).any(Reference::is_write) {
            return self
                .references(ctx)
                .any(|one| (own.is_empty() || is_outside(span(one))) && !self.is_type_only_use(one, ctx));
        }
        let mut references: Vec<(Span, &Reference)> =
            self.references(ctx).map(|one| (span(one), one)).collect();
        sort_by_number(&mut references, |(span, _)| span.start.into());
        let mut assigned = None;
        references.iter().any(|(span, reference)| {
            let node = ctx.nodes().get_node(reference.node_id());
            if reference.is_write() && is_returned_in_loop(node, ctx) {
                return true;
            }
            let is_for_itself = is_read(reference) && self.is_for_itself(node, reference, assigned, ctx);
            assigned = self.assigned(node, reference, assigned, ctx);
            is_read(reference)
                && !is_for_itself
                && is_outside(*span)
                && !self.is_type_only_use(reference, ctx)
        })
    }

    /// The functions that the variable names. In TypeScript, also its types, namespaces and enums.
    fn own_code(&self, ctx: &Context<'_>) -> SmallVec<[Span; 1]> {
        let own = self.definitions.iter().filter_map(|definition| match ctx.nodes().kind(definition.node) {
            AstKind::Function(function) => Some(function.span),
            AstKind::VariableDeclarator(declarator) if declarator.id.is_binding_identifier() => {
                match declarator.init.as_ref()?.without_parentheses() {
                    Expression::FunctionExpression(function) => Some(function.span),
                    Expression::ArrowFunctionExpression(function) => Some(function.span),
                    _ => None,
                }
            }
            AstKind::TSInterfaceDeclaration(declaration) => Some(declaration.span),
            AstKind::TSTypeAliasDeclaration(declaration) => Some(declaration.span),
            AstKind::TSNamespaceDeclaration(declaration) => Some(declaration.span),
            AstKind::TSEnumDeclaration(declaration) => Some(declaration.span),
            _ => None,
        });
        own.collect()
    }

    fn is_type_only_use(&self, reference: &Reference, ctx: &Context<'_>) -> bool {
        ctx.source_type.is_typescript()
            && !ctx.scoping().symbol_flags(self.symbol).is_type_import()
            && self.is_type_only(reference, ctx)
    }

    /// Whether a reference is in a type, and the variable holds a value.
    pub(crate) fn is_type_only(&self, reference: &Reference, ctx: &Context<'_>) -> bool {
        let nodes = ctx.nodes();
        let kind = |one: &Definition| nodes.kind(one.node);
        let is_variable =
            || self.definitions.iter().any(|one| matches!(kind(one), AstKind::VariableDeclarator(_)));
        let parents = || nodes.ancestor_kinds(reference.node_id());
        let is_query = || {
            let mut outer = parents().skip_while(|kind| matches!(kind, AstKind::TSQualifiedName(_)));
            matches!(outer.next(), Some(AstKind::TSTypeQuery(_) | AstKind::TSTypePredicate(_)))
        };
        // What a declared class extends, and the name of a member in brackets, are no values to the analysis.
        let is_expression = matches!(
            nodes.parent_kind(reference.node_id()),
            AstKind::Class(_)
                | AstKind::TSPropertySignature(_)
                | AstKind::TSMethodSignature(_)
                | AstKind::PropertyDefinition(_)
                | AstKind::MethodDefinition(_)
                | AstKind::StaticMemberExpression(_)
        );
        if is_expression {
            return false;
        }
        (!reference.is_write() && is_query()) || (!reference.is_value() && is_variable())
    }

    /// Whether a reference reads the variable only to write it: `a = a + 1`, `a += 1`, `a++`.
    fn is_for_itself(
        &self,
        node: &AstNode<'_>,
        reference: &Reference,
        assigned: Option<Span>,
        ctx: &Context<'_>,
    ) -> bool {
        let span = node.kind().span();
        let parent = ctx.parent(node.id());
        let updates = reference.is_write()
            && match parent.kind() {
                AstKind::AssignmentExpression(assignment) => {
                    assignment.left.span() == span
                        && !assignment.operator.is_logical()
                        && is_unused(parent, ctx)
                }
                AstKind::UpdateExpression(_) => is_unused(parent, ctx),
                _ => false,
            };
        updates
            || assigned.is_some_and(|assigned| {
                assigned.contains_inclusive(span) && !is_in_stored_function(node, assigned, ctx)
            })
    }

    /// The value that a reference assigns, if nothing but later code can read it.
    fn assigned(
        &self,
        node: &AstNode<'_>,
        reference: &Reference,
        before: Option<Span>,
        ctx: &Context<'_>,
    ) -> Option<Span> {
        let span = node.kind().span();
        if before.is_some_and(|before| before.contains_inclusive(span)) {
            return before;
        }
        let parent = ctx.parent(node.id());
        let AstKind::AssignmentExpression(assignment) = parent.kind() else { return None };
        let is_later = || {
            let scope = ctx.scoping().symbol_scope_id(self.symbol);
            variable_scope(reference.scope_id(), ctx) != variable_scope(scope, ctx) || is_in_loop(node, ctx)
        };
        let is_plain = assignment.left.span() == span && is_unused(parent, ctx) && !is_later();
        is_plain.then(|| assignment.right.without_parentheses().span())
    }
}

pub(crate) fn is_read(reference: &Reference) -> bool {
    reference.is_read() || !reference.is_write()
}

/// The scope of functions, modules and the like around a scope.
pub(crate) fn variable_scope(scope: ScopeId, ctx: &Context<'_>) -> ScopeId {
    let scoping = ctx.scoping();
    scoping.scope_ancestors(scope).find(|scope| scoping.scope_flags(*scope).is_var()).unwrap_or(scope)
}

fn is_function(kind: AstKind<'_>) -> bool {
    matches!(kind, AstKind::Function(_) | AstKind::ArrowFunctionExpression(_))
}

fn is_in_loop(node: &AstNode<'_>, ctx: &Context<'_>) -> bool {
    let around = ctx.nodes().ancestor_kinds(node.id()).take_while(|kind| !is_function(*kind));
    around.into_iter().any(is_loop)
}

pub(crate) fn is_loop(kind: AstKind<'_>) -> bool {
    matches!(
        kind,
        AstKind::ForStatement(_)
            | AstKind::ForInStatement(_)
            | AstKind::ForOfStatement(_)
            | AstKind::WhileStatement(_)
            | AstKind::DoWhileStatement(_)
    )
}

/// Whether nothing takes the value of an expression.
fn is_unused(node: &AstNode<'_>, ctx: &Context<'_>) -> bool {
    let mut span = node.kind().span();
    let mut parent = ctx.parent(node.id());
    while let AstKind::SequenceExpression(sequence) = parent.kind() {
        if sequence.expressions.last().is_none_or(|last| last.without_parentheses().span() != span) {
            return true;
        }
        span = sequence.span;
        parent = ctx.parent(parent.id());
    }
    matches!(parent.kind(), AstKind::ExpressionStatement(_))
}

/// Whether a node is in a function, within a value, that can be called later.
fn is_in_stored_function(node: &AstNode<'_>, value: Span, ctx: &Context<'_>) -> bool {
    let Some(function) = ctx.nodes().ancestors(node.id()).find(|node| is_function(node.kind())) else {
        return false;
    };
    if !value.contains_inclusive(function.kind().span()) {
        return false;
    }
    let mut span = function.kind().span();
    let mut parent = ctx.parent(function.id());
    while value.contains_inclusive(parent.kind().span()) {
        let is = |expression: &Expression<'_>| expression.without_parentheses().span() == span;
        match parent.kind() {
            AstKind::SequenceExpression(sequence) if !sequence.expressions.last().is_some_and(is) => {
                return false;
            }
            AstKind::CallExpression(call) => return !is(&call.callee),
            AstKind::NewExpression(new) => return !is(&new.callee),
            AstKind::AssignmentExpression(_)
            | AstKind::TaggedTemplateExpression(_)
            | AstKind::YieldExpression(_) => return true,
            AstKind::FunctionBody(_) => return true,
            kind if kind.is_statement() || kind.is_declaration() => return true,
            _ => {}
        }
        span = parent.kind().span();
        parent = ctx.parent(parent.id());
    }
    false
}

/// Whether a reference is the variable of a loop over keys or values whose body only returns.
fn is_returned_in_loop(node: &AstNode<'_>, ctx: &Context<'_>) -> bool {
    let span = node.kind().span();
    loop_returns(ctx.parent_kind(node.id()), span, ctx)
}

/// Whether a loop over keys or values assigns to what is at a span, and its body returns at once.
pub(crate) fn loop_returns(kind: AstKind<'_>, target: Span, ctx: &Context<'_>) -> bool {
    let (left, body) = match kind {
        AstKind::ForInStatement(statement) => (&statement.left, &statement.body),
        AstKind::ForOfStatement(statement) => (&statement.left, &statement.body),
        _ => return false,
    };
    let is_target = match left {
        ForStatementLeft::VariableDeclaration(declaration) => declaration.declarations.iter().any(|one| {
            one.id.span().start == target.start
                && (ctx.source_type.is_typescript() || one.id.is_binding_identifier())
        }),
        left => left.span() == target,
    };
    let first = match body {
        Statement::BlockStatement(block) if ctx.source_type.is_typescript() && block.body.len() != 1 => None,
        Statement::BlockStatement(block) => block.body.first(),
        body => Some(body),
    };
    is_target && matches!(first, Some(Statement::ReturnStatement(_)))
}
