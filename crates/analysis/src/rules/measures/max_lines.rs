//! `max-lines`: enforce a maximum number of lines per file.
//!
//! Options: a number (300), or `{ max: 300, skipBlankLines: false, skipComments: false }`.
//!
//! ```js fails [1]
//! open();
//! close();
//! ```
//!
//! ```js passes [2]
//! open();
//! close();
//! ```

use serde::Deserialize;

use crate::rules::helpers::measure::{Lines, Skip, read};

use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "max-lines",
    messages: &[("exceed", "File has too many lines ({{actual}}). Maximum allowed is {{max}}.")],
    kind: Kind::Suggestion,
    run: Run::Configured(|options| {
        let Options { max, skip_comments, skip_blank_lines } = read(options.0)?;
        let max = max.unwrap_or(300);
        let skip = Skip { comments: skip_comments, blank: skip_blank_lines };
        Ok(Check::file(move |ctx| {
            let lines = Lines::new(ctx, skip);
            // From the first excess line to the end.
            let Some(line) = lines.get(max) else { return };
            let span = Span::new(ctx.lines.span(line).start, ctx.lines.span(ctx.lines.lines()).end);
            ctx.report(span, "exceed")
                .data("actual", lines.len().to_string())
                .data("max", max.to_string());
        }))
    }),
    ..Rule::DEFAULT
};

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Options {
    max: Option<usize>,
    #[serde(default)]
    skip_comments: bool,
    #[serde(default)]
    skip_blank_lines: bool,
}
