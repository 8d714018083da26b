//! Rewrites modules whose imports may be mocked.
//!
//! In a file that calls `vi.mock`, `vi.unmock` or `vi.hoisted`, these calls move above everything else, and
//! imports become awaited loads below them. Uses of an import become property accesses. A mock can then be an
//! object with getters, and a missing name fails on use. In a file that only imports a mocked module, only those
//! imports are rewritten. Vitest does the same. Text is moved and inserted, never printed from a tree, and
//! [`Position`]s map it to the source.

pub(crate) mod imports;
mod pieces;
pub(crate) mod scan;
mod visit;

use oxc_allocator::Allocator;
use oxc_span::GetSpan as _;
use verdict_protocol::{Diagnostic, TestRunner};
use verdict_vfs::TEST_API_MODULES;

pub(crate) use self::pieces::Pieces;
pub use self::pieces::Position;
use self::scan::Scan;
use crate::Prepared;

/// Specifier of the module from which rewritten files import their helpers: `load(specifier)`, and
/// `load_later(specifier)`, an uncached `import()`.
pub const HELPERS: &str = "verdict:mocks";

/// The export of a mock module that holds the object from which imports are read.
pub const STAND_IN: &str = "__vi_module__";

/// Methods of which one must occur in a source that has calls to hoist.
const HOISTABLE: [&str; 5] = [".mock", ".unmock", ".hoisted", ".doMock", ".doUnmock"];

/// Which calls of `jest.mock` and its like move above everything else.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum JestMocks {
    /// None: `jest` is no global of Vitest.
    Stay,
    /// All, as those of `vi.mock` do.
    #[default]
    Move,
    /// Those outside functions, and in CommonJS files too. Jest moves a call to the top of its own function.
    MoveOutsideFunctions,
}

impl JestMocks {
    /// Those of tests that are written for this runner.
    #[must_use]
    pub fn of(runner: Option<TestRunner>) -> JestMocks {
        match runner {
            None => JestMocks::Move,
            Some(TestRunner::Vitest) => JestMocks::Stay,
            Some(TestRunner::Jest) => JestMocks::MoveOutsideFunctions,
        }
    }
}

/// A rewritten file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Turned {
    /// The text to run.
    pub text: String,
    /// Position map to the source, in text order.
    pub positions: Vec<Position>,
}

/// The state of mocks when a file is loaded.
#[derive(Clone, Copy)]
pub struct Mocked<'a> {
    /// Whether any mocks exist, or any module lacks a name that the file imports.
    pub any: bool,
    /// Whether modules are forgotten while the file runs, whatever it calls itself.
    pub resets: bool,
    /// Whether the target of a specifier in this file is read through an object.
    pub is_replaced: &'a dyn Fn(&str) -> bool,
    /// Which calls of `jest.mock` move, too.
    pub jest_mocks: JestMocks,
    /// Called, before `is_replaced`, for each module whose namespace the file may spy on.
    pub spied: &'a dyn Fn(&str),
    /// `lacks(specifier, name)` tells whether an import of this name is `undefined`, because the module lacks it. It is asked
    /// only if there are `any`.
    pub lacks: &'a dyn Fn(&str, &str) -> bool,
}

/// Rewrites a plain JavaScript module. `None` if it is unchanged or does not parse.
///
/// # Errors
/// A call that cannot be hoisted: one inside another, or an exported one.
pub fn intercept(path: &str, source: &str, mocked: Mocked<'_>) -> Result<Option<Turned>, Diagnostic> {
    let hoists = HOISTABLE.iter().any(|call| source.contains(call));
    let spies = source.contains(".spyOn");
    let resets = mocked.resets || source.contains(".resetModules");
    if !hoists && !spies && !resets && !mocked.any {
        return Ok(None);
    }
    let allocator = Allocator::default();
    let Ok(parsed) = verdict_syntax::parse(&allocator, "/module.mjs", source) else { return Ok(None) };
    let scan = Scan::of(&parsed.program, source, mocked.jest_mocks);
    if spies {
        scan.spied().filter(|specifier| !TEST_API_MODULES.contains(specifier)).for_each(mocked.spied);
    }
    scan.check(&parsed).map_err(|mut diagnostic| {
        path.clone_into(&mut diagnostic.location.file);
        diagnostic
    })?;
    let whole = scan.calls_hoisted();
    let turned = scan.imports.iter().filter(|import| {
        let is_read_through_object =
            || (mocked.is_replaced)(import.specifier) || scan.lacks_name(import, mocked);
        !TEST_API_MODULES.contains(&import.specifier) && (whole || is_read_through_object())
    });
    let turned: Vec<usize> = turned.map(|import| import.index).collect();
    let dynamic = scan.dynamic.iter().filter_map(|import| import.specifier);
    let from = scan.exports.iter().filter_map(|list| list.from.map(|(specifier, _)| specifier));
    let replaced = dynamic.chain(from).any(|specifier| (mocked.is_replaced)(specifier));
    let resets = (mocked.resets || scan.resets) && !scan.dynamic.is_empty();
    let lacking = scan.exports.iter().any(|list| list.lacks_name(mocked));
    if !whole && !resets && turned.is_empty() && !replaced && !lacking {
        return Ok(None);
    }
    let mut pieces = Pieces::new(source);
    imports::turn(&scan, &turned, mocked, &mut pieces);
    Ok(Some(pieces.finish()))
}

/// Moves calls of `jest.mock` in a prepared CommonJS file above its statements, if they move in such files. Text that does not
/// parse is left to the guest's engine.
pub(crate) fn moved_in_script(mut ready: Prepared, jest_mocks: JestMocks) -> Prepared {
    let may_move = jest_mocks == JestMocks::MoveOutsideFunctions
        && HOISTABLE[..2].iter().any(|call| ready.text.contains(call));
    if !may_move {
        return ready;
    }
    let allocator = Allocator::default();
    let text = ready.text.clone();
    let Ok(parsed) = verdict_syntax::parse(&allocator, "/script.cjs", &text) else { return ready };
    let scan = Scan::of(&parsed.program, &text, jest_mocks);
    if scan.hoisted.is_empty() {
        return ready;
    }
    let mut pieces = Pieces::new(&text);
    if text.starts_with("#!") {
        pieces.replace(0, 2, "//");
    }
    for directive in &parsed.program.directives {
        let span = directive.span();
        pieces.lift(span.start, span.end, "");
        pieces.put_on_top(";", span.end);
    }
    imports::lift(&scan, &mut pieces);
    let Turned { text, positions } = pieces.finish();
    ready.text = text;
    ready.positions.push(positions);
    ready
}
