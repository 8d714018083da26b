//! `vitest/no-mocks-import`: disallow importing from `__mocks__` directory.
//!
//! A mock that is imported is another copy than the one that `vi.mock` puts in place.
//!
//! ```js fails
//! import thing from './__mocks__/thing';
//! ```
//!
//! ```js passes
//! vi.mock('./thing');
//! import thing from './thing';
//! ```

use crate::rules::helpers::test_calls::{argument_span, text};
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "vitest/no-mocks-import",
    aliases: &["@vitest/no-mocks-import", "jest/no-mocks-import"],
    recommended: true,
    messages: &[(
        "noMocksImport",
        "Mocks should not be manually imported from a __mocks__ directory. Instead use `vi.mock` and import from the original module path",
    )],
    types: &[AstType::ImportDeclaration, AstType::CallExpression],
    run: Run::Nodes(|node, ctx| match node.kind() {
        AstKind::ImportDeclaration(import) if is_of_mocks(&import.source.value) => {
            ctx.report(import.span, "noMocksImport");
        }
        AstKind::CallExpression(call) if is_require(call) => {
            let Some(argument) = call.arguments.first() else { return };
            if argument.as_expression().and_then(text).is_some_and(is_of_mocks) {
                ctx.report(argument_span(argument), "noMocksImport");
            }
        }
        _ => {}
    }),
    ..Rule::DEFAULT
};

fn is_require(call: &CallExpression<'_>) -> bool {
    matches!(call.callee.without_parentheses(), Expression::Identifier(callee) if callee.name == "require")
}

fn is_of_mocks(path: &str) -> bool {
    path.split('/').any(|part| part == "__mocks__")
}
