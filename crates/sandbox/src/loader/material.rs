//! The exports of test material.

use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsString, JsValue};
use verdict_vfs::VfsPath;

use crate::host::Host;

impl Host {
    /// Exports of test material files that finished running.
    pub(crate) fn material_exports(&self, context: &mut Context) -> Vec<(VfsPath, Vec<(String, JsValue)>)> {
        let finished = self.loader.finished.borrow().clone();
        let material = finished.into_iter().filter(|path| !self.origins.is_subject(path));
        material
            .filter(|path| !self.is_json(path))
            .filter_map(|path| {
                let exports = match self.loader.common_js_exports_of(&path, context) {
                    Some(exports) => vec![("module.exports".to_owned(), exports)],
                    None => self.namespace_of(&path, context)?,
                };
                Some((path, exports))
            })
            .collect()
    }

    fn namespace_of(&self, path: &VfsPath, context: &mut Context) -> Option<Vec<(String, JsValue)>> {
        let namespace = self.known(path)?.namespace(context);
        let keys = namespace.own_property_keys(context).ok()?;
        let named = keys.into_iter().filter_map(|key| match key {
            PropertyKey::String(name) => Some(name),
            _ => None,
        });
        let exports = named.filter_map(|name: JsString| {
            let value = namespace.get(name.clone(), context).ok()?;
            Some((name.to_std_string_lossy(), value))
        });
        Some(exports.collect())
    }
}
