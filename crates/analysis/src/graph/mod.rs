//! The module graph of a snapshot, for rules that look beyond a file. It parses a file once, when a rule first
//! asks for it, and again when its text or the names of files change. All walks are loops, because chains have any length.

mod cycles;
mod export_assignment;
mod lookup;
mod module;
mod read;
mod resolve;
mod settings;
mod tsconfig;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use serde_json::{Map, Value};
use verdict_vfs::{Snapshot, VfsPath};

pub(crate) use self::lookup::Lookup;
pub(crate) use self::module::{ExportKind, Import, Module};
pub(crate) use self::read::kind_of;
pub(crate) use self::resolve::Resolved;

use self::cycles::Components;
use self::lookup::Tables;
use self::resolve::Resolver;
use self::settings::Settings;
use self::tsconfig::Tsconfigs;

use crate::hash::HashMap;

/// The module graph of a snapshot, as different settings see it.
pub(crate) struct Graphs {
    files: Rc<Files>,
    graphs: RefCell<BTreeMap<String, Rc<Graph>>>,
}

impl Graphs {
    pub(crate) fn new(snapshot: &Snapshot) -> Graphs {
        Graphs::with(snapshot, HashMap::default())
    }

    /// The graph of a snapshot that differs from this one in the texts of a few files only.
    pub(crate) fn after(self, snapshot: &Snapshot, changed: &[VfsPath]) -> Graphs {
        let mut modules = self.files.modules.take();
        for path in changed {
            modules.remove(path);
        }
        Graphs::with(snapshot, modules)
    }

    fn with(snapshot: &Snapshot, modules: Modules) -> Graphs {
        let files = Files {
            resolver: Resolver::new(snapshot),
            tsconfigs: Tsconfigs::default(),
            modules: modules.into(),
        };
        Graphs { files: Rc::new(files), graphs: RefCell::default() }
    }

    /// About the bytes that its modules take.
    pub(crate) fn bytes(&self) -> usize {
        self.files.modules.borrow().values().flatten().map(|module| module.bytes()).sum()
    }

    /// The graph under ESLint's `settings`.
    pub(crate) fn of(&self, settings: &Map<String, Value>) -> Rc<Graph> {
        let mut graphs = self.graphs.borrow_mut();
        let graph = graphs.entry(Settings::key(settings)).or_insert_with(|| {
            Rc::new(Graph {
                files: Rc::clone(&self.files),
                settings: Settings::new(settings),
                tables: Tables::default(),
                components: RefCell::default(),
            })
        });
        Rc::clone(graph)
    }
}

/// Modules by path; `None` for a file that is none.
type Modules = HashMap<VfsPath, Option<Rc<Module>>>;

/// The files of a snapshot, each parsed when it is first needed.
struct Files {
    resolver: Resolver,
    tsconfigs: Tsconfigs,
    modules: RefCell<Modules>,
}

impl Files {
    fn module(&self, path: &VfsPath) -> Option<Rc<Module>> {
        if let Some(known) = self.modules.borrow().get(path) {
            return known.clone();
        }
        let adds_default = self.tsconfigs.has_interop(&self.resolver.snapshot, path);
        let module = read::read(&self.resolver, path, adds_default).map(Rc::new);
        self.modules.borrow_mut().insert(path.clone(), module.clone());
        module
    }
}

/// The module graph under some settings.
pub(crate) struct Graph {
    files: Rc<Files>,
    pub(crate) settings: Settings,
    tables: Tables,
    components: RefCell<Components>,
}

impl Graph {
    /// What an import names.
    pub(crate) fn resolve(&self, importer: &VfsPath, specifier: &str) -> Resolved {
        if self.settings.is_core(specifier) {
            return Resolved::Outside;
        }
        self.files.resolver.resolve(importer, specifier)
    }

    /// A module; `None` for a file that is none, and for one that the settings leave out.
    pub(crate) fn module(&self, path: &VfsPath) -> Option<Rc<Module>> {
        self.settings.has(path).then(|| self.files.module(path)).flatten()
    }

    /// Whether an import gets a default that the declaration file of a CommonJS module does not have.
    pub(crate) fn has_synthetic_default(&self, importer: &VfsPath, specifier: &str) -> bool {
        let Resolved::File(file) = self.resolve(importer, specifier) else { return false };
        let is_declared =
            self.files.resolver.typed(importer, file.clone()).is_some_and(|typed| typed != file);
        is_declared && self.module(&file).is_none_or(|module| !module.is_esm)
    }

    /// The module whose exports an import gets.
    pub(crate) fn imported(&self, importer: &VfsPath, specifier: &str) -> Option<Rc<Module>> {
        match self.resolve(importer, specifier) {
            Resolved::File(path) if !self.files.resolver.is_written(importer, specifier) => {
                self.module(&self.files.resolver.typed(importer, path)?)
            }
            Resolved::File(_) | Resolved::Outside | Resolved::Missing => None,
        }
    }
}
