//! The time that rules take.

use std::cell::RefCell;
use std::collections::BTreeMap;

use verdict_protocol::RuleTiming;

/// Real time of rules by id, from a host's clock.
pub(super) struct Times<'a> {
    now: &'a dyn Fn() -> f64,
    rules: RefCell<BTreeMap<String, f64>>,
}

impl<'a> Times<'a> {
    pub(super) fn new(now: &'a dyn Fn() -> f64) -> Times<'a> {
        Times { now, rules: RefCell::default() }
    }

    /// Runs a rule on a file.
    pub(super) fn measured<T>(&self, rule: &str, run: impl FnOnce() -> T) -> T {
        let start = (self.now)();
        let done = run();
        let ms = (self.now)() - start;
        let mut rules = self.rules.borrow_mut();
        match rules.get_mut(rule) {
            Some(sum) => *sum += ms,
            None => {
                rules.insert(rule.to_owned(), ms);
            }
        }
        done
    }

    pub(super) fn by_rule(&self) -> Vec<RuleTiming> {
        self.rules.borrow().iter().map(|(rule, ms)| RuleTiming { rule: rule.clone(), ms: *ms }).collect()
    }
}
