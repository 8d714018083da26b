//! Resolves package specifiers as Node does ("Modules: Packages").

use verdict_protocol::shorten;

use super::ResolveError;
use super::json::Json;
use super::near::{NAMED, SEARCHED, alike};
use super::package::{Package, folders_above};
use super::rules::Rules;
use super::target::{Found, pick};
use crate::{Snapshot, VfsPath};

/// The name of a file that stands for a package: whoever made the snapshot left it out. Its text is the reason.
pub const LEFT_OUT: &str = ".verdict-left-out";
/// Maximum length of a displayed reason, in bytes.
const REASON: usize = 500;

impl Snapshot {
    /// Resolves a bare specifier: `name`, `name/sub` or `@scope/name/sub`.
    pub(super) fn bare(
        &self,
        importer: &VfsPath,
        specifier: &str,
        rules: Rules<'_>,
    ) -> Result<VfsPath, ResolveError> {
        let (name, sub) = split(specifier);
        let is_scope = name.starts_with('@') && !name.contains('/');
        if is_scope || name.starts_with('.') || name.contains(['\\', '%']) {
            return Err(ResolveError::Bare { package: name.to_owned(), near: Vec::new(), left_out: None });
        }
        if let Some(own) = self.package_of(importer)?
            && own.name.as_deref() == Some(name)
            && own.exports.is_some()
        {
            return self.exported(&own, name, sub, rules);
        }
        let mut left_out = None;
        for folder in folders_above(importer.folder()) {
            if folder.ends_with("/node_modules") {
                continue;
            }
            let home = format!("{folder}/node_modules/{name}");
            if let Some(why) = self.left_out(&home) {
                left_out.get_or_insert(why);
            } else if self.has_folder(&home) {
                return self.of_package(&home, name, sub, rules);
            }
        }
        let near = if left_out.is_some() { Vec::new() } else { self.packages_like(importer, name) };
        Err(ResolveError::Bare { package: name.to_owned(), near, left_out })
    }

    /// Why the snapshot has no files of the package in a folder, if it says so.
    fn left_out(&self, home: &str) -> Option<String> {
        let why = self.by_text(&format!("{home}/{LEFT_OUT}"))?.text().unwrap_or_default();
        let path = home.trim_start_matches('/');
        Some(format!("{path} was left out of the snapshot: {}", shorten(why, REASON)))
    }

    fn of_package(
        &self,
        home: &str,
        name: &str,
        sub: &str,
        rules: Rules<'_>,
    ) -> Result<VfsPath, ResolveError> {
        let package = self.package_in(home)?;
        if let Some(package) = package.as_deref().filter(|package| package.exports.is_some()) {
            return self.exported(package, name, sub, rules);
        }
        if !sub.is_empty() {
            let base = VfsPath::parse(&format!("{home}/{sub}"))?;
            let file = if sub.ends_with('/') { None } else { self.file(base.as_str(), rules) };
            return match file {
                Some(file) => Ok(file),
                None => self
                    .entry(base.as_str(), rules)?
                    .ok_or_else(|| ResolveError::NotFound { near: self.subpaths_like(home, name, sub) }),
            };
        }
        self.entry(home, rules)?.ok_or_else(|| {
            let why = format!(
                "Failed to resolve entry for package '{name}': no main, module or index file in {home}"
            );
            ResolveError::Unbuilt(why)
        })
    }

    /// The file that an import of a folder loads: by `main`, `module` or the host's fields of its
    /// `package.json`, or else its index.
    pub(super) fn entry(&self, folder: &str, rules: Rules<'_>) -> Result<Option<VfsPath>, ResolveError> {
        let package = self.package_in(folder)?;
        let package = package.as_deref();
        for field in rules.fields().filter_map(|name| package?.field(name)) {
            let Ok(base) = VfsPath::parse(&format!("{folder}/{field}")) else { continue };
            let file = if field.ends_with('/') { None } else { self.file(base.as_str(), rules) };
            let found = file.or_else(|| self.index(base.as_str(), rules));
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(self.index(folder, rules))
    }

    /// Resolves `./sub` or `.` by a package's `exports`.
    fn exported(
        &self,
        package: &Package,
        name: &str,
        sub: &str,
        rules: Rules<'_>,
    ) -> Result<VfsPath, ResolveError> {
        let exports = package.exports.as_ref().unwrap_or(&Json::Null);
        let key = if sub.is_empty() { ".".to_owned() } else { format!("./{sub}") };
        let dotted =
            |entries: &[(String, Json)]| entries.iter().filter(|(key, _)| key.starts_with('.')).count();
        let found = match exports {
            Json::Object(entries) if dotted(entries) > 0 => {
                if dotted(entries) < entries.len() {
                    return Err(ResolveError::Package(format!(
                        "Invalid package config {}: \"exports\" cannot contain some keys starting with '.' and some not",
                        package.file()
                    )));
                }
                pick(exports, &key, rules)
            }
            target if sub.is_empty() => super::target::resolve(target, None, rules),
            _ => None,
        };
        match found {
            Some(Found::Path(path)) => self.at(package, ("exports", &key), &path, rules),
            Some(Found::Invalid(target)) => Err(invalid(package, "exports", &key, &target)),
            None => {
                let why = if sub.is_empty() {
                    format!("No \"exports\" main defined in {}", package.file())
                } else {
                    format!("Package subpath '{key}' is not defined by \"exports\" in {}", package.file())
                };
                let near = alike(sub, keys(exports).filter_map(|key| key.strip_prefix("./")));
                let near: Vec<String> = near.iter().map(|near| format!("{name}/{near}")).collect();
                Err(ResolveError::Package(why + &super::did_you_mean(&near)))
            }
        }
    }

    /// Resolves `#name` by the `imports` of the importer's package.
    pub(super) fn internal(
        &self,
        importer: &VfsPath,
        specifier: &str,
        rules: Rules<'_>,
    ) -> Result<VfsPath, ResolveError> {
        let undefined = |place: String, near: Vec<String>| {
            let near = super::did_you_mean(&near);
            ResolveError::Package(format!(
                "Package import specifier \"{specifier}\" is not defined{place}{near}"
            ))
        };
        let Some(package) = self.package_of(importer)? else {
            return Err(undefined(String::new(), Vec::new()));
        };
        let imports = package.imports.as_ref().unwrap_or(&Json::Null);
        let found = if specifier == "#" { None } else { pick(imports, specifier, rules) };
        match found {
            Some(Found::Path(target)) if target.starts_with("./") => {
                self.at(&package, ("imports", specifier), &target, rules)
            }
            // A target of imports may be another package.
            Some(Found::Path(target)) if !target.starts_with(['/', '.', '#']) && !target.contains(':') => {
                let from = VfsPath::parse(&package.file())?;
                self.bare(&from, &target, rules)
            }
            Some(Found::Path(target) | Found::Invalid(target)) => {
                Err(invalid(&package, "imports", specifier, &target))
            }
            None => {
                let near = alike(specifier, keys(imports));
                Err(undefined(format!(" in package {}", package.file()), near))
            }
        }
    }

    /// The file of a target, exactly as written except for TypeScript's extensions.
    fn at(
        &self,
        package: &Package,
        (field, key): (&str, &str),
        target: &str,
        rules: Rules<'_>,
    ) -> Result<VfsPath, ResolveError> {
        if !target.starts_with("./") || has_odd_segment(&target[2..]) {
            return Err(invalid(package, field, key, target));
        }
        let base = VfsPath::parse(&format!("{}/{target}", package.folder))?;
        self.file(base.as_str(), rules).ok_or_else(|| {
            let why =
                format!("Cannot find {base}, which \"{field}\" in {} names for '{key}'", package.file());
            if field == "exports" { ResolveError::Unbuilt(why) } else { ResolveError::Package(why) }
        })
    }

    /// Packages that can be imported and have similar names.
    fn packages_like(&self, importer: &VfsPath, name: &str) -> Vec<String> {
        let mut found = Vec::new();
        for folder in folders_above(importer.folder()) {
            let start = format!("{folder}/node_modules/");
            let names = self.names_below(&start).into_iter().flat_map(|name| {
                if !name.starts_with('@') {
                    return vec![name];
                }
                let scope = self.names_below(&format!("{start}{name}/"));
                scope.into_iter().map(|inner| format!("{name}/{inner}")).collect()
            });
            found.extend(names.take(SEARCHED));
            if found.len() >= SEARCHED {
                break;
            }
        }
        alike(name, found.iter().map(String::as_str))
    }

    /// The names directly below a folder, each found by one lookup.
    fn names_below(&self, start: &str) -> Vec<String> {
        let mut names = Vec::new();
        let mut from = start.to_owned();
        while names.len() < SEARCHED {
            let next = self.starting_at(&from).next();
            let Some(rest) = next.and_then(|(path, _)| path.as_str().strip_prefix(start)) else { break };
            let name = rest.split('/').next().unwrap_or_default();
            let is_folder = rest.len() > name.len();
            if is_folder {
                names.push(name.to_owned());
            }
            // `0` is the character after `/`, so this skips everything below the name.
            from = format!("{start}{name}{}", if is_folder { '0' } else { '\u{1}' });
        }
        names
    }

    fn subpaths_like(&self, home: &str, name: &str, sub: &str) -> Vec<String> {
        let start = format!("{home}/");
        let files = self.starting_at(&start).map(|(path, _)| path.as_str()).take(SEARCHED);
        let below = files.map_while(|path| path.strip_prefix(&start));
        alike(sub, below).iter().take(NAMED).map(|near| format!("{name}/{near}")).collect()
    }

    /// Whether any file is below a path.
    fn has_folder(&self, path: &str) -> bool {
        let start = format!("{path}/");
        self.starting_at(&start).next().is_some_and(|(first, _)| first.as_str().starts_with(&start))
    }
}

/// Splits a specifier into the package's name and the rest.
fn split(specifier: &str) -> (&str, &str) {
    let segments = if specifier.starts_with('@') { 2 } else { 1 };
    match specifier.match_indices('/').nth(segments - 1) {
        Some((at, _)) => (&specifier[..at], &specifier[at + 1..]),
        None => (specifier, ""),
    }
}

fn keys(json: &Json) -> impl Iterator<Item = &str> {
    let open = json.entries().iter().filter(|(key, target)| !key.contains('*') && *target != Json::Null);
    open.map(|(key, _)| key.as_str())
}

fn has_odd_segment(target: &str) -> bool {
    target
        .split('/')
        .any(|segment| matches!(segment, "" | "." | ".." | "node_modules") || segment.contains('\\'))
}

fn invalid(package: &Package, field: &str, key: &str, target: &str) -> ResolveError {
    ResolveError::Package(format!(
        "Invalid \"{field}\" target '{target}' for '{key}' in {}: a target starts with './' and stays in the package",
        package.file()
    ))
}
