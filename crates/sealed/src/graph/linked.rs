//! The files of one snapshot as modules, as far as anybody has asked: what one test file, and one request, has in common with
//! the next.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use verdict_transform::{Lower, in_source};
use verdict_vfs::{Conditions, Snapshot, VfsPath, file_url};

use super::link::{Linked, link};
use super::module::{Form, Meta, Module, Target};
use super::ready::{Project, Readied, Ready};
use super::{Cache, IsSubject, Shared};
use crate::run::Absent;

/// Files that one search for passed on names looks at.
const MAX_REEXPORTS: usize = 1_000;

/// The modules of one snapshot. Nothing in it depends on what was asked before: asked again, it says the same.
pub(crate) struct Files {
    pub(super) project: Project,
    cache: Cache,
    nodes: RefCell<Nodes>,
}

/// A file, in [`Files`].
pub(super) type Number = usize;

#[derive(Default)]
struct Nodes {
    numbers: HashMap<VfsPath, Number>,
    all: Vec<Node>,
}

struct Node {
    path: VfsPath,
    linked: Option<(Rc<Linked>, Rc<[Number]>)>,
    /// The module that nothing was asked of beside.
    shared: Option<Rc<Shared>>,
    /// The files that its `export *` name, in the order of the source; none for what is no file.
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
    /// The files of a snapshot, whose aliases are set.
    pub(crate) fn of(
        snapshot: &Snapshot,
        cache: &Cache,
        lower: Rc<dyn Lower>,
        subject: Option<IsSubject>,
    ) -> Rc<Files> {
        let project = Project::of(snapshot, cache, lower, subject);
        Rc::new(Files { project, cache: cache.clone(), nodes: RefCell::default() })
    }

    /// Whether they are what the files of this snapshot are.
    pub(crate) fn are_of(&self, snapshot: &Snapshot) -> bool {
        self.project.snapshot.reads_as(snapshot)
    }

    /// How many were asked for.
    pub(super) fn len(&self) -> usize {
        self.nodes.borrow().all.len()
    }

    pub(super) fn number(&self, path: &VfsPath) -> Number {
        self.nodes.borrow_mut().number(path)
    }

    /// The number of a file that was asked for.
    pub(super) fn known(&self, path: &str) -> Option<Number> {
        self.nodes.borrow().numbers.get(path).copied()
    }

    pub(super) fn path(&self, number: Number) -> VfsPath {
        self.nodes.borrow().all[number].path.clone()
    }

    /// What a file names that is a file.
    pub(super) fn follow(&self, number: Number) -> Result<Rc<[Number]>, Absent> {
        self.linked(number).map(|(_, follow)| follow)
    }

    /// A file with what its specifiers name, once that was asked for.
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

    /// A file as a module, in which `require` names these files too.
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

    /// A module that is no file.
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
        let dirname = if path.folder().is_empty() { "/" } else { path.folder() };
        Ok(Module {
            id: path.to_string(),
            form,
            deps: linked.deps.clone(),
            requires: linked.requires.iter().chain(needs).cloned().collect(),
            meta: Meta {
                url: file_url(path.as_str()),
                dirname: dirname.to_owned(),
                filename: path.to_string(),
            },
        })
    }

    /// A file in the form in which it runs.
    pub(super) fn ready(&self, number: Number) -> Result<Rc<Ready>, Absent> {
        self.linked(number).map(|(linked, _)| Rc::clone(&linked.ready))
    }

    /// The file that a specifier of a file names in an import; none for what is no file.
    pub(super) fn dep(&self, number: Number, specifier: &str) -> Result<Option<Number>, Absent> {
        let (linked, _) = self.linked(number)?;
        let found = linked.deps.iter().find(|(one, _)| one == specifier);
        Ok(match found {
            Some((_, Target::Id(id))) => self.known(id),
            _ => None,
        })
    }

    /// The same of all specifiers of `export *`.
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

    /// Names that a CommonJS file exports, those that it passes on included.
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
                let target = self.project.snapshot.resolve_under(&path, specifier, Conditions::Require);
                let is_new = |target: &VfsPath| seen.len() < MAX_REEXPORTS && seen.insert(target.clone());
                todo.extend(target.ok().filter(is_new));
            }
        }
        names.remove("default");
        Ok(names.into_iter().collect())
    }

    /// The place in the snapshot of a line and column in the code of a module.
    pub(super) fn place(&self, number: Number, at: (u32, u32)) -> Option<(u32, u32)> {
        let nodes = self.nodes.borrow();
        let (linked, _) = nodes.all[number].linked.as_ref()?;
        Some(in_source(&linked.ready.code()?.positions, at))
    }
}
