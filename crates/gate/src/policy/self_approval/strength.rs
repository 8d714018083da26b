//! How much an assertion holds a value to, and whether a test that was edited holds as much as before.

use verdict_protocol::AssertionEvidence;

/// Matchers by how much they hold a value to, the strongest first. A matcher that is not named is as strong as those of
/// the first class: what a project defines itself cannot be ranked, and only has to stay.
const CLASSES: [(Strength, &[&str]); 4] = [
    (
        Strength::Shape,
        &[
            "toMatchObject",
            "toContain",
            "toContainEqual",
            "toMatch",
            "toHaveProperty",
            "toHaveLength",
            "toBeInstanceOf",
            "toBeCloseTo",
            "toThrowErrorMatching",
            "toHaveBeenCalledTimes",
            "include",
            "contain",
            "contains",
            "includes",
            "match",
            "matches",
            "property",
            "lengthOf",
            "instanceOf",
            "instanceof",
            "closeTo",
            "approximately",
            "keys",
            "members",
            "oneOf",
            "toBeOneOf",
            "toSatisfy",
            "satisfy",
            "satisfies",
            "toBeTypeOf",
        ],
    ),
    (
        Strength::Bound,
        &[
            "toBeGreaterThan",
            "toBeGreaterThanOrEqual",
            "toBeLessThan",
            "toBeLessThanOrEqual",
            "above",
            "below",
            "least",
            "most",
            "within",
            "a",
            "an",
            "typeOf",
            "toHaveBeenCalled",
            "toBeCalled",
            "toHaveReturned",
            "toThrow",
            "toThrowError",
            "throw",
            "throws",
            "Throw",
        ],
    ),
    (Strength::Truth, &["toBeTruthy", "toBeFalsy", "ok", "isOk", "isNotOk", "empty"]),
    (
        Strength::Presence,
        &["toBeDefined", "exist", "exists", "isDefined", "toBeUndefined", "not.toBeNull", "toBeNaN"],
    ),
];

/// How much an assertion holds a value to, the weakest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Strength {
    /// It fits whatever the code does: its actual value is a constant.
    Nothing,
    /// That there is a value, or that it is not some other.
    Presence,
    /// That it is truthy or falsy.
    Truth,
    /// A bound, a kind, or that something was thrown or called.
    Bound,
    /// A part of it.
    Shape,
    /// All of it.
    Exact,
}

/// How strong an assertion is.
pub(super) fn strength(assertion: &AssertionEvidence) -> Strength {
    if assertion.constant {
        return Strength::Nothing;
    }
    let words: Vec<&str> = assertion.matcher.split('.').collect();
    let name = words.last().copied().unwrap_or_default();
    let is_negated = words.contains(&"not");
    let class =
        CLASSES.iter().find(|(_, names)| names.contains(&name)).map_or(Strength::Exact, |(class, _)| *class);
    let class = match (name, assertion.arguments) {
        // With an argument they compare it.
        ("toThrow" | "toThrowError" | "throw" | "throws" | "Throw", 1..) => Strength::Shape,
        _ => class,
    };
    let class = if assertion.open { class.min(Strength::Bound) } else { class };
    // That a value is not some other says little of what it is; that something is not thrown or called says all there is.
    let says_all = matches!(name, "toThrow" | "toThrowError" | "throw" | "toHaveBeenCalled" | "toBeCalled");
    if is_negated && !says_all { class.min(Strength::Presence) } else { class }
}

/// The assertions of the first list that nothing in the second makes up for: an assertion is made up for by one that is the
/// same, or else by another that is at least as strong. Each makes up for one.
pub(super) fn lost<'a>(
    before: &'a [AssertionEvidence],
    after: &[AssertionEvidence],
) -> Vec<&'a AssertionEvidence> {
    let mut free: Vec<&AssertionEvidence> = after.iter().collect();
    let mut rest: Vec<&AssertionEvidence> =
        before.iter().filter(|one| strength(one) > Strength::Nothing).collect();
    rest.retain(|old| take(&mut free, |new| same(old, new)).is_none());
    // The strongest choose first, and take the weakest that will do.
    rest.sort_by_key(|one| std::cmp::Reverse(strength(one)));
    free.sort_by_key(|one| strength(one));
    rest.retain(|old| take(&mut free, |new| strength(new) >= strength(old)).is_none());
    rest
}

fn same(old: &AssertionEvidence, new: &AssertionEvidence) -> bool {
    old.matcher == new.matcher
        && old.expected == new.expected
        && old.constant == new.constant
        && old.open == new.open
}

fn take<'a>(
    free: &mut Vec<&'a AssertionEvidence>,
    fits: impl Fn(&AssertionEvidence) -> bool,
) -> Option<&'a AssertionEvidence> {
    let at = free.iter().position(|one| fits(one))?;
    Some(free.remove(at))
}

/// An assertion as a report shows it: `toBe(3)`.
pub(super) fn shown(assertion: &AssertionEvidence) -> String {
    let constant = if assertion.constant { " of a constant" } else { "" };
    format!("{}({}){constant}", assertion.matcher, assertion.shown)
}
