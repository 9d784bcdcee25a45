//! The data of the title: map, charts, units and the battle itself, read from YAML and checked against each other.

mod battle;
mod charts;
mod ground;
mod roster;

pub(crate) use battle::Battle;
pub(crate) use charts::Charts;
pub(crate) use charts::{CombatResult, ElephantResult};
pub(crate) use ground::Ground;
pub(crate) use roster::{CommandNote, Counter, Roster};

use super::names::Class;
use engine::data::{Data, DataFault};
use engine::kit::Hex;
use engine::{Node, Reader};

/// Everything printed: what never changes during a game.
#[derive(Clone, Debug)]
pub(crate) struct Printed {
    pub ground: Ground,
    pub charts: Charts,
    pub roster: Roster,
    pub battle: Battle,
}

impl Printed {
    /// Reads all four files.
    ///
    /// # Errors
    /// Everything missing or inconsistent, with file and line.
    pub(crate) fn load(data: &Data) -> Result<Self, Vec<DataFault>> {
        let mut faults = Vec::new();
        let charts = data.read("charts.yaml", &mut faults, charts::read);
        let ground = if charts.is_some() {
            data.read("map.yaml", &mut faults, |reader| ground::read(reader, charts.as_ref()))
        } else {
            // Of a map without charts there is nothing to say but what is wrong with itself.
            data.check("map.yaml", &mut faults, |reader| {
                ground::read(reader, None);
            });
            None
        };
        let roster = data.read("units.yaml", &mut faults, roster::read);
        if let (Some(charts), Some(roster)) = (&charts, &roster) {
            data.check("charts.yaml", &mut faults, |reader| {
                charts::check(charts, roster, reader);
            });
        }
        let battle = match (&ground, &roster) {
            (Some(ground), Some(roster)) => {
                data.read("scenario.yaml", &mut faults, |r| battle::read(r, roster, ground))
            }
            _ => None,
        };
        match (ground, charts, roster, battle) {
            (Some(ground), Some(charts), Some(roster), Some(battle)) if faults.is_empty() => {
                let printed = Self { ground, charts, roster, battle };
                data.check("scenario.yaml", &mut faults, |reader| {
                    battle::check(&printed, reader);
                });
                data.check("map.yaml", &mut faults, |reader| {
                    battle::islands(&printed, reader);
                });
                if faults.is_empty() { Ok(printed) } else { Err(faults) }
            }
            _ => Err(faults),
        }
    }

    /// Movement points for a step between neighbours: the terrain entered, and each level climbed (6.0); none if closed.
    pub(crate) fn step_cost(&self, class: Class, from: Hex, to: Hex) -> Option<u8> {
        let climb = self.ground.level(to).saturating_sub(self.ground.level(from));
        let slope = if self.ground.level(to) < self.ground.level(from) {
            self.charts.down[class as usize]
        } else {
            0
        };
        let descent = self.ground.level(from).saturating_sub(self.ground.level(to));
        let terrain = self.ground.terrain(to).mp[class as usize]?;
        Some(terrain + climb * self.charts.up[class as usize] + descent * slope)
    }

    pub(crate) fn open_to(&self, class: Class, hex: Hex) -> bool {
        self.ground.terrain(hex).mp[class as usize].is_some()
    }
}

/// The reader of a path below another, if every key of it is there.
fn below<'a>(reader: &Reader<'a>, keys: &[&str]) -> Option<Reader<'a>> {
    keys.iter().try_fold(reader.clone(), |at, key| at.get(key))
}

/// Complains at a node unless `holds`.
fn demand(holds: bool, at: &Reader<'_>, message: impl FnOnce() -> String) {
    if !holds {
        at.complain(at.fault(engine::Common::Data, message()));
    }
}

/// A modifier: a small number, negative or not.
fn points(reader: &Reader<'_>, what: &str) -> Option<i8> {
    reader.number(what, -20, 20)
}

/// The number under a key that must be there.
fn points_at(reader: &Reader<'_>, key: &str) -> Option<i8> {
    points(&reader.need(key)?, key)
}

/// A small number under a key that must be there.
fn count_at(reader: &Reader<'_>, key: &str, low: u8, high: u8) -> Option<u8> {
    reader.need(key)?.number(key, low, high)
}

/// The raw value under a key, empty or not.
fn raw<'a>(reader: &Reader<'a>, key: &str) -> Option<&'a Node> {
    reader.node.get(key)
}
