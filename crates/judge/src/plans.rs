//! Selects the tests to run: `.skip`, `.todo` and `.only` as in Vitest.

use verdict_protocol::Location;

use crate::event::Plan;

/// The run mode of a suite or test.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Mode {
    /// No modifier: executed unless its suite or a `.only` elsewhere says otherwise.
    #[default]
    Run,
    /// `.skip`: never executed.
    Skip,
    /// `.only`: executed in place of everything in the file that has no `.only`.
    Only,
    /// `.todo`: declared without a body to execute.
    Todo,
}

/// A suite or a test in the tree that a file declares.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Declared {
    /// The index of its suite, which is declared before it; `None` for the file.
    pub suite: Option<usize>,
    /// Whether it is a test and no suite.
    pub is_test: bool,
    /// Its mode.
    pub mode: Mode,
    /// Its location.
    pub at: Option<Location>,
}

/// What is known of a suite.
#[derive(Clone, Copy)]
struct Within {
    plan: Plan,
    included: bool,
    has_only: bool,
}

/// The plan of each suite and test, and the location of the first `.only`, if there is one. That of a test comes before
/// that of a suite.
#[must_use]
pub fn plans(tree: &[Declared]) -> (Vec<Plan>, Option<Option<Location>>) {
    let only = |one: &&Declared| one.mode == Mode::Only;
    let tests = tree.iter().filter(|one| one.is_test);
    let suites = tree.iter().filter(|one| !one.is_test);
    let focused = tests.chain(suites).find(only).map(|one| one.at.clone());
    let mut has_only = vec![false; tree.len()];
    let mut file_has_only = false;
    for (index, one) in tree.iter().enumerate().rev() {
        if one.mode == Mode::Only || has_only[index] {
            match one.suite {
                Some(suite) => has_only[suite] = true,
                None => file_has_only = true,
            }
        }
    }
    let file = Within { plan: Plan::Run, included: focused.is_none(), has_only: file_has_only };
    let mut found: Vec<Within> = Vec::with_capacity(tree.len());
    for (index, one) in tree.iter().enumerate() {
        let suite = one.suite.map_or(file, |suite| found[suite]);
        // If a suite contains `.only`, nothing else in it runs.
        let included = if focused.is_some() && suite.has_only {
            one.mode == Mode::Only || has_only[index]
        } else {
            suite.included || one.mode == Mode::Only
        };
        let plan = match (suite.plan, one.mode) {
            (Plan::Run, Mode::Skip) => Plan::Skip,
            (Plan::Run, Mode::Todo) => Plan::Todo,
            (Plan::Run, _) if !included => Plan::Skip,
            (plan, Mode::Todo) if plan != Plan::Run => Plan::Todo,
            (plan, _) => plan,
        };
        found.push(Within { plan, included, has_only: has_only[index] });
    }
    (found.into_iter().map(|one| one.plan).collect(), focused)
}
