//! `no-octal`: disallow octal literals.
//!
//! A number that starts with `0` is octal in scripts, which is easy to miss. Modules refuse it.
//!
//! ```cjs fails
//! const mode = 0644;
//! ```
//!
//! ```cjs passes
//! const mode = 0o644;
//! ```

use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "no-octal",
    kind: Kind::Suggestion,
    recommended: true,
    messages: &[("noOctal", "Octal literals should not be used.")],
    types: &[AstType::NumericLiteral],
    run: Run::Nodes(|node, ctx| {
        let AstKind::NumericLiteral(literal) = node.kind() else { return };
        let raw = ctx.text(literal.span).as_bytes();
        if matches!(raw, [b'0', second, ..] if second.is_ascii_digit()) {
            ctx.report(literal.span, "noOctal");
        }
    }),
    ..Rule::DEFAULT
};
