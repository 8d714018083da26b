//! How the host that runs an application resolves its imports.

use serde::{Deserialize, Serialize};

/// How a bundler or a runtime resolves imports. The default is a page that a bundler builds for production.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct HostResolution {
    /// Conditions of `exports` and `imports` that hold in addition to `default` and to `import` or `require`.
    pub conditions: Vec<String>,
    /// Members of a `package.json` that name its main file; the first one present counts. With `browser` among
    /// them, an object in that member replaces files and packages.
    pub fields: Vec<String>,
    /// Extensions to try, in order, if no file has the path.
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
