//! Determines which lines of a file contain code.

use std::collections::BTreeSet;

use oxc_span::Span;

use crate::model::Model;
use crate::rules::helpers::space::{is_line_end, is_space};

/// Lines that are not counted.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Skip {
    pub(crate) comments: bool,
    pub(crate) blank: bool,
}

/// The numbers of the counted lines, from 1.
pub(crate) struct Lines(Vec<u32>);

impl Lines {
    /// All lines except an empty one after the last line break and the skipped ones.
    pub(crate) fn new(model: &Model<'_>, skip: Skip) -> Lines {
        let comments = if skip.comments { comment_lines(model) } else { BTreeSet::new() };
        let is_blank = |line: &u32| model.lines.text(*line).chars().all(is_space);
        let is_skipped = |line: &u32| comments.contains(line) || (skip.blank && is_blank(line));
        let last = model.lines.lines();
        let last = if last > 1 && model.lines.text(last).is_empty() { last - 1 } else { last };
        Lines((1..=last).filter(|line| !is_skipped(line)).collect())
    }

    /// Number of counted lines from one line to another.
    pub(crate) fn within(&self, first: u32, last: u32) -> usize {
        self.0.partition_point(|line| *line <= last) - self.0.partition_point(|line| *line < first)
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// The number of the `index`th counted line, from 0.
    pub(crate) fn get(&self, index: usize) -> Option<u32> {
        self.0.get(index).copied()
    }
}

/// The lines that contain only comments.
fn comment_lines(model: &Model<'_>) -> BTreeSet<u32> {
    let source = model.lines.source();
    let line = |offset: u32| model.lines.position(offset).0;
    let hashbang = model.semantic.nodes().program().hashbang.as_ref().map(|hashbang| hashbang.span);
    let comments: Vec<Span> =
        hashbang.into_iter().chain(model.semantic.comments().iter().map(|comment| comment.span)).collect();
    // The gaps between comments: the lines of the first and last code in each.
    let mut gaps = Vec::with_capacity(comments.len() + 1);
    let mut from = 0;
    for end in comments.iter().map(|span| span.start).chain([u32::try_from(source.len()).unwrap_or(u32::MAX)])
    {
        let gap = &source[from as usize..(end as usize).max(from as usize)];
        let first = gap.char_indices().find(|(_, char)| !is_space(*char));
        let last = gap.char_indices().rev().find(|(_, char)| !is_space(*char));
        let of = |found: Option<(usize, char)>| {
            found.map(|(at, _)| line(from + u32::try_from(at).unwrap_or(u32::MAX)))
        };
        gaps.push((of(first), of(last)));
        from = comments.get(gaps.len() - 1).map_or(end, |span| span.end);
    }
    let mut before = None;
    let befores: Vec<Option<u32>> = gaps
        .iter()
        .map(|(_, last)| {
            before = last.or(before);
            before
        })
        .collect();
    let mut after = None;
    let mut alone = BTreeSet::new();
    for (index, span) in comments.iter().enumerate().rev() {
        after = gaps[index + 1].0.or(after);
        let (start, end) = (line(span.start), line(span.end));
        let first = if befores[index] == Some(start) { start + 1 } else { start };
        let last = if after == Some(end) { end - 1 } else { end };
        alone.extend(first..=last);
    }
    alone
}

/// The offset of the next code.
pub(crate) fn skip_blank(source: &str, from: u32) -> u32 {
    let mut rest = &source[from as usize..];
    loop {
        rest = rest.trim_start_matches(is_space);
        let end = if rest.starts_with("//") {
            Some(rest.find(is_line_end).unwrap_or(rest.len()))
        } else if rest.starts_with("/*") {
            rest.find("*/").map(|end| end + 2)
        } else {
            break;
        };
        let Some(end) = end else { break };
        rest = &rest[end..];
    }
    u32::try_from(source.len() - rest.len()).unwrap_or(from)
}
