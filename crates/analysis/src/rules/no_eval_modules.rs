//! `verdict/no-eval-modules`: a rule for gates, which ESLint does not have.

use super::specifiers::{Specifier, built_in, scheme, specifier};
use super::{Check, Problem, Rule, Visit, always, no_options};

/// Modules of Node that run text as code.
const BUILT_IN: [&str; 6] = ["child_process", "inspector", "module", "repl", "vm", "worker_threads"];
/// Schemes of modules whose text was not verified.
const SCHEMES: [&str; 7] = ["data", "blob", "javascript", "http", "https", "ftp", "//"];

pub(super) const RULE: Rule = Rule {
    id: "verdict/no-eval-modules",
    summary: "Modules that run texts as code, and modules that are such a text.",
    message: "Unexpected import of '{{name}}'.",
    recommended: false,
    applies: always,
    visit: Visit::Made(|options| {
        no_options(options)?;
        let check: Check = Box::new(|node, model| match specifier(node, model)? {
            Specifier::Known(name, span) if makes_code(&name) => {
                let shown: String = name.chars().take(80).collect();
                Some(Problem { span, message: format!("Unexpected import of '{shown}'.").into() })
            }
            _ => None,
        });
        Ok(check)
    }),
};

fn makes_code(specifier: &str) -> bool {
    BUILT_IN.contains(&built_in(specifier))
        || scheme(specifier).is_some_and(|scheme| SCHEMES.contains(&scheme.as_str()))
}
