//! Instruments code for a repeated run: calls at function entries, and property reads that bypass the
//! engine's cache.

use std::collections::BTreeSet;

use oxc_allocator::Allocator;
use oxc_ast::ast::{
    ArrowFunctionBody, ArrowFunctionExpression, AssignmentTargetMaybeDefault,
    AssignmentTargetPropertyIdentifier, AssignmentTargetPropertyProperty, BindingPattern, BindingProperty,
    Function, FunctionBody, PropertyKey, StaticMemberExpression,
};
use oxc_ast_visit::{Visit, walk};
use oxc_span::{GetSpan as _, Span};
use oxc_syntax::scope::ScopeFlags;

use crate::mocks::{Pieces, Turned};

/// The global function that each function calls first.
pub const ENTER: &str = "__verdict_enter__";
/// The statement inserted at the start of a body.
pub const ENTER_STATEMENT: &str = "__verdict_enter__();";
/// The text inserted before an expression body.
pub const ENTER_EXPRESSION: &str = "(__verdict_enter__(),";
/// The text inserted after an expression body.
pub const LEAVE_EXPRESSION: &str = "/*__verdict_enter__*/)";

/// Instruments a module or script of plain JavaScript. With `enter`, every function calls [`ENTER`] first.
/// Properties named in `uncached` are written with brackets. `None` if nothing needs to change, or if the
/// text does not parse.
#[must_use]
pub fn instrument(source: &str, enter: bool, uncached: &BTreeSet<String>) -> Option<Turned> {
    let allocator = Allocator::default();
    let parsed = verdict_syntax::parse(&allocator, "/module.js", source).ok()?;
    let mut rewrite = Rewrite { pieces: Pieces::new(source), any: false, enter, uncached, source };
    rewrite.visit_program(&parsed.program);
    rewrite.any.then(|| rewrite.pieces.finish())
}

struct Rewrite<'a> {
    pieces: Pieces<'a>,
    any: bool,
    enter: bool,
    uncached: &'a BTreeSet<String>,
    source: &'a str,
}

impl Rewrite<'_> {
    /// Writes a pattern's key in brackets; `value` adds the binding of a shorthand key.
    fn key(&mut self, span: Span, name: &str, value: bool) {
        if self.uncached.contains(name) {
            let value = if value { format!(": {name}") } else { String::new() };
            self.pieces.replace(span.start, span.end, format!("[{name:?}]{value}"));
            self.any = true;
        }
    }

    fn block(&mut self, body: &FunctionBody<'_>) {
        let after = body.directives.last().map(|directive| directive.span.end);
        let at = after.unwrap_or(body.span.start + 1);
        // A directive may end without a semicolon.
        let text = if after.is_some() { format!(";{ENTER_STATEMENT}") } else { ENTER_STATEMENT.to_owned() };
        self.pieces.replace(at, at, text);
        self.any = true;
    }
}

impl<'a> Visit<'a> for Rewrite<'_> {
    fn visit_function(&mut self, it: &Function<'a>, flags: ScopeFlags) {
        if let Some(body) = it.body.as_ref().filter(|_| self.enter) {
            self.block(body);
        }
        walk::walk_function(self, it, flags);
    }

    fn visit_arrow_function_expression(&mut self, it: &ArrowFunctionExpression<'a>) {
        if !self.enter {
            // The expression of the body only.
        } else if let ArrowFunctionBody::FunctionBody(body) = &it.body {
            self.block(body);
        } else {
            let span = it.body.span();
            self.pieces.replace(span.start, span.start, ENTER_EXPRESSION);
            self.pieces.replace(span.end, span.end, LEAVE_EXPRESSION);
            self.any = true;
        }
        walk::walk_arrow_function_expression(self, it);
    }

    fn visit_static_member_expression(&mut self, it: &StaticMemberExpression<'a>) {
        walk::walk_static_member_expression(self, it);
        let name = it.property.name.as_str();
        if !self.uncached.contains(name) {
            return;
        }
        // Comments may surround the dot, and a line comment would swallow the following text.
        let before = it.object.span().end;
        let between = self.source.get(before as usize..it.property.span.start as usize).unwrap_or_default();
        let written = if it.optional { format!("?.[{name:?}]") } else { format!("[{name:?}]") };
        if between.trim() == if it.optional { "?." } else { "." } {
            self.pieces.replace(
                before,
                it.property.span.end,
                format!("{}{written}", between.replace(['.', '?'], "")),
            );
            self.any = true;
        }
    }

    fn visit_binding_property(&mut self, it: &BindingProperty<'a>) {
        // The engine rejects a computed key before a name with a default in arrow function parameters.
        let refused = matches!(&it.value, BindingPattern::AssignmentPattern(value) if value.left.is_binding_identifier());
        if let PropertyKey::StaticIdentifier(key) = &it.key
            && !refused
        {
            self.key(key.span, key.name.as_str(), it.shorthand);
        }
        walk::walk_binding_property(self, it);
    }

    fn visit_assignment_target_property_identifier(&mut self, it: &AssignmentTargetPropertyIdentifier<'a>) {
        // With a default it is rejected here too.
        if it.init.is_none() {
            self.key(it.binding.span, it.binding.name.as_str(), true);
        }
        walk::walk_assignment_target_property_identifier(self, it);
    }

    fn visit_assignment_target_property_property(&mut self, it: &AssignmentTargetPropertyProperty<'a>) {
        let refused = matches!(it.binding, AssignmentTargetMaybeDefault::AssignmentTargetWithDefault(_));
        if let PropertyKey::StaticIdentifier(key) = &it.name
            && !refused
        {
            self.key(key.span, key.name.as_str(), false);
        }
        walk::walk_assignment_target_property_property(self, it);
    }
}
