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
pub use node::{NODE_MODULES, NodeModule};
pub(crate) use package::Packages;
pub use package::{PackageNames, PackageType};
pub(crate) use pinned::Pinned;
pub use target::Conditions;
pub use test_api::TEST_API_MODULES;

use self::rules::Rules;
use crate::{PathError, Snapshot, VfsPath};

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
    #[error("no package '{package}' in node_modules{}", did_you_mean(.near))]
    Bare {
        /// The package's name.
        package: String,
        /// Up to three existing packages with similar names.
        near: Vec<String>,
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

fn did_you_mean(near: &[String]) -> String {
    if near.is_empty() { String::new() } else { format!("; did you mean '{}'?", near.join("' or '")) }
}

impl Snapshot {
    /// Resolves `specifier` in an import of `importer`.
    ///
    /// Pinned imports come first ([`Snapshot::with_pinned_imports`]), then aliases
    /// ([`Snapshot::with_aliases`]).
    ///
    /// A path is tried in this order:
    /// 1. the exact path;
    /// 2. with `.js .mjs .ts .mts .tsx .jsx .json` appended;
    /// 3. with a JavaScript extension replaced by its TypeScript counterpart (`./x.js` for `/x.ts`);
    /// 4. by `main` or `module` of a `package.json` in a folder of that name;
    /// 5. as `index` with one of the extensions in that folder.
    ///
    /// A trailing `/` requests a folder. Nothing is percent-decoded, and `?` and `#` are ordinary characters.
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
        let usual = || self.unpinned(importer, specifier, Rules::from(conditions));
        match self.pinned_or(importer, specifier, || usual().ok()) {
            Some(pinned) => Ok(pinned),
            None if self.pinned().is_missing(importer, specifier) => {
                Err(ResolveError::NotFound { near: Vec::new() })
            }
            None => usual(),
        }
    }

    fn unpinned(
        &self,
        importer: &VfsPath,
        specifier: &str,
        rules: Rules<'_>,
    ) -> Result<VfsPath, ResolveError> {
        if let Some(replaced) = self.aliases().replaced(specifier) {
            // A replacement is a path from the root, or else a package.
            let rooted = format!("/{}", replaced.trim_start_matches("./").trim_start_matches('/'));
            let found = self.path(importer, &rooted, rules);
            let is_path =
                replaced.starts_with(['/', '.']) || !matches!(found, Err(ResolveError::NotFound { .. }));
            return if is_path { found } else { self.unaliased(importer, &replaced, rules).or(found) };
        }
        self.unaliased(importer, specifier, rules)
    }

    /// The alias of a specifier in an import of `importer`, as written. Without an importer, the specifier
    /// belongs to no file.
    #[must_use]
    pub fn alias_of(&self, importer: Option<&VfsPath>, specifier: &str) -> Option<String> {
        let is_pinned = importer.is_some_and(|importer| self.pinned_import(importer, specifier).is_some());
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

#[cfg(test)]
mod tests;
