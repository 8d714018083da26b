//! What a module becomes before it runs.
//!
//! TypeScript runs with its types blanked: every type becomes white space of the same width, so that
//! what remains keeps its line and column and needs no source map; so does an import that no value needs. What is more than a
//! type (enums, namespaces with values, parameter properties, decorators, JSX, `using`, `import =`, `export =`) cannot be
//! blanked: such a file is lowered, and [`Position`]s tell where its parts stood.

// A diagnostic is the error that callers print as it is, once for a file.
#![allow(clippy::result_large_err)]

mod blank;
mod edits;
mod evaluated;
mod exported;
mod free_names;
mod functions;
mod imports;
mod instrumentation;
mod literals;
pub mod lower;
mod marks;
pub mod mocks;
pub mod mutate;
mod project;
mod refuse;
pub mod runner;
mod super_calls;
mod text;
mod type_names;
mod using;

use oxc_allocator::Allocator;
use oxc_ast_visit::Visit as _;
use verdict_protocol::Diagnostic;
use verdict_syntax::{CommonJs, Dialect, Parsed};

use crate::edits::Edits;
pub use crate::evaluated::check_evaluated;
pub use crate::exported::{Exported, Origin, exported};
pub use crate::free_names::TEST_API;
pub use crate::instrumentation::{ENTER, ENTER_EXPRESSION, ENTER_STATEMENT, LEAVE_EXPRESSION, instrument};
pub use crate::literals::literal_calls;
pub use crate::lower::{CompilerOptions, Job, Lower, Lowered, NotLowered};
pub use crate::marks::{MARK, MARK_AFTER_DIRECTIVE, MARK_END, Marked, marked};
pub use crate::mocks::Position;
pub use crate::project::{TsConfigs, TypeNames, is_typescript};
pub use crate::runner::{Reference, RunnerModule, in_source, runner_form};

/// What the sandbox runs in place of `source`, where only types are removed.
///
/// Every source passes the nesting guard. `.ts .mts .cts .tsx` have their types blanked; all others are
/// unchanged, except that a byte order mark at the start is dropped. `.json` and unknown extensions
/// only pass the guard.
///
/// `is_type`: see [`Surroundings`].
///
/// # Errors
/// The first problem, as a diagnostic with the code `err:syntax`: a syntax error, source that nests too
/// deep, or a construct that cannot be blanked, with what to write instead.
pub fn prepare(path: &str, source: &str, is_type: &dyn Fn(&str, &str) -> bool) -> Result<String, Diagnostic> {
    let surroundings = Surroundings { is_type, ..Surroundings::default() };
    match prepare_module(path, source, &surroundings) {
        Ok(prepared) => Ok(prepared.text),
        Err(NotLowered::Refused(diagnostic)) => Err(*diagnostic),
        Err(NotLowered::Absent) => Err(first(path, Vec::new())),
    }
}

/// What a module is prepared with.
#[derive(Clone, Copy)]
pub struct Surroundings<'a> {
    /// `is_type(specifier, name)` says whether what another module exports is a type. It is asked of names that a TypeScript
    /// module exports again without saying `type`, as it may: those are dropped, since the other module has them no more.
    pub is_type: &'a dyn Fn(&str, &str) -> bool,
    /// What the extension or the package of the file says of its being CommonJS.
    pub declared: Option<bool>,
    /// What `tsconfig.json` says; asked of TypeScript alone.
    pub options: &'a dyn Fn() -> CompilerOptions,
    /// What lowers that which is more than a type; without it that is refused.
    pub lower: Option<&'a dyn Lower>,
    /// Names of the test API that the file is given where it uses them: [`TEST_API`], or none.
    pub api: &'a [&'static str],
    /// Is shown the source once it is parsed, where it parses: who wants to know more of it needs not parse it again.
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
            seen: &|_| {},
        }
    }
}

/// A source that is ready to run.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Prepared {
    /// What runs in its place.
    pub text: String,
    /// What it exports if it is to run as CommonJS.
    pub common_js: Option<CommonJs>,
    /// Where the parts of the text stood in the source, step by step: those of what was made of it first come first. Empty
    /// where each stands in its place.
    pub positions: Vec<Vec<Position>>,
    /// Those of `__dirname`, `__filename`, `require`, `module` and `exports` that the text of an ES module uses and does not
    /// declare.
    pub free: Vec<&'static str>,
    /// The same of [`Surroundings::api`], of a script too.
    pub api: Vec<&'static str>,
}

/// The same as [`prepare`], whether the file is CommonJS, and what is more than a type lowered.
///
/// # Errors
/// As [`prepare`], and that what lowers is not there yet.
pub fn prepare_module(
    path: &str,
    source: &str,
    surroundings: &Surroundings<'_>,
) -> Result<Prepared, NotLowered> {
    prepare_for(path, source, surroundings, Next::Runs)
}

/// What becomes of a text that is prepared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Next {
    /// It goes to an engine.
    Runs,
    /// It is parsed again, behind the nesting guard.
    IsParsed,
}

fn prepare_for(
    path: &str,
    source: &str,
    surroundings: &Surroundings<'_>,
    next: Next,
) -> Result<Prepared, NotLowered> {
    let source = source.strip_prefix('\u{feff}').unwrap_or(source);
    let extension = path.rsplit_once('.').map_or("", |(_, extension)| extension);
    let prepared = match extension {
        "ts" | "mts" | "cts" | "tsx" => return typescript(path, source, surroundings, next),
        "js" | "mjs" | "cjs" | "jsx" => return javascript(path, source, surroundings),
        _ => guard(path, source, Dialect::default()).map(|()| source.to_owned()),
    };
    let text = prepared.map_err(boxed)?;
    Ok(Prepared { text, ..Prepared::default() })
}

fn javascript(path: &str, source: &str, surroundings: &Surroundings<'_>) -> Result<Prepared, NotLowered> {
    let allocator = Allocator::default();
    let parsed = parse(&allocator, path, source).map_err(boxed)?;
    (surroundings.seen)(&parsed);
    let Err(refused) = refuse::jsx(&parsed).and_then(|()| refuse::using(&parsed, source)) else {
        return Ok(prepared(&parsed, source.to_owned(), surroundings));
    };
    // Vite's plugin reads no `tsconfig.json` for these.
    lowered(path, source.to_owned(), CompilerOptions::default(), surroundings, refused)
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
        return lowered(path, source, options, surroundings, refused);
    }
    blank.blank_unused_imports(&scope);
    let text = blank.edits.apply(source);
    if next == Next::Runs {
        guard(path, &text, Dialect::default()).map_err(boxed)?;
    }
    Ok(prepared(&parsed, text, surroundings))
}

/// What is lowered, or without what does it `refused`.
fn lowered(
    path: &str,
    source: String,
    options: CompilerOptions,
    surroundings: &Surroundings<'_>,
    refused: Diagnostic,
) -> Result<Prepared, NotLowered> {
    let Some(lower) = surroundings.lower else { return Err(boxed(refused)) };
    let Lowered { text, positions } = lower.lower(&Job { path: path.to_owned(), source, options })?;
    // What it is to whoever imports it is decided by what runs.
    let allocator = Allocator::default();
    let as_script = if surroundings.declared == Some(true) { "/module.cjs" } else { "/module.js" };
    let mut ready = match verdict_syntax::parse(&allocator, as_script, &text) {
        Ok(parsed) => prepared(&parsed, text.clone(), surroundings),
        // The guest's engine will say why.
        Err(_) => Prepared { text, ..Prepared::default() },
    };
    ready.positions.insert(0, positions);
    Ok(ready)
}

fn prepared(parsed: &Parsed<'_>, text: String, surroundings: &Surroundings<'_>) -> Prepared {
    let common_js = verdict_syntax::common_js(parsed, surroundings.declared);
    let (free, api) = match &common_js {
        Some(_) if surroundings.api.is_empty() => (Vec::new(), Vec::new()),
        Some(_) => (Vec::new(), free_names::free(parsed, surroundings.api).1),
        None => free_names::free(parsed, surroundings.api),
    };
    let (text, positions) = match super_calls::wrapped(parsed, &text) {
        Some((text, positions)) => (text, vec![positions]),
        None => (text, Vec::new()),
    };
    let ready = Prepared { text, common_js, positions, free, api };
    if using::is_in(parsed) { using::renamed(ready) } else { ready }
}

fn boxed(diagnostic: Diagnostic) -> NotLowered {
    NotLowered::Refused(Box::new(diagnostic))
}

fn guard(path: &str, source: &str, dialect: Dialect) -> Result<(), Diagnostic> {
    verdict_syntax::check_nesting_in(source, dialect).map_err(|deep| verdict_syntax::too_deep(path, deep))
}

fn parse<'a>(allocator: &'a Allocator, path: &'a str, source: &'a str) -> Result<Parsed<'a>, Diagnostic> {
    verdict_syntax::parse(allocator, path, source)
        .map_err(|errors| refuse::jsx_in_plain_script(path, source).unwrap_or_else(|| first(path, errors)))
}

fn first(path: &str, errors: Vec<Diagnostic>) -> Diagnostic {
    errors.into_iter().next().unwrap_or_else(|| {
        let location =
            verdict_protocol::Location { file: path.to_owned(), line: 1, column: 1, ..Default::default() };
        verdict_syntax::syntax_error(location, "source does not parse".to_owned())
    })
}
