//! One report, for people.

use std::io;

use pollster::block_on;
use verdict_report::{Level, VerificationReport, lines, one_line};

use super::{Kept, complain, said};

pub(super) fn show(kept: &Kept, report: &VerificationReport, json: bool) -> io::Result<()> {
    if json {
        println!("{}", serde_json::to_string_pretty(report)?);
        return Ok(());
    }
    let VerificationReport { run_id, iteration, completed_at, duration, .. } = report;
    println!("{} {}", verdict(report.passed()), one_line(&report.overall.summary));
    println!("run {} {iteration}, {completed_at}, {duration:.0} ms", one_line(run_id));
    for level in Level::ALL {
        let Some(result) = report.levels.get(level) else {
            let skipped = report.skipped_levels.contains(&level);
            println!("{} {}", level.as_str(), if skipped { "skipped" } else { "nothing to run" });
            continue;
        };
        println!("{} {} in {:.0} ms", level.as_str(), verdict(result.passed), result.duration);
        for check in &result.checks {
            println!("  {} {}", verdict(check.passed), one_line(&check.name));
            let output = check.output.as_deref().filter(|output| !output.is_empty()).map(lines);
            for line in output.iter().flat_map(|output| output.lines()) {
                println!("       {line}");
            }
        }
    }
    let trail = block_on(kept.snapshots(run_id)).map_err(said)?;
    complain(&trail.skipped);
    for name in &trail.names {
        println!("snapshot {}/{}", one_line(run_id), one_line(name));
    }
    Ok(())
}

const fn verdict(passed: bool) -> &'static str {
    if passed { "PASS" } else { "FAIL" }
}
