//! `no-regex-spaces`: disallow multiple spaces in regular expressions.
//!
//! Spaces are hard to count: `/a   b/` says less than `/a {3}b/`.
//!
//! ```js fails
//! const entry = /name:   value/;
//! ```
//!
//! ```js passes
//! const entry = /name: {3}value/;
//! ```

use oxc_regular_expression::visit::RegExpAstKind;

use crate::rules::helpers::patterns::{RegExpCall, parse, visit};
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "no-regex-spaces",
    kind: Kind::Suggestion,
    recommended: true,
    fixable: true,
    messages: &[("multipleSpaces", "Spaces are hard to count. Use {{{length}}}.")],
    types: &[AstType::RegExpLiteral, AstType::CallExpression, AstType::NewExpression],
    run: Run::Nodes(|node, ctx| {
        if let AstKind::RegExpLiteral(literal) = node.kind() {
            let text = literal.regex.pattern.text.as_str();
            let raw = Span::sized(literal.span.start + 1, u32::try_from(text.len()).unwrap_or(0));
            let flags = ctx.text(Span::new(raw.end + 1, literal.span.end));
            check(literal.span, text, raw, flags, ctx);
            return;
        }
        let Some(call) = RegExpCall::of(node) else { return };
        let Some(Expression::StringLiteral(pattern)) = call.argument(0) else { return };
        let flags = match (call.arguments.len(), call.argument(1)) {
            (1, _) => "",
            (_, Some(Expression::StringLiteral(flags))) => flags.value.as_str(),
            _ => return,
        };
        if ctx.is_unresolved(call.callee) {
            let raw = Span::new(pattern.span.start + 1, pattern.span.end - 1);
            check(call.span, pattern.value.as_str(), raw, flags, ctx);
        }
    }),
    ..Rule::DEFAULT
};

fn check<'a>(span: Span, pattern: &'a str, raw: Span, flags: &str, ctx: &Context<'a>) {
    if !ctx.text(raw).contains("  ") {
        return;
    }
    let Ok(parsed) = parse(pattern, flags, ctx) else { return };
    let mut classes: Vec<Span> = Vec::new();
    visit(parsed, &mut |kind| {
        if let RegExpAstKind::CharacterClass(class) = kind {
            classes.push(class.span);
        }
    });
    let found = runs(pattern).find(|(start, _)| {
        !classes.iter().any(|class| (class.start as usize..class.end as usize).contains(start))
    });
    let Some((start, length)) = found else { return };
    // The brace before the placeholder counts as a part of its name.
    let report = ctx.report(span, "multipleSpaces").data("{length", format!("{{{length}"));
    if ctx.text(raw) == pattern {
        let at = |offset: usize| raw.start + u32::try_from(offset).unwrap_or(0);
        drop(report.fix(Span::new(at(start), at(start + length)), format!(" {{{length}}}")));
    }
}

/// Where several spaces are next to each other, and how many. A space with a quantifier does not count.
fn runs(pattern: &str) -> impl Iterator<Item = (usize, usize)> + '_ {
    let bytes = pattern.as_bytes();
    let mut next = 0;
    std::iter::from_fn(move || {
        loop {
            let start = next + bytes[next..].iter().position(|byte| *byte == b' ')?;
            let length = bytes[start..].iter().take_while(|byte| **byte == b' ').count();
            next = start + length;
            let is_quantified = matches!(bytes.get(next), Some(b'+' | b'*' | b'{' | b'?'));
            let length = length - usize::from(is_quantified);
            if length >= 2 {
                return Some((start, length));
            }
        }
    })
}
