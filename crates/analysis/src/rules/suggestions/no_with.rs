//! `no-with`: disallow `with` statements.
//!
//! In a `with` statement, nobody can tell whether a name is a variable or a property. Modules refuse it.
//!
//! ```cjs fails
//! with (point) { move(x, y); }
//! ```
//!
//! ```cjs passes
//! move(point.x, point.y);
//! ```

use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "no-with",
    kind: Kind::Suggestion,
    recommended: true,
    messages: &[("unexpectedWith", "Unexpected use of 'with' statement.")],
    types: &[AstType::WithStatement],
    run: Run::Nodes(|node, ctx| {
        ctx.report(Span::sized(node.kind().span().start, 4), "unexpectedWith");
    }),
    ..Rule::DEFAULT
};
