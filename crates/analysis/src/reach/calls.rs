//! Calls that pass texts which stand in the code, such as those that write a file by its path.

use std::borrow::Cow;

use oxc_ast::AstKind;
use oxc_ast::ast::{BindingPattern, Expression, IdentifierReference, TSModuleReference};
use oxc_semantic::SymbolId;
use oxc_span::{GetSpan, Span};

use super::called::Called;
use super::flow::Flow;
use super::patterns::without_default;
use crate::rules::static_text;

/// How many names and operators lead from a call to the method.
const MAX_STEPS: usize = 8;
/// How many arguments count.
const MAX_ARGUMENTS: usize = 2;
/// Methods of paths that join their arguments.
const JOINS: [&str; 2] = ["join", "resolve"];

/// A call of a method, by the name that the method has where it comes from.
#[derive(Debug)]
pub(crate) struct TextCall {
    pub(crate) method: String,
    /// The name of the object that has the method.
    pub(crate) object: Option<String>,
    /// The texts that each of the first arguments may be, with their places.
    pub(crate) arguments: Vec<Vec<(Span, String)>>,
}

impl<'a> Flow<'_, 'a> {
    /// The methods that a call may call, if it passes a text.
    pub(super) fn text_calls(&self, called: &Called<'_, 'a>) -> Vec<TextCall> {
        let arguments: Vec<_> = called
            .arguments()
            .take(MAX_ARGUMENTS)
            .map(|argument| argument.map_or_else(Vec::new, |argument| self.texts(argument, MAX_STEPS)))
            .collect();
        if arguments.iter().all(Vec::is_empty) {
            return Vec::new();
        }
        let mut methods = Vec::new();
        self.methods(called.function, MAX_STEPS, &mut methods);
        let calls = methods.into_iter();
        calls.map(|(method, object)| TextCall { method, object, arguments: arguments.clone() }).collect()
    }

    /// The names of the methods that an expression may be, with those of their objects.
    fn methods(&self, function: &Expression<'a>, steps: usize, found: &mut Vec<(String, Option<String>)>) {
        let Some(steps) = steps.checked_sub(1) else { return };
        let function = function.get_inner_expression();
        if let Some(member) = function.get_member_expr() {
            let name = self.member_name(member).map(Cow::into_owned);
            found.extend(name.map(|name| (name, self.name_of(member.object(), MAX_STEPS))));
            return;
        }
        match function {
            Expression::Identifier(identifier) => self.methods_of(identifier, steps, found),
            Expression::SequenceExpression(sequence) => {
                if let Some(last) = sequence.expressions.last() {
                    self.methods(last, steps, found);
                }
            }
            Expression::ConditionalExpression(either) => {
                self.methods(&either.consequent, steps, found);
                self.methods(&either.alternate, steps, found);
            }
            Expression::LogicalExpression(logical) => {
                self.methods(&logical.left, steps, found);
                self.methods(&logical.right, steps, found);
            }
            Expression::CallExpression(call) => {
                let member = call.callee.get_inner_expression().get_member_expr();
                if let Some(member) = member
                    && self.member_name(member).as_deref() == Some("bind")
                {
                    self.methods(member.object(), steps, found);
                }
            }
            _ => {}
        }
    }

    /// The methods that a variable may hold: by what it is set to, or by its own name.
    fn methods_of(
        &self,
        identifier: &IdentifierReference<'a>,
        steps: usize,
        found: &mut Vec<(String, Option<String>)>,
    ) {
        let before = found.len();
        if let Some(init) = self.initial(identifier) {
            self.methods(init, steps, found);
        }
        if let Some(key) = self.key_of(identifier) {
            found.push((key, None));
        }
        if found.len() == before {
            found.push((identifier.name.to_string(), None));
        }
    }

    /// Whether a value is certainly a symbol: one in the code, or a constant that is set to one.
    pub(super) fn is_symbol(&self, value: &Expression<'a>) -> bool {
        let mut value = value.get_inner_expression();
        for _ in 0..MAX_STEPS {
            let Some(set_to) = self.value_of_constant(value) else {
                let is_known = matches!(value, Expression::CallExpression(_)) || value.is_member_expression();
                return is_known && self.symbol_name(value).is_some();
            };
            value = set_to.get_inner_expression();
        }
        false
    }

    /// Whether a value is an object that the file writes out, which has members of its own.
    pub(super) fn is_written_out(&self, object: &Expression<'a>) -> bool {
        match self.value_of_constant(object) {
            Some(value) => matches!(value.get_inner_expression(), Expression::ObjectExpression(_)),
            None => matches!(object.get_inner_expression(), Expression::ObjectExpression(object)
                if !object.properties.is_empty()),
        }
    }

    /// What the only declaration of a variable sets it to.
    pub(super) fn initial(&self, identifier: &IdentifierReference<'a>) -> Option<&'a Expression<'a>> {
        let symbol = self.variable(identifier)?;
        let nodes = self.model.semantic.nodes();
        match nodes.kind(self.model.semantic.scoping().symbol_declaration(symbol)) {
            AstKind::VariableDeclarator(declarator) if declarator.id.is_binding_identifier() => {
                declarator.init.as_ref()
            }
            _ => None,
        }
    }

    /// What the variable that an expression names is set to, if nothing else is ever assigned to it.
    pub(super) fn value_of_constant(&self, expression: &Expression<'a>) -> Option<&'a Expression<'a>> {
        let Expression::Identifier(name) = expression.get_inner_expression() else { return None };
        self.constant(expression).and_then(|_| self.initial(name))
    }

    /// The variable that an expression names, if nothing is assigned to it after its declaration.
    pub(super) fn constant(&self, expression: &Expression<'a>) -> Option<SymbolId> {
        let Expression::Identifier(name) = expression.get_inner_expression() else { return None };
        let scoping = self.model.semantic.scoping();
        self.variable(name).filter(|symbol| !scoping.symbol_is_mutated(*symbol))
    }

    /// The name of the property that a pattern, an import or `import a = b.name` takes for a variable.
    fn key_of(&self, identifier: &IdentifierReference<'a>) -> Option<String> {
        let symbol = self.variable(identifier)?;
        let nodes = self.model.semantic.nodes();
        match nodes.kind(self.model.semantic.scoping().symbol_declaration(symbol)) {
            AstKind::ImportSpecifier(specifier) => Some(specifier.imported.name().to_string()),
            AstKind::TSImportEqualsDeclaration(import) => match &import.module_reference {
                TSModuleReference::QualifiedName(name) => Some(name.right.name.to_string()),
                _ => None,
            },
            AstKind::VariableDeclarator(declarator) => self.key_in(&declarator.id, symbol),
            AstKind::FormalParameter(parameter) => self.key_in(&parameter.pattern, symbol),
            _ => None,
        }
    }

    fn key_in(&self, pattern: &BindingPattern<'a>, symbol: SymbolId) -> Option<String> {
        match pattern {
            BindingPattern::ObjectPattern(object) => {
                object.properties.iter().find_map(|property| match without_default(&property.value) {
                    BindingPattern::BindingIdentifier(name) if name.symbol_id.get() == Some(symbol) => {
                        self.key(&property.key)
                    }
                    inner => self.key_in(inner, symbol),
                })
            }
            BindingPattern::AssignmentPattern(with) => self.key_in(&with.left, symbol),
            _ => None,
        }
    }

    /// The name of an object: that of its variable or its property, followed through variables that are only other names.
    fn name_of(&self, object: &Expression<'a>, steps: usize) -> Option<String> {
        let steps = steps.checked_sub(1)?;
        match object.get_inner_expression() {
            Expression::Identifier(identifier) => {
                let other = self.initial(identifier).and_then(|init| self.name_of(init, steps));
                Some(other.unwrap_or_else(|| identifier.name.to_string()))
            }
            // `new Set()` is named by its class, and `request(app)` by its function.
            Expression::NewExpression(new) => self.name_of(&new.callee, steps),
            Expression::CallExpression(call) => self.name_of(&call.callee, steps),
            other => self.member_name(other.get_member_expr()?).map(Cow::into_owned),
        }
    }

    /// The texts that an expression may be, as far as they stand in the code.
    fn texts(&self, expression: &Expression<'a>, steps: usize) -> Vec<(Span, String)> {
        let Some(steps) = steps.checked_sub(1) else { return Vec::new() };
        if let Some(text) = static_text(expression, self.model) {
            return vec![(expression.span(), text.into_owned())];
        }
        match expression.get_inner_expression() {
            Expression::ConditionalExpression(either) => {
                let mut found = self.texts(&either.consequent, steps);
                found.extend(self.texts(&either.alternate, steps));
                found
            }
            Expression::LogicalExpression(logical) => {
                let mut found = self.texts(&logical.left, steps);
                found.extend(self.texts(&logical.right, steps));
                found
            }
            Expression::AwaitExpression(awaited) => self.texts(&awaited.argument, steps),
            Expression::NewExpression(new) => {
                let is_url = self.of(&new.callee).iter().any(|class| class.is_path(&["URL"]));
                let first = new.arguments.first().filter(|_| is_url);
                first
                    .and_then(|first| first.as_expression())
                    .map_or_else(Vec::new, |first| self.texts(first, steps))
            }
            Expression::CallExpression(call) => {
                let member = call.callee.get_inner_expression().get_member_expr();
                let name = member.and_then(|member| self.member_name(member));
                if !name.is_some_and(|name| JOINS.contains(&name.as_ref())) {
                    return Vec::new();
                }
                let parts = call.arguments.iter().map(|part| static_text(part.as_expression()?, self.model));
                let parts: Option<Vec<_>> = parts.collect();
                parts.map_or_else(Vec::new, |parts| vec![(expression.span(), parts.join("/"))])
            }
            _ => Vec::new(),
        }
    }
}
