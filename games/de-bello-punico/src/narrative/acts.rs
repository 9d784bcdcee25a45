//! The deeds of the record, each with all its results.

use crate::events::{Cause, Doom, Fight, Loss, Rage};
use crate::names::{Id, Side};
use crate::state::State;
use engine::kit::Hex;

#[derive(Clone, Debug)]
pub(super) enum Deed {
    /// One attack; without a defender it fell on a lone leader.
    Attack {
        attacker: Id,
        defender: Option<Id>,
        rear: bool,
    },
    Volley {
        unit: Id,
        target: Id,
        hit: bool,
    },
    Rage {
        unit: Id,
        result: Rage,
    },
    Wild {
        unit: Id,
    },
    /// Elephants that Rome leads.
    Furious {
        unit: Id,
        target: Option<Id>,
    },
    /// A unit in panic runs on.
    Flight,
    March,
}

/// A flight or a pursuit, with the units it went through.
#[derive(Clone, Debug)]
pub(super) struct Run {
    pub(super) n: u32,
    pub(super) unit: Id,
    /// True if it left the map.
    pub(super) exit: bool,
    /// Friends that took disorder from it.
    pub(super) crossed: Vec<Id>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Hurt {
    pub(super) n: u32,
    pub(super) unit: Id,
    pub(super) points: u8,
    /// True if it was in disorder before.
    pub(super) worn: bool,
    pub(super) cause: Cause,
}

/// A deed with all its consequences, up to the next one.
#[derive(Clone, Debug)]
pub(super) struct Act {
    /// Its place among the acts of the record.
    pub(super) at: usize,
    pub(super) deed: Deed,
    /// The table before it.
    pub(super) before: State,
    pub(super) fight: Option<Fight>,
    /// The unit that fell back before the dice.
    pub(super) withdrew: Option<Id>,
    pub(super) hurt: Vec<Hurt>,
    /// The units that panicked, with the causes, in the order of panic.
    pub(super) panics: Vec<(Id, Cause)>,
    pub(super) flights: Vec<Run>,
    /// Pursuers, each with whom it pursued.
    pub(super) pursuits: Vec<(Run, Id)>,
    pub(super) dead: Vec<(u32, Id, Doom)>,
    /// The event, the leader for whom a die was thrown, and his unit.
    pub(super) risked: Option<(u32, Id, Id)>,
    pub(super) leader_lost: Option<(u32, Id, Side, Loss)>,
    pub(super) events: Vec<u32>,
}

impl Act {
    pub(super) fn n(&self) -> u32 {
        self.events[0]
    }

    /// Attacker and defender, of an attack on a unit.
    pub(super) const fn pair(&self) -> Option<(Id, Id)> {
        match self.deed {
            Deed::Attack { attacker, defender: Some(defender), .. } => Some((attacker, defender)),
            _ => None,
        }
    }

    pub(super) const fn rear(&self) -> bool {
        matches!(self.deed, Deed::Attack { rear: true, .. })
    }

    pub(super) fn charge(&self) -> bool {
        self.fight.as_ref().is_some_and(|fight| fight.charge)
    }

    pub(super) fn panicked(&self, unit: Id) -> bool {
        self.panics.iter().any(|(other, _)| *other == unit)
    }

    /// True if a unit broke in the fight itself.
    pub(super) fn beaten(&self, unit: Id) -> bool {
        let own = |cause: Cause| matches!(cause, Cause::Combat | Cause::Charge);
        self.panics.iter().any(|(other, cause)| *other == unit && own(*cause))
    }

    /// Disorder that a unit took in the fight itself.
    pub(super) fn points(&self, unit: Id) -> u8 {
        let own = self.hurt.iter().filter(|hurt| {
            hurt.unit == unit && matches!(hurt.cause, Cause::Combat | Cause::Charge)
        });
        own.map(|hurt| hurt.points).sum()
    }

    /// True if a unit was in disorder before the act first gave it disorder.
    pub(super) fn worn(&self, unit: Id) -> bool {
        let first = self.hurt.iter().find(|hurt| hurt.unit == unit);
        first.map_or(self.before.units[&unit].dp > 0, |hurt| hurt.worn)
    }

    /// The events of the act, from `n` on.
    pub(super) fn since(&self, n: u32) -> Vec<u32> {
        self.events.iter().filter(|event| **event >= n).copied().collect()
    }

    pub(super) const fn fought(&self) -> bool {
        self.fight.is_some()
    }

    /// True if somebody broke, died or was lost.
    pub(super) fn decided(&self) -> bool {
        !self.panics.is_empty() || !self.dead.is_empty() || self.leader_lost.is_some()
    }

    pub(super) fn hex(&self) -> Option<Hex> {
        let hex = |id: Id| self.before.units.get(&id).and_then(crate::state::Unit::hex);
        match self.deed {
            Deed::Attack { attacker, defender, .. } => hex(defender.unwrap_or(attacker)),
            Deed::Volley { target, .. } => hex(target),
            Deed::Wild { unit } => hex(unit),
            Deed::Furious { unit, target } => hex(target.unwrap_or(unit)),
            Deed::Rage { .. } | Deed::Flight | Deed::March => None,
        }
    }
}

/// The words for units put in disorder, some of which were in disorder before: the verb, and the words after the
/// object.
pub(super) fn disorder(
    worn: impl IntoIterator<Item = bool>,
) -> (&'static str, Option<&'static str>) {
    let (mut fresh, mut shaken) = (false, false);
    for worn in worn {
        fresh |= !worn;
        shaken |= worn;
    }
    match (fresh, shaken) {
        (true, true) => ("shake", None),
        (false, true) => ("throw", Some("into worse disorder")),
        (_, false) => ("put", Some("in disorder")),
    }
}

/// A unit that came onto the map.
#[derive(Clone, Copy, Debug)]
pub(super) struct Return {
    pub(super) n: u32,
    pub(super) unit: Id,
    pub(super) hex: Hex,
    pub(super) ambush: bool,
}
