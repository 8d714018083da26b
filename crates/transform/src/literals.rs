//! Finds calls whose first argument is known before anything runs.

use oxc_allocator::Allocator;
use oxc_ast::ast::{
    ArrowFunctionExpression, CallExpression, Class, Expression, Function, IdentifierReference,
    ImportExpression, ImportMeta, JSXElement, JSXFragment, NewExpression, NewTarget, Super,
    TaggedTemplateExpression, ThisExpression, YieldExpression,
};
use oxc_ast_visit::{Visit, walk};
use oxc_span::{GetSpan as _, Span};
use oxc_syntax::scope::ScopeFlags;
use verdict_syntax::Parsed;

/// Names of constant values.
const VALUES: [&str; 3] = ["undefined", "NaN", "Infinity"];

/// Locations of the calls in a file whose first argument consists of literals: no name, no call, no function.
/// A location is that of the called name, or of the parenthesis if there is no name, as in V8. Empty if the
/// file does not parse.
#[must_use]
pub fn literal_calls(path: &str, source: &str) -> Vec<(u32, u32)> {
    let allocator = Allocator::default();
    let Ok(parsed) = verdict_syntax::parse(&allocator, path, source) else { return Vec::new() };
    let mut calls = Calls { source, parsed: &parsed, found: Vec::new() };
    calls.visit_program(&parsed.program);
    calls.found
}

struct Calls<'a> {
    source: &'a str,
    parsed: &'a Parsed<'a>,
    found: Vec<(u32, u32)>,
}

impl Calls<'_> {
    /// Location of a call: its name, or its parenthesis.
    fn place(&self, call: &CallExpression<'_>, first: Span) -> Option<(u32, u32)> {
        let callee = call.type_arguments.as_ref().map_or_else(|| call.callee.span(), |types| types.span);
        let between = self.source.get(callee.end as usize..first.start as usize)?;
        let paren = callee.end as usize + opening(between)?;
        let before = self.source.get(..paren)?;
        let is_part = |part: char| part.is_alphanumeric() || matches!(part, '_' | '$');
        let start = u32::try_from(before.trim_end_matches(is_part).len()).ok()?;
        let at = self.parsed.location(Span::empty(start));
        Some((at.line, at.column))
    }
}

/// The first parenthesis outside comments.
fn opening(text: &str) -> Option<usize> {
    let mut at = 0;
    loop {
        let rest = text.get(at..)?;
        if rest.starts_with('(') {
            return Some(at);
        }
        at += if rest.starts_with("/*") {
            rest.find("*/")? + 2
        } else if rest.starts_with("//") {
            rest.find(['\n', '\r', '\u{2028}', '\u{2029}'])?
        } else {
            rest.chars().next()?.len_utf8()
        };
    }
}

impl<'a> Visit<'a> for Calls<'_> {
    fn visit_call_expression(&mut self, it: &CallExpression<'a>) {
        if let Some(first) = it.arguments.first()
            && let Some(value) = first.as_expression()
            && is_literal(value)
        {
            let place = self.place(it, first.span());
            self.found.extend(place);
        }
        walk::walk_call_expression(self, it);
    }
}

/// Whether an expression consists of literals.
pub(crate) fn is_literal(value: &Expression<'_>) -> bool {
    let mut names = Names(false);
    names.visit_expression(value);
    !names.0
}

/// Whether the expression contains anything that is unknown before it runs.
struct Names(bool);

impl<'a> Visit<'a> for Names {
    fn visit_identifier_reference(&mut self, it: &IdentifierReference<'a>) {
        self.0 |= !VALUES.contains(&it.name.as_str());
    }
    fn visit_call_expression(&mut self, _: &CallExpression<'a>) {
        self.0 = true;
    }
    fn visit_new_expression(&mut self, _: &NewExpression<'a>) {
        self.0 = true;
    }
    fn visit_function(&mut self, _: &Function<'a>, _: ScopeFlags) {
        self.0 = true;
    }
    fn visit_arrow_function_expression(&mut self, _: &ArrowFunctionExpression<'a>) {
        self.0 = true;
    }
    fn visit_class(&mut self, _: &Class<'a>) {
        self.0 = true;
    }
    fn visit_this_expression(&mut self, _: &ThisExpression) {
        self.0 = true;
    }
    fn visit_super(&mut self, _: &Super) {
        self.0 = true;
    }
    fn visit_import_expression(&mut self, _: &ImportExpression<'a>) {
        self.0 = true;
    }
    fn visit_import_meta(&mut self, _: &ImportMeta) {
        self.0 = true;
    }
    fn visit_new_target(&mut self, _: &NewTarget) {
        self.0 = true;
    }
    fn visit_yield_expression(&mut self, _: &YieldExpression<'a>) {
        self.0 = true;
    }
    fn visit_tagged_template_expression(&mut self, _: &TaggedTemplateExpression<'a>) {
        self.0 = true;
    }
    fn visit_jsx_element(&mut self, _: &JSXElement<'a>) {
        self.0 = true;
    }
    fn visit_jsx_fragment(&mut self, _: &JSXFragment<'a>) {
        self.0 = true;
    }
}
