//! The files that others may load.

use std::collections::{BTreeSet, HashSet};

use verdict_vfs::{Blob, VfsPath};

use super::{ImportGraph, is_own};
use crate::folder::packages::specifiers;

/// What says where a script is. With it, any text may be a part of a path.
const PLACES: [&str; 3] = ["__dirname", "import.meta.", "cwd()"];

/// The names of a script's own folder.
const OWN_FOLDERS: [&str; 2] = ["__dirname", "import.meta.dirname"];

impl ImportGraph {
    /// All files that some files may load, with these files; `None` if that may be any. They may have a package load files
    /// below a path, as migrations or routes, so that all files at each path count that they name.
    pub(crate) fn loaded(&mut self, from: impl IntoIterator<Item = VfsPath>) -> Option<BTreeSet<VfsPath>> {
        let mut loaded: BTreeSet<VfsPath> = from.into_iter().collect();
        let mut todo: Vec<VfsPath> = loaded.iter().cloned().collect();
        let mut folders: BTreeSet<String> = BTreeSet::new();
        while let Some(path) = todo.pop() {
            let imports = self.read(&path);
            if imports.is_open {
                return None;
            }
            let mut next = imports.files.clone();
            if !self.named.contains_key(&path) {
                let named = self.named_by(&path);
                self.named.insert(path.clone(), named);
            }
            for place in &self.named[&path] {
                match VfsPath::parse(place).ok().filter(|path| self.snapshot.get(path).is_some()) {
                    Some(file) => next.push(file),
                    None if folders.insert(place.clone()) => {
                        next.extend(self.starting_with(&format!("{place}/")));
                    }
                    None => {}
                }
            }
            todo.extend(next.into_iter().filter(|next| loaded.insert(next.clone())));
        }
        Some(loaded)
    }

    /// The absolute paths of files and folders that texts in a script may name, from its folder or one above.
    fn named_by(&self, path: &VfsPath) -> Vec<String> {
        let mut named = Vec::new();
        let text = self.snapshot.get(path).and_then(Blob::text).filter(|_| path.is_script());
        let Some(text) = text.filter(|_| is_own(path)) else { return named };
        let has_place = PLACES.iter().any(|place| text.contains(place));
        // Its own folder, to which nothing is joined.
        let is_whole =
            |(at, name): (usize, &str)| text[at + name.len()..].trim_start().starts_with([')', '}']);
        if OWN_FOLDERS.iter().flat_map(|name| text.match_indices(name)).any(is_whole) {
            named.push(path.folder().to_owned());
        }
        specifiers(text, true, &mut |text| {
            let constant = text.split(['*', '{', '$', '?']).next().unwrap_or_default();
            let constant = constant.trim_start_matches(['.', '/']).trim_end_matches('/');
            let may_be_path = has_place || text.contains(['/', '*']);
            if !may_be_path || constant.is_empty() || constant.contains(char::is_whitespace) {
                return;
            }
            let above = std::iter::successors(Some(path.folder()), |folder| Some(folder.rsplit_once('/')?.0));
            let places = above.map(|folder| format!("{folder}/{constant}"));
            named.extend(
                places.filter(|place| self.snapshot.contains(place) || self.folders().contains(place)),
            );
        });
        named
    }

    fn folders(&self) -> &HashSet<String> {
        self.folders.get_or_init(|| {
            let own = self.snapshot.iter().map(|(path, _)| path).filter(|path| is_own(path));
            let above = |path: &VfsPath| {
                let folders = std::iter::successors(Some(path.folder().to_owned()), |folder| {
                    Some(folder.rsplit_once('/')?.0.to_owned())
                });
                folders.collect::<Vec<_>>()
            };
            own.flat_map(above).collect()
        })
    }
}
