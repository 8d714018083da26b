//! Comments by which code asks for no checks: `@ts-nocheck` for a file, `@ts-ignore` and `@ts-expect-error` for a line.

use super::Problem;
use crate::hash::HashSet;
use crate::model::Model;

/// Codes that are about types and documentation only. The others also say that code cannot be loaded.
const UNCHECKED: [&str; 6] = ["TS2448", "TS2449", "TS2554", "TS2555", "TS7027", "TS8024"];

/// Removes the problems that comments silence.
pub(super) fn apply(model: &Model<'_>, problems: &mut Vec<Problem>) {
    let source = model.lines.source();
    if !source.contains("@ts-") {
        return;
    }
    let first_token = model
        .semantic
        .nodes()
        .program()
        .body
        .first()
        .map_or(u32::MAX, |first| oxc_span::GetSpan::span(first).start);
    let (mut is_unchecked, mut lines) = (false, HashSet::default());
    for comment in model.semantic.comments() {
        let text = comment.content_span().source_text(source);
        // In a block, the last line counts.
        let text = text.rsplit('\n').next().unwrap_or_default();
        let text = text.trim_start_matches(['/', '*', ' ', '\t']);
        if comment.is_line() && comment.span.start < first_token && text.starts_with("@ts-nocheck") {
            is_unchecked = true;
        }
        if text.starts_with("@ts-ignore") || text.starts_with("@ts-expect-error") {
            lines.insert(next_line_of_code(model, comment.span.end));
        }
    }
    problems.retain(|problem| {
        let Some(code) = problem.code else { return true };
        let is_silenced = lines.contains(&model.lines.position(problem.span.start).0);
        let is_silenced = is_silenced || (is_unchecked && UNCHECKED.contains(&code));
        !is_silenced
    });
}

/// The first line below a comment that is neither empty nor a line of comment.
fn next_line_of_code(model: &Model<'_>, end: u32) -> u32 {
    let mut line = model.lines.position(end).0 + 1;
    while line <= model.lines.lines() {
        let text = model.lines.text(line).trim();
        if !text.is_empty() && !text.starts_with("//") {
            break;
        }
        line += 1;
    }
    line
}
