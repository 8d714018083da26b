//! Checks a change set against the files that it changes.

use verdict_vfs::{Change, DeltaError, PathError, Snapshot, SnapshotError};

use crate::error::preview;
use crate::{BundleError, BundleErrorKind as Kind, ChangeSet, FileChange, Operation};

impl ChangeSet {
    /// The reasons that prevent applying the change set to a snapshot. Empty if it applies.
    ///
    /// CREATE fails if the file exists, and MODIFY, DELETE and RENAME fail if it does not. A RENAME also fails
    /// if its destination exists. Differing old content is an error, and so is a path that would be both file
    /// and folder.
    #[must_use]
    pub fn check(&self, snapshot: &Snapshot) -> Vec<BundleError> {
        let errors: Vec<BundleError> =
            self.changes.iter().flat_map(|change| check_change(change, snapshot)).collect();
        if !errors.is_empty() {
            return errors;
        }
        self.build(snapshot).err().unwrap_or_default()
    }

    /// The snapshot after the change set. The original snapshot is unchanged.
    ///
    /// # Errors
    /// The errors of [`ChangeSet::check`].
    pub fn apply_to(&self, snapshot: &Snapshot) -> Result<Snapshot, Vec<BundleError>> {
        let errors: Vec<BundleError> =
            self.changes.iter().flat_map(|change| check_change(change, snapshot)).collect();
        if errors.is_empty() { self.build(snapshot) } else { Err(errors) }
    }

    fn build(&self, snapshot: &Snapshot) -> Result<Snapshot, Vec<BundleError>> {
        let changes = self.changes.iter().flat_map(|change| steps(change, snapshot));
        snapshot.apply(changes).map_err(|error| match error {
            DeltaError::Missing(path) => {
                vec![self.at_path(&path.to_string(), Kind::NotFound, &error_text(&path))]
            }
            DeltaError::Path(error) => vec![self.at_path("", Kind::Path, &error.to_string())],
            DeltaError::Invalid(SnapshotError(errors)) => errors
                .iter()
                .map(|error| match error {
                    PathError::FileAndFolder(path) => self.at_path(path, Kind::Path, &error.to_string()),
                    other => self.at_path("", Kind::Path, &other.to_string()),
                })
                .collect(),
        })
    }

    /// An error at the operation that causes a problem with a path: the operation on the path, or else one
    /// below it.
    fn at_path(&self, path: &str, kind: Kind, message: &str) -> BundleError {
        let on = |change: &&FileChange| change.paths().any(|touched| touched.as_str() == path);
        let below = |change: &&FileChange| {
            change
                .paths()
                .any(|touched| touched.as_str().strip_prefix(path).is_some_and(|rest| rest.starts_with('/')))
        };
        let writes = |change: &&FileChange| change.operation != Operation::Delete;
        let changes = || self.changes.iter().filter(writes);
        let change = changes().find(on).or_else(|| changes().find(below)).or(self.changes.first());
        change.map(|change| change.position).unwrap_or_default().error(kind, preview(message))
    }
}

fn error_text(path: &verdict_vfs::VfsPath) -> String {
    format!("File not found: {path}")
}

fn check_change(change: &FileChange, snapshot: &Snapshot) -> Vec<BundleError> {
    let mut errors = Vec::new();
    let mut error = |kind, message: String| errors.push(change.position.error(kind, preview(&message)));
    let existing = snapshot.get(&change.path);
    match &change.operation {
        Operation::Create(_) if existing.is_some() => {
            error(Kind::Exists, format!("CREATE of a file that exists: {}", change.path));
        }
        Operation::Modify(_) | Operation::Delete | Operation::Rename { .. } if existing.is_none() => {
            let operation = change.operation.as_str();
            error(Kind::NotFound, format!("{operation} of a file that does not exist: {}", change.path));
        }
        Operation::Rename { to, .. } if snapshot.get(to).is_some() => {
            error(Kind::Exists, format!("RENAME to a file that exists: {to}"));
        }
        _ => {}
    }
    let Some(old) = &change.old_content else { return errors };
    let matches = match existing {
        Some(existing) => existing == old,
        // Some writers give empty old content for a file that does not exist yet.
        None => old.bytes().is_empty(),
    };
    if !matches && errors.is_empty() {
        let message = format!("The file is not what the old content says: {}", change.path);
        errors.push(change.position.error(Kind::OldContent, preview(&message)));
    }
    errors
}

/// The steps of an operation. Steps of different operations are independent, because each has its own paths.
fn steps(change: &FileChange, snapshot: &Snapshot) -> Vec<Change> {
    let path = change.path.clone();
    match &change.operation {
        Operation::Create(blob) | Operation::Modify(blob) | Operation::Upsert(blob) => {
            vec![Change::Put(path, blob.clone())]
        }
        Operation::Delete => vec![Change::Remove(path)],
        Operation::Rename { to, content } => {
            let content = content.as_ref().or(snapshot.get(&path)).cloned();
            let put = content.map(|blob| Change::Put(to.clone(), blob));
            std::iter::once(Change::Remove(path)).chain(put).collect()
        }
    }
}
