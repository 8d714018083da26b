//! `vitest/valid-title`: enforce valid titles.
//!
//! A title is what a report shows, so it is a text that says something.
//!
//! Options: `{ ignoreTypeOfDescribeName: false, allowArguments: false, disallowedWords: [], mustMatch, mustNotMatch }`.
//! `mustMatch` and `mustNotMatch` are a pattern, a pattern with a message, or an object of these by `describe`, `test` and
//! `it`. As in the plugin for Jest, `ignoreTypeOfTestName` and `ignoreSpaces` exempt tests and spaces. With
//! `settings.vitest.typecheck`, a title may be any expression that is no other literal, as types are not known here.
//!
//! ```js fails
//! test('', () => { expect(add(1, 2)).toBe(3); });
//! ```
//!
//! ```js passes
//! test('adds', () => { expect(add(1, 2)).toBe(3); });
//! ```

use oxc_ast::ast::BinaryExpression;
use regex_lite::Regex;
use serde_json::Value;

use crate::lint::Object;
use crate::rules::helpers::ignore_pattern::shown;
use crate::rules::helpers::option_patterns::{AheadPattern, pattern};
use crate::rules::helpers::space::{is_line_end, is_space};
use crate::rules::helpers::test_calls::{CallKind, TestCall, argument_span, checks_types, text};
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "vitest/valid-title",
    aliases: &["@vitest/valid-title", "jest/valid-title"],
    kind: Kind::Suggestion,
    recommended: true,
    fixable: true,
    messages: &[
        ("titleMustBeString", "Test title must be a string, a function or class name"),
        ("emptyTitle", "{{ functionName }} should not have an empty title"),
        ("duplicatePrefix", "should not have duplicate prefix"),
        ("accidentalSpace", "should not have leading or trailing spaces"),
        ("disallowedWord", "\"{{ word }}\" is not allowed in test title"),
        ("mustNotMatch", "{{ functionName }} should not match {{ pattern }}"),
        ("mustMatch", "{{ functionName }} should match {{ pattern }}"),
        ("mustNotMatchCustom", "{{ message }}"),
        ("mustMatchCustom", "{{ message }}"),
    ],
    types: &[AstType::CallExpression],
    run: Run::Configured(|options| {
        let settings = Settings::new(&options.only_object(&KEYS)?)?;
        Ok(Check::nodes(move |node, ctx| settings.check(node, ctx)))
    }),
    ..Rule::DEFAULT
};

const KEYS: [&str; 7] = [
    "ignoreTypeOfDescribeName",
    "allowArguments",
    "disallowedWords",
    "mustNotMatch",
    "mustMatch",
    "ignoreTypeOfTestName",
    "ignoreSpaces",
];

struct Settings {
    ignores_types_of_suites: bool,
    ignores_types_of_tests: bool,
    ignores_spaces: bool,
    allows_arguments: bool,
    disallowed: Option<Regex>,
    forbidden: Patterns,
    required: Patterns,
}

/// Patterns by the name of what is called.
#[derive(Default)]
struct Patterns(Vec<(&'static str, Pattern)>);

#[derive(Clone)]
struct Pattern {
    regex: AheadPattern,
    source: String,
    message: Option<String>,
}

/// The names that may have a pattern of their own.
const NAMES: [&str; 3] = ["describe", "test", "it"];

impl Patterns {
    fn of(options: &Object<'_>, key: &str) -> Result<Patterns, String> {
        let by_name = match options.get(key) {
            None => Vec::new(),
            Some(Value::Object(map)) => {
                Object::of(&Value::Object(map.clone()), &NAMES)?;
                let named = NAMES.iter().filter_map(|name| Some((*name, map.get(*name)?)));
                named.filter(|(_, value)| **value != "").map(|(name, value)| Ok((name, Pattern::of(value)?))).collect::<Result<_, String>>()?
            }
            Some(value) => {
                let pattern = Pattern::of(value)?;
                NAMES.map(|name| (name, pattern.clone())).into()
            }
        };
        Ok(Patterns(by_name))
    }

    fn get(&self, name: &str) -> Option<&Pattern> {
        self.0.iter().find(|(of, _)| *of == name).map(|(_, pattern)| pattern)
    }
}

impl Pattern {
    /// A pattern, or a list of a pattern and a message.
    fn of(value: &Value) -> Result<Pattern, String> {
        let text = |value: &Value| {
            value.as_str().map(str::to_owned).ok_or_else(|| format!("Value {value} should be string."))
        };
        let (source, message) = match value {
            Value::Array(list) => match list.as_slice() {
                [source] => (text(source)?, None),
                [source, message] => (text(source)?, Some(text(message)?)),
                _ => return Err(format!("Value {value} should have 1 or 2 items.")),
            },
            value => (text(value)?, None),
        };
        let message = message.filter(|message| !message.is_empty());
        Ok(Pattern { regex: AheadPattern::new(&source)?, source, message })
    }

    /// Reports that a title matches, or that it does not.
    fn report(&self, of: &Title<'_>, ids: [&'static str; 2], ctx: &Context<'_>) {
        let [plain, custom] = ids;
        let id = if self.message.is_some() { custom } else { plain };
        drop(
            ctx.report(of.span, id)
                .data("functionName", of.function)
                .data("pattern", shown(&self.source))
                .data("message", self.message.as_deref().unwrap_or_default()),
        );
    }
}

/// A title that is a text.
struct Title<'a> {
    text: &'a str,
    span: Span,
    /// What is called, without a prefix.
    function: &'a str,
}

impl Settings {
    fn new(options: &Object<'_>) -> Result<Settings, String> {
        let words = options.texts("disallowedWords")?;
        let disallowed = (!words.is_empty()).then(|| pattern(&format!(r"\b({})\b", words.join("|")), true));
        Ok(Settings {
            ignores_types_of_suites: options.bool("ignoreTypeOfDescribeName", false)?,
            ignores_types_of_tests: options.bool("ignoreTypeOfTestName", false)?,
            ignores_spaces: options.bool("ignoreSpaces", false)?,
            allows_arguments: options.bool("allowArguments", false)?,
            disallowed: disallowed.transpose()?,
            forbidden: Patterns::of(options, "mustNotMatch")?,
            required: Patterns::of(options, "mustMatch")?,
        })
    }

    fn check<'a>(&self, node: &AstNode<'a>, ctx: &Context<'a>) {
        let AstKind::CallExpression(call) = node.kind() else { return };
        let Some(found) = TestCall::of_call(call, ctx) else { return };
        let is_declaration = matches!(found.kind, CallKind::Describe | CallKind::Test);
        if !is_declaration || found.has_member(&["extend", "scoped"]) {
            return;
        }
        let Some(argument) = call.arguments.first() else { return };
        let expression = argument.as_expression().map(Expression::without_parentheses);
        if self.allows_arguments && matches!(expression, Some(Expression::Identifier(_))) {
            return;
        }
        let span = argument_span(argument);
        let Some(title) = expression.and_then(text) else {
            if !self.may_be_title(expression, found.kind, ctx) {
                ctx.report(span, "titleMustBeString");
            }
            return;
        };
        let function = found.name.strip_prefix(['f', 'x']).unwrap_or(found.name);
        if title.is_empty() {
            let function = match found.kind {
                CallKind::Describe => "describe",
                _ if function == "it" => "it",
                _ => "test",
            };
            ctx.report(call.span, "emptyTitle").data("functionName", function);
            return;
        }
        self.check_text(&Title { text: title, span, function }, ctx);
    }

    /// Whether an expression that is no text may be a title.
    fn may_be_title(&self, expression: Option<&Expression<'_>>, kind: CallKind, ctx: &Context<'_>) -> bool {
        let ignores = match kind {
            CallKind::Describe => self.ignores_types_of_suites,
            _ => self.ignores_types_of_tests,
        };
        let is_fine = match expression {
            Some(Expression::BinaryExpression(binary)) => has_text(binary),
            Some(Expression::TemplateLiteral(_)) => true,
            Some(expression) if checks_types(ctx) => !is_other_literal(expression),
            _ => false,
        };
        ignores || is_fine
    }

    fn check_text(&self, title: &Title<'_>, ctx: &Context<'_>) {
        let word = self.disallowed.as_ref().and_then(|words| words.captures(title.text)?.get(1));
        if let Some(word) = word {
            ctx.report(title.span, "disallowedWord").data("word", word.as_str());
            return;
        }
        if !self.ignores_spaces && title.text.trim_matches(is_space) != title.text {
            let instead = without_spaces(ctx.text(title.span));
            drop(ctx.report(title.span, "accidentalSpace").fix(title.span, instead));
        }
        let first = title.text.split(' ').next().unwrap_or_default();
        if first.to_lowercase() == title.function {
            let instead = without_first_word(ctx.text(title.span));
            drop(ctx.report(title.span, "duplicatePrefix").fix(title.span, instead));
        }
        // What takes too long to say is not taken for fine.
        let fits = |pattern: &&Pattern, expected| pattern.regex.is_match(title.text) == Some(expected);
        if let Some(pattern) = self.forbidden.get(title.function).filter(|pattern| !fits(pattern, false)) {
            pattern.report(title, ["mustNotMatch", "mustNotMatchCustom"], ctx);
            return;
        }
        if let Some(pattern) = self.required.get(title.function).filter(|pattern| !fits(pattern, true)) {
            pattern.report(title, ["mustMatch", "mustMatchCustom"], ctx);
        }
    }
}

/// Whether a text is an operand.
fn has_text(binary: &BinaryExpression<'_>) -> bool {
    let mut binary = binary;
    loop {
        if text(&binary.right).is_some() {
            return true;
        }
        match binary.left.without_parentheses() {
            Expression::BinaryExpression(left) => binary = left,
            left => return text(left).is_some(),
        }
    }
}

/// Whether an expression is certainly neither a text nor a function.
fn is_other_literal(expression: &Expression<'_>) -> bool {
    matches!(
        expression,
        Expression::NumericLiteral(_)
            | Expression::BigIntLiteral(_)
            | Expression::BooleanLiteral(_)
            | Expression::NullLiteral(_)
            | Expression::RegExpLiteral(_)
            | Expression::ArrayExpression(_)
            | Expression::ObjectExpression(_)
    )
}

/// A text in quotes without the first space and without those at the end.
fn without_spaces(quoted: &str) -> String {
    let (open, rest) = quoted.split_at(1);
    let rest = rest.strip_prefix(' ').unwrap_or(rest);
    let (inner, close) = rest.split_at(rest.len() - 1);
    format!("{open}{}{close}", inner.trim_end_matches(' '))
}

/// A text in quotes without its first word, if another one follows on the line.
fn without_first_word(quoted: &str) -> String {
    let (open, rest) = quoted.split_at(1);
    let Some(first) = rest.chars().next().filter(|first| !is_line_end(*first)) else { return quoted.to_owned() };
    let end = rest[first.len_utf8()..].find(|char| char == ' ' || is_line_end(char)).map(|end| end + first.len_utf8());
    match end.filter(|end| rest[*end..].starts_with(' ')) {
        Some(end) => format!("{open}{}", &rest[end + 1..]),
        None => quoted.to_owned(),
    }
}
