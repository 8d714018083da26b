//! Selects the tests to run.

use verdict_judge::{Declared, Plan, plans};
use verdict_protocol::Location;

use super::tree::{Collector, ROOT, SuiteId};

/// The plan of each test, and the location of the first `.only`, if there is one.
pub(crate) fn plan(tree: &Collector) -> (Vec<Plan>, Option<Option<Location>>) {
    // A suite's number is lower than those of its descendants, and the file itself is the first.
    let of = |suite: SuiteId| (suite != ROOT).then(|| suite.0 - 1);
    let suites = tree.suites.iter().skip(1).map(|suite| Declared {
        suite: suite.parent.and_then(of),
        is_test: false,
        mode: suite.mode,
        at: suite.at.clone(),
    });
    let tests = tree.tests.iter().map(|test| Declared {
        suite: of(test.suite),
        is_test: true,
        mode: test.mode,
        at: test.at.clone(),
    });
    let all: Vec<Declared> = suites.chain(tests).collect();
    let (mut plans, focused) = plans(&all);
    let mut plans = plans.split_off(tree.suites.len() - 1);
    for (plan, test) in plans.iter_mut().zip(&tree.tests) {
        if *plan == Plan::Run && test.body.is_none() {
            *plan = Plan::Todo;
        }
    }
    (plans, focused)
}
