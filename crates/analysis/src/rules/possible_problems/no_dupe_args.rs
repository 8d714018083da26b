//! `no-dupe-args`: disallow duplicate arguments in `function` definitions.
//!
//! In scripts, two parameters can have one name; the last one counts. Modules refuse them.
//!
//! ```cjs fails
//! function area(width, width) { return width * width; }
//! ```
//!
//! ```cjs passes
//! function area(width, height) { return width * height; }
//! ```

use crate::hash::HashMap;
use crate::rules::helpers::tokens::previous_end;
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "no-dupe-args",
    recommended: true,
    messages: &[("unexpected", "Duplicate param '{{name}}'.")],
    types: &[AstType::Function],
    // The parser refuses them in the modules of JavaScript.
    applies: |ctx| ctx.source_type.is_typescript() || !ctx.source_type.is_module(),
    run: Run::Nodes(|node, ctx| {
        let AstKind::Function(function) = node.kind() else { return };
        let Some(body) = &function.body else { return };
        let params = &function.params;
        let is_plain = params.items.iter().all(|one| one.pattern.is_binding_identifier());
        let count = params.items.len() + usize::from(params.rest.is_some());
        // In JavaScript, the parser refuses names that occur twice among patterns, default values and a rest.
        if (is_plain && count < 2) || (!is_plain && !ctx.source_type.is_typescript()) {
            return;
        }
        let patterns = params.items.iter().map(|one| &one.pattern);
        let patterns = patterns.chain(params.rest.iter().map(|rest| &rest.rest.argument));
        let mut counts = HashMap::default();
        for identifier in patterns.flat_map(BindingPattern::get_binding_identifiers) {
            let count: &mut u32 = counts.entry(identifier.name.as_str()).or_default();
            *count += 1;
            if *count == 2 {
                let span = Span::new(params.span.start, previous_end(body.span.start, ctx));
                ctx.report(span, "unexpected").data("name", identifier.name.as_str());
            }
        }
    }),
    ..Rule::DEFAULT
};
