//! The files that imports name, with what a linter knows beyond the loader.

use std::cell::RefCell;
use std::rc::Rc;

use serde_json::Value;
use verdict_protocol::HostResolution;
use verdict_vfs::{Conditions, NodeModule, ResolveError, Snapshot, VfsPath};

use crate::hash::{HashMap, HashSet};

/// What a specifier names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Resolved {
    /// A file of the snapshot.
    File(VfsPath),
    /// A module that exists, but not in the snapshot: a module of Node, or a package that a `package.json`
    /// names.
    Outside,
    /// Nothing.
    Missing,
}

/// Modules of Node that have no name without `node:`.
const PREFIXED: [&str; 4] = ["sea", "sqlite", "test", "test/reporters"];
/// The members of a `package.json` that name packages.
const DEPENDENCIES: [&str; 4] =
    ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"];
/// The extensions of files, and those of their declaration files.
const DECLARATIONS: [(&str, &str); 8] = [
    (".js", ".d.ts"),
    (".jsx", ".d.ts"),
    (".mjs", ".d.mts"),
    (".cjs", ".d.cts"),
    (".ts", ".d.ts"),
    (".tsx", ".d.ts"),
    (".mts", ".d.mts"),
    (".cts", ".d.cts"),
];

/// Resolves the imports of a snapshot.
pub(crate) struct Resolver {
    pub(super) snapshot: Snapshot,
    /// The packages that the `package.json` of a folder names.
    manifests: RefCell<HashMap<String, Rc<HashSet<String>>>>,
}

impl Resolver {
    pub(super) fn new(snapshot: &Snapshot) -> Resolver {
        Resolver { snapshot: snapshot.clone(), manifests: RefCell::default() }
    }

    /// Resolves a specifier as the loader of the snapshot does. Four kinds resolve that it cannot load:
    /// unsupported modules of Node, packages that a `package.json` names, missing build output, and files for
    /// type checkers. A query like `?raw` is not part of a path.
    pub(crate) fn resolve(&self, importer: &VfsPath, specifier: &str) -> Resolved {
        let error = match self.snapshot.resolve(importer, specifier) {
            Ok(file) => return Resolved::File(file),
            Err(error) => error,
        };
        if is_of_node(specifier) {
            return Resolved::Outside;
        }
        if let Ok(file) = self.snapshot.resolve_under(importer, specifier, Conditions::Require) {
            return Resolved::File(file);
        }
        match error {
            ResolveError::Unbuilt(_) | ResolveError::Bare { left_out: Some(_), .. } => Resolved::Outside,
            ResolveError::Bare { package, .. } if self.is_named(importer, &package) => Resolved::Outside,
            ResolveError::Bare { .. } | ResolveError::NotFound { .. } => {
                self.declaration(importer, specifier)
            }
            ResolveError::Package(_) if is_typescript(importer) => self.types(importer, specifier),
            ResolveError::Package(_) | ResolveError::Url | ResolveError::Path(_) => Resolved::Missing,
        }
    }

    /// Whether an import loads a module that is written for a file, such as `./a.js?raw`.
    pub(super) fn is_written(&self, importer: &VfsPath, specifier: &str) -> bool {
        let module = self.snapshot.resolve_module(importer, specifier, Conditions::Import);
        module.is_ok_and(|module| !self.snapshot.module_kind(&module).is_own_text())
    }

    /// What a package exports for type checkers only.
    fn types(&self, importer: &VfsPath, specifier: &str) -> Resolved {
        let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        let host = HostResolution {
            conditions: owned(&["types", "node"]),
            fields: owned(&["types", "typings"]),
            extensions: owned(&[".d.ts", ".d.mts", ".d.cts", ".ts"]),
        };
        match self.snapshot.resolve_on(&host, importer, specifier, Conditions::Import) {
            Ok(Some(file)) => Resolved::File(file),
            Ok(None) | Err(_) => Resolved::Missing,
        }
    }

    /// The file that says what a file exports. For TypeScript, that is the declaration file beside a JavaScript
    /// file. What a package in JavaScript exports is unknown to it, as types may be anywhere.
    pub(super) fn typed(&self, importer: &VfsPath, file: VfsPath) -> Option<VfsPath> {
        let of = |(ending, declaration): &(&str, &str)| {
            Some(format!("{}{declaration}", file.as_str().strip_suffix(ending)?))
        };
        let declaration = DECLARATIONS[..4].iter().find_map(of).filter(|_| is_typescript(importer));
        let Some(declaration) = declaration else { return Some(file) };
        if self.snapshot.contains(&declaration) {
            return VfsPath::parse(&declaration).ok();
        }
        (!file.as_str().contains("/node_modules/")).then_some(file)
    }

    /// The declaration file that a path in TypeScript refers to.
    fn declaration(&self, importer: &VfsPath, specifier: &str) -> Resolved {
        let Ok(base) = importer.sibling(specifier) else { return Resolved::Missing };
        if !is_typescript(importer) || !specifier.starts_with(['.', '/']) {
            return Resolved::Missing;
        }
        let base = base.as_str();
        let of = |(ending, declaration): &(&str, &str)| {
            Some(format!("{}{declaration}", base.strip_suffix(ending)?))
        };
        let candidates = DECLARATIONS.iter().filter_map(of).chain(
            ["", "/index"]
                .iter()
                .flat_map(|end| DECLARATIONS.map(|(_, declaration)| format!("{base}{end}{declaration}"))),
        );
        let mut found = candidates.filter(|path| self.snapshot.contains(path));
        found.find_map(|path| VfsPath::parse(&path).ok()).map_or(Resolved::Missing, Resolved::File)
    }

    /// Whether a `package.json` above a file names a package, or the types of it.
    fn is_named(&self, importer: &VfsPath, package: &str) -> bool {
        let types = format!("@types/{}", package.trim_start_matches('@').replace('/', "__"));
        folders_above(importer.folder()).any(|folder| {
            let names = self.manifest(folder);
            names.contains(package) || names.contains(&types)
        })
    }

    /// The packages that the `package.json` of a folder names.
    fn manifest(&self, folder: &str) -> Rc<HashSet<String>> {
        let mut manifests = self.manifests.borrow_mut();
        let names = manifests.entry(folder.to_owned()).or_insert_with(|| {
            let manifest = json(&self.snapshot, &format!("{folder}/package.json")).unwrap_or_default();
            let fields = DEPENDENCIES.iter().filter_map(|field| manifest[field].as_object());
            Rc::new(fields.flat_map(|field| field.keys().cloned()).collect())
        });
        Rc::clone(names)
    }
}

/// A folder and those above it, ending with the root, which is empty.
pub(super) fn folders_above(folder: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(folder), |folder| folder.rsplit_once('/').map(|(above, _)| above))
}

fn is_typescript(file: &VfsPath) -> bool {
    matches!(file.extension(), Some("ts" | "tsx" | "mts" | "cts"))
}

fn json(snapshot: &Snapshot, path: &str) -> Option<Value> {
    let text = snapshot.get(&VfsPath::parse(path).ok()?)?.text()?;
    serde_json::from_str(text.trim_start_matches('\u{feff}')).ok()
}

/// Whether a specifier names a module of Node, whether or not the sandbox has it.
pub(crate) fn is_of_node(specifier: &str) -> bool {
    match specifier.strip_prefix("node:") {
        Some(name) => PREFIXED.contains(&name) || NodeModule::named(name).is_some(),
        None => NodeModule::named(specifier).is_some(),
    }
}
