//! The `ESTree` of a program as JSON values.
//!
//! It is built while oxc visits the tree. Oxc's own serializer gives a text, which would have to be read again.

use oxc_ast::ast::Program;
use oxc_data_structures::code_buffer::CodeBuffer;
use oxc_estree::{
    CompactFormatter, ConfigNoFixes, ESTree, ESTreeSpan, SequenceSerializer, Serializer, StructSerializer,
};
use serde_json::{Map, Value};

/// The nodes of a program; those of TypeScript have the fields of its parser.
pub(crate) fn estree(program: &Program<'_>, is_typescript: bool) -> Value {
    let mut builder = Builder {
        is_typescript,
        leaves: CodeBuffer::new(),
        formatter: CompactFormatter,
        taken: 0,
        whole: None,
    };
    program.serialize(&mut builder);
    builder.take()
}

struct Builder {
    is_typescript: bool,
    /// The JSON of texts, numbers and other values without parts, one after the other.
    leaves: CodeBuffer,
    formatter: CompactFormatter,
    /// How much of `leaves` is taken.
    taken: usize,
    /// The last node or list, until what holds it takes it.
    whole: Option<Value>,
}

impl Builder {
    /// The value that was serialized last. Not inlined, because every field of every node calls it.
    #[inline(never)]
    fn take(&mut self) -> Value {
        if let Some(whole) = self.whole.take() {
            return whole;
        }
        let leaf = &self.leaves.as_str()[self.taken..];
        self.taken = self.leaves.len();
        serde_json::from_str(leaf).unwrap_or_default()
    }
}

impl<'b> Serializer for &'b mut Builder {
    type Formatter = CompactFormatter;
    type StructSerializer = Fields<'b>;
    type SequenceSerializer = Elements<'b>;

    fn include_ts_fields(&self) -> bool {
        self.is_typescript
    }

    fn ranges(&self) -> bool {
        false
    }

    fn serialize_struct(self) -> Fields<'b> {
        Fields { builder: self, fields: Map::new() }
    }

    fn serialize_sequence(self) -> Elements<'b> {
        Elements { builder: self, elements: Vec::new() }
    }

    fn record_fix_path(&mut self) {}

    fn buffer_mut(&mut self) -> &mut CodeBuffer {
        &mut self.leaves
    }

    fn buffer_and_formatter_mut(&mut self) -> (&mut CodeBuffer, &mut CompactFormatter) {
        (&mut self.leaves, &mut self.formatter)
    }
}

/// The fields of a node.
struct Fields<'b> {
    builder: &'b mut Builder,
    fields: Map<String, Value>,
}

impl Fields<'_> {
    #[inline(never)]
    fn put(&mut self, key: &str) {
        let value = self.builder.take();
        self.fields.insert(key.to_owned(), value);
    }
}

impl StructSerializer for Fields<'_> {
    type Config = ConfigNoFixes;
    type Formatter = CompactFormatter;

    fn serialize_field<T: ESTree + ?Sized>(&mut self, key: &'static str, value: &T) {
        value.serialize(&mut *self.builder);
        self.put(key);
    }

    fn serialize_js_field<T: ESTree + ?Sized>(&mut self, key: &'static str, value: &T) {
        if !self.builder.is_typescript {
            self.serialize_field(key, value);
        }
    }

    fn serialize_ts_field<T: ESTree + ?Sized>(&mut self, key: &'static str, value: &T) {
        if self.builder.is_typescript {
            self.serialize_field(key, value);
        }
    }

    fn serialize_span<S: ESTreeSpan>(&mut self, span: S) {
        for (key, offset) in ["start", "end"].into_iter().zip(span.range()) {
            self.fields.insert(key.to_owned(), offset.into());
        }
    }

    fn end(self) {
        self.builder.whole = Some(Value::Object(self.fields));
    }

    fn include_ts_fields(&self) -> bool {
        self.builder.is_typescript
    }

    fn ranges(&self) -> bool {
        false
    }
}

/// The elements of a list.
struct Elements<'b> {
    builder: &'b mut Builder,
    elements: Vec<Value>,
}

impl SequenceSerializer for Elements<'_> {
    fn serialize_element<T: ESTree + ?Sized>(&mut self, value: &T) {
        value.serialize(&mut *self.builder);
        let element = self.builder.take();
        self.elements.push(element);
    }

    fn end(self) {
        self.builder.whole = Some(Value::Array(self.elements));
    }
}
