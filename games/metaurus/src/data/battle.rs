//! The battle: set-up, default orders and victory.

use super::{Ground, Printed, Roster, below, count_at, demand, raw};
use crate::names::{Arm, Class, Id, Order, Side};
use engine::Reader;
use engine::kit::{Bearing, Hex};
use std::collections::{BTreeMap, BTreeSet};

/// Units that set up together, in hexes of their own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Group {
    /// Its name in files: `left-cavalry`.
    pub name: String,
    pub side: Side,
    pub hexes: Vec<Hex>,
    /// The hex of each unit unless the orders say otherwise.
    pub default: BTreeMap<Id, Hex>,
    /// Facing unless the orders say otherwise.
    pub facing: Bearing,
}

#[derive(Clone, Debug)]
pub(crate) struct Battle {
    /// Its name in the charter.
    pub id: String,
    pub title: String,
    pub groups: Vec<Group>,
    /// Orders at the start unless the players choose others, by Command.
    pub default_orders: BTreeMap<Id, Order>,
    /// True if rule 5.4 is in force unless the charter says otherwise.
    pub gauls: bool,
    /// Game Turns without an attack after which Carthage wins.
    pub stall_turns: u32,
    /// Last Game Turn, if there is one.
    pub turn_limit: Option<u32>,
    /// Carthaginian losses with which Rome wins.
    pub rome_needs: u8,
    /// Roman losses with which Carthage wins.
    pub rome_bears: u8,
    /// Carthaginian arms that do not count as losses.
    pub uncounted_losses: BTreeSet<Arm>,
    /// Exits with which Carthage wins.
    pub exits: u8,
    /// Arms that do not count as exits.
    pub uncounted_exits: BTreeSet<Arm>,
}

impl Battle {
    pub(crate) fn group(&self, unit: Id) -> Option<&Group> {
        self.groups.iter().find(|group| group.default.contains_key(&unit))
    }
}

/// Two words that must stand so.
fn words(reader: &Reader<'_>, key: &str, expected: [&str; 2]) -> Option<()> {
    let items = reader.need(key)?.items();
    let found: Vec<&str> = items.iter().filter_map(|item| item.node.text()).collect();
    let told = || format!("{key} must be [{}, {}]", expected[0], expected[1]);
    demand(found == expected, reader, told);
    Some(())
}

pub(super) fn read(reader: &Reader<'_>, roster: &Roster, ground: &Ground) -> Option<Battle> {
    let known = [
        "tabella-data",
        "id",
        "title",
        "seats",
        "set-up-order",
        "source",
        "options",
        "set-up",
        "default-orders",
        "victory",
    ];
    reader.only(&known);
    words(reader, "seats", ["rome", "carthage"])?;
    words(reader, "set-up-order", ["carthage", "rome"])?;
    let options = reader.need("options")?;
    let victory = reader.need("victory")?;
    let gauls = below(&options, &["gauls", "default"])?.truth("true or false")?;
    let stall = below(&options, &["stall-turns", "default"])?.number("stall-turns", 1, 999)?;
    let limit = below(&options, &["turn-limit", "default"])
        .map_or(Some(None), |at| at.number("turn-limit", 1, 999).map(Some))?;
    let mut groups = Vec::new();
    for side in [Side::Carthage, Side::Rome] {
        for (key, value) in reader.need("set-up")?.need(side.word())?.entries("groups")? {
            groups.push(group(&key.text, side, &value, roster, ground)?);
        }
    }
    Some(Battle {
        id: reader.need("id")?.text("a name")?.to_owned(),
        title: reader.need("title")?.text("a title")?.to_owned(),
        groups,
        default_orders: default_orders(&reader.need("default-orders")?, roster)?,
        gauls,
        stall_turns: stall,
        turn_limit: limit,
        rome_needs: count_at(&victory, "rome-must-eliminate", 1, 99)?,
        rome_bears: count_at(&victory, "before-losing", 1, 99)?,
        uncounted_losses: arms(&victory, "not-counted-as-carthaginian-losses")?,
        exits: count_at(&victory, "carthage-exits", 1, 99)?,
        uncounted_exits: arms(&victory, "not-counted-as-exits")?,
    })
}

fn hex(reader: &Reader<'_>, ground: &Ground) -> Option<Hex> {
    let text = reader.text("a hex")?;
    let hex = Hex::parse(text).filter(|hex| ground.grid.has(*hex));
    demand(hex.is_some(), reader, || format!("`{text}` is not a hex of this map"));
    hex
}

fn group(
    name: &str,
    side: Side,
    reader: &Reader<'_>,
    roster: &Roster,
    ground: &Ground,
) -> Option<Group> {
    reader.only(&["hexes", "default", "facing", "source"]);
    let mut hexes = Vec::new();
    for item in reader.need("hexes")?.list("a list of hexes")? {
        let hex = hex(&item, ground)?;
        demand(!hexes.contains(&hex), &item, || format!("{hex} is listed twice"));
        hexes.push(hex);
    }
    let mut default = BTreeMap::new();
    for (key, value) in reader.need("default")?.entries("a map from unit to hex")? {
        let unit = Id::new(&key.text)
            .filter(|id| roster.unit(*id).is_some_and(|counter| counter.side == side));
        demand(unit.is_some(), &value, || {
            format!("{} has no unit `{}`", side.proper_name(), key.text)
        });
        let hex = hex(&value, ground)?;
        demand(hexes.contains(&hex), &value, || format!("{hex} is not among the group's hexes"));
        default.insert(unit?, hex);
    }
    let facing = reader.need("facing")?;
    let bearing =
        Bearing::parse(facing.text("a facing")?).filter(|b| ground.grid.vertices().contains(b));
    demand(bearing.is_some(), &facing, || {
        "this is not a facing: use n, ne, se, s, sw or nw".to_owned()
    });
    Some(Group { name: name.to_owned(), side, hexes, default, facing: bearing? })
}

fn default_orders(reader: &Reader<'_>, roster: &Roster) -> Option<BTreeMap<Id, Order>> {
    let mut orders = BTreeMap::new();
    for side in Side::BOTH {
        let at = reader.need(side.word())?;
        for (key, value) in at.entries("a map from Command to order")? {
            let order = value.one_of::<Order>("an order", engine::Common::Data)?;
            let command =
                Id::new(&key.text).filter(|id| roster.command(*id).is_some_and(|c| c.side == side));
            demand(command.is_some(), &value, || {
                format!("{} has no Command `{}`", side.proper_name(), key.text)
            });
            orders.insert(command?, order);
        }
        for command in roster.of(side) {
            demand(orders.contains_key(&command.id), &at, || {
                format!("`{}` has no default order", command.id)
            });
        }
    }
    Some(orders)
}

fn arms(reader: &Reader<'_>, key: &str) -> Option<BTreeSet<Arm>> {
    let mut arms = BTreeSet::new();
    for item in reader.need(key)?.list("a list of unit types")? {
        let arm = Arm::parse(item.text("a unit type")?);
        demand(arm.is_some(), &item, || "not a unit type".to_owned());
        arms.insert(arm?);
    }
    Some(arms)
}

/// Checks what needs all data: every unit has one lawful place, the armies do not touch, and every unit can walk off.
pub(super) fn check(printed: &Printed, reader: &Reader<'_>) {
    let Some(at) = reader.get("set-up") else { return };
    let mut taken: BTreeMap<Hex, Id> = BTreeMap::new();
    let mut placed = BTreeSet::new();
    for group in &printed.battle.groups {
        let here = below(&at, &[group.side.word(), &group.name]).unwrap_or_else(|| at.clone());
        for (unit, hex) in &group.default {
            demand(placed.insert(*unit), &here, || format!("{unit} is in two groups"));
            let other = taken.insert(*hex, *unit);
            demand(other.is_none(), &here, || {
                format!("{hex} is given to two units, one of them {unit}")
            });
            let open = printed
                .roster
                .unit(*unit)
                .is_some_and(|counter| printed.open_to(counter.class, *hex));
            demand(open, &here, || format!("{unit} may not stand in {hex}"));
        }
    }
    for counter in printed.roster.units.iter().filter(|counter| !placed.contains(&counter.id)) {
        demand(false, &at, || format!("{} has no place", counter.id));
    }
    let side = |unit: &Id| printed.roster.unit(*unit).map(|counter| counter.side);
    for (hex, unit) in &taken {
        let touch = printed
            .ground
            .around(*hex)
            .find(|n| taken.get(n).is_some_and(|other| side(other) != side(unit)));
        demand(touch.is_none(), &at, || format!("{unit} in {hex} would start next to an enemy"));
    }
    if let Some(victory) = reader.get("victory") {
        winnable(printed, &victory);
    }
    reach(printed, &taken, &at);
}

/// Both sides have enough units for what victory asks.
fn winnable(printed: &Printed, victory: &Reader<'_>) {
    let battle = &printed.battle;
    let of = |side: Side| printed.roster.units.iter().filter(move |counter| counter.side == side);
    let uncounted = |arm: Arm| battle.uncounted_losses.contains(&arm);
    let counted = of(Side::Carthage).filter(|counter| !uncounted(counter.arm)).count();
    let needs = usize::from(battle.rome_needs);
    let told =
        || format!("only {counted} Carthaginian units count, but Rome must eliminate {needs}");
    demand(counted >= needs, victory, told);
    let romans = of(Side::Rome).count();
    let told = || format!("Rome has only {romans} units");
    demand(romans >= usize::from(battle.rome_bears), victory, told);
    let stays = |arm: Arm| battle.uncounted_exits.contains(&arm);
    let leave = of(Side::Carthage).filter(|counter| !stays(counter.arm)).count();
    let exits = usize::from(battle.exits);
    let told = || {
        format!(
            "only {leave} Carthaginian units can leave the map, but {exits} must leave it to win"
        )
    };
    demand(leave >= exits, victory, told);
    let edge = raw(victory, "exit-edge").and_then(|node| node.text());
    let south = edge == Some("south") && printed.ground.exit_south;
    let told = || "the exit edge must be south, here and on the map".to_owned();
    demand(south, victory, told);
}

/// Every unit can walk to the south edge.
fn reach(printed: &Printed, taken: &BTreeMap<Hex, Id>, at: &Reader<'_>) {
    for class in Class::ALL.iter().copied() {
        let got = connected(printed, class);
        for (hex, unit) in taken.iter().filter(|(hex, _)| !got[printed.ground.grid.index(**hex)]) {
            let here = printed.roster.unit(*unit).is_some_and(|counter| counter.class == class);
            demand(!here, at, || format!("{unit} in {hex} cannot reach the south edge"));
        }
    }
}

/// Infantry can walk to the south edge from every hex that is open to it: the map has no islands.
pub(super) fn islands(printed: &Printed, reader: &Reader<'_>) {
    let got = connected(printed, Class::Inf);
    for hex in printed.ground.grid.all().filter(|hex| printed.open_to(Class::Inf, *hex)) {
        let row = below(reader, &["terrain", &format!("{:02}", hex.line)])
            .unwrap_or_else(|| reader.clone());
        demand(got[printed.ground.grid.index(hex)], &row, || {
            format!("infantry cannot leave {hex}")
        });
    }
}

/// The hexes, by index, from which units of a class can walk to the south edge; found by working back from it.
fn connected(printed: &Printed, class: Class) -> Vec<bool> {
    let grid = printed.ground.grid;
    let mut got = vec![false; grid.len()];
    let of_class = printed.roster.units.iter().filter(|counter| counter.class == class);
    let least = of_class.map(|counter| counter.allowance(true)).min().unwrap_or(0);
    let mut todo: Vec<Hex> =
        grid.all().filter(|hex| hex.line == 1 && printed.open_to(class, *hex)).collect();
    for hex in &todo {
        got[grid.index(*hex)] = true;
    }
    while let Some(here) = todo.pop() {
        for from in grid.neighbours(here).filter(|from| printed.open_to(class, *from)) {
            let steps = printed.step_cost(class, from, here).is_some_and(|cost| cost <= least);
            if steps && !std::mem::replace(&mut got[grid.index(from)], true) {
                todo.push(from);
            }
        }
    }
    got
}
