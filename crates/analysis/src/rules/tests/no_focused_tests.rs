//! `vitest/no-focused-tests`: disallow focused tests.
//!
//! `.only` leaves out all other tests of the file, and the run still passes.
//!
//! Options: `{ fixable: true }`.
//!
//! ```js fails
//! test.only('adds', () => { expect(add(1, 2)).toBe(3); });
//! ```
//!
//! ```js passes
//! test('adds', () => { expect(add(1, 2)).toBe(3); });
//! ```

use crate::rules::helpers::test_calls::{TestCall, mode};
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "vitest/no-focused-tests",
    aliases: &["@vitest/no-focused-tests", "jest/no-focused-tests"],
    recommended: true,
    fixable: true,
    messages: &[("noFocusedTests", "Focused tests are not allowed")],
    types: &[AstType::CallExpression],
    run: Run::Configured(|options| {
        let fixes = options.only_object(&["fixable"])?.bool("fixable", true)?;
        Ok(Check::nodes(move |node, ctx| check(node, fixes, ctx)))
    }),
    ..Rule::DEFAULT
};

fn check<'a>(node: &AstNode<'a>, fixes: bool, ctx: &Context<'a>) {
    let AstKind::CallExpression(call) = node.kind() else { return };
    let Some(found) = TestCall::of_call(call, ctx) else { return };
    if !matches!(found.name, "it" | "test" | "describe") {
        return;
    }
    let (span, edit) = if let Some(only) = found.members.iter().find(|member| member.name == "only") {
        // The plugin takes the character before along, whatever it is.
        let before = ctx.source()[..only.span.start as usize].chars().next_back();
        let start = only.span.start - before.map_or(0, |char| u32::try_from(char.len_utf8()).unwrap_or(0));
        (only.span, Edit::remove(Span::new(start, only.span.end)))
    } else if let Some((key, value)) = mode(call, "only") {
        (key.span, Edit::replace(value, "false"))
    } else {
        return;
    };
    let report = ctx.report(span, "noFocusedTests");
    if fixes {
        drop(report.fixes([edit]));
    }
}
