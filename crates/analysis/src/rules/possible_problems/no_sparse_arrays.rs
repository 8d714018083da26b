//! `no-sparse-arrays`: disallow sparse arrays.
//!
//! An array literal with nothing between two commas has a hole, which is rarely meant.
//!
//! ```js fails
//! const colors = ['red',, 'blue'];
//! ```
//!
//! ```js passes
//! const colors = ['red', 'blue',];
//! ```

use crate::rules::helpers::tokens::punctuator;
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "no-sparse-arrays",
    recommended: true,
    messages: &[("unexpectedSparseArray", "Unexpected comma in middle of array.")],
    types: &[AstType::ArrayExpression],
    run: Run::Nodes(|node, ctx| {
        let AstKind::ArrayExpression(array) = node.kind() else { return };
        if !array.elements.iter().any(ArrayExpressionElement::is_elision) {
            return;
        }
        let mut from = array.span.start + 1;
        for element in &array.elements {
            if !element.is_elision() {
                from = element.span().end;
            }
            let Some(comma) = punctuator(",", from, ctx) else { return };
            from = comma.end;
            if element.is_elision() {
                ctx.report(comma, "unexpectedSparseArray");
            }
        }
    }),
    ..Rule::DEFAULT
};
