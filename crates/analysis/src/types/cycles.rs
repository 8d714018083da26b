//! Imports that have no value yet, because modules import each other (`import/no-cycle`).
//!
//! The order in which such modules run depends on which one is imported first. So a use is a problem only if loading fails
//! from every module that may be the first.

mod order;
mod reading;

use std::rc::Rc;

use oxc_span::Span;
use verdict_vfs::VfsPath;

use self::order::fails_always;
pub(super) use self::reading::{Evaluated, read};
use super::{Problem, TypeChecker};

/// The id of the rule.
const RULE: &str = "import/no-cycle";

/// The most modules that are read to be certain.
const MOST: usize = 4000;

/// The modules that a module names, by their files.
#[derive(Debug, Default)]
pub(super) struct Neighbours {
    /// Those that run before it, in order.
    needs: Vec<VfsPath>,
    /// Those that it imports by a call.
    later: Vec<VfsPath>,
    /// For each early use of an import, the file that the import names; `None` if it names no file.
    uses: Vec<Option<VfsPath>>,
}

impl Neighbours {
    /// Resolves the specifiers of a module.
    pub(super) fn of(module: &Evaluated, resolve: &dyn Fn(&str) -> Option<VfsPath>) -> Neighbours {
        let all = |specifiers: &[String]| specifiers.iter().filter_map(|one| resolve(one)).collect();
        Neighbours {
            needs: all(&module.needs),
            later: all(&module.later),
            uses: module.uses.iter().map(|one| resolve(&one.specifier)).collect(),
        }
    }
}

/// The uses of a module that come too early.
pub(super) fn check(checker: &mut TypeChecker<'_>, path: &VfsPath) -> Vec<Problem> {
    let own = Rc::clone(&checker.parts(path).evaluated);
    if own.uses.is_empty() || checker.snapshot.len() > MOST {
        return Vec::new();
    }
    let neighbours = checker.neighbours(path);
    let mut problems = Vec::new();
    for (one, target) in own.uses.iter().zip(&neighbours.uses) {
        let Some(target) = target else { continue };
        if checker.parts(target).evaluated.waiting.contains(&one.name)
            && is_cyclic(checker, path, target)
            && fails_always(checker, path, target)
        {
            problems.push(problem(one.span, &one.local, target));
        }
    }
    problems
}

/// Whether two modules import each other, directly or not.
fn is_cyclic(checker: &TypeChecker<'_>, path: &VfsPath, target: &VfsPath) -> bool {
    let graph = checker.project.graphs().of(&serde_json::Map::new());
    drop(graph.components(path));
    let components = graph.components(target);
    match (components.place(path), components.place(target)) {
        (Some(a), Some(b)) => a != b && components.are_cyclic(a, b),
        _ => false,
    }
}

fn problem(span: Span, name: &str, target: &VfsPath) -> Problem {
    let message = format!(
        "'{name}' is used before '{target}' gives it a value, because this module and that one import each other."
    );
    Problem { span, code: None, rule: Some(RULE), variable: Some(name.to_owned()), message, severity: None }
}
