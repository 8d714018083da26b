//! Loads modules from the snapshot.

mod builtin;
mod common_js;
mod exports;
mod fail;
mod graph;
mod json;
mod material;
mod meta;
mod mocks;
mod namespaces;
mod parse;
mod positions;
mod require_cache;
mod require_es;

pub(crate) use common_js::require_for;
pub use mocks::{
    Mocker, Modules, Required, StandIn, forget_modules, forget_stand_in, import_now, import_original,
    import_path, module_key, require_original, require_path, swap_modules, wait_for,
};
pub(crate) use parse::syntax;
pub use positions::Position;
pub(crate) use positions::in_file;
pub(crate) use require_cache::{forget_module, loaded_modules, module_of, put_module};

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::rc::Rc;

use boa_engine::module::{ModuleLoader, ModuleRequest, Referrer, SyntheticModuleInitializer};
use boa_engine::object::builtins::JsPromise;
use boa_engine::{Context, JsError, JsObject, JsResult, JsString, JsValue, Module};
use verdict_protocol::{Code, ImportKind};
use verdict_vfs::{NodeModule, VfsPath};

use crate::host::Host;
use crate::marks::Marks;
use crate::options::SourceError;
use crate::stop::{Stop, stop};

/// Maximum depth of an import chain that the engine walks itself, because it recurses natively. Deeper graphs
/// are passed to it in pieces.
const DIRECT_DEPTH: usize = 100;
/// Maximum number of modules in one cycle, which cannot be split into pieces.
const MAX_CYCLE: usize = 500;

/// Maximum depth of an import chain behind `import()`; 3,600 fit on the stack of a browser's worker.
const MAX_DYNAMIC_DEPTH: usize = 1_000;

/// The modules that the host makes for each importer.
const MADE_FOR_IMPORTER: [&str; 2] = [common_js::SPECIFIER, crate::marks::SPECIFIER];

/// The modules that a guest loaded.
#[derive(Default)]
pub(crate) struct Loader {
    files: RefCell<BTreeMap<VfsPath, Module>>,
    /// All modules created, including dropped ones.
    made: RefCell<Vec<Module>>,
    host: RefCell<BTreeMap<String, Module>>,
    /// Modules of the host that are made for one importer, by the importer and their specifier.
    made_for: RefCell<BTreeMap<(VfsPath, &'static str), Module>>,
    /// Static imports by importer, in source order.
    edges: RefCell<BTreeMap<VfsPath, Vec<VfsPath>>>,
    /// Whether incoming imports are static.
    recording: Cell<bool>,
    /// Depth at which files were found behind an `import()`.
    dynamic_depths: RefCell<BTreeMap<VfsPath, usize>>,
    /// Length of the inserted text at the start of a file's first line.
    shifted: RefCell<BTreeMap<VfsPath, usize>>,
    common_js: common_js::Loaded,
    /// Files that finished running, with all of their imports.
    finished: RefCell<BTreeSet<VfsPath>>,
    /// `import.meta.env`, once created.
    env: RefCell<Option<JsObject>>,
    /// The file whose tests run, which has the test API as `import.meta.vitest`.
    pub(crate) test_file: RefCell<Option<VfsPath>>,
    failures: RefCell<Vec<(JsObject, VfsPath, SourceError)>>,
    mocker: RefCell<Option<Rc<dyn Mocker>>>,
    /// Number of modules and mock factories waited for inside each other.
    waiting: Cell<u32>,
    /// Mock modules by key.
    stand_ins: RefCell<BTreeMap<String, Module>>,
    /// Imports whose mock is being created, by file and key, with the module that one of them received in the
    /// meantime.
    asked: RefCell<BTreeMap<(VfsPath, String), Option<Module>>>,
    /// The `__mocks__` files that files received in place of their imports.
    redirected: RefCell<BTreeMap<VfsPath, Vec<VfsPath>>>,
    /// Position maps of rewritten files, one for each step, the first step first.
    positions: RefCell<BTreeMap<VfsPath, Vec<Vec<Position>>>>,
    /// Position maps of instrumented files, from the instrumented text to the text before.
    anew: RefCell<BTreeMap<VfsPath, Vec<Position>>>,
    /// Functions that report their calls.
    pub(crate) marks: Marks,
    /// [`crate::GuestOptions::has_runner_modules`].
    pub(crate) has_runner_modules: Cell<bool>,
    /// [`crate::GuestOptions::has_require_cache`].
    pub(crate) has_require_cache: Cell<bool>,
    /// The names that ES modules export by writing to `module.exports`, with those that importers ask for.
    written: RefCell<BTreeMap<VfsPath, BTreeSet<String>>>,
    /// By module, the names that several `export *` of it have, and the specifier of the first.
    picked: RefCell<BTreeMap<VfsPath, BTreeMap<String, String>>>,
    /// By importer, the specifiers and names of imports that are `undefined`, because their modules lack them.
    missing: RefCell<BTreeMap<VfsPath, BTreeSet<(String, String)>>>,
}

impl Loader {
    pub(crate) fn define(&self, specifier: &str, exports: &[(&str, JsValue)], context: &mut Context) {
        let exports = exports.iter().map(|(name, value)| (JsString::from(*name), value.clone())).collect();
        let module = self.exporting(exports, context);
        self.host.borrow_mut().insert(specifier.to_owned(), module);
    }

    /// A module of the host's that exports values.
    pub(crate) fn exporting(&self, exports: Vec<(JsString, JsValue)>, context: &mut Context) -> Module {
        self.made(synthetic(exports, context))
    }

    /// Stores a module for [`Loader::release`].
    fn made(&self, module: Module) -> Module {
        self.made.borrow_mut().push(module.clone());
        module
    }

    /// Releases references that the collector cannot find. Call when no guest code runs any more.
    pub(crate) fn release(&self, context: &mut Context) {
        namespaces::release(&self.made.take(), context);
    }

    /// The reason why a file failed to load, if `object` is the error for it.
    pub(crate) fn failure(&self, object: &JsObject) -> Option<(VfsPath, SourceError)> {
        let failures = self.failures.borrow();
        let (_, path, error) = failures.iter().rev().find(|(known, ..)| JsObject::equals(known, object))?;
        Some((path.clone(), error.clone()))
    }
}

/// Creates a module that exports values.
fn synthetic(exports: Vec<(JsString, JsValue)>, context: &mut Context) -> Module {
    let names: Vec<JsString> = exports.iter().map(|(name, _)| name.clone()).collect();
    let initializer = SyntheticModuleInitializer::from_copy_closure_with_captures(
        |module, exports: &Vec<(JsString, JsValue)>, _| {
            exports.iter().try_for_each(|(name, value)| module.set_export(name, value.clone()))
        },
        exports,
    );
    Module::synthetic(&names, initializer, None, None, context)
}

impl Host {
    /// Implements [`crate::Guest::load`].
    pub(crate) fn load(&self, path: &VfsPath, context: &mut Context) -> Result<(), Stop> {
        // Pending imports of earlier code would count as static ones.
        self.drain(context).map_err(|error| stop(error, context))?;
        let (module, plan) = loop {
            let module = self.module(path, context).map_err(|error| stop(error, context))?;
            self.loader.recording.set(true);
            let loading = module.load(context);
            let loaded = self.fulfilled(&loading, context);
            self.loader.recording.set(false);
            loaded?;
            let plan = graph::plan(path, &self.loader.edges.borrow());
            self.check_cycles(&plan)?;
            match self.link(&module, &plan, context) {
                Ok(()) if self.name_members(&plan, context) => {}
                Ok(()) => break (module, plan),
                // With the added names it may link.
                Err(_) if self.name_more(&plan, context) || self.tolerate_missing(&plan, context) => {}
                Err(stop) => return Err(stop),
            }
        };
        let evaluating = self.evaluate(&module, &plan, context).map_err(|error| stop(error, context))?;
        let evaluated = self.fulfilled(&evaluating, context);
        evaluated.map_err(|stop| self.explain_common_js(stop))?;
        self.finish(&plan);
        Ok(())
    }

    /// Records that a whole graph finished running.
    fn finish(&self, plan: &graph::Plan) {
        let (edges, redirected) = (self.loader.edges.borrow(), self.loader.redirected.borrow());
        let mut finished = self.loader.finished.borrow_mut();
        let mut todo: Vec<&VfsPath> = plan.groups.iter().flatten().collect();
        finished.extend(todo.iter().copied().cloned());
        // A graph has no edge to what a stand-in passes on.
        while let Some(path) = todo.pop() {
            let behind = redirected.get(path).into_iter().flatten();
            for target in behind.flat_map(|target| edges.get(target).into_iter().flatten().chain([target])) {
                todo.extend(finished.insert(target.clone()).then_some(target));
            }
        }
    }

    fn fulfilled(&self, promise: &JsPromise, context: &mut Context) -> Result<(), Stop> {
        match self.await_promise(promise, None, context)? {
            Ok(_) => Ok(()),
            Err(reason) => Err(stop(JsError::from_opaque(reason), context)),
        }
    }

    fn check_cycles(&self, plan: &graph::Plan) -> Result<(), Stop> {
        match plan.groups.iter().find(|group| group.len() > MAX_CYCLE) {
            None => Ok(()),
            Some(group) => Err(Stop::Source {
                path: group[0].clone(),
                error: SourceError {
                    message: format!("A cycle of {} modules is more than {MAX_CYCLE}", group.len()),
                    line: 0,
                    column: 0,
                    code: Code::Limit,
                },
            }),
        }
    }

    fn link(&self, root: &Module, plan: &graph::Plan, context: &mut Context) -> Result<(), Stop> {
        // Inside a cycle, an import of a missing export makes the engine panic, so those are checked first.
        for group in plan.groups.iter().filter(|group| group.len() > 1) {
            for path in group {
                self.check_imports(path, context)?;
            }
        }
        let result = if plan.depth <= DIRECT_DEPTH {
            root.link(context)
        } else {
            plan.groups
                .iter()
                .filter_map(|group| self.known(&group[0]))
                .try_for_each(|module| module.link(context))
        };
        let Err(error) = result else { return Ok(()) };
        for path in plan.groups.iter().flatten() {
            self.check_imports(path, context)?;
        }
        Err(stop(error, context))
    }

    /// Runs the groups of a deep graph one by one, dependencies first, which is the engine's order. Only
    /// modules that a cycle imports from outside may run earlier.
    fn evaluate(&self, root: &Module, plan: &graph::Plan, context: &mut Context) -> JsResult<JsPromise> {
        if plan.depth > DIRECT_DEPTH {
            for module in plan.groups.iter().filter_map(|group| self.known(&group[0])) {
                let promise = module.evaluate(context)?;
                if promise.state().as_rejected().is_some() {
                    return Ok(promise);
                }
            }
        }
        root.evaluate(context)
    }

    /// The specifier, or its alias if that is a module of the host or of Node.
    pub(crate) fn spelled(&self, importer: Option<&VfsPath>, specifier: String) -> String {
        let alias = self.snapshot.alias_of(importer, &specifier);
        let is_none =
            |name: &String| self.loader.host.borrow().contains_key(name) || NodeModule::named(name).is_some();
        alias.filter(is_none).unwrap_or(specifier)
    }

    /// Whether a specifier names a module of the host.
    pub(crate) fn is_defined(&self, specifier: &str) -> bool {
        self.loader.host.borrow().contains_key(specifier)
    }

    pub(crate) fn known(&self, path: &VfsPath) -> Option<Module> {
        self.loader.files.borrow().get(path).cloned()
    }

    fn import(
        &self,
        referrer: &Referrer,
        request: &ModuleRequest,
        context: &mut Context,
    ) -> JsResult<Module> {
        let importer = referrer.path().and_then(Path::to_str).and_then(|path| VfsPath::parse(path).ok());
        let specifier = request.specifier().to_std_string_lossy();
        self.note_import(importer.as_ref(), &specifier, ImportKind::Import);
        let specifier = self.spelled(importer.as_ref(), specifier);
        if let Some(module) = self.stand_in(importer.as_ref(), &specifier, context)? {
            return Ok(module);
        }
        self.check_reserved(importer.as_ref(), &specifier, context)?;
        if let Some(module) = self.loader.host.borrow().get(&specifier) {
            return Ok(module.clone());
        }
        if let Some(path) = &importer
            && let Some(module) = self.made_for(path, &specifier, context)?
        {
            return Ok(module);
        }
        if let Some(module) = self.builtin(importer.as_ref(), &specifier, context)? {
            return Ok(module);
        }
        let path = match &importer {
            Some(importer) => self.resolve(importer, &specifier, context)?,
            None => self.resolve_from_root(&specifier, context)?,
        };
        if let Some(kind) = request.get_attribute("type").filter(|kind| **kind != *"json") {
            let kind = kind.to_std_string_lossy();
            let message = format!("Import attribute \"type\" with value \"{kind}\" is not supported");
            return Err(self.fail(&path, fail::unplaced(message, Code::Syntax), context));
        }
        if self.loader.recording.get()
            && let Some(importer) = &importer
        {
            let mut edges = self.loader.edges.borrow_mut();
            let targets = edges.entry(importer.clone()).or_default();
            if !targets.contains(&path) {
                targets.push(path.clone());
            }
        } else if self.known(&path).is_none() {
            self.deepen(importer.as_ref(), &path, context)?;
        }
        let module = self.module(&path, context)?;
        Ok(match importer {
            Some(importer) if self.is_loaded_by_node(&importer) => {
                self.as_node_imports(&path, module, context)
            }
            _ => module,
        })
    }

    /// Whether test runners leave a module to Node.
    fn is_loaded_by_node(&self, module: &VfsPath) -> bool {
        self.snapshot.is_loaded_by_node(module, self.loader.is_common_js(module))
    }
}

impl Host {
    /// The module that the host makes for one importer. All imports by one instance of the importer get the same
    /// module, because the engine panics on a second one.
    fn made_for(
        &self,
        importer: &VfsPath,
        specifier: &str,
        context: &mut Context,
    ) -> JsResult<Option<Module>> {
        let own = MADE_FOR_IMPORTER.into_iter().find(|own| *own == specifier);
        let Some(own) = own else { return Ok(None) };
        let key = (importer.clone(), own);
        if let Some(made) = self.loader.made_for.borrow().get(&key) {
            return Ok(Some(made.clone()));
        }
        let made = if own == common_js::SPECIFIER {
            Some(self.common_js_names_for(importer, context)?)
        } else {
            self.mark_module(importer, context)
        };
        if let Some(made) = &made {
            self.loader.made_for.borrow_mut().insert(key, made.clone());
        }
        Ok(made)
    }

    /// Drops the modules made for an instance of a file, when it is parsed again.
    fn forget_made_for(&self, importer: &VfsPath) {
        let mut made = self.loader.made_for.borrow_mut();
        for own in MADE_FOR_IMPORTER {
            made.remove(&(importer.clone(), own));
        }
    }

    /// Bounds the depth of a graph behind `import()`, which the engine walks natively and without a limit.
    fn deepen(&self, importer: Option<&VfsPath>, path: &VfsPath, context: &mut Context) -> JsResult<()> {
        let mut depths = self.loader.dynamic_depths.borrow_mut();
        let depth = importer.and_then(|importer| depths.get(importer)).map_or(1, |depth| depth + 1);
        if depth > MAX_DYNAMIC_DEPTH {
            drop(depths);
            let message = format!("A chain of more than {MAX_DYNAMIC_DEPTH} imports behind import()");
            return Err(self.fail(path, fail::unplaced(message, Code::Limit), context));
        }
        depths.insert(path.clone(), depth);
        Ok(())
    }
}

impl ModuleLoader for Host {
    fn load_imported_module(
        self: Rc<Self>,
        referrer: Referrer,
        request: ModuleRequest,
        context: &RefCell<&mut Context>,
    ) -> impl Future<Output = JsResult<Module>> {
        let result = self.import(&referrer, &request, &mut context.borrow_mut());
        std::future::ready(result)
    }

    fn init_import_meta(self: Rc<Self>, meta: &JsObject, module: &Module, context: &mut Context) {
        if let Some(name) = module.path().and_then(Path::to_str) {
            self.fill_meta(meta, &self.snapshot.module_path(name), context);
        }
    }
}
