//! The results of a battle for the campaign.

use super::line::{End, Line};
use super::plan::Role;
use crate::elements::{ArmyId, Member};
use engine::Seat;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum How {
    Break,
    Withdrawal,
    /// Night fell: a draw.
    Night,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Report {
    /// The army of the field whose side won; none in a draw.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub winner: Option<ArmyId>,
    pub how: How,
    /// Bounds fought, both sides counted.
    pub bounds: u8,
    pub attacker: Share,
    pub defender: Share,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Share {
    pub army: ArmyId,
    /// Its elements destroyed, in the order in which they fell.
    pub lost: Vec<Member>,
    /// Its losses, a looted camp counted.
    pub losses: u8,
    /// Enemy elements destroyed, by seat.
    pub kills: BTreeMap<Seat, u8>,
    /// Enemy C-in-Cs destroyed, and by whose troops.
    pub generals: Vec<(Member, Seat)>,
    /// The seat whose troops looted its camp.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub looted_by: Option<Seat>,
}

impl Report {
    pub(crate) fn of(line: &Line) -> Self {
        let (loser, how) = match line.end {
            Some(End::Broken(role)) => (Some(role), How::Break),
            Some(End::Withdrew(role)) => (Some(role), How::Withdrawal),
            Some(End::Night) | None => (None, How::Night),
        };
        let [attacker, defender] = Role::BOTH.map(|role| share(line, role));
        let winner = loser.map(|role| line.party(role.other()).army());
        Self { winner, how, bounds: line.bound, attacker, defender }
    }

    pub(crate) const fn share(&self, role: Role) -> &Share {
        match role {
            Role::Attacker => &self.attacker,
            Role::Defender => &self.defender,
        }
    }

    /// Points that seats have earned by elements, C-in-Cs and camps, one each (3.12); not those for winning or losing.
    pub(crate) fn points(&self) -> BTreeMap<Seat, u8> {
        let mut points = BTreeMap::new();
        for role in Role::BOTH {
            let own = self.share(role);
            for (seat, kills) in &own.kills {
                *points.entry(seat.clone()).or_default() += kills;
            }
            let generals = own.generals.iter().map(|(_, seat)| seat);
            for seat in generals.chain(&self.share(role.other()).looted_by) {
                *points.entry(seat.clone()).or_default() += 1;
            }
        }
        points
    }
}

fn share(line: &Line, role: Role) -> Share {
    let party = line.party(role);
    Share {
        army: party.army(),
        lost: party.lost.clone(),
        losses: party.losses(),
        kills: party.kills.clone(),
        generals: party.generals.clone(),
        looted_by: party.looted.clone(),
    }
}
