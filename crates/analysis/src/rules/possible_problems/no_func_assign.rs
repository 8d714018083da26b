//! `no-func-assign`: disallow reassigning `function` declarations.
//!
//! The function is lost to everything that calls it by its name.
//!
//! ```js fails
//! function load() {}
//! load = null;
//! ```
//!
//! ```js passes
//! let load = function () {};
//! load = null;
//! ```

use oxc_semantic::SymbolId;

use crate::rules::helpers::variables::report_writes;
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "no-func-assign",
    recommended: true,
    messages: &[("isAFunction", "'{{name}}' is a function.")],
    run: Run::File(|ctx| {
        let scoping = ctx.scoping();
        for symbol in scoping.symbol_ids().filter(|symbol| is_function(*symbol, ctx)) {
            report_writes(symbol, "isAFunction", ctx);
        }
    }),
    ..Rule::DEFAULT
};

/// Whether the first declaration of a variable is a function.
fn is_function(symbol: SymbolId, ctx: &Context<'_>) -> bool {
    let scoping = ctx.scoping();
    scoping.symbol_flags(symbol).is_function()
        && matches!(ctx.nodes().kind(scoping.symbol_declaration(symbol)), AstKind::Function(_))
}
