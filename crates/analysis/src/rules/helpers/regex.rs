//! Regular expressions in code: literals, and texts given to `RegExp`.

use oxc_ast::AstKind;
use oxc_ast::ast::{Argument, Expression};
use oxc_regular_expression::ast::Pattern;
use oxc_regular_expression::visit::{RegExpAstKind, Visit};
use oxc_regular_expression::{LiteralParser, Options};
use oxc_semantic::AstNode;
use oxc_span::{GetSpan, Span};

use crate::lint::Context;

/// A regular expression that parses.
pub(crate) struct Regex<'a> {
    /// The text of the pattern; for a text given to `RegExp`, its value.
    pub(crate) text: &'a str,
    /// The flags; `None` if they are computed.
    pub(crate) flags: Option<&'a str>,
    pub(crate) pattern: &'a Pattern<'a>,
    /// The literal, or the text.
    pub(crate) span: Span,
    /// What to subtract from the spans of the pattern to get offsets in `text`.
    base: u32,
}

impl<'a> Regex<'a> {
    /// The regular expression of a node: a literal, or a text that is the first argument of `RegExp`. The
    /// types of such nodes are `RegExpLiteral` and `StringLiteral`.
    pub(crate) fn of(node: &AstNode<'a>, ctx: &Context<'a>) -> Option<Regex<'a>> {
        match node.kind() {
            AstKind::RegExpLiteral(literal) => Some(Regex {
                text: literal.regex.pattern.text.as_str(),
                flags: Some(flags_of(ctx.text(literal.span))),
                pattern: literal.regex.pattern.pattern.as_deref()?,
                span: literal.span,
                base: literal.span.start + 1,
            }),
            AstKind::StringLiteral(literal) => {
                let flags = called_with(node, ctx)?;
                let text = literal.value.as_str();
                let parsed =
                    LiteralParser::new(ctx.allocator, text, flags, Options::default()).parse().ok()?;
                let pattern = ctx.allocator.alloc(parsed);
                Some(Regex { text, flags, pattern, span: literal.span, base: 0 })
            }
            _ => None,
        }
    }

    /// The text of a node of the pattern.
    pub(crate) fn slice(&self, span: Span) -> &'a str {
        let (start, end) = (span.start.saturating_sub(self.base), span.end.saturating_sub(self.base));
        self.text.get(start as usize..end as usize).unwrap_or_default()
    }

    /// Visits all nodes of the pattern, in the order of the text.
    pub(crate) fn each(&self, mut visit: impl FnMut(RegExpAstKind<'a>)) {
        Walk(&mut visit).visit_pattern(self.pattern);
    }
}

/// One visitor for all rules, so that the walk is compiled once.
struct Walk<'f, 'a>(&'f mut dyn FnMut(RegExpAstKind<'a>));

impl<'a> Visit<'a> for Walk<'_, 'a> {
    fn enter_node(&mut self, kind: RegExpAstKind<'a>) {
        (self.0)(kind);
    }
}

/// The flags at the end of a literal.
fn flags_of(literal: &str) -> &str {
    literal.rsplit('/').next().unwrap_or_default()
}

/// The flags of a call of `RegExp` with a text. `Some(None)` means computed or absent flags.
fn called_with<'a>(node: &AstNode<'a>, ctx: &Context<'a>) -> Option<Option<&'a str>> {
    let (callee, arguments) = match ctx.parent_kind(node.id()) {
        AstKind::NewExpression(new) => (&new.callee, &new.arguments),
        AstKind::CallExpression(call) => (&call.callee, &call.arguments),
        _ => return None,
    };
    let is_regexp = matches!(callee.without_parentheses(), Expression::Identifier(callee)
        if callee.name == "RegExp" && ctx.is_global(callee));
    let first = arguments.first().and_then(Argument::as_expression)?;
    if !is_regexp || first.without_parentheses().span() != node.kind().span() {
        return None;
    }
    match arguments.get(1).and_then(Argument::as_expression).map(Expression::without_parentheses) {
        Some(Expression::StringLiteral(flags)) => Some(Some(flags.value.as_str())),
        _ => Some(None),
    }
}
