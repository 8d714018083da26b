//! Prepares files for the guest's engine.

use std::rc::Rc;

use verdict_protocol::{Code, Diagnostic, Mutant, TestConfig, TestRunner};
use verdict_sandbox::{
    CommonJsExports, EVAL_FILE, Imports, Instrumentation, IsSubject, MarkedFunction, MarkedSource, Position,
    PreparedSource, SourceError, SourceHook,
};
use verdict_syntax::{Dialect, TooDeep};
use verdict_transform::mocks::{self, JestMocks, Mocked, intercept};
use verdict_transform::mutate::mutated;
use verdict_transform::{NotLowered, Prepared, Surroundings, TEST_API, TsConfigs, TypeNames, prepare_module};
use verdict_vfs::{Snapshot, VfsPath};

use crate::lowering::Lowering;
use crate::marked::MarkedTexts;
use crate::prepared::SharedModules;
use crate::realms::Realms;

/// Blanks types, lowers other syntax, and bounds nesting.
struct Prepare {
    files: Snapshot,
    types: TypeNames,
    tsconfig: TsConfigs,
    lowering: Lowering,
    marked: MarkedTexts,
    /// What earlier realms and requests prepared of this state.
    modules: SharedModules,
    /// The runner that the tests are written for.
    runner: Option<TestRunner>,
    /// Whether modules are forgotten before each test.
    resets_modules: bool,
    /// The files that do not receive the test API, if it is sealed.
    sealed_from: Option<IsSubject>,
    /// A mutant to apply when its file is read.
    mutant: Option<Mutant>,
}

/// The source hook of a guest on a snapshot. A mutant applies to its own file only.
pub(crate) fn hook(
    snapshot: &Snapshot,
    realms: &Realms,
    sealed_from: Option<IsSubject>,
    config: &TestConfig,
    mutant: Option<&Mutant>,
) -> Rc<dyn SourceHook> {
    Rc::new(Prepare {
        files: snapshot.clone(),
        types: TypeNames::of(snapshot.clone()),
        tsconfig: TsConfigs::of(snapshot.clone()),
        lowering: realms.lowering.clone(),
        marked: realms.marked.clone(),
        modules: realms.prepared.of(snapshot, config),
        runner: config.written_for,
        resets_modules: config.reset_modules,
        sealed_from,
        mutant: mutant.map(|mutant| without_mark(snapshot, mutant)),
    })
}

impl Prepare {
    /// Whether a file gets the test API by name, because it is sealed and the file is test material.
    fn is_given_api(&self, path: &VfsPath) -> bool {
        self.sealed_from.as_ref().is_some_and(|sealed_from| !sealed_from(path.as_str()))
    }

    fn is_mutated(&self, path: &VfsPath) -> bool {
        self.mutant.as_ref().is_some_and(|mutant| mutant.file == path.as_str())
    }

    fn prepared(
        &self,
        path: &VfsPath,
        source: &str,
        declared: Option<bool>,
    ) -> Result<Prepared, SourceError> {
        let surroundings = Surroundings {
            api: if self.is_given_api(path) { &TEST_API } else { &[] },
            is_type: &|specifier, name| self.types.is_type(path, specifier, name),
            declared,
            options: &|| self.tsconfig.of_file(path),
            lower: Some(&self.lowering),
            files: Some(&self.files),
            runner: self.runner,
            ..Surroundings::default()
        };
        let mutant = self.mutant.as_ref().filter(|_| self.is_mutated(path));
        let mutated = mutant.and_then(|mutant| mutated(path.as_str(), source, mutant));
        let source = mutated.as_deref().unwrap_or(source);
        prepare_module(path.as_str(), source, &surroundings).map_err(|error| match error {
            NotLowered::Refused(diagnostic) => refused(*diagnostic),
            // The run will be repeated, so nobody sees this error.
            NotLowered::Absent => SourceError {
                message: "What lowers this file is not there yet".to_owned(),
                line: 0,
                column: 0,
                code: Code::Unavailable,
            },
        })
    }
}

impl SourceHook for Prepare {
    fn prepare(&self, path: &VfsPath, source: &str) -> Result<String, SourceError> {
        self.prepared(path, source, None).map(|prepared| prepared.text)
    }

    fn intercept(
        &self,
        path: &VfsPath,
        source: &str,
        imports: &Imports<'_>,
    ) -> Result<Option<(String, Vec<Position>)>, SourceError> {
        let Imports { any, is_replaced, spied, lacks } = *imports;
        let (jest_mocks, resets) = (JestMocks::of(self.runner), self.resets_modules);
        let mocked = Mocked { any, resets, is_replaced, jest_mocks, spied, lacks };
        let turned = intercept(path.as_str(), source, mocked).map_err(refused)?;
        Ok(turned.map(|turned| (turned.text, turned.positions.into_iter().map(position).collect())))
    }

    fn instrument(&self, source: &str, written: &Instrumentation<'_>) -> Option<(String, Vec<Position>)> {
        let turned = verdict_transform::instrument(source, written.enter, written.uncached)?;
        Some((turned.text, turned.positions.into_iter().map(position).collect()))
    }

    fn prepare_module(
        &self,
        path: &VfsPath,
        source: &str,
        declared: Option<bool>,
    ) -> Result<PreparedSource, SourceError> {
        let key = (path.clone(), declared, self.is_given_api(path));
        let is_mutated = self.is_mutated(path);
        let known = self.modules.borrow().get(&key).filter(|known| known.0 == source).cloned();
        if let Some(known) = known.filter(|_| !is_mutated) {
            return Ok(known.1.clone());
        }
        let Prepared { text, common_js, positions, free, written, api, globs } =
            self.prepared(path, source, declared)?;
        let common_js = common_js.map(|found| CommonJsExports {
            names: found.exports.into_iter().collect(),
            reexports: found.reexports,
        });
        let positions: Vec<Vec<Position>> =
            positions.into_iter().map(|step| step.into_iter().map(position).collect()).collect();
        let places: usize = positions.iter().map(Vec::len).sum();
        let bytes = source.len() + text.len() + places * size_of::<Position>();
        let globs = globs.into_iter().flat_map(|one| one.found.patterns).collect();
        let made = PreparedSource { text, common_js, positions, free, written, api, globs };
        if !is_mutated {
            self.modules.borrow_mut().keep(key, &Rc::new((source.to_owned(), made.clone())), bytes);
        }
        Ok(made)
    }

    fn marked(&self, source: &str, is_wrapped: bool, around: (&str, &str)) -> Option<Rc<MarkedSource>> {
        self.marked.of(source, is_wrapped, || {
            let (turned, marks) = verdict_transform::marked(source, is_wrapped, around)?;
            Some(MarkedSource {
                text: turned.text,
                positions: turned.positions.into_iter().map(position).collect(),
                functions: marks.into_iter().map(marked_function).collect(),
            })
        })
    }

    fn literal_calls(&self, path: &VfsPath, source: &str) -> Vec<(u32, u32)> {
        verdict_transform::literal_calls(path.as_str(), source)
    }

    fn check(&self, source: &str) -> Result<(), SourceError> {
        verdict_syntax::check_nesting(source).map_err(too_deep)?;
        verdict_transform::check_evaluated(EVAL_FILE, source).map_err(refused)
    }

    fn check_json(&self, text: &str) -> Result<(), SourceError> {
        let json = Dialect { json: true, ..Dialect::default() };
        verdict_syntax::check_nesting_in(text, json).map_err(too_deep)
    }
}

fn too_deep(deep: TooDeep) -> SourceError {
    SourceError { message: deep.to_string(), line: deep.line, column: deep.column, code: Code::Syntax }
}

/// A mutant with its offset in the text without a byte order mark, which is what is prepared.
fn without_mark(snapshot: &Snapshot, mutant: &Mutant) -> Mutant {
    let path = VfsPath::parse(&mutant.file).ok();
    let text = path.as_ref().and_then(|path| snapshot.get(path)?.text());
    let mark = if text.is_some_and(|text| text.starts_with('\u{feff}')) { '\u{feff}'.len_utf8() } else { 0 };
    let mark = u32::try_from(mark).unwrap_or_default();
    Mutant { offset: mutant.offset.saturating_sub(mark), ..mutant.clone() }
}

fn refused(diagnostic: Diagnostic) -> SourceError {
    SourceError {
        message: diagnostic.message,
        line: diagnostic.location.line,
        column: diagnostic.location.column,
        code: Code::Syntax,
    }
}

fn position(one: mocks::Position) -> Position {
    Position { turned: one.turned, source: one.source, is_new: one.is_new }
}

fn marked_function(marked: verdict_transform::Marked) -> MarkedFunction {
    MarkedFunction { at: marked.at, name: marked.name, call: marked.call }
}
