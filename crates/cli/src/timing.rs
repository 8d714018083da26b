//! `--timing`: which lint rules take the time, as `ESLint`'s `TIMING` prints it.

use serde_json::{Value, json};
use verdict_protocol::{Command, Timing, Verb, VerifyResult};

/// Whether the time of rules is measured.
#[derive(clap::Args, Debug, Default)]
pub(crate) struct TimingArguments {
    /// Print the N lint rules that took the most time, by default 10, to standard error. With --json, `timing.rules`
    /// has all of them.
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, default_missing_value = "10")]
    timing: Option<usize>,
}

impl TimingArguments {
    /// What a `lint:` is asked for in addition; `None` for other commands, and without `--timing`.
    pub(crate) fn config(&self, command: &str) -> Option<Value> {
        let is_lint = Command::parse(command).is_ok_and(|command| command.verb == Verb::Lint);
        (is_lint && self.timing.is_some()).then(|| json!({ "lint": { "timing": true } }))
    }

    /// Prints the rules of all commands together.
    pub(crate) fn print(&self, results: &[VerifyResult]) {
        let Some(most) = self.timing else { return };
        let mut all = Timing::default();
        for result in results {
            all.append(result.timing.clone());
        }
        eprint!("{}", table(all, most));
    }
}

/// The rules that took the most time, each with its share of the time of all rules; empty without any.
fn table(timing: Timing, most: usize) -> String {
    let mut rules = timing.rules;
    rules.sort_by(|a, b| b.ms.total_cmp(&a.ms).then_with(|| a.rule.cmp(&b.rule)));
    let sum: f64 = rules.iter().map(|rule| rule.ms).sum();
    rules.truncate(most);
    let rows: Vec<[String; 3]> = rules
        .into_iter()
        .map(|rule| {
            let share = if sum > 0.0 { 100.0 * rule.ms / sum } else { 0.0 };
            [rule.rule, format!("{:.3}", rule.ms), format!("{share:.1}%")]
        })
        .collect();
    if rows.is_empty() {
        return String::new();
    }
    let head = ["Rule", "Time (ms)", "Relative"].map(str::to_owned);
    let width = |column: usize| {
        rows.iter().chain([&head]).map(|row| row[column].chars().count()).max().unwrap_or_default()
    };
    let [rule, time, share] = [0, 1, 2].map(width);
    let mut text = String::new();
    let line = |[a, b, c]: &[String; 3]| format!("{a:<rule$} | {b:>time$} | {c:>share$}\n");
    text.push_str(&line(&head));
    let dashes = |count: usize| "-".repeat(count);
    text.push_str(&format!(":{}|{}:|{}:\n", dashes(rule), dashes(time + 1), dashes(share)));
    text.extend(rows.iter().map(line));
    text
}

#[cfg(test)]
mod tests {
    use verdict_protocol::RuleTiming;

    use super::*;

    #[test]
    fn lists_the_slowest_rules_with_their_share_of_all() {
        let rule = |rule: &str, ms| RuleTiming { rule: rule.into(), ms };
        let timing = |rules| Timing { rules, ..Timing::default() };
        let three = timing(vec![rule("b", 1.0), rule("no-unused-vars", 6.5), rule("a", 2.5)]);
        let expected = "\
Rule           | Time (ms) | Relative
:--------------|----------:|--------:
no-unused-vars |     6.500 |    65.0%
a              |     2.500 |    25.0%
";
        assert_eq!(table(three, 2), expected);
        assert_eq!(
            table(timing(vec![rule("a", 0.0)]), 10).lines().last(),
            Some("a    |     0.000 |     0.0%")
        );
        assert_eq!(table(Timing::default(), 10), "");
    }
}
