//! `@typescript-eslint/no-unsafe-function-type`: disallow the type `Function`.
//!
//! It accepts each function, and a call of it is not checked.
//!
//! ```ts fails
//! let later: Function;
//! ```
//!
//! ```ts passes
//! let later: () => void;
//! ```

use crate::rules::helpers::built_in_types::{TYPES, built_in_type};
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "@typescript-eslint/no-unsafe-function-type",
    recommended: true,
    messages: &[(
        "bannedFunctionType",
        "The `Function` type accepts any function-like value.\n\
         Prefer explicitly defining any function parameters and return type.",
    )],
    types: &TYPES,
    run: Run::Nodes(|node, ctx| {
        if let Some(name) = built_in_type(node, &["Function"], ctx) {
            drop(ctx.report(name.span, "bannedFunctionType"));
        }
    }),
    ..Rule::DEFAULT
};
