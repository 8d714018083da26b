//! Original built-ins, captured before guest code runs, for the host's scripts.

use boa_engine::object::FunctionObjectBuilder;
use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsObject, JsResult, JsString, JsSymbol, JsValue, NativeFunction};

use crate::inspect::get_own;
use crate::native::host;

/// Functions of a realm, in the order of [`METHODS`] and [`FUNCTIONS`].
#[derive(Default)]
pub(crate) struct Primordials {
    methods: Vec<Option<JsObject>>,
    functions: Vec<Option<JsObject>>,
}

impl Primordials {
    /// `Error.prototype.toString`.
    pub(super) fn error_to_string(&self) -> Option<JsObject> {
        self.method("Error", "toString")
    }

    /// `Function.prototype.toString`.
    pub(crate) fn function_to_string(&self) -> Option<JsObject> {
        self.method("Function", "toString")
    }

    fn method(&self, owner: &str, name: &str) -> Option<JsObject> {
        let all = METHODS.iter().flat_map(|(owner, names)| names.iter().map(move |name| (*owner, *name)));
        let at = all.into_iter().position(|known| known == (owner, name))?;
        self.methods.get(at).cloned().flatten()
    }
}

/// Methods: `ArrayPrototypePush(array, value)` is `array.push(value)`.
const METHODS: &[(&str, &[&str])] = &[
    (
        "Array",
        &[
            "concat", "includes", "indexOf", "join", "pop", "push", "reverse", "shift", "slice", "sort",
            "splice", "unshift",
        ],
    ),
    ("Date", &["getTime", "toISOString"]),
    ("Error", &["toString"]),
    ("Function", &["bind", "toString"]),
    ("Map", &["clear", "delete", "forEach", "get", "has", "set"]),
    ("Number", &["toString"]),
    ("Object", &["hasOwnProperty", "propertyIsEnumerable", "toString"]),
    ("Promise", &["catch", "finally", "then"]),
    ("RegExp", &["exec", "test", "toString"]),
    ("Set", &["add", "delete", "forEach", "has"]),
    (
        "String",
        &[
            "charCodeAt",
            "codePointAt",
            "endsWith",
            "includes",
            "indexOf",
            "lastIndexOf",
            "padEnd",
            "padStart",
            "repeat",
            "replace",
            "slice",
            "split",
            "startsWith",
            "toLowerCase",
            "toUpperCase",
            "trim",
        ],
    ),
    ("Symbol", &["toString"]),
    ("TypedArray", &["copyWithin", "fill", "set", "slice", "subarray"]),
    ("WeakMap", &["delete", "get", "has", "set"]),
];

/// Functions: `ObjectKeys(object)` is `Object.keys(object)`.
const FUNCTIONS: &[(&str, &[&str])] = &[
    ("Array", &["from", "isArray"]),
    ("ArrayBuffer", &["isView"]),
    ("Date", &["now"]),
    ("Number", &["isInteger", "isNaN", "isSafeInteger"]),
    (
        "Object",
        &[
            "assign",
            "create",
            "defineProperties",
            "defineProperty",
            "entries",
            "freeze",
            "getOwnPropertyDescriptor",
            "getOwnPropertyDescriptors",
            "getOwnPropertyNames",
            "getOwnPropertySymbols",
            "getPrototypeOf",
            "is",
            "keys",
            "setPrototypeOf",
        ],
    ),
    ("Promise", &["all", "reject", "resolve"]),
    ("Reflect", &["apply", "construct", "get", "has", "ownKeys", "set"]),
    ("String", &["fromCharCode", "fromCodePoint"]),
    ("Symbol", &["for"]),
];

/// Constructors, by their own names.
const CONSTRUCTORS: &[&str] = &[
    "AggregateError",
    "Array",
    "ArrayBuffer",
    "BigInt",
    "Boolean",
    "DataView",
    "Date",
    "Error",
    "Function",
    "Map",
    "Number",
    "Object",
    "Promise",
    "Proxy",
    "RangeError",
    "ReferenceError",
    "RegExp",
    "Set",
    "String",
    "Symbol",
    "SyntaxError",
    "TypeError",
    "TypedArray",
    "URIError",
    "Uint8Array",
    "WeakMap",
    "WeakRef",
    "WeakSet",
];

/// Timers of the realm, which fake timers may replace later.
const GLOBALS: &[&str] = &[
    "clearImmediate",
    "clearInterval",
    "clearTimeout",
    "queueMicrotask",
    "setImmediate",
    "setInterval",
    "setTimeout",
];

/// Captures the functions of a fresh realm. No objects are created yet.
pub(super) fn capture(context: &mut Context) -> JsResult<()> {
    let mut found = Primordials::default();
    for (name, methods) in METHODS {
        let prototype = constructor(name, context).map(|constructor| own_value(&constructor, "prototype"));
        let prototype = prototype.flatten().and_then(|prototype| prototype.as_object());
        found.methods.extend(methods.iter().map(|method| function(prototype.as_ref(), method)));
    }
    for (name, functions) in FUNCTIONS {
        let object = match *name {
            "Reflect" => Some(context.intrinsics().objects().reflect()),
            _ => constructor(name, context),
        };
        found.functions.extend(functions.iter().map(|name| function(object.as_ref(), name)));
    }
    let global = context.global_object();
    found.functions.extend(GLOBALS.iter().map(|name| function(Some(&global), name)));
    *host(context)?.web.primordials.borrow_mut() = found;
    Ok(())
}

/// An object with all of them for the host's scripts, under names in Node's style.
pub(super) fn object(context: &mut Context) -> JsResult<JsObject> {
    let object = JsObject::with_null_proto();
    let host = host(context)?;
    let primordials = host.web.primordials.borrow();
    let names = METHODS.iter().flat_map(|(owner, names)| {
        names.iter().map(move |name| format!("{owner}Prototype{}", capitalized(name)))
    });
    for (name, method) in names.zip(&primordials.methods) {
        let Some(method) = method.clone() else { continue };
        let function = NativeFunction::from_copy_closure_with_captures(
            |_, args, method: &JsObject, context| match args.split_first() {
                Some((this, args)) => method.call(this, args, context),
                None => method.call(&JsValue::undefined(), &[], context),
            },
            method,
        );
        let function =
            FunctionObjectBuilder::new(context.realm(), function).name(JsString::from(name.as_str())).build();
        object.create_data_property_or_throw(JsString::from(name.as_str()), function, context)?;
    }
    let names = FUNCTIONS
        .iter()
        .flat_map(|(owner, names)| names.iter().map(move |name| format!("{owner}{}", capitalized(name))))
        .chain(GLOBALS.iter().map(|name| (*name).to_owned()));
    for (name, function) in names.zip(&primordials.functions) {
        let Some(mut function) = function.clone() else { continue };
        let all = context.intrinsics().constructors();
        if name.starts_with("Promise") {
            function = bound(all.promise().constructor(), function, context);
        } else if name == "ArrayFrom" {
            function = bound(all.array().constructor(), function, context);
        }
        object.create_data_property_or_throw(JsString::from(name.as_str()), function, context)?;
    }
    for name in CONSTRUCTORS {
        let Some(constructor) = constructor(name, context) else { continue };
        object.create_data_property_or_throw(JsString::from(*name), constructor, context)?;
    }
    let symbols = [
        ("SymbolIterator", JsSymbol::iterator()),
        ("SymbolAsyncIterator", JsSymbol::async_iterator()),
        ("SymbolToStringTag", JsSymbol::to_string_tag()),
        ("SymbolToPrimitive", JsSymbol::to_primitive()),
        ("SymbolHasInstance", JsSymbol::has_instance()),
    ];
    for (name, symbol) in symbols {
        object.create_data_property_or_throw(JsString::from(name), symbol, context)?;
    }
    Ok(object)
}

fn constructor(name: &str, context: &Context) -> Option<JsObject> {
    let all = context.intrinsics().constructors();
    let constructor = match name {
        "AggregateError" => all.aggregate_error(),
        "Array" => all.array(),
        "ArrayBuffer" => all.array_buffer(),
        "BigInt" => all.bigint(),
        "Boolean" => all.boolean(),
        "DataView" => all.data_view(),
        "Date" => all.date(),
        "Error" => all.error(),
        "Function" => all.function(),
        "Map" => all.map(),
        "Number" => all.number(),
        "Object" => all.object(),
        "Promise" => all.promise(),
        "Proxy" => all.proxy(),
        "RangeError" => all.range_error(),
        "ReferenceError" => all.reference_error(),
        "RegExp" => all.regexp(),
        "Set" => all.set(),
        "String" => all.string(),
        "Symbol" => all.symbol(),
        "SyntaxError" => all.syntax_error(),
        "TypeError" => all.type_error(),
        "TypedArray" => all.typed_array(),
        "URIError" => all.uri_error(),
        "Uint8Array" => all.typed_uint8_array(),
        "WeakMap" => all.weak_map(),
        "WeakRef" => all.weak_ref(),
        "WeakSet" => all.weak_set(),
        _ => return None,
    };
    Some(constructor.constructor())
}

/// A function bound to its owning constructor.
fn bound(owner: JsObject, function: JsObject, context: &Context) -> JsObject {
    let native = NativeFunction::from_copy_closure_with_captures(
        |_, args, (owner, function): &(JsObject, JsObject), context| {
            function.call(&owner.clone().into(), args, context)
        },
        (owner, function),
    );
    FunctionObjectBuilder::new(context.realm(), native).build().into()
}

fn own_value(object: &JsObject, name: &str) -> Option<JsValue> {
    get_own(object, &PropertyKey::from(JsString::from(name)))?.value().cloned()
}

fn function(object: Option<&JsObject>, name: &str) -> Option<JsObject> {
    own_value(object?, name)?.as_callable()
}

fn capitalized(name: &str) -> String {
    let mut chars = name.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}
