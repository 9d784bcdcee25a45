//! The days of a club's week, and those on which nobody owes anything.

use chrono::{Datelike, NaiveDate, Weekday};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::fmt;

const DAYS: [(&str, Weekday); 7] = [
    ("mon", Weekday::Mon),
    ("tue", Weekday::Tue),
    ("wed", Weekday::Wed),
    ("thu", Weekday::Thu),
    ("fri", Weekday::Fri),
    ("sat", Weekday::Sat),
    ("sun", Weekday::Sun),
];

/// A day of the week: `mon` to `sun`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Day(Weekday);

/// A time of the week, as `thu 20:00`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WeekTime {
    pub day: Day,
    /// Hour and minute on the clock of the zone.
    pub time: (u32, u32),
}

/// A day or several in a row on which no time runs: `2026-12-25`, `2026-12-24..2027-01-06`, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Holiday {
    first: NaiveDate,
    last: NaiveDate,
}

impl Day {
    pub fn is(self, date: NaiveDate) -> bool {
        date.weekday() == self.0
    }

    fn parse(text: &str) -> Result<Self, String> {
        let found = DAYS.into_iter().find(|(name, _)| *name == text);
        let wrong = || format!("`{}` is not a day; write mon, tue ... sun", text.escape_default());
        found.map(|(_, day)| Self(day)).ok_or_else(wrong)
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, _) = DAYS[self.0.num_days_from_monday() as usize];
        f.write_str(name)
    }
}

impl WeekTime {
    fn parse(text: &str) -> Result<Self, String> {
        let wrong =
            || format!("`{}` is not a time of the week; write mon 20:00", text.escape_default());
        let (day, time) = text.split_once(' ').ok_or_else(wrong)?;
        let (hour, minute) = time.split_once(':').ok_or_else(wrong)?;
        let number = |text: &str, most: u32| {
            let two = text.len() == 2 && text.bytes().all(|c| c.is_ascii_digit());
            text.parse().ok().filter(|number| two && *number < most).ok_or_else(wrong)
        };
        Ok(Self { day: Day::parse(day)?, time: (number(hour, 24)?, number(minute, 60)?) })
    }
}

impl fmt::Display for WeekTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (hour, minute) = self.time;
        write!(f, "{} {hour:02}:{minute:02}", self.day)
    }
}

impl Holiday {
    pub fn covers(self, date: NaiveDate) -> bool {
        (self.first..=self.last).contains(&date)
    }

    fn parse(text: &str) -> Result<Self, String> {
        let wrong = || {
            let shown = text.escape_default();
            format!("`{shown}` is not a holiday; write 2026-12-25 or 2026-12-24..2027-01-06")
        };
        let date = |text: &str| text.parse::<NaiveDate>().map_err(|_| wrong());
        let (first, last) = text.split_once("..").unwrap_or((text, text));
        let (first, last) = (date(first)?, date(last)?);
        if first <= last { Ok(Self { first, last }) } else { Err(wrong()) }
    }
}

impl fmt::Display for Holiday {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.first == self.last {
            write!(f, "{}", self.first)
        } else {
            write!(f, "{}..{}", self.first, self.last)
        }
    }
}

/// Writes and reads each of these types as its one text.
macro_rules! as_text {
    ($($kind:ty),+) => { $(
        impl Serialize for $kind {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $kind {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                Self::parse(&String::deserialize(deserializer)?).map_err(de::Error::custom)
            }
        }
    )+ };
}

as_text!(Day, WeekTime, Holiday);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_read_is_written_again() {
        for text in ["mon 20:00", "sun 00:05"] {
            assert_eq!(WeekTime::parse(text).unwrap().to_string(), text);
        }
        for text in ["2026-12-25", "2026-12-24..2027-01-06"] {
            assert_eq!(Holiday::parse(text).unwrap().to_string(), text);
        }
        for wrong in ["mon", "mon 8:00", "mon 24:00", "may 20:00", "mon 20:00 "] {
            assert!(WeekTime::parse(wrong).is_err(), "{wrong}");
        }
        for wrong in ["2026-02-30", "2026-12-25..2026-12-24", "25.12."] {
            assert!(Holiday::parse(wrong).is_err(), "{wrong}");
        }
    }
}
