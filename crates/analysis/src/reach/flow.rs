//! Follows values through the expressions, variables and patterns of a file.

use std::borrow::Cow;
use std::cell::{Cell, OnceCell, RefCell};

use oxc_ast::AstKind;
use oxc_ast::ast::{
    Argument, BindingPattern, CallExpression, ChainElement, Expression, FormalParameters,
    IdentifierReference, ImportDeclarationSpecifier, MemberExpression, ModuleExportName, ObjectPropertyKind,
    PropertyKey, TSModuleReference, TSQualifiedName, TSTypeName,
};
use oxc_semantic::SymbolId;
use oxc_span::{GetSpan, Span};
use oxc_syntax::node::NodeId;
use oxc_syntax::operator::UnaryOperator;

use super::bindings;
use super::called::Called;
use super::imports::is_loader;
use super::modules::Modules;
use super::origin::{NODE_MODULE, Origin, is_standard};
use super::patterns::names_of;
use super::writes::prototype_of;
use crate::hash::{HashMap, HashSet};
use crate::model::Model;
use crate::rules::static_text;

/// The deepest chain of expressions and variables that is followed. What lies deeper counts as the global object.
const MAX_DEPTH: u32 = 200;
/// The largest number of origins of a value. One with more counts as the global object.
const MAX_ORIGINS: usize = 32;
/// How often what depends on itself is found anew.
const MAX_UNFINISHED: u32 = 2_000;

pub(crate) type Origins = Vec<Origin>;

/// Methods of all objects and functions.
const OF_ALL: [&str; 8] =
    ["apply", "bind", "call", "hasOwnProperty", "isPrototypeOf", "toLocaleString", "toString", "valueOf"];

/// What has the same origins wherever it is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Holder {
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
    returned: OnceCell<HashMap<NodeId, Vec<&'a Expression<'a>>>>,
    depth: Cell<u32>,
    /// The number of holders whose origins are being found.
    open: Cell<u32>,
    /// Whether what is being found depends on a holder that is open.
    unfinished: Cell<bool>,
    /// How often more something unfinished may be found anew.
    again: Cell<u32>,
    /// The functions that read `this`, and those that read `arguments`.
    readers: OnceCell<[HashSet<NodeId>; 2]>,
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

    fn kind(&self, node: NodeId) -> AstKind<'a> {
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
        if let Some(symbol) = self.variable(identifier) {
            return self.symbol(symbol);
        }
        if self.model.source_type.is_typescript() && bindings::is_merged(identifier, self.model) {
            return Vec::new();
        }
        let mut found = vec![Origin::variable(&identifier.name)];
        found.extend(
            self.with_objects(identifier).iter().filter_map(|object| object.member(&identifier.name)),
        );
        found
    }

    /// The variable that an identifier stands for at run time, if the file has one.
    pub(crate) fn variable(&self, identifier: &IdentifierReference<'a>) -> Option<SymbolId> {
        let id = identifier.reference_id.get()?;
        let symbol = self.model.semantic.scoping().get_reference(id).symbol_id()?;
        let find = || bindings::exists(symbol, self.model);
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

    /// Whether a variable is declared in the body of a function, and a default value of a parameter, which does not see
    /// it, has the name.
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

    /// The name of a well-known symbol, for example `@@iterator` of `Symbol.iterator`.
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

    pub(crate) fn call(&self, call: &CallExpression<'a>) -> Origins {
        if let Some(member) = call.callee.get_member_expr()
            && member.static_property_name().is_some_and(|name| name == "bind")
        {
            return self.of(member.object());
        }
        let called = Called::of(call, self);
        let found = called.callee.iter().flat_map(|callee| self.result(callee, &called));
        bounded(found)
    }

    /// What a call of a function returns.
    fn result(&self, callee: &Origin, called: &Called<'_, 'a>) -> Origins {
        if let Origin::Function(Some(node)) = callee {
            return self.once(Holder::Function(*node), || self.returned(*node));
        }
        let Origin::Path(path) = callee else { return Vec::new() };
        let first = || called.argument(0).map_or_else(Vec::new, |first| self.of(first));
        let path: Vec<&str> = path.iter().map(String::as_str).collect();
        match path[..] {
            ["Reflect", "get"] => self.taken(called).into_iter().flat_map(|(_, origins)| origins).collect(),
            ["Object" | "Reflect", "getOwnPropertyDescriptor"] => {
                let taken = self.taken(called).into_iter().flat_map(|(_, origins)| origins);
                taken
                    .filter_map(|origin| {
                        if let Origin::Path(path) = origin { Some(Origin::Descriptor(path)) } else { None }
                    })
                    .collect()
            }
            ["Object", "getOwnPropertyDescriptors"] => {
                let paths = first().into_iter();
                paths
                    .filter_map(|origin| {
                        if let Origin::Path(path) = origin { Some(Origin::Descriptors(path)) } else { None }
                    })
                    .collect()
            }
            ["Object", "assign"] => {
                bounded(called.arguments().flatten().flat_map(|argument| self.of(argument)))
            }
            [
                "Object",
                "create" | "defineProperties" | "defineProperty" | "freeze" | "preventExtensions" | "seal"
                | "setPrototypeOf",
            ] => first(),
            // A window.
            ["open"] => vec![Origin::global()],
            [.., "valueOf"] => {
                let object = &path[..path.len() - 1];
                vec![Origin::Path(object.iter().map(|&part| part.to_owned()).collect())]
            }
            [NODE_MODULE, "createRequire"] => vec![Origin::Path(vec!["require".to_owned()])],
            ["Object" | "Reflect", "getPrototypeOf"] => {
                if let Some(known) = called.argument(0).and_then(prototype_of) {
                    return known;
                }
                let of = first();
                if of.is_empty() {
                    return vec![Origin::unknown_prototype()];
                }
                of.iter().map(Origin::prototype).collect()
            }
            ["require"] | ["module", "require"] => {
                let specifier = called.argument(0).and_then(|first| static_text(first, self.model));
                specifier.and_then(|specifier| self.module(&specifier)).into_iter().collect()
            }
            _ => Vec::new(),
        }
    }

    /// What `Reflect.get(object, key)` and its like take: the place of the key, and what is there. An unknown key
    /// takes nothing known.
    pub(crate) fn taken(&self, called: &Called<'_, 'a>) -> Option<(Span, Origins)> {
        let (object, key) = (called.argument(0)?, called.argument(1)?);
        let name = static_text(key, self.model)?;
        Some((key.span(), self.of(object).iter().flat_map(|object| self.member_of(object, &name)).collect()))
    }

    /// What a function of this file returns.
    fn returned(&self, function: NodeId) -> Origins {
        if let AstKind::ArrowFunctionExpression(arrow) = self.kind(function)
            && let Some(expression) = arrow.get_expression()
        {
            return self.of(expression);
        }
        let returned = self.returned.get_or_init(|| {
            let nodes = self.model.semantic.nodes();
            let mut returned: HashMap<NodeId, Vec<&'a Expression<'a>>> = HashMap::default();
            for node in nodes.iter() {
                let AstKind::ReturnStatement(statement) = node.kind() else { continue };
                let Some(argument) = &statement.argument else { continue };
                let function = nodes.ancestors(node.id()).find(|outer| {
                    matches!(outer.kind(), AstKind::Function(_) | AstKind::ArrowFunctionExpression(_))
                });
                if let Some(function) = function {
                    returned.entry(function.id()).or_default().push(argument);
                }
            }
            returned
        });
        let expressions = returned.get(&function).map(Vec::as_slice).unwrap_or_default();
        expressions.iter().flat_map(|expression| self.of(expression)).collect()
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
    fn once(&self, holder: Holder, find: impl FnOnce() -> Origins) -> Origins {
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

    /// Whether a function reads its `this`.
    pub(super) fn reads_this(&self, function: NodeId) -> bool {
        self.readers()[0].contains(&function)
    }

    /// Whether a function reads its `arguments`.
    pub(super) fn reads_arguments(&self, function: NodeId) -> bool {
        self.readers()[1].contains(&function)
    }

    fn readers(&self) -> &[HashSet<NodeId>; 2] {
        self.readers.get_or_init(|| {
            let mut readers = [HashSet::default(), HashSet::default()];
            let nodes = self.model.semantic.nodes();
            for node in nodes.iter() {
                let read = match node.kind() {
                    AstKind::ThisExpression(_) => 0,
                    AstKind::IdentifierReference(name) if name.name == "arguments" => 1,
                    _ => continue,
                };
                let function =
                    nodes.ancestors(node.id()).find(|outer| matches!(outer.kind(), AstKind::Function(_)));
                readers[read].extend(function.map(|function| function.id()));
            }
            readers
        })
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

    /// What the calls of a function that are known pass for a parameter.
    pub(crate) fn arguments(&self, parameter: NodeId) -> Origins {
        let nodes = self.model.semantic.nodes();
        let Some(function) = nodes
            .ancestors(parameter)
            .find(|outer| matches!(outer.kind(), AstKind::Function(_) | AstKind::ArrowFunctionExpression(_)))
        else {
            return Vec::new();
        };
        let Some(index) = parameters(function.kind())
            .and_then(|parameters| parameters.items.iter().position(|item| item.node_id.get() == parameter))
        else {
            return Vec::new();
        };
        let calls = self.calls(function.id());
        bounded(calls.into_iter().flat_map(|(call, skipped)| {
            let argument = call.arguments.get(index + skipped).and_then(Argument::as_expression);
            argument.map_or_else(Vec::new, |argument| self.of(argument))
        }))
    }

    /// The known calls of a function, and how many arguments come before its own: one in `f.call(this, a)`.
    pub(super) fn calls(&self, function: NodeId) -> Vec<(&'a CallExpression<'a>, usize)> {
        let scoping = self.model.semantic.scoping();
        let mut calls: Vec<_> = self.call_of(function).into_iter().collect();
        let named = match self.kind(function) {
            AstKind::Function(function) => function.id.as_ref().and_then(|id| id.symbol_id.get()),
            _ => None,
        };
        let held = match self.parent(function).1 {
            AstKind::VariableDeclarator(declarator) => match &declarator.id {
                BindingPattern::BindingIdentifier(id) => id.symbol_id.get(),
                _ => None,
            },
            _ => None,
        };
        for symbol in named.into_iter().chain(held) {
            let references = scoping.get_resolved_references(symbol);
            calls.extend(references.filter_map(|reference| self.call_of(reference.node_id())));
        }
        calls
    }

    /// The call whose callee is a node.
    pub(crate) fn call_of(&self, callee: NodeId) -> Option<(&'a CallExpression<'a>, usize)> {
        let span = self.kind(callee).span();
        let (parent, kind) = self.parent(callee);
        match kind {
            AstKind::CallExpression(call) if call.callee.span().contains_inclusive(span) => Some((call, 0)),
            AstKind::StaticMemberExpression(member) if member.property.name == "call" => {
                match self.parent(parent).1 {
                    AstKind::CallExpression(call) if call.callee.span().contains_inclusive(span) => {
                        Some((call, 1))
                    }
                    _ => None,
                }
            }
            _ => None,
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

fn bounded(origins: impl IntoIterator<Item = Origin>) -> Origins {
    let mut found: Origins = Vec::new();
    for origin in origins {
        if found.contains(&origin) {
            continue;
        }
        if found.len() >= MAX_ORIGINS {
            found.push(Origin::global());
            break;
        }
        found.push(origin);
    }
    found
}
