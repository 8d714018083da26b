//! Snapshots of one test file: existing, requested and new ones. Nothing is ever written.

mod file;
mod inline;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use verdict_protocol::{Location, SnapshotKey, SnapshotProposal, SnapshotReport, SnapshotUpdate, TestConfig};
use verdict_vfs::{Snapshot, VfsPath};

/// Maximum size of the proposed snapshots of one file, in bytes.
const MAX_PROPOSED: usize = 4 << 20;

/// The result of comparing a value with its snapshot.
#[derive(Debug)]
pub struct Compared {
    /// Name of the snapshot with its number, for example `adds 1`.
    pub key: String,
    /// Whether they match.
    pub pass: bool,
    /// The snapshot, trimmed for display; `None` if it does not exist.
    pub expected: Option<String>,
    /// The received value, in the same form.
    pub actual: String,
}

/// Where the snapshot of an assertion is stored.
#[derive(Debug)]
pub enum Kept {
    /// Stored in the snapshot file.
    File,
    /// Stored in the test file: the argument, if present, and the location of the call.
    Inline(Option<String>, Option<Location>),
    /// Stored in its own file.
    Raw(VfsPath),
}

/// A report of an engine whose harness compares snapshots itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GuestSnapshot {
    /// New entries of the snapshot file: their names, and the whole new file.
    File(Vec<String>, String),
    /// A new file of `toMatchFileSnapshot`: its path and text.
    Raw(String, String),
    /// A new inline snapshot: the location of the call, and the text.
    Inline(Location, String),
    /// An entry of the snapshot file that no test requested.
    Obsolete(String),
}

/// The snapshots of one test file.
#[derive(Debug)]
pub struct Snapshots {
    files: Snapshot,
    test_file: VfsPath,
    update: SnapshotUpdate,
    /// Whether the names are those of Jest.
    is_jest: bool,
    state: RefCell<State>,
}

#[derive(Debug, Default)]
struct State {
    loaded: Option<Loaded>,
    counts: BTreeMap<String, u32>,
    new: BTreeMap<String, String>,
    raw: BTreeMap<String, String>,
    /// New inline snapshots, by line and column.
    inline: BTreeMap<(u32, u32), (Location, String)>,
    /// Names used by the current attempt, which the next attempt uses again.
    attempt: Vec<(String, String)>,
    proposed: usize,
    /// Names of new entries and the whole file, if the engine reports them.
    file: Option<(Vec<String>, String)>,
    /// Obsolete entries, if the engine reports them.
    obsolete: Option<BTreeSet<String>>,
}

#[derive(Debug)]
struct Loaded {
    entries: BTreeMap<String, String>,
    exists: bool,
    unchecked: BTreeSet<String>,
}

impl Snapshots {
    /// The snapshots of `test_file`, read from `files`.
    #[must_use]
    pub fn new(files: Snapshot, test_file: VfsPath, config: &TestConfig) -> Snapshots {
        let is_jest = config.is_for_jest();
        Snapshots { files, test_file, update: config.update, is_jest, state: RefCell::default() }
    }

    /// The snapshots of an engine whose harness compares them itself and reports through [`Snapshots::told`].
    #[must_use]
    pub fn of_engine(files: Snapshot, test_file: VfsPath, config: &TestConfig) -> Snapshots {
        let snapshots = Snapshots::new(files, test_file, config);
        snapshots.state.borrow_mut().obsolete = Some(BTreeSet::new());
        snapshots
    }

    /// Records a report of the engine. Drops new snapshots beyond 4 MiB per file, and all of them if the request
    /// wants none.
    pub fn told(&self, told: GuestSnapshot) {
        let mut state = self.state.borrow_mut();
        let size = match &told {
            GuestSnapshot::File(_, text) | GuestSnapshot::Raw(_, text) | GuestSnapshot::Inline(_, text) => {
                text.len()
            }
            GuestSnapshot::Obsolete(key) => key.len(),
        };
        if state.proposed + size > MAX_PROPOSED {
            return;
        }
        state.proposed += size;
        match told {
            GuestSnapshot::Obsolete(key) => drop(state.obsolete.get_or_insert_default().insert(key)),
            _ if self.update == SnapshotUpdate::None => {}
            GuestSnapshot::File(keys, content) => state.file = Some((keys, content)),
            GuestSnapshot::Raw(path, text) => drop(state.raw.insert(path, text)),
            GuestSnapshot::Inline(at, text) => drop(state.inline.insert((at.line, at.column), (at, text))),
        }
    }

    /// The name of the snapshots of a test, by its path, with the hint of an assertion.
    #[must_use]
    pub fn name(&self, path: &[String], hint: Option<&str>) -> String {
        let between = if self.is_jest { " " } else { " > " };
        let mut name = path.join(between);
        if let Some(hint) = hint.filter(|hint| !hint.is_empty()) {
            name.push_str(self.before_hint());
            name.push_str(hint);
        }
        name
    }

    fn before_hint(&self) -> &'static str {
        if self.is_jest { ": " } else { " > " }
    }

    /// The path of the snapshot file, and its text if it exists.
    #[must_use]
    pub fn file(&self) -> Option<(VfsPath, Option<String>)> {
        let path = self.path()?;
        let text = self.text(&path);
        Some((path, text))
    }

    /// The path of the snapshot file.
    #[must_use]
    pub fn path(&self) -> Option<VfsPath> {
        self.test_file.sibling(&format!("./__snapshots__/{}.snap", self.test_file.name())).ok()
    }

    /// Resolves a path that a test names, relative to the test file.
    #[must_use]
    pub fn sibling(&self, path: &str) -> Option<VfsPath> {
        let path = if path.starts_with(['/', '.']) { path.to_owned() } else { format!("./{path}") };
        self.test_file.sibling(&path).ok()
    }

    fn text(&self, path: &VfsPath) -> Option<String> {
        Some(String::from_utf8_lossy(self.files.get(path)?.bytes()).into_owned())
    }

    /// The first line of the snapshot file.
    fn header(&self) -> &'static str {
        if self.is_jest { file::JEST } else { file::VITEST }
    }

    fn load(&self) {
        let mut state = self.state.borrow_mut();
        if state.loaded.is_none() {
            let text = self.path().and_then(|path| self.text(&path));
            let entries = file::read(text.as_deref().unwrap_or_default());
            let unchecked = entries.keys().cloned().collect();
            state.loaded = Some(Loaded { entries, exists: text.is_some(), unchecked });
        }
    }

    /// Starts a test, or with `again` another attempt at it.
    pub fn begin(&self, again: bool) {
        let mut state = self.state.borrow_mut();
        let attempt = std::mem::take(&mut state.attempt);
        if !again {
            return;
        }
        for (name, key) in attempt {
            if let Some(count) = state.counts.get_mut(&name) {
                *count = count.saturating_sub(1);
            }
            state.new.remove(&key);
        }
    }

    /// Compares a value with its snapshot. `name` is the test's name with the assertion's hint. `received` is
    /// serialized; for a file snapshot it is the raw text.
    ///
    /// # Errors
    /// A message, if two different inline snapshots have the same location.
    pub fn compare(&self, name: &str, received: String, kept: Kept) -> Result<Compared, String> {
        self.load();
        let raw = matches!(kept, Kept::Raw(_));
        let received = if !raw && received.contains('\n') { format!("\n{received}\n") } else { received };
        let mut state = self.state.borrow_mut();
        let count = state.counts.entry(name.to_owned()).or_default();
        *count += 1;
        let key = format!("{name} {count}");
        state.attempt.push((name.to_owned(), key.clone()));
        let Some(loaded) = &mut state.loaded else { return Err("the snapshot file is not read".to_owned()) };
        let known = loaded.entries.get(&key).cloned();
        if !(matches!(kept, Kept::Inline(..)) && known.is_some()) {
            loaded.unchecked.remove(&key);
        }
        let exists = loaded.exists;
        let (expected, persisted) = match &kept {
            Kept::File => (known, exists),
            Kept::Inline(text, _) => (text.as_deref().map(inline::unindented), true),
            Kept::Raw(path) => {
                let text = self.text(path);
                let text = text
                    .map(|text| if received.contains("\r\n") { text } else { text.replace("\r\n", "\n") });
                let persisted = text.is_some();
                (text, persisted)
            }
        };
        let shown = |text: &str| if raw { text.to_owned() } else { text.trim().to_owned() };
        let pass = expected.as_deref().map(shown) == Some(shown(&received));
        let is_new = expected.is_none() || !persisted;
        let found = Compared {
            key: key.clone(),
            pass: pass || (is_new && self.update == SnapshotUpdate::New),
            expected: expected.as_deref().map(shown),
            actual: shown(&received),
        };
        if is_new && self.update == SnapshotUpdate::New && state.proposed + received.len() <= MAX_PROPOSED {
            state.proposed += received.len();
            match kept {
                Kept::File => drop(state.new.insert(key, received)),
                Kept::Raw(path) => drop(state.raw.insert(path.to_string(), received)),
                Kept::Inline(_, Some(at)) => {
                    let place = (at.line, at.column);
                    match state.inline.get(&place) {
                        Some((_, other)) if *other != received => {
                            return Err(
                                "toMatchInlineSnapshot with different snapshots cannot be called at the \
                                        same location"
                                    .to_owned(),
                            );
                        }
                        _ => drop(state.inline.insert(place, (at, received))),
                    }
                }
                Kept::Inline(_, None) => {}
            }
        }
        Ok(found)
    }

    /// The report of the file. `unfinished` are paths of tests that did not finish: their entries are not
    /// obsolete.
    #[must_use]
    pub fn report(&self, unfinished: &[Vec<String>]) -> SnapshotReport {
        let mut report = SnapshotReport::default();
        let Some(path) = self.path() else { return report };
        self.load();
        let state = self.state.borrow();
        if !state.new.is_empty() {
            let mut entries = state.loaded.as_ref().map(|loaded| loaded.entries.clone()).unwrap_or_default();
            entries.extend(state.new.clone());
            report.proposed.push(SnapshotProposal::File {
                path: path.to_string(),
                content: file::write(&entries, self.header()),
                keys: state.new.keys().cloned().collect(),
            });
        }
        if let Some((keys, content)) = &state.file {
            let (path, content, keys) = (path.to_string(), content.clone(), keys.clone());
            report.proposed.push(SnapshotProposal::File { path, content, keys });
        }
        for (path, content) in &state.raw {
            report.proposed.push(SnapshotProposal::Raw { path: path.clone(), content: content.clone() });
        }
        for (at, text) in state.inline.values() {
            let source = VfsPath::parse(&at.file).ok().and_then(|path| self.text(&path)).unwrap_or_default();
            let line = usize::try_from(at.line).unwrap_or(usize::MAX).saturating_sub(1);
            let literal = inline::literal(text, source.lines().nth(line).unwrap_or_default());
            report.proposed.push(SnapshotProposal::Inline { location: at.clone(), literal });
        }
        let unfinished: Vec<String> = unfinished.iter().map(|path| self.name(path, None)).collect();
        let unchecked = state.loaded.iter().flat_map(|loaded| &loaded.unchecked);
        let is_told = |key: &&String| state.obsolete.as_ref().is_none_or(|told| told.contains(*key));
        for key in unchecked.filter(is_told) {
            let of = |name: &String| {
                key.strip_prefix(name.as_str()).is_some_and(|rest| {
                    rest.starts_with(self.before_hint())
                        || rest.trim_start().bytes().all(|byte| byte.is_ascii_digit())
                })
            };
            if !unfinished.iter().any(of) {
                report.obsolete.push(SnapshotKey { path: path.to_string(), key: key.clone() });
            }
        }
        report
    }
}
