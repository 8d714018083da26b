//! `no-irregular-whitespace`: disallow irregular whitespace.
//!
//! Such characters look like spaces or like nothing, and other programs treat them differently.
//!
//! Options: `{ skipStrings: true, skipComments: false, skipRegExps: false, skipTemplates: false, skipJSXText: false }`.
//!
//! ```js fails
//! const a = 1;
//! ```
//!
//! ```js passes
//! const a = 1, b = ' ';
//! ```

use verdict_syntax::eight::{HIGH, within};

use crate::order::sort_by_number;
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "no-irregular-whitespace",
    recommended: true,
    messages: &[("noIrregularWhitespace", "Irregular whitespace not allowed.")],
    run: Run::Configured(|options| {
        let options = options.only_object(&[
            "skipComments",
            "skipStrings",
            "skipTemplates",
            "skipRegExps",
            "skipJSXText",
        ])?;
        let skip = Skip {
            comments: options.bool("skipComments", false)?,
            strings: options.bool("skipStrings", true)?,
            templates: options.bool("skipTemplates", false)?,
            regexes: options.bool("skipRegExps", false)?,
            jsx: options.bool("skipJSXText", false)?,
        };
        Ok(Check::file(move |ctx| check(&skip, ctx)))
    }),
    ..Rule::DEFAULT
};

/// How many times eight bytes are looked at together.
const BLOCK: usize = 16;

/// Where irregular white space is allowed.
struct Skip {
    comments: bool,
    strings: bool,
    templates: bool,
    regexes: bool,
    jsx: bool,
}

fn check(skip: &Skip, ctx: &Context<'_>) {
    let source = ctx.source();
    let mut found = runs(source);
    if found.is_empty() {
        return;
    }
    let mut allowed = skip.spans(ctx);
    sort_by_number(&mut allowed, |span| span.start.into());
    found.retain(|run| {
        let after = allowed.partition_point(|span| span.start <= run.start);
        after.checked_sub(1).is_none_or(|last| allowed[last].end <= run.start)
    });
    for run in found {
        ctx.report(run, "noIrregularWhitespace");
    }
}

/// The runs of irregular characters. Each line terminator is one of its own.
fn runs(source: &str) -> Vec<Span> {
    let mut found: Vec<Span> = Vec::new();
    // A byte order mark is not a part of the code.
    let mut at = if source.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let mut joins_at = None;
    while let Some(start) = candidate(source.as_bytes(), at) {
        let Some(char) = source[start..].chars().next() else { break };
        at = start + char.len_utf8();
        let is_end = matches!(char, '\u{2028}' | '\u{2029}');
        if !is_end && !is_irregular(char) {
            continue;
        }
        let offset = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        match found.last_mut() {
            Some(last) if joins_at == Some(start) && !is_end => last.end = offset(at),
            _ => found.push(Span::new(offset(start), offset(at))),
        }
        joins_at = (!is_end).then_some(at);
    }
    found
}

/// The next character that can be irregular: all but two of ASCII are regular.
fn candidate(bytes: &[u8], from: usize) -> Option<usize> {
    let rest = &bytes[from..];
    let is_regular = |block: &&[[u8; 8]]| {
        let marks = block.iter().fold(0, |marks, eight| {
            let eight = u64::from_ne_bytes(*eight);
            marks | eight | within(eight, 0x0b, 0x0c)
        });
        marks & HIGH == 0
    };
    let regular = rest.as_chunks().0.chunks_exact(BLOCK).take_while(is_regular).count() * BLOCK * 8;
    let is_candidate = |byte: &u8| matches!(byte, 0x0b | 0x0c) || *byte >= 0x80;
    rest[regular..].iter().position(is_candidate).map(|index| from + regular + index)
}

fn is_irregular(char: char) -> bool {
    matches!(
        char,
        '\u{b}' | '\u{c}' | '\u{85}' | '\u{feff}' | '\u{a0}' | '\u{1680}' | '\u{180e}'
            | '\u{2000}'..='\u{200b}' | '\u{202f}' | '\u{205f}' | '\u{3000}'
    )
}

impl Skip {
    /// The spans in which irregular characters are allowed. None is inside another.
    fn spans(&self, ctx: &Context<'_>) -> Vec<Span> {
        let mut spans = Vec::new();
        if self.comments {
            let hashbang = ctx.nodes().program().hashbang.as_ref();
            spans.extend(hashbang.map(|hashbang| hashbang.span));
            spans.extend(ctx.comments().iter().map(|comment| comment.span));
        }
        for (skips, of) in [
            (self.strings, AstType::StringLiteral),
            (self.templates, AstType::TemplateElement),
            (self.regexes, AstType::RegExpLiteral),
            (self.jsx, AstType::JSXText),
        ] {
            if skips {
                spans.extend(ctx.nodes_of(of).map(|node| node.kind().span()));
            }
        }
        spans
    }
}
