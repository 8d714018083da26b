//! `complexity`: enforce a maximum cyclomatic complexity allowed in a program.
//!
//! Each branch is a path that needs a test. A function with many of them is hard to follow.
//!
//! Options: a number (20), or `{ max: 20, variant: "classic" | "modified" }`. `"modified"` counts a `switch` as one.
//!
//! ```js fails [1]
//! const sign = (n) => (n < 0 ? -1 : 1);
//! ```
//!
//! ```js passes [2]
//! const sign = (n) => (n < 0 ? -1 : 1);
//! ```

use serde::Deserialize;

use crate::rules::helpers::measure::{Function, chosen, descend, parent_of, read, spelled};
use crate::model::Model;
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "complexity",
    messages: &[("complex", "{{name}} has a complexity of {{complexity}}. Maximum allowed is {{max}}.")],
    kind: Kind::Suggestion,
    run: Run::Configured(|options| {
        let options: Options = read(options.0)?;
        let max = chosen(options.maximum, options.max, 20);
        Ok(Check::file(move |ctx| check(ctx, max, options.variant)))
    }),
    ..Rule::DEFAULT
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Options {
    max: Option<usize>,
    maximum: Option<usize>,
    #[serde(default)]
    variant: Variant,
}

/// How a `switch` is counted.
#[derive(Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Variant {
    /// One per `case`.
    #[default]
    Classic,
    /// One for the whole `switch`.
    Modified,
}

/// A measured code path: a function, or code that runs like one.
struct Path {
    name: String,
    span: Span,
    complexity: usize,
}

fn check(ctx: &Context<'_>, max: usize, variant: Variant) {
    let mut paths: Vec<Path> = Vec::new();
    descend(ctx, None, |node, above: Option<usize>| {
        let mut path = above;
        for (name, span) in begun(node, ctx) {
            path = Some(paths.len());
            paths.push(Path { name, span, complexity: 1 });
        }
        if let Some(path) = path.and_then(|path| paths.get_mut(path)) {
            path.complexity += usize::from(branches(node.kind(), variant));
        }
        path
    });
    let over = paths.into_iter().filter(|path| path.complexity > max);
    for Path { name, span, complexity } in over {
        ctx.report(span, "complex")
            .data("name", name)
            .data("complexity", complexity.to_string())
            .data("max", max.to_string());
    }
}

/// The code paths that start at a node, with their names and ESLint's location. A function that is a field's
/// value has two.
fn begun<'a>(node: &AstNode<'a>, model: &Model<'a>) -> impl Iterator<Item = (String, Span)> {
    let kind = node.kind();
    let is_field = match parent_of(node.id(), model) {
        AstKind::PropertyDefinition(field) => is_value(field, kind),
        _ => false,
    };
    let field = is_field.then(|| ("Class field initializer".to_owned(), kind.span()));
    let own = match kind {
        AstKind::StaticBlock(block) => Some(("Class static block".to_owned(), spelled(block.span, model))),
        _ => Function::of(node, model).map(|function| (function.name(), function.head(model))),
    };
    field.into_iter().chain(own)
}

fn is_value(field: &PropertyDefinition<'_>, kind: AstKind<'_>) -> bool {
    let value = field.value.as_ref().map(|value| value.without_parentheses().span());
    value == Some(kind.span()) && !matches!(kind, AstKind::ParenthesizedExpression(_))
}

/// Whether a node adds a path.
fn branches(kind: AstKind<'_>, variant: Variant) -> bool {
    match kind {
        AstKind::CatchClause(_)
        | AstKind::ConditionalExpression(_)
        | AstKind::LogicalExpression(_)
        | AstKind::ForStatement(_)
        | AstKind::ForInStatement(_)
        | AstKind::ForOfStatement(_)
        | AstKind::IfStatement(_)
        | AstKind::WhileStatement(_)
        | AstKind::DoWhileStatement(_)
        | AstKind::AssignmentPattern(_)
        | AstKind::AssignmentTargetWithDefault(_) => true,
        AstKind::FormalParameter(parameter) => parameter.initializer.is_some(),
        AstKind::AssignmentTargetPropertyIdentifier(target) => target.init.is_some(),
        AstKind::SwitchCase(case) => variant == Variant::Classic && case.test.is_some(),
        AstKind::SwitchStatement(_) => variant == Variant::Modified,
        AstKind::AssignmentExpression(assignment) => assignment.operator.is_logical(),
        AstKind::StaticMemberExpression(member) => member.optional,
        AstKind::ComputedMemberExpression(member) => member.optional,
        AstKind::PrivateFieldExpression(member) => member.optional,
        AstKind::CallExpression(call) => call.optional,
        _ => false,
    }
}
