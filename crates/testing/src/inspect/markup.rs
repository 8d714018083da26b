//! Prints elements as markup: React's, those of its test renderer, and those of a DOM in the guest.

use boa_engine::property::PropertyKey;
use boa_engine::{JsObject, JsResult, JsString, JsValue, js_string};

use super::pretty::Printer;
use super::{read, shown};
use crate::value;

/// Maximum nesting of flattened children.
const MAX_FLAT: usize = 64;

/// An attribute and its value.
type Attribute = (String, JsValue);

impl Printer<'_> {
    /// Prints an object if it is an element. Returns whether it is.
    pub(super) fn markup(&mut self, object: &JsObject, indent: usize) -> JsResult<bool> {
        let kind = read(object, js_string!("$$typeof").into(), self.context)?;
        match kind.as_symbol().map(|kind| value::text(&kind.descriptive_string())).as_deref() {
            Some("Symbol(react.element)") => self.react(object, true, indent)?,
            Some("Symbol(react.transitional.element)") => self.react(object, false, indent)?,
            Some("Symbol(react.test.json)") => self.react_json(object, indent)?,
            _ => return self.node(object, indent),
        }
        Ok(true)
    }

    fn text_of(&mut self, object: &JsObject, key: &str) -> JsResult<Option<String>> {
        let found = read(object, JsString::from(key).into(), self.context)?;
        Ok(found.as_string().map(|text| value::text(&text)).filter(|text| !text.is_empty()))
    }

    /// Defined properties, sorted by name.
    fn attributes_of(&mut self, props: &JsObject, but: &str) -> JsResult<Vec<Attribute>> {
        let mut attributes = Vec::new();
        for key in shown(value::own_enumerable_keys(props, self.context), Vec::new)? {
            let found = read(props, key.clone(), self.context)?;
            let name = value::key_text(&key);
            if !matches!(key, PropertyKey::Symbol(_)) && name != but && !found.is_undefined() {
                attributes.push((name, found));
            }
        }
        attributes.sort_by_key(|(name, _)| name.encode_utf16().collect::<Vec<u16>>());
        Ok(attributes)
    }

    fn react(&mut self, element: &JsObject, is_old: bool, indent: usize) -> JsResult<()> {
        let kind = read(element, js_string!("type").into(), self.context)?;
        let name = self.react_name(&kind, is_old)?;
        let (mut attributes, mut children) = (Vec::new(), Vec::new());
        if let Some(props) = read(element, js_string!("props").into(), self.context)?.as_object() {
            attributes = self.attributes_of(&props, "children")?;
            let inside = read(&props, js_string!("children").into(), self.context)?;
            self.flatten(&inside, &mut children, 0)?;
        }
        self.element(&name, &attributes, &children, indent)
    }

    fn flatten(&mut self, value: &JsValue, into: &mut Vec<JsValue>, depth: usize) -> JsResult<()> {
        let is_array = match value.as_object() {
            Some(object) => shown(value::is_array(&object, self.context), || false)?,
            None => false,
        };
        if is_array && depth < MAX_FLAT {
            for item in value::elements(value, 100_000, self.context)?.unwrap_or_default() {
                self.flatten(&item, into, depth + 1)?;
            }
        } else if !value.is_null_or_undefined()
            && value.as_boolean() != Some(false)
            && value.as_string().is_none_or(|text| !text.is_empty())
        {
            into.push(value.clone());
        }
        Ok(())
    }

    fn react_name(&mut self, kind: &JsValue, is_old: bool) -> JsResult<String> {
        if let Some(text) = kind.as_string() {
            return Ok(value::text(&text));
        }
        if let Some(symbol) = kind.as_symbol() {
            return Ok(match value::text(&symbol.descriptive_string()).as_str() {
                "Symbol(react.fragment)" => "React.Fragment",
                "Symbol(react.suspense)" => "React.Suspense",
                _ => "UNDEFINED",
            }
            .to_owned());
        }
        let Some(object) = kind.as_object() else { return Ok("UNDEFINED".to_owned()) };
        if object.is_callable() {
            return Ok(self.component(&object)?.unwrap_or_else(|| "Unknown".to_owned()));
        }
        let of = read(&object, js_string!("$$typeof").into(), self.context)?;
        let of = of.as_symbol().map(|of| value::text(&of.descriptive_string())).unwrap_or_default();
        let (wrapper, inner) = match of.as_str() {
            "Symbol(react.provider)" => return Ok("Context.Provider".to_owned()),
            "Symbol(react.context)" if !is_old => return Ok("Context.Provider".to_owned()),
            "Symbol(react.context)" | "Symbol(react.consumer)" => return Ok("Context.Consumer".to_owned()),
            "Symbol(react.forward_ref)" => ("ForwardRef", "render"),
            "Symbol(react.memo)" => ("Memo", "type"),
            _ => return Ok("UNDEFINED".to_owned()),
        };
        let own = self.text_of(&object, "displayName")?;
        if let Some(own) = own.clone().filter(|_| wrapper == "ForwardRef") {
            return Ok(own);
        }
        let inner = read(&object, JsString::from(inner).into(), self.context)?.as_object();
        let name = match (own, inner) {
            (Some(own), _) => Some(own),
            (None, Some(inner)) => self.component(&inner)?,
            (None, None) => None,
        };
        Ok(name.map_or_else(|| wrapper.to_owned(), |name| format!("{wrapper}({name})")))
    }

    /// The displayed name of a component.
    fn component(&mut self, component: &JsObject) -> JsResult<Option<String>> {
        match self.text_of(component, "displayName")? {
            Some(name) => Ok(Some(name)),
            None => self.text_of(component, "name"),
        }
    }

    fn react_json(&mut self, object: &JsObject, indent: usize) -> JsResult<()> {
        let name = read(object, js_string!("type").into(), self.context)?.display().to_string();
        let name = self.text_of(object, "type")?.unwrap_or(name);
        let attributes = match read(object, js_string!("props").into(), self.context)?.as_object() {
            Some(props) => self.attributes_of(&props, "")?,
            None => Vec::new(),
        };
        let children = read(object, js_string!("children").into(), self.context)?;
        let children = match children.is_object() {
            true => value::elements(&children, 100_000, self.context)?.unwrap_or_default(),
            false => Vec::new(),
        };
        self.element(&name, &attributes, &children, indent)
    }

    /// `<name attribute="value">children</name>`, with each part on its own line.
    fn element(
        &mut self,
        name: &str,
        attributes: &[Attribute],
        children: &[JsValue],
        indent: usize,
    ) -> JsResult<()> {
        let min = self.style.min;
        let line = |indent: usize| if min { String::new() } else { format!("\n{}", " ".repeat(indent)) };
        self.output.push('<');
        self.output.push_str(name);
        for (name, found) in attributes {
            self.output.push_str(&if min { " ".to_owned() } else { line(indent + 2) });
            self.output.push_str(name);
            self.output.push('=');
            if found.is_string() {
                self.value(found, indent + 4)?;
                continue;
            }
            let printed = self.apart(found, indent + 4)?;
            self.output.push_str(&match printed.contains('\n') {
                true => format!("{{{}{printed}{}}}", line(indent + 4), line(indent + 2)),
                false => format!("{{{printed}}}"),
            });
        }
        if !attributes.is_empty() {
            self.output.push_str(&line(indent));
        }
        if children.is_empty() {
            self.output.push_str(if attributes.is_empty() || min { " />" } else { "/>" });
            return Ok(());
        }
        self.output.push('>');
        for child in children {
            self.output.push_str(&line(indent + 2));
            match child.as_string() {
                Some(text) => self.content(&value::text(&text)),
                None => self.value(child, indent + 2)?,
            }
        }
        self.output.push_str(&line(indent));
        self.output.push_str(&format!("</{name}>"));
        Ok(())
    }

    fn content(&mut self, text: &str) {
        self.output.push_str(&text.replace('<', "&lt;").replace('>', "&gt;"));
    }

    /// Prints a value separately, in braces.
    fn apart(&mut self, value: &JsValue, indent: usize) -> JsResult<String> {
        let before = std::mem::take(&mut self.output);
        let printed = self.value(value, indent);
        let text = std::mem::replace(&mut self.output, before);
        printed.map(|()| text)
    }

    /// Prints a DOM node: an element, text, a comment or a fragment.
    fn node(&mut self, object: &JsObject, indent: usize) -> JsResult<bool> {
        let Some(kind) = read(object, js_string!("nodeType").into(), self.context)?.as_number() else {
            return Ok(false);
        };
        let class = match read(object, js_string!("constructor").into(), self.context)?.as_object() {
            Some(constructor) => self.text_of(&constructor, "name")?.unwrap_or_default(),
            None => return Ok(false),
        };
        let tag = self.text_of(object, "tagName")?;
        let data = self.text_of(object, "data")?.unwrap_or_default();
        if (kind - 3.0).abs() < f64::EPSILON && class == "Text" {
            self.content(&data);
            return Ok(true);
        }
        if (kind - 8.0).abs() < f64::EPSILON && class == "Comment" {
            self.output.push_str("<!--");
            self.content(&data);
            self.output.push_str("-->");
            return Ok(true);
        }
        let is_fragment = (kind - 11.0).abs() < f64::EPSILON && class == "DocumentFragment";
        let is_custom = tag.as_ref().is_some_and(|tag| tag.contains('-'));
        let is_element = (kind - 1.0).abs() < f64::EPSILON && (is_custom || is_element_class(&class));
        if !is_fragment && !is_element {
            return Ok(false);
        }
        let name =
            if is_fragment { "DocumentFragment".to_owned() } else { tag.unwrap_or_default().to_lowercase() };
        let mut attributes = Vec::new();
        if !is_fragment {
            let found = read(object, js_string!("attributes").into(), self.context)?;
            for attribute in value::elements(&found, 10_000, self.context)?.unwrap_or_default() {
                let Some(attribute) = attribute.as_object() else { continue };
                let name = self.text_of(&attribute, "name")?.unwrap_or_default();
                attributes.push((name, read(&attribute, js_string!("value").into(), self.context)?));
            }
            attributes.sort_by_key(|(name, _)| name.encode_utf16().collect::<Vec<u16>>());
        }
        let mut children = read(object, js_string!("childNodes").into(), self.context)?;
        if children.is_null_or_undefined() {
            children = read(object, js_string!("children").into(), self.context)?;
        }
        let children = value::elements(&children, 100_000, self.context)?.unwrap_or_default();
        self.element(&name, &attributes, &children, indent)?;
        Ok(true)
    }
}

/// Whether a name is that of an element class: `Element`, `HTMLDivElement`, `SVGElement` …
fn is_element_class(name: &str) -> bool {
    let Some(kind) = name.strip_suffix("Element") else { return false };
    let word = |rest: &str| rest.chars().all(|char| char.is_ascii_alphanumeric() || char == '_');
    kind.is_empty()
        || kind.strip_prefix("HTML").is_some_and(word)
        || kind.strip_prefix("SVG").is_some_and(word)
}
