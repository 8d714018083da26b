//! Errors of loading a file, located in its importer.

use boa_engine::{Context, JsError, JsNativeError, JsResult, JsString, JsValue};
use verdict_protocol::{Code, sentences};
use verdict_vfs::{Conditions, VfsPath};

use crate::host::Host;
use crate::native::define_hidden;
use crate::options::SourceError;
use crate::stop::Stop;

/// An error without a location.
pub(super) fn unplaced(message: String, code: Code) -> SourceError {
    SourceError { message, line: 0, column: 0, code }
}

impl Host {
    /// An error object that guest code may catch and that [`crate::stop()`] recognises.
    pub(super) fn fail(&self, path: &VfsPath, error: SourceError, context: &mut Context) -> JsError {
        let path = &*self.snapshot.module_file(path);
        let text = if error.line > 0 {
            format!("{} ({path}:{}:{})", error.message, error.line, error.column)
        } else {
            format!("{} ({path})", error.message)
        };
        let native = match error.code {
            Code::Syntax => JsNativeError::syntax().with_message(text),
            _ => JsNativeError::error().with_message(text),
        };
        let object = native.into_opaque(context);
        if error.code == Code::NotFound {
            let code = JsString::from("ERR_MODULE_NOT_FOUND");
            // Defining a property of a fresh ordinary object cannot fail.
            let _ = define_hidden(&object, "code", code.into(), context);
        }
        self.loader.failures.borrow_mut().push((object.clone(), path.clone(), error));
        JsError::from_opaque(object.into())
    }

    /// Checks whether an importer may use a module of the host.
    ///
    /// # Errors
    /// The refusal, which is also recorded.
    pub(super) fn check_reserved(
        &self,
        importer: Option<&VfsPath>,
        specifier: &str,
        context: &mut Context,
    ) -> JsResult<()> {
        if !self.origins.is_refused(importer, specifier) {
            return Ok(());
        }
        let Some(importer) = importer.cloned().or_else(|| VfsPath::parse(crate::EVAL_FILE).ok()) else {
            return Err(JsNativeError::error().with_message("no importer").into());
        };
        let source = self.source_text(&importer).unwrap_or_default();
        let (line, column) = crate::source_text::place_of_specifier(&source, specifier);
        let message = sentences::reserved_import(&importer, specifier);
        let error = SourceError { message, line, column, code: Code::Policy };
        self.origins.refuse(&importer, &error);
        Err(self.fail(&importer, error, context))
    }

    /// Resolves a specifier to a file.
    pub(super) fn resolve(
        &self,
        importer: &VfsPath,
        specifier: &str,
        context: &mut Context,
    ) -> JsResult<VfsPath> {
        self.resolve_under(importer, specifier, Conditions::Import, context)
    }

    /// Resolves a specifier for `import` or `require`, whose errors have different codes in Node.
    pub(super) fn resolve_under(
        &self,
        importer: &VfsPath,
        specifier: &str,
        conditions: Conditions,
        context: &mut Context,
    ) -> JsResult<VfsPath> {
        self.snapshot.resolve_module(importer, specifier, conditions).map_err(|error| {
            let source = self.source_text(importer).unwrap_or_default();
            let (line, column) = crate::source_text::place_of_specifier(&source, specifier);
            let file = self.snapshot.module_file(importer);
            let (message, code) = error.explained(file.as_str(), specifier);
            let error = self.fail(importer, SourceError { message, line, column, code }, context);
            if conditions == Conditions::Require
                && code == Code::NotFound
                && let Some(object) = error.as_opaque().and_then(JsValue::as_object)
            {
                let _ = define_hidden(&object, "code", JsString::from("MODULE_NOT_FOUND").into(), context);
            }
            error
        })
    }

    /// Resolves a specifier of code without a file: `import()` in `eval:` resolves from the root.
    pub(super) fn resolve_from_root(&self, specifier: &str, context: &mut Context) -> JsResult<VfsPath> {
        let importer = VfsPath::parse(crate::EVAL_FILE)
            .map_err(|error| JsNativeError::error().with_message(error.to_string()))?;
        self.snapshot.resolve_module(&importer, specifier, Conditions::Import).map_err(|error| {
            let (message, code) = error.explained(crate::EVAL_FILE, specifier);
            self.fail(&importer, unplaced(message, code), context)
        })
    }

    /// Explains an undefined `require` or `module.exports`, which indicates a file that mixes ES modules and
    /// CommonJS.
    pub(super) fn explain_common_js(&self, stop: Stop) -> Stop {
        let Stop::Thrown(thrown) = &stop else { return stop };
        let missing = thrown.message.strip_suffix(" is not defined").unwrap_or_default();
        let common_js = ["require", "module", "exports"].contains(&missing);
        let Some(location) = thrown.location.as_ref().filter(|_| common_js) else { return stop };
        let Ok(path) = VfsPath::parse(&location.file) else { return stop };
        let message = format!(
            "{missing} is not defined: this is an ES module, by its import or export, its extension or its package; use import and export"
        );
        let error = SourceError { message, line: location.line, column: location.column, code: Code::Syntax };
        Stop::Source { path, error }
    }
}
