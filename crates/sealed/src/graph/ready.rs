//! Prepares one file to run.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use serde::de::IgnoredAny;
use verdict_protocol::{Diagnostic, Location, TestRunner};
use verdict_syntax::may_import_globs;
use verdict_transform::{
    CompilerOptions, Exported, Lower, NotLowered, Origin, Position, Reference, RunnerModule, Surroundings,
    TEST_API, TsConfigs, TypeNames, is_typescript, prepare_module, runner_form,
};
use verdict_vfs::{Conditions, ModuleKind, Snapshot, VfsPath};

use super::Cache;
use super::link::{is_own, target};
use crate::declared::DeclaredTests;
use crate::supply::{Absent, LoadError, ModuleOptions, Target, location};

/// Maximum nesting when preparing a file requires another file's exports.
const MAX_OPEN: usize = 16;

/// A file that is ready to run, or the reason why it cannot, with every input beside its text that it depends
/// on.
#[derive(Debug)]
pub(super) struct Ready {
    pub(super) form: Readied,
    declared: Option<bool>,
    /// Whether the test API is in scope as global bindings.
    is_given_api: bool,
    /// The runner that the tests are written for, if the text may depend on it.
    runner: Option<Option<TestRunner>>,
    /// The compiler options of `tsconfig.json`, if they were needed.
    options: Option<CompilerOptions>,
    /// Queries about other modules' exports: path, name, and the answer.
    types: Vec<(String, String, bool)>,
    /// The exports of a TypeScript file that parses. They depend on the text alone.
    exported: Option<Rc<Exported>>,
    /// The tests that its text declares. They depend on the text alone.
    pub(super) declared_tests: Rc<DeclaredTests>,
    /// Whether a call of `import.meta.glob` may be the reason why it was refused. Aliases decide that.
    refuses_glob: bool,
}

#[derive(Debug)]
pub(super) enum Readied {
    Code(RunnerModule),
    Json(String),
    Refused(LoadError),
}

impl Ready {
    /// The module for a requested path that does not exist.
    pub(super) fn missing(path: &VfsPath) -> Ready {
        let error = LoadError::plain(format!("File not found: {path} ({path})"));
        Ready::plain(Readied::Refused(error), None, false)
    }

    fn plain(form: Readied, declared: Option<bool>, is_given_api: bool) -> Ready {
        let (types, exported, declared_tests) = (Vec::new(), None, Rc::default());
        let refuses_glob = false;
        Ready {
            form,
            declared,
            is_given_api,
            runner: None,
            options: None,
            types,
            exported,
            declared_tests,
            refuses_glob,
        }
    }

    /// Approximate size in memory, in bytes.
    pub(super) fn bytes(&self) -> usize {
        let form = match &self.form {
            Readied::Code(module) => {
                module.code.len()
                    + module.positions.len() * size_of::<Position>()
                    + bytes_of(&module.exported)
            }
            Readied::Json(text) => text.len(),
            Readied::Refused(error) => error.message.len(),
        };
        form + self.exported.as_ref().map_or(0, |exported| bytes_of(exported)) + self.declared_tests.bytes()
    }

    /// Its code as a function for the module runner.
    pub(super) fn code(&self) -> Option<&RunnerModule> {
        match &self.form {
            Readied::Code(module) => Some(module),
            _ => None,
        }
    }
}

/// The parts of a snapshot that preparing a file reads.
pub(super) struct Project {
    pub(super) snapshot: Snapshot,
    types: TypeNames,
    tsconfig: TsConfigs,
    lower: Rc<dyn Lower>,
    cache: Cache,
    pub(super) options: ModuleOptions,
    /// The number of files being prepared.
    open: Cell<usize>,
}

impl Project {
    pub(super) fn of(
        snapshot: &Snapshot,
        cache: &Cache,
        lower: Rc<dyn Lower>,
        options: ModuleOptions,
    ) -> Project {
        Project {
            types: TypeNames::of(snapshot.clone()),
            tsconfig: TsConfigs::of(snapshot.clone()),
            snapshot: snapshot.clone(),
            lower,
            cache: cache.clone(),
            options,
            open: Cell::new(0),
        }
    }

    /// Prepares a file.
    ///
    /// # Errors
    /// [`Absent`] if the file needs the transformer, which is not loaded yet.
    pub(super) fn ready(&self, path: &VfsPath) -> Result<Rc<Ready>, Absent> {
        if self.snapshot.is_data_module(path) {
            return self.make_ready(path).map(Rc::new);
        }
        let Some(blob) = self.snapshot.module_blob(path) else {
            return Ok(Rc::new(Ready::missing(path)));
        };
        let known = self.cache.get(path, blob).filter(|known| {
            // Exports depend on the text alone. They are published before any query, because modules may
            // import each other.
            known.exported.iter().for_each(|exported| self.types.know(path, exported));
            self.holds(path, known)
        });
        if let Some(known) = known {
            return Ok(known);
        }
        let ready = Rc::new(self.make_ready(path)?);
        self.cache.put(path, blob, &ready);
        Ok(ready)
    }

    /// The exports of a TypeScript file.
    fn exported(&self, path: &VfsPath) -> Rc<Exported> {
        // A file whose exports are queried usually runs too. Preparing it now parses it once for both.
        if self.types.known(path).is_none() && self.open.get() < MAX_OPEN {
            let _ = self.ready(path);
        }
        self.types.exported(path)
    }

    fn is_type(&self, importer: &VfsPath, specifier: &str, name: &str) -> bool {
        self.open.set(self.open.get() + 1);
        let is_type = self.types.is_type_by(importer, specifier, name, &|path| self.exported(path));
        self.open.set(self.open.get() - 1);
        is_type
    }

    /// Whether a cached form would still come out the same.
    fn holds(&self, path: &VfsPath, ready: &Ready) -> bool {
        ready.declared == self.snapshot.declared_common_js(&self.snapshot.module_file(path))
            && ready.is_given_api == self.is_given_api(path)
            && ready.runner.is_none_or(|runner| runner == self.options.runner)
            && ready.options.as_ref().is_none_or(|options| *options == self.tsconfig.of_file(path))
            && self.finds_again(path, ready)
            && ready
                .types
                .iter()
                .all(|(specifier, name, is_type)| self.is_type(path, specifier, name) == *is_type)
    }

    /// Whether each `import.meta.glob` of a cached form would find the same files. A refused one is read again,
    /// because aliases decide what a pattern means.
    fn finds_again(&self, path: &VfsPath, ready: &Ready) -> bool {
        let globs = ready.code().map_or(&[][..], |module| &module.globs);
        !ready.refuses_glob
            && globs.iter().all(|one| self.snapshot.import_glob(path, &one.glob).as_ref() == Ok(&one.found))
    }

    /// Whether a file has the test API in scope as global bindings.
    fn is_given_api(&self, path: &VfsPath) -> bool {
        self.options.subject.as_ref().is_some_and(|is_subject| !is_subject(path))
    }

    /// Resolves a specifier of a file.
    pub(super) fn target(&self, importer: &VfsPath, reference: &Reference, conditions: Conditions) -> Target {
        let found = target(&self.snapshot, importer, reference, conditions);
        let is_subject = self.options.subject.as_ref().is_some_and(|is_subject| is_subject(importer));
        match &found {
            Target::Id(id) if is_subject && is_own(id) => {
                Target::Missing { error: LoadError::reserved(importer, reference) }
            }
            _ => found,
        }
    }

    /// Resolves a specifier that a file names while it runs, at no place of its text.
    pub(super) fn named(&self, importer: &VfsPath, specifier: &str, conditions: Conditions) -> Target {
        let reference = Reference { specifier: specifier.to_owned(), names: Vec::new(), at: (0, 0) };
        self.target(importer, &reference, conditions)
    }

    /// Parses and transforms a file.
    fn make_ready(&self, name: &VfsPath) -> Result<Ready, Absent> {
        let declared = self.snapshot.declared_common_js(&self.snapshot.module_file(name));
        let is_given_api = self.is_given_api(name);
        let plain = |form| Ready::plain(form, declared, is_given_api);
        let source = match self.snapshot.module_source(name) {
            Ok(source) => source,
            Err(error) => {
                let message = format!("{error} ({})", self.snapshot.module_file(name));
                return Ok(plain(Readied::Refused(LoadError::syntax(message, None))));
            }
        };
        // The text of a script is named after its file, whatever the query.
        let path = if source.kind.is_own_text() { &source.file } else { name };
        let text = &*source.text;
        let (options, types) = (RefCell::new(None), RefCell::new(Vec::new()));
        let (declared_tests, exported) = (RefCell::new(DeclaredTests::Unknown), RefCell::new(None));
        let surroundings = Surroundings {
            is_type: &|specifier, name| {
                let is_type = self.is_type(path, specifier, name);
                types.borrow_mut().push((specifier.to_owned(), name.to_owned(), is_type));
                is_type
            },
            declared,
            options: &|| {
                let found = self.tsconfig.of_file(path);
                options.replace(Some(found.clone()));
                found
            },
            lower: Some(&*self.lower),
            files: Some(&self.snapshot),
            api: if is_given_api { &TEST_API } else { &[] },
            runner: self.options.runner,
            seen: &|parsed| {
                declared_tests.replace(DeclaredTests::of(parsed));
                if is_typescript(path) {
                    let found = Rc::new(Exported::of(&parsed.program));
                    self.types.know(path, &found);
                    exported.replace(Some(found));
                }
            },
        };
        let made = match source.kind {
            ModuleKind::Json => json(path, text, &surroundings),
            _ => runner_form(path.as_str(), text, &surroundings).map(Readied::Code),
        };
        let form = match made {
            Ok(form) => form,
            Err(NotLowered::Refused(diagnostic)) => Readied::Refused(refused(*diagnostic)),
            Err(NotLowered::Absent) => return Err(Absent),
        };
        Ok(Ready {
            refuses_glob: matches!(form, Readied::Refused(_)) && may_import_globs(text),
            form,
            declared,
            is_given_api,
            runner: verdict_transform::depends_on_runner(text).then_some(self.options.runner),
            options: options.into_inner(),
            types: types.into_inner(),
            exported: exported.into_inner(),
            declared_tests: Rc::new(declared_tests.into_inner()),
        })
    }
}

/// Approximate size in memory, in bytes.
fn bytes_of(exported: &Exported) -> usize {
    let names = exported.names.iter().map(|(name, origin)| match origin {
        Origin::From { specifier, name: there } => name.len() + specifier.len() + there.len(),
        Origin::Type | Origin::Value => name.len(),
    });
    let stars = exported.stars.iter().map(String::len);
    names.chain(stars).map(|bytes| bytes + size_of::<(String, Origin)>()).sum()
}

fn json(path: &VfsPath, text: &str, surroundings: &Surroundings<'_>) -> Result<Readied, NotLowered> {
    let text = prepare_module(path.as_str(), text, surroundings)?.text;
    let Err(error) = serde_json::from_str::<IgnoredAny>(&text) else { return Ok(Readied::Json(text)) };
    let (line, bytes) = (error.line().max(1), error.column().max(1));
    let message = error.to_string();
    let message = message.rsplit_once(" at line ").map_or(message.as_str(), |(message, _)| message);
    let before = text.lines().nth(line - 1).and_then(|text| text.get(..bytes - 1)).unwrap_or_default();
    let column = before.encode_utf16().count() + 1;
    let at = (u32::try_from(line).unwrap_or(1), u32::try_from(column).unwrap_or(1));
    let message = format!("{message} ({path}:{}:{})", at.0, at.1);
    Ok(Readied::Refused(LoadError::syntax(message, Some(location(path, at)))))
}

fn refused(diagnostic: Diagnostic) -> LoadError {
    let Location { file, line, column, .. } = diagnostic.location;
    let message = match line {
        0 => format!("{} ({file})", diagnostic.message),
        _ => format!("{} ({file}:{line}:{column})", diagnostic.message),
    };
    LoadError::syntax(message, (line > 0).then_some(Location { file, line, column, ..Location::default() }))
}
