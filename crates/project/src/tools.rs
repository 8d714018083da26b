//! Which configurations a project has.

use serde_json::Value;
use verdict_protocol::TestRunner;
use verdict_vfs::{Snapshot, VfsPath};

/// Files by which a project configures Vitest, without their extension.
pub(crate) const VITEST: [&str; 2] = ["vitest.config", "vite.config"];
/// Files that list the projects of Vitest, without their extension.
const LISTS: [&str; 2] = ["vitest.workspace", "vitest.projects"];
/// Extensions of configurations that are code.
pub(crate) const CODE: [&str; 6] = ["ts", "mts", "cts", "js", "mjs", "cjs"];
/// Files by which a project configures its linter.
const LINT: [&str; 1] = ["eslint.config.json"];
/// Files by which a project configured ESLint before version 9, which nothing reads since.
const LEGACY_LINT: [&str; 6] =
    [".eslintrc.json", ".eslintrc.js", ".eslintrc.cjs", ".eslintrc.yml", ".eslintrc.yaml", ".eslintrc"];
/// The file with Verdict's own configuration.
const OWN: &str = "verdict.config.json";

/// The configurations of a project's tools, by their path from the root without a leading `/`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tools {
    /// The project's folder from the root, without slashes at its ends; empty for the root itself.
    pub folder: String,
    /// The configuration of tests.
    pub tests: Option<String>,
    /// Whether the script `test` names the configuration of tests.
    pub is_by_script: bool,
    /// The list of Vitest's projects.
    pub workspace: Option<String>,
    /// A configuration of tests that does not count, as `tests` does.
    pub unused: Option<String>,
    /// The configuration of the linter.
    pub lint: Option<String>,
    /// A configuration of ESLint in a form that is no longer read, if there is no other.
    pub legacy_lint: Option<String>,
    /// The configuration of TypeScript.
    pub types: Option<String>,
    /// Verdict's own configuration.
    pub own: Option<String>,
    /// The runner that the tests are written for. Without a configuration or a dependency it could be either.
    pub runner: Option<TestRunner>,
}

impl Tools {
    /// Whether tests are named and found as Jest does.
    #[must_use]
    pub fn is_jest(&self) -> bool {
        self.runner == Some(TestRunner::Jest)
    }

    /// Finds the configurations of a project's folder. `read` gives the bytes of a file, by its path from the root.
    #[must_use]
    pub fn find(
        folder: String,
        is_file: &dyn Fn(&str) -> bool,
        read: &dyn Fn(&str) -> Option<Vec<u8>>,
    ) -> Tools {
        // What a member of a workspace lacks, the workspace may have.
        let places: Vec<String> =
            if folder.is_empty() { vec![String::new()] } else { vec![format!("{folder}/"), String::new()] };
        let first = |names: &[String]| {
            let mut paths =
                places.iter().flat_map(|place| names.iter().map(move |name| format!("{place}{name}")));
            paths.find(|path| is_file(path))
        };
        let json = |path: &str| -> Value {
            read(path).and_then(|bytes| serde_json::from_slice(&bytes).ok()).unwrap_or_default()
        };
        let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        let code = |stem: &str| CODE.map(|extension| format!("{stem}.{extension}"));
        let lint = first(&[code("eslint.config").to_vec(), names(&LINT)].concat());
        let code_of = |stems: &[&str]| first(&stems.iter().flat_map(|stem| code(stem)).collect::<Vec<_>>());
        let package = json(&format!("{}package.json", places[0]));
        let whole = json("package.json");
        let has = |name: &str| depends_on(&package, name) || depends_on(&whole, name);
        let by_script = |runner: &str| {
            let named = configured_by_script(&package, runner)?;
            let path = format!("{}{}", places[0], named.trim_start_matches("./"));
            is_file(&path).then_some(path)
        };
        let named = [by_script("vitest"), by_script("jest")];
        let vitest = named[0].clone().or_else(|| code_of(&VITEST));
        let workspace = code_of(&LISTS);
        let jest = named[1]
            .clone()
            .or_else(|| first(&[code("jest.config").to_vec(), names(&["jest.config.json"])].concat()));
        let is_vitests =
            |path: &String| path.rsplit('/').next().is_some_and(|name| name.starts_with("vitest."));
        let has_vitest = vitest.as_ref().is_some_and(is_vitests);
        // Jest needs no configuration.
        let is_jest = match jest.is_some() || package.get("jest").is_some() {
            true => has("jest") || !has_vitest,
            false => has("jest") && !has_vitest,
        };
        let is_jest = is_jest && !has("vitest") && workspace.is_none();
        // What a member says of itself counts before what its workspace says.
        let is_member = !folder.is_empty();
        let is_own = |path: &String| is_member && path.starts_with(&places[0]);
        let has_own_jest = package.get("jest").is_some() || depends_on(&package, "jest");
        let says_jest = jest.as_ref().is_some_and(is_own) || (is_member && has_own_jest);
        let says_vitest = depends_on(&package, "vitest") || vitest.as_ref().is_some_and(is_own);
        let is_jest = is_jest || (says_jest && !says_vitest);
        let is_vitest = has("vitest") || workspace.is_some() || has_vitest;
        let runner = match is_jest {
            true => Some(TestRunner::Jest),
            false => is_vitest.then_some(TestRunner::Vitest),
        };
        let own_jest =
            || jest.clone().or_else(|| package.get("jest").map(|_| format!("{}package.json", places[0])));
        let unused = if is_jest { vitest.clone().filter(is_vitests) } else { own_jest() };
        let unused = unused.filter(|_| vitest.is_some() || workspace.is_some());
        let tests = if is_jest { jest } else { vitest };
        let (types, own) = (first(&names(&verdict_checker::CONFIGURATIONS)), first(&names(&[OWN])));
        let legacy_lint = first(&names(&LEGACY_LINT)).filter(|_| lint.is_none());
        let is_by_script = tests.is_some() && named.contains(&tests);
        Tools { folder, tests, is_by_script, workspace, unused, lint, legacy_lint, types, own, runner }
    }

    /// Finds the configurations of a folder in a snapshot.
    #[must_use]
    pub fn of_snapshot(snapshot: &Snapshot, folder: String) -> Tools {
        let file = |path: &str| VfsPath::parse(path).ok().and_then(|path| snapshot.get(&path));
        Tools::find(folder, &|path| file(path).is_some(), &|path| Some(file(path)?.bytes().to_vec()))
    }

    /// The configurations that were found, by the name of their file.
    #[must_use]
    pub fn names(&self) -> Vec<&str> {
        [&self.tests, &self.workspace, &self.lint, &self.types, &self.own]
            .into_iter()
            .flatten()
            .map(|path| path.strip_prefix(&format!("{}/", self.folder)).unwrap_or(path))
            .collect()
    }

    /// Whether an absolute path of the snapshot is in the project's folder.
    #[must_use]
    pub fn has(&self, path: &str) -> bool {
        let below = path.strip_prefix('/').and_then(|path| path.strip_prefix(self.folder.as_str()));
        below.is_some_and(|rest| self.folder.is_empty() || rest.starts_with('/'))
    }

    /// A path of the snapshot as seen from the project's folder.
    #[must_use]
    pub fn relative<'a>(&self, path: &'a str) -> &'a str {
        let path = path.trim_start_matches('/');
        let rest = path.strip_prefix(self.folder.as_str()).unwrap_or(path);
        rest.trim_start_matches('/')
    }
}

/// The configuration with which the script `test` of a package runs a test runner: `jest --config config/jest.config.js`.
fn configured_by_script<'p>(package: &'p Value, runner: &str) -> Option<&'p str> {
    let script = package["scripts"]["test"].as_str()?;
    script.split(['&', '|', ';']).find_map(|command| {
        let mut words = command.split_whitespace().skip_while(|word| *word != runner).skip(1);
        while let Some(word) = words.next() {
            if let Some(path) = word.strip_prefix("--config=") {
                return Some(path);
            }
            if matches!(word, "--config" | "-c") {
                return words.next();
            }
        }
        None
    })
}

fn depends_on(package: &Value, name: &str) -> bool {
    ["dependencies", "devDependencies"].iter().any(|member| package[*member].get(name).is_some())
}
