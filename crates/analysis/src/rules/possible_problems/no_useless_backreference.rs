//! `no-useless-backreference`: disallow useless backreferences in regular expressions.
//!
//! A backreference to a group that cannot have matched yet matches the empty text, so it has no effect.
//!
//! ```js fails
//! const quoted = /\1(["'])/;
//! ```
//!
//! ```js passes
//! const quoted = /(["']).*\1/;
//! ```

use oxc_regular_expression::ast::{
    CapturingGroup, Disjunction, LookAroundAssertionKind, Pattern, Term,
};

use crate::rules::helpers::global_calls::global_calls;
use crate::rules::helpers::patterns::parse;
use crate::rules::helpers::static_text::static_text;
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "no-useless-backreference",
    recommended: true,
    messages: &[
        (
            "nested",
            "Backreference '{{ bref }}' will be ignored. It references group '{{ group }}'{{ otherGroups }} from within that group.",
        ),
        (
            "forward",
            "Backreference '{{ bref }}' will be ignored. It references group '{{ group }}'{{ otherGroups }} which appears later in the pattern.",
        ),
        (
            "backward",
            "Backreference '{{ bref }}' will be ignored. It references group '{{ group }}'{{ otherGroups }} which appears before in the same lookbehind.",
        ),
        (
            "disjunctive",
            "Backreference '{{ bref }}' will be ignored. It references group '{{ group }}'{{ otherGroups }} which is in another alternative.",
        ),
        (
            "intoNegativeLookaround",
            "Backreference '{{ bref }}' will be ignored. It references group '{{ group }}'{{ otherGroups }} which is in a negative lookaround.",
        ),
    ],
    types: &[AstType::RegExpLiteral, AstType::CallExpression, AstType::NewExpression],
    run: Run::File(|ctx| {
        for node in ctx.nodes_of(AstType::RegExpLiteral) {
            let AstKind::RegExpLiteral(literal) = node.kind() else { continue };
            if let Some(pattern) = literal.regex.pattern.pattern.as_deref() {
                let text = literal.regex.pattern.text.as_str();
                check(pattern, text, literal.span.start + 1, literal.span, ctx);
            }
        }
        global_calls(&["RegExp"], ctx, &mut |call, _| {
            let (arguments, span) = match call.kind() {
                AstKind::CallExpression(call) => (&call.arguments, call.span),
                AstKind::NewExpression(new) => (&new.arguments, new.span),
                _ => return,
            };
            let text = |index: usize| {
                let argument = arguments.get(index).and_then(Argument::as_expression);
                argument.and_then(|argument| static_text(argument, ctx))
            };
            let Some(pattern) = text(0) else { return };
            let pattern = ctx.allocator.alloc_str(&pattern);
            if let Ok(parsed) = parse(pattern, &text(1).unwrap_or_default(), ctx) {
                check(parsed, pattern, 0, span, ctx);
            }
        });
    }),
    ..Rule::DEFAULT
};

/// What is around a part of a pattern.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Around {
    /// An alternative, by its place.
    Alternative(Span),
    Lookaround {
        span: Span,
        behind: bool,
        negative: bool,
    },
    Group(Span),
    Other(Span),
}

/// The groups and backreferences of a pattern, each with what is around it from the outside in.
#[derive(Default)]
struct Parts<'p, 'a> {
    around: Vec<Around>,
    groups: Vec<(&'p CapturingGroup<'a>, Vec<Around>)>,
    references: Vec<(Reference<'a>, Span, Vec<Around>)>,
}

enum Reference<'a> {
    Index(u32),
    Name(&'a str),
}

fn check<'a>(pattern: &Pattern<'a>, text: &str, base: u32, report: Span, ctx: &Context<'a>) {
    // Most expressions have none: a backslash and a digit, or `\k`.
    if !text.as_bytes().windows(2).any(|pair| pair[0] == b'\\' && matches!(pair[1], b'1'..=b'9' | b'k')) {
        return;
    }
    let mut parts = Parts::default();
    parts.disjunction(&pattern.body);
    let slice = |span: Span| {
        text.get(span.start.saturating_sub(base) as usize..span.end.saturating_sub(base) as usize)
            .unwrap_or_default()
    };
    for (reference, span, around) in &parts.references {
        let groups = parts.groups.iter().enumerate().filter(|(index, (group, _))| match reference {
            Reference::Index(number) => *number as usize == index + 1,
            Reference::Name(name) => group.name.is_some_and(|of| of.as_str() == *name),
        });
        let problems: Option<Vec<_>> = groups
            .map(|(_, (group, outer))| Some((problem(*span, around, group, outer)?, group.span)))
            .collect();
        let Some(mut problems) = problems.filter(|problems| !problems.is_empty()) else { continue };
        if problems.iter().any(|(message_id, _)| *message_id != "disjunctive") {
            problems.retain(|(message_id, _)| *message_id != "disjunctive");
        }
        let others = match problems.len() {
            1 => String::new(),
            2 => " and another group".to_owned(),
            count => format!(" and other {} groups", count - 1),
        };
        let (message_id, group) = problems[0];
        ctx.report(report, message_id)
            .data("bref", slice(*span))
            .data("group", slice(group))
            .data("otherGroups", others);
    }
}

/// Why a backreference is useless.
fn problem(
    reference: Span,
    around: &[Around],
    group: &CapturingGroup<'_>,
    outer: &[Around],
) -> Option<&'static str> {
    if around.contains(&Around::Group(group.span)) {
        return Some("nested");
    }
    let common = around.iter().zip(outer).take_while(|(one, other)| one == other).count();
    let lookaround = around[..common].iter().rev().find_map(|around| match around {
        Around::Lookaround { behind, .. } => Some(*behind),
        _ => None,
    });
    let is_backward = lookaround == Some(true);
    let apart = &outer[common..];
    if matches!(apart.first(), Some(Around::Alternative(_))) {
        Some("disjunctive")
    } else if !is_backward && reference.end <= group.span.start {
        Some("forward")
    } else if is_backward && group.span.end <= reference.start {
        Some("backward")
    } else if apart.iter().any(|around| matches!(around, Around::Lookaround { negative: true, .. })) {
        Some("intoNegativeLookaround")
    } else {
        None
    }
}

impl<'p, 'a> Parts<'p, 'a> {
    fn disjunction(&mut self, disjunction: &'p Disjunction<'a>) {
        for alternative in &disjunction.body {
            self.around.push(Around::Alternative(alternative.span));
            for term in &alternative.body {
                self.term(term);
            }
            self.around.pop();
        }
    }

    fn within(&mut self, around: Around, disjunction: &'p Disjunction<'a>) {
        self.around.push(around);
        self.disjunction(disjunction);
        self.around.pop();
    }

    fn term(&mut self, term: &'p Term<'a>) {
        match term {
            Term::CapturingGroup(group) => {
                self.groups.push((group, self.around.clone()));
                self.within(Around::Group(group.span), &group.body);
            }
            Term::IgnoreGroup(group) => self.within(Around::Other(group.span), &group.body),
            Term::LookAroundAssertion(assertion) => {
                use LookAroundAssertionKind::{Lookbehind, NegativeLookahead, NegativeLookbehind};
                let around = Around::Lookaround {
                    span: assertion.span,
                    behind: matches!(assertion.kind, Lookbehind | NegativeLookbehind),
                    negative: matches!(assertion.kind, NegativeLookahead | NegativeLookbehind),
                };
                self.within(around, &assertion.body);
            }
            Term::Quantifier(quantifier) => {
                self.around.push(Around::Other(quantifier.span));
                self.term(&quantifier.body);
                self.around.pop();
            }
            Term::IndexedReference(reference) => {
                let index = Reference::Index(reference.index);
                self.references.push((index, reference.span, self.around.clone()));
            }
            Term::NamedReference(reference) => {
                let name = Reference::Name(reference.name.as_str());
                self.references.push((name, reference.span, self.around.clone()));
            }
            _ => {}
        }
    }
}
