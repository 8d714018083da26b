//! Standard output, and warnings. Printed work is already done, so a reader that stops early (`| head`) changes nothing,
//! not even the exit code.

use std::fmt::Arguments;
use std::io::{self, Write};

use verdict_report::one_line;

pub(crate) fn write(text: Arguments<'_>) {
    match io::stdout().lock().write_fmt(text) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            warn(&format!("standard output: {error}"));
        }
        _ => {}
    }
}

/// Prints a warning, on one line of standard error.
pub(crate) fn warn(text: &str) {
    eprintln!("verdict: warning: {}", one_line(text));
}

/// Prints text like `print!`.
macro_rules! say {
    ($($text:tt)*) => { $crate::out::write(format_args!($($text)*)) };
}

/// Prints a line like `println!`.
macro_rules! say_line {
    ($($text:tt)*) => { $crate::out::write(format_args!("{}\n", format_args!($($text)*))) };
}

pub(crate) use {say, say_line};
