//! Module mocks, which the loader looks up before it loads a file.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::rc::Rc;

use boa_engine::object::builtins::JsPromise;
use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsError, JsNativeError, JsObject, JsResult, JsString, JsValue, Module, Source};
use verdict_protocol::{Code, ImportKind};
use verdict_vfs::{Conditions, VfsPath};

use super::{fail, graph};
use crate::guest::Guest;
use crate::host::Host;
use crate::jobs::Waited;
use crate::options::{Imports, SourceError};
use crate::origin::OWN_SCRIPT;
use crate::stop::Stop;

/// The export of a mock module that holds the object from which rewritten files read their imports.
const STAND_IN: &str = "__vi_module__";

/// Maximum nesting of waits for mock factories that import mocked modules, because each takes native stack.
const MAX_WAITING: u32 = 100;

/// Prefix of the specifier by which a facade imports the original module.
const ORIGINAL: &str = "verdict:original:";

/// What an import is replaced with.
#[derive(Debug, Clone)]
pub enum StandIn {
    /// Nothing: the original module.
    Original,
    /// Another file.
    File(VfsPath),
    /// An object whose properties are the exports.
    Object(JsObject),
    /// The original module behind an object that can be spied on.
    Facade,
    /// A mock that is still being created; until then the original module.
    Later,
}

/// What `require` of a module gives in its place.
#[derive(Debug, Clone)]
pub enum Required {
    /// Nothing: the original module.
    Original,
    /// Another file.
    File(VfsPath),
    /// This value.
    Value(JsValue),
}

/// Decides what imports are replaced with. Modules are identified by keys: the path of a file, or the
/// specifier of another module.
pub trait Mocker {
    /// Whether anything is mocked.
    fn is_active(&self) -> bool;

    /// Whether files that import the module are rewritten to read it through an object.
    fn is_replaced(&self, key: &str) -> bool;

    /// Called for a file that may spy on the module's namespace.
    fn spied(&self, key: &str);

    /// What an import of the module is replaced with. May run guest code and wait for it.
    ///
    /// # Errors
    /// Errors that the guest code throws.
    fn stand_in(&self, key: &str, context: &mut Context) -> JsResult<StandIn>;

    /// What `require` of the module gives. May run guest code.
    ///
    /// # Errors
    /// Errors that the guest code throws.
    fn required(&self, key: &str, context: &mut Context) -> JsResult<Required>;

    /// The object that replaces the namespace of a facade.
    ///
    /// # Errors
    /// None for a namespace.
    fn object(&self, key: &str, namespace: &JsObject, context: &mut Context) -> JsResult<JsObject>;
}

impl Guest {
    /// Sets the mocker that decides about imports from now on.
    pub fn set_mocker(&mut self, mocker: Rc<dyn Mocker>) {
        if let Some(host) = Host::of(self.context()) {
            host.loader.mocker.replace(Some(mocker));
        }
    }
}

fn host(context: &Context) -> JsResult<Rc<Host>> {
    crate::native::host(context)
}

/// The key of the module that a specifier resolves to: see [`Mocker`].
#[must_use]
pub fn module_key(importer: &VfsPath, specifier: &str, context: &Context) -> String {
    match host(context) {
        Ok(host) => host.key(Some(importer), specifier),
        Err(_) => specifier.to_owned(),
    }
}

/// Imports a module with its dependencies synchronously, as code of `importer` would. Returns its namespace,
/// or the object that replaces it.
///
/// # Errors
/// Errors of loading or running the module.
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

/// Imports the original of a module synchronously, even if it is mocked. Its own imports may be mocked.
///
/// # Errors
/// Errors of [`import_now`].
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

/// Requires the original of a module, even if it is mocked, as code of `importer` would.
///
/// # Errors
/// Errors of loading or running the module.
pub fn require_original(importer: &VfsPath, specifier: &str, context: &mut Context) -> JsResult<JsValue> {
    let host = host(context)?;
    host.note_import(Some(importer), specifier, ImportKind::Require);
    host.require_original(importer, specifier.to_owned(), context)
}

/// Requires a file by its path.
///
/// # Errors
/// Errors of loading or running it.
pub fn require_path(importer: &VfsPath, path: &VfsPath, context: &mut Context) -> JsResult<JsValue> {
    host(context)?.require_file(importer, path, context)
}

/// Runs a file by its path synchronously.
///
/// # Errors
/// Errors of [`import_now`].
pub fn import_path(path: &VfsPath, context: &mut Context) -> JsResult<JsObject> {
    host(context)?.run_now(path, context)
}

/// Awaits a promise, running all pending jobs.
///
/// # Errors
/// The reason of its rejection, or that it never settles.
pub fn wait_for(promise: &JsPromise, context: &mut Context) -> JsResult<JsValue> {
    let host = host(context)?;
    host.settled(promise, context)
}

/// A saved set of loaded files.
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

/// Replaces the set of loaded files and returns the previous one.
pub fn swap_modules(modules: Modules, context: &Context) -> Modules {
    let Ok(host) = host(context) else { return modules };
    Modules {
        files: host.loader.files.replace(modules.files),
        edges: host.loader.edges.replace(modules.edges),
        stand_ins: host.loader.stand_ins.replace(modules.stand_ins),
        common_js: host.loader.swap_common_js(modules.common_js),
    }
}

/// Drops all loaded files: the next import of each runs it again.
pub fn forget_modules(context: &Context) {
    swap_modules(Modules::default(), context);
}

/// Drops the replacement of a module: its next import asks the mocker again.
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
        let resolved = importer
            .and_then(|importer| self.snapshot.resolve_module(importer, specifier, Conditions::Import).ok());
        let Some(path) = resolved else {
            return self.builtin_key(importer, specifier).unwrap_or_else(|| specifier.to_owned());
        };
        path.as_str().to_owned()
    }

    /// The module that replaces an import; `None` for the original.
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
            // The engine keeps the first module that an import resolved to.
            StandIn::Object(_) if given.is_some() => return Ok(given),
            StandIn::Original => (passed_on(&key, context)?, false),
            StandIn::Later => (seen_later(&key, context)?, false),
            StandIn::Object(object) => (synthetic(&object, context)?, true),
            StandIn::Facade => {
                if let (Some(importer), Ok(path)) = (importer, VfsPath::parse(&key)) {
                    self.loader.redirected.borrow_mut().entry(importer.clone()).or_default().push(path);
                }
                (facade(&key, context)?, true)
            }
        };
        let module = self.loader.made(found);
        if is_kept {
            self.loader.stand_ins.borrow_mut().insert(key, module.clone());
        }
        Ok(Some(module))
    }

    /// Whether the importer is a `__mocks__` file, or waits for one: both get the original module.
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

    /// The module for a file that imports a mock again while the mock is being created, which is a cycle.
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

    /// Rewrites a file so that its imports can be mocked.
    pub(super) fn intercepted(&self, path: &VfsPath, prepared: String) -> Result<String, SourceError> {
        let Some(mocker) = self.mocker() else { return Ok(prepared) };
        let imports = Imports {
            any: mocker.is_active() || self.loader.missing.borrow().contains_key(path),
            is_replaced: &|specifier| mocker.is_replaced(&self.key(Some(path), specifier)),
            spied: &|specifier| mocker.spied(&self.key(Some(path), specifier)),
            lacks: &|specifier, name| self.is_tolerated(path, specifier, name),
        };
        let turned = self.source_hook.intercept(path, &prepared, &imports);
        let Some((text, positions)) = turned.map_err(|error| self.error_in_file(path, error))? else {
            return Ok(prepared);
        };
        self.loader.positions.borrow_mut().entry(path.clone()).or_default().push(positions);
        Ok(text)
    }

    fn run_now(&self, path: &VfsPath, context: &mut Context) -> JsResult<JsObject> {
        let (module, plan) = loop {
            let module = self.module(path, context)?;
            let outer = self.loader.recording.replace(true);
            let loading = module.load(context);
            let loaded = self.settled(&loading, context);
            self.loader.recording.set(outer);
            loaded?;
            let plan = graph::plan(path, &self.loader.edges.borrow());
            match self.check_cycles(&plan).and_then(|()| self.link(&module, &plan, context)) {
                Ok(()) => break (module, plan),
                Err(_) if self.tolerate_missing(&plan, context) => {}
                Err(stop) => return Err(self.thrown_again(stop, path, context)),
            }
        };
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

    /// An error that tells guest code, which may catch it, why a file cannot run.
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
                self.unhandled.handled(&promise.clone().into());
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

/// A module that exports the properties of an object, and the object itself.
fn synthetic(object: &JsObject, context: &mut Context) -> JsResult<Module> {
    let mut exports: Vec<(JsString, JsValue)> = vec![(JsString::from(STAND_IN), object.clone().into())];
    for key in object.own_property_keys(context)? {
        let PropertyKey::String(name) = &key else { continue };
        let value = object.get(key.clone(), context)?;
        exports.push((name.clone(), value));
    }
    Ok(super::synthetic(exports, context))
}

/// A module that provides the original's namespace where the mock's is read.
fn passed_on(key: &str, context: &mut Context) -> JsResult<Module> {
    let original = quoted(&format!("{ORIGINAL}{key}"));
    let source = format!(
        "import * as namespace from {original}; export {{ namespace as {STAND_IN} }}; export * from {original};"
    );
    Module::parse(Source::from_bytes(&source).with_path(Path::new(OWN_SCRIPT)), None, context)
}

/// A module that provides the mock of another as soon as it is created. It has no named exports.
fn seen_later(key: &str, context: &mut Context) -> JsResult<Module> {
    let original = quoted(&format!("{ORIGINAL}{key}"));
    let source = format!(
        "import * as namespace from {original}; import {{ later }} from 'verdict:mocks'; \
         export const {STAND_IN} = later({}, namespace);",
        quoted(key)
    );
    Module::parse(Source::from_bytes(&source).with_path(Path::new(OWN_SCRIPT)), None, context)
}

/// A module that runs another and provides an object in place of its namespace.
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
