//! Follows values through the expressions, variables and patterns of a file.

use std::borrow::Cow;
use std::cell::{Cell, OnceCell, RefCell};

use oxc_ast::AstKind;
use oxc_ast::ast::{
    CallExpression, ChainElement, Expression, FormalParameters, IdentifierReference,
    ImportDeclarationSpecifier, MemberExpression, ModuleExportName, ObjectPropertyKind, PropertyKey,
    TSModuleReference, TSQualifiedName, TSTypeName,
};
use oxc_semantic::SymbolId;
use oxc_span::GetSpan;
use oxc_syntax::node::NodeId;
use oxc_syntax::operator::UnaryOperator;

use super::bindings;
use super::imports::is_loader;
use super::modules::Modules;
use super::origin::{Origin, is_standard};
use super::patterns::names_of;
use super::writes::prototype_of;
use crate::hash::{HashMap, HashSet};
use crate::model::Model;
use crate::rules::static_text;

/// The deepest chain of expressions and variables that is followed. What lies deeper counts as the global object.
const MAX_DEPTH: u32 = 200;
/// The largest number of origins of a value. One with more that count is the global object.
const MAX_ORIGINS: usize = 32;
/// How often what depends on itself is found again.
const MAX_UNFINISHED: u32 = 2_000;

pub(crate) type Origins = Vec<Origin>;

/// Methods of all objects and functions.
const OF_ALL: [&str; 8] =
    ["apply", "bind", "call", "hasOwnProperty", "isPrototypeOf", "toLocaleString", "toString", "valueOf"];

/// What has the same origins wherever it is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Holder {
    Variable(SymbolId),
    Function(NodeId),
}

/// The values of a file.
pub(crate) struct Flow<'m, 'a> {
    pub(crate) model: &'m Model<'a>,
    pub(crate) modules: &'m Modules<'m>,
    /// What variables hold and functions return; `None` while that is being found out.
    known: RefCell<HashMap<Holder, Option<Origins>>>,
    /// The arguments of `return` statements by function.
    pub(super) returned: OnceCell<HashMap<NodeId, Vec<&'a Expression<'a>>>>,
    depth: Cell<u32>,
    /// The number of holders whose origins are being found.
    open: Cell<u32>,
    /// Whether what is being found depends on a holder that is open.
    unfinished: Cell<bool>,
    /// How often more something unfinished may be found again.
    again: Cell<u32>,
    /// The functions that read `this`, and those that read `arguments`.
    pub(super) readers: OnceCell<[HashSet<NodeId>; 2]>,
    has_with: OnceCell<bool>,
    /// Whether a variable is there at run time.
    existing: RefCell<HashMap<SymbolId, bool>>,
}

impl<'m, 'a> Flow<'m, 'a> {
    pub(crate) fn new(model: &'m Model<'a>, modules: &'m Modules<'m>) -> Flow<'m, 'a> {
        Flow {
            model,
            modules,
            known: RefCell::default(),
            returned: OnceCell::new(),
            depth: Cell::new(0),
            open: Cell::new(0),
            unfinished: Cell::new(false),
            again: Cell::new(MAX_UNFINISHED),
            readers: OnceCell::new(),
            has_with: OnceCell::new(),
            existing: RefCell::default(),
        }
    }

    pub(super) fn kind(&self, node: NodeId) -> AstKind<'a> {
        self.model.semantic.nodes().kind(node)
    }

    /// The parent of a node, without parentheses and what only types have.
    pub(crate) fn parent(&self, node: NodeId) -> (NodeId, AstKind<'a>) {
        let nodes = self.model.semantic.nodes();
        let mut parent = nodes.parent_node(node);
        while is_transparent(parent.kind()) {
            parent = nodes.parent_node(parent.id());
        }
        (parent.id(), parent.kind())
    }

    /// What an expression may be.
    pub(crate) fn of(&self, expression: &Expression<'a>) -> Origins {
        if self.depth.get() >= MAX_DEPTH {
            return vec![Origin::global()];
        }
        self.depth.set(self.depth.get() + 1);
        let found = self.of_inner(expression.get_inner_expression());
        self.depth.set(self.depth.get() - 1);
        found
    }

    fn of_inner(&self, expression: &Expression<'a>) -> Origins {
        if let Some(member) = expression.get_member_expr() {
            let name = self.member_name(member);
            return name.map_or_else(Vec::new, |name| self.member(member.object(), &name));
        }
        match expression {
            Expression::Identifier(identifier) => self.identifier(identifier),
            Expression::ThisExpression(this) => self.this(this.node_id.get()),
            Expression::ChainExpression(chain) => match &chain.expression {
                ChainElement::CallExpression(call) => self.call(call),
                _ => Vec::new(),
            },
            Expression::CallExpression(call) => self.call(call),
            Expression::ConditionalExpression(conditional) => {
                self.either([&conditional.consequent, &conditional.alternate])
            }
            Expression::LogicalExpression(logical) => self.either([&logical.left, &logical.right]),
            Expression::SequenceExpression(sequence) => {
                sequence.expressions.last().map_or_else(Vec::new, |last| self.of(last))
            }
            Expression::AssignmentExpression(assignment) if assignment.operator.is_logical() => {
                let before = self.of_target(&assignment.left);
                bounded(before.into_iter().chain(self.of(&assignment.right)))
            }
            Expression::AssignmentExpression(assignment) => self.of(&assignment.right),
            Expression::AwaitExpression(awaited) => self.of(&awaited.argument),
            Expression::ImportExpression(import) => match static_text(&import.source, self.model) {
                Some(specifier) => self.module(&specifier).into_iter().collect(),
                None => Vec::new(),
            },
            Expression::ObjectExpression(object) => {
                let spreads = object.properties.iter().filter_map(|property| match property {
                    ObjectPropertyKind::SpreadProperty(spread) => Some(self.of(&spread.argument)),
                    ObjectPropertyKind::ObjectProperty(_) => None,
                });
                bounded(spreads.flatten())
            }
            Expression::NewTarget(_) => vec![Origin::Function(None)],
            Expression::FunctionExpression(function) => vec![Origin::Function(Some(function.node_id.get()))],
            Expression::ArrowFunctionExpression(arrow) => vec![Origin::Function(Some(arrow.node_id.get()))],
            Expression::ClassExpression(_) => vec![Origin::Function(None)],
            _ => Vec::new(),
        }
    }

    fn either<'e>(&self, expressions: [&'e Expression<'a>; 2]) -> Origins
    where
        'a: 'e,
    {
        bounded(expressions.into_iter().flat_map(|expression| self.of(expression)))
    }

    /// What an identifier may be.
    pub(crate) fn identifier(&self, identifier: &IdentifierReference<'a>) -> Origins {
        let of_with = self.with_members(identifier);
        if let Some(symbol) = self.variable(identifier) {
            return bounded(self.symbol(symbol).into_iter().chain(of_with));
        }
        if self.model.source_type.is_typescript() && bindings::is_merged(identifier, self.model) {
            return Vec::new();
        }
        let mut found = vec![Origin::variable(&identifier.name)];
        found.extend(of_with);
        found
    }

    /// What a name may be in the objects of `with` statements around it.
    pub(super) fn with_members(&self, identifier: &IdentifierReference<'a>) -> Origins {
        self.with_objects(identifier).iter().filter_map(|object| object.member(&identifier.name)).collect()
    }

    /// The variable that an identifier stands for at run time, if the file has one.
    pub(crate) fn variable(&self, identifier: &IdentifierReference<'a>) -> Option<SymbolId> {
        let id = identifier.reference_id.get()?;
        let symbol = self.model.semantic.scoping().get_reference(id).symbol_id()?;
        let find = || bindings::exists(symbol, self.model) && !self.is_imported_type(symbol);
        // The members of a constant enumeration are values in the code, and it is gone.
        let is_gone = self.model.semantic.scoping().symbol_flags(symbol).is_const_enum()
            && !matches!(
                self.parent(identifier.node_id.get()).1,
                AstKind::StaticMemberExpression(_) | AstKind::ComputedMemberExpression(_)
            );
        if is_gone || self.is_of_body(identifier, symbol) {
            return None;
        }
        let exists = !self.model.source_type.is_typescript()
            || *self.existing.borrow_mut().entry(symbol).or_insert_with(find);
        exists.then_some(symbol)
    }

    /// Whether a variable is imported from a module of the snapshot that exports only a type under its name. The import is then
    /// gone with the types.
    fn is_imported_type(&self, symbol: SymbolId) -> bool {
        let declaration = self.model.semantic.scoping().symbol_declaration(symbol);
        let AstKind::ImportSpecifier(specifier) = self.kind(declaration) else { return false };
        let (_, AstKind::ImportDeclaration(import)) = self.parent(declaration) else { return false };
        matches!(self.module(&import.source.value), Some(Origin::Module(path))
            if self.modules.is_type(&path, &specifier.imported.name()))
    }

    /// Whether a default value of a parameter has a name that the body of the function declares, which it does not see.
    fn is_of_body(&self, identifier: &IdentifierReference<'a>, symbol: SymbolId) -> bool {
        let scoping = self.model.semantic.scoping();
        let function = self.kind(scoping.get_node_id(scoping.symbol_scope_id(symbol)));
        let Some(parameters) = parameters(function).map(GetSpan::span) else { return false };
        parameters.contains_inclusive(identifier.span)
            && !scoping
                .symbol_declarations(symbol)
                .any(|declaration| parameters.contains_inclusive(self.kind(declaration).span()))
            && !matches!(function, AstKind::Function(function) if function.id.as_ref().is_some_and(|id| id.symbol_id.get() == Some(symbol)))
    }

    /// The objects of `with` statements around a name.
    fn with_objects(&self, identifier: &IdentifierReference<'a>) -> Origins {
        let nodes = self.model.semantic.nodes();
        let has_with = *self
            .has_with
            .get_or_init(|| nodes.iter().any(|node| matches!(node.kind(), AstKind::WithStatement(_))));
        if !has_with {
            return Vec::new();
        }
        let around = nodes.ancestors(identifier.node_id.get()).filter_map(|node| match node.kind() {
            AstKind::WithStatement(with) if !with.object.span().contains_inclusive(identifier.span) => {
                Some(self.of(&with.object))
            }
            _ => None,
        });
        bounded(around.flatten())
    }

    /// `this`, which is the global object outside of functions of scripts, and in functions called there by themselves.
    pub(crate) fn this(&self, node: NodeId) -> Origins {
        let nodes = self.model.semantic.nodes();
        if self.model.source_type.is_module() {
            return Vec::new();
        }
        for outer in nodes.ancestors(node) {
            match outer.kind() {
                AstKind::Function(function) => {
                    let is_strict = function.scope_id.get().is_some_and(|scope| {
                        self.model.semantic.scoping().scope_flags(scope).is_strict_mode()
                    });
                    let is_called = || self.calls(outer.id()).iter().any(|(call, _)| is_plain(call));
                    return if !is_strict && is_called() { vec![Origin::global()] } else { Vec::new() };
                }
                AstKind::Class(_) => return Vec::new(),
                AstKind::Program(_) if self.model.source_type.is_script() => return vec![Origin::global()],
                _ => {}
            }
        }
        Vec::new()
    }

    /// What a member of an expression may be.
    pub(crate) fn member(&self, object: &Expression<'a>, name: &str) -> Origins {
        let inner = object.get_inner_expression();
        let of = self.of(object);
        let found: Origins = of.iter().flat_map(|one| self.member_of(one, name)).collect();
        if !found.is_empty() || of.iter().any(|one| matches!(one, Origin::Path(_) | Origin::Module(_))) {
            return bounded(found);
        }
        if name == "__proto__"
            && let Some(known) = prototype_of(inner)
        {
            return known;
        }
        // A method of a built-in value, or one that all objects have.
        if name != "length" && name != "constructor" && (is_built_in_value(inner) || OF_ALL.contains(&name)) {
            return vec![Origin::Function(None)];
        }
        Origin::member_of_unknown(name).into_iter().collect()
    }

    /// The name of a member, if it is known.
    pub(crate) fn member_name(&self, member: &MemberExpression<'a>) -> Option<Cow<'a, str>> {
        match member {
            MemberExpression::StaticMemberExpression(member) => {
                Some(Cow::Borrowed(member.property.name.as_str()))
            }
            MemberExpression::ComputedMemberExpression(member) => static_text(&member.expression, self.model),
            MemberExpression::PrivateFieldExpression(_) => None,
        }
    }

    /// The name of a symbol that names nothing of the host, for example `@@iterator` of `Symbol.iterator`.
    pub(crate) fn symbol_name(&self, expression: &Expression<'a>) -> Option<String> {
        let is_symbol = |origin: &Origin| match origin {
            Origin::Path(path) if path.len() == 2 && path[0] == "Symbol" => Some(format!("@@{}", path[1])),
            _ => None,
        };
        self.of(expression).iter().find_map(is_symbol)
    }

    /// A property of a value.
    pub(crate) fn member_of(&self, origin: &Origin, name: &str) -> Origins {
        match origin {
            Origin::Module(path) => self.modules.export(path, name),
            other => other.member(name).into_iter().collect(),
        }
    }

    /// Whether an import names a module of the snapshot.
    pub(super) fn is_of_snapshot(&self, specifier: &str) -> bool {
        matches!(self.module(specifier), Some(Origin::Module(_)))
    }

    pub(crate) fn module(&self, specifier: &str) -> Option<Origin> {
        if let Some(built_in) = Origin::built_in(specifier) {
            return Some(built_in);
        }
        let path = self.model.project.snapshot().resolve_script(self.model.path, specifier)?;
        (!path.as_str().contains("/node_modules/")).then_some(Origin::Module(path))
    }

    /// What a variable may hold.
    pub(crate) fn symbol(&self, symbol: SymbolId) -> Origins {
        self.once(Holder::Variable(symbol), || {
            let mut found = self.declared(symbol);
            found.extend(self.assigned(symbol));
            found
        })
    }

    /// The origins of a holder, found once. One that is needed to find itself adds nothing to itself. What is found
    /// meanwhile for others lacks that, and is not kept.
    pub(super) fn once(&self, holder: Holder, find: impl FnOnce() -> Origins) -> Origins {
        if let Some(known) = self.known.borrow().get(&holder) {
            self.unfinished.set(self.unfinished.get() || known.is_none());
            return known.clone().unwrap_or_default();
        }
        if self.depth.get() >= MAX_DEPTH {
            return vec![Origin::global()];
        }
        let around = self.unfinished.replace(false);
        self.open.set(self.open.get() + 1);
        self.known.borrow_mut().insert(holder, None);
        let found = bounded(find());
        self.open.set(self.open.get() - 1);
        let is_unfinished = self.unfinished.get() && self.open.get() > 0 && self.again.get() > 0;
        if is_unfinished {
            self.again.set(self.again.get() - 1);
            self.known.borrow_mut().remove(&holder);
        } else {
            self.known.borrow_mut().insert(holder, Some(found.clone()));
        }
        self.unfinished.set(around || is_unfinished);
        found
    }

    /// Whether a value must not be lost: the global object, what has it as a member, and functions that load modules.
    pub(super) fn is_open(&self, origin: &Origin) -> bool {
        match origin {
            Origin::Path(path) => path.is_empty() || is_loader(origin),
            Origin::Descriptors(path) => path.is_empty(),
            Origin::Descriptor(path) => path.is_empty(),
            Origin::Module(path) => self.modules.has_open(path),
            Origin::Function(_) | Origin::Constructor => false,
        }
    }

    fn declared(&self, symbol: SymbolId) -> Origins {
        let scoping = self.model.semantic.scoping();
        scoping.symbol_declarations(symbol).flat_map(|node| self.declared_at(node, symbol)).collect()
    }

    fn declared_at(&self, node: NodeId, symbol: SymbolId) -> Origins {
        let pattern = match self.kind(node) {
            AstKind::VariableDeclarator(declarator) => &declarator.id,
            AstKind::FormalParameter(parameter) => &parameter.pattern,
            AstKind::FormalParameterRest(rest) => &rest.rest.argument,
            AstKind::CatchParameter(parameter) => &parameter.pattern,
            AstKind::Function(_) => return vec![Origin::Function(Some(node))],
            AstKind::Class(_) => return vec![Origin::Function(None)],
            AstKind::ImportSpecifier(_)
            | AstKind::ImportDefaultSpecifier(_)
            | AstKind::ImportNamespaceSpecifier(_) => return self.imported(node),
            AstKind::TSImportEqualsDeclaration(import) => {
                return match &import.module_reference {
                    TSModuleReference::ExternalModuleReference(module) => {
                        self.module(&module.expression.value).into_iter().collect()
                    }
                    TSModuleReference::IdentifierReference(name) => self.identifier(name),
                    TSModuleReference::QualifiedName(name) => self.qualified(name),
                };
            }
            _ => return Vec::new(),
        };
        names_of(pattern, symbol).into_iter().flat_map(|name| self.received(name)).collect()
    }

    /// What `object.name` in `import a = object.name` may be.
    pub(crate) fn qualified(&self, name: &TSQualifiedName<'a>) -> Origins {
        let objects = match &name.left {
            TSTypeName::IdentifierReference(object) => self.identifier(object),
            TSTypeName::QualifiedName(object) => self.qualified(object),
            TSTypeName::ThisExpression(_) => Vec::new(),
        };
        bounded(objects.iter().flat_map(|object| self.member_of(object, &name.right.name)))
    }

    /// What an import specifier binds.
    pub(crate) fn imported(&self, node: NodeId) -> Origins {
        let (_, AstKind::ImportDeclaration(import)) = self.parent(node) else { return Vec::new() };
        if import.import_kind.is_type() {
            return Vec::new();
        }
        let Some(module) = self.module(&import.source.value) else { return Vec::new() };
        match self.kind(node) {
            AstKind::ImportSpecifier(specifier) => {
                let name = match &specifier.imported {
                    ModuleExportName::IdentifierName(name) => name.name.as_str(),
                    ModuleExportName::IdentifierReference(name) => name.name.as_str(),
                    ModuleExportName::StringLiteral(name) => name.value.as_str(),
                };
                self.member_of(&module, name)
            }
            AstKind::ImportDefaultSpecifier(_) => self.member_of(&module, "default"),
            _ => vec![module],
        }
    }

    /// What assignments put into a variable.
    fn assigned(&self, symbol: SymbolId) -> Origins {
        let references = self.model.semantic.scoping().get_resolved_references(symbol);
        let writes = references.filter(|reference| reference.is_write());
        writes.flat_map(|write| self.received(write.node_id())).collect()
    }

    /// The name of a key, if it is known.
    pub(crate) fn key(&self, key: &PropertyKey<'a>) -> Option<String> {
        match key {
            PropertyKey::StaticIdentifier(name) => Some(name.name.to_string()),
            PropertyKey::PrivateIdentifier(_) => None,
            key => static_text(key.as_expression()?, self.model).map(Cow::into_owned),
        }
    }
}

/// The import specifiers of a declaration, as nodes.
pub(crate) fn specifier_node(specifier: &ImportDeclarationSpecifier<'_>) -> NodeId {
    match specifier {
        ImportDeclarationSpecifier::ImportSpecifier(one) => one.node_id.get(),
        ImportDeclarationSpecifier::ImportDefaultSpecifier(one) => one.node_id.get(),
        ImportDeclarationSpecifier::ImportNamespaceSpecifier(one) => one.node_id.get(),
    }
}

pub(crate) fn parameters<'a>(function: AstKind<'a>) -> Option<&'a FormalParameters<'a>> {
    match function {
        AstKind::Function(function) => Some(&function.params),
        AstKind::ArrowFunctionExpression(arrow) => Some(&arrow.params),
        _ => None,
    }
}

/// Whether a unary operator only asks whether something is there.
pub(crate) const fn is_test(operator: UnaryOperator) -> bool {
    matches!(operator, UnaryOperator::Typeof | UnaryOperator::LogicalNot | UnaryOperator::Void)
}

/// Whether a node has the value of the node it contains.
pub(crate) const fn is_transparent(kind: AstKind<'_>) -> bool {
    matches!(
        kind,
        AstKind::ParenthesizedExpression(_)
            | AstKind::TSAsExpression(_)
            | AstKind::TSNonNullExpression(_)
            | AstKind::TSSatisfiesExpression(_)
            | AstKind::TSTypeAssertion(_)
            | AstKind::TSInstantiationExpression(_)
            | AstKind::ChainExpression(_)
    )
}

/// Whether a call gives no receiver.
fn is_plain(call: &CallExpression<'_>) -> bool {
    call.callee.get_inner_expression().get_member_expr().is_none()
}

/// Whether the members of a value are those of a built-in class.
fn is_built_in_value(value: &Expression<'_>) -> bool {
    match value {
        Expression::StringLiteral(_)
        | Expression::TemplateLiteral(_)
        | Expression::NumericLiteral(_)
        | Expression::BigIntLiteral(_)
        | Expression::BooleanLiteral(_)
        | Expression::ArrayExpression(_)
        | Expression::RegExpLiteral(_) => true,
        Expression::NewExpression(new) => {
            matches!(&new.callee, Expression::Identifier(class) if is_standard(&class.name))
        }
        _ => false,
    }
}

pub(super) fn bounded(origins: impl IntoIterator<Item = Origin>) -> Origins {
    let mut found: Origins = Vec::new();
    for origin in origins {
        if found.contains(&origin) {
            continue;
        }
        if found.len() >= MAX_ORIGINS {
            // A function is nothing that must not be lost.
            if !matches!(origin, Origin::Function(_)) {
                found.push(Origin::global());
                break;
            }
            continue;
        }
        found.push(origin);
    }
    found
}
