//! `no-console`: `console.log` only, and not in a file whose path contains `debug`.

use oxc_ast::AstKind;
use oxc_ast::ast::Expression;

use super::{Rule, Visit};

pub(super) const RULE: Rule = Rule {
    id: "no-console",
    summary: "console.log is left over from debugging; other methods of the console are meant.",
    message: "Avoid console.log in production code",
    recommended: true,
    applies: |model| !model.path.as_str().contains("debug"),
    visit: Visit::Plain(|node, model| {
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
    }),
};
