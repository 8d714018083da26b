//! `import/no-cycle`: disallow modules that import each other.
//!
//! The order in which modules of a cycle run depends on which one is imported first. What they export may not yet have a
//! value. Imports of types only do not count, and `require()` of other modules is not followed.
//!
//! Options:
//! - `{ commonjs: false, amd: false, esmodule: true, ignore: [] }`: the kinds of imports in this file that are checked.
//!   `ignore` has regular expressions.
//! - `maxDepth: "∞"`: the longest cycle that is found, in modules.
//! - `ignoreExternal: false`: does not follow imports of packages. The settings `import/external-module-folders` and
//!   `import/internal-regex` say what a package is, also by their names with `import-x/`.
//! - `allowUnsafeDynamicCyclicDependency: false`: allows cycles that have an `import()`.
//! - `disableScc: false` changes nothing, because cycles are found fast.
//!
//! A cycle of more than 100 modules is shown shortened.
//!
//! ```js fails
//! import { b } from "./b.js";
//! export const a = () => b;
//! //- /b.js
//! import { a } from "./a.js";
//! export const b = a;
//! ```
//!
//! ```js passes
//! import { b } from "./b.js";
//! export const a = () => b;
//! //- /b.js
//! export const b = 1;
//! ```

use verdict_vfs::VfsPath;

use crate::graph::{Graph, Import, Resolved};
use crate::order::sort_by_number;
use crate::rules::helpers::sources::{NODES, OPTIONS, Source, Sources, graph, is_type_only};
use crate::rules::prelude::*;

/// The most modules of a cycle that a message names.
const SHOWN: usize = 100;

pub(crate) const RULE: Rule = Rule {
    id: "import/no-cycle",
    aliases: &["import-x/no-cycle"],
    kind: Kind::Suggestion,
    messages: &[
        ("cycle", "Dependency cycle detected"),
        ("cycleSource", "Dependency cycle via \"{{source}}\""),
    ],
    types: NODES,
    run: Run::Configured(|options| {
        let [commonjs, amd, esmodule, ignore] = OPTIONS;
        let options = options.only_object(&[
            commonjs,
            amd,
            esmodule,
            ignore,
            "maxDepth",
            "ignoreExternal",
            "allowUnsafeDynamicCyclicDependency",
            "disableScc",
        ])?;
        options.bool("disableScc", false)?;
        let rule = NoCycle {
            sources: Sources::of(&options)?,
            max_depth: max_depth(&options)?,
            ignore_external: options.bool("ignoreExternal", false)?,
            allow_dynamic: options.bool("allowUnsafeDynamicCyclicDependency", false)?,
        };
        Ok(Check::file(move |ctx| rule.check(ctx)))
    }),
    ..Rule::DEFAULT
};

struct NoCycle {
    sources: Sources,
    max_depth: usize,
    ignore_external: bool,
    allow_dynamic: bool,
}

fn max_depth(options: &crate::lint::Object<'_>) -> Result<usize, String> {
    match options.get("maxDepth") {
        None => Ok(usize::MAX),
        Some(value) if value == "∞" => Ok(usize::MAX),
        Some(value) => match value.as_u64().and_then(|depth| usize::try_from(depth).ok()) {
            Some(depth) if depth > 0 => Ok(depth),
            _ => Err(format!("Value {value} should be an integer of at least 1 or \"∞\".")),
        },
    }
}

/// A module that is to be searched.
struct Step {
    place: usize,
    /// The import that leads here, and the step that has it.
    from: Option<(usize, Import)>,
    depth: usize,
}

/// The modules that were searched for a file, by their places.
#[derive(Default)]
struct Traversed(Vec<bool>);

impl Traversed {
    fn has(&self, place: usize) -> bool {
        self.0.get(place).copied().unwrap_or(false)
    }

    fn set(&mut self, place: usize, is_traversed: bool) {
        if self.0.len() <= place {
            self.0.resize(place + 1, false);
        }
        self.0[place] = is_traversed;
    }
}

impl NoCycle {
    fn check(&self, ctx: &Context<'_>) {
        let graph = graph(ctx);
        let mut traversed = Traversed::default();
        let mut nodes: Vec<_> = NODES.iter().flat_map(|of| ctx.nodes_of(*of)).collect();
        sort_by_number(&mut nodes, |node| node.id().index() as u64);
        for node in nodes {
            if self.is_ignored(node) {
                continue;
            }
            // Modules are known to have these imports, and not what `require()` loads.
            let is_edge =
                !matches!(node.kind(), AstKind::CallExpression(_) | AstKind::TSImportEqualsDeclaration(_));
            for source in self.sources.at(node) {
                if let Some(route) = self.cycle(&source, is_edge, &mut traversed, &graph, ctx) {
                    report(&source, &route, ctx);
                }
            }
        }
    }

    /// Whether an import cannot be part of a cycle.
    fn is_ignored(&self, node: &AstNode<'_>) -> bool {
        match node.kind() {
            AstKind::ImportExpression(_) => self.allow_dynamic,
            AstKind::ImportDeclaration(import) => {
                let is_type = |specifier: &ImportDeclarationSpecifier<'_>| {
                    matches!(specifier, ImportDeclarationSpecifier::ImportSpecifier(named)
                        if named.import_kind.is_type())
                };
                let specifiers = import.specifiers.iter().flatten();
                is_type_only(node) || (specifiers.clone().next().is_some() && specifiers.clone().all(is_type))
            }
            _ => is_type_only(node),
        }
    }

    /// The imports that lead from an imported module back to the file, without the last one.
    fn cycle(
        &self,
        source: &Source<'_>,
        is_edge: bool,
        traversed: &mut Traversed,
        graph: &Graph,
        ctx: &Context<'_>,
    ) -> Option<Vec<Import>> {
        let Resolved::File(target) = graph.resolve(ctx.path, source.value) else { return None };
        if self.ignore_external && graph.settings.is_external(source.value, Some(&target)) {
            return None;
        }
        graph.module(&target)?;
        let is_known = is_edge && graph.module(ctx.path).is_some();
        drop(graph.components(ctx.path));
        let components = graph.components(&target);
        let (file, target) = (components.place(ctx.path)?, components.place(&target)?);
        if target == file || traversed.has(target) || (is_known && !components.are_cyclic(file, target)) {
            return None;
        }
        traversed.set(target, true);
        let mut steps = vec![Step { place: target, from: None, depth: 0 }];
        let mut at = 0;
        while at < steps.len() {
            let Step { place, depth, .. } = steps[at];
            for (target, imports) in components.imports(place) {
                if traversed.has(target) || (is_known && !components.are_cyclic(file, target)) {
                    continue;
                }
                let followed = imports.declarations.iter().find(|one| self.counts(one, &imports.target, graph));
                let Some(import) = followed else { continue };
                if target == file {
                    steps[at + 1..].iter().for_each(|step| traversed.set(step.place, false));
                    return Some(route(&steps, at));
                }
                if depth + 1 < self.max_depth {
                    traversed.set(target, true);
                    steps.push(Step { place: target, from: Some((at, import.clone())), depth: depth + 1 });
                }
            }
            at += 1;
        }
        None
    }

    /// Whether an import of another module is followed.
    fn counts(&self, import: &Import, target: &VfsPath, graph: &Graph) -> bool {
        if import.types_only || (self.allow_dynamic && import.is_dynamic) {
            return false;
        }
        !(self.ignore_external && graph.settings.is_external(&import.specifier, Some(target)))
    }
}

/// The imports that lead to a step, the first one first.
fn route(steps: &[Step], mut at: usize) -> Vec<Import> {
    let mut route = Vec::new();
    while let Some((before, import)) = &steps[at].from {
        route.push(import.clone());
        at = *before;
    }
    route.reverse();
    route
}

fn report(source: &Source<'_>, route: &[Import], ctx: &Context<'_>) {
    if route.is_empty() {
        ctx.report(source.import, "cycle");
        return;
    }
    let mut shown: Vec<String> =
        route.iter().take(SHOWN).map(|import| format!("{}:{}", import.specifier, import.line)).collect();
    if route.len() > SHOWN {
        shown.push(format!("… {} more", route.len() - SHOWN));
    }
    ctx.report(source.import, "cycleSource").data("source", shown.join("=>"));
}
