//! Naming conventions, used where the module graph does not decide.

use verdict_vfs::VfsPath;

/// Words that mark a folder or a file as belonging to tests.
const TEST_WORDS: [&str; 29] = [
    "test",
    "tests",
    "testing",
    "testutil",
    "testutils",
    "spec",
    "specs",
    "e2e",
    "integration",
    "mock",
    "mocks",
    "fixture",
    "fixtures",
    "snapshot",
    "snapshots",
    "stub",
    "stubs",
    "fake",
    "fakes",
    "factories",
    "support",
    "bench",
    "benchmark",
    "benchmarks",
    "golden",
    "cypress",
    "playwright",
    "jest",
    "vitest",
];

/// Conventional names of entry files in Node and bundlers.
const ENTRY_STEMS: [&str; 9] = ["index", "main", "app", "mod", "cli", "server", "worker", "bin", "lib"];

/// Folders of a package that contain such files.
const ENTRY_FOLDERS: [&str; 4] = ["", "/src", "/lib", "/app"];

/// Whether a file is named for tests: a segment of its path below `root` is or contains one of the words.
pub(crate) fn says_test(path: &VfsPath) -> bool {
    let lower = path.as_str().to_ascii_lowercase();
    lower.split('/').any(|part| {
        part.split(['.', '-', '_']).any(|word| TEST_WORDS.contains(&word)) || part.starts_with("__")
    })
}

/// Whether a file is a test file by Vitest's default patterns.
#[must_use]
pub fn is_test_file(path: &VfsPath) -> bool {
    let mut parts = path.name().rsplit('.');
    let extension = parts.next().unwrap_or_default();
    matches!(extension, "js" | "mjs" | "cjs" | "jsx" | "ts" | "mts" | "cts" | "tsx")
        && matches!(parts.next(), Some("test" | "spec"))
        && parts.next().is_some()
        && !path.as_str().contains("/node_modules/")
}

/// Whether a file configures a tool: `vite.config.ts`, `.eslintrc.cjs`.
pub(crate) fn is_configuration(path: &VfsPath) -> bool {
    let name = path.name();
    name.starts_with('.') || name.split('.').skip(1).any(|part| part == "config" || part == "workspace")
}

/// Whether a file is a conventional entry of the package in this folder.
pub(crate) fn is_conventional_entry(path: &VfsPath, package: &str) -> bool {
    let folder = path.folder().strip_prefix(package);
    folder.is_some_and(|folder| ENTRY_FOLDERS.contains(&folder)) && ENTRY_STEMS.contains(&stem(path))
}

/// The name of a file up to its first dot.
pub(crate) fn stem(path: &VfsPath) -> &str {
    path.name().split('.').next().unwrap_or_default()
}

/// Whether a test file is named after another file: `sum.test.js`, `sum_test.ts`, `test-sum.js`, `__tests__/sum.js`.
pub(crate) fn is_test_of(test: &VfsPath, file: &VfsPath) -> bool {
    let (test, file) = (stem(test).to_ascii_lowercase(), stem(file).to_ascii_lowercase());
    let bare = ["-test", "_test", "-spec", "_spec"].iter().find_map(|end| test.strip_suffix(end));
    let bare = bare.or_else(|| ["test-", "test_"].iter().find_map(|start| test.strip_prefix(start)));
    !file.is_empty() && bare.unwrap_or(&test) == file
}
