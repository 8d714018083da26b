//! `@typescript-eslint/no-this-alias`: disallow another name for `this`.
//!
//! An arrow function has the `this` of what is around it.
//!
//! Options: `{ allowDestructuring: true, allowedNames: [] }`.
//!
//! ```ts fails
//! function start() { const self = this; later(function () { self.run(); }); }
//! ```
//!
//! ```ts passes
//! function start() { later(() => this.run()); const { state } = this; }
//! ```

use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "@typescript-eslint/no-this-alias",
    kind: Kind::Suggestion,
    recommended: true,
    messages: &[
        ("thisAssignment", "Unexpected aliasing of 'this' to local variable."),
        ("thisDestructure", "Unexpected aliasing of members of 'this' to local variables."),
    ],
    types: &[AstType::ThisExpression],
    run: Run::Configured(|options| {
        let options = options.only_object(&["allowDestructuring", "allowedNames"])?;
        let allows_destructuring = options.bool("allowDestructuring", true)?;
        let allowed = options.texts("allowedNames")?;
        Ok(Check::nodes(move |node, ctx| {
            let span = node.kind().span();
            let (name, target) = match ctx.parent_kind(node.id()) {
                AstKind::VariableDeclarator(it) => {
                    let is_value = it.init.as_ref().is_some_and(|init| init.span().contains_inclusive(span));
                    if !is_value {
                        return;
                    }
                    let end = it.type_annotation.as_ref().map_or(it.id.span().end, |of| of.span.end);
                    (it.id.get_identifier_name().map(|name| name.as_str()), Span::new(it.id.span().start, end))
                }
                AstKind::AssignmentExpression(it) if it.right.span().contains_inclusive(span) => {
                    let name = match &it.left {
                        AssignmentTarget::AssignmentTargetIdentifier(name) => Some(name.name.as_str()),
                        _ => None,
                    };
                    (name, it.left.span())
                }
                _ => return,
            };
            match name {
                Some(name) if allowed.iter().any(|allowed| name == allowed.as_str()) => {}
                Some(_) => drop(ctx.report(target, "thisAssignment")),
                None if allows_destructuring => {}
                None => drop(ctx.report(target, "thisDestructure")),
            }
        }))
    }),
    ..Rule::DEFAULT
};
