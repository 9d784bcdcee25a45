//! Reading plans, reports and minor wars.

use super::{name, side, troops, word};
use crate::battle::read as plan;
use crate::codes::Code;
use crate::elements::{Member, Side};
use crate::orders::Orders;
use crate::orders::battle::{
    Against, BattleId, BattleOrders, MinorOrders, Opposing, Report, Whose,
};
use engine::{Place, Reader, Seat, apart};
use std::collections::BTreeMap;

/// The keys of an entry of a plan prompt.
pub(crate) const KEYS: [&str; 7] =
    ["battle", "resolve", "plan", "command", "minor_war", "resign", "note"];

const REPORT: [&str; 12] = [
    "battle",
    "winner",
    "withdrew",
    "lost",
    "general_killed",
    "camp_looted",
    "kills",
    "other",
    "resign",
    "note",
    "general_by",
    "at_table",
];

/// Reads a seat's orders for the battles of a season: one entry, or a list; ahead also a map from battle to plan.
pub(super) fn battles(reader: &Reader<'_>, place: Place) -> Vec<BattleOrders> {
    if place == Place::Ahead
        && reader
            .node
            .map()
            .is_some_and(|map| !map.iter().any(|(key, _)| KEYS.contains(&key.text.as_str())))
    {
        return by_name(reader);
    }
    apart(&reader.items(), battle)
}

/// `{any: {...}, etruria-217-summer: {...}}`: plans, each with its battle as key.
fn by_name(reader: &Reader<'_>) -> Vec<BattleOrders> {
    let mut list = Vec::new();
    for (key, part) in reader.entries("a map from battle to plan").unwrap_or_default() {
        let Some(battle) = BattleId::new(&key.text) else {
            reader.complain(
                part.fault(Code::Word, format!("`{}` is not a battle", key.text))
                    .fix("write its name, or any"),
            );
            continue;
        };
        let plan = plan::plan(&part);
        list.push(BattleOrders { battle: Some(battle), plan, ..BattleOrders::default() });
    }
    list
}

fn battle(reader: &Reader<'_>) -> Option<BattleOrders> {
    reader.entries("`battle` and `plan`")?;
    reader.only(&KEYS);
    let word = word(reader);
    let battle = reader.get("battle").and_then(|part| battle_id(&part));
    let resolve = reader.get("resolve").and_then(|part| part.one_of("way to decide", Code::Word));
    let plan = reader.get("plan").and_then(|part| plan::plan(&part));
    let command = reader.get("command").and_then(|part| plan::command(&part)).unwrap_or_default();
    let minor_war = reader.get("minor_war").and_then(|part| part.one_of("wish", Code::Word));
    Some(BattleOrders {
        battle,
        resolve,
        plan,
        command,
        minor_war,
        resign: word.resign,
        note: word.note,
    })
}

/// The name of a battle.
fn battle_id(reader: &Reader<'_>) -> Option<BattleId> {
    let text = reader.text("a battle")?;
    let found = BattleId::new(text);
    if found.is_none() {
        reader.complain(
            reader
                .fault(Code::Word, format!("`{text}` is not a battle"))
                .fix("copy its name from the form"),
        );
    }
    found
}

/// A report of a battle on the table, or the wish to have it decided by the program.
pub(super) fn report_or_wish(reader: &Reader<'_>) -> Option<Orders> {
    if reader.node.list().is_some()
        || ["resolve", "plan", "minor_war"].iter().any(|key| reader.get(key).is_some())
    {
        return Some(Orders::Battles(battles(reader, Place::Orders)));
    }
    report(reader).map(|report| Orders::Report(Box::new(report)))
}

/// The referee's ruling: a report, or a list of them.
pub(super) fn ruling(reader: &Reader<'_>) -> Option<Orders> {
    if reader.node.list().is_none() {
        return report(reader).map(|report| Orders::Report(Box::new(report)));
    }
    let reports = apart(&reader.items(), report);
    Some(Orders::Rulings(reports))
}

fn report(reader: &Reader<'_>) -> Option<Report> {
    reader.entries("a report")?;
    reader.only(&REPORT);
    let word = word(reader);
    let battle = reader.need("battle").and_then(|part| battle_id(&part));
    let winner = reader.need("winner").and_then(|part| whose(&part));
    let withdrew = reader.get("withdrew").map_or(Some(Whose::Nobody), |part| whose(&part));
    let mut lost = BTreeMap::new();
    for (side, part) in by_side(reader, "lost") {
        lost.insert(side, members(&part));
    }
    let fallen = reader.get("general_killed").map(|part| part.items()).unwrap_or_default();
    let general_killed = fallen.iter().filter_map(|part| side(part)).collect();
    let mut camp_looted = BTreeMap::new();
    for (side, part) in by_side(reader, "camp_looted") {
        if let Some(seat) = part.text("a seat") {
            camp_looted.insert(side, Seat::new(seat));
        }
    }
    let mut kills = BTreeMap::new();
    if let Some(part) = reader.get("kills") {
        for (key, part) in part.entries("a map from seat to number").unwrap_or_default() {
            kills.insert(Seat::new(&key.text), count(&part).unwrap_or_default());
        }
    }
    let mut other = BTreeMap::new();
    for (side, part) in by_side(reader, "other") {
        other.insert(side, count(&part).unwrap_or_default());
    }
    let (general_by, at_table) = named(reader);
    let (battle, winner, withdrew) = (battle?, winner?, withdrew?);
    let (resign, note) = (word.resign, word.note);
    Some(Report {
        battle,
        winner,
        withdrew,
        lost,
        general_killed,
        camp_looted,
        kills,
        other,
        general_by,
        at_table,
        resign,
        note,
    })
}

/// Reads the seats whose troops took each fallen general, and the seats that were at the table.
fn named(reader: &Reader<'_>) -> (BTreeMap<Member, Seat>, Vec<Seat>) {
    let mut general_by = BTreeMap::new();
    if let Some(part) = reader.get("general_by") {
        let entries = part.entries("a map from general to seat").unwrap_or_default();
        for (key, part) in entries {
            let Some(general) = Member::parse(&key.text) else {
                let message = format!("`{}` is not an element with its army", key.text);
                reader.complain(
                    part.fault(Code::Word, message).at(key.span).fix("write it as ra.cv1"),
                );
                continue;
            };
            if let Some(seat) = part.text("a seat") {
                general_by.insert(general, Seat::new(seat));
            }
        }
    }
    let sat = reader.get("at_table").map(|part| part.items()).unwrap_or_default();
    let at_table = apart(&sat, |part| part.text("a seat").map(Seat::new));
    (general_by, at_table)
}

fn count(reader: &Reader<'_>) -> Option<u16> {
    reader.number("a number of elements", 0, 99)
}

fn whose(reader: &Reader<'_>) -> Option<Whose> {
    reader.one_of("side", Code::Word)
}

/// The entries of a map from side.
fn by_side<'a>(reader: &Reader<'a>, key: &str) -> Vec<(Side, Reader<'a>)> {
    let Some(part) = reader.get(key) else { return Vec::new() };
    part.only(&["rome", "carthage"]);
    let entries = part.entries("a map from side").unwrap_or_default();
    entries.into_iter().filter_map(|(key, part)| Some((Side::parse(&key.text)?, part))).collect()
}

fn members(reader: &Reader<'_>) -> Vec<Member> {
    let mut found = Vec::new();
    for part in reader.items() {
        let Some(text) = part.text("an element") else { continue };
        match Member::parse(text) {
            Some(member) => found.push(member),
            None => reader.complain(
                part.fault(Code::PlanName, format!("`{text}` is not an element"))
                    .fix("write the army and the element, such as ra.bd1"),
            ),
        }
    }
    found
}

/// Both parts of a minor war.
pub(super) fn minor(reader: &Reader<'_>) -> Option<MinorOrders> {
    reader.entries("`row` and `army`, or `against`")?;
    reader.only(&["row", "army", "elements", "plan", "against", "resign", "note"]);
    let word = word(reader);
    let row = reader.get("row").and_then(|part| part.number("a row", 1, 99));
    let mut against = BTreeMap::new();
    if let Some(part) = reader.get("against") {
        for (key, part) in part.entries("a map from row to army").unwrap_or_default() {
            match key.text.parse::<u8>() {
                Ok(row) => drop(opposing(&part).map(|army| against.insert(row, army))),
                Err(_) => {
                    reader.complain(
                        part.fault(Code::Word, format!("`{}` is not a row", key.text))
                            .fix("write the row's number"),
                    );
                }
            }
        }
    }
    Some(MinorOrders {
        row,
        army: reader.get("army").and_then(|part| name(&part, "an army")),
        elements: reader.get("elements").map(|part| troops(&part)).unwrap_or_default(),
        plan: reader.get("plan").and_then(|part| plan::plan(&part)),
        against,
        resign: word.resign,
        note: word.note,
    })
}

fn opposing(reader: &Reader<'_>) -> Option<Against> {
    if reader.node.text().is_some() {
        return name(reader, "an army").map(Against::Army);
    }
    reader.entries("an army, or `army` with `elements` and `plan`")?;
    reader.only(&["army", "elements", "plan"]);
    let army = reader.need("army").and_then(|part| name(&part, "an army"))?;
    let elements = reader.get("elements").map(|part| troops(&part)).unwrap_or_default();
    let plan = reader.get("plan").and_then(|part| plan::plan(&part));
    Some(Against::Detailed(Box::new(Opposing { army, elements, plan })))
}
