//! Names of CommonJS that every module of a project has in Vitest.

use oxc_semantic::SemanticBuilder;
use verdict_syntax::Parsed;

const NAMES: [&str; 5] = ["__dirname", "__filename", "require", "module", "exports"];

/// Those of them that a module uses and does not declare.
pub(crate) fn free(parsed: &Parsed<'_>) -> Vec<&'static str> {
    let source = parsed.program.source_text;
    let mentioned: Vec<_> = NAMES.into_iter().filter(|name| source.contains(name)).collect();
    if mentioned.is_empty() {
        return mentioned;
    }
    let scoping = SemanticBuilder::new().build(&parsed.program).semantic.into_scoping();
    let unresolved = scoping.root_unresolved_references();
    mentioned.into_iter().filter(|name| unresolved.keys().any(|key| key.as_str() == *name)).collect()
}
