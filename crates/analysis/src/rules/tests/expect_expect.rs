//! `vitest/expect-expect`: enforce having expectation in test body.
//!
//! A test without an assertion passes whatever the code does.
//!
//! Options: `{ assertFunctionNames: ['expect', 'assert'], additionalTestBlockFunctions: [] }`. In a name, `*` stands for any
//! letters and digits, and `**` for any names. With `settings.vitest.typecheck`, `expectTypeOf` and `assertType` count.
//!
//! ```js fails
//! test('adds', () => { add(1, 2); });
//! ```
//!
//! ```js passes
//! test('adds', () => { expect(add(1, 2)).toBe(3); });
//! ```

use std::collections::BTreeSet;

use oxc_syntax::node::NodeId;
use regex_lite::Regex;

use crate::hash::HashMap;
use crate::rules::helpers::option_patterns::pattern;
use crate::rules::helpers::test_calls::{CallKind, Link, checks_types, dotted, is_call_of, tests_with};
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "vitest/expect-expect",
    aliases: &["@vitest/expect-expect", "jest/expect-expect"],
    kind: Kind::Suggestion,
    recommended: true,
    messages: &[("noAssertions", "Test has no assertions")],
    types: &[AstType::CallExpression],
    run: Run::Configured(|options| {
        let options = options.only_object(&["assertFunctionNames", "additionalTestBlockFunctions"])?;
        let names = match options.get("assertFunctionNames") {
            Some(_) => options.texts("assertFunctionNames")?,
            None => vec!["expect".to_owned(), "assert".to_owned()],
        };
        let assertions: Result<_, String> = names.iter().map(|name| assertion(name)).collect();
        let settings =
            Settings { assertions: assertions?, blocks: options.texts("additionalTestBlockFunctions")? };
        Ok(Check::file(move |ctx| settings.check(ctx)))
    }),
    ..Rule::DEFAULT
};

struct Settings {
    assertions: Vec<Regex>,
    /// Further functions that declare tests.
    blocks: Vec<String>,
}

/// The pattern of an assertion's name.
fn assertion(name: &str) -> Result<Regex, String> {
    let part = |part: &str| match part {
        "**" => r"[_a-z\d\.]*".to_owned(),
        part => part.replace('*', r"[a-z\d]*"),
    };
    let parts: Vec<String> = name.split('.').map(part).collect();
    pattern(&format!(r"^{}(\.|$)", parts.join(r"\.")), true)
}

impl Settings {
    fn check(&self, ctx: &Context<'_>) {
        let checks_types = checks_types(ctx);
        let is_assertion = |name: &str| {
            let first = name.split('.').next().unwrap_or_default();
            let is_of_types = ["expectTypeOf", "assertType"].iter().any(|of| first.eq_ignore_ascii_case(of));
            checks_types && is_of_types || self.assertions.iter().any(|assertion| assertion.is_match(name))
        };
        let mut tests = Tests { ctx, unchecked: BTreeSet::new(), of_functions: HashMap::default() };
        for node in ctx.nodes_of(AstType::CallExpression) {
            let AstKind::CallExpression(call) = node.kind() else { continue };
            if is_exempt(call) {
                continue;
            }
            let name = dotted(&call.callee).unwrap_or_default();
            if is_call_of(node, CallKind::Test, ctx) || self.blocks.contains(&name) {
                if Link::of_member(&call.callee).is_none_or(|member| member.name != "todo") {
                    tests.unchecked.insert(node.id());
                }
            } else if is_assertion(&name) {
                tests.assert(node);
            }
        }
        for node in tests.unchecked {
            if let AstKind::CallExpression(call) = ctx.nodes().kind(node) {
                ctx.report(call.callee.without_parentheses().span(), "noAssertions");
            }
        }
    }
}

/// Whether a call is no test though its name is one.
fn is_exempt(call: &CallExpression<'_>) -> bool {
    if matches!(call.callee.without_parentheses(), Expression::Identifier(callee) if callee.name == "bench") {
        return true;
    }
    let member = Link::of_member(&call.callee);
    member.is_some_and(|member| ["skip", "extend", "scoped"].iter().any(|name| member.is(name)))
}

struct Tests<'s, 'a> {
    ctx: &'s Context<'a>,
    /// The tests without an assertion so far.
    unchecked: BTreeSet<NodeId>,
    /// The tests that take a declared function.
    of_functions: HashMap<NodeId, Vec<NodeId>>,
}

impl<'a> Tests<'_, 'a> {
    /// Takes out the outermost unchecked test around an assertion. For each declared function around it, also takes out the
    /// first unchecked test that takes the function.
    fn assert(&mut self, assertion: &AstNode<'a>) {
        let mut around: Vec<&'a AstNode<'a>> = self.ctx.nodes().ancestors(assertion.id()).collect();
        around.reverse();
        for node in around {
            if matches!(node.kind(), AstKind::Function(function) if function.is_declaration()) {
                let tests = self.of_functions.entry(node.id());
                let tests = tests.or_insert_with(|| {
                    tests_with(node, self.ctx).into_iter().map(AstNode::id).collect()
                });
                if let Some(test) = tests.iter().find(|test| self.unchecked.contains(test)) {
                    self.unchecked.remove(test);
                }
            }
            if self.unchecked.remove(&node.id()) {
                break;
            }
        }
    }
}
