//! The constitution: a document of rules for changes, and of capabilities for code below a prefix.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use verdict_vfs::Snapshot;

use super::PathGlob;
use super::keyword::Keyword;
use crate::document::{self, DocumentError, Mistakes, Spanned};

/// Where to look for a constitution in the files if the caller gives none.
pub const CONSTITUTION_FILES: [&str; 3] =
    ["/spec/constitution.yaml", "/spec/constitution.yml", "/spec/constitution.json"];

/// The supported version of the document.
const VERSION: u32 = 1;

/// Rules and capabilities.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Constitution {
    /// In document order; ids are unique.
    pub rules: Vec<Rule>,
    /// In document order; prefixes are unique.
    pub capabilities: Vec<Capability>,
}

/// One rule. A file triggers it by matching every kind of trigger that the rule has.
#[derive(Debug, Clone, PartialEq)]
pub struct Rule {
    /// Letters, digits, `_`, `-` and `.`, for example `RULE_002`.
    pub id: String,
    /// The requirement, in a sentence.
    pub text: String,
    /// Globs of changed paths, including both ends of a RENAME.
    pub paths: Vec<PathGlob>,
    /// Keywords to find in added lines, reasons and metadata.
    pub keywords: Vec<Keyword>,
    /// The effect of the rule once triggered.
    pub enforcement: Enforcement,
    /// Who can lift the rule.
    pub approval: Approver,
}

/// The effect of a triggered rule.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Enforcement {
    /// The gate refuses the change.
    #[default]
    Blocking,
    /// The report mentions the rule.
    Advisory,
}

/// Who can lift a blocking rule for one change.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Approver {
    /// Nobody can lift it.
    #[default]
    None,
    /// A person, by an entry of `policy.approvals`.
    Person,
}

/// The capabilities of code below a prefix.
#[derive(Debug, Clone, PartialEq)]
pub struct Capability {
    /// A folder such as `/tools/`, or one file. The longest matching prefix applies.
    pub prefix: PathGlob,
    /// Where the code may write.
    pub write: Vec<PathGlob>,
    /// Whether the code may use the network.
    pub network: bool,
    /// Whether the code may evaluate strings as code.
    pub eval: bool,
    /// Whether the code may start workers. Without a word, it may if it may use the network.
    pub workers: bool,
    /// Whether the code may use storage that outlives the page. Without a word, it may.
    pub storage: bool,
    /// Whether the code may use the document and the window. Without a word, it may.
    pub dom: bool,
    /// Whether the code may use timers. Without a word, it may.
    pub timers: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    version: Spanned<u32>,
    #[serde(default)]
    rules: Vec<Spanned<RuleDocument>>,
    #[serde(default)]
    capabilities: Vec<CapabilityDocument>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RuleDocument {
    id: Spanned<String>,
    text: Spanned<String>,
    #[serde(default)]
    paths: Vec<Spanned<String>>,
    #[serde(default)]
    keywords: Vec<Spanned<String>>,
    #[serde(default)]
    enforcement: Enforcement,
    #[serde(default)]
    approval: Approver,
}

/// An entry states the first three, so that silence neither grants nor denies them.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CapabilityDocument {
    prefix: Spanned<String>,
    write: Vec<Spanned<String>>,
    network: bool,
    eval: bool,
    workers: Option<bool>,
    storage: Option<bool>,
    dom: Option<bool>,
    timers: Option<bool>,
}

impl Constitution {
    /// Parses a constitution in YAML or JSON. Errors call it `name`.
    ///
    /// # Errors
    /// Syntax errors, unknown keys, an unsupported version, duplicate ids or prefixes, and bad globs. A rule
    /// also needs an id, a text and a trigger.
    pub fn parse(text: &str, name: &str) -> Result<Constitution, Vec<DocumentError>> {
        let read: Document = document::read(text, name)?;
        let mut mistakes = Mistakes::new(text, name);
        if read.version.value != VERSION {
            let message = format!("version {} is not read here (expected {VERSION})", read.version.value);
            mistakes.at(read.version.offset, &message);
        }
        let mut ids = BTreeMap::new();
        let mut rules = Vec::new();
        for rule in read.rules {
            if ids.insert(rule.id.value.clone(), rule.id.offset).is_some() {
                mistakes.at(rule.id.offset, &format!("The rule id {} stands twice", rule.id.value));
            }
            rules.push(rule_of(rule, &mut mistakes));
        }
        let mut prefixes = BTreeMap::new();
        let mut capabilities = Vec::new();
        for entry in read.capabilities {
            let at = entry.prefix.offset;
            let write = globs(&entry.write, &mut mistakes);
            let Some(prefix) = prefix(&entry.prefix, &mut mistakes) else { continue };
            if prefixes.insert(prefix.folder().to_owned(), at).is_some() {
                mistakes.at(at, &format!("The prefix {} stands twice", entry.prefix.value));
            }
            capabilities.push(Capability {
                prefix,
                write,
                network: entry.network,
                eval: entry.eval,
                workers: entry.workers.unwrap_or(entry.network),
                storage: entry.storage.unwrap_or(true),
                dom: entry.dom.unwrap_or(true),
                timers: entry.timers.unwrap_or(true),
            });
        }
        mistakes.finish()?;
        Ok(Constitution { rules, capabilities })
    }

    /// The constitution among the files, with its path. `None` if the files have no constitution.
    ///
    /// # Errors
    /// The mistakes in the constitution, or that there are two of them.
    pub fn of_files(files: &Snapshot) -> Result<Option<(&'static str, Constitution)>, Vec<DocumentError>> {
        let mut found = CONSTITUTION_FILES.into_iter().filter(|path| files.contains(path));
        let Some(path) = found.next() else { return Ok(None) };
        if let Some(other) = found.next() {
            let mut mistakes = Mistakes::new("", path);
            mistakes.at(0, &format!("There is another constitution, {other}: which one holds?"));
            mistakes.finish()?;
        }
        let blob = files.iter().find(|(file, _)| file.as_str() == path).map(|(_, blob)| blob);
        let Some(text) = blob.and_then(|blob| blob.text()) else {
            let mut mistakes = Mistakes::new("", path);
            mistakes.at(0, "It is no UTF-8 text");
            return mistakes.finish().map(|()| None);
        };
        Constitution::parse(text, path).map(|constitution| Some((path, constitution)))
    }
}

fn rule_of(rule: Spanned<RuleDocument>, mistakes: &mut Mistakes<'_>) -> Rule {
    let at = rule.offset;
    let rule = rule.value;
    let is_id = |id: &str| {
        !id.is_empty() && id.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.'))
    };
    if !is_id(&rule.id) {
        mistakes.at(rule.id.offset, "A rule id is letters, digits, _, - and .");
    }
    if rule.text.trim().is_empty() {
        mistakes.at(rule.text.offset, "A rule needs a text");
    }
    if rule.paths.is_empty() && rule.keywords.is_empty() {
        mistakes.at(at, &format!("The rule {} has no trigger: give it paths or keywords", rule.id.value));
    }
    let paths = globs(&rule.paths, mistakes);
    let mut keywords = Vec::new();
    for keyword in &rule.keywords {
        match Keyword::parse(keyword) {
            Some(keyword) => keywords.push(keyword),
            None => mistakes.at(keyword.offset, "An empty keyword"),
        }
    }
    let (id, text) = (rule.id.value, rule.text.value.trim().to_owned());
    Rule { id, text, paths, keywords, enforcement: rule.enforcement, approval: rule.approval }
}

fn globs(written: &[Spanned<String>], mistakes: &mut Mistakes<'_>) -> Vec<PathGlob> {
    let mut globs = Vec::new();
    for glob in written {
        match PathGlob::parse(glob) {
            Ok(glob) => globs.push(glob),
            Err(why) => mistakes.at(glob.offset, &why),
        }
    }
    globs
}

fn prefix(written: &Spanned<String>, mistakes: &mut Mistakes<'_>) -> Option<PathGlob> {
    match PathGlob::parse(written) {
        Ok(prefix) if prefix.is_glob() => {
            mistakes.at(written.offset, &format!("A prefix is a path, not a glob: {}", written.value));
            None
        }
        Ok(prefix) => Some(prefix),
        Err(why) => {
            mistakes.at(written.offset, &why);
            None
        }
    }
}
