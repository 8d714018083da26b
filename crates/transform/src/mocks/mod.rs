//! What a module becomes where mocks may stand in place of what it imports.
//!
//! A file that calls `vi.mock`, `vi.unmock` or `vi.hoisted` has these calls moved above everything else, and its imports
//! become awaited loads below them; what it uses of an import becomes a property access, so that a mock can be an
//! object with getters, and a name that a mock lacks is missed where it is used. A file that imports what is mocked
//! has those imports turned alone. This is what Vitest makes of them too. Nothing is printed anew: text is moved and
//! put in, and [`Position`]s tell where it came from.

pub(crate) mod imports;
mod pieces;
pub(crate) mod scan;
mod visit;

use oxc_allocator::Allocator;
use verdict_protocol::Diagnostic;

pub(crate) use self::pieces::Pieces;
pub use self::pieces::Position;
use self::scan::Scan;

/// Specifier of the module that turned files import their helpers from: `load(specifier)` and
/// `load_later(specifier)`, which is `import()` without the engine's memory.
pub const HELPERS: &str = "verdict:mocks";

/// The export under which a module that stands in for another gives the object that imports are read from.
pub const STAND_IN: &str = "__vi_module__";

/// Modules that are never mocked: `vi` comes from them.
pub(crate) const OWN: [&str; 2] = ["vitest", "@jest/globals"];

/// A source in which one of these does not occur has nothing to be hoisted.
const HOISTABLE: [&str; 5] = [".mock", ".unmock", ".hoisted", ".doMock", ".doUnmock"];

/// What a file became.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Turned {
    /// The text to run.
    pub text: String,
    /// Where its parts stood, by place in the text.
    pub positions: Vec<Position>,
}

/// What is known of mocks when a file is loaded.
#[derive(Clone, Copy)]
pub struct Mocked<'a> {
    /// Whether there are any.
    pub any: bool,
    /// Whether what a specifier names in this file is read through an object.
    pub is_replaced: &'a dyn Fn(&str) -> bool,
    /// Told of each module whose namespace the file may spy upon, before `is_replaced` is asked.
    pub spied: &'a dyn Fn(&str),
}

/// Turns a module that is plain JavaScript. `None` where it stays as it is, which is also said of source that does not
/// parse.
///
/// # Errors
/// A call that cannot be moved: one inside another, or one that is exported.
pub fn intercept(path: &str, source: &str, mocked: Mocked<'_>) -> Result<Option<Turned>, Diagnostic> {
    let hoists = HOISTABLE.iter().any(|call| source.contains(call));
    let spies = source.contains(".spyOn");
    let resets = source.contains(".resetModules");
    if !hoists && !spies && !resets && !mocked.any {
        return Ok(None);
    }
    let allocator = Allocator::default();
    let Ok(parsed) = verdict_syntax::parse(&allocator, "/module.mjs", source) else { return Ok(None) };
    let scan = Scan::of(&parsed.program, source);
    if spies {
        scan.spied().filter(|specifier| !OWN.contains(specifier)).for_each(mocked.spied);
    }
    scan.check(&parsed).map_err(|mut diagnostic| {
        path.clone_into(&mut diagnostic.location.file);
        diagnostic
    })?;
    let whole = scan.calls_hoisted();
    let turned = scan.imports.iter().filter(|import| {
        !OWN.contains(&import.specifier) && (whole || (mocked.is_replaced)(import.specifier))
    });
    let turned: Vec<usize> = turned.map(|import| import.index).collect();
    let dynamic = scan.dynamic.iter().filter_map(|import| import.specifier);
    let from = scan.exports.iter().filter_map(|list| list.from.map(|(specifier, _)| specifier));
    let replaced = dynamic.chain(from).any(|specifier| (mocked.is_replaced)(specifier));
    let resets = scan.resets && !scan.dynamic.is_empty();
    if !whole && !resets && turned.is_empty() && !replaced {
        return Ok(None);
    }
    let mut pieces = Pieces::new(source);
    imports::turn(&scan, &turned, mocked, &mut pieces);
    Ok(Some(pieces.finish()))
}
