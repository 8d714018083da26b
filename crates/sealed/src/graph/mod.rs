//! What a test file needs, each module ready to run.
//!
//! From a test file on everything that it imports, requires and mocks is followed, as far as its specifiers are written out,
//! by the resolver that the default engine's loader has too. What cannot be resolved, and what does not parse, is no failure
//! here: it is sent to the guest as what importing it throws, in the words of the default engine.

mod cache;
mod link;
mod module;
mod needs;
mod ready;
mod shared;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use verdict_judge::setup_file;
use verdict_protocol::TestConfig;
use verdict_transform::{Lower, Reference, in_source};
use verdict_vfs::{Blob, Conditions, Snapshot, VfsPath, file_url};

pub use self::cache::Cache;
use self::link::{Linked, link, target};
pub use self::module::{Form, LoadError, Meta, Module, Target};
use self::needs::Needs;
use self::ready::{Project, Readied, Ready};
pub use self::shared::Shared;
pub(crate) use self::shared::{keys, whole};
use crate::run::{Absent, Modules, More, Supplied};

/// Files that one search for passed on names looks at.
const MAX_REEXPORTS: usize = 1_000;

/// Bytes of files that are sent to a guest that reads files.
const MOST_READ: usize = 64 << 20;

/// The modules of one snapshot.
pub struct Graph {
    project: Project,
    cache: Cache,
    linked: BTreeMap<VfsPath, Rc<Linked>>,
    /// What was made of files, each with the number of its needs then: they grow.
    made: BTreeMap<VfsPath, (usize, Rc<Shared>)>,
    /// What the guest has that was supplied last.
    sent: BTreeSet<VfsPath>,
    /// What modules ask for by names that are put together when they run.
    needs: Needs,
}

impl std::fmt::Debug for Graph {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Graph").field("linked", &self.linked.len()).finish_non_exhaustive()
    }
}

impl Graph {
    /// The modules of a snapshot, whose aliases are set. `lower` lowers what is more than a type.
    #[must_use]
    pub fn of(snapshot: &Snapshot, cache: &Cache, lower: Rc<dyn Lower>) -> Graph {
        Graph {
            project: Project::of(snapshot, lower),
            cache: cache.clone(),
            linked: BTreeMap::new(),
            made: BTreeMap::new(),
            sent: BTreeSet::new(),
            needs: Needs::default(),
        }
    }

    fn linked(&mut self, path: &VfsPath) -> Result<Rc<Linked>, Absent> {
        if let Some(known) = self.linked.get(path) {
            return Ok(Rc::clone(known));
        }
        let linked = Rc::new(link(&self.project.snapshot, path, self.ready(path)?));
        self.linked.insert(path.clone(), Rc::clone(&linked));
        Ok(linked)
    }

    fn ready(&self, path: &VfsPath) -> Result<Rc<Ready>, Absent> {
        let Some(blob) = self.project.snapshot.get(path) else {
            return Ok(Rc::new(Ready::missing(path)));
        };
        if let Some(known) = self.cache.get(path, blob, |ready| self.project.holds(path, ready)) {
            return Ok(known);
        }
        let ready = Rc::new(self.project.ready(path, blob)?);
        self.cache.put(path, blob, &ready);
        Ok(ready)
    }

    /// A file and what it needs, what is imported before what imports it, without what the guest has.
    fn walk(&mut self, root: &VfsPath) -> Result<Vec<VfsPath>, Absent> {
        let mut order = self.follow(root)?;
        while let Some(path) = self.needs.not_in(&self.sent) {
            match self.follow(&path) {
                Ok(more) => order.extend(more),
                Err(absent) => {
                    self.sent.retain(|path| !order.contains(path));
                    return Err(absent);
                }
            }
        }
        Ok(order)
    }

    fn follow(&mut self, root: &VfsPath) -> Result<Vec<VfsPath>, Absent> {
        let mut order = Vec::new();
        let mut seen = BTreeSet::new();
        let mut open = Vec::new();
        if !self.sent.contains(root) {
            seen.insert(root.clone());
            open.push((root.clone(), self.linked(root)?, 0));
        }
        while let Some((path, linked, next)) = open.pop() {
            let Some(target) = linked.follow.get(next).cloned() else {
                order.push(path);
                continue;
            };
            open.push((path, linked, next + 1));
            if !self.sent.contains(&target) && seen.insert(target.clone()) {
                let linked = self.linked(&target)?;
                open.push((target, linked, 0));
            }
        }
        // Only what is sent is there: a walk that came upon a file which cannot be lowered yet is begun again.
        self.sent.append(&mut seen);
        Ok(order)
    }

    fn modules(&mut self, paths: &[VfsPath]) -> Result<Vec<Rc<Shared>>, Absent> {
        paths.iter().map(|path| self.shared(path)).collect()
    }

    fn shared(&mut self, path: &VfsPath) -> Result<Rc<Shared>, Absent> {
        let needs = self.needs.of(path).len();
        if let Some((_, known)) = self.made.get(path).filter(|(had, _)| *had == needs) {
            return Ok(Rc::clone(known));
        }
        let module = self.module(path)?;
        let shared = self.cache.share(module);
        self.made.insert(path.clone(), (needs, Rc::clone(&shared)));
        Ok(shared)
    }

    fn module(&mut self, path: &VfsPath) -> Result<Module, Absent> {
        let linked = self.linked(path)?;
        let form = match &linked.ready.form {
            Readied::Code(module) if module.common_js.is_some() => {
                Form::CommonJs { code: module.code.clone(), names: self.names(path)? }
            }
            Readied::Code(module) => {
                Form::Module { code: module.code.clone(), awaits: module.has_top_level_await }
            }
            Readied::Json(text) => Form::Json { code: text.clone() },
            Readied::Refused(error) => Form::Error { error: error.clone() },
        };
        let dirname = if path.folder().is_empty() { "/" } else { path.folder() };
        let needed = self.needs.of(path).iter().cloned();
        Ok(Module {
            id: path.to_string(),
            form,
            deps: linked.deps.clone(),
            requires: linked.requires.iter().cloned().chain(needed).collect(),
            meta: Meta {
                url: file_url(path.as_str()),
                dirname: dirname.to_owned(),
                filename: path.to_string(),
            },
        })
    }

    /// Names that a CommonJS file exports, those that it passes on included.
    fn names(&mut self, path: &VfsPath) -> Result<Vec<String>, Absent> {
        let mut names = BTreeSet::new();
        let mut seen = BTreeSet::from([path.clone()]);
        let mut todo = vec![path.clone()];
        while let Some(path) = todo.pop() {
            let linked = self.linked(&path)?;
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

    /// All files as text, but those of packages, as many as fit.
    fn files(&self) -> Vec<(String, String)> {
        let mut left = MOST_READ;
        let texts = self.project.snapshot.iter().filter_map(|(path, blob)| Some((path, blob.text()?)));
        let own = texts.filter(|(path, _)| !path.as_str().contains("/node_modules/"));
        own.take_while(|(_, text)| {
            let fits = text.len() <= left;
            left = left.saturating_sub(text.len());
            fits
        })
        .map(|(path, text)| (path.to_string(), text.to_owned()))
        .collect()
    }
}

/// Whether a module names Node's file system.
fn reads_files(module: &Module) -> bool {
    module.deps.iter().chain(&module.requires).any(
        |(_, target)| matches!(target, Target::Id(id) if matches!(id.as_str(), "node:fs" | "node:fs/promises")),
    )
}

/// What a comment of a test file says of its environment, as Vitest looks for it.
fn named_environment(text: &str) -> Option<&str> {
    let mut rest = text;
    loop {
        let (_, after) = rest.split_once('@')?;
        rest = after;
        let known = ["vitest-environment", "jest-environment"];
        let Some(value) = known.iter().find_map(|name| rest.strip_prefix(name)) else { continue };
        let name = value.trim_start();
        let is_part = |character: char| character.is_ascii_alphanumeric() || matches!(character, '_' | '-');
        let end = name.find(|character| !is_part(character)).unwrap_or(name.len());
        if name.len() < value.len() && end > 0 {
            return Some(&name[..end]);
        }
    }
}

fn is_dom(environment: &str) -> bool {
    matches!(environment, "dom" | "happy-dom" | "jsdom")
}

impl Modules for Graph {
    fn file(&mut self, file: &VfsPath, config: &TestConfig) -> Result<Supplied, Absent> {
        self.sent.clear();
        let (mut order, mut setup, mut missing) = (Vec::new(), Vec::new(), Vec::new());
        for name in &config.setup_files.0 {
            match setup_file(&self.project.snapshot, file, name) {
                Ok(path) => {
                    order.extend(self.walk(&path)?);
                    setup.push(path.to_string());
                }
                Err((path, message)) => {
                    let module = Module::missing(name, LoadError::not_found(&path, &message));
                    missing.push(self.cache.share(module));
                    setup.push(name.clone());
                }
            }
        }
        order.extend(self.walk(file)?);
        let mut modules = self.modules(&order)?;
        modules.extend(missing);
        let files = modules.iter().any(|module| reads_files(module)).then(|| self.files());
        let text = self.project.snapshot.get(file).and_then(Blob::text).unwrap_or_default();
        let dom = is_dom(named_environment(text).unwrap_or(&config.environment));
        Ok(Supplied { setup, modules, files, dom })
    }

    fn load(&mut self, importer: &str, specifier: &str) -> Result<Result<More, LoadError>, Absent> {
        let reference = Reference { specifier: specifier.to_owned(), names: Vec::new(), at: (0, 0) };
        let importer = match VfsPath::parse(importer) {
            Ok(importer) => importer,
            Err(error) => return Ok(Err(LoadError::plain(error.to_string()))),
        };
        let id = match target(&self.project.snapshot, &importer, &reference, Conditions::Import) {
            Target::Id(id) => id,
            Target::Missing { error } => return Ok(Err(error)),
        };
        let modules = match VfsPath::parse(&id).ok().filter(|path| path.as_str() == id) {
            Some(path) => {
                let order = self.walk(&path)?;
                self.modules(&order)?
            }
            None => Vec::new(),
        };
        Ok(Ok(More { id, modules }))
    }

    fn need(&mut self, importer: &str, specifier: &str) -> bool {
        let Some(importer) = VfsPath::parse(importer).ok().filter(|path| self.sent.contains(path)) else {
            return false;
        };
        self.needs.take(&self.project.snapshot, &importer, specifier)
    }

    fn place(&self, id: &str, at: (u32, u32)) -> Option<(u32, u32)> {
        Some(in_source(&self.linked.get(id)?.ready.code()?.positions, at))
    }
}
