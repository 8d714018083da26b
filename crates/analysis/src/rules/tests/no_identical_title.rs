//! `vitest/no-identical-title`: disallow identical titles.
//!
//! A report does not say which of two tests with one title failed.
//!
//! ```js fails
//! test('adds', () => { expect(add(1, 2)).toBe(3); });
//! test('adds', () => { expect(add(2, 2)).toBe(4); });
//! ```
//!
//! ```js passes
//! test('adds', () => { expect(add(1, 2)).toBe(3); });
//! test('adds two equal numbers', () => { expect(add(2, 2)).toBe(4); });
//! ```


use crate::hash::HashSet;
use crate::rules::helpers::test_calls::{CallKind, TestCall, argument, is_call_of, text};
use crate::rules::helpers::walk::{Step, walk};
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "vitest/no-identical-title",
    aliases: &["@vitest/no-identical-title", "jest/no-identical-title"],
    recommended: true,
    messages: &[
        ("multipleTestTitle", "Test is used multiple times in the same describe(suite) block"),
        ("multipleDescribeTitle", "Describe is used multiple times in the same describe(suite) block"),
    ],
    types: &[AstType::CallExpression],
    run: Run::File(|ctx| {
        let mut suites = vec![Titles::default()];
        walk(ctx, &mut |step| match step {
            Step::Enter(node) => enter(node, &mut suites, ctx),
            Step::Exit(node) if is_call_of(node, CallKind::Describe, ctx) => drop(suites.pop()),
            Step::Exit(_) => {}
        });
    }),
    ..Rule::DEFAULT
};

/// The titles in a suite.
#[derive(Default)]
struct Titles<'a> {
    tests: HashSet<&'a str>,
    suites: HashSet<&'a str>,
}

fn enter<'a>(node: &AstNode<'a>, suites: &mut Vec<Titles<'a>>, ctx: &Context<'a>) {
    let AstKind::CallExpression(call) = node.kind() else { return };
    let Some(found) = TestCall::of_call(call, ctx) else { return };
    let last = suites.len().checked_sub(1);
    if matches!(found.name, "describe" | "suite") {
        suites.push(Titles::default());
    }
    if found.has_member(&["each", "for"]) {
        return;
    }
    let Some(title) = call.arguments.first().and_then(argument).and_then(text) else { return };
    // The plugin also closes a suite that it has not opened, for example one of `xdescribe`.
    let Some(titles) = last.and_then(|last| suites.get_mut(last)) else { return };
    let (message, is_new) = match found.kind {
        CallKind::Test => ("multipleTestTitle", titles.tests.insert(title)),
        CallKind::Describe => ("multipleDescribeTitle", titles.suites.insert(title)),
        _ => return,
    };
    if !is_new {
        ctx.report(call.span, message);
    }
}
