//! Import specifiers to files: the one resolution order that the loader and the type checks share.

use verdict_protocol::Alias;

use crate::{PathError, Snapshot, VfsPath};

/// What is appended to a path without a file, in this order.
const EXTENSIONS: [&str; 7] = [".js", ".mjs", ".ts", ".mts", ".tsx", ".jsx", ".json"];

/// What TypeScript writes as the left stands as the right on disk.
const SUBSTITUTES: [(&str, &[&str]); 4] =
    [(".js", &[".ts", ".tsx"]), (".mjs", &[".mts"]), (".cjs", &[".cts"]), (".jsx", &[".tsx"])];

/// How many files one search for near misses looks at, so that many bad imports stay cheap.
const SEARCHED: usize = 500;
/// From which likeness on a name of the same folder is a near miss.
const ALIKE: f64 = 0.6;
/// How many near misses are named.
const NAMED: usize = 3;

/// Why a specifier names no file of the snapshot.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ResolveError {
    /// A path without a file.
    #[error("no such file{}", did_you_mean(.near))]
    NotFound {
        /// Specifiers that would resolve and look alike, the likeliest first; at most three.
        near: Vec<String>,
    },
    /// A package name: the snapshot has files only.
    #[error("bare specifier: only paths that start with './', '../' or '/' name files of the snapshot")]
    Bare,
    /// A URL, `data:` and `node:` included.
    #[error("URL specifier: only files of the snapshot can be imported")]
    Url,
    /// A path that is malformed or leaves the root.
    #[error(transparent)]
    Path(#[from] PathError),
}

fn did_you_mean(near: &[String]) -> String {
    if near.is_empty() { String::new() } else { format!("; did you mean '{}'?", near.join("' or '")) }
}

impl Snapshot {
    /// The file that `specifier` names in an import of `importer`.
    ///
    /// Aliases first ([`Snapshot::with_aliases`]), then in this order: the exact path; the path with `.js .mjs .ts .mts .tsx .jsx .json` appended; with a
    /// JavaScript extension replaced by its TypeScript twin (`./x.js` for `/x.ts`); `index` with one of
    /// the extensions in the folder of that name. A trailing `/` asks for a folder. Nothing is
    /// percent-decoded, and `?` and `#` are ordinary characters.
    ///
    /// # Errors
    /// [`ResolveError`].
    pub fn resolve(&self, importer: &VfsPath, specifier: &str) -> Result<VfsPath, ResolveError> {
        let replaced = self.replaced(specifier);
        let specifier = replaced.as_deref().unwrap_or(specifier);
        classify(specifier)?;
        let base = match importer.sibling(specifier) {
            Ok(path) => path.as_str().to_owned(),
            // The root folder is no path of a file, but it may have an index.
            Err(PathError::Empty) if !specifier.is_empty() => String::new(),
            Err(error) => return Err(error.into()),
        };
        let folder_only =
            base.is_empty() || specifier.ends_with('/') || specifier == "." || specifier.ends_with("/.");
        let candidates = candidates(&base, folder_only);
        match candidates.into_iter().find(|candidate| self.contains(candidate)) {
            Some(found) => Ok(VfsPath::parse(&found)?),
            None => Err(ResolveError::NotFound { near: self.near(importer, &base, specifier) }),
        }
    }

    /// The specifier with the first alias that it is, or starts with before a `/`, replaced. What takes its
    /// place is a path in the snapshot.
    fn replaced(&self, specifier: &str) -> Option<String> {
        self.aliases().iter().find_map(|Alias { find, replacement }| {
            let rest = specifier.strip_prefix(find.as_str())?;
            let whole = rest.is_empty() || rest.starts_with('/') || find.ends_with('/');
            (whole && !find.is_empty())
                .then(|| format!("/{}{rest}", replacement.trim_start_matches("./").trim_start_matches('/')))
        })
    }

    /// Files like the one asked for: in the same folder by name, elsewhere with the same name.
    fn near(&self, importer: &VfsPath, base: &str, specifier: &str) -> Vec<String> {
        let (folder, name) = base.rsplit_once('/').unwrap_or(("", base));
        let wanted = stem(name);
        let start = format!("{folder}/");
        let in_folder = self
            .starting_at(&start)
            .map(|(path, _)| path)
            .take(SEARCHED)
            .take_while(|path| path.as_str().starts_with(&start))
            .filter(|path| path.folder() == folder)
            .map(|path| (likeness(wanted, stem(path.name())), path))
            .filter(|(likeness, _)| *likeness >= ALIKE);
        let elsewhere = self
            .iter()
            .map(|(path, _)| path)
            .take(SEARCHED)
            .filter(|path| path.folder() != folder && stem(path.name()).eq_ignore_ascii_case(wanted))
            .map(|path| (0.5, path));
        let mut found: Vec<(f64, &VfsPath)> =
            in_folder.chain(elsewhere).filter(|(_, path)| *path != importer).collect();
        found.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(b.1)));
        found.iter().take(NAMED).map(|(_, path)| spelled(importer, path, specifier)).collect()
    }
}

fn classify(specifier: &str) -> Result<(), ResolveError> {
    if specifier.is_empty() {
        return Err(PathError::Empty.into());
    }
    if specifier.starts_with("//") {
        return Err(ResolveError::Url);
    }
    let first = specifier.split('/').next().unwrap_or_default();
    if matches!(first, "" | "." | "..") {
        return Ok(());
    }
    let scheme = first.split_once(':').is_some_and(|(scheme, _)| {
        scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+.-".contains(c))
    });
    Err(if scheme { ResolveError::Url } else { ResolveError::Bare })
}

fn candidates(base: &str, folder_only: bool) -> Vec<String> {
    let mut candidates = Vec::new();
    if !folder_only {
        candidates.push(base.to_owned());
        candidates.extend(EXTENSIONS.iter().map(|extension| format!("{base}{extension}")));
        for (written, stored) in SUBSTITUTES {
            if let Some(stem) = base.strip_suffix(written) {
                candidates.extend(stored.iter().map(|extension| format!("{stem}{extension}")));
            }
        }
    }
    candidates.extend(EXTENSIONS.iter().map(|extension| format!("{base}/index{extension}")));
    candidates
}

/// The name without its last extension: `a.test` for `a.test.js`.
fn stem(name: &str) -> &str {
    match name.rsplit_once('.') {
        Some((stem, _)) if !stem.is_empty() => stem,
        _ => name,
    }
}

/// From 0 (nothing alike) to 1 (the same but for case). Texts whose lengths alone differ too much are
/// not compared.
fn likeness(a: &str, b: &str) -> f64 {
    let longer = a.len().max(b.len()).max(1) as f64;
    if 1.0 - (a.len().abs_diff(b.len()) as f64) / longer < ALIKE {
        return 0.0;
    }
    if a.eq_ignore_ascii_case(b) {
        return 1.0;
    }
    1.0 - (strsim::osa_distance(a, b) as f64) / longer
}

/// `path` as `importer` would write it: absolute if it wrote an absolute specifier, else relative.
fn spelled(importer: &VfsPath, path: &VfsPath, specifier: &str) -> String {
    if specifier.starts_with('/') {
        return path.as_str().to_owned();
    }
    let from: Vec<&str> = importer.folder().split('/').skip(1).collect();
    let to: Vec<&str> = path.folder().split('/').skip(1).collect();
    let shared = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
    let mut segments = vec![".."; from.len() - shared];
    if segments.is_empty() {
        segments.push(".");
    }
    segments.extend(&to[shared..]);
    segments.push(path.name());
    segments.join("/")
}

#[cfg(test)]
#[path = "resolve_tests.rs"]
mod tests;
