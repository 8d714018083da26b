//! `import/no-duplicates`: disallow importing a module more than once.
//!
//! Imports by different specifiers of one file count together. Imports of values, namespaces and types are separate, and
//! those with different attributes. The fix merges them, unless comments are in the way.
//!
//! Options:
//! - `{ "prefer-inline": false }`: merges `import type { A }` into `import { type A, b }`.
//! - `{ considerQueryString: false }`: tells `./a.js?x` from `./a.js?y`.
//! - `{ whitelist: [] }`: lists of specifiers that may all be imported although they name one file.
//!
//! ```js fails
//! import { sum } from "./math.js";
//! import { total } from "./math.js";
//! sum(total);
//! ```
//!
//! ```js passes
//! import { sum, total } from "./math.js";
//! sum(total);
//! ```


use oxc_syntax::node::NodeId;

use crate::hash::HashMap;
use crate::graph::Resolved;
use crate::lint::texts;
use crate::order::sort_by_number;
use crate::rules::helpers::import_fixes::{Merge, merge};
use crate::rules::helpers::sources::graph;
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "import/no-duplicates",
    aliases: &["import-x/no-duplicates"],
    fixable: true,
    messages: &[("duplicate", "'{{module}}' imported multiple times.")],
    types: &[AstType::ImportDeclaration],
    run: Run::Configured(|options| {
        let options = options.only_object(&["considerQueryString", "prefer-inline", "whitelist"])?;
        let rule = NoDuplicates {
            considers_query: options.bool("considerQueryString", false)?,
            prefers_inline: options.bool("prefer-inline", false)?,
            whitelist: match options.get("whitelist") {
                None => None,
                Some(value) => {
                    let groups = value.as_array().ok_or_else(|| format!("Value {value} should be array."))?;
                    Some(groups.iter().map(texts).collect::<Result<_, _>>()?)
                }
            },
        };
        Ok(Check::file(move |ctx| rule.check(ctx)))
    }),
    ..Rule::DEFAULT
};

struct NoDuplicates {
    considers_query: bool,
    prefers_inline: bool,
    whitelist: Option<Vec<Vec<String>>>,
}

/// Imports that count together.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Group {
    Values,
    Namespaces,
    DefaultTypes,
    NamespaceTypes,
    NamedTypes,
}

type Import<'a> = &'a ImportDeclaration<'a>;

impl NoDuplicates {
    fn check(&self, ctx: &Context<'_>) {
        let graph = graph(ctx);
        let mut paths: HashMap<&str, String> = HashMap::default();
        let mut places = HashMap::default();
        let mut modules: Vec<(String, Vec<Import<'_>>)> = Vec::new();
        for node in ctx.nodes_of(AstType::ImportDeclaration) {
            let AstKind::ImportDeclaration(import) = node.kind() else { continue };
            let specifier = import.source.value.as_str();
            let path = paths.entry(specifier).or_insert_with(|| self.path(specifier, &graph, ctx));
            let parent: NodeId = ctx.nodes().parent_id(node.id());
            let key = (parent, attributes(import), self.group(import), path.clone());
            let place = *places.entry(key).or_insert(modules.len());
            if place == modules.len() {
                modules.push((path.clone(), Vec::new()));
            }
            modules[place].1.push(import);
        }
        for (path, imports) in modules {
            for (path, imports) in self.split(path, imports) {
                self.report(&path, &imports, ctx);
            }
        }
    }

    fn report<'a>(&self, path: &str, imports: &[Import<'a>], ctx: &Context<'a>) {
        if imports.len() < 2 {
            return;
        }
        let options = Merge { prefers_inline: self.prefers_inline, has_whitelist: self.whitelist.is_some() };
        for (index, import) in imports.iter().enumerate() {
            let report = ctx.report(import.source.span, "duplicate").data("module", path);
            if index == 0 {
                report.fixes(merge(imports, options, ctx).unwrap_or_default());
            }
        }
    }

    /// What a specifier counts as: the file that it names, or itself.
    fn path(&self, specifier: &str, graph: &crate::graph::Graph, ctx: &Context<'_>) -> String {
        let resolved = |specifier: &str| match graph.resolve(ctx.path, specifier) {
            Resolved::File(path) => path.to_string(),
            Resolved::Outside | Resolved::Missing => specifier.to_owned(),
        };
        match specifier.split_once('?').filter(|_| self.considers_query) {
            Some((path, query)) => format!("{}?{query}", resolved(path)),
            None => resolved(specifier),
        }
    }

    fn group(&self, import: &ImportDeclaration<'_>) -> Group {
        let specifiers = || import.specifiers.iter().flatten();
        if import.import_kind.is_type() {
            match specifiers().next() {
                Some(ImportDeclarationSpecifier::ImportDefaultSpecifier(_)) => return Group::DefaultTypes,
                Some(ImportDeclarationSpecifier::ImportNamespaceSpecifier(_)) => return Group::NamespaceTypes,
                _ if !self.prefers_inline => return Group::NamedTypes,
                _ => {}
            }
        }
        let is_inline = specifiers().any(|specifier| {
            matches!(specifier, ImportDeclarationSpecifier::ImportSpecifier(named) if named.import_kind.is_type())
        });
        let is_namespace = |specifier: &ImportDeclarationSpecifier<'_>| {
            matches!(specifier, ImportDeclarationSpecifier::ImportNamespaceSpecifier(_))
        };
        if !self.prefers_inline && is_inline {
            Group::NamedTypes
        } else if specifiers().any(is_namespace) {
            Group::Namespaces
        } else {
            Group::Values
        }
    }

    /// Separates the specifiers of one file that the whitelist allows beside each other.
    fn split<'a>(&self, path: String, imports: Vec<Import<'a>>) -> Vec<(String, Vec<Import<'a>>)> {
        let Some(whitelist) = &self.whitelist else { return vec![(path, imports)] };
        let mut specifiers: Vec<&str> = imports.iter().map(|import| import.source.value.as_str()).collect();
        specifiers.sort_by_key(|specifier| (rank(whitelist, specifier), *specifier));
        specifiers.dedup();
        let mut modules: Vec<Vec<&str>> = Vec::new();
        for specifier in specifiers {
            let fits = |members: &&mut Vec<&str>| {
                members.iter().all(|member| !are_different(whitelist, member, specifier))
            };
            match modules.iter_mut().find(fits) {
                Some(module) => module.push(specifier),
                None => modules.push(vec![specifier]),
            }
        }
        let is_single = modules.len() == 1;
        let split = modules.into_iter().map(|members| {
            let of = |import: &&Import<'a>| members.contains(&import.source.value.as_str());
            let mut imports: Vec<Import<'a>> = imports.iter().filter(of).copied().collect();
            if rank(whitelist, members[0]) < usize::MAX {
                sort_by_number(&mut imports, |import| (import.source.value.as_str() != members[0]).into());
            }
            (if is_single { path.clone() } else { members[0].to_owned() }, imports)
        });
        split.collect()
    }
}

/// A specifier without its query.
fn plain(specifier: &str) -> &str {
    specifier.split('?').next().unwrap_or(specifier)
}

/// The place of a specifier in the whitelist.
fn rank(whitelist: &[Vec<String>], specifier: &str) -> usize {
    let is_it = |entry: &String| entry == specifier || entry == plain(specifier);
    whitelist.iter().flatten().position(is_it).unwrap_or(usize::MAX)
}

/// Whether two specifiers of one file may stand beside each other.
fn are_different(whitelist: &[Vec<String>], a: &str, b: &str) -> bool {
    let has = |group: &Vec<String>, specifier: &str| group.iter().any(|entry| entry == specifier);
    let lists = |group: &Vec<String>, specifier: &str| has(group, specifier) || has(group, plain(specifier));
    a != b
        && whitelist.iter().any(|group| {
            if plain(a) == plain(b) { has(group, a) && has(group, b) } else { lists(group, a) && lists(group, b) }
        })
}

/// The attributes of an import, in an order that does not depend on the text.
fn attributes(import: &ImportDeclaration<'_>) -> Vec<(String, String)> {
    let entries = import.with_clause.iter().flat_map(|with| &with.with_entries);
    let mut entries: Vec<_> =
        entries.map(|entry| (entry.key.as_arena_str().to_string(), entry.value.value.to_string())).collect();
    entries.sort();
    entries
}
