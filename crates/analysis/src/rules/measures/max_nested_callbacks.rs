//! `max-nested-callbacks`: enforce a maximum depth that callbacks can be nested.
//!
//! Options: a number (10), or `{ max: 10, checkConstructorCallCallbacks: false }`.
//!
//! ```js fails [1]
//! open(() => { read(() => {}); });
//! ```
//!
//! ```js passes [2]
//! open(() => { read(() => {}); });
//! ```

use serde::Deserialize;

use crate::rules::helpers::measure::{Function, chosen, descend, is_callee, read};
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "max-nested-callbacks",
    messages: &[("exceed", "Too many nested callbacks ({{num}}). Maximum allowed is {{max}}.")],
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
    maximum: Option<usize>,
    /// Whether arguments of `new` count as callbacks too.
    #[serde(default)]
    check_constructor_call_callbacks: bool,
}

fn check(ctx: &Context<'_>, options: &Options) {
    let max = chosen(options.maximum, options.max, 10);
    descend(ctx, 0_usize, |node, above| {
        let Some(function) = Function::of(node, ctx) else { return above };
        let is_callback = match function.parent {
            AstKind::CallExpression(call) => !is_callee(&call.callee, node.kind()),
            AstKind::NewExpression(new) => {
                options.check_constructor_call_callbacks && !is_callee(&new.callee, node.kind())
            }
            _ => false,
        };
        let depth = above + usize::from(is_callback);
        if is_callback && depth > max {
            ctx.report(function.head(ctx), "exceed")
                .data("num", depth.to_string())
                .data("max", max.to_string());
        }
        depth
    });
}
