//! Merges imports of one module into one of them, as the fix of `import/no-duplicates` does.

use oxc_ast::ast::{ImportDeclaration, ImportDeclarationSpecifier};
use oxc_span::{GetSpan, Span};

use super::tokens::{next_token, previous_end};
use crate::hash::HashSet;
use crate::lint::{Context, Edit};

/// What the options say of merging.
#[derive(Clone, Copy)]
pub(crate) struct Merge {
    pub(crate) prefers_inline: bool,
    pub(crate) has_whitelist: bool,
}

/// An import with its tokens.
struct Import<'c, 'a> {
    node: &'a ImportDeclaration<'a>,
    tokens: Vec<Span>,
    /// The places of the braces in the tokens.
    open: Option<usize>,
    close: Option<usize>,
    ctx: &'c Context<'a>,
}

/// What an import brings to the merged one.
struct Moved<'i, 'c, 'a> {
    import: &'i Import<'c, 'a>,
    /// What is between its braces, split at commas, with white space and comments.
    names: Vec<&'a str>,
    is_empty: bool,
}

/// The edits that merge imports into the first, or `None` if that would lose something.
pub(crate) fn merge<'a>(
    imports: &[&'a ImportDeclaration<'a>],
    options: Merge,
    ctx: &Context<'a>,
) -> Option<Vec<Edit>> {
    let imports: Vec<Import<'_, 'a>> = imports.iter().map(|node| Import::new(node, ctx)).collect();
    let is_type = |import: &Import<'_, '_>| import.node.import_kind.is_type();
    if !options.prefers_inline && imports.iter().any(is_type) && !imports.iter().all(is_type) {
        let same = imports.iter().all(|import| import.node.source.value == imports[0].node.source.value);
        return if options.has_whitelist && !same { None } else { merge_types(&imports) };
    }
    let (first, rest) = imports.split_first()?;
    if (options.has_whitelist && moves_past_others(&imports, ctx))
        || first.has_comments_around()
        || first.namespace()
        || (options.prefers_inline && first.has_resolution_mode())
    {
        return None;
    }
    let defaults: HashSet<&str> = imports.iter().filter_map(Import::default).collect();
    if defaults.len() > 1 {
        return None;
    }
    let rest: Vec<_> =
        rest.iter().filter(|import| !import.has_comments_around() && !import.namespace()).collect();
    let moved: Vec<Moved<'_, '_, 'a>> = rest.iter().filter_map(|import| import.moved()).collect();
    let bare: Vec<_> = rest.iter().filter(|import| import.moved().is_none()).collect();
    let default = defaults.into_iter().next().filter(|_| first.default().is_none());
    let default = default.filter(|_| rest.iter().any(|import| import.default().is_some()));
    if moved.is_empty() && bare.is_empty() && default.is_none() {
        return None;
    }
    let text = first.with_names_of(&moved, options.prefers_inline);
    let mut edits = first.extended(&text, default, &moved, options.prefers_inline);
    let gone = moved.iter().map(|moved| moved.import).chain(bare.into_iter().copied());
    gone.for_each(|import| edits.push(import.removed()));
    Some(edits)
}

/// Moves inline types into the first `import type`.
fn merge_types(imports: &[Import<'_, '_>]) -> Option<Vec<Edit>> {
    let first = imports.iter().find(|import| import.node.import_kind.is_type())?;
    let has_comments =
        |import: &Import<'_, '_>| import.has_comments_around() || import.ctx.has_comments(import.node.span);
    let rest = imports.iter().filter(|import| import.node.span != first.node.span && !has_comments(import));
    let rest: Vec<_> = rest.collect();
    if has_comments(first) || rest.is_empty() {
        return None;
    }
    let before = *first.tokens.get(first.close?.checked_sub(1)?)?;
    let mut known: HashSet<String> =
        first.specifiers().map(|specifier| normalized(first.ctx.text(specifier.span()))).collect();
    let (mut names, mut edits) = (Vec::new(), Vec::new());
    for import in rest {
        let named = import.named();
        let is_type = |specifier: &ImportDeclarationSpecifier<'_>| matches!(specifier, ImportDeclarationSpecifier::ImportSpecifier(named) if named.import_kind.is_type());
        let (types, values): (Vec<_>, Vec<_>) =
            named.iter().copied().partition(|one| import.node.import_kind.is_type() || is_type(one));
        for specifier in types {
            let ImportDeclarationSpecifier::ImportSpecifier(one) = specifier else { continue };
            let blank = Span::new(previous_end(one.span.start, import.ctx), one.span.start);
            let name = Span::new(one.imported.span().start, one.span.end);
            let text = format!("{}{}", import.ctx.text(blank), import.ctx.text(name));
            if known.insert(normalized(&text)) {
                names.push(text);
            }
        }
        edits.push(import.without_types(&named, &values));
    }
    if !names.is_empty() {
        let has_comma = import_text(first, before) == ",";
        let comma = if first.named().is_empty() || has_comma { "" } else { "," };
        edits.push(Edit::insert(before.end, format!("{comma}{}", names.join(","))));
    }
    Some(edits)
}

fn import_text<'a>(import: &Import<'_, 'a>, span: Span) -> &'a str {
    import.ctx.text(span)
}

impl<'c, 'a> Import<'c, 'a> {
    fn new(node: &'a ImportDeclaration<'a>, ctx: &'c Context<'a>) -> Import<'c, 'a> {
        let tokens = tokens(node.span, ctx);
        let before_source = |token: &Span| token.start < node.source.span.start;
        let find = |text: &str| {
            tokens.iter().take_while(|token| before_source(token)).position(|token| ctx.text(*token) == text)
        };
        let (open, close) = (find("{"), find("}"));
        Import { node, open, close, tokens, ctx }
    }

    fn specifiers(&self) -> impl Iterator<Item = &'a ImportDeclarationSpecifier<'a>> {
        self.node.specifiers.iter().flatten()
    }

    fn named(&self) -> Vec<&'a ImportDeclarationSpecifier<'a>> {
        let is_named = |one: &&ImportDeclarationSpecifier<'_>| {
            matches!(one, ImportDeclarationSpecifier::ImportSpecifier(_))
        };
        self.specifiers().filter(is_named).collect()
    }

    fn namespace(&self) -> bool {
        self.specifiers().any(|one| matches!(one, ImportDeclarationSpecifier::ImportNamespaceSpecifier(_)))
    }

    fn default(&self) -> Option<&'a str> {
        self.specifiers().find_map(|one| match one {
            ImportDeclarationSpecifier::ImportDefaultSpecifier(default) => Some(default.local.name.as_str()),
            _ => None,
        })
    }

    fn has_resolution_mode(&self) -> bool {
        let mut entries = self.node.with_clause.iter().flat_map(|with| &with.with_entries);
        entries.any(|entry| entry.key.as_arena_str() == "resolution-mode")
    }

    fn moved(&self) -> Option<Moved<'_, 'c, 'a>> {
        let names = self.names()?;
        Some(Moved { import: self, names, is_empty: self.named().is_empty() })
    }

    /// What is between the braces, split at commas.
    fn names(&self) -> Option<Vec<&'a str>> {
        let (open, close) = (self.open?, self.close?);
        let mut names = Vec::new();
        let mut start = self.tokens.get(open)?.end;
        for token in self.tokens.get(open + 1..close)? {
            if self.ctx.text(*token) == "," {
                names.push(self.ctx.text(Span::new(start, token.start)));
                start = token.end;
            }
        }
        names.push(self.ctx.text(Span::new(start, self.tokens.get(close)?.start)));
        Some(names)
    }

    /// Whether comments are before or after it, or in it but not between the braces.
    fn has_comments_around(&self) -> bool {
        let (ctx, span) = (self.ctx, self.node.span);
        let line = |offset: u32| ctx.lines.position(offset).0;
        let between = |from: u32, to: u32| {
            let comments = ctx.comments();
            let start = comments.partition_point(|comment| comment.span.start < from);
            comments[start..]
                .iter()
                .take_while(move |comment| comment.span.end <= to)
                .map(|comment| comment.span)
        };
        let first_line = line(span.start);
        if between(previous_end(span.start, ctx), span.start).any(|one| line(one.end) + 1 >= first_line) {
            return true;
        }
        let last_line = line(span.end);
        if between(span.end, next_token(span.end, ctx)).any(|one| line(one.start) == last_line) {
            return true;
        }
        let inside = match (self.open, self.close) {
            (Some(open), Some(close)) => open + 1..close + 1,
            _ => 0..0,
        };
        let gaps = self.tokens.windows(2).enumerate().filter(|(index, _)| !inside.contains(&(index + 1)));
        gaps.into_iter().any(|(_, gap)| ctx.has_comments(Span::new(gap[0].end, gap[1].start)))
    }

    /// The text of the names that come from other imports, without those that are here already.
    fn with_names_of(&self, moved: &[Moved<'_, '_, '_>], prefers_inline: bool) -> String {
        let is_empty = self.named().is_empty();
        let ends_with_comma = self.close.and_then(|close| self.tokens.get(close.checked_sub(1)?));
        let ends_with_comma = ends_with_comma.is_some_and(|token| self.ctx.text(*token) == ",");
        let own = self.names().filter(|_| !is_empty).unwrap_or_default();
        let mut known: HashSet<String> = own.into_iter().map(normalized).collect();
        let (mut text, mut needs_comma) = (String::new(), !ends_with_comma && !is_empty);
        for one in moved {
            let adds_type = prefers_inline && one.import.node.import_kind.is_type();
            let mut names: Vec<String> = Vec::new();
            for name in &one.names {
                let plain = normalized(name);
                if plain.is_empty() || !known.insert(plain) {
                    continue;
                }
                let (blank, rest) = name.split_at(name.len() - name.trim_start().len());
                names.push(if adds_type { format!("{blank}type {rest}") } else { (*name).to_owned() });
            }
            let names = names.join(",");
            if needs_comma && !one.is_empty && !names.is_empty() {
                text = format!("{},{names}", without_end(&text));
            } else {
                text.push_str(&names);
            }
            needs_comma |= !one.is_empty && !names.is_empty();
        }
        text
    }

    /// The edits that add names and a default to this import.
    fn extended(
        &self,
        text: &str,
        default: Option<&str>,
        moved: &[Moved<'_, '_, '_>],
        prefers_inline: bool,
    ) -> Vec<Edit> {
        let adds_names = !moved.is_empty();
        let mut edits = Vec::new();
        if adds_names && prefers_inline && self.node.import_kind.is_type() {
            if let Some(word) = self.tokens.iter().find(|token| self.ctx.text(**token) == "type") {
                edits.push(Edit::remove(Span::new(word.start, word.end + 1)));
            }
            edits.extend(self.specifiers().map(|one| Edit::insert(one.span().start, "type ")));
        }
        let Some(import) = self.tokens.first().map(|token| token.end) else { return edits };
        let last = self.close.and_then(|close| self.tokens.get(close.checked_sub(1)?)).map(|token| token.end);
        match (default, self.open.and(last)) {
            (Some(default), None) if adds_names => {
                edits.push(Edit::insert(import, format!(" {default}, {{{text}}} from")));
            }
            (Some(default), None) => edits.push(Edit::insert(import, format!(" {default} from"))),
            (Some(default), Some(last)) => {
                edits.push(Edit::insert(import, format!(" {default},")));
                if adds_names {
                    edits.push(Edit::insert(last, without_end(text)));
                }
            }
            (None, None) if adds_names => match self.specifiers().next() {
                None => edits.push(Edit::insert(import, format!(" {{{text}}} from"))),
                Some(first) => edits.push(Edit::insert(first.span().end, format!(", {{{text}}}"))),
            },
            (None, None) => {}
            (None, Some(last)) => edits.push(Edit::insert(last, without_end(text))),
        }
        edits
    }

    /// The removal of the import, with the end of its line.
    fn removed(&self) -> Edit {
        let span = self.node.span;
        let has_newline = self.ctx.source()[span.end as usize..].starts_with('\n');
        Edit::remove(Span::new(span.start, span.end + u32::from(has_newline)))
    }

    /// The import without its types: what is left of it, or nothing.
    fn without_types(
        &self,
        named: &[&ImportDeclarationSpecifier<'_>],
        values: &[&ImportDeclarationSpecifier<'_>],
    ) -> Edit {
        let text = |span: Span| self.ctx.text(span);
        match named {
            [first, second, ..] if !values.is_empty() => {
                let comma = text(Span::new(first.span().end, second.span().start));
                let values: Vec<&str> = values.iter().map(|value| text(value.span())).collect();
                let end = named.last().map_or(second.span().end, |last| last.span().end);
                Edit::replace(Span::new(first.span().start, end), values.join(comma))
            }
            _ => match (self.default(), self.specifiers().next(), self.close) {
                (Some(_), Some(default), Some(close)) => {
                    Edit::remove(Span::new(default.span().end, self.tokens[close].end))
                }
                _ => self.removed(),
            },
        }
    }
}

/// The tokens of an import: words, strings and punctuators of one character.
fn tokens(span: Span, ctx: &Context<'_>) -> Vec<Span> {
    let mut tokens = Vec::new();
    let mut at = next_token(span.start, ctx);
    while at < span.end {
        let text = &ctx.source()[at as usize..span.end as usize];
        let Some(first) = text.chars().next() else { break };
        let is_word =
            |char: char| char.is_alphanumeric() || matches!(char, '_' | '$' | '\\' | '\u{200c}' | '\u{200d}');
        let length = match first {
            '"' | '\'' => string_length(text, first),
            first if is_word(first) => text.find(|char: char| !is_word(char)).unwrap_or(text.len()),
            first => first.len_utf8(),
        };
        let end = at + u32::try_from(length).unwrap_or(1);
        tokens.push(Span::new(at, end));
        at = next_token(end, ctx);
    }
    tokens
}

fn string_length(text: &str, quote: char) -> usize {
    let mut chars = text.char_indices().skip(1);
    while let Some((at, char)) = chars.next() {
        if char == quote {
            return at + 1;
        }
        if char == '\\' {
            chars.next();
        }
    }
    text.len()
}

/// A name without white space around; `a as a` is `a`.
fn normalized(text: &str) -> String {
    let text = text.trim();
    let words: Vec<&str> = text.split_whitespace().collect();
    match words.as_slice() {
        [a, "as", b] if a == b => (*a).to_owned(),
        ["type", a, "as", b] if a == b => format!("type {a}"),
        _ => text.to_owned(),
    }
}

/// A text without the white space at its end, unless that ends a comment.
fn without_end(text: &str) -> &str {
    let trimmed = text.trim_end();
    let last = trimmed.rsplit('\n').next().unwrap_or(trimmed);
    if last.contains("//") { text } else { trimmed }
}

/// Whether the first of the imports to stay is after another import that would then run later.
fn moves_past_others(imports: &[Import<'_, '_>], ctx: &Context<'_>) -> bool {
    let Some(end) = imports.first().map(|import| import.node.span.start) else { return false };
    let start = imports.iter().map(|import| import.node.span.start).min().unwrap_or(end);
    let mut sources = ctx.nodes().iter().filter_map(|node| match node.kind() {
        oxc_ast::AstKind::ImportDeclaration(import) => Some(import.span),
        oxc_ast::AstKind::ExportFromDeclaration(export) => Some(export.span),
        oxc_ast::AstKind::ExportAllDeclaration(export) => Some(export.span),
        _ => None,
    });
    let is_own = |span: Span| imports.iter().any(|import| import.node.span == span);
    sources.any(|span| span.start > start && span.start < end && !is_own(span))
}
