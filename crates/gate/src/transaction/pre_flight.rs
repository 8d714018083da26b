//! Phase 1, `PreFlight`: all checks that run nothing.

use verdict_protocol::{Code, Command};

use super::recovery::{RecoveryState, recover};
use super::run::{Change, Run, Stop};
use super::{GateError, Journal, Phase, Target, Verifier};
use crate::parse_bundle;
use crate::policy::registry;

impl<V: Verifier, T: Target, J: Journal> Run<'_, V, T, J> {
    pub(super) async fn pre_flight(&mut self, bundle: &str) -> Result<Change, Stop> {
        let start = (self.clock)();
        let mut notes = Vec::new();
        let outcome = self.look(bundle, &mut notes).await;
        let detail = match &outcome {
            Ok(_) => notes.join(" "),
            Err(stop) => stop.message.clone(),
        };
        self.record(Phase::PreFlight, outcome.is_ok(), detail, start);
        outcome
    }

    /// Runs the checks. Each may add a sentence to the phase's detail.
    async fn look(&mut self, bundle: &str, notes: &mut Vec<String>) -> Result<Change, Stop> {
        self.judged_by_something()?;
        self.recovered().await?;
        let mut change = self.read(bundle, notes).await?;
        self.keep_rules(&mut change, notes).await?;
        Ok(change)
    }

    /// Checks that something judges the change, unless the policy waives it.
    fn judged_by_something(&mut self) -> Result<(), Stop> {
        match &self.options.verify_command {
            None if self.options.profile.is_some() => {}
            // Only parts that need no command were requested.
            None if self.checking && !self.options.phase_mask.has(Phase::SnapshotRollback) => {}
            Some(command) => {
                Command::parse(command).map_err(|error| Stop::new(Code::Command, error.to_string()))?;
            }
            None if self.options.policy.allow_unverified => {
                self.report
                    .warnings
                    .push("Not verified: no verify command, and the policy allows it".to_owned());
            }
            None => {
                let message = "Nothing verifies this change: give a verify command, a profile, or a policy that allows it";
                self.report.errors = vec![GateError {
                    rule: Some(registry::UNVERIFIED.id),
                    ..GateError::new(Code::Policy, message)
                }];
                return Err(Stop::new(Code::Policy, message));
            }
        }
        Ok(())
    }

    /// Recovers an earlier transaction first, if a crash left one behind.
    pub(super) async fn recovered(&mut self) -> Result<(), Stop> {
        if self.checking {
            return self.nothing_to_recover().await;
        }
        let recovery = recover(self.target, self.journal).await;
        if recovery.state == RecoveryState::None {
            return Ok(());
        }
        let outcome = match recovery.code {
            Some(code) => Err(Stop::new(code, recovery.message.clone())),
            None => Ok(()),
        };
        if outcome.is_ok() {
            self.report.warnings.push(format!("Recovered first: {}", recovery.message));
        }
        self.report.warnings.extend(recovery.warnings.iter().cloned());
        self.report.recovery = Some(recovery);
        outcome
    }

    /// Parses the bundle and applies it to the current files.
    async fn read(&mut self, bundle: &str, notes: &mut Vec<String>) -> Result<Change, Stop> {
        let set = parse_bundle(bundle).map_err(|errors| self.mistakes(errors))?;
        let before =
            self.target.load().await.map_err(|error| {
                Stop::new(Code::Unavailable, format!("The files cannot be read: {error}"))
            })?;
        self.report.pre_root = Some(before.root().to_owned());
        let after = set.apply_to(&before).map_err(|errors| self.mistakes(errors))?;
        notes.push(format!("Pre-state captured: {} files, root {}.", before.len(), before.root()));
        notes.push(format!("Operations checked: {}.", set.changes.len()));
        Ok(Change { judged: after.clone(), set, before, after })
    }

    fn mistakes(&mut self, errors: Vec<crate::BundleError>) -> Stop {
        let first = errors.first().map_or_else(String::new, ToString::to_string);
        let code = errors.first().map_or(Code::Syntax, |error| error.kind.code());
        self.report.errors = errors.into_iter().map(GateError::from).collect();
        Stop::new(code, format!("The bundle has {} error(s): {first}", self.report.errors.len()))
    }
}
