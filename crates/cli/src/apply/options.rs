//! What a person or CI decides about an apply.

use std::fs;
use std::io;
use std::path::PathBuf;

use serde::Deserialize;
use serde::de::IntoDeserializer;
use serde::de::value::{Error, StrDeserializer};
use verdict_gate::policy::{Approval, Protected, Reaction, Strictness};
use verdict_gate::{ApplyOptions, PhaseMask, Policy};
use verdict_protocol::HostResolution;

use crate::browser::BrowserArguments;
use crate::environment::EnvironmentArguments;

/// How a change is judged, and what is let through.
#[derive(clap::Args, Debug, Clone)]
pub(crate) struct JudgeArguments {
    /// `verb:argument` that must pass on a copy with the change.
    #[arg(long, value_name = "COMMAND")]
    verify: Option<String>,
    /// A profile of spec/verification.yaml, as it is before the change, that must pass on a copy with the change.
    #[arg(long, value_name = "NAME")]
    profile: Option<String>,
    #[command(flatten)]
    env: EnvironmentArguments,
    /// Which phases run, added up: 1 for pre-flight, 2 for snapshot and rollback, 4 for post-verify, 8 for the
    /// build check.
    #[arg(long, value_name = "N", default_value = "15", value_parser = phase_mask)]
    phase_mask: PhaseMask,
    /// Apply even though nothing verifies the change: without --verify and --profile, or without an engine.
    #[arg(long)]
    allow_unverified: bool,
    /// Let the change touch protected files of a kind: verifier, gate, constitution, profiles or config. May be
    /// given again.
    #[arg(long, value_name = "KIND", value_parser = word::<Protected>)]
    allow: Vec<Protected>,
    /// Whether a test that passed before and fails in its old form on the change keeps it from being applied:
    /// block or warn.
    #[arg(long, value_name = "REACTION", default_value = "block", value_parser = word::<Reaction>)]
    old_tests: Reaction,
    /// The same for tests that the change leaves with fewer assertions, skips or removes.
    #[arg(long, value_name = "REACTION", default_value = "block", value_parser = word::<Reaction>)]
    weakened_tests: Reaction,
    /// The same for imports that mean another file on the application's host than in the tests that judge the change.
    #[arg(long, value_name = "REACTION", default_value = "block", value_parser = word::<Reaction>)]
    host_resolution: Reaction,
    /// Conditions of exports and imports that hold on the application's host: browser,module,production where it is not
    /// given.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    host_conditions: Option<Vec<String>>,
    /// Fields of package.json that name the main file there: browser,module,jsnext:main,jsnext,main where it is not given.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    host_fields: Option<Vec<String>>,
    /// Whether a test that judges the change and asserts nothing keeps it from being applied: block or warn.
    #[arg(long, value_name = "REACTION", default_value = "block", value_parser = word::<Reaction>)]
    require_assertions: Reaction,
    /// The same for a test in which a failed assertion was caught.
    #[arg(long, value_name = "REACTION", default_value = "block", value_parser = word::<Reaction>)]
    strict_assertions: Reaction,
    /// How much is refused where no other option says: standard or paranoid. docs/policy/ has a page for each rule.
    #[arg(long, value_name = "LEVEL", default_value = "standard", value_parser = word::<Strictness>)]
    strictness: Strictness,
    /// Whether an added comment that keeps a check from being made (eslint-disable, @ts-ignore …) keeps the change from
    /// being applied: block or warn.
    #[arg(long, value_name = "REACTION", value_parser = word::<Reaction>)]
    suppressions: Option<Reaction>,
    /// The same for new lint findings of changed files, by rules that find mistakes or that the project made errors.
    #[arg(long, value_name = "REACTION", value_parser = word::<Reaction>)]
    lint: Option<Reaction>,
    /// The same by rules of style; a warning without --strictness paranoid.
    #[arg(long, value_name = "REACTION", value_parser = word::<Reaction>)]
    lint_style: Option<Reaction>,
    /// The same for file names with controls, or with characters that change the direction of text: block or allow.
    #[arg(long, value_name = "REACTION", value_parser = word::<Reaction>)]
    odd_names: Option<Reaction>,
    /// Lift a rule of the constitution that a person may approve, and record who did. May be given again.
    #[arg(long, value_name = "RULE=WHO", value_parser = approval)]
    approve: Vec<Approval>,
    /// The constitution that holds, in the place of spec/constitution.yaml of the folder.
    #[arg(long, value_name = "FILE")]
    constitution: Option<PathBuf>,
    /// The code that makes the change, as a path in the folder: its capabilities say where it may write.
    #[arg(long, value_name = "PATH")]
    actor: Option<String>,
    /// The change that the profile is run for: once it is applied, results go to changes/ID/.
    #[arg(long, value_name = "ID", requires = "profile")]
    change: Option<String>,
}

fn phase_mask(text: &str) -> Result<PhaseMask, String> {
    let mask: f64 = text.parse().map_err(|_| "not a number".to_owned())?;
    PhaseMask::try_from(mask).map_err(|error| error.to_string())
}

/// A word as it stands in a policy.
fn word<T: for<'de> Deserialize<'de>>(text: &str) -> Result<T, String> {
    let word: StrDeserializer<'_, Error> = text.into_deserializer();
    T::deserialize(word).map_err(|error| error.to_string())
}

/// `RULE=WHO`.
fn approval(text: &str) -> Result<Approval, String> {
    match text.split_once('=') {
        Some((rule, by)) if !rule.is_empty() && !by.trim().is_empty() => {
            Ok(Approval { rule: rule.to_owned(), by: by.to_owned() })
        }
        _ => Err("expected RULE=WHO".into()),
    }
}

impl JudgeArguments {
    /// How the application's host resolves imports.
    fn host(&self) -> HostResolution {
        let page = HostResolution::default();
        HostResolution {
            conditions: self.host_conditions.clone().unwrap_or(page.conditions),
            fields: self.host_fields.clone().unwrap_or(page.fields),
            extensions: page.extensions,
        }
    }

    /// The options of the gate, but for the run. What is confirmed by a second engine stands beside the engine.
    ///
    /// # Errors
    /// [`io::Error`] for a constitution that cannot be read and a variable that is not set.
    pub(crate) fn options(&self, browser: &BrowserArguments) -> io::Result<ApplyOptions> {
        let constitution = self.constitution.as_deref().map(|path| {
            fs::read_to_string(path)
                .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", path.display())))
        });
        Ok(ApplyOptions {
            verify_command: self.verify.clone(),
            profile: self.profile.clone(),
            env: self.env.variables().map_err(io::Error::other)?,
            change_id: self.change.clone(),
            phase_mask: self.phase_mask,
            policy: Policy {
                allow_unverified: self.allow_unverified,
                old_tests: self.old_tests,
                weakened_tests: self.weakened_tests,
                host_resolution: self.host_resolution,
                host: self.host(),
                require_assertions: self.require_assertions,
                strict_assertions: self.strict_assertions,
                strictness: self.strictness,
                suppressions: self.suppressions,
                lint: self.lint,
                lint_style: self.lint_style,
                odd_names: self.odd_names,
                allow: self.allow.iter().copied().collect(),
                approvals: self.approve.clone(),
                confirm: browser.policy(),
                ..Policy::default()
            },
            constitution: constitution.transpose()?,
            actor: self.actor.clone(),
            ..ApplyOptions::default()
        })
    }
}
