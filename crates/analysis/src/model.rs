//! A file, parsed and analysed once.

use std::cell::OnceCell;

use oxc_allocator::Allocator;
use oxc_ast::AstKind;
use oxc_ast::ast::IdentifierReference;
use oxc_semantic::{Semantic, SemanticBuilder, Stats};
use oxc_span::{LabeledSpan, SourceType, Span};
use oxc_syntax::module_record::ModuleRecord;
use oxc_syntax::scope::ScopeFlags;
use verdict_protocol::{Code, Diagnostic, Location};
use verdict_syntax::{LineTable, SourceKind, kind_of_path, syntax_error};
use verdict_vfs::VfsPath;

use crate::hash::HashSet;
use crate::lint::Language;
use crate::project::Project;
use crate::reach::Reached;

/// The input of rules and checks.
#[derive(Clone, Copy)]
pub(crate) struct Model<'a> {
    /// The files of which this is one.
    pub(crate) project: &'a Project<'a>,
    /// What further trees are allocated in.
    pub(crate) allocator: &'a Allocator,
    /// What the configuration says of the language.
    pub(crate) language: &'a Language,
    /// Absolute path in the snapshot.
    pub(crate) path: &'a VfsPath,
    pub(crate) source_type: SourceType,
    pub(crate) module_record: &'a ModuleRecord<'a>,
    pub(crate) semantic: &'a Semantic<'a>,
    pub(crate) lines: &'a LineTable<'a>,
    /// What [`Model::reached`] found.
    pub(crate) reached: &'a OnceCell<Reached>,
}

impl Model<'_> {
    pub(crate) fn location(&self, span: Span) -> Location {
        self.lines.location(self.path.as_str(), span)
    }

    /// What the code reaches through the global object.
    pub(crate) fn reached(&self) -> &Reached {
        self.reached.get_or_init(|| Reached::of(self))
    }

    /// Whether an identifier refers to a global variable: the file does not declare it, and the language
    /// has it.
    pub(crate) fn is_global(&self, identifier: &IdentifierReference<'_>) -> bool {
        self.is_unresolved(identifier) && self.language.has_global(&identifier.name, self.source_type)
    }

    /// Whether an identifier refers to nothing that the file declares.
    pub(crate) fn is_unresolved(&self, identifier: &IdentifierReference<'_>) -> bool {
        self.semantic.is_reference_to_global_variable(identifier)
    }
}

/// Parses and analyses a file and passes it to `look`. If that is impossible, returns diagnostics with the
/// reason: not UTF-8 text, a kind that is not code, or syntax errors. JSON is only parsed.
pub(crate) fn with_model(
    project: &Project<'_>,
    path: &VfsPath,
    language: &Language,
    look: impl FnOnce(&Model<'_>) -> Vec<Diagnostic>,
) -> Vec<Diagnostic> {
    let Some(blob) = project.own(path) else {
        return vec![refusal(path, Code::NotFound, format!("File not found: {path}"))];
    };
    let Some(source) = blob.text() else {
        return vec![refusal(path, Code::Syntax, "not UTF-8 text".into())];
    };
    with_text(project, path, source, language, look)
}

/// Does the same with another text in place of the file's.
pub(crate) fn with_text(
    project: &Project<'_>,
    path: &VfsPath,
    source: &str,
    language: &Language,
    look: impl FnOnce(&Model<'_>) -> Vec<Diagnostic>,
) -> Vec<Diagnostic> {
    let named = language.source_type(path.as_str());
    match named.map_or_else(|| kind_of_path(path.as_str()), SourceKind::Code) {
        SourceKind::Code(_) => {}
        SourceKind::Json => return json(path, source),
        SourceKind::Unknown => {
            let message = "not a JavaScript, TypeScript or JSON file".into();
            return vec![refusal(path, Code::Unavailable, message)];
        }
    }
    let allocator = project.allocator();
    let found = with_tree(project, path, (source, named), language, &allocator, look);
    project.give_back(allocator);
    found
}

fn with_tree(
    project: &Project<'_>,
    path: &VfsPath,
    (source, named): (&str, Option<SourceType>),
    language: &Language,
    allocator: &Allocator,
    look: impl FnOnce(&Model<'_>) -> Vec<Diagnostic>,
) -> Vec<Diagnostic> {
    let parsed = match verdict_syntax::parse_as(allocator, path.as_str(), source, named) {
        Ok(parsed) => parsed,
        Err(errors) => return errors,
    };
    let built = SemanticBuilder::new_linter()
        .with_check_syntax_error(true)
        .with_stats(expected(source))
        .build(&parsed.program);
    // In TypeScript, `no-redeclare` tells of names that are declared twice, and the compiler of what means nothing
    // once the types are gone.
    let leaves_types = language.names_globals() && parsed.source_type.is_typescript();
    let beside = OnceCell::new();
    let beside = || beside.get_or_init(|| functions_beside_variables(&built.semantic, parsed.source_type));
    let early: Vec<Diagnostic> = built
        .diagnostics
        .errors()
        .filter(|error| {
            let before = error.labels.first().map(LabeledSpan::span);
            let is_beside = || before.is_some_and(|before| beside().contains(&before));
            let is_left = match redeclared_name(&error.message) {
                Some(_) => leaves_types || is_beside(),
                None => {
                    leaves_types && is_about_types(error.code.scope.as_deref(), error.code.number.as_deref())
                }
            };
            !is_left
        })
        .map(|error| {
            let span = error.labels.first().map_or(Span::new(0, 0), LabeledSpan::span);
            syntax_error(parsed.location(span), error.message.to_string())
        })
        .collect();
    if !early.is_empty() {
        return early;
    }
    let reached = OnceCell::new();
    look(&Model {
        project,
        allocator,
        language,
        path,
        source_type: parsed.source_type,
        module_record: &parsed.module_record,
        semantic: &built.semantic,
        lines: &parsed.lines,
        reached: &reached,
    })
}

/// Whether only TypeScript's compiler refuses what has one of its codes: overloads without a body, declarations where
/// they may not be.
fn is_about_types(scope: Option<&str>, number: Option<&str>) -> bool {
    // Two private members of one name, and a call of `super` outside a constructor, are errors of JavaScript.
    scope == Some("TS") && !matches!(number, Some("2804" | "2337"))
}

/// The name that an error of the parser is about, if it is that a name is declared twice.
pub(crate) fn redeclared_name(message: &str) -> Option<&str> {
    message.strip_prefix("Identifier `")?.strip_suffix("` has already been declared")
}

/// The names of functions that a `var` in a block may have too. The function belongs to a script or to another
/// function, not to a block. The parser refuses such a `var`, with a first label at that name.
fn functions_beside_variables(semantic: &Semantic<'_>, source_type: SourceType) -> HashSet<Span> {
    let scoping = semantic.scoping();
    let declared = scoping.symbol_ids().flat_map(|symbol| scoping.symbol_redeclarations(symbol));
    let is_beside = |flags: ScopeFlags| flags.is_var() && !(flags.is_top() && source_type.is_module());
    declared
        .filter(|one| one.flags.is_function())
        .filter(|one| is_beside(scoping.scope_flags(semantic.nodes().get_node(one.declaration).scope_id())))
        .map(|one| one.span)
        .collect()
}

/// How much of everything a file may have: room to start with, which grows. To count costs a walk over the tree.
fn expected(source: &str) -> Stats {
    let one_in = |bytes: usize| u32::try_from(source.len() / bytes + 1).unwrap_or(u32::MAX);
    Stats::new(one_in(4), one_in(200), one_in(60), one_in(30))
}

fn json(path: &VfsPath, source: &str) -> Vec<Diagnostic> {
    match serde_json::from_str::<serde::de::IgnoredAny>(source.trim_start_matches('\u{feff}')) {
        Ok(_) => Vec::new(),
        Err(error) => {
            let mut found = refusal(path, Code::Syntax, error.to_string());
            found.location.line = u32::try_from(error.line()).unwrap_or(1).max(1);
            found.location.column = u32::try_from(error.column()).unwrap_or(1).max(1);
            vec![found]
        }
    }
}

fn refusal(path: &VfsPath, code: Code, message: String) -> Diagnostic {
    Diagnostic {
        location: Location { file: path.to_string(), line: 1, column: 1, ..Location::default() },
        message,
        code: Some(code.as_str().to_owned()),
        ..Diagnostic::default()
    }
}

/// Whether all code in a node is only declared.
pub(crate) fn is_ambient(kind: AstKind<'_>) -> bool {
    match kind {
        AstKind::TSNamespaceDeclaration(namespace) => namespace.declare,
        AstKind::TSExternalModuleDeclaration(module) => module.declare,
        AstKind::TSGlobalDeclaration(global) => global.declare,
        _ => false,
    }
}
