//! Evaluates a configuration with the engine itself.

use serde_json::Value;
use verdict_engine::{Host, Request, verify};
use verdict_project::Evaluation;
use verdict_protocol::{FileContent, Files};
use verdict_vfs::{Snapshot, VfsPath};

/// A snapshot from one text with `//- /path` headers.
pub(crate) fn snapshot(files: &str) -> Snapshot {
    let files = files.split("//- ").skip(1).map(|part| {
        let (path, text) = part.split_once('\n').expect("a header line");
        (path.trim().to_owned(), FileContent(text.as_bytes().to_vec()))
    });
    Snapshot::new(Files(files.collect())).expect("valid paths")
}

/// The value of a configuration, or the sentence why there is none.
pub(crate) fn value(snapshot: &Snapshot, file: &str, folder: &str) -> Result<Value, String> {
    let path = VfsPath::parse(file).expect("a path");
    let evaluation = Evaluation::new(snapshot, &path, folder).map_err(|unread| unread.to_string())?;
    let request = Request {
        command: &evaluation.command,
        snapshot: &evaluation.snapshot,
        limits: evaluation.limits.clone(),
        config: Some(&evaluation.config),
        seed: 0,
    };
    let mut host = Host { now: &|| 0.0, meter: None, progress: &mut |_| {} };
    // Configurations may nest.
    evaluation.read(&verify(&request, &mut host)).map_err(|unread| unread.to_string())
}

/// The configuration that `files` has first, and its value.
pub(crate) fn first(files: &str) -> (Snapshot, String, Result<Value, String>) {
    let snapshot = snapshot(files);
    let file = files.trim_start_matches("//- /").split_once('\n').expect("a header").0.trim().to_owned();
    let folder = file.rsplit_once('/').map_or("", |(folder, _)| folder).to_owned();
    let value = value(&snapshot, &file, &folder);
    (snapshot, file, value)
}
