//! Rewrites valid code that the guest's engine misreads or runs wrongly, mostly by parentheses.
//!
//! - It takes `super(…)` for the end of an expression, as in `return super(…).then(…)`.
//! - After `export default async` it expects a function declaration, and no arrow function or name.
//! - After `async(` it expects the parameters of an arrow function, and no call of a function `async`.
//! - It knows no import of the names `of` and `async` without `as`.
//! - It knows no default import of the name `async`, and does know `import { default as async }`.
//! - It knows no `null`, `true` or `false` as the name that another module exports, but does know it as a text.
//! - In a list of `let` or `const` it takes the end of a line for the end of the list, although a comma follows.
//! - An assignment to `length` that runs again sets the number, and keeps the elements of the array. Its cache of
//!   properties does not know that the property of arrays is special. `array["length"] = 0` does not use the cache.

mod lengths;
mod lists;

use std::collections::BTreeMap;

use oxc_ast::ast::{
    CallExpression, ExportDefaultDeclaration, ExportFromDeclaration, Expression, ExpressionStatement,
    ImportDeclaration, ImportDeclarationSpecifier, ModuleExportName, SimpleAssignmentTarget, Statement,
    VariableDeclaration,
};
use oxc_ast_visit::{Visit, walk};
use oxc_span::{GetSpan as _, Span};
use verdict_syntax::Parsed;

use crate::mocks::{Pieces, Position, Turned};

/// The rewritten text, and its position map; `None` if nothing is misread. `text` has the parsed nodes at the same
/// positions.
pub(crate) fn rewritten(parsed: &Parsed<'_>, text: &str) -> Option<(String, Vec<Position>)> {
    let words = ["super", "async", "length", "null as ", "true as ", "false as "];
    let is_free = !words.iter().any(|word| text.contains(word)) && !lists::may_be_in(text);
    if is_free && !imports_words(parsed) {
        return None;
    }
    let mut misread = Misread { text, edits: BTreeMap::new(), start: None };
    misread.visit_program(&parsed.program);
    if misread.edits.is_empty() {
        return None;
    }
    let mut pieces = Pieces::new(text);
    for ((start, end), text) in misread.edits {
        pieces.replace(start, end, text);
    }
    let Turned { text, positions } = pieces.finish();
    Some((text, positions))
}

/// Names that the engine does not know in an import without `as`.
const WORDS: [&str; 2] = ["of", "async"];

/// Whether a module imports one of these.
fn imports_words(parsed: &Parsed<'_>) -> bool {
    parsed.program.body.iter().any(|statement| match statement {
        Statement::ImportDeclaration(import) => import.specifiers.iter().flatten().any(|one| {
            matches!(one, ImportDeclarationSpecifier::ImportSpecifier(one)
                if WORDS.contains(&one.local.name.as_str()))
        }),
        _ => false,
    })
}

struct Misread<'a> {
    text: &'a str,
    /// What replaces each range.
    edits: BTreeMap<(u32, u32), String>,
    /// Start of the visited statement.
    start: Option<u32>,
}

impl Misread<'_> {
    fn wrap(&mut self, span: Span) {
        // A parenthesis at the start of a statement could continue the previous one.
        let open = if self.start == Some(span.start) { "0,(" } else { "(" };
        // The outer expression comes first, if another one starts at the same place.
        self.insert(span.start, open);
        self.insert(span.end, ")");
    }

    fn insert(&mut self, at: u32, text: &str) {
        self.edits.entry((at, at)).or_default().push_str(text);
    }

    /// Quotes the name that another module exports, if it is a literal.
    fn quote(&mut self, name: &ModuleExportName<'_>) {
        if let ModuleExportName::IdentifierName(name) = name
            && matches!(name.name.as_str(), "null" | "true" | "false")
        {
            self.insert(name.span.start, "\"");
            self.insert(name.span.end, "\"");
        }
    }

    fn is_continued(&self, span: Span) -> bool {
        let behind = self.text.get(span.end as usize..).unwrap_or_default().trim_start();
        behind.starts_with(['.', '[', '(', '`']) || behind.starts_with("?.")
    }
}

impl<'a> Visit<'a> for Misread<'_> {
    fn visit_expression_statement(&mut self, it: &ExpressionStatement<'a>) {
        self.start = Some(it.span.start);
        walk::walk_expression_statement(self, it);
    }

    fn visit_import_declaration(&mut self, it: &ImportDeclaration<'a>) {
        for specifier in it.specifiers.iter().flatten() {
            if let ImportDeclarationSpecifier::ImportSpecifier(specifier) = specifier {
                self.quote(&specifier.imported);
                let (span, name) = (specifier.local.span, specifier.local.name.as_str());
                if WORDS.contains(&name) && specifier.imported.span() == span {
                    self.insert(span.start, &format!("\"{name}\" as "));
                }
            }
        }
        let specifiers = it.specifiers.iter().flatten();
        let mut defaults = specifiers.filter_map(|specifier| match specifier {
            ImportDeclarationSpecifier::ImportDefaultSpecifier(default) => Some(default.span),
            _ => None,
        });
        let Some(span) = defaults.next().filter(|span| span.source_text(self.text) == "async") else {
            return;
        };
        let behind = self.text.get(span.end as usize..).unwrap_or_default();
        let Some(others) = behind.trim_start().strip_prefix(',') else {
            self.insert(span.start, "{ default as ");
            return self.insert(span.end, " }");
        };
        // Other names follow in braces. Names of a namespace have no place in them.
        if others.trim_start().starts_with('{') {
            let brace = self.text.len() - others.trim_start().len();
            let brace = u32::try_from(brace).unwrap_or(u32::MAX);
            self.insert(span.start, "{ default as ");
            self.edits.insert((brace, brace + 1), String::new());
        }
    }

    fn visit_export_from_declaration(&mut self, it: &ExportFromDeclaration<'a>) {
        it.specifiers.iter().for_each(|specifier| self.quote(&specifier.local));
    }

    fn visit_export_default_declaration(&mut self, it: &ExportDefaultDeclaration<'a>) {
        if let Some(expression) = it.declaration.as_expression() {
            let span = expression.span();
            let starts = self.text.get(span.start as usize..).is_some_and(|text| text.starts_with("async"));
            if starts {
                self.wrap(span);
            }
        }
        walk::walk_export_default_declaration(self, it);
    }

    fn visit_variable_declaration(&mut self, it: &VariableDeclaration<'a>) {
        for (end, comma) in lists::commas(it, self.text) {
            self.insert(end, ",");
            self.edits.insert((comma, comma + 1), " ".to_owned());
        }
        walk::walk_variable_declaration(self, it);
    }

    fn visit_simple_assignment_target(&mut self, it: &SimpleAssignmentTarget<'a>) {
        if let SimpleAssignmentTarget::StaticMemberExpression(member) = it
            && let Some((dot, name)) = lengths::of(member, self.text)
        {
            self.edits.insert((dot, dot + 1), String::new());
            self.edits.insert((name.start, name.end), "[\"length\"]".to_owned());
        }
        walk::walk_simple_assignment_target(self, it);
    }

    fn visit_call_expression(&mut self, it: &CallExpression<'a>) {
        match &it.callee {
            Expression::Super(_) if self.is_continued(it.span) => self.wrap(it.span),
            Expression::Identifier(callee) if callee.name == "async" => self.wrap(callee.span),
            _ => {}
        }
        walk::walk_call_expression(self, it);
    }
}
