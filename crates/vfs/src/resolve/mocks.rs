//! Files of folders `__mocks__`.

use crate::{Snapshot, VfsPath};

const EXTENSIONS: [&str; 7] = ["js", "mjs", "ts", "mts", "tsx", "jsx", "json"];

impl Snapshot {
    /// The file that stands in for a module that is mocked without a factory: in the folder `__mocks__` beside it under the
    /// same name, or for a package in that of the root under its name. `key` is the path of the module, or its name, `raw`
    /// the specifier.
    #[must_use]
    pub fn mock_of(&self, key: &str, raw: &str) -> Option<VfsPath> {
        let there = |path: String| VfsPath::parse(&path).ok().filter(|path| self.get(path).is_some());
        if key.starts_with('/') && !key.contains("/node_modules/") {
            let (folder, name) = key.rsplit_once('/')?;
            return there(format!("{folder}/__mocks__/{name}"));
        }
        let name = raw.strip_prefix("node:").unwrap_or(raw);
        let files = EXTENSIONS.iter().map(|extension| format!("/__mocks__/{name}.{extension}"));
        let indices = EXTENSIONS.iter().map(|extension| format!("/__mocks__/{name}/index.{extension}"));
        files.chain(indices).find_map(there)
    }
}
