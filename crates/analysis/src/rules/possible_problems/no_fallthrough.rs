//! `no-fallthrough`: disallow fallthrough of `case` statements.
//!
//! A `case` without `break` runs into the next one, which is mostly a slip. A comment such as `falls through` says that
//! it is meant.
//!
//! Options: `{ commentPattern: "falls?\\s?through", allowEmptyCase: false, reportUnusedFallthroughComment: false }`.
//!
//! ```js fails
//! switch (key) {
//!   case 1:
//!     one();
//!   case 2:
//!     two();
//! }
//! ```
//!
//! ```js passes
//! switch (key) {
//!   case 1:
//!     one();
//!     // falls through
//!   case 2:
//!     two();
//! }
//! ```

use oxc_ast::Comment;

use crate::rules::helpers::ignore_pattern::IgnorePattern;
use crate::rules::helpers::tokens::{next_token, previous_end};
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "no-fallthrough",
    recommended: true,
    messages: &[
        (
            "unusedFallthroughComment",
            "Found a comment that would permit fallthrough, but case cannot fall through.",
        ),
        ("case", "Expected a 'break' statement before 'case'."),
        ("default", "Expected a 'break' statement before 'default'."),
    ],
    types: &[AstType::SwitchStatement],
    run: Run::Configured(|options| {
        let options = options.only_object(&["commentPattern", "allowEmptyCase", "reportUnusedFallthroughComment"])?;
        let settings = Settings {
            pattern: IgnorePattern::of(options.text("commentPattern")?)?,
            allows_empty: options.bool("allowEmptyCase", false)?,
            reports_unused: options.bool("reportUnusedFallthroughComment", false)?,
        };
        Ok(Check::nodes(move |node, ctx| check(node, &settings, ctx)))
    }),
    ..Rule::DEFAULT
};

struct Settings {
    pattern: Option<IgnorePattern>,
    allows_empty: bool,
    reports_unused: bool,
}

fn check<'a>(node: &AstNode<'a>, settings: &Settings, ctx: &Context<'a>) {
    let AstKind::SwitchStatement(statement) = node.kind() else { return };
    for (case, next) in statement.cases.iter().zip(statement.cases.iter().skip(1)) {
        if !settings.reports_unused && (!counts(case, settings, ctx) || leaves(&case.consequent)) {
            continue;
        }
        let comment = comment(case, next, settings, ctx);
        if !settings.reports_unused && comment.is_some() {
            continue;
        }
        let Some(path) = ctx.code_paths().of(ctx.code_paths().owner(case.node_id.get())) else { return };
        let Some(end) = path.at_end(case.node_id.get()) else { return };
        match comment {
            None if end.is_reachable() && counts(case, settings, ctx) => {
                ctx.report(next.span, if next.test.is_some() { "case" } else { "default" });
            }
            Some(comment) if settings.reports_unused && !end.is_reachable() => {
                ctx.report(comment.span, "unusedFallthroughComment");
            }
            _ => {}
        }
    }
}

/// Whether a `case` that falls through is a problem: it has code, or the next one is not on the line after it.
fn counts(case: &SwitchCase<'_>, settings: &Settings, ctx: &Context<'_>) -> bool {
    let line = |at: u32| ctx.lines.position(at).0;
    let is_apart = || line(next_token(case.span.end, ctx)) > line(case.span.end) + 1;
    !case.consequent.is_empty() || (!settings.allows_empty && is_apart())
}

/// Whether the last statement surely goes elsewhere.
fn leaves(statements: &[Statement<'_>]) -> bool {
    match statements.last() {
        Some(Statement::BlockStatement(block)) => leaves(&block.body),
        Some(last) => matches!(
            last,
            Statement::BreakStatement(_)
                | Statement::ContinueStatement(_)
                | Statement::ReturnStatement(_)
                | Statement::ThrowStatement(_)
        ),
        None => false,
    }
}

/// The comment that permits a fall through: the last one in the only block of the `case`, or the last one
/// after it.
fn comment<'a>(
    previous: &SwitchCase<'a>,
    case: &SwitchCase<'a>,
    settings: &Settings,
    ctx: &Context<'a>,
) -> Option<&'a Comment> {
    let permits = |comment: &&Comment| {
        let text = ctx.text(comment.content_span());
        let matches = settings.pattern.as_ref().map_or_else(|| falls_through(text), |pattern| pattern.matches(text));
        matches && !is_directive(text.trim())
    };
    let in_block = match &previous.consequent[..] {
        [Statement::BlockStatement(block)] => last_before(block.span.end - 1, ctx).filter(permits),
        _ => None,
    };
    in_block.or_else(|| last_before(case.span.start, ctx).filter(permits))
}

/// The last comment between a token and the one before it.
fn last_before<'a>(at: u32, ctx: &Context<'a>) -> Option<&'a Comment> {
    let comments = ctx.comments();
    let index = comments.partition_point(|comment| comment.span.start < at).checked_sub(1)?;
    (comments[index].span.start >= previous_end(at, ctx)).then(|| &comments[index])
}

/// Whether a text has `falls through`, `fall through` or `fallthrough`.
fn falls_through(text: &str) -> bool {
    let text = text.to_lowercase();
    text.match_indices("fall").any(|(at, _)| {
        let rest = &text[at + 4..];
        let rest = rest.strip_prefix('s').unwrap_or(rest);
        let rest = rest.strip_prefix(|char: char| char.is_whitespace() || char == '\u{feff}').unwrap_or(rest);
        rest.starts_with("through")
    })
}

/// Whether a comment is for the linter.
fn is_directive(text: &str) -> bool {
    let word = text.split(char::is_whitespace).next().unwrap_or_default();
    matches!(
        word,
        "eslint"
            | "eslint-env"
            | "eslint-enable"
            | "eslint-disable"
            | "eslint-disable-line"
            | "eslint-disable-next-line"
            | "exported"
            | "global"
            | "globals"
    )
}
