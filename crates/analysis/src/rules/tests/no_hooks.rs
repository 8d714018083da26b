//! `vitest/no-hooks`: disallow setup and teardown hooks.
//!
//! What a hook prepares is not to be seen in the test.
//!
//! Options: `{ allow: [] }`, the names of hooks that are fine.
//!
//! ```js fails
//! beforeEach(() => { start(); });
//! ```
//!
//! ```js passes
//! test('adds', () => { start(); expect(add(1, 2)).toBe(3); });
//! ```

use crate::rules::helpers::test_calls::{CallKind, HOOKS, TestCall};
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "vitest/no-hooks",
    aliases: &["@vitest/no-hooks", "jest/no-hooks"],
    kind: Kind::Suggestion,
    messages: &[("unexpectedHook", "Unexpected '{{ hookName }}' hook")],
    types: &[AstType::CallExpression],
    run: Run::Configured(|options| {
        let allowed = options.only_object(&["allow"])?.texts("allow")?;
        if let Some(unknown) = allowed.iter().find(|name| !HOOKS.contains(&name.as_str())) {
            return Err(format!("Value \"{unknown}\" should be equal to one of the allowed values."));
        }
        Ok(Check::nodes(move |node, ctx| {
            let Some(found) = TestCall::of(node, ctx) else { return };
            if found.kind == CallKind::Hook && !allowed.iter().any(|name| name == found.name) {
                ctx.report(node.kind().span(), "unexpectedHook").data("hookName", found.name);
            }
        }))
    }),
    ..Rule::DEFAULT
};
