//! `no-constant-condition`: disallow constant expressions in conditions.
//!
//! A condition that is always true or always false is often a slip, or code left over from debugging.
//!
//! Options: `{ checkLoops: "allExceptWhileTrue" }`, or `"all"` (`true`), or `"none"` (`false`). A loop with a `yield` is
//! never reported.
//!
//! ```js fails
//! if (size = 0) grow();
//! ```
//!
//! ```js fails [{ "checkLoops": "all" }]
//! while (true) { step(); }
//! ```
//!
//! ```js passes
//! while (true) { if (step()) break; }
//! ```


use oxc_syntax::node::NodeId;
use serde_json::Value;

use crate::hash::HashSet;
use crate::rules::helpers::constant::is_constant;
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "no-constant-condition",
    recommended: true,
    messages: &[("unexpected", "Unexpected constant condition.")],
    types: &[
        AstType::ConditionalExpression,
        AstType::IfStatement,
        AstType::WhileStatement,
        AstType::DoWhileStatement,
        AstType::ForStatement,
    ],
    run: Run::Configured(|options| {
        let options = options.only_object(&["checkLoops"])?;
        let loops = match options.get("checkLoops") {
            Some(Value::Bool(true)) => "all",
            Some(Value::Bool(false)) => "none",
            _ => options.choice("checkLoops", &["allExceptWhileTrue", "all", "none"])?,
        };
        Ok(Check::file(move |ctx| check(loops, ctx)))
    }),
    ..Rule::DEFAULT
};

fn check(loops: &str, ctx: &Context<'_>) {
    for node in ctx.nodes_of(AstType::ConditionalExpression) {
        if let AstKind::ConditionalExpression(conditional) = node.kind() {
            test(&conditional.test, ctx);
        }
    }
    for node in ctx.nodes_of(AstType::IfStatement) {
        if let AstKind::IfStatement(statement) = node.kind() {
            test(&statement.test, ctx);
        }
    }
    if loops == "none" {
        return;
    }
    let yielding = yielding_loops(ctx);
    for of in [AstType::WhileStatement, AstType::DoWhileStatement, AstType::ForStatement] {
        for node in ctx.nodes_of(of).filter(|node| !yielding.contains(&node.id())) {
            match node.kind() {
                AstKind::WhileStatement(statement) => {
                    let is_true = matches!(statement.test.without_parentheses(),
                        Expression::BooleanLiteral(literal) if literal.value);
                    if !is_true || loops == "all" {
                        test(&statement.test, ctx);
                    }
                }
                AstKind::DoWhileStatement(statement) => test(&statement.test, ctx),
                AstKind::ForStatement(statement) => {
                    if let Some(condition) = &statement.test {
                        test(condition, ctx);
                    }
                }
                _ => {}
            }
        }
    }
}

fn test<'a>(test: &Expression<'a>, ctx: &Context<'a>) {
    if is_constant(test, true, ctx) {
        ctx.report(test.without_parentheses().span(), "unexpected");
    }
}

/// The loops that a `yield` of the same function is in. One in the first part of a `for` does not count.
fn yielding_loops(ctx: &Context<'_>) -> HashSet<NodeId> {
    let mut found = HashSet::default();
    for node in ctx.nodes_of(AstType::YieldExpression) {
        let mut child = node.kind().span();
        for parent in ctx.nodes().ancestors(node.id()) {
            match parent.kind() {
                AstKind::Function(_) => break,
                AstKind::WhileStatement(_) | AstKind::DoWhileStatement(_) => {
                    found.insert(parent.id());
                }
                AstKind::ForStatement(statement)
                    if statement.init.as_ref().is_none_or(|init| init.span() != child) =>
                {
                    found.insert(parent.id());
                }
                _ => {}
            }
            child = parent.kind().span();
        }
    }
    found
}
