//! Writes modules for a module runner, in the form that Vite provides to Vitest.
//!
//! A module becomes an async function. Its parameters provide imports, exports and metadata. Uses of an
//! import become property accesses, so that bindings stay live and mocks can replace them. As in Vite, text
//! is inserted and moved, never printed from a tree. Functions keep their text, and [`Position`]s are exact for
//! every token.
//!
//! `oxc_transformer_plugins::ModuleRunnerTransform` writes the same form, and tests compare against it. It is
//! not used at run time. It prints the whole tree, and loses the default import of `import a, * as b`. It
//! looks up `Object.defineProperty` where guest code may have changed it, and needs a transformer and a
//! printer.

mod form;

use oxc_allocator::Allocator;
use oxc_span::Span;
use verdict_syntax::{CommonJs, Parsed};

use crate::exported::Exported;
use crate::mocks::scan::{By, Scan};
use crate::mocks::{JestMocks, Position};
use crate::positions::{compose, in_file, relocated};
use crate::{Globbed, Next, NotLowered, Prepared, Surroundings, boxed, first, prepare_for};

/// The parameters of a module's function, in order: Vite's, then an object with `require`, `module` and
/// `exports`, which Vitest provides to modules of a project. A file with bindings of the test API has these
/// after them, by name ([`Surroundings::api`]).
pub const MODULE_PARAMETERS: [&str; 7] = [
    "__vite_ssr_import__",
    "__vite_ssr_dynamic_import__",
    "__vite_ssr_exports__",
    "__vite_ssr_exportAll__",
    "__vite_ssr_exportName__",
    "__vite_ssr_import_meta__",
    COMMON_JS,
];

/// The last parameter of a file that receives bindings of the test API, whether or not it uses any.
const TEST_MATERIAL: &str = "__verdict_test_material__";

/// The last of these parameters.
const COMMON_JS: &str = "__verdict_common_js__";

/// The parameters of a CommonJS file's function, in order: Node's, and the replacement of `import()`.
pub const COMMON_JS_PARAMETERS: [&str; 6] =
    ["exports", "require", "module", "__filename", "__dirname", "__vite_ssr_dynamic_import__"];

/// A module as a function.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunnerModule {
    /// A script whose value is the function. It includes the function's name in stacks ([`source_url`]).
    pub code: String,
    /// Position map from the code to the file.
    pub positions: Vec<Position>,
    /// Exports of a CommonJS file; `None` for an ES module.
    pub common_js: Option<CommonJs>,
    /// Exports of an ES module; empty for CommonJS.
    pub exported: Exported,
    /// Static imports, in source order.
    pub imports: Vec<Reference>,
    /// Literal specifiers of `import()`, `importActual` and similar functions.
    pub dynamic: Vec<Reference>,
    /// Literal specifiers of `require`, `requireActual` and similar functions.
    pub requires: Vec<Reference>,
    /// Literal specifiers of calls that mock modules.
    pub mocks: Vec<Reference>,
    /// What calls of `import.meta.glob` found.
    pub globs: Vec<Globbed>,
    /// Whether it has a top-level `await`.
    pub has_top_level_await: bool,
}

/// A specifier in a module.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reference {
    /// The specifier as written.
    pub specifier: String,
    /// Names that a static import or re-export takes, including `default`; empty if it takes the namespace.
    pub names: Vec<String>,
    /// Line and column of the literal in the file.
    pub at: (u32, u32),
}

/// Writes a file as a function: types are blanked or lowered, and calls of `vi.mock` and `vi.hoisted` move
/// above the imports.
///
/// `path` names the file in errors and stacks. JSON files are not supported here.
///
/// # Errors
/// Errors of [`prepare_module`](crate::prepare_module), and a mocking call that cannot be hoisted.
pub fn runner_form(
    path: &str,
    source: &str,
    surroundings: &Surroundings<'_>,
) -> Result<RunnerModule, NotLowered> {
    let Prepared { text, common_js, positions, free, written: _, mut api, globs } =
        prepare_for(path, source, surroundings, Next::IsParsed)?;
    if !surroundings.api.is_empty() {
        api.push(TEST_MATERIAL);
    }
    let allocator = Allocator::default();
    let as_what = if common_js.is_some() { "/module.cjs" } else { "/module.mjs" };
    let jest_mocks = JestMocks::of(surroundings.runner);
    let refused = |diagnostic| boxed(relocated(diagnostic, path, &positions));
    let parsed =
        verdict_syntax::parse(&allocator, as_what, &text).map_err(|errors| refused(first(path, errors)))?;
    // Node finds errors in a CommonJS file when it runs, and its engine reports them.
    let scan = match &common_js {
        Some(_) => Scan::of(&parsed.program, &text, jest_mocks),
        None => Scan::checked(&parsed.program, &text, jest_mocks).map_err(|(span, message)| {
            refused(verdict_syntax::syntax_error(parsed.lines.location(path, span), message))
        })?,
    };
    scan.check(&parsed).map_err(refused)?;
    let turned = match common_js {
        Some(_) => form::common_js(path, &parsed, &scan, &api),
        // In Vitest, a package's file that declares itself an ES module belongs to Node and has no CommonJS
        // names.
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
        globs,
        has_top_level_await: scan.awaits,
        code: turned.text,
        positions: positions.iter().rev().fold(turned.positions, |outer, inner| compose(&outer, inner)),
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

/// The name of a file in stacks: its path, with `%XX` for some bytes. These are bytes that an engine does not
/// allow in a name, or that a stack would misrepresent.
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

/// The path of a name in stacks; any other name is returned unchanged.
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
