//! Writes the function of a module.

use std::collections::BTreeMap;

use oxc_ast::ast::{
    ExportDefaultDeclaration, ExportDefaultDeclarationKind, Expression, ImportDeclarationSpecifier,
    ModuleExportName, Program, Statement,
};
use oxc_span::{GetSpan as _, Span};
use verdict_syntax::Parsed;
use verdict_vfs::TEST_API_MODULES;

use super::{COMMON_JS, COMMON_JS_PARAMETERS, MODULE_PARAMETERS, source_url};
use crate::exported::names_of;
use crate::mocks::imports::property;
use crate::mocks::scan::{Called, Scan, Taken, Use};
use crate::mocks::{Pieces, Turned};
use crate::text::{quoted, skip_trivia};

/// The name of an anonymous default export.
const DEFAULT: &str = "__vite_ssr_export_default__";

/// An import or re-export, which is loaded before the module runs.
pub(super) struct Request<'a> {
    span: Span,
    /// The specifier with its quotes.
    pub(super) source: Span,
    pub(super) specifier: &'a str,
    /// The imported names.
    pub(super) names: Vec<&'a str>,
    kind: RequestKind,
}

#[derive(PartialEq, Eq)]
enum RequestKind {
    Import,
    Named,
    All,
}

/// The imports of a module, in source order.
pub(super) fn requests<'a>(program: &'a Program<'a>) -> Vec<Request<'a>> {
    let mut requests = Vec::new();
    for statement in &program.body {
        let (span, source, names, kind) = match statement {
            Statement::ImportDeclaration(import) => {
                let specifiers = import.specifiers.iter().flatten();
                let names = specifiers.filter_map(|one| match one {
                    ImportDeclarationSpecifier::ImportSpecifier(one) => Some(text(&one.imported)),
                    ImportDeclarationSpecifier::ImportDefaultSpecifier(_) => Some("default"),
                    ImportDeclarationSpecifier::ImportNamespaceSpecifier(_) => None,
                });
                (import.span, &import.source, names.collect(), RequestKind::Import)
            }
            Statement::ExportFromDeclaration(export) => {
                let names = export.specifiers.iter().map(|one| text(&one.local)).collect();
                (export.span, &export.source, names, RequestKind::Named)
            }
            Statement::ExportAllDeclaration(export) => {
                let kind = if export.exported.is_some() { RequestKind::Named } else { RequestKind::All };
                (export.span, &export.source, Vec::new(), kind)
            }
            _ => continue,
        };
        requests.push(Request { span, source: source.span, specifier: source.value.as_str(), names, kind });
    }
    requests
}

fn text<'a>(name: &'a ModuleExportName<'a>) -> &'a str {
    match name {
        ModuleExportName::IdentifierName(name) => name.name.as_str(),
        ModuleExportName::IdentifierReference(name) => name.name.as_str(),
        ModuleExportName::StringLiteral(name) => name.value.as_str(),
    }
}

/// Writes a module as an async function.
pub(super) fn module(
    path: &str,
    parsed: &Parsed<'_>,
    scan: &Scan<'_>,
    free: &[&str],
    api: &[&str],
) -> Turned {
    let source = parsed.program.source_text;
    let mut pieces = Pieces::new(source);
    let requests = requests(&parsed.program);
    // By location, because imports and re-exports share one numbering.
    let objects: BTreeMap<u32, String> = requests
        .iter()
        .enumerate()
        .map(|(index, request)| (request.span.start, format!("__vite_ssr_import_{index}__")))
        .collect();
    let object = |span: Span| objects.get(&span.start).map_or("undefined", String::as_str);
    let imported = |import: usize| scan.imports.get(import).map_or("undefined", |one| object(one.span));

    pieces.put_on_top(
        format!("(async function({}){{\"use strict\";{}", with(&MODULE_PARAMETERS, api), places(path, free)),
        0,
    );
    exports(&parsed.program, scan, &object, &imported, &mut pieces);
    let load = |request: &Request<'_>, pieces: &mut Pieces<'_>| {
        let name = object(request.span);
        let names: Vec<String> = request.names.iter().map(|name| quoted(name)).collect();
        let taken = match names.is_empty() {
            true => String::new(),
            false => format!(", {{importedNames:[{}]}}", names.join(",")),
        };
        let specifier = quoted(request.specifier);
        let mut load = format!("const {name} = await __vite_ssr_import__({specifier}{taken});");
        if request.kind == RequestKind::All {
            load.push_str(&format!("__vite_ssr_exportAll__({name});"));
        }
        pieces.put_on_top(load, request.span.start);
    };
    // `vi` must be available before mocked modules are loaded.
    let is_own = |request: &&Request<'_>| TEST_API_MODULES.contains(&request.specifier);
    for request in requests.iter().filter(is_own) {
        load(request, &mut pieces);
    }
    hoisted(scan, &mut pieces);
    for request in requests.iter().filter(|request| !is_own(request)) {
        load(request, &mut pieces);
    }
    for request in &requests {
        pieces.replace(request.span.start, request.span.end, ";");
    }
    for one in &scan.uses {
        replace_use(one, &property(imported(one.import), &one.taken), source, &mut pieces);
    }
    // In a script, which is how the text is evaluated, this would start a comment.
    for at in &scan.before_comments {
        pieces.replace(*at, at + 1, "< ");
    }
    for meta in &scan.metas {
        pieces.replace(meta.start, meta.end, "__vite_ssr_import_meta__");
    }
    dynamic(scan, &mut pieces);
    end(path, source, pieces)
}

/// Writes a CommonJS file as Node's function. It has no imports except `import()`.
pub(super) fn common_js(path: &str, parsed: &Parsed<'_>, scan: &Scan<'_>, api: &[&str]) -> Turned {
    let source = parsed.program.source_text;
    let mut pieces = Pieces::new(source);
    pieces.put_on_top(format!("(function({}){{", with(&COMMON_JS_PARAMETERS, api)), 0);
    dynamic(scan, &mut pieces);
    end(path, source, pieces)
}

/// The parameters, followed by those of the test API.
fn with(parameters: &[&str], api: &[&str]) -> String {
    [parameters, api].concat().join(",")
}

fn end(path: &str, source: &str, mut pieces: Pieces<'_>) -> Turned {
    if source.starts_with("#!") {
        pieces.replace(0, 2, "//");
    }
    pieces.put_at_end(&format!("\n}})\n//# sourceURL={}", source_url(path)));
    pieces.finish()
}

/// Declares the CommonJS names that a module uses but lacks. They are variables, because Vitest allows
/// assigning them.
fn places(path: &str, free: &[&str]) -> String {
    let folder =
        path.rsplit_once('/').map_or("/", |(folder, _)| if folder.is_empty() { "/" } else { folder });
    let value = |name: &str| match name {
        "__dirname" => quoted(folder),
        "__filename" => quoted(path),
        other => format!("{COMMON_JS}.{other}"),
    };
    free.iter().map(|name| format!("var {name}={};", value(name))).collect()
}

/// Moves calls above all imports except that of `vi`.
fn hoisted(scan: &Scan<'_>, pieces: &mut Pieces<'_>) {
    for (whole, specifier) in &scan.paths {
        pieces.replace(whole.start, specifier.start, "");
        pieces.replace(specifier.end, whole.end, "");
    }
    for one in &scan.hoisted {
        pieces.lift(one.span.start, one.span.end, if one.is_part { "void 0" } else { ";" });
        pieces.put_on_top(";", one.span.end);
    }
}

fn dynamic(scan: &Scan<'_>, pieces: &mut Pieces<'_>) {
    for import in scan.dynamic.iter().filter(|import| !import.has_phase) {
        let start = import.span.start;
        pieces.replace(start, start + 6, "__vite_ssr_dynamic_import__");
    }
}

/// Replaces an imported name. A called name is called without the module as `this`, and the call keeps its
/// location. For a complex callee, engines report the location of the bracket.
fn replace_use(one: &Use<'_>, access: &str, source: &str, pieces: &mut Pieces<'_>) {
    let Span { start, mut end, .. } = one.span;
    let is_name = matches!(one.taken, Taken::Name(_));
    let text = match (one.shorthand, one.called) {
        (Some(key), _) => format!("{key}: {access}"),
        (None, Called::No) => access.to_owned(),
        (None, _) if !is_name => access.to_owned(),
        (None, called) => {
            // The preceding statement may lack its own end.
            let before = if one.begins { ";" } else { "" };
            let bracket = skip_trivia(source, end, u32::try_from(source.len()).unwrap_or(u32::MAX));
            let between = source.get(end as usize..=bracket as usize).filter(|text| text.ends_with('('));
            let after = between.filter(|_| called == Called::Direct).unwrap_or_default();
            end += u32::try_from(after.len()).unwrap_or(0);
            format!("{before}(0,{access}){after}")
        }
    };
    pieces.replace(start, end, text);
}

/// Declares the exports before anything runs, as in Vite, so that modules of a cycle see the names.
fn exports<'a>(
    program: &'a Program<'a>,
    scan: &Scan<'a>,
    object: &dyn Fn(Span) -> &'a str,
    imported: &dyn Fn(usize) -> &'a str,
    pieces: &mut Pieces<'_>,
) {
    let tell = |pieces: &mut Pieces<'_>, name: &str, value: &str, at: u32| {
        let name = quoted(name);
        pieces.put_on_top(
            format!("__vite_ssr_exportName__({name}, () => {{ try {{ return {value} }} catch {{}} }});"),
            at,
        );
    };
    for statement in &program.body {
        match statement {
            Statement::ExportDeclaration(export) => {
                for name in names_of(&export.declaration) {
                    tell(pieces, name, name, export.span.start);
                }
                pieces.replace(export.span.start, export.declaration.span().start, "");
            }
            Statement::ExportNamedDeclaration(export) => {
                for one in &export.specifiers {
                    let local = match &one.local {
                        ModuleExportName::IdentifierReference(local) => {
                            scan.symbol(local).and_then(|symbol| scan.locals.get(&symbol))
                        }
                        _ => None,
                    };
                    let value = match local {
                        Some((import, taken)) => property(imported(*import), taken),
                        None => text(&one.local).to_owned(),
                    };
                    tell(pieces, text(&one.exported), &value, one.span.start);
                }
                pieces.replace(export.span.start, export.span.end, ";");
            }
            Statement::ExportFromDeclaration(export) => {
                for one in &export.specifiers {
                    let value = property(object(export.span), &Taken::Name(text(&one.local)));
                    tell(pieces, text(&one.exported), &value, one.span.start);
                }
            }
            Statement::ExportAllDeclaration(export) => {
                if let Some(name) = &export.exported {
                    tell(pieces, text(name), object(export.span), export.span.start);
                }
            }
            Statement::ExportDefaultDeclaration(export) => {
                let name = default(export, pieces);
                tell(pieces, "default", name, export.span.start);
            }
            _ => {}
        }
    }
}

/// Turns a default export into a declaration, and returns its name.
fn default<'a>(export: &'a ExportDefaultDeclaration<'a>, pieces: &mut Pieces<'_>) -> &'a str {
    let value = export.declaration.span();
    let name = match &export.declaration {
        ExportDefaultDeclarationKind::FunctionDeclaration(function) => function.id.as_ref(),
        ExportDefaultDeclarationKind::ClassDeclaration(class) => class.id.as_ref(),
        _ => None,
    };
    if let Some(name) = name {
        pieces.replace(export.span.start, value.start, "");
        return name.name.as_str();
    }
    let start = format!("const {DEFAULT} = ");
    if is_anonymous(&export.declaration) {
        // An anonymous function or class has the name `default`.
        pieces.replace(export.span.start, value.start, format!("{start}{{default: "));
        pieces.replace(value.end, value.end, "}.default;");
    } else {
        pieces.replace(export.span.start, value.start, start);
    }
    DEFAULT
}

/// Whether a value is an anonymous function or class.
fn is_anonymous(value: &ExportDefaultDeclarationKind<'_>) -> bool {
    match value {
        ExportDefaultDeclarationKind::FunctionDeclaration(_)
        | ExportDefaultDeclarationKind::ClassDeclaration(_) => true,
        other => other.as_expression().is_some_and(|value| match value.without_parentheses() {
            Expression::ArrowFunctionExpression(_) => true,
            Expression::FunctionExpression(function) => function.id.is_none(),
            Expression::ClassExpression(class) => class.id.is_none(),
            _ => false,
        }),
    }
}
