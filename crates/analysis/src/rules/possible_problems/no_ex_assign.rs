//! `no-ex-assign`: disallow reassigning exceptions in `catch` clauses.
//!
//! The error is lost, and nothing else in the clause has it.
//!
//! ```js fails
//! try { load(); } catch (error) { error = null; }
//! ```
//!
//! ```js passes
//! try { load(); } catch (error) { report(error); }
//! ```

use crate::rules::helpers::variables::report_writes;
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "no-ex-assign",
    recommended: true,
    messages: &[("unexpected", "Do not assign to the exception parameter.")],
    run: Run::File(|ctx| {
        let scoping = ctx.scoping();
        for symbol in scoping.symbol_ids().filter(|symbol| scoping.symbol_flags(*symbol).is_catch_variable()) {
            report_writes(symbol, "unexpected", ctx);
        }
    }),
    ..Rule::DEFAULT
};
