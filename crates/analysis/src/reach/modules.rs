//! What modules of the snapshot export.

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use oxc_allocator::Allocator;
use oxc_ast::AstKind;
use oxc_ast::ast::{BindingIdentifier, Declaration, ModuleExportName};
use oxc_semantic::SemanticBuilder;
use verdict_vfs::VfsPath;

use super::bindings;
use super::flow::{Flow, Origins};
use super::imports::is_loader;
use super::origin::Origin;
use super::patterns::each_name;
use crate::hash::{HashMap, HashSet};
use crate::lint::Language;
use crate::model::Model;
use crate::project::Project;

/// The largest number of modules that are read for one file.
const MAX_MODULES: usize = 300;
/// The longest chain of modules.
const MAX_DEPTH: u32 = 30;
/// How often modules of circles are read again.
const MAX_AGAIN: u32 = 100;

/// What a module exports.
#[derive(Default)]
struct Exports {
    values: BTreeMap<String, Origins>,
    /// The names of what is gone once the types are.
    types: BTreeSet<String>,
}

/// The modules that a file imports, directly or not.
pub(crate) struct Modules<'s> {
    project: &'s Project<'s>,
    language: &'s Language,
    /// By path; `None` while a module is open: its exports are not known yet.
    known: RefCell<HashMap<VfsPath, Option<Rc<Exports>>>>,
    depth: Cell<u32>,
    /// Whether an open module needs one that is open too.
    unfinished: Cell<bool>,
    /// How often more such a module may be read again.
    again: Cell<u32>,
}

impl<'s> Modules<'s> {
    pub(crate) fn new(model: &Model<'s>) -> Modules<'s> {
        let Model { project, language, .. } = *model;
        Modules {
            project,
            language,
            known: RefCell::default(),
            depth: Cell::new(0),
            unfinished: Cell::new(false),
            again: Cell::new(MAX_AGAIN),
        }
    }

    /// What a module exports under a name. At the end of a chain that is too long, this counts as the global object.
    pub(crate) fn export(&self, path: &VfsPath, name: &str) -> Origins {
        match self.exports(path) {
            Some(exports) => exports.values.get(name).cloned().unwrap_or_default(),
            None => vec![Origin::global()],
        }
    }

    /// Whether a module exports nothing but a type under a name.
    pub(super) fn is_type(&self, path: &VfsPath, name: &str) -> bool {
        self.exports(path)
            .is_some_and(|exports| exports.types.contains(name) && !exports.values.contains_key(name))
    }

    /// Whether a module exports what must not be lost, also in namespaces of other modules.
    pub(super) fn has_open(&self, path: &VfsPath) -> bool {
        let (mut todo, mut seen) = (vec![path.clone()], HashSet::default());
        while let Some(path) = todo.pop() {
            if !seen.insert(path.clone()) {
                continue;
            }
            let Some(exports) = self.exports(&path) else { return true };
            for origin in exports.values.values().flatten() {
                match origin {
                    Origin::Module(inner) => todo.push(inner.clone()),
                    Origin::Path(path) if path.is_empty() || is_loader(origin) => return true,
                    Origin::Descriptor(path) | Origin::Descriptors(path) if path.is_empty() => return true,
                    _ => {}
                }
            }
        }
        false
    }

    /// What a module exports; `None` at the end of a chain that is too long.
    fn exports(&self, path: &VfsPath) -> Option<Rc<Exports>> {
        if let Some(known) = self.known.borrow().get(path) {
            self.unfinished.set(self.unfinished.get() || known.is_none());
            return Some(known.clone().unwrap_or_default());
        }
        if self.depth.get() >= MAX_DEPTH {
            return None;
        }
        if self.known.borrow().len() >= MAX_MODULES {
            return Some(Rc::default());
        }
        let around = self.unfinished.replace(false);
        self.known.borrow_mut().insert(path.clone(), None);
        self.depth.set(self.depth.get() + 1);
        let read = Rc::new(self.read(path).unwrap_or_default());
        self.depth.set(self.depth.get() - 1);
        let is_unfinished = self.unfinished.get() && self.depth.get() > 0 && self.again.get() > 0;
        if is_unfinished {
            self.again.set(self.again.get() - 1);
            self.known.borrow_mut().remove(path);
        } else {
            self.known.borrow_mut().insert(path.clone(), Some(Rc::clone(&read)));
        }
        self.unfinished.set(around || is_unfinished);
        Some(read)
    }

    fn read(&self, path: &VfsPath) -> Option<Exports> {
        if path.extension() == Some("json") {
            return None;
        }
        let source = self.project.snapshot().get(path)?.text()?;
        let allocator = Allocator::default();
        let parsed = verdict_syntax::parse(&allocator, path.as_str(), source).ok()?;
        let built = SemanticBuilder::new_linter().build(&parsed.program);
        let reached = OnceCell::new();
        let model = Model {
            project: self.project,
            allocator: &allocator,
            language: self.language,
            path,
            source_type: parsed.source_type,
            module_record: &parsed.module_record,
            semantic: &built.semantic,
            lines: &parsed.lines,
            reached: &reached,
        };
        Some(exports(&Flow::new(&model, self)))
    }
}

fn exports<'m>(flow: &Flow<'m, '_>) -> Exports {
    let mut exports = Exports::default();
    for node in flow.model.semantic.nodes().iter() {
        match node.kind() {
            AstKind::ExportDeclaration(export) => match &export.declaration {
                Declaration::VariableDeclaration(variables) => {
                    for declarator in &variables.declarations {
                        each_name(&declarator.id, &mut |name| exports.declare(flow, name));
                    }
                }
                other => other.id().into_iter().for_each(|name| exports.declare(flow, name)),
            },
            AstKind::ExportNamedDeclaration(export) => {
                for specifier in &export.specifiers {
                    if let ModuleExportName::IdentifierReference(local) = &specifier.local {
                        let is_type = export.export_kind.is_type() || specifier.export_kind.is_type();
                        exports.add(&specifier.exported.name(), flow.identifier(local), is_type);
                    }
                }
            }
            AstKind::ExportFromDeclaration(export) => {
                if let Some(module) = flow.module(&export.source.value) {
                    for specifier in &export.specifiers {
                        let local = specifier.local.name();
                        let is_type = export.export_kind.is_type()
                            || specifier.export_kind.is_type()
                            || matches!(&module, Origin::Module(path) if flow.modules.is_type(path, &local));
                        exports.add(&specifier.exported.name(), flow.member_of(&module, &local), is_type);
                    }
                }
            }
            AstKind::ExportAllDeclaration(export) => {
                let Some(module) = flow.module(&export.source.value) else { continue };
                match (&export.exported, &module) {
                    (Some(name), _) => exports.add(&name.name(), vec![module], false),
                    (None, Origin::Module(path)) => {
                        let others = flow.modules.exports(path).unwrap_or_default();
                        for (name, origins) in others.values.iter().filter(|(name, _)| *name != "default") {
                            exports.add(name, origins.clone(), false);
                        }
                        exports.types.extend(others.types.iter().cloned());
                    }
                    _ => {}
                }
            }
            AstKind::ExportDefaultDeclaration(export) => {
                if let Some(expression) = export.declaration.as_expression() {
                    exports.add("default", flow.of(expression), false);
                }
            }
            AstKind::AssignmentExpression(assignment) => {
                let Some(member) = assignment.left.as_member_expression() else { continue };
                let Some(name) = member.static_property_name() else { continue };
                for object in flow.of(member.object()) {
                    let is_exports = object.is_path(&["exports"]) || object.is_path(&["module", "exports"]);
                    if is_exports {
                        exports.add(name, flow.of(&assignment.right), false);
                    } else if object.is_path(&["module"]) && name == "exports" {
                        exports.add("default", flow.of(&assignment.right), false);
                    }
                }
            }
            _ => {}
        }
    }
    exports
}

impl Exports {
    /// Adds an export of what a declaration names.
    fn declare(&mut self, flow: &Flow<'_, '_>, name: &BindingIdentifier<'_>) {
        let Some(symbol) = name.symbol_id.get() else { return };
        let is_value = flow.model.semantic.scoping().symbol_flags(symbol).is_value();
        let is_type = !(is_value && bindings::exists(symbol, flow.model));
        self.add(&name.name, if is_type { Vec::new() } else { flow.symbol(symbol) }, is_type);
    }

    fn add(&mut self, name: &str, origins: Origins, is_type: bool) {
        if is_type {
            self.types.insert(name.to_owned());
            return;
        }
        let known = self.values.entry(name.to_owned()).or_default();
        // A node of this module says nothing in another.
        known.extend(origins.into_iter().map(|origin| match origin {
            Origin::Function(_) => Origin::Function(None),
            other => other,
        }));
    }
}
