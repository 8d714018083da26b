//! Prints collections of libraries: Immutable's, and those of a DOM.

use boa_engine::{JsObject, JsResult, JsString, JsValue, js_string};

use super::pretty::Printer;
use super::{constructor_name, read};
use crate::value;

/// Maximum number of printed entries.
const MAX: u64 = 100_000;

impl Printer<'_> {
    /// Prints an object if it is a collection. Returns whether it is.
    pub(super) fn collection(&mut self, object: &JsObject, indent: usize) -> JsResult<bool> {
        if self.is(object, "@@__IMMUTABLE_ITERABLE__@@")? || self.is(object, "@@__IMMUTABLE_RECORD__@@")? {
            self.immutable(object, indent)?;
            return Ok(true);
        }
        let name = constructor_name(object, self.context)?;
        let is_list = name == "NodeList" || (name.starts_with("HTML") && name.ends_with("Collection"));
        if name != "NamedNodeMap" && !is_list {
            return Ok(false);
        }
        let items = value::elements(&object.clone().into(), MAX, self.context)?.unwrap_or_default();
        if !self.style.min {
            self.output.push_str(&format!("{name} "));
        }
        if is_list {
            self.listed(&items, indent)?;
            return Ok(true);
        }
        let attributes = JsObject::with_object_proto(self.context.intrinsics());
        for item in items.iter().filter_map(JsValue::as_object) {
            let name = read(&item, js_string!("name").into(), self.context)?.to_property_key(self.context)?;
            let found = read(&item, js_string!("value").into(), self.context)?;
            attributes.create_data_property_or_throw(name, found, self.context)?;
        }
        self.properties(&attributes, indent)?;
        Ok(true)
    }

    fn is(&mut self, object: &JsObject, sign: &str) -> JsResult<bool> {
        Ok(read(object, JsString::from(sign).into(), self.context)?.as_boolean() == Some(true))
    }

    fn immutable(&mut self, object: &JsObject, indent: usize) -> JsResult<()> {
        let ordered = self.is(object, "@@__IMMUTABLE_ORDERED__@@")?;
        let keyed = self.is(object, "@@__IMMUTABLE_KEYED__@@")?;
        let (name, entries) = if self.is(object, "@@__IMMUTABLE_MAP__@@")? {
            (if ordered { "OrderedMap" } else { "Map" }, true)
        } else if self.is(object, "@@__IMMUTABLE_LIST__@@")? {
            ("List", false)
        } else if self.is(object, "@@__IMMUTABLE_SET__@@")? {
            (if ordered { "OrderedSet" } else { "Set" }, false)
        } else if self.is(object, "@@__IMMUTABLE_STACK__@@")? {
            ("Stack", false)
        } else if self.is(object, "@@__IMMUTABLE_SEQ__@@")? {
            ("Seq", keyed)
        } else {
            return self.record(object, indent);
        };
        self.output.push_str(&format!("Immutable.{name} "));
        let items = self.iterated(object, if entries { "entries" } else { "values" })?;
        if !entries {
            return self.listed(&items, indent);
        }
        let mut pairs = Vec::with_capacity(items.len());
        for item in &items {
            let pair = value::elements(item, 2, self.context)?.unwrap_or_default();
            pairs.push((pair.first().cloned().unwrap_or_default(), pair.get(1).cloned().unwrap_or_default()));
        }
        self.paired(&pairs, indent)
    }

    fn record(&mut self, object: &JsObject, indent: usize) -> JsResult<()> {
        let name = read(object, js_string!("_name").into(), self.context)?.as_string();
        let name = name.map(|name| value::text(&name)).filter(|name| !name.is_empty());
        self.output.push_str(&format!("Immutable.{} ", name.unwrap_or_else(|| "Record".to_owned())));
        let keys = read(object, js_string!("_keys").into(), self.context)?;
        let get = read(object, js_string!("get").into(), self.context)?.as_callable();
        let mut pairs = Vec::new();
        for key in value::elements(&keys, MAX, self.context)?.unwrap_or_default() {
            let found = match &get {
                Some(get) => get.call(&object.clone().into(), std::slice::from_ref(&key), self.context)?,
                None => JsValue::undefined(),
            };
            pairs.push((key, found));
        }
        self.paired(&pairs, indent)
    }

    /// The values of the iterator that a method returns.
    fn iterated(&mut self, object: &JsObject, method: &str) -> JsResult<Vec<JsValue>> {
        let Some(method) = read(object, JsString::from(method).into(), self.context)?.as_callable() else {
            return Ok(Vec::new());
        };
        let iterator = method.call(&object.clone().into(), &[], self.context)?;
        Ok(value::elements(&iterator, MAX, self.context)?.unwrap_or_default())
    }

    fn listed(&mut self, items: &[JsValue], indent: usize) -> JsResult<()> {
        self.block('[', ']', items.len(), indent, &mut |this, index, indent| {
            this.value(&items[index], indent)
        })
    }

    fn paired(&mut self, pairs: &[(JsValue, JsValue)], indent: usize) -> JsResult<()> {
        self.block('{', '}', pairs.len(), indent, &mut |this, index, indent| {
            let (key, found) = &pairs[index];
            this.value(key, indent)?;
            this.output.push_str(": ");
            this.value(found, indent)
        })
    }
}
