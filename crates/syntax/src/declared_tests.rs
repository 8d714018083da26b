//! The tests that a file declares, found without running it, as Vitest's `typecheck` finds them.

use std::collections::BTreeMap;

use oxc_ast::ast::{Argument, CallExpression, Expression, ImportDeclarationSpecifier, Program, Statement};
use oxc_ast_visit::{Visit, walk};
use oxc_span::{GetSpan as _, Span};

const TESTS: [&str; 2] = ["it", "test"];
const SUITES: [&str; 2] = ["describe", "suite"];
/// What may stand between the first name and the call.
const MODIFIERS: [&str; 7] = ["concurrent", "fails", "only", "sequential", "shuffle", "skip", "todo"];
/// What is called to get a function that declares tests.
const MAKERS: [&str; 7] = ["each", "extend", "for", "override", "runIf", "scoped", "skipIf"];

/// A call that declares a suite or a test.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeclaredTest {
    /// Whether it is a test and no suite.
    pub is_test: bool,
    /// The title as written, without its quotes. It may have escapes and placeholders, or be an expression.
    pub name: String,
    /// The modifiers in the order in which they are written, such as `skip`.
    pub modifiers: Vec<&'static str>,
    /// The whole call.
    pub call: Span,
    /// The part that belongs to the test: the call with the comments before it, without a table of `each`.
    pub span: Span,
}

/// The calls of `test`, `it`, `describe` and `suite` in a program, in source order. Imports may give them other names.
#[must_use]
pub fn declared_tests(program: &Program<'_>) -> Vec<DeclaredTest> {
    let mut calls = Calls { program, names: imported_names(program), found: Vec::new() };
    calls.visit_program(program);
    let mut found = calls.found;
    found.sort_by_key(|one| one.span.start);
    found
}

/// What a local name stands for.
enum Imported<'a> {
    Export(&'a str),
    Namespace,
}

fn imported_names<'a>(program: &'a Program<'_>) -> BTreeMap<&'a str, Imported<'a>> {
    let imports = program.body.iter().filter_map(|statement| match statement {
        Statement::ImportDeclaration(import) => import.specifiers.as_ref(),
        _ => None,
    });
    let names = imports.flatten().map(|specifier| match specifier {
        ImportDeclarationSpecifier::ImportSpecifier(one) => {
            (one.local.name.as_str(), Imported::Export(one.imported.name().as_str()))
        }
        ImportDeclarationSpecifier::ImportDefaultSpecifier(one) => {
            (one.local.name.as_str(), Imported::Export("default"))
        }
        ImportDeclarationSpecifier::ImportNamespaceSpecifier(one) => {
            (one.local.name.as_str(), Imported::Namespace)
        }
    });
    names.collect()
}

struct Calls<'a> {
    program: &'a Program<'a>,
    names: BTreeMap<&'a str, Imported<'a>>,
    found: Vec<DeclaredTest>,
}

/// The names of a callee.
struct Chain<'n> {
    head: &'n str,
    members: Vec<&'n str>,
}

impl Calls<'_> {
    /// The names that lead to a function, if it is a chain of them.
    fn chain<'n>(&'n self, callee: &'n Expression<'_>) -> Option<Chain<'n>> {
        let callee = callee.get_inner_expression();
        match callee {
            Expression::Identifier(name) => {
                let head = match self.names.get(name.name.as_str()) {
                    Some(Imported::Export(name)) => name,
                    Some(Imported::Namespace) => return None,
                    None => name.name.as_str(),
                };
                Some(Chain { head, members: Vec::new() })
            }
            Expression::CallExpression(call) => self.made(&call.callee),
            Expression::TaggedTemplateExpression(tagged) => self.made(&tagged.tag),
            _ => {
                let member = callee.as_member_expression()?;
                let name = member.static_property_name()?;
                if let Expression::Identifier(object) = member.object().get_inner_expression()
                    && matches!(self.names.get(object.name.as_str()), Some(Imported::Namespace))
                {
                    return Some(Chain { head: name, members: Vec::new() });
                }
                let mut chain = self.chain(member.object())?;
                chain.members.push(name);
                Some(chain)
            }
        }
    }

    /// The names of a call that gives a function which declares tests.
    fn made<'n>(&'n self, callee: &'n Expression<'_>) -> Option<Chain<'n>> {
        let mut chain = self.chain(callee)?;
        chain.members.pop().filter(|last| MAKERS.contains(last))?;
        Some(chain)
    }

    fn declared(&self, call: &CallExpression<'_>) -> Option<DeclaredTest> {
        let chain = self.chain(&call.callee)?;
        let is_test = TESTS.contains(&chain.head);
        if !is_test && !SUITES.contains(&chain.head) {
            return None;
        }
        let known = |name: &&str| MODIFIERS.iter().find(|known| *known == name).copied();
        let modifiers = chain.members.iter().map(known).collect::<Option<Vec<_>>>()?;
        let start = match call.callee.get_inner_expression() {
            Expression::CallExpression(_) | Expression::TaggedTemplateExpression(_) => call.callee.span().end,
            _ => self.with_comments(call.span.start),
        };
        Some(DeclaredTest {
            is_test,
            name: self.title(call.arguments.first()?),
            modifiers,
            call: call.span,
            span: Span::new(start, call.span.end),
        })
    }

    /// Where the comments start that stand directly before a place.
    fn with_comments(&self, start: u32) -> u32 {
        let before = self.program.comments.iter().filter(|one| one.is_leading() && one.attached_to == start);
        before.map(|comment| comment.span.start).min().unwrap_or(start)
    }

    fn title(&self, argument: &Argument<'_>) -> String {
        let span = argument.span();
        let text = &self.program.source_text[span.start as usize..span.end as usize];
        match argument {
            Argument::StringLiteral(_) => {
                let inner = &text[1..text.len() - 1];
                if text.starts_with('\'') { inner.replace("\\'", "'") } else { inner.to_owned() }
            }
            Argument::TemplateLiteral(_) => text[1..text.len() - 1].to_owned(),
            _ => text.to_owned(),
        }
    }
}

impl<'a> Visit<'a> for Calls<'_> {
    fn visit_call_expression(&mut self, call: &CallExpression<'a>) {
        let declared = self.declared(call);
        self.found.extend(declared);
        walk::walk_call_expression(self, call);
    }
}
