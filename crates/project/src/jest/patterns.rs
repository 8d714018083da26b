//! The globs by which Jest finds test files where a configuration has none.

/// Jest's default of `testMatch`.
pub const JEST: [&str; 2] = ["**/__tests__/**/*.?([mc])[jt]s?(x)", "**/{*.,}{spec,test}.?([mc])[jt]s?(x)"];

#[cfg(test)]
mod tests {
    use verdict_protocol::test_globs::TESTS;
    use verdict_vfs::Globs;

    use super::*;

    #[test]
    fn which_files_are_tests() {
        let (vitest, jest) = (Globs::new([TESTS]), Globs::new(JEST));
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
