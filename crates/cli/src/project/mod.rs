//! Finds the project that a folder belongs to, and what is to be verified in it.

mod arguments;
pub(crate) mod base;
mod code;
mod filters;
pub(crate) mod init;
mod near;
mod patterns;
pub(crate) mod plan;
pub(crate) mod related;
mod runner_env;
mod tsconfig;
mod workspace;

pub(crate) use arguments::{PathArguments, resolve_command};

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde_json::Value;

/// Files by which a project configures Vitest, without their extension.
const VITEST: [&str; 2] = ["vitest.config", "vite.config"];
/// Files that list the projects of Vitest, without their extension.
const LISTS: [&str; 2] = ["vitest.workspace", "vitest.projects"];
/// Extensions of configurations that are code.
const CODE: [&str; 6] = ["ts", "mts", "cts", "js", "mjs", "cjs"];
/// Files by which a project configures its linter.
const LINT: [&str; 6] =
    ["eslint.config.json", ".eslintrc.json", ".eslintrc.js", ".eslintrc.cjs", ".eslintrc.yml", ".eslintrc"];
/// The file with Verdict's own configuration.
const OWN: &str = "verdict.config.json";

/// A project on disk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Project {
    /// The folder that is the root of the snapshot: that of the workspace, or of the project.
    pub(crate) root: PathBuf,
    /// The project's folder from the root; empty for the root itself.
    pub(crate) folder: String,
    /// Configurations by their path from the root.
    pub(crate) tests: Option<String>,
    /// The list of Vitest's projects.
    pub(crate) workspace: Option<String>,
    /// A configuration of tests that does not count, as `tests` does.
    pub(crate) unused: Option<String>,
    pub(crate) lint: Option<String>,
    pub(crate) types: Option<String>,
    pub(crate) own: Option<String>,
    /// Whether tests are named and found as Jest does.
    pub(crate) is_jest: bool,
}

/// Finds the project of a folder: the nearest one with a `package.json`.
///
/// # Errors
/// [`io::Error`] with a sentence if no folder has one.
pub(crate) fn find(start: &Path) -> io::Result<Project> {
    let start = crate::folder::root(start)?;
    let own = start.ancestors().find(|folder| folder.join("package.json").is_file()).ok_or_else(|| {
        let message = format!(
            "no package.json in {} or above it: name what to run, such as verdict verify 'test:**/*.test.js'",
            start.display()
        );
        io::Error::new(io::ErrorKind::NotFound, message)
    })?;
    let root = workspace::of(own).unwrap_or_else(|| own.to_owned());
    let folder = own.strip_prefix(&root).ok().and_then(Path::to_str).unwrap_or_default().replace('\\', "/");
    Ok(Project::within(root, folder))
}

impl Project {
    /// A project in a folder below a root.
    pub(crate) fn within(root: PathBuf, folder: String) -> Project {
        // What a member of a workspace lacks, the workspace may have.
        let places: Vec<String> =
            if folder.is_empty() { vec![String::new()] } else { vec![format!("{folder}/"), String::new()] };
        let first = |names: &[String]| {
            let mut paths =
                places.iter().flat_map(|place| names.iter().map(move |name| format!("{place}{name}")));
            paths.find(|path| root.join(path).is_file())
        };
        let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        let code = |stem: &str| CODE.map(|extension| format!("{stem}.{extension}"));
        let lint = first(&[code("eslint.config").to_vec(), names(&LINT)].concat());
        let code_of = |stems: &[&str]| first(&stems.iter().flat_map(|stem| code(stem)).collect::<Vec<_>>());
        let package = read_json(&root.join(&folder).join("package.json"));
        let whole = read_json(&root.join("package.json"));
        let has = |name: &str| depends_on(&package, name) || depends_on(&whole, name);
        let vitest = code_of(&VITEST);
        let workspace = code_of(&LISTS);
        let jest = first(&[code("jest.config").to_vec(), names(&["jest.config.json"])].concat());
        let has_jest = jest.is_some() || package.get("jest").is_some();
        let is_vitests =
            |path: &String| path.rsplit('/').next().is_some_and(|name| name.starts_with("vitest."));
        let is_jest = has_jest
            && !has("vitest")
            && workspace.is_none()
            && (has("jest") || !vitest.as_ref().is_some_and(is_vitests));
        let own_jest =
            || jest.clone().or_else(|| package.get("jest").map(|_| format!("{}package.json", places[0])));
        let unused = if is_jest { vitest.clone().filter(is_vitests) } else { own_jest() };
        let unused = unused.filter(|_| vitest.is_some() || workspace.is_some());
        let tests = if is_jest { jest } else { vitest };
        let (types, own) = (first(&names(&verdict_checker::CONFIGURATIONS)), first(&names(&[OWN])));
        Project { root, folder, tests, workspace, unused, lint, types, own, is_jest }
    }

    /// The configurations that were found, by the name of their file.
    pub(crate) fn names(&self) -> Vec<&str> {
        [&self.tests, &self.workspace, &self.lint, &self.types, &self.own]
            .into_iter()
            .flatten()
            .map(|path| path.strip_prefix(&format!("{}/", self.folder)).unwrap_or(path))
            .collect()
    }

    /// Whether an absolute path of the snapshot is in the project's folder.
    pub(crate) fn has(&self, path: &str) -> bool {
        let below = path.strip_prefix('/').and_then(|path| path.strip_prefix(self.folder.as_str()));
        below.is_some_and(|rest| self.folder.is_empty() || rest.starts_with('/'))
    }

    /// A path of the snapshot as seen from the project's folder.
    pub(crate) fn relative<'a>(&self, path: &'a str) -> &'a str {
        let path = path.trim_start_matches('/');
        let rest = path.strip_prefix(self.folder.as_str()).unwrap_or(path);
        rest.trim_start_matches('/')
    }
}

/// The JSON of a file; null if it is missing or malformed.
fn read_json(path: &Path) -> Value {
    fs::read(path).ok().and_then(|bytes| serde_json::from_slice(&bytes).ok()).unwrap_or_default()
}

fn depends_on(package: &Value, name: &str) -> bool {
    ["dependencies", "devDependencies"].iter().any(|member| package[*member].get(name).is_some())
}
