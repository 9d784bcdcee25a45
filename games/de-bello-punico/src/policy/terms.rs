//! The words of rules: whom they name, when they hold.

use crate::names::{Id, Kind};
use crate::orders::{Bound, Several};
use engine::{as_text, words};
use std::fmt;

words! {
    /// A kind of die that can be thrown again.
    pub enum AgainDie {
        Initiative = "initiative",
        Combat = "combat",
        Volley = "volley",
        Elephants = "elephants",
        Leader = "leader",
    }
}

words! {
    /// The part of a unit in a fight.
    pub enum Role {
        Attack = "attack",
        Defence = "defence",
    }
}

/// When a die is thrown again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AgainWhen {
    /// One's total is the lower.
    Losing,
    Tied,
    /// The other's total is at least double.
    Doubled,
    Miss,
    /// The leader is lost.
    Eliminated,
    AtMost(u8),
}

impl AgainWhen {
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "losing" => Some(Self::Losing),
            "tied" => Some(Self::Tied),
            "doubled" => Some(Self::Doubled),
            "miss" => Some(Self::Miss),
            "eliminated" => Some(Self::Eliminated),
            _ => text
                .strip_prefix("<=")?
                .trim()
                .parse()
                .ok()
                .filter(|n| (1..=6).contains(n))
                .map(Self::AtMost),
        }
    }

    pub const fn fits(self, die: AgainDie) -> bool {
        match die {
            AgainDie::Initiative => matches!(self, Self::Losing | Self::Tied | Self::AtMost(_)),
            AgainDie::Combat => {
                matches!(self, Self::Losing | Self::Tied | Self::Doubled | Self::AtMost(_))
            }
            AgainDie::Volley => matches!(self, Self::Miss),
            AgainDie::Elephants => matches!(self, Self::AtMost(_)),
            AgainDie::Leader => matches!(self, Self::Eliminated),
        }
    }
}

impl fmt::Display for AgainWhen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Losing => f.write_str("losing"),
            Self::Tied => f.write_str("tied"),
            Self::Doubled => f.write_str("doubled"),
            Self::Miss => f.write_str("miss"),
            Self::Eliminated => f.write_str("eliminated"),
            Self::AtMost(die) => write!(f, "<={die}"),
        }
    }
}
as_text! { AgainWhen: "time to throw again" }

/// Units named in a rule: one, a type, or all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pick {
    All,
    Kind(Kind),
    Unit(Id),
}

impl Pick {
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "all" => Some(Self::All),
            _ => Kind::parse(text).map(Self::Kind).or_else(|| Id::new(text).map(Self::Unit)),
        }
    }

    pub fn names(self, id: Id, kind: Kind) -> bool {
        match self {
            Self::All => true,
            Self::Kind(code) => code == kind,
            Self::Unit(unit) => unit == id,
        }
    }
}

impl fmt::Display for Pick {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::All => f.write_str("all"),
            Self::Kind(kind) => write!(f, "{kind}"),
            Self::Unit(id) => write!(f, "{id}"),
        }
    }
}
as_text! { Pick: "unit, type or `all`" }

/// At most or at least.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cmp {
    /// At most: `<=`.
    AtMost,
    /// At least: `>=`.
    AtLeast,
}

/// One term of a condition: `edge<=-2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Term {
    Always,
    Never,
    /// Own modifiers less the enemy's, before dice.
    Edge(Bound),
    Dp(Bound),
    /// Morale less Disorder Points.
    Left(Bound),
}

impl Term {
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        match text {
            "always" => return Some(Self::Always),
            "never" => return Some(Self::Never),
            _ => {}
        }
        let (word, bound) = text.split_at(text.find(['<', '>'])?);
        let bound = Bound::parse(bound)?;
        match word.trim_end() {
            "edge" => Some(Self::Edge(bound)),
            "dp" => Some(Self::Dp(bound)),
            "left" => Some(Self::Left(bound)),
            _ => None,
        }
    }

    pub fn holds(self, facts: Facts) -> bool {
        match self {
            Self::Always => true,
            Self::Never => false,
            Self::Edge(bound) => bound.holds(facts.edge),
            Self::Dp(bound) => bound.holds(i16::from(facts.dp)),
            Self::Left(bound) => bound.holds(i16::from(facts.left)),
        }
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Always => f.write_str("always"),
            Self::Never => f.write_str("never"),
            Self::Edge(bound) => write!(f, "edge{bound}"),
            Self::Dp(bound) => write!(f, "dp{bound}"),
            Self::Left(bound) => write!(f, "left{bound}"),
        }
    }
}
as_text! { Term: "term such as edge<=-2" }

/// The facts that terms compare.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// Own modifiers less the enemy's before dice; 99 against a panicked target.
    pub edge: i16,
    pub dp: u8,
    /// The unit's own morale less Disorder Points.
    pub left: u8,
}

/// A condition: all terms must hold; without any it always holds.
pub(crate) type When = Several<Term>;

pub(crate) fn holds(when: &When, facts: Facts) -> bool {
    when.0.iter().all(|term| term.holds(facts))
}
