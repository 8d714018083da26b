//! The `@param` tags of a JSDoc comment.

use oxc_ast::ast::Comment;
use oxc_span::Span;

use crate::model::Model;

/// Tags that make a comment mean more than the parameters of what follows it.
const OTHER: [&str; 8] =
    ["@callback", "@overload", "@typedef", "@type", "@satisfies", "@this", "@extends", "@inheritDoc"];

/// One tag.
#[derive(Debug)]
pub(super) struct Param<'a> {
    /// What stands in the braces.
    pub(super) kind: Option<&'a str>,
    pub(super) name: &'a str,
    /// The place of the name.
    pub(super) span: Span,
    /// Whether the name stands in brackets.
    pub(super) bracketed: bool,
}

/// What is certain about the parameters in a comment.
#[derive(Debug)]
pub(super) enum Doc<'a> {
    /// The tags, in order.
    Params(Vec<Param<'a>>),
    /// It has something that is not certain.
    Unknown,
}

/// The documentation in front of a node that starts at an offset. The last comment counts, unless one before it
/// declares something of its own.
pub(super) fn before<'a>(model: &Model<'a>, start: u32) -> Option<Doc<'a>> {
    let comments = model.semantic.comments();
    let end = comments.partition_point(|comment| comment.span.start < start);
    let attached =
        comments[..end].iter().rev().take_while(|one| one.is_leading() && one.attached_to == start);
    let mut documents =
        attached.filter(|comment| is_jsdoc(comment, model.lines.source())).map(|one| read(model, one));
    let last = documents.next()?;
    Some(if documents.any(|doc| matches!(doc, Doc::Unknown)) { Doc::Unknown } else { last })
}

/// Whether a comment stands between two offsets.
pub(super) fn is_between(model: &Model<'_>, start: u32, end: u32) -> bool {
    let source = model.lines.source();
    let inside = |comment: &&Comment| comment.span.start >= start && comment.span.end <= end;
    model.semantic.comments().iter().filter(inside).any(|comment| is_jsdoc(comment, source))
}

fn is_jsdoc(comment: &Comment, source: &str) -> bool {
    comment.is_block() && source[comment.span.start as usize..].starts_with("/**") && comment.span.size() > 5
}

fn read<'a>(model: &Model<'a>, comment: &Comment) -> Doc<'a> {
    let span = comment.span;
    let source: &'a str = model.lines.source();
    let text = &source[span.start as usize..span.end as usize];
    if OTHER.iter().any(|tag| text.contains(tag)) || text.contains('`') {
        return Doc::Unknown;
    }
    let mut params = Vec::new();
    let mut offset = span.start as usize;
    for line in text.split_inclusive('\n') {
        let start = offset;
        offset += line.len();
        if !["@param", "@arg", "@argument"].iter().any(|tag| line.contains(tag)) {
            continue;
        }
        let trimmed = line.trim_start_matches(['/', '*', ' ', '\t']);
        let Some(rest) = trimmed.strip_prefix("@param").filter(|rest| rest.starts_with([' ', '\t'])) else {
            return Doc::Unknown;
        };
        let at = start + (line.len() - rest.len());
        match param(rest, at) {
            Some(param) if !rest.contains("@param") => params.push(param),
            _ => return Doc::Unknown,
        }
    }
    Doc::Params(params)
}

fn param(rest: &str, at: usize) -> Option<Param<'_>> {
    let mut body = rest.trim_start();
    let mut kind = None;
    if body.starts_with('{') {
        let end = closing(body)?;
        kind = Some(body[1..end].trim());
        body = body[end + 1..].trim_start();
    }
    let bracketed = body.starts_with('[');
    if bracketed {
        body = body[1..].trim_start();
    }
    let length =
        body.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '$' || c == '.')).unwrap_or(body.len());
    let name = &body[..length];
    if name.is_empty()
        || name.starts_with(|c: char| c.is_ascii_digit() || c == '.')
        || body[length..].starts_with('[')
    {
        return None;
    }
    let start = at + (rest.len() - body.len());
    let span = Span::new(u32::try_from(start).ok()?, u32::try_from(start + length).ok()?);
    Some(Param { kind, name, span, bracketed })
}

/// The brace that closes the first one.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'{' => depth += 1,
            b'}' => {
                depth -= 1;
                if depth == 0 {
                    return Some(at);
                }
            }
            b'\'' | b'"' | b'\n' => return None,
            _ => {}
        }
    }
    None
}
