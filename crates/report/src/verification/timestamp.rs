//! Timestamps of the host's clock.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

/// The last millisecond of the year 9999, because years have four digits in ISO 8601.
const LAST_MS: i64 = 253_402_300_799_999;

/// Whole milliseconds since 1970, in UTC, from 1970 to 9999. Written in ISO 8601 like `Date.toISOString`:
/// `2026-01-02T15:35:07.400Z`. Any RFC 3339 text is accepted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(type = "string"))]
pub struct Timestamp(i64);

impl Timestamp {
    /// Converts milliseconds since 1970. Times outside 1970 to 9999 are clamped; NaN becomes 1970.
    #[must_use]
    pub const fn from_ms(ms: f64) -> Timestamp {
        Timestamp(ms.clamp(0.0, LAST_MS as f64) as i64)
    }

    /// Milliseconds since 1970.
    #[must_use]
    pub const fn ms(self) -> f64 {
        self.0 as f64
    }

    /// Parses an RFC 3339 text; `None` for any other text and for years before 1970.
    #[must_use]
    pub fn parse(text: &str) -> Option<Timestamp> {
        let time = OffsetDateTime::parse(text, &Rfc3339).ok()?;
        let ms = i64::try_from(time.unix_timestamp_nanos() / 1_000_000).ok()?;
        (0..=LAST_MS).contains(&ms).then_some(Timestamp(ms))
    }

    /// With seconds and without a time zone, as in JUnit's schema: `2026-01-02T15:35:07`.
    pub(crate) fn to_second(self) -> String {
        let time = self.utc();
        let (date, clock) = (time.date(), time.time());
        format!(
            "{:04}-{:02}-{:02}T{:02}:{:02}:{:02}",
            date.year(),
            u8::from(date.month()),
            date.day(),
            clock.hour(),
            clock.minute(),
            clock.second()
        )
    }

    /// With seconds, for file names: `20260102_153507`.
    pub(crate) fn compact(self) -> String {
        self.to_second().replace(['-', ':'], "").replace('T', "_")
    }

    fn utc(self) -> OffsetDateTime {
        OffsetDateTime::from_unix_timestamp(self.0 / 1000).unwrap_or(OffsetDateTime::UNIX_EPOCH)
    }
}

impl std::fmt::Display for Timestamp {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.{:03}Z", self.to_second(), self.0 % 1000)
    }
}

impl Serialize for Timestamp {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Timestamp {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Timestamp, D::Error> {
        let text = String::deserialize(deserializer)?;
        Timestamp::parse(&text).ok_or_else(|| serde::de::Error::custom("a time is no ISO 8601 text"))
    }
}

/// Durations in JSON: milliseconds with microsecond precision, as an integer if possible. Invalid durations
/// (NaN, negative, infinite) become 0, and durations are limited to 31 years, so that values survive a round
/// trip.
pub(crate) mod duration {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    /// The longest duration whose microseconds every JSON reader represents exactly.
    const LONGEST_MS: f64 = 1e12;

    pub(crate) fn sane(ms: f64) -> f64 {
        if ms.is_finite() { (ms.clamp(0.0, LONGEST_MS) * 1000.0).round() / 1000.0 } else { 0.0 }
    }

    #[allow(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
    pub(crate) fn serialize<S: Serializer>(ms: &f64, serializer: S) -> Result<S::Ok, S::Error> {
        let ms = sane(*ms);
        if ms.fract() == 0.0 { serializer.serialize_u64(ms as u64) } else { serializer.serialize_f64(ms) }
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
        let ms = f64::deserialize(deserializer)?;
        if ms >= 0.0 { Ok(sane(ms)) } else { Err(D::Error::custom("a duration is negative")) }
    }
}
