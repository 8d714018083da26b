//! `verdict keep`: a program that ends, with all that it started, when whoever asked for it ends, however that is.
//!
//! A process that is killed, or that panics and aborts, tidies up nothing. Its end of a pipe is closed all the same:
//! that is what this one waits for.

use std::ffi::OsString;
use std::io;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::channel;
use std::time::Duration;

/// The program and its arguments. It has a folder for temporary files of its own, which is removed after it.
#[derive(clap::Args)]
pub(crate) struct KeepArguments {
    #[arg(required = true, trailing_var_arg = true, allow_hyphen_values = true)]
    command: Vec<OsString>,
}

/// How long files of processes that were killed may take to be let go.
const TRIES: u32 = 20;
const PAUSE: Duration = Duration::from_millis(100);

/// Runs the program until standard input ends, or until it ends itself.
///
/// # Errors
/// [`io::Error`] if it cannot be started.
pub(crate) fn run(arguments: &KeepArguments) -> io::Result<()> {
    let Some((program, rest)) = arguments.command.split_first() else { return Ok(()) };
    let folder = tempfile::Builder::new().prefix("verdict-").tempdir()?;
    let mut command = Command::new(program);
    command.args(rest).env("TMPDIR", folder.path()).stdin(Stdio::null());
    alone(&mut command);
    let mut child = command.spawn()?;
    let (sender, ended) = channel::<()>();
    std::thread::spawn(move || {
        // What is written to it means nothing: only that it ends does.
        let _ = io::copy(&mut io::stdin().lock(), &mut io::sink());
        drop(sender);
    });
    while ended.recv_timeout(PAUSE) == Err(std::sync::mpsc::RecvTimeoutError::Timeout) {
        if child.try_wait()?.is_some() {
            break;
        }
    }
    end(&mut child);
    let path = folder.keep();
    for _ in 0..TRIES {
        if std::fs::remove_dir_all(&path).is_ok() || !path.exists() {
            break;
        }
        std::thread::sleep(PAUSE);
    }
    Ok(())
}

/// In a process group of its own: a terminal's Ctrl-C does not reach it, and all of it can be ended at once.
pub(super) fn alone(command: &mut Command) {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    #[cfg(not(unix))]
    let _ = command;
}

/// Ends a program and what it started.
fn end(child: &mut Child) {
    #[cfg(unix)]
    if let Some(group) = i32::try_from(child.id()).ok().and_then(rustix::process::Pid::from_raw) {
        // There may be nothing left of it.
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    let _ = child.kill();
    let _ = child.wait();
}
