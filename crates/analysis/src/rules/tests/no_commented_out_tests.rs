//! `vitest/no-commented-out-tests`: disallow commented out tests.
//!
//! A test in a comment does not run, and nothing counts it as skipped.
//!
//! ```js fails
//! // test('adds', () => { expect(add(1, 2)).toBe(3); });
//! ```
//!
//! ```js passes
//! // This test covers the sum of two numbers.
//! test('adds', () => { expect(add(1, 2)).toBe(3); });
//! ```

use crate::rules::helpers::space::{is_line_end, is_space};
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "vitest/no-commented-out-tests",
    aliases: &["@vitest/no-commented-out-tests", "jest/no-commented-out-tests"],
    kind: Kind::Suggestion,
    recommended: true,
    messages: &[(
        "noCommentedOutTests",
        "Remove commented out tests - you may want to use `skip` or `only` instead",
    )],
    run: Run::File(|ctx| {
        for comment in ctx.comments() {
            if has_test(ctx.text(comment.content_span())) {
                ctx.report(comment.span, "noCommentedOutTests");
            }
        }
    }),
    ..Rule::DEFAULT
};

/// Whether a line of a text starts with a test or a suite.
fn has_test(text: &str) -> bool {
    let mut rest = text;
    loop {
        rest = rest.trim_start_matches(is_space);
        if starts_with_test(rest) {
            return true;
        }
        match rest.find(is_line_end) {
            Some(end) => rest = &rest[end..],
            None => return false,
        }
    }
}

fn starts_with_test(text: &str) -> bool {
    let text = text.strip_prefix(['x', 'f']).unwrap_or(text);
    let Some(rest) = ["test", "it", "describe"].iter().find_map(|name| text.strip_prefix(name)) else {
        return false;
    };
    let rest = member(rest).unwrap_or(rest);
    rest.trim_start_matches(is_space).starts_with('(')
}

/// What follows `.name` or `['name']`.
fn member(text: &str) -> Option<&str> {
    let name = |text: &'_ str| {
        let end = text.find(|char: char| !char.is_ascii_alphanumeric() && char != '_');
        end.unwrap_or(text.len())
    };
    if let Some(rest) = text.strip_prefix('.') {
        return Some(&rest[name(rest)..]).filter(|after| after.len() < rest.len());
    }
    let rest = text.strip_prefix('[')?.strip_prefix(['\'', '"'])?;
    let after = Some(&rest[name(rest)..]).filter(|after| after.len() < rest.len())?;
    after.strip_prefix(['\'', '"'])?.strip_prefix(']')
}
