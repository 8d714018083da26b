//! One entry of ESLint's `rules`.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The severity of a lint rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(type = "'off' | 'warn' | 'error' | 0 | 1 | 2"))]
pub enum RuleSeverity {
    /// The rule is off: `off` or 0.
    Off,
    /// Findings are reported and do not fail the command: `warn` or 1.
    Warn,
    /// Findings fail the command: `error` or 2.
    Error,
}

impl RuleSeverity {
    /// ESLint's spelling.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            RuleSeverity::Off => "off",
            RuleSeverity::Warn => "warn",
            RuleSeverity::Error => "error",
        }
    }

    fn read(value: &Value) -> Option<RuleSeverity> {
        Some(match (value.as_str(), value.as_f64()) {
            (Some("off"), _) => RuleSeverity::Off,
            (Some("warn"), _) => RuleSeverity::Warn,
            (Some("error"), _) => RuleSeverity::Error,
            (_, Some(0.0)) => RuleSeverity::Off,
            (_, Some(1.0)) => RuleSeverity::Warn,
            (_, Some(2.0)) => RuleSeverity::Error,
            _ => return None,
        })
    }
}

/// A severity, or `[severity, ...options]`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "types",
    derive(ts_rs::TS),
    ts(type = "RuleSeverity | readonly [RuleSeverity, ...unknown[]]")
)]
#[serde(try_from = "Value", into = "Value")]
pub struct RuleEntry {
    /// The severity of the rule.
    pub severity: RuleSeverity,
    /// The options, which each rule defines for itself.
    pub options: Vec<Value>,
}

impl TryFrom<Value> for RuleEntry {
    type Error = String;

    fn try_from(value: Value) -> Result<RuleEntry, String> {
        let (severity, options) = match value {
            Value::Array(mut list) if !list.is_empty() => (list.remove(0), list),
            value => (value, Vec::new()),
        };
        let severity = RuleSeverity::read(&severity)
            .ok_or(r#"Expected severity of "off", 0, "warn", 1, "error", or 2."#)?;
        Ok(RuleEntry { severity, options })
    }
}

impl From<RuleEntry> for Value {
    fn from(entry: RuleEntry) -> Value {
        let severity = Value::from(entry.severity.as_str());
        if entry.options.is_empty() {
            return severity;
        }
        Value::Array(std::iter::once(severity).chain(entry.options).collect())
    }
}
