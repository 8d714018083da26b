//! Where the statements of a function can end, as in ESLint's code paths. Loops and branches may go either way,
//! unless the test of a loop is a literal.

use oxc_ast::AstKind;
use oxc_ast::ast::{Expression, ReturnStatement, Statement};
use oxc_span::{GetSpan, Span};
use oxc_syntax::node::NodeId;

use crate::lint::{Context, is_breakable};

/// Walks the statements of one function, in order.
pub(crate) struct Flow<'f, 'a> {
    ctx: &'f Context<'a>,
    /// Called with each `return`, and whether it can be reached.
    on_return: &'f mut dyn FnMut(&'a ReturnStatement<'a>, bool),
    /// What `break` and `continue` can name.
    targets: Vec<Target<'a>>,
}

struct Target<'a> {
    labels: Vec<&'a str>,
    is_loop: bool,
    /// Whether a `break` or `continue` without a label means it.
    is_breakable: bool,
    broken: bool,
    continued: bool,
}

/// Whether control can reach the end of statements.
pub(crate) fn ends<'a>(
    statements: &'a [Statement<'a>],
    ctx: &Context<'a>,
    on_return: &mut dyn FnMut(&'a ReturnStatement<'a>, bool),
) -> bool {
    Flow { ctx, on_return, targets: Vec::new() }.list(statements, true)
}

impl<'a> Flow<'_, 'a> {
    fn list(&mut self, statements: &'a [Statement<'a>], mut is_reachable: bool) -> bool {
        for statement in statements {
            is_reachable = self.statement(statement, is_reachable, Vec::new());
        }
        is_reachable
    }

    /// Whether control can reach the end of a statement with labels.
    fn statement(&mut self, statement: &'a Statement<'a>, at: bool, mut labels: Vec<&'a str>) -> bool {
        match statement {
            Statement::ReturnStatement(statement) => {
                (self.on_return)(statement, at);
                false
            }
            Statement::ThrowStatement(_) => false,
            Statement::BreakStatement(statement) => {
                let label = statement.label.as_ref().map(|label| label.name.as_str());
                if let Some(target) = self.target(label, false).filter(|_| at) {
                    target.broken = true;
                }
                false
            }
            Statement::ContinueStatement(statement) => {
                let label = statement.label.as_ref().map(|label| label.name.as_str());
                if let Some(target) = self.target(label, true).filter(|_| at) {
                    target.continued = true;
                }
                false
            }
            Statement::BlockStatement(block) => self.list(&block.body, at),
            Statement::LabeledStatement(statement) => {
                labels.push(&statement.label.name);
                if is_breakable(&statement.body) || matches!(statement.body, Statement::LabeledStatement(_)) {
                    return self.statement(&statement.body, at, labels);
                }
                self.enter(labels, false, false);
                let end = self.statement(&statement.body, at, Vec::new());
                self.leave().broken || end
            }
            Statement::WithStatement(statement) => self.statement(&statement.body, at, Vec::new()),
            Statement::IfStatement(statement) => {
                let consequent = self.statement(&statement.consequent, at, Vec::new());
                let alternate = match &statement.alternate {
                    Some(alternate) => self.statement(alternate, at, Vec::new()),
                    None => at,
                };
                consequent || alternate
            }
            Statement::SwitchStatement(statement) => {
                self.enter(labels, false, true);
                let (mut end, mut has_default) = (false, false);
                for case in &statement.cases {
                    has_default |= case.test.is_none();
                    end = self.list(&case.consequent, at || end);
                }
                self.leave().broken || end || (at && !has_default)
            }
            Statement::TryStatement(statement) => {
                let block = self.list(&statement.block.body, at);
                let handler = statement.handler.as_ref().is_some_and(|handler| {
                    let is_entered =
                        block || (at && self.can_throw(statement.block.span, statement.block.node_id.get()));
                    self.list(&handler.body.body, is_entered)
                });
                let end = block || handler;
                match &statement.finalizer {
                    // It runs in any case.
                    Some(finalizer) => self.list(&finalizer.body, at) && end,
                    None => end,
                }
            }
            Statement::WhileStatement(statement) => {
                let (_, broken) = self.turn(labels, &statement.body, at);
                broken || (at && !is_true(&statement.test))
            }
            Statement::DoWhileStatement(statement) => {
                let (again, broken) = self.turn(labels, &statement.body, at);
                broken || (again && !is_true(&statement.test))
            }
            Statement::ForStatement(statement) => {
                let (_, broken) = self.turn(labels, &statement.body, at);
                broken || (at && statement.test.as_ref().is_some_and(|test| !is_true(test)))
            }
            Statement::ForInStatement(statement) => self.turn(labels, &statement.body, at).1 || at,
            Statement::ForOfStatement(statement) => self.turn(labels, &statement.body, at).1 || at,
            _ => at,
        }
    }

    /// Walks the body of a loop. Returns whether there can be a next turn, and whether a `break` ends it.
    fn turn(&mut self, labels: Vec<&'a str>, body: &'a Statement<'a>, at: bool) -> (bool, bool) {
        self.enter(labels, true, true);
        let end = self.statement(body, at, Vec::new());
        let target = self.leave();
        (end || target.continued, target.broken)
    }

    fn enter(&mut self, labels: Vec<&'a str>, is_loop: bool, is_breakable: bool) {
        self.targets.push(Target { labels, is_loop, is_breakable, broken: false, continued: false });
    }

    fn leave(&mut self) -> Target<'a> {
        self.targets.pop().expect("each target is entered before it is left")
    }

    fn target(&mut self, label: Option<&str>, is_continue: bool) -> Option<&mut Target<'a>> {
        self.targets.iter_mut().rev().find(|target| match label {
            Some(label) => target.labels.contains(&label),
            None if is_continue => target.is_loop,
            None => target.is_breakable,
        })
    }

    /// Whether something in a block may throw, as far as a handler is concerned.
    fn can_throw(&self, block: Span, id: NodeId) -> bool {
        let nodes = self.ctx.nodes();
        let below = (id.index() + 1..nodes.len()).map(|index| nodes.get_node(NodeId::from_usize(index)));
        let mut below = below.take_while(|node| node.kind().span().start < block.end);
        below.any(|node| {
            matches!(
                node.kind(),
                AstKind::IdentifierReference(_)
                    | AstKind::CallExpression(_)
                    | AstKind::StaticMemberExpression(_)
                    | AstKind::ComputedMemberExpression(_)
                    | AstKind::PrivateFieldExpression(_)
                    | AstKind::ImportExpression(_)
                    | AstKind::NewExpression(_)
                    | AstKind::YieldExpression(_)
                    | AstKind::ThrowStatement(_)
            )
        })
    }
}

/// Whether an expression is a literal that counts as true.
pub(crate) fn is_true(expression: &Expression<'_>) -> bool {
    match expression.without_parentheses() {
        Expression::BooleanLiteral(literal) => literal.value,
        Expression::NumericLiteral(literal) => literal.value != 0.0 && !literal.value.is_nan(),
        Expression::BigIntLiteral(literal) => literal.value != "0",
        Expression::StringLiteral(literal) => !literal.value.is_empty(),
        Expression::RegExpLiteral(_) => true,
        _ => false,
    }
}
