//! Lengths of time as a charter writes them: `15m`, `6h`, `2d`.

use chrono::TimeDelta;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::fmt;

const HOUR: u32 = 60;
const DAY: u32 = 24 * HOUR;
/// Longest length, in minutes.
const MOST: u32 = 366 * DAY;

/// A length of time in whole minutes, from one minute to 366 days. Written in the largest unit that divides it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Span(u32);

impl Span {
    pub const fn hours(hours: u32) -> Self {
        Self(hours * HOUR)
    }

    /// Reads a number with `m`, `h` or `d` behind it.
    ///
    /// # Errors
    /// A message of one line that says what is wrong.
    pub fn parse(text: &str) -> Result<Self, String> {
        let wrong = || {
            let shown = text.escape_default();
            format!(
                "`{shown}` is not a length of time up to 366 days; write one like 15m, 6h or 2d"
            )
        };
        let unit = text.chars().last().ok_or_else(wrong)?;
        let digits = &text[..text.len() - unit.len_utf8()];
        let each = match unit {
            'm' => 1,
            'h' => HOUR,
            'd' => DAY,
            _ => return Err(wrong()),
        };
        let plain = !digits.is_empty() && digits.bytes().all(|c| c.is_ascii_digit());
        let number: Option<u32> = digits.parse().ok().filter(|_| plain);
        let minutes = number.and_then(|number| number.checked_mul(each));
        minutes.filter(|minutes| (1..=MOST).contains(minutes)).map(Self).ok_or_else(wrong)
    }

    pub fn delta(self) -> TimeDelta {
        TimeDelta::minutes(i64::from(self.0))
    }
}

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            minutes if minutes.is_multiple_of(DAY) => write!(f, "{}d", minutes / DAY),
            minutes if minutes.is_multiple_of(HOUR) => write!(f, "{}h", minutes / HOUR),
            minutes => write!(f, "{minutes}m"),
        }
    }
}

impl Serialize for Span {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Span {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::parse(&text).map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::Span;

    #[test]
    fn lengths_are_read_and_written_in_their_largest_unit() {
        for (text, written) in [("15m", "15m"), ("90m", "90m"), ("60m", "1h"), ("48h", "2d")] {
            assert_eq!(Span::parse(text).unwrap().to_string(), written);
        }
        for wrong in ["", "m", "0m", "-1h", "+1h", "1.5h", "3", "3w", "367d", "99999999999d", "1é"]
        {
            assert!(Span::parse(wrong).is_err(), "{wrong}");
        }
    }
}
