//! `default-case`: require `default` cases in `switch` statements.
//!
//! A `default` shows what happens to values that nobody thought of. A comment `no default` after the last case says that
//! there is nothing to do.
//!
//! Options: `{ commentPattern: "^no default$" }`, a regular expression.
//!
//! ```js fails
//! switch (kind) { case 1: go(); }
//! ```
//!
//! ```js passes
//! switch (kind) {
//!     case 1: go();
//!     // no default
//! }
//! ```

use crate::rules::helpers::option_patterns::pattern;
use crate::rules::helpers::tokens::punctuator;
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "default-case",
    kind: Kind::Suggestion,
    messages: &[("missingDefaultCase", "Expected a default case.")],
    types: &[AstType::SwitchStatement],
    run: Run::Configured(|options| {
        let comment = options.only_object(&["commentPattern"])?.text("commentPattern")?;
        let comment = comment.filter(|text| !text.is_empty()).map(|text| pattern(&text, false)).transpose()?;
        Ok(Check::nodes(move |node, ctx| {
            let AstKind::SwitchStatement(statement) = node.kind() else { return };
            let Some(last) = statement.cases.last() else { return };
            if statement.cases.iter().any(|case| case.test.is_none()) {
                return;
            }
            let mut comments = ctx.semantic.comments_range(last.span.end..statement.span.end);
            let is_meant = comments.next_back().is_some_and(|found| {
                let text = ctx.text(found.content_span()).trim();
                match &comment {
                    Some(pattern) => pattern.is_match(text),
                    None => text.eq_ignore_ascii_case("no default"),
                }
            });
            if !is_meant {
                let close = punctuator(")", statement.discriminant.span().end, ctx);
                let end = close.map_or(statement.span.end, |close| close.end);
                ctx.report(Span::new(statement.span.start, end), "missingDefaultCase");
            }
        }))
    }),
    ..Rule::DEFAULT
};
