//! `no-useless-escape`: disallow unnecessary escape characters.
//!
//! A backslash that changes nothing is a slip, or stands where another escape was meant.
//!
//! Options: `{ allowRegexCharacters: [] }`, the characters that can be escaped in regular expressions.
//!
//! ```js fails
//! const name = 'wor\ld';
//! ```
//!
//! ```js passes
//! const lines = 'one\ntwo';
//! ```

use oxc_regular_expression::ast::{CharacterClass, CharacterClassContentsKind};
use oxc_regular_expression::visit::RegExpAstKind;

use crate::rules::helpers::escapes::may_have_backslash;
use crate::rules::helpers::regex::Regex;
use crate::rules::prelude::*;

/// What is escaped in strings for a reason, besides quotes.
const IN_STRINGS: &str = "\\nrvtbfux\n\r\u{2028}\u{2029}";
const IN_REGEXES: &str = "\\bcdDfnpPrsStvwWxu0123456789]";
const OUTSIDE_CLASSES: &str = "^/.$*+?[{}|()Bk";
/// In classes of regular expressions with the flag `v`.
const IN_SETS: &str = "q/[{}|()-";
/// What means something in such classes if it is doubled.
const DOUBLED: &str = "!#$%&*+,.:;<=>?@^`~";

pub(crate) const RULE: Rule = Rule {
    id: "no-useless-escape",
    kind: Kind::Suggestion,
    recommended: true,
    has_suggestions: true,
    messages: &[
        ("unnecessaryEscape", "Unnecessary escape character: \\{{character}}."),
        ("removeEscape", "Remove the `\\`. This maintains the current functionality."),
        ("removeEscapeDoNotKeepSemantics", "Remove the `\\` if it was inserted by mistake."),
        ("escapeBackslash", "Replace the `\\` with `\\\\` to include the actual backslash character."),
    ],
    types: &[AstType::StringLiteral, AstType::TemplateElement, AstType::RegExpLiteral],
    run: Run::Configured(|options| {
        let allowed = options.only_object(&["allowRegexCharacters"])?.texts("allowRegexCharacters")?;
        Ok(Check::nodes(move |node, ctx| match node.kind() {
            AstKind::StringLiteral(literal) => string(literal, node, ctx),
            AstKind::TemplateElement(element) => template(element, node, ctx),
            AstKind::RegExpLiteral(_) => {
                if let Some(regex) = Regex::of(node, ctx) {
                    pattern(&regex, &allowed, ctx);
                }
            }
            _ => {}
        }))
    }),
    ..Rule::DEFAULT
};

/// Reports the backslash at an offset.
fn report(at: u32, character: &str, removal: &'static str, keeps: bool, ctx: &Context<'_>) {
    let backslash = Span::sized(at, 1);
    let report = ctx.report(backslash, "unnecessaryEscape").data("character", character);
    let report = report.suggest(removal, backslash, "");
    if keeps {
        drop(report.suggest("escapeBackslash", Span::empty(at), "\\"));
    }
}

/// Calls `found` with each escape of a text: where the backslash is, and what it escapes.
fn each_escape(text: &str, mut found: impl FnMut(usize, char)) {
    let mut from = 0;
    while let Some(at) = text[from..].find('\\').map(|at| from + at) {
        let Some(escaped) = text[at + 1..].chars().next() else { return };
        // A number can be followed by another escape.
        from = at + 1 + if escaped.is_ascii_digit() { 0 } else { escaped.len_utf8() };
        if !escaped.is_ascii_digit() {
            found(at, escaped);
        }
    }
}

fn offset(base: u32, at: usize) -> u32 {
    base + u32::try_from(at).unwrap_or(0)
}

fn string<'a>(literal: &StringLiteral<'a>, node: &AstNode<'a>, ctx: &Context<'a>) {
    let text = ctx.text(literal.span);
    if !may_have_backslash(literal, ctx) {
        return;
    }
    let parent = ctx.nodes().parent_kind(node.id());
    if matches!(parent, AstKind::JSXAttribute(_)) {
        return;
    }
    let removal = match parent {
        AstKind::Directive(_) => "removeEscapeDoNotKeepSemantics",
        _ => "removeEscape",
    };
    each_escape(text, |at, escaped| {
        if !IN_STRINGS.contains(escaped) && !text.starts_with(escaped) {
            report(offset(literal.span.start, at), escaped.encode_utf8(&mut [0; 4]), removal, true, ctx);
        }
    });
}

fn template<'a>(element: &TemplateElement<'a>, node: &AstNode<'a>, ctx: &Context<'a>) {
    if !ctx.text(element.span).contains('\\') {
        return;
    }
    let parent = ctx.nodes().parent_node(node.id());
    let is_tagged = matches!(ctx.nodes().parent_kind(parent.id()), AstKind::TaggedTemplateExpression(tagged)
        if tagged.quasi.span == parent.kind().span());
    if is_tagged {
        return;
    }
    each_escape(ctx.text(element.span), |at, escaped| {
        let at = offset(element.span.start, at);
        let source = ctx.source();
        let is_needed = match escaped {
            '`' => true,
            '$' => source[at as usize + 2..].starts_with('{'),
            '{' => source[..at as usize].ends_with('$'),
            escaped => IN_STRINGS.contains(escaped),
        };
        if !is_needed {
            report(at, escaped.encode_utf8(&mut [0; 4]), "removeEscape", true, ctx);
        }
    });
}

fn pattern<'a>(regex: &Regex<'a>, allowed: &[String], ctx: &Context<'a>) {
    if !regex.text.contains('\\') {
        return;
    }
    let is_sets = regex.flags.is_some_and(|flags| flags.contains('v'));
    let mut classes: Vec<&CharacterClass<'a>> = Vec::new();
    let mut strings_end = 0;
    regex.each(|kind| match kind {
        RegExpAstKind::CharacterClass(class) => {
            classes.retain(|outer| outer.span.end > class.span.start);
            classes.push(class);
        }
        RegExpAstKind::CharacterClassStringDisjunction(strings) => strings_end = strings.span.end,
        RegExpAstKind::Character(character) => {
            let Some(escaped) = regex.slice(character.span).strip_prefix('\\') else { return };
            let is_itself = escaped.chars().eq(char::from_u32(character.value));
            if !is_itself || allowed.iter().any(|allowed| allowed == escaped) || IN_REGEXES.contains(escaped) {
                return;
            }
            classes.retain(|outer| outer.span.end > character.span.start);
            let class = classes.last().copied();
            let also = match class {
                None => OUTSIDE_CLASSES,
                Some(_) if is_sets => IN_SETS,
                Some(_) => "",
            };
            if also.contains(escaped) {
                return;
            }
            let mut keeps = true;
            if let Some(class) = class {
                if is_needed_in_class(class, character.span, escaped, is_sets, ctx) {
                    return;
                }
                keeps = !is_sets
                    || class.kind == CharacterClassContentsKind::Union
                    || character.span.start < strings_end;
            }
            report(character.span.start, escaped, "removeEscape", keeps, ctx);
        }
        _ => {}
    });
}

/// Whether a character of a class would mean something else there without the backslash.
fn is_needed_in_class(
    class: &CharacterClass<'_>,
    character: Span,
    escaped: &str,
    is_sets: bool,
    ctx: &Context<'_>,
) -> bool {
    let is_first = class.span.start + 1 == character.start;
    if escaped == "^" && is_first {
        return true;
    }
    if !is_sets {
        return escaped == "-" && !is_first && character.end + 1 != class.span.end;
    }
    if !DOUBLED.contains(escaped) {
        return false;
    }
    let (before, after) = (&ctx.source()[..character.start as usize], &ctx.source()[character.end as usize..]);
    let is_negation = escaped == "^" && class.negative && class.span.start + 2 == character.start;
    after.starts_with(escaped) || (before.ends_with(escaped) && !is_negation)
}
