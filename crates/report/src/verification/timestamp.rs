//! Points in time, as the host's clock has them.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

/// The last millisecond of the year 9999: ISO 8601 has four digits for a year.
const LAST_MS: i64 = 253_402_300_799_999;

/// Whole milliseconds since 1970, in UTC, from 1970 to 9999. ISO 8601 in JSON, as `Date.toISOString` has it:
/// `2026-01-02T15:35:07.400Z`. Any RFC 3339 text is read.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp(i64);

impl Timestamp {
    /// The time at a reading of a clock, in milliseconds since 1970. What is no time of 1970 to 9999 is the
    /// nearest that is; NaN is 1970.
    #[must_use]
    pub const fn from_ms(ms: f64) -> Timestamp {
        Timestamp(ms.clamp(0.0, LAST_MS as f64) as i64)
    }

    /// Milliseconds since 1970.
    #[must_use]
    pub const fn ms(self) -> f64 {
        self.0 as f64
    }

    /// Reads an RFC 3339 text; `None` for any other and for a year before 1970.
    #[must_use]
    pub fn parse(text: &str) -> Option<Timestamp> {
        let time = OffsetDateTime::parse(text, &Rfc3339).ok()?;
        let ms = i64::try_from(time.unix_timestamp_nanos() / 1_000_000).ok()?;
        (0..=LAST_MS).contains(&ms).then_some(Timestamp(ms))
    }

    /// To the second, without a zone, as JUnit's schema has it: `2026-01-02T15:35:07`.
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

    /// To the second, as file names have it: `20260102_153507`.
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

/// Durations in JSON: milliseconds to the microsecond, a whole number where it is one. What is no duration
/// (NaN, negative, without end) is 0 and none is longer than 31 years, so that what is written is what is read.
pub(crate) mod duration {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    /// Up to here, microseconds are whole numbers that a float holds, and so does every reader of JSON.
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
