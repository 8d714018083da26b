//! Prepares a module for running.
//!
//! TypeScript runs with its types blanked: every type becomes white space of the same width. The rest keeps
//! its line and column and needs no source map. Imports that no value needs are blanked too. Constructs that
//! are more than a type cannot be blanked: enums, namespaces with values, parameter properties, decorators,
//! JSX, `using`, `import =`, `export =`. A file with such constructs is lowered, and [`Position`]s map it to
//! its source.

// Callers print the diagnostic as it is, once per file.
#![allow(clippy::result_large_err)]

mod blank;
mod edits;
mod erased;
mod evaluated;
mod exported;
mod free_names;
mod functions;
mod glob;
mod imports;
mod instrumentation;
mod literals;
pub mod lower;
mod marks;
mod misread;
pub mod mocks;
pub mod mutate;
mod positions;
mod project;
mod refuse;
pub mod runner;
mod text;
mod type_names;
mod using;

use oxc_allocator::Allocator;
use oxc_ast_visit::Visit as _;
use verdict_protocol::{Diagnostic, TestRunner};
use verdict_syntax::{CommonJs, Dialect, Parsed};
use verdict_vfs::Snapshot;

use crate::edits::Edits;
pub use crate::evaluated::check_evaluated;
pub use crate::exported::{Exported, Origin, exported};
pub use crate::free_names::TEST_API;
pub use crate::glob::Globbed;
pub use crate::instrumentation::{ENTER, ENTER_EXPRESSION, ENTER_STATEMENT, LEAVE_EXPRESSION, instrument};
pub use crate::literals::literal_calls;
use crate::lower::Jsx;
pub use crate::lower::{CompilerOptions, Job, Lower, Lowered, NotLowered};
pub use crate::marks::{MARK, MARK_AFTER_DIRECTIVE, MARK_END, Marked, marked};
use crate::mocks::JestMocks;
pub use crate::mocks::Position;
pub use crate::positions::in_source;
pub use crate::project::{TsConfigs, TypeNames, is_typescript};
pub use crate::runner::{Reference, RunnerModule, runner_form};

/// Prepares `source` for the sandbox by removing types only.
///
/// Every source passes the nesting guard. `.ts .mts .cts .tsx` have their types blanked. Others stay as they are,
/// without a leading byte order mark. `.json` and unknown extensions only pass the guard.
///
/// `is_type`: see [`Surroundings`].
///
/// # Errors
/// The first problem, as a diagnostic with the code `err:syntax`. It is a syntax error, source that nests too
/// deeply, or a construct that cannot be blanked, with a suggestion.
pub fn prepare(path: &str, source: &str, is_type: &dyn Fn(&str, &str) -> bool) -> Result<String, Diagnostic> {
    let surroundings = Surroundings { is_type, ..Surroundings::default() };
    match prepare_module(path, source, &surroundings) {
        Ok(prepared) => Ok(prepared.text),
        Err(NotLowered::Refused(diagnostic)) => Err(*diagnostic),
        Err(NotLowered::Absent) => Err(first(path, Vec::new())),
    }
}

/// The context in which a module is prepared.
#[derive(Clone, Copy)]
pub struct Surroundings<'a> {
    /// `is_type(specifier, name)` tells whether an export of another module is a type. It is called for names
    /// that a TypeScript module re-exports without the keyword `type`. Such types are dropped, because the
    /// other module no longer exports them.
    pub is_type: &'a dyn Fn(&str, &str) -> bool,
    /// Whether the file's extension or package declares it as CommonJS.
    pub declared: Option<bool>,
    /// The compiler options of `tsconfig.json`; read for TypeScript only.
    pub options: &'a dyn Fn() -> CompilerOptions,
    /// Lowers syntax beyond types; without it, such syntax is refused.
    pub lower: Option<&'a dyn Lower>,
    /// Names of the test API that the file receives as bindings if it uses them: [`TEST_API`], or none.
    pub api: &'a [&'static str],
    /// The runner that the tests are written for. It decides which calls of `jest.mock` move above the imports. In
    /// projects of Jest, `.js` files may have JSX.
    pub runner: Option<TestRunner>,
    /// The files that `import.meta.glob` finds. Without them, calls of it stay as they are.
    pub files: Option<&'a Snapshot>,
    /// Called with the parsed source, so that the caller need not parse it again.
    pub seen: &'a dyn Fn(&Parsed<'_>),
}

impl Default for Surroundings<'_> {
    fn default() -> Self {
        Surroundings {
            is_type: &|_, _| false,
            declared: None,
            options: &CompilerOptions::default,
            lower: None,
            api: &[],
            runner: None,
            files: None,
            seen: &|_| {},
        }
    }
}

/// A source that is ready to run.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Prepared {
    /// The text to run.
    pub text: String,
    /// Its exports, if it runs as CommonJS.
    pub common_js: Option<CommonJs>,
    /// Position maps of the text, one for each rewriting step, the first step first. Empty if nothing moved.
    pub positions: Vec<Vec<Position>>,
    /// The names among `__dirname`, `__filename`, `require`, `module` and `exports` that an ES module uses
    /// without declaring them.
    pub free: Vec<&'static str>,
    /// The names that an ES module exports by writing to its free `module.exports` or `exports`; `None` if it
    /// writes to neither.
    pub written: Option<Vec<String>>,
    /// The names of [`Surroundings::api`] that a module or script uses without declaring them.
    pub api: Vec<&'static str>,
    /// What calls of `import.meta.glob` found.
    pub globs: Vec<Globbed>,
}

/// Prepares a module like [`prepare`], decides whether it is CommonJS, and lowers syntax beyond types.
///
/// # Errors
/// Errors of [`prepare`], or [`NotLowered::Absent`] if the transformer is not loaded yet.
pub fn prepare_module(
    path: &str,
    source: &str,
    surroundings: &Surroundings<'_>,
) -> Result<Prepared, NotLowered> {
    prepare_for(path, source, surroundings, Next::Runs)
}

/// How a prepared text is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Next {
    /// An engine runs it.
    Runs,
    /// It is parsed again, after the nesting guard.
    IsParsed,
}

fn prepare_for(
    path: &str,
    source: &str,
    surroundings: &Surroundings<'_>,
    next: Next,
) -> Result<Prepared, NotLowered> {
    let ready = without_types(path, source, surroundings, next)?;
    if ready.common_js.is_some() {
        return Ok(mocks::moved_in_script(ready, JestMocks::of(surroundings.runner)));
    }
    match surroundings.files {
        Some(files) if verdict_syntax::may_import_globs(&ready.text) => {
            glob::replaced(path, ready, files).map_err(boxed)
        }
        _ => Ok(ready),
    }
}

fn without_types(
    path: &str,
    source: &str,
    surroundings: &Surroundings<'_>,
    next: Next,
) -> Result<Prepared, NotLowered> {
    let source = source.strip_prefix('\u{feff}').unwrap_or(source);
    let extension = path.rsplit_once('.').map_or("", |(_, extension)| extension);
    let prepared = match extension {
        "ts" | "mts" | "cts" | "tsx" => return typescript(path, source, surroundings, next),
        "js" | "mjs" | "cjs" | "jsx" => return javascript(path, source, surroundings, next),
        "vue" | "svelte" | "astro" | "mdx" => return Err(boxed(refuse::component(path, extension))),
        _ => guard(path, source, Dialect::of_path(path)).map(|()| source.to_owned()),
    };
    let text = prepared.map_err(boxed)?;
    Ok(Prepared { text, ..Prepared::default() })
}

fn javascript(
    path: &str,
    source: &str,
    surroundings: &Surroundings<'_>,
    next: Next,
) -> Result<Prepared, NotLowered> {
    let allocator = Allocator::default();
    let parsed = parse(&allocator, path, source).map_err(boxed)?;
    (surroundings.seen)(&parsed);
    let is_for_jest = surroundings.runner == Some(TestRunner::Jest);
    if !is_for_jest {
        refuse::jsx_in_plain_script(&parsed).map_err(boxed)?;
    }
    let Err(refused) = refuse::jsx(&parsed).and_then(|()| refuse::using(&parsed, source)) else {
        return Ok(prepared(&parsed, source.to_owned(), surroundings, next));
    };
    // Vite's plugin reads no `tsconfig.json` for these files, nor does Babel.
    let jsx = if is_for_jest { Jsx::of_babel(&parsed) } else { Jsx::default() };
    let options = CompilerOptions { jsx, ..CompilerOptions::default() };
    lowered(path, source.to_owned(), options, (surroundings, next), refused)
}

/// Whether what is prepared of a text may depend on [`Surroundings::runner`].
#[must_use]
pub fn depends_on_runner(text: &str) -> bool {
    text.contains("jest") || verdict_syntax::may_be_jsx(text)
}

fn typescript(
    path: &str,
    source: &str,
    surroundings: &Surroundings<'_>,
    next: Next,
) -> Result<Prepared, NotLowered> {
    let allocator = Allocator::default();
    let parsed = parse(&allocator, path, source).map_err(boxed)?;
    (surroundings.seen)(&parsed);
    let options = (surroundings.options)();
    let scope = exported::Scope::of(&parsed.program);
    let mut blank = blank::Blank::new(source, surroundings.is_type, options.sets_class_fields);
    blank.visit_program(&parsed.program);
    let refused = blank.refused.or(blank.decorator.filter(|_| !options.experimental_decorators));
    if let Some((span, construct)) = refused.filter(|_| surroundings.lower.is_some()) {
        return Err(boxed(refuse::never(parsed.location(span), construct)));
    }
    if let Some((span, construct)) = blank.more {
        let refused = refuse::diagnostic(&parsed, span, construct);
        let source = type_names::blanked(&parsed.program, source, surroundings.is_type, &scope);
        return lowered(path, source, options, (surroundings, next), refused);
    }
    blank.blank_unused_imports(&parsed.program, &scope);
    let text = blank.edits.apply(source);
    if next == Next::Runs {
        guard(path, &text, Dialect::default()).map_err(boxed)?;
    }
    Ok(prepared(&parsed, text, surroundings, next))
}

/// The lowered source, or `refused` without a transformer.
fn lowered(
    path: &str,
    source: String,
    options: CompilerOptions,
    (surroundings, next): (&Surroundings<'_>, Next),
    refused: Diagnostic,
) -> Result<Prepared, NotLowered> {
    let Some(lower) = surroundings.lower else { return Err(boxed(refused)) };
    let Lowered { text, positions } = lower.lower(&Job { path: path.to_owned(), source, options })?;
    // The lowered text decides how importers see the module.
    let allocator = Allocator::default();
    let as_script = if surroundings.declared == Some(true) { "/module.cjs" } else { "/module.js" };
    let mut ready = match verdict_syntax::parse(&allocator, as_script, &text) {
        Ok(parsed) => prepared(&parsed, text.clone(), surroundings, next),
        // The guest's engine will report the error.
        Err(_) => Prepared { text, ..Prepared::default() },
    };
    ready.positions.insert(0, positions);
    Ok(ready)
}

fn prepared(parsed: &Parsed<'_>, text: String, surroundings: &Surroundings<'_>, next: Next) -> Prepared {
    let common_js = verdict_syntax::common_js(parsed, surroundings.declared);
    let (free, api) = match &common_js {
        Some(_) if surroundings.api.is_empty() => (Vec::new(), Vec::new()),
        Some(_) => (Vec::new(), free_names::free(parsed, surroundings.api).1),
        None => free_names::free(parsed, surroundings.api),
    };
    // What is parsed again is for an engine that misreads nothing.
    let rewritten = if next == Next::Runs { misread::rewritten(parsed, &text) } else { None };
    let (text, positions) = match rewritten {
        Some((text, positions)) => (text, vec![positions]),
        None => (text, Vec::new()),
    };
    let may_write = free.iter().any(|name| matches!(*name, "module" | "exports"));
    let written = may_write.then(|| verdict_syntax::written_exports(parsed)).flatten();
    let written = written.map(|names| names.into_iter().collect());
    let ready = Prepared { text, common_js, positions, free, written, api, globs: Vec::new() };
    if using::is_in(parsed) { using::renamed(ready) } else { ready }
}

fn boxed(diagnostic: Diagnostic) -> NotLowered {
    NotLowered::Refused(Box::new(diagnostic))
}

fn guard(path: &str, source: &str, dialect: Dialect) -> Result<(), Diagnostic> {
    verdict_syntax::check_nesting_in(source, dialect).map_err(|deep| verdict_syntax::too_deep(path, deep))
}

fn parse<'a>(allocator: &'a Allocator, path: &'a str, source: &'a str) -> Result<Parsed<'a>, Diagnostic> {
    verdict_syntax::parse(allocator, path, source).map_err(|errors| first(path, errors))
}

fn first(path: &str, errors: Vec<Diagnostic>) -> Diagnostic {
    errors.into_iter().next().unwrap_or_else(|| {
        let location =
            verdict_protocol::Location { file: path.to_owned(), line: 1, column: 1, ..Default::default() };
        verdict_syntax::syntax_error(location, "source does not parse".to_owned())
    })
}
