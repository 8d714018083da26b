//! The order in which modules run.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use verdict_vfs::VfsPath;

use super::Modules;
use super::reading::Evaluated;
use crate::hash::HashSet;
use crate::model::Model;

/// All modules of a snapshot's own.
struct Program {
    modules: BTreeMap<VfsPath, Rc<Evaluated>>,
}

impl Program {
    fn of(model: &Model<'_>, modules: &Modules) -> Program {
        let is_code = |path: &&VfsPath| {
            let extension = path.extension().unwrap_or_default();
            ["js", "mjs", "jsx", "ts", "mts", "tsx"].contains(&extension)
                && !path.as_str().contains("/node_modules/")
        };
        let paths = model.project.snapshot().iter().map(|(path, _)| path).filter(is_code);
        Program { modules: paths.map(|path| (path.clone(), modules.get(model, path))).collect() }
    }

    /// The modules that may run first: no other one imports them, or only by a call, or a file that is no module
    /// names them.
    fn entries(&self, model: &Model<'_>) -> BTreeSet<&VfsPath> {
        let imported: HashSet<&VfsPath> = self.modules.values().flat_map(|one| &one.needs).collect();
        let later: HashSet<&VfsPath> = self.modules.values().flat_map(|one| &one.later).collect();
        let others: Vec<&str> = model
            .project
            .snapshot()
            .iter()
            .filter(|(path, _)| {
                matches!(path.extension(), Some("html" | "htm" | "json" | "yaml" | "yml" | "toml"))
            })
            .filter_map(|(_, blob)| blob.text())
            .collect();
        let is_named = |path: &VfsPath| {
            let name = path.as_str().rsplit('/').next().unwrap_or_default();
            let stem = name.split('.').next().unwrap_or(name);
            others.iter().any(|text| text.contains(stem))
        };
        let is_entry = |path: &&VfsPath| !imported.contains(path) || later.contains(path) || is_named(path);
        self.modules.keys().filter(is_entry).collect()
    }

    /// What runs when a module is the first, in order.
    fn order<'p>(&'p self, first: &'p VfsPath) -> Vec<&'p VfsPath> {
        let (mut order, mut seen) = (Vec::new(), HashSet::from_iter([first]));
        let mut steps = vec![(first, 0)];
        while let Some((path, next)) = steps.last_mut() {
            let module = self.modules.get(*path);
            if let Some(need) = module.and_then(|module| module.needs.get(*next)) {
                *next += 1;
                if seen.insert(need) {
                    steps.push((need, 0));
                }
            } else {
                order.push(*path);
                steps.pop();
            }
        }
        order
    }

    /// Whether a module throws when a given one is the first.
    fn fails(&self, order: &[&VfsPath]) -> bool {
        let mut done: HashSet<&VfsPath> = HashSet::default();
        for path in order {
            let Some(module) = self.modules.get(*path) else { continue };
            let throws = module.uses.iter().any(|one| {
                let waits =
                    self.modules.get(&one.target).is_some_and(|target| target.waiting.contains(&one.name));
                waits && one.target != **path && !done.contains(&one.target)
            });
            if throws {
                return true;
            }
            done.insert(path);
        }
        false
    }
}

/// Whether a module that is part of a cycle cannot be loaded: it fails from every module that may be the first.
pub(super) fn fails_always(model: &Model<'_>, modules: &Modules, member: &VfsPath) -> bool {
    let program = Program::of(model, modules);
    let entries = program.entries(model);
    let mut orders: Vec<_> =
        entries.iter().map(|entry| program.order(entry)).filter(|order| order.contains(&member)).collect();
    if orders.is_empty() {
        // The cycle is the whole program, so each of its modules may be the first.
        let reached = program.order(member);
        orders = reached
            .iter()
            .map(|first| program.order(first))
            .filter(|order| order.contains(&member))
            .collect();
    }
    // The use must be one of those that fail: the module with the use runs before what it uses.
    let runs_early = |order: &Vec<&VfsPath>| {
        let at = |path: &VfsPath| order.iter().position(|one| *one == path);
        at(model.path).zip(at(member)).is_some_and(|(user, used)| user < used)
    };
    orders.iter().all(|order| program.fails(order)) && orders.iter().any(runs_early)
}
