//! The constitution: a document of rules that a change must keep, and of what code below a prefix may do.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use verdict_vfs::Snapshot;

use super::PathGlob;
use super::keyword::Keyword;
use crate::document::{self, DocumentError, Mistakes, Spanned};

/// Where a constitution is looked for in the files, where a caller gives none.
pub const CONSTITUTION_FILES: [&str; 3] =
    ["/spec/constitution.yaml", "/spec/constitution.yml", "/spec/constitution.json"];

/// The version of the document that is read here.
const VERSION: u32 = 1;

/// Rules and capabilities.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Constitution {
    /// In the order of the document; ids are unique.
    pub rules: Vec<Rule>,
    /// In the order of the document; prefixes are unique.
    pub capabilities: Vec<Capability>,
}

/// One rule. It is triggered by a file that matches all of the kinds of trigger that it has.
#[derive(Debug, Clone, PartialEq)]
pub struct Rule {
    /// Letters, digits, `_`, `-` and `.`, for example `RULE_002`.
    pub id: String,
    /// What it demands, in a sentence.
    pub text: String,
    /// Globs of changed paths, both ends of a RENAME.
    pub paths: Vec<PathGlob>,
    /// Words of added lines, of reasons and of metadata.
    pub keywords: Vec<Keyword>,
    /// What being triggered means.
    pub enforcement: Enforcement,
    /// Who can lift it.
    pub approval: Approver,
}

/// What a triggered rule means.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Enforcement {
    /// The change is refused.
    #[default]
    Blocking,
    /// The report says so.
    Advisory,
}

/// Who can lift a blocking rule for one change.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Approver {
    /// Nobody.
    #[default]
    None,
    /// A person, by an entry of `policy.approvals`.
    Person,
}

/// What code below a prefix may do.
#[derive(Debug, Clone, PartialEq)]
pub struct Capability {
    /// A folder, as `/tools/`, or one file. The longest prefix of a path holds.
    pub prefix: PathGlob,
    /// Where it may write.
    pub write: Vec<PathGlob>,
    /// Whether it may use the network.
    pub network: bool,
    /// Whether it may make code of texts.
    pub eval: bool,
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

/// An entry says all three, so that nothing is granted or denied by silence.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CapabilityDocument {
    prefix: Spanned<String>,
    write: Vec<Spanned<String>>,
    network: bool,
    eval: bool,
}

impl Constitution {
    /// Reads a constitution in YAML or JSON. `name` is what errors call it.
    ///
    /// # Errors
    /// What is wrong with it: syntax, an unknown key, another version, a rule without an id, a text or a
    /// trigger, an id or prefix that stands twice, a bad glob.
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
            capabilities.push(Capability { prefix, write, network: entry.network, eval: entry.eval });
        }
        mistakes.finish()?;
        Ok(Constitution { rules, capabilities })
    }

    /// The constitution that lies in the files, with its path; None where there is none.
    ///
    /// # Errors
    /// What is wrong with it; two of them is wrong as well.
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
