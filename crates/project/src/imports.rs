//! What a configuration imports, by its text.

use std::collections::{BTreeMap, BTreeSet};

use oxc_allocator::Allocator;
use oxc_ast::ast::{
    CallExpression, Expression, ImportDeclaration, ImportDeclarationSpecifier, ImportExpression,
    StaticMemberExpression,
};
use oxc_ast_visit::{Visit, walk};
use oxc_syntax::module_record::{ExportImportName, ImportImportName};

/// A specifier with the names that files import from it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Imported {
    pub(crate) specifier: String,
    pub(crate) names: BTreeSet<String>,
}

/// The imports of a file, also those by `require`, `import()` and the like. A file that does not parse has none: the
/// engine refuses it, with the place of the error.
pub(crate) fn imports(path: &str, text: &str) -> Vec<Imported> {
    let allocator = Allocator::default();
    let Ok(parsed) = verdict_syntax::parse(&allocator, path, text) else { return Vec::new() };
    let mut names = Names::default();
    names.visit_program(&parsed.program);
    let mut found = names.by_specifier;
    for (specifier, local) in names.namespaces {
        found.entry(specifier).or_default().extend(names.members.remove(&local).unwrap_or_default());
    }
    let record = &parsed.module_record;
    for entry in record.import_entries.iter().filter(|entry| !entry.is_type) {
        let names = found.entry(entry.module_request.name.to_string()).or_default();
        if let ImportImportName::Name(name) = &entry.import_name {
            names.insert(name.name.to_string());
        }
    }
    for request in record.requested_modules.keys() {
        found.entry(request.to_string()).or_default();
    }
    for entry in record.indirect_export_entries.iter().filter(|entry| !entry.is_type) {
        let Some(request) = &entry.module_request else { continue };
        if let ExportImportName::Name(name) = &entry.import_name {
            found.entry(request.name.to_string()).or_default().insert(name.name.to_string());
        }
    }
    let without_default = |(specifier, mut names): (String, BTreeSet<String>)| {
        names.remove("default");
        Imported { specifier, names }
    };
    found.into_iter().map(without_default).collect()
}

/// What only the expressions of a file say of its imports.
#[derive(Default)]
struct Names {
    /// Specifiers that calls name.
    by_specifier: BTreeMap<String, BTreeSet<String>>,
    /// Specifiers that are imported as a whole, with their local name.
    namespaces: Vec<(String, String)>,
    /// The members that the file reads of each name.
    members: BTreeMap<String, BTreeSet<String>>,
}

impl Names {
    fn add(&mut self, specifier: Option<&Expression<'_>>) {
        let text = match specifier {
            Some(Expression::StringLiteral(text)) => text.value.to_string(),
            Some(Expression::TemplateLiteral(text)) => match text.single_quasi() {
                Some(text) => text.to_string(),
                None => return,
            },
            _ => return,
        };
        self.by_specifier.entry(text).or_default();
    }
}

impl<'a> Visit<'a> for Names {
    fn visit_import_declaration(&mut self, it: &ImportDeclaration<'a>) {
        for specifier in it.specifiers.iter().flatten() {
            if let ImportDeclarationSpecifier::ImportNamespaceSpecifier(all) = specifier {
                self.namespaces.push((it.source.value.to_string(), all.local.name.to_string()));
            }
        }
    }

    fn visit_import_expression(&mut self, it: &ImportExpression<'a>) {
        self.add(Some(&it.source));
        walk::walk_import_expression(self, it);
    }

    fn visit_call_expression(&mut self, it: &CallExpression<'a>) {
        let imports = match &it.callee {
            Expression::Identifier(name) => name.name == "require",
            Expression::StaticMemberExpression(member) if member.property.name == "resolve" => {
                match &member.object {
                    Expression::Identifier(name) => name.name == "require",
                    object => matches!(object, Expression::ImportMeta(_)),
                }
            }
            _ => false,
        };
        if imports {
            self.add(it.arguments.first().and_then(|argument| argument.as_expression()));
        }
        walk::walk_call_expression(self, it);
    }

    fn visit_static_member_expression(&mut self, it: &StaticMemberExpression<'a>) {
        if let Expression::Identifier(object) = &it.object {
            let members = self.members.entry(object.name.to_string()).or_default();
            members.insert(it.property.name.to_string());
        }
        walk::walk_static_member_expression(self, it);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_by_specifier() {
        let check = |text: &str, expected: &str| {
            let found = imports("/a.ts", text);
            let found: Vec<String> = found
                .iter()
                .map(|one| format!("{}:{}", one.specifier, Vec::from_iter(one.names.clone()).join(",")))
                .collect();
            assert_eq!(found.join(" "), expected, "{text}");
        };
        check("import a, { b as c, default as d } from 'x'; import type { T } from 'y'", "x:b y:");
        check("import * as a from \"x/y\"; a.b(a.c.d)", "x/y:b,c");
        check("const a = require('x'); await import(`y`)", "x: y:");
        check("export { a, b as default } from './z'", "./z:a,b");
        check("// it isn't\nconst a = 'from'; f('x')", "");
        check("import 'a'; export * from 'b'; require.resolve('c'); import.meta.resolve('d')", "a: b: c: d:");
        check("f(x.import('a'), b.require('c'), `import('d')`, import(e))", "");
        check("import type T from 'x'; export type { U } from 'y'; export { z } from 'z'", "x: y: z:z");
    }
}
