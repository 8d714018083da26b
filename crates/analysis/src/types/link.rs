//! The problems of a file that other files decide, joined with its own.

use std::cell::OnceCell;

use verdict_protocol::Diagnostic;
use verdict_syntax::LineTable;
use verdict_vfs::{Blob, VfsPath};

use super::ambient::is_typescript;
use super::cycles;
use super::examined::{Check, Examined, Placed, is_lenient};
use super::{Problem, TypeChecker};

impl TypeChecker<'_> {
    /// The problems of a file, by line and column.
    pub(super) fn linked(&mut self, path: &VfsPath, examined: &Examined) -> Vec<Diagnostic> {
        let mut more: Vec<Placed> = Vec::new();
        for (name, uses) in &examined.undefined {
            if !self.is_ambient(name) {
                more.extend(uses.iter().cloned());
            }
        }
        let problems = self.between_files(path, examined);
        let (snapshot, lines) = (self.snapshot, OnceCell::new());
        more.extend(problems.into_iter().filter_map(|(check, at, problem)| {
            let lines = lines
                .get_or_init(|| LineTable::new(snapshot.get(path).and_then(Blob::text).unwrap_or_default()));
            examined.placed((check, at), problem, path, lines, self.config)
        }));
        if more.is_empty() {
            return examined.found.iter().map(|one| one.found.clone()).collect();
        }
        more.extend(examined.found.iter().cloned());
        more.sort_by(|a, b| a.place.cmp(&b.place));
        more.into_iter().map(|one| one.found).collect()
    }

    /// The problems of imports, of calls of imported functions, and of cycles.
    fn between_files(&mut self, path: &VfsPath, examined: &Examined) -> Vec<(Check, usize, Problem)> {
        let mut problems = Vec::new();
        let targets = self.targets(path, examined);
        for (at, message) in &targets.unresolved {
            let (_, span) = examined.requests[*at];
            problems.push((Check::Modules, *at, Problem::new(span, "TS2307", message.clone())));
        }
        for (at, imported) in examined.names.iter().enumerate() {
            let Some(target) = &targets.of[imported.specifier] else { continue };
            let own = self.own_exports(target);
            if own.open || own.names.contains(&imported.name) {
                continue;
            }
            let exports = self.exports(target);
            if !exports.open && !exports.names.contains(&imported.name) {
                let specifier = &examined.specifiers[imported.specifier];
                problems.push((Check::Names, at, imported.problem(specifier, target, &exports)));
            }
        }
        let is_lenient = is_lenient(self.config, is_typescript(path));
        for (callee, is_callable) in examined.callees.iter().zip(&targets.callable) {
            let Some(target) = targets.of[callee.specifier].as_ref().filter(|_| *is_callable) else {
                continue;
            };
            let Some(arity) = self.parts(target).arities.get(&callee.name).copied() else { continue };
            let calls = callee.calls.iter();
            problems.extend(
                calls.filter_map(|call| Some((Check::Calls, call.node, call.problem(arity, is_lenient)?))),
            );
        }
        let early = cycles::check(self, path).into_iter().enumerate();
        problems.extend(early.map(|(at, problem)| (Check::Cycles, at, problem)));
        problems
    }
}
