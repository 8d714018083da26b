//! `no-const-assign`: disallow reassigning `const`, `using`, and `await using` variables.
//!
//! Such an assignment throws a `TypeError` at run time.
//!
//! ```js fails
//! const limit = 1;
//! limit = 2;
//! ```
//!
//! ```js passes
//! let limit = 1;
//! limit = 2;
//! ```

use crate::rules::helpers::variables::report_writes;
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "no-const-assign",
    recommended: true,
    messages: &[("const", "'{{name}}' is constant.")],
    run: Run::File(|ctx| {
        let scoping = ctx.scoping();
        for symbol in scoping.symbol_ids().filter(|symbol| scoping.symbol_flags(*symbol).is_const_variable()) {
            report_writes(symbol, "const", ctx);
        }
    }),
    ..Rule::DEFAULT
};
