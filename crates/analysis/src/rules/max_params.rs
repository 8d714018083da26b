//! `max-params`.

use oxc_ast::AstKind;
use oxc_ast::ast::{FormalParameters, FunctionType, TSThisParameter, TSType};
use oxc_semantic::AstNode;
use serde::Deserialize;

use super::measure::{Function, read};
use super::{Check, Problem, Rule, Visit, always};
use crate::model::Model;

pub(super) const RULE: Rule = Rule {
    id: "max-params",
    summary: "Many parameters are hard to give in the right order.",
    message: "{{name}} has too many parameters ({{count}}). Maximum allowed is {{max}}.",
    recommended: false,
    applies: always,
    visit: Visit::Made(|options| {
        let options: Options = read(options)?;
        if options.count_void_this.is_some() && options.count_this.is_some() {
            return Err("countVoidThis and countThis exclude each other".to_owned());
        }
        let max = options.maximum.or(options.max).unwrap_or(3);
        let this = options.this();
        let check: Check = Box::new(move |node, model| visit(node, model, max, this));
        Ok(check)
    }),
};

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Options {
    max: Option<usize>,
    maximum: Option<usize>,
    /// The deprecated form of `always`.
    count_void_this: Option<bool>,
    count_this: Option<CountThis>,
}

/// Whether TypeScript's `this` counts as a parameter.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum CountThis {
    Never,
    /// Unless it is declared `void`.
    ExceptVoid,
    Always,
}

impl Options {
    fn this(&self) -> CountThis {
        let otherwise =
            if self.count_void_this == Some(true) { CountThis::Always } else { CountThis::ExceptVoid };
        self.count_this.unwrap_or(otherwise)
    }
}

fn visit<'a>(node: &AstNode<'a>, model: &Model<'a>, max: usize, this: CountThis) -> Option<Problem> {
    let count = match node.kind() {
        // An overload of a method is not a separate function.
        AstKind::Function(function) if function.r#type == FunctionType::TSEmptyBodyFunctionExpression => {
            return None;
        }
        AstKind::Function(function) => count(&function.params, function.this_param.as_deref(), this),
        AstKind::TSFunctionType(function) => count(&function.params, function.this_param.as_deref(), this),
        AstKind::ArrowFunctionExpression(arrow) => count(&arrow.params, None, this),
        _ => return None,
    };
    (count > max).then(|| {
        let function = Function::any(node, model);
        let name = function.name();
        let message = format!("{name} has too many parameters ({count}). Maximum allowed is {max}.");
        Problem { span: function.head(model), message: message.into() }
    })
}

fn count(params: &FormalParameters<'_>, this: Option<&TSThisParameter<'_>>, how: CountThis) -> usize {
    let is_void = |this: &TSThisParameter<'_>| {
        let annotation = this.type_annotation.as_ref();
        annotation.is_some_and(|it| matches!(it.type_annotation, TSType::TSVoidKeyword(_)))
    };
    let this = this.is_some_and(|this| match how {
        CountThis::Never => false,
        CountThis::ExceptVoid => !is_void(this),
        CountThis::Always => true,
    });
    params.items.len() + usize::from(params.rest.is_some()) + usize::from(this)
}
