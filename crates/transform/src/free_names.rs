//! Names that are not globals and that a file receives if it uses them.

use oxc_ast::ast::{BindingIdentifier, Statement};
use oxc_semantic::SemanticBuilder;
use verdict_syntax::Parsed;

/// CommonJS names that Vitest provides to every module of a project.
const COMMON_JS: [&str; 5] = ["__dirname", "__filename", "require", "module", "exports"];

/// Names of the test API: the globals of Vitest and Jest. If the API is sealed, files of test material
/// receive those they use.
pub const TEST_API: [&str; 24] = [
    "afterAll",
    "afterEach",
    "aroundAll",
    "aroundEach",
    "assert",
    "assertType",
    "beforeAll",
    "beforeEach",
    "chai",
    "describe",
    "expect",
    "expectTypeOf",
    "fdescribe",
    "fit",
    "it",
    "jest",
    "onTestFailed",
    "onTestFinished",
    "suite",
    "test",
    "vi",
    "xdescribe",
    "xit",
    "xtest",
];

/// The CommonJS names and the names of the test API that a file uses without declaring them.
pub(crate) fn free(parsed: &Parsed<'_>, api: &[&'static str]) -> (Vec<&'static str>, Vec<&'static str>) {
    let source = parsed.program.source_text;
    let mentioned = |names: &[&'static str]| -> Vec<&'static str> {
        names.iter().copied().filter(|name| source.contains(name)).collect()
    };
    let (mut common_js, mut api) = (mentioned(&COMMON_JS), mentioned(api));
    if common_js.is_empty() && api.is_empty() {
        return (common_js, api);
    }
    let scoping = SemanticBuilder::new().build(&parsed.program).semantic.into_scoping();
    let unresolved = scoping.root_unresolved_references();
    // `declare const require: any` declares what is elsewhere.
    let is_declared = |name: &str| parsed.program.body.iter().any(|statement| is_ambient(statement, name));
    for names in [&mut common_js, &mut api] {
        names.retain(|name| unresolved.keys().any(|key| key.as_str() == *name) || is_declared(name));
    }
    (common_js, api)
}

/// Whether a statement only declares a variable of a name.
fn is_ambient(statement: &Statement<'_>, name: &str) -> bool {
    let is_it = |id: &Option<BindingIdentifier<'_>>| id.as_ref().is_some_and(|id| id.name == name);
    match statement {
        Statement::VariableDeclaration(list) if list.declare => {
            list.declarations.iter().any(|one| one.id.get_identifier_name().is_some_and(|id| id == name))
        }
        Statement::FunctionDeclaration(function) if function.declare => is_it(&function.id),
        Statement::ClassDeclaration(class) if class.declare => is_it(&class.id),
        Statement::TSNamespaceDeclaration(namespace) if namespace.declare => namespace.id.name == name,
        _ => false,
    }
}
