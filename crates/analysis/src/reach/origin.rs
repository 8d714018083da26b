//! Where a value comes from.

use oxc_syntax::node::NodeId;
use verdict_vfs::VfsPath;

/// Names of the global object, and of windows that have the same globals.
const GLOBAL_OBJECTS: [&str; 8] =
    ["globalThis", "self", "window", "global", "top", "parent", "frames", "opener"];

/// Globals in lower case that are functions.
const FUNCTIONS: [&str; 56] = [
    "addEventListener",
    "alert",
    "atob",
    "blur",
    "btoa",
    "cancelAnimationFrame",
    "cancelIdleCallback",
    "clearImmediate",
    "clearInterval",
    "clearTimeout",
    "close",
    "confirm",
    "constructor",
    "createImageBitmap",
    "decodeURI",
    "decodeURIComponent",
    "dispatchEvent",
    "encodeURI",
    "encodeURIComponent",
    "escape",
    "eval",
    "fetch",
    "focus",
    "getComputedStyle",
    "getSelection",
    "hasOwnProperty",
    "importScripts",
    "isFinite",
    "isNaN",
    "isPrototypeOf",
    "matchMedia",
    "open",
    "parseFloat",
    "parseInt",
    "postMessage",
    "print",
    "prompt",
    "propertyIsEnumerable",
    "queueMicrotask",
    "removeEventListener",
    "reportError",
    "requestAnimationFrame",
    "requestIdleCallback",
    "require",
    "scroll",
    "scrollBy",
    "scrollTo",
    "setImmediate",
    "setInterval",
    "setTimeout",
    "stop",
    "structuredClone",
    "toLocaleString",
    "toString",
    "unescape",
    "valueOf",
];

/// Standard globals whose members in lower case are functions, but for `prototype`.
const STANDARD: [&str; 33] = [
    "Array",
    "ArrayBuffer",
    "Atomics",
    "BigInt",
    "Boolean",
    "DataView",
    "Date",
    "Error",
    "FinalizationRegistry",
    "Float64Array",
    "Function",
    "Int32Array",
    "Intl",
    "Iterator",
    "JSON",
    "Map",
    "Math",
    "Number",
    "Object",
    "Promise",
    "Proxy",
    "Reflect",
    "RegExp",
    "Set",
    "SharedArrayBuffer",
    "String",
    "Symbol",
    "URL",
    "Uint8Array",
    "WeakMap",
    "WeakRef",
    "WeakSet",
    "console",
];

/// Classes whose only instance is a global object, with its name.
const INSTANCES: [(&str, &str); 5] = [
    ("Document", "document"),
    ("HTMLDocument", "document"),
    ("Navigator", "navigator"),
    ("Window", "window"),
    ("WorkerNavigator", "navigator"),
];

/// What stands for `node:module` in a path.
pub(super) const NODE_MODULE: &str = "node:module";

/// Globals in upper case that are objects.
const NAMESPACES: [&str; 8] = ["Atomics", "Bun", "Deno", "Intl", "JSON", "Math", "Reflect", "WebAssembly"];

/// The longest path that is followed.
const MAX_PATH: usize = 6;

/// Where a value comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Origin {
    /// A path from the global object; empty for the global object.
    Path(Vec<String>),
    /// A function; of this file if its node is known.
    Function(Option<NodeId>),
    /// The constructor of some value.
    Constructor,
    /// The namespace of a module of the snapshot.
    Module(VfsPath),
    /// The descriptor of the property at a path.
    Descriptor(Vec<String>),
    /// The descriptors of all properties of the object at a path.
    Descriptors(Vec<String>),
}

impl Origin {
    /// The global object.
    pub(crate) const fn global() -> Origin {
        Origin::Path(Vec::new())
    }

    /// A global variable.
    pub(crate) fn variable(name: &str) -> Origin {
        // `window[0]` is the window of a frame.
        let is_frame = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit());
        match name {
            "clientInformation" => Origin::Path(vec!["navigator".to_owned()]),
            name if is_frame || GLOBAL_OBJECTS.contains(&name) => Origin::global(),
            name => Origin::Path(vec![name.to_owned()]),
        }
    }

    /// A module of Node that gives what global objects give.
    pub(super) fn built_in(specifier: &str) -> Option<Origin> {
        let name = match specifier {
            "process" | "node:process" => "process",
            "module" | NODE_MODULE => NODE_MODULE,
            _ => return None,
        };
        Some(Origin::Path(vec![name.to_owned()]))
    }

    /// The prototype of a value whose class nothing tells.
    pub(super) fn unknown_prototype() -> Origin {
        Origin::Path(vec!["__proto__".to_owned()])
    }

    /// The prototype of the value, as far as its members count.
    pub(super) fn prototype(&self) -> Origin {
        match self {
            Origin::Path(path) if is_function(path) => Origin::Function(None),
            Origin::Path(path) if path.is_empty() || is_only_instance(path) => self.clone(),
            Origin::Function(_) => self.clone(),
            _ => Origin::unknown_prototype(),
        }
    }

    /// What a member of a value may be of which nothing is known.
    pub(super) fn member_of_unknown(name: &str) -> Option<Origin> {
        Some(match name {
            "__proto__" => Origin::unknown_prototype(),
            "constructor" => Origin::Constructor,
            "contentDocument" | "ownerDocument" => Origin::variable("document"),
            "contentWindow" => Origin::global(),
            _ => return None,
        })
    }

    pub(crate) fn is_global(&self) -> bool {
        matches!(self, Origin::Path(path) if path.is_empty())
    }

    /// Whether this is the function at a path, for example `["Reflect", "get"]`.
    pub(crate) fn is_path(&self, path: &[&str]) -> bool {
        matches!(self, Origin::Path(own) if own == path)
    }

    /// A property of the value, except of modules.
    pub(crate) fn member(&self, name: &str) -> Option<Origin> {
        match self {
            Origin::Path(path) if path.is_empty() && name == "__proto__" => Some(Origin::global()),
            Origin::Path(path) if path.is_empty() => Some(Origin::variable(name)),
            Origin::Path(path) => of_path(path, name),
            Origin::Function(_) => match name {
                "constructor" => Some(Origin::variable("Function")),
                "__proto__" | "apply" | "bind" | "call" | "toString" => Some(Origin::Function(None)),
                _ => None,
            },
            Origin::Constructor => match name {
                "constructor" => Some(Origin::variable("Function")),
                "prototype" => Some(Origin::Path(vec!["constructor".to_owned(), "prototype".to_owned()])),
                _ => None,
            },
            Origin::Descriptor(path) => matches!(name, "value" | "get").then(|| Origin::Path(path.clone())),
            Origin::Descriptors(path) => match Origin::Path(path.clone()).member(name) {
                Some(Origin::Path(member)) => Some(Origin::Descriptor(member)),
                _ => None,
            },
            Origin::Module(_) => None,
        }
    }
}

fn of_path(path: &[String], name: &str) -> Option<Origin> {
    let last = path.last().map(String::as_str);
    match name {
        "defaultView" | "parentWindow" if last == Some("document") => return Some(Origin::global()),
        "contentDocument" | "ownerDocument" => return Some(Origin::variable("document")),
        "__proto__" if !is_function(path) && !is_only_instance(path) => {
            return Some(Origin::unknown_prototype());
        }
        "Module" if path == [NODE_MODULE] => return Some(Origin::Path(path.to_vec())),
        "constructor" if path == ["module"] => return Some(Origin::Path(vec![NODE_MODULE.to_owned()])),
        "parent" if path == ["module"] => return Some(Origin::Path(path.to_vec())),
        "main" if path == ["require"] => return Some(Origin::variable("module")),
        "mainModule" if path == ["process"] => return Some(Origin::variable("module")),
        "contentWindow" => return Some(Origin::global()),
        "apply" if path == ["Reflect"] => {}
        "call" | "apply" | "bind" => return Some(Origin::Function(None)),
        "default" if path == ["process"] || path == [NODE_MODULE] => {
            return Some(Origin::Path(path.to_vec()));
        }
        "__proto__" if is_function(path) => return Some(Origin::Function(None)),
        "__proto__" if is_only_instance(path) => return Some(Origin::Path(path.to_vec())),
        "constructor" if last == Some("prototype") => {
            return Some(Origin::Path(path[..path.len() - 1].to_vec()));
        }
        "constructor" if is_function(path) => return Some(Origin::variable("Function")),
        "constructor" => return Some(Origin::Constructor),
        _ if path.len() >= MAX_PATH => return None,
        _ => {}
    }
    if let [class, prototype] = path
        && prototype == "prototype"
        && let Some((_, instance)) = INSTANCES.iter().find(|(of, _)| of == class)
    {
        return Origin::variable(instance).member(name);
    }
    let mut path = path.to_vec();
    path.push(name.to_owned());
    Some(Origin::Path(path))
}

/// Whether this is a global object that is the only one of its class.
fn is_only_instance(path: &[String]) -> bool {
    matches!(path, [name] if INSTANCES.iter().any(|(_, instance)| instance == name))
}

/// Whether a global variable is a function of the host or the language.
pub(super) fn is_global_function(name: &str) -> bool {
    FUNCTIONS.contains(&name) && name != "valueOf"
}

/// Whether a global variable is one of the language.
pub(super) fn is_standard(name: &str) -> bool {
    STANDARD.contains(&name)
}

fn is_function(path: &[String]) -> bool {
    match path {
        [name] => {
            FUNCTIONS.contains(&name.as_str())
                || (name.starts_with(|first: char| first.is_ascii_uppercase())
                    && !NAMESPACES.contains(&name.as_str()))
        }
        [root, .., last] => {
            is_standard(root)
                && last != "prototype"
                && last.starts_with(|first: char| first.is_ascii_lowercase())
        }
        [] => false,
    }
}
