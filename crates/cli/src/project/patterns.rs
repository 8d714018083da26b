//! Globs as Vitest and TypeScript write them.

use fast_glob::glob_match;

/// Vitest's default of `test.include`.
pub(super) const INCLUDE: [&str; 1] = ["**/*.{test,spec}.?(c|m)[jt]s?(x)"];
/// Vitest's default of `test.exclude`.
pub(super) const EXCLUDE: [&str; 2] = ["**/node_modules/**", "**/.git/**"];
/// Jest's default of `testMatch`.
pub(super) const JEST: [&str; 2] =
    ["**/__tests__/**/*.?([mc])[jt]s?(x)", "**/{*.,}{spec,test}.?([mc])[jt]s?(x)"];

/// Several globs of which one must match.
#[derive(Debug, Clone, Default)]
pub(super) struct Globs(Vec<String>);

impl Globs {
    /// Reads globs, which may have the groups `?(a|b)`, `@(a|b)` and `+(a|b)`.
    pub(super) fn new<T: AsRef<str>>(globs: impl IntoIterator<Item = T>) -> Globs {
        let plain = |glob: T| without_groups(glob.as_ref().trim_start_matches("./").trim_start_matches('/'));
        Globs(globs.into_iter().map(plain).collect())
    }

    /// Whether one matches a path without a leading `/`.
    pub(super) fn matches(&self, path: &str) -> bool {
        self.0.iter().any(|glob| glob_match(glob, path))
    }
}

/// Writes the groups of extended globs as braces. One that must occur, and may again, occurs once.
fn without_groups(glob: &str) -> String {
    let (mut plain, mut open) = (String::new(), Vec::new());
    let mut rest = glob.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            '?' | '@' | '+' if rest.peek() == Some(&'(') => {
                rest.next();
                plain.push_str(if c == '?' { "{," } else { "{" });
                open.push(());
            }
            '|' if !open.is_empty() => plain.push(','),
            ')' if open.pop().is_some() => plain.push('}'),
            c => plain.push(c),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn which_files_are_tests() {
        let (vitest, jest) = (Globs::new(INCLUDE), Globs::new(JEST));
        let check = |path: &str, of_vitest: bool, of_jest: bool| {
            assert_eq!((vitest.matches(path), jest.matches(path)), (of_vitest, of_jest), "{path}");
        };
        check("a.test.js", true, true);
        check("src/deep/a.spec.mtsx", true, true);
        check("a.test.ts", true, true);
        check("a.test.json", false, false);
        check("test.js", false, true);
        check("src/__tests__/a.tsx", false, true);
        check("src/a.ts", false, false);
    }
}
