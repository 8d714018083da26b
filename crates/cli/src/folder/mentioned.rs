//! Finds which files scripts name, without parsing them: an additional file costs only its reading.

use std::collections::BTreeSet;

use aho_corasick::AhoCorasick;
use rustc_hash::FxHashMap;

use super::imports::is_script;

/// Words in the path of a file that is a test.
const TESTS: [&str; 4] = [".test.", ".spec.", "test/", "tests/"];

/// Files that may be named, and those that were.
pub(super) struct Mentioned<'a> {
    /// Files by their name, and by the name of their folder.
    by_name: FxHashMap<&'a str, Vec<&'a str>>,
    by_folder: FxHashMap<&'a str, Vec<&'a str>>,
    /// Finds the names. `None` without any, and with more than it can search for, which then all count as named.
    search: Option<AhoCorasick>,
    found: BTreeSet<&'a str>,
}

impl<'a> Mentioned<'a> {
    pub(super) fn new(paths: impl Iterator<Item = &'a str>) -> Mentioned<'a> {
        let (mut by_name, mut by_folder): (FxHashMap<_, Vec<_>>, FxHashMap<_, Vec<_>>) = Default::default();
        for path in paths {
            let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
            by_name.entry(name).or_default().push(path);
            let folder = folder.rsplit('/').next().unwrap_or_default();
            if !folder.is_empty() {
                by_folder.entry(folder).or_default().push(path);
            }
        }
        let names: BTreeSet<&str> = by_name.keys().chain(by_folder.keys()).copied().collect();
        let search = (!names.is_empty()).then(|| AhoCorasick::new(names).ok()).flatten();
        let found = match &search {
            None => by_name.values().flatten().copied().collect(),
            Some(_) => BTreeSet::new(),
        };
        Mentioned { by_name, by_folder, search, found }
    }

    /// Reads a file. A script names files. A test may also name the folder in which it finds them.
    pub(super) fn see(&mut self, path: &str, content: &[u8]) {
        let Some(search) = self.search.as_ref().filter(|_| path.is_empty() || is_script(path)) else {
            return;
        };
        let Ok(text) = std::str::from_utf8(content) else { return };
        let is_test = TESTS.iter().any(|word| path.contains(word));
        for found in search.find_overlapping_iter(text) {
            let (before, word, after) = (&text[..found.start()], &text[found.range()], &text[found.end()..]);
            if before.ends_with(continues_word) || after.starts_with(continues_word) {
                continue;
            }
            self.found.extend(self.by_name.get(word).into_iter().flatten());
            // The folder itself, and not a file in it.
            if is_test
                && let Some(paths) = self.by_folder.get(word)
                && after.trim_start_matches('/').starts_with(['"', '\'', '`'])
            {
                self.found.extend(paths);
            }
        }
    }

    /// The files that were named, in order.
    pub(super) fn found(self) -> BTreeSet<&'a str> {
        self.found
    }
}

fn continues_word(char: char) -> bool {
    char.is_alphanumeric() || "_-.@+".contains(char)
}
