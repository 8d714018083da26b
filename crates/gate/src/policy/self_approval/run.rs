//! The runs that a change which touches tests costs, and what the policy makes of them.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::json;
use verdict_protocol::{Code, Verb};
use verdict_vfs::{Snapshot, VfsPath};

use super::compare::{Ran, States, compare, failed_in_old_form};
use super::material::{Material, concerned, moves, old_form, shadows, touched};
use super::{TestName, TestsReport};
use crate::policy::Reaction;
use crate::policy::findings::{UNQUOTABLE, command};
use crate::profile::VerificationConfig;
use crate::transaction::{Change, Check, GateError, Journal, Purpose, Run, Stop, Target, Verifier};

/// What judges a change.
pub(super) struct Judges {
    pub(super) commands: Vec<String>,
    env: BTreeMap<String, String>,
}

/// What is run, and how.
struct Plan<'a> {
    material: &'a Material,
    /// Of the state before.
    test_files: &'a BTreeSet<VfsPath>,
    /// Those of them that the change concerns.
    files: &'a [VfsPath],
    /// Files that may take the place of old ones: there are none in the old form.
    without: &'a BTreeSet<VfsPath>,
    env: &'a BTreeMap<String, String>,
}

/// Why there is nothing to compare.
enum NoRun {
    /// There is no verifier.
    Unavailable(String),
    /// It could not be told.
    Unjudged(Code, String),
}

impl<V: Verifier, T: Target, J: Journal> Run<'_, V, T, J> {
    /// Tests that exist and that the change touches judge it in their old form as well. Costs nothing where it
    /// touches none. May add a sentence to the phase's detail.
    pub(crate) async fn judge_tests(&mut self, change: &Change, notes: &mut Vec<String>) -> Result<(), Stop> {
        let judges = self.judges(&change.before);
        let material = Material::new(judges.commands.iter().map(String::as_str), &change.before);
        let test_files = material.test_files(&change.before);
        let mut touched = touched(&material, &change.set, &change.before, &change.after, &test_files);
        let shadows = shadows(&material, &change.before, &change.after, &test_files);
        let without: BTreeSet<VfsPath> = shadows.iter().map(|(new, _)| new.clone()).collect();
        touched.extend(shadows.into_iter().map(|(_, old)| old));
        if touched.is_empty() {
            return Ok(());
        }
        let mut report = TestsReport {
            touched: touched.iter().map(VfsPath::to_string).collect(),
            ..TestsReport::default()
        };
        let files = concerned(&material, &touched, &change.before, &test_files);
        let plan = Plan {
            material: &material,
            test_files: &test_files,
            files: &files,
            without: &without,
            env: &judges.env,
        };
        let compared = self.compare_tests(change, &plan, &mut report).await;
        let outcome = match compared {
            Ok(()) => self.decide_on_tests(&report, notes),
            Err(NoRun::Unavailable(error)) if self.options.policy.allow_unverified => {
                let warning =
                    format!("The tests were not run in their old form: {error}, and the policy allows it");
                self.report.warnings.push(warning);
                Ok(())
            }
            Err(NoRun::Unavailable(error)) => Err(Stop::new(
                Code::Unavailable,
                format!("The change touches tests, which could not be run in their old form: {error}"),
            )),
            Err(NoRun::Unjudged(code, error)) => Err(Stop::new(
                code,
                format!("The change touches tests, and what that means cannot be told: {error}"),
            )),
        };
        self.report.tests = Some(report);
        outcome
    }

    /// Every command that judges this change, and the environment that its tests find.
    pub(super) fn judges(&self, before: &Snapshot) -> Judges {
        let mut judges =
            Judges { commands: self.options.verify_command.iter().cloned().collect(), env: BTreeMap::new() };
        let Some(profile) = &self.options.profile else { return judges };
        // One that cannot be read stops the transaction where it is to run.
        let Ok(config) = VerificationConfig::of(before) else { return judges };
        let skills = config.profiles.get(profile).into_iter().flatten();
        for skill in skills.filter_map(|skill| config.skills.get(skill)) {
            judges.commands.extend(skill.steps.iter().map(|step| step.run.clone()));
            let listed = skill.env.iter().filter_map(|name| self.options.env.get_key_value(name));
            judges.env.extend(listed.map(|(name, value)| (name.clone(), value.clone())));
        }
        judges
    }

    async fn compare_tests(
        &mut self,
        change: &Change,
        plan: &Plan<'_>,
        report: &mut TestsReport,
    ) -> Result<(), NoRun> {
        let Change { set, before, judged, .. } = change;
        let Plan { material, test_files, files, without, .. } = plan;
        let moves = moves(set);
        let unjudged = |what: &'static str| {
            move |(code, error)| match code {
                Code::Unavailable => NoRun::Unavailable(error),
                code => NoRun::Unjudged(code, format!("{what}: {error}")),
            }
        };
        let runs = &mut report.runs;
        let baseline = self.run_tests(Purpose::Baseline, before, files, plan.env, runs).await;
        let baseline = baseline.map_err(unjudged("the tests before the change"))?;
        let old = old_form(material, before, judged, test_files, without).map_err(|error| {
            NoRun::Unjudged(Code::Policy, format!("their old form cannot be laid over the change: {error}"))
        })?;
        let old = self.run_tests(Purpose::OldTests, &old, files, plan.env, runs).await;
        let old = old.map_err(unjudged("the tests in their old form"))?;
        // Tests may have moved to files that are new, or to where nothing takes them for tests.
        let tests_after = material.test_files(judged);
        let moved = |path: &VfsPath| {
            moves.get(path.as_str()).and_then(|to| VfsPath::parse(to).ok()).unwrap_or_else(|| path.clone())
        };
        let here: BTreeSet<VfsPath> = files
            .iter()
            .map(moved)
            .filter(|path| tests_after.contains(path))
            .chain(tests_after.iter().filter(|path| before.get(path).is_none()).cloned())
            .collect();
        let here: Vec<VfsPath> = here.into_iter().collect();
        let new = self.run_tests(Purpose::NewTests, judged, &here, plan.env, runs).await;
        let new = new.map_err(unjudged("the tests as the change leaves them"))?;
        let without_assertions = self.options.policy.require_assertions == Reaction::Warn;
        report.failed_in_old_form = failed_in_old_form(&baseline, &old, without_assertions);
        compare(report, &baseline, &new, &States { before, after: judged, moves: &moves });
        Ok(())
    }

    async fn run_tests(
        &mut self,
        purpose: Purpose,
        snapshot: &Snapshot,
        files: &[VfsPath],
        env: &BTreeMap<String, String>,
        runs: &mut u32,
    ) -> Result<Ran, (Code, String)> {
        if files.is_empty() {
            return Ok(Ran::default());
        }
        let command = command(Verb::Test, files).ok_or_else(|| (Code::Path, UNQUOTABLE.to_owned()))?;
        // What tests print is of no interest here, and must not make a result look cut.
        // Whether they assert at all is compared, so that a test that never did still judges by what it runs.
        let strict = self.options.policy.strict_assertions == Reaction::Block;
        let config =
            json!({ "test": { "console": "silent", "env": env, "expect": { "strictAssertions": strict } } });
        let check = Check { config: Some(&config), ..Check::new(&command, snapshot) };
        *runs += 1;
        Ran::of(&self.asking(purpose).verify(&check).await)
    }

    fn decide_on_tests(&mut self, report: &TestsReport, notes: &mut Vec<String>) -> Result<(), Stop> {
        let policy = &self.options.policy;
        let show = |name: &TestName| format!("{} {}", name.file, name.test);
        let failed = report.failed_in_old_form.iter().map(|failed| {
            let message = format!("{} fails in its old form: {}", show(&failed.name), failed.error);
            (failed.name.file.clone(), message)
        });
        let weakened = report.weakened.iter().map(|weak| {
            let counts = format!("{} assertions before, {} after", weak.before, weak.after);
            let message = format!("{} is weakened ({}): {counts}", show(&weak.name), weak.why.as_str());
            (weak.name.file.clone(), message)
        });
        let groups = [
            (
                policy.old_tests,
                "oldTests",
                failed.collect::<Vec<_>>(),
                "fail in their old form on this change",
            ),
            (
                policy.weakened_tests,
                "weakenedTests",
                weakened.collect::<Vec<_>>(),
                "are weakened by this change",
            ),
        ];
        let mut stop = None;
        for (reaction, option, found, what) in groups {
            if found.is_empty() {
                continue;
            }
            if reaction == Reaction::Warn {
                self.report.warnings.extend(found.into_iter().map(|(_, message)| message));
                continue;
            }
            let message = format!(
                "{} existing test(s) {what} (policy.{option}: \"warn\" lets it through): {}",
                found.len(),
                found.first().map_or("", |(_, message)| message)
            );
            self.report
                .errors
                .extend(found.into_iter().map(|(_, message)| GateError::new(Code::Policy, message)));
            stop = stop.or(Some(message));
        }
        match stop {
            Some(message) => Err(Stop::new(Code::Policy, message)),
            None => {
                let count = report.failed_in_old_form.len() + report.weakened.len();
                let more =
                    if count == 0 { String::new() } else { format!(", {count} of them held against it") };
                notes.push(format!(
                    "Tests touched: {} file(s), also run in their old form{more}.",
                    report.touched.len()
                ));
                Ok(())
            }
        }
    }
}
