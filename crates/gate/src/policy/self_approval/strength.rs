//! The strength of assertions, and whether an edited test is as strong as before.

use verdict_protocol::AssertionEvidence;

/// Matchers by strength, the strongest first. An unlisted matcher is as strong as the first class: a
/// project's own matchers cannot be ranked and must stay.
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
            "toExtend",
            "toMatchTypeOf",
            "toMatchObjectType",
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
            "toBeCallableWith",
            "toBeConstructibleWith",
        ],
    ),
    (Strength::Truth, &["toBeTruthy", "toBeFalsy", "ok", "isOk", "isNotOk", "empty"]),
    (
        Strength::Presence,
        &["toBeDefined", "exist", "exists", "isDefined", "toBeUndefined", "not.toBeNull", "toBeNaN"],
    ),
];

/// How much an assertion requires of a value, the weakest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Strength {
    /// Nothing: its actual value is a constant, so any code satisfies it.
    Nothing,
    /// A value exists, or differs from another.
    Presence,
    /// The value is truthy or falsy.
    Truth,
    /// A bound, a type, or that something was thrown or called.
    Bound,
    /// A part of the value.
    Shape,
    /// The whole value.
    Exact,
}

/// The strength of an assertion.
pub(super) fn strength(assertion: &AssertionEvidence) -> Strength {
    if assertion.constant {
        return Strength::Nothing;
    }
    if FITTING.iter().any(|start| assertion.matcher.starts_with(start)) {
        return Strength::Shape;
    }
    let words: Vec<&str> = assertion.matcher.split('.').collect();
    let name = words.last().copied().unwrap_or_default();
    let is_negated = words.contains(&"not");
    let class =
        CLASSES.iter().find(|(_, names)| names.contains(&name)).map_or(Strength::Exact, |(class, _)| *class);
    let class = match (name, assertion.arguments) {
        // With an argument, they compare the error with it.
        ("toThrow" | "toThrowError" | "throw" | "throws" | "Throw", 1..) => Strength::Shape,
        _ => class,
    };
    let class = if assertion.open { class.min(Strength::Bound) } else { class };
    // A negated comparison says little about a value, but "not thrown" or "not called" is complete.
    let says_all = matches!(name, "toThrow" | "toThrowError" | "throw" | "toHaveBeenCalled" | "toBeCalled");
    if is_negated && !says_all { class.min(Strength::Presence) } else { class }
}

/// The assertions of the first list without a replacement in the second. An identical assertion replaces one,
/// or else another that is at least as strong. Each replaces only one.
pub(super) fn lost<'a>(
    before: &'a [AssertionEvidence],
    after: &[AssertionEvidence],
) -> Vec<&'a AssertionEvidence> {
    let mut free: Vec<&AssertionEvidence> = after.iter().collect();
    let mut rest: Vec<&AssertionEvidence> =
        before.iter().filter(|one| strength(one) > Strength::Nothing).collect();
    rest.retain(|old| take(&mut free, |new| same(old, new)).is_none());
    // The strongest choose first, and take the weakest sufficient replacement.
    rest.sort_by_key(|one| std::cmp::Reverse(strength(one)));
    free.sort_by_key(|one| strength(one));
    let replaces = |new: &AssertionEvidence, old: &AssertionEvidence| match type_subject(old) {
        // Nothing runs a test of types, so no mutant shows what a replacement accepts.
        Some(subject) => type_subject(new) == Some(subject) && strength(new) == Strength::Exact,
        None => type_subject(new).is_none() && strength(new) >= strength(old),
    };
    rest.retain(|old| take(&mut free, |new| replaces(new, old)).is_none());
    rest
}

/// How an assertion about types that accepts whatever fits begins. `expectTypeOf` has matchers of its own.
const FITTING: [&str; 4] = ["assertType(", "annotation(", "satisfies(", "@ts-expect-error"];

/// What an assertion about types is about: `sum` in `assertType(sum)`, and `sum).returns` in `expectTypeOf(sum).returns.toBeNumber`.
fn type_subject(assertion: &AssertionEvidence) -> Option<&str> {
    let matcher = assertion.matcher.as_str();
    match matcher.strip_prefix("expectTypeOf(") {
        Some(rest) => {
            let subject = rest.rsplit_once('.').map_or(rest, |(subject, _)| subject);
            let subject = subject.strip_suffix(".not").unwrap_or(subject);
            Some(subject.strip_suffix(')').unwrap_or(subject))
        }
        None => FITTING
            .iter()
            .find_map(|start| matcher.strip_prefix(start))
            .map(|rest| rest.strip_suffix(')').unwrap_or(rest)),
    }
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

/// The form of an assertion in reports: `toBe(3)`.
pub(super) fn shown(assertion: &AssertionEvidence) -> String {
    let constant = if assertion.constant { " of a constant" } else { "" };
    format!("{}({}){constant}", assertion.matcher, assertion.shown)
}
