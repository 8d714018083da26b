//! `no-control-regex`: disallow control characters in regular expressions.
//!
//! Control characters are rarely meant: `\x1f` is often a slip for another escape.
//!
//! ```js fails
//! const unit = /\x1f/;
//! ```
//!
//! ```js passes
//! const lines = /\t|\n/;
//! ```

use oxc_regular_expression::visit::RegExpAstKind;

use crate::rules::helpers::regex::Regex;
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "no-control-regex",
    recommended: true,
    messages: &[("unexpected", "Unexpected control character(s) in regular expression: {{controlChars}}.")],
    types: &[AstType::RegExpLiteral, AstType::StringLiteral],
    run: Run::Nodes(|node, ctx| {
        let Some(regex) = Regex::of(node, ctx) else { return };
        let mut found: Vec<String> = Vec::new();
        regex.each(|kind| {
            if let RegExpAstKind::Character(character) = kind
                && character.value <= 0x1f
                && is_spelled_out(regex.slice(character.span))
            {
                found.push(format!("\\x{:02x}", character.value));
            }
        });
        if !found.is_empty() {
            ctx.report(regex.span, "unexpected").data("controlChars", found.join(", "));
        }
    }),
    ..Rule::DEFAULT
};

/// Whether a control character is a literal or an escape with its number. `\t` is neither.
fn is_spelled_out(text: &str) -> bool {
    text.starts_with("\\x") || text.starts_with("\\u") || text.starts_with(|char: char| char <= '\u{1f}')
}
