//! Whether a finding with a code of TypeScript fails a check.

use Certainty::{Advisory, Certain, Name, New};

/// How much a code proves about code that nobody wrote types for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Certainty {
    /// A finding fails the check.
    Certain,
    /// A finding fails the check if the scope analysis of the fast layer agrees, which knows the host's globals and `typeof` guards.
    Name,
    /// A finding fails the check unless the baseline has it.
    New,
    /// A finding is reported, and fails nothing.
    Advisory,
}

/// A code with its certainty, and the reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CodeEntry {
    /// TypeScript's number, without `TS`.
    pub code: u32,
    /// Whether a finding fails the check.
    pub certainty: Certainty,
    /// Why the code has this certainty, as a sentence.
    pub reason: &'static str,
}

const fn entry(code: u32, certainty: Certainty, reason: &'static str) -> CodeEntry {
    CodeEntry { code, certainty, reason }
}

/// The codes that have an entry, in order. [`certainty`] has the rule for others.
pub const CODES: &[CodeEntry] = &[
    entry(1064, Certain, "an async function without a Promise as its return type never has that type"),
    entry(1117, Certain, "the second property of the same name replaces the first"),
    entry(1192, Certain, "the module has no default export, so linking fails"),
    entry(1259, Certain, "the module has no default export, so linking fails"),
    entry(2300, Certain, "two declarations of one name do not parse as one program"),
    entry(2304, Name, "a global of the host, or a name behind `typeof`, may exist at run time"),
    entry(2305, Certain, "the module has no such export, so linking fails"),
    entry(2306, Certain, "the file is no module and exports nothing"),
    entry(2307, Certain, "the module does not exist, so loading fails"),
    entry(2322, Advisory, "types that are only inferred are narrower than what code means"),
    entry(
        2339,
        Advisory,
        "objects grow properties after their literal; four of five reports are of this kind",
    ),
    entry(2345, Advisory, "types that are only inferred are narrower than what code means"),
    entry(2353, Advisory, "objects grow properties after their literal"),
    entry(2367, Advisory, "types that are only inferred are narrower than what code means"),
    entry(2448, Certain, "a use that runs before the declaration throws"),
    entry(2449, Certain, "a use that runs before the declaration throws"),
    entry(2451, Certain, "two declarations of one name are a syntax error"),
    entry(2503, Name, "a namespace of the host may exist"),
    entry(2551, New, "a property close to this name exists, but objects grow properties"),
    entry(2552, Name, "a global of the host, or a name behind `typeof`, may exist at run time"),
    entry(2554, New, "a function may take arguments that it does not declare, by `arguments`"),
    entry(2555, New, "a function may leave its last parameters undefined on purpose"),
    entry(2580, Name, "a global of Node may exist at run time"),
    entry(2581, Name, "a global of a page may exist at run time"),
    entry(2582, Name, "a global of a test runner may exist at run time"),
    entry(2584, Name, "a global of a page may exist at run time"),
    entry(2588, Certain, "assigning to a constant throws"),
    entry(2591, Name, "a global of Node may exist at run time"),
    entry(2592, Name, "a global of a page may exist at run time"),
    entry(2593, Name, "a global of a test runner may exist at run time"),
    entry(2613, Certain, "the module has no default export, so linking fails"),
    entry(2614, Certain, "the module has a default export of this name and no named one"),
    entry(2632, Certain, "assigning to an import throws"),
    entry(2724, Certain, "the module has no such export, so linking fails"),
    entry(2739, Advisory, "types that are only inferred miss optional properties"),
    entry(2740, Advisory, "types that are only inferred miss optional properties"),
    entry(2741, Advisory, "types that are only inferred miss optional properties"),
    entry(7016, Advisory, "a package without types still runs"),
    entry(8024, Certain, "the documentation names a parameter that does not exist"),
];

/// What a code is worth in code that nobody wrote types for. Grammar is certain, and so is what is wrong with a
/// configuration; of other codes nobody has measured how often they are right.
#[must_use]
pub fn certainty(code: u32) -> Certainty {
    match CODES.binary_search_by_key(&code, |entry| entry.code) {
        Ok(at) => CODES[at].certainty,
        Err(_) if is_grammar(code) || is_configuration(code) => Certain,
        Err(_) => Advisory,
    }
}

/// Messages about syntax.
pub(crate) const fn is_grammar(code: u32) -> bool {
    matches!(code, 1000..=1999 | 8002..=8017 | 17000..=17999)
}

/// Messages about options and the files of a project.
const fn is_configuration(code: u32) -> bool {
    matches!(code, 5000..=6999 | 18000..=18999)
}
