//! Imports of Node's modules.

use boa_engine::{Context, JsResult, JsValue, Module};
use verdict_protocol::Code;
use verdict_vfs::{NodeModule, VfsPath};

use crate::host::Host;
use crate::node::exports_of;
use crate::options::SourceError;

impl Host {
    /// The Node module that a specifier names, unless the snapshot has a package of that name. It is created
    /// on first import.
    pub(super) fn builtin(
        &self,
        importer: Option<&VfsPath>,
        specifier: &str,
        context: &mut Context,
    ) -> JsResult<Option<Module>> {
        if NodeModule::named(specifier).is_none() {
            return Ok(None);
        }
        let from = match importer {
            Some(importer) => importer.clone(),
            None => match VfsPath::parse(crate::EVAL_FILE) {
                Ok(path) => path,
                Err(_) => return Ok(None),
            },
        };
        let Some(found) = self.snapshot.node_module(&from, specifier) else { return Ok(None) };
        let NodeModule::Here(name) = found else {
            let source = self.source_text(&from).unwrap_or_default();
            let (line, column) = crate::source_text::place_of_specifier(&source, specifier);
            let message = NodeModule::absent(from.as_str(), specifier);
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

    /// The canonical name of a Node module, with or without `node:` in the specifier.
    pub(super) fn builtin_key(&self, importer: Option<&VfsPath>, specifier: &str) -> Option<String> {
        let found = match importer {
            Some(importer) => self.snapshot.node_module(importer, specifier),
            None => NodeModule::named(specifier),
        };
        found.map(|_| format!("node:{}", specifier.strip_prefix("node:").unwrap_or(specifier)))
    }

    /// The Node module that an import received.
    pub(super) fn imported_builtin(&self, importer: &VfsPath, specifier: &str) -> Option<Module> {
        match self.snapshot.node_module(importer, specifier)? {
            NodeModule::Here(name) => self.known_builtin(name),
            NodeModule::Absent => None,
        }
    }

    fn known_builtin(&self, name: &str) -> Option<Module> {
        self.loader.host.borrow().get(&format!("node:{name}")).cloned()
    }
}
