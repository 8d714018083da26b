//! The tree of suites and tests that a file declares.

use boa_engine::{JsObject, JsValue};
pub(crate) use verdict_judge::Mode;
use verdict_protocol::Location;

use super::fixtures::FixtureSetId;

/// Maximum nesting of suites.
pub(crate) const MAX_DEPTH: usize = 100;

/// A suite, numbered in declaration order. The file itself is [`ROOT`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct SuiteId(pub(crate) usize);

/// The suite of the file itself.
pub(crate) const ROOT: SuiteId = SuiteId(0);

/// When a failed test is retried.
#[derive(Debug, Clone, Default)]
pub(crate) struct Retry {
    pub(crate) count: u32,
    /// Milliseconds between attempts.
    pub(crate) delay: f64,
    /// A regular expression that the message must match, or a predicate on the error.
    pub(crate) condition: Option<JsObject>,
}

/// Options of a suite or test. Tests inherit those of their suites.
#[derive(Debug, Clone, Default)]
pub(crate) struct Options {
    /// Time limit in milliseconds; `None` for the configured one.
    pub(crate) timeout: Option<f64>,
    pub(crate) retry: Option<Retry>,
    pub(crate) repeats: Option<u32>,
    pub(crate) fails: Option<bool>,
    pub(crate) only: Option<bool>,
    pub(crate) skip: Option<bool>,
    pub(crate) todo: Option<bool>,
    pub(crate) shuffle: Option<bool>,
    pub(crate) meta: Option<JsObject>,
    /// Tags, those of the outer suites first.
    pub(crate) tags: Vec<String>,
}

impl Options {
    /// These options, completed by those of the suite.
    pub(crate) fn or(self, suite: &Options) -> Options {
        let mut tags = suite.tags.clone();
        for tag in self.tags {
            if !tags.contains(&tag) {
                tags.push(tag);
            }
        }
        Options {
            timeout: self.timeout.or(suite.timeout),
            retry: self.retry.or_else(|| suite.retry.clone()),
            repeats: self.repeats.or(suite.repeats),
            fails: self.fails.or(suite.fails),
            only: self.only.or(suite.only),
            skip: self.skip.or(suite.skip),
            todo: self.todo.or(suite.todo),
            shuffle: self.shuffle.or(suite.shuffle),
            meta: self.meta.or_else(|| suite.meta.clone()),
            tags,
        }
    }
}

/// A function with its arguments.
#[derive(Debug, Clone)]
pub(crate) struct Body {
    pub(crate) function: JsObject,
    pub(crate) arguments: Vec<JsValue>,
    /// Whether the test context is the last argument.
    pub(crate) context: bool,
}

#[derive(Debug, Clone)]
pub(crate) struct Hook {
    pub(crate) function: JsObject,
    /// Time limit in milliseconds; `None` for the configured one.
    pub(crate) timeout: Option<f64>,
    /// The declaring suite.
    pub(crate) suite: SuiteId,
    /// For `test.beforeAll` and similar hooks, the `test` whose fixtures they may request.
    pub(crate) fixtures: Option<FixtureSetId>,
}

#[derive(Debug, Default)]
pub(crate) struct Suite {
    pub(crate) parent: Option<SuiteId>,
    pub(crate) name: String,
    pub(crate) mode: Mode,
    pub(crate) options: Options,
    pub(crate) at: Option<Location>,
    pub(crate) body: Option<Body>,
    pub(crate) children: Vec<Child>,
    /// Whether the suite's function failed.
    pub(crate) is_broken: bool,
    pub(crate) before_all: Vec<Hook>,
    pub(crate) after_all: Vec<Hook>,
    pub(crate) before_each: Vec<Hook>,
    pub(crate) after_each: Vec<Hook>,
    pub(crate) around_all: Vec<Hook>,
    pub(crate) around_each: Vec<Hook>,
}

#[derive(Debug)]
pub(crate) struct Test {
    pub(crate) suite: SuiteId,
    pub(crate) name: String,
    pub(crate) mode: Mode,
    pub(crate) options: Options,
    pub(crate) at: Option<Location>,
    pub(crate) body: Option<Body>,
    pub(crate) fixtures: FixtureSetId,
}

/// An element of a suite, in declaration order. A test's number is its index in [`Collector::tests`].
#[derive(Debug, Clone, Copy)]
pub(crate) enum Child {
    Suite(SuiteId),
    Test(usize),
}

/// The tree, with the position of the next declaration.
#[derive(Debug)]
pub(crate) struct Collector {
    pub(crate) suites: Vec<Suite>,
    pub(crate) tests: Vec<Test>,
    /// The suite whose body is running.
    pub(crate) current: SuiteId,
    /// Maximum number of declarations.
    pub(crate) max_tests: usize,
}

impl Collector {
    pub(crate) fn new(max_tests: usize) -> Collector {
        Collector { suites: vec![Suite::default()], tests: Vec::new(), current: ROOT, max_tests }
    }

    pub(crate) fn suite(&self, id: SuiteId) -> &Suite {
        &self.suites[id.0]
    }

    pub(crate) fn suite_mut(&mut self, id: SuiteId) -> &mut Suite {
        &mut self.suites[id.0]
    }

    /// Adds a suite to the current one.
    pub(crate) fn add_suite(&mut self, mut suite: Suite) -> SuiteId {
        let id = SuiteId(self.suites.len());
        suite.parent = Some(self.current);
        self.suites.push(suite);
        let current = self.current;
        self.suite_mut(current).children.push(Child::Suite(id));
        id
    }

    /// Adds a test to the current suite.
    pub(crate) fn add_test(&mut self, mut test: Test) {
        test.suite = self.current;
        let index = self.tests.len();
        self.tests.push(test);
        let current = self.current;
        self.suite_mut(current).children.push(Child::Test(index));
    }

    /// Whether `.only` occurs anywhere.
    pub(crate) fn is_focused(&self) -> bool {
        self.suites.iter().any(|suite| suite.mode == Mode::Only)
            || self.tests.iter().any(|test| test.mode == Mode::Only)
    }

    /// Sets the retries of the current suite's tests, including those already declared.
    pub(crate) fn retry(&mut self, retry: &Retry) {
        let current = self.current;
        self.suite_mut(current).options.retry = Some(retry.clone());
        for test in self.tests_within(current) {
            self.tests[test].options.retry.get_or_insert_with(|| retry.clone());
        }
    }

    /// A suite and its ancestors, innermost first, ending with the file.
    pub(crate) fn lineage(&self, suite: SuiteId) -> Vec<SuiteId> {
        let mut lineage = vec![suite];
        while let Some(parent) = lineage.last().and_then(|last| self.suite(*last).parent) {
            lineage.push(parent);
        }
        lineage
    }

    /// Names of a suite and its ancestors, outermost first, without the file.
    pub(crate) fn path(&self, suite: SuiteId) -> Vec<String> {
        let mut names: Vec<String> = self
            .lineage(suite)
            .into_iter()
            .filter(|id| *id != ROOT)
            .map(|id| self.suite(id).name.clone())
            .collect();
        names.reverse();
        names
    }

    /// Tests of a suite and its descendants, in declaration order.
    pub(crate) fn tests_within(&self, suite: SuiteId) -> Vec<usize> {
        let mut found = Vec::new();
        let mut rest: Vec<Child> = vec![Child::Suite(suite)];
        while let Some(child) = rest.pop() {
            match child {
                Child::Test(test) => found.push(test),
                Child::Suite(suite) => rest.extend(self.suite(suite).children.iter().rev()),
            }
        }
        found
    }
}
