//! Previews of guest values, without calling guest code.
//!
//! Nothing here runs a getter, a trap or a `toString`: objects are read through their property maps and
//! their internal slots. The form is that of Node's `util.inspect`.

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
    /// Levels of objects inside objects that are opened.
    pub levels: usize,
    /// Elements, entries or properties of one object.
    pub items: usize,
    /// Bytes of the whole.
    pub bytes: usize,
}

impl Depth {
    /// For messages: 4 KiB.
    pub const PREVIEW: Depth = Depth { levels: 4, items: 100, bytes: 4096 };
    /// For the console, as deep as Node's: 8 KiB an argument.
    pub const CONSOLE: Depth = Depth { levels: 2, items: 100, bytes: 8192 };
}

/// Any value as text, at most 4 KiB, without calling guest code.
pub fn inspect(value: &JsValue, context: &mut Context) -> String {
    inspect_with(value, Depth::PREVIEW, context)
}

/// Any value as text, as much of it as `depth` says, without calling guest code.
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
    /// Bytes that may still be written; what is past them is left out.
    left: usize,
    /// Objects that are being written, outermost first.
    open: Vec<JsObject>,
    /// Objects that were met inside themselves, in the order of their marks.
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
