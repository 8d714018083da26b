//! The only call of oxc's parser.

use oxc_allocator::Allocator;
use oxc_ast::ast::Program;
use oxc_parser::{ParseOptions, Parser, ParserReturn};
use oxc_span::{SourceType, Span};
use oxc_syntax::module_record::ModuleRecord;
use verdict_protocol::{Code, Diagnostic, Location};

use crate::nesting::signs_of;
use crate::source_kind::by_signs;
use crate::{Dialect, LineTable, SourceKind, TooDeep};

/// A file that parsed without an error.
#[derive(Debug)]
pub struct Parsed<'a> {
    /// Absolute path in the snapshot.
    pub path: &'a str,
    /// The syntax tree.
    pub program: Program<'a>,
    /// Imports and exports of the module.
    pub module_record: ModuleRecord<'a>,
    /// The source type under which it was parsed.
    pub source_type: SourceType,
    /// Positions of line starts, for locations.
    pub lines: LineTable<'a>,
}

impl Parsed<'_> {
    /// The location of a span of the tree.
    #[must_use]
    pub fn location(&self, span: Span) -> Location {
        self.lines.location(self.path, span)
    }
}

/// Parses a file according to its path and text (see [`crate::source_type`]); a file of unknown extension as
/// a JavaScript module. A byte order mark and a hashbang are not part of the program. A JavaScript file that does not
/// parse may have JSX, whatever its name: then its source type is that of JSX.
///
/// # Errors
/// Every syntax error with its location, as diagnostics with the code `err:syntax` and the parser's message;
/// a single one for source that nests too deeply.
pub fn parse<'a>(
    allocator: &'a Allocator,
    path: &'a str,
    source: &'a str,
) -> Result<Parsed<'a>, Vec<Diagnostic>> {
    parse_as(allocator, path, source, None).or_else(|errors| {
        let is_plain = [".js", ".mjs", ".cjs"].iter().any(|extension| path.ends_with(extension));
        if !is_plain || !may_be_jsx(source) {
            return Err(errors);
        }
        let signs =
            signs_of(source, Dialect { jsx: true, ..Dialect::of_path(path) }).map_err(|_| errors.clone())?;
        match by_signs(path, signs) {
            SourceKind::Code(kind) => {
                parse_as(allocator, path, source, Some(kind.with_jsx(true))).map_err(|_| errors)
            }
            SourceKind::Json | SourceKind::Unknown => Err(errors),
        }
    })
}

/// Whether a text may have elements of JSX: the end of one.
#[must_use]
pub fn may_be_jsx(source: &str) -> bool {
    source.contains("</") || source.contains("/>")
}

/// Parses a file like [`parse`], as the source type that a configuration names, if there is one.
///
/// # Errors
/// See [`parse`].
pub fn parse_as<'a>(
    allocator: &'a Allocator,
    path: &'a str,
    source: &'a str,
    named: Option<SourceType>,
) -> Result<Parsed<'a>, Vec<Diagnostic>> {
    let of_path = Dialect::of_path(path);
    let dialect = named.map_or(of_path, |kind| Dialect { jsx: kind.is_jsx(), ..of_path });
    let signs = signs_of(source, dialect).map_err(|deep| vec![too_deep(path, deep)])?;
    let source_type = named.unwrap_or_else(|| match by_signs(path, signs) {
        SourceKind::Code(source_type) => source_type,
        SourceKind::Json | SourceKind::Unknown => SourceType::mjs(),
    });
    let lines = LineTable::new(source);
    // The parser accepts a hashbang only at the very start. After a byte order mark, a comment of the same
    // length keeps all offsets.
    let source = match source.strip_prefix("\u{feff}#!") {
        Some(rest) => allocator.alloc_str(&format!("   //{rest}")),
        None => source,
    };
    let mut parsed = call(allocator, source, source_type);
    if named.is_none()
        && parsed.diagnostics.has_errors()
        && !signs.module
        && path.ends_with(".js")
        && source_type.is_module()
    {
        let script = call(allocator, source, SourceType::script());
        if !script.diagnostics.has_errors() {
            parsed = script;
        }
    }
    let errors: Vec<Diagnostic> = parsed
        .diagnostics
        .errors()
        .map(|error| {
            let span = error.labels.first().map_or(Span::new(0, 0), oxc_span::LabeledSpan::span);
            syntax_error(lines.location(path, span), error.message.to_string())
        })
        .collect();
    if !errors.is_empty() || parsed.panicked {
        return Err(errors);
    }
    Ok(Parsed {
        path,
        source_type: parsed.program.source_type,
        program: parsed.program,
        module_record: parsed.module_record,
        lines,
    })
}

fn call<'a>(allocator: &'a Allocator, source: &'a str, source_type: SourceType) -> ParserReturn<'a> {
    let options = ParseOptions { parse_regular_expression: true, ..ParseOptions::default() };
    Parser::new(allocator, source, source_type).with_options(options).parse()
}

/// A diagnostic with the code `err:syntax`.
#[must_use]
pub fn syntax_error(location: Location, message: String) -> Diagnostic {
    Diagnostic { location, message, code: Some(Code::Syntax.as_str().to_owned()), ..Diagnostic::default() }
}

/// The diagnostic for source that nests too deeply.
#[must_use]
pub fn too_deep(path: &str, deep: TooDeep) -> Diagnostic {
    let location = Location {
        file: path.to_owned(),
        line: deep.line,
        column: deep.column,
        end_line: None,
        end_column: None,
    };
    syntax_error(location, deep.to_string())
}
