//! The line of battle: where everybody stands. Events write it (see `apply`); rules read it.
//!
//! Terms of 3.9: three lanes from the attacker's left; in a lane numbered files; in a file at most one front element of
//! each side, with at most one rear element behind it.

use super::events::LaneGround;
use super::plan::{Plan, Role, Sector};
use crate::elements::{ArmyId, Host, Member};
use engine::Seat;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A battle in progress.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    pub battle: String,
    /// The bound, both sides counted, from 1; 0 before the first.
    pub bound: u8,
    /// The attacker, then the defender.
    pub parties: [Party; 2],
    /// The lanes, from the attacker's left.
    pub lanes: [Lane; 3],
    pub end: Option<End>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum End {
    Broken(Role),
    Withdrew(Role),
    /// Night fell, and neither side has won.
    Night,
}

/// One side of a battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Party {
    /// The elements that came, and their players.
    pub host: Host,
    pub plan: Plan,
    /// Everybody who came, in roster order.
    pub roster: Vec<Member>,
    /// The command (from 0) of each.
    pub command: BTreeMap<Member, usize>,
    /// Own bounds so far, this one included.
    pub own: u8,
    /// Pips left, by command.
    pub pips: Vec<u8>,
    /// The reserve, in order.
    pub reserve: Vec<Member>,
    /// The elements that fled, in order.
    pub fled: Vec<Member>,
    /// Those between two lanes, in the order in which they left.
    pub transit: Vec<Transit>,
    /// Those sent to the enemy camp, in order.
    pub raiders: Vec<Raider>,
    /// Those destroyed, in order.
    pub lost: Vec<Member>,
    /// True for each commit entry that has been used.
    pub used: Vec<bool>,
    /// The seat whose troops looted its camp.
    pub looted: Option<Seat>,
    /// Losses that the looted camp counts for.
    pub camp_losses: u8,
    /// Room to fall back, by lane.
    pub room: [u8; 3],
    /// True for each command that is shaken.
    pub shaken: Vec<bool>,
    /// The losses that break it.
    pub limit: u8,
    /// Enemy elements destroyed, by seat.
    pub kills: BTreeMap<Seat, u8>,
    /// Enemy C-in-Cs destroyed, and by whose troops.
    pub generals: Vec<(Member, Seat)>,
}

/// An element between two lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Transit {
    pub who: Member,
    /// The lane that it left, 0 to 2.
    pub from: usize,
    /// The lane to which it goes, 0 to 2.
    pub to: usize,
}

/// An element that was sent to the enemy camp.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Raider {
    pub who: Member,
    /// The own bound in which it left; it is ready in the next.
    pub left: u8,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lane {
    pub ground: LaneGround,
    /// Hundreds of paces between the lines.
    pub distance: u8,
    /// The side that moved into contact; none before contact.
    pub mover: Option<Role>,
    /// True if its side has won a fight over the river.
    pub crossed: bool,
    /// The files that hold anybody.
    pub files: BTreeMap<i16, File>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct File {
    /// The front elements of attacker and defender.
    pub men: [Option<Man>; 2],
    /// The side whose element gave ground, so that the two stand apart.
    pub apart: Option<Role>,
}

/// A front element, with the one behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Man {
    pub who: Member,
    pub rear: Option<Member>,
    /// The enemy on whose flank it has turned.
    pub turned: Option<Member>,
}

impl Man {
    /// An element which faces front with nobody behind it.
    pub const fn new(who: Member) -> Self {
        Self { who, rear: None, turned: None }
    }
}

impl File {
    pub const fn man(&self, role: Role) -> Option<&Man> {
        self.men[role as usize].as_ref()
    }

    /// True if both sides have a front element.
    pub const fn faced(&self) -> bool {
        self.men[0].is_some() && self.men[1].is_some()
    }
}

impl Lane {
    /// The front elements of a side with their files, in ascending order.
    pub fn front(&self, role: Role) -> impl DoubleEndedIterator<Item = (i16, &Man)> {
        self.files.iter().filter_map(move |(at, file)| file.man(role).map(|man| (*at, man)))
    }

    pub fn man(&self, file: i16, role: Role) -> Option<&Man> {
        self.files.get(&file)?.man(role)
    }

    /// The number of front elements that a side has.
    pub fn strength(&self, role: Role) -> usize {
        self.front(role).count()
    }

    pub const fn in_contact(&self) -> bool {
        self.mover.is_some()
    }

    /// True if a side has reached the lane, and no enemy is left in it.
    pub fn free_for(&self, role: Role) -> bool {
        self.distance == 0 && self.strength(role) > 0 && self.strength(role.other()) == 0
    }

    /// The files where an enemy of `role` faces nobody, in ascending order.
    pub fn open_files(&self, role: Role) -> impl Iterator<Item = i16> + '_ {
        let open = move |file: &File| file.man(role.other()).is_some() && file.man(role).is_none();
        self.files.iter().filter(move |(_, file)| open(file)).map(|(at, _)| *at)
    }

    /// The file beyond both lines on one side; 1 in an empty lane.
    pub fn beyond(&self, high: bool) -> i16 {
        let end = if high { self.files.last_key_value() } else { self.files.first_key_value() };
        end.map_or(1, |(at, _)| if high { at.saturating_add(1) } else { at.saturating_sub(1) })
    }
}

impl Party {
    pub const fn army(&self) -> ArmyId {
        self.host.army
    }

    /// Losses, a looted camp counted.
    pub fn losses(&self) -> u8 {
        u8::try_from(self.lost.len())
            .expect("an army has few elements")
            .saturating_add(self.camp_losses)
    }

    pub fn general_lost(&self) -> bool {
        self.host.general().is_some_and(|general| self.lost.contains(&general))
    }

    /// The number of elements of a command that are left, and that it had at first.
    pub fn command_size(&self, command: usize) -> (usize, usize) {
        let of = || self.command.iter().filter(move |(_, number)| **number == command);
        (of().filter(|(who, _)| !self.lost.contains(who)).count(), of().count())
    }

    /// The command of an element, from 0.
    pub fn command_of(&self, who: Member) -> usize {
        *self.command.get(&who).expect("every element of a host has its command")
    }

    pub fn seat_of(&self, who: Member) -> &Seat {
        self.plan
            .commands
            .get(self.command_of(who))
            .map_or(&self.host.seat, |command| &command.seat)
    }

    /// True if any entry has brought reserves into the line.
    pub fn committed(&self) -> bool {
        self.used.contains(&true)
    }
}

impl Line {
    pub const fn party(&self, role: Role) -> &Party {
        &self.parties[role as usize]
    }

    pub fn role_of(&self, army: ArmyId) -> Role {
        if self.party(Role::Attacker).army().side() == army.side() {
            Role::Attacker
        } else {
            Role::Defender
        }
    }

    /// The lane of a sector; the centre's for the reserve.
    pub fn lane(&self, sector: Sector, role: Role) -> &Lane {
        &self.lanes[sector.lane(role).unwrap_or(1)]
    }

    /// The lane and the file of a front element.
    pub fn place(&self, who: Member) -> Option<(usize, i16)> {
        let in_lane = |lane: &Lane| {
            lane.files
                .iter()
                .find(|(_, file)| file.men.iter().flatten().any(|man| man.who == who))
                .map(|(at, _)| *at)
        };
        self.lanes
            .iter()
            .enumerate()
            .find_map(|(number, lane)| in_lane(lane).map(|file| (number, file)))
    }

    /// Every file where a fight is due, lane then file.
    pub fn fights(&self) -> Vec<(usize, i16)> {
        let mut found = Vec::new();
        for (number, lane) in self.lanes.iter().enumerate().filter(|(_, lane)| lane.in_contact()) {
            let due = lane.files.iter().filter(|(_, file)| file.faced() && file.apart.is_none());
            found.extend(due.map(|(at, _)| (number, *at)));
        }
        found
    }
}
