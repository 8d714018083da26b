//! `esModuleInterop` of `tsconfig.json`: with it, every module that exports something has a default.

use std::cell::RefCell;

use oxc_allocator::Allocator;
use oxc_ast::ast::{
    ExportDefaultDeclarationKind, Expression, ObjectExpression, ObjectPropertyKind, Statement,
};
use verdict_vfs::{Snapshot, VfsPath};

use super::resolve::folders_above;

use crate::hash::HashMap;

/// The longest chain of `extends`.
const MAX_EXTENDS: usize = 16;

/// What the `tsconfig.json` of folders say.
#[derive(Default)]
pub(super) struct Tsconfigs(RefCell<HashMap<String, bool>>);

impl Tsconfigs {
    /// Whether the nearest `tsconfig.json` above a file turns `esModuleInterop` on.
    pub(super) fn has_interop(&self, snapshot: &Snapshot, file: &VfsPath) -> bool {
        let paths = folders_above(file.folder()).map(|folder| format!("{folder}/tsconfig.json"));
        let Some(path) = paths.into_iter().find(|path| snapshot.contains(path)) else { return false };
        let mut known = self.0.borrow_mut();
        *known.entry(path).or_insert_with_key(|path| interop(snapshot, path).unwrap_or(false))
    }
}

fn interop(snapshot: &Snapshot, path: &str) -> Option<bool> {
    let mut path = VfsPath::parse(path).ok()?;
    for _ in 0..MAX_EXTENDS {
        let (interop, extends) = read(snapshot, &path)?;
        if interop.is_some() {
            return interop;
        }
        let extends = extends?;
        let full = if extends.ends_with(".json") { extends } else { format!("{extends}.json") };
        path = path.sibling(&full).ok()?;
    }
    None
}

/// The value of `esModuleInterop` and that of `extends`. The file is JSON with comments, which is an expression.
fn read(snapshot: &Snapshot, path: &VfsPath) -> Option<(Option<bool>, Option<String>)> {
    let text = snapshot.get(path)?.text()?.trim_start_matches('\u{feff}');
    let source = format!("export default {text}");
    let allocator = Allocator::default();
    let parsed = verdict_syntax::parse(&allocator, "/tsconfig.js", &source).ok()?;
    let Some(Statement::ExportDefaultDeclaration(export)) = parsed.program.body.first() else { return None };
    let ExportDefaultDeclarationKind::ObjectExpression(object) = &export.declaration else { return None };
    let options = match get(object, "compilerOptions") {
        Some(Expression::ObjectExpression(options)) => get(options, "esModuleInterop"),
        _ => None,
    };
    let interop = options.and_then(|value| match value {
        Expression::BooleanLiteral(literal) => Some(literal.value),
        _ => None,
    });
    let extends = get(object, "extends").and_then(|value| match value {
        Expression::StringLiteral(text) => Some(text.value.to_string()),
        _ => None,
    });
    Some((interop, extends))
}

fn get<'o, 'a>(object: &'o ObjectExpression<'a>, key: &str) -> Option<&'o Expression<'a>> {
    object.properties.iter().rev().find_map(|property| match property {
        ObjectPropertyKind::ObjectProperty(property)
            if property.key.static_name().as_deref() == Some(key) =>
        {
            Some(&property.value)
        }
        _ => None,
    })
}
