//! `strict`: require or disallow strict mode directives.
//!
//! A script without `"use strict"` runs in sloppy mode. A module is strict already. Without a configuration,
//! only scripts without the directive are found.
//!
//! Options: `"safe"`, `"global"`, `"function"` or `"never"`.
//!
//! ```cjs fails
//! module.exports = 1;
//! ```
//!
//! ```cjs passes
//! 'use strict';
//! module.exports = 1;
//! ```

use crate::rules::helpers::measure::Function as Named;
use crate::rules::helpers::tokens::first_statement;
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "strict",
    kind: Kind::Suggestion,
    fixable: true,
    messages: &[
        ("function", "Use the function form of 'use strict'."),
        ("global", "Use the global form of 'use strict'."),
        ("multiple", "Multiple 'use strict' directives."),
        ("never", "Strict mode is not permitted."),
        ("unnecessary", "Unnecessary 'use strict' directive."),
        ("module", "'use strict' is unnecessary inside of modules."),
        ("implied", "'use strict' is unnecessary when implied strict mode is enabled."),
        ("unnecessaryInClasses", "'use strict' is unnecessary inside of classes."),
        (
            "nonSimpleParameterList",
            "'use strict' directive inside a function with non-simple parameter list throws a syntax error since ES2016.",
        ),
        ("wrap", "Wrap {{name}} in a function with 'use strict' directive."),
    ],
    types: &[AstType::Program],
    run: Run::Configured(|options| {
        options.at_most(1)?;
        let mode = options.choice(0, &["safe", "global", "function", "never"])?;
        Ok(Check::file(move |ctx| check(mode, ctx)))
    }),
    ..Rule::DEFAULT
};

fn check(mode: &'static str, ctx: &Context<'_>) {
    let language = ctx.language;
    // The compiler makes strict code of TypeScript, unless somebody says that it is a script.
    let is_module = ctx.source_type.is_module() || (ctx.source_type.is_typescript() && !language.names_scripts());
    // What the directives of functions are held to; those of a module are the module's.
    let mode = match mode {
        _ if is_module => "module",
        _ if language.implied_strict => "implied",
        "safe" if language.global_return || ctx.source_type.is_commonjs() => "global",
        // Without a configuration, a script is one of Node.
        "safe" if !language.names_globals() => "global",
        "safe" => "function",
        mode => mode,
    };
    let program = ctx.nodes().program();
    let directives = uses(&program.directives, &program.body);
    if mode == "global" {
        let first = first_statement(ctx);
        let last = program.body.last().map(|one| one.span().end);
        let last = last.or(program.directives.last().map(|one| one.span.end));
        if let (Some(first), Some(last), true) = (first, last, directives.is_empty()) {
            ctx.report(Span::new(first, last), "global");
        }
        report(directives.get(1..).unwrap_or_default(), "multiple", ctx);
    } else {
        report(&directives, mode, ctx);
    }
    for node in ctx.nodes_of(AstType::Function).chain(ctx.nodes_of(AstType::ArrowFunctionExpression)) {
        function(node, mode, ctx);
    }
}

/// The spans of the directives that say `use strict`, up to another statement. One in parentheses counts.
fn uses(directives: &[Directive<'_>], statements: &[Statement<'_>]) -> Vec<Span> {
    let uses = directives.iter().take_while(|one| one.expression.value == "use strict");
    let mut spans: Vec<Span> = uses.map(|one| one.span).collect();
    if spans.len() == directives.len() {
        let parenthesized = |statement: &Statement<'_>| match statement {
            Statement::ExpressionStatement(one) => matches!(one.expression.without_parentheses(),
                Expression::StringLiteral(text) if text.value == "use strict"),
            _ => false,
        };
        spans.extend(statements.iter().take_while(|one| parenthesized(one)).map(GetSpan::span));
    }
    spans
}

fn report(directives: &[Span], message: &'static str, ctx: &Context<'_>) {
    for directive in directives {
        let report = ctx.report(*directive, message);
        if matches!(message, "multiple" | "unnecessary" | "module" | "implied" | "unnecessaryInClasses") {
            drop(report.fix(*directive, ""));
        }
    }
}

/// The parameters and the directives of a function with a body.
fn parts<'a>(kind: AstKind<'a>) -> Option<(&'a FormalParameters<'a>, Vec<Span>)> {
    match kind {
        AstKind::Function(function) => {
            let body = function.body.as_ref()?;
            Some((&function.params, uses(&body.directives, &body.statements)))
        }
        AstKind::ArrowFunctionExpression(arrow) => {
            let body = arrow.get_function_body();
            Some((&arrow.params, body.map_or_else(Vec::new, |body| uses(&body.directives, &body.statements))))
        }
        _ => None,
    }
}

fn function<'a>(node: &AstNode<'a>, mode: &'static str, ctx: &Context<'a>) {
    let Some((params, directives)) = parts(node.kind()) else { return };
    let is_plain = |one: &FormalParameter<'_>| {
        one.initializer.is_none() && one.pattern.is_binding_identifier() && !one.has_modifier()
    };
    let is_simple = params.rest.is_none() && params.items.iter().all(is_plain);
    let more = directives.get(1..).unwrap_or_default();
    if mode != "function" {
        match directives.first() {
            Some(first) if !is_simple => {
                ctx.report(*first, "nonSimpleParameterList");
                report(more, "multiple", ctx);
            }
            _ => report(&directives, mode, ctx),
        }
        return;
    }
    let (mut is_in_function, mut is_in_class, mut is_strict) = (false, false, false);
    for outer in ctx.nodes().ancestor_kinds(node.id()) {
        is_in_class |= matches!(outer, AstKind::ClassBody(_));
        if let Some((_, directives)) = parts(outer) {
            is_in_function = true;
            is_strict |= !directives.is_empty();
        }
    }
    if let Some(first) = directives.first() {
        if !is_simple {
            ctx.report(*first, "nonSimpleParameterList");
        } else if is_strict {
            report(&directives[..1], "unnecessary", ctx);
        } else if is_in_class {
            report(&directives[..1], "unnecessaryInClasses", ctx);
        }
        report(more, "multiple", ctx);
    } else if !is_in_function && !is_in_class {
        let span = node.kind().span();
        if is_simple {
            ctx.report(span, "function");
        } else {
            let mut name = Named::any(node, ctx).name();
            name[..1].make_ascii_lowercase();
            ctx.report(span, "wrap").data("name", name);
        }
    }
}
