//! Finds where a file gets hold of what it reaches.

use std::borrow::Cow;

use oxc_ast::AstKind;
use oxc_ast::ast::{
    AssignmentTargetMaybeDefault, AssignmentTargetProperty, BindingIdentifier, BindingPattern,
    CallExpression, Expression, ObjectAssignmentTarget, ObjectPattern,
};
use oxc_semantic::AstNode;
use oxc_span::{GetSpan, Span};
use oxc_syntax::node::NodeId;
use oxc_syntax::operator::LogicalOperator;

use super::called::Called;
use super::flow::{Flow, Origins, is_test, specifier_node};
use super::imports::is_loader;
use super::origin::Origin;
use super::patterns::without_default;
use super::{Reached, Use};
use crate::model::is_ambient;
use crate::rules::{is_text, static_text};

/// Functions that take a property of their first argument by the name in the second.
pub(super) const TAKERS: [[&str; 2]; 3] =
    [["Reflect", "get"], ["Object", "getOwnPropertyDescriptor"], ["Reflect", "getOwnPropertyDescriptor"]];
/// Functions that run their first argument, if it is a text.
const TIMERS: [&str; 3] = ["setTimeout", "setInterval", "setImmediate"];
/// Members of `Function` that make no code.
const OF_FUNCTION: [&str; 5] = ["prototype", "name", "length", "toString", "hasOwnProperty"];
/// Matchers that compare a value with a class.
const MATCHERS: [&str; 5] = ["a", "an", "any", "instanceOf", "toBeInstanceOf"];
/// Methods of lists that only look for a value.
const SEARCHES: [&str; 3] = ["includes", "indexOf", "lastIndexOf"];
/// Methods of every object that give what reads or writes a property by its name.
const GETTERS: [&str; 2] = ["__lookupGetter__", "__lookupSetter__"];

pub(super) fn scan(flow: &Flow<'_, '_>) -> Reached {
    let mut scan = Scan { flow, reached: Reached::default() };
    for node in flow.model.semantic.nodes().iter() {
        scan.node(node.id(), node.kind());
    }
    scan.jsx_comments();
    let declared = ambient(flow);
    let runs = |at: (u32, u32)| !declared.iter().any(|span| span.start <= at.0 && at.1 <= span.end);
    let Reached { uses, dynamic, changes, writes, texts_run, imports, text_calls: _ } = &mut scan.reached;
    for found in [uses, dynamic, changes, writes, texts_run] {
        found.retain(|one| runs(one.at));
        found.sort_unstable();
        found.dedup();
    }
    imports.retain(|import| runs(import.at));
    imports.sort_unstable();
    imports.dedup();
    scan.reached
}

/// The places of code that is only declared.
fn ambient(flow: &Flow<'_, '_>) -> Vec<Span> {
    if !flow.model.source_type.is_typescript() {
        return Vec::new();
    }
    let nodes = || flow.model.semantic.nodes().iter().map(AstNode::kind);
    let declared = nodes().filter(|kind| match kind {
        // A tool may run a file of declarations, which then has more than declarations.
        AstKind::Program(_) => flow.model.source_type.is_typescript_definition() && !nodes().any(runs),
        AstKind::Class(class) => class.declare,
        kind => is_ambient(*kind),
    });
    declared.map(|kind| kind.span()).collect()
}

/// Whether a node does something when it runs.
fn runs(kind: AstKind<'_>) -> bool {
    matches!(
        kind,
        AstKind::AssignmentExpression(_)
            | AstKind::AwaitExpression(_)
            | AstKind::CallExpression(_)
            | AstKind::FunctionBody(_)
            | AstKind::ImportExpression(_)
            | AstKind::NewExpression(_)
            | AstKind::ObjectExpression(_)
            | AstKind::TaggedTemplateExpression(_)
    )
}

pub(super) struct Scan<'f, 'm, 'a> {
    pub(super) flow: &'f Flow<'m, 'a>,
    pub(super) reached: Reached,
}

impl<'a> Scan<'_, '_, 'a> {
    fn node(&mut self, node: NodeId, kind: AstKind<'a>) {
        match kind {
            AstKind::IdentifierReference(identifier) => {
                let origins = self.flow.identifier(identifier);
                // A variable of the file that holds something was reported where it got hold of it. An object of `with` may
                // have its name.
                if self.flow.variable(identifier).is_some() {
                    self.forms(node, identifier.span, &self.flow.with_members(identifier));
                } else {
                    self.forms(node, identifier.span, &origins);
                    self.writes_variable(node, identifier);
                }
                self.hands_on(node, &origins);
            }
            AstKind::TSQualifiedName(name) if self.is_in_import(node) => {
                let origins = self.flow.qualified(name);
                self.forms(node, name.right.span, &origins);
            }
            AstKind::ThisExpression(_) => {
                let origins = self.flow.this(node);
                self.hands_on(node, &origins);
            }
            AstKind::StaticMemberExpression(member) => {
                let objects = self.flow.of(&member.object);
                self.writes_member(node, (&member.object, &objects), Some(&member.property.name));
                self.takes(
                    node,
                    (member.property.span, Some(&member.property.name)),
                    &member.object,
                    &objects,
                );
            }
            AstKind::ComputedMemberExpression(member) => {
                let objects = self.flow.of(&member.object);
                let name = static_text(&member.expression, self.flow.model);
                let written =
                    name.clone().or_else(|| self.flow.symbol_name(&member.expression).map(Cow::Owned));
                // A symbol names nothing of the host.
                let name = name.or_else(|| {
                    let is_symbol = self.flow.is_symbol(&member.expression);
                    written.clone().filter(|_| is_symbol)
                });
                self.writes_member(node, (&member.object, &objects), written.as_deref());
                self.takes(node, (member.expression.span(), name.as_deref()), &member.object, &objects);
            }
            AstKind::ObjectPattern(object) => self.pattern(node, object),
            AstKind::ObjectAssignmentTarget(object) => self.target(node, object),
            AstKind::CallExpression(call) => self.call(call),
            AstKind::ImportExpression(_) => self.awaited(node),
            AstKind::ImportDeclaration(import) if self.flow.is_of_snapshot(&import.source.value) => {
                for specifier in import.specifiers.iter().flatten() {
                    let origins = self.flow.imported(specifier_node(specifier));
                    self.add(specifier.span(), &origins);
                }
            }
            _ => {}
        }
        self.imports(kind);
    }

    pub(super) fn add(&mut self, span: Span, origins: &[Origin]) {
        for origin in origins {
            if let Origin::Path(path) = origin
                && !path.is_empty()
            {
                self.reached.uses.push(Use { at: (span.start, span.end), path: path.clone() });
            }
        }
    }

    /// Reports that a member of these is taken whose name no constant gives.
    fn dynamic(&mut self, span: Span, origins: &[Origin]) {
        for origin in origins {
            let path = match origin {
                Origin::Path(path) | Origin::Descriptor(path) | Origin::Descriptors(path) => path.clone(),
                Origin::Module(_) if self.flow.is_open(origin) => Vec::new(),
                _ => continue,
            };
            self.reached.dynamic.push(Use { at: (span.start, span.end), path });
        }
    }

    /// An expression that gets hold of something, unless it only asks whether it is there.
    fn forms(&mut self, node: NodeId, span: Span, origins: &[Origin]) {
        if origins.is_empty() || self.is_question(node) {
            return;
        }
        let is_function = origins.iter().any(|origin| origin.is_path(&["Function"]));
        if is_function && self.is_of_function(node) {
            return;
        }
        self.add(span, origins);
    }

    /// Whether what is used of `Function` makes no code.
    fn is_of_function(&self, node: NodeId) -> bool {
        let span = self.flow.model.semantic.nodes().kind(node).span();
        match self.flow.parent(node).1 {
            AstKind::StaticMemberExpression(member) => {
                member.object.span().contains_inclusive(span)
                    && OF_FUNCTION.contains(&member.property.name.as_str())
            }
            AstKind::ExpressionStatement(_) => true,
            // `expect(f).toBeInstanceOf(Function)`
            AstKind::CallExpression(call) => self.is_of_expect(&call.callee),
            // `[String, Function].includes(type)`
            AstKind::ArrayExpression(list) => self.is_only_searched(list.node_id.get()),
            AstKind::VariableDeclarator(declarator) => {
                let (declaration, _) = self.flow.parent(declarator.node_id.get());
                let is_exported = matches!(self.flow.parent(declaration).1, AstKind::ExportDeclaration(_));
                let name = declarator.id.get_binding_identifier();
                !is_exported && name.is_some_and(|name| self.is_only_compared(name))
            }
            AstKind::BinaryExpression(binary) => {
                binary.operator.is_relational()
                    && !(binary.operator.is_instance_of() && binary.left.span().contains_inclusive(span))
            }
            _ => false,
        }
    }

    /// Whether all that happens to a list is a search for a value.
    fn is_only_searched(&self, list: NodeId) -> bool {
        let (member, AstKind::StaticMemberExpression(of)) = self.flow.parent(list) else { return false };
        SEARCHES.contains(&of.property.name.as_str()) && self.is_called(member)
    }

    /// Whether a constant is nothing but compared: `value instanceof AsyncFunction`.
    fn is_only_compared(&self, name: &BindingIdentifier<'a>) -> bool {
        let scoping = self.flow.model.semantic.scoping();
        let symbol = name.symbol_id();
        let is_compared = |node| {
            matches!(self.flow.parent(node).1, AstKind::BinaryExpression(_))
                && (self.is_question(node) || self.is_of_function(node))
        };
        scoping.symbol_flags(symbol).is_const_variable()
            && !scoping.get_resolved_reference_ids(symbol).is_empty()
            && scoping.get_resolved_references(symbol).all(|reference| is_compared(reference.node_id()))
    }

    /// Whether a function is a matcher of `expect`, which the file does not define.
    fn is_of_expect(&self, function: &Expression<'a>) -> bool {
        let Some(member) = function.get_inner_expression().get_member_expr() else { return false };
        let name = self.flow.member_name(member);
        let mut root = member.object().get_inner_expression();
        loop {
            root = match root {
                Expression::CallExpression(call) => call.callee.get_inner_expression(),
                other => match other.get_member_expr() {
                    Some(member) => member.object().get_inner_expression(),
                    None => break,
                },
            };
        }
        name.is_some_and(|name| MATCHERS.contains(&name.as_ref())) && self.is_test_api(root)
    }

    /// Whether a name is `expect` of a test runner: a global variable, or one that is imported.
    fn is_test_api(&self, root: &Expression<'a>) -> bool {
        let Expression::Identifier(root) = root else { return false };
        let scoping = self.flow.model.semantic.scoping();
        root.name == "expect"
            && self.flow.variable(root).is_none_or(|symbol| scoping.symbol_flags(symbol).is_import())
    }

    fn takes(
        &mut self,
        node: NodeId,
        (span, name): (Span, Option<&str>),
        object: &Expression<'a>,
        objects: &[Origin],
    ) {
        let Some(name) = name else {
            return self.dynamic(span, objects);
        };
        if GETTERS.contains(&name) && objects.iter().any(Origin::is_global) {
            self.dynamic(span, &[Origin::global()]);
        }
        let mut members: Origins =
            objects.iter().flat_map(|object| self.flow.member_of(object, name)).collect();
        if objects.is_empty() {
            // What `.constructor` of any value is.
            members = self.flow.member(object, name);
        }
        self.forms(node, span, &members);
        self.hands_on(node, &members);
    }

    /// Whether a name with dots is a value: that of `import a = object.name`.
    fn is_in_import(&self, node: NodeId) -> bool {
        let mut around = self.flow.model.semantic.nodes().ancestor_kinds(node);
        let outer = around.find(|kind| !matches!(kind, AstKind::TSQualifiedName(_)));
        matches!(outer, Some(AstKind::TSImportEqualsDeclaration(import)) if !import.import_kind.is_type())
    }

    fn pattern(&mut self, node: NodeId, object: &ObjectPattern<'a>) {
        let origins = self.flow.received(node);
        for property in &object.properties {
            let span = property.key.span();
            let Some(name) = self.flow.key(&property.key) else {
                self.dynamic(span, &origins);
                continue;
            };
            let members = self.flow.members(&origins, &name);
            self.add(span, &members);
            if matches!(without_default(&property.value), BindingPattern::ArrayPattern(_)) {
                self.handed_on(span, &members);
            }
        }
    }

    fn target(&mut self, node: NodeId, object: &ObjectAssignmentTarget<'a>) {
        let origins = self.flow.received(node);
        for property in &object.properties {
            let (name, span, is_followed) = match property {
                AssignmentTargetProperty::AssignmentTargetPropertyIdentifier(short) => {
                    let is_own = self.is_followed_name(&short.binding, false);
                    (Some(short.binding.name.to_string()), short.binding.span, is_own)
                }
                AssignmentTargetProperty::AssignmentTargetPropertyProperty(long) => {
                    let into = match &long.binding {
                        AssignmentTargetMaybeDefault::AssignmentTargetWithDefault(with) => {
                            Some(&with.binding)
                        }
                        other => other.as_assignment_target(),
                    };
                    let is_followed = into.is_some_and(|into| self.is_followed_target(into, false));
                    (self.flow.key(&long.name), long.name.span(), is_followed)
                }
            };
            let Some(name) = name else {
                self.dynamic(span, &origins);
                continue;
            };
            let members = self.flow.members(&origins, &name);
            self.add(span, &members);
            if !is_followed {
                self.handed_on(span, &members);
            }
        }
        if let Some(rest) = object.rest.as_ref().filter(|rest| !self.is_followed_target(&rest.target, false))
        {
            self.handed_on(rest.span, &origins);
        }
    }

    fn call(&mut self, call: &CallExpression<'a>) {
        let called = Called::of(call, self.flow);
        self.imports_by_call(call, &called);
        self.reached.text_calls.extend(self.flow.text_calls(&called));
        if called.callee.iter().any(|callee| matches!(callee, Origin::Path(_))) {
            self.hands_on(call.node_id.get(), &self.flow.results(&called));
        }
        let object = called.function.get_inner_expression().get_member_expr();
        let is_own = object.is_some_and(|member| self.flow.is_written_out(member.object()));
        let has_text = || !is_own && called.argument(0).is_some_and(|first| is_text(first, self.flow.model));
        if called.callee.contains(&Origin::Constructor) && (self.is_called(call.node_id.get()) || has_text())
        {
            // Only what `Function` makes can be called, and only it wants code.
            self.add(call.callee.span(), &[Origin::variable("Function")]);
        }
        if let Some(first) = called.argument(0) {
            self.writes_by_call(call, first, &called);
            let is_timer = |timer: &&str| called.callee.iter().any(|callee| callee.is_path(&[timer]));
            if let Some(timer) = TIMERS.into_iter().find(|timer| is_timer(timer))
                && self.flow.may_be_text(first)
            {
                let path = vec![timer.to_owned()];
                self.reached.texts_run.push(Use { at: (call.span.start, call.span.end), path });
            }
        }
        if !called.callee.iter().any(|callee| TAKERS.iter().any(|taker| callee.is_path(taker))) {
            return;
        }
        let Some(object) = called.argument(0) else { return };
        match self.flow.taken(&called) {
            Some((span, members)) => self.add(span, &members),
            None => self.dynamic(called.place(1).unwrap_or(call.span), &self.flow.of(object)),
        }
    }

    /// What `import()` gives is followed only through `await`.
    fn awaited(&mut self, node: NodeId) {
        let AstKind::ImportExpression(import) = self.flow.model.semantic.nodes().kind(node) else { return };
        let Some(specifier) = static_text(&import.source, self.flow.model) else { return };
        let module: Origins = self.flow.module(&specifier).into_iter().collect();
        match self.flow.parent(node) {
            (outer, AstKind::AwaitExpression(_)) => self.hands_on(outer, &module),
            (_, AstKind::ExpressionStatement(_)) => {}
            _ => self.handed_on(import.span, &module),
        }
    }

    /// Whether the value of a node is called.
    fn is_called(&self, node: NodeId) -> bool {
        let span = self.flow.model.semantic.nodes().kind(node).span();
        matches!(self.flow.parent(node).1, AstKind::CallExpression(call) if call.callee.span().contains_inclusive(span))
    }

    /// Reports the global object, and what loads modules, if they go where the analysis follows no value.
    fn hands_on(&mut self, node: NodeId, origins: &[Origin]) {
        let mut open = origins.iter().filter(|origin| self.flow.is_open(origin)).peekable();
        if open.peek().is_some() && self.escapes(node, open.all(Origin::is_global)) {
            self.handed_on(self.flow.model.semantic.nodes().kind(node).span(), origins);
        }
    }

    /// Reports the global object, and what loads modules, at a place where the analysis loses them.
    pub(super) fn handed_on(&mut self, span: Span, origins: &[Origin]) {
        let open: Origins = origins.iter().filter(|origin| self.flow.is_open(origin)).cloned().collect();
        if open.iter().any(is_loader) {
            self.imports_unknown(span);
        }
        if open.iter().any(|origin| !is_loader(origin)) {
            self.dynamic(span, &[Origin::global()]);
        }
    }

    /// Whether a node is only asked whether it is there.
    pub(super) fn is_question(&self, node: NodeId) -> bool {
        let span = self.flow.model.semantic.nodes().kind(node).span();
        match self.flow.parent(node).1 {
            AstKind::UnaryExpression(unary) => is_test(unary.operator),
            AstKind::BinaryExpression(binary) => {
                binary.operator.is_equality()
                    || binary.operator.is_in()
                    || (binary.operator.is_instance_of() && binary.right.span().contains_inclusive(span))
            }
            AstKind::IfStatement(statement) => statement.test.span().contains_inclusive(span),
            AstKind::SwitchCase(case) => {
                case.test.as_ref().is_some_and(|test| test.span().contains_inclusive(span))
            }
            AstKind::ConditionalExpression(conditional) => conditional.test.span().contains_inclusive(span),
            AstKind::LogicalExpression(logical) => {
                logical.operator == LogicalOperator::And && logical.left.span().contains_inclusive(span)
            }
            AstKind::TSTypeQuery(_) | AstKind::TSQualifiedName(_) | AstKind::TSTypeReference(_) => true,
            AstKind::TSInterfaceHeritage(_) | AstKind::TSClassImplements(_) => true,
            _ => false,
        }
    }
}
