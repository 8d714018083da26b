//! Scans a module for everything relevant to mocks: imports, their uses, and calls to hoist.

use std::collections::{BTreeMap, HashSet};

use oxc_ast::ast::{
    Argument, CallExpression, Expression, IdentifierReference, ImportDeclarationSpecifier, ModuleExportName,
    Program, Statement,
};
use oxc_ast_visit::Visit as _;
use oxc_semantic::{Scoping, SemanticBuilder};
use oxc_span::{GetSpan as _, Span};
use oxc_syntax::symbol::SymbolId;
use verdict_protocol::Diagnostic;
use verdict_syntax::{Parsed, syntax_error};
use verdict_vfs::TEST_API_MODULES;

use super::visit::named_by;
use super::{JestMocks, Mocked};

/// The part of an import that a local name refers to.
#[derive(Debug, Clone)]
pub(crate) enum Taken<'a> {
    Namespace,
    /// The exported name, which may be `default`.
    Name(&'a str),
}

/// An import declaration.
#[derive(Debug)]
pub(crate) struct Import<'a> {
    pub(crate) index: usize,
    pub(crate) span: Span,
    pub(crate) specifier: &'a str,
    /// The specifier with its quotes.
    pub(crate) quoted: &'a str,
    /// Whether it binds any names.
    pub(crate) binds: bool,
    has_namespace: bool,
}

/// An `import()`.
#[derive(Debug)]
pub(crate) struct Dynamic<'a> {
    pub(crate) span: Span,
    /// The argument.
    pub(crate) source: Span,
    pub(crate) specifier: Option<&'a str>,
    /// Whether it is `import.source()` or `import.defer()`.
    pub(crate) has_phase: bool,
}

/// A use of an imported name.
#[derive(Debug)]
pub(crate) struct Use<'a> {
    pub(crate) import: usize,
    pub(crate) taken: Taken<'a>,
    pub(crate) span: Span,
    /// The property name, if the use is a shorthand property.
    pub(crate) shorthand: Option<&'a str>,
    /// Whether and how the name is called.
    pub(crate) called: Called,
    /// Whether a statement in a list starts with it.
    pub(crate) begins: bool,
}

/// How a name is called or used as a template tag.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Called {
    No,
    /// Directly, by the text after it.
    Direct,
    /// Through parentheses around it, or by `?.`.
    Around,
}

/// A literal specifier that is passed to a function.
#[derive(Debug)]
pub(crate) struct Named<'a> {
    pub(crate) specifier: &'a str,
    /// The literal with its quotes.
    pub(crate) span: Span,
    pub(crate) by: By,
}

/// The function that receives the specifier.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum By {
    /// `require`, or the equivalent of a mocking library.
    Require,
    /// `importActual` and similar functions, which import.
    Import,
    /// A function that mocks or unmocks a module.
    Mock,
}

/// An export of an imported name.
#[derive(Debug)]
pub(crate) struct Export<'a> {
    pub(crate) import: usize,
    pub(crate) taken: Taken<'a>,
    /// The exported name as written.
    pub(crate) exported: &'a str,
}

/// A list of exports, local or from another module.
#[derive(Debug)]
pub(crate) struct ExportList<'a> {
    pub(crate) span: Span,
    /// The specifier of the other module, without and with quotes.
    pub(crate) from: Option<(&'a str, &'a str)>,
    /// Imported names in the list, and the text of each export specifier.
    pub(crate) specifiers: Vec<(Option<Export<'a>>, &'a str)>,
    /// Names taken from another module, with their exported names.
    pub(crate) names: Vec<(&'a str, &'a str)>,
}

impl ExportList<'_> {
    /// Whether the other module lacks one of the names, and is no mock that might have it.
    pub(super) fn lacks_name(&self, mocked: Mocked<'_>) -> bool {
        self.from.is_some_and(|(specifier, _)| {
            !(mocked.is_replaced)(specifier)
                && self.names.iter().any(|(name, _)| (mocked.lacks)(specifier, name))
        })
    }
}

/// A call to hoist, with its whole statement.
#[derive(Debug)]
pub(crate) struct Hoisted<'a> {
    pub(crate) span: Span,
    /// Whether it is part of an expression, which stays in place.
    pub(crate) is_part: bool,
    call: Span,
    name: String,
    is_exported: bool,
    text: &'a str,
}

/// The parts of a module that are relevant to mocks.
pub(crate) struct Scan<'a> {
    pub(super) source: &'a str,
    scoping: Scoping,
    /// Which calls of `jest` move.
    jest_mocks: JestMocks,
    pub(crate) locals: BTreeMap<SymbolId, (usize, Taken<'a>)>,
    utilities: Vec<SymbolId>,
    pub(crate) imports: Vec<Import<'a>>,
    pub(crate) dynamic: Vec<Dynamic<'a>>,
    pub(crate) uses: Vec<Use<'a>>,
    pub(crate) hoisted: Vec<Hoisted<'a>>,
    pub(crate) exports: Vec<ExportList<'a>>,
    /// Literal specifiers in calls of `require` and of `vi`.
    pub(crate) named: Vec<Named<'a>>,
    /// Occurrences of `import.meta`.
    pub(crate) metas: Vec<Span>,
    /// Positions of `<` before `!--`.
    pub(crate) before_comments: Vec<u32>,
    /// Whether there is a top-level `await`.
    pub(crate) awaits: bool,
    /// First arguments of mocking calls that are `import()`: the whole expression, and its specifier.
    pub(crate) paths: Vec<(Span, Span)>,
    /// Whether `doMock` or a similar function is called.
    pub(super) calls_later: bool,
    /// Whether `resetModules` is called.
    pub(crate) resets: bool,
    pub(super) spied: Vec<SymbolId>,
    pub(super) exporting: bool,
    pub(super) shorthand: Option<(&'a str, Span)>,
    pub(super) callee: Option<(Span, Called)>,
    /// Starts of statements that follow others. Only membership is queried.
    pub(super) begins: HashSet<u32>,
    pub(super) functions: usize,
    /// Starts of calls to hoist.
    calls: HashSet<u32>,
    /// Starts of `import()` expressions that a mocking call has in place of a path.
    pub(super) path_imports: HashSet<u32>,
}

impl<'a> Scan<'a> {
    /// Scans a module without checking for errors.
    pub(crate) fn of(program: &Program<'a>, source: &'a str, jest_mocks: JestMocks) -> Scan<'a> {
        let scoping = SemanticBuilder::new().build(program).semantic.into_scoping();
        Scan::with(program, source, scoping, jest_mocks)
    }

    /// Scans a module, and finds the first error that the parser alone does not detect: duplicate or missing
    /// declarations. Inside a function these would be no errors, or have no location.
    pub(crate) fn checked(
        program: &Program<'a>,
        source: &'a str,
        jest_mocks: JestMocks,
    ) -> Result<Scan<'a>, (Span, String)> {
        let built = SemanticBuilder::new_compiler().build(program);
        if let Some(error) = built.diagnostics.errors().next() {
            let span = error.labels.first().map_or(Span::new(0, 0), oxc_span::LabeledSpan::span);
            return Err((span, error.message.to_string()));
        }
        Ok(Scan::with(program, source, built.semantic.into_scoping(), jest_mocks))
    }

    fn with(program: &Program<'a>, source: &'a str, scoping: Scoping, jest_mocks: JestMocks) -> Scan<'a> {
        let mut scan = Scan {
            source,
            scoping,
            jest_mocks,
            locals: BTreeMap::new(),
            utilities: Vec::new(),
            imports: Vec::new(),
            dynamic: Vec::new(),
            uses: Vec::new(),
            hoisted: Vec::new(),
            exports: Vec::new(),
            named: Vec::new(),
            metas: Vec::new(),
            before_comments: Vec::new(),
            awaits: false,
            paths: Vec::new(),
            calls_later: false,
            resets: false,
            spied: Vec::new(),
            exporting: false,
            shorthand: None,
            callee: None,
            begins: HashSet::new(),
            functions: 0,
            calls: HashSet::new(),
            path_imports: HashSet::new(),
        };
        scan.read_imports(program);
        scan.visit_program(program);
        scan
    }

    fn read_imports(&mut self, program: &Program<'a>) {
        for statement in &program.body {
            let Statement::ImportDeclaration(import) = statement else { continue };
            let (index, specifier) = (self.imports.len(), import.source.value.as_str());
            let own = TEST_API_MODULES.contains(&specifier);
            let specifiers = import.specifiers.as_ref().map_or(&[][..], |list| list.as_slice());
            let mut has_namespace = false;
            for one in specifiers {
                let (local, taken) = match one {
                    ImportDeclarationSpecifier::ImportSpecifier(one) => {
                        (&one.local, Taken::Name(self.name(&one.imported)))
                    }
                    ImportDeclarationSpecifier::ImportDefaultSpecifier(one) => {
                        (&one.local, Taken::Name("default"))
                    }
                    ImportDeclarationSpecifier::ImportNamespaceSpecifier(one) => {
                        has_namespace = true;
                        (&one.local, Taken::Namespace)
                    }
                };
                let symbol = local.symbol_id();
                if own && matches!(taken, Taken::Name("vi" | "vitest" | "jest")) {
                    self.utilities.push(symbol);
                }
                self.locals.insert(symbol, (index, taken));
            }
            self.imports.push(Import {
                index,
                span: import.span,
                specifier,
                quoted: self.text(import.source.span),
                binds: !specifiers.is_empty(),
                has_namespace,
            });
        }
    }

    pub(super) fn text(&self, span: Span) -> &'a str {
        &self.source[span.start as usize..span.end as usize]
    }

    /// An exported name; a string name without its quotes.
    pub(super) fn name(&self, name: &ModuleExportName<'a>) -> &'a str {
        match name {
            ModuleExportName::IdentifierName(name) => name.name.as_str(),
            ModuleExportName::IdentifierReference(name) => name.name.as_str(),
            ModuleExportName::StringLiteral(name) => name.value.as_str(),
        }
    }

    /// Whether a module lacks one of the names that are imported from it.
    pub(super) fn lacks_name(&self, import: &Import<'a>, mocked: Mocked<'_>) -> bool {
        self.locals.values().any(|(index, taken)| match taken {
            Taken::Name(name) => *index == import.index && (mocked.lacks)(import.specifier, name),
            Taken::Namespace => false,
        })
    }

    /// Whether the file contains calls that affect its imports.
    pub(crate) fn calls_hoisted(&self) -> bool {
        !self.hoisted.is_empty() || self.calls_later
    }

    /// Modules whose namespace may be spied on.
    pub(crate) fn spied(&self) -> impl Iterator<Item = &'a str> {
        let imported = self.imports.iter().filter(|import| {
            import.has_namespace
                && self
                    .spied
                    .iter()
                    .any(|symbol| self.locals.get(symbol).is_some_and(|(index, _)| *index == import.index))
        });
        imported
            .map(|import| import.specifier)
            .chain(self.dynamic.iter().filter_map(|import| import.specifier))
    }

    pub(crate) fn symbol(&self, identifier: &IdentifierReference<'a>) -> Option<SymbolId> {
        self.scoping.get_reference(identifier.reference_id()).symbol_id()
    }

    /// The called object and method, if the call is one of `vi`, or of what such a call returned.
    pub(super) fn utility<'b>(&self, call: &'b CallExpression<'a>) -> Option<(&'a str, &'b str)> {
        let Expression::StaticMemberExpression(member) = &call.callee else { return None };
        let method = member.property.name.as_str();
        let object = match &member.object {
            Expression::Identifier(object) => object,
            Expression::CallExpression(before) if named_by(method).is_some() => {
                let (object, before) = self.utility(before)?;
                return named_by(before).map(|_| (object, method));
            }
            _ => return None,
        };
        let ours = match self.symbol(object) {
            Some(symbol) => self.utilities.contains(&symbol),
            None => match object.name.as_str() {
                "jest" => self.jest_mocks != JestMocks::Stay,
                name => matches!(name, "vi" | "vitest"),
            },
        };
        ours.then(|| (object.name.as_str(), method))
    }

    pub(super) fn hoistable(&self, expression: &Expression<'a>) -> Option<(Span, String, bool)> {
        let call = match expression {
            Expression::CallExpression(call) => call,
            Expression::AwaitExpression(awaited) => match &awaited.argument {
                Expression::CallExpression(call) => call,
                _ => return None,
            },
            _ => return None,
        };
        let (object, method) = self.utility(call)?;
        matches!(method, "mock" | "unmock" | "hoisted").then(|| {
            let argument = call.arguments.first().map_or("", |argument| match argument {
                Argument::StringLiteral(_) | Argument::ImportExpression(_) => self.text(argument.span()),
                _ => "",
            });
            (call.span, format!("{object}.{method}({argument})"), method == "hoisted")
        })
    }

    pub(super) fn hoist(&mut self, span: Span, is_part: bool, call: Span, name: String) {
        if self.jest_mocks == JestMocks::MoveOutsideFunctions && self.functions > 0 {
            self.calls_later = true;
            return;
        }
        if !self.calls.insert(call.start) {
            return;
        }
        let text = self.text(call);
        self.hoisted.push(Hoisted { span, is_part, call, name, is_exported: self.exporting, text });
    }

    /// For each call to hoist, the outermost such call that contains it.
    fn outer(&self) -> Vec<Option<usize>> {
        let mut order: Vec<usize> = (0..self.hoisted.len()).collect();
        order.sort_by_key(|index| {
            let span = self.hoisted[*index].span;
            (span.start, std::cmp::Reverse(span.end))
        });
        let mut outer = vec![None; order.len()];
        let mut open: Option<usize> = None;
        for index in order {
            match open.filter(|open| self.hoisted[index].span.end <= self.hoisted[*open].span.end) {
                Some(open) => outer[index] = Some(open),
                None => open = Some(index),
            }
        }
        outer
    }

    /// Checks that all calls can be hoisted.
    pub(crate) fn check(&self, parsed: &Parsed<'_>) -> Result<(), Diagnostic> {
        for (one, outer) in self.hoisted.iter().zip(self.outer()) {
            if one.is_exported {
                let message = if one.name.contains(".hoisted(") {
                    "Cannot export hoisted variable. You can control hoisting behavior by placing the import from \
                     this file first."
                        .to_owned()
                } else {
                    let method = one.name.split('(').next().unwrap_or_default();
                    format!(
                        "Cannot export the result of \"{method}\". Remove export declaration because \"{method}\" \
                         doesn't return anything."
                    )
                };
                return Err(syntax_error(parsed.location(one.span), message));
            }
            let outer = outer.and_then(|outer| self.hoisted.get(outer));
            if let Some(outer) = outer {
                let message = format!(
                    "Cannot call {} inside {}: both methods are hoisted to the top of the file and not actually \
                     called inside each other.",
                    one.name, outer.name
                );
                return Err(syntax_error(parsed.location(one.call), message));
            }
            debug_assert!(!one.text.is_empty());
        }
        Ok(())
    }
}
