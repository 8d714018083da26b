//! Runs Node scripts that drive Chromium.

use std::path::Path;

use crate::process::Cmd;
use crate::setup::Tools;
use crate::workspace::Workspace;

/// `node ARGUMENTS`, with the server's URL and the paths of programs in the environment.
pub(crate) fn script(workspace: &Workspace, tools: &Tools, url: &str) -> Cmd {
    Cmd::new(&tools.node)
        .dir(&workspace.root)
        .env("VERDICT_URL", url)
        .env("PATH", &tools.path)
        .env("CHROMIUM", &tools.chromium)
        .env("CHROMEDRIVER", &tools.chromedriver)
}

/// The test files of Node's test runner: `*.test.mjs` anywhere, and `*.test.js` in `js/test` folders. Other
/// `*.test.js` are written for Verdict.
pub(crate) fn test_files(workspace: &Workspace, folder: &str) -> Vec<String> {
    let entries = walkdir::WalkDir::new(workspace.path(folder)).sort_by_file_name().into_iter();
    // npm packages have their own tests.
    let entries = entries.filter_entry(|entry| entry.file_name() != "node_modules");
    let files = entries.flatten().map(walkdir::DirEntry::into_path);
    let from_root =
        |path: &Path| path.strip_prefix(&workspace.root).ok().map(|path| path.display().to_string());
    let runs = |path: &String| {
        path.ends_with(".test.mjs") || (path.contains("/js/test/") && path.ends_with(".test.js"))
    };
    files.filter_map(|path| from_root(&path)).filter(runs).collect()
}

/// Files that measure times or use all of the machine, and therefore run alone.
const ALONE: [&str; 3] =
    ["tests/e2e/clocks.test.mjs", "tests/e2e/life-cycle.test.mjs", "tests/soak/soak.test.mjs"];

/// Whether a test file must run alone.
pub(crate) fn runs_alone(file: &str) -> bool {
    ALONE.contains(&file)
}

#[cfg(test)]
mod tests {
    use super::{ALONE, test_files};
    use crate::workspace::Workspace;

    #[test]
    fn what_runs_alone_is_there() {
        let files = test_files(&Workspace::find().expect("a checkout"), "tests");
        for alone in ALONE {
            assert!(files.iter().any(|file| file == alone), "{alone}");
        }
    }
}
