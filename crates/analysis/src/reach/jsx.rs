//! What comments such as `@jsx h` make JSX elements call and import.

use oxc_ast::AstKind;
use oxc_semantic::AstNode;
use oxc_span::Span;

use super::origin::Origin;
use super::scan::Scan;

/// Tags that name a function, with what it makes.
const FUNCTIONS: [&str; 2] = ["@jsx", "@jsxFrag"];
/// The tag that names a module.
const MODULE: &str = "@jsxImportSource";
/// The module below it that elements import.
const RUNTIME: &str = "jsx-runtime";

impl Scan<'_, '_, '_> {
    /// Records what the comments of a file with JSX name.
    pub(super) fn jsx_comments(&mut self) {
        let model = self.flow.model;
        let mut kinds = model.semantic.nodes().iter().map(AstNode::kind);
        if !kinds.any(|kind| matches!(kind, AstKind::JSXElement(_) | AstKind::JSXFragment(_))) {
            return;
        }
        for comment in model.semantic.comments() {
            let text = comment.content_span().source_text(model.lines.source());
            let words = || {
                text.split(|char: char| char.is_whitespace() || char == '*').filter(|word| !word.is_empty())
            };
            for (tag, name) in words().zip(words().skip(1)) {
                self.jsx_tag(comment.span, tag, name);
            }
        }
    }

    fn jsx_tag(&mut self, span: Span, tag: &str, name: &str) {
        if tag == MODULE {
            return self.imports_known(span, format!("{name}/{RUNTIME}"));
        }
        if !FUNCTIONS.contains(&tag) {
            return;
        }
        let mut parts = name.split('.');
        let Some(first) = parts.next() else { return };
        let scoping = self.flow.model.semantic.scoping();
        let own = scoping.get_binding(scoping.root_scope_id(), first.into());
        let of_own = own.map(|symbol| self.flow.symbol(symbol));
        let mut origins = of_own.unwrap_or_else(|| vec![Origin::variable(first)]);
        for part in parts {
            origins = origins.iter().flat_map(|object| self.flow.member_of(object, part)).collect();
        }
        self.add(span, &origins);
        self.handed_on(span, &origins);
    }
}
