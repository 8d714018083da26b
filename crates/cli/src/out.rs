//! Standard output. Printed work is already done, so a reader that stops early (`| head`) changes nothing,
//! not even the exit code.

use std::fmt::Arguments;
use std::io::{self, Write};

pub(crate) fn write(text: Arguments<'_>) {
    match io::stdout().lock().write_fmt(text) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            eprintln!("verdict: warning: standard output: {error}");
        }
        _ => {}
    }
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
