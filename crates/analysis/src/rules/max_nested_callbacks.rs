//! `max-nested-callbacks`.

use oxc_ast::AstKind;
use serde::Deserialize;

use super::measure::{Function, descend, is_callee, read};
use super::{FileCheck, Problem, Rule, Visit, always};
use crate::model::Model;

pub(super) const RULE: Rule = Rule {
    id: "max-nested-callbacks",
    summary: "Callbacks in callbacks are hard to follow.",
    message: "Too many nested callbacks ({{num}}). Maximum allowed is {{max}}.",
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
    maximum: Option<usize>,
    /// Whether arguments of `new` count as callbacks too.
    #[serde(default)]
    check_constructor_call_callbacks: bool,
}

fn check(model: &Model<'_>, options: &Options) -> Vec<Problem> {
    let max = options.maximum.or(options.max).unwrap_or(10);
    let mut found = Vec::new();
    descend(model, 0_usize, |node, above| {
        let Some(function) = Function::of(node, model) else { return above };
        let is_callback = match function.parent {
            AstKind::CallExpression(call) => !is_callee(&call.callee, node.kind()),
            AstKind::NewExpression(new) => {
                options.check_constructor_call_callbacks && !is_callee(&new.callee, node.kind())
            }
            _ => false,
        };
        let depth = above + usize::from(is_callback);
        if is_callback && depth > max {
            let message = format!("Too many nested callbacks ({depth}). Maximum allowed is {max}.");
            found.push(Problem { span: function.head(model), message: message.into() });
        }
        depth
    });
    found
}
