//! The data of the title: types, boxes, tables, maps and battles, read from YAML and checked against each other.

mod battle;
mod boxes;
mod elephants;
mod ground;
mod missile;
mod roster;

pub(crate) use battle::{BattleNote, SetUpOrder};
pub(crate) use boxes::Boxes;
pub(crate) use elephants::ElephantTable;
pub(crate) use ground::Ground;
pub(crate) use missile::Missiles;
pub(crate) use roster::{KindNote, LeaderNote, Roster};

use super::names::{Battle, Id, Kind, Side};
use super::policy::Policy;
use super::reading::Reading;
use engine::data::{Data, DataFault};
use engine::kit::{Grid, Hex};
use engine::{Complaint, Path, Reader};

/// Everything printed: what never changes during a game.
#[derive(Clone, Debug)]
pub(crate) struct Printed {
    /// The grid, the same on both maps.
    pub grid: Grid,
    pub roster: Roster,
    pub boxes: Boxes,
    pub elephants: ElephantTable,
    pub missiles: Missiles,
    /// Standing orders with every key but `chips`, in force where a seat says nothing.
    pub defaults: Policy,
    battles: Vec<BattleNote>,
}

impl Printed {
    /// Reads all files.
    ///
    /// # Errors
    /// Everything missing or inconsistent, with file and line.
    pub(crate) fn load(data: &Data) -> Result<Self, Vec<DataFault>> {
        let mut faults = Vec::new();
        let roster = data.read("units.yaml", &mut faults, roster::read);
        let boxes = data.read("commands.yaml", &mut faults, boxes::read);
        let elephants = data.read("elephants.yaml", &mut faults, elephants::read);
        let maps: Vec<_> = ["map-a.yaml", "map-b.yaml"]
            .iter()
            .map(|name| data.read(name, &mut faults, ground::read))
            .collect();
        let Some(roster) = roster else { return Err(faults) };
        let missiles =
            data.read("missile.yaml", &mut faults, |reader| missile::read(reader, &roster));
        let maps: Vec<Ground> = maps.into_iter().flatten().collect();
        let (Some(boxes), Some(elephants), Some(missiles), [one, other]) =
            (boxes, elephants, missiles, &maps[..])
        else {
            return Err(faults);
        };
        let grid = one.grid;
        if other.grid != grid {
            let fault = Complaint::fault(
                engine::Common::Data.code(),
                Path::top().then("columns"),
                "both maps must have the same columns and rows",
            );
            faults.push(DataFault { file: "map-b.yaml".to_owned(), complaint: fault });
        }
        let read = |name: &Battle, faults: &mut Vec<DataFault>| {
            data.read(&format!("scenario-{name}.yaml"), faults, |reader| {
                battle::read(*name, reader, &roster, &maps)
            })
        };
        let battles: Vec<BattleNote> =
            Battle::ALL.iter().filter_map(|name| read(name, &mut faults)).collect();
        if battles.len() == Battle::ALL.len() {
            data.check("units.yaml", &mut faults, |reader| {
                roster::counters(&roster, &battles, reader);
            });
        }
        let reading = Reading { roster: &roster, grid };
        let defaults = data.read("policies.yaml", &mut faults, |reader| {
            reader.only(&["tabella-data", "source", "defaults"]);
            let policy = reading.policy(&reader.need("defaults")?)?;
            whole(&policy, reader);
            Some(policy)
        });
        match defaults {
            Some(defaults) if faults.is_empty() => {
                Ok(Self { grid, roster, boxes, elephants, missiles, defaults, battles })
            }
            _ => Err(faults),
        }
    }

    pub(crate) fn battle(&self, battle: Battle) -> &BattleNote {
        // `load` puts one note for each battle, in their order.
        &self.battles[battle as usize]
    }

    pub(crate) fn kind(&self, kind: Kind) -> &KindNote {
        self.roster.kind(kind)
    }

    pub(crate) fn leader(&self, id: Id) -> &LeaderNote {
        self.roster.leader(id).expect("a battle's leaders are on the counter sheet")
    }

    /// A leader's command range in hexes (13).
    pub(crate) fn range(&self, leader: Id) -> u8 {
        self.leader(leader).command.saturating_mul(self.roster.range_factor)
    }

    /// The highest roll with which a shooter hits (9.3); 0 if the target cannot be hit.
    pub(crate) fn missile(&self, shooter: Kind, distance: u8, target: Kind) -> u8 {
        self.missiles.number(shooter, distance, target)
    }

    /// The true points that a side lays each turn while it has a leader.
    pub(crate) fn points(&self, battle: Battle, side: Side) -> u8 {
        self.battle(battle).points[side]
    }
}

/// The defaults must name every key that play falls back on.
fn whole(policy: &Policy, reader: &Reader<'_>) {
    let named = [
        ("choice", policy.choice.is_some()),
        ("fortuna", policy.fortuna.is_some()),
        ("volley", policy.volley.is_some()),
        ("withdraw", policy.withdraw.is_some()),
        ("command", policy.command.is_some()),
        ("support", policy.support.is_some()),
        ("attack", policy.attack.is_some()),
        (
            "advance",
            policy.advance.is_some_and(|rule| rule.optional.is_some() && rule.face.is_some()),
        ),
        ("pursuit", policy.pursuit.is_some()),
        (
            "leader",
            policy
                .leader
                .as_ref()
                .is_some_and(|rule| rule.follow.is_some() && rule.leave.is_some()),
        ),
        ("recovery", policy.recovery.is_some()),
        ("elephants", policy.elephants.is_some()),
        ("furious", policy.furious.is_some()),
        ("wait", policy.wait.is_some()),
    ];
    for (key, _) in named.iter().filter(|(_, there)| !there) {
        demand(false, reader, || format!("`defaults` lacks `{key}`, or a part of it"));
    }
}

/// Complains at a node unless `holds`.
fn demand(holds: bool, at: &Reader<'_>, message: impl FnOnce() -> String) {
    if !holds {
        at.complain(at.fault(engine::Common::Data, message()));
    }
}

/// A small number under a key that must be there.
fn count_at(reader: &Reader<'_>, key: &str, low: u8, high: u8) -> Option<u8> {
    reader.need(key)?.number(key, low, high)
}

/// A text under a key that must be there.
fn text_at(reader: &Reader<'_>, key: &str) -> Option<String> {
    reader.need(key)?.text(key).map(str::to_owned)
}

/// Reads the code of a type.
fn kind_of(text: &str, at: &Reader<'_>) -> Option<Kind> {
    let kind = Kind::parse(text);
    demand(kind.is_some(), at, || {
        format!("there is no unit type `{text}`: use one of {}", Kind::WORDS.join(", "))
    });
    kind
}

/// Reads the name of a side.
fn side_of(text: &str, at: &Reader<'_>) -> Option<Side> {
    let side = Side::parse(text);
    demand(side.is_some(), at, || format!("there is no side `{text}`: use rome or carthage"));
    side
}

/// A hex of the map, written with four digits.
fn hex_of(text: &str, grid: Grid, at: &Reader<'_>) -> Option<Hex> {
    let hex = Hex::parse(text).filter(|hex| text.len() == 4 && grid.has(*hex));
    demand(hex.is_some(), at, || format!("{text}: off the map"));
    hex
}
