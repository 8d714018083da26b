//! The table at the end of `test`.

use std::time::Duration;

use super::count::Count;
use crate::ui::human;

/// Duration and count of each step.
#[derive(Default)]
pub(super) struct Summary {
    rows: Vec<(String, Duration, Count)>,
    /// The count of all steps.
    pub(super) total: Count,
}

impl Summary {
    /// Adds a step.
    pub(super) fn add(&mut self, name: &str, time: Duration, count: Count) {
        self.rows.push((name.to_owned(), time, count));
        self.total += count;
    }

    /// Prints the table, and the three longest steps.
    pub(super) fn print(&self) {
        println!("\n{:<34} {:>12} {:>8} {:>8}", "step", "time", "passed", "failed");
        for (name, time, count) in &self.rows {
            let (passed, failed) = if *count == Count::default() {
                (String::new(), String::new())
            } else {
                (count.passed.to_string(), count.failed.to_string())
            };
            println!("{name:<34} {:>12} {passed:>8} {failed:>8}", human(*time));
        }
        let whole: Duration = self.rows.iter().map(|(_, time, _)| *time).sum();
        println!("{:<34} {:>12}", "all", human(whole));
        let mut slowest: Vec<_> = self.rows.iter().collect();
        slowest.sort_by_key(|(_, time, _)| std::cmp::Reverse(*time));
        let slowest: Vec<String> =
            slowest.iter().take(3).map(|(name, time, _)| format!("{name} {}", human(*time))).collect();
        println!("slowest: {}", slowest.join(", "));
    }
}
