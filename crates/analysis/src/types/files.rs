//! What is known of files. It is computed when it is first asked for, and kept for the next snapshot.

use std::rc::Rc;

use verdict_protocol::TypesConfig;
use verdict_vfs::{Blob, ModuleKind, VfsPath};

use super::TypeChecker;
use super::ambient;
use super::calls;
use super::cycles::Neighbours;
use super::examined::{Examined, Parts, examine, parts};
use super::exports::{self, Exports, Own};
use super::imports;
use super::redeclared;
use crate::hash::{HashMap, HashSet};

/// What is known of the files of a snapshot.
#[derive(Default)]
pub(crate) struct Files {
    of: HashMap<VfsPath, File>,
    /// The configuration under which files were examined.
    config: TypesConfig,
}

/// What is known of a file.
#[derive(Default)]
struct File {
    /// About the bytes that it takes: no more than its text, besides its problems.
    bytes: usize,
    /// By its text and the configuration.
    examined: Option<Rc<Examined>>,
    /// By its text alone.
    exports: Option<Rc<Own>>,
    parts: Option<Rc<Parts>>,
    ambient: Option<Rc<HashSet<String>>>,
    /// By its text, and by the names of all files.
    named: Named,
}

/// The files that a file names.
#[derive(Default)]
struct Named {
    targets: Option<Rc<Targets>>,
    stars: Option<Rc<(Vec<VfsPath>, bool)>>,
    neighbours: Option<Rc<Neighbours>>,
}

/// The files that the imports of a file name.
#[derive(Default)]
pub(super) struct Targets {
    /// The file of each specifier whose own text is imported.
    pub(super) of: Vec<Option<VfsPath>>,
    /// For each request that does not resolve, its place among the requests, and the words for it.
    pub(super) unresolved: Vec<(usize, String)>,
    /// For each callee, whether the declaration of the function is the only one that a type checker reads.
    pub(super) callable: Vec<bool>,
}

impl Files {
    /// Forgets what depends on a file.
    pub(crate) fn forget(&mut self, path: &VfsPath) {
        self.of.remove(path);
    }

    /// Forgets which files the others name.
    pub(crate) fn forget_names(&mut self) {
        self.of.values_mut().for_each(|file| file.named = Named::default());
    }

    /// Turns to another configuration.
    pub(super) fn turn_to(&mut self, config: &TypesConfig) {
        if self.config != *config {
            self.config = config.clone();
            for file in self.of.values_mut() {
                let examined = file.examined.take();
                file.bytes -= examined.map_or(0, |examined| examined.bytes());
            }
        }
    }

    /// About the bytes that it takes.
    pub(crate) fn bytes(&self) -> usize {
        self.of.values().map(|file| file.bytes).sum()
    }
}

impl TypeChecker<'_> {
    /// Whether the file itself is known, so that its problems take next to no time.
    #[must_use]
    pub fn knows(&self, path: &VfsPath) -> bool {
        self.files.of.get(path).is_some_and(|file| file.examined.is_some())
    }

    fn file(&mut self, path: &VfsPath) -> &mut File {
        let snapshot = self.snapshot;
        self.files.of.entry(path.clone()).or_insert_with(|| File {
            bytes: size_of::<File>() + snapshot.get(path).map_or(0, |blob| blob.bytes().len()),
            ..File::default()
        })
    }

    /// What a file alone says.
    pub(super) fn examined(&mut self, path: &VfsPath) -> Rc<Examined> {
        if let Some(known) = &self.file(path).examined {
            return Rc::clone(known);
        }
        let (mut examined, parts, exports) = examine(&self.project, path, self.config);
        if let Some(source) = self.snapshot.get(path).and_then(Blob::text) {
            examined.refused = redeclared::in_words_of_typescript(path, source, examined.refused);
        }
        let examined = Rc::new(examined);
        let file = self.file(path);
        file.bytes += examined.bytes();
        file.examined = Some(Rc::clone(&examined));
        file.parts = Some(Rc::new(parts));
        if let Some(exports) = exports {
            file.exports = Some(Rc::new(exports));
        }
        examined
    }

    /// Reads a file as a whole if that is asked for anyway.
    fn read_selected(&mut self, path: &VfsPath) {
        if self.selected.contains(path) {
            let _ = self.examined(path);
        }
    }

    /// What other files ask of a file.
    pub(super) fn parts(&mut self, path: &VfsPath) -> Rc<Parts> {
        self.read_selected(path);
        if let Some(known) = &self.file(path).parts {
            return Rc::clone(known);
        }
        let made = Rc::new(parts(&self.project, path));
        self.file(path).parts = Some(Rc::clone(&made));
        made
    }

    /// A file's own exports.
    pub(super) fn own_exports(&mut self, path: &VfsPath) -> Rc<Own> {
        self.read_selected(path);
        if let Some(known) = &self.file(path).exports {
            return Rc::clone(known);
        }
        let made = Rc::new(exports::read(self.snapshot, path));
        self.file(path).exports = Some(Rc::clone(&made));
        made
    }

    /// All exports of a file, following `export *` through cycles.
    pub(super) fn exports(&mut self, path: &VfsPath) -> Exports {
        let mut exports = Exports::default();
        let mut seen = HashSet::from_iter([path.clone()]);
        let mut todo = vec![path.clone()];
        let mut star = false;
        while let Some(path) = todo.pop() {
            let own = self.own_exports(&path);
            exports.open |= own.open;
            // `export *` re-exports everything except the default.
            exports.names.extend(own.names.iter().filter(|name| !(star && *name == "default")).cloned());
            if !own.stars.is_empty() {
                let stars = self.stars(&path, &own);
                exports.open |= stars.1;
                todo.extend(stars.0.iter().filter(|target| seen.insert((*target).clone())).cloned());
            }
            star = true;
        }
        exports
    }

    /// The targets of `export * from`, and whether one is unknown.
    fn stars(&mut self, path: &VfsPath, own: &Own) -> Rc<(Vec<VfsPath>, bool)> {
        if let Some(known) = &self.file(path).named.stars {
            return Rc::clone(known);
        }
        let resolve = |specifier: &String| self.snapshot.resolve_script(path, specifier);
        let targets: Vec<VfsPath> = own.stars.iter().filter_map(resolve).collect();
        let is_open = targets.len() < own.stars.len();
        let made = Rc::new((targets, is_open));
        self.file(path).named.stars = Some(Rc::clone(&made));
        made
    }

    /// The modules that a module names.
    pub(super) fn neighbours(&mut self, path: &VfsPath) -> Rc<Neighbours> {
        if let Some(known) = &self.file(path).named.neighbours {
            return Rc::clone(known);
        }
        let evaluated = Rc::clone(&self.parts(path).evaluated);
        let resolve = |specifier: &str| self.snapshot.resolve_script(path, specifier);
        let made = Rc::new(Neighbours::of(&evaluated, &resolve));
        self.file(path).named.neighbours = Some(Rc::clone(&made));
        made
    }

    /// The files that the imports of a file name.
    pub(super) fn targets(&mut self, path: &VfsPath, examined: &Examined) -> Rc<Targets> {
        if let Some(known) = &self.file(path).named.targets {
            return Rc::clone(known);
        }
        let made = Rc::new(self.resolved(path, examined));
        self.file(path).named.targets = Some(Rc::clone(&made));
        made
    }

    fn resolved(&self, path: &VfsPath, examined: &Examined) -> Targets {
        let snapshot = self.snapshot;
        let (mut of, mut errors) = (Vec::new(), Vec::new());
        for specifier in &examined.specifiers {
            let (file, error) = match snapshot.resolve(path, specifier) {
                Ok(_) if specifier.contains(['?', '#']) => (snapshot.resolve_script(path, specifier), None),
                Ok(file) => (Some(file).filter(|file| ModuleKind::of(file.as_str(), "").is_own_text()), None),
                Err(error) => (None, imports::unresolved(snapshot, path, specifier, error)),
            };
            of.push(file);
            errors.push(error);
        }
        let requests = examined.requests.iter().enumerate();
        let unresolved = requests.filter_map(|(at, (specifier, _))| Some((at, errors[*specifier].clone()?)));
        let callable = examined.callees.iter().map(|callee| {
            of[callee.specifier].as_ref().is_some_and(|file| calls::has_own_types(snapshot, file))
        });
        let (unresolved, callable) = (unresolved.collect(), callable.collect());
        Targets { of, unresolved, callable }
    }

    /// Whether a file of the snapshot declares a name for all.
    pub(super) fn is_ambient(&mut self, name: &str) -> bool {
        if let Some(known) = &self.ambient {
            return known.contains(name);
        }
        let mut all = HashSet::default();
        for (path, blob) in self.snapshot.iter() {
            let known = self.files.of.get(path).and_then(|file| file.ambient.clone());
            let Some(names) = known.or_else(|| ambient::declares(path, blob).map(Rc::new)) else { continue };
            all.extend(names.iter().cloned());
            self.file(path).ambient = Some(names);
        }
        let is_there = all.contains(name);
        self.ambient = Some(all);
        is_there
    }
}
