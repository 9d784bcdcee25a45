//! Policies: rules that choose a card, effects, losses, retreats. Their serialised form is the order grammar.

pub(crate) mod read;

use crate::names::{AreaId, CardId, EffectWord, Element, GameWord, Losses, PlayWord, Rank, Role};
use crate::orders::Movement;
use serde::de::{MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeMap;
use std::fmt;

/// Standing orders: what answers for a seat until it is replaced, key by key.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Policy {
    /// Rules that choose a card; the first that fits counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub battle: Option<Vec<PlayRule>>,
    /// What a star card does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub effect: Option<EffectPolicy>,
    /// Which unit falls first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub losses: Option<Losses>,
    /// Regions of retreat in order of preference.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retreat: Option<Vec<AreaId>>,
    /// The order in which battles are fought in one's own turn, as far as the action names none (B2).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub battles: Option<Vec<AreaId>>,
}

/// One rule: when it holds, the card comes from `play`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlayRule {
    /// Conditions, all of which must hold.
    #[serde(skip_serializing_if = "When::is_empty")]
    pub when: When,
    /// Which card.
    pub play: Play,
    /// The effect policy if this rule gave the card.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub effect: Option<EffectPolicy>,
    /// The losses policy if this rule gave the card.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub losses: Option<Losses>,
    /// The retreat policy if this rule gave the card.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retreat: Option<Vec<AreaId>>,
}

/// Conditions of a rule; absent ones hold.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct When {
    /// One of these areas.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub area: Vec<AreaId>,
    /// On land or at sea.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<Element>,
    /// As attacker or defender.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub role: Option<Role>,
    /// Own strength of units in the area.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mine: Option<Compare>,
    /// The enemy's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub theirs: Option<Compare>,
    /// Own minus the enemy's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub margin: Option<Compare>,
    /// The strongest card of the enemy's hand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<Compare>,
    /// The game is lost with this battle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_stake: Option<GameWord>,
    /// The game is won with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prize: Option<GameWord>,
}

impl When {
    /// Whether it holds always.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// How a number is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// `2`
    Is,
    /// `<2`
    Below,
    /// `<=2`
    AtMost,
    /// `>2`
    Above,
    /// `>=2`
    AtLeast,
}

/// A comparison with a number: `2`, `"<=1"`, `">0"`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Compare {
    /// The comparison.
    pub sign: Sign,
    pub number: i32,
}

impl Compare {
    /// The comparison that a text writes.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let forms = [
            (">=", Sign::AtLeast),
            ("<=", Sign::AtMost),
            (">", Sign::Above),
            ("<", Sign::Below),
            ("=", Sign::Is),
            ("", Sign::Is),
        ];
        let (sign, rest) =
            forms.into_iter().find_map(|(mark, sign)| Some((sign, text.strip_prefix(mark)?)))?;
        let number: i32 = rest.trim().parse().ok()?;
        (-99..=99).contains(&number).then_some(Self { sign, number })
    }

    /// Whether a value fits.
    pub fn holds(self, value: i32) -> bool {
        match self.sign {
            Sign::Is => value == self.number,
            Sign::Below => value < self.number,
            Sign::AtMost => value <= self.number,
            Sign::Above => value > self.number,
            Sign::AtLeast => value >= self.number,
        }
    }
}

impl fmt::Display for Compare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = match self.sign {
            Sign::Is => "",
            Sign::Below => "<",
            Sign::AtMost => "<=",
            Sign::Above => ">",
            Sign::AtLeast => ">=",
        };
        write!(f, "{mark}{}", self.number)
    }
}

impl Serialize for Compare {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A play expression: how a card is chosen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Play {
    Word(PlayWord),
    /// The weakest card that beats something.
    Beat {
        /// What is beaten.
        beat: Against,
    },
    /// The weakest card that at least ties with something.
    Hold {
        /// What is held.
        hold: Against,
    },
    /// By lot.
    Mix {
        /// The cards and their weights, in the order written.
        mix: Weights,
    },
    /// The first that yields a card.
    First(Vec<Play>),
    /// That card, if in hand.
    Card(CardId),
}

/// A card strength to be met.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Against {
    Number(i32),
    /// A card of the enemy's hand.
    Rank(Rank),
}

/// Cards with weights, in the order written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Weights(pub Vec<(CardId, u32)>);

impl Serialize for Weights {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (card, weight) in &self.0 {
            map.serialize_entry(card, weight)?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for Weights {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reading;
        impl<'de> Visitor<'de> for Reading {
            type Value = Weights;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("cards with their weights")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Weights, A::Error> {
                let mut weights = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    weights.push(entry);
                }
                Ok(Weights(weights))
            }
        }
        deserializer.deserialize_map(Reading)
    }
}

/// What a star card does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum EffectPolicy {
    /// By a word.
    Word(EffectWord),
    /// By a word, with what must stay and who goes first.
    Tuned(Tuned),
    /// These movements.
    Moves(FixedMoves),
}

/// Explicit movements.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FixedMoves {
    /// The movements, each checked when its turn comes.
    pub moves: Vec<Movement>,
}

/// An effect policy in full.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tuned {
    /// What is tried.
    #[serde(rename = "do")]
    pub aim: EffectWord,
    /// Units that stay, by area; the word `capital` stands for the own capital.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub keep: Option<BTreeMap<String, u32>>,
    /// The only areas that units leave, in order of preference; empty for any.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub from: Vec<AreaId>,
}

/// When a plan given ahead is meant.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Guards {
    /// No battle was fought in the enemy's turn just ended.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub no_battle: bool,
    /// Numbers of enemy units, by area.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub enemy: BTreeMap<AreaId, Compare>,
    /// Numbers of own units, by area.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub mine: BTreeMap<AreaId, Compare>,
    /// Cards that must be in hand.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hand: Vec<CardId>,
}

impl Guards {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}
