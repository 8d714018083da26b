//! Runs the steps of a profile on the state after the change.

use verdict_protocol::{Confirm, Toolchain};

use super::checks::Purpose;
use super::run::{Change, Run, Stop};
use super::{Check, GateError, Journal, Target, Verdict, Verifier};
use crate::policy::Before;
use crate::profile::{
    ChangeId, ProfileError, ProfileHost, ProfileRequest, ProfileRun, VerificationConfig, run_profile_on,
};

impl<V: Verifier, T: Target, J: Journal> Run<'_, V, T, J> {
    /// Runs the profile, as configured before the change, on the files after it. The live files must not
    /// drift in the meantime. `observed`: the test results of the state before, if a step needed them.
    pub(super) async fn profile(
        &mut self,
        change: &Change,
        confirm: &Confirm,
        observed: &mut Option<Before>,
        notes: &mut Vec<String>,
    ) -> Result<(), Stop> {
        let Some(profile) = &self.options.profile else { return Ok(()) };
        let run = match self.run_profile(profile, change, confirm, observed).await {
            Ok(run) => run,
            Err(error) => {
                self.report.errors.extend(error.mistakes().iter().map(GateError::from));
                return Err(Stop::new(error.code(), error.to_string()));
            }
        };
        let (summary, outcome) = (run.summary(), (run.passed, run.code(), run.unavailable()));
        self.report.warnings.extend(run.warnings.iter().cloned());
        self.report.profile = Some(run);
        match outcome {
            (true, ..) => notes.push(format!("{summary}.")),
            (false, _, true) if self.options.policy.allow_unverified => {
                self.report.warnings.push(format!("Not verified: {summary}, and the policy allows it"));
            }
            (false, code, _) => return Err(Stop::new(code, summary)),
        }
        Ok(())
    }

    async fn run_profile(
        &mut self,
        profile: &str,
        change: &Change,
        confirm: &Confirm,
        observed: &mut Option<Before>,
    ) -> Result<ProfileRun, ProfileError> {
        let options = self.options;
        let config = VerificationConfig::of(&change.before)?;
        let id = options.change_id.as_deref().map(ChangeId::parse).transpose()?;
        let request = ProfileRequest {
            config: &config,
            profile,
            snapshot: &change.judged,
            change: id.as_ref(),
            env: &options.env,
            max_tier: None,
            assertions: options.policy.assertions(),
            confirm: Some(confirm),
        };
        let clock = self.clock;
        run_profile_on(&request, &mut Steps { run: self, change, observed }, clock).await
    }
}

/// A transaction as the host of its profile.
struct Steps<'r, 'a, V, T, J> {
    run: &'r mut Run<'a, V, T, J>,
    change: &'r Change,
    observed: &'r mut Option<Before>,
}

impl<V: Verifier, T: Target, J: Journal> ProfileHost for Steps<'_, '_, V, T, J> {
    type Tracked = T;

    async fn verify(&mut self, check: &Check<'_>) -> Verdict {
        self.run.asking(Purpose::Profile).verify(check).await
    }

    async fn toolchain(&mut self) -> Option<Toolchain> {
        self.run.verifier.toolchain().await
    }

    fn tracked(&mut self) -> &mut T {
        self.run.target
    }

    async fn excuses(&mut self, check: &Check<'_>) -> bool {
        self.run.excuses_flaky(self.change, self.observed, check).await
    }
}
