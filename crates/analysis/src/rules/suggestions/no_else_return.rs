//! `no-else-return`: disallow `else` blocks after `return` statements in `if` statements.
//!
//! What follows the `if` runs only where it did not return.
//!
//! Options: `{ allowElseIf: true }`; with `false`, `else if` after a `return` is found too.
//!
//! ```js fails
//! function f(a) { if (a) { return 1; } else { return 2; } }
//! ```
//!
//! ```js passes
//! function f(a) { if (a) { return 1; } return 2; }
//! ```

use oxc_syntax::scope::ScopeId;

use crate::rules::helpers::fixes::{alone_in_function, continues, has_statements};
use crate::rules::helpers::tokens::{next_token, previous_end};
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "no-else-return",
    kind: Kind::Suggestion,
    fixable: true,
    messages: &[("unexpected", "Unnecessary 'else' after 'return'.")],
    types: &[AstType::IfStatement],
    run: Run::Configured(|options| {
        let allows = options.only_object(&["allowElseIf"])?.bool("allowElseIf", true)?;
        Ok(Check::nodes(move |node, ctx| {
            let AstKind::IfStatement(statement) = node.kind() else { return };
            if !has_statements(ctx.nodes().parent_kind(node.id())) {
                return;
            }
            if !allows {
                if let Some(alternate) = &statement.alternate
                    && always_returns(&statement.consequent)
                {
                    report(statement, alternate, node, ctx);
                }
                return;
            }
            let mut current = statement;
            while always_returns(&current.consequent) {
                match &current.alternate {
                    Some(Statement::IfStatement(next)) => current = next,
                    Some(alternate) => return report(current, alternate, node, ctx),
                    None => return,
                }
            }
        }))
    }),
    ..Rule::DEFAULT
};

fn always_returns(statement: &Statement<'_>) -> bool {
    match statement {
        Statement::BlockStatement(block) => block.body.iter().any(returns_or_branches),
        statement => returns_or_branches(statement),
    }
}

/// Whether a statement is a `return`, or an `if` whose parts both end with one.
fn returns_or_branches(statement: &Statement<'_>) -> bool {
    match statement {
        Statement::ReturnStatement(_) => true,
        Statement::IfStatement(statement) => {
            let alternate = statement.alternate.as_ref();
            alternate.is_some_and(ends_with_return) && ends_with_return(&statement.consequent)
        }
        _ => false,
    }
}

fn ends_with_return(statement: &Statement<'_>) -> bool {
    match statement {
        Statement::BlockStatement(block) => matches!(block.body.last(), Some(Statement::ReturnStatement(_))),
        statement => matches!(statement, Statement::ReturnStatement(_)),
    }
}

fn report<'a>(holder: &IfStatement<'a>, alternate: &Statement<'a>, node: &AstNode<'a>, ctx: &Context<'a>) {
    let span = alternate.span();
    let report = ctx.report(span, "unexpected");
    if !is_safe(holder, alternate, ctx) || collides(alternate, node, ctx) {
        return;
    }
    let text = match alternate {
        Statement::BlockStatement(_) => ctx.text(Span::new(span.start + 1, span.end - 1)),
        _ => ctx.text(span),
    };
    let start = previous_end(span.start, ctx) - 4;
    let edit = Edit::replace(Span::new(start, span.end), text);
    drop(report.fixes(alone_in_function(edit, node, ctx)));
}

/// Whether the statements before and after stay apart without the `else` and its braces.
fn is_safe<'a>(holder: &IfStatement<'a>, alternate: &Statement<'a>, ctx: &Context<'a>) -> bool {
    let source = ctx.source();
    let span = alternate.span();
    let is_block = matches!(alternate, Statement::BlockStatement(_));
    let first = if is_block { next_token(span.start + 1, ctx) } else { span.start };
    let if_is_open = !matches!(holder.consequent, Statement::BlockStatement(_))
        && !ctx.text(holder.consequent.span()).ends_with(';');
    if if_is_open && continues(&source[first as usize..]) {
        return false;
    }
    // The token before the last one.
    let text = ctx.text(span);
    let is_word = |char: char| char.is_alphanumeric() || matches!(char, '_' | '$');
    let trimmed = text.trim_end_matches(is_word).len();
    let last = if trimmed == text.len() { text.len() - 1 } else { trimmed };
    let before = previous_end(span.start + u32::try_from(last).unwrap_or(0), ctx);
    if source[..before as usize].ends_with(';') {
        return true;
    }
    let next = next_token(span.end, ctx);
    let rest = &source[next as usize..];
    let line = |offset| ctx.lines.position(offset).0;
    rest.is_empty() || !(continues(rest) || (line(next) == line(before) && !rest.starts_with('}')))
}

/// Whether a name of the block means something else outside of it.
fn collides<'a>(alternate: &Statement<'a>, node: &AstNode<'a>, ctx: &Context<'a>) -> bool {
    let block = match alternate {
        Statement::FunctionDeclaration(_) => return true,
        Statement::BlockStatement(block) => block,
        _ => return false,
    };
    let Some(inner) = block.scope_id.get() else { return false };
    let scope = node.scope_id();
    let scoping = ctx.scoping();
    let around = ctx.nodes().kind(scoping.get_node_id(scope)).span();
    let mut names = scoping.get_bindings(inner).keys();
    names.any(|name| {
        let upper = scoping.scope_parent_id(scope);
        let catches = upper.filter(|upper| scoping.scope_flags(*upper).is_catch_clause());
        if declares(scope, name, ctx) || catches.is_some_and(|upper| declares(upper, name, ctx)) {
            return true;
        }
        let is_used = |id: &oxc_syntax::reference::ReferenceId| {
            let reference = scoping.get_reference(*id);
            around.contains_inclusive(ctx.nodes().kind(reference.node_id()).span())
        };
        if scoping.root_unresolved_references().get(name.as_str()).is_some_and(|ids| ids.iter().any(is_used)) {
            return true;
        }
        // A name from outside that is used in here, or a `var` in here.
        let outer = upper.and_then(|upper| scoping.find_binding(upper, *name));
        outer.is_some_and(|symbol| {
            scoping.get_resolved_reference_ids(symbol).iter().any(is_used)
                || around.contains_inclusive(scoping.symbol_span(symbol))
        })
    })
}

fn declares(scope: ScopeId, name: &str, ctx: &Context<'_>) -> bool {
    ctx.scoping().get_bindings(scope).keys().any(|other| other.as_str() == name)
}
