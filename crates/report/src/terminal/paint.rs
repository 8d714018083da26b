//! Colours, or none.

use anstyle::{AnsiColor, Style};

/// Writes texts with colours, if it has any. Texts must be neutralised before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Paint(
    /// Whether there are colours.
    pub bool,
);

impl Paint {
    fn with(self, style: Style, text: &str) -> String {
        if self.0 { format!("{style}{text}{style:#}") } else { text.to_owned() }
    }

    /// What passed.
    #[must_use]
    pub fn good(self, text: &str) -> String {
        self.with(AnsiColor::Green.on_default(), text)
    }

    /// What failed.
    #[must_use]
    pub fn bad(self, text: &str) -> String {
        self.with(AnsiColor::Red.on_default(), text)
    }

    /// What failed, as a heading.
    #[must_use]
    pub fn loud(self, text: &str) -> String {
        self.with(AnsiColor::Red.on_default().bold(), text)
    }

    /// What needs attention.
    #[must_use]
    pub fn warning(self, text: &str) -> String {
        self.with(AnsiColor::Yellow.on_default(), text)
    }

    /// What matters less.
    #[must_use]
    pub fn dim(self, text: &str) -> String {
        self.with(Style::new().dimmed(), text)
    }

    /// A name.
    #[must_use]
    pub fn name(self, text: &str) -> String {
        self.with(Style::new().bold(), text)
    }
}

/// A time for people: `12 ms`, `1.24 s`, `2 min 5 s`.
pub(super) fn time(ms: f64) -> String {
    if ms < 1000.0 {
        format!("{ms:.0} ms")
    } else if ms < 60_000.0 {
        format!("{:.2} s", ms / 1e3)
    } else {
        let seconds = ms / 1e3;
        format!("{:.0} min {:.0} s", (seconds / 60.0).floor(), (seconds % 60.0).floor())
    }
}
