//! Names that are not globals and that a file receives if it uses them.

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
    for names in [&mut common_js, &mut api] {
        names.retain(|name| unresolved.keys().any(|key| key.as_str() == *name));
    }
    (common_js, api)
}
