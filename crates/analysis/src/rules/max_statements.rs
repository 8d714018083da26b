//! `max-statements`.

use oxc_ast::AstKind;
use oxc_span::Span;
use serde::Deserialize;
use serde_json::Value;

use super::measure::{Function, Limit, descend, read};
use super::{FileCheck, Problem, Rule, Visit, always};
use crate::model::Model;

pub(super) const RULE: Rule = Rule {
    id: "max-statements",
    summary: "A function of many statements does several things.",
    message: "{{name}} has too many statements ({{count}}). Maximum allowed is {{max}}.",
    recommended: false,
    applies: always,
    visit: Visit::Whole(|options| {
        let (limit, more) = options.split_at(options.len().min(1));
        let max = read::<Limit>(limit)?.or(10);
        let ignore_top = match more {
            [] => false,
            [more @ Value::Object(_)] => {
                More::deserialize(more).map_err(|error| error.to_string())?.ignore_top_level_functions
            }
            _ => return Err("expected { ignoreTopLevelFunctions } after the limit".to_owned()),
        };
        let check: FileCheck = Box::new(move |model| check(model, max, ignore_top));
        Ok(check)
    }),
};

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct More {
    #[serde(default)]
    ignore_top_level_functions: bool,
}

/// The owner of statements.
struct Frame {
    /// Name and location; `None` for a static block, which is not measured.
    function: Option<(String, Span)>,
    is_top: bool,
    count: usize,
}

fn check(model: &Model<'_>, max: usize, ignore_top: bool) -> Vec<Problem> {
    let mut frames: Vec<Frame> = Vec::new();
    descend(model, None, |node, above: Option<usize>| {
        let function = Function::of(node, model).map(|function| (function.name(), function.head(model)));
        if function.is_some() || matches!(node.kind(), AstKind::StaticBlock(_)) {
            frames.push(Frame { function, is_top: above.is_none(), count: 0 });
            return Some(frames.len() - 1);
        }
        if let Some(frame) = above.and_then(|frame| frames.get_mut(frame)) {
            frame.count += match node.kind() {
                AstKind::BlockStatement(block) => block.body.len(),
                AstKind::FunctionBody(body) => body.directives.len() + body.statements.len(),
                _ => 0,
            };
        }
        above
    });
    let is_ignored = |frame: &Frame| ignore_top && frame.is_top && frame.function.is_some();
    // A file that consists of one function is no module with top-level functions.
    let ignored = frames.iter().filter(|frame| is_ignored(frame)).count();
    let over = frames.into_iter().filter(|frame| frame.count > max && !(ignored == 1 && is_ignored(frame)));
    over.filter_map(|Frame { function, count, .. }| {
        let (name, span) = function?;
        let message = format!("{name} has too many statements ({count}). Maximum allowed is {max}.");
        Some(Problem { span, message: message.into() })
    })
    .collect()
}
