//! Whether the tests judged the application that the host loads. An import may resolve to one file in the
//! tests and to another on the application's host. Causes are conditions of `exports` and `imports`,
//! `browser`, the main file, or the order of extensions.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use verdict_protocol::{Code, HostResolution, ImportEvidence, ImportKind, TestConfig};
use verdict_vfs::{Conditions, Snapshot, VfsPath};

use super::decide::by_rule;
use super::imports_of_text::imports_of_text;
use super::material::{Material, Role, Roles, resolve};
use super::runs::Ran;
use crate::policy::Reaction;
use crate::policy::registry::HOST_RESOLUTION;
use crate::transaction::{Journal, Run, Stop, Target, Verifier};

/// The largest number of listed imports that differ but not because of the change.
const MOST: usize = 50;

const PACKAGES: &str = "/node_modules/";

/// An import that resolves to another file on the application's host than in the judging tests.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct HostImport {
    /// Absolute path of the importing file.
    pub importer: String,
    /// The specifier as the importer writes it.
    pub specifier: String,
    /// The file in the tests; null for a module of Node.
    pub judged: Option<String>,
    /// The file on the host; null if the host uses an empty module or finds nothing.
    pub on_host: Option<String>,
    /// Whether the change causes the difference. Before, the host used the judged file, or the application
    /// imported neither.
    pub by_change: bool,
}

impl<V: Verifier, T: Target, J: Journal> Run<'_, V, T, J> {
    /// The imports that resolve to another file on the host than in the tests after the change.
    pub(super) fn imports_on_host(
        &self,
        material: &Material<'_>,
        (baseline, new): (&Ran, &Ran),
    ) -> Vec<HostImport> {
        if !new.evidence.divided {
            return Vec::new();
        }
        let config: TestConfig = serde_json::from_value(self.configured["test"].clone()).unwrap_or_default();
        let aliased = |files: &Snapshot| files.resolving_as(&config).unwrap_or_else(|_| files.clone());
        let host = &self.options.policy.host;
        let roles = material.roles_of(new);
        let after = State { files: aliased(&material.after), imports: new.imports(), host };
        let before = State { files: aliased(&material.before), imports: baseline.imports(), host };
        let is_application = |path: &str| {
            roles.role(path) != Role::Material
                || (material.before.contains(path) && material.roles.role(path) != Role::Material)
        };
        let mut edges = after.taken(&is_application, &roles);
        edges.extend(after.written(material, &is_application));
        let mut stood = Stood { before: &before, material, pairs: None };
        let mut found = Vec::new();
        for edge in edges {
            let Some((judged, on_host)) = after.differs(&edge) else { continue };
            let by_change = !stood.holds(&edge, (&judged, &on_host), is_application(&edge.importer));
            if by_change || !edge.importer.contains(PACKAGES) {
                let Edge { importer, specifier, .. } = edge;
                found.push(HostImport { importer, specifier, judged, on_host, by_change });
            }
        }
        // Differences that the change causes are never omitted.
        found.sort_by_key(|one| !one.by_change);
        found.truncate(found.iter().filter(|one| one.by_change).count() + MOST);
        found
    }

    /// Refuses an application whose host would load files that the tests did not judge.
    pub(super) fn keep_judged(&mut self, imports: &[HostImport]) -> Result<(), Stop> {
        let mut messages = imports.iter().filter(|one| one.by_change).map(HostImport::message).peekable();
        let Some(first) = messages.peek().cloned() else { return Ok(()) };
        if self.options.policy.host_resolution == Reaction::Warn {
            self.report.warnings.extend(messages);
            return Ok(());
        }
        self.report.errors.extend(messages.map(|message| by_rule(&HOST_RESOLUTION, message)));
        Err(Stop::new(Code::Policy, format!("The application is not what was judged: {first}")))
    }
}

impl HostImport {
    fn message(&self) -> String {
        let HostImport { importer, specifier, judged, on_host, .. } = self;
        let judged = judged.as_deref().unwrap_or("a module of Node");
        let on_host = on_host.as_deref().unwrap_or("nothing");
        format!(
            "{importer} imports '{specifier}', which is {judged} to the tests and {on_host} on the application's host (policy.{}: \"warn\" lets it through)",
            HOST_RESOLUTION.option
        )
    }
}

/// An import as written.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Edge {
    importer: String,
    specifier: String,
    kind: ImportKind,
}

/// The file in the tests, and the file on the host.
type Pair = (Option<String>, Option<String>);

/// One state of the files.
struct State<'a> {
    files: Snapshot,
    /// The imports of its tests.
    imports: BTreeSet<&'a ImportEvidence>,
    host: &'a HostResolution,
}

impl State<'_> {
    /// The imports that tests executed: those in the application's files, and those that led tests to its
    /// files.
    fn taken(&self, is_application: &dyn Fn(&str) -> bool, roles: &Roles) -> BTreeSet<Edge> {
        let counts = self.imports.iter().filter(|one| {
            let to_application = one
                .path
                .as_deref()
                .is_some_and(|path| !path.contains(PACKAGES) && roles.role(path) == Role::Subject);
            matches!(one.kind, ImportKind::Import | ImportKind::Require)
                && (is_application(&one.importer) || to_application)
                // Skip an import that the gate resolves differently from the engine.
                && resolve(&self.files, &one.importer, &one.specifier, one.kind) == one.path
        });
        counts
            .map(|one| Edge {
                importer: one.importer.clone(),
                specifier: one.specifier.clone(),
                kind: one.kind,
            })
            .collect()
    }

    /// Imports in the application's source text that lead to a judged file, whether or not tests executed
    /// them. Unchanged files count only if the change can affect what they import.
    fn written(&self, material: &Material<'_>, is_application: &dyn Fn(&str) -> bool) -> BTreeSet<Edge> {
        let judged: BTreeSet<&str> = self.imports.iter().filter_map(|one| one.path.as_deref()).collect();
        let of_all = material.changed.iter().any(|path| {
            path.ends_with("/package.json") || material.before.contains(path) != self.files.contains(path)
        });
        let mut edges =
            self.in_texts(&|path| (of_all || material.changed.contains(path)) && is_application(path));
        edges.retain(|edge| {
            let path = resolve(&self.files, &edge.importer, &edge.specifier, edge.kind);
            path.is_some_and(|path| judged.contains(path.as_str()))
        });
        edges
    }

    /// The imports in the text of the project's own source files that are wanted.
    fn in_texts(&self, is_wanted: &dyn Fn(&str) -> bool) -> BTreeSet<Edge> {
        let is_source = |path: &VfsPath| {
            matches!(path.extension(), Some("js" | "mjs" | "cjs" | "jsx" | "ts" | "mts" | "cts" | "tsx"))
        };
        let mut edges = BTreeSet::new();
        for (path, blob) in self.files.iter() {
            if !is_source(path) || path.as_str().contains(PACKAGES) || !is_wanted(path.as_str()) {
                continue;
            }
            edges.extend(imports_of_text(blob.text().unwrap_or_default()).into_iter().map(
                |(specifier, kind)| Edge {
                    importer: path.to_string(),
                    specifier: specifier.to_owned(),
                    kind,
                },
            ));
        }
        edges
    }

    /// The two files that an import resolves to, if they differ.
    fn differs(&self, edge: &Edge) -> Option<Pair> {
        let importer = VfsPath::parse(&edge.importer).ok()?;
        let conditions =
            if edge.kind == ImportKind::Require { Conditions::Require } else { Conditions::Import };
        let judged = resolve(&self.files, &edge.importer, &edge.specifier, edge.kind);
        let on_host = self.files.resolve_on(self.host, &importer, &edge.specifier, conditions);
        let on_host = on_host.ok().flatten().map(|path| path.to_string());
        (judged != on_host).then_some((judged, on_host))
    }
}

/// The differences in the previous state.
struct Stood<'a, 'b> {
    before: &'a State<'b>,
    material: &'a Material<'b>,
    /// The differing pairs of files that the application imported before, at their paths after the change.
    pairs: Option<BTreeSet<Pair>>,
}

impl Stood<'_, '_> {
    /// Whether an import's difference after the change also existed before.
    fn holds(
        &mut self,
        edge: &Edge,
        (judged, on_host): (&Option<String>, &Option<String>),
        of_application: bool,
    ) -> bool {
        let in_package = judged.as_deref().is_some_and(|path| path.contains(PACKAGES));
        if in_package {
            // A package that had several builds before may have different ones now.
            return self.before.differs(edge).is_some();
        }
        let pair = (judged.clone(), on_host.clone());
        if !of_application {
            return self.before.differs(edge).map(|pair| self.moved(pair)) == Some(pair);
        }
        if self.pairs.is_none() {
            self.pairs = Some(self.all_pairs());
        }
        self.pairs.as_ref().is_some_and(|pairs| pairs.contains(&pair))
    }

    fn all_pairs(&self) -> BTreeSet<Pair> {
        let roles = &self.material.roles;
        let is_application = |path: &str| roles.role(path) != Role::Material;
        let mut edges = self.before.taken(&is_application, roles);
        edges.extend(self.before.in_texts(&is_application));
        edges.iter().filter_map(|edge| self.before.differs(edge)).map(|pair| self.moved(pair)).collect()
    }

    /// The pair at its paths after the change.
    fn moved(&self, (judged, on_host): Pair) -> Pair {
        let moves: &BTreeMap<String, String> = self.material.moves;
        let there = |path: Option<String>| path.map(|path| moves.get(&path).cloned().unwrap_or(path));
        (there(judged), there(on_host))
    }
}
