//! The walk over a tree that finds its code paths.

use oxc_ast::AstKind;
use oxc_ast::ast::{Expression, LogicalOperator, Statement};
use oxc_semantic::{AstNode, Semantic};
use oxc_span::{GetSpan, Span};
use oxc_syntax::node::NodeId;
use oxc_syntax::operator::AssignmentOperator;

use super::segment::{Seg, Segments};
use super::state::{ChoiceKind, LoopKind, State};
use super::{CodePath, CodePaths, Event, PathId};

/// Segments for each node and in all. Nested `finally` blocks double the segments at each level.
const MAX_SEGMENTS_PER_NODE: usize = 16;
const MAX_SEGMENTS: usize = 1_000_000;

/// Finds the code paths.
pub(super) fn walk(semantic: &Semantic<'_>) -> CodePaths {
    let nodes = semantic.nodes();
    let max = (nodes.len() * MAX_SEGMENTS_PER_NODE + 1_000).min(MAX_SEGMENTS);
    let mut walk = Walk {
        segments: Segments::default(),
        states: Vec::new(),
        paths: Vec::new(),
        events: Vec::with_capacity(nodes.len() * 2),
    };
    // The nodes around the current one, and whether ESLint's trees have them.
    let mut open: Vec<(NodeId, bool)> = Vec::new();
    let mut visible: Vec<NodeId> = Vec::new();
    for node in nodes.iter() {
        let parent = nodes.parent_id(node.id());
        while let Some((id, is_visible)) = open.pop_if(|(id, _)| *id != parent) {
            if is_visible {
                visible.pop();
                walk.exit(nodes.get_node(id), visible.last().map(|id| nodes.kind(*id)));
            }
        }
        let is_visible = is_visible(node);
        if is_visible {
            walk.enter(node, visible.last().map(|id| nodes.kind(*id)));
            visible.push(node.id());
        }
        open.push((node.id(), is_visible));
        if walk.segments.list.len() > max {
            return CodePaths { segments: Vec::new(), paths: Vec::new(), events: Vec::new() };
        }
    }
    while let Some((id, is_visible)) = open.pop() {
        if is_visible {
            visible.pop();
            walk.exit(nodes.get_node(id), visible.last().map(|id| nodes.kind(*id)));
        }
    }
    CodePaths { segments: walk.segments.list, paths: walk.paths, events: walk.events }
}

/// Whether ESLint's trees have a node.
fn is_visible(node: &AstNode<'_>) -> bool {
    match node.kind() {
        AstKind::ParenthesizedExpression(_) | AstKind::FormalParameters(_) | AstKind::CatchParameter(_) => {
            false
        }
        AstKind::FormalParameter(parameter) => parameter.initializer.is_some(),
        AstKind::AssignmentTargetPropertyIdentifier(target) => target.init.is_some(),
        _ => true,
    }
}

struct Walk<'a> {
    segments: Segments,
    /// The code paths around the current node.
    states: Vec<(PathId, State<'a>)>,
    paths: Vec<CodePath>,
    events: Vec<Event>,
}

fn is(expression: &Expression<'_>, node: Span) -> bool {
    expression.without_parentheses().span() == node
}

fn is_some(expression: Option<&Expression<'_>>, node: Span) -> bool {
    expression.is_some_and(|expression| is(expression, node))
}

/// The value of a literal, as a condition.
fn literal(kind: AstKind<'_>) -> Option<bool> {
    Some(match kind {
        AstKind::BooleanLiteral(literal) => literal.value,
        AstKind::NullLiteral(_) => false,
        AstKind::NumericLiteral(literal) => literal.value != 0.0 && !literal.value.is_nan(),
        AstKind::BigIntLiteral(literal) => !literal.is_zero(),
        AstKind::StringLiteral(literal) => !literal.value.is_empty(),
        AstKind::RegExpLiteral(_) => true,
        _ => return None,
    })
}

fn logical(operator: LogicalOperator) -> ChoiceKind {
    match operator {
        LogicalOperator::And => ChoiceKind::And,
        LogicalOperator::Or => ChoiceKind::Or,
        LogicalOperator::Coalesce => ChoiceKind::Coalesce,
    }
}

fn logical_assignment(operator: AssignmentOperator) -> Option<ChoiceKind> {
    Some(match operator {
        AssignmentOperator::LogicalAnd => ChoiceKind::And,
        AssignmentOperator::LogicalOr => ChoiceKind::Or,
        AssignmentOperator::LogicalNullish => ChoiceKind::Coalesce,
        _ => return None,
    })
}

/// Whether the result of a node decides where its parent goes on.
fn decides(node: Span, parent: Option<AstKind<'_>>) -> bool {
    match parent {
        Some(AstKind::ConditionalExpression(parent)) => is(&parent.test, node),
        Some(AstKind::IfStatement(parent)) => is(&parent.test, node),
        Some(AstKind::WhileStatement(parent)) => is(&parent.test, node),
        Some(AstKind::DoWhileStatement(parent)) => is(&parent.test, node),
        Some(AstKind::ForStatement(parent)) => is_some(parent.test.as_ref(), node),
        Some(AstKind::LogicalExpression(_)) => true,
        Some(AstKind::AssignmentExpression(parent)) => parent.operator.is_logical(),
        _ => false,
    }
}

fn label_of<'a>(parent: Option<AstKind<'a>>) -> Option<&'a str> {
    match parent {
        Some(AstKind::LabeledStatement(labeled)) => Some(labeled.label.name.as_str()),
        _ => None,
    }
}

fn is_breakable(statement: &Statement<'_>) -> bool {
    statement.is_iteration_statement() || matches!(statement, Statement::SwitchStatement(_))
}

/// Whether a node is the initial value of a field.
fn is_field_value(node: AstKind<'_>, parent: Option<AstKind<'_>>) -> bool {
    matches!(parent, Some(AstKind::PropertyDefinition(field)) if is_some(field.value.as_ref(), node.span()))
}

/// Whether the place of a node in its parent may mean something before the node.
fn guides(parent: AstKind<'_>) -> bool {
    match parent {
        AstKind::StaticMemberExpression(member) => member.optional,
        AstKind::ComputedMemberExpression(member) => member.optional,
        AstKind::PrivateFieldExpression(member) => member.optional,
        AstKind::CallExpression(call) => call.optional,
        AstKind::AssignmentExpression(assignment) => assignment.operator.is_logical(),
        AstKind::FormalParameter(parameter) => parameter.initializer.is_some(),
        AstKind::LogicalExpression(_)
        | AstKind::ConditionalExpression(_)
        | AstKind::IfStatement(_)
        | AstKind::SwitchCase(_)
        | AstKind::TryStatement(_)
        | AstKind::WhileStatement(_)
        | AstKind::DoWhileStatement(_)
        | AstKind::ForStatement(_)
        | AstKind::ForInStatement(_)
        | AstKind::ForOfStatement(_)
        | AstKind::AssignmentPattern(_)
        | AstKind::AssignmentTargetWithDefault(_)
        | AstKind::AssignmentTargetPropertyIdentifier(_) => true,
        _ => false,
    }
}

/// Whether a node starts a code path.
fn starts_path(kind: AstKind<'_>) -> bool {
    match kind {
        AstKind::Program(_) | AstKind::ArrowFunctionExpression(_) | AstKind::StaticBlock(_) => true,
        AstKind::Function(function) => function.body.is_some(),
        _ => false,
    }
}

/// Whether a node is a name that ESLint takes for one that may throw when it is read.
fn is_throwable_name(kind: AstKind<'_>, parent: Option<AstKind<'_>>) -> bool {
    match kind {
        AstKind::IdentifierReference(_) => {
            !matches!(parent, Some(AstKind::ArrayAssignmentTarget(_) | AstKind::AssignmentTargetRest(_)))
        }
        AstKind::IdentifierName(_) => matches!(parent, Some(AstKind::StaticMemberExpression(_))),
        AstKind::BindingIdentifier(_) => matches!(
            parent,
            Some(AstKind::AssignmentPattern(_) | AstKind::BindingProperty(_) | AstKind::FormalParameter(_))
        ),
        _ => false,
    }
}

fn optional_property(kind: AstKind<'_>) -> Option<Span> {
    match kind {
        AstKind::StaticMemberExpression(member) if member.optional => Some(member.property.span),
        AstKind::ComputedMemberExpression(member) if member.optional => {
            Some(member.expression.without_parentheses().span())
        }
        AstKind::PrivateFieldExpression(member) if member.optional => Some(member.field.span),
        _ => None,
    }
}

impl<'a> Walk<'a> {
    fn enter(&mut self, node: &AstNode<'a>, parent: Option<AstKind<'a>>) {
        let kind = node.kind();
        if let Some(parent) = parent.filter(|parent| guides(*parent)) {
            self.before(kind, parent);
        }
        if is_field_value(kind, parent) {
            self.start(node.id());
        }
        if starts_path(kind) {
            self.start(node.id());
        }
        self.open(kind, parent);
        self.forward(node.id());
        self.events.push(Event::Enter(node.id()));
    }

    fn exit(&mut self, node: &AstNode<'a>, parent: Option<AstKind<'a>>) {
        let kind = node.kind();
        let stays = self.close(node, parent);
        if !stays {
            self.forward(node.id());
        }
        self.events.push(Event::Exit(node.id()));
        if starts_path(kind) {
            self.end();
        }
        if let AstKind::CallExpression(call) = kind
            && call.optional
            && call.arguments.is_empty()
        {
            self.with(State::optional_right);
        }
        if is_field_value(kind, parent) {
            self.end();
        }
    }

    fn with(&mut self, act: impl FnOnce(&mut State<'a>, &mut Segments)) {
        if let Some((_, state)) = self.states.last_mut() {
            act(state, &mut self.segments);
        }
    }

    fn start(&mut self, node: NodeId) {
        self.forward(node);
        let state = State::new(&mut self.segments);
        let path = self.paths.len();
        let initial = state.initial;
        self.paths.push(CodePath { node, initial, returned: Vec::new(), thrown: Vec::new() });
        self.states.push((path, state));
        self.events.push(Event::PathStart(path));
    }

    fn end(&mut self) {
        let Some((path, mut state)) = self.states.pop() else { return };
        state.finish(&self.segments);
        for segment in std::mem::take(&mut state.current) {
            self.events.push(Event::SegmentEnd(segment));
        }
        self.events.push(Event::PathEnd(path));
        (self.paths[path].returned, self.paths[path].thrown) = (state.returned, state.thrown);
    }

    /// Ends the segments that are over and starts the new ones.
    fn forward(&mut self, node: NodeId) {
        let Some((_, state)) = self.states.last_mut() else { return };
        for (from, to) in state.looped.drain(..) {
            self.events.push(Event::Loop(from, to));
        }
        if state.is_at_head() {
            return;
        }
        let head = state.head();
        let differs = |list: &[Seg], index: usize, segment: Seg| list.get(index) != Some(&segment);
        for (index, &segment) in state.current.iter().enumerate() {
            if differs(&head, index, segment) {
                self.events.push(Event::SegmentEnd(segment));
            }
        }
        for (index, &segment) in head.iter().enumerate() {
            if differs(&state.current, index, segment) {
                self.segments.mark_used(segment);
                self.events.push(Event::SegmentStart(segment, node));
            }
        }
        state.current = head;
    }

    /// What the place of a node in its parent means, before the node.
    fn before(&mut self, kind: AstKind<'a>, parent: AstKind<'a>) {
        let node = kind.span();
        if optional_property(parent) == Some(node) {
            return self.with(State::optional_right);
        }
        self.with(|state, segments| match parent {
            AstKind::CallExpression(call) if call.optional => {
                let first = call.arguments.first().map(|first| match first.as_expression() {
                    Some(first) => first.without_parentheses().span(),
                    None => first.span(),
                });
                if first == Some(node) {
                    state.optional_right(segments);
                }
            }
            AstKind::LogicalExpression(logical) if is(&logical.right, node) => state.logical_right(segments),
            AstKind::AssignmentExpression(assignment)
                if assignment.operator.is_logical() && is(&assignment.right, node) =>
            {
                state.logical_right(segments);
            }
            AstKind::ConditionalExpression(conditional) => {
                if is(&conditional.consequent, node) {
                    state.if_consequent(segments);
                } else if is(&conditional.alternate, node) {
                    state.if_alternate(segments);
                }
            }
            AstKind::IfStatement(statement) => {
                if statement.consequent.span() == node {
                    state.if_consequent(segments);
                } else if statement.alternate.as_ref().is_some_and(|alternate| alternate.span() == node) {
                    state.if_alternate(segments);
                }
            }
            AstKind::SwitchCase(case)
                if case.consequent.first().is_some_and(|first| first.span() == node) =>
            {
                state.case_body(false, case.test.is_none(), segments);
            }
            AstKind::TryStatement(statement) => {
                if statement.handler.as_ref().is_some_and(|handler| handler.span == node) {
                    state.catch_block(segments);
                } else if statement.finalizer.as_ref().is_some_and(|finalizer| finalizer.span == node) {
                    state.finally_block(segments);
                }
            }
            AstKind::WhileStatement(statement) => {
                if is(&statement.test, node) {
                    state.while_test(literal(kind), segments);
                } else {
                    state.while_body(segments);
                }
            }
            AstKind::DoWhileStatement(statement) => {
                if is(&statement.test, node) {
                    state.do_test(literal(kind), segments);
                } else {
                    state.do_body(segments);
                }
            }
            AstKind::ForStatement(statement) => {
                if is_some(statement.test.as_ref(), node) {
                    state.for_test(literal(kind), segments);
                } else if is_some(statement.update.as_ref(), node) {
                    state.for_update(segments);
                } else if statement.body.span() == node {
                    state.for_body(segments);
                }
            }
            AstKind::ForInStatement(statement) => {
                let (left, right) = (statement.left.span(), statement.right.without_parentheses().span());
                for_in(node, left, right, state, segments);
            }
            AstKind::ForOfStatement(statement) => {
                let (left, right) = (statement.left.span(), statement.right.without_parentheses().span());
                for_in(node, left, right, state, segments);
            }
            _ if default_value(parent) == Some(node) => state.begin_default(segments),
            _ => {}
        });
    }

    /// What a node opens.
    fn open(&mut self, kind: AstKind<'a>, parent: Option<AstKind<'a>>) {
        self.with(|state, segments| match kind {
            AstKind::ChainExpression(_) => state.push_chain(),
            AstKind::CallExpression(call) if call.optional => state.optional_node(),
            AstKind::LogicalExpression(expression) => {
                state.push_choice(logical(expression.operator), decides(expression.span, parent));
            }
            AstKind::AssignmentExpression(assignment) => {
                if let Some(choice) = logical_assignment(assignment.operator) {
                    state.push_choice(choice, decides(assignment.span, parent));
                }
            }
            AstKind::ConditionalExpression(_) | AstKind::IfStatement(_) => {
                state.push_choice(ChoiceKind::Test, false);
            }
            AstKind::SwitchStatement(statement) => {
                let has_case = statement.cases.iter().any(|case| case.test.is_some());
                state.push_switch(has_case, label_of(parent));
            }
            AstKind::TryStatement(statement) => state.push_try(statement.finalizer.is_some()),
            AstKind::SwitchCase(case) => {
                let is_first = matches!(parent, Some(AstKind::SwitchStatement(statement))
                    if statement.cases.first().is_some_and(|first| first.span == case.span));
                if !is_first {
                    state.fork_path(segments);
                }
            }
            AstKind::WhileStatement(_) => state.push_loop(LoopKind::While, label_of(parent)),
            AstKind::DoWhileStatement(_) => state.push_loop(LoopKind::DoWhile, label_of(parent)),
            AstKind::ForStatement(_) => state.push_loop(LoopKind::For, label_of(parent)),
            AstKind::ForInStatement(_) | AstKind::ForOfStatement(_) => {
                state.push_loop(LoopKind::ForIn, label_of(parent));
            }
            AstKind::LabeledStatement(labeled) if !is_breakable(&labeled.body) => {
                state.push_break(false, Some(labeled.label.name.as_str()));
            }
            kind if optional_property(kind).is_some() => state.optional_node(),
            _ => {}
        });
    }

    /// What a node closes. Returns whether the segments after it start with the next node.
    fn close(&mut self, node: &AstNode<'a>, parent: Option<AstKind<'a>>) -> bool {
        let kind = node.kind();
        if matches!(
            kind,
            AstKind::BreakStatement(_)
                | AstKind::ContinueStatement(_)
                | AstKind::ReturnStatement(_)
                | AstKind::ThrowStatement(_)
        ) {
            self.forward(node.id());
        }
        let mut stays = false;
        self.with(|state, segments| match kind {
            AstKind::ChainExpression(_) => state.pop_chain(segments),
            AstKind::IfStatement(_) | AstKind::ConditionalExpression(_) | AstKind::LogicalExpression(_) => {
                state.pop_choice(segments);
            }
            AstKind::AssignmentExpression(assignment) if assignment.operator.is_logical() => {
                state.pop_choice(segments);
            }
            AstKind::SwitchStatement(_) => state.pop_switch(segments),
            AstKind::SwitchCase(case) => {
                if case.consequent.is_empty() {
                    state.case_body(true, case.test.is_none(), segments);
                }
                stays = state.is_reachable(segments);
            }
            AstKind::TryStatement(_) => state.pop_try(segments),
            AstKind::BreakStatement(statement) => {
                state.breaks(statement.label.as_ref().map(|label| label.name.as_str()), segments);
                stays = true;
            }
            AstKind::ContinueStatement(statement) => {
                state.continues(statement.label.as_ref().map(|label| label.name.as_str()), segments);
                stays = true;
            }
            AstKind::ReturnStatement(_) => {
                state.returns(segments);
                stays = true;
            }
            AstKind::ThrowStatement(_) => {
                state.throws(segments);
                stays = true;
            }
            AstKind::CallExpression(_)
            | AstKind::ImportExpression(_)
            | AstKind::StaticMemberExpression(_)
            | AstKind::ComputedMemberExpression(_)
            | AstKind::PrivateFieldExpression(_)
            | AstKind::NewExpression(_) => state.first_throwable(segments),
            AstKind::YieldExpression(_) => state.yields(segments),
            AstKind::WhileStatement(_)
            | AstKind::DoWhileStatement(_)
            | AstKind::ForStatement(_)
            | AstKind::ForInStatement(_)
            | AstKind::ForOfStatement(_) => state.pop_loop(segments),
            AstKind::LabeledStatement(labeled) if !is_breakable(&labeled.body) => {
                state.pop_break(segments);
            }
            kind if default_value(kind).is_some() => state.pop_fork(segments),
            kind if is_throwable_name(kind, parent) => {
                state.first_throwable(segments);
                stays = true;
            }
            _ => {}
        });
        stays
    }
}

fn for_in(node: Span, left: Span, right: Span, state: &mut State<'_>, segments: &mut Segments) {
    if node == left {
        state.for_in_left(segments);
    } else if node == right {
        state.for_in_right(segments);
    } else {
        state.for_in_body(segments);
    }
}

/// The value that a pattern takes by default.
fn default_value(kind: AstKind<'_>) -> Option<Span> {
    let value = match kind {
        AstKind::AssignmentPattern(pattern) => Some(&pattern.right),
        AstKind::AssignmentTargetWithDefault(target) => Some(&target.init),
        AstKind::AssignmentTargetPropertyIdentifier(target) => target.init.as_ref(),
        AstKind::FormalParameter(parameter) => parameter.initializer.as_deref(),
        _ => None,
    };
    value.map(|value| value.without_parentheses().span())
}
