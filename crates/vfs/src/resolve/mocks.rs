//! Files of folders `__mocks__`.

use crate::{Snapshot, VfsPath};

const EXTENSIONS: [&str; 7] = ["js", "mjs", "ts", "mts", "tsx", "jsx", "json"];

impl Snapshot {
    /// The file that stands in for a module that is mocked without a factory: in the folder `__mocks__` beside it under the
    /// same name, or for a package in that of the root under its name. `key` is the path of the module, or its name, `raw`
    /// the specifier.
    #[must_use]
    pub fn mock_of(&self, key: &str, raw: &str) -> Option<VfsPath> {
        Snapshot::mock_paths(key, raw).into_iter().find(|path| self.get(path).is_some())
    }

    /// Where [`Snapshot::mock_of`] looks, in this order.
    #[must_use]
    pub fn mock_paths(key: &str, raw: &str) -> Vec<VfsPath> {
        let paths: Vec<String> = match key.rsplit_once('/') {
            Some((folder, name)) if key.starts_with('/') && !key.contains("/node_modules/") => {
                vec![format!("{folder}/__mocks__/{name}")]
            }
            _ => {
                let name = raw.strip_prefix("node:").unwrap_or(raw);
                let files = EXTENSIONS.iter().map(|extension| format!("/__mocks__/{name}.{extension}"));
                let indices =
                    EXTENSIONS.iter().map(|extension| format!("/__mocks__/{name}/index.{extension}"));
                files.chain(indices).collect()
            }
        };
        paths.iter().filter_map(|path| VfsPath::parse(path).ok()).collect()
    }
}
