//! Progress output of a task: one line per step.

use std::io::Write;
use std::time::Duration;

/// Prints `  label  what` at once.
pub(crate) fn say(label: &str, what: impl std::fmt::Display) {
    println!("{label:>9}  {what}");
    let _ = std::io::stdout().flush();
}

/// Seconds to a tenth, or milliseconds below one second.
pub(crate) fn human(time: Duration) -> String {
    if time < Duration::from_secs(1) {
        format!("{} ms", time.as_millis())
    } else if time < Duration::from_secs(60) {
        format!("{:.1} s", time.as_secs_f64())
    } else {
        format!("{} min {:02} s", time.as_secs() / 60, time.as_secs() % 60)
    }
}
