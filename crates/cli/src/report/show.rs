//! Prints one report for people.

use std::io;

use pollster::block_on;
use verdict_report::{Level, VerificationReport, lines, one_line};

use super::{Kept, complain, said};
use crate::out::say_line;

pub(super) fn show(kept: &Kept, report: &VerificationReport, json: bool) -> io::Result<()> {
    if json {
        say_line!("{}", serde_json::to_string_pretty(report)?);
        return Ok(());
    }
    let VerificationReport { run_id, iteration, completed_at, duration, .. } = report;
    say_line!("{} {}", verdict(report.passed()), one_line(&report.overall.summary));
    say_line!("run {} {iteration}, {completed_at}, {duration:.0} ms", one_line(run_id));
    for level in Level::ALL {
        let Some(result) = report.levels.get(level) else {
            let skipped = report.skipped_levels.contains(&level);
            say_line!("{} {}", level.as_str(), if skipped { "skipped" } else { "nothing to run" });
            continue;
        };
        say_line!("{} {} in {:.0} ms", level.as_str(), verdict(result.passed), result.duration);
        for check in &result.checks {
            say_line!("  {} {}", verdict(check.passed), one_line(&check.name));
            let output = check.output.as_deref().filter(|output| !output.is_empty()).map(lines);
            for line in output.iter().flat_map(|output| output.lines()) {
                say_line!("       {line}");
            }
        }
    }
    let trail = block_on(kept.snapshots(run_id)).map_err(said)?;
    complain(&trail.skipped);
    for name in &trail.names {
        say_line!("snapshot {}/{}", one_line(run_id), one_line(name));
    }
    Ok(())
}

const fn verdict(passed: bool) -> &'static str {
    if passed { "PASS" } else { "FAIL" }
}
