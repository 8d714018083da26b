//! Renderers, one per format.

mod github;
mod json;
mod junit;
mod sarif;
mod tap;
mod text;

use crate::model::Model;
use crate::{RunReport, VerificationReport};

/// A format of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename_all = "lowercase"))]
pub enum Format {
    /// For people and agents: one line per failure, then expected and received, then counts. No colours.
    Text,
    /// The JSON of Vitest's and Jest's reporters.
    Json,
    /// `JUnit` XML.
    Junit,
    /// TAP 13.
    Tap,
    /// Annotations of GitHub Actions.
    Github,
    /// SARIF 2.1.0.
    Sarif,
}

/// An unknown format name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownFormat(pub String);

impl std::fmt::Display for UnknownFormat {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let names = Format::ALL.map(Format::as_str).join(", ");
        write!(f, "unknown format {} (expected one of {names})", crate::escape::one_line(&self.0))
    }
}

impl std::error::Error for UnknownFormat {}

impl Format {
    /// All formats.
    pub const ALL: [Format; 6] =
        [Format::Text, Format::Json, Format::Junit, Format::Tap, Format::Github, Format::Sarif];

    /// The name, for example `junit`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Format::Text => "text",
            Format::Json => "json",
            Format::Junit => "junit",
            Format::Tap => "tap",
            Format::Github => "github",
            Format::Sarif => "sarif",
        }
    }
}

impl std::str::FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(name: &str) -> Result<Self, UnknownFormat> {
        Format::ALL
            .into_iter()
            .find(|format| format.as_str() == name)
            .ok_or_else(|| UnknownFormat(name.to_owned()))
    }
}

/// Renders a report. The output ends with a line feed. Equal reports give equal bytes.
#[must_use]
pub fn render(report: &RunReport, format: Format) -> String {
    show(&report.into(), format)
}

/// Renders a stored report like [`render`]: a level is a suite, a check is a test.
#[must_use]
pub fn render_verification(report: &VerificationReport, format: Format) -> String {
    show(&report.into(), format)
}

fn show(model: &Model<'_>, format: Format) -> String {
    match format {
        Format::Text => text::render(model),
        Format::Json => json::render(model),
        Format::Junit => junit::render(model),
        Format::Tap => tap::render(model),
        Format::Github => github::render(model),
        Format::Sarif => sarif::render(model),
    }
}
