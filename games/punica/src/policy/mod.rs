//! Policies: rules that choose a card, effects, losses, retreats. Their serialised form is the order grammar.

mod read;

pub(crate) use read::{
    DEPTH_MAX, Discard, EnemyUnits, Keep, Margin, OwnPlay, OwnUnits, RULES_MAX, Rules,
    compare_schema, effect_schema, single_schema,
};

use crate::names::{AreaId, CardId, EffectWord, Element, GameWord, Losses, PlayWord, Rank, Role};
use crate::orders::Movement;
use crate::orders::words::{AreaName, CardName, Movements, RegionName};
use engine::language::{Several, Truth};
use serde::de::{MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeMap;
use std::fmt;

engine::keys! {
    /// Standing orders: what answers for a seat until it is replaced, key by key.
    #[derive(Default)]
    pub struct Policy = "standing", "a map of policies" {
        maybe battle: Vec<PlayRule> as Rules = "battle", "Cards for battles", "rules that choose \
                                                                               a card; the first \
                                                                               whose conditions \
                                                                               are met is used";
        maybe effect: EffectPolicy = "effect", "What a star card does", "what a star card does";
        maybe losses: Losses = "losses", "Which unit is lost first", "which unit is lost first";
        maybe retreat: Vec<AreaId> as Several<RegionName> = "retreat", "Where to retreat, in order of preference", "regions in order of preference";
        /// The order in which battles are fought in one's own turn, as far as the action names none (B2).
        maybe battles: Vec<AreaId> as Several<AreaName> = "battles", "Order of battles", "the order in which battles are fought";
    }

    /// One rule: when it holds, the card comes from `play`, and what else it says counts for that card.
    pub struct PlayRule = "a rule", "a rule such as {when: {kind: sea}, play: lowest}", "rule" {
        default when: When = "when", "When", "conditions; those left out always count as met";
        must play: Play = "play", "Card", "how the card is chosen";
        maybe effect: EffectPolicy = "effect", "What a star card does in this case", "what a star card does";
        maybe losses: Losses = "losses", "Which unit is lost first in this case", "which unit is lost first";
        maybe retreat: Vec<AreaId> as Several<RegionName> = "retreat", "Where to retreat in this \
                                                                        case", "where to retreat";
    }

    /// Conditions of a rule; absent ones hold.
    #[derive(Default)]
    pub struct When = "when", "a map of conditions", "when" {
        default area: Vec<AreaId> as Several<AreaName> = "area", "In one of these areas", "where the battle is";
        maybe kind: Element = "kind", "On land or at sea", "whether the battle is on land or at sea";
        maybe role: Role = "role", "As", "your part in the battle";
        maybe mine: Compare = "mine", "My strength there", "your units";
        maybe theirs: Compare = "theirs", "Enemy strength there", "the enemy's units";
        maybe margin: Compare as Margin = "margin", "Mine less theirs", "your units minus the \
                                                                         enemy's";
        maybe best: Compare = "best", "The enemy's best card", "the strongest card in the enemy's \
                                                                hand";
        maybe at_stake: GameWord = "at-stake", "If lost", "what a defeat costs";
        maybe prize: GameWord = "prize", "If won", "what a victory brings";
    }

    /// Movements that the policy names one by one.
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct FixedMoves = "an effect policy with moves", "an effect policy" {
        /// The movements, each checked when its turn comes.
        must moves: Vec<Movement> as Movements = "moves", "Movements, one after the other", "the movements, in the order in which they are made";
    }

    /// An effect policy in full.
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct Tuned = "an effect policy", "an effect policy" {
        #[serde(rename = "do")]
        must aim: EffectWord = "do", "It does", "what the effect should achieve";
        /// Units that stay, by area; the word `capital` stands for one's own capital. Without this key one unit stays
        /// there.
        #[serde(default)]
        maybe keep: BTreeMap<String, u32> as Keep = "keep", "Units that stay", "units that stay, by area";
        /// The only areas that units leave, in order of preference; empty for any.
        #[serde(default)]
        default from: Vec<AreaId> as Several<AreaName> = "from", "Take units only from these areas, in order of preference", "areas that \
                                                                  send units";
    }

    /// When a plan given ahead is meant.
    #[derive(Default)]
    pub struct Guards = "if", "a map of guards" {
        default no_battle: bool as Truth = "no-battle", "Battles", "no battle was fought in the enemy's turn";
        default enemy: BTreeMap<AreaId, Compare> as EnemyUnits = "enemy", "Their units", "the enemy's units in areas";
        default mine: BTreeMap<AreaId, Compare> as OwnUnits = "mine", "My units", "your units in \
                                                                                   areas";
        default hand: Vec<CardId> as Several<CardName> = "hand", "Cards that must be in hand", "cards that are in hand";
    }
}

/// The ways to compare a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// Equal: `2`.
    Is,
    /// Less: `<2`.
    Below,
    /// At most: `<=2`.
    AtMost,
    /// More: `>2`.
    Above,
    /// At least: `>=2`.
    AtLeast,
}

/// A comparison with a number: `2`, `"<=1"`, `">0"`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Compare {
    pub sign: Sign,
    pub number: i32,
}

impl Compare {
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
        beat: Against,
    },
    /// The weakest card that at least ties with something.
    Hold {
        hold: Against,
    },
    /// A card drawn by lot.
    Mix {
        /// The cards and their weights, in the order written.
        mix: Weights,
    },
    /// The first of these that yields a card.
    First(Vec<Play>),
    /// This card, if it is in hand.
    Card(CardId),
}

/// A card strength to be met.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Against {
    Number(i32),
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

/// The use of a star card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum EffectPolicy {
    Word(EffectWord),
    /// By a word, with what must stay and who goes first.
    Tuned(Tuned),
    /// Exactly these movements.
    Moves(FixedMoves),
}
