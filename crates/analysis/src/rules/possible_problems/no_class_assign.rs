//! `no-class-assign`: disallow reassigning class members.
//!
//! Who assigns to the name of a class mostly means another variable.
//!
//! ```js fails
//! class Point {}
//! Point = 0;
//! ```
//!
//! ```js passes
//! let Point = class {};
//! Point = 0;
//! ```

use crate::rules::helpers::variables::report_writes;
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "no-class-assign",
    recommended: true,
    messages: &[("class", "'{{name}}' is a class.")],
    run: Run::File(|ctx| {
        let scoping = ctx.scoping();
        for symbol in scoping.symbol_ids().filter(|symbol| scoping.symbol_flags(*symbol).is_class()) {
            report_writes(symbol, "class", ctx);
        }
    }),
    ..Rule::DEFAULT
};
