//! `max-lines-per-function`.

use oxc_ast::AstKind;
use serde::Deserialize;

use super::measure::{Function, Lines, Skip, is_callee, read};
use super::{FileCheck, Problem, Rule, Visit, always};
use crate::model::Model;

pub(super) const RULE: Rule = Rule {
    id: "max-lines-per-function",
    summary: "A long function does several things.",
    message: "{{name}} has too many lines ({{lineCount}}). Maximum allowed is {{maxLines}}.",
    recommended: false,
    applies: always,
    visit: Visit::Whole(|options| {
        let options: Options = read(options)?;
        let check: FileCheck = Box::new(move |model| check(model, &options));
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
    /// Whether immediately invoked functions count too.
    #[serde(default, rename = "IIFEs")]
    iifes: bool,
}

fn check(model: &Model<'_>, options: &Options) -> Vec<Problem> {
    let max = options.max.unwrap_or(50);
    let lines = Lines::new(model, Skip { comments: options.skip_comments, blank: options.skip_blank_lines });
    let mut found = Vec::new();
    for node in model.semantic.nodes().iter() {
        let Some(function) = Function::of(node, model) else { continue };
        let is_called = match function.parent {
            AstKind::CallExpression(call) => is_callee(&call.callee, node.kind()),
            _ => false,
        };
        if is_called && !options.iifes {
            continue;
        }
        let span = function.span();
        let (first, last) = (model.lines.position(span.start).0, model.lines.position(span.end).0);
        let count = lines.within(first, last);
        if count > max {
            let name = function.name();
            let message = format!("{name} has too many lines ({count}). Maximum allowed is {max}.");
            found.push(Problem { span: function.head(model), message: message.into() });
        }
    }
    found
}
