//! `import/namespace`: require that members of an imported namespace exist.
//!
//! `import * as name` and re-exported namespaces are checked: each member that code reads, also in patterns and JSX. A
//! member that is only a type is none, and namespaces are never assigned to. Modules whose exports are known only after
//! they ran are not checked: CommonJS, JSON and packages outside of the snapshot.
//!
//! Options: `{ allowComputed: false }` allows `name[key]`, which cannot be checked.
//!
//! ```js fails
//! import * as math from "./math.js";
//! math.summ();
//! //- /math.js
//! export const sum = () => 0;
//! ```
//!
//! ```js passes
//! import * as math from "./math.js";
//! math.sum();
//! //- /math.js
//! export const sum = () => 0;
//! ```

use std::rc::Rc;

use crate::hash::HashMap;
use crate::graph::{ExportKind, Graph, Lookup, Module};
use crate::rules::helpers::sources::{UNPARSED, graph, imported};
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "import/namespace",
    aliases: &["import-x/namespace"],
    messages: &[
        ("noNamesFound", "No exported names found in module '{{module}}'."),
        ("computedReference", "Unable to validate computed reference to imported namespace '{{namespace}}'."),
        ("namespaceMember", "Assignment to member of namespace '{{namespace}}'."),
        ("topLevelNames", "Only destructure top-level names."),
        ("notFoundInNamespace", "'{{name}}' not found in imported namespace '{{namepath}}'."),
        ("notFoundInNamespaceDeep", "'{{name}}' not found in deeply imported namespace '{{namepath}}'."),
        UNPARSED,
    ],
    types: &[AstType::ImportDeclaration],
    run: Run::Configured(|options| {
        let allow_computed = options.only_object(&["allowComputed"])?.bool("allowComputed", false)?;
        Ok(Check::file(move |ctx| check(ctx, allow_computed)))
    }),
    ..Rule::DEFAULT
};

/// The namespaces that a file imports.
struct Namespaces<'c, 'a> {
    graph: Rc<Graph>,
    of: HashMap<&'a str, Rc<Module>>,
    ctx: &'c Context<'a>,
}

fn check(ctx: &Context<'_>, allow_computed: bool) {
    let mut namespaces = Namespaces { graph: graph(ctx), of: HashMap::default(), ctx };
    for node in ctx.nodes_of(AstType::ImportDeclaration) {
        if let AstKind::ImportDeclaration(import) = node.kind() {
            let is_top = matches!(ctx.parent_kind(node.id()), AstKind::Program(_));
            if is_top && import.specifiers.as_ref().is_some_and(|list| !list.is_empty()) {
                namespaces.import(import);
            }
        }
    }
    if namespaces.of.is_empty() {
        return;
    }
    for of in [AstType::StaticMemberExpression, AstType::ComputedMemberExpression] {
        ctx.nodes_of(of).for_each(|node| namespaces.member(node, allow_computed));
    }
    for node in ctx.nodes_of(AstType::TSQualifiedName) {
        namespaces.heritage(node);
    }
    for node in ctx.nodes_of(AstType::VariableDeclarator) {
        let AstKind::VariableDeclarator(declarator) = node.kind() else { continue };
        if let Some(Expression::Identifier(init)) = declarator.init.as_ref().map(Expression::without_parentheses)
            && let Some(module) = namespaces.at(init)
        {
            namespaces.pattern(&declarator.id, &module, &mut vec![init.name.as_str()]);
        }
    }
    for node in ctx.nodes_of(AstType::JSXMemberExpression) {
        namespaces.element(node);
    }
}

impl<'a> Namespaces<'_, 'a> {
    fn import(&mut self, import: &'a ImportDeclaration<'a>) {
        let Some(module) = imported(&import.source, &self.graph, self.ctx) else { return };
        for specifier in import.specifiers.iter().flatten() {
            let (local, name) = match specifier {
                ImportDeclarationSpecifier::ImportNamespaceSpecifier(namespace) => {
                    if !self.graph.has_any(&module, false) {
                        let report = self.ctx.report(namespace.span, "noNamesFound");
                        drop(report.data("module", import.source.value.as_str()));
                    }
                    self.of.insert(namespace.local.name.as_str(), Rc::clone(&module));
                    continue;
                }
                ImportDeclarationSpecifier::ImportDefaultSpecifier(default) => {
                    (&default.local, "default".into())
                }
                ImportDeclarationSpecifier::ImportSpecifier(named) => (&named.local, named.imported.name()),
            };
            if let Some(inner) = self.inner(&module, &name) {
                self.of.insert(local.name.as_str(), inner);
            }
        }
    }

    /// The module whose namespace an export is.
    fn inner(&self, module: &Rc<Module>, name: &str) -> Option<Rc<Module>> {
        let Lookup::Own(own) = self.graph.lookup(module, name) else { return None };
        let inner = self.graph.module(own.namespace.flatten().as_ref()?)?;
        (inner.is_esm && inner.error.is_none()).then_some(inner)
    }

    /// The module of a variable, if that is not shadowed.
    fn at(&self, identifier: &IdentifierReference<'_>) -> Option<Rc<Module>> {
        let module = self.of.get(identifier.name.as_str())?;
        let scoping = self.ctx.scoping();
        let symbol = scoping.get_reference(identifier.reference_id.get()?).symbol_id()?;
        (scoping.symbol_scope_id(symbol) == scoping.root_scope_id()).then(|| Rc::clone(module))
    }

    /// Whether a module has a value of this name, or may have it.
    fn has_value(&self, module: &Rc<Module>, name: &str) -> bool {
        self.graph.has(module, name)
            && (self.graph.kind(module, name, false).is_some_and(|kind| kind != ExportKind::Type)
                || self.graph.may_have(module, name))
    }

    fn member(&self, node: &'a AstNode<'a>, allow_computed: bool) {
        let object = match node.kind() {
            AstKind::StaticMemberExpression(member) => &member.object,
            AstKind::ComputedMemberExpression(member) => &member.object,
            _ => return,
        };
        let Expression::Identifier(object) = object.without_parentheses() else { return };
        let Some(mut module) = self.at(object) else { return };
        let parent = self.ctx.parent(node.id());
        if let AstKind::AssignmentExpression(assignment) = parent.kind()
            && assignment.left.span() == node.kind().span()
        {
            self.ctx.report(assignment.span, "namespaceMember").data("namespace", object.name.as_str());
        }
        let mut path = vec![object.name.as_str()];
        let mut node = node;
        loop {
            let (name, span) = match node.kind() {
                AstKind::StaticMemberExpression(member) => {
                    (member.property.name.as_str(), member.property.span)
                }
                AstKind::ComputedMemberExpression(member) => {
                    if !allow_computed {
                        let report = self.ctx.report(member.expression.span(), "computedReference");
                        drop(report.data("namespace", path.join(".")));
                    }
                    return;
                }
                _ => return,
            };
            if !self.has_value(&module, name) {
                self.missing(span, name, &path);
                return;
            }
            let Some(inner) = self.inner(&module, name) else { return };
            module = inner;
            path.push(name);
            node = self.ctx.parent(node.id());
        }
    }

    /// `implements name.Type` and `extends name.Type` of interfaces.
    fn heritage(&self, node: &'a AstNode<'a>) {
        let AstKind::TSQualifiedName(name) = node.kind() else { return };
        let outer = self.ctx.nodes().ancestor_kinds(node.id());
        let is_heritage = outer
            .take_while(|kind| {
                matches!(
                    kind,
                    AstKind::TSQualifiedName(_) | AstKind::TSClassImplements(_) | AstKind::TSInterfaceHeritage(_)
                )
            })
            .any(|kind| !matches!(kind, AstKind::TSQualifiedName(_)));
        let TSTypeName::IdentifierReference(object) = &name.left else { return };
        if !is_heritage {
            return;
        }
        if let Some(module) = self.at(object)
            && !self.graph.has(&module, &name.right.name)
        {
            self.missing(name.right.span, &name.right.name, &[object.name.as_str()]);
        }
    }

    fn pattern(&self, pattern: &BindingPattern<'a>, module: &Rc<Module>, path: &mut Vec<&'a str>) {
        let BindingPattern::ObjectPattern(object) = pattern else { return };
        for property in &object.properties {
            match &property.key {
                // The name of a variable says nothing of the key.
                PropertyKey::Identifier(_) => {}
                PropertyKey::StaticIdentifier(key) => {
                    if !self.has_value(module, &key.name) {
                        self.missing(property.span, &key.name, path);
                        continue;
                    }
                    if let Some(inner) = self.inner(module, &key.name) {
                        path.push(key.name.as_str());
                        self.pattern(&property.value, &inner, path);
                        path.pop();
                    }
                }
                _ => drop(self.ctx.report(property.span, "topLevelNames")),
            }
        }
    }

    fn element(&self, node: &'a AstNode<'a>) {
        let AstKind::JSXMemberExpression(member) = node.kind() else { return };
        let JSXMemberExpressionObject::IdentifierReference(object) = &member.object else { return };
        if let Some(module) = self.at(object)
            && !self.has_value(&module, &member.property.name)
        {
            self.missing(member.property.span, &member.property.name, &[object.name.as_str()]);
        }
    }

    fn missing(&self, span: Span, name: &str, path: &[&str]) {
        let message = if path.len() > 1 { "notFoundInNamespaceDeep" } else { "notFoundInNamespace" };
        self.ctx.report(span, message).data("name", name).data("namepath", path.join("."));
    }
}
