//! Every test that passed before must pass after the change. Touched tests also judge the change in their old
//! form.

use std::collections::BTreeSet;

use serde_json::json;
use verdict_protocol::{Code, overlay};
use verdict_vfs::{Snapshot, VfsPath};

use super::TestsReport;
use super::before::Before;
use super::compare::{States, compare};
use super::judges::{JudgingCommand, TestFiles, named};
use super::material::{Material, Role, Touched};
use super::moves::moves_of;
use super::runs::Ran;
use crate::policy::lint::changed_sources;
use crate::transaction::{Change, Check, Journal, Purpose, Run, Stop, Target, Verifier};

impl<V: Verifier, T: Target, J: Journal> Run<'_, V, T, J> {
    /// Compares the tests of both states, and runs the touched ones in their old form. It may add a sentence
    /// to the phase's detail.
    pub(crate) async fn judge_tests(
        &mut self,
        change: &Change,
        before: &mut Before,
        notes: &mut Vec<String>,
    ) -> Result<(), Stop> {
        if before.judging.is_empty() && before.unnamed.is_empty() {
            return Ok(());
        }
        let moves = moves_of(change);
        let states = (&change.before, &change.judged);
        let tests = Material::new(states, &before.ran, &moves, &before.setup).touched().tests;
        if before.unjudged.is_none() {
            self.complete_before(change, before, &tests).await;
        }
        let material = Material::new(states, &before.ran, &moves, &before.setup);
        let touched = material.touched();
        let after = self.ran_after();
        let host = self.imports_on_host(&material, (&before.ran, &after));
        let mut report = TestsReport {
            host,
            touched: touched.material.union(&touched.listings).cloned().collect(),
            turned: touched.imports.iter().map(|one| format!("{} {}", one.importer, one.specifier)).collect(),
            ..TestsReport::default()
        };
        if let Some((code, error)) = &before.unjudged {
            let why = format!("the tests before the change: {error}");
            let outcome = self.unjudged(change, *code, &why).and(self.keep_judged(&report.host));
            self.report.tests = Some(report).filter(|report| !report.host.is_empty());
            return outcome;
        }
        let roles = material.roles_of(&after);
        before.crossed = material.crossed(&roles);
        self.keep_material(&before.crossed)?;
        let is_tested = |path: &VfsPath| roles.role(path.as_str()) != Role::Material;
        self.tested = changed_sources(change).into_iter().filter(is_tested).collect();
        let compared = self.compare_tests(change, before, (&material, &touched), after, &mut report).await;
        let outcome = match compared {
            Ok(()) => self.decide_on_tests(&report, notes),
            Err((Code::Unavailable, error)) if self.options.policy.allow_unverified => {
                self.report.warnings.push(format!(
                    "The tests were not run in their old form: {error}, and the policy allows it"
                ));
                Ok(())
            }
            Err((Code::Unavailable, error)) => Err(Stop::new(
                Code::Unavailable,
                format!("The change touches tests, which could not be run in their old form: {error}"),
            )),
            Err((code, error)) => Err(Stop::new(
                code,
                format!("The change touches tests, and what that means cannot be told: {error}"),
            )),
        };
        let outcome = outcome.and(self.keep_judged(&report.host));
        if report.says_something() {
            self.report.tests = Some(report);
        }
        outcome
    }

    async fn compare_tests(
        &mut self,
        change: &Change,
        before: &Before,
        (material, touched): (&Material<'_>, &Touched),
        new: Ran,
        report: &mut TestsReport,
    ) -> Result<(), (Code, String)> {
        let baseline = &before.ran;
        let mut new = self.whole_after(change, before, new, &mut report.runs).await?;
        let concerned: BTreeSet<String> =
            touched.tests.union(&material.users(&touched.undecided)).cloned().collect();
        let tests: Vec<VfsPath> = concerned.iter().filter_map(|path| VfsPath::parse(path).ok()).collect();
        let judge = self.command_of(&tests, &before.judging).filter(|_| !tests.is_empty());
        let here = self.tests_here(change, before, material, &tests);
        if let Some(new_judge) = self.command_of(&here, &before.judging).filter(|_| !here.is_empty()) {
            let ran = self.run_tests(Purpose::NewTests, &new_judge, &change.judged, &mut report.runs).await;
            new.add(ran.map_err(of("the tests as the change leaves them"))?, true);
        }
        let disguised = material.disguised(&new);
        let users: Vec<VfsPath> = material
            .users(&disguised)
            .iter()
            .filter_map(|path| VfsPath::parse(material.moved(path)).ok())
            .collect();
        if let Some(mut judge) = self.command_of(&users, &before.judging).filter(|_| !users.is_empty()) {
            // It is judged by its previous role.
            let entries: Vec<String> = before.entries.iter().cloned().chain(disguised).collect();
            overlay(&mut judge.config, &json!({ "test": { "entries": entries } }));
            let ran = self.run_tests(Purpose::NewTests, &judge, &change.judged, &mut report.runs).await;
            new.add(ran.map_err(of("the tests as the change leaves them"))?, true);
        }
        let lacking = new.without_actions(&tests_of(material, touched, &new), &here);
        if let Some(judge) = self.command_of(&lacking, &before.judging).filter(|_| !lacking.is_empty()) {
            let ran = self.run_tests(Purpose::NewTests, &judge, &change.judged, &mut report.runs).await;
            new.add(ran.map_err(of("the tests as the change leaves them"))?, true);
        }
        let old = match &judge {
            Some(_) => self.old_forms(before, (material, touched), (baseline, &new), report).await?,
            None => None,
        };
        self.under_earlier_types(before, material, (baseline, &new), report).await?;
        compare(report, &States { material, baseline, new: &new, touched: &touched.tests });
        self.set_flaky_apart(material, before, old.as_ref(), report).await;
        if let Some(old) = old.filter(|_| report.weakened.is_empty() && report.failed_in_old_form.is_empty())
        {
            self.mutated(change, before, (material, touched), (&old, &new), report).await;
        }
        Ok(())
    }

    pub(super) async fn run_tests(
        &mut self,
        purpose: Purpose,
        judge: &JudgingCommand,
        files: &Snapshot,
        runs: &mut u32,
    ) -> Result<Ran, (Code, String)> {
        *runs += 1;
        let check = Check { config: Some(&judge.config), ..Check::new(&judge.command, files) };
        Ran::of(self.asking(purpose).verify(&check).await)
    }

    /// The results of the caller's commands after the change.
    pub(super) fn ran_after(&self) -> Ran {
        let mut ran = Ran::default();
        for result in self.report.checks.iter().filter_map(|check| check.tests.as_deref()) {
            if let Ok(more) = Ran::of_result(result.clone()) {
                ran.add(more, false);
            }
        }
        ran
    }

    /// The results after the change, from `new`. If the record cannot attribute tests to files, additional runs record
    /// it.
    async fn whole_after(
        &mut self,
        change: &Change,
        before: &Before,
        new: Ran,
        runs: &mut u32,
    ) -> Result<Ran, (Code, String)> {
        if !new.is_unowned {
            return Ok(new);
        }
        let mut whole = Ran::default();
        for judge in &before.judging {
            let ran = self.run_tests(Purpose::NewTests, &judge.recording_all(), &change.judged, runs).await;
            whole.add(ran.map_err(of("the tests as the change leaves them"))?, false);
        }
        Ok(whole)
    }

    /// The new state's test files that no caller's command ran with the compared engine. They are new, or
    /// affected by the change.
    fn tests_here(
        &self,
        change: &Change,
        before: &Before,
        material: &Material<'_>,
        concerned: &[VfsPath],
    ) -> Vec<VfsPath> {
        let asked: &[VfsPath] = if self.asks_two() { concerned } else { &[] };
        if before.unnamed.is_empty() && asked.is_empty() {
            return Vec::new();
        }
        let patterns = TestFiles::new(&self.configured);
        let commanded: BTreeSet<VfsPath> =
            before.judging.iter().flat_map(|judge| named(&judge.command, &change.judged)).collect();
        let moved = before
            .unnamed
            .iter()
            .chain(asked)
            .filter_map(|path| VfsPath::parse(material.moved(path.as_str())).ok());
        let new = change.judged.iter().map(|(path, _)| path).filter(|path| {
            change.before.get(path).is_none() && patterns.is_test(path) && !commanded.contains(*path)
        });
        let is_test = |path: &VfsPath| patterns.is_test(path) || commanded.contains(path);
        let here: BTreeSet<VfsPath> = moved.chain(new.cloned()).collect();
        here.into_iter().filter(|path| change.judged.get(path).is_some() && is_test(path)).collect()
    }
}

/// The test files whose actions to compare: those that the change touches, at their new paths, and new ones.
pub(super) fn tests_of(material: &Material<'_>, touched: &Touched, new: &Ran) -> BTreeSet<String> {
    let is_new = |path: &&str| !material.before.contains(path);
    touched
        .tests
        .iter()
        .map(|path| material.moved(path).to_owned())
        .chain(new.file_names().filter(is_new).map(str::to_owned))
        .filter(|path| material.after.contains(path))
        .collect()
}

/// Adds the name of the run to an error.
pub(super) fn of(what: &'static str) -> impl Fn((Code, String)) -> (Code, String) {
    move |(code, error)| (code, if code == Code::Unavailable { error } else { format!("{what}: {error}") })
}
