//! The references of a source file, read from its syntax tree.

use oxc_allocator::Allocator;
use oxc_ast::ast::{Argument, CallExpression, Expression, ImportExpression, NewExpression, Program};
use oxc_ast_visit::{Visit, walk};
use oxc_semantic::SemanticBuilder;
use verdict_vfs::{ImportGlob, Snapshot, VfsPath};

/// Free names that only a test runner defines.
const TEST_GLOBALS: [&str; 10] =
    ["afterAll", "afterEach", "beforeAll", "beforeEach", "describe", "expect", "it", "jest", "test", "vi"];

/// Modules of test runners, or used only in tests.
const TEST_MODULES: [&str; 7] =
    ["vitest", "@jest/globals", "node:test", "bun:test", "chai", "@testing-library", "@vitest"];

/// Imports and test functions that a source file refers to.
#[derive(Debug, Clone, Default)]
pub(crate) struct References {
    /// Literal specifiers of imports, re-exports, `import()`, `require` and `new URL(…, import.meta.url)`.
    pub(crate) specifiers: Vec<String>,
    /// Whether it uses the API of a test runner, by an import or a free name.
    pub(crate) uses_test_api: bool,
    /// Calls of `import.meta.glob`.
    pub(crate) globs: Vec<ImportGlob>,
}

/// Whether a specifier is a module of a test runner.
pub(crate) fn is_test_module(specifier: &str) -> bool {
    TEST_MODULES.iter().any(|module| {
        specifier.strip_prefix(module).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    })
}

/// Reads a file. One that does not parse refers to nothing.
pub(crate) fn references(path: &str, source: &str) -> References {
    let allocator = Allocator::default();
    let Ok(parsed) = verdict_syntax::parse(&allocator, path, source) else { return References::default() };
    let mut found = Found::default();
    for (specifier, requests) in &parsed.module_record.requested_modules {
        if requests.iter().any(|request| !request.is_type) {
            found.add(specifier);
        }
    }
    found.0.sort_unstable();
    found.visit_program(&parsed.program);
    let by_import = found.0.iter().any(|specifier| is_test_module(specifier));
    let uses_test_api = by_import || (may_name_test_api(source) && names_test_api(&parsed.program));
    // A file with a faulty call does not run.
    let globs = verdict_syntax::import_globs(&parsed.program).unwrap_or_default();
    let globs = globs.into_iter().map(|call| ImportGlob {
        patterns: call.patterns,
        base: call.options.base,
        exhaustive: call.options.exhaustive,
        case_sensitive: call.options.case_sensitive,
    });
    References { uses_test_api, specifiers: found.0, globs: globs.collect() }
}

/// The files that calls of `import.meta.glob` in a file find.
#[must_use]
pub fn globbed(snapshot: &Snapshot, path: &VfsPath, source: &str) -> Vec<VfsPath> {
    // Parsing every file is expensive.
    if !verdict_syntax::may_import_globs(source) {
        return Vec::new();
    }
    let globs = references(path.as_str(), source).globs.into_iter();
    globs.flat_map(|glob| snapshot.import_glob(path, &glob).unwrap_or_default().files).collect()
}

/// Whether a free name of a program is one that only a test runner defines.
fn names_test_api(program: &Program<'_>) -> bool {
    let semantic = SemanticBuilder::new().build(program).semantic;
    let free = semantic.scoping().root_unresolved_references();
    TEST_GLOBALS.iter().any(|name| free.keys().any(|free| free.as_str() == *name))
}

/// Whether a text has a word that only a test runner defines, or an escape that may write one.
fn may_name_test_api(source: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$');
    source.contains("\\u") || source.split(|c| !is_part(c)).any(|word| TEST_GLOBALS.contains(&word))
}

#[derive(Default)]
struct Found(Vec<String>);

impl Found {
    fn add(&mut self, specifier: &str) {
        if !self.0.iter().any(|known| known == specifier) {
            self.0.push(specifier.to_owned());
        }
    }

    fn literal(&mut self, expression: &Expression<'_>) {
        match expression {
            Expression::StringLiteral(text) => self.add(&text.value),
            Expression::TemplateLiteral(template) if template.expressions.is_empty() => {
                if let Some(text) = template.quasis.first().and_then(|quasi| quasi.value.cooked.as_ref()) {
                    self.add(text);
                }
            }
            _ => {}
        }
    }
}

impl<'a> Visit<'a> for Found {
    fn visit_import_expression(&mut self, it: &ImportExpression<'a>) {
        self.literal(&it.source);
        walk::walk_import_expression(self, it);
    }

    fn visit_call_expression(&mut self, it: &CallExpression<'a>) {
        let is_require = matches!(&it.callee, Expression::Identifier(name) if name.name == "require");
        if let Some(argument) = it.arguments.first().and_then(Argument::as_expression).filter(|_| is_require)
        {
            self.literal(argument);
        }
        walk::walk_call_expression(self, it);
    }

    fn visit_new_expression(&mut self, it: &NewExpression<'a>) {
        let is_url = matches!(&it.callee, Expression::Identifier(name) if name.name == "URL");
        if let (true, Some(first)) = (is_url && it.arguments.len() == 2, it.arguments.first()) {
            first.as_expression().into_iter().for_each(|first| self.literal(first));
        }
        walk::walk_new_expression(self, it);
    }
}
