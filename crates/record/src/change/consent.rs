//! The rules of consent to changes: alternatives of voices, as data of the charter.

use super::Kind;
use crate::schedule::Schedule;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

engine::words! {
    /// Somebody whose agreement a rule asks for.
    pub enum Voice {
        /// The seat that the change concerns.
        Seat = "seat",
        Referee = "referee",
        /// Every seat that is not vacant.
        All = "all",
        /// More than half of the seats that have a voice.
        Most = "most",
    }
}

/// One way to agree: all of these voices, written `referee+most`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Rule(Vec<Voice>);

impl Rule {
    pub fn voices(&self) -> &[Voice] {
        &self.0
    }

    fn says(&self, voice: Voice) -> bool {
        self.0.contains(&voice)
    }
}

impl TryFrom<String> for Rule {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let voice = |word: &str| {
            Voice::parse(word).ok_or_else(|| {
                let all = Voice::WORDS.join(", ");
                format!("`{}` cannot be asked to agree; write one of {all}", word.escape_default())
            })
        };
        let voices: Vec<Voice> = text.split('+').map(voice).collect::<Result<_, _>>()?;
        for (at, voice) in voices.iter().enumerate() {
            if voices[..at].contains(voice) {
                return Err(format!("`{text}` names {} twice", voice.word()));
            }
        }
        Ok(Self(voices))
    }
}

impl From<Rule> for String {
    fn from(rule: Rule) -> Self {
        rule.0.iter().map(|voice| voice.word()).collect::<Vec<_>>().join("+")
    }
}

impl fmt::Display for Rule {
    /// In words: `the referee with most of the other seats`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, voice) in self.0.iter().enumerate() {
            f.write_str(if at == 0 { "" } else { " with " })?;
            f.write_str(match voice {
                Voice::Seat => "the seat itself",
                Voice::Referee => "the referee",
                Voice::All => "all seats",
                Voice::Most => "most of the other seats",
            })?;
        }
        Ok(())
    }
}

/// The rules of a charter, by kind; a kind that is not named has the default ones.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Consent(BTreeMap<Kind, Vec<Rule>>);

impl Consent {
    /// The ways to agree to a change of this kind; `office` where it concerns the referee's key.
    pub fn rules(&self, kind: Kind, office: bool) -> Vec<Rule> {
        match self.0.get(&kind) {
            // The charter's words about keys are about seats: the referee's key belongs to the referee's office.
            Some(rules) if !(office && matches!(kind, Kind::Key | Kind::Player)) => rules.clone(),
            _ => defaults(kind, office),
        }
    }

    /// The rules of consent in a new charter with such a schedule: none, except if vacant seats go to the program. Then
    /// the referee alone agrees to that.
    pub fn beside(schedule: Option<&Schedule>) -> Self {
        let gives = schedule.is_some_and(|schedule| schedule.vacant.is_some());
        let rule = || (Kind::Program, vec![Rule(vec![Voice::Referee])]);
        Self(gives.then(rule).into_iter().collect())
    }

    /// True if the referee alone may agree to a change of this kind that concerns a seat.
    pub fn leaves_to_the_referee(&self, kind: Kind) -> bool {
        self.rules(kind, false).iter().any(|rule| rule.0 == [Voice::Referee])
    }

    pub(crate) fn speaks_of(&self, kind: Kind) -> bool {
        self.0.contains_key(&kind)
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Checks that every kind has a way to agree, and that a seat is asked only where one is concerned.
    ///
    /// # Errors
    /// The kind, and what is wrong.
    pub fn check(&self) -> Result<(), (Kind, &'static str)> {
        for (kind, rules) in &self.0 {
            if rules.is_empty() {
                return Err((*kind, "nobody could ever agree: name at least one way to agree"));
            }
            let seat = rules.iter().any(|rule| rule.says(Voice::Seat));
            if seat && !kind.concerns_a_seat() {
                return Err((
                    *kind,
                    "this change does not concern a single seat: write referee, most or all",
                ));
            }
        }
        Ok(())
    }

    /// The kinds that need less agreement than by default: one way to agree asks for less than every default way or,
    /// where by default nobody can agree, needs no other seat's word.
    pub fn weaker(&self) -> Vec<Kind> {
        let weaker = |(kind, rules): &(&Kind, &Vec<Rule>)| {
            let usual = defaults(**kind, false);
            let covers = |rule: &Rule, usual: &Rule| {
                usual.0.iter().all(|voice| {
                    rule.says(*voice) || (*voice == Voice::Most && rule.says(Voice::All))
                })
            };
            if usual.is_empty() {
                return rules.iter().any(|rule| !rule.says(Voice::Most) && !rule.says(Voice::All));
            }
            rules.iter().any(|rule| !usual.iter().any(|usual| covers(rule, usual)))
        };
        self.0.iter().filter(weaker).map(|(kind, _)| *kind).collect()
    }
}

/// The rules that hold if the charter has none.
fn defaults(kind: Kind, office: bool) -> Vec<Rule> {
    use Voice::{All, Most, Referee, Seat};
    let ways: &[&[Voice]] = match kind {
        Kind::Key | Kind::Player if office => &[&[Referee, Most], &[All]],
        Kind::Key | Kind::Player => &[&[Referee, Seat], &[Referee, Most]],
        Kind::Deadline => &[&[Referee]],
        Kind::Vacation => &[&[Seat]],
        Kind::Pause => &[&[All], &[Referee, Most]],
        Kind::Resign => &[&[Seat], &[Referee, Most]],
        // A charter that does not speak of it does not allow it.
        Kind::Program => &[],
        Kind::Referee => &[&[Referee, Most], &[All]],
        Kind::Charter | Kind::Options | Kind::Ruling | Kind::Rollback => &[&[Referee, All]],
        Kind::End => &[&[All]],
    };
    ways.iter().map(|way| Rule(way.to_vec())).collect()
}
