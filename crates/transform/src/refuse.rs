//! Constructs that cannot be blanked, with suggestions.

use oxc_ast::ast::{JSXElement, JSXFragment, VariableDeclaration};
use oxc_ast_visit::{Visit, walk};
use oxc_span::Span;
use verdict_protocol::{Diagnostic, Location};
use verdict_syntax::{Parsed, syntax_error};

/// The refusal of a file that a plugin of Vite compiles.
pub(crate) fn component(path: &str, extension: &str) -> Diagnostic {
    let location = Location { file: path.to_owned(), line: 1, column: 1, ..Location::default() };
    let message = format!(
        "A .{extension} file is compiled by a plugin, and no plugin runs here; mock the file, or test what it is compiled to"
    );
    syntax_error(location, message)
}

/// A construct beyond types.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Construct {
    Enum,
    Namespace,
    ParameterProperty,
    Decorator,
    Jsx,
    ImportEquals,
    ExportEquals,
    Using,
    Accessor,
    PrefixAssertion,
}

impl Construct {
    /// The construct's name, and the suggestion.
    fn texts(self) -> (&'static str, &'static str) {
        match self {
            Construct::Enum => ("an enum", "write a const object: const E = { A: 0 } as const"),
            Construct::Namespace => {
                ("a namespace with values", "export the values from a module of their own")
            }
            Construct::ParameterProperty => {
                ("a parameter property", "declare the field and assign it in the constructor")
            }
            Construct::Decorator => ("a decorator", "call the function on the class or its member"),
            Construct::Jsx => ("JSX", "call the element function, for example h('div', null)"),
            Construct::ImportEquals => ("'import ='", "write import x from './x.js'"),
            Construct::ExportEquals => ("'export ='", "write export default"),
            Construct::Using => ("a 'using' declaration", "write const and dispose in finally"),
            Construct::Accessor => ("an 'accessor' field", "write a getter and a setter"),
            Construct::PrefixAssertion => ("a type assertion '<T>x' here", "write x as T"),
        }
    }
}

pub(crate) fn diagnostic(parsed: &Parsed<'_>, span: Span, construct: Construct) -> Diagnostic {
    refusal(parsed.location(span), construct)
}

/// The diagnostic for a construct at a location.
pub(crate) fn refusal(location: Location, construct: Construct) -> Diagnostic {
    let (name, instead) = construct.texts();
    let message = format!("{name} cannot run here, since only types are removed; {instead}");
    syntax_error(location, capitalised(&message))
}

/// The diagnostic for a construct that cannot be lowered either.
pub(crate) fn never(location: Location, construct: Construct) -> Diagnostic {
    let (name, instead) = construct.texts();
    let message = match construct {
        Construct::Decorator => {
            "A decorator runs here only as one of TypeScript's own: set \"experimentalDecorators\" in the compilerOptions \
             of the nearest tsconfig.json; those of the language are not lowered"
                .to_owned()
        }
        _ => capitalised(&format!("{name} cannot run here; {instead}")),
    };
    syntax_error(location, message)
}

fn capitalised(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map_or_else(String::new, |first| first.to_uppercase().chain(characters).collect())
}

#[derive(Default)]
struct FindJsx(Option<Span>);

impl<'a> Visit<'a> for FindJsx {
    fn visit_jsx_element(&mut self, it: &JSXElement<'a>) {
        self.0.get_or_insert(it.span);
    }

    fn visit_jsx_fragment(&mut self, it: &JSXFragment<'a>) {
        self.0.get_or_insert(it.span);
    }
}

/// Refuses the first JSX element of a tree.
pub(crate) fn jsx(parsed: &Parsed<'_>) -> Result<(), Diagnostic> {
    if !parsed.source_type.is_jsx() {
        return Ok(());
    }
    let mut find = FindJsx::default();
    find.visit_program(&parsed.program);
    find.0.map_or(Ok(()), |span| Err(diagnostic(parsed, span, Construct::Jsx)))
}

#[derive(Default)]
struct FindUsing(Option<Span>);

impl<'a> Visit<'a> for FindUsing {
    fn visit_variable_declaration(&mut self, it: &VariableDeclaration<'a>) {
        if it.kind.is_using() {
            self.0.get_or_insert(it.span);
        }
        walk::walk_variable_declaration(self, it);
    }
}

/// Refuses the first `using` or `await using`: the sandbox's engine never disposes of the former, and crashes
/// on the latter.
pub(crate) fn using(parsed: &Parsed<'_>, source: &str) -> Result<(), Diagnostic> {
    if !source.contains("using") {
        return Ok(());
    }
    let mut find = FindUsing::default();
    find.visit_program(&parsed.program);
    find.0.map_or(Ok(()), |span| Err(diagnostic(parsed, span, Construct::Using)))
}

/// Refuses JSX in a file whose name does not say that it has any.
pub(crate) fn jsx_in_plain_script(parsed: &Parsed<'_>) -> Result<(), Diagnostic> {
    if parsed.path.ends_with(".jsx") {
        return Ok(());
    }
    jsx(parsed).map_err(|diagnostic| Diagnostic {
        message: "JSX is read in files named .jsx and .tsx alone: name the file so, or call the element function, for \
                  example h('div', null)"
            .to_owned(),
        ..diagnostic
    })
}
