//! `strict`: require or disallow strict mode directives.
//!
//! A script without `"use strict"` runs in sloppy mode. A module is strict already.
//!
//! ```cjs fails
//! module.exports = 1;
//! ```
//!
//! ```cjs passes
//! 'use strict';
//! module.exports = 1;
//! ```

use crate::model::Model;
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "strict",
    messages: &[("global", "Use the global form of 'use strict'.")],
    types: &[AstType::Program],
    applies: |model| !model.source_type.is_module() && !model.source_type.is_typescript(),
    run: Run::Nodes(|node, ctx| {
        if let Some(span) = found(node, ctx) {
            ctx.report(span, "global");
        }
    }),
    ..Rule::DEFAULT
};

fn found<'a>(node: &AstNode<'a>, _: &Model<'a>) -> Option<Span> {
    match node.kind() {
        AstKind::Program(program) => {
            let strict = program.directives.iter().any(|directive| directive.directive == "use strict");
            let start = program.body.first().map(oxc_span::GetSpan::span)?.start;
            (!strict).then(|| Span::new(start, start))
        }
        _ => None,
    }
}
