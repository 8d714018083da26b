//! Where a value comes from.

use oxc_syntax::node::NodeId;
use verdict_vfs::VfsPath;

/// Names of the global object, and of windows that have the same globals.
const GLOBAL_OBJECTS: [&str; 8] =
    ["globalThis", "self", "window", "global", "top", "parent", "frames", "opener"];

/// Globals in lower case that are functions.
const FUNCTIONS: [&str; 22] = [
    "alert",
    "atob",
    "btoa",
    "clearTimeout",
    "decodeURI",
    "decodeURIComponent",
    "encodeURI",
    "encodeURIComponent",
    "escape",
    "eval",
    "fetch",
    "isFinite",
    "isNaN",
    "parseFloat",
    "parseInt",
    "queueMicrotask",
    "requestAnimationFrame",
    "require",
    "setInterval",
    "setTimeout",
    "structuredClone",
    "unescape",
];

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
        if GLOBAL_OBJECTS.contains(&name) { Origin::global() } else { Origin::Path(vec![name.to_owned()]) }
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
            Origin::Path(path) if path.is_empty() => Some(Origin::variable(name)),
            Origin::Path(path) => of_path(path, name),
            Origin::Function(_) => match name {
                "constructor" => Some(Origin::variable("Function")),
                "__proto__" => Some(Origin::Function(None)),
                _ => None,
            },
            Origin::Constructor => match name {
                "constructor" => Some(Origin::variable("Function")),
                "prototype" => Some(Origin::Path(vec!["constructor".to_owned(), "prototype".to_owned()])),
                _ => None,
            },
            Origin::Descriptor(path) => matches!(name, "value" | "get").then(|| Origin::Path(path.clone())),
            Origin::Descriptors(path) => {
                let mut path = path.clone();
                path.push(name.to_owned());
                Some(Origin::Descriptor(path))
            }
            Origin::Module(_) => None,
        }
    }
}

fn of_path(path: &[String], name: &str) -> Option<Origin> {
    let last = path.last().map(String::as_str);
    match name {
        "defaultView" | "parentWindow" if last == Some("document") => return Some(Origin::global()),
        "contentWindow" => return Some(Origin::global()),
        "apply" if path == ["Reflect"] => {}
        "call" | "apply" | "bind" => return None,
        "__proto__" if is_function(path) => return Some(Origin::Function(None)),
        "constructor" if last == Some("prototype") => {
            return Some(Origin::Path(path[..path.len() - 1].to_vec()));
        }
        "constructor" if is_function(path) => return Some(Origin::variable("Function")),
        "constructor" => return Some(Origin::Constructor),
        _ if path.len() >= MAX_PATH => return None,
        _ => {}
    }
    let mut path = path.to_vec();
    path.push(name.to_owned());
    Some(Origin::Path(path))
}

fn is_function(path: &[String]) -> bool {
    let [name] = path else { return false };
    FUNCTIONS.contains(&name.as_str())
        || (name.starts_with(|first: char| first.is_ascii_uppercase())
            && !NAMESPACES.contains(&name.as_str()))
}
