//! `object-shorthand`: require or disallow method and property shorthand syntax for object literals.
//!
//! `{ size }` and `{ size() {} }` say the same as `{ size: size }` and `{ size: function () {} }`.
//!
//! Options: `"always"` (default), `"methods"`, `"properties"`, `"never"`, `"consistent"` or `"consistent-as-needed"`, and
//! after one of the first three `{ avoidQuotes, ignoreConstructors, methodsIgnorePattern, avoidExplicitReturnArrows }`.
//!
//! ```js fails
//! const box = { size: size, grow: function () {} };
//! ```
//!
//! ```js passes
//! const box = { size, grow() {} };
//! ```

use oxc_syntax::node::NodeId;
use regex_lite::Regex;

use crate::rules::helpers::keys::static_key;
use crate::rules::helpers::option_patterns::pattern;
use crate::rules::helpers::results::arrow_token;
use crate::rules::helpers::tokens::{next_token, previous_end, punctuator};
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "object-shorthand",
    kind: Kind::Suggestion,
    fixable: true,
    messages: &[
        ("expectedAllPropertiesShorthanded", "Expected shorthand for all properties."),
        ("expectedLiteralMethodLongform", "Expected longform method syntax for string literal keys."),
        ("expectedPropertyShorthand", "Expected property shorthand."),
        ("expectedPropertyLongform", "Expected longform property syntax."),
        ("expectedMethodShorthand", "Expected method shorthand."),
        ("expectedMethodLongform", "Expected longform method syntax."),
        ("unexpectedMix", "Unexpected mix of shorthand and non-shorthand properties."),
    ],
    types: &[AstType::ObjectExpression],
    run: Run::Configured(|options| {
        let wants = Wants::read(options)?;
        Ok(Check::nodes(move |node, ctx| {
            let AstKind::ObjectExpression(object) = node.kind() else { return };
            if wants.mode.starts_with("consistent") {
                consistency(object, wants.mode == "consistent-as-needed", ctx);
            }
            for property in &object.properties {
                if let ObjectPropertyKind::ObjectProperty(property) = property {
                    wants.check(property, ctx);
                }
            }
        }))
    }),
    ..Rule::DEFAULT
};

struct Wants {
    mode: &'static str,
    methods: bool,
    properties: bool,
    avoid_quotes: bool,
    ignore_constructors: bool,
    ignored: Option<Regex>,
    arrows: bool,
}

impl Wants {
    fn read(options: &Options<'_>) -> Result<Wants, String> {
        let modes = ["always", "methods", "properties", "never", "consistent", "consistent-as-needed"];
        let mode = options.choice(0, &modes)?;
        let (methods, properties) = (mode == "always" || mode == "methods", mode == "always" || mode == "properties");
        options.at_most(if methods || properties { 2 } else { 1 })?;
        let keys = ["avoidQuotes", "ignoreConstructors", "methodsIgnorePattern", "avoidExplicitReturnArrows"];
        let more = options.object(1, if methods { &keys } else { &keys[..1] })?;
        let ignored = more.text("methodsIgnorePattern")?.filter(|text| !text.is_empty());
        Ok(Wants {
            mode,
            methods,
            properties,
            avoid_quotes: more.bool("avoidQuotes", false)?,
            ignore_constructors: more.bool("ignoreConstructors", false)?,
            ignored: ignored.map(|text| pattern(&text, false)).transpose()?,
            arrows: more.bool("avoidExplicitReturnArrows", false)?,
        })
    }

    fn check<'a>(&self, property: &ObjectProperty<'a>, ctx: &Context<'a>) {
        let value = property.value.without_parentheses();
        let is_function = matches!(value, Expression::FunctionExpression(_) | Expression::ArrowFunctionExpression(_));
        if property.kind != PropertyKind::Init || is_proto(property) || (property.computed && !is_function) {
            return;
        }
        let has_quotes = matches!(property.key, PropertyKey::StringLiteral(_));
        let is_never = self.mode == "never";
        if property.method {
            if (is_never || (self.avoid_quotes && has_quotes)) && !uses_super(property, ctx) {
                let message = if is_never { "expectedMethodLongform" } else { "expectedLiteralMethodLongform" };
                drop(ctx.report(property.span, message).fixes([longform(property, value, ctx)]));
            }
        } else if property.shorthand {
            if is_never {
                let key = property.key.span();
                let edit = Edit::insert(key.end, format!(": {}", ctx.text(key)));
                drop(ctx.report(property.span, "expectedPropertyLongform").fixes([edit]));
            }
        } else if self.methods && is_function && !has_name(value) {
            if !self.is_ignored(property, has_quotes) && self.can_be_method(value, ctx) {
                let report = ctx.report(property.span, "expectedMethodShorthand");
                drop(report.fixes(shorthand(property, value, ctx)));
            }
        } else if self.properties && !(has_quotes && self.avoid_quotes) {
            let Expression::Identifier(value) = value else { return };
            let name = match &property.key {
                PropertyKey::StaticIdentifier(key) => key.name.as_str(),
                PropertyKey::StringLiteral(key) => key.value.as_str(),
                _ => return,
            };
            if name != value.name || has_type_comment(property.span, has_quotes, ctx) {
                return;
            }
            let report = ctx.report(property.span, "expectedPropertyShorthand");
            if !ctx.has_comments(property.span) {
                drop(report.fix(property.span, value.name.as_str()));
            }
        }
    }

    fn is_ignored(&self, property: &ObjectProperty<'_>, has_quotes: bool) -> bool {
        let name = static_key(&property.key).filter(|_| !property.computed || !matches!(property.key, PropertyKey::Identifier(_)));
        (self.avoid_quotes && has_quotes)
            || name.is_some_and(|name| {
                (self.ignore_constructors && is_constructor(&name))
                    || self.ignored.as_ref().is_some_and(|ignored| ignored.is_match(&name))
            })
    }

    fn can_be_method<'a>(&self, value: &Expression<'a>, ctx: &Context<'a>) -> bool {
        match value {
            Expression::ArrowFunctionExpression(arrow) => {
                self.arrows && arrow.body.is_function_body() && !is_lexical(arrow, ctx)
            }
            _ => true,
        }
    }
}

fn has_name(value: &Expression<'_>) -> bool {
    matches!(value, Expression::FunctionExpression(function) if function.id.is_some())
}

fn is_proto(property: &ObjectProperty<'_>) -> bool {
    !property.computed && static_key(&property.key).is_some_and(|name| name == "__proto__")
}

/// Whether a name is that of a constructor: its first letter is a capital.
fn is_constructor(name: &str) -> bool {
    let first = name.chars().find(|char| !matches!(char, '_' | '$' | '0'..='9'));
    first.is_some_and(|first| first.is_alphabetic() && first.to_uppercase().eq([first]))
}

/// Whether a comment in a span gives a type, which an editor reads.
fn has_type_comment(span: Span, at_start: bool, ctx: &Context<'_>) -> bool {
    ctx.semantic.comments_range(span.start..span.end).any(|comment| {
        let text = ctx.text(comment.content_span());
        let inner = if at_start { text } else { text.trim_start() };
        comment.is_block() && inner.starts_with('*') && text.contains("@type")
    })
}

fn consistency(object: &ObjectExpression<'_>, as_needed: bool, ctx: &Context<'_>) {
    let properties = || object.properties.iter().filter_map(|property| match property {
        ObjectPropertyKind::ObjectProperty(property) if property.kind == PropertyKind::Init => Some(property),
        _ => None,
    });
    let all = properties().count();
    let short = properties().filter(|property| property.shorthand || property.method).count();
    if short > 0 && short < all {
        ctx.report(object.span, "unexpectedMix");
    } else if as_needed && short == 0 && all > 0 && properties().all(|property| is_redundant(property)) {
        ctx.report(object.span, "expectedAllPropertiesShorthanded");
    }
}

fn is_redundant(property: &ObjectProperty<'_>) -> bool {
    if is_proto(property) {
        return false;
    }
    match property.value.without_parentheses() {
        Expression::FunctionExpression(function) => function.id.is_none(),
        Expression::Identifier(value) => {
            let is_dynamic = matches!(property.key, PropertyKey::Identifier(_));
            !is_dynamic && static_key(&property.key).is_some_and(|name| name == value.name.as_str())
        }
        _ => false,
    }
}

/// The nodes inside of a span that come after a node.
fn inside<'a>(id: NodeId, span: Span, ctx: &Context<'a>) -> impl Iterator<Item = &'a AstNode<'a>> {
    let nodes = ctx.nodes();
    let below = (id.index() + 1..nodes.len()).map(|index| nodes.get_node(NodeId::from_usize(index)));
    below.take_while(move |node| node.kind().span().start < span.end)
}

/// Whether an arrow function reads `this`, `super`, `arguments` or `new.target` of the code around it.
fn is_lexical<'a>(arrow: &ArrowFunctionExpression<'a>, ctx: &Context<'a>) -> bool {
    let mut inner = inside(arrow.node_id.get(), arrow.span, ctx);
    inner.any(|node| {
        let is_lexical = match node.kind() {
            AstKind::ThisExpression(_) | AstKind::Super(_) | AstKind::NewTarget(_) => true,
            AstKind::IdentifierReference(identifier) if identifier.name == "arguments" && ctx.is_unresolved(identifier) => {
                // At the top there are none.
                ctx.nodes().ancestor_kinds(node.id()).any(|kind| matches!(kind, AstKind::Function(_)))
            }
            _ => return false,
        };
        let mut around = ctx.nodes().ancestor_kinds(node.id());
        let function = around.find(|kind| {
            matches!(kind, AstKind::Function(_)) || kind.span() == arrow.span
        });
        is_lexical && function.is_some_and(|function| function.span() == arrow.span)
    })
}

/// Whether a method uses its own `super`.
fn uses_super<'a>(property: &ObjectProperty<'a>, ctx: &Context<'a>) -> bool {
    let mut inner = inside(property.node_id.get(), property.span, ctx);
    inner.any(|node| {
        matches!(node.kind(), AstKind::Super(_))
            && ctx
                .nodes()
                .ancestor_kinds(node.id())
                .find(|kind| {
                    matches!(kind, AstKind::Function(_) | AstKind::StaticBlock(_) | AstKind::PropertyDefinition(_))
                })
                .is_some_and(|function| function.span() == property.value.span())
    })
}

/// The key with its brackets.
fn key_span(property: &ObjectProperty<'_>, ctx: &Context<'_>) -> Span {
    let key = property.key.span();
    if !property.computed {
        return key;
    }
    let end = punctuator("]", key.end, ctx).map_or(key.end, |close| close.end);
    Span::new(previous_end(key.start, ctx) - 1, end)
}

/// `name: function`, for a method.
fn longform<'a>(property: &ObjectProperty<'a>, value: &Expression<'a>, ctx: &Context<'a>) -> Edit {
    let key = key_span(property, ctx);
    let (asynchronous, star) = match value {
        Expression::FunctionExpression(function) => (function.r#async, function.generator),
        _ => (false, false),
    };
    let header = format!("{}function{}", if asynchronous { "async " } else { "" }, if star { "*" } else { "" });
    Edit::replace(Span::new(property.span.start, key.end), format!("{}: {header}", ctx.text(key)))
}

/// `name() {}`, for a property.
fn shorthand<'a>(property: &ObjectProperty<'a>, value: &Expression<'a>, ctx: &Context<'a>) -> Option<Edit> {
    let key = key_span(property, ctx);
    if ctx.has_comments(Span::new(key.end, value.span().start)) {
        return None;
    }
    let (prefix, rest) = match value {
        Expression::FunctionExpression(function) => {
            let start = function.span.start;
            let word = if function.r#async { next_token(start + 5, ctx) } else { start };
            let mut end = word + 8;
            if function.generator {
                end = punctuator("*", end, ctx)?.end;
            }
            let prefix = match (function.r#async, function.generator) {
                (true, true) => "async *",
                (true, false) => "async ",
                (false, true) => "*",
                (false, false) => "",
            };
            (prefix, ctx.text(Span::new(end, function.span.end)).to_owned())
        }
        Expression::ArrowFunctionExpression(arrow) => {
            let start = if arrow.r#async { next_token(arrow.span.start + 5, ctx) } else { arrow.span.start };
            let token = arrow_token(arrow, ctx);
            let params = ctx.text(Span::new(start, previous_end(token.start, ctx)));
            let is_bare = match arrow.params.items.as_slice() {
                [only] => arrow.params.rest.is_none() && only.span.start == start,
                _ => false,
            };
            let body = ctx.text(Span::new(token.end, arrow.span.end));
            let params = if is_bare { format!("({params})") } else { params.to_owned() };
            (if arrow.r#async { "async " } else { "" }, params + body)
        }
        _ => return None,
    };
    let span = Span::new(key.start, property.span.end);
    Some(Edit::replace(span, format!("{prefix}{}{rest}", ctx.text(key))))
}
