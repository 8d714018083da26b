//! Calls with too many or too few arguments (TS2554, TS2555) of functions that are certainly known.

use oxc_ast::AstKind;
use oxc_ast::ast::Expression;
use oxc_semantic::{NodeId, SymbolFlags, SymbolId};
use oxc_span::{GetSpan, Span};
use oxc_syntax::module_record::{ExportExportName, ImportImportName};
use verdict_protocol::Severity;
use verdict_vfs::{Snapshot, VfsPath};

use super::Problem;
use super::functions::{Arity, arity};
use super::specifiers::{Specifier, Specifiers};
use crate::hash::HashMap;
use crate::model::Model;

/// The arities of functions that a file exports, by name.
pub(super) type Exported = HashMap<String, Arity>;

/// A function of another file, and its calls.
pub(super) struct Callee {
    pub(super) specifier: Specifier,
    pub(super) name: String,
    pub(super) calls: Vec<Call>,
}

/// A call of a function.
pub(super) struct Call {
    /// Its place among all nodes.
    pub(super) node: usize,
    callee: Span,
    /// Where its arguments start.
    starts: Vec<u32>,
    /// Where its last argument ends.
    end: u32,
}

/// Checks the calls of functions that a file declares, and returns the calls of those that it imports.
pub(super) fn check(
    model: &Model<'_>,
    is_lenient: bool,
    specifiers: &mut Specifiers,
    found: &mut dyn FnMut(usize, Problem),
) -> Vec<Callee> {
    let mut known: HashMap<SymbolId, Function> = HashMap::default();
    let mut callees: Vec<Callee> = Vec::new();
    for node in model.semantic.nodes().iter() {
        let AstKind::CallExpression(call) = node.kind() else { continue };
        let Expression::Identifier(callee) = &call.callee else { continue };
        if call.type_arguments.is_some() || call.arguments.iter().any(oxc_ast::ast::Argument::is_spread) {
            continue;
        }
        let symbol =
            callee.reference_id.get().and_then(|id| model.semantic.scoping().get_reference(id).symbol_id());
        let Some(symbol) = symbol else { continue };
        let function = known.entry(symbol).or_insert_with(|| {
            let own = function_of(model, symbol).and_then(|function| arity(model, function));
            match own {
                Some(arity) => Function::Own(arity),
                None => imported(model, symbol).map_or(Function::Unknown, |(specifier, name)| {
                    let specifier = specifiers.place(specifier);
                    callees.push(Callee { specifier, name: name.to_owned(), calls: Vec::new() });
                    Function::Imported(callees.len() - 1)
                }),
            }
        });
        let call = || Call {
            node: node.id().index(),
            callee: call.callee.span(),
            starts: call.arguments.iter().map(|argument| argument.span().start).collect(),
            end: call.arguments.last().map_or(0, |argument| argument.span().end),
        };
        match *function {
            Function::Own(arity) => {
                if let Some(problem) = call().problem(arity, is_lenient) {
                    found(node.id().index(), problem);
                }
            }
            Function::Imported(at) => callees[at].calls.push(call()),
            Function::Unknown => {}
        }
    }
    callees
}

/// The function that a name stands for.
enum Function {
    Own(Arity),
    /// By its place among the callees.
    Imported(usize),
    Unknown,
}

impl Call {
    /// The problem of a call of a function with an arity.
    pub(super) fn problem(&self, arity: Arity, is_lenient: bool) -> Option<Problem> {
        let (span, code, message) = self.misfit(arity)?;
        let severity = is_lenient.then_some(Severity::Warning);
        Some(Problem { severity, ..Problem::new(span, code, message) })
    }

    fn misfit(&self, arity: Arity) -> Option<(Span, &'static str, String)> {
        let given = self.starts.len();
        let wanted = || match arity.most {
            Some(most) if arity.least < most => format!("{}-{most}", arity.least),
            _ => arity.least.to_string(),
        };
        if let Some(most) = arity.most.filter(|most| given > *most) {
            let span = Span::new(self.starts[most], self.end);
            return Some((span, "TS2554", format!("Expected {} arguments, but got {given}.", wanted())));
        }
        if given >= arity.least || !arity.is_strict {
            return None;
        }
        Some(match arity.most {
            Some(_) => (self.callee, "TS2554", format!("Expected {} arguments, but got {given}.", wanted())),
            None => {
                (self.callee, "TS2555", format!("Expected at least {} arguments, but got {given}.", wanted()))
            }
        })
    }
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

/// The specifier and the name of an imported function.
fn imported<'a>(model: &Model<'a>, symbol: SymbolId) -> Option<(&'a str, &'a str)> {
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
    let specifier = entry.module_request.name.as_str();
    specifier.starts_with('.').then_some((specifier, name))
}

/// Whether a file has its own types. Of a package, and of a script beside its declarations, a type checker reads other
/// files.
pub(super) fn has_own_types(snapshot: &Snapshot, file: &VfsPath) -> bool {
    let stem = file.as_str().rsplit_once('.').map_or(file.as_str(), |(stem, _)| stem);
    let is_declared =
        [".d.ts", ".d.mts", ".d.cts"].iter().any(|end| snapshot.contains(&format!("{stem}{end}")));
    !is_declared && !file.as_str().contains("/node_modules/")
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
