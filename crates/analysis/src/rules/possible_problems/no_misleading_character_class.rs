//! `no-misleading-character-class`: disallow characters made with multiple code points in character classes.
//!
//! A class matches one code point. Of a character that is made of several, it matches each part by itself.
//!
//! Options: `{ allowEscape: false }`; `true` allows parts that are written as escapes.
//!
//! ```js fails
//! const thumb = /^[👍]$/;
//! ```
//!
//! ```js passes
//! const thumb = /^[👍]$/u;
//! ```


use oxc_regular_expression::ast::{
    Character, CharacterClass, CharacterClassContents, CharacterClassContentsKind, Pattern,
};
use oxc_regular_expression::visit::RegExpAstKind;
use oxc_regular_expression::{ConstructorParser, Options as ParserOptions};
use oxc_syntax::node::NodeId;

use crate::hash::HashSet;
use crate::rules::helpers::global_calls::global_calls;
use crate::rules::helpers::marks::is_mark;
use crate::rules::helpers::patterns::{nests_deeply, parse, visit};
use crate::rules::helpers::static_text::static_text;
use crate::rules::helpers::tokens::previous_end;
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "no-misleading-character-class",
    recommended: true,
    has_suggestions: true,
    messages: &[
        ("surrogatePairWithoutUFlag", "Unexpected surrogate pair in character class. Use 'u' flag."),
        ("surrogatePair", "Unexpected surrogate pair in character class."),
        ("combiningClass", "Unexpected combined character in character class."),
        ("emojiModifier", "Unexpected modified Emoji in character class."),
        ("regionalIndicatorSymbol", "Unexpected national flag in character class."),
        ("zwj", "Unexpected joined character sequence in character class."),
        ("suggestUnicodeFlag", "Add unicode 'u' flag to regex."),
    ],
    types: &[AstType::RegExpLiteral, AstType::CallExpression, AstType::NewExpression],
    run: Run::Configured(|options| {
        let escapes = options.only_object(&["allowEscape"])?.bool("allowEscape", false)?;
        Ok(Check::file(move |ctx| {
            // Literals that are given other flags.
            let mut given: HashSet<NodeId> = HashSet::default();
            global_calls(&["RegExp"], ctx, &mut |call, _| called(call, escapes, &mut given, ctx));
            for node in ctx.nodes_of(AstType::RegExpLiteral) {
                let AstKind::RegExpLiteral(literal) = node.kind() else { continue };
                let text = literal.regex.pattern.text.as_str();
                if let Some(pattern) = literal.regex.pattern.pattern.as_deref()
                    && !given.contains(&node.id())
                {
                    let shown = Shown::Source { escape: "\\" };
                    let flag = || Some(Edit::insert(literal.span.end, "u"));
                    Class { escapes, shown, text, report: literal.span, flag: &flag, ctx }.check(pattern);
                }
            }
        }))
    }),
    ..Rule::DEFAULT
};

/// Where the characters of a pattern are.
#[derive(Clone, Copy)]
enum Shown {
    /// In the source, where a backslash of the pattern is written like this.
    Source { escape: &'static str },
    /// Computed: the whole expression is reported.
    Elsewhere,
}

/// A call of `RegExp`.
fn called<'a>(call: &AstNode<'a>, escapes: bool, given: &mut HashSet<NodeId>, ctx: &Context<'a>) {
    let (arguments, span) = match call.kind() {
        AstKind::CallExpression(call) => (&call.arguments, call.span),
        AstKind::NewExpression(new) => (&new.arguments, new.span),
        _ => return,
    };
    let argument = |index: usize| {
        let argument: Option<&Expression<'a>> = arguments.get(index).and_then(Argument::as_expression);
        argument.map(Expression::without_parentheses)
    };
    let Some(pattern) = argument(0) else { return };
    let flags_node = arguments.get(1);
    if let Expression::RegExpLiteral(literal) = pattern
        && flags_node.is_some()
    {
        given.insert(literal.node_id.get());
    }
    let flags = match (flags_node, argument(1)) {
        (None, _) => "".into(),
        (Some(_), Some(flags)) => match static_text(flags, ctx) {
            Some(flags) => flags,
            None => return,
        },
        _ => return,
    };
    let mode = if flags.contains('v') { "v" } else if flags.contains('u') { "u" } else { "" };
    let flag = || {
        if arguments.len() == 1 {
            let end = previous_end(span.end - 1, ctx);
            let has_comma = ctx.source()[..end as usize].ends_with(',');
            return Some(Edit::insert(end, if has_comma { " \"u\"," } else { ", \"u\"" }));
        }
        match argument(1)? {
            Expression::StringLiteral(flags) => Some(Edit::insert(flags.span.end - 1, "u")),
            Expression::TemplateLiteral(flags) => Some(Edit::insert(flags.span.end - 1, "u")),
            _ => None,
        }
    };
    let report = pattern.span();
    let class = |shown, text| Class { escapes, shown, text, report, flag: &flag, ctx };
    match pattern {
        Expression::RegExpLiteral(literal) => {
            let text = literal.regex.pattern.text.as_str();
            if flags_node.is_none() || nests_deeply(text) {
                return;
            }
            let options = ParserOptions { pattern_span_offset: literal.span.start + 1, ..ParserOptions::default() };
            let parser = oxc_regular_expression::LiteralParser::new(ctx.allocator, text, Some(mode), options);
            if let Ok(parsed) = parser.parse() {
                class(Shown::Source { escape: "\\" }, text).check(ctx.allocator.alloc(parsed));
            }
        }
        Expression::StringLiteral(_) | Expression::TemplateLiteral(_)
            if !matches!(pattern, Expression::TemplateLiteral(template) if !template.expressions.is_empty()) =>
        {
            let Some(text) = static_text(pattern, ctx) else { return };
            let source = ctx.text(report);
            let flags = match mode {
                "v" => "'v'",
                "u" => "'u'",
                _ => "''",
            };
            if nests_deeply(source) {
                return;
            }
            let options = ParserOptions { pattern_span_offset: report.start, ..ParserOptions::default() };
            let parser = ConstructorParser::new(ctx.allocator, source, Some(flags), options);
            if let Ok(parsed) = parser.parse() {
                let text = ctx.allocator.alloc_str(&text);
                class(Shown::Source { escape: "\\\\" }, text).check(ctx.allocator.alloc(parsed));
            }
        }
        pattern => {
            let Some(text) = static_text(pattern, ctx) else { return };
            let text = ctx.allocator.alloc_str(&text);
            if let Ok(parsed) = parse(text, mode, ctx) {
                class(Shown::Elsewhere, text).check(parsed);
            }
        }
    }
}

/// A pattern that is checked.
struct Class<'c, 'a> {
    escapes: bool,
    shown: Shown,
    /// The text of the pattern.
    text: &'a str,
    report: Span,
    /// The edit that adds the flag `u`.
    flag: &'c dyn Fn() -> Option<Edit>,
    ctx: &'c Context<'a>,
}

/// What a finding is, and from which character to which.
type Found = (&'static str, Span);

impl<'a> Class<'_, 'a> {
    fn check(&self, pattern: &'a Pattern<'a>) {
        let mut found: Vec<Found> = Vec::new();
        visit(pattern, &mut |kind| {
            if let RegExpAstKind::CharacterClass(class) = kind
                && class.kind == CharacterClassContentsKind::Union
            {
                self.class(class, &mut found);
            }
        });
        let mut reported: HashSet<&str> = HashSet::default();
        for (message_id, span) in found {
            let is_first = reported.insert(message_id);
            let span = match self.shown {
                Shown::Source { .. } => span,
                Shown::Elsewhere if is_first => self.report,
                Shown::Elsewhere => continue,
            };
            let report = self.ctx.report(span, message_id);
            if message_id == "surrogatePairWithoutUFlag"
                && parse(self.text, "u", self.ctx).is_ok()
                && let Some(edit) = (self.flag)()
            {
                drop(report.suggest_with("suggestUnicodeFlag", Vec::new(), vec![edit]));
            }
        }
    }

    /// Checks the runs of characters of a class.
    fn class(&self, class: &CharacterClass<'_>, found: &mut Vec<Found>) {
        let mut run: Vec<&Character> = Vec::new();
        for part in &class.body {
            match part {
                CharacterClassContents::Character(character) => run.push(character),
                CharacterClassContents::CharacterClassRange(range) => {
                    run.push(&range.min);
                    self.run(&run, found);
                    run.clear();
                    run.push(&range.max);
                }
                _ => {
                    self.run(&run, found);
                    run.clear();
                }
            }
        }
        self.run(&run, found);
    }

    fn run(&self, run: &[&Character], found: &mut Vec<Found>) {
        if run.len() < 2 {
            return;
        }
        let counts: Vec<bool> = run.iter().map(|character| !self.is_accepted(character)).collect();
        let span = |from: usize, to: usize| Span::new(run[from].span.start, run[to].span.end);
        for index in 1..run.len() {
            let (previous, value) = (run[index - 1].value, run[index].value);
            if !counts[index] {
                continue;
            }
            let mut add = |message_id| found.push((message_id, span(index - 1, index)));
            if is_mark(value) && !is_mark(previous) {
                add("combiningClass");
            }
            if !counts[index - 1] {
                continue;
            }
            let is_pair = (0xd800..0xdc00).contains(&previous) && (0xdc00..0xe000).contains(&value);
            if is_pair {
                let is_escaped = self.is_code_point(run[index - 1]) || self.is_code_point(run[index]);
                add(if is_escaped { "surrogatePair" } else { "surrogatePairWithoutUFlag" });
            }
            let is_modifier = |value: u32| (0x1f3fb..=0x1f3ff).contains(&value);
            if is_modifier(value) && !is_modifier(previous) {
                add("emojiModifier");
            }
            let is_region = |value: u32| (0x1f1e6..=0x1f1ff).contains(&value);
            if is_region(value) && is_region(previous) {
                add("regionalIndicatorSymbol");
            }
        }
        // Sequences of characters with a joiner between them.
        let mut sequence: Option<(usize, usize)> = None;
        for index in 1..run.len().saturating_sub(1) {
            let joins = run[index].value == 0x200d
                && run[index - 1].value != 0x200d
                && run[index + 1].value != 0x200d
                && counts[index - 1..=index + 1].iter().all(|counts| *counts);
            if !joins {
                continue;
            }
            match &mut sequence {
                Some((_, end)) if *end == index - 1 => *end = index + 1,
                sequence => {
                    if let Some((start, end)) = sequence.replace((index - 1, index + 1)) {
                        found.push(("zwj", span(start, end)));
                    }
                }
            }
        }
        if let Some((start, end)) = sequence {
            found.push(("zwj", span(start, end)));
        }
    }

    /// Whether a character is written as `\u{…}`.
    fn is_code_point(&self, character: &Character) -> bool {
        let text = match self.shown {
            Shown::Source { escape } => self.ctx.text(character.span).strip_prefix(escape),
            Shown::Elsewhere => {
                let range = character.span.start as usize..character.span.end as usize;
                self.text.get(range).and_then(|text| text.strip_prefix('\\'))
            }
        };
        text.is_some_and(|text| text.starts_with("u{"))
    }

    /// Whether options allow a character, as it is written as an escape other than of itself.
    fn is_accepted(&self, character: &Character) -> bool {
        if !self.escapes || matches!(self.shown, Shown::Elsewhere) {
            return false;
        }
        let text = self.ctx.text(character.span);
        let escaped = text.trim_start_matches('\\');
        let mut chars = escaped.chars();
        let only = chars.next().filter(|_| chars.next().is_none());
        text.starts_with('\\') && only.is_none_or(|char| u32::from(char) != character.value)
    }
}
