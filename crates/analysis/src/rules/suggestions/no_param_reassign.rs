//! `no-param-reassign`: disallow reassigning function parameters.
//!
//! A parameter that changes makes the rest of the function harder to follow; a property of one that changes is seen by the
//! caller.
//!
//! Options: `{ props: false, ignorePropertyModificationsFor: [], ignorePropertyModificationsForRegex: [] }`. With `props`,
//! assignments to properties of parameters are found too, except for parameters with these names.
//!
//! ```js fails
//! function area(side) { side = side || 1; return side * side; }
//! ```
//!
//! ```js passes
//! function area(side) { const length = side || 1; return length * length; }
//! ```

use oxc_semantic::SymbolId;
use oxc_syntax::node::NodeId;
use regex_lite::Regex;

use crate::rules::helpers::option_patterns::pattern;
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "no-param-reassign",
    kind: Kind::Suggestion,
    messages: &[
        ("assignmentToFunctionParam", "Assignment to function parameter '{{name}}'."),
        ("assignmentToFunctionParamProp", "Assignment to property of function parameter '{{name}}'."),
    ],
    types: &[AstType::FormalParameters],
    run: Run::Configured(|options| {
        let names = "ignorePropertyModificationsFor";
        let patterns = "ignorePropertyModificationsForRegex";
        let options = options.only_object(&["props", names, patterns])?;
        let props = options.bool("props", false)?;
        if !props && (options.get(names).is_some() || options.get(patterns).is_some()) {
            return Err("exceptions take props".to_owned());
        }
        let patterns = options.texts(patterns)?;
        let ignored = Ignored {
            names: options.texts(names)?,
            patterns: patterns.iter().map(|text| pattern(text, false)).collect::<Result<_, _>>()?,
        };
        Ok(Check::nodes(move |node, ctx| {
            let AstKind::FormalParameters(params) = node.kind() else { return };
            let rest = params.rest.iter().map(|rest| &rest.rest.argument);
            for pattern in params.items.iter().map(|param| &param.pattern).chain(rest) {
                for identifier in pattern.get_binding_identifiers() {
                    if let Some(symbol) = identifier.symbol_id.get() {
                        check(symbol, &identifier.name, props.then_some(&ignored), ctx);
                    }
                }
            }
        }))
    }),
    ..Rule::DEFAULT
};

/// Parameters whose properties may change.
struct Ignored {
    names: Vec<String>,
    patterns: Vec<Regex>,
}

fn check(symbol: SymbolId, name: &str, props: Option<&Ignored>, ctx: &Context<'_>) {
    for reference in ctx.scoping().get_resolved_references(symbol) {
        let id = reference.node_id();
        let message = if reference.is_write() {
            "assignmentToFunctionParam"
        } else if props.is_some_and(|ignored| !ignored.has(name) && changes_member(id, ctx)) {
            "assignmentToFunctionParamProp"
        } else {
            continue;
        };
        ctx.report(ctx.nodes().kind(id).span(), message).data("name", name);
    }
}

impl Ignored {
    fn has(&self, name: &str) -> bool {
        self.names.iter().any(|ignored| ignored == name) || self.patterns.iter().any(|pattern| pattern.is_match(name))
    }
}

/// Whether a member of what a reference refers to is assigned, updated or deleted.
fn changes_member(id: NodeId, ctx: &Context<'_>) -> bool {
    let mut child = ctx.nodes().kind(id).span();
    for parent in ctx.nodes().ancestor_kinds(id) {
        match parent {
            AstKind::AssignmentExpression(assignment) => return assignment.left.span() == child,
            AstKind::UpdateExpression(_) => return true,
            AstKind::UnaryExpression(unary) if unary.operator.is_delete() => return true,
            AstKind::ForInStatement(statement) => return statement.left.span() == child,
            AstKind::ForOfStatement(statement) => return statement.left.span() == child,
            AstKind::CallExpression(call) if call.callee.span() != child => return false,
            AstKind::ComputedMemberExpression(member) if member.expression.span() == child => return false,
            AstKind::ObjectProperty(property) if property.key.span() == child && !property.shorthand => return false,
            AstKind::AssignmentTargetPropertyProperty(property) if property.name.span() == child => return false,
            AstKind::BindingProperty(property) if property.key.span() == child => return false,
            AstKind::ConditionalExpression(conditional) if conditional.test.span() == child => return false,
            AstKind::Function(_)
            | AstKind::ArrowFunctionExpression(_)
            | AstKind::FunctionBody(_)
            | AstKind::VariableDeclaration(_)
            | AstKind::Program(_) => return false,
            AstKind::Class(class) if class.is_declaration() => return false,
            parent if parent.is_statement() => return false,
            _ => {}
        }
        child = parent.span();
    }
    false
}
