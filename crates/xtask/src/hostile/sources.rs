//! Lists the sources of hostile cases: files of `tests/hostile/`, whose runners report outcomes, and tests
//! that are cases themselves.

/// The runner of cases.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Runner {
    /// A native test program: its crate's folder, and its name.
    Native(&'static str, &'static str),
    /// A test file for Node.
    Node(&'static str),
}

/// A runner whose tests are the cases of a group.
pub(super) struct Tests {
    pub(super) runner: Runner,
    /// The group's name in `hostile-inputs`, one of [`GROUPS`].
    pub(super) group: &'static str,
}

/// Runners of the case files, by folder of `tests/hostile/`.
pub(super) const FOLDERS: [(&str, &[Runner]); 5] = [
    ("engine", &[Runner::Native("engine", "hostile"), Runner::Node("tests/e2e/hostile.test.mjs")]),
    ("worker", &[Runner::Node("tests/e2e/hostile-worker.test.mjs")]),
    ("gate", &[Runner::Native("gate", "hostile")]),
    ("report", &[Runner::Native("report", "hostile")]),
    ("storage", &[Runner::Node("tests/e2e/storage.test.mjs")]),
];

/// Tests that are cases.
pub(super) const TESTS: &[Tests] = &[
    Tests { runner: Runner::Native("testing", "tampering"), group: "Tampering" },
    Tests { runner: Runner::Native("testing", "strange"), group: "Strange values" },
    Tests { runner: Runner::Node("tests/e2e/scale.test.mjs"), group: "Scale" },
    Tests { runner: Runner::Native("vfs", "scale"), group: "Scale" },
    Tests { runner: Runner::Node("tests/e2e/protocol.test.mjs"), group: "Protocol" },
    Tests { runner: Runner::Native("supervisor", "life"), group: "Life cycle" },
    Tests { runner: Runner::Native("supervisor", "laws"), group: "Life cycle" },
    Tests { runner: Runner::Node("tests/e2e/life-cycle.test.mjs"), group: "Life cycle" },
    Tests { runner: Runner::Node("tests/e2e/start-up.test.mjs"), group: "Life cycle" },
    Tests { runner: Runner::Node("tests/e2e/clocks.test.mjs"), group: "Life cycle" },
    Tests { runner: Runner::Node("widget/test/hostile.test.mjs"), group: "Renderers and widget" },
];

/// All groups, in the order of output.
pub(super) const GROUPS: [&str; 15] = [
    "CPU",
    "Memory",
    "Stack",
    "Jobs and timers",
    "Tampering",
    "Early exit",
    "Strange values",
    "Text and paths",
    "Modules",
    "Scale",
    "Protocol",
    "Life cycle",
    "Storage",
    "Renderers and widget",
    "Gate",
];

/// The group of a case file, by its folder and its name without extension.
pub(super) fn group_of(part: &str, file: &str) -> String {
    match (part, file) {
        ("gate", _) => "Gate".into(),
        ("report", _) => "Renderers and widget".into(),
        ("storage", _) => "Storage".into(),
        // Results of `eval:`, and what it must not reach.
        (_, "eval") => "Strange values".into(),
        (_, "cpu") => "CPU".into(),
        // Assertions, and caught failures.
        (_, "assertions") => "Tampering".into(),
        _ => {
            let words = file.replace('-', " ");
            let mut letters = words.chars();
            letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{FOLDERS, GROUPS, Runner, TESTS, group_of};
    use crate::workspace::Workspace;

    fn workspace() -> Workspace {
        Workspace::find().expect("a checkout")
    }

    #[test]
    fn groups_by_file() {
        for (part, file, expected) in [
            ("engine", "cpu", "CPU"),
            ("worker", "cpu", "CPU"),
            ("engine", "jobs-and-timers", "Jobs and timers"),
            ("gate", "policy", "Gate"),
            ("report", "renderers", "Renderers and widget"),
        ] {
            assert_eq!(group_of(part, file), expected);
        }
    }

    #[test]
    fn every_case_file_has_a_runner_and_a_group() {
        let files = super::super::cases::files(&workspace()).expect("case files");
        assert!(files.len() > 10, "{}", files.len());
        for (part, file) in files {
            assert!(FOLDERS.iter().any(|(folder, runners)| *folder == part && !runners.is_empty()), "{part}");
            let group = group_of(&part, &file);
            assert!(GROUPS.contains(&group.as_str()), "{part}/{file}.json is of no known group: {group}");
        }
    }

    #[test]
    fn every_runner_is_there() {
        let runners = FOLDERS.iter().flat_map(|(_, runners)| runners.iter().copied());
        for runner in runners.chain(TESTS.iter().map(|tests| tests.runner)) {
            let paths = match runner {
                Runner::Node(file) => vec![file.to_owned()],
                Runner::Native(package, name) => {
                    let path = format!("crates/{package}/tests/{name}");
                    vec![format!("{path}.rs"), format!("{path}/main.rs")]
                }
            };
            assert!(paths.iter().any(|path| workspace().path(path).is_file()), "{}", paths[0]);
        }
        assert!(TESTS.iter().all(|tests| GROUPS.contains(&tests.group)));
    }
}
