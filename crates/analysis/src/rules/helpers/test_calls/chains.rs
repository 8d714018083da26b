//! The chains of names that Vitest knows, and what they call.

/// What a call of the test API is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CallKind {
    Describe,
    Test,
    Hook,
    Expect,
    ExpectTypeOf,
    Vi,
    /// `suite`, and what the parameter of a test is called.
    Unknown,
}

const DESCRIBES: [&str; 3] = ["describe", "fdescribe", "xdescribe"];
const TESTS: [&str; 6] = ["fit", "it", "test", "xit", "xtest", "bench"];
/// The names of the hooks.
pub(crate) const HOOKS: [&str; 6] =
    ["beforeAll", "beforeEach", "afterAll", "afterEach", "aroundEach", "aroundAll"];
/// The longest chain that Vitest knows, with its first name.
const LONGEST: usize = 4;

/// What a name calls.
pub(crate) fn kind_of(name: &str) -> CallKind {
    match name {
        "expect" => CallKind::Expect,
        "expectTypeOf" => CallKind::ExpectTypeOf,
        "vi" | "vitest" => CallKind::Vi,
        name if DESCRIBES.contains(&name) => CallKind::Describe,
        name if is_test(name) => CallKind::Test,
        name if HOOKS.contains(&name) => CallKind::Hook,
        _ => CallKind::Unknown,
    }
}

/// Whether a name declares tests.
pub(crate) fn is_test(name: &str) -> bool {
    TESTS.contains(&name)
}

/// The hook of `test.beforeAll()` and the like.
pub(crate) fn hook_of<'n>(names: &[&'n str]) -> Option<&'n str> {
    match names {
        [test, hook] if is_test(test) && HOOKS.contains(hook) => Some(hook),
        _ => None,
    }
}

/// Whether Vitest knows a chain of names: a condition, modifiers that do not repeat, and a table, in this
/// order.
pub(crate) fn is_known(names: &[&str]) -> bool {
    let Some((head, rest)) = names.split_first().filter(|_| names.len() <= LONGEST) else { return false };
    let modifiers: &[&str] = match *head {
        "it" | "test" => &["skip", "only", "concurrent", "sequential", "todo", "fails"],
        "describe" | "suite" => &["skip", "only", "concurrent", "sequential", "shuffle", "todo"],
        "bench" => &["skip", "only", "todo"],
        "xtest" | "xit" | "xdescribe" => return matches!(rest, [] | ["each"]),
        "fit" | "fdescribe" => return rest.is_empty(),
        name => return HOOKS.contains(&name) && rest.is_empty(),
    };
    if let ("it" | "test", [only]) = (*head, rest)
        && (matches!(*only, "extend" | "scoped") || HOOKS.contains(only))
    {
        return true;
    }
    let rest = match rest.split_first() {
        Some((&("skipIf" | "runIf"), rest)) => rest,
        _ => rest,
    };
    let rest = match rest.split_last() {
        Some((&("each" | "for"), rest)) if *head != "bench" => rest,
        _ => rest,
    };
    let mut before = rest.iter().enumerate();
    before.all(|(index, name)| modifiers.contains(name) && !rest[..index].contains(name))
}
