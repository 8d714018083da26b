//! `vitest/no-duplicate-hooks`: disallow duplicate hooks and teardown hooks.
//!
//! Two hooks of one kind read as if the second replaced the first.
//!
//! ```js fails
//! beforeEach(() => { start(); });
//! beforeEach(() => { load(); });
//! ```
//!
//! ```js passes
//! beforeEach(() => { start(); load(); });
//! ```


use crate::hash::HashSet;
use crate::rules::helpers::test_calls::{CallKind, TestCall, is_call_of};
use crate::rules::helpers::walk::{Step, walk};
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "vitest/no-duplicate-hooks",
    aliases: &["@vitest/no-duplicate-hooks", "jest/no-duplicate-hooks"],
    kind: Kind::Suggestion,
    messages: &[("noDuplicateHooks", "Duplicate {{ hook }} in describe block")],
    types: &[AstType::CallExpression],
    run: Run::File(|ctx| {
        let mut suites: Vec<HashSet<&str>> = vec![HashSet::default()];
        walk(ctx, &mut |step| match step {
            Step::Enter(node) => {
                let Some(found) = TestCall::of(node, ctx) else { return };
                if found.kind == CallKind::Describe {
                    suites.push(HashSet::default());
                }
                let is_hook = found.kind == CallKind::Hook;
                if is_hook && suites.last_mut().is_some_and(|hooks| !hooks.insert(found.name)) {
                    ctx.report(node.kind().span(), "noDuplicateHooks").data("hook", found.name);
                }
            }
            Step::Exit(node) if is_call_of(node, CallKind::Describe, ctx) => drop(suites.pop()),
            Step::Exit(_) => {}
        });
    }),
    ..Rule::DEFAULT
};
