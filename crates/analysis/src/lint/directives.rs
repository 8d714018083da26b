//! ESLint's directive comments: `eslint-disable`, `eslint-enable`, `eslint-disable-line`,
//! `eslint-disable-next-line`.

use std::collections::BTreeSet;

use oxc_span::Span;

use crate::model::Model;

/// The comments of a file that disable and enable rules.
#[derive(Default)]
pub(crate) struct Directives {
    /// By offset: from there on, rules are disabled (true) or enabled. The last entry that names a rule
    /// decides.
    switches: Vec<(u32, bool, Named)>,
    lines: Vec<(u32, Named)>,
}

/// The rules that a comment names; empty for all.
struct Named(Vec<String>);

impl Named {
    /// Parses `rule-a, rule-b -- why`.
    fn parse(text: &str) -> Named {
        let names = text.split(" --").next().unwrap_or_default();
        Named(names.split(',').map(str::trim).filter(|name| !name.is_empty()).map(str::to_owned).collect())
    }

    fn has(&self, rule: &str) -> bool {
        self.0.is_empty() || self.0.iter().any(|name| name == rule)
    }
}

impl Directives {
    pub(crate) fn new(model: &Model<'_>) -> Directives {
        let mut directives = Directives::default();
        let line = |offset| model.lines.position(offset).0;
        for comment in model.semantic.comments() {
            let span = comment.content_span();
            let text = model.lines.source()[span.start as usize..span.end as usize].trim();
            let (keyword, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
            let (start, end) = (comment.span.start, comment.span.end);
            match keyword {
                "eslint-disable-line" => directives.lines.push((line(start), Named::parse(rest))),
                "eslint-disable-next-line" => directives.lines.push((line(end) + 1, Named::parse(rest))),
                "eslint-disable" if comment.is_block() => {
                    directives.switches.push((start, true, Named::parse(rest)));
                }
                "eslint-enable" if comment.is_block() => {
                    directives.switches.push((start, false, Named::parse(rest)));
                }
                _ => {}
            }
        }
        directives
    }

    /// The entries for one rule, so that each of its diagnostics is a lookup however many comments there are.
    pub(crate) fn of_rule(&self, rule: &str) -> Off {
        let switches = self.switches.iter().filter(|(.., named)| named.has(rule));
        Off {
            switches: switches.map(|(at, off, _)| (*at, *off)).collect(),
            lines: self.lines.iter().filter(|(_, named)| named.has(rule)).map(|(line, _)| *line).collect(),
        }
    }
}

/// The ranges in which a rule is disabled.
pub(crate) struct Off {
    switches: Vec<(u32, bool)>,
    lines: BTreeSet<u32>,
}

impl Off {
    /// Whether the rule is disabled at the start of a span.
    pub(crate) fn covers(&self, span: Span, model: &Model<'_>) -> bool {
        let before = self.switches.partition_point(|(at, _)| *at <= span.start);
        before.checked_sub(1).is_some_and(|last| self.switches[last].1)
            || (!self.lines.is_empty() && self.lines.contains(&model.lines.position(span.start).0))
    }
}
