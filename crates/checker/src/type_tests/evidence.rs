//! Evidence of tests of types, as a gate compares it: what their files import, and what each test asserts.
//!
//! Nothing runs, so everything is read from the source. An assertion is named with its subject,
//! because a test of types that asserts the same of something else is another test.

use std::collections::{BTreeMap, BTreeSet};

use oxc_allocator::Allocator;
use oxc_ast::ast::{
    CallExpression, Expression, Program, TSImportType, TSSatisfiesExpression, VariableDeclarator,
};
use oxc_ast_visit::{Visit, walk};
use oxc_span::{GetSpan as _, Span};
use verdict_protocol::{
    AssertionEvidence, FileEvidence, ImportEvidence, ImportKind, TestEvidence, sha256_hex,
};
use verdict_syntax::{Parsed, parse};
use verdict_vfs::{Snapshot, VfsPath};

use super::declared::Declarations;

/// Digits of a hash of what is expected.
const DIGITS: usize = 16;
/// Characters of a text that is shown.
const SHOWN: usize = 120;
/// Directives that say that the next line has an error.
const EXPECT_ERROR: &str = "@ts-expect-error";
/// Types that accept every value.
const OPEN: [&str; 3] = ["any", "unknown", "never"];

/// The evidence of a test file. Without `declared`, only what it imports.
pub(super) fn of_file(snapshot: &Snapshot, file: &VfsPath, declared: Option<&Declarations>) -> FileEvidence {
    let text = snapshot.get(file).and_then(|blob| blob.text()).unwrap_or_default();
    let tests = declared.map(|declared| tests(file.as_str(), text, declared)).unwrap_or_default();
    FileEvidence {
        file: file.to_string(),
        imports: imports(snapshot, file),
        tests,
        ..FileEvidence::default()
    }
}

/// The imports of a file and of all that it imports, outside of packages.
fn imports(snapshot: &Snapshot, file: &VfsPath) -> Vec<ImportEvidence> {
    let (mut found, mut seen) = (BTreeSet::new(), BTreeSet::from([file.clone()]));
    let mut next = vec![file.clone()];
    while let Some(importer) = next.pop() {
        let Some(text) = snapshot.get(&importer).and_then(|blob| blob.text()) else { continue };
        for specifier in specifiers(importer.as_str(), text) {
            let path = resolved(snapshot, &importer, &specifier);
            if let Some(path) = &path
                && !path.as_str().contains("/node_modules/")
                && path.is_script()
                && seen.insert(path.clone())
            {
                next.push(path.clone());
            }
            let path = path.map(|path| path.to_string());
            let importer = importer.to_string();
            found.insert(ImportEvidence { importer, specifier, kind: ImportKind::Import, path });
        }
    }
    found.into_iter().collect()
}

/// The file of a specifier. A file with declarations alone is none that can run.
fn resolved(snapshot: &Snapshot, importer: &VfsPath, specifier: &str) -> Option<VfsPath> {
    if let Ok(path) = snapshot.resolve(importer, specifier) {
        return Some(path);
    }
    let bare =
        [".js", ".mjs", ".cjs"].iter().find_map(|end| specifier.strip_suffix(end)).unwrap_or(specifier);
    let endings = [".d.ts", ".d.mts", ".d.cts", "/index.d.ts"];
    let mut candidates = endings.iter().filter_map(|end| importer.sibling(&format!("{bare}{end}")).ok());
    candidates.find(|path| specifier.starts_with('.') && snapshot.get(path).is_some())
}

/// The specifiers of a file, also those of types.
fn specifiers(path: &str, text: &str) -> BTreeSet<String> {
    let allocator = Allocator::default();
    let Ok(parsed) = parse(&allocator, path, text) else { return BTreeSet::new() };
    let mut found = Imported(BTreeSet::new());
    found.0.extend(parsed.module_record.requested_modules.keys().map(ToString::to_string));
    found.visit_program(&parsed.program);
    let references = text.lines().filter_map(|line| {
        let rest = line.trim_start().strip_prefix("///")?.split_once("path=")?.1;
        let path = rest.get(1..)?.split(['"', '\'']).next()?;
        Some(if path.starts_with('.') { path.to_owned() } else { format!("./{path}") })
    });
    found.0.extend(references);
    found.0
}

struct Imported(BTreeSet<String>);

impl<'a> Visit<'a> for Imported {
    fn visit_ts_import_type(&mut self, it: &TSImportType<'a>) {
        self.0.insert(it.source.value.to_string());
        walk::walk_ts_import_type(self, it);
    }
}

/// What each test asserts, in the order of the result.
fn tests(path: &str, text: &str, declared: &Declarations) -> Vec<TestEvidence> {
    let allocator = Allocator::default();
    let Ok(parsed) = parse(&allocator, path, text) else { return Vec::new() };
    let asserted = asserted(&parsed, text);
    let mut tests = BTreeMap::new();
    for (index, one) in declared.all.iter().enumerate().filter(|(_, one)| one.is_test) {
        tests.insert(index, TestEvidence { path: one.path.clone(), ..TestEvidence::default() });
    }
    for (at, assertion) in asserted {
        if let Some(test) = declared.at(parsed.lines.position(at)).and_then(|index| tests.get_mut(&index)) {
            test.assertions.push(assertion);
        }
    }
    tests.into_values().collect()
}

/// The assertions of a file with their offsets, in the order of the source.
fn asserted(parsed: &Parsed<'_>, text: &str) -> Vec<(u32, AssertionEvidence)> {
    let mut names = Names(BTreeMap::new());
    names.visit_program(&parsed.program);
    let mut found = Found { parsed, text, names: names.0, found: Vec::new() };
    found.visit_program(&parsed.program);
    found.directives(&parsed.program);
    found.found.sort_by_key(|(at, _)| *at);
    found.found
}

/// What each constant of a file is, as far as its declaration says no type.
struct Names<'a>(BTreeMap<&'a str, Span>);

impl<'a> Visit<'a> for Names<'a> {
    fn visit_variable_declarator(&mut self, it: &VariableDeclarator<'a>) {
        if let (Some(name), None, Some(init)) = (it.id.get_identifier_name(), &it.type_annotation, &it.init) {
            self.0.insert(name.as_str(), init.span());
        }
        walk::walk_variable_declarator(self, it);
    }
}

struct Found<'p, 'a> {
    parsed: &'p Parsed<'a>,
    text: &'p str,
    names: BTreeMap<&'a str, Span>,
    found: Vec<(u32, AssertionEvidence)>,
}

impl Found<'_, '_> {
    /// The source of a span, with one space for each blank.
    fn words(&self, span: Span) -> String {
        let source = self.text.get(span.start as usize..span.end as usize).unwrap_or_default();
        source.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// The source of an expression; of a constant that the file declares, what it is.
    fn subject(&self, expression: &Expression<'_>) -> String {
        let known = match expression {
            Expression::Identifier(name) => self.names.get(name.name.as_str()),
            _ => None,
        };
        self.words(known.copied().unwrap_or_else(|| expression.span()))
    }

    fn add(&mut self, span: Span, matcher: String, expected: &str, is_constant: bool) {
        let digest = if expected.is_empty() { String::new() } else { sha256_hex(expected.as_bytes()) };
        let assertion = AssertionEvidence {
            matcher,
            file: Some(self.parsed.path.to_owned()),
            line: self.parsed.lines.position(span.start).0,
            arguments: u32::from(!expected.is_empty()),
            expected: digest.chars().take(DIGITS).collect(),
            shown: expected.chars().take(SHOWN).collect(),
            open: false,
            constant: is_constant,
        };
        self.found.push((span.start, assertion));
    }

    /// Lines that have to have an error.
    fn directives(&mut self, program: &Program<'_>) {
        let text = self.text;
        for comment in &program.comments {
            let content =
                text.get(comment.span.start as usize..comment.span.end as usize).unwrap_or_default();
            let words = content.trim_start_matches(['/', '*', ' ', '\t']);
            if words.starts_with(EXPECT_ERROR) {
                let after = text.get(comment.span.end as usize..).unwrap_or_default();
                let line =
                    after.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with("//"));
                let line = line.unwrap_or_default().to_owned();
                self.add(comment.span, EXPECT_ERROR.to_owned(), &line, false);
            }
        }
    }
}

impl<'a> Visit<'a> for Found<'_, 'a> {
    fn visit_call_expression(&mut self, it: &CallExpression<'a>) {
        if let Some(chain) = chain(&it.callee) {
            let types = it.type_arguments.as_ref().map(|types| self.words(types.span)).unwrap_or_default();
            let arguments: Vec<String> = it.arguments.iter().map(|one| self.words(one.span())).collect();
            let expected = [types, arguments.join(", ")].concat();
            let (subject, is_constant) = match chain.root {
                // `expectTypeOf(subject)` and `expectTypeOf<Subject>()`.
                Some(root) => {
                    let types = root.type_arguments.as_ref().map(|types| self.words(types.span));
                    let value = root.arguments.first().and_then(|one| one.as_expression());
                    let subject =
                        types.or_else(|| value.map(|value| self.subject(value))).unwrap_or_default();
                    let is_constant = is_constant(&subject);
                    (subject, is_constant)
                }
                None => (String::new(), false),
            };
            let path = chain.members.join(".");
            self.add(it.span, format!("expectTypeOf({subject}).{path}"), &expected, is_constant);
            return;
        }
        if is_named(&it.callee, "assertType") {
            let types = it.type_arguments.as_ref().map(|types| self.words(types.span)).unwrap_or_default();
            let value = it.arguments.first().and_then(|one| one.as_expression());
            let subject = value.map(|value| self.subject(value)).unwrap_or_default();
            let is_open = OPEN.iter().any(|open| types == format!("<{open}>"));
            let is_constant = is_constant(&subject) || is_open || types.is_empty();
            self.add(it.span, format!("assertType({subject})"), &types, is_constant);
            return;
        }
        walk::walk_call_expression(self, it);
    }

    fn visit_variable_declarator(&mut self, it: &VariableDeclarator<'a>) {
        if let (Some(annotation), Some(init)) = (&it.type_annotation, &it.init) {
            let (types, subject) = (self.words(annotation.type_annotation.span()), self.subject(init));
            let is_constant = is_constant(&subject) || OPEN.contains(&types.as_str());
            self.add(it.span, format!("annotation({subject})"), &types, is_constant);
        }
        walk::walk_variable_declarator(self, it);
    }

    fn visit_ts_satisfies_expression(&mut self, it: &TSSatisfiesExpression<'a>) {
        let (types, subject) = (self.words(it.type_annotation.span()), self.subject(&it.expression));
        let is_constant = is_constant(&subject) || OPEN.contains(&types.as_str());
        self.add(it.span, format!("satisfies({subject})"), &types, is_constant);
        walk::walk_ts_satisfies_expression(self, it);
    }
}

/// What is called on `expectTypeOf(…)`.
struct Chain<'b, 'a> {
    root: Option<&'b CallExpression<'a>>,
    /// The members after it, outermost last; also calls between them, such as `parameter(0)`.
    members: Vec<String>,
}

/// Reads the callee of a matcher of `expectTypeOf`.
fn chain<'b, 'a>(callee: &'b Expression<'a>) -> Option<Chain<'b, 'a>> {
    let mut members = Vec::new();
    let mut at = callee;
    loop {
        match at {
            Expression::StaticMemberExpression(member) => {
                members.push(member.property.name.to_string());
                at = &member.object;
            }
            Expression::CallExpression(call) if is_named(&call.callee, "expectTypeOf") => {
                members.reverse();
                return (!members.is_empty()).then_some(Chain { root: Some(call), members });
            }
            Expression::CallExpression(call) => {
                let inner = call.arguments.iter().map(|one| match one.as_expression() {
                    Some(Expression::StringLiteral(text)) => text.value.to_string(),
                    Some(Expression::NumericLiteral(number)) => number.value.to_string(),
                    _ => "_".to_owned(),
                });
                members.push(format!("({})", inner.collect::<Vec<_>>().join(" ")));
                at = &call.callee;
            }
            _ => return None,
        }
    }
}

fn is_named(callee: &Expression<'_>, name: &str) -> bool {
    match callee {
        Expression::Identifier(identifier) => identifier.name == name,
        Expression::StaticMemberExpression(member) => member.property.name == name,
        _ => false,
    }
}

/// Whether a subject says nothing of the code under test: it names nothing, or it is cast to a type that fits everywhere.
fn is_constant(subject: &str) -> bool {
    const WORDS: [&str; 14] = [
        "string",
        "number",
        "boolean",
        "bigint",
        "symbol",
        "object",
        "null",
        "undefined",
        "void",
        "true",
        "false",
        "readonly",
        "unknown",
        "never",
    ];
    let is_part = |character: char| character.is_alphanumeric() || "_$".contains(character);
    let mut quoted = None;
    let bare: String = subject
        .chars()
        .map(|character| match quoted {
            Some(quote) if character == quote => {
                quoted = None;
                ' '
            }
            Some(_) => ' ',
            None if "'\"".contains(character) => {
                quoted = Some(character);
                ' '
            }
            None => character,
        })
        .collect();
    let words: Vec<&str> =
        bare.split(|character| !is_part(character)).filter(|word| !word.is_empty()).collect();
    let is_name =
        |word: &&str| !WORDS.contains(word) && !word.starts_with(|first: char| first.is_ascii_digit());
    words.contains(&"any")
        || words.windows(2).any(|pair| pair == ["as", "never"])
        || !words.iter().any(is_name)
}
