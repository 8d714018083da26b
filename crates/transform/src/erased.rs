//! Tells statements that contain only types.

use oxc_ast::ast::*;

/// Whether a statement contains only types. The visitor refuses other namespaces.
pub(crate) fn is_type_only(statement: &Statement<'_>) -> bool {
    match statement {
        Statement::ImportDeclaration(import) => import.import_kind.is_type(),
        Statement::ExportNamedDeclaration(export) => export.export_kind.is_type(),
        Statement::ExportFromDeclaration(export) => export.export_kind.is_type(),
        Statement::ExportAllDeclaration(export) => export.export_kind.is_type(),
        Statement::ExportDeclaration(export) => is_type_declaration(&export.declaration),
        Statement::ExportDefaultDeclaration(export) => match &export.declaration {
            ExportDefaultDeclarationKind::TSInterfaceDeclaration(_) => true,
            ExportDefaultDeclarationKind::FunctionDeclaration(function) => function.body.is_none(),
            _ => false,
        },
        Statement::TSNamespaceExportDeclaration(_) => true,
        _ => statement.as_declaration().is_some_and(is_type_declaration),
    }
}

/// Whether a declaration contains only types, or declares without a value.
pub(crate) fn is_type_declaration(declaration: &Declaration<'_>) -> bool {
    match declaration {
        Declaration::VariableDeclaration(it) => it.declare,
        Declaration::FunctionDeclaration(it) => it.declare || it.body.is_none(),
        Declaration::ClassDeclaration(it) => it.declare,
        Declaration::TSTypeAliasDeclaration(_)
        | Declaration::TSInterfaceDeclaration(_)
        | Declaration::TSExternalModuleDeclaration(_)
        | Declaration::TSGlobalDeclaration(_) => true,
        Declaration::TSEnumDeclaration(it) => it.declare,
        Declaration::TSNamespaceDeclaration(it) => it.declare || has_only_types(&it.body),
        Declaration::TSImportEqualsDeclaration(it) => it.import_kind.is_type(),
    }
}

fn has_only_types(body: &TSNamespaceDeclarationBody<'_>) -> bool {
    match body {
        TSNamespaceDeclarationBody::TSNamespaceDeclaration(inner) => has_only_types(&inner.body),
        TSNamespaceDeclarationBody::TSModuleBlock(block) => block.body.iter().all(is_type_only),
    }
}
