//! `no-duplicate-case`: disallow duplicate case labels.
//!
//! Only the first of several cases with the same test runs.
//!
//! ```js fails
//! switch (size) { case 1: small(); break; case 1: large(); }
//! ```
//!
//! ```js passes
//! switch (size) { case 1: small(); break; case 2: large(); }
//! ```


use crate::hash::HashSet;
use crate::rules::helpers::token_text::token_text;
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "no-duplicate-case",
    recommended: true,
    messages: &[("unexpected", "Duplicate case label.")],
    types: &[AstType::SwitchStatement],
    run: Run::Nodes(|node, ctx| {
        let AstKind::SwitchStatement(statement) = node.kind() else { return };
        if statement.cases.len() < 2 {
            return;
        }
        let mut seen = HashSet::default();
        for case in &statement.cases {
            let Some(test) = &case.test else { continue };
            if !seen.insert(token_text(test.without_parentheses().span(), ctx)) {
                ctx.report(case.span, "unexpected");
            }
        }
    }),
    ..Rule::DEFAULT
};
