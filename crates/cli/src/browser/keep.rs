//! `verdict keep`: runs a program that is terminated, with all processes it started, when its parent ends in
//! any way.
//!
//! A process that is killed or aborts cleans up nothing. Its end of a pipe is closed nevertheless, which is
//! what this process waits for.

use std::ffi::OsString;
use std::io;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::channel;
use std::time::Duration;

/// The program and its arguments. It gets its own folder for temporary files, which is removed afterwards.
#[derive(clap::Args)]
pub(crate) struct KeepArguments {
    #[arg(required = true, trailing_var_arg = true, allow_hyphen_values = true)]
    command: Vec<OsString>,
}

/// Number of attempts to remove files of killed processes.
const TRIES: u32 = 20;
const PAUSE: Duration = Duration::from_millis(100);

/// Runs the program until standard input ends, or until it exits.
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
        // The input has no meaning; only its end matters.
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

/// Puts a program into its own process group, so that a terminal's Ctrl-C does not reach it and the whole
/// group can be terminated.
pub(super) fn alone(command: &mut Command) {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    #[cfg(not(unix))]
    let _ = command;
}

/// Terminates a program and the processes it started.
fn end(child: &mut Child) {
    #[cfg(unix)]
    if let Some(group) = i32::try_from(child.id()).ok().and_then(rustix::process::Pid::from_raw) {
        // The group may be gone already.
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    let _ = child.kill();
    let _ = child.wait();
}
