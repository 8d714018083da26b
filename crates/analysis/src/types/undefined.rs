//! Undeclared identifiers (TS2304).

use oxc_ast::AstKind;
use oxc_span::GetSpan;
use oxc_syntax::operator::UnaryOperator;
use verdict_protocol::TypesConfig;

use super::Problem;
use crate::globals::{Hosts, is_test_file};
use crate::hash::HashSet;
use crate::model::Model;

/// Variables that a CommonJS loader provides to a file. Compiled code may use them without any other sign of
/// CommonJS.
const WRAPPER: [&str; 3] = ["exports", "module", "require"];

/// The names that a file does not declare, with the problems of their uses. Another file may declare them for all.
///
/// A file with `typeof x` knows that `x` may be missing. The check takes its other uses of `x` as guarded, as
/// TypeScript's narrowing does.
pub(super) fn check(model: &Model<'_>, config: &TypesConfig) -> Vec<(String, Vec<Problem>)> {
    let mut undefined = Vec::new();
    let commonjs = config.node || !model.source_type.is_module();
    let hosts = Hosts { commonjs, test: is_test_file(model.path.as_str()) };
    let declared = declared_by_comments(model);
    let scoping = model.semantic.scoping();
    let nodes = model.semantic.nodes();
    for (name, references) in scoping.root_unresolved_references() {
        let name = name.as_str();
        let wrapped = !model.module_record.has_module_syntax && WRAPPER.contains(&name);
        if wrapped
            || hosts.define(name)
            || declared.contains(name)
            || config.globals.iter().any(|global| global == name)
        {
            continue;
        }
        let uses: Vec<_> = references
            .iter()
            .map(|id| scoping.get_reference(*id))
            .filter(|reference| !reference.flags().is_type_only() && reference.flags().is_value())
            .collect();
        let guarded = |node_id| {
            matches!(nodes.parent_kind(node_id),
                AstKind::UnaryExpression(unary) if unary.operator == UnaryOperator::Typeof)
        };
        if uses.iter().any(|reference| guarded(reference.node_id())) {
            continue;
        }
        let mut problems = Vec::new();
        for reference in uses {
            // Every function except an arrow function has `arguments`.
            if name == "arguments"
                && nodes.ancestor_kinds(reference.node_id()).any(|kind| matches!(kind, AstKind::Function(_)))
            {
                continue;
            }
            problems.push(Problem {
                variable: Some(name.to_owned()),
                ..Problem::new(
                    nodes.kind(reference.node_id()).span(),
                    "TS2304",
                    format!("Potentially undefined variable: {name}"),
                )
            });
        }
        if !problems.is_empty() {
            undefined.push((name.to_owned(), problems));
        }
    }
    undefined
}

/// Names declared by ESLint's `/* global a, b: writable */`.
fn declared_by_comments<'a>(model: &Model<'a>) -> HashSet<&'a str> {
    let mut names = HashSet::default();
    for comment in model.semantic.comments().iter().filter(|comment| comment.is_block()) {
        let span = comment.content_span();
        let text = model.lines.source()[span.start as usize..span.end as usize].trim();
        let Some((keyword, rest)) = text.split_once(char::is_whitespace) else { continue };
        if matches!(keyword, "global" | "globals") {
            let list = rest.split(" --").next().unwrap_or_default();
            names.extend(list.split(',').map(|item| item.split(':').next().unwrap_or_default().trim()));
        }
    }
    names
}
