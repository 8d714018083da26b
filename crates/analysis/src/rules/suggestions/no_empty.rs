//! `no-empty`: disallow empty block statements.
//!
//! An empty block is often a change that was never finished. A comment in it says that it is meant.
//!
//! Options: `{ allowEmptyCatch: false }`.
//!
//! ```js fails
//! if (isReady()) {
//! }
//! ```
//!
//! ```js passes
//! try { load(); } catch { /* the default is fine */ }
//! ```

use crate::rules::helpers::tokens::punctuator;
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "no-empty",
    kind: Kind::Suggestion,
    recommended: true,
    has_suggestions: true,
    messages: &[
        ("unexpected", "Empty {{type}} statement."),
        ("suggestComment", "Add comment inside empty {{type}} statement."),
    ],
    types: &[AstType::BlockStatement, AstType::SwitchStatement],
    run: Run::Configured(|options| {
        let catches = options.only_object(&["allowEmptyCatch"])?.bool("allowEmptyCatch", false)?;
        Ok(Check::nodes(move |node, ctx| match node.kind() {
            AstKind::BlockStatement(block) if block.body.is_empty() => {
                let is_allowed = catches && matches!(ctx.parent_kind(node.id()), AstKind::CatchClause(_));
                if !is_allowed {
                    report(block.span, "block", ctx);
                }
            }
            AstKind::SwitchStatement(statement) if statement.cases.is_empty() => {
                let close = punctuator(")", statement.discriminant.span().end, ctx);
                let open = close.and_then(|close| punctuator("{", close.end, ctx));
                if let Some(open) = open {
                    report(Span::new(open.start, statement.span.end), "switch", ctx);
                }
            }
            _ => {}
        }))
    }),
    ..Rule::DEFAULT
};

/// Reports braces with nothing between them, not even a comment.
fn report(braces: Span, what: &'static str, ctx: &Context<'_>) {
    if ctx.has_comments(braces) {
        return;
    }
    let between = Span::new(braces.start + 1, braces.end - 1);
    let comment = vec![Edit::replace(between, " /* empty */ ")];
    drop(ctx.report(braces, "unexpected").data("type", what).suggest_with(
        "suggestComment",
        vec![("type", what.to_owned())],
        comment,
    ));
}
