//! Comments by which code asks for no checks: `@ts-nocheck` for a file, `@ts-ignore` and `@ts-expect-error` for a line.

use verdict_syntax::LineTable;

use super::Problem;
use crate::hash::HashSet;
use crate::model::Model;

/// Codes that are about types and documentation only. The others also say that code cannot be loaded.
const UNCHECKED: [&str; 6] = ["TS2448", "TS2449", "TS2554", "TS2555", "TS7027", "TS8024"];

/// The problems that comments silence.
#[derive(Default)]
pub(super) struct Silence {
    /// Lines of which nothing is said.
    lines: HashSet<u32>,
    is_unchecked: bool,
}

impl Silence {
    /// What the comments of a file silence.
    pub(super) fn of(model: &Model<'_>) -> Silence {
        let source = model.lines.source();
        if !source.contains("@ts-") {
            return Silence::default();
        }
        let first = model.semantic.nodes().program().body.first();
        let first_token = first.map_or(u32::MAX, |first| oxc_span::GetSpan::span(first).start);
        let mut silence = Silence::default();
        for comment in model.semantic.comments() {
            let text = comment.content_span().source_text(source);
            // In a block, the last line counts.
            let text = text.rsplit('\n').next().unwrap_or_default();
            let text = text.trim_start_matches(['/', '*', ' ', '\t']);
            if comment.is_line() && comment.span.start < first_token && text.starts_with("@ts-nocheck") {
                silence.is_unchecked = true;
            }
            if text.starts_with("@ts-ignore") || text.starts_with("@ts-expect-error") {
                silence.lines.insert(next_line_of_code(model, comment.span.end));
            }
        }
        silence
    }

    /// Whether a problem is silenced.
    pub(super) fn covers(&self, problem: &Problem, lines: &LineTable<'_>) -> bool {
        let Some(code) = problem.code else { return false };
        (self.is_unchecked && UNCHECKED.contains(&code))
            || (!self.lines.is_empty() && self.lines.contains(&lines.position(problem.span.start).0))
    }
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
