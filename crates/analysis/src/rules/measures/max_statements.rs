//! `max-statements`: enforce a maximum number of statements allowed in function blocks.
//!
//! Options: a number (10) or `{ max: 10 }`, then `{ ignoreTopLevelFunctions: false }`.
//!
//! ```js fails [1]
//! function run() { open(); close(); }
//! ```
//!
//! ```js passes [2]
//! function run() { open(); close(); }
//! ```

use serde::Deserialize;
use serde_json::Value;

use crate::rules::helpers::measure::{Function, Limit, descend, read};
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "max-statements",
    messages: &[("exceed", "{{name}} has too many statements ({{count}}). Maximum allowed is {{max}}.")],
    kind: Kind::Suggestion,
    run: Run::Configured(|options| {
        let (limit, more) = options.0.split_at(options.0.len().min(1));
        let max = read::<Limit>(limit)?.or(10);
        let ignore_top = match more {
            [] => false,
            [more @ Value::Object(_)] => {
                More::deserialize(more).map_err(|error| error.to_string())?.ignore_top_level_functions
            }
            _ => return Err("expected { ignoreTopLevelFunctions } after the limit".to_owned()),
        };
        Ok(Check::file(move |ctx| check(ctx, max, ignore_top)))
    }),
    ..Rule::DEFAULT
};

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct More {
    #[serde(default)]
    ignore_top_level_functions: bool,
}

/// The owner of statements.
struct Frame {
    /// Name and location; `None` for a static block, which is not measured.
    function: Option<(String, Span)>,
    is_top: bool,
    count: usize,
}

fn check(ctx: &Context<'_>, max: usize, ignore_top: bool) {
    let mut frames: Vec<Frame> = Vec::new();
    descend(ctx, None, |node, above: Option<usize>| {
        let function = Function::of(node, ctx).map(|function| (function.name(), function.head(ctx)));
        if function.is_some() || matches!(node.kind(), AstKind::StaticBlock(_)) {
            frames.push(Frame { function, is_top: above.is_none(), count: 0 });
            return Some(frames.len() - 1);
        }
        if let Some(frame) = above.and_then(|frame| frames.get_mut(frame)) {
            frame.count += match node.kind() {
                AstKind::BlockStatement(block) => block.body.len(),
                AstKind::FunctionBody(body) => body.directives.len() + body.statements.len(),
                _ => 0,
            };
        }
        above
    });
    let is_ignored = |frame: &Frame| ignore_top && frame.is_top && frame.function.is_some();
    // A file that consists of one function is no module with top-level functions.
    let ignored = frames.iter().filter(|frame| is_ignored(frame)).count();
    let over = frames.into_iter().filter(|frame| frame.count > max && !(ignored == 1 && is_ignored(frame)));
    for Frame { function, count, .. } in over {
        let Some((name, span)) = function else { continue };
        ctx.report(span, "exceed")
            .data("name", name)
            .data("count", count.to_string())
            .data("max", max.to_string());
    }
}
