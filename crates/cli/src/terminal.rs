//! What the terminal can show.

use std::io::{self, IsTerminal};

fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

/// Whether standard output has colours. `NO_COLOR` turns them off, `FORCE_COLOR` on; else a terminal has them.
pub(crate) fn has_colours() -> bool {
    if variable("NO_COLOR").is_some() {
        return false;
    }
    match variable("FORCE_COLOR").as_deref() {
        Some("0" | "false") => false,
        Some(_) => true,
        None => io::stdout().is_terminal() && variable("TERM").as_deref() != Some("dumb"),
    }
}

/// Whether standard output is a terminal.
pub(crate) fn is_stdout() -> bool {
    io::stdout().is_terminal()
}

/// Whether this runs on a server of continuous integration, which sets `CI`.
pub(crate) fn is_build_server() -> bool {
    variable("CI").is_some_and(|value| value != "false")
}

/// Whether a display that changes makes sense: standard error is a terminal, and not that of a CI service.
pub(crate) fn is_live() -> bool {
    io::stderr().is_terminal() && variable("CI").is_none() && variable("TERM").as_deref() != Some("dumb")
}
