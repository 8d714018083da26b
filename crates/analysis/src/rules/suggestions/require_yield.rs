//! `require-yield`: require generator functions to contain `yield`.
//!
//! A generator without `yield` gives no values, so it need not be one.
//!
//! ```js fails
//! function* numbers() { return 1; }
//! ```
//!
//! ```js passes
//! function* numbers() { yield 1; }
//! ```


use crate::hash::HashSet;
use crate::rules::helpers::measure::Function as Head;
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "require-yield",
    kind: Kind::Suggestion,
    recommended: true,
    messages: &[("missingYield", "This generator function does not have 'yield'.")],
    types: &[AstType::Function],
    run: Run::File(|ctx| {
        let is_generator = |node: &&AstNode<'_>| {
            matches!(node.kind(), AstKind::Function(function) if function.generator
                && function.body.as_ref().is_some_and(|body| !body.is_empty()))
        };
        let mut generators = ctx.nodes_of(AstType::Function).filter(is_generator).peekable();
        if generators.peek().is_none() {
            return;
        }
        let mut yielding = HashSet::default();
        for node in ctx.nodes_of(AstType::YieldExpression) {
            let mut outer = ctx.nodes().ancestors(node.id());
            if let Some(function) =
                outer.find(|node| matches!(node.kind(), AstKind::Function(function) if function.generator))
            {
                yielding.insert(function.id());
            }
        }
        for node in generators.filter(|node| !yielding.contains(&node.id())) {
            ctx.report(Head::any(node, ctx).head(ctx), "missingYield");
        }
    }),
    ..Rule::DEFAULT
};
