//! `max-params`: enforce a maximum number of parameters in function definitions.
//!
//! Options: a number (3), or `{ max: 3, countThis: "except-void" }` with `"never"`, `"except-void"` or `"always"`.
//!
//! ```js fails [1]
//! const area = (width, height) => width * height;
//! ```
//!
//! ```js passes [2]
//! const area = (width, height) => width * height;
//! ```

use serde::Deserialize;

use crate::rules::helpers::measure::{Function, chosen, read};
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "max-params",
    messages: &[("exceed", "{{name}} has too many parameters ({{count}}). Maximum allowed is {{max}}.")],
    kind: Kind::Suggestion,
    types: &[AstType::Function, AstType::ArrowFunctionExpression, AstType::TSFunctionType],
    aliases: &["@typescript-eslint/max-params"],
    run: Run::Configured(|options| {
        let options: Options = read(options.0)?;
        if options.count_void_this.is_some() && options.count_this.is_some() {
            return Err("countVoidThis and countThis exclude each other".to_owned());
        }
        let max = chosen(options.maximum, options.max, 3);
        let this = options.this();
        Ok(Check::nodes(move |node, ctx| visit(node, ctx, max, this)))
    }),
    ..Rule::DEFAULT
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

fn visit<'a>(node: &AstNode<'a>, ctx: &Context<'a>, max: usize, this: CountThis) {
    let count = match node.kind() {
        // An overload of a method is not a separate function.
        AstKind::Function(function) if function.r#type == FunctionType::TSEmptyBodyFunctionExpression => {
            return;
        }
        AstKind::Function(function) => count(&function.params, function.this_param.as_deref(), this),
        AstKind::TSFunctionType(function) => count(&function.params, function.this_param.as_deref(), this),
        AstKind::ArrowFunctionExpression(arrow) => count(&arrow.params, None, this),
        _ => return,
    };
    if count > max {
        let function = Function::any(node, ctx);
        ctx.report(function.head(ctx), "exceed")
            .data("name", function.name())
            .data("count", count.to_string())
            .data("max", max.to_string());
    }
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
