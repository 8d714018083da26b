//! Finds the checker's files, and what they can run in.

use std::ffi::OsString;
use std::path::PathBuf;

use crate::browser::{BrowserArguments, CheckerPages};

/// The most memory that the checker's heap may take, in MiB.
pub(super) const HEAP_MIB: u32 = 3072;
/// The folder of the checker's files, or `off` to check without types.
const VARIABLE: &str = "VERDICT_CHECKER";

/// What the full layer runs in.
#[derive(Debug, Clone)]
pub(super) enum Places {
    /// A process of Node.
    Node { node: PathBuf, script: PathBuf },
    /// A page of a browser.
    Chromium(CheckerPages),
}

/// Why the full layer cannot run here.
#[derive(Debug)]
pub(super) struct Missing(pub(super) String);

fn variable() -> Option<OsString> {
    std::env::var_os(VARIABLE).filter(|value| !value.is_empty())
}

/// Whether the environment switches the full layer off.
pub(super) fn is_off() -> bool {
    variable().is_some_and(|value| value == "off")
}

impl Places {
    /// What tells one checker in Node from another: its files, by their hashes, and the program. `None` for a page, which another
    /// browser may show next time.
    pub(super) fn identity(&self) -> Option<String> {
        let Places::Node { node, script } = self else { return None };
        let files = std::fs::read_to_string(script.parent()?.join("manifest.json")).ok()?;
        let program = std::fs::metadata(node).ok()?;
        Some(format!("{} {} {:?} {files}", node.display(), program.len(), program.modified().ok()?))
    }

    /// Finds them: the files in `$VERDICT_CHECKER`, or in `checker` of the package's folder; Node in PATH, or a browser.
    pub(super) fn find(browser: &BrowserArguments) -> Result<Places, Missing> {
        let folder = match variable() {
            Some(folder) => PathBuf::from(folder),
            None => browser
                .dist
                .clone()
                .or_else(|| {
                    std::env::var_os("VERDICT_DIST").filter(|dist| !dist.is_empty()).map(PathBuf::from)
                })
                .map(|dist| dist.join("checker"))
                .or_else(beside)
                .ok_or_else(|| Missing("the checker is not beside this program".into()))?,
        };
        let has = |name: &str| folder.join(name).is_file();
        let (script, worker) = ("node.mjs", "worker.js");
        if !has(script) && !has(worker) {
            return Err(Missing(format!("{} has no checker", folder.display())));
        }
        if let Some(node) = in_path("node").filter(|_| has(script)) {
            return Ok(Places::Node { node, script: folder.join(script) });
        }
        if !has(worker) {
            return Err(Missing("there is no Node in PATH".into()));
        }
        CheckerPages::find(&folder, HEAP_MIB, browser)
            .map(Places::Chromium)
            .map_err(|why| Missing(format!("there is no Node in PATH, and no browser: {why}")))
    }
}

/// The checker's folder next to this program, or in `dist` above it.
fn beside() -> Option<PathBuf> {
    let program = std::env::current_exe().ok()?.canonicalize().ok()?;
    let mut above = program
        .ancestors()
        .skip(1)
        .take(4)
        .flat_map(|folder| [folder.join("checker"), folder.join("dist").join("checker")]);
    above.find(|folder| folder.join("manifest.json").is_file())
}

fn in_path(name: &str) -> Option<PathBuf> {
    let name = if cfg!(windows) { format!("{name}.exe") } else { name.to_owned() };
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(&name)).find(|file| file.is_file())
}
