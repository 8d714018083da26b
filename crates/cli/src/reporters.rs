//! The reporters of a run: `--reporter NAME[=FILE]`, several at once.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::PathBuf;
use std::str::FromStr;

use verdict_protocol::VerifyResult;
use verdict_protocol::refusals::BROWSER_IN_A_PAGE;
use verdict_report::terminal::{Detail, Look, Paint, show};
use verdict_report::{Format, RunReport, html, render};

use crate::blob::Blob;
use crate::out::say;
use crate::terminal;

/// A way to show a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Terminal(Detail),
    Format(Format),
    Html,
    Blob,
}

/// A reporter, and the file to write in place of standard output.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Reporter {
    pub(crate) kind: Kind,
    file: Option<PathBuf>,
}

const NAMES: [(&str, Kind); 11] = [
    ("default", Kind::Terminal(Detail::Files)),
    ("verbose", Kind::Terminal(Detail::Tests)),
    ("dot", Kind::Terminal(Detail::Dots)),
    ("text", Kind::Format(Format::Text)),
    ("json", Kind::Format(Format::Json)),
    ("junit", Kind::Format(Format::Junit)),
    ("tap", Kind::Format(Format::Tap)),
    ("github", Kind::Format(Format::Github)),
    ("sarif", Kind::Format(Format::Sarif)),
    ("html", Kind::Html),
    ("blob", Kind::Blob),
];

/// Where a reporter that makes a file writes by default.
fn default_file(kind: Kind) -> Option<PathBuf> {
    match kind {
        Kind::Html => Some("verdict-report.html".into()),
        Kind::Blob => Some(".verdict/blob.json".into()),
        Kind::Terminal(_) | Kind::Format(_) => None,
    }
}

impl FromStr for Reporter {
    type Err = String;

    fn from_str(text: &str) -> Result<Reporter, String> {
        let (name, file) = match text.split_once('=') {
            Some((_, "")) => return Err("expected NAME=FILE".into()),
            Some((name, file)) => (name, Some(PathBuf::from(file))),
            None => (text, None),
        };
        let known = NAMES.iter().find(|(known, _)| *known == name);
        let (_, kind) = known.ok_or_else(|| {
            let names: Vec<&str> = NAMES.iter().map(|(name, _)| *name).collect();
            format!("expected one of {}", names.join(", "))
        })?;
        Ok(Reporter { kind: *kind, file: file.or_else(|| default_file(*kind)) })
    }
}

impl From<Format> for Reporter {
    fn from(format: Format) -> Reporter {
        Reporter { kind: Kind::Format(format), file: None }
    }
}

impl Reporter {
    pub(crate) const fn terminal(detail: Detail) -> Reporter {
        Reporter { kind: Kind::Terminal(detail), file: None }
    }

    /// How tests are shown on standard output; `None` for any other reporter.
    pub(crate) const fn detail(&self) -> Option<Detail> {
        match (&self.file, self.kind) {
            (None, Kind::Terminal(detail)) => Some(detail),
            _ => None,
        }
    }
}

/// A run to report.
#[derive(Debug)]
pub(crate) struct Finished {
    pub(crate) report: RunReport,
    /// Real milliseconds with the reading of files.
    pub(crate) took_ms: f64,
    pub(crate) seed: u64,
    /// Absolute paths of test files whose results came from the cache.
    pub(crate) cached: BTreeSet<String>,
    /// Whether a live display has shown the lines of files.
    pub(crate) has_shown_files: bool,
}

/// Writes all reports.
///
/// # Errors
/// [`io::Error`] for a file that cannot be written.
pub(crate) fn write(reporters: &[Reporter], run: &Finished) -> io::Result<()> {
    let told = RunReport {
        results: run.report.results.iter().cloned().map(for_terminals).collect(),
        ..run.report.clone()
    };
    for Reporter { kind, file } in reporters {
        let is_shown = file.is_none();
        let text = match kind {
            Kind::Terminal(detail) => {
                let look = Look {
                    paint: Paint(is_shown && terminal::has_colours()),
                    detail: *detail,
                    took_ms: run.took_ms,
                    seed: run.seed,
                    cached: &run.cached,
                    without_files: is_shown && run.has_shown_files,
                };
                show(&told, &look)
            }
            Kind::Format(format) => render(&told, *format),
            Kind::Html => html(&told),
            Kind::Blob => Blob::text(&run.report, run.took_ms, run.seed)?,
        };
        match file {
            None => say!("{text}"),
            Some(file) => {
                let named =
                    |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", file.display()));
                if let Some(folder) = file.parent() {
                    fs::create_dir_all(folder).map_err(named)?;
                }
                fs::write(file, text).map_err(named)?;
                eprintln!("verdict: {} written", file.display());
            }
        }
    }
    Ok(())
}

/// A result whose sentences name options of this program.
fn for_terminals(mut result: VerifyResult) -> VerifyResult {
    let tell = |text: &mut String| {
        if text.contains(BROWSER_IN_A_PAGE) {
            *text = text.replace(BROWSER_IN_A_PAGE, HERE);
        }
    };
    [&mut result.error, &mut result.hint].into_iter().flatten().for_each(tell);
    result.warnings.iter_mut().for_each(tell);
    if let verdict_protocol::Output::Tests(entries) = &mut result.output {
        for entry in entries {
            entry.error.iter_mut().for_each(tell);
            entry.errors.iter_mut().for_each(|error| tell(&mut error.message));
        }
    }
    result
}

/// How the command line names the browser's engine.
const HERE: &str = "--engine browser";
