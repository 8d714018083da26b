//! `vitest/no-alias-methods`: disallow alias methods.
//!
//! One name for a matcher is enough.
//!
//! ```js fails
//! test('calls', () => { expect(listener).toBeCalled(); });
//! ```
//!
//! ```js passes
//! test('calls', () => { expect(listener).toHaveBeenCalled(); });
//! ```

use crate::rules::helpers::test_calls::TestCall;
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "vitest/no-alias-methods",
    aliases: &["@vitest/no-alias-methods", "jest/no-alias-methods"],
    kind: Kind::Suggestion,
    fixable: true,
    messages: &[("noAliasMethods", "Replace {{ alias }}() with its canonical name {{ canonical }}()")],
    types: &[AstType::CallExpression],
    run: Run::Nodes(|node, ctx| {
        let Some((matcher, _)) = TestCall::of(node, ctx).and_then(TestCall::into_matcher) else { return };
        let Some((alias, canonical)) = NAMES.iter().find(|(alias, _)| *alias == matcher.name) else { return };
        drop(
            ctx.report(matcher.span, "noAliasMethods")
                .data("alias", *alias)
                .data("canonical", *canonical)
                .fixes([matcher.renamed(canonical)]),
        );
    }),
    ..Rule::DEFAULT
};

const NAMES: [(&str, &str); 11] = [
    ("toBeCalled", "toHaveBeenCalled"),
    ("toBeCalledTimes", "toHaveBeenCalledTimes"),
    ("toBeCalledWith", "toHaveBeenCalledWith"),
    ("lastCalledWith", "toHaveBeenLastCalledWith"),
    ("nthCalledWith", "toHaveBeenNthCalledWith"),
    ("toReturn", "toHaveReturned"),
    ("toReturnTimes", "toHaveReturnedTimes"),
    ("toReturnWith", "toHaveReturnedWith"),
    ("lastReturnedWith", "toHaveLastReturnedWith"),
    ("nthReturnedWith", "toHaveNthReturnedWith"),
    ("toThrowError", "toThrow"),
];
