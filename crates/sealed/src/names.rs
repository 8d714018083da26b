//! Names of tests that a file can have, where its source says all of them.
//!
//! A guest that forges its events cannot give a test a name that stands nowhere. Most files write the names of their tests
//! out; where one does not, or where something else might declare tests, nothing is known and nothing is held against it.

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
use verdict_vfs::{Snapshot, VfsPath};

use crate::graph::{Shared, Target};

/// Functions that declare tests.
const TESTS: [&str; 6] = ["it", "test", "bench", "xit", "xtest", "fit"];
/// Functions that declare suites.
const SUITES: [&str; 4] = ["describe", "suite", "xdescribe", "fdescribe"];
/// What may stand between one of them and its name.
const MODIFIERS: [&str; 7] = ["skip", "only", "todo", "fails", "failing", "concurrent", "sequential"];
/// The same, called with a condition.
const CONDITIONS: [&str; 2] = ["skipIf", "runIf"];
/// Modules that these come from.
const OWN: [&str; 2] = ["vitest", "@jest/globals"];
/// Names by which code reaches what stands nowhere.
const OPEN: [&str; 8] =
    ["eval", "Function", "globalThis", "self", "window", "global", "require", "__vitest_runner__"];

/// Names that a file declares.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Declared {
    tests: BTreeSet<String>,
    suites: BTreeSet<String>,
}

impl Declared {
    /// The first name of a path (suites, then the test) that is not declared.
    #[must_use]
    pub fn unknown<'a>(&self, path: &'a [String]) -> Option<&'a String> {
        let (test, suites) = path.split_last()?;
        let suite = suites.iter().find(|name| !self.suites.contains(*name));
        suite.or_else(|| Some(test).filter(|name| !self.tests.contains(*name)))
    }
}

/// What the text of a file says of tests.
#[derive(Debug, Clone, Default)]
pub(crate) enum DeclaredTests {
    /// Nothing is known: it was not looked at.
    #[default]
    Unknown,
    /// No name of a function that declares stands there.
    Nothing,
    /// Such names stand there.
    Names {
        /// Whether one is used as it is called by itself.
        uses: bool,
        /// What they declare, where that is all that there is.
        declared: Option<Rc<Declared>>,
    },
}

impl DeclaredTests {
    /// What a file says that has parsed.
    pub(crate) fn of(parsed: &Parsed<'_>) -> DeclaredTests {
        if !mentions(parsed.lines.source()) {
            return DeclaredTests::Nothing;
        }
        let look = Look::at(&parsed.program);
        DeclaredTests::Names { uses: look.plain > 0, declared: look.declared().map(Rc::new) }
    }

    /// Bytes that it takes, about.
    pub(crate) fn bytes(&self) -> usize {
        let DeclaredTests::Names { declared: Some(declared), .. } = self else { return 0 };
        declared.tests.iter().chain(&declared.suites).map(|name| size_of::<String>() + name.len()).sum()
    }
}

/// A module that a test file loads, as far as tests may be declared in it.
#[derive(Debug, Clone, PartialEq)]
pub struct Loaded(Rc<Shared>);

impl Loaded {
    /// A module.
    #[must_use]
    pub fn of(module: &Rc<Shared>) -> Loaded {
        Loaded(Rc::clone(module))
    }

    /// Whether tests might be declared in it, where it is no test file.
    fn may_declare(&self, snapshot: &Snapshot) -> bool {
        self.0.declares(|| self.looks_so(snapshot))
    }

    fn looks_so(&self, snapshot: &Snapshot) -> bool {
        let Loaded(module) = self;
        let own = |target: &Target| matches!(target, Target::Id(id) if OWN.contains(&id.as_str()));
        if module.deps.iter().chain(&module.requires).any(|(_, target)| own(target)) {
            return true;
        }
        match module.said() {
            DeclaredTests::Nothing => return false,
            DeclaredTests::Names { uses, .. } => return *uses,
            DeclaredTests::Unknown => {}
        }
        let text = VfsPath::parse(&module.id).ok().and_then(|path| snapshot.get(&path)?.text());
        let Some(text) = text.filter(|text| mentions(text)) else { return false };
        let allocator = Allocator::default();
        let Ok(parsed) = parse(&allocator, &module.id, text) else { return false };
        Look::at(&parsed.program).plain > 0
    }

    /// What the module itself declares, which is looked for once.
    fn names(&self, snapshot: &Snapshot) -> Option<Rc<Declared>> {
        let Loaded(module) = self;
        match module.said() {
            DeclaredTests::Names { declared, .. } => declared.clone(),
            _ => module.names(|| {
                let path = VfsPath::parse(&module.id).ok()?;
                of_source(path.as_str(), snapshot.get(&path)?.text()?)
            }),
        }
    }
}

/// What a test file declares that loads these modules; `None` where its source does not say all of it.
#[must_use]
pub fn declared(file: &VfsPath, modules: &[Loaded], snapshot: &Snapshot) -> Option<Rc<Declared>> {
    let is_own = |Loaded(module): &&Loaded| module.id == file.as_str();
    if modules.iter().any(|module| !is_own(&module) && module.may_declare(snapshot)) {
        return None;
    }
    match modules.iter().find(is_own) {
        Some(own) => own.names(snapshot),
        None => of_source(file.as_str(), snapshot.get(file)?.text()?),
    }
}

/// The names that stand in a text; `None` where others may be declared.
fn of_source(path: &str, source: &str) -> Option<Rc<Declared>> {
    let allocator = Allocator::default();
    let parsed = parse(&allocator, path, source).ok()?;
    Look::at(&parsed.program).declared().map(Rc::new)
}

/// Whether the name of a function that declares stands in a text, before what could be its call. Cheap: most do not.
fn mentions(text: &str) -> bool {
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

/// A walk of a module for what declares tests.
#[derive(Default)]
struct Look {
    imports: bool,
    /// Local names of imports that declare under another name: local, then imported.
    aliases: Vec<(String, String)>,
    declared: Declared,
    /// Whether names may be declared that do not stand there.
    open: bool,
    /// Names of functions that declare, and calls of them.
    uses: usize,
    calls: usize,
    /// Names of functions that declare, whatever is imported under them.
    plain: usize,
}

impl Look {
    /// Walks a program.
    fn at(program: &Program<'_>) -> Look {
        // Imports stand anywhere: their names are known before they are used.
        let mut look = Look { imports: true, ..Look::default() };
        look.visit_program(program);
        look.imports = false;
        look.visit_program(program);
        look
    }

    /// What is declared, where that is all that there is.
    fn declared(self) -> Option<Declared> {
        (!self.open && self.uses == self.calls).then_some(self.declared)
    }

    /// What a local name is called where it comes from, if that declares.
    fn api(&self, local: &str) -> Option<&str> {
        let alias = self.aliases.iter().find(|(alias, _)| alias == local).map(|(_, name)| name.as_str());
        let known = |name: &&str| *name == alias.unwrap_or(local);
        TESTS.iter().chain(&SUITES).copied().find(|name| known(name))
    }

    /// The function that a callee such as `it.skip` or `it.skipIf(x)` comes to.
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
        if !self.imports || !OWN.contains(&it.source.value.as_str()) {
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
            Expression::StringLiteral(text) => OWN.contains(&text.value.as_str()),
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
        self.open |= OPEN.contains(&name);
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
