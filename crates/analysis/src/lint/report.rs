//! A finding of a rule, with its fix and suggestions.

use oxc_span::Span;
use verdict_protocol::{Diagnostic, Severity, Suggestion, TextEdit};

use super::context::Context;
use crate::model::Model;
use crate::order::{pair, sort_by_number};

/// The replacement of a span.
#[derive(Debug, Clone)]
pub(crate) struct Edit {
    pub(crate) span: Span,
    pub(crate) text: String,
}

impl Edit {
    /// Replaces a span.
    pub(crate) fn replace(span: Span, text: impl Into<String>) -> Edit {
        Edit { span, text: text.into() }
    }

    /// Removes a span.
    pub(crate) fn remove(span: Span) -> Edit {
        Edit { span, text: String::new() }
    }

    /// Inserts a text at an offset.
    pub(crate) fn insert(at: u32, text: impl Into<String>) -> Edit {
        Edit { span: Span::empty(at), text: text.into() }
    }
}

/// What a rule found.
pub(crate) struct Finding {
    pub(crate) span: Span,
    pub(crate) message_id: &'static str,
    pub(crate) message: String,
    /// Whether the end of the span is reported.
    pub(crate) has_end: bool,
    /// The reported place, if it is not the span: its start and its end, each a line and a column.
    pub(crate) place: Option<[(u32, u32); 2]>,
    pub(crate) fix: Option<Edit>,
    pub(crate) suggestions: Vec<(&'static str, String, Edit)>,
}

impl Finding {
    pub(super) fn diagnostic(self, model: &Model<'_>, rule: &str, severity: Severity) -> Diagnostic {
        let mut location = model.location(self.span);
        if let Some([(line, column), (end_line, end_column)]) = self.place {
            (location.line, location.column) = (line, column);
            (location.end_line, location.end_column) = (Some(end_line), Some(end_column));
        }
        if !self.has_end {
            (location.end_line, location.end_column) = (None, None);
        }
        let suggestions = self.suggestions.into_iter();
        Diagnostic {
            location,
            message: self.message,
            rule: Some(rule.to_owned()),
            severity,
            message_id: Some(self.message_id.to_owned()),
            fix: self.fix.map(|fix| edit(fix, model)),
            suggestions: suggestions
                .map(|(message_id, message, fix)| Suggestion {
                    message_id: message_id.to_owned(),
                    message,
                    fix: edit(fix, model),
                })
                .collect(),
            ..Diagnostic::default()
        }
    }
}

/// An edit as it is reported.
pub(super) fn edit(edit: Edit, model: &Model<'_>) -> TextEdit {
    let at = |offset| model.lines.utf16_offset(offset);
    TextEdit { range: (at(edit.span.start), at(edit.span.end)), text: edit.text }
}

type Data = Vec<(&'static str, String)>;

/// A finding in the making. Dropping it reports it.
pub(crate) struct Report<'c, 'a> {
    context: &'c Context<'a>,
    span: Span,
    message_id: &'static str,
    has_end: bool,
    place: Option<[(u32, u32); 2]>,
    data: Data,
    fix: Vec<Edit>,
    suggestions: Vec<(&'static str, Data, Vec<Edit>)>,
}

impl<'c, 'a> Report<'c, 'a> {
    pub(super) fn new(context: &'c Context<'a>, span: Span, message_id: &'static str) -> Report<'c, 'a> {
        Report {
            context,
            span,
            message_id,
            has_end: true,
            place: None,
            data: Vec::new(),
            fix: Vec::new(),
            suggestions: Vec::new(),
        }
    }

    /// What stands for a placeholder of the message.
    pub(crate) fn data(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.data.push((name, value.into()));
        self
    }

    /// Reports the start only, as ESLint does where a rule gives a location without an end.
    pub(crate) fn start_only(mut self) -> Self {
        self.has_end = false;
        self
    }

    /// Reports another place than the span, which need not be in the text. The start and the end are each a
    /// line and a column from 1.
    pub(crate) fn place(mut self, start: (u32, u32), end: (u32, u32)) -> Self {
        self.place = Some([start, end]);
        self
    }

    /// A part of the fix: replaces a span. Several parts become one edit.
    pub(crate) fn fix(self, span: Span, text: impl Into<String>) -> Self {
        self.fixes([Edit::replace(span, text)])
    }

    /// Parts of the fix.
    pub(crate) fn fixes(mut self, edits: impl IntoIterator<Item = Edit>) -> Self {
        self.fix.extend(edits);
        self
    }

    /// A suggestion that replaces a span.
    pub(crate) fn suggest(self, message_id: &'static str, span: Span, text: impl Into<String>) -> Self {
        self.suggest_with(message_id, Vec::new(), vec![Edit::replace(span, text)])
    }

    /// A suggestion of several edits, with data for its message.
    pub(crate) fn suggest_with(mut self, message_id: &'static str, data: Data, edits: Vec<Edit>) -> Self {
        self.suggestions.push((message_id, data, edits));
        self
    }

    fn message(&self, id: &str, data: &Data) -> String {
        let text = self.context.rule.message(id);
        debug_assert!(text.is_some(), "{} has no message {id}", self.context.rule.id);
        interpolated(text.unwrap_or_default(), data)
    }
}

impl Drop for Report<'_, '_> {
    fn drop(&mut self) {
        let source = self.context.source();
        let message = self.message(self.message_id, &self.data);
        let suggestions = std::mem::take(&mut self.suggestions).into_iter();
        let suggestions = suggestions
            .filter_map(|(id, data, edits)| Some((id, self.message(id, &data), merged(edits, source)?)))
            .collect();
        self.context.findings.borrow_mut().push(Finding {
            span: self.span,
            message_id: self.message_id,
            message,
            has_end: self.has_end,
            place: self.place,
            fix: merged(std::mem::take(&mut self.fix), source),
            suggestions,
        });
    }
}

/// Replaces the placeholders that `data` has.
fn interpolated(text: &str, data: &Data) -> String {
    let mut message = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, from)) = rest.split_once("{{") {
        message.push_str(before);
        let Some((name, after)) = from.split_once("}}") else {
            rest = &rest[before.len()..];
            break;
        };
        match data.iter().find(|(of, _)| *of == name.trim()) {
            Some((_, value)) => message.push_str(value),
            None => message.extend(["{{", name, "}}"]),
        }
        rest = after;
    }
    message.push_str(rest);
    message
}

/// The edits as one, which has the text between them as it is. Overlapping edits are none.
fn merged(mut edits: Vec<Edit>, source: &str) -> Option<Edit> {
    if edits.len() < 2 {
        return edits.pop();
    }
    sort_by_number(&mut edits, |edit| pair(edit.span.start, edit.span.end));
    let start = edits.first()?.span.start;
    let (mut text, mut end) = (String::new(), start);
    for edit in edits {
        let between = source.get(end as usize..edit.span.start as usize);
        debug_assert!(between.is_some(), "edits overlap");
        text.push_str(between?);
        text.push_str(&edit.text);
        end = edit.span.end;
    }
    Some(Edit { span: Span::new(start, end), text })
}
