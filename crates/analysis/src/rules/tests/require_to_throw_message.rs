//! `vitest/require-to-throw-message`: require `toThrow()` to be called with an error message.
//!
//! Without a message, any error passes, also one of the test.
//!
//! ```js fails
//! test('fails', () => { expect(() => parse('{')).toThrow(); });
//! ```
//!
//! ```js passes
//! test('fails', () => { expect(() => parse('{')).toThrow('unexpected end'); });
//! ```

use crate::rules::helpers::test_calls::TestCall;
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "vitest/require-to-throw-message",
    aliases: &["@vitest/require-to-throw-message", "jest/require-to-throw-message"],
    kind: Kind::Suggestion,
    messages: &[("addErrorMessage", "Add an error message to {{ matcherName }}()")],
    types: &[AstType::CallExpression],
    run: Run::Nodes(|node, ctx| {
        let Some((matcher, expectation)) = TestCall::of(node, ctx).and_then(TestCall::into_matcher) else { return };
        let is_negated = expectation.modifiers.iter().any(|modifier| modifier.name == "not");
        let takes_message = matches!(matcher.name, "toThrow" | "toThrowError");
        if takes_message && expectation.arguments.is_empty() && !is_negated {
            ctx.report(matcher.span, "addErrorMessage").data("matcherName", matcher.name);
        }
    }),
    ..Rule::DEFAULT
};
