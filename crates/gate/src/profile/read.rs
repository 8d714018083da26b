//! Parses `spec/verification.yaml` and reports all mistakes.

mod fields;

use std::collections::{BTreeMap, BTreeSet};

use verdict_protocol::{Command, Verb};
use verdict_vfs::{PatternError, Snapshot};

use self::fields::{Fields, Reader};
use super::config::{CONFIG_PATH, DEFAULT_TIMEOUT_MS, MAX_TIMEOUT_MS};
use super::node::Node;
use super::{Network, ProfileError, ReadOnly, Skill, Step, Toolchains, VerificationConfig, artifact_name};
use crate::document::{DocumentError, Spanned, read};

impl VerificationConfig {
    /// Parses a configuration. All mistakes of structure and meaning are reported with their locations. A
    /// document that is no YAML, has a duplicate key or expands beyond its limits has only the mistake that
    /// stopped the parser.
    ///
    /// # Errors
    /// [`ProfileError::Config`] with the mistakes.
    pub fn read(text: &str) -> Result<VerificationConfig, ProfileError> {
        let root: Spanned<Node> = read(text, CONFIG_PATH).map_err(ProfileError::Config)?;
        let mut reader = Reader::new(text);
        let config = config(&mut reader, &root);
        match (config, reader.finish()) {
            (Some(config), Ok(())) => Ok(config),
            (_, Err(errors)) => Err(ProfileError::Config(errors)),
            // A parser without a result has reported why; this case guards against later changes.
            (None, Ok(())) => Err(ProfileError::Config(Vec::new())),
        }
    }

    /// The configuration in a snapshot.
    ///
    /// # Errors
    /// [`ProfileError::NoConfig`] and [`ProfileError::Config`].
    pub fn of(snapshot: &Snapshot) -> Result<VerificationConfig, ProfileError> {
        let path = super::change_id::path(CONFIG_PATH)?;
        let blob = snapshot.get(&path).ok_or(ProfileError::NoConfig)?;
        let text = blob.text().ok_or_else(|| {
            let valid = blob.bytes().utf8_chunks().next().map_or("", |chunk| chunk.valid());
            let mut mistakes = crate::Mistakes::new(valid, CONFIG_PATH);
            mistakes.at(valid.len(), "not UTF-8");
            ProfileError::Config(mistakes.finish().err().unwrap_or_default())
        })?;
        VerificationConfig::read(text)
    }

    /// The skills of a profile, in the order in which they run.
    ///
    /// # Errors
    /// [`ProfileError::UnknownProfile`] if there is no such profile.
    pub fn profile(&self, name: &str) -> Result<Vec<(&str, &Skill)>, ProfileError> {
        let Some(names) = self.profiles.get(name) else {
            let known: Vec<&str> = self.profiles.keys().map(String::as_str).collect();
            let message = format!("unknown profile \"{name}\" (there are: {})", known.join(", "));
            return Err(ProfileError::UnknownProfile(DocumentError {
                name: CONFIG_PATH.to_owned(),
                message: crate::error::preview(&message),
                line: self.profiles_at.line,
                column: self.profiles_at.column,
            }));
        };
        Ok(names
            .iter()
            .filter_map(|name| self.skills.get_key_value(name))
            .map(|(k, v)| (k.as_str(), v))
            .collect())
    }
}

fn config(reader: &mut Reader<'_>, root: &Spanned<Node>) -> Option<VerificationConfig> {
    let fields = reader.fields(root, "the document", &["version", "toolchains", "skills", "profiles"])?;
    let version = reader.required(&fields, "version").and_then(|node| reader.integer(node, "version", 1, 1));
    let toolchains = fields.get("toolchains").and_then(|node| toolchains(reader, node)).unwrap_or_default();
    let skill_nodes = reader.required(&fields, "skills").and_then(|node| reader.entries(node, "skills"));
    let profile_nodes =
        reader.required(&fields, "profiles").and_then(|node| reader.entries(node, "profiles"));
    let profiles_at = fields.get("profiles").map_or(root.offset, |node| node.offset);
    let skills: Option<BTreeMap<String, Option<Skill>>> = skill_nodes.map(|nodes| {
        distinct_artifacts(reader, &nodes);
        nodes
            .into_iter()
            .map(|(name, node)| (name.value.to_owned(), skill(reader, name.value, node)))
            .collect()
    });
    let known: Option<BTreeSet<&str>> =
        skills.as_ref().map(|skills| skills.keys().map(String::as_str).collect());
    let profiles = profile_nodes.map(|nodes| {
        nodes
            .into_iter()
            .map(|(name, node)| (name.value.to_owned(), profile(reader, name.value, node, known.as_ref())))
            .collect()
    });
    Some(VerificationConfig {
        version: u32::try_from(version?).ok()?,
        toolchains,
        // The mistake of a skill that could not be parsed is already reported.
        skills: skills?.into_iter().filter_map(|(name, skill)| Some((name, skill?))).collect(),
        profiles: profiles?,
        profiles_at: reader.position(profiles_at),
    })
}

fn toolchains(reader: &mut Reader<'_>, node: &Spanned<Node>) -> Option<Toolchains> {
    let fields = reader.fields(node, "toolchains", &["engine", "rules", "checker", "protocol"])?;
    let mut requirement = |name: &str| {
        let node = fields.get(name)?;
        let text = reader.text(node, &format!("the version of {name}"))?;
        match semver::VersionReq::parse(text) {
            Ok(_) => Some(text.to_owned()),
            Err(error) => {
                reader.mistake(node, &format!("bad version requirement of {name}, \"{text}\": {error}"));
                None
            }
        }
    };
    Some(Toolchains {
        engine: requirement("engine"),
        rules: requirement("rules"),
        checker: requirement("checker"),
        protocol: requirement("protocol"),
    })
}

/// Checks that no two skills share a result file on any file system.
fn distinct_artifacts(reader: &mut Reader<'_>, skills: &[(Spanned<&str>, &Spanned<Node>)]) {
    let mut taken: BTreeMap<String, &str> = BTreeMap::new();
    for (name, _) in skills {
        let file = artifact_name(name.value).to_ascii_lowercase();
        if let Some(other) = taken.insert(file, name.value) {
            let message =
                format!("the results of skill \"{}\" would lie where those of \"{other}\" lie", name.value);
            reader.mistake(name, &message);
        }
    }
}

fn skill(reader: &mut Reader<'_>, name: &str, node: &Spanned<Node>) -> Option<Skill> {
    let what = format!("skill \"{name}\"");
    let keys = [
        "description",
        "tier",
        "timeout_ms",
        "env",
        "network",
        "read_only",
        "require_assertions",
        "strict_assertions",
        "steps",
    ];
    let fields = reader.fields(node, &what, &keys)?;
    let description = fields.get("description").and_then(|node| reader.text(node, "description"));
    let tier = reader.required(&fields, "tier").and_then(|node| reader.integer(node, "tier", 1, 2));
    let timeout_ms = timeout(reader, &fields).unwrap_or(DEFAULT_TIMEOUT_MS);
    let env = fields.get("env").map(|node| env(reader, node)).unwrap_or_default();
    let network = reader.choice(&fields, "network", &[("deny", Network::Deny), ("allow", Network::Allow)]);
    let read_only =
        reader.choice(&fields, "read_only", &[("tracked", ReadOnly::Tracked), ("none", ReadOnly::None)]);
    let require_assertions = reader.switch(&fields, "require_assertions", true);
    let strict_assertions = reader.switch(&fields, "strict_assertions", true);
    let steps = reader.required(&fields, "steps").and_then(|node| steps(reader, node, &what));
    Some(Skill {
        description: description.map(str::to_owned),
        tier: u8::try_from(tier?).ok()?,
        timeout_ms,
        env,
        network,
        read_only,
        require_assertions,
        strict_assertions,
        steps: steps?,
    })
}

fn timeout(reader: &mut Reader<'_>, fields: &Fields<'_>) -> Option<u64> {
    let max = i64::try_from(MAX_TIMEOUT_MS).unwrap_or(i64::MAX);
    let value = fields.get("timeout_ms").and_then(|node| reader.integer(node, "timeout_ms", 1, max))?;
    u64::try_from(value).ok()
}

fn env(reader: &mut Reader<'_>, node: &Spanned<Node>) -> Vec<String> {
    let mut names = Vec::new();
    for item in reader.list(node, "env", false).unwrap_or_default() {
        let Some(name) = reader.text(item, "a name of env") else { continue };
        let plain = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
        if name.is_empty() || !name.chars().all(plain) {
            reader.mistake(item, &format!("bad name of env, \"{name}\": it must match ^[A-Z0-9_]+$"));
        } else if names.iter().any(|other| other == name) {
            reader.mistake(item, &format!("env has \"{name}\" twice"));
        } else {
            names.push(name.to_owned());
        }
    }
    names
}

fn steps(reader: &mut Reader<'_>, node: &Spanned<Node>, skill: &str) -> Option<Vec<Step>> {
    let mut names = BTreeSet::new();
    let mut steps = Vec::new();
    for item in reader.list(node, &format!("steps of {skill}"), true)? {
        let Some(fields) = reader.fields(item, "a step", &["name", "run", "timeout_ms"]) else { continue };
        let name_node = reader.required(&fields, "name");
        let name = name_node.and_then(|node| reader.name(node, "the name of a step"));
        let run_node = reader.required(&fields, "run");
        let run = run_node.and_then(|node| reader.text(node, "run"));
        let timeout_ms = timeout(reader, &fields);
        if let (Some(node), Some(name)) = (name_node, name)
            && !names.insert(name)
        {
            reader.mistake(node, &format!("{skill} has a step \"{name}\" already"));
        }
        if let (Some(node), Some(run)) = (run_node, run)
            && let Err(why) = command(run)
        {
            reader.mistake(node, &why);
        }
        if let (Some(name), Some(run)) = (name, run) {
            steps.push(Step { name: name.to_owned(), run: run.to_owned(), timeout_ms });
        }
    }
    Some(steps)
}

/// Checks a command as far as possible without files.
fn command(text: &str) -> Result<(), String> {
    let command = Command::parse(text).map_err(|error| error.to_string())?;
    if command.verb == Verb::Eval {
        let empty = command.argument.trim().is_empty();
        return if empty { Err("eval: has nothing to evaluate".to_owned()) } else { Ok(()) };
    }
    if command.verb == Verb::Project {
        return Err("project: reads a configuration and verifies nothing".to_owned());
    }
    let patterns = command.patterns().map_err(|error| error.to_string())?;
    if patterns.is_empty() {
        return Err(format!("{}: names no file", command.verb.as_str()));
    }
    for pattern in patterns {
        match Snapshot::default().select(&pattern) {
            Ok(_) | Err(PatternError::NotFound(_)) => {}
            Err(error) => return Err(format!("bad command: {error}")),
        }
    }
    Ok(())
}

fn profile(
    reader: &mut Reader<'_>,
    name: &str,
    node: &Spanned<Node>,
    known: Option<&BTreeSet<&str>>,
) -> Vec<String> {
    let mut skills: Vec<String> = Vec::new();
    for item in reader.list(node, &format!("profile \"{name}\""), true).unwrap_or_default() {
        let Some(skill) = reader.text(item, "the name of a skill") else { continue };
        if known.is_some_and(|known| !known.contains(skill)) {
            reader.mistake(item, &format!("profile \"{name}\" has an unknown skill \"{skill}\""));
        } else if skills.iter().any(|other| other == skill) {
            reader.mistake(item, &format!("profile \"{name}\" has skill \"{skill}\" twice"));
        }
        skills.push(skill.to_owned());
    }
    skills
}
