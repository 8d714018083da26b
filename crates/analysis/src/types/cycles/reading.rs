//! What a module does when it runs: which modules it needs first, and which imports it reads at once.

use std::collections::BTreeSet;

use oxc_ast::AstKind;
use oxc_ast::ast::{ExportDefaultDeclarationKind, Expression, ImportDeclarationSpecifier, Statement};
use oxc_semantic::{NodeId, SymbolFlags};
use oxc_span::{GetSpan, Span};
use oxc_syntax::module_record::{ExportExportName, ImportImportName};

use crate::model::Model;

/// What happens when a module runs, by the specifiers of other modules.
#[derive(Debug, Default)]
pub(in crate::types) struct Evaluated {
    /// The modules that run before it, in order.
    pub(super) needs: Vec<String>,
    /// The modules that it imports by a call.
    pub(super) later: Vec<String>,
    /// The imports that it certainly reads.
    pub(super) uses: Vec<Use>,
    /// The exports that throw when they are read before it ran.
    pub(super) waiting: BTreeSet<String>,
}

/// An import that is read while a module runs.
#[derive(Debug)]
pub(super) struct Use {
    pub(super) specifier: String,
    /// The name of the export.
    pub(super) name: String,
    pub(super) local: String,
    pub(super) span: Span,
}

pub(in crate::types) fn read(model: &Model<'_>) -> Evaluated {
    let nodes = model.semantic.nodes();
    let mut found = Evaluated { waiting: waiting(model), uses: uses(model), ..Evaluated::default() };
    for statement in &nodes.program().body {
        let specifier = match statement {
            Statement::ImportDeclaration(import) if import.import_kind.is_value() => {
                let specifiers = import.specifiers.as_ref().map_or(&[][..], |all| all.as_slice());
                let is_left_out =
                    !specifiers.is_empty() && specifiers.iter().all(|one| is_left_out(one, model));
                (!is_left_out).then_some(import.source.value)
            }
            Statement::ExportAllDeclaration(export) if export.export_kind.is_value() => {
                Some(export.source.value)
            }
            Statement::ExportFromDeclaration(export) if export.export_kind.is_value() => {
                Some(export.source.value)
            }
            _ => None,
        };
        found.needs.extend(specifier.map(|specifier| specifier.to_string()));
    }
    let dynamic = if model.module_record.dynamic_imports.is_empty() { None } else { Some(nodes.iter()) };
    for node in dynamic.into_iter().flatten() {
        if let AstKind::ImportExpression(import) = node.kind()
            && let Expression::StringLiteral(specifier) = &import.source
        {
            found.later.push(specifier.value.to_string());
        }
    }
    found
}

/// Whether a compiler leaves an import out, because nothing but types uses it.
fn is_left_out(specifier: &ImportDeclarationSpecifier<'_>, model: &Model<'_>) -> bool {
    let scoping = model.semantic.scoping();
    let symbol = specifier.local().symbol_id();
    model.source_type.is_typescript()
        && !scoping
            .get_resolved_references(symbol)
            .any(|one| one.flags().is_value() && !one.flags().is_type_only())
}

/// The exports that have no value until their declaration ran.
fn waiting(model: &Model<'_>) -> BTreeSet<String> {
    let scoping = model.semantic.scoping();
    let waits = |local: &str| {
        let symbol = scoping.get_root_binding(local.into());
        symbol.is_some_and(|symbol| {
            let flags = scoping.symbol_flags(symbol);
            let is_plain =
                scoping.symbol_redeclarations(symbol).is_empty() && !flags.contains(SymbolFlags::Ambient);
            is_plain && flags.intersects(SymbolFlags::BlockScopedVariable | SymbolFlags::Class)
        })
    };
    let mut names = BTreeSet::new();
    for entry in &model.module_record.local_export_entries {
        if let ExportExportName::Name(name) = &entry.export_name
            && entry.local_name.name().is_some_and(|local| waits(&local))
        {
            names.insert(name.name.to_string());
        }
    }
    let is_default = model.semantic.nodes().program().body.iter().any(|statement| {
        matches!(statement, Statement::ExportDefaultDeclaration(export) if !matches!(
            export.declaration,
            ExportDefaultDeclarationKind::FunctionDeclaration(_) | ExportDefaultDeclarationKind::TSInterfaceDeclaration(_)
        ))
    });
    if is_default {
        names.insert("default".to_owned());
    }
    names
}

/// The imports that are read at the top level, whatever happens.
fn uses(model: &Model<'_>) -> Vec<Use> {
    let scoping = model.semantic.scoping();
    let nodes = model.semantic.nodes();
    let mut uses = Vec::new();
    for entry in model.module_record.import_entries.iter().filter(|entry| !entry.is_type) {
        let name = match &entry.import_name {
            ImportImportName::Name(name) => name.name.as_str(),
            ImportImportName::Default(_) => "default",
            ImportImportName::NamespaceObject => continue,
        };
        let local = entry.local_name.name.as_str();
        let Some(symbol) = scoping.get_root_binding(local.into()) else { continue };
        let read = scoping.get_resolved_references(symbol).find(|reference| {
            reference.flags().is_read()
                && !reference.flags().is_type_only()
                && runs_at_once(model, reference.node_id())
        });
        let Some(read) = read else { continue };
        uses.push(Use {
            specifier: entry.module_request.name.to_string(),
            name: name.to_owned(),
            local: local.to_owned(),
            span: nodes.kind(read.node_id()).span(),
        });
    }
    uses
}

/// Whether an expression runs whenever its module runs.
fn runs_at_once(model: &Model<'_>, node: NodeId) -> bool {
    model.semantic.nodes().ancestor_kinds(node).all(|kind| {
        matches!(
            kind,
            AstKind::Program(_)
                | AstKind::ExpressionStatement(_)
                | AstKind::VariableDeclaration(_)
                | AstKind::VariableDeclarator(_)
                | AstKind::ExportDeclaration(_)
                | AstKind::ExportDefaultDeclaration(_)
                | AstKind::CallExpression(_)
                | AstKind::NewExpression(_)
                | AstKind::StaticMemberExpression(_)
                | AstKind::ComputedMemberExpression(_)
                | AstKind::ObjectExpression(_)
                | AstKind::ObjectProperty(_)
                | AstKind::ArrayExpression(_)
                | AstKind::SpreadElement(_)
                | AstKind::BinaryExpression(_)
                | AstKind::UnaryExpression(_)
                | AstKind::TemplateLiteral(_)
                | AstKind::TaggedTemplateExpression(_)
                | AstKind::ParenthesizedExpression(_)
                | AstKind::SequenceExpression(_)
                | AstKind::TSAsExpression(_)
                | AstKind::TSSatisfiesExpression(_)
                | AstKind::TSNonNullExpression(_)
                | AstKind::Class(_)
        )
    })
}
