//! ESLint's comments: `eslint-disable`, `eslint-enable`, `eslint-disable-line`, `eslint-disable-next-line`.

use oxc_span::Span;

use crate::model::Model;

/// Where rules are switched off by comments.
pub(crate) struct Directives<'a> {
    model: &'a Model<'a>,
    stretches: Vec<Stretch>,
    lines: Vec<(u32, Named)>,
}

/// From a `disable` to the `enable` that ends it, or to the end.
struct Stretch {
    start: u32,
    end: u32,
    rules: Named,
}

/// The rules that a comment names; none means all.
struct Named(Vec<String>);

impl Named {
    /// `rule-a, rule-b -- why`
    fn parse(text: &str) -> Named {
        let names = text.split(" --").next().unwrap_or_default();
        Named(names.split(',').map(str::trim).filter(|name| !name.is_empty()).map(str::to_owned).collect())
    }

    fn has(&self, rule: &str) -> bool {
        self.0.is_empty() || self.0.iter().any(|name| name == rule)
    }
}

impl<'a> Directives<'a> {
    pub(crate) fn new(model: &'a Model<'a>) -> Directives<'a> {
        let mut directives = Directives { model, stretches: Vec::new(), lines: Vec::new() };
        for comment in model.semantic.comments() {
            let span = comment.content_span();
            let text = model.lines.source()[span.start as usize..span.end as usize].trim();
            let (keyword, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
            let named = Named::parse(rest);
            match keyword {
                "eslint-disable-line" => directives.lines.push((directives.line(comment.span.start), named)),
                "eslint-disable-next-line" => {
                    directives.lines.push((directives.line(comment.span.end) + 1, named));
                }
                "eslint-disable" if comment.is_block() => {
                    directives.stretches.push(Stretch {
                        start: comment.span.end,
                        end: u32::MAX,
                        rules: named,
                    });
                }
                "eslint-enable" if comment.is_block() => directives.enable(comment.span.start, &named),
                _ => {}
            }
        }
        directives
    }

    /// Ends the open stretches of what is enabled. One that names all rules is ended only by an `enable`
    /// of all.
    fn enable(&mut self, at: u32, named: &Named) {
        let mut ended = Vec::new();
        for stretch in self.stretches.iter_mut().filter(|stretch| stretch.end == u32::MAX) {
            let all = named.0.is_empty();
            let (off, on): (Vec<String>, Vec<String>) =
                stretch.rules.0.drain(..).partition(|rule| all || named.0.contains(rule));
            if all || (on.is_empty() && !off.is_empty()) {
                *stretch = Stretch { start: stretch.start, end: at, rules: Named(off) };
            } else {
                stretch.rules = Named(on);
                if !off.is_empty() {
                    ended.push(Stretch { start: stretch.start, end: at, rules: Named(off) });
                }
            }
        }
        self.stretches.extend(ended);
    }

    fn line(&self, offset: u32) -> u32 {
        self.model.lines.position(offset).0
    }

    /// Whether a rule is off at a span.
    pub(crate) fn disable(&self, rule: &str, span: Span) -> bool {
        let within = |stretch: &Stretch| stretch.start <= span.start && span.start < stretch.end;
        self.stretches.iter().any(|stretch| within(stretch) && stretch.rules.has(rule))
            || (!self.lines.is_empty() && {
                let line = self.line(span.start);
                self.lines.iter().any(|(at, rules)| *at == line && rules.has(rule))
            })
    }
}
