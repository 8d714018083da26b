//! `prefer-template`: require template literals instead of string concatenation.
//!
//! A template shows the text as it will be.
//!
//! ```js fails
//! const greeting = "Hello, " + name + "!";
//! ```
//!
//! ```js passes
//! const greeting = `Hello, ${name}!`;
//! ```


use oxc_syntax::operator::BinaryOperator;

use crate::hash::HashMap;
use crate::rules::helpers::semicolon::{needs_semicolon, starts_statement};
use crate::rules::helpers::tokens::next_token;
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "prefer-template",
    kind: Kind::Suggestion,
    fixable: true,
    messages: &[("unexpectedStringConcatenation", "Unexpected string concatenation.")],
    types: &[AstType::BinaryExpression],
    run: Run::File(|ctx| {
        // The innermost one of those that start at an offset.
        let mut tops: HashMap<u32, &AstNode<'_>> = HashMap::default();
        for node in ctx.nodes_of(AstType::BinaryExpression) {
            let AstKind::BinaryExpression(binary) = node.kind() else { continue };
            let is_top = !matches!(ctx.parent_kind(node.id()), AstKind::BinaryExpression(parent)
                if parent.operator == BinaryOperator::Addition);
            if binary.operator == BinaryOperator::Addition && is_top && has_leaf(binary, true) {
                tops.insert(binary.span.start, node);
            }
        }
        for node in tops.into_values() {
            let AstKind::BinaryExpression(binary) = node.kind() else { continue };
            if has_leaf(binary, false) {
                report(binary, node, ctx);
            }
        }
    }),
    ..Rule::DEFAULT
};

fn concatenation<'n, 'a>(expression: &'n Expression<'a>) -> Option<&'n BinaryExpression<'a>> {
    match expression.without_parentheses() {
        Expression::BinaryExpression(binary) if binary.operator == BinaryOperator::Addition => Some(binary),
        _ => None,
    }
}

fn is_text(expression: &Expression<'_>) -> bool {
    matches!(expression.without_parentheses(), Expression::StringLiteral(_) | Expression::TemplateLiteral(_))
}

/// Whether an operand is a text, or is none.
fn has_leaf(binary: &BinaryExpression<'_>, text: bool) -> bool {
    let is = |operand: &Expression<'_>| match concatenation(operand) {
        Some(inner) => has_leaf(inner, text),
        None => is_text(operand) == text,
    };
    is(&binary.right) || is(&binary.left)
}

fn report<'a>(binary: &BinaryExpression<'a>, node: &AstNode<'a>, ctx: &Context<'a>) {
    let report = ctx.report(binary.span, "unexpectedStringConcatenation");
    if has_octal(binary, ctx) {
        return;
    }
    let semicolon = if starts_statement(node, ctx) && needs_semicolon(node, ctx) { ";" } else { "" };
    let text = joined(binary, "", "", ctx);
    drop(report.fix(binary.span, format!("{semicolon}{text}")));
}

/// Whether a text has an escape that templates do not have, such as `\1`.
fn has_octal(binary: &BinaryExpression<'_>, ctx: &Context<'_>) -> bool {
    [&binary.left, &binary.right].into_iter().any(|operand| match operand.without_parentheses() {
        Expression::StringLiteral(literal) => {
            let mut bytes = ctx.text(literal.span).bytes().peekable();
            while let Some(byte) = bytes.next() {
                let escaped = if byte == b'\\' { bytes.next() } else { None };
                match escaped {
                    Some(b'1'..=b'9') => return true,
                    Some(b'0') if bytes.peek().is_some_and(u8::is_ascii_digit) => return true,
                    _ => {}
                }
            }
            false
        }
        operand => concatenation(operand).is_some_and(|inner| has_octal(inner, ctx)),
    })
}

/// An expression as a template. `before` and `after` are white space and comments around it.
fn template<'a>(expression: &Expression<'a>, before: &str, after: &str, ctx: &Context<'a>) -> String {
    let inner = expression.without_parentheses();
    match inner {
        Expression::StringLiteral(literal) => quoted(ctx.text(literal.span)),
        Expression::TemplateLiteral(literal) => ctx.text(literal.span).to_owned(),
        _ => match concatenation(inner).filter(|binary| has_leaf(binary, true)) {
            Some(binary) => joined(binary, before, after, ctx),
            None => format!("`${{{before}{}{after}}}`", ctx.text(inner.span())),
        },
    }
}

fn joined<'a>(binary: &BinaryExpression<'a>, before: &str, after: &str, ctx: &Context<'a>) -> String {
    let (left, right) = (binary.left.without_parentheses(), binary.right.without_parentheses());
    let plus = next_token(binary.left.span().end, ctx);
    let before_plus = blanks(Span::new(left.span().end, plus), ctx);
    let after_plus = blanks(Span::new(plus + 1, right.span().start), ctx);
    let between = format!("{before_plus}{after_plus}");
    let without_end = |mut text: String| {
        text.pop();
        text
    };
    if ends_with_curly(left) {
        let left = without_end(template(left, before, &between, ctx));
        return left + &template(right, "", after, ctx)[1..];
    }
    if starts_with_curly(right) {
        let left = without_end(template(left, before, "", ctx));
        return left + &template(right, &between, after, ctx)[1..];
    }
    let left = template(left, before, "", ctx);
    format!("{left}{before_plus}+{after_plus}{}", template(right, after, "", ctx))
}

/// The white space and comments of a span that has nothing else than these and parentheses.
fn blanks(span: Span, ctx: &Context<'_>) -> String {
    let mut text = String::new();
    let mut from = span.start;
    for comment in ctx.semantic.comments_range(span.start..span.end) {
        text.extend(ctx.text(Span::new(from, comment.span.start)).split(['(', ')']));
        text.push_str(ctx.text(comment.span));
        from = comment.span.end;
    }
    text.extend(ctx.text(Span::new(from, span.end)).split(['(', ')']));
    text
}

/// Whether a template of an expression would start with `${`.
fn starts_with_curly(expression: &Expression<'_>) -> bool {
    match expression.without_parentheses() {
        Expression::BinaryExpression(binary) => starts_with_curly(&binary.left),
        Expression::StringLiteral(_) | Expression::TemplateLiteral(_) => false,
        _ => true,
    }
}

/// Whether it would end with the brace of one.
fn ends_with_curly(expression: &Expression<'_>) -> bool {
    match expression.without_parentheses() {
        Expression::BinaryExpression(binary) => starts_with_curly(&binary.right),
        Expression::StringLiteral(_) | Expression::TemplateLiteral(_) => false,
        _ => true,
    }
}

/// A string literal as a template.
fn quoted(raw: &str) -> String {
    let quote = &raw[..1];
    let content = &raw[1..raw.len() - 1];
    let mut text = String::with_capacity(raw.len());
    let mut slashes = 0;
    for (at, char) in content.char_indices() {
        let is_special = char == '`' || content[at..].starts_with("${");
        if is_special && slashes % 2 == 0 {
            text.push('\\');
        }
        slashes = if char == '\\' { slashes + 1 } else { 0 };
        text.push(char);
    }
    format!("`{}`", text.replace(&format!("\\{quote}"), quote))
}
