//! What stands in for modules: asked for before a file is loaded.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::rc::Rc;

use boa_engine::object::builtins::JsPromise;
use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsError, JsNativeError, JsObject, JsResult, JsString, JsValue, Module, Source};
use verdict_protocol::{Code, ImportKind};
use verdict_vfs::VfsPath;

use super::{fail, graph};
use crate::guest::Guest;
use crate::host::Host;
use crate::jobs::Waited;
use crate::options::SourceError;
use crate::origin::OWN_SCRIPT;
use crate::stop::Stop;

/// The export under which a stand-in gives the object that turned files read their imports from.
const STAND_IN: &str = "__vi_module__";

/// Waits inside each other, of factories that import what is mocked: each takes native stack.
const MAX_WAITING: u32 = 100;

/// Starts the specifier by which a facade imports what it stands for.
const ORIGINAL: &str = "verdict:original:";

/// What an import comes to.
#[derive(Debug, Clone)]
pub enum StandIn {
    /// The module itself.
    Original,
    /// Another file.
    File(VfsPath),
    /// An object whose properties are the exports.
    Object(JsObject),
    /// The module itself behind an object that can be spied upon.
    Facade,
    /// What is being made: the module itself until then.
    Later,
}

/// Decides what imports come to. Modules are named by keys: the path of a file, the specifier of what is none.
pub trait Mocker {
    /// Whether anything is mocked.
    fn is_active(&self) -> bool;

    /// Whether files that import the module are turned to read it through an object.
    fn is_replaced(&self, key: &str) -> bool;

    /// A file was met that may spy upon the namespace of the module.
    fn spied(&self, key: &str);

    /// What an import of the module comes to. May run guest code, and wait for it.
    ///
    /// # Errors
    /// What that throws.
    fn stand_in(&self, key: &str, context: &mut Context) -> JsResult<StandIn>;

    /// The object that is read in place of the namespace of a facade.
    ///
    /// # Errors
    /// None for a namespace.
    fn object(&self, key: &str, namespace: &JsObject, context: &mut Context) -> JsResult<JsObject>;
}

impl Guest {
    /// Lets a mocker decide what imports come to from now on.
    pub fn set_mocker(&mut self, mocker: Rc<dyn Mocker>) {
        if let Some(host) = Host::of(self.context()) {
            host.loader.mocker.replace(Some(mocker));
        }
    }
}

fn host(context: &Context) -> JsResult<Rc<Host>> {
    crate::globals::host(context)
}

/// The key of the module that a specifier names in a file: see [`Mocker`].
#[must_use]
pub fn module_key(importer: &VfsPath, specifier: &str, context: &Context) -> String {
    match host(context) {
        Ok(host) => host.key(Some(importer), specifier),
        Err(_) => specifier.to_owned(),
    }
}

/// Imports a module at once, with all that it imports, as code of `importer` would: its namespace, or the object
/// that stands in for it.
///
/// # Errors
/// What loading or running it throws.
pub fn import_now(importer: &VfsPath, specifier: &str, context: &mut Context) -> JsResult<JsObject> {
    let host = host(context)?;
    host.note_import(Some(importer), specifier, ImportKind::Import);
    let key = host.key(Some(importer), specifier);
    if let Some(mocker) = host.mocker() {
        match mocker.stand_in(&key, context)? {
            StandIn::Original | StandIn::Later => {}
            StandIn::File(path) => return host.run_now(&path, context),
            StandIn::Object(object) => return Ok(object),
            StandIn::Facade => {
                let namespace = import_original(importer, specifier, context)?;
                return mocker.object(&key, &namespace, context);
            }
        }
    }
    import_original(importer, specifier, context)
}

/// Imports a module at once whatever stands in for it. What it imports may be mocked.
///
/// # Errors
/// As [`import_now`].
pub fn import_original(importer: &VfsPath, specifier: &str, context: &mut Context) -> JsResult<JsObject> {
    let host = host(context)?;
    host.note_import(Some(importer), specifier, ImportKind::Import);
    let specifier = &host.spelled(Some(importer), specifier.to_owned());
    let known = host.loader.host.borrow().get(specifier).cloned();
    if let Some(module) = known {
        return host.run_module(&module, context);
    }
    if let Some(module) = host.builtin(Some(importer), specifier, context)? {
        return host.run_module(&module, context);
    }
    let path = host.resolve(importer, specifier, context)?;
    host.run_now(&path, context)
}

/// Runs a file by its path at once.
///
/// # Errors
/// As [`import_now`].
pub fn import_path(path: &VfsPath, context: &mut Context) -> JsResult<JsObject> {
    host(context)?.run_now(path, context)
}

/// The value that a promise comes to; everything that is to do meanwhile is done.
///
/// # Errors
/// The reason of its rejection; that it never settles.
pub fn wait_for(promise: &JsPromise, context: &mut Context) -> JsResult<JsValue> {
    let host = host(context)?;
    host.settled(promise, context)
}

/// Files that were loaded, put aside.
#[derive(Default)]
pub struct Modules {
    files: BTreeMap<VfsPath, Module>,
    edges: BTreeMap<VfsPath, Vec<VfsPath>>,
    stand_ins: BTreeMap<String, Module>,
    common_js: BTreeMap<VfsPath, JsObject>,
}

impl std::fmt::Debug for Modules {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Modules").field("files", &self.files.len()).finish_non_exhaustive()
    }
}

/// Takes other files for those that were loaded, and gives the latter.
pub fn swap_modules(modules: Modules, context: &Context) -> Modules {
    let Ok(host) = host(context) else { return modules };
    Modules {
        files: host.loader.files.replace(modules.files),
        edges: host.loader.edges.replace(modules.edges),
        stand_ins: host.loader.stand_ins.replace(modules.stand_ins),
        common_js: host.loader.swap_common_js(modules.common_js),
    }
}

/// Forgets all files that were loaded: the next import of each runs it anew.
pub fn forget_modules(context: &Context) {
    swap_modules(Modules::default(), context);
}

/// Forgets what stood in for a module: the next import of it asks the mocker again.
pub fn forget_stand_in(key: &str, context: &Context) {
    if let Ok(host) = host(context) {
        host.loader.stand_ins.borrow_mut().remove(key);
    }
}

impl Host {
    pub(super) fn mocker(&self) -> Option<Rc<dyn Mocker>> {
        self.loader.mocker.borrow().clone()
    }

    pub(super) fn key(&self, importer: Option<&VfsPath>, specifier: &str) -> String {
        let specifier = self.spelled(importer, specifier.to_owned());
        let specifier = specifier.as_str();
        if self.loader.host.borrow().contains_key(specifier) {
            return specifier.to_owned();
        }
        let resolved = importer.and_then(|importer| self.snapshot.resolve(importer, specifier).ok());
        let Some(path) = resolved else {
            return self.builtin_key(importer, specifier).unwrap_or_else(|| specifier.to_owned());
        };
        path.as_str().to_owned()
    }

    /// The module that stands in for what is imported; none for the module itself.
    pub(super) fn stand_in(
        &self,
        importer: Option<&VfsPath>,
        specifier: &str,
        context: &mut Context,
    ) -> JsResult<Option<Module>> {
        if let Some(key) = specifier.strip_prefix(ORIGINAL) {
            let known = self.loader.host.borrow().get(key).cloned();
            return match (known, VfsPath::parse(key)) {
                (Some(module), _) => Ok(Some(module)),
                (None, Ok(path)) => self.module(&path, context).map(Some),
                (None, Err(_)) => self.builtin(importer, key, context),
            };
        }
        let Some(mocker) = self.mocker().filter(|mocker| mocker.is_active()) else { return Ok(None) };
        let key = self.key(importer, specifier);
        let known = self.loader.stand_ins.borrow().get(&key).cloned();
        if known.is_some() {
            return Ok(known);
        }
        let request = importer.map(|importer| (importer.clone(), key.clone()));
        if let Some(request) = &request
            && let Some(known) = self.asked_again(request, context)?
        {
            return Ok(Some(known));
        }
        self.loader.asked.borrow_mut().extend(request.clone().map(|request| (request, None)));
        let found = mocker.stand_in(&key, context);
        let given = request.and_then(|request| self.loader.asked.borrow_mut().remove(&request)).flatten();
        let (found, is_kept) = match found? {
            StandIn::Original if !mocker.is_replaced(&key) => return Ok(None),
            StandIn::File(path) => {
                if let Some(importer) = importer {
                    if self.waits_for(&path, importer) {
                        return Ok(None);
                    }
                    let mut redirected = self.loader.redirected.borrow_mut();
                    redirected.entry(importer.clone()).or_default().push(path.clone());
                }
                return self.module(&path, context).map(Some);
            }
            // The engine holds a module to what one of its imports came to first.
            StandIn::Object(_) if given.is_some() => return Ok(given),
            StandIn::Original => (passed_on(&key, context)?, false),
            StandIn::Later => (seen_later(&key, context)?, false),
            StandIn::Object(object) => (synthetic(&object, context)?, true),
            StandIn::Facade => (facade(&key, context)?, true),
        };
        let module = self.loader.made(found);
        if is_kept {
            self.loader.stand_ins.borrow_mut().insert(key, module.clone());
        }
        Ok(Some(module))
    }

    /// Whether a file of `__mocks__` is what asks, or waits for it: both mean the module itself.
    fn waits_for(&self, path: &VfsPath, importer: &VfsPath) -> bool {
        if path == importer {
            return true;
        }
        if self.loader.finished.borrow().contains(path) {
            return false;
        }
        let (edges, redirected) = (self.loader.edges.borrow(), self.loader.redirected.borrow());
        let (mut seen, mut todo) = (BTreeSet::from([path]), vec![path]);
        while let Some(path) = todo.pop() {
            let targets = edges.get(path).into_iter().chain(redirected.get(path)).flatten();
            for target in targets {
                if target == importer {
                    return true;
                }
                todo.extend(seen.insert(target).then_some(target));
            }
        }
        false
    }

    /// What a file gets that asks again for a module while what stands in for it is made, since making that came upon the file
    /// too: a circle.
    fn asked_again(&self, request: &(VfsPath, String), context: &mut Context) -> JsResult<Option<Module>> {
        let known = self.loader.asked.borrow().get(request).cloned();
        match known {
            Some(None) => {
                let module = self.loader.made(seen_later(&request.1, context)?);
                self.loader.asked.borrow_mut().insert(request.clone(), Some(module.clone()));
                Ok(Some(module))
            }
            known => Ok(known.flatten()),
        }
    }

    /// Turns a file where mocks may stand in place of what it imports.
    pub(super) fn intercepted(&self, path: &VfsPath, prepared: String) -> Result<String, SourceError> {
        let Some(mocker) = self.mocker() else { return Ok(prepared) };
        let is_replaced = |specifier: &str| mocker.is_replaced(&self.key(Some(path), specifier));
        let spied = |specifier: &str| mocker.spied(&self.key(Some(path), specifier));
        let turned = self.source_hook.intercept(path, &prepared, mocker.is_active(), &is_replaced, &spied);
        let Some((text, positions)) = turned.map_err(|error| self.error_in_file(path, error))? else {
            return Ok(prepared);
        };
        self.loader.positions.borrow_mut().entry(path.clone()).or_default().push(positions);
        Ok(text)
    }

    fn run_now(&self, path: &VfsPath, context: &mut Context) -> JsResult<JsObject> {
        let module = self.module(path, context)?;
        let outer = self.loader.recording.replace(true);
        let loading = module.load(context);
        let loaded = self.settled(&loading, context);
        self.loader.recording.set(outer);
        loaded?;
        let plan = graph::plan(path, &self.loader.edges.borrow());
        if let Err(stop) = self.check_cycles(&plan).and_then(|()| self.link(&module, &plan, context)) {
            return Err(self.thrown_again(stop, path, context));
        }
        let evaluating = self.evaluate(&module, &plan, context)?;
        self.settled(&evaluating, context)?;
        self.finish(&plan);
        Ok(module.namespace(context))
    }

    fn run_module(&self, module: &Module, context: &mut Context) -> JsResult<JsObject> {
        let loading = module.load(context);
        self.settled(&loading, context)?;
        module.link(context)?;
        let evaluating = module.evaluate(context)?;
        self.settled(&evaluating, context)?;
        Ok(module.namespace(context))
    }

    /// An error that guest code may catch for why a file cannot run.
    pub(super) fn thrown_again(&self, stop: Stop, path: &VfsPath, context: &mut Context) -> JsError {
        match stop {
            Stop::Thrown(thrown) => JsError::from_opaque(thrown.value),
            Stop::Source { path, error } => self.fail(&path, error, context),
            other => self.fail(path, fail::unplaced(other.to_string(), Code::Unsettled), context),
        }
    }

    fn settled(&self, promise: &JsPromise, context: &mut Context) -> JsResult<JsValue> {
        use boa_engine::builtins::promise::PromiseState;
        let done = || !matches!(promise.state(), PromiseState::Pending);
        let waiting = &self.loader.waiting;
        if waiting.get() >= MAX_WAITING {
            let message = format!("more than {MAX_WAITING} modules wait for each other in what mocks them");
            return Err(JsNativeError::error().with_message(message).into());
        }
        waiting.set(waiting.get() + 1);
        let waited = self.wait(context, None, &done);
        waiting.set(waiting.get() - 1);
        let waited = waited?;
        match promise.state() {
            PromiseState::Fulfilled(value) => Ok(value),
            PromiseState::Rejected(reason) => {
                self.forget_rejection(&promise.clone().into());
                Err(JsError::from_opaque(reason))
            }
            PromiseState::Pending => {
                let why = if waited == Waited::TooManyTimers {
                    "too many timers fired"
                } else {
                    "nothing is left to run"
                };
                let message =
                    format!("a module, or what mocks it, waits for a promise that is never settled: {why}");
                Err(JsNativeError::error().with_message(message).into())
            }
        }
    }
}

/// A module whose exports are the properties of an object, and the object itself.
fn synthetic(object: &JsObject, context: &mut Context) -> JsResult<Module> {
    let mut exports: Vec<(JsString, JsValue)> = vec![(JsString::from(STAND_IN), object.clone().into())];
    for key in object.own_property_keys(context)? {
        let PropertyKey::String(name) = &key else { continue };
        let value = object.get(key.clone(), context)?;
        exports.push((name.clone(), value));
    }
    Ok(super::synthetic(exports, context))
}

/// A module that gives the namespace of the original where that of a stand-in is read.
fn passed_on(key: &str, context: &mut Context) -> JsResult<Module> {
    let original = quoted(&format!("{ORIGINAL}{key}"));
    let source = format!(
        "import * as namespace from {original}; export {{ namespace as {STAND_IN} }}; export * from {original};"
    );
    Module::parse(Source::from_bytes(&source).with_path(Path::new(OWN_SCRIPT)), None, context)
}

/// A module that gives an object which shows what stands in for another as soon as it is made. It exports nothing by name.
fn seen_later(key: &str, context: &mut Context) -> JsResult<Module> {
    let original = quoted(&format!("{ORIGINAL}{key}"));
    let source = format!(
        "import * as namespace from {original}; import {{ later }} from 'verdict:mocks'; \
         export const {STAND_IN} = later({}, namespace);",
        quoted(key)
    );
    Module::parse(Source::from_bytes(&source).with_path(Path::new(OWN_SCRIPT)), None, context)
}

/// A module that runs another and gives an object in place of its namespace.
fn facade(key: &str, context: &mut Context) -> JsResult<Module> {
    let original = quoted(&format!("{ORIGINAL}{key}"));
    let source = format!(
        "import * as namespace from {original}; import {{ facade }} from 'verdict:mocks'; \
         export const {STAND_IN} = facade({}, namespace); export * from {original};",
        quoted(key)
    );
    Module::parse(Source::from_bytes(&source).with_path(Path::new(OWN_SCRIPT)), None, context)
}

fn quoted(text: &str) -> String {
    let escaped: String = text.encode_utf16().map(|unit| format!("\\u{unit:04x}")).collect();
    format!("'{escaped}'")
}
