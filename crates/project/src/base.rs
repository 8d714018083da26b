//! The configuration below `verdict.config.json`: that of a project's own tools.

use serde::Deserialize as _;
use serde_json::{Map, Value, json};
use verdict_protocol::{CONFIG_FILE, TestConfig, TypecheckConfig, Verb, overlay};
use verdict_vfs::{Blob, Change, Snapshot, VfsPath};

use crate::evaluator::{Evaluate, Evaluator, Installed, OfTools, Tests};
use crate::runner_env;
use crate::tools::Tools;

/// Keys of `test` that choose files. A plan reads them, and the engine does not.
const CHOICE: [&str; 4] = ["include", "exclude", "includeSource", "dir"];

/// The configuration of a project.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Base {
    /// The configuration of requests: what the project says, then `verdict.config.json`.
    pub config: Value,
    /// The tests: those of the project, or of each project among several.
    pub tests: Vec<TestsOf>,
    /// Setup files that the configuration makes, such as those of `define`.
    pub files: Vec<(VfsPath, String)>,
    /// Sentences for people.
    pub warnings: Vec<String>,
}

/// Which tests there are, and their configuration.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct TestsOf {
    /// The name of a project among several.
    pub name: Option<String>,
    /// The folder from the root, without slashes at its ends.
    pub folder: String,
    /// The configuration of requests; `None` for that of all.
    pub config: Option<Value>,
    /// The test files to run, as globs from the folder; `None` for the default.
    pub include: Option<Vec<String>>,
    /// The test files not to run.
    pub exclude: Option<Vec<String>>,
    /// The sources that have tests within them where they read `import.meta.vitest`, as globs from the folder.
    pub include_source: Vec<String>,
    /// The folder, from `folder`, that has the tests.
    pub dir: Option<String>,
    /// The tests of types, if there are such. Its globs are from the folder.
    pub typecheck: Option<TypecheckConfig>,
}

impl Base {
    /// The files with those that the configuration makes.
    ///
    /// # Errors
    /// A sentence if the files cannot be added.
    pub fn with_files(&self, snapshot: &Snapshot) -> Result<Snapshot, String> {
        if self.files.is_empty() {
            return Ok(snapshot.clone());
        }
        let put = |(path, text): &(VfsPath, String)| {
            Change::Put(path.clone(), Blob::new(text.clone().into_bytes()))
        };
        snapshot.apply(self.files.iter().map(put)).map_err(|error| error.to_string())
    }
}

/// Reads the configuration of a project, as far as verbs need it. `installed` adds packages to the snapshot that a
/// configuration builds on.
///
/// # Errors
/// A sentence for a `verdict.config.json` that is no JSON, and for a configuration of a tool that gives no data.
pub fn read<'a>(
    snapshot: &'a Snapshot,
    tools: &'a Tools,
    verbs: &[Verb],
    evaluate: &'a mut Evaluate<'a>,
    installed: &'a mut Installed<'a>,
) -> Result<Base, String> {
    let mut evaluator = Evaluator::new(snapshot, tools, evaluate, installed);
    let mut of_tools = if verbs.contains(&Verb::Test) { evaluator.tests()? } else { OfTools::default() };
    let lint = if verbs.contains(&Verb::Lint) { evaluator.lint(&mut of_tools.warnings)? } else { None };
    let own = VfsPath::parse(CONFIG_FILE).ok().and_then(|path| snapshot.get(&path).cloned());
    let own: Option<Value> = own
        .map(|own| serde_json::from_slice(own.bytes()).map_err(|error| format!("{CONFIG_FILE}: {error}")))
        .transpose()?;
    let mut base = Base { warnings: of_tools.warnings, config: json!({}), ..Base::default() };
    let mut tests = of_tools.tests;
    if tests.is_empty() {
        tests.push(Tests { folder: tools.folder.clone(), config: json!({}), ..Tests::default() });
    }
    for (count, mut one) in tests.into_iter().enumerate() {
        if let Some(setup) = one.setup.take() {
            let path = format!("/node_modules/.verdict/define-{count}.js");
            if let Some(files) = one.config["test"]["setupFiles"].as_array_mut() {
                files.insert(0, json!(path));
            } else {
                one.config["test"]["setupFiles"] = json!([path]);
            }
            base.files.extend(VfsPath::parse(&path).ok().map(|path| (path, setup)));
        }
        let mut of = over(one, own.as_ref());
        if let Some(config) = &mut of.config {
            runner_env::add(config, own.as_ref(), tools);
        }
        base.tests.push(of);
    }
    // One project has the configuration of all requests.
    if let [one] = base.tests.as_mut_slice()
        && one.name.is_none()
    {
        base.config = one.config.take().unwrap_or_else(|| json!({}));
    }
    if let Some(lint) = lint {
        let mut config = json!({ "lint": lint });
        if let Some(own) = own.as_ref().filter(|own| own["lint"].is_object() || own["lint"].is_array()) {
            overlay(&mut config, &json!({ "lint": own["lint"] }));
        }
        base.config["lint"] = config["lint"].take();
    }
    Ok(base)
}

/// The tests of a project with what `verdict.config.json` says.
fn over(tests: Tests, own: Option<&Value>) -> TestsOf {
    let Tests { name, folder, mut config, .. } = tests;
    // The engine reads the file itself, so that only what lies below it must go along.
    let typecheck = typecheck(&config, own);
    let is_needed = config["test"].as_object().is_some_and(|test| !test.is_empty());
    match own {
        Some(own) if is_needed => overlay(&mut config, own),
        Some(own) => {
            let choice = choice(own);
            config = if choice.is_empty() { json!({}) } else { json!({ "test": choice }) };
        }
        None => {}
    }
    let mut of = TestsOf { name, folder, ..TestsOf::default() };
    if let Some(test) = config.get_mut("test").and_then(Value::as_object_mut) {
        let list =
            |value: Option<Value>| value.and_then(|value| serde_json::from_value::<Vec<String>>(value).ok());
        of.include = list(test.remove("include"));
        of.exclude = list(test.remove("exclude"));
        of.include_source = list(test.remove("includeSource")).unwrap_or_default();
        of.dir = test.remove("dir").and_then(|dir| Some(dir.as_str()?.trim_matches('/').to_owned()));
    }
    if let Some(typecheck) = typecheck {
        let from_root = |globs: &Vec<String>| -> Vec<String> {
            globs.iter().map(|glob| from_root(&of.folder, glob)).collect()
        };
        // The engine divides the files again, by globs from the root.
        let (include, exclude) = (of.include.as_ref().map(from_root), of.exclude.as_ref().map(from_root));
        for (key, globs) in [("include", include), ("exclude", exclude)] {
            if let Some(globs) = globs {
                config["test"][key] = json!(globs);
            }
        }
        config["test"]["typecheck"] = json!(TypecheckConfig {
            include: from_root(&typecheck.include),
            exclude: from_root(&typecheck.exclude),
            ..typecheck.clone()
        });
        of.typecheck = Some(typecheck);
    }
    of.config = Some(config);
    of
}

/// The tests of types, if the configuration enables them. The engine refuses what it cannot read.
fn typecheck(config: &Value, own: Option<&Value>) -> Option<TypecheckConfig> {
    let mut test = json!({ "test": { "typecheck": config["test"]["typecheck"] } });
    if let Some(own) = own.filter(|own| !own["test"]["typecheck"].is_null()) {
        overlay(&mut test, &json!({ "test": { "typecheck": own["test"]["typecheck"] } }));
    }
    let typecheck = test["test"]["typecheck"].take();
    if typecheck.is_null() {
        return None;
    }
    let test = TestConfig::deserialize(json!({ "typecheck": typecheck })).ok()?;
    Some(test.typecheck).filter(|typecheck| typecheck.enabled)
}

/// A glob from a folder as one from the root.
#[must_use]
pub fn from_root(folder: &str, glob: &str) -> String {
    if folder.is_empty() { glob.to_owned() } else { format!("{folder}/{glob}") }
}

/// The keys that choose files.
fn choice(config: &Value) -> Map<String, Value> {
    let test = config.get("test").and_then(Value::as_object);
    let keys = test.into_iter().flatten().filter(|(key, _)| CHOICE.contains(&key.as_str()));
    keys.map(|(key, value)| (key.clone(), value.clone())).collect()
}
