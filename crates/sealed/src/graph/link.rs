//! Resolves the specifiers of a file.

use std::collections::BTreeSet;
use std::rc::Rc;

use verdict_protocol::Code;
use verdict_transform::Reference;
use verdict_vfs::{Conditions, NodeModule, Snapshot, TEST_API_MODULES, VfsPath};

use super::ready::{Project, Ready};
use crate::supply::{LoadError, Target, location};

/// Whether `id` names a module of the test API, which the harness provides.
pub(super) fn is_own(id: &str) -> bool {
    TEST_API_MODULES.contains(&id)
}

/// A file with its resolved specifiers.
#[derive(Debug)]
pub(super) struct Linked {
    pub(super) ready: Rc<Ready>,
    pub(super) deps: Vec<(String, Target)>,
    pub(super) requires: Vec<(String, Target)>,
    /// Resolved specifiers of `vi.mock` and similar calls.
    pub(super) mocks: Vec<(String, Target)>,
    /// Files that are followed from this one: resolved specifiers in source order, and `__mocks__` files.
    pub(super) follow: Vec<VfsPath>,
}

/// Resolves the specifiers of a file.
pub(super) fn link(project: &Project, path: &VfsPath, ready: Rc<Ready>) -> Linked {
    let mut linked =
        Linked { ready, deps: Vec::new(), requires: Vec::new(), mocks: Vec::new(), follow: Vec::new() };
    let ready = Rc::clone(&linked.ready);
    let Some(module) = ready.code() else { return linked };
    let mut seen = BTreeSet::new();
    for one in module.imports.iter().chain(&module.dynamic) {
        if seen.insert(one.specifier.as_str()) {
            let target = project.target(path, one, Conditions::Import);
            linked.follow(&target);
            linked.deps.push((one.specifier.clone(), target));
        }
    }
    for one in &module.mocks {
        let found = project.target(path, one, Conditions::Import);
        // A mocked module need not exist.
        let key = match &found {
            Target::Id(id) => id.as_str(),
            Target::Missing { .. } => one.specifier.as_str(),
        };
        linked.follow.extend(project.snapshot.mock_of(key, &one.specifier));
        linked.mocks.push((one.specifier.clone(), found.clone()));
        if matches!(found, Target::Id(_)) && seen.insert(one.specifier.as_str()) {
            linked.follow(&found);
            linked.deps.push((one.specifier.clone(), found));
        }
    }
    let mut seen = BTreeSet::new();
    for one in &module.requires {
        if seen.insert(one.specifier.as_str()) {
            let target = project.target(path, one, Conditions::Require);
            linked.follow(&target);
            linked.requires.push((one.specifier.clone(), target));
        }
    }
    linked
}

impl Linked {
    fn follow(&mut self, target: &Target) {
        let Target::Id(id) = target else { return };
        // A target that is not a path is provided by the harness.
        let path = VfsPath::parse(id).ok().filter(|path| path.as_str() == id);
        self.follow.extend(path);
    }
}

/// Resolves one specifier of a file.
pub(super) fn target(
    snapshot: &Snapshot,
    importer: &VfsPath,
    reference: &Reference,
    conditions: Conditions,
) -> Target {
    // An alias may replace a specifier with a module of the harness or of Node.
    let is_none =
        |name: &String| TEST_API_MODULES.contains(&name.as_str()) || NodeModule::named(name).is_some();
    let alias = snapshot.alias_of(Some(importer), &reference.specifier).filter(is_none);
    let specifier = alias.as_deref().unwrap_or(&reference.specifier);
    if TEST_API_MODULES.contains(&specifier) {
        return Target::Id(specifier.to_owned());
    }
    let (message, code) = match snapshot.node_module(importer, specifier) {
        Some(NodeModule::Here(name)) => return Target::Id(format!("node:{name}")),
        Some(NodeModule::Absent) => (NodeModule::absent(importer.as_str(), specifier), Code::Policy),
        None => match snapshot.resolve_module(importer, specifier, conditions) {
            Ok(path) => return Target::Id(path.to_string()),
            Err(error) => error.explained(snapshot.module_file(importer).as_str(), specifier),
        },
    };
    let is_known = reference.at.0 > 0;
    let place = if is_known { format!(":{}:{}", reference.at.0, reference.at.1) } else { String::new() };
    let absent = if conditions == Conditions::Require { "MODULE_NOT_FOUND" } else { "ERR_MODULE_NOT_FOUND" };
    let error = LoadError {
        name: "Error",
        message: format!("{message} ({importer}{place})"),
        code: (code == Code::NotFound).then_some(absent),
        at: is_known.then(|| location(importer, reference.at)),
    };
    Target::Missing { error }
}
