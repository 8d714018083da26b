//! `cargo xtask hostile`: runs every hostile case where `test` runs it, and prints all cases with their
//! outcomes.

mod cases;
mod outcomes;
mod sources;
mod table;

use std::collections::{BTreeMap, BTreeSet};

use crate::error::Error;
use crate::pool::{self, Job, Ran};
use crate::serve::Server;
use crate::setup::{self, Tools};
use crate::test::programs;
use crate::workspace::Workspace;
use crate::{build, node, ui};
use outcomes::Host;
use sources::{FOLDERS, Runner, TESTS};
use table::{Row, Table};

/// The environment variable for the folder in which runners write outcomes.
const OUTCOMES: &str = "VERDICT_OUTCOMES";

/// Builds, runs and prints.
///
/// # Errors
/// [`Error::TestsFailed`] for an unexpected outcome or a failed runner, which is printed; a failed build.
pub(crate) fn run(workspace: &Workspace) -> Result<(), Error> {
    let tools = setup::run(workspace, setup::Purpose::Compare)?;
    build::run(workspace, &tools, build::Profile::Release)?;
    let folder = workspace.work().join("hostile");
    let _ = std::fs::remove_dir_all(&folder);
    let outcomes = folder.join("outcomes");
    std::fs::create_dir_all(&outcomes).map_err(Error::file(&outcomes))?;
    let server = Server::start(workspace, 0)?;
    let jobs = jobs(workspace, &tools, &server.url())?;
    ui::say("hostile", format_args!("{} runners …", jobs.len()));
    let jobs =
        jobs.into_iter().map(|Job { name, command }| Job { name, command: command.env(OUTCOMES, &outcomes) });
    let (alone, together): (Vec<Job>, Vec<Job>) = jobs.partition(|job| node::runs_alone(&job.name));
    let mut ran = pool::run(workspace, &folder, together, pool::browsers())?;
    ran.extend(pool::run(workspace, &folder, alone, 1)?);

    let table = list(workspace, &outcomes::read(&outcomes)?, &ran)?;
    print!("{}", table.text());
    let failed: Vec<&Ran> = ran.iter().filter(|job| !job.success).collect();
    for job in &failed {
        println!("{} failed; all of it in {}", job.name, job.log.display());
    }
    if table.wrong() == 0 && failed.is_empty() { Ok(()) } else { Err(Error::TestsFailed) }
}

/// One job per runner, under the name that [`name`] returns.
fn jobs(workspace: &Workspace, tools: &Tools, url: &str) -> Result<Vec<Job>, Error> {
    let runners = FOLDERS.iter().flat_map(|(_, runners)| runners.iter().copied());
    let runners: BTreeSet<Runner> = runners.chain(TESTS.iter().map(|tests| tests.runner)).collect();
    let mut programs: BTreeMap<String, Job> =
        programs::native(workspace)?.into_iter().map(|job| (job.name.clone(), job)).collect();
    let job = |runner: &Runner| match *runner {
        // Not quietly, because the names of the tests are part of the list.
        Runner::Native(..) => programs.remove(&name(runner)),
        Runner::Node(file) => {
            let command = node::script(workspace, tools, url)
                .env("VERDICT_CLI", programs::host(workspace))
                .words("--test --test-timeout=300000 --test-reporter=./tests/e2e/lib/reporter.mjs")
                .arg(file);
            Some(Job { name: name(runner), command })
        }
    };
    Ok(runners.iter().filter_map(job).collect())
}

/// The name of a runner's job.
fn name(runner: &Runner) -> String {
    match runner {
        Runner::Native(package, name) => format!("{package} {name}"),
        Runner::Node(file) => (*file).to_owned(),
    }
}

/// The list: the cases of all files in order, then the tests.
fn list(workspace: &Workspace, told: &[outcomes::CaseOutcome], ran: &[Ran]) -> Result<Table, Error> {
    let mut table = Table::default();
    for (part, file) in cases::files(workspace)? {
        for case in cases::read(workspace, &part, &file)? {
            let of_it: Vec<_> = told
                .iter()
                .filter(|one| (&one.part, &one.file, &one.name) == (&part, &file, &case.name))
                .collect();
            table.add(&sources::group_of(&part, &file), Row::of_case(case.name, case.kind, &of_it));
        }
    }
    for tests in TESTS {
        let text = ran.iter().find(|job| job.name == name(&tests.runner)).map_or("", |job| job.text.as_str());
        let (host, found) = match tests.runner {
            Runner::Native(..) => (Host::Native, outcomes::of_native(text)),
            Runner::Node(_) => (Host::Chromium, outcomes::of_node(text)),
        };
        if found.is_empty() {
            // A runner without a test did not run.
            table.add(tests.group, Row::of_case(name(&tests.runner), "test".into(), &[]));
        }
        for test in &found {
            table.add(tests.group, Row::of_test(host, test));
        }
    }
    Ok(table)
}
