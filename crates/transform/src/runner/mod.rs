//! Modules as a module runner calls them: the form that Vite gives to Vitest.
//!
//! A module becomes an async function whose parameters are what it imports with, exports to and knows of itself; what it
//! uses of an import becomes a property access, so that bindings live and a mock can stand in. As in Vite, text is put in
//! and moved, and nothing is printed anew: functions keep their text, and [`Position`]s are exact for every token.
//!
//! `oxc_transformer_plugins::ModuleRunnerTransform` writes the same form and is what ours is compared with in tests. It is not
//! what runs, since it prints anew, loses the default import of `import a, * as b`, looks `Object.defineProperty` up where
//! guest code may have changed it, and takes a transformer and a printer to a page that needs neither.

mod compose;
mod form;

use oxc_allocator::Allocator;
use oxc_span::Span;
use verdict_protocol::Diagnostic;
use verdict_syntax::{CommonJs, Parsed};

pub use self::compose::in_source;
use crate::exported::Exported;
use crate::mocks::Position;
use crate::mocks::scan::{By, Scan};
use crate::{Next, NotLowered, Prepared, Surroundings, boxed, first, prepare_for};

/// What a module's function is called with, in order: Vite's, and last an object with `require`, `module` and `exports`, which
/// a module of a project has in Vitest. A file that is given bindings of the test API has them after these, by name
/// ([`Surroundings::api`]).
pub const MODULE_PARAMETERS: [&str; 7] = [
    "__vite_ssr_import__",
    "__vite_ssr_dynamic_import__",
    "__vite_ssr_exports__",
    "__vite_ssr_exportAll__",
    "__vite_ssr_exportName__",
    "__vite_ssr_import_meta__",
    COMMON_JS,
];

/// What the parameters of a file end with that is given bindings of the test API, whether or not it uses any.
const TEST_MATERIAL: &str = "__verdict_test_material__";

/// The last of them.
const COMMON_JS: &str = "__verdict_common_js__";

/// The parameters of a CommonJS file's function, in order: Node's, and what `import()` becomes.
pub const COMMON_JS_PARAMETERS: [&str; 6] =
    ["exports", "require", "module", "__filename", "__dirname", "__vite_ssr_dynamic_import__"];

/// A module in the form of a function.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunnerModule {
    /// A script whose value is the function, its name in stacks included ([`source_url`]).
    pub code: String,
    /// Where the parts of the code stood in the file.
    pub positions: Vec<Position>,
    /// What it exports, if it is CommonJS.
    pub common_js: Option<CommonJs>,
    /// What it exports, if it is no CommonJS.
    pub exported: Exported,
    /// What it imports before it runs, in the order of the source.
    pub imports: Vec<Reference>,
    /// Specifiers of `import()`, and of `importActual` and its like, as far as they are written out.
    pub dynamic: Vec<Reference>,
    /// The same of `require`, and of `requireActual` and its like.
    pub requires: Vec<Reference>,
    /// The same of what mocks modules.
    pub mocks: Vec<Reference>,
    /// Whether an `await` stands outside of all its functions.
    pub has_top_level_await: bool,
}

/// A specifier in a module.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reference {
    /// As it is written.
    pub specifier: String,
    /// Names that a static import or re-export takes, `default` included; none where it takes the namespace.
    pub names: Vec<String>,
    /// Line and column of its literal in the file.
    pub at: (u32, u32),
}

/// Writes a file as a function: types are blanked or lowered, calls of `vi.mock` and `vi.hoisted` moved above the imports.
///
/// `path` names the file in errors and in stacks. JSON is no module: what it becomes is nobody's to say here.
///
/// # Errors
/// As [`prepare_module`](crate::prepare_module); a call that mocks and cannot be moved.
pub fn runner_form(
    path: &str,
    source: &str,
    surroundings: &Surroundings<'_>,
) -> Result<RunnerModule, NotLowered> {
    let Prepared { text, common_js, positions, free, mut api } =
        prepare_for(path, source, surroundings, Next::IsParsed)?;
    if !surroundings.api.is_empty() {
        api.push(TEST_MATERIAL);
    }
    let allocator = Allocator::default();
    let as_what = if common_js.is_some() { "/module.cjs" } else { "/module.mjs" };
    let refused = |diagnostic| boxed(relocated(diagnostic, path, &positions));
    let parsed =
        verdict_syntax::parse(&allocator, as_what, &text).map_err(|errors| refused(first(path, errors)))?;
    // Node finds what is wrong with a CommonJS file when it runs; its engine says so.
    let scan = match &common_js {
        Some(_) => Scan::of(&parsed.program, &text),
        None => Scan::checked(&parsed.program, &text).map_err(|(span, message)| {
            refused(verdict_syntax::syntax_error(parsed.lines.location(path, span), message))
        })?,
    };
    scan.check(&parsed).map_err(refused)?;
    let turned = match common_js {
        Some(_) => form::common_js(path, &parsed, &scan, &api),
        // What says itself that it is an ES module is Node's in Vitest, and has nothing of CommonJS, if it is a package's.
        None if surroundings.declared == Some(false) && path.contains("/node_modules/") => {
            form::module(path, &parsed, &scan, &[], &api)
        }
        None => form::module(path, &parsed, &scan, &free, &api),
    };
    let place = |span: Span| in_file(&positions, parsed.lines.position(span.start));
    let named = |by: By| {
        let named = scan.named.iter().filter(move |one| one.by == by);
        named.map(|one| reference(one.specifier, place(one.span)))
    };
    let dynamic = scan.dynamic.iter().filter_map(|one| Some(reference(one.specifier?, place(one.source))));
    Ok(RunnerModule {
        exported: if common_js.is_some() { Exported::default() } else { Exported::of(&parsed.program) },
        imports: static_imports(&parsed, &place),
        dynamic: dynamic.chain(named(By::Import)).collect(),
        requires: named(By::Require).collect(),
        mocks: named(By::Mock).collect(),
        has_top_level_await: scan.awaits,
        code: turned.text,
        positions: positions
            .iter()
            .rev()
            .fold(turned.positions, |outer, inner| compose::compose(&outer, inner)),
        common_js,
    })
}

fn reference(specifier: &str, at: (u32, u32)) -> Reference {
    Reference { specifier: specifier.to_owned(), names: Vec::new(), at }
}

fn static_imports(parsed: &Parsed<'_>, place: &dyn Fn(Span) -> (u32, u32)) -> Vec<Reference> {
    let requests = form::requests(&parsed.program);
    let imports = requests.into_iter().map(|request| Reference {
        specifier: request.specifier.to_owned(),
        names: request.names.iter().map(|name| (*name).to_owned()).collect(),
        at: place(request.source),
    });
    imports.collect()
}

/// The place in the file for one in a text that was prepared in these steps.
fn in_file(steps: &[Vec<Position>], place: (u32, u32)) -> (u32, u32) {
    steps.iter().rev().fold(place, |place, positions| in_source(positions, place))
}

/// A diagnostic of a text that was prepared, at its place in the file.
fn relocated(mut diagnostic: Diagnostic, path: &str, positions: &[Vec<Position>]) -> Diagnostic {
    let at = &mut diagnostic.location;
    path.clone_into(&mut at.file);
    (at.line, at.column) = in_file(positions, (at.line, at.column));
    let end = at.end_line.zip(at.end_column).map(|end| in_file(positions, end));
    (at.end_line, at.end_column) = (end.map(|end| end.0), end.map(|end| end.1));
    diagnostic
}

/// The name of a file in stacks: its path, with `%XX` for all bytes that an engine does not take in a name, or that would be
/// read as something else in a stack.
#[must_use]
pub fn source_url(path: &str) -> String {
    let mut url = String::with_capacity(path.len());
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"/._-@+$!~,;=&[]{}^".contains(&byte) {
            url.push(char::from(byte));
        } else {
            url.push_str(&format!("%{byte:02X}"));
        }
    }
    url
}

/// The path for which a name in stacks stands; a name that is none is left as it is.
#[must_use]
pub fn path_of(url: &str) -> String {
    let mut bytes = Vec::with_capacity(url.len());
    let mut rest = url.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let digits = after.get(..2).and_then(|digits| std::str::from_utf8(digits).ok());
        match digits.filter(|digits| *first == b'%' && !digits.starts_with('+')).and_then(hex) {
            Some(byte) => {
                bytes.push(byte);
                rest = &after[2..];
            }
            None => {
                bytes.push(*first);
                rest = after;
            }
        }
    }
    String::from_utf8(bytes).unwrap_or_else(|_| url.to_owned())
}

fn hex(digits: &str) -> Option<u8> {
    u8::from_str_radix(digits, 16).ok()
}
