//! Detects CommonJS files and their export names, as far as their text shows.

use std::collections::{BTreeMap, BTreeSet};

use oxc_ast::ast::{
    Argument, AssignmentExpression, AssignmentTarget, BindingIdentifier, BindingPattern, CallExpression,
    Expression, Function, IdentifierReference, ObjectExpression, ObjectPropertyKind, VariableDeclarator,
};
use oxc_ast_visit::{Visit, walk};

use crate::Parsed;

/// A file as its importers see it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CommonJs {
    /// Names assigned to `exports` or `module.exports`, in byte order.
    pub exports: BTreeSet<String>,
    /// Specifiers of re-exported modules, in source order.
    pub reexports: Vec<String>,
}

/// Decides whether Node would load a file by `require`: it uses a free CommonJS variable, and nothing
/// specific to ES modules. Exports are found like in `cjs-module-lexer`, by the patterns that people and
/// compilers write; computed names are not found.
///
/// `declared` is the declaration by the file's extension or package, if there is one.
#[must_use]
pub fn common_js(parsed: &Parsed<'_>, declared: Option<bool>) -> Option<CommonJs> {
    if parsed.module_record.has_module_syntax || declared == Some(false) {
        return None;
    }
    let mut scan = Scan::default();
    scan.visit_program(&parsed.program);
    let is_one = !scan.awaits && (declared == Some(true) || scan.used.difference(&scan.own).next().is_some());
    is_one.then_some(scan.found)
}

/// The names that an ES module exports by writing to `module.exports` or `exports`, in byte order; with `default`. Names that it
/// exports itself are not among them. `None` if it writes to neither.
#[must_use]
pub fn written_exports(parsed: &Parsed<'_>) -> Option<BTreeSet<String>> {
    let mut scan = Scan::default();
    scan.visit_program(&parsed.program);
    if !scan.writes {
        return None;
    }
    let own = &parsed.module_record.exported_bindings;
    let mut names = scan.found.exports;
    names.insert("default".to_owned());
    names.retain(|name| !own.contains_key(name.as_str()));
    Some(names)
}

/// Variables that Node provides to a CommonJS file.
const NAMES: [&str; 5] = ["require", "module", "exports", "__filename", "__dirname"];

#[derive(Default)]
struct Scan {
    found: CommonJs,
    /// CommonJS names that are used.
    used: BTreeSet<&'static str>,
    /// CommonJS names that the file declares itself at the top level.
    own: BTreeSet<&'static str>,
    /// Specifiers of `require` calls, by the variable that holds the result.
    required: BTreeMap<String, String>,
    /// Whether `module.exports` or a property of it is assigned or defined.
    writes: bool,
    /// Whether there is a top-level `await`.
    awaits: bool,
    functions: usize,
}

impl Scan {
    fn object(&mut self, object: &ObjectExpression<'_>) {
        for property in &object.properties {
            match property {
                ObjectPropertyKind::ObjectProperty(property) => {
                    self.found.exports.extend(property.key.static_name().map(String::from));
                }
                ObjectPropertyKind::SpreadProperty(spread) => self.passed_on(&spread.argument),
            }
        }
    }

    fn declare(&mut self, name: &str) {
        if self.functions == 0 {
            self.own.extend(NAMES.iter().find(|known| **known == name));
        }
    }

    fn passed_on(&mut self, value: &Expression<'_>) {
        if let Some(specifier) = required(value) {
            self.reexport(specifier.to_owned());
        }
    }

    fn reexport(&mut self, specifier: String) {
        if !self.found.reexports.contains(&specifier) {
            self.found.reexports.push(specifier);
        }
    }

    /// Detects Babel's form of `export * from`: `Object.keys(_x).forEach(function (key) { … exports[key] …
    /// })`.
    fn each_key(&mut self, call: &CallExpression<'_>) {
        let Expression::StaticMemberExpression(callee) = &call.callee else { return };
        let Expression::CallExpression(keys) = &callee.object else { return };
        let Expression::StaticMemberExpression(of) = &keys.callee else { return };
        let (Some(Argument::Identifier(from)), Some(Argument::FunctionExpression(each))) =
            (keys.arguments.first(), call.arguments.first())
        else {
            return;
        };
        if callee.property.name == "forEach"
            && of.property.name == "keys"
            && is_named(&of.object, "Object")
            && exports_its_argument(each)
            && let Some(specifier) = self.required.get(from.name.as_str()).cloned()
        {
            self.reexport(specifier);
        }
    }
}

impl<'a> Visit<'a> for Scan {
    fn visit_identifier_reference(&mut self, identifier: &IdentifierReference<'a>) {
        self.used.extend(NAMES.iter().find(|name| identifier.name == **name));
    }

    fn visit_binding_identifier(&mut self, identifier: &BindingIdentifier<'a>) {
        self.declare(&identifier.name);
    }

    fn visit_assignment_expression(&mut self, assignment: &AssignmentExpression<'a>) {
        match &assignment.left {
            AssignmentTarget::StaticMemberExpression(member) => {
                if is_exports(&member.object) {
                    self.writes = true;
                    self.found.exports.insert(member.property.name.to_string());
                } else if member.property.name == "exports" && is_named(&member.object, "module") {
                    self.writes = true;
                    match &assignment.right {
                        Expression::ObjectExpression(object) => self.object(object),
                        value => self.passed_on(value),
                    }
                }
            }
            AssignmentTarget::ComputedMemberExpression(member) if is_exports(&member.object) => {
                self.writes = true;
                if let Expression::StringLiteral(name) = &member.expression {
                    self.found.exports.insert(name.value.to_string());
                }
            }
            _ => {}
        }
        walk::walk_assignment_expression(self, assignment);
    }

    fn visit_variable_declarator(&mut self, declarator: &VariableDeclarator<'a>) {
        if self.functions == 0
            && let BindingPattern::BindingIdentifier(name) = &declarator.id
            && let Some(specifier) = declarator.init.as_ref().and_then(required)
        {
            self.required.insert(name.name.to_string(), specifier.to_owned());
        }
        walk::walk_variable_declarator(self, declarator);
    }

    fn visit_call_expression(&mut self, call: &CallExpression<'a>) {
        self.each_key(call);
        let name = match &call.callee {
            Expression::Identifier(callee) => callee.name.as_str(),
            Expression::StaticMemberExpression(callee) => callee.property.name.as_str(),
            _ => "",
        };
        let argument = |index: usize| call.arguments.get(index).and_then(Argument::as_expression);
        self.writes |= matches!(name, "defineProperty" | "assign") && argument(0).is_some_and(is_exports);
        match (name, argument(0), argument(1)) {
            ("defineProperty", Some(target), Some(Expression::StringLiteral(name))) if is_exports(target) => {
                self.found.exports.insert(name.value.to_string());
            }
            ("assign", Some(target), Some(value)) if is_exports(target) => match value {
                Expression::ObjectExpression(object) => self.object(object),
                value => self.passed_on(value),
            },
            // TypeScript's form of `export * from`.
            ("__exportStar" | "__export", Some(value), _) => self.passed_on(value),
            _ => {}
        }
        walk::walk_call_expression(self, call);
    }

    fn visit_await_expression(&mut self, expression: &oxc_ast::ast::AwaitExpression<'a>) {
        self.awaits |= self.functions == 0;
        walk::walk_await_expression(self, expression);
    }

    fn visit_for_of_statement(&mut self, statement: &oxc_ast::ast::ForOfStatement<'a>) {
        self.awaits |= statement.r#await && self.functions == 0;
        walk::walk_for_of_statement(self, statement);
    }

    fn visit_function(
        &mut self,
        function: &oxc_ast::ast::Function<'a>,
        flags: oxc_syntax::scope::ScopeFlags,
    ) {
        if let Some(id) = function.id.as_ref().filter(|_| function.is_declaration()) {
            self.declare(&id.name);
        }
        self.functions += 1;
        walk::walk_function(self, function, flags);
        self.functions -= 1;
    }

    fn visit_arrow_function_expression(&mut self, arrow: &oxc_ast::ast::ArrowFunctionExpression<'a>) {
        self.functions += 1;
        walk::walk_arrow_function_expression(self, arrow);
        self.functions -= 1;
    }
}

fn is_named(expression: &Expression<'_>, name: &str) -> bool {
    matches!(expression.without_parentheses(), Expression::Identifier(identifier) if identifier.name == name)
}

/// Whether a function assigns to `exports` under the name in its argument.
fn exports_its_argument(function: &Function<'_>) -> bool {
    struct Finds<'b> {
        name: &'b str,
        found: bool,
    }
    impl<'a> Visit<'a> for Finds<'_> {
        fn visit_assignment_expression(&mut self, assignment: &AssignmentExpression<'a>) {
            if let AssignmentTarget::ComputedMemberExpression(member) = &assignment.left {
                self.found |= is_exports(&member.object) && is_named(&member.expression, self.name);
            }
        }
        fn visit_call_expression(&mut self, call: &CallExpression<'a>) {
            let defines = matches!(&call.callee, Expression::StaticMemberExpression(callee) if callee.property.name == "defineProperty");
            let argument = |index: usize| call.arguments.get(index).and_then(Argument::as_expression);
            let gives = argument(0).is_some_and(is_exports)
                && argument(1).is_some_and(|key| is_named(key, self.name));
            self.found |= defines && gives;
        }
    }
    let Some(BindingPattern::BindingIdentifier(name)) = function.params.items.first().map(|one| &one.pattern)
    else {
        return false;
    };
    let mut finds = Finds { name: name.name.as_str(), found: false };
    if let Some(body) = &function.body {
        finds.visit_function_body(body);
    }
    finds.found
}

/// Whether an expression is `exports` or `module.exports`.
fn is_exports(expression: &Expression<'_>) -> bool {
    match expression.without_parentheses() {
        Expression::StaticMemberExpression(member) => {
            member.property.name == "exports" && is_named(&member.object, "module")
        }
        other => is_named(other, "exports"),
    }
}

/// The specifier of `require('…')`, also inside a wrapping call.
fn required<'a>(value: &'a Expression<'_>) -> Option<&'a str> {
    let Expression::CallExpression(call) = value.without_parentheses() else { return None };
    let argument = call.arguments.first().and_then(Argument::as_expression)?;
    match argument {
        Expression::StringLiteral(specifier) if is_named(&call.callee, "require") => {
            Some(specifier.value.as_str())
        }
        Expression::CallExpression(inner) if is_named(&inner.callee, "require") => required(argument),
        _ => None,
    }
}
