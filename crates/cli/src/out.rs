//! Standard output. By the time something is printed it is done, so whoever reads no further (`| head`) ends
//! nothing and changes no exit code.

use std::fmt::Arguments;
use std::io::{self, Write};

/// Writes a text.
pub(crate) fn write(text: Arguments<'_>) {
    match io::stdout().lock().write_fmt(text) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            eprintln!("verdict: warning: standard output: {error}");
        }
        _ => {}
    }
}

/// A text as `print!` takes it.
macro_rules! say {
    ($($text:tt)*) => { $crate::out::write(format_args!($($text)*)) };
}

/// A line as `println!` takes it.
macro_rules! say_line {
    ($($text:tt)*) => { $crate::out::write(format_args!("{}\n", format_args!($($text)*))) };
}

pub(crate) use {say, say_line};
