//! `verdict merge`: reports several runs as one.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

use verdict_report::RunReport;
use verdict_report::terminal::Detail;

use crate::blob::Blob;
use crate::reporters::{self, Finished, Reporter};

/// Report several runs as one, such as the shards of a CI job.
///
/// Exit code: 0 if all commands passed, 1 if one failed, 2 if one could not run or a file cannot be read.
#[derive(clap::Args)]
pub(crate) struct MergeArguments {
    /// A file that --reporter blob wrote, or a folder of such files.
    #[arg(required = true)]
    blobs: Vec<PathBuf>,
    /// NAME or NAME=FILE: how to report, as in verdict test. Repeatable.
    #[arg(long, value_name = "NAME[=FILE]")]
    reporter: Vec<Reporter>,
}

/// Reads the blobs in the order of their paths and reports them.
pub(crate) fn run(arguments: &MergeArguments) -> io::Result<ExitCode> {
    let mut paths = Vec::new();
    for path in &arguments.blobs {
        if path.is_dir() {
            let mut found = Vec::new();
            for entry in fs::read_dir(path)? {
                found.push(entry?.path());
            }
            found.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
            found.sort();
            paths.extend(found);
        } else {
            paths.push(path.clone());
        }
    }
    if paths.is_empty() {
        return Err(io::Error::new(
            io::ErrorKind::NotFound,
            "the folder has no blobs: files of --reporter blob",
        ));
    }
    let mut whole = Finished {
        report: RunReport::default(),
        took_ms: 0.0,
        seed: 0,
        cached: BTreeSet::new(),
        has_shown_files: false,
    };
    for (number, path) in paths.iter().enumerate() {
        let blob = Blob::read(path)?;
        if number == 0 {
            (whole.report.started_at_ms, whole.seed) = (blob.started_at_ms, blob.seed);
        }
        whole.report.started_at_ms = whole.report.started_at_ms.min(blob.started_at_ms);
        whole.took_ms += blob.took_ms;
        whole.report.results.extend(blob.results);
    }
    let default = [Reporter::terminal(Detail::Files)];
    let reporters = if arguments.reporter.is_empty() { &default[..] } else { &arguments.reporter };
    let code = crate::verify::exit_code(&whole.report.results);
    reporters::write(reporters, &whole)?;
    Ok(code)
}
