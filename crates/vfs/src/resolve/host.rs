//! Resolves imports as an application's host does: a bundler for a page, or another runtime than that of the
//! tests.

use std::sync::Arc;

use verdict_protocol::HostResolution;

use super::json::Json;
use super::package::{Package, folders_above};
use super::rules::Rules;
use super::{Conditions, Kind, ResolveError, classify};
use crate::{Snapshot, VfsPath};

impl Snapshot {
    /// The file that `specifier` names in an import of `importer` on a host. `None` if the host substitutes
    /// an empty module (`"browser": { "./a.js": false }`). Aliases apply as in [`Snapshot::resolve`]; pinned
    /// imports do not.
    ///
    /// # Errors
    /// [`ResolveError`] if no file is found.
    pub fn resolve_on(
        &self,
        host: &HostResolution,
        importer: &VfsPath,
        specifier: &str,
        conditions: Conditions,
    ) -> Result<Option<VfsPath>, ResolveError> {
        let rules = Rules::of_host(conditions, host);
        let follows_maps = host.fields.iter().any(|field| field == "browser");
        let above = if follows_maps { self.replacing(importer) } else { None };
        if let Some(package) = &above
            && !matches!(classify(specifier), Ok(Kind::Path))
            && let Some(target) = package.browser.as_ref().and_then(|map| map.get(specifier))
        {
            return self.replacement(package, target, rules);
        }
        let (found, _) = self.queried(importer, specifier, rules)?;
        if !follows_maps {
            return Ok(Some(found));
        }
        // Some bundlers read the map of the imported file's package, others that of the importer's package.
        for package in [self.replacing(&found), above].into_iter().flatten() {
            if let Some(target) = replaced(&package, &found, rules) {
                return self.replacement(&package, target, rules);
            }
        }
        Ok(Some(found))
    }

    /// The nearest package above a file whose `browser` map replaces files.
    fn replacing(&self, file: &VfsPath) -> Option<Arc<Package>> {
        folders_above(file.folder())
            .take_while(|folder| !folder.ends_with("/node_modules"))
            .filter_map(|folder| self.package_in(folder).ok().flatten())
            .find(|package| package.browser.is_some())
    }

    /// The file that a target of `browser` names.
    fn replacement(
        &self,
        package: &Package,
        target: &Json,
        rules: Rules<'_>,
    ) -> Result<Option<VfsPath>, ResolveError> {
        let Some(target) = target.text() else { return Ok(None) };
        let from = VfsPath::parse(&package.file())?;
        self.unaliased(&from, target, rules).map(Some)
    }
}

/// A package's replacement for one of its files, which its map may name without the extension.
fn replaced<'a>(package: &'a Package, file: &VfsPath, rules: Rules<'_>) -> Option<&'a Json> {
    let inside = file.as_str().strip_prefix(package.folder.as_str())?;
    let names = |key: &str| {
        let Some(rest) = key.strip_prefix('.').and_then(|key| inside.strip_prefix(key.trim_end_matches('/')))
        else {
            return false;
        };
        rest.is_empty()
            || rules.extensions().any(|ending| rest == ending || rest.strip_prefix("/index") == Some(ending))
    };
    package.browser.as_ref()?.entries().iter().find(|(key, _)| names(key)).map(|(_, target)| target)
}
