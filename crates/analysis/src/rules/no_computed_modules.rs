//! `verdict/no-computed-modules`: a rule for gates, which ESLint does not have.

use super::specifiers::{Specifier, specifier};
use super::{Rule, Visit, always};

pub(super) const RULE: Rule = Rule {
    id: "verdict/no-computed-modules",
    summary: "A module whose name is only known when the code runs could be any.",
    message: "Which module this is cannot be told.",
    recommended: false,
    applies: always,
    visit: Visit::Plain(|node, model| match specifier(node, model)? {
        Specifier::Computed(span) => Some(span),
        Specifier::Known(..) => None,
    }),
};
