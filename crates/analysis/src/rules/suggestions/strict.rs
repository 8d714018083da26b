//! `strict`: require or disallow strict mode directives.
//!
//! Strict mode turns silent mistakes into errors. Modules and classes always have it.
//!
//! Options: `"safe"` (default) is `"global"` for CommonJS and `"function"` for other scripts; `"never"` allows no directive.
//!
//! ```cjs fails
//! module.exports = 1;
//! ```
//!
//! ```cjs passes
//! "use strict";
//! module.exports = 1;
//! ```

use crate::rules::helpers::measure::Function as Named;
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
        let mode = options.choice(0, &["safe", "never", "global", "function"])?;
        Ok(Check::file(move |ctx| {
            let mode = match mode {
                _ if ctx.source_type.is_module() => "module",
                _ if ctx.language.implied_strict => "implied",
                "safe" if ctx.source_type.is_commonjs() || ctx.language.global_return => "global",
                "safe" => "function",
                mode => mode,
            };
            check(mode, ctx);
        }))
    }),
    ..Rule::DEFAULT
};

/// The directives at the start of a body that are this one.
fn directives(all: &[Directive<'_>]) -> Vec<Span> {
    let is_strict = |directive: &&Directive<'_>| directive.expression.value == "use strict";
    all.iter().take_while(is_strict).map(|directive| directive.span).collect()
}

fn check(mode: &'static str, ctx: &Context<'_>) {
    let program = ctx.nodes().program();
    let own = directives(&program.directives);
    if mode == "global" {
        let first = program.directives.first().map(GetSpan::span).or(program.body.first().map(GetSpan::span));
        let last = program.body.last().map(GetSpan::span).or(program.directives.last().map(GetSpan::span));
        if let (Some(first), Some(last), true) = (first, last, own.is_empty()) {
            ctx.report(Span::new(first.start, last.end), "global");
        }
        all_but_first(&own, ctx);
    } else {
        all(&own, mode, ctx);
    }
    for node in ctx.nodes_of(AstType::Function).chain(ctx.nodes_of(AstType::ArrowFunctionExpression)) {
        let (body, is_simple) = match node.kind() {
            AstKind::Function(function) => match &function.body {
                Some(body) => (Some(&**body), is_simple(&function.params)),
                None => continue,
            },
            AstKind::ArrowFunctionExpression(arrow) => (arrow.body.as_function_body(), is_simple(&arrow.params)),
            _ => continue,
        };
        let own = body.map(|body| directives(&body.directives)).unwrap_or_default();
        if mode == "function" {
            function(node, &own, is_simple, ctx);
        } else if is_simple {
            all(&own, mode, ctx);
        } else if let Some(first) = own.first() {
            ctx.report(*first, "nonSimpleParameterList");
            all_but_first(&own, ctx);
        }
    }
}

fn is_simple(params: &FormalParameters<'_>) -> bool {
    let mut items = params.items.iter();
    params.rest.is_none() && items.all(|item| item.initializer.is_none() && item.pattern.is_binding_identifier())
}

fn all(directives: &[Span], message: &'static str, ctx: &Context<'_>) {
    for span in directives {
        let report = ctx.report(*span, message);
        if matches!(message, "module" | "implied") {
            drop(report.fix(*span, ""));
        }
    }
}

fn all_but_first(directives: &[Span], ctx: &Context<'_>) {
    for span in directives.iter().skip(1) {
        drop(ctx.report(*span, "multiple").fix(*span, ""));
    }
}

/// A function where each outermost one takes the directive.
fn function<'a>(node: &'a AstNode<'a>, own: &[Span], is_simple: bool, ctx: &Context<'a>) {
    let (mut is_outermost, mut is_strict, mut in_class) = (true, false, false);
    for parent in ctx.nodes().ancestor_kinds(node.id()) {
        let body = match parent {
            AstKind::Function(function) => function.body.as_deref(),
            AstKind::ArrowFunctionExpression(arrow) => arrow.body.as_function_body(),
            AstKind::ClassBody(_) => {
                in_class = true;
                continue;
            }
            _ => continue,
        };
        is_outermost = false;
        is_strict |= body.is_some_and(|body| !directives(&body.directives).is_empty());
    }
    match own.first() {
        Some(first) => {
            let message = match (is_simple, is_strict, in_class) {
                (false, ..) => "nonSimpleParameterList",
                (true, true, _) => "unnecessary",
                (true, false, true) => "unnecessaryInClasses",
                (true, false, false) => "",
            };
            if !is_simple {
                ctx.report(*first, message);
            } else if !message.is_empty() {
                drop(ctx.report(*first, message).fix(*first, ""));
            }
            all_but_first(own, ctx);
        }
        None if is_outermost && !in_class => {
            if is_simple {
                ctx.report(node.kind().span(), "function");
            } else {
                let mut name = Named::any(node, ctx).name();
                name[..1].make_ascii_lowercase();
                ctx.report(node.kind().span(), "wrap").data("name", name);
            }
        }
        None => {}
    }
}

fn function<'a>(node: &AstNode<'a>, mode: &'static str, ctx: &Context<'a>) {
    let Some((params, directives)) = parts(node.kind()) else { return };
    let is_simple = params.rest.is_none()
        && params.items.iter().all(|one| one.initializer.is_none() && one.pattern.is_binding_identifier());
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
