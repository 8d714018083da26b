//! The rows of the list, one per case, and how they are printed.

use std::collections::BTreeMap;

use super::outcomes::{CaseOutcome, Host, Test};
use super::sources::GROUPS;

/// The outcome of one case.
#[derive(Default)]
pub(super) struct Row {
    name: String,
    /// `cheat`, `oracle`, `nop`, or `test` for a test that is a case.
    kind: String,
    outcomes: BTreeMap<Host, String>,
    /// Whether every honest request afterwards succeeded; `None` if there was none.
    next: Option<bool>,
    /// Whether every host had the expected outcome.
    holds: bool,
}

impl Row {
    /// The row of a case with its reported outcomes. Without outcomes it did not run.
    pub(super) fn of_case(name: String, kind: String, told: &[&CaseOutcome]) -> Row {
        let mut row = Row { name, kind, holds: !told.is_empty(), ..Row::default() };
        for one in told {
            let outcome = row.outcomes.entry(one.host).or_default();
            // Two runners of one host use the same engine; if they differ, both are shown.
            if outcome.is_empty() {
                outcome.clone_from(&one.outcome);
            } else if *outcome != one.outcome {
                *outcome = format!("{outcome} | {}", one.outcome);
                row.holds = false;
            }
            row.holds &= one.holds;
            row.next = match (row.next, one.next) {
                (Some(a), Some(b)) => Some(a && b),
                (a, b) => a.or(b),
            };
        }
        row
    }

    /// The row of a test that is a case.
    pub(super) fn of_test(host: Host, test: &Test) -> Row {
        let own = match test.outcomes.as_slice() {
            [] => if test.holds { "holds" } else { "FAILS" }.to_owned(),
            outcomes => shortened(outcomes),
        };
        // Some request failed, and the last one did not.
        let trouble = test.outcomes.iter().any(|outcome| outcome.starts_with("err:"));
        let next = trouble
            .then(|| test.outcomes.last().is_some_and(|last| ["passed", "PONG"].contains(&last.as_str())))
            .filter(|next| *next);
        Row {
            name: test.path.join(": "),
            kind: "test".into(),
            outcomes: BTreeMap::from([(host, own)]),
            next,
            holds: test.holds,
        }
    }
}

/// Outcomes in order, with repetitions counted, cut to the width of a column.
fn shortened(outcomes: &[String]) -> String {
    let mut runs: Vec<(&str, usize)> = Vec::new();
    for outcome in outcomes {
        match runs.iter_mut().find(|(known, _)| known == outcome) {
            Some((_, count)) => *count += 1,
            None => runs.push((outcome, 1)),
        }
    }
    let run = |(outcome, count): &(&str, usize)| match count {
        1 => (*outcome).to_owned(),
        count => format!("{count}× {outcome}"),
    };
    runs.iter().map(run).collect::<Vec<_>>().join(", ")
}

/// The list by groups.
#[derive(Default)]
pub(super) struct Table {
    groups: BTreeMap<(usize, String), Vec<Row>>,
}

impl Table {
    /// Adds a row to a group. Groups are in the order of [`GROUPS`], then others.
    pub(super) fn add(&mut self, group: &str, row: Row) {
        let at = GROUPS.iter().position(|known| *known == group).unwrap_or(GROUPS.len());
        self.groups.entry((at, group.to_owned())).or_default().push(row);
    }

    /// Number of rows with unexpected outcomes.
    pub(super) fn wrong(&self) -> usize {
        self.rows().filter(|row| !row.holds || row.next == Some(false)).count()
    }

    fn rows(&self) -> impl Iterator<Item = &Row> {
        self.groups.values().flatten()
    }

    /// The list as text, with totals in the last line.
    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        for ((_, group), rows) in &self.groups {
            text += &format!("\n{group}: {}\n", rows.len());
            text += &format!("   {:<7} {:<24} {:<24} {:<5} case\n", "kind", "native", "Chromium", "next");
            for row in rows {
                let of = |host| row.outcomes.get(&host).map_or("-", String::as_str);
                let next = match row.next {
                    None => "-",
                    Some(true) => "ok",
                    Some(false) => "LOST",
                };
                let mark = if row.holds && row.next != Some(false) { "✓" } else { "✗" };
                let (native, chromium) = match row.outcomes.is_empty() {
                    true => ("not run", "not run"),
                    false => (of(Host::Native), of(Host::Chromium)),
                };
                text +=
                    &format!("{mark}  {:<7} {native:<24} {chromium:<24} {next:<5} {}\n", row.kind, row.name);
            }
        }
        text + "\n" + &self.totals() + "\n"
    }

    fn totals(&self) -> String {
        let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
        let mut codes: BTreeMap<&str, usize> = BTreeMap::new();
        let (mut asked, mut answered) = (0, 0);
        for row in self.rows() {
            *kinds.entry(&row.kind).or_default() += 1;
            for outcome in row.outcomes.values().filter(|_| row.kind != "test") {
                *codes.entry(outcome).or_default() += 1;
            }
            asked += usize::from(row.next.is_some());
            answered += usize::from(row.next == Some(true));
        }
        let list = |counts: &BTreeMap<&str, usize>| {
            counts.iter().map(|(name, count)| format!("{count} {name}")).collect::<Vec<_>>().join("; ")
        };
        format!(
            "outcomes: {}\nhostile: {} cases ({}), {} not as expected; the next honest request passed after {answered} of {asked}",
            list(&codes),
            self.rows().count(),
            list(&kinds),
            self.wrong(),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::super::outcomes::{CaseOutcome, Host, Test};
    use super::{Row, Table};

    fn told(host: Host, outcome: &str, holds: bool, next: Option<bool>) -> CaseOutcome {
        let text = |text: &str| text.to_owned();
        CaseOutcome {
            part: text("engine"),
            file: text("cpu"),
            name: text("a"),
            host,
            outcome: text(outcome),
            holds,
            next,
        }
    }

    fn check(told: &[CaseOutcome], wrong: usize, line: &str) {
        let mut table = Table::default();
        table.add("CPU", Row::of_case("a".into(), "cheat".into(), &told.iter().collect::<Vec<_>>()));
        assert_eq!(table.wrong(), wrong);
        let text = table.text();
        let row = text.lines().find(|line| line.ends_with(" a")).unwrap_or_default();
        assert_eq!(row.split_whitespace().collect::<Vec<_>>().join(" "), line);
    }

    #[test]
    fn a_case_by_what_was_told_of_it() {
        use Host::{Chromium, Native};
        check(&[], 1, "✗ cheat not run not run - a");
        check(&[told(Native, "err:budget", true, None)], 0, "✓ cheat err:budget - - a");
        check(
            &[told(Native, "passed", true, None), told(Chromium, "passed", true, Some(true))],
            0,
            "✓ cheat passed passed ok a",
        );
        check(&[told(Chromium, "passed", false, Some(true))], 1, "✗ cheat - passed ok a");
        check(&[told(Chromium, "err:timeout", true, Some(false))], 1, "✗ cheat - err:timeout LOST a");
        let twice = [told(Native, "passed", true, None), told(Native, "failed", true, Some(true))];
        check(&twice, 1, "✗ cheat passed | failed - ok a");
    }

    #[test]
    fn tests_and_totals() {
        let mut table = Table::default();
        let outcomes = ["err:timeout", "passed", "passed"].map(str::to_owned).to_vec();
        let test = Test { path: vec!["a timeout".into(), "rejects".into()], holds: true, outcomes };
        table.add("Life cycle", Row::of_test(Host::Chromium, &test));
        table
            .add("CPU", Row::of_case("b".into(), "nop".into(), &[&told(Host::Native, "failed", true, None)]));
        let text = table.text();
        assert!(text.find("CPU: 1") < text.find("Life cycle: 1"), "{text}");
        assert!(text.contains("err:timeout, 2× passed   ok    a timeout: rejects"), "{text}");
        assert!(
            text.contains("outcomes: 1 failed\nhostile: 2 cases (1 nop; 1 test), 0 not as expected"),
            "{text}"
        );
        assert!(text.ends_with("passed after 1 of 1\n"), "{text}");
    }
}
