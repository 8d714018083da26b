//! Selects the tests to run: `.skip`, `.todo` and `.only` as in Vitest.

use verdict_judge::Plan;
use verdict_protocol::Location;

use super::tree::{Child, Collector, Mode, ROOT, SuiteId};

/// The plan of each test, and the location of the first `.only`, if there is one.
pub(crate) fn plan(tree: &Collector) -> (Vec<Plan>, Option<Option<Location>>) {
    let focused = tree
        .tests
        .iter()
        .filter(|test| test.mode == Mode::Only)
        .map(|test| test.at.clone())
        .chain(tree.suites.iter().filter(|suite| suite.mode == Mode::Only).map(|suite| suite.at.clone()))
        .next();
    let mut plans = vec![Plan::Skip; tree.tests.len()];
    // A suite's number is lower than those of its descendants, so reverse order visits leaves first.
    let mut has_only = vec![false; tree.suites.len()];
    for id in (0..tree.suites.len()).rev() {
        has_only[id] = tree.suites[id].children.iter().any(|child| match child {
            Child::Test(test) => tree.tests[*test].mode == Mode::Only,
            Child::Suite(suite) => tree.suite(*suite).mode == Mode::Only || has_only[suite.0],
        });
    }
    let mut rest: Vec<(SuiteId, Inherited)> =
        vec![(ROOT, Inherited { plan: Plan::Run, included: focused.is_none() })];
    while let Some((id, inherited)) = rest.pop() {
        for child in &tree.suite(id).children {
            let mode = match child {
                Child::Test(test) => tree.tests[*test].mode,
                Child::Suite(suite) => tree.suite(*suite).mode,
            };
            // If a suite contains `.only`, nothing else in it runs.
            let within = matches!(child, Child::Suite(suite) if has_only[suite.0]);
            let included = if focused.is_some() && has_only[id.0] {
                mode == Mode::Only || within
            } else {
                inherited.included || mode == Mode::Only
            };
            let plan = match (inherited.plan, mode) {
                (Plan::Run, Mode::Skip) => Plan::Skip,
                (Plan::Run, Mode::Todo) => Plan::Todo,
                (Plan::Run, _) if !included => Plan::Skip,
                (plan, Mode::Todo) if plan != Plan::Run => Plan::Todo,
                (plan, _) => plan,
            };
            match child {
                Child::Test(test) => {
                    let body = tree.tests[*test].body.is_some();
                    plans[*test] = if plan == Plan::Run && !body { Plan::Todo } else { plan };
                }
                Child::Suite(suite) => rest.push((*suite, Inherited { plan, included })),
            }
        }
    }
    (plans, focused)
}

#[derive(Clone, Copy)]
struct Inherited {
    plan: Plan,
    included: bool,
}
