//! `import/export`: disallow exporting a name more than once.
//!
//! `export *` of two modules that export the same name is an error too: importers get neither. Declarations that
//! TypeScript merges are one export: overloads, namespaces with functions, classes and enums, and a type beside a value.
//! A module from which `export *` takes nothing is reported as well.
//!
//! ```js fails
//! export * from "./one.js";
//! export * from "./other.js";
//! //- /one.js
//! export const sum = 1;
//! //- /other.js
//! export const sum = 2;
//! ```
//!
//! ```js passes
//! export * from "./one.js";
//! export * from "./other.js";
//! //- /one.js
//! export const sum = 1;
//! //- /other.js
//! export const total = 2;
//! ```

use std::collections::BTreeMap;
use std::rc::Rc;

use oxc_ecmascript::BoundNames;
use oxc_syntax::node::NodeId;

use crate::hash::{HashMap, HashSet};
use crate::graph::{ExportKind, Graph, Module, kind_of};
use crate::rules::helpers::sources::{UNPARSED, graph, imported};
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "import/export",
    aliases: &["import-x/export"],
    messages: &[
        ("noNamed", "No named exports found in module '{{module}}'."),
        ("multiDefault", "Multiple default exports."),
        ("multiNamed", "Multiple exports of name '{{name}}'."),
        UNPARSED,
    ],
    types: &[
        AstType::ExportDefaultDeclaration,
        AstType::ExportNamedDeclaration,
        AstType::ExportFromDeclaration,
        AstType::ExportDeclaration,
        AstType::ExportAllDeclaration,
    ],
    run: Run::File(check),
    ..Rule::DEFAULT
};

/// What exports a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Form {
    Class,
    Enum,
    Function,
    /// A function without a body.
    Overload,
    Namespace,
    Specifier,
    Star,
    /// An interface or an alias of a type.
    Type,
    /// `export default` of one of these.
    Default(DefaultForm),
    Variable,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum DefaultForm {
    Function,
    Overload,
    Other,
}

type Export = (Span, Form);

/// The exports of one name in one module or namespace.
#[derive(Default)]
struct Named {
    values: Vec<Export>,
    types: Vec<Export>,
    /// Stars that have the name, and another export beside them.
    stars: Vec<Star>,
}

/// `export * from`: its place, whether it is only for types, and its module.
#[derive(Clone)]
struct Star(Span, bool, Rc<Module>);

/// What a module or a namespace exports.
#[derive(Default)]
struct Block {
    names: BTreeMap<Rc<str>, Named>,
    stars: Vec<Star>,
}

fn check(ctx: &Context<'_>) {
    let graph = graph(ctx);
    let mut blocks: HashMap<NodeId, Block> = HashMap::default();
    for of in RULE.types {
        for node in ctx.nodes_of(*of) {
            let parent = ctx.parent(node.id());
            let parent = match parent.kind() {
                AstKind::TSModuleBlock(_) => parent.id(),
                _ => NodeId::ROOT,
            };
            let block = blocks.entry(parent).or_default();
            match node.kind() {
                AstKind::ExportAllDeclaration(export) if export.exported.is_none() => {
                    block.stars.extend(star(export, &graph, ctx));
                }
                kind => own(kind, &mut block.names),
            }
        }
    }
    for mut block in blocks.into_values() {
        block.join_stars(&graph);
        for (name, mut named) in block.names {
            named.place_stars(&name, &graph);
            named.report(&name, ctx);
        }
    }
}

/// Adds what a declaration exports.
fn own(kind: AstKind<'_>, named: &mut BTreeMap<Rc<str>, Named>) {
    let mut add = |name: &str, span: Span, form: Form, is_type: bool| {
        let named = named.entry(name.into()).or_default();
        let list = if is_type { &mut named.types } else { &mut named.values };
        list.push((span, form));
    };
    match kind {
        AstKind::ExportDefaultDeclaration(export) => {
            let form = match &export.declaration {
                ExportDefaultDeclarationKind::FunctionDeclaration(function) if function.body.is_none() => {
                    DefaultForm::Overload
                }
                ExportDefaultDeclarationKind::FunctionDeclaration(_) => DefaultForm::Function,
                _ => DefaultForm::Other,
            };
            // TypeScript merges an interface with a class.
            let is_type =
                matches!(export.declaration, ExportDefaultDeclarationKind::TSInterfaceDeclaration(_));
            add("default", export.span, Form::Default(form), is_type);
        }
        AstKind::ExportNamedDeclaration(export) => {
            for one in &export.specifiers {
                let is_type = one.export_kind.is_type() || export.export_kind.is_type();
                add(&one.exported.name(), one.exported.span(), Form::Specifier, is_type);
            }
        }
        AstKind::ExportFromDeclaration(export) => {
            for one in &export.specifiers {
                let is_type = one.export_kind.is_type() || export.export_kind.is_type();
                add(&one.exported.name(), one.exported.span(), Form::Specifier, is_type);
            }
        }
        AstKind::ExportDeclaration(export) => declared(&export.declaration, &mut add),
        _ => {}
    }
}

fn declared(declaration: &Declaration<'_>, add: &mut impl FnMut(&str, Span, Form, bool)) {
    let form = match declaration {
        Declaration::VariableDeclaration(variables) => {
            for one in &variables.declarations {
                let end = one.type_annotation.as_ref().map(|annotation| annotation.span.end);
                one.id.bound_names(&mut |id| {
                    let whole = id.span == one.id.span();
                    let end = end.filter(|_| whole).unwrap_or(id.span.end);
                    add(&id.name, Span::new(id.span.start, end), Form::Variable, false);
                });
            }
            return;
        }
        Declaration::TSNamespaceDeclaration(namespace) => {
            let is_nested = matches!(namespace.body, TSNamespaceDeclarationBody::TSNamespaceDeclaration(_));
            if is_nested || has_only_types(&namespace.body) {
                return;
            }
            Form::Namespace
        }
        Declaration::FunctionDeclaration(function) if function.body.is_none() => Form::Overload,
        Declaration::FunctionDeclaration(_) => Form::Function,
        Declaration::ClassDeclaration(_) => Form::Class,
        Declaration::TSEnumDeclaration(_) => Form::Enum,
        Declaration::TSTypeAliasDeclaration(_) | Declaration::TSInterfaceDeclaration(_) => Form::Type,
        Declaration::TSImportEqualsDeclaration(_)
        | Declaration::TSExternalModuleDeclaration(_)
        | Declaration::TSGlobalDeclaration(_) => Form::Variable,
    };
    let id = match declaration {
        Declaration::TSImportEqualsDeclaration(import) => Some(&import.id),
        declaration => declaration.id(),
    };
    if let Some(id) = id {
        add(&id.name, id.span, form, kind_of(declaration) == ExportKind::Type);
    }
}

/// Whether a namespace has nothing at run time.
fn has_only_types(body: &TSNamespaceDeclarationBody<'_>) -> bool {
    let block = match body {
        TSNamespaceDeclarationBody::TSNamespaceDeclaration(inner) => return has_only_types(&inner.body),
        TSNamespaceDeclarationBody::TSModuleBlock(block) => block,
    };
    block.body.iter().all(|statement| {
        let (declaration, is_exported) = match statement {
            Statement::ExportDeclaration(export) => (Some(&export.declaration), true),
            statement => (statement.as_declaration(), false),
        };
        match declaration {
            Some(Declaration::TSInterfaceDeclaration(_) | Declaration::TSTypeAliasDeclaration(_)) => true,
            Some(Declaration::TSNamespaceDeclaration(namespace)) => has_only_types(&namespace.body),
            Some(Declaration::TSImportEqualsDeclaration(import)) => {
                let is_required =
                    matches!(import.module_reference, TSModuleReference::ExternalModuleReference(_));
                !is_required && !is_exported
            }
            _ => false,
        }
    })
}

/// A star whose module is known. One that exports nothing is reported.
fn star(export: &ExportAllDeclaration<'_>, graph: &Graph, ctx: &Context<'_>) -> Option<Star> {
    let module = imported(&export.source, graph, ctx)?;
    if !graph.has_any(&module, true) {
        ctx.report(export.source.span, "noNamed").data("module", export.source.value.as_str());
    }
    Some(Star(export.span, export.export_kind.is_type(), module))
}

impl Block {
    /// Gives names the stars that have them too. The many names that only one star has are left out.
    fn join_stars(&mut self, graph: &Graph) {
        if let [star] = self.stars.as_slice() {
            for (name, named) in &mut self.names {
                if graph.stars_have(&star.2, name) {
                    named.stars.push(star.clone());
                }
            }
            return;
        }
        let mut of: HashMap<Rc<str>, Vec<usize>> = HashMap::default();
        for (index, Star(.., module)) in self.stars.iter().enumerate() {
            graph.each_name(module, &mut |name| {
                let places = of.entry(Rc::clone(name)).or_default();
                if places.last() != Some(&index) {
                    places.push(index);
                }
            });
        }
        for (name, places) in of {
            if places.len() > 1 || self.names.contains_key(&name) {
                let stars = places.into_iter().map(|index| self.stars[index].clone());
                self.names.entry(name).or_default().stars.extend(stars);
            }
        }
    }
}

impl Named {
    /// Adds the stars to the values or the types, or both.
    fn place_stars(&mut self, name: &str, graph: &Graph) {
        let stars = std::mem::take(&mut self.stars);
        if stars.len() + self.values.len() + self.types.len() > 1 {
            for Star(span, type_only, module) in stars {
                let Some(kind) = graph.kind(&module, name, type_only) else { continue };
                if kind != ExportKind::Type {
                    self.values.push((span, Form::Star));
                }
                if matches!(kind, ExportKind::Type | ExportKind::Both) {
                    self.types.push((span, Form::Star));
                }
            }
        }
        if self.types.iter().any(|(_, form)| *form == Form::Star) {
            let both = self.values.iter().filter(|(_, form)| matches!(form, Form::Class | Form::Enum));
            self.types.extend(both.copied().collect::<Vec<_>>());
        }
        let is_explicit = |(_, form): &Export| {
            !matches!(form, Form::Star | Form::Overload | Form::Default(DefaultForm::Overload))
        };
        if self.values.iter().any(is_explicit) {
            let specifiers = self.types.iter().filter(|(_, form)| *form == Form::Specifier);
            self.values.extend(specifiers.copied().collect::<Vec<_>>());
        }
    }

    fn report(self, name: &str, ctx: &Context<'_>) {
        let mut reported = HashSet::default();
        for exports in [self.values, self.types] {
            let exports = without_overloads(exports);
            let forms: HashSet<Form> = exports.iter().map(|(_, form)| parent(*form)).collect();
            if exports.len() <= 1 || is_merged(&exports, &forms) {
                continue;
            }
            let has_other = [Form::Enum, Form::Class, Form::Function, Form::Overload]
                .iter()
                .any(|form| forms.contains(form));
            for (span, form) in exports {
                if (form == Form::Namespace && has_other) || !reported.insert(span) {
                    continue;
                }
                let id = if name == "default" { "multiDefault" } else { "multiNamed" };
                ctx.report(span, id).data("name", name);
            }
        }
    }
}

/// The kind of the node around the export, which `export default` has not.
fn parent(form: Form) -> Form {
    match form {
        Form::Default(_) => Form::Default(DefaultForm::Other),
        form => form,
    }
}

/// Overloads of a function are one export with it; without it, they are one.
fn without_overloads(exports: Vec<Export>) -> Vec<Export> {
    let is_overload =
        |form: Form| matches!(form, Form::Overload | Form::Default(DefaultForm::Overload));
    let is_function =
        |(_, form): &Export| matches!(form, Form::Function | Form::Default(DefaultForm::Function));
    let mut has_function = exports.iter().any(is_function);
    exports
        .into_iter()
        .filter(|(_, form)| !is_overload(*form) || !std::mem::replace(&mut has_function, true))
        .collect()
}

/// Whether TypeScript merges these declarations: namespaces with each other, or with a function, a class or
/// an enum.
fn is_merged(exports: &[Export], forms: &HashSet<Form>) -> bool {
    let has = |form: Form| forms.contains(&form);
    let others = exports.iter().filter(|(_, form)| *form != Form::Namespace).count();
    has(Form::Namespace)
        && match forms.len() {
            1 => true,
            2 => {
                has(Form::Function) || has(Form::Overload) || ((has(Form::Class) || has(Form::Enum)) && others == 1)
            }
            3 => has(Form::Function) && has(Form::Overload),
            _ => false,
        }
}
