//! `vitest/prefer-strict-equal`: enforce strict equal over equal.
//!
//! `toEqual` takes a missing property for one that is `undefined`, and a class for an object.
//!
//! ```js fails
//! test('reads', () => { expect(read()).toEqual({ size: 1 }); });
//! ```
//!
//! ```js passes
//! test('reads', () => { expect(read()).toStrictEqual({ size: 1 }); });
//! ```

use crate::rules::helpers::test_calls::TestCall;
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "vitest/prefer-strict-equal",
    aliases: &["@vitest/prefer-strict-equal", "jest/prefer-strict-equal"],
    kind: Kind::Suggestion,
    has_suggestions: true,
    messages: &[
        ("useToStrictEqual", "Use `toStrictEqual()` instead"),
        ("suggestReplaceWithStrictEqual", "Replace with `toStrictEqual()`"),
    ],
    types: &[AstType::CallExpression],
    run: Run::Nodes(|node, ctx| {
        let Some((matcher, _)) = TestCall::of(node, ctx).and_then(TestCall::into_matcher) else { return };
        if matcher.name == "toEqual" {
            let edits = vec![matcher.renamed("toStrictEqual")];
            let report = ctx.report(matcher.span, "useToStrictEqual");
            drop(report.suggest_with("suggestReplaceWithStrictEqual", Vec::new(), edits));
        }
    }),
    ..Rule::DEFAULT
};
