//! `no-useless-catch`: disallow unnecessary `catch` clauses.
//!
//! A `catch` that only throws the error again does nothing.
//!
//! ```js fails
//! try { load(); } catch (error) { throw error; }
//! ```
//!
//! ```js passes
//! try { load(); } catch (error) { report(error); throw error; }
//! ```

use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "no-useless-catch",
    kind: Kind::Suggestion,
    recommended: true,
    messages: &[
        ("unnecessaryCatchClause", "Unnecessary catch clause."),
        ("unnecessaryCatch", "Unnecessary try/catch wrapper."),
    ],
    types: &[AstType::TryStatement],
    run: Run::Nodes(|node, ctx| {
        let AstKind::TryStatement(statement) = node.kind() else { return };
        let Some(clause) = &statement.handler else { return };
        let Some(BindingPattern::BindingIdentifier(name)) = clause.param.as_ref().map(|param| &param.pattern)
        else {
            return;
        };
        let Some(Statement::ThrowStatement(throw)) = clause.body.body.first() else { return };
        if !matches!(throw.argument.without_parentheses(), Expression::Identifier(thrown)
            if thrown.name == name.name)
        {
            return;
        }
        if statement.finalizer.is_some() {
            ctx.report(clause.span, "unnecessaryCatchClause");
        } else {
            ctx.report(statement.span, "unnecessaryCatch");
        }
    }),
    ..Rule::DEFAULT
};
