//! Runs all checks. A failing step stops the run and is named; the last line is `N passed, N failed`.

mod count;
pub(crate) mod programs;
mod steps;
mod summary;

use std::time::Instant;

use crate::build::Profile;
use crate::error::Error;
use crate::workspace::Workspace;
use crate::{setup, ui};
use count::Count;
use steps::{Context, Step};
use summary::Summary;

/// Runs the steps in order, with a build in one profile.
///
/// # Errors
/// [`Error::TestsFailed`], after the failed step and its reason were printed.
pub(crate) fn run(workspace: &Workspace, quick: bool, profile: Profile) -> Result<(), Error> {
    let mut summary = Summary::default();
    let outcome = all(workspace, quick, profile, &mut summary);
    summary.print();
    if let Err(error) = &outcome {
        // Printed here, because the last line is the count.
        println!("\nerror[{}]: {error}", error.code());
        summary.total.failed = summary.total.failed.max(1);
    }
    println!("\n{}", summary.total);
    outcome.map_err(|_| Error::TestsFailed)
}

fn all(workspace: &Workspace, quick: bool, profile: Profile, summary: &mut Summary) -> Result<(), Error> {
    let start = Instant::now();
    let tools = if quick {
        setup::rust_only(workspace)?;
        None
    } else {
        Some(setup::run(workspace, setup::Purpose::Test)?)
    };
    summary.add("setup", start.elapsed(), Count::default());
    let context = Context::new(workspace, tools, profile)?;
    for Step { name, run } in steps::list(&context) {
        ui::say("test", format_args!("{name} …"));
        let start = Instant::now();
        let result = run(&context);
        let time = start.elapsed();
        match result {
            Ok(count) => {
                let found = if count == Count::default() { String::new() } else { format!("{count} ") };
                ui::say("", format_args!("{found}({})", ui::human(time)));
                summary.add(&name, time, count);
            }
            Err(steps::Failure { count, error }) => {
                summary.add(&name, time, count);
                return Err(Error::Step { step: name, reason: error.to_string() });
            }
        }
    }
    Ok(())
}
