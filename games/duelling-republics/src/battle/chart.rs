//! The contents of `battle.yaml`: troop figures, modifiers, outcomes, numbers of the field, terrain.

use super::plan::Ground;
use crate::elements::Troop;
use std::collections::BTreeMap;

/// All numbers of the resolver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chart {
    /// Figures by type; every type is there.
    pub figures: BTreeMap<Troop, Figures>,
    pub modifiers: Modifiers,
    pub supports: Vec<Support>,
    /// The fate of a loser with more than half of the winner's score, by its type.
    pub beaten: BTreeMap<Troop, Vec<Ruling>>,
    /// The fate of a loser with half or less, by its type.
    pub doubled: BTreeMap<Troop, Vec<Ruling>>,
    /// The fate of a loser with half or less, for types that are not named.
    pub doubled_default: Vec<Ruling>,
    pub field: Field,
    pub commands: Commands,
    pub features: BTreeMap<String, Feature>,
    /// Terrain types of provinces by name.
    pub types: BTreeMap<String, Country>,
    pub max_features: usize,
    /// Most features in a battle that are bad going.
    pub max_bad: usize,
}

/// The figures of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Figures {
    pub mounted: bool,
    /// The combat factor against foot.
    pub foot: i16,
    /// Factor against mounted troops.
    pub horse_factor: i16,
    /// Speed in good going, in hundreds of paces.
    pub good: u8,
    /// Speed in bad going, in hundreds of paces.
    pub bad: u8,
    pub traits: Traits,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is one printed trait, and they are independent"
)]
pub struct Traits {
    /// Bad going costs it nothing.
    pub rough_troops: bool,
    /// It follows up when it wins, so that no gap opens.
    pub impetuous: bool,
    /// It is stronger against foot in its own side's bound.
    pub furor: bool,
    /// Its recoil opens no flank.
    pub slips_away: bool,
    /// It can ride round a wing, and pursues.
    pub horse: bool,
}

/// The numbers that are added to a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Modifiers {
    /// The modifier for the element of a C-in-C or of an allied general.
    pub general: i16,
    /// The modifier for warband against foot in its own bound.
    pub furor: i16,
    /// The modifier for a rear element that supports.
    pub support: i16,
    /// The modifier for spears beside spears.
    pub shield_wall: i16,
    /// The modifier for each flank that is overlapped or turned.
    pub flank: i16,
    /// The modifier for standing uphill of the attacker.
    pub uphill: i16,
    pub bad_going: i16,
    /// The modifier for coming out of a river.
    pub river: i16,
    /// The modifier for an element of a shaken command.
    pub shaken: i16,
}

/// The enemies against whom a support counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Against {
    Any,
    Foot,
    Mounted,
}

/// A rear element that helps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Support {
    pub rear: Troop,
    /// Front types it helps.
    pub front: Vec<Troop>,
    pub against: Against,
    /// Only in good (true) or bad (false) going; none if it does not matter.
    pub good: Option<bool>,
    /// The types of the enemy against which it does not count.
    pub not: Vec<Troop>,
}

/// One line of an outcome table; the first that fits counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ruling {
    /// The winner's types; none for any.
    pub by: Option<Vec<Troop>>,
    /// Only in good (true) or bad (false) going; none if it does not matter.
    pub good: Option<bool>,
    pub fate: Fate,
}

engine::words! {
    /// The fates of the loser of a fight, mildest first.
    pub enum Fate {
        /// It stands where it stood.
        None = "none",
        /// It gives ground to the winner.
        Recoil = "recoil",
        /// It leaves the line, and may be rallied.
        Flee = "flee",
        Destroyed = "destroyed",
    }
}

/// Numbers of the field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// Hundreds of paces between the lines at first.
    pub start_distance: u8,
    /// The total distance that a sector may fall back.
    pub refuse_room: u8,
    /// The bounds of a battle, both sides' together; then night falls.
    pub bounds: u8,
    /// Most front elements of a sector.
    pub max_front: usize,
    /// Most elements that leave a sector at one time.
    pub roll_up: usize,
    /// The number that the camp adds to its die.
    pub camp_defence: i16,
    /// The number that the camp adds while its side has a reserve.
    pub camp_guard: i16,
    /// Losses that a looted camp counts for.
    pub camp_counts: u8,
    /// An army breaks when one in this many of its elements is lost, rounded up.
    pub break_fraction: usize,
    /// Fewest losses that break an army.
    pub break_minimum: u8,
    /// The score that a pursuer must throw.
    pub pursuit_score: u8,
    /// A command is shaken when one in this many of its elements is lost.
    pub shaken_fraction: usize,
    /// For each face of the edge die, true if it mirrors the field.
    pub edge_mirrored_on: [bool; 6],
}

/// The limits of commands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Commands {
    /// The fewest elements of each command, where there are several.
    pub min_elements: usize,
    /// Most commands, unless the side has more players.
    pub max: usize,
    /// Most commands for one player.
    pub per_player: usize,
}

/// A terrain feature, as printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is one printed trait, and they are independent"
)]
pub struct Feature {
    /// True if it is bad going.
    pub bad: bool,
    /// True if its defender stands higher.
    pub uphill: bool,
    /// True if it is water that must be crossed.
    pub river: bool,
    /// True if it runs through all lanes.
    pub all_lanes: bool,
}

/// A terrain type: what its defender may choose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Country {
    pub choose: Vec<String>,
    /// True if bad going may lie in the centre.
    pub centre_bad: bool,
    /// The ground that lies there if nobody chooses.
    pub default: Ground,
}

impl Chart {
    /// The figures of a type.
    ///
    /// # Panics
    /// If a type is missing, which loading refuses.
    pub fn of(&self, troop: Troop) -> &Figures {
        self.figures.get(&troop).expect("loading requires every type")
    }

    pub fn factor(&self, troop: Troop, enemy: Troop) -> i16 {
        let figures = self.of(troop);
        if self.of(enemy).mounted { figures.horse_factor } else { figures.foot }
    }

    pub fn speed(&self, troop: Troop, bad: bool) -> u8 {
        let figures = self.of(troop);
        if bad { figures.bad } else { figures.good }
    }

    /// True if a rear element helps its front element against this enemy.
    pub fn supports(&self, rear: Troop, front: Troop, enemy: Troop, bad: bool) -> bool {
        let mounted = self.of(enemy).mounted;
        self.supports.iter().any(|row| {
            let against = match row.against {
                Against::Any => true,
                Against::Foot => !mounted,
                Against::Mounted => mounted,
            };
            let going = row.good.is_none_or(|good| good != bad);
            row.rear == rear
                && row.front.contains(&front)
                && against
                && going
                && !row.not.contains(&enemy)
        })
    }

    pub fn fate(&self, loser: Troop, winner: Troop, bad: bool, doubled: bool) -> Fate {
        let rows = if doubled {
            self.doubled.get(&loser).unwrap_or(&self.doubled_default)
        } else {
            self.beaten.get(&loser).map_or(&[][..], Vec::as_slice)
        };
        let fits = |row: &&Ruling| {
            row.by.as_ref().is_none_or(|by| by.contains(&winner))
                && row.good.is_none_or(|good| good != bad)
        };
        rows.iter().find(fits).map_or(Fate::None, |row| row.fate)
    }

    /// The losses that break an army of so many elements.
    pub fn breaking_point(&self, elements: usize) -> u8 {
        let part = u8::try_from(elements.div_ceil(self.field.break_fraction))
            .expect("an army has few elements");
        part.max(self.field.break_minimum)
    }
}
