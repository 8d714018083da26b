//! The options of commands that run something.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use verdict_report::Format;
use verdict_report::terminal::Detail;

use crate::browser::BrowserArguments;
use crate::fix::FixArguments;
use crate::host::HostArguments;
use crate::reporters::{Kind, Reporter};
use crate::terminal;
use crate::timing::TimingArguments;

/// Options of every run.
#[derive(clap::Args)]
pub(crate) struct RunOptions {
    /// The folder that is the root of the snapshot. By default this one or, for a project, that of the workspace or
    /// of the nearest package.json.
    #[arg(long, value_name = "DIR")]
    pub(crate) root: Option<PathBuf>,
    /// Print one JSON object `{ success, results }`.
    #[arg(long, conflicts_with = "reporter")]
    pub(crate) json: bool,
    /// The format of the report: text, json (Vitest's reporter), junit, tap, github or sarif.
    #[arg(long, conflicts_with_all = ["json", "reporter"])]
    format: Option<Format>,
    /// NAME or NAME=FILE: how to report, as default, verbose, dot, text, json, junit, tap, github, sarif, html or blob.
    /// Repeatable. Commands that name files have text by default, except in a terminal.
    #[arg(long, value_name = "NAME[=FILE]")]
    reporter: Vec<Reporter>,
    /// List this many of the slowest tests.
    #[arg(long, value_name = "N", conflicts_with = "json")]
    pub(crate) slowest: Option<usize>,
    /// Run only what a change since this commit can affect, by imports: without a value since the last one. For a
    /// project, not for commands.
    #[arg(long, value_name = "REF", num_args = 0..=1, require_equals = true, default_missing_value = "HEAD")]
    pub(crate) changed: Option<String>,
    /// A folder, or a commit of Git, with the state before: a `type-check:` fails for what is new since then.
    #[arg(long, value_name = "DIR|COMMIT")]
    pub(crate) baseline: Option<String>,
    /// Number of processes that share the files, by default one for each core. The result does not depend on it.
    #[arg(long, value_name = "N")]
    workers: Option<NonZeroUsize>,
    /// Run every test file of a project, also where nothing that it depends on has changed.
    #[arg(long)]
    pub(crate) no_cache: bool,
    /// Time limit of one test file or expression, in milliseconds.
    #[arg(long, value_name = "MS", default_value_t = 60_000)]
    pub(crate) file_timeout: u64,
    #[command(flatten)]
    pub(crate) host: HostArguments,
}

impl RunOptions {
    pub(crate) fn workers(&self) -> NonZeroUsize {
        self.workers.or_else(|| std::thread::available_parallelism().ok()).unwrap_or(NonZeroUsize::MIN)
    }

    /// The reporters of a run of what a project has, or of commands.
    pub(crate) fn reporters(&self, is_project: bool) -> Vec<Reporter> {
        match (self.format, self.reporter.as_slice()) {
            (Some(format), _) => vec![format.into()],
            (None, []) if is_project || terminal::is_stdout() => vec![Reporter::terminal(Detail::Files)],
            (None, []) => vec![Format::Text.into()],
            (None, reporters) => reporters.to_vec(),
        }
    }

    /// The first option that a watch cannot have.
    pub(crate) const fn unwatchable(&self) -> Option<&'static str> {
        if self.host.bail.is_some() {
            Some("--bail")
        } else if self.host.shard.is_some() {
            Some("--shard")
        } else {
            None
        }
    }

    /// Whether standard output is for people.
    pub(crate) fn shows_text(&self, reporters: &[Reporter]) -> bool {
        reporters.iter().any(|one| one.detail().is_some() || one.kind == Kind::Format(Format::Text))
    }
}

/// Run commands on a folder or, without commands, the tests, the linter and the type checks of the project.
///
/// The project is the nearest folder with a package.json. Its configurations decide: one of a linter
/// means lint, and a tsconfig.json means type checks.
///
/// Exit code: 0 if all commands passed, 1 if one failed, 2 if one could not run.
#[derive(clap::Args)]
pub(crate) struct VerifyArguments {
    #[command(flatten)]
    pub(super) options: RunOptions,
    /// List the tests of `test:` commands without running them.
    #[arg(long, conflicts_with = "fixing")]
    pub(super) list: bool,
    /// Write new snapshots, and snapshot files that changed.
    #[arg(short, long, conflicts_with = "list")]
    pub(super) update: bool,
    #[command(flatten)]
    pub(super) fixes: FixArguments,
    #[command(flatten)]
    pub(super) timing: TimingArguments,
    #[command(flatten)]
    pub(super) browser: BrowserArguments,
    /// `test:PATHS`, `lint:PATHS`, `type-check:PATHS` or `eval:EXPRESSION`.
    pub(super) commands: Vec<String>,
}

/// Run the tests of the project.
///
/// Exit code: 0 if all tests passed, 1 if one failed, 2 if they could not run.
#[derive(clap::Args)]
pub(crate) struct TestArguments {
    #[command(flatten)]
    pub(super) options: RunOptions,
    /// List the tests without running them.
    #[arg(long)]
    pub(super) list: bool,
    /// Write new snapshots, and snapshot files that changed.
    #[arg(short, long, conflicts_with = "list")]
    pub(super) update: bool,
    #[command(flatten)]
    pub(super) browser: BrowserArguments,
    /// Parts of the paths of test files, as in Vitest, or globs, folders and paths. By default all test files.
    #[arg(value_name = "FILTER")]
    pub(super) filters: Vec<String>,
}

/// Run the tests of the project that reach some files by imports.
///
/// Exit code: 0 if all tests passed or none reaches the files, 1 if one failed, 2 if they could not run.
#[derive(clap::Args)]
pub(crate) struct RelatedArguments {
    #[command(flatten)]
    pub(super) options: RunOptions,
    #[command(flatten)]
    pub(super) browser: BrowserArguments,
    /// Files, folders and globs.
    #[arg(value_name = "PATH", required = true)]
    pub(super) paths: Vec<String>,
}

/// Lint files of the project.
///
/// Exit code: 0 if there are no errors, 1 if there are, 2 if the linter could not run.
#[derive(clap::Args)]
pub(crate) struct LintArguments {
    #[command(flatten)]
    pub(super) options: RunOptions,
    #[command(flatten)]
    pub(super) fixes: FixArguments,
    #[command(flatten)]
    pub(super) timing: TimingArguments,
    /// Files, folders and globs. By default all scripts of the project.
    #[arg(value_name = "PATH")]
    pub(super) paths: Vec<String>,
}

/// Check the types of the project.
///
/// Exit code: 0 if there are no errors, 1 if there are, 2 if the check could not run.
#[derive(clap::Args)]
pub(crate) struct TypesArguments {
    #[command(flatten)]
    pub(super) options: RunOptions,
    /// The package's folder with the checker; by default `$VERDICT_DIST`, or `dist` next to this program or above it.
    #[arg(long, value_name = "DIR")]
    pub(super) dist: Option<PathBuf>,
    /// Files, folders and globs. By default the files that tsconfig.json names.
    #[arg(value_name = "PATH")]
    pub(super) paths: Vec<String>,
}
