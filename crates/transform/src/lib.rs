//! What a module becomes before it runs.
//!
//! TypeScript runs with its types blanked: every type becomes white space of the same width, so that
//! what remains keeps its line and column and needs no source map; so does an import that no value needs. What is more than a type (enums,
//! namespaces with values, parameter properties, decorators, JSX, `import =`, `export =`) cannot be
//! blanked and is refused with a hint.

// A diagnostic is the error that callers print as it is, once for a file.
#![allow(clippy::result_large_err)]

mod blank;
mod edits;
mod entries;
mod evaluated;
mod exported;
mod imports;
pub mod mocks;
mod refuse;
mod text;

use oxc_allocator::Allocator;
use oxc_ast_visit::Visit as _;
use verdict_protocol::Diagnostic;
use verdict_syntax::{CommonJs, Dialect, Parsed};

use crate::edits::Edits;
pub use crate::entries::{ENTER, ENTER_EXPRESSION, ENTER_STATEMENT, LEAVE_EXPRESSION, entered};
pub use crate::evaluated::check_evaluated;
pub use crate::exported::{Exported, Origin, exported};

/// What the sandbox runs in place of `source`.
///
/// Every source passes the nesting guard. `.ts .mts .cts .tsx` have their types blanked; all others are
/// unchanged, except that a byte order mark at the start is dropped. `.json` and unknown extensions
/// only pass the guard.
///
/// `is_type(specifier, name)` says whether what another module exports is a type. It is asked of names that a TypeScript
/// module exports again without saying `type`, as it may: those are dropped, since the other module has them no more.
///
/// # Errors
/// The first problem, as a diagnostic with the code `err:syntax`: a syntax error, source that nests too
/// deep, or a construct that cannot be blanked, with what to write instead.
pub fn prepare(path: &str, source: &str, is_type: &dyn Fn(&str, &str) -> bool) -> Result<String, Diagnostic> {
    prepare_module(path, source, is_type, None).map(|prepared| prepared.text)
}

/// A source that is ready to run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prepared {
    /// What runs in its place.
    pub text: String,
    /// What it exports if it is to run as CommonJS.
    pub common_js: Option<CommonJs>,
}

/// The same as [`prepare`], and whether the file is CommonJS; `declared` is what its extension or package says of that.
///
/// # Errors
/// As [`prepare`].
pub fn prepare_module(
    path: &str,
    source: &str,
    is_type: &dyn Fn(&str, &str) -> bool,
    declared: Option<bool>,
) -> Result<Prepared, Diagnostic> {
    let source = source.strip_prefix('\u{feff}').unwrap_or(source);
    let extension = path.rsplit_once('.').map_or("", |(_, extension)| extension);
    match extension {
        "ts" | "mts" | "cts" | "tsx" => blank(path, source, is_type, declared),
        "js" | "mjs" | "cjs" | "jsx" => {
            let allocator = Allocator::default();
            let parsed = parse(&allocator, path, source)?;
            refuse::jsx(&parsed)?;
            refuse::using(&parsed, source)?;
            Ok(Prepared { text: source.to_owned(), common_js: verdict_syntax::common_js(&parsed, declared) })
        }
        _ => {
            guard(path, source, Dialect::default())?;
            Ok(Prepared { text: source.to_owned(), common_js: None })
        }
    }
}

fn blank(
    path: &str,
    source: &str,
    is_type: blank::IsType<'_>,
    declared: Option<bool>,
) -> Result<Prepared, Diagnostic> {
    let allocator = Allocator::default();
    let parsed = parse(&allocator, path, source)?;
    let mut blank = blank::Blank::new(source, is_type);
    blank.visit_program(&parsed.program);
    blank.blank_unused_imports(&exported::Scope::of(&parsed.program));
    match blank.refused {
        Some((span, construct)) => Err(refuse::diagnostic(&parsed, span, construct)),
        None => {
            let text = blank.edits.apply(source);
            guard(path, &text, Dialect::default())?;
            Ok(Prepared { text, common_js: verdict_syntax::common_js(&parsed, declared) })
        }
    }
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
