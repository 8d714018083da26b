//! The lint rules: a folder for each group, a file for each rule. Ids are ESLint's or those of its plugins,
//! or start with `verdict/` if nobody has such a rule.

/// Declares the rules of a group: each is the constant `RULE` of the module of its name.
macro_rules! rules {
    ($($rule:ident)*) => {
        $(mod $rule;)*

        /// The rules of the group.
        pub(super) const RULES: &[&$crate::rules::Rule] = &[$(&$rule::RULE),*];
    };
}

mod agent;
mod helpers;
mod imports;
mod measures;
mod possible_problems;
mod prelude;
mod rule;
mod suggestions;
mod tests;
mod typescript;

pub(crate) use helpers::option_patterns::pattern;
pub(crate) use helpers::static_text::{is_text, static_text};
pub(crate) use helpers::type_names::TypeNames;
pub(crate) use rule::Check;
pub use rule::{Kind, Rule};

/// The groups of rules, by the names of their folders.
pub const GROUPS: &[(&str, &[&Rule])] = &[
    ("possible_problems", possible_problems::RULES),
    ("suggestions", suggestions::RULES),
    ("measures", measures::RULES),
    ("imports", imports::RULES),
    ("tests", tests::RULES),
    ("typescript", typescript::RULES),
    ("agent", agent::RULES),
];

/// All rules.
pub fn rules() -> impl Iterator<Item = &'static Rule> {
    GROUPS.iter().flat_map(|(_, rules)| rules.iter().copied())
}

/// The rule with an id, or with that alias.
#[must_use]
pub fn rule(id: &str) -> Option<&'static Rule> {
    rules().find(|rule| rule.is_called(id))
}

/// The id or alias that is nearest to an unknown one, if one is alike.
#[must_use]
pub fn nearest_rule(id: &str) -> Option<&'static str> {
    let ids = rules().flat_map(|rule| std::iter::once(&rule.id).chain(rule.aliases));
    let alike = |known: &str| strsim::normalized_damerau_levenshtein(id, known);
    let nearest = ids.copied().max_by(|a, b| alike(a).total_cmp(&alike(b)).then(b.cmp(a)));
    nearest.filter(|nearest| alike(nearest) > 0.5)
}
