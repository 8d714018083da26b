//! `no-case-declarations`: disallow lexical declarations in case clauses.
//!
//! Such a variable exists in all cases of the `switch`, but has a value only if its own case ran.
//!
//! ```js fails
//! switch (kind) { case 1: const size = 1; use(size); }
//! ```
//!
//! ```js passes
//! switch (kind) { case 1: { const size = 1; use(size); } }
//! ```

use crate::rules::prelude::*;

/// Each suggestion repeats the whole case. This is the most that all of a case have together, in bytes.
const MAX_SUGGESTED: usize = 1_000_000;

pub(crate) const RULE: Rule = Rule {
    id: "no-case-declarations",
    kind: Kind::Suggestion,
    recommended: true,
    has_suggestions: true,
    messages: &[
        ("addBrackets", "Add {} brackets around the case block."),
        ("unexpected", "Unexpected lexical declaration in case block."),
    ],
    types: &[AstType::SwitchCase],
    run: Run::Nodes(|node, ctx| {
        let AstKind::SwitchCase(case) = node.kind() else { return };
        let (Some(first), Some(last)) = (case.consequent.first(), case.consequent.last()) else { return };
        let found = || case.consequent.iter().filter(|statement| is_lexical(statement));
        let suggests = found().count() * case.span.size() as usize <= MAX_SUGGESTED;
        for statement in found() {
            let report = ctx.report(statement.span(), "unexpected");
            if suggests {
                let brackets =
                    vec![Edit::insert(first.span().start, "{ "), Edit::insert(last.span().end, " }")];
                drop(report.suggest_with("addBrackets", Vec::new(), brackets));
            }
        }
    }),
    ..Rule::DEFAULT
};

fn is_lexical(statement: &Statement<'_>) -> bool {
    match statement {
        Statement::FunctionDeclaration(function) => function.body.is_some(),
        Statement::ClassDeclaration(_) => true,
        Statement::VariableDeclaration(declaration) => !declaration.kind.is_var(),
        _ => false,
    }
}
