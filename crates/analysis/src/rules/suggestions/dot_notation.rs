//! `dot-notation`: enforce dot notation whenever possible.
//!
//! `box.size` is shorter and easier to read than `box["size"]`.
//!
//! Options: `{ allowKeywords: true, allowPattern: "" }`. Without `allowKeywords`, keywords take brackets. Names that match
//! the regular expression `allowPattern` can have brackets.
//!
//! ```js fails
//! const width = box["width"];
//! ```
//!
//! ```js passes
//! const width = box["max-width"];
//! ```

use crate::rules::helpers::option_patterns::pattern;
use crate::rules::helpers::tokens::{next_token, previous_end, punctuator};
use crate::rules::prelude::*;

/// The keywords of ECMAScript 3.
const KEYWORDS: &str = " abstract boolean break byte case catch char class const continue debugger default delete do double \
else enum export extends false final finally float for function goto if implements import in instanceof int interface long \
native new null package private protected public return short static super switch synchronized this throw throws transient \
true try typeof var void volatile while with ";

pub(crate) const RULE: Rule = Rule {
    id: "dot-notation",
    kind: Kind::Suggestion,
    fixable: true,
    messages: &[
        ("useDot", "[{{key}}] is better written in dot notation."),
        ("useBrackets", ".{{key}} is a syntax error."),
    ],
    types: &[AstType::ComputedMemberExpression, AstType::StaticMemberExpression],
    run: Run::Configured(|options| {
        let options = options.only_object(&["allowKeywords", "allowPattern"])?;
        let keywords = options.bool("allowKeywords", true)?;
        let text = options.text("allowPattern")?.filter(|text| !text.is_empty());
        let allowed = text.map(|text| pattern(&text, false)).transpose()?;
        Ok(Check::nodes(move |node, ctx| match node.kind() {
            AstKind::ComputedMemberExpression(member) => {
                let Some((name, shown)) = name_of(&member.expression) else { return };
                let is_kept = (!keywords && is_keyword(name))
                    || allowed.as_ref().is_some_and(|pattern| pattern.is_match(name));
                if is_name(name) && !is_kept {
                    use_dot(member, name, shown, ctx);
                }
            }
            AstKind::StaticMemberExpression(member) if !keywords && is_keyword(&member.property.name) => {
                use_brackets(member, ctx);
            }
            _ => {}
        }))
    }),
    ..Rule::DEFAULT
};

fn is_keyword(name: &str) -> bool {
    KEYWORDS.split(' ').any(|keyword| keyword == name) && !name.is_empty()
}

fn is_name(name: &str) -> bool {
    let is_start = |byte: u8| byte.is_ascii_alphabetic() || matches!(byte, b'_' | b'$');
    name.bytes().next().is_some_and(is_start) && name.bytes().all(|byte| is_start(byte) || byte.is_ascii_digit())
}

/// The name in brackets, and how the message shows it.
fn name_of<'n>(expression: &'n Expression<'_>) -> Option<(&'n str, String)> {
    match expression.without_parentheses() {
        Expression::StringLiteral(literal) => Some((&literal.value, format!("\"{}\"", literal.value))),
        Expression::BooleanLiteral(literal) => {
            let name = if literal.value { "true" } else { "false" };
            Some((name, name.to_owned()))
        }
        Expression::NullLiteral(_) => Some(("null", "null".to_owned())),
        Expression::TemplateLiteral(template) if template.expressions.is_empty() => {
            let name = template.quasis.first()?.value.cooked.as_ref()?.as_str();
            Some((name, format!("`{name}`")))
        }
        _ => None,
    }
}

fn use_dot<'a>(member: &ComputedMemberExpression<'a>, name: &str, shown: String, ctx: &Context<'a>) {
    let key = member.expression.without_parentheses().span();
    let report = ctx.report(key, "useDot").data("key", shown);
    let object_end = member.object.span().end;
    let from = punctuator("?.", object_end, ctx).map_or(object_end, |chain| chain.end);
    let Some(open) = punctuator("[", from, ctx) else { return };
    let end = member.span.end;
    if ctx.has_comments(Span::new(open.start, end)) {
        return;
    }
    let dot = match member.object.without_parentheses() {
        _ if member.optional => "",
        Expression::NumericLiteral(literal) if is_decimal_integer(ctx.text(literal.span)) => " .",
        _ => ".",
    };
    let next = ctx.source()[end as usize..].chars().next();
    let is_joined = next.is_some_and(|next| next.is_alphanumeric() || matches!(next, '_' | '$' | '\\'));
    let space = if is_joined { " " } else { "" };
    drop(report.fix(Span::new(open.start, end), format!("{dot}{name}{space}")));
}

/// Whether a dot after a number would be its decimal point.
fn is_decimal_integer(raw: &str) -> bool {
    let is_legacy_octal = raw.len() > 1 && raw.starts_with('0') && !raw.contains(['8', '9']);
    raw.bytes().all(|byte| byte.is_ascii_digit() || byte == b'_') && !is_legacy_octal
}

fn use_brackets<'a>(member: &StaticMemberExpression<'a>, ctx: &Context<'a>) {
    let property = member.property.span;
    let name = member.property.name.as_str();
    let report = ctx.report(property, "useBrackets").data("key", name);
    let is_let = matches!(member.object.without_parentheses(), Expression::Identifier(object) if object.name == "let");
    let dot_end = previous_end(property.start, ctx);
    debug_assert!(next_token(dot_end, ctx) == property.start, "a dot is before the name");
    if (is_let && !member.optional) || ctx.has_comments(Span::new(dot_end, property.start)) {
        return;
    }
    let report = if member.optional { report } else { report.fix(Span::new(dot_end - 1, dot_end), "") };
    drop(report.fix(property, format!("[\"{name}\"]")));
}
