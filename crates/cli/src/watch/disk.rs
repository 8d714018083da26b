//! Says when files change: by events of the system, or by looks at intervals on a system without events.
//!
//! An event is only a reason to look. What changed is found by reading, so that a lost event costs time and no change.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::mpsc::Sender;
use std::time::Duration;

use notify::event::{AccessKind, AccessMode, ModifyKind, RenameMode};
use notify::{EventKind, RecommendedWatcher, RecursiveMode, Watcher as _, WatcherKind};

use super::Event;
use crate::folder;

/// Number of paths past which everything is looked at.
const MANY: usize = 256;
/// The folder of packages. Package managers write a file right in it when they end.
const PACKAGES: &str = "node_modules";

/// What may have changed.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Touched {
    /// Whether more than the paths may have changed.
    pub(super) everything: bool,
    /// Whether events were lost, so that watches may be too.
    pub(super) lost: bool,
    /// Whether packages were installed.
    pub(super) packages: bool,
    pub(super) paths: BTreeSet<PathBuf>,
    /// Paths that were removed or renamed: a watch on one leads nowhere.
    pub(super) gone: BTreeSet<PathBuf>,
}

impl Touched {
    pub(super) fn everything() -> Touched {
        Touched { everything: true, ..Touched::default() }
    }

    pub(super) fn is_empty(&self) -> bool {
        *self == Touched::default()
    }

    pub(super) fn add(&mut self, other: Touched) {
        self.everything |= other.everything;
        self.lost |= other.lost;
        self.packages |= other.packages;
        self.gone.extend(other.gone);
        if !self.everything {
            self.paths.extend(other.paths);
        }
        if self.everything || self.paths.len() > MANY {
            self.everything = true;
            self.paths.clear();
        }
    }
}

/// The watches on the folders of a project.
pub(super) struct Disk {
    root: PathBuf,
    /// `None` where files are looked at in intervals.
    watcher: Option<RecommendedWatcher>,
    /// Whether one watch covers all folders.
    is_recursive: bool,
    watched: BTreeSet<PathBuf>,
}

impl Disk {
    /// Starts to watch nothing yet.
    ///
    /// # Errors
    /// [`io::Error`] if the system has no watcher.
    pub(super) fn new(root: &Path, is_polled: bool, events: Sender<Event>) -> io::Result<Disk> {
        let own = root.to_owned();
        let handler = move |event: notify::Result<notify::Event>| {
            if let Some(touched) = touched(&own, event) {
                // If nobody listens, the process is about to end.
                let _ = events.send(Event::Disk(touched));
            }
        };
        let watcher = if is_polled { None } else { Some(recommended(handler)?) };
        let is_recursive = matches!(
            RecommendedWatcher::kind(),
            WatcherKind::Fsevent | WatcherKind::ReadDirectoryChangesWatcher
        );
        Ok(Disk { root: root.to_owned(), watcher, is_recursive, watched: BTreeSet::new() })
    }

    /// The time after which to look without an event.
    pub(super) fn interval(&self) -> Option<Duration> {
        self.watcher.is_none().then_some(Duration::from_secs(1))
    }

    /// Forgets watches that lead nowhere.
    pub(super) fn forget(&mut self, touched: &Touched) {
        let is_gone =
            |folder: &PathBuf| touched.lost || touched.gone.iter().any(|gone| folder.starts_with(gone));
        let gone: Vec<PathBuf> = self.watched.iter().filter(|folder| is_gone(folder)).cloned().collect();
        for folder in gone {
            if let Some(watcher) = &mut self.watcher {
                // The system may have ended it already.
                let _ = watcher.unwatch(&folder);
            }
            self.watched.remove(&folder);
        }
    }

    /// Watches these folders and no others. Gives whether there are new ones: what happened in them before is unknown.
    ///
    /// # Errors
    /// [`io::Error`] with a sentence if the system watches no more folders. Then they are looked at in intervals.
    pub(super) fn follow(&mut self, folders: &BTreeSet<PathBuf>) -> io::Result<bool> {
        let Some(watcher) = &mut self.watcher else { return Ok(false) };
        let wanted: BTreeSet<PathBuf> = if self.is_recursive {
            BTreeSet::from([self.root.clone()])
        } else {
            let packages = folders.iter().map(|folder| folder.join(PACKAGES));
            folders.iter().cloned().chain(packages.filter(|folder| folder.is_dir())).collect()
        };
        for folder in self.watched.difference(&wanted) {
            let _ = watcher.unwatch(folder);
        }
        self.watched.retain(|folder| wanted.contains(folder));
        let mode = if self.is_recursive { RecursiveMode::Recursive } else { RecursiveMode::NonRecursive };
        let mut is_new = false;
        for folder in &wanted {
            if self.watched.contains(folder) {
                continue;
            }
            match watcher.watch(folder, mode) {
                Ok(()) => is_new |= self.watched.insert(folder.clone()),
                // It disappeared meanwhile, which its parent says.
                Err(error) if !folder.is_dir() => drop(error),
                Err(error) => {
                    self.watcher = None;
                    self.watched.clear();
                    return Err(io::Error::other(format!("{}: {}", folder.display(), why(&error))));
                }
            }
        }
        Ok(is_new)
    }
}

fn recommended(handler: impl notify::EventHandler) -> io::Result<RecommendedWatcher> {
    notify::recommended_watcher(handler).map_err(|error| io::Error::other(why(&error)))
}

fn why(error: &notify::Error) -> String {
    match error.kind {
        notify::ErrorKind::MaxFilesWatch => "the system watches no more folders".into(),
        _ => error.to_string(),
    }
}

/// What an event says; `None` if nothing can have changed.
fn touched(root: &Path, event: notify::Result<notify::Event>) -> Option<Touched> {
    let Ok(event) = event else { return Some(Touched { lost: true, ..Touched::everything() }) };
    if event.need_rescan() {
        return Some(Touched { lost: true, ..Touched::everything() });
    }
    let is_gone = match event.kind {
        // Reading is an access too, and a run reads. Only the end of a write is a change.
        EventKind::Access(AccessKind::Close(AccessMode::Write)) => false,
        EventKind::Access(_) => return None,
        EventKind::Remove(_) => true,
        EventKind::Modify(ModifyKind::Name(mode)) => mode != RenameMode::To,
        _ => false,
    };
    let mut found = Touched::default();
    for path in event.paths {
        let Ok(relative) = path.strip_prefix(root) else { continue };
        match folder::place(relative) {
            folder::Place::Own => {
                if is_gone {
                    found.gone.insert(path.clone());
                }
                found.paths.insert(path);
            }
            folder::Place::Installed => found.packages = true,
            folder::Place::Foreign => {}
        }
    }
    (!found.is_empty()).then_some(found)
}
