//! `no-useless-return`: disallow redundant return statements.
//!
//! A `return` without a value at the end of a function does nothing.
//!
//! ```js fails
//! function close() { file.close(); return; }
//! ```
//!
//! ```js passes
//! function close() { if (!file) return; file.close(); }
//! ```

use crate::rules::helpers::completion::ends;
use crate::rules::helpers::fixes::{alone_in_function, has_statements};
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "no-useless-return",
    kind: Kind::Suggestion,
    fixable: true,
    messages: &[("unnecessaryReturn", "Unnecessary return statement.")],
    types: &[AstType::ReturnStatement],
    run: Run::File(|ctx| {
        check(&ctx.nodes().program().body, ctx);
        for node in ctx.nodes_of(AstType::FunctionBody) {
            if let AstKind::FunctionBody(body) = node.kind() {
                check(&body.statements, ctx);
            }
        }
    }),
    ..Rule::DEFAULT
};

fn check<'a>(statements: &'a [Statement<'a>], ctx: &Context<'a>) {
    ends(statements, ctx, &mut |statement, is_reachable| {
        if statement.argument.is_some() || !is_reachable {
            return;
        }
        let node = ctx.nodes().get_node(statement.node_id.get());
        if !is_last(node, ctx) {
            return;
        }
        let report = ctx.report(statement.span, "unnecessaryReturn");
        if has_statements(ctx.parent_kind(node.id())) && !ctx.has_comments(statement.span) {
            drop(report.fixes(alone_in_function(Edit::remove(statement.span), node, ctx)));
        }
    });
}

/// What comes after a statement, as far as `return` is concerned.
enum After<'a> {
    /// Something happens.
    Used,
    /// Nothing: control comes to the end of the list.
    Nothing,
    /// A `break`, with its label.
    Break(Option<&'a str>),
}

/// Whether nothing happens after a statement until the function ends.
fn is_last<'a>(node: &'a AstNode<'a>, ctx: &Context<'a>) -> bool {
    if is_in_loop_or_finally(node, ctx) {
        return false;
    }
    let mut child = node.kind();
    // What a `break` leaves, if there was one.
    let mut leaves: Option<Option<&str>> = None;
    for parent in ctx.nodes().ancestor_kinds(node.id()) {
        if let Some(label) = leaves {
            let is_target = match parent {
                AstKind::SwitchStatement(_) => label.is_none(),
                AstKind::LabeledStatement(statement) => label == Some(&statement.label.name),
                _ => false,
            };
            if is_target {
                leaves = None;
            }
            child = parent;
            continue;
        }
        let end = child.span().end;
        let after = match parent {
            AstKind::Program(program) => rest(&program.body, end, ctx),
            AstKind::FunctionBody(body) => rest(&body.statements, end, ctx),
            AstKind::BlockStatement(block) => rest(&block.body, end, ctx),
            AstKind::SwitchCase(case) => rest(&case.consequent, end, ctx),
            AstKind::SwitchStatement(statement) => {
                let first = statement.cases.partition_point(|case| case.span.end <= end);
                let mut after = After::Nothing;
                for case in &statement.cases[first..] {
                    after = rest(&case.consequent, 0, ctx);
                    if !matches!(after, After::Nothing) {
                        break;
                    }
                }
                match after {
                    After::Break(None) => After::Nothing,
                    after => after,
                }
            }
            AstKind::TryStatement(statement) => match (&statement.handler, &statement.finalizer) {
                (Some(handler), Some(finalizer)) if handler.span.end == end => rest(&finalizer.body, 0, ctx),
                _ => After::Nothing,
            },
            AstKind::Function(_) | AstKind::ArrowFunctionExpression(_) => return true,
            _ => After::Nothing,
        };
        match after {
            After::Used => return false,
            After::Break(label) => leaves = Some(label),
            After::Nothing => {}
        }
        child = parent;
    }
    true
}

/// Whether `return` would skip further turns, or overrides another one.
fn is_in_loop_or_finally<'a>(node: &AstNode<'a>, ctx: &Context<'a>) -> bool {
    let mut child = node.kind().span();
    for parent in ctx.nodes().ancestor_kinds(node.id()) {
        match parent {
            AstKind::Function(_) | AstKind::ArrowFunctionExpression(_) => return false,
            AstKind::TryStatement(statement)
                if statement.finalizer.as_ref().is_some_and(|finalizer| finalizer.span == child) =>
            {
                return true;
            }
            parent if parent.is_iteration_statement() => return true,
            _ => child = parent.span(),
        }
    }
    false
}

/// What the statements of a list do that start at an offset or after it.
fn rest<'a>(statements: &'a [Statement<'a>], from: u32, ctx: &Context<'a>) -> After<'a> {
    let first = statements.partition_point(|statement| statement.span().start < from);
    for (index, statement) in statements.iter().enumerate().skip(first) {
        match statement {
            Statement::FunctionDeclaration(_) => {}
            Statement::ReturnStatement(statement) if statement.argument.is_none() => {}
            Statement::BlockStatement(block) => match rest(&block.body, 0, ctx) {
                After::Nothing => {}
                after => return after,
            },
            Statement::BreakStatement(statement) => {
                // Behind another `return`, it does nothing.
                let is_reached = ends(&statements[..index], ctx, &mut |_, _| {});
                if is_reached {
                    return After::Break(statement.label.as_ref().map(|label| label.name.as_str()));
                }
            }
            statement if statement.is_typescript_syntax() => {}
            _ => return After::Used,
        }
    }
    After::Nothing
}
