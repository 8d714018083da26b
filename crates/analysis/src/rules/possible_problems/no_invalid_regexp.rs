//! `no-invalid-regexp`: disallow invalid regular expression strings in `RegExp` constructors.
//!
//! Such a call throws a `SyntaxError` as soon as it runs.
//!
//! Options: `{ allowConstructorFlags: [] }` names flags that are allowed, too.
//!
//! ```js fails
//! const open = new RegExp('(');
//! ```
//!
//! ```js passes
//! const open = new RegExp('\\(');
//! ```

use crate::rules::helpers::patterns::{RegExpCall, parse};
use crate::rules::prelude::*;

const FLAGS: &str = "dgimsuvy";

pub(crate) const RULE: Rule = Rule {
    id: "no-invalid-regexp",
    recommended: true,
    messages: &[("regexMessage", "{{message}}.")],
    types: &[AstType::CallExpression, AstType::NewExpression],
    run: Run::Configured(|options| {
        let more = options.only_object(&["allowConstructorFlags"])?.texts("allowConstructorFlags")?;
        let allowed: String = [FLAGS.to_owned()].into_iter().chain(more).collect();
        Ok(Check::nodes(move |node, ctx| {
            let Some(call) = RegExpCall::of(node).filter(|call| ctx.is_global(call.callee)) else { return };
            // Flags that are computed are not known.
            let flags = match (call.arguments.len(), call.argument(1)) {
                (0 | 1, _) => Some(""),
                (_, Some(Expression::StringLiteral(flags))) => Some(flags.value.as_str()),
                _ => None,
            };
            let wrong = flags.and_then(|flags| wrong_flags(flags, &allowed));
            let wrong = wrong.or_else(|| match call.argument(0)? {
                Expression::StringLiteral(pattern) => wrong_pattern(pattern.value.as_str(), flags, ctx),
                _ => None,
            });
            if let Some(wrong) = wrong {
                ctx.report(call.span, "regexMessage").data("message", wrong);
            }
        }))
    }),
    ..Rule::DEFAULT
};

/// What is wrong with flags.
fn wrong_flags(flags: &str, allowed: &str) -> Option<String> {
    // The first of each allowed flag is fine; the rest is duplicate or unknown.
    let mut seen = String::new();
    let mut rest = String::new();
    for flag in flags.chars() {
        let is_fine = allowed.contains(flag) && !seen.contains(flag);
        if is_fine { &mut seen } else { &mut rest }.push(flag);
    }
    let duplicate: String = rest.chars().filter(|flag| allowed.contains(*flag)).collect();
    if flags.contains('u') && flags.contains('v') {
        Some("Regex 'u' and 'v' flags cannot be used together".to_owned())
    } else if !duplicate.is_empty() {
        Some(format!("Duplicate flags ('{duplicate}') supplied to RegExp constructor"))
    } else if !rest.is_empty() {
        Some(format!("Invalid flags supplied to RegExp constructor '{rest}'"))
    } else {
        None
    }
}

/// What is wrong with a pattern. If the flags are not known, it has to be wrong with each of the modes.
fn wrong_pattern<'a>(pattern: &'a str, flags: Option<&str>, ctx: &Context<'a>) -> Option<String> {
    match flags {
        Some(flags) => error(pattern, flags, ctx),
        None => error(pattern, "u", ctx).and(error(pattern, "v", ctx)).and(error(pattern, "", ctx)),
    }
}

fn error<'a>(pattern: &'a str, flags: &str, ctx: &Context<'a>) -> Option<String> {
    let (message, at) = parse(pattern, flags, ctx).err()?;
    if message.is_empty() {
        return None;
    }
    let mode: String = flags.chars().filter(|flag| matches!(flag, 'u' | 'v')).collect();
    let what = reworded(&message, pattern, at);
    Some(format!("Invalid regular expression: /{pattern}/{mode}: {what}"))
}

/// The words that ESLint has for an error of our parser at a place.
fn reworded(message: &str, pattern: &str, at: usize) -> String {
    let rest = pattern.get(at..).unwrap_or_default();
    let message = message.trim_start_matches("Invalid regular expression: ");
    let has = |text: &str| message.contains(text);
    let what = if has("Could not parse the entire pattern") || has("uantifier found") || has("braced quantifier") {
        return unparsed(message, pattern, at);
    } else if has("Unterminated class string") {
        "Unterminated class string disjunction"
    } else if has("Unterminated character class") {
        let is_range = pattern.ends_with("-]");
        if is_range { "Invalid character in character class" } else { "Unterminated character class" }
    } else if has("Unterminated capturing group name") || (has("Group specifier") && !rest.starts_with("\\k")) {
        "Invalid capture group name"
    } else if has("Unterminated unicode property") || has("Invalid unicode property") {
        "Invalid property name"
    } else if has("Unterminated") {
        "Unterminated group"
    } else if has("Invalid class atom") && rest == "\\" {
        "Invalid character in character class"
    } else if has("atom escape") && rest == "\\" {
        "\\ at end of pattern"
    } else if has("atom escape") || has("Invalid class atom") || has("indexed reference") {
        "Invalid escape"
    } else if has("Group specifier") {
        "Invalid named reference"
    } else if has("named reference") {
        "Invalid named capture referenced"
    } else if has("Duplicated capturing group") {
        "Duplicate capture group name"
    } else if has("range out of order") {
        "Range out of order in character class"
    } else if has("range with invalid atom") {
        "Invalid character class"
    } else if has("not allowed here") || has("contents") || has("strings unicode") {
        "Negated character class may contain strings"
    } else if has("unicode escape") || has("surrogate") {
        "Invalid unicode escape"
    } else if has("nonempty class set") && is_double_punctuator(rest) {
        "Invalid set operation in character class"
    } else if has("class set") || has("inside of class") {
        "Invalid character in character class"
    } else if has("modifier") {
        return wrong_modifiers(rest);
    } else {
        message
    };
    what.to_owned()
}

/// The words for a place where no term starts.
fn unparsed(message: &str, pattern: &str, at: usize) -> String {
    if message.contains("out of order") {
        return "numbers out of order in {} quantifier".to_owned();
    }
    let rest = pattern.get(at..).unwrap_or_default();
    let is_escaped = pattern.get(..at).is_some_and(|before| {
        (before.len() - before.trim_end_matches('\\').len()) % 2 == 1
    });
    let follows_term = pattern.get(..at).and_then(|before| before.chars().next_back()).is_some_and(|char| !"(|".contains(char));
    let what = match rest.chars().next() {
        _ if is_escaped => "Invalid escape",
        Some(')') => "Unmatched ')'",
        Some('\\') if rest.len() == 1 => "\\ at end of pattern",
        Some('{') if is_quantifier(rest) => "Nothing to repeat",
        Some('{') if follows_term => "Incomplete quantifier",
        Some(']' | '{' | '}') => "Lone quantifier brackets",
        Some('(') => "Invalid group",
        Some('?' | '*' | '+') | None => "Nothing to repeat",
        Some(char) => return format!("Unexpected character '{char}'"),
    };
    what.to_owned()
}

/// The words for what follows `(?`.
fn wrong_modifiers(rest: &str) -> String {
    let known = |char: char| matches!(char, 'i' | 'm' | 's');
    let length = rest.find(|char: char| !known(char) && char != '-').unwrap_or(rest.len());
    let (flags, end) = rest.split_at(length);
    let mut seen = String::new();
    for flag in flags.chars().filter(|char| known(*char)) {
        if seen.contains(flag) {
            return format!("Duplicated flag '{flag}'");
        }
        seen.push(flag);
    }
    if end.starts_with(':') && seen.is_empty() { "Invalid empty flags" } else { "Invalid group" }.to_owned()
}

/// Whether a class starts with one of the punctuators that are reserved in pairs.
fn is_double_punctuator(class: &str) -> bool {
    let bytes = class.as_bytes();
    matches!(bytes, [first, second, ..] if first == second && b"&!#$%*+,.:;<=>?@^`~".contains(first))
}

/// Whether a text starts with a quantifier in braces.
fn is_quantifier(text: &str) -> bool {
    let Some((inner, _)) = text[1..].split_once('}') else { return false };
    let mut numbers = inner.splitn(2, ',');
    let first = numbers.next().unwrap_or_default();
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    !first.is_empty() && is_number(first) && numbers.next().is_none_or(is_number)
}
