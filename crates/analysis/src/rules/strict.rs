//! `strict`, with ESLint's option `safe`: modules are always strict, a script must declare it.

use oxc_ast::AstKind;
use oxc_span::Span;

use super::{Rule, Visit};

pub(super) const RULE: Rule = Rule {
    id: "strict",
    summary: "A script without \"use strict\" runs in sloppy mode; a module is strict already.",
    message: "Missing \"use strict\"",
    recommended: true,
    applies: |model| !model.source_type.is_module() && !model.source_type.is_typescript(),
    visit: Visit::Plain(|node, _| match node.kind() {
        AstKind::Program(program) => {
            let strict = program.directives.iter().any(|directive| directive.directive == "use strict");
            let start = program.body.first().map(oxc_span::GetSpan::span)?.start;
            (!strict).then(|| Span::new(start, start))
        }
        _ => None,
    }),
};
