//! `verdict watch`: runs what a project has, and after each change what the change can affect.
//!
//! [`disk`] says that something may have changed, [`files`] reads what did, [`affected`] finds what that can affect,
//! and [`session`] runs it. No step trusts the one before it for more than a reason to look.

mod affected;
mod disk;
mod files;
mod keys;
mod round;
mod session;
mod standing;
mod terminal;

use std::collections::VecDeque;
use std::io;
use std::process::ExitCode;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use verdict_report::one_line;

use crate::browser::BrowserArguments;
use crate::out::warn;
use crate::verify::arguments::RunOptions;
use crate::{COULD_NOT_RUN, folder, project};
use disk::{Disk, Touched};
use keys::{Action, HELP};
use session::{Cause, Session};
use terminal::Leave;

/// Time without an event after which a change counts as complete.
const QUIET: Duration = Duration::from_millis(10);
/// Maximum time for which events that go on hold up a run.
const LONGEST: Duration = Duration::from_secs(1);
/// Time between two looks for a folder that is gone.
const LOOK: Duration = Duration::from_millis(100);

/// Run what the project has, and after each change what the change can affect.
///
/// Keys, or lines on standard input: `a` runs all, `f` runs what failed, and `r` runs again. `t` filters by name, and `p`
/// by path. `u` updates snapshots. `q` quits.
///
/// Exit code of `q`: 0 if all that ran passed when it last ran, 1 if something failed, 2 if it could not run.
#[derive(clap::Args)]
pub(crate) struct WatchArguments {
    #[command(flatten)]
    options: RunOptions,
    /// Look once a second instead of waiting for the system's events, as for folders of another machine.
    #[arg(long)]
    poll: bool,
    #[command(flatten)]
    browser: BrowserArguments,
    /// Run only tests, of files whose path contains one of these, as in Vitest. Also globs, folders and paths.
    #[arg(value_name = "FILTER")]
    filters: Vec<String>,
}

/// Something to react to.
enum Event {
    Disk(Touched),
    Key(Action),
}

/// A watch on a project.
struct Watch<'a> {
    disk: Disk,
    events: Receiver<Event>,
    session: Session<'a>,
    leave: Leave,
    /// Keys that wait for the end of a run.
    keys: VecDeque<Action>,
    /// What may have changed since the files were read.
    touched: Touched,
    /// Whether the folder was missing at the last look.
    is_gone: bool,
}

/// Watches until a key or a signal ends it.
pub(crate) fn run(arguments: &WatchArguments) -> io::Result<ExitCode> {
    if let Some(option) = arguments.options.unwatchable() {
        let message = format!("{option} chooses from all files, and a watch runs what a change can affect");
        return Err(io::Error::other(message));
    }
    let here = folder::root(arguments.options.root.as_deref().unwrap_or(".".as_ref()))?;
    let project = project::find(&here)?;
    let (sender, events) = channel();
    let (disk, problem) = match Disk::new(&project.root, arguments.poll, sender.clone()) {
        Ok(disk) => (disk, None),
        Err(error) => (Disk::new(&project.root, true, sender.clone())?, Some(error)),
    };
    if let Some(error) = problem {
        warn(&looks(&error));
    }
    let leave = terminal::listen(sender)?;
    let session = Session::new(arguments, here, project, leave.clone());
    let keys = VecDeque::new();
    Watch { disk, events, session, leave, keys, touched: Touched::everything(), is_gone: false }.run()
}

fn looks(error: &io::Error) -> String {
    format!("{}: files are looked at once a second instead", one_line(&error.to_string()))
}

impl Watch<'_> {
    fn run(mut self) -> io::Result<ExitCode> {
        let mut cause = Cause::Start;
        loop {
            if self.read() {
                self.session.round(&cause);
                cause = Cause::Change;
                while let Some(key) = self.keys.pop_front() {
                    match key {
                        Action::Help => eprintln!("{HELP}"),
                        Action::Quit => return Ok(self.leave.code()),
                        key => self.session.round(&Cause::Key(key)),
                    }
                }
            }
            if !self.wait() {
                return Ok(self.leave.code());
            }
        }
    }

    /// Reads what may have changed. Gives whether it could; otherwise a sentence says why not.
    fn read(&mut self) -> bool {
        let touched = std::mem::take(&mut self.touched);
        self.disk.forget(&touched);
        self.session.packages_changed |= touched.packages || touched.lost;
        let mut next = Some(touched);
        while let Some(touched) = next.take() {
            if let Err(error) = self.session.files.read(&touched) {
                self.missed(touched, &error);
                return false;
            }
            match self.disk.follow(self.session.files.folders()) {
                // What happened in a new folder before it was watched had no event.
                Ok(true) => next = Some(Touched::everything()),
                Ok(false) => {}
                Err(error) => warn(&looks(&error)),
            }
        }
        if std::mem::take(&mut self.is_gone) {
            eprintln!("verdict: {} is back", self.session.root().display());
        }
        true
    }

    /// Keeps what could not be read for the next time.
    fn missed(&mut self, touched: Touched, error: &io::Error) {
        let is_gone = !self.session.root().is_dir();
        if !is_gone {
            let error = one_line(&error.to_string());
            eprintln!("verdict: {error}: nothing runs until it can be read");
        } else if !self.is_gone {
            eprintln!(
                "verdict: {} is gone: nothing runs until it is made again",
                self.session.root().display()
            );
        }
        self.is_gone = is_gone;
        self.leave.with(COULD_NOT_RUN);
        // A folder that is made again has other watches.
        self.touched = Touched { lost: is_gone, ..Touched::everything() };
        self.touched.add(touched);
    }

    /// Waits for something to react to, and until it is complete. Gives whether there can be more.
    fn wait(&mut self) -> bool {
        let mut since = None;
        loop {
            let limit = match since {
                Some(_) => Some(QUIET),
                None if self.is_gone => Some(LOOK),
                None => self.disk.interval(),
            };
            let event = match limit {
                Some(limit) => self.events.recv_timeout(limit),
                None => self.events.recv().map_err(RecvTimeoutError::from),
            };
            match event {
                Ok(Event::Disk(touched)) => {
                    self.touched.add(touched);
                    if since.get_or_insert_with(Instant::now).elapsed() > LONGEST {
                        return true;
                    }
                }
                Ok(Event::Key(key)) => {
                    self.keys.push_back(key);
                    return true;
                }
                // A folder that is still gone needs no reading.
                Err(RecvTimeoutError::Timeout) if self.is_gone && !self.session.root().is_dir() => {}
                Err(RecvTimeoutError::Timeout) => {
                    if since.is_none() {
                        self.touched.add(Touched::everything());
                    }
                    return true;
                }
                Err(RecvTimeoutError::Disconnected) => return false,
            }
        }
    }
}
