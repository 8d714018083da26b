//! The tests that a file declares, with their plans and the part of the file that belongs to each.

use oxc_allocator::Allocator;
use regex_lite::{Regex, RegexBuilder};
use verdict_judge::{Declared, Mode, Plan, plans};
use verdict_protocol::{Diagnostic, Location, Pattern, TestConfig};
use verdict_syntax::{DeclaredTest, declared_tests, parse};

/// Line and column, both from 1.
type Place = (u32, u32);

/// A suite or a test.
#[derive(Debug, Clone)]
pub(super) struct Declaration {
    pub(super) is_test: bool,
    /// Names of its suites, outermost first, then its own name.
    pub(super) path: Vec<String>,
    pub(super) at: Location,
    pub(super) plan: Plan,
    pub(super) fails: bool,
    from: Place,
    to: Place,
}

/// What a file declares.
#[derive(Debug, Clone, Default)]
pub(super) struct Declarations {
    /// In the order in which they begin.
    pub(super) all: Vec<Declaration>,
    /// The location of a `.only`, if there is one.
    pub(super) focused: Option<Option<Location>>,
}

/// Why the tests of a file are not known.
#[derive(Debug)]
pub(super) enum Unknown {
    /// It has syntax errors.
    Syntax(Vec<Diagnostic>),
    /// The pattern of names cannot be used.
    Pattern(String),
}

impl Declarations {
    /// Reads a file.
    pub(super) fn of(path: &str, text: &str, config: &TestConfig) -> Result<Declarations, Unknown> {
        let pattern = config.test_name_pattern.as_ref().map(regex).transpose().map_err(Unknown::Pattern)?;
        let allocator = Allocator::default();
        let parsed = parse(&allocator, path, text).map_err(Unknown::Syntax)?;
        let found = declared_tests(&parsed.program);
        let tree = tree(&found, |one| parsed.location(one.call));
        let (plans, mut focused) = plans(&tree);
        let mut all: Vec<Declaration> = Vec::with_capacity(found.len());
        for ((one, node), plan) in found.iter().zip(tree).zip(plans) {
            let mut path = node.suite.map(|suite| all[suite].path.clone()).unwrap_or_default();
            path.push(one.name.clone());
            let is_named = pattern.as_ref().is_none_or(|pattern| pattern.is_match(&path.join(" ")));
            // A list contains the tests that would run, and runs none.
            let is_left_out = one.is_test && (!is_named || config.list);
            all.push(Declaration {
                is_test: one.is_test && (is_named || !config.list),
                path,
                at: node.at.unwrap_or_default(),
                plan: if is_left_out && (!is_named || plan == Plan::Run) { Plan::Skip } else { plan },
                fails: one.modifiers.contains(&"fails"),
                from: parsed.lines.position(one.span.start),
                to: parsed.lines.position(one.span.end),
            });
        }
        if config.list {
            focused = None;
        }
        Ok(Declarations { all, focused })
    }

    /// The innermost suite or test that a place is in, as an index.
    pub(super) fn at(&self, place: Place) -> Option<usize> {
        self.all.iter().rposition(|one| one.from <= place && place <= one.to)
    }
}

fn tree(found: &[DeclaredTest], at: impl Fn(&DeclaredTest) -> Location) -> Vec<Declared> {
    let mut open: Vec<usize> = Vec::new();
    let mut tree = Vec::with_capacity(found.len());
    for (index, one) in found.iter().enumerate() {
        while open.last().is_some_and(|suite| found[*suite].span.end < one.span.start) {
            open.pop();
        }
        tree.push(Declared {
            suite: open.last().copied(),
            is_test: one.is_test,
            mode: mode(&one.modifiers),
            at: Some(at(one)),
        });
        if !one.is_test {
            open.push(index);
        }
    }
    tree
}

fn mode(modifiers: &[&str]) -> Mode {
    let modes = [("skip", Mode::Skip), ("todo", Mode::Todo), ("only", Mode::Only)];
    modes.into_iter().find(|(name, _)| modifiers.contains(name)).map_or(Mode::Run, |(_, mode)| mode)
}

/// The pattern of names. Its matching takes linear time, so it has neither lookaround nor references to groups.
fn regex(pattern: &Pattern) -> Result<Regex, String> {
    RegexBuilder::new(&pattern.source)
        .case_insensitive(pattern.flags.contains('i'))
        .multi_line(pattern.flags.contains('m'))
        .dot_matches_new_line(pattern.flags.contains('s'))
        .build()
        .map_err(|error| format!("testNamePattern cannot select tests of types: {error}"))
}
