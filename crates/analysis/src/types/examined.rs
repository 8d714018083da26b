//! What a file alone says: the problems that no other file decides, and what depends on others.

use std::rc::Rc;

use oxc_span::Span;
use verdict_protocol::{Diagnostic, NullChecks, TypesConfig};
use verdict_syntax::LineTable;
use verdict_vfs::VfsPath;

use super::calls::{self, Callee, Exported};
use super::cycles::{self, Evaluated};
use super::directives::Silence;
use super::exports::{self, Own};
use super::imports::{self, Imported};
use super::specifiers::{Specifier, Specifiers};
use super::{Problem, assignments, duplicates, early_use, null_checks, parameters, undefined};
use crate::lint::Language;
use crate::model::{Model, with_model};
use crate::project::Project;

/// The checks in their order. Of problems at one place with one code, that of the first comes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Check {
    Undefined,
    Assignments,
    NullChecks,
    Modules,
    Names,
    Duplicates,
    EarlyUse,
    Parameters,
    Calls,
    Cycles,
}

/// A problem with its place in the order of a file's problems.
#[derive(Debug, Clone)]
pub(super) struct Placed {
    /// Where it starts, its code, its check, and its place among those of the check.
    pub(super) place: (u32, Option<&'static str>, Check, usize),
    pub(super) found: Diagnostic,
}

/// A file under a configuration.
#[derive(Default)]
pub(super) struct Examined {
    /// Problems that nothing else decides.
    pub(super) found: Vec<Placed>,
    /// All specifiers of its imports.
    pub(super) specifiers: Vec<String>,
    /// Names that it does not declare, with the problems of their uses.
    pub(super) undefined: Vec<(String, Vec<Placed>)>,
    /// Places of specifiers that must resolve.
    pub(super) requests: Vec<(Specifier, Span)>,
    /// Names that other files must export.
    pub(super) names: Vec<Imported>,
    /// Calls of functions of other files.
    pub(super) callees: Vec<Callee>,
    /// Problems that its comments silence.
    silence: Silence,
    /// What is wrong with it if it has no model. It then has nothing else.
    pub(super) refused: Vec<Diagnostic>,
}

/// What other files ask of a file.
#[derive(Default)]
pub(super) struct Parts {
    /// The functions that it exports.
    pub(super) arities: Exported,
    /// What happens when it runs. Nothing is known of a file that is no module.
    pub(super) evaluated: Rc<Evaluated>,
}

impl Parts {
    fn of(model: &Model<'_>) -> Parts {
        Parts { arities: calls::exports(model), evaluated: Rc::new(cycles::read(model)) }
    }
}

/// Reads what other files ask of a file.
pub(super) fn parts(project: &Project<'_>, path: &VfsPath) -> Parts {
    let mut parts = Parts::default();
    let _ = with_model(project, path, &Language::default(), |model| {
        parts = Parts::of(model);
        Vec::new()
    });
    parts
}

/// Examines a file, and reads what others ask of it. Exports are known only of a file with module syntax.
pub(super) fn examine(
    project: &Project<'_>,
    path: &VfsPath,
    config: &TypesConfig,
) -> (Examined, Parts, Option<Own>) {
    let (mut examined, mut parts, mut exported) = (Examined::default(), Parts::default(), None);
    let refused = with_model(project, path, &Language::default(), |model| {
        examined = Examined::of(model, config);
        parts = Parts::of(model);
        exported = model.module_record.has_module_syntax.then(|| exports::own(model.module_record));
        Vec::new()
    });
    (Examined { refused, ..examined }, parts, exported)
}

impl Examined {
    fn of(model: &Model<'_>, config: &TypesConfig) -> Examined {
        let silence = Silence::of(model);
        let mut specifiers = Specifiers::default();
        let mut found = Vec::new();
        let placed = |check, at, problem: Problem| {
            (!silence.covers(&problem, model.lines))
                .then(|| problem.placed(check, at, model.path, model.lines, config))
        };
        let mut add = |check, problems: Vec<Problem>| {
            found.extend(problems.into_iter().enumerate().filter_map(|(at, one)| placed(check, at, one)));
        };
        let run = |check: fn(&Model<'_>, &mut Vec<Problem>)| {
            let mut problems = Vec::new();
            check(model, &mut problems);
            problems
        };
        add(Check::Assignments, run(assignments::check));
        if config.null_checks != NullChecks::Off {
            add(Check::NullChecks, run(null_checks::check));
        }
        add(Check::Duplicates, run(duplicates::check));
        add(Check::EarlyUse, run(early_use::check));
        add(Check::Parameters, run(parameters::check));
        let is_lenient = is_lenient(config, model.source_type.is_typescript());
        let callees = calls::check(model, is_lenient, &mut specifiers, &mut |at, problem| {
            found.extend(placed(Check::Calls, at, problem));
        });
        let undefined = undefined::check(model, config).into_iter().map(|(name, problems)| {
            let uses = problems.into_iter().enumerate();
            (name, uses.filter_map(|(at, one)| placed(Check::Undefined, at, one)).collect())
        });
        let undefined = undefined.collect();
        let requests = imports::requests(model, &mut specifiers);
        let names = imports::names(model, &mut specifiers);
        found.sort_by(|a, b| a.place.cmp(&b.place));
        Examined {
            found,
            undefined,
            requests,
            names,
            callees,
            specifiers: specifiers.into_list(),
            silence,
            refused: Vec::new(),
        }
    }

    /// A problem that other files decided, unless a comment silences it.
    pub(super) fn placed(
        &self,
        (check, at): (Check, usize),
        problem: Problem,
        path: &VfsPath,
        lines: &LineTable<'_>,
        config: &TypesConfig,
    ) -> Option<Placed> {
        (!self.silence.covers(&problem, lines)).then(|| problem.placed(check, at, path, lines, config))
    }

    /// About the bytes that its problems take.
    pub(super) fn bytes(&self) -> usize {
        let undefined = self.undefined.iter().flat_map(|(_, uses)| uses);
        let found = self.found.iter().chain(undefined).map(|one| &one.found).chain(&self.refused);
        found.map(|one| size_of::<Placed>() + one.message.len() + one.location.file.len()).sum()
    }
}

/// Whether a call that does not fit is only a warning.
pub(super) fn is_lenient(config: &TypesConfig, is_typescript: bool) -> bool {
    !is_typescript && !config.comparing && !config.strict
}
