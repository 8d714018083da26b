//! `max-lines-per-function`: enforce a maximum number of lines of code in a function.
//!
//! Options: a number (50), or `{ max: 50, skipBlankLines: false, skipComments: false, IIFEs: false }`.
//!
//! ```js fails [2]
//! function run() {
//!     open();
//! }
//! ```
//!
//! ```js passes [3]
//! function run() {
//!     open();
//! }
//! ```

use serde::Deserialize;

use crate::rules::helpers::measure::{Function, Lines, Skip, is_callee, read};
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "max-lines-per-function",
    messages: &[("exceed", "{{name}} has too many lines ({{lineCount}}). Maximum allowed is {{maxLines}}.")],
    kind: Kind::Suggestion,
    run: Run::Configured(|options| {
        let options: Options = read(options.0)?;
        Ok(Check::file(move |ctx| check(ctx, &options)))
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
    /// Whether immediately invoked functions count too.
    #[serde(default, rename = "IIFEs")]
    iifes: bool,
}

fn check(ctx: &Context<'_>, options: &Options) {
    let max = options.max.unwrap_or(50);
    let lines = Lines::new(ctx, Skip { comments: options.skip_comments, blank: options.skip_blank_lines });
    for node in ctx.semantic.nodes().iter() {
        let Some(function) = Function::of(node, ctx) else { continue };
        let is_called = match function.parent {
            AstKind::CallExpression(call) => is_callee(&call.callee, node.kind()),
            _ => false,
        };
        if is_called && !options.iifes {
            continue;
        }
        let span = function.span();
        let (first, last) = (ctx.lines.position(span.start).0, ctx.lines.position(span.end).0);
        let count = lines.within(first, last);
        if count > max {
            ctx.report(function.head(ctx), "exceed")
                .data("name", function.name())
                .data("lineCount", count.to_string())
                .data("maxLines", max.to_string());
        }
    }
}
