//! `no-console`: disallow the use of `console`.
//!
//! Output to the console is often left over from debugging. Without a configuration, only `console.log` is found, and not in files whose path contains `debug`.
//!
//! ```js fails
//! console.log(total);
//! ```
//!
//! ```js passes
//! logger.log(total);
//! ```

use crate::model::Model;
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "no-console",
    messages: &[("unexpected", "Unexpected console statement.")],
    types: &[AstType::StaticMemberExpression, AstType::ComputedMemberExpression],
    applies: |model| !model.path.as_str().contains("debug"),
    run: Run::Nodes(|node, ctx| {
        if let Some(span) = found(node, ctx) {
            ctx.report(span, "unexpected");
        }
    }),
    ..Rule::DEFAULT
};

fn found<'a>(node: &AstNode<'a>, model: &Model<'a>) -> Option<Span> {
    {
        let (object, span, is_log) = match node.kind() {
            AstKind::StaticMemberExpression(member) => {
                (&member.object, member.span, member.property.name == "log")
            }
            AstKind::ComputedMemberExpression(member) => {
                let is_log =
                    matches!(&member.expression, Expression::StringLiteral(name) if name.value == "log");
                (&member.object, member.span, is_log)
            }
            _ => return None,
        };
        let is_console = matches!(object.get_inner_expression(), Expression::Identifier(identifier)
            if identifier.name == "console" && model.is_global(identifier));
        (is_log && is_console).then_some(span)
    }
}
