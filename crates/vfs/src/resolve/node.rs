//! Names of Node's modules.

use super::ResolveError;
use crate::{Conditions, Snapshot, VfsPath};

/// Supported modules, in byte order. An array in JSON is one in Rust.
pub const NODE_MODULES: &[&str] = &include!("../../../../node-compat/modules.json");

/// Words of scripts that find files of packages by their paths.
const FINDERS: [&str; 3] = ["node_modules", "require.resolve", "import.meta.resolve"];

/// Whether a script may find files of packages by their paths, and not by imports.
#[must_use]
pub fn finds_package_files(script: &str) -> bool {
    FINDERS.iter().any(|word| script.contains(word))
}

/// Unsupported modules of Node, with the reason.
const ABSENT: &[(&str, &str)] = &[
    ("_http_agent", INTERNAL),
    ("_http_client", INTERNAL),
    ("_http_incoming", INTERNAL),
    ("_http_outgoing", INTERNAL),
    ("_http_server", INTERNAL),
    ("_stream_duplex", INTERNAL),
    ("_stream_passthrough", INTERNAL),
    ("_stream_readable", INTERNAL),
    ("_stream_transform", INTERNAL),
    ("_stream_wrap", INTERNAL),
    ("_stream_writable", INTERNAL),
    ("_tls_common", INTERNAL),
    ("_tls_wrap", INTERNAL),
    ("domain", "errors are not gathered by domains"),
    ("inspector/promises", "the engine shows nothing of itself"),
    ("repl", "there is no terminal"),
    ("sea", "no executable is made"),
    ("sqlite", "there is no database"),
    ("test", "tests are declared by Vitest's API"),
    ("test/reporters", "tests are declared by Vitest's API"),
    ("trace_events", "the engine shows nothing of itself"),
    ("wasi", "there is no system to call"),
];

const INTERNAL: &str = "it is a part of another one that is internal to Node";

/// A module of Node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NodeModule {
    /// A supported module: its name without `node:`.
    Here(&'static str),
    /// An unsupported module.
    Absent,
}

impl NodeModule {
    /// The module of Node that a specifier names, with or without `node:`.
    #[must_use]
    pub fn named(specifier: &str) -> Option<NodeModule> {
        let prefixed = specifier.strip_prefix("node:");
        let name = prefixed.unwrap_or(specifier);
        if let Some(known) = NODE_MODULES.iter().find(|known| **known == name) {
            return Some(NodeModule::Here(known));
        }
        // These have no name without the prefix.
        let bare = prefixed.is_some() || !matches!(name, "test" | "test/reporters" | "sea" | "sqlite");
        (prefixed.is_some() || (bare && why_absent(name).is_some())).then_some(NodeModule::Absent)
    }

    /// The message for an import of an unsupported module.
    #[must_use]
    pub fn absent(importer: &str, specifier: &str) -> String {
        let Some(why) = why_absent(specifier.strip_prefix("node:").unwrap_or(specifier)) else {
            return format!(
                "Cannot import '{specifier}' from {importer}: No such built-in module: {specifier}"
            );
        };
        format!(
            "Cannot import '{specifier}' from {importer}: this module of Node is not available in the sandbox: {why}; mock it with vi.mock('{specifier}', …)"
        )
    }
}

fn why_absent(name: &str) -> Option<&'static str> {
    ABSENT.iter().find(|(known, _)| *known == name).map(|(_, why)| *why)
}

impl Snapshot {
    /// The module of Node that an import names. A bare name refers to Node only if the snapshot has no such
    /// package.
    #[must_use]
    pub fn node_module(&self, importer: &VfsPath, specifier: &str) -> Option<NodeModule> {
        let found = NodeModule::named(specifier)?;
        let is_nodes = specifier.starts_with("node:")
            || matches!(
                self.resolve_under(importer, specifier, Conditions::Import),
                Err(ResolveError::Bare { .. })
            );
        is_nodes.then_some(found)
    }
}
