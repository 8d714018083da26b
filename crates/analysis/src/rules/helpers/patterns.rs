//! Regular expressions as texts, and the calls of `RegExp` that take them.

use oxc_ast::AstKind;
use oxc_ast::ast::{Argument, Expression, IdentifierReference};
use oxc_regular_expression::ast::Pattern;
use oxc_regular_expression::visit::{RegExpAstKind, Visit};
use oxc_regular_expression::{LiteralParser, Options};
use oxc_semantic::AstNode;
use oxc_span::Span;

use crate::lint::Context;

/// A call or construction of an identifier called `RegExp`.
pub(crate) struct RegExpCall<'a> {
    pub(crate) callee: &'a IdentifierReference<'a>,
    pub(crate) arguments: &'a [Argument<'a>],
    pub(crate) span: Span,
}

impl<'a> RegExpCall<'a> {
    pub(crate) fn of(node: &AstNode<'a>) -> Option<RegExpCall<'a>> {
        let (callee, arguments, span) = match node.kind() {
            AstKind::CallExpression(call) => (&call.callee, &call.arguments, call.span),
            AstKind::NewExpression(new) => (&new.callee, &new.arguments, new.span),
            _ => return None,
        };
        match callee.without_parentheses() {
            Expression::Identifier(callee) if callee.name == "RegExp" => {
                Some(RegExpCall { callee, arguments, span })
            }
            _ => None,
        }
    }

    /// An argument without parentheses; none if it is spread.
    pub(crate) fn argument(&self, index: usize) -> Option<&'a Expression<'a>> {
        let argument = self.arguments.get(index).and_then(Argument::as_expression);
        argument.map(Expression::without_parentheses)
    }
}

/// Maximum nesting of a pattern: the parser recurses.
const MAX_NESTING: usize = 200;

/// Parses the text of a pattern, or returns what is wrong with it and where. A pattern that nests too deeply
/// has no message.
pub(crate) fn parse<'a>(
    pattern: &'a str,
    flags: &str,
    ctx: &Context<'a>,
) -> Result<&'a Pattern<'a>, (String, usize)> {
    if nests_deeply(pattern) {
        return Err((String::new(), 0));
    }
    // The parser refuses flags that ESLint ignores here.
    let mode = if flags.contains('v') {
        "v"
    } else if flags.contains('u') {
        "u"
    } else {
        ""
    };
    let parser = LiteralParser::new(ctx.allocator, pattern, Some(mode), Options::default());
    match parser.parse() {
        Ok(pattern) => Ok(ctx.allocator.alloc(pattern)),
        Err(error) => {
            let at = error.labels.first().map_or(0, |label| label.offset() as usize);
            Err((error.message.to_string(), at))
        }
    }
}

/// Whether the brackets of a pattern nest too deeply.
pub(crate) fn nests_deeply(pattern: &str) -> bool {
    let mut depth: usize = 0;
    pattern.bytes().any(|byte| {
        match byte {
            b'(' | b'[' => depth += 1,
            b')' | b']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth > MAX_NESTING
    })
}

/// Visits all nodes of a pattern, in the order of its text.
pub(crate) fn visit<'a>(pattern: &'a Pattern<'a>, visit: &mut dyn FnMut(RegExpAstKind<'a>)) {
    struct Walk<'f, 'a>(&'f mut dyn FnMut(RegExpAstKind<'a>));
    impl<'a> Visit<'a> for Walk<'_, 'a> {
        fn enter_node(&mut self, kind: RegExpAstKind<'a>) {
            (self.0)(kind);
        }
    }
    Walk(visit).visit_pattern(pattern);
}
