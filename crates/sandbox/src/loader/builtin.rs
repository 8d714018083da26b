//! Imports of Node's own modules.

use boa_engine::{Context, JsResult, JsValue, Module};
use verdict_protocol::Code;
use verdict_vfs::{ResolveError, VfsPath};

use crate::host::Host;
use crate::node::{Builtin, absent, builtin, exports_of};
use crate::options::SourceError;

impl Host {
    /// The module of Node that a specifier names, unless the snapshot has a package of that name. It is made when it is
    /// first imported.
    pub(super) fn builtin(
        &self,
        importer: Option<&VfsPath>,
        specifier: &str,
        context: &mut Context,
    ) -> JsResult<Option<Module>> {
        let Some(found) = builtin(specifier) else { return Ok(None) };
        let from = match importer {
            Some(importer) => importer.clone(),
            None => match VfsPath::parse(crate::EVAL_FILE) {
                Ok(path) => path,
                Err(_) => return Ok(None),
            },
        };
        if !self.is_node(&from, specifier) {
            return Ok(None);
        }
        let Builtin::Here(name) = found else {
            let source = self.source_text(&from).unwrap_or_default();
            let (line, column) = crate::source_text::place_of_specifier(&source, specifier);
            let message = absent(specifier, from.as_str());
            let error = SourceError { message, line, column, code: Code::Policy };
            return Err(self.fail(&from, error, context));
        };
        if let Some(known) = self.known_builtin(name) {
            return Ok(Some(known));
        }
        let exports = exports_of(name, context)?;
        let exports: Vec<(&str, JsValue)> =
            exports.iter().map(|(name, value)| (name.as_str(), value.clone())).collect();
        self.loader.define(&format!("node:{name}"), &exports, context);
        Ok(self.known_builtin(name))
    }

    /// One name for a module of Node, with `node:` before it or without.
    pub(super) fn builtin_key(&self, importer: Option<&VfsPath>, specifier: &str) -> Option<String> {
        builtin(specifier)?;
        let is_node = importer.is_none_or(|importer| self.is_node(importer, specifier));
        is_node.then(|| format!("node:{}", specifier.strip_prefix("node:").unwrap_or(specifier)))
    }

    /// The module of Node that an import got.
    pub(super) fn imported_builtin(&self, importer: &VfsPath, specifier: &str) -> Option<Module> {
        match builtin(specifier) {
            Some(Builtin::Here(name)) if self.is_node(importer, specifier) => self.known_builtin(name),
            _ => None,
        }
    }

    fn known_builtin(&self, name: &str) -> Option<Module> {
        self.loader.host.borrow().get(&format!("node:{name}")).cloned()
    }

    /// A bare name is Node's where the snapshot has no such package.
    fn is_node(&self, importer: &VfsPath, specifier: &str) -> bool {
        specifier.starts_with("node:")
            || matches!(self.snapshot.resolve(importer, specifier), Err(ResolveError::Bare { .. }))
    }
}
