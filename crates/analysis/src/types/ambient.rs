//! Global names that files declare: `declare global`, and the top level of a `.d.ts` that is not a module.

use oxc_allocator::Allocator;
use oxc_ast::ast::{BindingPattern, Declaration, Statement};
use verdict_vfs::{Blob, VfsPath};

use crate::hash::HashSet;

/// The global values that a file declares. `None` if it is part of a package, or in no TypeScript.
pub(super) fn declares(path: &VfsPath, blob: &Blob) -> Option<HashSet<String>> {
    let is_own = is_typescript(path) && !path.as_str().contains("/node_modules/");
    let text = blob.text().filter(|_| is_own)?;
    let mut names = HashSet::default();
    let is_declaration = [".d.ts", ".d.mts", ".d.cts"].iter().any(|end| path.as_str().ends_with(end));
    if is_declaration || text.contains("declare global") {
        read(path, text, is_declaration, &mut names);
    }
    Some(names)
}

/// Whether a path is of TypeScript.
pub(super) fn is_typescript(path: &VfsPath) -> bool {
    matches!(path.extension(), Some("ts" | "mts" | "cts" | "tsx"))
}

fn read(path: &VfsPath, text: &str, is_declaration: bool, names: &mut HashSet<String>) {
    let allocator = Allocator::default();
    let Ok(parsed) = verdict_syntax::parse(&allocator, path.as_str(), text) else { return };
    let is_script = is_declaration && !parsed.module_record.has_module_syntax;
    for statement in &parsed.program.body {
        match statement {
            Statement::TSGlobalDeclaration(global) => {
                global.body.body.iter().for_each(|statement| declared(statement, names));
            }
            statement if is_script => declared(statement, names),
            _ => {}
        }
    }
}

fn declared(statement: &Statement<'_>, names: &mut HashSet<String>) {
    let Some(declaration) = statement.as_declaration() else { return };
    match declaration {
        Declaration::VariableDeclaration(variables) => {
            for variable in &variables.declarations {
                if let BindingPattern::BindingIdentifier(id) = &variable.id {
                    names.insert(id.name.to_string());
                }
            }
        }
        Declaration::TSInterfaceDeclaration(_) | Declaration::TSTypeAliasDeclaration(_) => {}
        declaration => names.extend(declaration.id().map(|id| id.name.to_string())),
    }
}
