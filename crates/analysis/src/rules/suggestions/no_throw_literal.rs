//! `no-throw-literal`: disallow throwing literals as exceptions.
//!
//! Only an `Error` records where it comes from.
//!
//! ```js fails
//! throw "no such file";
//! ```
//!
//! ```js passes
//! throw new Error("no such file");
//! ```

use crate::rules::helpers::errors::{could_be_error, is_undefined};
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "no-throw-literal",
    kind: Kind::Suggestion,
    messages: &[
        ("object", "Expected an error object to be thrown."),
        ("undef", "Do not throw undefined."),
    ],
    types: &[AstType::ThrowStatement],
    run: Run::Nodes(|node, ctx| {
        let AstKind::ThrowStatement(statement) = node.kind() else { return };
        if !could_be_error(&statement.argument) {
            ctx.report(statement.span, "object");
        } else if is_undefined(&statement.argument, ctx) {
            ctx.report(statement.span, "undef");
        }
    }),
    ..Rule::DEFAULT
};
