//! Suggests what an unresolved specifier meant.

use super::ALIKE;
use crate::{Snapshot, VfsPath};

/// Maximum number of names that one search visits, so that many bad imports stay cheap.
pub(super) const SEARCHED: usize = 500;
/// Maximum number of suggestions.
pub(super) const NAMED: usize = 3;

/// The names most similar to `wanted`.
pub(super) fn alike<'a>(wanted: &str, names: impl Iterator<Item = &'a str>) -> Vec<String> {
    let names = names.take(SEARCHED).filter(|name| *name != wanted);
    let scored = names.map(|name| (likeness(stem(wanted), stem(name)), name));
    let mut found: Vec<(f64, &str)> = scored.filter(|(likeness, _)| *likeness >= ALIKE).collect();
    found.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(b.1)));
    found.dedup_by_key(|(_, name)| *name);
    found.iter().take(NAMED).map(|(_, name)| (*name).to_owned()).collect()
}

impl Snapshot {
    /// Files similar to the requested one: similar names in the same folder, or the same name elsewhere.
    pub(super) fn near(&self, importer: &VfsPath, base: &str, specifier: &str) -> Vec<String> {
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

/// The name without its last extension: `a.test` for `a.test.js`.
fn stem(name: &str) -> &str {
    match name.rsplit_once('.') {
        Some((stem, _)) if !stem.is_empty() => stem,
        _ => name,
    }
}

/// Similarity from 0 (none) to 1 (equal except for case). Texts of very different length are not compared.
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

/// `path` as `importer` would write it: absolute if its specifier is absolute, otherwise relative.
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
