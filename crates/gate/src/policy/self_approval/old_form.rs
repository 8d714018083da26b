//! Runs touched tests in their old form on the changed code.

use std::collections::BTreeSet;

use serde_json::json;
use verdict_protocol::{Code, overlay};
use verdict_vfs::{Snapshot, VfsPath};

use super::before::Before;
use super::compare::failed_in_old_form;
use super::judges::JudgingCommand;
use super::material::{Material, Role, Roles, Touched};
use super::mutants::Forms;
use super::run::{of, tests_of};
use super::runs::Ran;
use super::{FailedTest, TestsReport};
use crate::policy::Reaction;
use crate::transaction::{Change, Journal, Purpose, Run, Target, Verifier};

/// The largest number of groups of files of unknown role to try one by one.
const MOST_GROUPS: usize = 4;

/// Tests in their old form on the new code: the files, the command and the results.
pub(super) struct OldForm {
    pub(super) files: Snapshot,
    pub(super) judge: JudgingCommand,
    pub(super) ran: Ran,
}

impl<V: Verifier, T: Target, J: Journal> Run<'_, V, T, J> {
    /// Runs the touched tests in their old form, and those that use files of unknown role with old versions
    /// of these too. Returns the first.
    pub(super) async fn old_forms(
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
    pub(super) fn old_form(
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
            overlay(&mut judge.config, &json!({ "test": { "pinnedImports": pins } }));
        }
        Ok((snapshot, judge))
    }

    /// Compares how both forms of the touched tests react to mutants.
    pub(super) async fn mutated(
        &mut self,
        change: &Change,
        before: &Before,
        (material, touched): (&Material<'_>, &Touched),
        (old, new): (&OldForm, &Ran),
        report: &mut TestsReport,
    ) {
        let here = tests_of(material, touched, new);
        let here: Vec<VfsPath> = here.iter().filter_map(|path| VfsPath::parse(path).ok()).collect();
        let there: Vec<VfsPath> = touched.tests.iter().filter_map(|path| VfsPath::parse(path).ok()).collect();
        let Some(new_judge) = self.command_of(&here, &before.judging).filter(|_| !here.is_empty()) else {
            return;
        };
        let forms = Forms {
            old: (&old.files, &old.ran),
            old_judge: &old.judge,
            old_tests: &there,
            new: (&change.judged, new),
            new_judge: &new_judge,
            new_tests: &here,
        };
        report.weakened = self.no_longer_failing(&forms, &mut report.runs).await;
    }
}

fn with_files(failed: FailedTest, also: &BTreeSet<String>) -> FailedTest {
    if also.is_empty() {
        return failed;
    }
    let files: Vec<&str> = also.iter().map(String::as_str).collect();
    FailedTest { error: format!("{} (with {} as before)", failed.error, files.join(", ")), ..failed }
}

/// The files of unknown role to restore in each run. The first run restores none. The next restore all if the
/// change also touches the subject, or else one group each.
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
