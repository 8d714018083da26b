//! Paths of a configuration, as paths of the snapshot.

use serde_json::{Value, json};
use verdict_protocol::Aliases;
use verdict_vfs::{Snapshot, VfsPath};

use crate::settings::Place;

/// Resolves paths of a configuration.
#[derive(Debug, Clone)]
pub(crate) struct Paths<'a> {
    pub(crate) place: Place<'a>,
    /// The root of the configuration, without slashes at its ends.
    root: String,
}

impl<'a> Paths<'a> {
    /// `root` is what the configuration says of its root.
    pub(crate) fn new(place: Place<'a>, root: Option<&str>) -> Paths<'a> {
        let root = match root {
            Some(root) => joined(place.folder, root),
            None => place.folder.to_owned(),
        };
        Paths { place, root }
    }

    /// An absolute path of the snapshot. A path without a leading `/` starts at the root of the configuration.
    pub(crate) fn absolute(&self, path: &str) -> String {
        let path = plain(path);
        let within = format!("/{}", joined(&self.root, path.trim_start_matches('/')));
        match path.starts_with('/') {
            // What Vite finds from its own root.
            true if !self.exists(path) && self.exists(&within) => within,
            true => format!("/{}", joined("", path)),
            false => within,
        }
    }

    /// A glob from the project's folder. A glob without a leading `/` starts at the root of the configuration.
    pub(crate) fn glob(&self, glob: &str) -> String {
        let glob = plain(glob);
        let (is_not, glob) = match glob.strip_prefix('!') {
            Some(rest) => (true, rest),
            None => (false, glob),
        };
        let absolute = if glob.starts_with('/') { joined("", glob) } else { joined(&self.root, glob) };
        let below = absolute.strip_prefix(self.place.folder).map(|rest| rest.trim_start_matches('/'));
        let below = below.unwrap_or(&absolute);
        if is_not { format!("!{below}") } else { below.to_owned() }
    }

    /// The root of the configuration from the project's folder; empty for the folder itself.
    pub(crate) fn root(&self) -> &str {
        let below = self.root.strip_prefix(self.place.folder).unwrap_or(&self.root);
        below.trim_start_matches('/')
    }

    /// Whether there is a file or a folder at an absolute path.
    pub(crate) fn exists(&self, path: &str) -> bool {
        let path = path.trim_end_matches('/');
        let Ok(file) = VfsPath::parse(path) else { return path.is_empty() };
        let folder = format!("{file}/");
        self.place.snapshot.get(&file).is_some()
            || self.place.snapshot.iter().any(|(path, _)| path.as_str().starts_with(&folder))
    }
}

/// A path without `file://` in front.
fn plain(path: &str) -> &str {
    path.strip_prefix("file://").unwrap_or(path)
}

/// A path from a folder, without slashes at its ends.
pub(crate) fn joined(folder: &str, path: &str) -> String {
    let base = if path.starts_with('/') { "" } else { folder };
    let mut parts: Vec<&str> = base.split('/').filter(|part| !part.is_empty()).collect();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// Why the resolver refuses an alias.
pub(crate) fn why_invalid(entry: &Value) -> Option<String> {
    let aliases: Aliases = serde_json::from_value(json!([entry])).ok()?;
    Snapshot::default().with_aliases(&aliases).err().map(|error| error.reason)
}
