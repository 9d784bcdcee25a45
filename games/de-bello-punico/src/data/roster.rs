//! Unit types, leaders and the counter sheet.

use super::battle::BattleNote;
use super::{count_at, demand, kind_of, side_of, text_at};
use crate::names::{Class, Crossing, Id, Kind, Side};
use engine::Reader;
use std::collections::BTreeMap;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct KindNote {
    pub kind: Kind,
    /// Its name in prose.
    pub name: String,
    pub prefixes: Vec<(Side, String)>,
    /// The class, which says what it does when it panics.
    pub class: Class,
    pub combat: u8,
    /// Disorder Points at which it panics.
    pub morale: u8,
    /// The movement points of a half.
    pub mp: u8,
    pub missile: bool,
    /// Types with the same word support each other (R20).
    pub support: String,
    /// Bonus for attacking through a rear hex (10.5).
    pub rear_bonus: u8,
    /// It may decline to advance (10.8.1).
    pub advance_optional: bool,
    /// The cost of crossing it (7.1).
    pub crossing: Crossing,
    /// Rout points when it panics (16.1).
    pub pr: u8,
}

impl KindNote {
    /// True if it pursues (14).
    pub(crate) fn pursues(&self) -> bool {
        self.class == Class::Cavalry
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LeaderNote {
    /// His name in files.
    pub id: Id,
    /// His name in prose.
    pub name: String,
    pub side: Side,
    /// The command points, from which his range follows.
    pub command: u8,
    /// The movement points of a half.
    pub mp: u8,
    /// Rout points if he is lost.
    pub pr: u8,
}

#[derive(Clone, Debug)]
pub(crate) struct Roster {
    /// Command range as a multiple of a leader's command points.
    pub range_factor: u8,
    kinds: Vec<KindNote>,
    leaders: Vec<LeaderNote>,
    /// Number of counters of each type and side.
    counters: BTreeMap<(Kind, Side), u8>,
}

impl Roster {
    pub(crate) fn kind(&self, kind: Kind) -> &KindNote {
        // `read` puts one note for each type, in their order.
        &self.kinds[kind as usize]
    }

    pub(crate) fn leader(&self, id: Id) -> Option<&LeaderNote> {
        self.leaders.iter().find(|note| note.id == id)
    }

    /// All leaders, in the order of the file.
    pub(crate) fn leaders(&self) -> &[LeaderNote] {
        &self.leaders
    }

    /// The name of a side's unit of a type, by number.
    pub(crate) fn id(&self, kind: Kind, side: Side, number: u8) -> Option<Id> {
        let prefix = self.kind(kind).prefixes.iter().find(|(owner, _)| *owner == side)?;
        Id::new(&format!("{}{number}", prefix.1))
    }

    /// Type and side of a unit, from its name; none if no counter bears it.
    pub(crate) fn unit(&self, id: Id) -> Option<(Kind, Side)> {
        let at = id.as_str().find(|letter: char| letter.is_ascii_digit())?;
        let (prefix, number) = id.as_str().split_at(at);
        let number: u8 = number.parse().ok().filter(|_| !number.starts_with('0'))?;
        let all = self
            .kinds
            .iter()
            .flat_map(|note| note.prefixes.iter().map(move |prefix| (note.kind, prefix)));
        let (kind, (side, _)) = all.into_iter().find(|(_, (_, own))| own == prefix)?;
        (number <= self.most(kind, *side)).then_some((kind, *side))
    }

    /// The number of counters of a type that a side has.
    pub(crate) fn most(&self, kind: Kind, side: Side) -> u8 {
        self.counters.get(&(kind, side)).copied().unwrap_or(0)
    }

    pub(crate) fn ids(&self) -> Vec<Id> {
        let of = |(kind, side): (&(Kind, Side), &u8)| {
            (1..=*side).filter_map(|n| self.id(kind.0, kind.1, n)).collect::<Vec<_>>()
        };
        self.counters.iter().flat_map(of).collect()
    }
}

pub(super) fn read(reader: &Reader<'_>) -> Option<Roster> {
    let known = [
        "tabella-data",
        "source",
        "classes",
        "types",
        "crossing",
        "leaders",
        "command_range_factor",
        "counter_mix",
    ];
    reader.only(&known);
    let types = reader.need("types")?;
    let mut kinds = Vec::new();
    for (key, value) in types.entries("a map of unit types")? {
        let Some(kind) = kind_of(&key.text, &value) else { continue };
        kinds.extend(note(kind, &value));
    }
    kinds.sort_by_key(|note: &KindNote| note.kind);
    classes(&reader.need("classes")?)?;
    let leaders = leaders(&reader.need("leaders")?)?;
    let range_factor = count_at(reader, "command_range_factor", 1, 9)?;
    let complete = kinds.iter().map(|note| note.kind).eq(Kind::ALL.iter().copied());
    demand(complete, &types, || {
        format!("`types` must contain each of {} once", Kind::WORDS.join(", "))
    });
    if !complete {
        return None;
    }
    printed(&kinds, &types);
    let mix = reader.need("counter_mix")?.need("units")?;
    let mut counters = BTreeMap::new();
    for note in &kinds {
        for (side, _) in &note.prefixes {
            let key = counter_key(note, *side);
            counters.insert((note.kind, *side), count_at(&mix, &key, 0, 99)?);
        }
    }
    let names: Vec<String> = kinds
        .iter()
        .flat_map(|note| note.prefixes.iter().map(|(side, _)| counter_key(note, *side)))
        .collect();
    mix.only(&names.iter().map(String::as_str).collect::<Vec<_>>());
    Some(Roster { range_factor, kinds, leaders, counters })
}

/// The key under which the counters of a type and side are listed: `Ha`, `E-rome`.
fn counter_key(note: &KindNote, side: Side) -> String {
    if note.prefixes.len() == 1 {
        note.kind.word().to_owned()
    } else {
        format!("{}-{side}", note.kind)
    }
}

const FIELDS: [&str; 13] = [
    "name",
    "id",
    "class",
    "combat",
    "morale",
    "move",
    "missile",
    "support",
    "rear_bonus",
    "advance_optional",
    "crossing",
    "pr",
    "sides",
];

fn note(kind: Kind, reader: &Reader<'_>) -> Option<KindNote> {
    reader.only(&FIELDS);
    let sides = reader.need("sides")?.list("a list of sides")?;
    let sides: Vec<Side> =
        sides.iter().filter_map(|one| side_of(one.text("a side")?, one)).collect();
    let id = reader.need("id")?;
    let prefixes = prefixes(&id, &sides)?;
    let owners = prefixes.iter().map(|(side, _)| *side).collect::<Vec<_>>();
    demand(owners == sides, &id, || {
        format!("{kind}: `id` must name each of its sides, in the order of `sides`")
    });
    let class = reader.need("class")?.word(engine::Common::Data, "class", Class::WORDS)?;
    let crossing =
        reader.need("crossing")?.word(engine::Common::Data, "crossing", Crossing::WORDS)?;
    let note = KindNote {
        kind,
        name: text_at(reader, "name")?,
        prefixes,
        class: Class::ALL[class],
        combat: count_at(reader, "combat", 1, 9)?,
        morale: count_at(reader, "morale", 2, 9)?,
        mp: count_at(reader, "move", 3, 12)?,
        missile: reader.need("missile")?.truth("true or false")?,
        support: text_at(reader, "support")?,
        rear_bonus: count_at(reader, "rear_bonus", 1, 2)?,
        advance_optional: reader.need("advance_optional")?.truth("true or false")?,
        crossing: Crossing::ALL[crossing],
        pr: count_at(reader, "pr", 0, 2)?,
    };
    let safe = note.combat + 1 >= note.morale;
    demand(safe, reader, || {
        format!("{kind}: its combat total could fall below zero before the unit panics")
    });
    Some(note)
}

/// The beginning of the names of a type's units: one for all its sides, or one for each.
fn prefixes(id: &Reader<'_>, sides: &[Side]) -> Option<Vec<(Side, String)>> {
    if let Some(text) = id.node.text() {
        return Some(sides.iter().map(|side| (*side, text.to_owned())).collect());
    }
    let entries = id.entries("a map from side to the beginning of the names")?;
    let prefix = |(key, one): (&engine::node::Key, Reader<'_>)| {
        let side = side_of(&key.text, &one)?;
        Some((side, one.text("letters")?.to_owned()))
    };
    Some(entries.into_iter().filter_map(prefix).collect())
}

/// The classes stand in the file for the reader; what they do is in the rules.
fn classes(reader: &Reader<'_>) -> Option<()> {
    reader.only(Class::WORDS);
    for (class, panic, pursues) in [
        (Class::Infantry, "flee-by-steps", false),
        (Class::Light, "removed", false),
        (Class::Cavalry, "flee-off-map", true),
        (Class::Elephant, "removed", false),
    ] {
        let at = reader.need(class.word())?;
        let (does, rides) = (
            at.get("panic").and_then(|r| r.node.text()),
            at.get("pursues").and_then(|r| r.node.text()),
        );
        let right = does == Some(panic) && rides == Some(if pursues { "true" } else { "false" });
        demand(right, &at, || format!("{class}: the rules say panic: {panic}, pursues: {pursues}"));
    }
    Some(())
}

fn leaders(reader: &Reader<'_>) -> Option<Vec<LeaderNote>> {
    let mut all = Vec::new();
    for (key, value) in reader.entries("a map of leaders")? {
        value.only(&["name", "side", "command", "move", "pr", "source"]);
        let id = Id::new(&key.text);
        demand(id.is_some(), &value, || {
            format!("`{}`: use at most 12 lower-case letters", key.text)
        });
        let side = value.need("side")?;
        all.push(LeaderNote {
            id: id?,
            name: text_at(&value, "name")?,
            side: side_of(side.text("a side")?, &side)?,
            command: count_at(&value, "command", 1, 9)?,
            mp: count_at(&value, "move", 1, 12)?,
            pr: count_at(&value, "pr", 0, 20)?,
        });
    }
    Some(all)
}

/// Checks what the rulebook says of types by name.
fn printed(kinds: &[KindNote], at: &Reader<'_>) {
    use Kind::{Cl, E, El, Ha, Me, Pr, T, Tr, Ve, Vt};
    let of = |test: &dyn Fn(&KindNote) -> bool| {
        kinds.iter().filter(|note| test(note)).map(|note| note.kind).collect::<Vec<_>>()
    };
    let mut all = kinds
        .iter()
        .flat_map(|note| note.prefixes.iter())
        .map(|(_, prefix)| prefix.as_str())
        .collect::<Vec<_>>();
    all.sort_unstable();
    let twice = all.windows(2).find(|two| two[0] == two[1]).map(|two| two[0].to_owned());
    demand(twice.is_none(), at, || {
        format!("two types share the names {}1, {0}2 …", twice.unwrap_or_default())
    });
    demand(of(&|n| n.pr == 2) == [Ha, Pr, Tr, Vt], at, || {
        "Ha, Pr, Tr and Vt must cost two rout points, and no other type (16.1)".to_owned()
    });
    demand(of(&|n| n.pr == 0) == [T, Cl, El], at, || {
        "T, CL and El must cost no rout points, unlike all other types (16.1)".to_owned()
    });
    let optional = of(&|n| n.advance_optional) == [Ha, Pr, Tr, Vt];
    demand(optional, at, || {
        "only Ha, Pr, Tr and Vt must choose whether to advance (10.8.1)".to_owned()
    });
    let rear = of(&|n| n.rear_bonus == 2) == [Ha, Pr, Tr, Vt, E, Cl, El];
    demand(rear, at, || {
        "only Tr, Ha, Pr, El, Vt, E and CL must have a rear bonus of 2 (10.5)".to_owned()
    });
    let note = |kind: Kind| &kinds[kind as usize];
    demand(note(Ha).support == note(Pr).support, at, || {
        "Ha and Pr must support each other (R20)".to_owned()
    });
    let quick = note(T).mp > note(Me).mp && note(Ve).mp > note(Me).mp;
    demand(quick, at, || {
        "T and Ve need a higher `move` than Me, to withdraw from infantry".to_owned()
    });
}

/// The counter sheet holds just what the battles need, and 140 counters in all (2).
pub(super) fn counters(roster: &Roster, battles: &[BattleNote], reader: &Reader<'_>) -> Option<()> {
    let mix = reader.need("counter_mix")?;
    mix.only(&["units", "leaders", "markers", "source"]);
    let leaders = count_at(&mix, "leaders", 0, 99)?;
    demand(usize::from(leaders) == roster.leaders.len(), &mix, || {
        format!("{} leaders", roster.leaders.len())
    });
    let mut sum = u32::from(leaders);
    for ((kind, side), counters) in &roster.counters {
        let peak = battles.iter().map(|battle| battle.count(*side, *kind)).max().unwrap_or(0);
        let at = mix.need("units")?;
        demand(peak == *counters, &at, || {
            format!("{side} {kind}: {counters} counters are given, but the battles need {peak}")
        });
        sum += u32::from(*counters);
    }
    for (_, value) in mix.need("markers")?.entries("a map of markers")? {
        sum += value.number("a number of markers", 0, 99)?;
    }
    demand(sum == 140, &mix, || format!("there are {sum} counters instead of 140 (2)"));
    Some(())
}
