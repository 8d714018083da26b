//! `no-unreachable`: disallow unreachable code after `return`, `throw`, `continue`, and `break` statements.
//!
//! Code that cannot run was either forgotten, or was meant to run.
//!
//! ```js fails
//! function half(n) {
//!   return n / 2;
//!   console.warn(n);
//! }
//! ```
//!
//! ```js passes
//! function half(n) {
//!   return twice(n) / 4;
//!   function twice(n) { return n * 2; }
//! }
//! ```

use oxc_syntax::node::NodeId;

use crate::rules::helpers::tokens::next_token;
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "no-unreachable",
    recommended: true,
    messages: &[("unreachableCode", "Unreachable code.")],
    // What can end a path, or a class whose constructor does not call `super()`.
    types: &[
        AstType::ReturnStatement,
        AstType::ThrowStatement,
        AstType::BreakStatement,
        AstType::ContinueStatement,
        AstType::WhileStatement,
        AstType::DoWhileStatement,
        AstType::ForStatement,
        AstType::Class,
    ],
    run: Run::File(|ctx| {
        // One path after the other, each with those of functions within it.
        let (paths, dead) = (ctx.code_paths(), ctx.maybe_dead());
        for owner in dead {
            let parent = ctx.nodes().parent_id(*owner);
            if parent == *owner || !paths.owners(parent).any(|outer| dead.contains(&outer)) {
                let mut found = Found { range: None, ctx };
                found.look_at(*owner);
                found.report();
            }
        }
        for node in ctx.nodes_of(AstType::Class) {
            uncreated_fields(node, ctx);
        }
    }),
    ..Rule::DEFAULT
};

/// The code that cannot be reached.
struct Found<'c, 'a> {
    /// The consecutive statements that are reported as one.
    range: Option<Span>,
    ctx: &'c Context<'a>,
}

impl Found<'_, '_> {
    fn look_at(&mut self, owner: NodeId) {
        let ctx = self.ctx;
        let Some(path) = ctx.code_paths().of(owner) else { return };
        for place in path.places() {
            if let Some(inner) = place.inner() {
                self.look_at(inner);
                continue;
            }
            let is_reachable = place.is_reachable();
            if is_reachable && self.range.is_none() {
                continue;
            }
            for kind in place.nodes().map(|id| ctx.nodes().kind(id)).filter(|kind| is_statement(*kind)) {
                if is_reachable {
                    // The body of a function in code that cannot be reached: what follows is reported by itself.
                    self.report();
                    break;
                }
                let span = kind.span();
                match &mut self.range {
                    Some(range) if range.contains_inclusive(span) => {}
                    Some(range) if next_token(range.end, ctx) == span.start => range.end = span.end,
                    _ => {
                        self.report();
                        self.range = Some(span);
                    }
                }
            }
        }
    }

    fn report(&mut self) {
        if let Some(range) = self.range.take() {
            self.ctx.report(range, "unreachableCode");
        }
    }
}

/// Whether a node is a statement that runs where it stands: no function, no import, no `var` without a value.
fn is_statement(kind: AstKind<'_>) -> bool {
    match kind {
        AstKind::VariableDeclaration(declaration) => {
            !declaration.kind.is_var() || declaration.declarations.iter().any(|one| one.init.is_some())
        }
        AstKind::Class(class) => class.is_declaration(),
        // A body that is an expression is no statement.
        AstKind::FunctionBody(_) => true,
        AstKind::ExportDeclaration(_)
        | AstKind::ExportNamedDeclaration(_)
        | AstKind::ExportFromDeclaration(_)
        | AstKind::ExportDefaultDeclaration(_)
        | AstKind::ExportAllDeclaration(_) => true,
        kind => kind.is_statement() && !matches!(kind, AstKind::EmptyStatement(_) | AstKind::Function(_)),
    }
}

/// Reports the fields of a class that extends another one and whose constructor does not call `super()`.
fn uncreated_fields<'a>(node: &AstNode<'a>, ctx: &Context<'a>) {
    let AstKind::Class(class) = node.kind() else { return };
    if class.heritage.is_none() {
        return;
    }
    let constructor = class.body.body.iter().find_map(|element| match element {
        ClassElement::MethodDefinition(method) if method.kind.is_constructor() => Some(method),
        _ => None,
    });
    let Some(constructor) = constructor else { return };
    if constructor.value.body.is_none() || calls_super(constructor.span, ctx) {
        return;
    }
    let mut range: Option<Span> = None;
    for element in &class.body.body {
        let ClassElement::PropertyDefinition(field) = element else { continue };
        if field.r#static {
            continue;
        }
        match &mut range {
            Some(range) if next_token(range.end, ctx) == field.span.start => range.end = field.span.end,
            range => {
                if let Some(before) = range.replace(field.span) {
                    ctx.report(before, "unreachableCode");
                }
            }
        }
    }
    if let Some(range) = range {
        ctx.report(range, "unreachableCode");
    }
}

fn calls_super(constructor: Span, ctx: &Context<'_>) -> bool {
    ctx.nodes_of(AstType::Super).any(|node| {
        let is_called = matches!(ctx.parent_kind(node.id()), AstKind::CallExpression(_));
        is_called && constructor.contains_inclusive(node.kind().span())
    })
}
