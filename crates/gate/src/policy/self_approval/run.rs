//! Every test that passed before must pass after, and what the change touches of the tests judges in its old form too.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use verdict_protocol::{CONFIG_FILE, Code, ImportKind, SetupFiles, VerifyResult};
use verdict_vfs::{Snapshot, VfsPath};

use super::compare::{States, compare, failed_in_old_form};
use super::confirm::test_of_snapshot;
use super::judges::{JudgingCommand, TestFiles, named};
use super::material::{Material, Role, Roles, Touched, is_named_for_tests, resolve};
use super::mutants::Forms;
use super::records;
use super::runs::Ran;
use super::{FailedTest, TestName, TestsReport};
use crate::policy::moves::moves;
use crate::policy::registry::{MATERIAL_IN_SUBJECT, OLD_TESTS, WEAKENED_TESTS};
use crate::policy::{PolicyRule, Reaction};
use crate::transaction::{
    Change, Check, GateError, Journal, Purpose, Run, Stop, Target, Verdict, Verifier, affected, lay_over,
};

/// Groups of files of unknown role that are tried one by one.
const MOST_GROUPS: usize = 4;

/// Tests in their old form on the code after: the files, the command, and what it came to.
struct OldForm {
    files: Snapshot,
    judge: JudgingCommand,
    ran: Ran,
}

/// What the tests of the state before came to, and what they used.
#[derive(Default)]
pub(crate) struct Before {
    pub(super) judging: Vec<JudgingCommand>,
    /// Test files that the change concerns and that no command names.
    unnamed: Vec<VfsPath>,
    pub(super) ran: Ran,
    /// Why the tests of the state before could not be judged, where they could not.
    unjudged: Option<(Code, String)>,
    /// `setupFiles` of the configuration.
    setup: BTreeSet<String>,
    /// `entries` of the configuration.
    entries: Vec<String>,
    /// Test material that the change makes part of the application.
    crossed: BTreeSet<String>,
}

impl Before {
    /// The test files that used any of some paths.
    pub(super) fn users(&self, paths: &BTreeSet<VfsPath>) -> BTreeSet<String> {
        let uses = |file: &&verdict_protocol::FileEvidence| {
            let imports = file.imports.iter().filter_map(|one| one.path.as_deref());
            let used = imports.chain(file.reads.iter().map(|read| read.path.as_str()));
            used.chain([file.file.as_str()]).any(|path| paths.contains(path))
        };
        self.ran.evidence.files.iter().filter(uses).map(|file| file.file.clone()).collect()
    }

    /// Whether a file runs before every test file.
    pub(super) fn is_setup(&self, path: &VfsPath) -> bool {
        self.setup.contains(path.as_str())
    }
}

impl<V: Verifier, T: Target, J: Journal> Run<'_, V, T, J> {
    /// From here on every `test:` of the transaction records what the comparison needs, and what earlier changes left as
    /// test material stays so.
    pub(crate) async fn record_tests(&mut self) {
        self.held = records::read_material(self.target).await;
        self.test_config = json!({
            "test": { "evidence": "full", "material": self.held, "sealedApi": true }
        });
    }

    /// Runs the tests of the state before, or remembers what they came to.
    pub(crate) async fn observe_before(&mut self, change: &Change) -> Before {
        let judging = self.judging_commands(&change.before);
        let mut before = Before {
            setup: setup_files(&change.before),
            entries: serde_json::from_value(configured(&change.before, "entries")).unwrap_or_default(),
            ..Before::default()
        };
        for judge in &judging {
            match self.before_of(judge, &change.before).await {
                Ok(ran) => before.ran.add(ran, false),
                // A command may name what comes with the change.
                Err((Code::NotFound | Code::NoTests, _)) => {}
                Err(error) => before.unjudged = before.unjudged.or(Some(error)),
            }
        }
        before.unnamed = unnamed(change, &judging);
        before.judging = judging;
        if let Some(judge) =
            self.command_of(&before.unnamed, &before.judging).filter(|_| !before.unnamed.is_empty())
        {
            match self.before_of(&judge, &change.before).await {
                Ok(ran) => before.ran.add(ran, false),
                Err(error) => before.unjudged = before.unjudged.or(Some(error)),
            }
        }
        before
    }

    async fn before_of(&mut self, judge: &JudgingCommand, files: &Snapshot) -> Result<Ran, (Code, String)> {
        let depends_on = self.depends_on(files);
        let kept = records::Files { root: files.root(), depends_on: &depends_on };
        if let Some(kept) = records::read_result(self.target, judge, &kept, &self.held).await {
            return Ran::of(&kept);
        }
        let check = Check { config: Some(&judge.config), ..Check::new(&judge.command, files) };
        let verdict = self.asking(Purpose::Baseline).verify(&check).await;
        let ran = Ran::of(&verdict)?;
        if let Some(result) = &verdict.result {
            let kept = records::Files { root: files.root(), depends_on: &depends_on };
            records::write_result(self.target, judge, &kept, &self.held, result).await;
        }
        Ok(ran)
    }

    /// Compares the tests of both states, and runs those that the change touches in their old form. May add a sentence to the
    /// phase's detail.
    pub(crate) async fn judge_tests(
        &mut self,
        change: &Change,
        before: &mut Before,
        notes: &mut Vec<String>,
    ) -> Result<(), Stop> {
        if before.judging.is_empty() && before.unnamed.is_empty() {
            return Ok(());
        }
        let moves = moves(&change.set, &change.before, &change.judged);
        let moves = moves.into_iter().map(|(from, to)| (from.to_string(), to.to_string())).collect();
        let always = &before.setup;
        let material = Material::new((&change.before, &change.judged), &before.ran, &moves, always);
        let touched = material.touched();
        let mut report = TestsReport {
            touched: touched.material.union(&touched.listings).cloned().collect(),
            turned: touched.imports.iter().map(|one| format!("{} {}", one.importer, one.specifier)).collect(),
            ..TestsReport::default()
        };
        if let Some((code, error)) = &before.unjudged {
            return self.unjudged(change, *code, &format!("the tests before the change: {error}"));
        }
        before.crossed = material.crossed(&self.ran_after());
        self.keep_material(&before.crossed)?;
        let compared = self.compare_tests(change, before, &material, &touched, &mut report).await;
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
        if report.says_something() {
            self.report.tests = Some(report);
        }
        outcome
    }

    /// The application does not use what its tests are made of.
    fn keep_material(&mut self, crossed: &BTreeSet<String>) -> Result<(), Stop> {
        let messages: Vec<String> = crossed
            .iter()
            .map(|path| {
                format!("{path} is test material, and the change makes it part of the application (policy.materialInSubject: \"warn\" lets it through)")
            })
            .collect();
        let Some(first) = messages.first().cloned() else { return Ok(()) };
        if self.options.policy.material_in_subject == Reaction::Warn {
            self.report.warnings.extend(messages);
            return Ok(());
        }
        let errors = messages.into_iter().map(|message| by_rule(&MATERIAL_IN_SUBJECT, message));
        self.report.errors.extend(errors);
        Err(Stop::new(Code::Policy, first))
    }

    /// The tests of the state before could not be judged: only a change that touches none of them goes on.
    fn unjudged(&mut self, change: &Change, code: Code, error: &str) -> Result<(), Stop> {
        let patterns = TestFiles::new(&change.before);
        let touches = change.set.changes.iter().flat_map(crate::FileChange::paths).any(|path| {
            change.before.get(path).is_some() && (patterns.is_test(path) || is_named_for_tests(path.as_str()))
        });
        if touches && !(code == Code::Unavailable && self.options.policy.allow_unverified) {
            let what = "The change touches tests, and what that means cannot be told";
            return Err(Stop::new(code, format!("{what}: {error}")));
        }
        if code == Code::Unavailable && !touches {
            // Then the change itself was not verified, which is told already.
            return Ok(());
        }
        let what = if touches {
            "The tests were not run in their old form"
        } else {
            "Only the state after was judged"
        };
        self.report.warnings.push(format!("{what}: {error}"));
        Ok(())
    }

    async fn compare_tests(
        &mut self,
        change: &Change,
        before: &Before,
        material: &Material<'_>,
        touched: &Touched,
        report: &mut TestsReport,
    ) -> Result<(), (Code, String)> {
        let baseline = &before.ran;
        let mut new = self.ran_after();
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
            // It is judged as what it was.
            let entries: Vec<String> = before.entries.iter().cloned().chain(disguised).collect();
            lay_over(&mut judge.config, &json!({ "test": { "entries": entries } }));
            let ran = self.run_tests(Purpose::NewTests, &judge, &change.judged, &mut report.runs).await;
            new.add(ran.map_err(of("the tests as the change leaves them"))?, true);
        }
        let old = match &judge {
            Some(_) => self.old_forms(before, (material, touched), (baseline, &new), report).await?,
            None => None,
        };
        compare(report, &States { material, baseline, new: &new, touched: &touched.tests });
        if let Some(old) = old.filter(|_| report.weakened.is_empty() && report.failed_in_old_form.is_empty())
        {
            self.mutated(change, before, (material, touched), (&old, &new), report).await;
        }
        Ok(())
    }

    /// Runs the tests that the change touches in their old form, and those that use files of unknown role with these in
    /// their old form too. Gives the first.
    async fn old_forms(
        &mut self,
        before: &Before,
        (material, touched): (&Material<'_>, &Touched),
        (baseline, new): (&Ran, &Ran),
        report: &mut TestsReport,
    ) -> Result<Option<OldForm>, (Code, String)> {
        let mut first = None;
        let without = self.options.policy.require_assertions == Reaction::Warn;
        let roles = material.roles_of(new);
        for also in variants(material, touched) {
            let files = if also.is_empty() { touched.tests.clone() } else { material.users(&also) };
            let paths: Vec<VfsPath> = files.iter().filter_map(|path| VfsPath::parse(path).ok()).collect();
            let Some(judge) = self.command_of(&paths, &before.judging).filter(|_| !paths.is_empty()) else {
                continue;
            };
            let (snapshot, judge) = self.old_form(material, &roles, &also, &judge)?;
            let ran = self.run_tests(Purpose::OldTests, &judge, &snapshot, &mut report.runs).await;
            let ran = ran.map_err(of("the tests in their old form"))?;
            for failed in failed_in_old_form(baseline, &ran, &files, without) {
                if !report.failed_in_old_form.iter().any(|known| known.name == failed.name) {
                    report.failed_in_old_form.push(with_files(failed, &also));
                }
            }
            if also.is_empty() {
                first = Some(OldForm { files: snapshot, judge, ran });
            }
        }
        Ok(first)
    }

    /// The old form of the tests, and the command that runs them there.
    fn old_form(
        &self,
        material: &Material<'_>,
        roles: &Roles,
        also: &BTreeSet<String>,
        judge: &JudgingCommand,
    ) -> Result<(Snapshot, JudgingCommand), (Code, String)> {
        let snapshot = material.old_form(roles, also).map_err(|error| {
            (Code::Policy, format!("their old form cannot be laid over the change: {error}"))
        })?;
        let mut judge = judge.clone();
        let pins = material.pins(&snapshot);
        if !pins.is_empty() {
            lay_over(&mut judge.config, &json!({ "test": { "pinnedImports": pins } }));
        }
        Ok((snapshot, judge))
    }

    /// Compares what both forms of the touched tests say of mutants.
    async fn mutated(
        &mut self,
        change: &Change,
        before: &Before,
        (material, touched): (&Material<'_>, &Touched),
        (old, new): (&OldForm, &Ran),
        report: &mut TestsReport,
    ) {
        let is_new = |path: &&str| !material.before.contains(path);
        let here: BTreeSet<String> = touched
            .tests
            .iter()
            .map(|path| material.moved(path).to_owned())
            .chain(new.file_names().filter(is_new).map(str::to_owned))
            .filter(|path| material.after.contains(path))
            .collect();
        let here: Vec<VfsPath> = here.iter().filter_map(|path| VfsPath::parse(path).ok()).collect();
        let Some(new_judge) = self.command_of(&here, &before.judging).filter(|_| !here.is_empty()) else {
            return;
        };
        let forms = Forms {
            old: (&old.files, &old.ran),
            old_judge: &old.judge,
            new: &change.judged,
            new_judge: &new_judge,
        };
        report.weakened = self.no_longer_failing(&forms, &mut report.runs).await;
    }

    async fn run_tests(
        &mut self,
        purpose: Purpose,
        judge: &JudgingCommand,
        files: &Snapshot,
        runs: &mut u32,
    ) -> Result<Ran, (Code, String)> {
        *runs += 1;
        let check = Check { config: Some(&judge.config), ..Check::new(&judge.command, files) };
        Ran::of(&self.asking(purpose).verify(&check).await)
    }

    /// What the commands of the caller came to on the state after.
    fn ran_after(&self) -> Ran {
        let mut ran = Ran::default();
        for result in self.report.checks.iter().filter_map(|check| check.tests.as_deref()) {
            if let Ok(more) = Ran::of(&Verdict::from(result.clone())) {
                ran.add(more, false);
            }
        }
        ran
    }

    /// The test files as the change leaves them that no command of the caller's has run, or none of the engine that is
    /// compared with: those that the change concerns, and new ones beside them.
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
        let patterns = TestFiles::new(&change.before);
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

    fn decide_on_tests(&mut self, report: &TestsReport, notes: &mut Vec<String>) -> Result<(), Stop> {
        let policy = &self.options.policy;
        let show = |name: &TestName| format!("{} {}", name.file, name.test);
        let failed = report
            .failed_in_old_form
            .iter()
            .map(|failed| format!("{} fails in its old form: {}", show(&failed.name), failed.error));
        let weakened = report.weakened.iter().map(|weak| {
            let counts = format!("{} assertions before, {} after", weak.before, weak.after);
            let lost = match weak.asserted.first() {
                Some(first) => format!("; before it {}", said(first)),
                None => String::new(),
            };
            format!("{} is weakened ({}): {counts}{lost}", show(&weak.name), weak.why.as_str())
        });
        let groups = [
            (
                policy.old_tests,
                &OLD_TESTS,
                failed.collect::<Vec<_>>(),
                "fail in their old form on this change",
            ),
            (
                policy.weakened_tests,
                &WEAKENED_TESTS,
                weakened.collect::<Vec<_>>(),
                "are weakened by this change",
            ),
        ];
        let mut stop = None;
        for (reaction, rule, found, what) in groups {
            if found.is_empty() {
                continue;
            }
            if reaction == Reaction::Warn {
                self.report.warnings.extend(found);
                continue;
            }
            let message = format!(
                "{} existing test(s) {what} (policy.{}: \"warn\" lets it through): {}",
                found.len(),
                rule.option,
                found.first().map_or("", String::as_str)
            );
            self.report.errors.extend(found.into_iter().map(|message| by_rule(rule, message)));
            stop = stop.or(Some(message));
        }
        match stop {
            Some(message) => Err(Stop::new(Code::Policy, message)),
            None => {
                if !report.touched.is_empty() || !report.turned.is_empty() {
                    let count = report.failed_in_old_form.len() + report.weakened.len();
                    let more =
                        if count == 0 { String::new() } else { format!(", {count} of them held against it") };
                    let touched = report.touched.len() + report.turned.len();
                    notes
                        .push(format!("Tests touched: {touched} file(s), also run in their old form{more}."));
                }
                Ok(())
            }
        }
    }

    /// Keeps what the tests of the state after came to: it is the state before of the next change.
    pub(crate) async fn remember(&mut self, change: &Change, before: &Before) {
        if change.judged.root() != change.after.root() {
            return;
        }
        let passed: Vec<(String, VerifyResult)> = self
            .report
            .checks
            .iter()
            .filter(|check| check.passed)
            .filter_map(|check| Some((check.command.clone(), check.tests.as_deref().cloned()?)))
            // Another engine records less, and the interpreter is what the next change is compared by.
            .filter(|(_, result)| result.engine.is_default())
            .collect();
        let depends_on = self.depends_on(&change.judged);
        let kept = records::Files { root: change.judged.root(), depends_on: &depends_on };
        for judge in &before.judging {
            if let Some((_, result)) = passed.iter().find(|(command, _)| *command == judge.command) {
                records::write_result(self.target, judge, &kept, &self.held, result).await;
            }
        }
        if !before.crossed.is_empty() {
            self.held.extend(before.crossed.iter().cloned());
            records::write_material(self.target, &self.held).await;
        }
    }
}

impl TestsReport {
    /// Whether there is anything in it that a reader wants to know.
    fn says_something(&self) -> bool {
        !self.touched.is_empty()
            || !self.turned.is_empty()
            || !self.weakened.is_empty()
            || !self.failed_in_old_form.is_empty()
    }
}

/// What counts by a rule of the policy.
fn by_rule(rule: &PolicyRule, message: String) -> GateError {
    GateError { rule: Some(rule.id), ..GateError::new(Code::Policy, message) }
}

fn said(what: &str) -> String {
    if what.starts_with("ran ") || what.starts_with("fails ") {
        what.to_owned()
    } else {
        format!("asserted {what}")
    }
}

/// Names the run in an error.
fn of(what: &'static str) -> impl Fn((Code, String)) -> (Code, String) {
    move |(code, error)| (code, if code == Code::Unavailable { error } else { format!("{what}: {error}") })
}

fn with_files(failed: FailedTest, also: &BTreeSet<String>) -> FailedTest {
    if also.is_empty() {
        return failed;
    }
    let files: Vec<&str> = also.iter().map(String::as_str).collect();
    FailedTest { error: format!("{} (with {} as before)", failed.error, files.join(", ")), ..failed }
}

/// Which files of unknown role are laid over the change in their old form, run by run: none; all of them, where the change
/// touches the subject as well; else one group after another.
fn variants(material: &Material<'_>, touched: &Touched) -> Vec<BTreeSet<String>> {
    let mut variants = Vec::new();
    if !touched.tests.is_empty() {
        variants.push(BTreeSet::new());
    }
    if touched.undecided.is_empty() {
        return variants;
    }
    let subject_changes = material
        .changed
        .iter()
        .any(|path| material.before.contains(path) && material.roles.role(path) == Role::Subject);
    if subject_changes {
        variants.push(touched.undecided.clone());
        return variants;
    }
    let groups = material.groups(&touched.undecided);
    if groups.len() > 1 && groups.len() <= MOST_GROUPS {
        variants.extend(groups);
    }
    variants
}

/// A key of `test` in the configuration of the state before.
fn configured(before: &Snapshot, key: &str) -> Value {
    let config = VfsPath::parse(CONFIG_FILE).ok().and_then(|path| before.get(&path).cloned());
    let config: Value = config.and_then(|blob| serde_json::from_slice(blob.bytes()).ok()).unwrap_or_default();
    config["test"][key].clone()
}

/// The files that run before every test file.
fn setup_files(before: &Snapshot) -> BTreeSet<String> {
    let named = serde_json::from_value::<SetupFiles>(configured(before, "setupFiles"));
    let named = named.map(|files| files.0).unwrap_or_default();
    named.iter().filter_map(|name| resolve(before, CONFIG_FILE, name, ImportKind::Setup)).collect()
}

/// The test files that no command names and that the change touches, or whose material it touches by its name.
fn unnamed(change: &Change, judging: &[JudgingCommand]) -> Vec<VfsPath> {
    let patterns = TestFiles::new(&change.before);
    let commanded: BTreeSet<VfsPath> =
        judging.iter().flat_map(|judge| named(&judge.command, &change.before)).collect();
    let differs = |path: &&VfsPath| {
        change.before.get(path).is_some() && change.before.get(path) != change.after.get(path)
    };
    let paths = change.set.changes.iter().map(|change| &change.path).filter(differs);
    let touching: Vec<&VfsPath> =
        paths.filter(|path| patterns.is_test(path) || is_named_for_tests(path.as_str())).collect();
    if touching.is_empty() {
        return Vec::new();
    }
    let is_unnamed = |path: &VfsPath| {
        change.before.get(path).is_some() && patterns.is_test(path) && !commanded.contains(path)
    };
    let mut found: BTreeSet<VfsPath> = touching.iter().map(|path| (*path).clone()).collect();
    found.extend(touching.iter().filter_map(|path| test_of_snapshot(path)));
    let (tests, helpers): (Vec<&VfsPath>, Vec<&VfsPath>) =
        touching.iter().partition(|path| patterns.is_test(path));
    found.extend(importers(&tests, &change.before));
    let gone = helpers.iter().map(|path| verdict_vfs::Change::Remove((*path).clone()));
    if let Ok(without) = change.before.apply(gone.collect::<Vec<_>>()) {
        found.extend(affected(&without, &change.before));
    }
    let found: Vec<VfsPath> = found.into_iter().filter(is_unnamed).collect();
    if !found.is_empty() || touching.iter().all(|path| patterns.is_test(path)) {
        return found;
    }
    // Of a file that nothing imports, any test may be the one that reads it.
    change.before.iter().map(|(path, _)| path).filter(|path| is_unnamed(path)).cloned().collect()
}

/// The files whose text has the name of a test file as an import would: with all but the last extension.
fn importers(tests: &[&VfsPath], files: &Snapshot) -> Vec<VfsPath> {
    let stem = |path: &VfsPath| path.name().rsplit_once('.').map_or(path.name(), |(stem, _)| stem).to_owned();
    let specifiers: Vec<String> = tests.iter().map(|path| format!("/{}", stem(path))).collect();
    let mentions = |text: &str| specifiers.iter().any(|specifier| text.contains(specifier));
    let found = files.iter().filter(|(_, blob)| blob.text().is_some_and(mentions));
    found.map(|(path, _)| path.clone()).collect()
}
