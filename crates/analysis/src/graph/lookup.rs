//! Finds exports by name, through re-exports and stars.

use std::cell::{Cell, RefCell};
use std::collections::hash_map::Entry;
use std::rc::Rc;

use verdict_vfs::VfsPath;

use super::Graph;
use super::module::{ExportKind, Link, Module, Own};

use crate::hash::{HashMap, HashSet};

/// Maximum number of names in all tables together; more are computed again.
const MAX_NAMES: usize = 1 << 20;

/// What a name of a module leads to.
pub(crate) enum Lookup {
    /// An export of a module.
    Own(Own),
    /// It may exist: a module on the way is unknown.
    Unknown,
    /// It does not exist. The modules through which it was searched, the first one first.
    Missing(Vec<VfsPath>),
}

/// The first place of a name, and further ones. Most names have one.
type Places = (u32, Vec<u32>);

/// The names that a module has by stars, and from where.
pub(super) struct Table {
    /// The modules that its stars reach, each once, and whether only types come from there.
    modules: Vec<(Rc<Module>, bool)>,
    /// The places of each name in `modules`.
    names: HashMap<Rc<str>, Places>,
    /// Whether a star leads to an unknown module.
    is_open: bool,
}

/// The tables of modules with stars.
#[derive(Default)]
pub(super) struct Tables {
    known: RefCell<HashMap<VfsPath, Rc<Table>>>,
    size: Cell<usize>,
}

impl Graph {
    /// A module whose exports are known.
    fn known(&self, path: Option<&VfsPath>) -> Option<Rc<Module>> {
        path.and_then(|path| self.module(path)).filter(|module| module.error.is_none() && module.is_esm)
    }

    /// Finds what a module exports under a name.
    pub(crate) fn lookup(&self, module: &Rc<Module>, name: &str) -> Lookup {
        let (mut searched, mut is_chain, mut is_open) = (Vec::new(), true, false);
        let mut seen = HashSet::default();
        let mut todo: Vec<(Rc<Module>, Rc<str>)> = vec![(Rc::clone(module), name.into())];
        while let Some((module, name)) = todo.pop() {
            if is_chain {
                searched.push(module.path.clone());
            }
            if let Some(own) = module.own.get(&name) {
                return Lookup::Own(own.clone());
            }
            if !seen.insert((module.path.clone(), Rc::clone(&name))) {
                continue;
            }
            if let Some(link) = module.reexports.get(&name) {
                let Some(target) = self.known(link.target.as_ref()) else { return Lookup::Unknown };
                todo.push((target, Rc::clone(&link.local)));
                continue;
            }
            is_chain = false;
            if let Some(table) = self.stars_of(&module, &name) {
                is_open |= table.is_open;
                // The first is taken first.
                todo.extend(
                    table.naming(&name).rev().map(|(module, _)| (Rc::clone(module), Rc::clone(&name))),
                );
            }
        }
        if is_open { Lookup::Unknown } else { Lookup::Missing(searched) }
    }

    /// Whether a module exports a name, or may do so.
    pub(crate) fn has(&self, module: &Rc<Module>, name: &str) -> bool {
        module.names(name)
            || self
                .stars_of(module, name)
                .is_some_and(|table| table.is_open || table.names.contains_key(name))
    }

    /// Whether a module exports anything, or may do so. With `stars`, the default is nothing.
    pub(crate) fn has_any(&self, module: &Rc<Module>, stars: bool) -> bool {
        let mut seen = HashSet::from_iter([module.path.clone()]);
        let mut todo = vec![Rc::clone(module)];
        while let Some(module) = todo.pop() {
            let mut names = module.own.keys().chain(module.reexports.keys());
            if names.any(|name| !stars || **name != *"default") {
                return true;
            }
            for star in &module.stars {
                let Some(target) = self.known(star.target.as_ref()) else { return true };
                if seen.insert(target.path.clone()) {
                    todo.push(target);
                }
            }
        }
        false
    }

    /// Whether `export * from` a module certainly exports a name.
    pub(crate) fn stars_have(&self, module: &Rc<Module>, name: &str) -> bool {
        let is_there = || self.stars_of(module, name).is_some_and(|table| table.names.contains_key(name));
        name != "default" && (module.names(name) || is_there())
    }

    /// The names that `export * from` a module certainly exports. Some come twice.
    pub(crate) fn each_name(&self, module: &Rc<Module>, each: &mut dyn FnMut(&Rc<str>)) {
        let stars = self.stars_of(module, "");
        let names = module.own.keys().chain(module.reexports.keys()).filter(|name| ***name != *"default");
        names.chain(stars.iter().flat_map(|table| table.names.keys())).for_each(each);
    }

    /// The possible uses of an export. `None` if the module exports only the type of a value, or nothing by
    /// that name.
    pub(crate) fn kind(&self, module: &Rc<Module>, name: &str, type_only: bool) -> Option<ExportKind> {
        let mut kind: Option<ExportKind> = None;
        let mut add = |found: ExportKind| kind = Some(kind.map_or(found, |kind| kind.and(found)));
        let mut seen = HashSet::default();
        let mut todo: Vec<(Rc<Module>, Rc<str>, bool)> = vec![(Rc::clone(module), name.into(), type_only)];
        while let Some((module, name, type_only)) = todo.pop() {
            if !seen.insert((module.path.clone(), Rc::clone(&name), type_only)) {
                continue;
            }
            let link = match module.own.get(&name) {
                Some(Own { alias: Some(link), type_only: is_type, .. }) => (link, type_only || *is_type),
                Some(own) => {
                    match (own.kind, type_only || own.type_only) {
                        (ExportKind::Value, true) => {}
                        (_, true) => add(ExportKind::Type),
                        (kind, false) => add(kind),
                    }
                    continue;
                }
                None => match module.reexports.get(&name) {
                    Some(link) => (link, type_only),
                    None => {
                        let table = self.stars_of(&module, &name);
                        for (module, is_type) in table.iter().flat_map(|table| table.naming(&name)) {
                            todo.push((Rc::clone(module), Rc::clone(&name), type_only || is_type));
                        }
                        continue;
                    }
                },
            };
            let (Link { local, target, .. }, type_only) = (link.0, link.1 || link.0.type_only);
            match self.known(target.as_ref()).filter(|target| self.has(target, local)) {
                Some(target) => todo.push((target, Rc::clone(local), type_only)),
                None => add(if type_only { ExportKind::Type } else { ExportKind::Unknown }),
            }
        }
        kind
    }

    /// Whether a name may come from a star that leads to an unknown module.
    pub(crate) fn may_have(&self, module: &Rc<Module>, name: &str) -> bool {
        !module.names(name) && self.stars_of(module, name).is_some_and(|table| table.is_open)
    }

    /// The stars of a module, unless they cannot have a name.
    fn stars_of(&self, module: &Rc<Module>, name: &str) -> Option<Rc<Table>> {
        if module.stars.is_empty() || name == "default" {
            return None;
        }
        if let Some(known) = self.tables.known.borrow().get(&module.path) {
            return Some(Rc::clone(known));
        }
        let table = Rc::new(self.new_table(module));
        let size = table.names.len() + table.modules.len();
        if self.tables.size.get() + size > MAX_NAMES {
            self.tables.known.borrow_mut().clear();
            self.tables.size.set(0);
        }
        self.tables.size.set(self.tables.size.get() + size);
        self.tables.known.borrow_mut().insert(module.path.clone(), Rc::clone(&table));
        Some(table)
    }

    /// Walks the stars below a module: those of values first, so that only what no value star reaches counts
    /// as a type.
    fn new_table(&self, module: &Rc<Module>) -> Table {
        let mut table = Table { modules: Vec::new(), names: HashMap::default(), is_open: false };
        let mut seen = HashSet::from_iter([module.path.clone()]);
        let (mut todo, mut types) = (Vec::new(), Vec::new());
        self.push_stars(module, false, &mut todo, &mut types, &mut table);
        while let Some((module, type_only)) = todo.pop().or_else(|| types.pop()) {
            if seen.insert(module.path.clone()) {
                self.push_stars(&module, type_only, &mut todo, &mut types, &mut table);
                table.add(module, type_only);
            }
        }
        table
    }

    fn push_stars(
        &self,
        module: &Rc<Module>,
        type_only: bool,
        todo: &mut Vec<(Rc<Module>, bool)>,
        types: &mut Vec<(Rc<Module>, bool)>,
        table: &mut Table,
    ) {
        // The first star is followed first.
        for star in module.stars.iter().rev() {
            match self.known(star.target.as_ref()) {
                None => table.is_open = true,
                Some(target) if star.type_only && !type_only => types.push((target, true)),
                Some(target) => todo.push((target, type_only)),
            }
        }
    }
}

impl Table {
    fn add(&mut self, module: Rc<Module>, type_only: bool) {
        let place = u32::try_from(self.modules.len()).unwrap_or(u32::MAX);
        for name in module.own.keys().chain(module.reexports.keys()).filter(|name| ***name != *"default") {
            match self.names.entry(Rc::clone(name)) {
                Entry::Vacant(entry) => drop(entry.insert((place, Vec::new()))),
                Entry::Occupied(entry) => entry.into_mut().1.push(place),
            }
        }
        self.modules.push((module, type_only));
    }

    /// The modules that name an export.
    fn naming(&self, name: &str) -> impl DoubleEndedIterator<Item = (&Rc<Module>, bool)> {
        let places = self.names.get(name).into_iter();
        let places = places.flat_map(|(first, more)| std::iter::once(first).chain(more));
        places
            .filter_map(|place| self.modules.get(*place as usize))
            .map(|(module, is_type)| (module, *is_type))
    }
}
