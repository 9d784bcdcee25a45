//! When those who do not play see what happened: `public:` in the charter.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// Most turns that a public view may stay behind.
pub const LATE_MAX: u32 = 999;

/// When others than the players see a record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Disclosure {
    /// As soon as it is sealed.
    #[default]
    AtOnce,
    /// Once the game has advanced by this many turns.
    Late(u32),
    /// When the game is over.
    AtEnd,
    /// Never: nobody but the players is told that there is a game.
    Never,
}

/// The words with which a charter says it.
const WORDS: &str = "`at-once`, `at-end`, `nothing`, or a delay such as `2-turns-late`";

impl Disclosure {
    /// The number of a game's records, from the opening on, that others may see; `None` if they may not know that there
    /// is a game. Otherwise the opening is never held back, because it is what the players agreed on.
    ///
    /// `turns` are the turns, in the title's count, that followed each record, from the opening on; `over` says
    /// whether the last record ended the game.
    pub fn shown(self, turns: &[u32], over: bool) -> Option<usize> {
        let all = turns.len();
        match self {
            Self::Never => None,
            Self::AtEnd if !over => Some(all.min(1)),
            Self::Late(late) if !over => {
                let now = turns.last().copied().unwrap_or(0);
                let old = |turn: &u32| turn.saturating_add(late) <= now;
                // A rollback leads to earlier turns again: what was too young once keeps all behind it back.
                Some(turns.iter().take_while(|turn| old(turn)).count().max(all.min(1)))
            }
            Self::AtOnce | Self::AtEnd | Self::Late(_) => Some(all),
        }
    }
}

impl fmt::Display for Disclosure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AtOnce => f.write_str("at-once"),
            Self::Late(1) => f.write_str("1-turn-late"),
            Self::Late(turns) => write!(f, "{turns}-turns-late"),
            Self::AtEnd => f.write_str("at-end"),
            Self::Never => f.write_str("nothing"),
        }
    }
}

impl FromStr for Disclosure {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let word = match text {
            "at-once" => Self::AtOnce,
            "at-end" => Self::AtEnd,
            "nothing" => Self::Never,
            "1-turn-late" => Self::Late(1),
            _ => {
                let turns = text.strip_suffix("-turns-late").and_then(|turns| turns.parse().ok());
                turns.map(Self::Late).ok_or_else(|| format!("`{text}`: write one of {WORDS}"))?
            }
        };
        match word {
            Self::Late(turns) if !(1..=LATE_MAX).contains(&turns) => {
                Err(format!("`{text}`: write 1 to {LATE_MAX} turns"))
            }
            Self::AtOnce | Self::Late(_) | Self::AtEnd | Self::Never => Ok(word),
        }
    }
}

impl TryFrom<String> for Disclosure {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<Disclosure> for String {
    fn from(disclosure: Disclosure) -> Self {
        disclosure.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_as_they_are_written() {
        for word in ["at-once", "1-turn-late", "12-turns-late", "at-end", "nothing"] {
            assert_eq!(word.parse::<Disclosure>().unwrap().to_string(), word);
        }
        for wrong in ["", "0-turns-late", "1000-turns-late", "-1-turns-late", "late", "At-once"] {
            assert!(wrong.parse::<Disclosure>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn records_are_shown_when_the_game_has_come_so_many_turns_further() {
        let turns = [0, 1, 1, 2, 3, 3];
        let shown = |word: &str, over| word.parse::<Disclosure>().unwrap().shown(&turns, over);
        assert_eq!(shown("at-once", false), Some(6));
        assert_eq!(shown("1-turn-late", false), Some(4));
        assert_eq!(shown("2-turns-late", false), Some(3));
        assert_eq!(shown("9-turns-late", false), Some(1), "the opening is no secret");
        assert_eq!(shown("at-end", false), Some(1));
        assert_eq!(shown("at-end", true), Some(6));
        assert_eq!(shown("9-turns-late", true), Some(6));
        assert_eq!(shown("nothing", true), None);
        let back = Disclosure::Late(1).shown(&[0, 1, 2, 3, 1, 2], false);
        assert_eq!(back, Some(2), "turns 2 and 3 were taken back, and turn 2 is now");
    }
}
