//! JSON files as modules, as in Vite: `default` is the whole value, and keys that are valid names are
//! exported.

use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsResult, JsValue, Module, js_string};

/// Words that cannot be bound in a module, and names of constant values.
const RESERVED: [&str; 51] = [
    "Infinity",
    "NaN",
    "arguments",
    "await",
    "break",
    "case",
    "catch",
    "class",
    "const",
    "continue",
    "debugger",
    "default",
    "delete",
    "do",
    "else",
    "enum",
    "eval",
    "export",
    "extends",
    "false",
    "finally",
    "for",
    "function",
    "if",
    "implements",
    "import",
    "in",
    "instanceof",
    "interface",
    "let",
    "new",
    "null",
    "package",
    "private",
    "protected",
    "public",
    "return",
    "static",
    "super",
    "switch",
    "this",
    "throw",
    "true",
    "try",
    "typeof",
    "undefined",
    "var",
    "void",
    "while",
    "with",
    "yield",
];

/// Creates the module of a JSON value.
pub(super) fn module(value: JsValue, context: &mut Context) -> JsResult<Module> {
    let mut exports = Vec::new();
    if let Some(object) = value.as_object().filter(|object| !object.is_array()) {
        for key in object.own_property_keys(context)? {
            let PropertyKey::String(name) = &key else { continue };
            if is_name(&name.to_std_string_lossy()) {
                exports.push((name.clone(), object.get(key.clone(), context)?));
            }
        }
    }
    exports.push((js_string!("default"), value));
    Ok(super::synthetic(exports, context))
}

fn is_name(text: &str) -> bool {
    let mut characters = text.chars();
    characters.next().is_some_and(|first| first.is_alphabetic() || matches!(first, '_' | '$'))
        && characters.all(|next| next.is_alphanumeric() || matches!(next, '_' | '$'))
        && RESERVED.binary_search(&text).is_err()
}
