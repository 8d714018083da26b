//! `vitest/no-import-node-test`: disallow importing `node:test`.
//!
//! Vitest does not run the tests of Node's own runner.
//!
//! ```js fails
//! import { test } from 'node:test';
//! ```
//!
//! ```js passes
//! import { test } from 'vitest';
//! ```

use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "vitest/no-import-node-test",
    aliases: &["@vitest/no-import-node-test"],
    kind: Kind::Suggestion,
    recommended: true,
    fixable: true,
    messages: &[("noImportNodeTest", "Import from `vitest` instead of `node:test`")],
    types: &[AstType::ImportDeclaration],
    run: Run::Nodes(|node, ctx| {
        let AstKind::ImportDeclaration(import) = node.kind() else { return };
        if import.source.value == "node:test" {
            let source = import.source.span;
            let instead = ctx.text(source).replacen("node:test", "vitest", 1);
            drop(ctx.report(import.span, "noImportNodeTest").fix(source, instead));
        }
    }),
    ..Rule::DEFAULT
};
