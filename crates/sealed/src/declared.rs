//! The names of the tests that a source text declares, if the text determines them.

use std::collections::BTreeSet;
use std::rc::Rc;

use oxc_allocator::Allocator;
use oxc_ast::ast::{
    Argument, CallExpression, Expression, IdentifierReference, ImportDeclaration, ImportDeclarationSpecifier,
    ImportExpression, Program,
};
use oxc_ast_visit::{Visit, walk};
use verdict_judge::bound;
use verdict_syntax::{Parsed, parse};
use verdict_vfs::TEST_API_MODULES;

/// Functions that declare tests.
const TESTS: [&str; 6] = ["it", "test", "bench", "xit", "xtest", "fit"];
/// Functions that declare suites.
const SUITES: [&str; 4] = ["describe", "suite", "xdescribe", "fdescribe"];
/// Modifiers that may stand between such a function and its call.
const MODIFIERS: [&str; 7] = ["skip", "only", "todo", "fails", "failing", "concurrent", "sequential"];
/// Modifiers that are called with a condition first.
const CONDITIONS: [&str; 2] = ["skipIf", "runIf"];
/// Names through which code can declare tests that its source does not spell out.
const DYNAMIC: [&str; 8] =
    ["eval", "Function", "globalThis", "self", "window", "global", "require", "__vitest_runner__"];

/// The names of suites and tests that a file declares.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Declared {
    tests: BTreeSet<String>,
    suites: BTreeSet<String>,
}

impl Declared {
    /// The first name of a path (suites, then the test) that the file does not declare.
    #[must_use]
    pub fn unknown<'a>(&self, path: &'a [String]) -> Option<&'a String> {
        let (test, suites) = path.split_last()?;
        let suite = suites.iter().find(|name| !self.suites.contains(*name));
        suite.or_else(|| Some(test).filter(|name| !self.tests.contains(*name)))
    }
}

/// The tests that a file's text declares.
#[derive(Debug, Clone, Default)]
pub(crate) enum DeclaredTests {
    /// Unknown: the text was not examined.
    #[default]
    Unknown,
    /// The text contains no name of a declaring function.
    Nothing,
    /// The text contains names of declaring functions.
    Names {
        /// Whether an identifier is spelled like such a function.
        uses: bool,
        /// The declared names, if the text determines all of them.
        declared: Option<Rc<Declared>>,
    },
}

impl DeclaredTests {
    /// Examines a parsed file.
    pub(crate) fn of(parsed: &Parsed<'_>) -> DeclaredTests {
        if !mentions(parsed.lines.source()) {
            return DeclaredTests::Nothing;
        }
        let look = Look::at(&parsed.program);
        DeclaredTests::Names { uses: look.plain > 0, declared: look.declared().map(Rc::new) }
    }

    /// Approximate size in memory, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        let DeclaredTests::Names { declared: Some(declared), .. } = self else { return 0 };
        declared.tests.iter().chain(&declared.suites).map(|name| size_of::<String>() + name.len()).sum()
    }
}

/// The names that a source text declares; `None` if it may declare others.
pub(crate) fn of_source(path: &str, source: &str) -> Option<Rc<Declared>> {
    let allocator = Allocator::default();
    let parsed = parse(&allocator, path, source).ok()?;
    Look::at(&parsed.program).declared().map(Rc::new)
}

/// Whether a text contains the name of a declaring function before a possible call. This check is cheap, and
/// most texts contain none.
pub(crate) fn mentions(text: &str) -> bool {
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$');
    let mut rest = text.as_bytes();
    let mut is_member = false;
    while let Some(first) = rest.first() {
        let end = rest.iter().position(|byte| !is_name(*byte)).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        let is_known = !is_member
            && (2..=9).contains(&end)
            && TESTS.iter().chain(&SUITES).any(|name| name.as_bytes() == word);
        if is_known {
            let next = after.iter().find(|byte| !byte.is_ascii_whitespace());
            if matches!(next, Some(b'(' | b'.' | b'[' | b'`' | b',' | b')' | b';')) {
                return true;
            }
        }
        (rest, is_member) = if end == 0 { (&rest[1..], *first == b'.') } else { (after, false) };
    }
    false
}

/// A visitor that looks for declarations of tests.
#[derive(Default)]
pub(crate) struct Look {
    imports: bool,
    /// Imports that rename a declaring function: local name, then imported name.
    aliases: Vec<(String, String)>,
    declared: Declared,
    /// Whether tests may be declared under names that the source does not contain.
    open: bool,
    /// The number of references to declaring functions, calls included.
    uses: usize,
    calls: usize,
    /// The number of identifiers spelled like a declaring function, whatever they are bound to.
    pub(crate) plain: usize,
}

impl Look {
    /// Visits a program.
    pub(crate) fn at(program: &Program<'_>) -> Look {
        // Imports may follow their uses, so they are collected first.
        let mut look = Look { imports: true, ..Look::default() };
        look.visit_program(program);
        look.imports = false;
        look.visit_program(program);
        look
    }

    /// The declared names, if they are all that the program can declare.
    fn declared(self) -> Option<Declared> {
        (!self.open && self.uses == self.calls).then_some(self.declared)
    }

    /// The exported name of a local binding, if it is a declaring function.
    fn api(&self, local: &str) -> Option<&str> {
        let alias = self.aliases.iter().find(|(alias, _)| alias == local).map(|(_, name)| name.as_str());
        let known = |name: &&str| *name == alias.unwrap_or(local);
        TESTS.iter().chain(&SUITES).copied().find(|name| known(name))
    }

    /// The function at the root of a callee such as `it.skip` or `it.skipIf(x)`.
    fn root<'b>(&'b self, callee: &Expression<'_>) -> Option<&'b str> {
        let mut at = callee;
        loop {
            at = match at {
                Expression::Identifier(name) => return self.api(name.name.as_str()),
                Expression::StaticMemberExpression(member)
                    if MODIFIERS.contains(&member.property.name.as_str()) =>
                {
                    &member.object
                }
                Expression::CallExpression(call) => match &call.callee {
                    Expression::StaticMemberExpression(member)
                        if CONDITIONS.contains(&member.property.name.as_str()) =>
                    {
                        &member.object
                    }
                    _ => return None,
                },
                _ => return None,
            };
        }
    }
}

impl<'a> Visit<'a> for Look {
    fn visit_import_declaration(&mut self, it: &ImportDeclaration<'a>) {
        if !self.imports || !TEST_API_MODULES.contains(&it.source.value.as_str()) {
            return;
        }
        for specifier in it.specifiers.iter().flatten() {
            match specifier {
                ImportDeclarationSpecifier::ImportSpecifier(one) => {
                    let (local, name) = (one.local.name.as_str(), one.imported.name());
                    self.aliases.push((local.to_owned(), name.to_string()));
                }
                _ => self.open = true,
            }
        }
    }

    fn visit_import_expression(&mut self, it: &ImportExpression<'a>) {
        let own = |source: &Expression<'_>| match source {
            Expression::StringLiteral(text) => TEST_API_MODULES.contains(&text.value.as_str()),
            _ => true,
        };
        self.open |= own(&it.source);
        walk::walk_import_expression(self, it);
    }

    fn visit_identifier_reference(&mut self, it: &IdentifierReference<'a>) {
        if self.imports {
            return;
        }
        let name = it.name.as_str();
        self.uses += usize::from(self.api(name).is_some());
        self.plain += usize::from(TESTS.iter().chain(&SUITES).any(|known| *known == name));
        self.open |= DYNAMIC.contains(&name);
    }

    fn visit_call_expression(&mut self, it: &CallExpression<'a>) {
        let root = self.root(&it.callee).filter(|_| !self.imports);
        if let Some(is_suite) = root.map(|root| SUITES.contains(&root)) {
            self.calls += 1;
            let name = match it.arguments.first() {
                Some(Argument::StringLiteral(text)) if !text.lone_surrogates => Some(text.value.to_string()),
                Some(Argument::TemplateLiteral(text))
                    if text.quasis.iter().all(|one| !one.lone_surrogates) =>
                {
                    text.single_quasi().map(|text| text.to_string())
                }
                _ => None,
            };
            match name {
                Some(name) if is_suite => drop(self.declared.suites.insert(bound(name))),
                Some(name) => drop(self.declared.tests.insert(bound(name))),
                None => self.open = true,
            }
        }
        walk::walk_call_expression(self, it);
    }
}
