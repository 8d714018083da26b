//! `no-global-assign`: disallow assignments to native objects or read-only global variables.
//!
//! Everything else in the realm relies on them. Configuration and comments say which globals are read-only.
//!
//! Options: `{ exceptions: [] }` names globals that can be assigned.
//!
//! ```js fails
//! /* global settings: readonly */
//! settings = null;
//! ```
//!
//! ```js passes
//! /* global settings: writable */
//! settings = null;
//! ```

use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "no-global-assign",
    kind: Kind::Suggestion,
    recommended: true,
    messages: &[("globalShouldNotBeModified", "Read-only global '{{name}}' should not be modified.")],
    run: Run::Configured(|options| {
        let exceptions = options.only_object(&["exceptions"])?.texts("exceptions")?;
        Ok(Check::file(move |ctx| {
            let scoping = ctx.scoping();
            let is_read_only = |name: &str| {
                ctx.language.is_writable(name, ctx.source_type) == Some(false)
                    && !exceptions.iter().any(|exception| exception == name)
            };
            let report = |name: &str, reference: &oxc_semantic::Reference| {
                if reference.is_write() {
                    let span = ctx.nodes().kind(reference.node_id()).span();
                    ctx.report(span, "globalShouldNotBeModified").data("name", name);
                }
            };
            for (name, ids) in scoping.root_unresolved_references() {
                if is_read_only(name.as_str()) {
                    ids.iter().for_each(|id| report(name.as_str(), scoping.get_reference(*id)));
                }
            }
            // The variables of a script are the global ones.
            if ctx.source_type.is_script() {
                for (name, symbol) in scoping.get_bindings(scoping.root_scope_id()) {
                    if is_read_only(name.as_str()) {
                        scoping.get_resolved_references(*symbol).for_each(|one| report(name.as_str(), one));
                    }
                }
            }
        }))
    }),
    ..Rule::DEFAULT
};
