//! Finds Node and the checker's files.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The folder of the checker's files, or `off` to check without types.
const VARIABLE: &str = "VERDICT_CHECKER";

/// What the full layer runs with.
#[derive(Debug, Clone)]
pub(super) struct Places {
    pub(super) node: PathBuf,
    /// The script that Node runs.
    pub(super) script: PathBuf,
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
    /// Finds them: Node in PATH, and the files in `$VERDICT_CHECKER`, or in `checker` of the package's folder.
    pub(super) fn find(dist: Option<&Path>) -> Result<Places, Missing> {
        let folder = match variable() {
            Some(folder) => PathBuf::from(folder),
            None => dist
                .map(Path::to_owned)
                .or_else(|| {
                    std::env::var_os("VERDICT_DIST").filter(|dist| !dist.is_empty()).map(PathBuf::from)
                })
                .map(|dist| dist.join("checker"))
                .or_else(beside)
                .ok_or_else(|| Missing("the checker is not beside this program".into()))?,
        };
        let script = folder.join("node.mjs");
        if !script.is_file() {
            return Err(Missing(format!("{} has no checker", folder.display())));
        }
        let node = in_path("node").ok_or_else(|| Missing("there is no Node in PATH".into()))?;
        Ok(Places { node, script })
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
