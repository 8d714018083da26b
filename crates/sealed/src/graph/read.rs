//! Which files a guest can read by `node:fs`. Those are the files of the project, and what modules of packages name that read
//! files. Packages that modules of the project name are there too.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use verdict_protocol::FileContent;
use verdict_vfs::{Snapshot, VfsPath, finds_package_files};

use crate::supply::Shared;

/// Maximum size of the files sent to a guest that reads files, in bytes.
const MOST_READ: usize = 64 << 20;

/// The files that modules name, by the modules' numbers.
#[derive(Debug, Default)]
pub(super) struct PackageData(BTreeMap<u32, Rc<[String]>>);

impl PackageData {
    /// The files that a guest with these modules can read, by path; `None` if none of the modules reads files.
    pub(super) fn readable(
        &mut self,
        snapshot: &Snapshot,
        modules: &[Rc<Shared>],
    ) -> Option<Vec<(String, FileContent)>> {
        let mut reading = modules.iter().filter(|module| module.reads_files()).peekable();
        reading.peek()?;
        let mut data = BTreeSet::new();
        for module in reading {
            let named = self.0.entry(module.key());
            let named = named.or_insert_with(|| match package_of(&module.id) {
                Some(package) => named_by(snapshot, &module.id, package),
                None => of_packages(snapshot, &module.id),
            });
            data.extend(named.iter().cloned());
        }
        let mut left = MOST_READ;
        let readable = snapshot
            .iter()
            .filter(|(path, _)| !path.as_str().contains("/node_modules/") || data.contains(path.as_str()));
        let fitting = readable.take_while(|(_, blob)| {
            let fits = blob.bytes().len() <= left;
            left = left.saturating_sub(blob.bytes().len());
            fits
        });
        Some(fitting.map(|(path, blob)| (path.to_string(), FileContent(blob.bytes().to_vec()))).collect())
    }
}

/// The folder of the package that has a module, with a `/` at the end; `None` for a module of the project.
fn package_of(id: &str) -> Option<&str> {
    const FOLDER: &str = "/node_modules/";
    let begin = id.rfind(FOLDER)? + FOLDER.len();
    let parts = if id[begin..].starts_with('@') { 2 } else { 1 };
    let (end, _) = id[begin..].match_indices('/').nth(parts - 1)?;
    Some(&id[..=begin + end])
}

/// The files of the packages that a module of the project names, if it finds files of packages by their paths.
fn of_packages(snapshot: &Snapshot, id: &str) -> Rc<[String]> {
    let text = text_of(snapshot, id);
    if !finds_package_files(text) {
        return Rc::from([]);
    }
    let mut known: BTreeMap<&str, bool> = BTreeMap::new();
    let mut named = Vec::new();
    for (path, _) in snapshot.iter() {
        let Some(package) = package_of(path.as_str()) else { continue };
        let is_named = known.entry(package).or_insert_with(|| {
            let name = package.rsplit_once("/node_modules/").map_or(package, |(_, name)| name);
            is_named(text, name.trim_end_matches('/'))
        });
        if *is_named {
            named.push(path.as_str().to_owned());
        }
    }
    named.into()
}

/// Whether a text names a package: alone in quotes, or as a part of a path.
fn is_named(text: &str, package: &str) -> bool {
    const ENDS: [char; 4] = ['\'', '"', '`', '/'];
    text.match_indices(package)
        .any(|(at, _)| text[..at].ends_with(ENDS) && text[at + package.len()..].starts_with(ENDS))
}

fn text_of<'s>(snapshot: &'s Snapshot, id: &str) -> &'s str {
    let file = VfsPath::parse(&snapshot.module_path(id)).ok();
    file.and_then(|file| snapshot.get(&file)?.text()).unwrap_or_default()
}

/// The files of a package that a module names. A name stands for the file beside it, or else for all files of that name.
/// Scripts elsewhere do not count.
fn named_by(snapshot: &Snapshot, id: &str, package: &str) -> Rc<[String]> {
    let own = snapshot.iter().map(|(path, _)| path).filter(|path| path.as_str().starts_with(package));
    let mut by_name: BTreeMap<&str, Vec<&VfsPath>> = BTreeMap::new();
    for path in own {
        by_name.entry(path.name()).or_default().push(path);
    }
    let text = text_of(snapshot, id);
    let words = text.split(|c: char| !(c.is_alphanumeric() || "_-.@+".contains(c)));
    let folder = id.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut named = BTreeSet::new();
    for word in words.collect::<BTreeSet<_>>() {
        let paths = by_name.get(word).map(Vec::as_slice).unwrap_or_default();
        let is_beside =
            |path: &&&VfsPath| path.as_str().rsplit_once('/').is_some_and(|(own, _)| own == folder);
        match paths.iter().find(is_beside) {
            Some(path) => named.extend([path.to_string()]),
            None => named.extend(paths.iter().filter(|path| !path.is_script()).map(ToString::to_string)),
        }
    }
    named.into_iter().collect()
}
