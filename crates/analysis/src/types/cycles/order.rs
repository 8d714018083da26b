//! The order in which modules run.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use verdict_vfs::{Snapshot, VfsPath};

use super::{Evaluated, Neighbours};
use crate::hash::HashSet;
use crate::types::TypeChecker;

/// A module, and its neighbours.
type Module = (Rc<Evaluated>, Rc<Neighbours>);

/// All modules of a snapshot's own.
struct Program {
    modules: BTreeMap<VfsPath, Module>,
}

impl Program {
    fn of(checker: &mut TypeChecker<'_>) -> Program {
        let is_code = |path: &&VfsPath| {
            let extension = path.extension().unwrap_or_default();
            ["js", "mjs", "jsx", "ts", "mts", "tsx"].contains(&extension)
                && !path.as_str().contains("/node_modules/")
        };
        let snapshot = checker.snapshot;
        let paths = snapshot.iter().map(|(path, _)| path).filter(is_code);
        let module = |path: &VfsPath| {
            let evaluated = Rc::clone(&checker.parts(path).evaluated);
            (path.clone(), (evaluated, checker.neighbours(path)))
        };
        Program { modules: paths.map(module).collect() }
    }

    /// The modules that may run first: no other one imports them, or only by a call, or a file that is no module
    /// names them.
    fn entries(&self, snapshot: &Snapshot) -> BTreeSet<&VfsPath> {
        let imported: HashSet<&VfsPath> = self.modules.values().flat_map(|(_, near)| &near.needs).collect();
        let later: HashSet<&VfsPath> = self.modules.values().flat_map(|(_, near)| &near.later).collect();
        let others: Vec<&str> = snapshot
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
            if let Some(need) = module.and_then(|(_, near)| near.needs.get(*next)) {
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
            let Some((module, near)) = self.modules.get(*path) else { continue };
            let throws = module.uses.iter().zip(&near.uses).any(|(one, target)| {
                let Some(target) = target else { return false };
                let waits =
                    self.modules.get(target).is_some_and(|(target, _)| target.waiting.contains(&one.name));
                waits && target != *path && !done.contains(target)
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
pub(super) fn fails_always(checker: &mut TypeChecker<'_>, own: &VfsPath, member: &VfsPath) -> bool {
    let program = Program::of(checker);
    let entries = program.entries(checker.snapshot);
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
        at(own).zip(at(member)).is_some_and(|(user, used)| user < used)
    };
    orders.iter().all(|order| program.fails(order)) && orders.iter().any(runs_early)
}
