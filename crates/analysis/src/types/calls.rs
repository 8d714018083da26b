//! Calls with too many or too few arguments (TS2554, TS2555) of functions that are certainly known.

use oxc_ast::AstKind;
use oxc_ast::ast::{CallExpression, Expression};
use oxc_semantic::{NodeId, SymbolFlags, SymbolId};
use oxc_span::{GetSpan, Span};
use oxc_syntax::module_record::{ExportExportName, ImportImportName};
use verdict_protocol::Severity;
use verdict_vfs::VfsPath;

use super::Problem;
use super::functions::{Arity, arity};
use crate::hash::HashMap;
use crate::model::Model;

/// The arities of functions that a file exports, by name.
pub(super) type Exported = HashMap<String, Arity>;

/// Checks the calls of a file. `exported` gives what another file exports.
pub(super) fn check(
    model: &Model<'_>,
    comparing: bool,
    exported: &mut dyn FnMut(&VfsPath, &str) -> Option<Arity>,
    problems: &mut Vec<Problem>,
) {
    let mut known: HashMap<SymbolId, Option<Arity>> = HashMap::default();
    let is_lenient = !model.source_type.is_typescript() && !comparing;
    for node in model.semantic.nodes().iter() {
        let AstKind::CallExpression(call) = node.kind() else { continue };
        let Expression::Identifier(callee) = &call.callee else { continue };
        if call.type_arguments.is_some() || call.arguments.iter().any(oxc_ast::ast::Argument::is_spread) {
            continue;
        }
        let symbol =
            callee.reference_id.get().and_then(|id| model.semantic.scoping().get_reference(id).symbol_id());
        let Some(symbol) = symbol else { continue };
        let arity = *known.entry(symbol).or_insert_with(|| {
            function_of(model, symbol)
                .and_then(|function| arity(model, function))
                .or_else(|| imported(model, symbol, exported))
        });
        if let Some((span, code, message)) = arity.and_then(|arity| problem(call, arity)) {
            let severity = is_lenient.then_some(Severity::Warning);
            problems.push(Problem { severity, ..Problem::new(span, code, message) });
        }
    }
}

fn problem(call: &CallExpression<'_>, arity: Arity) -> Option<(Span, &'static str, String)> {
    let given = call.arguments.len();
    let wanted = match arity.most {
        Some(most) if arity.least < most => format!("{}-{most}", arity.least),
        _ => arity.least.to_string(),
    };
    if let Some(most) = arity.most.filter(|most| given > *most) {
        let span = Span::new(call.arguments[most].span().start, call.arguments[given - 1].span().end);
        return Some((span, "TS2554", format!("Expected {wanted} arguments, but got {given}.")));
    }
    if given >= arity.least || !arity.is_strict {
        return None;
    }
    let span = call.callee.span();
    Some(match arity.most {
        Some(_) => (span, "TS2554", format!("Expected {wanted} arguments, but got {given}.")),
        None => (span, "TS2555", format!("Expected at least {wanted} arguments, but got {given}.")),
    })
}

/// The function that a name always stands for.
fn function_of(model: &Model<'_>, symbol: SymbolId) -> Option<NodeId> {
    let scoping = model.semantic.scoping();
    let nodes = model.semantic.nodes();
    if !scoping.symbol_redeclarations(symbol).is_empty() || scoping.symbol_is_mutated(symbol) {
        return None;
    }
    let node = scoping.symbol_declaration(symbol);
    match nodes.kind(node) {
        AstKind::Function(function) if function.is_declaration() && function.body.is_some() => Some(node),
        AstKind::VariableDeclarator(declarator)
            if scoping.symbol_flags(symbol).contains(SymbolFlags::ConstVariable) =>
        {
            if declarator.type_annotation.is_some() || !declarator.id.is_binding_identifier() {
                return None;
            }
            match declarator.init.as_ref()? {
                Expression::ArrowFunctionExpression(arrow) => Some(arrow.node_id.get()),
                Expression::FunctionExpression(function) => Some(function.node_id.get()),
                _ => None,
            }
        }
        _ => None,
    }
}

/// The arity of an imported function.
fn imported(
    model: &Model<'_>,
    symbol: SymbolId,
    exported: &mut dyn FnMut(&VfsPath, &str) -> Option<Arity>,
) -> Option<Arity> {
    let scoping = model.semantic.scoping();
    if !scoping.symbol_flags(symbol).contains(SymbolFlags::Import)
        || !scoping.symbol_redeclarations(symbol).is_empty()
    {
        return None;
    }
    let span = scoping.symbol_span(symbol);
    let entry = model
        .module_record
        .import_entries
        .iter()
        .find(|entry| entry.local_name.span == span && !entry.is_type)?;
    let name = match &entry.import_name {
        ImportImportName::Name(name) => name.name.as_str(),
        ImportImportName::Default(_) => "default",
        ImportImportName::NamespaceObject => return None,
    };
    let target = model.project.snapshot().resolve_script(model.path, &entry.module_request.name)?;
    // Of a package, and of a script beside its declarations, a type checker reads other files.
    let has_types = [".d.ts", ".d.mts", ".d.cts"].iter().any(|end| {
        let stem = target.as_str().rsplit_once('.').map_or(target.as_str(), |(stem, _)| stem);
        model.project.snapshot().contains(&format!("{stem}{end}"))
    });
    if has_types || target.as_str().contains("/node_modules/") || !entry.module_request.name.starts_with('.')
    {
        return None;
    }
    exported(&target, name)
}

/// The arities of the functions that a file declares and exports.
pub(super) fn exports(model: &Model<'_>) -> Exported {
    let scoping = model.semantic.scoping();
    let mut all = Exported::default();
    if model.source_type.is_typescript_definition() {
        return all;
    }
    for entry in model.module_record.local_export_entries.iter().filter(|entry| !entry.is_type) {
        let name = match &entry.export_name {
            ExportExportName::Name(name) => name.name.as_str(),
            ExportExportName::Default(_) => "default",
            ExportExportName::Null => continue,
        };
        let Some(local) = entry.local_name.name() else { continue };
        let symbol = scoping.get_root_binding(local.into());
        let function = symbol.and_then(|symbol| function_of(model, symbol));
        if let Some(arity) = function.and_then(|function| arity(model, function)) {
            all.insert(name.to_owned(), arity);
        }
    }
    all
}
