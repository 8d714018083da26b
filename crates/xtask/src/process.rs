//! Convenience around `std::process::Command`.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};

use crate::error::Error;

/// Number of lines shown of a failed program.
const TAIL_LINES: usize = 80;

/// A command to run.
pub(crate) struct Cmd {
    command: Command,
}

impl Cmd {
    /// A program by name or path.
    pub(crate) fn new(program: impl AsRef<OsStr>) -> Cmd {
        let mut command = Command::new(program);
        command.stdin(Stdio::null());
        Cmd { command }
    }

    pub(crate) fn arg(mut self, argument: impl AsRef<OsStr>) -> Cmd {
        self.command.arg(argument);
        self
    }

    pub(crate) fn args<A: AsRef<OsStr>>(mut self, arguments: impl IntoIterator<Item = A>) -> Cmd {
        self.command.args(arguments);
        self
    }

    /// Arguments written as in a shell, without quoting.
    pub(crate) fn words(self, words: &str) -> Cmd {
        self.args(words.split_whitespace())
    }

    /// Sets an environment variable.
    pub(crate) fn env(mut self, name: &str, value: impl AsRef<OsStr>) -> Cmd {
        self.command.env(name, value);
        self
    }

    /// The folder to run in.
    pub(crate) fn dir(mut self, folder: &Path) -> Cmd {
        self.command.current_dir(folder);
        self
    }

    /// The command line, for messages.
    pub(crate) fn text(&self) -> String {
        let words = std::iter::once(self.command.get_program()).chain(self.command.get_args());
        words.map(|word| word.to_string_lossy().into_owned()).collect::<Vec<_>>().join(" ")
    }

    /// Runs it with visible output.
    ///
    /// # Errors
    /// [`Error::Start`] or [`Error::Failed`].
    pub(crate) fn run(mut self) -> Result<(), Error> {
        let status = self.command.status();
        let status = self.started(status)?;
        self.succeeded(status, String::new)
    }

    /// Runs it with hidden output and returns its standard output.
    ///
    /// # Errors
    /// [`Error::Start`], or [`Error::Failed`] with the end of its output.
    pub(crate) fn read(mut self) -> Result<String, Error> {
        let output = self.command.output();
        let output = self.started(output)?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        self.succeeded(output.status, || text.clone() + &String::from_utf8_lossy(&output.stderr))?;
        Ok(text)
    }

    /// Runs it with both streams redirected to a file. Returns whether it succeeded, and its output.
    ///
    /// # Errors
    /// [`Error::Start`] or [`Error::File`]; not an exit status.
    pub(crate) fn logged(mut self, log: &Path) -> Result<(bool, String), Error> {
        if let Some(folder) = log.parent() {
            std::fs::create_dir_all(folder).map_err(Error::file(folder))?;
        }
        let file = File::create(log).map_err(Error::file(log))?;
        let twin = file.try_clone().map_err(Error::file(log))?;
        let status = self.command.stdout(file).stderr(twin).status();
        let status = self.started(status)?;
        let text = std::fs::read(log).map_err(Error::file(log))?;
        Ok((status.success(), String::from_utf8_lossy(&text).into_owned()))
    }

    /// Runs it like [`Cmd::logged`], but a failure exit status is an error with the end of the log.
    ///
    /// # Errors
    /// [`Error::Start`], [`Error::File`] or [`Error::Failed`].
    pub(crate) fn quiet(self, log: &Path) -> Result<String, Error> {
        let command = self.text();
        let (success, text) = self.logged(log)?;
        if success {
            return Ok(text);
        }
        Err(Error::Failed { command, status: format!("log: {}", log.display()), tail: tail(&text) })
    }

    fn started<T>(&self, result: std::io::Result<T>) -> Result<T, Error> {
        result.map_err(|source| Error::Start { command: self.text(), source })
    }

    fn succeeded(&self, status: ExitStatus, printed: impl FnOnce() -> String) -> Result<(), Error> {
        if status.success() {
            return Ok(());
        }
        Err(Error::Failed { command: self.text(), status: status.to_string(), tail: tail(&printed()) })
    }
}

/// The last lines of a text, each on an indented line.
pub(crate) fn tail(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let from = lines.len().saturating_sub(TAIL_LINES);
    lines[from..].iter().map(|line| format!("\n  | {line}")).collect()
}

/// A program on PATH, or the first of `usual` that is a file.
pub(crate) fn find(names: &[&str], usual: &[&str]) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let on_path = names.iter().flat_map(|name| {
        std::env::split_paths(&path)
            .map(|folder| folder.join(name).with_extension(std::env::consts::EXE_EXTENSION))
            .collect::<Vec<_>>()
    });
    on_path.chain(usual.iter().map(PathBuf::from)).find(|file| is_program(file))
}

/// PATH with a folder in front.
pub(crate) fn path_with(folder: &Path) -> OsString {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::iter::once(folder.to_owned()).chain(std::env::split_paths(&path));
    std::env::join_paths(folders).unwrap_or(path)
}

#[cfg(unix)]
fn is_program(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    file.metadata().is_ok_and(|meta| meta.is_file() && meta.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_program(file: &Path) -> bool {
    file.is_file()
}
