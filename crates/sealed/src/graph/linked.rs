//! The module graph of one snapshot, built on demand and shared by its test files and by successive requests.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use verdict_protocol::TestRunner;
use verdict_transform::{Lower, in_source};
use verdict_vfs::{Conditions, Snapshot, VfsPath, file_url};

use super::Cache;
use super::link::{Linked, link};
use super::ready::{Project, Readied, Ready};
use crate::supply::{Absent, Form, Meta, Module, ModuleOptions, Shared, Target};

/// Maximum number of files that one search for re-exported names visits.
const MAX_REEXPORTS: usize = 1_000;

/// The modules of one snapshot. Answers depend on the snapshot alone, never on earlier queries.
pub(crate) struct Files {
    pub(super) project: Project,
    cache: Cache,
    nodes: RefCell<Nodes>,
}

/// Index of a file in [`Files`].
pub(super) type Number = usize;

#[derive(Default)]
struct Nodes {
    numbers: HashMap<VfsPath, Number>,
    all: Vec<Node>,
}

struct Node {
    path: VfsPath,
    linked: Option<(Rc<Linked>, Rc<[Number]>)>,
    /// The module, as long as no runtime `require` added to it.
    shared: Option<Rc<Shared>>,
    /// The files that its `export *` declarations resolve to, in source order. An entry is `None` if the
    /// target is not a file.
    stars: Option<Rc<[Option<Number>]>>,
}

impl Nodes {
    fn number(&mut self, path: &VfsPath) -> Number {
        if let Some(known) = self.numbers.get(path) {
            return *known;
        }
        let number = self.all.len();
        self.numbers.insert(path.clone(), number);
        self.all.push(Node { path: path.clone(), linked: None, shared: None, stars: None });
        number
    }
}

impl Files {
    /// Creates the graph of a snapshot, whose aliases are already set.
    pub(crate) fn of(
        snapshot: &Snapshot,
        cache: &Cache,
        lower: Rc<dyn Lower>,
        options: ModuleOptions,
    ) -> Rc<Files> {
        let project = Project::of(snapshot, cache, lower, options);
        Rc::new(Files { project, cache: cache.clone(), nodes: RefCell::default() })
    }

    /// Whether this graph was built from the same files as `snapshot`, which move the same calls.
    pub(crate) fn are_of(&self, snapshot: &Snapshot, runner: Option<TestRunner>) -> bool {
        self.project.options.runner == runner && self.project.snapshot.reads_as(snapshot)
    }

    /// The number of files visited so far.
    pub(super) fn len(&self) -> usize {
        self.nodes.borrow().all.len()
    }

    pub(super) fn number(&self, path: &VfsPath) -> Number {
        self.nodes.borrow_mut().number(path)
    }

    /// The numbers of the modules that were made of a file under a query.
    pub(super) fn queried(&self, file: &str) -> Vec<Number> {
        let nodes = self.nodes.borrow();
        let is_of = |path: &VfsPath| {
            path.as_str().strip_prefix(file).is_some_and(|query| query.starts_with(['?', '#']))
        };
        (0..nodes.all.len()).filter(|number| is_of(&nodes.all[*number].path)).collect()
    }

    /// The number of a file that was already visited.
    pub(super) fn known(&self, path: &str) -> Option<Number> {
        self.nodes.borrow().numbers.get(path).copied()
    }

    pub(super) fn path(&self, number: Number) -> VfsPath {
        self.nodes.borrow().all[number].path.clone()
    }

    /// The files that a file imports, requires or mocks.
    pub(super) fn follow(&self, number: Number) -> Result<Rc<[Number]>, Absent> {
        self.linked(number).map(|(_, follow)| follow)
    }

    /// A file with its resolved specifiers, if it was linked already.
    pub(super) fn link_of(&self, number: Number) -> Option<Rc<Linked>> {
        self.nodes.borrow().all[number].linked.as_ref().map(|(linked, _)| Rc::clone(linked))
    }

    fn linked(&self, number: Number) -> Result<(Rc<Linked>, Rc<[Number]>), Absent> {
        let path = match &self.nodes.borrow().all[number] {
            Node { linked: Some(known), .. } => return Ok(known.clone()),
            Node { path, .. } => path.clone(),
        };
        let linked = Rc::new(link(&self.project, &path, self.project.ready(&path)?));
        let nodes = &mut *self.nodes.borrow_mut();
        let follow = linked.follow.iter().map(|path| nodes.number(path)).collect();
        let found = (linked, follow);
        nodes.all[number].linked = Some(found.clone());
        Ok(found)
    }

    /// A file as a module whose `require` also resolves `needs`.
    pub(super) fn shared(&self, number: Number, needs: &[(String, Target)]) -> Result<Rc<Shared>, Absent> {
        let path = match &self.nodes.borrow().all[number] {
            Node { shared: Some(known), .. } if needs.is_empty() => return Ok(Rc::clone(known)),
            Node { path, .. } => path.clone(),
        };
        let (linked, _) = self.linked(number)?;
        let shared = self.cache.share(self.module(number, &path, &linked, needs)?, Some(&linked.ready));
        if needs.is_empty() {
            self.nodes.borrow_mut().all[number].shared = Some(Rc::clone(&shared));
        }
        Ok(shared)
    }

    /// Wraps a module that is not a file.
    pub(super) fn apart(&self, module: Module) -> Rc<Shared> {
        self.cache.share(module, None)
    }

    fn module(
        &self,
        number: Number,
        path: &VfsPath,
        linked: &Linked,
        needs: &[(String, Target)],
    ) -> Result<Module, Absent> {
        let form = match &linked.ready.form {
            Readied::Code(module) if module.common_js.is_some() => {
                Form::CommonJs { code: module.code.clone(), names: self.names(path)? }
            }
            Readied::Code(module) => {
                let (code, awaits) = (module.code.clone(), module.has_top_level_await);
                Form::Module { code, awaits, stars: self.stars(number)? }
            }
            Readied::Json(text) => Form::Json { code: text.clone() },
            Readied::Refused(error) => Form::Error { error: error.clone() },
        };
        let is_common_js = matches!(form, Form::CommonJs { .. });
        let dirname = if path.folder().is_empty() { "/" } else { path.folder() };
        let file = self.project.snapshot.module_file(path);
        Ok(Module {
            id: path.to_string(),
            form,
            deps: linked.deps.clone(),
            requires: linked.requires.iter().chain(needs).cloned().collect(),
            loaded_by_node: self.project.snapshot.is_loaded_by_node(path, is_common_js),
            meta: Meta {
                url: file_url(file.as_str()),
                dirname: dirname.to_owned(),
                filename: file.to_string(),
            },
        })
    }

    /// A file in the form in which it runs.
    pub(super) fn ready(&self, number: Number) -> Result<Rc<Ready>, Absent> {
        self.linked(number).map(|(linked, _)| Rc::clone(&linked.ready))
    }

    /// The file that an import specifier resolves to; `None` if the target is not a file.
    pub(super) fn dep(&self, number: Number, specifier: &str) -> Result<Option<Number>, Absent> {
        let (linked, _) = self.linked(number)?;
        let found = linked.deps.iter().find(|(one, _)| one == specifier);
        Ok(match found {
            Some((_, Target::Id(id))) => self.known(id),
            _ => None,
        })
    }

    /// The files that all `export *` specifiers resolve to.
    pub(super) fn star_targets(
        &self,
        number: Number,
        stars: &[String],
    ) -> Result<Rc<[Option<Number>]>, Absent> {
        if let Some(known) = &self.nodes.borrow().all[number].stars {
            return Ok(Rc::clone(known));
        }
        let targets: Result<Rc<[_]>, Absent> = stars.iter().map(|one| self.dep(number, one)).collect();
        let targets = targets?;
        self.nodes.borrow_mut().all[number].stars = Some(Rc::clone(&targets));
        Ok(targets)
    }

    /// Names that a CommonJS file exports, including those it re-exports.
    pub(super) fn names(&self, path: &VfsPath) -> Result<Vec<String>, Absent> {
        let mut names = BTreeSet::new();
        let mut seen = BTreeSet::from([path.clone()]);
        let mut todo = vec![path.clone()];
        while let Some(path) = todo.pop() {
            let (linked, _) = self.linked(self.number(&path))?;
            let Some(found) = linked.ready.code().and_then(|module| module.common_js.as_ref()) else {
                continue;
            };
            names.extend(found.exports.iter().cloned());
            for specifier in &found.reexports {
                let target = self.project.snapshot.resolve_module(&path, specifier, Conditions::Require);
                let is_new = |target: &VfsPath| seen.len() < MAX_REEXPORTS && seen.insert(target.clone());
                todo.extend(target.ok().filter(is_new));
            }
        }
        names.remove("default");
        Ok(names.into_iter().collect())
    }

    /// Maps a line and column in a module's code to the line and column in the snapshot.
    pub(super) fn place(&self, number: Number, at: (u32, u32)) -> Option<(u32, u32)> {
        let nodes = self.nodes.borrow();
        let (linked, _) = nodes.all[number].linked.as_ref()?;
        Some(in_source(&linked.ready.code()?.positions, at))
    }
}
