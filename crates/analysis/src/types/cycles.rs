//! Imports that have no value yet, because modules import each other (`import/no-cycle`).
//!
//! The order in which such modules run depends on which one is imported first. So a use is a problem only if loading fails
//! from every module that may be the first.

mod order;
mod reading;

use std::cell::RefCell;
use std::rc::Rc;

use oxc_span::Span;
use verdict_vfs::VfsPath;

use self::order::fails_always;
use self::reading::{Evaluated, read};
use super::Problem;
use crate::hash::HashMap;
use crate::lint::Language;
use crate::model::{Model, with_model};

/// The id of the rule.
const RULE: &str = "import/no-cycle";

/// The most modules that are read to be certain.
const MOST: usize = 4000;

/// What the modules of a snapshot do when they run, each read when it is first needed.
#[derive(Debug, Default)]
pub(super) struct Modules(RefCell<HashMap<VfsPath, Rc<Evaluated>>>);

impl Modules {
    fn get(&self, model: &Model<'_>, path: &VfsPath) -> Rc<Evaluated> {
        if let Some(known) = self.0.borrow().get(path) {
            return Rc::clone(known);
        }
        let mut found = Evaluated::default();
        if path == model.path {
            found = read(model);
        } else {
            let _ = with_model(model.project, path, &Language::default(), |other| {
                found = read(other);
                Vec::new()
            });
        }
        let found = Rc::new(found);
        self.0.borrow_mut().insert(path.clone(), Rc::clone(&found));
        found
    }
}

pub(super) fn check(model: &Model<'_>, modules: &Modules, problems: &mut Vec<Problem>) {
    if !model.module_record.has_module_syntax || model.project.snapshot().len() > MOST {
        return;
    }
    let graph = model.project.graphs().of(&serde_json::Map::new());
    let is_cyclic = |target: &VfsPath| {
        drop(graph.components(model.path));
        let components = graph.components(target);
        match (components.place(model.path), components.place(target)) {
            (Some(a), Some(b)) => a != b && components.are_cyclic(a, b),
            _ => false,
        }
    };
    let own = modules.get(model, model.path);
    let early: Vec<_> = own.uses.iter().filter(|one| is_cyclic(&one.target)).collect();
    if early.is_empty() {
        return;
    }
    for one in early {
        let target = modules.get(model, &one.target);
        let waits = target.waiting.contains(&one.name);
        if waits && fails_always(model, modules, &one.target) {
            problems.push(problem(one.span, &one.local, &one.target));
        }
    }
}

fn problem(span: Span, name: &str, target: &VfsPath) -> Problem {
    let message = format!(
        "'{name}' is used before '{target}' gives it a value, because this module and that one import each other."
    );
    Problem { span, code: None, rule: Some(RULE), variable: Some(name.to_owned()), message, severity: None }
}
