//! Tests of types also judge a change under the type checker's configuration of the state before. Otherwise a change
//! of types passes that comes with a looser `tsconfig.json`.

use std::collections::BTreeSet;

use serde_json::json;
use verdict_protocol::{Code, Output, VerifyResult, overlay};
use verdict_vfs::VfsPath;

use super::TestsReport;
use super::before::Before;
use super::compare::failed_in_old_form;
use super::judges::TestFiles;
use super::material::Material;
use super::run::of;
use super::runs::Ran;
use crate::policy::Reaction;
use crate::transaction::{
    Check, Journal, Purpose, Run, Target, Verifier, needs_an_option, with_earlier_checks, with_earlier_config,
};

impl<V: Verifier, T: Target, J: Journal> Run<'_, V, T, J> {
    /// Runs the tests of types that passed before, in their old form, if the change configures the type checker
    /// differently.
    pub(super) async fn under_earlier_types(
        &mut self,
        before: &Before,
        material: &Material<'_>,
        (baseline, new): (&Ran, &Ran),
        report: &mut TestsReport,
    ) -> Result<(), (Code, String)> {
        let of_types = TestFiles::of_types(&self.configured);
        let passed = baseline.passed().filter_map(|((file, ..), _)| VfsPath::parse(file).ok());
        let tests: BTreeSet<VfsPath> = passed.filter(|file| of_types.is_test(file)).collect();
        let paths: Vec<VfsPath> = tests.into_iter().collect();
        let Some(judge) = self.command_of(&paths, &before.judging).filter(|_| !paths.is_empty()) else {
            return Ok(());
        };
        let (snapshot, mut judge) =
            self.old_form(material, &material.roles_of(new), &BTreeSet::new(), &judge)?;
        // Errors of the sources say whether the new code needs an option of the new configuration.
        overlay(&mut judge.config, &json!({ "test": { "typecheck": { "ignoreSourceErrors": false } } }));
        let mut ran = None;
        // Where code needs a new option, more errors follow from its lack. Those that stay with it count.
        for configured in [with_earlier_config, with_earlier_checks] {
            let Some(files) = configured(&material.before, &snapshot) else { break };
            report.runs += 1;
            let check = Check { config: Some(&judge.config), ..Check::new(&judge.command, &files) };
            let verdict = self.asking(Purpose::OldTests).verify(&check).await;
            let is_last = !verdict.result.as_deref().is_some_and(lacks_an_option);
            ran = Some(Ran::of(verdict).map_err(of("the tests of types under the configuration before"))?);
            if is_last {
                break;
            }
        }
        let Some(ran) = ran else { return Ok(()) };
        let names = paths.iter().map(|path| path.as_str().to_owned()).collect();
        let without = self.options.policy.require_assertions == Reaction::Warn;
        for mut failed in failed_in_old_form(baseline, &ran, &names, without) {
            if !report.failed_in_old_form.iter().any(|known| known.name == failed.name) {
                failed.error += " (with the configuration of types as before)";
                report.failed_in_old_form.push(failed);
            }
        }
        Ok(())
    }
}

/// Whether an error says that the earlier configuration lacks an option that the new code needs.
fn lacks_an_option(result: &VerifyResult) -> bool {
    let Output::Tests(entries) = &result.output else { return false };
    entries.iter().flat_map(|entry| &entry.errors).any(|error| {
        // `{ code: 'TS2307' }`
        let code = error.properties.as_deref().and_then(|properties| properties.split('\'').nth(1));
        needs_an_option(code)
    })
}
