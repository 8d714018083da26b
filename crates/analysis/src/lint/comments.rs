//! Comments that configure: their label, what follows it, and their place.

use oxc_span::Span;

use crate::model::Model;

/// What a comment configures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Label {
    Disable,
    Enable,
    DisableLine,
    DisableNextLine,
    /// `eslint rule: severity`.
    Rules,
    /// `global name` and `globals name`.
    Globals,
    Exported,
    /// `eslint-env`, which ESLint no longer supports.
    Environment,
}

/// A comment that configures.
pub(super) struct Directive<'a> {
    pub(super) label: Label,
    /// What follows the label, without the reason after `--`.
    pub(super) value: &'a str,
    /// The comment.
    pub(super) span: Span,
}

/// The comments of a file that configure, in their order.
pub(super) fn directives<'a>(model: &Model<'a>) -> Vec<Directive<'a>> {
    let source = model.lines.source();
    let text = |span: Span| &source[span.start as usize..span.end as usize];
    let read = |comment: &oxc_ast::Comment| {
        let text = text(comment.content_span()).trim_start();
        // Most comments end here.
        if !text.starts_with(['e', 'g']) {
            return None;
        }
        let text = without_reason(text).trim();
        let end = text.find(char::is_whitespace).unwrap_or(text.len());
        let (word, value) = text.split_at(end);
        let label = match word {
            "eslint-disable" => Label::Disable,
            "eslint-enable" => Label::Enable,
            "eslint-disable-line" => Label::DisableLine,
            "eslint-disable-next-line" => Label::DisableNextLine,
            "eslint" => Label::Rules,
            "global" | "globals" => Label::Globals,
            "exported" => Label::Exported,
            "eslint-env" => Label::Environment,
            _ => return None,
        };
        let on_line = matches!(label, Label::DisableLine | Label::DisableNextLine);
        (on_line || comment.is_block()).then(|| Directive { label, value: value.trim(), span: comment.span })
    };
    model.semantic.comments().iter().filter_map(read).collect()
}

/// The text before ` -- reason`.
fn without_reason(text: &str) -> &str {
    for (at, _) in text.match_indices("--") {
        let before = text[..at].ends_with(char::is_whitespace);
        let after = text[at..].trim_start_matches('-');
        if before && after.starts_with(char::is_whitespace) {
            return &text[..at];
        }
    }
    text
}

/// The names of a list, without quotes: `rule-a, "rule-b"`.
pub(super) fn names(value: &str) -> Vec<&str> {
    let mut names: Vec<&str> = Vec::new();
    for name in value.split(',').map(str::trim) {
        let quoted = ['\'', '"'].iter().find_map(|quote| name.strip_prefix(*quote)?.strip_suffix(*quote));
        let name = quoted.unwrap_or(name);
        if !name.is_empty() && !names.contains(&name) {
            names.push(name);
        }
    }
    names
}
