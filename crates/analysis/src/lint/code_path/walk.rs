//! The walk over a tree that finds its code paths.

use oxc_ast::AstKind;
use oxc_ast::ast::{Expression, LogicalOperator, Statement};
use oxc_semantic::AstNodes;
use oxc_span::{GetSpan, Span};
use oxc_syntax::node::NodeId;
use oxc_syntax::operator::AssignmentOperator;

use super::roles::{CLOSES, ENDS, GUIDES, OPENS, STARTS, THROWS, is_plain, is_visible, roles};
use super::segment::{Seg, Segments};
use super::state::{ChoiceKind, LoopKind, State};
use super::{CodePath, Event, Stretch};

/// The node whose code path a node is in.
pub(super) fn owner(node: NodeId, nodes: &AstNodes<'_>) -> NodeId {
    let mut id = node;
    loop {
        let kind = nodes.kind(id);
        if roles(kind) & STARTS != 0 {
            return id;
        }
        let mut parent = nodes.parent_node(id);
        while !is_visible(parent.kind()) {
            parent = nodes.parent_node(parent.id());
        }
        if is_field_value(kind, parent.kind()) {
            return id;
        }
        id = parent.id();
    }
}

/// Finds the code path of an owner, unless it has more segments than there is room for.
pub(super) fn walk<'a>(owner: NodeId, nodes: &AstNodes<'a>, room: usize) -> Option<CodePath> {
    let mut segments = Segments::default();
    let is_constructor =
        matches!(nodes.parent_kind(owner), AstKind::MethodDefinition(method) if method.kind.is_constructor());
    let state = State::new(&mut segments, is_constructor);
    let mut walk = Walk {
        owner,
        segments,
        path: CodePath { initial: state.initial, end: after(owner, nodes), ..CodePath::default() },
        state,
        open: Vec::new(),
        is_touched: true,
        is_changed: true,
    };
    let mut index = owner.index();
    let end = walk.path.end;
    while index < end {
        let id = NodeId::from_usize(index);
        let parent = nodes.parent_id(id);
        while let Some(left) = walk.open.pop_if(|open| open.id != parent) {
            walk.exit(&left, index);
        }
        let kind = nodes.kind(id);
        let is_leaf = index + 1 == end || nodes.parent_id(NodeId::from_usize(index + 1)) != id;
        let is_inner = if is_leaf && is_plain(kind) && id != owner && !walk.keeps_turns() {
            walk.leaf(id, kind)
        } else {
            walk.enter(id, kind)
        };
        index = if is_inner { after(id, nodes) } else { index + 1 };
        if walk.segments.list.len() > room {
            return None;
        }
    }
    while let Some(left) = walk.open.pop() {
        walk.exit(&left, end);
    }
    Some(walk.ended())
}

/// The index after that of the last node within a node.
fn after(node: NodeId, nodes: &AstNodes<'_>) -> usize {
    let is_outside = |index: &usize| nodes.parent_id(NodeId::from_usize(*index)) < node;
    (node.index() + 1..nodes.len()).find(is_outside).unwrap_or(nodes.len())
}

/// A node around the current one.
#[derive(Clone, Copy)]
struct Open<'a> {
    id: NodeId,
    kind: AstKind<'a>,
    roles: u8,
    is_visible: bool,
    /// The index in `CodePath::ends`.
    end: Option<u32>,
    /// The index of the node around it in ESLint's trees.
    around: Option<u32>,
}

struct Walk<'a> {
    owner: NodeId,
    segments: Segments,
    state: State<'a>,
    path: CodePath,
    /// The nodes around the current one, from the owner on.
    open: Vec<Open<'a>>,
    /// Whether the current segments may be over.
    is_touched: bool,
    /// Whether a new stretch starts with the next node that starts or ends.
    is_changed: bool,
}

fn number(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}

fn is(expression: &Expression<'_>, node: Span) -> bool {
    expression.without_parentheses().span() == node
}

fn is_some(expression: Option<&Expression<'_>>, node: Span) -> bool {
    expression.is_some_and(|expression| is(expression, node))
}

/// The value of a literal, as a condition.
pub(super) fn literal(kind: AstKind<'_>) -> Option<bool> {
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

/// Whether a `break` without a label can mean a statement.
pub(crate) fn is_breakable(statement: &Statement<'_>) -> bool {
    statement.is_iteration_statement() || matches!(statement, Statement::SwitchStatement(_))
}

/// Whether a node is the initial value of a field.
fn is_field_value(node: AstKind<'_>, parent: AstKind<'_>) -> bool {
    matches!(parent, AstKind::PropertyDefinition(field) if is_some(field.value.as_ref(), node.span()))
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
    /// The index of the last node around the current place that ESLint's trees have.
    fn around(&self) -> Option<u32> {
        match self.open.last() {
            Some(open) if open.is_visible => Some(number(self.open.len() - 1)),
            Some(open) => open.around,
            None => None,
        }
    }

    /// A node around another with its roles.
    fn parent(&self, around: Option<u32>) -> Option<(AstKind<'a>, u8)> {
        around.and_then(|index| self.open.get(index as usize)).map(|open| (open.kind, open.roles))
    }

    fn keeps_turns(&self) -> bool {
        self.state.turns.is_some()
    }

    /// Passes a plain node without children. Returns whether it has a path of its own.
    fn leaf(&mut self, id: NodeId, kind: AstKind<'a>) -> bool {
        let around = self.around();
        if let Some((parent, roles)) = self.parent(around)
            && roles & GUIDES != 0
        {
            // Its place may mean more than itself.
            if let AstKind::PropertyDefinition(_) = parent {
                return self.enter(id, kind);
            }
            self.before(kind, parent);
        }
        self.forward(id);
        self.stretch(id.index());
        if self.state.is_in_try() {
            let parent = self.parent(around).map(|(kind, _)| kind);
            let stays = roles(kind) & THROWS != 0 && self.throws(kind, parent);
            if !stays {
                self.forward(id);
            }
            self.stretch(id.index() + 1);
        }
        false
    }

    /// Enters a node. Returns whether it has a path of its own, so that it is left too.
    fn enter(&mut self, id: NodeId, kind: AstKind<'a>) -> bool {
        let around = self.around();
        let (is_visible, index) = (is_visible(kind), id.index());
        let mut roles = roles(kind);
        if is_visible {
            let parent = self.parent(around);
            let mut is_inner = roles & STARTS != 0 && id != self.owner;
            if let Some((parent, guide)) = parent
                && guide & GUIDES != 0
            {
                self.before(kind, parent);
                is_inner |= is_field_value(kind, parent);
            }
            if is_inner {
                self.inner(id);
                return true;
            }
            if roles & OPENS != 0 {
                self.open(kind, parent.map(|(kind, _)| kind));
            }
            self.forward(id);
            self.stretch(index);
            if self.keeps_turns() {
                roles |= ENDS;
            }
        }
        let end = (roles & ENDS != 0 || id == self.owner).then(|| number(self.path.ends.len()));
        if end.is_some() {
            self.path.ends.push((id, 0));
        }
        self.open.push(Open { id, kind, roles, is_visible, end, around });
        false
    }

    /// Goes past a node with a path of its own.
    fn inner(&mut self, id: NodeId) {
        self.forward(id);
        let current = number(self.path.current.len());
        self.path.stretches.push(Stretch { first: number(id.index()), current, is_inner: true });
        (self.is_touched, self.is_changed) = (true, true);
    }

    /// Leaves a node before the node with index `next` is entered.
    fn exit(&mut self, node: &Open<'a>, next: usize) {
        if !node.is_visible {
            return;
        }
        let kind = node.kind;
        let parent = self.parent(node.around);
        let stays = match node.roles {
            roles if roles & CLOSES != 0 => self.close(node),
            roles if roles & THROWS != 0 => self.throws(kind, parent.map(|(kind, _)| kind)),
            _ => false,
        };
        if !stays {
            self.forward(node.id);
        }
        let stretch = self.stretch(next);
        if let Some(end) = node.end.and_then(|end| self.path.ends.get_mut(end as usize)) {
            end.1 = stretch;
        }
        if let AstKind::CallExpression(call) = kind
            && call.optional
            && call.arguments.is_empty()
        {
            self.with(State::optional_right);
        }
    }

    fn with(&mut self, act: impl FnOnce(&mut State<'a>, &mut Segments)) {
        self.is_touched = true;
        act(&mut self.state, &mut self.segments);
    }

    /// The path, at the end of its code.
    fn ended(mut self) -> CodePath {
        self.state.finish(&self.segments);
        let before = number(self.path.stretches.len());
        for segment in std::mem::take(&mut self.state.current) {
            self.state.turn(before, Event::SegmentEnd(segment));
        }
        let Segments { list, mut loops, .. } = self.segments;
        loops.sort_unstable();
        let State { returned, turns, .. } = self.state;
        CodePath { segments: list, loops, returned, turns: turns.unwrap_or_default(), ..self.path }
    }

    /// Ends the segments that are over and starts the new ones.
    fn forward(&mut self, node: NodeId) {
        if !std::mem::take(&mut self.is_touched) {
            return;
        }
        let state = &mut self.state;
        let before = number(self.path.stretches.len());
        for (from, to) in std::mem::take(&mut state.looped) {
            state.turn(before, Event::Loop(from, to));
            self.is_changed = true;
        }
        if state.is_at_head() {
            return;
        }
        self.is_changed = true;
        let head = state.head();
        let differs = |list: &[Seg], index: usize, segment: Seg| list.get(index) != Some(&segment);
        for index in 0..state.current.len() {
            let segment = state.current[index];
            if differs(&head, index, segment) {
                state.turn(before, Event::SegmentEnd(segment));
            }
        }
        for (index, &segment) in head.iter().enumerate() {
            if differs(&state.current, index, segment) {
                self.segments.mark_used(segment);
                state.turn(before, Event::SegmentStart(segment, node));
            }
        }
        state.current = head;
    }

    /// The stretch of the current place, which is before the node with index `next` is entered.
    fn stretch(&mut self, next: usize) -> u32 {
        let CodePath { stretches, current, .. } = &mut self.path;
        if std::mem::take(&mut self.is_changed) {
            stretches.push(Stretch { first: number(next), current: number(current.len()), is_inner: false });
            current.extend_from_slice(&self.state.current);
        }
        number(stretches.len().saturating_sub(1))
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

    /// A node ends that may throw. Returns whether the segments after it start with the next node.
    fn throws(&mut self, kind: AstKind<'a>, parent: Option<AstKind<'a>>) -> bool {
        if !self.state.is_in_try() {
            return false;
        }
        let is_name = match kind {
            AstKind::IdentifierReference(_) | AstKind::IdentifierName(_) | AstKind::BindingIdentifier(_) => {
                if !is_throwable_name(kind, parent) {
                    return false;
                }
                true
            }
            _ => false,
        };
        self.with(State::first_throwable);
        is_name
    }

    /// What a node closes. Returns whether the segments after it start with the next node.
    fn close(&mut self, node: &Open<'a>) -> bool {
        let kind = node.kind;
        if matches!(
            kind,
            AstKind::BreakStatement(_)
                | AstKind::ContinueStatement(_)
                | AstKind::ReturnStatement(_)
                | AstKind::ThrowStatement(_)
        ) {
            self.forward(node.id);
        }
        let mut stays = false;
        self.with(|state, segments| match kind {
            AstKind::ChainExpression(_) => state.pop_chain(segments),
            AstKind::IfStatement(_)
            | AstKind::ConditionalExpression(_)
            | AstKind::LogicalExpression(_)
            | AstKind::AssignmentExpression(_) => state.pop_choice(segments),
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
