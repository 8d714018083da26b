//! `@typescript-eslint/ban-ts-comment`: disallow `@ts-…` comments, or require descriptions after them.
//!
//! `// @ts-ignore` hides each error of a line, also those that come later.
//!
//! Options: `{ "ts-expect-error": "allow-with-description", "ts-ignore": true, "ts-nocheck": true, "ts-check": false,
//! minimumDescriptionLength: 3 }`. A comment is refused (`true`), allowed (`false`), or allowed with a description, which may have
//! to match a pattern: `{ descriptionFormat: "^: TS\\d+" }`.
//!
//! ```ts fails
//! // @ts-ignore
//! const size: number = read();
//! ```
//!
//! ```ts passes
//! // @ts-expect-error: the library has no types
//! const size: number = read();
//! ```

use regex_lite::Regex;

use crate::rules::helpers::option_patterns::pattern;
use crate::rules::helpers::tokens::first_statement;
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "@typescript-eslint/ban-ts-comment",
    recommended: true,
    has_suggestions: true,
    messages: &[
        ("replaceTsIgnoreWithTsExpectError", "Replace \"@ts-ignore\" with \"@ts-expect-error\"."),
        ("tsDirectiveComment", "Do not use \"@ts-{{directive}}\" because it alters compilation errors."),
        (
            "tsDirectiveCommentDescriptionNotMatchPattern",
            "The description for the \"@ts-{{directive}}\" directive must match the {{format}} format.",
        ),
        (
            "tsDirectiveCommentRequiresDescription",
            "Include a description after the \"@ts-{{directive}}\" directive to explain why the @ts-{{directive}} is \
             necessary. The description must be {{minimumDescriptionLength}} characters or longer.",
        ),
        (
            "tsIgnoreInsteadOfExpectError",
            "Use \"@ts-expect-error\" instead of \"@ts-ignore\", as \"@ts-ignore\" will do nothing if the following line \
             is error-free.",
        ),
    ],
    applies: |ctx| ctx.source().contains("@ts-"),
    run: Run::Configured(|options| {
        let options = options.only_object(&[
            "minimumDescriptionLength",
            "ts-check",
            "ts-expect-error",
            "ts-ignore",
            "ts-nocheck",
        ])?;
        let least = match options.get("minimumDescriptionLength") {
            None => 3.0,
            Some(value) => value.as_f64().ok_or_else(|| format!("Value {value} should be number."))?,
        };
        let mut banned = Vec::new();
        for (name, usual) in DIRECTIVES {
            let given = options.get(&format!("ts-{name}"));
            banned.push((name, given.map_or(Ok(usual), Banned::of)?));
        }
        Ok(Check::file(move |ctx| check(&banned, least, ctx)))
    }),
    ..Rule::DEFAULT
};

/// The directives, and what holds of each without options.
const DIRECTIVES: [(&str, Banned); 4] = [
    ("check", Banned::Never),
    ("expect-error", Banned::WithoutDescription(None)),
    ("ignore", Banned::Always),
    ("nocheck", Banned::Always),
];

/// When a directive is refused.
#[derive(Clone)]
enum Banned {
    Never,
    Always,
    /// Without a description, or if that does not match the pattern, which is given with its source.
    WithoutDescription(Option<(Regex, String)>),
}

impl Banned {
    fn of(value: &serde_json::Value) -> Result<Banned, String> {
        if let Some(always) = value.as_bool() {
            return Ok(if always { Banned::Always } else { Banned::Never });
        }
        if value == "allow-with-description" {
            return Ok(Banned::WithoutDescription(None));
        }
        let wrong = "should be a boolean, \"allow-with-description\" or an object with descriptionFormat";
        let given = value.as_object().ok_or_else(|| format!("Value {value} {wrong}."))?;
        if given.keys().any(|key| key != "descriptionFormat") {
            return Err(format!("Value {value} {wrong}."));
        }
        match given.get("descriptionFormat") {
            None => Ok(Banned::Never),
            Some(format) => {
                let format = format.as_str().ok_or_else(|| format!("Value {format} should be string."))?;
                if format.is_empty() {
                    return Ok(Banned::Never);
                }
                Ok(Banned::WithoutDescription(Some((pattern(format, false)?, format.to_owned()))))
            }
        }
    }
}

/// The directive of a comment and what follows it. `text` is the whole comment.
fn directive(text: &str, is_line: bool) -> Option<(&'static str, &str)> {
    let named = |text: &'_ str, names: &[&'static str]| {
        let rest = text.trim_start().strip_prefix("@ts-")?.to_owned();
        names.iter().find(|name| rest.starts_with(**name)).copied()
    };
    let after = |name: &str| text.split_once("@ts-").map_or("", |(_, rest)| &rest[name.len()..]);
    if is_line {
        let inner = text.strip_prefix("//")?;
        let pragma = inner.strip_prefix('/').unwrap_or(inner);
        let found = named(pragma, &["check", "nocheck"])
            .or_else(|| named(inner.trim_start_matches('/'), &["expect-error", "ignore"]))?;
        return Some((found, after(found)));
    }
    let inner = text.strip_prefix("/*")?.strip_suffix("*/")?;
    let last = inner.rsplit(['\n', '\r', '\u{2028}', '\u{2029}']).next()?;
    let found = named(last.trim_start().trim_start_matches(['/', '*']), &["expect-error", "ignore"])?;
    let (_, rest) = last.split_once("@ts-")?;
    Some((found, &rest[found.len()..]))
}

fn check(banned: &[(&'static str, Banned)], least: f64, ctx: &Context<'_>) {
    let line = |offset| ctx.lines.position(offset).0;
    let first = first_statement(ctx);
    for comment in ctx.comments() {
        let text = ctx.text(comment.span);
        let Some((name, description)) = directive(text, comment.is_line()) else { continue };
        if name == "nocheck" && first.is_some_and(|first| line(first) <= line(comment.span.start)) {
            continue;
        }
        let Some((name, banned)) = banned.iter().find(|(known, _)| *known == name) else { continue };
        match banned {
            Banned::Never => {}
            Banned::Always if *name == "ignore" => {
                let instead = text.replacen("@ts-ignore", "@ts-expect-error", 1);
                let report = ctx.report(comment.span, "tsIgnoreInsteadOfExpectError");
                drop(report.suggest("replaceTsIgnoreWithTsExpectError", comment.span, instead));
            }
            Banned::Always => drop(ctx.report(comment.span, "tsDirectiveComment").data("directive", *name)),
            Banned::WithoutDescription(format) => {
                if (description.trim().chars().count() as f64) < least {
                    let report = ctx.report(comment.span, "tsDirectiveCommentRequiresDescription");
                    drop(report.data("directive", *name).data("minimumDescriptionLength", least.to_string()));
                } else if let Some((pattern, source)) = format
                    && !pattern.is_match(description)
                {
                    let report = ctx.report(comment.span, "tsDirectiveCommentDescriptionNotMatchPattern");
                    drop(report.data("directive", *name).data("format", source.as_str()));
                }
            }
        }
    }
}
