//! `max-lines`.

use oxc_span::Span;
use serde::Deserialize;

use super::measure::{Lines, Skip, read};
use super::{FileCheck, Problem, Rule, Visit, always};

pub(super) const RULE: Rule = Rule {
    id: "max-lines",
    summary: "A long file does several things.",
    message: "File has too many lines ({{actual}}). Maximum allowed is {{max}}.",
    recommended: false,
    applies: always,
    visit: Visit::Whole(|options| {
        let Options { max, skip_comments, skip_blank_lines } = read(options)?;
        let max = max.unwrap_or(300);
        let skip = Skip { comments: skip_comments, blank: skip_blank_lines };
        let check: FileCheck = Box::new(move |model| {
            let lines = Lines::new(model, skip);
            // From the first excess line to the end.
            let Some(line) = lines.get(max) else { return Vec::new() };
            let end = model.lines.span(model.lines.lines()).end;
            let message = format!("File has too many lines ({}). Maximum allowed is {max}.", lines.len());
            vec![Problem { span: Span::new(model.lines.span(line).start, end), message: message.into() }]
        });
        Ok(check)
    }),
};

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Options {
    max: Option<usize>,
    #[serde(default)]
    skip_comments: bool,
    #[serde(default)]
    skip_blank_lines: bool,
}
