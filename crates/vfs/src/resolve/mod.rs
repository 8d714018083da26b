//! Resolves import specifiers to files, in one order shared by the loader and the type checks.

mod aliases;
mod bare;
mod explain;
mod host;
mod json;
mod mocks;
mod near;
mod node;
mod package;
mod pinned;
mod rules;
mod target;
mod test_api;

pub use aliases::AliasError;
pub(crate) use aliases::Compiled;
pub use bare::LEFT_OUT;
pub use node::{NODE_MODULES, NodeModule, finds_package_files};
pub(crate) use package::Packages;
pub use package::{PackageNames, PackageType};
pub(crate) use pinned::Pinned;
pub use target::Conditions;
pub use test_api::TEST_API_MODULES;

use self::rules::Rules;
use crate::module::{PUBLIC, data, split};
use crate::{ModuleKind, PathError, Snapshot, VfsPath};

/// JavaScript extensions that TypeScript imports use, with the actual extensions.
const SUBSTITUTES: [(&str, &[&str]); 4] =
    [(".js", &[".ts", ".tsx"]), (".mjs", &[".mts"]), (".cjs", &[".cts"]), (".jsx", &[".tsx"])];

/// Minimum similarity of a suggested name in the same folder.
const ALIKE: f64 = 0.6;

/// Why a specifier does not resolve to a file of the snapshot.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ResolveError {
    /// No file has this path.
    #[error("no such file{}", did_you_mean(.near))]
    NotFound {
        /// Up to three similar specifiers that would resolve, most similar first.
        near: Vec<String>,
    },
    /// No `node_modules` above the importer has this package.
    #[error("{}", no_package(.package, .near, .left_out.as_deref()))]
    Bare {
        /// The package's name.
        package: String,
        /// Up to three existing packages with similar names.
        near: Vec<String>,
        /// A place with the package, and the reason why the snapshot has no files of it ([`LEFT_OUT`]).
        left_out: Option<String>,
    },
    /// The package exists but does not lead to a file; with the reason, in Node's words if it has any.
    #[error("{0}")]
    Package(String),
    /// The package names a file that does not exist, such as output that is not built; with the reason.
    #[error("{0}")]
    Unbuilt(String),
    /// A URL, such as `data:` or `node:`.
    #[error("URL specifier: only files of the snapshot can be imported")]
    Url,
    /// The path is invalid or leaves the root.
    #[error(transparent)]
    Path(#[from] PathError),
}

fn no_package(package: &str, near: &[String], left_out: Option<&str>) -> String {
    match left_out {
        Some(why) => format!("no package '{package}': {why}"),
        None => format!("no package '{package}' in node_modules{}", did_you_mean(near)),
    }
}

fn did_you_mean(near: &[String]) -> String {
    if near.is_empty() { String::new() } else { format!("; did you mean '{}'?", near.join("' or '")) }
}

impl Snapshot {
    /// Resolves `specifier` in an import of `importer`.
    ///
    /// Pinned imports come first ([`Snapshot::with_pinned_imports`]), then aliases
    /// ([`Snapshot::with_aliases`]). Other extensions, conditions and main fields than the following may be
    /// configured ([`Snapshot::with_import_resolution`]).
    ///
    /// A path is tried in this order:
    /// 1. the exact path;
    /// 2. with `.js .mjs .ts .mts .tsx .jsx .json` appended;
    /// 3. with a JavaScript extension replaced by its TypeScript counterpart (`./x.js` for `/x.ts`);
    /// 4. by `main` or `module` of a `package.json` in a folder of that name;
    /// 5. as `index` with one of the extensions in that folder.
    ///
    /// A trailing `/` requests a folder. Nothing is percent-decoded. A specifier that names no file as it is may end
    /// with a query, `?…` or `#…`, which is not part of the path. A path from the root may name a file of
    /// `/public` that is no script, as a page does.
    ///
    /// A package is resolved as in Node: by the importer's own name, or in the nearest `node_modules` above.
    /// Its `exports` decide under [`Conditions::Import`]; otherwise `main`, `module` or an index, or the path
    /// in the package. `#name` is resolved by the `imports` of the importer's package.
    ///
    /// # Errors
    /// [`ResolveError`] if no file is found.
    pub fn resolve(&self, importer: &VfsPath, specifier: &str) -> Result<VfsPath, ResolveError> {
        self.resolve_under(importer, specifier, Conditions::Import)
    }

    /// Resolves like [`Snapshot::resolve`], under the given conditions.
    ///
    /// # Errors
    /// [`ResolveError`] if no file is found.
    pub fn resolve_under(
        &self,
        importer: &VfsPath,
        specifier: &str,
        conditions: Conditions,
    ) -> Result<VfsPath, ResolveError> {
        self.with_query(importer, specifier, conditions).map(|(file, _)| file)
    }

    /// The name of the module that an import loads: its file, with the query of the specifier. See
    /// [`Snapshot::module_source`]. `importer` is the name of a module.
    ///
    /// # Errors
    /// [`ResolveError`] if no file is found.
    pub fn resolve_module(
        &self,
        importer: &VfsPath,
        specifier: &str,
        conditions: Conditions,
    ) -> Result<VfsPath, ResolveError> {
        if self.imports_data()
            && conditions == Conditions::Import
            && let Some(name) = data::name(specifier)
        {
            return Ok(name);
        }
        if self.is_data_module(importer) {
            return Err(ResolveError::Package(format!(
                "Failed to resolve module specifier \"{specifier}\" from a data: URL: Invalid relative URL or base scheme is not hierarchical."
            )));
        }
        let (file, query) = self.with_query(importer, specifier, conditions)?;
        Ok(file.with_query(query)?)
    }

    /// The file whose own text an import loads. `None` if there is no such file, and for a module that is written
    /// for a file, such as `./a.js?raw`.
    #[must_use]
    pub fn resolve_script(&self, importer: &VfsPath, specifier: &str) -> Option<VfsPath> {
        let (file, query) = self.with_query(importer, specifier, Conditions::Import).ok()?;
        ModuleKind::of(file.as_str(), query).is_own_text().then_some(file)
    }

    /// The file that a specifier names, and the query at its end.
    fn with_query<'a>(
        &self,
        importer: &VfsPath,
        specifier: &'a str,
        conditions: Conditions,
    ) -> Result<(VfsPath, &'a str), ResolveError> {
        let importer = &*self.module_file(importer);
        let usual = || match conditions {
            Conditions::Import => self.imported(importer, specifier),
            // Node's `require` knows no queries.
            Conditions::Require => {
                let rules = self.rules(conditions);
                self.unpinned(importer, specifier, rules).map(|file| (file, ""))
            }
        };
        match self.pinned_or(importer, specifier, || usual().ok().map(|(file, _)| file)) {
            // A pin names the file; the specifier still has the query.
            Some(pinned) => {
                let is_whole = || usual().is_ok_and(|(_, query)| query.is_empty());
                let query = split(specifier).map_or("", |(_, query)| if is_whole() { "" } else { query });
                Ok((pinned, query))
            }
            None if self.pinned().is_missing(importer, specifier) => {
                Err(ResolveError::NotFound { near: Vec::new() })
            }
            None => usual(),
        }
    }

    fn rules(&self, conditions: Conditions) -> Rules<'_> {
        let configured = self.import_resolution();
        match self.compiled_by_jest() {
            true => Rules::of_jest(conditions, configured),
            false => Rules::of_tests(conditions, configured),
        }
    }

    /// Resolves the specifier of an `import`. Jest compiles it to `require`, unless the importer declares that it is an
    /// ES module. What `require` does not find, `import` may.
    fn imported<'a>(
        &self,
        importer: &VfsPath,
        specifier: &'a str,
    ) -> Result<(VfsPath, &'a str), ResolveError> {
        let as_import = || self.queried(importer, specifier, self.rules(Conditions::Import));
        if !self.compiled_by_jest() || self.is_declared_es_module(importer) {
            return as_import();
        }
        let required = self.queried(importer, specifier, self.rules(Conditions::Require));
        required.or_else(|error| as_import().map_err(|_| error))
    }

    /// Resolves a specifier as it is, or else without its query.
    fn queried<'a>(
        &self,
        importer: &VfsPath,
        specifier: &'a str,
        rules: Rules<'_>,
    ) -> Result<(VfsPath, &'a str), ResolveError> {
        let error = match self.unpinned(importer, specifier, rules) {
            Ok(file) => return Ok((file, "")),
            Err(error) => error,
        };
        if let Some((path, query)) = split(specifier)
            && !matches!(error, ResolveError::Url)
        {
            let found = self.unpinned(importer, path, rules);
            return found.or_else(|error| self.public(path, query).ok_or(error)).map(|file| (file, query));
        }
        self.public(specifier, "").map(|file| (file, "")).ok_or(error)
    }

    /// The file of `/public` that a page has at a path from the root, if it is no script.
    fn public(&self, path: &str, query: &str) -> Option<VfsPath> {
        let path = VfsPath::parse(&format!("{PUBLIC}{}", path.strip_prefix('/').map(|_| path)?)).ok()?;
        let is_served = !ModuleKind::of(path.as_str(), query).is_own_text();
        (is_served && path.as_str().starts_with(PUBLIC) && self.get(&path).is_some()).then_some(path)
    }

    fn unpinned(
        &self,
        importer: &VfsPath,
        specifier: &str,
        rules: Rules<'_>,
    ) -> Result<VfsPath, ResolveError> {
        let replacements = self.aliases().replacements(specifier);
        let mut found = replacements.iter().map(|one| self.aliased(importer, specifier, one, rules));
        match found.next() {
            None => self.unaliased(importer, specifier, rules),
            Some(first) => first.or_else(|error| found.find_map(Result::ok).ok_or(error)),
        }
    }

    /// Resolves what stands for a specifier.
    fn aliased(
        &self,
        importer: &VfsPath,
        specifier: &str,
        replaced: &str,
        rules: Rules<'_>,
    ) -> Result<VfsPath, ResolveError> {
        // What stands for a relative path can be one too.
        if is_relative(specifier)
            && is_relative(replaced)
            && let Ok(found) = self.unaliased(importer, replaced, rules)
        {
            return Ok(found);
        }
        // Any other replacement is a path from the root, or else a package.
        let rooted = format!("/{}", replaced.trim_start_matches("./").trim_start_matches('/'));
        let found = self.path(importer, &rooted, rules);
        let is_path =
            replaced.starts_with(['/', '.']) || !matches!(found, Err(ResolveError::NotFound { .. }));
        if is_path { found } else { self.unaliased(importer, replaced, rules).or(found) }
    }

    /// The alias of a specifier in an import of `importer`, as written. Without an importer, the specifier
    /// belongs to no file.
    #[must_use]
    pub fn alias_of(&self, importer: Option<&VfsPath>, specifier: &str) -> Option<String> {
        let is_pinned = importer
            .is_some_and(|importer| self.pinned_import(&self.module_file(importer), specifier).is_some());
        self.aliases().replaced(specifier).filter(|_| !is_pinned)
    }

    fn unaliased(
        &self,
        importer: &VfsPath,
        specifier: &str,
        rules: Rules<'_>,
    ) -> Result<VfsPath, ResolveError> {
        match classify(specifier)? {
            Kind::Path => self.path(importer, specifier, rules),
            Kind::Internal => self.internal(importer, specifier, rules),
            Kind::Package => self.bare(importer, specifier, rules),
        }
    }

    fn path(&self, importer: &VfsPath, specifier: &str, rules: Rules<'_>) -> Result<VfsPath, ResolveError> {
        let base = match importer.sibling(specifier) {
            Ok(path) => path.as_str().to_owned(),
            // The root folder is no file path, but it may have an index.
            Err(PathError::Empty) if !specifier.is_empty() => String::new(),
            Err(error) => return Err(error.into()),
        };
        let folder_only =
            base.is_empty() || specifier.ends_with('/') || specifier == "." || specifier.ends_with("/.");
        let file = if folder_only { None } else { self.file(&base, rules) };
        match file {
            Some(file) => Ok(file),
            None => self
                .entry(&base, rules)?
                .ok_or_else(|| ResolveError::NotFound { near: self.near(importer, &base, specifier) }),
        }
    }

    /// The file at a path, its extension completed.
    fn file(&self, base: &str, rules: Rules<'_>) -> Option<VfsPath> {
        let appended = rules.extensions().map(|extension| format!("{base}{extension}"));
        let substituted =
            SUBSTITUTES.iter().filter_map(|(written, stored)| Some((base.strip_suffix(written)?, stored)));
        let substituted = substituted
            .flat_map(|(stem, stored)| stored.iter().map(move |extension| format!("{stem}{extension}")));
        self.first(std::iter::once(base.to_owned()).chain(appended).chain(substituted))
    }

    /// The index of a folder.
    fn index(&self, folder: &str, rules: Rules<'_>) -> Option<VfsPath> {
        self.first(rules.extensions().map(|extension| format!("{folder}/index{extension}")))
    }

    fn first(&self, candidates: impl Iterator<Item = String>) -> Option<VfsPath> {
        let mut candidates = candidates;
        candidates.find(|candidate| self.contains(candidate)).and_then(|found| VfsPath::parse(&found).ok())
    }
}

/// The kind of a specifier.
enum Kind {
    Path,
    /// `#name`.
    Internal,
    Package,
}

fn classify(specifier: &str) -> Result<Kind, ResolveError> {
    if specifier.is_empty() {
        return Err(PathError::Empty.into());
    }
    if specifier.starts_with("//") {
        return Err(ResolveError::Url);
    }
    let first = specifier.split('/').next().unwrap_or_default();
    if matches!(first, "" | "." | "..") {
        return Ok(Kind::Path);
    }
    if specifier.starts_with('#') {
        return Ok(Kind::Internal);
    }
    let scheme = first.split_once(':').is_some_and(|(scheme, _)| {
        scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+.-".contains(c))
    });
    if scheme { Err(ResolveError::Url) } else { Ok(Kind::Package) }
}

/// Whether a specifier is a path from its importer.
fn is_relative(specifier: &str) -> bool {
    specifier.starts_with("./") || specifier.starts_with("../")
}

#[cfg(test)]
mod tests;
