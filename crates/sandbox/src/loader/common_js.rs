//! CommonJS: `require`, `module` and `exports`, as in Node's loader.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use boa_engine::module::{SyntheticModule, SyntheticModuleInitializer};
use boa_engine::object::FunctionObjectBuilder;
use boa_engine::{
    Context, JsError, JsNativeError, JsObject, JsResult, JsString, JsValue, Module, NativeFunction, Script,
    Source, js_string,
};
use verdict_protocol::{Code, ImportKind};
use verdict_vfs::{Conditions, VfsPath};

use super::fail::unplaced;
use super::mocks::Required;
use crate::host::Host;
use crate::native::{argument, define_hidden};
use crate::options::{CommonJsExports, SourceError, TEST_API};

/// The start of the function that wraps a file. It shares the first line, whose columns are counted without
/// it.
const BEFORE: &str = "(function (exports, require, module, __filename, __dirname";
const AFTER: &str = "\n})";

/// The module from which an ES module imports its CommonJS variables; each ES module has its own.
pub(super) const SPECIFIER: &str = "verdict:common-js";

/// Maximum nesting of `require` calls, because each takes native stack.
const MAX_REQUIRING: u32 = 100;
/// Maximum number of files visited by one search for re-exported names.
const MAX_REEXPORTS: usize = 1_000;

/// The CommonJS files that a guest loaded.
#[derive(Default)]
pub(super) struct Loaded {
    scripts: RefCell<BTreeMap<VfsPath, (Script, CommonJsExports)>>,
    /// Names of the test API passed to each file.
    api: RefCell<BTreeMap<VfsPath, Vec<&'static str>>>,
    /// The `module` object of each file that started to run.
    pub(super) modules: RefCell<BTreeMap<VfsPath, JsObject>>,
    /// The files that ran to their ends.
    pub(super) ended: RefCell<BTreeSet<VfsPath>>,
    /// The files of which an import is being made.
    importing: RefCell<BTreeSet<VfsPath>>,
    requiring: Cell<u32>,
    /// What modules that Node loads import, by file, and the module that others import.
    in_node: RefCell<BTreeMap<VfsPath, (Module, Module)>>,
    /// Names that were imported from a file but are not visible in its text.
    more: RefCell<BTreeMap<VfsPath, BTreeSet<String>>>,
    /// Whether the next rejected promise belongs to a file that threw.
    failed: Cell<bool>,
}

/// The default export of a CommonJS file.
#[derive(Clone, Copy)]
enum DefaultExport {
    /// `module.exports`; if that was compiled from an ES module, its `default`: what test runners give to the
    /// modules that they load.
    Compiled,
    /// `module.exports`: what Node gives.
    Exports,
}

impl super::Loader {
    /// Replaces the set of started files and returns the previous one.
    pub(super) fn swap_common_js(&self, modules: BTreeMap<VfsPath, JsObject>) -> BTreeMap<VfsPath, JsObject> {
        self.common_js.modules.replace(modules)
    }

    /// Adds an export name to a CommonJS file. Returns false if the file is no CommonJS file or already has
    /// the name.
    pub(super) fn name_common_js(&self, path: &VfsPath, name: String) -> bool {
        self.is_common_js(path)
            && self.common_js.more.borrow_mut().entry(path.clone()).or_default().insert(name)
    }

    /// `module.exports` of a CommonJS file that started to run.
    pub(super) fn common_js_exports_of(&self, path: &VfsPath, context: &mut Context) -> Option<JsValue> {
        let module = self.common_js.modules.borrow().get(path).cloned()?;
        module.get(js_string!("exports"), context).ok()
    }

    /// Whether a file was loaded as CommonJS.
    pub(super) fn is_common_js(&self, path: &VfsPath) -> bool {
        self.common_js.scripts.borrow().contains_key(path)
    }

    /// Whether names were added to a file.
    pub(super) fn has_more_names(&self, path: &VfsPath) -> bool {
        self.common_js.more.borrow().contains_key(path)
    }

    /// Whether the promise being rejected is the engine's own, of a CommonJS file.
    pub(crate) fn common_js_failed(&self) -> bool {
        self.common_js.failed.take()
    }
}

impl Host {
    /// The module through which ES modules see a CommonJS file, with [`DefaultExport::Compiled`].
    pub(super) fn common_js_module(
        &self,
        path: &VfsPath,
        prepared: &str,
        found: &CommonJsExports,
        api: &[&'static str],
        context: &mut Context,
    ) -> Result<Module, SourceError> {
        // Parameters rather than declarations, which would precede a directive.
        let parameters: String = api.iter().map(|name| format!(", {name}")).collect();
        let before = format!("{BEFORE}{parameters}) {{");
        self.loader.shifted.borrow_mut().insert(path.clone(), before.len());
        let text = self.marked(path, self.instrument(path, format!("{before}{prepared}{AFTER}")), true);
        let source = Source::from_bytes(&text).with_path(Path::new(path.as_str()));
        let script = Script::parse(source, None, context).map_err(|error| super::syntax(error, context))?;
        self.loader.common_js.scripts.borrow_mut().insert(path.clone(), (script, found.clone()));
        self.loader.common_js.api.borrow_mut().insert(path.clone(), api.to_vec());
        Ok(self.seen_by_es_modules(path, DefaultExport::Compiled, context))
    }

    /// The module that an import of a CommonJS file gives to a module that Node loads.
    pub(super) fn as_node_imports(&self, path: &VfsPath, module: Module, context: &mut Context) -> Module {
        if !self.loader.is_common_js(path) {
            return module;
        }
        if let Some((base, made)) = self.loader.common_js.in_node.borrow().get(path)
            && *base == module
        {
            return made.clone();
        }
        let made = self.seen_by_es_modules(path, DefaultExport::Exports, context);
        let made = self.loader.made(made);
        self.loader.common_js.in_node.borrow_mut().insert(path.clone(), (module, made.clone()));
        made
    }

    /// A module that exports what a CommonJS file does: `default`, and the names that are found in its text.
    fn seen_by_es_modules(&self, path: &VfsPath, default: DefaultExport, context: &mut Context) -> Module {
        let mut names = self.common_js_names(path);
        names.extend(self.loader.common_js.more.borrow().get(path).into_iter().flatten().cloned());
        let names: Vec<JsString> = names.iter().map(|name| JsString::from(name.as_str())).collect();
        let steps = SyntheticModuleInitializer::from_copy_closure_with_captures(
            move |module, (path, names): &(String, Vec<JsString>), context| {
                let host = crate::native::host(context)?;
                let path = parsed(path)?;
                let importing = &host.loader.common_js.importing;
                importing.borrow_mut().insert(path.clone());
                let imported = host.import_common_js(module, &path, names, default, context);
                importing.borrow_mut().remove(&path);
                imported
            },
            (path.to_string(), names.clone()),
        );
        let path = Path::new(path.as_str()).to_path_buf();
        Module::synthetic(&names, steps, Some(path), None, context)
    }

    /// Runs a file for an import, and gives the module its exports.
    fn import_common_js(
        &self,
        module: &SyntheticModule,
        path: &VfsPath,
        names: &[JsString],
        default: DefaultExport,
        context: &mut Context,
    ) -> JsResult<()> {
        let exports = self.run_common_js(path, context).inspect_err(|error| {
            self.loader.common_js.failed.set(error.as_engine().is_none());
        })?;
        for name in names {
            let value = if *name == js_string!("default") {
                match default {
                    DefaultExport::Compiled => default_of(&exports, context)?,
                    DefaultExport::Exports => exports.clone(),
                }
            } else {
                property(&exports, name, context)?
            };
            module.set_export(name, value)?;
        }
        Ok(())
    }

    /// Export names of a file, including re-exported ones and `default`.
    fn common_js_names(&self, path: &VfsPath) -> BTreeSet<String> {
        let mut names = BTreeSet::from(["default".to_owned()]);
        let mut seen = BTreeSet::from([path.clone()]);
        let mut todo = vec![path.clone()];
        while let Some(path) = todo.pop() {
            let Some(found) = self.common_js_exports(&path) else { continue };
            names.extend(found.names);
            for specifier in found.reexports {
                self.note_import(Some(&path), &specifier, ImportKind::Require);
                let target = self.snapshot.resolve_module(&path, &specifier, Conditions::Require);
                todo.extend(
                    target.ok().filter(|target| seen.len() < MAX_REEXPORTS && seen.insert(target.clone())),
                );
            }
        }
        names
    }

    /// The exports found in a file's text, if it is CommonJS.
    fn common_js_exports(&self, path: &VfsPath) -> Option<CommonJsExports> {
        if let Some((_, found)) = self.loader.common_js.scripts.borrow().get(path) {
            return Some(found.clone());
        }
        let text = self.source_text(path).ok().filter(|_| !self.is_json(path))?;
        let path = &*self.prepared_as(path);
        self.source_hook.prepare_module(path, &text, self.snapshot.declared_common_js(path)).ok()?.common_js
    }

    /// `module.exports` of a file, which runs unless it started already.
    fn run_common_js(&self, path: &VfsPath, context: &mut Context) -> JsResult<JsValue> {
        let loaded = &self.loader.common_js;
        if let Some(module) = loaded.modules.borrow().get(path).cloned() {
            return module.get(JsString::from("exports"), context);
        }
        let Some((script, _)) = loaded.scripts.borrow().get(path).cloned() else {
            return Err(JsNativeError::error().with_message(format!("{path} is no CommonJS file")).into());
        };
        let module = JsObject::with_object_proto(context.intrinsics());
        let exports = JsObject::with_object_proto(context.intrinsics());
        let filename = JsValue::from(JsString::from(self.snapshot.module_file(path).as_str()));
        let dirname = JsString::from(if path.folder().is_empty() { "/" } else { path.folder() });
        let require = self.require_function(path, context)?;
        let properties: [(&str, JsValue); 5] = [
            ("id", filename.clone()),
            ("filename", filename.clone()),
            ("exports", exports.clone().into()),
            ("loaded", false.into()),
            ("require", require.clone().into()),
        ];
        for (name, value) in properties {
            module.create_data_property_or_throw(JsString::from(name), value, context)?;
        }
        loaded.modules.borrow_mut().insert(path.clone(), module.clone());
        let this = JsValue::from(exports);
        let mut args = vec![this.clone(), require.into(), module.clone().into(), filename, dirname.into()];
        let api = loaded.api.borrow().get(path).cloned().unwrap_or_default();
        args.extend(self.test_api(&api, context)?);
        let ran = self.deeper(path, context, |context| {
            let mut function = script.evaluate(context)?;
            if let Some(mark) = self.mark_of(path, context)
                && let Some(outer) = function.as_callable()
            {
                function = outer.call(&JsValue::undefined(), &[mark.into()], context)?;
            }
            let function = function.as_callable();
            let function = function.ok_or_else(|| JsNativeError::error().with_message("not a function"))?;
            function.call(&this, &args, context)
        });
        if let Err(error) = ran {
            loaded.modules.borrow_mut().remove(path);
            return Err(error);
        }
        loaded.ended.borrow_mut().insert(path.clone());
        module.set(JsString::from("loaded"), true, false, context)?;
        module.get(JsString::from("exports"), context)
    }

    /// Exports of the test API.
    fn test_api(&self, names: &[&'static str], context: &mut Context) -> JsResult<Vec<JsValue>> {
        let module = self.loader.host.borrow().get(TEST_API).filter(|_| !names.is_empty()).cloned();
        let Some(module) = module else { return Ok(Vec::new()) };
        let exports = exported(&module, context)?.to_object(context)?;
        names.iter().map(|name| exports.get(JsString::from(*name), context)).collect()
    }

    /// Whether a file is CommonJS and has run to its end, and no import of it is being made.
    pub(super) fn has_run_common_js(&self, path: &VfsPath) -> bool {
        let loaded = &self.loader.common_js;
        loaded.ended.borrow().contains(path) && !loaded.importing.borrow().contains(path)
    }

    /// Whether a CommonJS file is on the call stack.
    pub(crate) fn is_requiring(&self) -> bool {
        self.loader.common_js.requiring.get() > 0
    }

    fn deeper<T>(
        &self,
        path: &VfsPath,
        context: &mut Context,
        run: impl FnOnce(&mut Context) -> JsResult<T>,
    ) -> JsResult<T> {
        let requiring = &self.loader.common_js.requiring;
        if requiring.get() >= MAX_REQUIRING {
            let message = format!("A chain of more than {MAX_REQUIRING} calls of require()");
            return Err(self.fail(path, unplaced(message, Code::Limit), context));
        }
        requiring.set(requiring.get() + 1);
        let result = run(context);
        requiring.set(requiring.get() - 1);
        result
    }

    /// `require` of a file, with `resolve`.
    fn require_function(&self, path: &VfsPath, context: &mut Context) -> JsResult<JsObject> {
        let native = NativeFunction::from_copy_closure_with_captures(
            |_, args, importer: &String, context| require(args, importer, context),
            path.to_string(),
        );
        let function = FunctionObjectBuilder::new(context.realm(), native).name("require").length(1).build();
        let native = NativeFunction::from_copy_closure_with_captures(
            |_, args, importer: &String, context| resolve(args, importer, context),
            path.to_string(),
        );
        let resolve = FunctionObjectBuilder::new(context.realm(), native).name("resolve").length(1).build();
        define_hidden(&function, "resolve", resolve.into(), context)?;
        super::require_cache::define(&function, context)?;
        // What reads the names of kinds of files finds those of Node. Nothing calls what is put there.
        let extensions = JsObject::with_null_proto();
        for kind in [".js", ".json", ".node"] {
            let kind = JsString::from(kind);
            extensions.create_data_property_or_throw(kind, JsValue::undefined(), context)?;
        }
        define_hidden(&function, "extensions", extensions.into(), context)?;
        Ok(function.into())
    }

    /// `require`, `module` and `exports` of an ES module, as Vitest provides them to a project's modules.
    /// Nothing reads assignments to the latter two.
    pub(super) fn common_js_names_for(&self, path: &VfsPath, context: &mut Context) -> JsResult<Module> {
        let (require, exports) =
            (self.require_function(path, context)?, JsObject::with_object_proto(context.intrinsics()));
        let module = JsObject::with_object_proto(context.intrinsics());
        module.create_data_property_or_throw(js_string!("exports"), exports.clone(), context)?;
        for name in ["id", "filename"] {
            module.create_data_property_or_throw(
                JsString::from(name),
                JsString::from(path.as_str()),
                context,
            )?;
        }
        let values = vec![
            (js_string!("require"), require.into()),
            (js_string!("module"), module.into()),
            (js_string!("exports"), JsValue::from(exports)),
        ];
        Ok(self.loader.made(super::synthetic(values, context)))
    }

    /// What an ES module, which has run, assigned to `module.exports`.
    pub(super) fn written_exports_of(
        &self,
        path: &VfsPath,
        context: &mut Context,
    ) -> JsResult<Option<JsValue>> {
        if !self.loader.written.borrow().contains_key(path) {
            return Ok(None);
        }
        let Some(names) = self.loader.made_for.borrow().get(&(path.clone(), SPECIFIER)).cloned() else {
            return Ok(None);
        };
        let names = names.namespace(context);
        let module = names.get(js_string!("module"), context)?.to_object(context)?;
        let (first, written) =
            (names.get(js_string!("exports"), context)?, module.get(js_string!("exports"), context)?);
        Ok((first != written).then_some(written))
    }

    /// The file that a specifier resolves to in `require`.
    fn required(&self, importer: &VfsPath, specifier: &str, context: &mut Context) -> JsResult<VfsPath> {
        self.resolve_under(importer, specifier, Conditions::Require, context)
    }

    /// The result of requiring a module that no mock replaces.
    pub(super) fn require_original(
        &self,
        importer: &VfsPath,
        specifier: String,
        context: &mut Context,
    ) -> JsResult<JsValue> {
        let specifier = self.spelled(Some(importer), specifier);
        self.check_reserved(Some(importer), &specifier, context)?;
        let known = self.loader.host.borrow().get(&specifier).cloned();
        let known = match known {
            Some(module) => Some(module),
            None => self.builtin(Some(importer), &specifier, context)?,
        };
        if let Some(module) = known {
            return exported(&module, context);
        }
        let path = self.required(importer, &specifier, context)?;
        self.require_file(importer, &path, context)
    }

    /// The result of requiring a file.
    pub(super) fn require_file(
        &self,
        importer: &VfsPath,
        path: &VfsPath,
        context: &mut Context,
    ) -> JsResult<JsValue> {
        // A guest may have put it there.
        if let Some(module) = self.loader.common_js.modules.borrow().get(path).cloned() {
            return module.get(js_string!("exports"), context);
        }
        let before: BTreeSet<VfsPath> = self.loader.files.borrow().keys().cloned().collect();
        let module = self.module(path, context)?;
        if self.loader.is_common_js(path) {
            return self.run_common_js(path, context);
        }
        if self.is_json(path) {
            return exported(&module, context);
        }
        self.require_es_module(importer, path, &module, &before, context)
    }
}

fn require(args: &[JsValue], importer: &str, context: &mut Context) -> JsResult<JsValue> {
    let host = crate::native::host(context)?;
    let (importer, specifier) = (parsed(importer)?, specifier(args)?);
    host.note_import(Some(&importer), &specifier, ImportKind::Require);
    if let Some(mocker) = host.mocker().filter(|mocker| mocker.is_active()) {
        match mocker.required(&host.key(Some(&importer), &specifier), context)? {
            Required::Original => {}
            Required::Value(value) => return Ok(value),
            Required::File(path) => return host.require_file(&importer, &path, context),
        }
    }
    host.require_original(&importer, specifier, context)
}

/// Creates a `require` function for a path, which need not exist.
pub(crate) fn require_for(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let path = parsed(&specifier(args)?)?;
    crate::native::host(context)?.require_function(&path, context).map(JsValue::from)
}

fn resolve(args: &[JsValue], importer: &str, context: &mut Context) -> JsResult<JsValue> {
    let host = crate::native::host(context)?;
    let (importer, specifier) = (parsed(importer)?, specifier(args)?);
    host.note_import(Some(&importer), &specifier, ImportKind::Require);
    if host.builtin_key(Some(&importer), &specifier).is_some() {
        return Ok(JsString::from(specifier).into());
    }
    let path = host.required(&importer, &specifier, context)?;
    Ok(JsString::from(path.as_str()).into())
}

fn specifier(args: &[JsValue]) -> JsResult<String> {
    let argument = argument(args, 0);
    let text = argument.as_string().map(|text| text.to_std_string_lossy());
    let wrong = || JsNativeError::typ().with_message("The \"id\" argument must be of type string");
    text.ok_or_else(|| wrong().into())
}

pub(super) fn parsed(path: &str) -> JsResult<VfsPath> {
    VfsPath::parse(path).map_err(|error| JsNativeError::error().with_message(error.to_string()).into())
}

/// The default export of a module without imports, or all of its exports.
pub(super) fn exported(module: &Module, context: &mut Context) -> JsResult<JsValue> {
    module.link(context)?;
    let promise = module.evaluate(context)?;
    if let Some(reason) = promise.state().as_rejected() {
        return Err(JsError::from_opaque(reason.clone()));
    }
    let namespace = module.namespace(context);
    let default = JsString::from("default");
    if namespace.has_own_property(default.clone(), context)? {
        return namespace.get(default, context);
    }
    Ok(namespace.into())
}

/// The value of `import x from` for a CommonJS file.
fn default_of(exports: &JsValue, context: &mut Context) -> JsResult<JsValue> {
    let Some(object) = exports.as_object() else { return Ok(exports.clone()) };
    let default = JsString::from("default");
    let compiled = property(exports, &JsString::from("__esModule"), context)?.to_boolean();
    if compiled && object.has_property(default.clone(), context)? {
        return property(exports, &default, context);
    }
    Ok(exports.clone())
}

/// A property of the exports. A getter that throws counts as absent, as in Node, unless a limit stopped it.
fn property(exports: &JsValue, name: &JsString, context: &mut Context) -> JsResult<JsValue> {
    let Some(object) = exports.as_object() else { return Ok(JsValue::undefined()) };
    match object.get(name.clone(), context) {
        Err(error) if error.as_engine().is_none() => Ok(JsValue::undefined()),
        result => result,
    }
}
