//! Previews of guest values, without calling guest code.
//!
//! No getter, trap or `toString` runs: objects are read through their property maps and internal slots. The
//! format is that of Node's `util.inspect`.

mod objects;
mod primitive;
mod properties;

use boa_engine::{Context, JsObject, JsValue, JsVariant};

pub(crate) use objects::{is_class, map_entries, set_values};
pub(crate) use primitive::{number, quote};
pub(crate) use properties::{Entry, Key, array_length, dense_element, entries, get_own, prototype};
pub use properties::{constructor_name, data_property};
pub(crate) use verdict_protocol::shorten;

/// How much of a value a preview shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Depth {
    /// Levels of nested objects that are expanded.
    pub levels: usize,
    /// Elements, entries or properties per object.
    pub items: usize,
    /// Total size in bytes.
    pub bytes: usize,
}

impl Depth {
    /// For messages: 4 KiB.
    pub const PREVIEW: Depth = Depth { levels: 4, items: 100, bytes: 4096 };
    /// For the console, as deep as Node's: 8 KiB per argument.
    pub const CONSOLE: Depth = Depth { levels: 2, items: 100, bytes: 8192 };
}

/// Previews a value as text, at most 4 KiB, without calling guest code.
pub fn inspect(value: &JsValue, context: &mut Context) -> String {
    inspect_with(value, Depth::PREVIEW, context)
}

/// Previews a value as text within `depth`, without calling guest code.
pub fn inspect_with(value: &JsValue, depth: Depth, context: &mut Context) -> String {
    let mut inspector =
        Inspector { context, depth, left: depth.bytes, open: Vec::new(), circular: Vec::new(), indent: 0 };
    let text = inspector.value(value);
    shorten(&text, depth.bytes)
}

/// The state of one preview.
struct Inspector<'a> {
    context: &'a mut Context,
    depth: Depth,
    /// Remaining bytes; further text is omitted.
    left: usize,
    /// Objects being written, outermost first.
    open: Vec<JsObject>,
    /// Objects found inside themselves, in the order of their reference numbers.
    circular: Vec<JsObject>,
    indent: usize,
}

impl Inspector<'_> {
    fn value(&mut self, value: &JsValue) -> String {
        let text = match value.variant() {
            JsVariant::Undefined => "undefined".to_owned(),
            JsVariant::Null => "null".to_owned(),
            JsVariant::Boolean(value) => value.to_string(),
            JsVariant::Integer32(value) => value.to_string(),
            JsVariant::Float64(value) => number(value),
            JsVariant::BigInt(value) => primitive::bigint(&value),
            JsVariant::Symbol(symbol) => primitive::symbol(&symbol),
            JsVariant::String(text) => quote(&text, self.left.min(self.depth.bytes)),
            JsVariant::Object(object) => return self.object(&object),
        };
        self.left = self.left.saturating_sub(text.len());
        text
    }
}
