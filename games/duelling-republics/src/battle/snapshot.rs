//! The line at one moment, for pictures and tables.

use super::line::{End, Lane, Line, Party};
use super::plan::Role;
use crate::elements::{ArmyId, Member};
use serde::{Deserialize, Serialize};

engine::words! {
    /// The reasons for which the line is shown.
    pub enum Why {
        Deployed = "deployed",
        /// The battle has turned: contact, a lane lost, a general, a camp.
        Turning = "turning",
        End = "end",
    }
}

/// The line at one moment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Snapshot {
    pub why: Why,
    /// The bound just fought; 0 before the first.
    pub bound: u8,
    /// The lanes, from the attacker's left.
    pub lanes: Vec<LaneShown>,
    /// The attacker, then the defender.
    pub sides: Vec<SideShown>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LaneShown {
    /// Its number, from 1.
    pub lane: u8,
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub features: Vec<String>,
    /// Hundreds of paces between the lines.
    pub distance: u8,
    pub contact: bool,
    /// The files, in ascending order.
    pub files: Vec<FileShown>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileShown {
    pub file: i16,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub attacker: Option<ManShown>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub defender: Option<ManShown>,
    /// The army whose element gave ground, if the file stands apart.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub apart: Option<ArmyId>,
}

/// A front element, with the one behind it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ManShown {
    pub who: Member,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub rear: Option<Member>,
    /// The enemy on whose flank it has turned.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub turned: Option<Member>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SideShown {
    pub army: ArmyId,
    /// Its losses, a looted camp counted.
    pub losses: u8,
    /// The losses that break it.
    pub limit: u8,
    pub reserve: Vec<Member>,
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub fled: Vec<Member>,
    /// Those between two lanes.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub riding: Vec<Member>,
    /// Those at the enemy camp.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub at_camp: Vec<Member>,
    /// The elements that were destroyed.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub lost: Vec<Member>,
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub looted: bool,
    /// True if it has broken or left the field.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub beaten: bool,
}

impl Snapshot {
    pub fn of(line: &Line, why: Why) -> Self {
        let lanes = line.lanes.iter().enumerate();
        Self {
            why,
            bound: line.bound,
            lanes: lanes.map(|(index, lane)| lane_shown(line, index, lane)).collect(),
            sides: Role::BOTH
                .iter()
                .map(|role| side_shown(line.party(*role), line.end, *role))
                .collect(),
        }
    }
}

fn lane_shown(line: &Line, index: usize, lane: &Lane) -> LaneShown {
    let man = |file: i16, role| {
        lane.man(file, role).map(|man| ManShown {
            who: man.who,
            rear: man.rear,
            turned: man.turned,
        })
    };
    let files = lane.files.iter().map(|(at, file)| FileShown {
        file: *at,
        attacker: man(*at, Role::Attacker),
        defender: man(*at, Role::Defender),
        apart: file.apart.map(|role| line.party(role).army()),
    });
    LaneShown {
        lane: super::rules::number(index),
        features: lane.ground.features.clone(),
        distance: lane.distance,
        contact: lane.in_contact(),
        files: files.collect(),
    }
}

fn side_shown(party: &Party, end: Option<End>, role: Role) -> SideShown {
    SideShown {
        army: party.army(),
        losses: party.losses(),
        limit: party.limit,
        reserve: party.reserve.clone(),
        fled: party.fled.clone(),
        riding: party.transit.iter().map(|transit| transit.who).collect(),
        at_camp: party.raiders.iter().map(|raider| raider.who).collect(),
        lost: party.lost.clone(),
        looted: party.looted.is_some(),
        beaten: matches!(end, Some(End::Broken(of) | End::Withdrew(of)) if of == role),
    }
}
