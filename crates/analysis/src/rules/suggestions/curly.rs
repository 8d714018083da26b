//! `curly`: enforce consistent brace style for all control statements.
//!
//! A second statement that is indented like the first looks as if it belonged to the `if`.
//!
//! Options: `"all"` (default); `"multi"` has braces only around several statements, `"multi-line"` allows one line without,
//! `"multi-or-nest"` has braces only where the body spans lines. `"consistent"` after one of these makes all parts of an `if`
//! alike.
//!
//! ```js fails
//! if (isDone) stop();
//! ```
//!
//! ```js passes ["multi-line"]
//! if (isDone) stop();
//! ```

use crate::rules::helpers::braces::are_necessary;
use crate::rules::helpers::fixes::continues;
use crate::rules::helpers::tokens::{next_token, previous_end, runs_together};
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "curly",
    kind: Kind::Suggestion,
    fixable: true,
    messages: &[
        ("missingCurlyAfter", "Expected { after '{{name}}'."),
        ("missingCurlyAfterCondition", "Expected { after '{{name}}' condition."),
        ("unexpectedCurlyAfter", "Unnecessary { after '{{name}}'."),
        ("unexpectedCurlyAfterCondition", "Unnecessary { after '{{name}}' condition."),
    ],
    types: &[
        AstType::IfStatement,
        AstType::WhileStatement,
        AstType::DoWhileStatement,
        AstType::ForStatement,
        AstType::ForInStatement,
        AstType::ForOfStatement,
    ],
    run: Run::Configured(|options| {
        let style = match options.choice(0, &["all", "multi", "multi-line", "multi-or-nest"])? {
            "multi" => Style::Multi,
            "multi-line" => Style::MultiLine,
            "multi-or-nest" => Style::MultiOrNest,
            _ => Style::All,
        };
        options.at_most(if matches!(style, Style::All) { 1 } else { 2 })?;
        let consistent = options.get(1).is_some();
        options.choice(1, &["consistent"])?;
        Ok(Check::nodes(move |node, ctx| visit(node, style, consistent, ctx)))
    }),
    ..Rule::DEFAULT
};

#[derive(Clone, Copy)]
enum Style {
    All,
    Multi,
    MultiLine,
    MultiOrNest,
}

/// A body, and whether it should have braces.
struct Part<'a> {
    body: &'a Statement<'a>,
    name: &'static str,
    has_condition: bool,
    expected: Option<bool>,
}

fn visit<'a>(node: &AstNode<'a>, style: Style, consistent: bool, ctx: &Context<'a>) {
    let part = |body: &'a Statement<'a>, name, has_condition| Part {
        body,
        name,
        has_condition,
        expected: expected(body, style, ctx),
    };
    let (body, name, has_condition) = match node.kind() {
        AstKind::IfStatement(statement) => {
            let is_else_if = matches!(ctx.parent_kind(node.id()), AstKind::IfStatement(outer)
                if outer.alternate.as_ref().is_some_and(|alternate| alternate.span() == statement.span));
            if is_else_if {
                return;
            }
            let mut parts = Vec::new();
            let mut current = statement;
            loop {
                parts.push(part(&current.consequent, "if", true));
                match &current.alternate {
                    Some(Statement::IfStatement(next)) => current = next,
                    Some(alternate) => {
                        parts.push(part(alternate, "else", false));
                        break;
                    }
                    None => break,
                }
            }
            if consistent {
                let any = parts.iter().any(|part| part.expected.unwrap_or(is_block(part.body)));
                for part in &mut parts {
                    part.expected = Some(any);
                }
            }
            for part in parts {
                part.check(ctx);
            }
            return;
        }
        AstKind::WhileStatement(statement) => (&statement.body, "while", true),
        AstKind::DoWhileStatement(statement) => (&statement.body, "do", false),
        AstKind::ForStatement(statement) => (&statement.body, "for", true),
        AstKind::ForInStatement(statement) => (&statement.body, "for-in", false),
        AstKind::ForOfStatement(statement) => (&statement.body, "for-of", false),
        _ => return,
    };
    part(body, name, has_condition).check(ctx);
}

const fn is_block(body: &Statement<'_>) -> bool {
    matches!(body, Statement::BlockStatement(_))
}

fn expected<'a>(body: &'a Statement<'a>, style: Style, ctx: &Context<'a>) -> Option<bool> {
    let block = match body {
        Statement::BlockStatement(block) => Some(block),
        _ => None,
    };
    if block.is_some_and(|block| block.body.len() != 1 || are_necessary(block, ctx)) {
        return Some(true);
    }
    match style {
        Style::All => Some(true),
        Style::Multi => Some(false),
        Style::MultiLine => {
            let before = previous_end(body.span().start, ctx);
            (line(before, ctx) != line(end_of(body.span(), ctx), ctx)).then_some(true)
        }
        Style::MultiOrNest => Some(match block.and_then(|block| Some((block, block.body.first()?))) {
            Some((block, first)) => {
                !is_one_line(first, ctx) || ctx.has_comments(Span::new(block.span.start, first.span().start))
            }
            None => !is_one_line(body, ctx),
        }),
    }
}

fn line(offset: u32, ctx: &Context<'_>) -> u32 {
    ctx.lines.position(offset).0
}

/// The end of a statement without its semicolon.
fn end_of(span: Span, ctx: &Context<'_>) -> u32 {
    if ctx.text(span).ends_with(';') { previous_end(span.end - 1, ctx) } else { span.end }
}

fn is_one_line(statement: &Statement<'_>, ctx: &Context<'_>) -> bool {
    let span = statement.span();
    matches!(statement, Statement::EmptyStatement(_)) || line(span.start, ctx) == line(end_of(span, ctx), ctx)
}

impl Part<'_> {
    fn check(&self, ctx: &Context<'_>) {
        let span = self.body.span();
        let message = match (self.expected, is_block(self.body), self.has_condition) {
            (Some(true), false, true) => "missingCurlyAfterCondition",
            (Some(true), false, false) => "missingCurlyAfter",
            (Some(false), true, true) => "unexpectedCurlyAfterCondition",
            (Some(false), true, false) => "unexpectedCurlyAfter",
            _ => return,
        };
        let report = ctx.report(span, message).data("name", self.name);
        if self.expected == Some(true) {
            drop(report.fix(span, format!("{{{}}}", ctx.text(span))));
        } else if let Statement::BlockStatement(block) = self.body
            && !needs_semicolon(block, ctx)
        {
            let is_adjacent = previous_end(span.start, ctx) == span.start;
            let first = &ctx.source()[next_token(span.start + 1, ctx) as usize..];
            let space = if is_adjacent && runs_together(span.start, first, ctx) { " " } else { "" };
            let inner = ctx.text(Span::new(span.start + 1, span.end - 1));
            drop(report.fix(span, format!("{space}{inner}")));
        }
    }
}

/// Whether the last statement of a block relies on the brace to end it.
fn needs_semicolon(block: &BlockStatement<'_>, ctx: &Context<'_>) -> bool {
    let end = previous_end(block.span.end - 1, ctx);
    let text = &ctx.source()[..end as usize];
    let after = next_token(block.span.end, ctx);
    let rest = &ctx.source()[after as usize..];
    if text.ends_with(';') || rest.is_empty() || block.body.last().is_some_and(ends_with_block) {
        return false;
    }
    line(end, ctx) == line(after, ctx) || continues(rest) || text.ends_with("++") || text.ends_with("--")
}

/// Whether a statement ends with the brace of a block.
fn ends_with_block(statement: &Statement<'_>) -> bool {
    match statement {
        Statement::BlockStatement(_) | Statement::TryStatement(_) | Statement::FunctionDeclaration(_) => true,
        Statement::IfStatement(statement) => {
            ends_with_block(statement.alternate.as_ref().unwrap_or(&statement.consequent))
        }
        Statement::ForStatement(statement) => ends_with_block(&statement.body),
        Statement::ForInStatement(statement) => ends_with_block(&statement.body),
        Statement::ForOfStatement(statement) => ends_with_block(&statement.body),
        Statement::WhileStatement(statement) => ends_with_block(&statement.body),
        Statement::WithStatement(statement) => ends_with_block(&statement.body),
        Statement::LabeledStatement(statement) => ends_with_block(&statement.body),
        _ => false,
    }
}
