//! Files in `__mocks__` folders.

use crate::{Snapshot, VfsPath};

const EXTENSIONS: [&str; 7] = ["js", "mjs", "ts", "mts", "tsx", "jsx", "json"];

impl Snapshot {
    /// The `__mocks__` file that replaces a module mocked without a factory. It has the same name, in the
    /// `__mocks__` folder next to the module, or for a package in that of the root. `key` is the module's
    /// path or name, `raw` the specifier.
    #[must_use]
    pub fn mock_of(&self, key: &str, raw: &str) -> Option<VfsPath> {
        Snapshot::mock_paths(key, raw).into_iter().find(|path| self.get(path).is_some())
    }

    /// The paths that [`Snapshot::mock_of`] tries, in order.
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
