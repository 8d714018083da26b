//! `no-var`: require `let` or `const` instead of `var`.
//!
//! A `var` is visible in the whole function, even before its declaration.
//!
//! ```js fails
//! var size = 3;
//! ```
//!
//! ```js passes
//! const size = 3;
//! ```

use oxc_semantic::{Reference, SymbolId};

use crate::rules::helpers::fixes::{alone_in, has_statements};
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "no-var",
    kind: Kind::Suggestion,
    fixable: true,
    messages: &[("unexpectedVar", "Unexpected var, use let or const instead.")],
    types: &[AstType::VariableDeclaration],
    run: Run::Nodes(|node, ctx| {
        let AstKind::VariableDeclaration(declaration) = node.kind() else { return };
        if declaration.kind != VariableDeclarationKind::Var {
            return;
        }
        // `declare global { var x }` has no other form.
        let mut outer = ctx.nodes().ancestor_kinds(node.id()).skip(1);
        if matches!(outer.next(), Some(AstKind::TSGlobalDeclaration(_))) {
            return;
        }
        let report = ctx.report(declaration.span, "unexpectedVar");
        if can_be_let(declaration, node, ctx) {
            let at = ctx.text(declaration.span).find("var").unwrap_or(0);
            let word = Span::sized(declaration.span.start + u32::try_from(at).unwrap_or(0), 3);
            drop(report.fixes(alone_in(Edit::replace(word, "let"), declaration.span)));
        }
    }),
    ..Rule::DEFAULT
};

fn can_be_let<'a>(declaration: &VariableDeclaration<'a>, node: &AstNode<'a>, ctx: &Context<'a>) -> bool {
    let parent = ctx.nodes().parent_kind(node.id());
    let is_each = matches!(parent, AstKind::ForInStatement(_) | AstKind::ForOfStatement(_));
    let is_in_list = has_statements(parent) || matches!(parent, AstKind::TSModuleBlock(_));
    let is_placed = is_each || is_in_list || matches!(parent, AstKind::ForStatement(_));
    if !is_placed || matches!(parent, AstKind::SwitchCase(_)) {
        return false;
    }
    let in_loop = is_in_loop(node, ctx);
    if in_loop && !is_each && declaration.declarations.iter().any(|declarator| declarator.init.is_none()) {
        return false;
    }
    declaration.declarations.iter().all(|declarator| {
        declarator.id.get_binding_identifiers().iter().all(|identifier| {
            let variable = identifier.symbol_id.get();
            variable.is_some_and(|variable| is_safe(variable, identifier, declarator, node, in_loop, ctx))
        })
    })
}

fn is_in_loop(node: &AstNode<'_>, ctx: &Context<'_>) -> bool {
    let mut outer = ctx.nodes().ancestor_kinds(node.id());
    let outer = outer.by_ref().take_while(|kind| {
        !matches!(kind, AstKind::Function(_) | AstKind::ArrowFunctionExpression(_))
    });
    outer.into_iter().any(AstKind::is_iteration_statement)
}

/// Whether a variable means the same as a `let`.
fn is_safe<'a>(
    variable: SymbolId,
    identifier: &BindingIdentifier<'a>,
    declarator: &VariableDeclarator<'a>,
    node: &AstNode<'a>,
    in_loop: bool,
    ctx: &Context<'a>,
) -> bool {
    let scoping = ctx.scoping();
    let scope = scoping.symbol_scope_id(variable);
    let is_global = scope == scoping.root_scope_id() && ctx.source_type.is_script();
    let is_shadowed = scoping.find_binding(node.scope_id(), scoping.symbol_ident(variable)) != Some(variable);
    if is_global || is_shadowed || !scoping.symbol_redeclarations(variable).is_empty() || identifier.name == "let" {
        return false;
    }
    let around = block_around(node, ctx);
    // What runs before the name is declared.
    let default = default_of(identifier, ctx);
    let init = declarator.init.as_ref().filter(|init| {
        !matches!(init.without_parentheses(), Expression::FunctionExpression(_) | Expression::ArrowFunctionExpression(_))
    });
    let early = [default, init.map(GetSpan::span)];
    scoping.get_resolved_references(variable).all(|reference| {
        let span = ctx.nodes().kind(reference.node_id()).span();
        let is_in_initializer = || {
            span.start < identifier.span.start || early.iter().flatten().any(|part| part.contains_inclusive(span))
        };
        let is_early = span.start < declarator.span.start || (declarator.init.is_some() && is_in_initializer());
        around.contains_inclusive(span)
            && !is_early
            && (!in_loop || function_of(reference.scope_id(), ctx) == function_of(scope, ctx))
            && !is_called_early(reference, scope, declarator.span.start, ctx)
    })
}

/// The block, or the like, that a `let` would belong to.
fn block_around(node: &AstNode<'_>, ctx: &Context<'_>) -> Span {
    let mut outer = ctx.nodes().ancestor_kinds(node.id());
    let block = outer.find(|kind| {
        matches!(
            kind,
            AstKind::Program(_)
                | AstKind::FunctionBody(_)
                | AstKind::BlockStatement(_)
                | AstKind::SwitchStatement(_)
                | AstKind::ForStatement(_)
                | AstKind::ForInStatement(_)
                | AstKind::ForOfStatement(_)
        )
    });
    block.map_or(ctx.nodes().program().span, |block| block.span())
}

/// The default value of a name in a pattern.
fn default_of(identifier: &BindingIdentifier<'_>, ctx: &Context<'_>) -> Option<Span> {
    match ctx.nodes().parent_kind(identifier.node_id.get()) {
        AstKind::AssignmentPattern(with_default) => Some(with_default.right.span()),
        _ => None,
    }
}

type ScopeId = oxc_syntax::scope::ScopeId;

/// The scope of the function around a scope.
fn function_of(scope: ScopeId, ctx: &Context<'_>) -> ScopeId {
    let scoping = ctx.scoping();
    let mut scopes = scoping.scope_ancestors(scope);
    scopes.find(|scope| scoping.scope_flags(*scope).is_function()).unwrap_or(scoping.root_scope_id())
}

/// Whether a function with a reference is called before the declaration.
fn is_called_early(reference: &Reference, declared_in: ScopeId, start: u32, ctx: &Context<'_>) -> bool {
    let scoping = ctx.scoping();
    let inner = scoping.scope_ancestors(reference.scope_id()).take_while(|scope| *scope != declared_in);
    inner.filter(|scope| scoping.scope_flags(*scope).is_function()).any(|scope| {
        let AstKind::Function(function) = ctx.nodes().kind(scoping.get_node_id(scope)) else { return false };
        let symbol = function.id.as_ref().filter(|_| function.is_declaration()).and_then(|id| id.symbol_id.get());
        symbol.is_some_and(|symbol| {
            scoping.get_resolved_references(symbol).any(|call| {
                let span = ctx.nodes().kind(call.node_id()).span();
                span.start < start
                    && matches!(ctx.parent_kind(call.node_id()), AstKind::CallExpression(call)
                        if call.callee.without_parentheses().span() == span)
            })
        })
    })
}
