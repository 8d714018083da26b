//! The names in comments that declare global variables: `/* global name, other: writable */`.

use oxc_span::Span;

use crate::hash::HashSet;
use crate::lint::Context;

/// The global variables that comments declare, with the place of each name. Those that are `off` are left out.
pub(crate) fn global_comments<'a>(ctx: &Context<'a>) -> Vec<(&'a str, Span)> {
    let mut found = Vec::new();
    if !ctx.has_inline_configuration() {
        return found;
    }
    for comment in ctx.comments().iter().filter(|comment| comment.is_block()) {
        let content = comment.content_span();
        let text = ctx.text(content);
        let start = text.len() - text.trim_start().len();
        let Some(list) = text[start..].strip_prefix("global") else { continue };
        let list = list.strip_prefix('s').unwrap_or(list);
        if list.starts_with(char::is_whitespace) {
            let list = list.split_once(" --").map_or(list, |(list, _)| list);
            let offset = list.as_ptr() as usize - text.as_ptr() as usize;
            add(list, content.start + u32::try_from(offset).unwrap_or(0), &mut found);
        }
    }
    found
}

/// Adds the names of a list that starts at an offset.
fn add<'a>(list: &'a str, offset: u32, found: &mut Vec<(&'a str, Span)>) {
    let is_end = |char: char| char.is_whitespace() || matches!(char, ',' | ':');
    let (mut at, mut known) = (0, HashSet::default());
    let mut is_setting = false;
    while at < list.len() {
        let rest = &list[at..];
        let length = rest.find(is_end).unwrap_or(rest.len());
        if length == 0 {
            is_setting |= rest.starts_with(':');
            at += rest.chars().next().map_or(1, char::len_utf8);
            continue;
        }
        let word = &rest[..length];
        if !std::mem::take(&mut is_setting) {
            // A comment has each name once.
            if known.insert(word) {
                let start = offset + u32::try_from(at).unwrap_or(0);
                found.push((word, Span::sized(start, u32::try_from(length).unwrap_or(0))));
            }
        } else if word == "off" {
            found.pop();
        }
        at += length;
    }
}
