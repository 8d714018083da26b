//! Runs a profile.

use std::collections::BTreeMap;

use verdict_protocol::{Code, Confirm, Output, TestState, Toolchain, VerifyResult};
use verdict_report::RunReport;
use verdict_vfs::Snapshot;

use super::drift::{Watch, without_exempt};
use super::env::{Scrubbed, scrub};
use super::result::{StepOutput, StepTiming};
use super::streams::{Stream, stderr, stdout};
use super::{
    ChangeId, Drift, Escalation, Network, ProfileError, ProfileRun, ProfileTiming, ReadOnly, Skill,
    SkillResult, SkillTiming, Step, StepResult, StepState, VerificationConfig, toolchain,
};
use crate::policy::Assertions;
use crate::{Check, Target, TargetError, Verdict, Verifier};

/// The highest tier.
const MAX_TIER: u8 = 3;

/// The parameters of a run.
#[derive(Debug, Clone, Copy)]
pub struct ProfileRequest<'a> {
    /// The configuration; for a change, that of the state before it.
    pub config: &'a VerificationConfig,
    /// A profile of the configuration; by default [`super::DEFAULT_PROFILE`].
    pub profile: &'a str,
    /// The files to judge; for a change, those of the state after it.
    pub snapshot: &'a Snapshot,
    /// The change that the run is for. Files that its runs write are neither judged nor drift.
    pub change: Option<&'a ChangeId>,
    /// The host's environment, from which a skill gets what it lists.
    pub env: &'a BTreeMap<String, String>,
    /// The maximum configured tier. A skill of a higher tier does not run, and the run fails.
    pub max_tier: Option<u8>,
    /// Requirements on the assertions of tests, unless a skill waives them.
    pub assertions: Assertions,
    /// Which tests a second engine confirms, if the verifier supports two. Without it, only the engine that
    /// cannot be forged runs.
    pub confirm: Option<&'a Confirm>,
}

/// Runs the skills of a profile one after another, and compares `tracked` after every step.
///
/// The toolchain is checked first: if it does not fit or is unknown, the run fails before any step. A step
/// that fails ends its skill, and its other steps are recorded as not run; other skills still run. `clock`:
/// monotonic milliseconds since 1970, with a fraction.
///
/// # Errors
/// [`ProfileError::UnknownProfile`], and [`ProfileError::Files`] if the tracked files cannot be read at the
/// start.
pub async fn run_profile<V: Verifier, T: Target>(
    request: &ProfileRequest<'_>,
    verifier: &mut V,
    tracked: &mut T,
    clock: &dyn Fn() -> f64,
) -> Result<ProfileRun, ProfileError> {
    run_profile_on(request, &mut Alone { verifier, tracked }, clock).await
}

/// What a run of a profile needs of its host.
#[allow(async_fn_in_trait, reason = "nothing here spawns")]
pub(crate) trait ProfileHost {
    /// The tracked files.
    type Tracked: Target;

    /// Runs a step's command.
    async fn verify(&mut self, check: &Check<'_>) -> Verdict;

    /// The versions that the steps are judged with.
    async fn toolchain(&mut self) -> Option<Toolchain>;

    /// The files that are compared after every step.
    fn tracked(&mut self) -> &mut Self::Tracked;

    /// Whether the last check failed only because of tests that pass at random.
    async fn excuses(&mut self, check: &Check<'_>) -> bool;
}

/// A run that judges no change. There is no earlier state to compare a failed test with.
struct Alone<'a, V, T> {
    verifier: &'a mut V,
    tracked: &'a mut T,
}

impl<V: Verifier, T: Target> ProfileHost for Alone<'_, V, T> {
    type Tracked = T;

    async fn verify(&mut self, check: &Check<'_>) -> Verdict {
        self.verifier.verify(check).await
    }

    async fn toolchain(&mut self) -> Option<Toolchain> {
        self.verifier.toolchain().await
    }

    fn tracked(&mut self) -> &mut T {
        self.tracked
    }

    async fn excuses(&mut self, _: &Check<'_>) -> bool {
        false
    }
}

/// Runs a profile as [`run_profile`] does. A step whose failures the host excuses passes.
pub(crate) async fn run_profile_on<H: ProfileHost>(
    request: &ProfileRequest<'_>,
    host: &mut H,
    clock: &dyn Fn() -> f64,
) -> Result<ProfileRun, ProfileError> {
    let skills = request.config.profile(request.profile)?;
    let started_at_ms = clock();
    let judged = without_exempt(request.snapshot, request.change);
    let watch = Watch::new(host.tracked(), request.change).await;
    let watch = watch.map_err(|error| ProfileError::Files("read", error))?;
    let found = host.toolchain().await;
    let toolchain = toolchain::check(&request.config.toolchains, found.as_ref());
    let mut runner = Runner {
        request,
        judged: &judged,
        host,
        watch,
        clock,
        results: Vec::new(),
        warnings: Vec::new(),
        timing: ProfileTiming { started_at_ms, ..ProfileTiming::default() },
    };
    let mut out = Vec::new();
    for (name, skill) in skills {
        let refused = if toolchain.passed {
            runner.ineligible(skill)
        } else {
            Some("The toolchain does not fit".to_owned())
        };
        out.push(runner.skill(name, skill, refused).await);
    }
    let Runner { results, warnings, mut timing, .. } = runner;
    timing.duration_ms = clock() - started_at_ms;
    Ok(ProfileRun {
        profile: request.profile.to_owned(),
        change_id: request.change.map(ToString::to_string),
        passed: toolchain.passed && !out.is_empty() && out.iter().all(|skill| skill.passed),
        effective_tier: out.iter().map(|skill| skill.effective_tier).max().unwrap_or(MAX_TIER),
        snapshot_root: judged.root().to_owned(),
        toolchain,
        skills: out,
        timing,
        results,
        warnings,
    })
}

struct Runner<'a, H> {
    request: &'a ProfileRequest<'a>,
    judged: &'a Snapshot,
    host: &'a mut H,
    watch: Watch<'a>,
    clock: &'a dyn Fn() -> f64,
    results: Vec<StepOutput>,
    warnings: Vec<String>,
    timing: ProfileTiming,
}

impl<H: ProfileHost> Runner<'_, H> {
    fn ineligible(&self, skill: &Skill) -> Option<String> {
        let max = self.request.max_tier.filter(|max| skill.tier > *max)?;
        Some(format!("Not eligible: tier {} is above {max}, the highest that may run", skill.tier))
    }

    /// Runs a skill, or records why it does not run.
    async fn skill(&mut self, name: &str, skill: &Skill, refused: Option<String>) -> SkillResult {
        let start = (self.clock)();
        let env = scrub(skill, self.request.env);
        let mut timing = SkillTiming::default();
        let mut steps: Vec<StepResult> = Vec::new();
        let mut stopped = refused.is_some();
        for step in &skill.steps {
            if stopped {
                steps.push(not_run(skill, step));
                continue;
            }
            let start = (self.clock)();
            let result = self.step(name, skill, step, &env).await;
            timing.steps.insert(step.name.clone(), StepTiming { duration_ms: (self.clock)() - start });
            stopped = result.state != StepState::Passed;
            steps.push(result);
        }
        timing.duration_ms = (self.clock)() - start;
        self.timing.skills.insert(name.to_owned(), timing);
        let escalations = escalations(skill, &steps);
        SkillResult {
            version: 1,
            skill: name.to_owned(),
            profile: self.request.profile.to_owned(),
            change_id: self.request.change.map(ToString::to_string),
            snapshot_root: self.judged.root().to_owned(),
            passed: !stopped,
            error: refused,
            tier: skill.tier,
            effective_tier: effective_tier(skill.tier, &escalations),
            escalations,
            network: skill.network,
            read_only: skill.read_only,
            env: env.passed.into_keys().collect(),
            env_scrubbed: env.denied,
            steps,
        }
    }

    async fn step(&mut self, skill_name: &str, skill: &Skill, step: &Step, env: &Scrubbed) -> StepResult {
        let timeout_ms = step.timeout_ms.unwrap_or(skill.timeout_ms);
        let assertions = self.request.assertions;
        let held_to = (skill.require_assertions, skill.strict_assertions);
        let config = assertions.config_of_step(&step.run, &env.passed, held_to);
        let check = Check {
            command: &step.run,
            snapshot: self.judged,
            config: Some(&config),
            timeout_ms: Some(timeout_ms),
            confirm: self.request.confirm,
        };
        let verdict = self.host.verify(&check).await;
        self.warnings.extend(assertions.warnings(&verdict));
        let drift = self.watch.look(self.host.tracked()).await;
        let result: Option<VerifyResult> = verdict.result.as_deref().cloned();
        let stdout = Stream::of(&stdout(&step.run, &verdict, result.as_ref()));
        let stderr = Stream::of(&stderr(result.as_ref()));
        let drifted = drifted(skill, &drift);
        let failure = match judge(&verdict, result.as_ref()) {
            Some(_) if drifted.is_none() && self.host.excuses(&check).await => None,
            failure => failure.or(drifted),
        };
        let out = StepResult {
            name: step.name.clone(),
            command: step.run.clone(),
            state: if failure.is_none() { StepState::Passed } else { StepState::Failed },
            code: failure.as_ref().and_then(|(code, _)| *code),
            error: failure.map(|(_, error)| error),
            timed_out: verdict.code == Some(Code::Timeout),
            timeout_ms,
            output_sha256: result.as_ref().map(|result| result.output_sha256.clone()),
            stdout_preview: stdout.preview,
            stdout_bytes: stdout.bytes,
            stdout_sha256: stdout.sha256,
            stderr_preview: stderr.preview,
            stderr_bytes: stderr.bytes,
            stderr_sha256: stderr.sha256,
            drift: drift.ok().flatten(),
        };
        if let Some(result) = result {
            self.results.push(StepOutput { skill: skill_name.to_owned(), step: step.name.clone(), result });
        }
        out
    }
}

type Failure = (Option<Code>, String);

/// The failure of a step by its verdict. A result that claims success although nothing in it passed is a
/// failure.
fn judge(verdict: &Verdict, result: Option<&VerifyResult>) -> Option<Failure> {
    if let Some(error) = verdict.why_provisional() {
        return Some((Some(Code::Policy), error.to_owned()));
    }
    if !verdict.passed() {
        let error = verdict.error.clone().unwrap_or_else(|| "no reason given".to_owned());
        return Some((verdict.code, error));
    }
    let result = result?;
    let report = RunReport { started_at_ms: 0.0, results: vec![result.clone()], slowest: 0 };
    let nothing = matches!(result.output, Output::Tests(_)) && result.count(TestState::Passed) == 0;
    (nothing || !report.success())
        .then(|| (Some(Code::NoTests), "The verifier says that it passed, and nothing did".to_owned()))
}

/// The failure of a step by drift of tracked files.
fn drifted(skill: &Skill, drift: &Result<Option<Drift>, TargetError>) -> Option<Failure> {
    match drift {
        Ok(None) => None,
        Ok(Some(_)) if skill.read_only == ReadOnly::None => None,
        Ok(Some(drift)) => {
            let named: Vec<&str> = drift.paths.iter().take(5).map(|path| path.path.as_str()).collect();
            let more = if drift.total > named.len() { ", …" } else { "" };
            let message = format!(
                "Drift: {} tracked file(s) changed during the step ({}{more})",
                drift.total,
                named.join(", ")
            );
            Some((Some(Code::Integrity), message))
        }
        Err(error) => {
            Some((Some(Code::Unavailable), format!("Whether tracked files drifted cannot be told: {error}")))
        }
    }
}

fn not_run(skill: &Skill, step: &Step) -> StepResult {
    let nothing = Stream::of("");
    StepResult {
        name: step.name.clone(),
        command: step.run.clone(),
        state: StepState::NotRun,
        error: None,
        code: None,
        timed_out: false,
        timeout_ms: step.timeout_ms.unwrap_or(skill.timeout_ms),
        output_sha256: None,
        stdout_preview: String::new(),
        stdout_bytes: 0,
        stdout_sha256: nothing.sha256.clone(),
        stderr_preview: String::new(),
        stderr_bytes: 0,
        stderr_sha256: nothing.sha256,
        drift: None,
    }
}

fn escalations(skill: &Skill, steps: &[StepResult]) -> Vec<Escalation> {
    let found = [
        (Escalation::Network, skill.network == Network::Allow),
        (Escalation::Timeout, steps.iter().any(|step| step.timed_out)),
        (Escalation::Drift, steps.iter().any(|step| step.drift.is_some())),
    ];
    found.into_iter().filter(|(_, found)| *found).map(|(escalation, _)| escalation).collect()
}

fn effective_tier(tier: u8, escalations: &[Escalation]) -> u8 {
    if escalations.contains(&Escalation::Drift) {
        return MAX_TIER;
    }
    let raised = u8::try_from(escalations.len()).unwrap_or(MAX_TIER);
    tier.saturating_add(raised).min(MAX_TIER)
}
