//! How the host that runs an application resolves its imports.

use serde::{Deserialize, Serialize};

/// What a bundler or a runtime goes by where it resolves imports. The default is a page, as bundlers build it for production.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct HostResolution {
    /// Conditions of `exports` and `imports` that hold beside `default`, and beside `import` or `require`.
    pub conditions: Vec<String>,
    /// Members of a `package.json` that name its main file, the first first. With `browser` among them, an object there
    /// replaces files and packages.
    pub fields: Vec<String>,
    /// What is appended to a path without a file, in this order.
    pub extensions: Vec<String>,
}

impl Default for HostResolution {
    fn default() -> HostResolution {
        let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        HostResolution {
            conditions: owned(&["browser", "module", "production"]),
            fields: owned(&["browser", "module", "jsnext:main", "jsnext", "main"]),
            extensions: owned(&[".mjs", ".js", ".mts", ".ts", ".jsx", ".tsx", ".json"]),
        }
    }
}
