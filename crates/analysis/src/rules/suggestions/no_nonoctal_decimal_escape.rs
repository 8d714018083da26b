//! `no-nonoctal-decimal-escape`: disallow `\8` and `\9` escape sequences in string literals.
//!
//! In scripts they stand for `8` and `9`. Modules and strict code refuse them.
//!
//! ```cjs fails
//! const text = "\8";
//! ```
//!
//! ```cjs passes
//! const text = "\\8";
//! ```

use crate::rules::helpers::escapes::may_have_backslash;
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "no-nonoctal-decimal-escape",
    kind: Kind::Suggestion,
    recommended: true,
    has_suggestions: true,
    messages: &[
        ("decimalEscape", "Don't use '{{decimalEscape}}' escape sequence."),
        ("refactor", "Replace '{{original}}' with '{{replacement}}'. This maintains the current functionality."),
        (
            "escapeBackslash",
            "Replace '{{original}}' with '{{replacement}}' to include the actual backslash character.",
        ),
    ],
    types: &[AstType::StringLiteral],
    run: Run::Nodes(|node, ctx| {
        let AstKind::StringLiteral(literal) = node.kind() else { return };
        if !may_have_backslash(literal, ctx) {
            return;
        }
        let text = ctx.text(literal.span);
        // The end of the escape before, if it is `\0`.
        let mut zero_end = None;
        let mut from = 0;
        while let Some(at) = text[from..].find('\\').map(|at| from + at) {
            let Some(escaped) = text[at + 1..].chars().next() else { return };
            from = at + 1 + escaped.len_utf8();
            if matches!(escaped, '8' | '9') {
                let start = literal.span.start + u32::try_from(at).unwrap_or(0);
                report(start, escaped, zero_end == Some(at), ctx);
            }
            zero_end = (escaped == '0').then_some(from);
        }
    }),
    ..Rule::DEFAULT
};

fn report(start: u32, digit: char, follows_zero: bool, ctx: &Context<'_>) {
    let escape = Span::sized(start, 2);
    let original = ctx.text(escape);
    let mut report = ctx.report(escape, "decimalEscape").data("decimalEscape", original);
    let suggest = |id, span, replacement: String| {
        let data = vec![("original", ctx.text(span).to_owned()), ("replacement", replacement.clone())];
        (id, data, vec![Edit::replace(span, replacement)])
    };
    let mut suggestions = Vec::with_capacity(3);
    if follows_zero {
        // `\08` would be another escape.
        let both = Span::new(start - 2, start + 2);
        suggestions.push(suggest("refactor", both, ["\\u0000", &original[1..]].concat()));
        suggestions.push(suggest("refactor", escape, ["\\u003", &original[1..]].concat()));
    } else {
        suggestions.push(suggest("refactor", escape, digit.to_string()));
    }
    suggestions.push(suggest("escapeBackslash", escape, ["\\", original].concat()));
    for (id, data, edits) in suggestions {
        report = report.suggest_with(id, data, edits);
    }
}
