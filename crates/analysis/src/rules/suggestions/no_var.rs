//! `no-var`: require `let` or `const` instead of `var`.
//!
//! `var` is scoped to its function and hoisted. `const` and `let` are scoped to their block.
//!
//! ```js fails
//! var total = 0;
//! ```
//!
//! ```js passes
//! let total = 0;
//! ```

use oxc_ecmascript::BoundNames;
use oxc_syntax::node::NodeId;
use oxc_syntax::symbol::SymbolId;

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
        let mut outer = ctx.nodes().ancestor_kinds(node.id());
        if let (Some(AstKind::TSModuleBlock(_)), Some(AstKind::TSGlobalDeclaration(_))) =
            (outer.next(), outer.next())
        {
            return;
        }
        let report = ctx.report(declaration.span, "unexpectedVar");
        if can_be_let(declaration, node, ctx) {
            let skipped = ctx.text(declaration.span).find("var").unwrap_or(0);
            let start = declaration.span.start + u32::try_from(skipped).unwrap_or(0);
            drop(report.fix(Span::sized(start, 3), "let"));
        }
    }),
    ..Rule::DEFAULT
};

/// Whether the declaration means the same with `let`.
fn can_be_let<'a>(declaration: &VariableDeclaration<'a>, node: &AstNode<'a>, ctx: &Context<'a>) -> bool {
    let parent = ctx.nodes().parent_kind(node.id());
    let is_assigned_by_loop = match parent {
        AstKind::ForInStatement(statement) => statement.left.span() == declaration.span,
        AstKind::ForOfStatement(statement) => statement.left.span() == declaration.span,
        _ => false,
    };
    let is_init = matches!(parent, AstKind::ForStatement(statement)
        if statement.init.as_ref().is_some_and(|init| init.span() == declaration.span));
    let is_in_list = matches!(
        parent,
        AstKind::Program(_)
            | AstKind::BlockStatement(_)
            | AstKind::FunctionBody(_)
            | AstKind::StaticBlock(_)
            | AstKind::TSModuleBlock(_)
    );
    if !is_assigned_by_loop && !is_init && !is_in_list {
        return false;
    }
    let is_initialized = declaration.declarations.iter().all(|one| one.init.is_some());
    let in_loop = is_in_loop(node.id(), ctx);
    if in_loop && !is_assigned_by_loop && !is_initialized {
        return false;
    }
    let scope = scope_around(node, ctx);
    declaration.declarations.iter().all(|declarator| {
        let mut safe = true;
        declarator.id.bound_names(&mut |name| {
            let variable = Variable { symbol: name.symbol_id(), span: name.span, declarator };
            safe &= name.name != "let" && variable.is_safe(node, scope, in_loop, ctx);
        });
        safe
    })
}

/// A variable of the declaration.
struct Variable<'d, 'a> {
    symbol: SymbolId,
    /// Its name where it is declared.
    span: Span,
    declarator: &'d VariableDeclarator<'a>,
}

impl<'a> Variable<'_, 'a> {
    fn is_safe(&self, node: &AstNode<'a>, scope: Span, in_loop: bool, ctx: &Context<'a>) -> bool {
        let scoping = ctx.scoping();
        let own_scope = scoping.symbol_scope_id(self.symbol);
        let is_global = own_scope == scoping.root_scope_id() && ctx.source_type.is_script();
        let name = scoping.symbol_ident(self.symbol);
        // A parameter of `catch` has the name too.
        let is_shadowed = scoping.find_binding(node.scope_id(), name) != Some(self.symbol);
        if is_global || is_shadowed || !scoping.symbol_redeclarations(self.symbol).is_empty() {
            return false;
        }
        scoping.get_resolved_references(self.symbol).all(|reference| {
            let used = ctx.nodes().kind(reference.node_id()).span();
            let is_inside = scope.contains_inclusive(used);
            let is_before = used.start < self.declarator.span.start || used.start < self.span.start;
            let in_closure = in_loop && self.is_in_closure(reference.node_id(), own_scope, ctx);
            is_inside
                && !is_before
                && !in_closure
                && !self.is_in_own_value(used)
                && !self.is_called_before(reference.node_id(), own_scope, ctx)
        })
    }

    /// Whether a use is in the value that the variable starts with, other than in a function.
    fn is_in_own_value(&self, used: Span) -> bool {
        let Some(init) = &self.declarator.init else { return false };
        let init = init.without_parentheses();
        let is_function =
            matches!(init, Expression::FunctionExpression(_) | Expression::ArrowFunctionExpression(_));
        let in_value = !is_function && init.span().contains_inclusive(used);
        // `{ a = a }`
        in_value || (self.declarator.id.span().contains_inclusive(used) && used.start > self.span.end)
    }

    fn is_in_closure(&self, from: NodeId, own: oxc_syntax::scope::ScopeId, ctx: &Context<'a>) -> bool {
        let scoping = ctx.scoping();
        let function = |scope| {
            let mut scopes = scoping.scope_ancestors(scope);
            scopes.find(|scope| {
                let flags = scoping.scope_flags(*scope);
                flags.is_function() || flags.is_top()
            })
        };
        function(ctx.nodes().get_node(from).scope_id()) != function(own)
    }

    /// Whether a use is in a function declaration that is called before the variable has its value.
    fn is_called_before(&self, from: NodeId, own: oxc_syntax::scope::ScopeId, ctx: &Context<'a>) -> bool {
        let scoping = ctx.scoping();
        let from = ctx.nodes().get_node(from).scope_id();
        scoping.scope_ancestors(from).take_while(|scope| *scope != own).any(|scope| {
            let AstKind::Function(function) = ctx.nodes().kind(scoping.get_node_id(scope)) else { return false };
            let Some(id) = function.id.as_ref().filter(|_| function.is_declaration()) else { return false };
            scoping.get_resolved_references(id.symbol_id()).any(|reference| {
                let used = ctx.nodes().kind(reference.node_id()).span();
                let is_callee = matches!(ctx.parent_kind(reference.node_id()), AstKind::CallExpression(call)
                    if call.callee.without_parentheses().span() == used);
                is_callee && used.start < self.declarator.span.start
            })
        })
    }
}

/// The block, loop or program around a declaration.
fn scope_around<'a>(node: &AstNode<'a>, ctx: &Context<'a>) -> Span {
    let is_scope = |kind: &AstKind<'_>| {
        matches!(
            kind,
            AstKind::Program(_)
                | AstKind::BlockStatement(_)
                | AstKind::FunctionBody(_)
                | AstKind::SwitchStatement(_)
                | AstKind::ForStatement(_)
                | AstKind::ForInStatement(_)
                | AstKind::ForOfStatement(_)
        )
    };
    let found = ctx.nodes().ancestor_kinds(node.id()).find(is_scope);
    found.unwrap_or(AstKind::Program(ctx.nodes().program())).span()
}

fn is_in_loop(node: NodeId, ctx: &Context<'_>) -> bool {
    let inner = ctx.nodes().ancestor_kinds(node).take_while(|kind| !kind.is_function_like());
    let mut inner = inner.filter(|kind| !matches!(kind, AstKind::Program(_)));
    inner.any(AstKind::is_iteration_statement)
}
