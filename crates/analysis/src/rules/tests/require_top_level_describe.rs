//! `vitest/require-top-level-describe`: enforce that all tests are in a top-level describe.
//!
//! A suite says what the tests of a file are about.
//!
//! Options: `{ maxNumberOfTopLevelDescribes }`.
//!
//! ```js fails
//! it('adds', () => { expect(add(1, 2)).toBe(3); });
//! ```
//!
//! ```js passes
//! describe('add', () => { it('adds', () => { expect(add(1, 2)).toBe(3); }); });
//! ```

use crate::rules::helpers::test_calls::{CallKind, TestCall, is_call_of, number};
use crate::rules::helpers::walk::{Step, walk};
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "vitest/require-top-level-describe",
    aliases: &["@vitest/require-top-level-describe", "jest/require-top-level-describe"],
    kind: Kind::Suggestion,
    messages: &[
        ("tooManyDescribes", "There should not be more than {{ max }} describe{{ s }} at the top level"),
        ("unexpectedTestCase", "All test cases must be wrapped in a describe block"),
        ("unexpectedHook", "All hooks must be wrapped in a describe block"),
    ],
    types: &[AstType::CallExpression],
    run: Run::Configured(|options| {
        let options = options.only_object(&["maxNumberOfTopLevelDescribes"])?;
        let max = number(&options, "maxNumberOfTopLevelDescribes", f64::INFINITY)?;
        if max < 1.0 {
            return Err(format!("Value {max} should be >= 1."));
        }
        Ok(Check::file(move |ctx| {
            let mut state = State { max, suites: 0, depth: 0 };
            walk(ctx, &mut |step| match step {
                Step::Enter(node) => state.enter(node, ctx),
                Step::Exit(node) if is_call_of(node, CallKind::Describe, ctx) => state.depth -= 1,
                Step::Exit(_) => {}
            });
        }))
    }),
    ..Rule::DEFAULT
};

struct State {
    max: f64,
    suites: u32,
    depth: u32,
}

impl State {
    fn enter<'a>(&mut self, node: &AstNode<'a>, ctx: &Context<'a>) {
        let Some(found) = TestCall::of(node, ctx) else { return };
        let span = node.kind().span();
        if found.kind == CallKind::Describe {
            self.depth += 1;
            self.suites += u32::from(self.depth == 1);
            if self.depth == 1 && f64::from(self.suites) > self.max {
                let plural = if self.max <= 1.0 { "" } else { "s" };
                ctx.report(span, "tooManyDescribes").data("max", self.max.to_string()).data("s", plural);
            }
            return;
        }
        if self.depth > 0 {
            return;
        }
        let is_extension =
            !found.members.is_empty() && found.members.iter().all(|member| member.is("extend"));
        match found.kind {
            CallKind::Test if !is_extension => drop(ctx.report(span, "unexpectedTestCase")),
            CallKind::Hook => drop(ctx.report(span, "unexpectedHook")),
            _ => {}
        }
    }
}
