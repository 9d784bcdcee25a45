//! The four battles: armies, set-up, special rules and victory.

use super::ground::Ground;
use super::roster::Roster;
use super::{count_at, demand, hex_of, kind_of, side_of, text_at};
use crate::names::{Battle, Id, Kind, Pair, Side};
use crate::orders::side as bearing;
use engine::Reader;
use engine::kit::{Bearing, Grid, Hex};
use std::collections::BTreeMap;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SetUpOrder {
    /// This side, then the other, who sees it.
    First(Side),
    /// Both sides, unseen by each other (R3).
    Both,
}

/// A unit that may be kept back (17.1.3 c).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ambush {
    pub side: Side,
    pub kind: Kind,
}

/// A battle, as printed.
#[derive(Clone, Debug)]
pub(crate) struct BattleNote {
    pub battle: Battle,
    pub title: String,
    /// The number of its rule: `17.4`.
    pub case: String,
    pub ground: Ground,
    /// The greatest number of turns.
    pub turns: u8,
    /// Rout points at which a side has lost.
    pub rout: Pair<u8>,
    /// The side that wins instead of a draw; none if a draw is a draw.
    pub draw: Option<Side>,
    /// True points of each side.
    pub points: Pair<u8>,
    pub leaders: Pair<Id>,
    pub order: SetUpOrder,
    /// Facing unless ordered otherwise.
    pub facing: Pair<Bearing>,
    /// The unit with which a leader starts unless ordered otherwise.
    pub leader_with: Pair<Id>,
    /// Units that start with one Disorder Point: all of a side but these types (17.1.3 a).
    pub cold: Option<(Side, Vec<Kind>)>,
    /// Rome may use no Elephants points (17.1.3 b).
    pub no_elephants: bool,
    pub ambush: Option<Ambush>,
    /// The side whose units may leave by the enemy's edge (17.1.4).
    pub exit: Option<Side>,
    /// Names of units in prose.
    pub names: BTreeMap<Id, String>,
    units: Pair<BTreeMap<Kind, u8>>,
    hexes: Pair<BTreeMap<Kind, Vec<Hex>>>,
    /// Movement points to enter, by terrain; none: impassable.
    cost: Vec<Option<u8>>,
}

impl BattleNote {
    pub(crate) fn grid(&self) -> Grid {
        self.ground.grid
    }

    /// Movement points to enter a hex; none: impassable.
    pub(crate) fn cost(&self, hex: Hex) -> Option<u8> {
        self.cost[self.ground.kind(hex)]
    }

    /// The terrain of a hex in this battle: where the rules make all hexes open (17.4.1), nothing else lies there.
    pub(crate) fn terrain(&self, hex: Hex) -> &str {
        if self.open_field() { "open" } else { self.ground.terrain(hex) }
    }

    /// True if no terrain of the map counts in this battle.
    pub(crate) fn open_field(&self) -> bool {
        self.cost.iter().all(|cost| *cost == Some(1))
    }

    pub(crate) fn count(&self, side: Side, kind: Kind) -> u8 {
        self.units[side].get(&kind).copied().unwrap_or(0)
    }

    /// The types of a side, in the order of their codes, with their numbers.
    pub(crate) fn army(&self, side: Side) -> &BTreeMap<Kind, u8> {
        &self.units[side]
    }

    pub(crate) fn ids(&self, roster: &Roster, side: Side) -> Vec<(Id, Kind)> {
        let of = |(kind, count): (&Kind, &u8)| {
            (1..=*count)
                .filter_map(|n| Some((roster.id(*kind, side, n)?, *kind)))
                .collect::<Vec<_>>()
        };
        self.units[side].iter().flat_map(of).collect()
    }

    /// The set-up hexes of a type, in the order in which they are taken by default.
    pub(crate) fn hexes(&self, side: Side, kind: Kind) -> &[Hex] {
        self.hexes[side].get(&kind).map_or(&[], Vec::as_slice)
    }
}

/// The printed figures (17): turns, rout levels of Carthage and Rome, whose a draw is, points of Rome and Carthage.
fn figures(battle: Battle) -> (u8, u8, u8, Option<Side>, u8, u8) {
    match battle {
        Battle::Trebbia => (14, 12, 12, Some(Side::Rome), 2, 4),
        Battle::Beneventum => (12, 9, 10, Some(Side::Carthage), 3, 3),
        Battle::Po => (15, 12, 14, None, 3, 3),
        Battle::Zama => (16, 15, 16, None, 4, 4),
    }
}

const FIELDS: [&str; 19] = [
    "tabella-data",
    "source",
    "id",
    "title",
    "case",
    "map",
    "turns",
    "rout",
    "draw",
    "command_points",
    "leaders",
    "setup_order",
    "terrain_cost",
    "facing",
    "special",
    "units",
    "leader_default",
    "setup",
    "names",
];

pub(super) fn read(
    battle: Battle,
    reader: &Reader<'_>,
    roster: &Roster,
    maps: &[Ground],
) -> Option<BattleNote> {
    reader.only(&FIELDS);
    let id = reader.need("id")?;
    demand(id.node.text() == Some(battle.word()), &id, || {
        format!("this file must contain the battle {battle}")
    });
    let map = reader.need("map")?;
    let ground = maps.iter().find(|ground| Some(ground.id.as_str()) == map.node.text());
    demand(ground.is_some(), &map, || "there is no such map: use map-a or map-b".to_owned());
    let ground = ground?.clone();
    let (units, hexes) = (reader.need("units")?, reader.need("setup")?);
    let army = |side: Side| army(side, &units.need(side.word())?, roster);
    let places = |side: Side| set_up(&hexes.need(side.word())?, ground.grid);
    let (cold, no_elephants, ambush, exit) = special(&reader.need("special")?)?;
    let note = BattleNote {
        battle,
        title: text_at(reader, "title")?,
        case: text_at(reader, "case")?,
        turns: count_at(reader, "turns", 1, 99)?,
        rout: pair(|side| count_at(&reader.need("rout")?, side.word(), 1, 99))?,
        draw: Side::BOTH
            .get(reader.need("draw")?.word(
                engine::Common::Data,
                "side",
                &["rome", "carthage", "none"],
            )?)
            .copied(),
        points: pair(|side| count_at(&reader.need("command_points")?, side.word(), 1, 9))?,
        leaders: pair(|side| id_at(&reader.need("leaders")?, side))?,
        order: order(&reader.need("setup_order")?)?,
        facing: pair(|side| facing(reader, side))?,
        leader_with: pair(|side| id_at(&reader.need("leader_default")?, side))?,
        units: pair(army)?,
        hexes: pair(places)?,
        cost: costs(&reader.need("terrain_cost")?, &ground)?,
        names: names(reader, roster)?,
        ground,
        cold,
        no_elephants,
        ambush,
        exit,
    };
    check(&note, reader, roster)?;
    Some(note)
}

/// Reads the facing of a side's units unless ordered otherwise.
fn facing(reader: &Reader<'_>, side: Side) -> Option<Bearing> {
    let at = reader.need("facing")?.need(side.word())?;
    let way = at.node.text().and_then(bearing);
    demand(way.is_some(), &at, || "a facing: n, ne, se, s, sw or nw".to_owned());
    way
}

/// Reads a value for each side.
fn pair<T>(mut read: impl FnMut(Side) -> Option<T>) -> Option<Pair<T>> {
    let (rome, carthage) = (read(Side::Rome), read(Side::Carthage));
    Some(Pair { rome: rome?, carthage: carthage? })
}

fn id_at(reader: &Reader<'_>, side: Side) -> Option<Id> {
    let at = reader.need(side.word())?;
    let id = at.node.text().and_then(Id::new);
    demand(id.is_some(), &at, || "a name of at most 12 lower-case letters and digits".to_owned());
    id
}

fn order(reader: &Reader<'_>) -> Option<SetUpOrder> {
    if reader.node.text() == Some("simultaneous") {
        return Some(SetUpOrder::Both);
    }
    let sides: Vec<Side> =
        reader.items().iter().filter_map(|one| side_of(one.text("a side")?, one)).collect();
    match sides[..] {
        [first, second] if first != second => Some(SetUpOrder::First(first)),
        _ => {
            demand(false, reader, || {
                "write `simultaneous`, or list both sides in the order in which they set up"
                    .to_owned()
            });
            None
        }
    }
}

fn army(side: Side, reader: &Reader<'_>, roster: &Roster) -> Option<BTreeMap<Kind, u8>> {
    let mut units = BTreeMap::new();
    for (key, value) in reader.entries("a map from type to number")? {
        let Some(kind) = kind_of(&key.text, &value) else { continue };
        let owned = roster.kind(kind).prefixes.iter().any(|(owner, _)| *owner == side);
        demand(owned, &value, || format!("{side} cannot own {kind}"));
        units.insert(kind, value.number("a number of units", 1, 20)?);
    }
    Some(units)
}

fn set_up(reader: &Reader<'_>, grid: Grid) -> Option<BTreeMap<Kind, Vec<Hex>>> {
    let mut all = BTreeMap::new();
    for (key, value) in reader.entries("a map from type to hexes")? {
        let Some(kind) = kind_of(&key.text, &value) else { continue };
        let hexes = value.items();
        all.insert(
            kind,
            hexes.iter().filter_map(|one| hex_of(one.text("a hex")?, grid, one)).collect(),
        );
    }
    Some(all)
}

fn costs(reader: &Reader<'_>, ground: &Ground) -> Option<Vec<Option<u8>>> {
    let names: Vec<&str> = ground.kinds.iter().map(|(_, name)| name.as_str()).collect();
    reader.only(&names);
    let mut all = Vec::new();
    for name in names {
        let at = reader.need(name)?;
        let closed = at.node.text() == Some("impassable");
        all.push(if closed { None } else { Some(at.number("movement points", 1, 9)?) });
    }
    Some(all)
}

fn names(reader: &Reader<'_>, roster: &Roster) -> Option<BTreeMap<Id, String>> {
    let Some(names) = reader.get("names") else { return Some(BTreeMap::new()) };
    let mut all = BTreeMap::new();
    for (key, value) in names.entries("a map from unit to name")? {
        let id = Id::new(&key.text).filter(|id| roster.unit(*id).is_some());
        demand(id.is_some(), &value, || format!("no unit `{}`", key.text));
        if let (Some(id), Some(name)) = (id, value.text("a name")) {
            all.insert(id, name.to_owned());
        }
    }
    Some(all)
}

/// Units that start cold, whether the Elephants box is closed, the ambush, and the side that may leave.
type Special = (Option<(Side, Vec<Kind>)>, bool, Option<Ambush>, Option<Side>);

fn special(reader: &Reader<'_>) -> Option<Special> {
    reader.only(&["cold", "no_elephants_command", "ambush", "exit_recovers_pr"]);
    let side = |at: &Reader<'_>| {
        let side = at.need("side")?;
        side_of(side.text("a side")?, &side)
    };
    let mut cold = None;
    if let Some(at) = reader.get("cold") {
        at.only(&["side", "except", "disorder", "source"]);
        let except = at.need("except")?.items();
        let except = except.iter().filter_map(|one| kind_of(one.text("a type")?, one)).collect();
        demand(count_at(&at, "disorder", 1, 1).is_some(), &at, || {
            "the cold must give each unit one disorder point (R38)".to_owned()
        });
        cold = Some((side(&at)?, except));
    }
    let mut ambush = None;
    if let Some(at) = reader.get("ambush") {
        at.only(&["side", "type", "count", "edge", "box", "after", "source"]);
        count_at(&at, "count", 1, 1)?;
        let kind = at.need("type")?;
        let kind = kind_of(kind.text("a type")?, &kind)?;
        ambush = Some(Ambush { side: side(&at)?, kind });
    }
    let mut exit = None;
    if let Some(at) = reader.get("exit_recovers_pr") {
        at.only(&["side", "edge", "source"]);
        exit = Some(side(&at)?);
    }
    Some((cold, reader.get("no_elephants_command").is_some(), ambush, exit))
}

/// All that the parts of a battle must have to do with each other.
fn check(note: &BattleNote, reader: &Reader<'_>, roster: &Roster) -> Option<()> {
    printed_figures(note, reader);
    let set_up = reader.need("setup")?;
    let mut taken: BTreeMap<Hex, Side> = BTreeMap::new();
    for side in Side::BOTH {
        let leader = roster.leader(note.leaders[side]).filter(|leader| leader.side == side);
        let at = reader.need("leaders")?;
        let commands = leader.is_some_and(|leader| leader.command == note.points[side]);
        demand(commands, &at, || {
            format!("{side} needs a leader of its own with {} points", note.points[side])
        });
        hexes(note, side, &set_up.need(side.word())?, &mut taken);
        let ids = note.ids(roster, side);
        let with = reader.need("leader_default")?;
        demand(ids.iter().any(|(id, _)| *id == note.leader_with[side]), &with, || {
            format!("{side}: not in play")
        });
        let total: u32 = ids.iter().map(|(_, kind)| u32::from(roster.kind(*kind).pr)).sum();
        let rout = reader.need("rout")?;
        let level = u32::from(note.rout[side]);
        demand(level * 4 <= total * 3, &rout, || {
            format!(
                "{side}: a rout level of {level} cannot sensibly be reached with {total} \
                     points in all"
            )
        });
    }
    names_in_play(note, reader, roster)?;
    apart(note, &taken, &set_up);
    if let Some(ambush) = note.ambush {
        demand(note.count(ambush.side, ambush.kind) > 0, reader, || {
            "there is no unit for the ambush".to_owned()
        });
    }
    Some(())
}

/// 17: the figures are those of the rulebook.
fn printed_figures(note: &BattleNote, reader: &Reader<'_>) {
    let got = (
        note.turns,
        note.rout.carthage,
        note.rout.rome,
        note.draw,
        note.points.rome,
        note.points.carthage,
    );
    demand(got == figures(note.battle), reader, || {
        format!("section 17 prints the figures {:?}, not {got:?}", figures(note.battle))
    });
}

/// Every unit with a name is in play.
fn names_in_play(note: &BattleNote, reader: &Reader<'_>, roster: &Roster) -> Option<()> {
    for id in note.names.keys() {
        let there =
            Side::BOTH.iter().any(|side| note.ids(roster, *side).iter().any(|(own, _)| own == id));
        demand(there, &reader.need("names")?, || {
            format!("`names` gives a name to {id}, which is not in play")
        });
    }
    Some(())
}

/// Checks that set-up hexes of different sides are at least four hexes apart.
fn apart(note: &BattleNote, taken: &BTreeMap<Hex, Side>, set_up: &Reader<'_>) {
    let romans = taken.iter().filter(|(_, side)| **side == Side::Rome);
    let gap = romans.flat_map(|(one, _)| {
        let others = taken.iter().filter(|(_, side)| **side == Side::Carthage);
        others.map(|(other, _)| note.grid().distance(*one, *other))
    });
    let gap = gap.min().unwrap_or(u8::MAX);
    demand(gap >= 4, set_up, || format!("the armies stand {gap} hexes apart, not 4"));
}

/// Set-up hexes: enough, each of one type, open, in the side's own half.
fn hexes(note: &BattleNote, side: Side, at: &Reader<'_>, taken: &mut BTreeMap<Hex, Side>) {
    let types: Vec<Kind> = note.hexes[side].keys().copied().collect();
    demand(types.iter().eq(note.units[side].keys()), at, || {
        format!("{side}: give hexes for each type in its army, and for no other type")
    });
    for (kind, hexes) in &note.hexes[side] {
        let units = usize::from(note.count(side, *kind));
        let place = at.get(kind.word()).unwrap_or_else(|| at.clone());
        demand(hexes.len() >= units, &place, || {
            format!("{} set-up hexes for {units} units", hexes.len())
        });
        for hex in hexes {
            demand(taken.insert(*hex, side).is_none(), &place, || format!("{hex} is named twice"));
            demand(note.cost(*hex).is_some(), &place, || format!("{hex} is impassable"));
            let own =
                (u16::from(hex.place) * 2 > u16::from(note.grid().places)) == (side == Side::Rome);
            demand(own, &place, || format!("{hex} is in the wrong half"));
        }
    }
}
