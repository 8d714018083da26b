//! Removing members of classes.

use oxc_ast::AstKind;
use oxc_ast::ast::ClassElement;
use oxc_semantic::AstNode;
use oxc_span::{GetSpan, Span};

use super::tokens::{next_token, previous_end};
use crate::lint::{Context, Edit};

/// The edits that remove a member with the comments and the line that belong to it.
pub(crate) fn removal(member: &AstNode<'_>, ctx: &Context<'_>) -> Vec<Edit> {
    let span = member.kind().span();
    let line = |at: u32| ctx.lines.position(at).0;
    let (first_line, last_line) = (line(span.start), line(span.end));
    let (before, after) = (previous_end(span.start, ctx), next_token(span.end, ctx));
    let shares_line = line(before) == first_line || line(after) == last_line;
    let comments = ctx.comments();
    let from = comments.partition_point(|comment| comment.span.start < before);
    let own = comments.partition_point(|comment| comment.span.start < span.start);
    let leading = &comments[from..own];
    // Comments that stand on lines of their own directly above.
    let mut start_of_leading = None;
    let mut below = first_line;
    for (index, comment) in leading.iter().enumerate().rev() {
        let previous = index.checked_sub(1).map_or(before, |index| leading[index].span.end);
        let is_on_own_line = line(previous) != line(comment.span.start);
        if !is_on_own_line || below - line(comment.span.end) > 1 {
            break;
        }
        below = line(comment.span.start);
        start_of_leading = Some(comment.span.start);
    }
    let trailing_from = comments.partition_point(|comment| comment.span.start < span.end);
    let trailing = comments[trailing_from..].iter().map(|comment| comment.span);
    let trailing = trailing
        .take_while(|comment| !shares_line && comment.end <= after && line(comment.start) == last_line);
    let end_of_last = trailing.last().map_or(span.end, |comment| comment.end);
    let next_comment = comments.get(comments.partition_point(|comment| comment.span.start < end_of_last));
    let next = next_comment.map_or(after, |comment| comment.span.start.min(after));
    let is_next_on_new_line = line(next) > line(end_of_last);
    let previous_with_comments = leading.last().map_or(before, |comment| comment.span.end);
    let start_of_line = |at: u32| {
        let text = &ctx.source()[..at as usize];
        let start = text
            .rfind(['\n', '\r', '\u{2028}', '\u{2029}'])
            .map_or(0, |index| index + text[index..].chars().next().map_or(1, char::len_utf8));
        u32::try_from(start).unwrap_or(at)
    };
    let (mut start, mut end) = (span.start, end_of_last);
    match start_of_leading.filter(|_| !shares_line) {
        Some(leading) if is_next_on_new_line => (start, end) = (start_of_line(leading), start_of_line(next)),
        Some(leading) => (start, end) = (leading, next),
        None if line(previous_with_comments) != first_line && is_next_on_new_line => {
            (start, end) = (start_of_line(span.start), start_of_line(next));
        }
        None if line(before) == first_line => start = before,
        None if line(next) == line(end_of_last) => end = next,
        None => {}
    }
    let mut edits = vec![Edit::remove(Span::new(start, end))];
    if continues_field(after, ctx) && needs_semicolon(member, before, ctx) {
        edits.push(Edit::insert(before, ";"));
    }
    edits
}

/// Whether the token at an offset would continue the initial value of a field before it.
fn continues_field(at: u32, ctx: &Context<'_>) -> bool {
    let text = &ctx.source()[at as usize..];
    let word = |word: &str| {
        text.strip_prefix(word)
            .is_some_and(|rest| !rest.starts_with(|char: char| char.is_alphanumeric() || "_$".contains(char)))
    };
    text.starts_with(['*', '[']) || word("in") || word("instanceof")
}

/// Whether the member before ends without a semicolon, and needs one.
fn needs_semicolon(member: &AstNode<'_>, before: u32, ctx: &Context<'_>) -> bool {
    let AstKind::ClassBody(body) = ctx.nodes().parent_kind(member.id()) else { return false };
    let start = member.kind().span().start;
    let previous = body.body.iter().take_while(|element| element.span().start < start).last();
    let is_given = matches!(previous, Some(ClassElement::PropertyDefinition(field)) if field.value.is_some());
    let text = &ctx.source()[..before as usize];
    is_given && ![";", "++", "--"].iter().any(|end| text.ends_with(end))
}
