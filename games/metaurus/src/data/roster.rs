//! The printed units and Commands.

use super::{count_at, demand, raw};
use crate::names::{Arm, Class, Id, Side};
use engine::Reader;
use std::collections::BTreeMap;

/// The two sides of a counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Faces {
    pub morale: u8,
    /// The movement allowance, in points.
    pub allowance: u8,
    /// Morale and movement allowance while Disordered; none without a Disordered side.
    pub back: Option<(u8, u8)>,
}

/// One unit as printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Counter {
    /// Its name in orders: `la-1`.
    pub id: Id,
    pub side: Side,
    pub command: Id,
    /// Its kind in words: `citizen`.
    pub kind: String,
    pub arm: Arm,
    pub class: Class,
    pub faces: Faces,
}

impl Counter {
    pub(crate) fn morale(&self, disordered: bool) -> u8 {
        self.faces.back.filter(|_| disordered).map_or(self.faces.morale, |back| back.0)
    }

    pub(crate) fn allowance(&self, disordered: bool) -> u8 {
        self.faces.back.filter(|_| disordered).map_or(self.faces.allowance, |back| back.1)
    }
}

/// A Command, as printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CommandNote {
    /// Its name in orders: `la`.
    pub id: Id,
    pub side: Side,
    pub name: String,
    /// True if it has an Order chit.
    pub chit: bool,
    /// True if it may take part in a combined activation.
    pub legion: bool,
    /// Its units, in unit order.
    pub units: Vec<Id>,
}

/// All units and Commands, in the order of the file.
#[derive(Clone, Debug)]
pub(crate) struct Roster {
    /// Commands, in the order of the file.
    pub commands: Vec<CommandNote>,
    /// Units, in unit order.
    pub units: Vec<Counter>,
    /// Names of the arms in prose.
    pub arms: BTreeMap<Arm, String>,
    fights: BTreeMap<Arm, bool>,
    index: BTreeMap<Id, usize>,
}

impl Roster {
    pub(crate) fn unit(&self, id: Id) -> Option<&Counter> {
        self.index.get(&id).map(|at| &self.units[*at])
    }

    /// A unit's place in unit order; unknown ones come last.
    pub(crate) fn order(&self, id: Id) -> usize {
        self.index.get(&id).copied().unwrap_or(usize::MAX)
    }

    pub(crate) fn command(&self, id: Id) -> Option<&CommandNote> {
        self.commands.iter().find(|command| command.id == id)
    }

    /// The Commands of one side, in the order of the file.
    pub(crate) fn of(&self, side: Side) -> impl Iterator<Item = &CommandNote> {
        self.commands.iter().filter(move |command| command.side == side)
    }

    /// True if units of this arm ever attack (9.0).
    pub(crate) fn attacks(&self, arm: Arm) -> bool {
        self.fights.get(&arm).copied().unwrap_or(true)
    }
}

struct Kind {
    arm: Arm,
    faces: Faces,
}

pub(super) fn read(reader: &Reader<'_>) -> Option<Roster> {
    reader.only(&["tabella-data", "source", "types", "kinds", "commands"]);
    let mut classes = BTreeMap::new();
    let mut roster = Roster {
        commands: Vec::new(),
        units: Vec::new(),
        arms: BTreeMap::new(),
        fights: BTreeMap::new(),
        index: BTreeMap::new(),
    };
    for (key, value) in reader.need("types")?.entries("a map of unit types")? {
        let arm = Arm::parse(&key.text);
        demand(arm.is_some(), &value, || format!("no unit type `{}`", key.text));
        let class = value.need("class")?;
        let class = class.one_of::<Class>("a class", engine::Common::Data)?;
        classes.insert(arm?, class);
        roster.arms.insert(arm?, value.need("name")?.text("a name")?.to_owned());
        roster
            .fights
            .insert(arm?, value.get("attacks").map_or(Some(true), |r| r.truth("true or false"))?);
    }
    let kinds = kinds(&reader.need("kinds")?, &classes)?;
    let commands = reader.need("commands")?;
    commands.only(&["rome", "carthage"]);
    for side in Side::BOTH {
        for (key, value) in commands.need(side.word())?.entries("a map of Commands")? {
            command(&mut roster, side, &key.text, &value, &kinds, &classes);
        }
    }
    demand(roster.units.len() <= 200, &commands, || {
        format!("there are {} units, but the game has 200 counters", roster.units.len())
    });
    Some(roster)
}

fn kinds<'a>(
    reader: &Reader<'a>,
    classes: &BTreeMap<Arm, Class>,
) -> Option<BTreeMap<&'a str, Kind>> {
    let mut kinds = BTreeMap::new();
    for (key, value) in reader.entries("a map of kinds")? {
        value.only(&["type", "m", "ma", "dm", "dma"]);
        let kind = value.need("type")?;
        let arm = Arm::parse(kind.text("a unit type")?).filter(|arm| classes.contains_key(arm));
        demand(arm.is_some(), &kind, || "not among `types`".to_owned());
        let morale = count_at(&value, "m", 0, 9)?;
        let allowance = count_at(&value, "ma", 1, 9)?;
        let none = |key: &str| raw(&value, key).is_some_and(|node| node.text() == Some("null"));
        demand(none("dm") == none("dma"), &value, || {
            "`dm` and `dma` must both be null, or neither".to_owned()
        });
        let back = if none("dm") {
            None
        } else {
            Some((count_at(&value, "dm", 0, 9)?, count_at(&value, "dma", 0, 9)?))
        };
        demand(back.is_none() == (arm == Some(Arm::Li)), &value, || {
            "only light infantry may lack a Disordered side, and all of it must".to_owned()
        });
        if let Some((dm, dma)) = back {
            demand(dm < morale && dma <= allowance, &value, || {
                "a Disordered unit must not be better: `dm` < `m` and `dma` <= `ma`".to_owned()
            });
        }
        kinds.insert(
            key.text.as_str(),
            Kind { arm: arm?, faces: Faces { morale, allowance, back } },
        );
    }
    Some(kinds)
}

fn command(
    roster: &mut Roster,
    side: Side,
    name: &str,
    reader: &Reader<'_>,
    kinds: &BTreeMap<&str, Kind>,
    classes: &BTreeMap<Arm, Class>,
) -> Option<()> {
    reader.only(&["name", "chit", "legion", "units"]);
    let id = Id::new(name);
    demand(id.is_some(), reader, || {
        format!("`{name}`: use at most 12 lower-case letters, digits and hyphens")
    });
    let id = id?;
    demand(roster.command(id).is_none() && roster.unit(id).is_none(), reader, || {
        format!("`{name}` is named twice")
    });
    let chit = reader.need("chit")?.truth("true or false")?;
    let legion = reader.need("legion")?.truth("true or false")?;
    let title = reader.need("name")?.text("a name")?.to_owned();
    demand(chit || side == Side::Carthage, reader, || {
        "every Roman Command must have a chit".to_owned()
    });
    let mut units = Vec::new();
    let listed = reader.need("units")?.entries("a map from unit to kind")?;
    for (key, value) in listed {
        let counter = counter(roster, (side, id), &key.text, &value, kinds, classes)?;
        units.push(counter.id);
        roster.index.insert(counter.id, roster.units.len());
        roster.units.push(counter);
    }
    roster.commands.push(CommandNote { id, side, name: title, chit, legion, units });
    Some(())
}

fn counter(
    roster: &Roster,
    (side, command): (Side, Id),
    name: &str,
    value: &Reader<'_>,
    kinds: &BTreeMap<&str, Kind>,
    classes: &BTreeMap<Arm, Class>,
) -> Option<Counter> {
    let word = value.text("a kind")?;
    let (unit, kind) = (Id::new(name), kinds.get(word));
    demand(unit.is_some(), value, || {
        format!("`{name}`: use at most 12 lower-case letters, digits and hyphens")
    });
    demand(kind.is_some(), value, || format!("`{word}` is not among `kinds`"));
    let (unit, kind) = (unit?, kind?);
    let fresh = roster.unit(unit).is_none();
    demand(fresh, value, || format!("`{unit}` is named twice"));
    let class = *classes.get(&kind.arm)?;
    Some(Counter {
        id: unit,
        side,
        command,
        kind: word.to_owned(),
        arm: kind.arm,
        class,
        faces: kind.faces,
    })
}
