//! Installs missing tools that the other tasks need. A second run installs nothing.

mod browser;
mod cargo_tools;
mod npm;
mod rust;
mod rust_src;

use std::ffi::OsString;
use std::panic::resume_unwind;
use std::path::PathBuf;
use std::thread::ScopedJoinHandle;
use std::time::Instant;

use crate::error::Error;
use crate::process::{self, Cmd};
use crate::ui;
use crate::workspace::Workspace;

pub(crate) use rust::TARGET as WASM_TARGET;

/// The tools that the other tasks call.
#[derive(Clone)]
pub(crate) struct Tools {
    /// PATH with the folder of cargo's programs in front.
    pub(crate) path: OsString,
    pub(crate) node: PathBuf,
    /// Chromium or Chrome.
    pub(crate) chromium: PathBuf,
    /// The matching chromedriver.
    pub(crate) chromedriver: PathBuf,
}

/// What the tools are for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Purpose {
    /// Build, serve and drive pages.
    Run,
    /// Also compare with other tools, in results or in time.
    Compare,
    /// Also run all checks and tests.
    Test,
}

/// Installs missing tools, one line each, and reports what is installed.
///
/// # Errors
/// [`Error::MissingTool`] with the command to run, if a tool cannot be installed automatically.
pub(crate) fn run(workspace: &Workspace, purpose: Purpose) -> Result<Tools, Error> {
    let start = Instant::now();
    let mut log = Log::default();
    let node = npm::node()?;
    log.have(rust::components(workspace, &["fmt", "clippy"])?);
    log.have(rust::wasm_target(workspace)?);
    // Downloads run while the compiler works.
    let (packages, browser, tools) = std::thread::scope(|scope| {
        let packages = scope.spawn(|| npm::install(workspace, &node, purpose));
        let browser = scope.spawn(browser::install);
        let tools = cargo_tools::install(workspace, purpose);
        (joined(packages), joined(browser), tools)
    });
    log.have(packages?);
    let (bin, installed) = tools?;
    log.have(installed);
    let (chromium, chromedriver, installed) = browser?;
    log.have(installed);
    ui::say("setup", format_args!("{} ({})", log.summary(), ui::human(start.elapsed())));
    Ok(Tools { path: process::path_with(&bin), node, chromium, chromedriver })
}

fn joined<T>(thread: ScopedJoinHandle<'_, T>) -> T {
    thread.join().unwrap_or_else(|panic| resume_unwind(panic))
}

/// Installs the packages that are compared as whole projects.
///
/// # Errors
/// [`Error::MissingTool`] with the command to run.
pub(crate) fn projects(workspace: &Workspace, tools: &Tools) -> Result<(), Error> {
    npm::projects(workspace, &tools.node)
}

/// Installs Jest, which runs its projects for comparison.
///
/// # Errors
/// [`Error::MissingTool`] with the command to run.
pub(crate) fn jest(workspace: &Workspace, tools: &Tools) -> Result<(), Error> {
    npm::jest(workspace, &tools.node)
}

/// Installs what `test --quick` needs: rustfmt and clippy.
///
/// # Errors
/// Errors of [`run`].
pub(crate) fn rust_only(workspace: &Workspace) -> Result<(), Error> {
    rust::components(workspace, &["fmt", "clippy"]).map(drop)
}

/// Whether a step had to install something.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Installed {
    /// The tool was there before.
    Already,
    /// The tool was just installed.
    Now,
}

#[derive(Default)]
struct Log {
    already: usize,
    now: usize,
}

impl Log {
    fn have(&mut self, installed: Installed) {
        match installed {
            Installed::Already => self.already += 1,
            Installed::Now => self.now += 1,
        }
    }

    fn summary(&self) -> String {
        match self.now {
            0 => "everything is there".into(),
            now => format!("{now} installed, {} were there", self.already),
        }
    }
}

/// A command with root's permissions: directly for root, otherwise through sudo if it asks for no password.
fn as_root(program: &str) -> Option<Cmd> {
    let id = Cmd::new("id").arg("-u").read().ok()?;
    if id.trim() == "0" {
        return Some(Cmd::new(program));
    }
    Cmd::new("sudo").words("-n true").read().ok()?;
    Some(Cmd::new("sudo").arg("-n").arg(program))
}
