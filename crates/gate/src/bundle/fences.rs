//! The fenced blocks of a Markdown text, with the byte offsets of their content.

use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

use super::head::HEAD;

/// A fenced block.
#[derive(Debug)]
pub(super) struct Fence {
    /// Byte range from the opening fence to the end of the closing one.
    pub(super) range: Range<usize>,
    /// First word of the info string.
    pub(super) kind: String,
    /// The lines between the fences, with the text's line endings. Prefixes of an enclosing list item or
    /// quote are removed.
    pub(super) content: String,
    /// Whether there is a closing fence.
    pub(super) closed: bool,
    /// `(offset in content, offset in text)` at the start of each piece of the content.
    pieces: Vec<(usize, usize)>,
}

impl Fence {
    /// Maps an offset in the content to the text.
    pub(super) fn source(&self, offset: usize) -> usize {
        let before = self.pieces.partition_point(|(content, _)| *content <= offset);
        match before.checked_sub(1).map(|last| self.pieces[last]) {
            Some((content, text)) => text + (offset - content),
            None => self.range.start,
        }
    }
}

/// The fenced blocks of a text.
#[derive(Debug, Default)]
pub(super) struct Fences {
    pub(super) fences: Vec<Fence>,
    /// Offsets of lines that look like the start of a `paws-change` block but are not, because they are in an
    /// HTML block or indented code.
    pub(super) disguised: Vec<usize>,
}

/// Finds the fenced blocks in a part of a text. Offsets refer to the whole text.
pub(super) fn fences(text: &str, part: Range<usize>) -> Fences {
    let mut out = Fences::default();
    let source = &text[part.clone()];
    let mut open: Option<Fence> = None;
    let mut unread = false;
    for (event, range) in Parser::new_ext(source, Options::empty()).into_offset_iter() {
        let range = part.start + range.start..part.start + range.end;
        match event {
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) => {
                open = Some(Fence {
                    range,
                    kind: info.split_whitespace().next().unwrap_or_default().to_owned(),
                    content: String::new(),
                    closed: false,
                    pieces: Vec::new(),
                });
            }
            Event::Start(Tag::CodeBlock(CodeBlockKind::Indented) | Tag::HtmlBlock) => unread = true,
            Event::End(TagEnd::HtmlBlock) => unread = false,
            Event::End(TagEnd::CodeBlock) => {
                unread = false;
                out.fences.extend(open.take().map(|fence| close(text, fence)));
            }
            Event::Text(piece) | Event::Html(piece) => match &mut open {
                Some(fence) => append(text, fence, &piece, range),
                None if unread && opens_head(&piece) => out.disguised.push(range.start),
                None => {}
            },
            _ => {}
        }
    }
    out
}

/// Appends a piece of content. Bytes are taken from the text, because the parser drops the CR of a CRLF and
/// replaces NULs. Only spaces for parts of a tab come from the parser.
fn append(text: &str, fence: &mut Fence, piece: &str, range: Range<usize>) {
    let (before, rest) = text.split_at(range.start);
    let left_out = rest.starts_with('\n') && before.ends_with('\r');
    let start = if left_out { range.start - 1 } else { range.start };
    fence.pieces.push((fence.content.len(), start));
    fence.content.push_str(if range.is_empty() { piece } else { &text[start..range.end] });
}

/// Ends a block; one without a closing fence ends with its content.
fn close(text: &str, mut fence: Fence) -> Fence {
    let opening_end =
        text[fence.range.clone()].find('\n').map_or(fence.range.end, |end| fence.range.start + end + 1);
    let content_end = match fence.pieces.last() {
        Some((content, source)) => source + (fence.content.len() - content),
        None => opening_end,
    };
    let rest = &text[content_end.min(fence.range.end)..fence.range.end];
    fence.closed = rest.contains("```") || rest.contains("~~~");
    fence
}

fn opens_head(line: &str) -> bool {
    let line = line.trim_start();
    let info = line.trim_start_matches(['`', '~']);
    line.len() - info.len() >= 3 && info.split_whitespace().next() == Some(HEAD)
}
