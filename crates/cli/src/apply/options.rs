//! The options of an apply.

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

/// How to judge a change, and what to allow.
#[derive(clap::Args, Debug, Clone)]
pub(crate) struct JudgeArguments {
    /// A `verb:argument` command that must pass on a copy with the change.
    #[arg(long, value_name = "COMMAND")]
    verify: Option<String>,
    /// A profile of spec/verification.yaml, in its state before the change, that must pass on a copy with the
    /// change.
    #[arg(long, value_name = "NAME")]
    profile: Option<String>,
    /// Judge by the configuration of the project's own tools, such as vitest.config.ts, in its state before the change.
    /// DIR is the project's folder from the root; without it, the root.
    #[arg(long, value_name = "DIR", num_args = 0..=1, default_missing_value = "/", require_equals = true)]
    project: Option<String>,
    #[command(flatten)]
    env: EnvironmentArguments,
    /// The phases to run, as a sum: 1 pre-flight, 2 snapshot and rollback, 4 post-verify, 8 build check.
    #[arg(long, value_name = "N", default_value = "15", value_parser = phase_mask)]
    phase_mask: PhaseMask,
    /// Apply the change even if nothing verifies it: without --verify and --profile, or without an engine.
    #[arg(long)]
    allow_unverified: bool,
    /// Allow changes to a kind of protected files: verifier, gate, constitution, profiles or config.
    /// Repeatable.
    #[arg(long, value_name = "KIND", value_parser = word::<Protected>)]
    allow: Vec<Protected>,
    /// Block or warn if a test passed before and fails in its old form on the change.
    #[arg(long, value_name = "REACTION", default_value = "block", value_parser = word::<Reaction>)]
    old_tests: Reaction,
    /// Block or warn if the change removes a test, skips it or reduces its assertions.
    #[arg(long, value_name = "REACTION", default_value = "block", value_parser = word::<Reaction>)]
    weakened_tests: Reaction,
    /// Block or warn if an import leads to another file on the application's host than in the judging tests.
    #[arg(long, value_name = "REACTION", default_value = "block", value_parser = word::<Reaction>)]
    host_resolution: Reaction,
    /// Conditions of exports and imports that hold on the application's host. The default is
    /// browser,module,production.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    host_conditions: Option<Vec<String>>,
    /// Fields of package.json that name a package's main file on that host. The default is
    /// browser,module,jsnext:main,jsnext,main.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    host_fields: Option<Vec<String>>,
    /// Block or warn if a test that judges the change asserts nothing.
    #[arg(long, value_name = "REACTION", default_value = "block", value_parser = word::<Reaction>)]
    require_assertions: Reaction,
    /// Block or warn if a test that judges the change catches a failed assertion.
    #[arg(long, value_name = "REACTION", default_value = "block", value_parser = word::<Reaction>)]
    strict_assertions: Reaction,
    /// The strictness of all rules without an option of their own: standard or paranoid. docs/policy/ has a
    /// page for each rule.
    #[arg(long, value_name = "LEVEL", default_value = "standard", value_parser = word::<Strictness>)]
    strictness: Strictness,
    /// Block or warn if the change adds a comment that suppresses a check (eslint-disable, @ts-ignore …).
    #[arg(long, value_name = "REACTION", value_parser = word::<Reaction>)]
    suppressions: Option<Reaction>,
    /// Block or warn if changed files have new lint findings of rules that find mistakes or that the project
    /// made errors.
    #[arg(long, value_name = "REACTION", value_parser = word::<Reaction>)]
    lint: Option<Reaction>,
    /// Block or warn if changed files have new lint findings of style rules; by default a warning, except
    /// with --strictness paranoid.
    #[arg(long, value_name = "REACTION", value_parser = word::<Reaction>)]
    lint_style: Option<Reaction>,
    /// Block or warn if code of the application newly replaces a built-in function or object.
    #[arg(long, value_name = "REACTION", value_parser = word::<Reaction>)]
    built_ins: Option<Reaction>,
    /// Block or allow file names with control characters, or with characters that change the direction of
    /// text.
    #[arg(long, value_name = "REACTION", value_parser = word::<Reaction>)]
    odd_names: Option<Reaction>,
    /// Lift a rule of the constitution that a person may approve, and record who did. Repeatable.
    #[arg(long, value_name = "RULE=WHO", value_parser = approval)]
    approve: Vec<Approval>,
    /// The constitution to apply instead of spec/constitution.yaml in the folder.
    #[arg(long, value_name = "FILE")]
    constitution: Option<PathBuf>,
    /// The code that makes the change, as a path in the folder: its capabilities determine where it may
    /// write.
    #[arg(long, value_name = "PATH")]
    actor: Option<String>,
    /// The change that the profile runs for: after it is applied, the gate writes results to changes/ID/.
    #[arg(long, value_name = "ID", requires = "profile")]
    change: Option<String>,
}

fn phase_mask(text: &str) -> Result<PhaseMask, String> {
    let mask: f64 = text.parse().map_err(|_| "not a number".to_owned())?;
    PhaseMask::try_from(mask).map_err(|error| error.to_string())
}

/// Parses a word of a policy.
fn word<T: for<'de> Deserialize<'de>>(text: &str) -> Result<T, String> {
    let word: StrDeserializer<'_, Error> = text.into_deserializer();
    T::deserialize(word).map_err(|error| error.to_string())
}

/// Parses `RULE=WHO`.
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

    /// The gate's options, except those of the run.
    ///
    /// # Errors
    /// [`io::Error`] for an unreadable constitution, and for a variable that is not set.
    pub(crate) fn options(&self, browser: &BrowserArguments) -> io::Result<ApplyOptions> {
        let constitution = self.constitution.as_deref().map(|path| {
            fs::read_to_string(path)
                .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", path.display())))
        });
        Ok(ApplyOptions {
            verify_command: self.verify.clone(),
            profile: self.profile.clone(),
            project: self.project.clone(),
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
                built_ins: self.built_ins,
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
