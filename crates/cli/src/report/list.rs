//! Lists the stored reports.

use std::io;

use pollster::block_on;
use serde::Serialize;
use verdict_report::{Listed, Skipped, one_line};

use super::{Kept, complain, said};
use crate::out::say_line;

#[derive(Serialize)]
struct Row {
    #[serde(rename = "runId")]
    run_id: String,
    #[serde(flatten)]
    listed: Listed,
}

#[derive(Serialize, Default)]
struct List {
    /// Reports by run, then by iteration.
    reports: Vec<Row>,
    skipped: Vec<Skipped>,
}

pub(super) fn list(kept: &Kept, run: Option<&str>, json: bool) -> io::Result<()> {
    let mut list = List::default();
    let runs = match run {
        Some(run) => vec![run.to_owned()],
        None => {
            let found = block_on(kept.runs()).map_err(said)?;
            list.skipped = found.skipped;
            found.runs
        }
    };
    for run_id in runs {
        let found = block_on(kept.list(&run_id)).map_err(said)?;
        list.skipped.extend(found.skipped);
        list.reports.extend(found.reports.into_iter().map(|listed| Row { run_id: run_id.clone(), listed }));
    }
    if json {
        say_line!("{}", serde_json::to_string(&list)?);
        return Ok(());
    }
    complain(&list.skipped);
    for Row { run_id, listed } in &list.reports {
        let Listed { iteration, passed, summary, completed_at } = listed;
        let verdict = if *passed { "PASS" } else { "FAIL" };
        say_line!("{verdict} {run_id} {iteration} {completed_at} {}", one_line(summary));
    }
    Ok(())
}
