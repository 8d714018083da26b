//! Whether a block can lose its braces.

use oxc_ast::ast::{BlockStatement, Statement, VariableDeclarationKind};

use super::tokens::next_token;
use crate::lint::Context;

/// Whether a block of one statement needs its braces. The statement may declare a name, or an `else` after the
/// block would belong to it.
pub(crate) fn are_necessary(block: &BlockStatement<'_>, ctx: &Context<'_>) -> bool {
    let Some(first) = block.body.first() else { return true };
    declares(first) || (has_open_if(first) && starts_with_else(block.span.end, ctx))
}

fn declares(statement: &Statement<'_>) -> bool {
    match statement {
        Statement::VariableDeclaration(declaration) => declaration.kind != VariableDeclarationKind::Var,
        Statement::FunctionDeclaration(function) => function.body.is_some(),
        Statement::ClassDeclaration(_) => true,
        _ => false,
    }
}

/// Whether a statement ends with an `if` that has no `else`.
fn has_open_if(statement: &Statement<'_>) -> bool {
    match statement {
        Statement::IfStatement(statement) => statement.alternate.as_ref().is_none_or(has_open_if),
        Statement::ForStatement(statement) => has_open_if(&statement.body),
        Statement::ForInStatement(statement) => has_open_if(&statement.body),
        Statement::ForOfStatement(statement) => has_open_if(&statement.body),
        Statement::LabeledStatement(statement) => has_open_if(&statement.body),
        Statement::WithStatement(statement) => has_open_if(&statement.body),
        Statement::WhileStatement(statement) => has_open_if(&statement.body),
        _ => false,
    }
}

fn starts_with_else(from: u32, ctx: &Context<'_>) -> bool {
    let at = next_token(from, ctx) as usize;
    let after = ctx.source()[at..].strip_prefix("else");
    after.is_some_and(|after| {
        !after.starts_with(|char: char| char.is_alphanumeric() || matches!(char, '_' | '$'))
    })
}
