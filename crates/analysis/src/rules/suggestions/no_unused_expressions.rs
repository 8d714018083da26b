//! `no-unused-expressions`: disallow unused expressions.
//!
//! A statement that computes a value and drops it is often a call without its parentheses, or an assignment that became a
//! comparison.
//!
//! Options, all `false` unless given: `allowShortCircuit` (`a && b()`), `allowTernary` (`a ? b() : c()`),
//! `allowTaggedTemplates`, `enforceForJSX`, `ignoreDirectives`.
//!
//! ```js fails
//! total === 3;
//! ```
//!
//! ```js passes
//! total = 3;
//! ```

use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "no-unused-expressions",
    aliases: &["@typescript-eslint/no-unused-expressions"],
    kind: Kind::Suggestion,
    messages: &[(
        "unusedExpression",
        "Expected an assignment or function call and instead saw an expression.",
    )],
    types: &[AstType::ExpressionStatement],
    run: Run::Configured(|options| {
        let options = options.only_object(&[
            "allowShortCircuit",
            "allowTernary",
            "allowTaggedTemplates",
            "enforceForJSX",
            "ignoreDirectives",
        ])?;
        let allowed = Allowed {
            short_circuit: options.bool("allowShortCircuit", false)?,
            ternary: options.bool("allowTernary", false)?,
            tagged_template: options.bool("allowTaggedTemplates", false)?,
            jsx: !options.bool("enforceForJSX", false)?,
        };
        let directives = options.bool("ignoreDirectives", false)?;
        Ok(Check::file(move |ctx| check(ctx, &allowed, directives)))
    }),
    ..Rule::DEFAULT
};

struct Allowed {
    short_circuit: bool,
    ternary: bool,
    tagged_template: bool,
    jsx: bool,
}

fn check(ctx: &Context<'_>, allowed: &Allowed, ignores_directives: bool) {
    // The last body that was looked at, and where its leading texts end.
    let mut known = None;
    for node in ctx.nodes_of(AstType::ExpressionStatement) {
        let AstKind::ExpressionStatement(statement) = node.kind() else { continue };
        if !allowed.is_unused(&statement.expression) {
            continue;
        }
        if ignores_directives && is_text(&statement.expression) {
            let parent = ctx.nodes().parent_node(node.id());
            let end = match known {
                Some((body, end)) if body == parent.id() => end,
                _ => texts_end(parent.kind()),
            };
            known = Some((parent.id(), end));
            if statement.span.end <= end {
                continue;
            }
        }
        ctx.report(statement.span, "unusedExpression");
    }
}

fn is_text(expression: &Expression<'_>) -> bool {
    matches!(expression.without_parentheses(), Expression::StringLiteral(_))
}

/// Where the texts end that a body starts with.
fn texts_end(body: AstKind<'_>) -> u32 {
    let statements = match body {
        AstKind::Program(program) => &program.body,
        AstKind::FunctionBody(body) => &body.statements,
        _ => return 0,
    };
    let texts = statements.iter().take_while(|statement| {
        matches!(statement, Statement::ExpressionStatement(statement) if is_text(&statement.expression))
    });
    texts.last().map_or(0, |last| last.span().end)
}

impl Allowed {
    fn is_unused(&self, expression: &Expression<'_>) -> bool {
        match expression {
            Expression::ParenthesizedExpression(inner) => self.is_unused(&inner.expression),
            Expression::ChainExpression(chain) => match &chain.expression {
                ChainElement::CallExpression(_) => false,
                ChainElement::TSNonNullExpression(inner) => self.is_unused(&inner.expression),
                _ => true,
            },
            Expression::ConditionalExpression(conditional) => {
                !self.ternary || self.is_unused(&conditional.consequent) || self.is_unused(&conditional.alternate)
            }
            Expression::LogicalExpression(logical) => !self.short_circuit || self.is_unused(&logical.right),
            Expression::JSXElement(_) | Expression::JSXFragment(_) => !self.jsx,
            Expression::TaggedTemplateExpression(_) => !self.tagged_template,
            Expression::UnaryExpression(unary) => !(unary.operator.is_void() || unary.operator.is_delete()),
            Expression::TSAsExpression(inner) => self.is_unused(&inner.expression),
            Expression::TSTypeAssertion(inner) => self.is_unused(&inner.expression),
            Expression::TSNonNullExpression(inner) => self.is_unused(&inner.expression),
            Expression::TSInstantiationExpression(inner) => self.is_unused(&inner.expression),
            Expression::ArrayExpression(_)
            | Expression::ArrowFunctionExpression(_)
            | Expression::BinaryExpression(_)
            | Expression::PrivateInExpression(_)
            | Expression::ClassExpression(_)
            | Expression::FunctionExpression(_)
            | Expression::Identifier(_)
            | Expression::ImportMeta(_)
            | Expression::NewTarget(_)
            | Expression::ObjectExpression(_)
            | Expression::SequenceExpression(_)
            | Expression::TemplateLiteral(_)
            | Expression::ThisExpression(_) => true,
            expression => expression.is_literal() || expression.is_member_expression(),
        }
    }
}
