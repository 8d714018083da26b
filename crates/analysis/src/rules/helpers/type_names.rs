//! References of TypeScript that only its own scope analysis resolves.
//!
//! A namespace of nothing but types has no value. Neither has a name that `import type` imports. As a value,
//! such a name is a global variable at run time, and oxc leaves it unresolved. The analysis of
//! `@typescript-eslint` takes it for declared.

use oxc_ast::AstKind;
use oxc_ast::ast::TSNamespaceDeclarationBody;
use oxc_semantic::{AstNodes, ReferenceId, SymbolFlags, SymbolId};
use oxc_syntax::node::NodeId;
use oxc_syntax::reference::ReferenceFlags;

use crate::hash::{HashMap, HashSet};
use crate::model::Model;

/// The unresolved references of a file that are to a variable around them.
#[derive(Default)]
pub(crate) struct TypeNames {
    by_variable: HashMap<SymbolId, Vec<ReferenceId>>,
    resolved: HashSet<ReferenceId>,
}

impl TypeNames {
    pub(crate) fn of(model: &Model<'_>) -> TypeNames {
        let mut found = TypeNames::default();
        if !model.source_type.is_typescript() {
            return found;
        }
        let scoping = model.semantic.scoping();
        for (name, references) in scoping.root_unresolved_references() {
            for id in references {
                let reference = scoping.get_reference(*id);
                let around = scoping.scope_ancestors(reference.scope_id());
                let mut variables = around.filter_map(|scope| scoping.get_binding(scope, *name));
                let flags = |symbol: &SymbolId| scoping.symbol_flags(*symbol);
                if let Some(symbol) = variables.find(|symbol| resolves(flags(symbol), reference.flags())) {
                    found.by_variable.entry(symbol).or_default().push(*id);
                    found.resolved.insert(*id);
                }
            }
        }
        found
    }

    /// The references to a variable.
    pub(crate) fn references(&self, symbol: SymbolId) -> &[ReferenceId] {
        self.by_variable.get(&symbol).map_or(&[], Vec::as_slice)
    }

    /// Whether a reference is to a variable of the file.
    pub(crate) fn resolves(&self, reference: ReferenceId) -> bool {
        self.resolved.contains(&reference)
    }
}

fn resolves(symbol: SymbolFlags, reference: ReferenceFlags) -> bool {
    let both = SymbolFlags::Namespace | SymbolFlags::Import | SymbolFlags::TypeImport;
    let is_of_value = reference.is_value() || reference.is_value_as_type();
    symbol.intersects(both)
        || (is_of_value && symbol.is_value())
        || (reference.is_type() && symbol.intersects(SymbolFlags::Type))
}

/// Whether a namespace is a part of `namespace a.b.c`, which declares none of these names to rules.
pub(crate) fn is_dotted(node: NodeId, nodes: &AstNodes<'_>) -> bool {
    let AstKind::TSNamespaceDeclaration(namespace) = nodes.kind(node) else { return false };
    matches!(namespace.body, TSNamespaceDeclarationBody::TSNamespaceDeclaration(_))
        || matches!(nodes.parent_kind(node), AstKind::TSNamespaceDeclaration(_))
}
