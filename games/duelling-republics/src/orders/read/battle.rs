//! Reading plans, reports and minor wars.

use super::{name, side, troops, word};
use crate::battle::read as plan;
use crate::codes::Code;
use crate::elements::{Member, Side};
use crate::orders::Orders;
use crate::orders::battle::{
    Against, BattleId, BattleOrders, MinorOrders, Opposing, Report, Whose,
};
use engine::{Complaints, Place, Reader, Seat, apart};
use std::collections::BTreeMap;

/// The keys of an entry of a plan prompt.
pub(crate) const KEYS: [&str; 7] =
    ["battle", "resolve", "plan", "command", "minor_war", "resign", "note"];

/// The keys of a report.
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
pub(super) fn battles(
    reader: &Reader<'_>,
    place: Place,
    complaints: &mut Complaints,
) -> Vec<BattleOrders> {
    if place == Place::Ahead
        && reader
            .node
            .map()
            .is_some_and(|map| !map.iter().any(|(key, _)| KEYS.contains(&key.text.as_str())))
    {
        return by_name(reader, complaints);
    }
    apart(&reader.items(), complaints, battle)
}

/// `{any: {...}, etruria-217-summer: {...}}`: plans, each with its battle as key.
fn by_name(reader: &Reader<'_>, complaints: &mut Complaints) -> Vec<BattleOrders> {
    let mut list = Vec::new();
    for (key, part) in reader.entries("a map from battle to plan", complaints).unwrap_or_default() {
        let Some(battle) = BattleId::new(&key.text) else {
            complaints.push(
                part.fault(Code::Word, format!("`{}` is not a battle", key.text))
                    .fix("write its name, or any"),
            );
            continue;
        };
        let plan = plan::plan(&part, complaints);
        list.push(BattleOrders { battle: Some(battle), plan, ..BattleOrders::default() });
    }
    list
}

fn battle(reader: &Reader<'_>, complaints: &mut Complaints) -> Option<BattleOrders> {
    reader.entries("`battle` and `plan`", complaints)?;
    reader.only(&KEYS, complaints);
    let word = word(reader, complaints);
    let battle = reader.get("battle").and_then(|part| battle_id(&part, complaints));
    let resolve =
        reader.get("resolve").and_then(|part| part.one_of("way to decide", Code::Word, complaints));
    let plan = reader.get("plan").and_then(|part| plan::plan(&part, complaints));
    let command =
        reader.get("command").and_then(|part| plan::command(&part, complaints)).unwrap_or_default();
    let minor_war =
        reader.get("minor_war").and_then(|part| part.one_of("wish", Code::Word, complaints));
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
fn battle_id(reader: &Reader<'_>, complaints: &mut Complaints) -> Option<BattleId> {
    let text = reader.text("a battle", complaints)?;
    let found = BattleId::new(text);
    if found.is_none() {
        complaints.push(
            reader
                .fault(Code::Word, format!("`{text}` is not a battle"))
                .fix("copy its name from the form"),
        );
    }
    found
}

/// A report of a battle on the table, or the wish to have it decided by the program.
pub(super) fn report_or_wish(reader: &Reader<'_>, complaints: &mut Complaints) -> Option<Orders> {
    if reader.node.list().is_some()
        || ["resolve", "plan", "minor_war"].iter().any(|key| reader.get(key).is_some())
    {
        return Some(Orders::Battles(battles(reader, Place::Orders, complaints)));
    }
    report(reader, complaints).map(|report| Orders::Report(Box::new(report)))
}

/// The referee's ruling: a report, or a list of them.
pub(super) fn ruling(reader: &Reader<'_>, complaints: &mut Complaints) -> Option<Orders> {
    if reader.node.list().is_none() {
        return report(reader, complaints).map(|report| Orders::Report(Box::new(report)));
    }
    let reports = apart(&reader.items(), complaints, report);
    Some(Orders::Rulings(reports))
}

fn report(reader: &Reader<'_>, complaints: &mut Complaints) -> Option<Report> {
    reader.entries("a report", complaints)?;
    reader.only(&REPORT, complaints);
    let word = word(reader, complaints);
    let battle = reader.need("battle", complaints).and_then(|part| battle_id(&part, complaints));
    let winner = reader.need("winner", complaints).and_then(|part| whose(&part, complaints));
    let withdrew =
        reader.get("withdrew").map_or(Some(Whose::Nobody), |part| whose(&part, complaints));
    let mut lost = BTreeMap::new();
    for (side, part) in by_side(reader, "lost", complaints) {
        lost.insert(side, members(&part, complaints));
    }
    let fallen = reader.get("general_killed").map(|part| part.items()).unwrap_or_default();
    let general_killed = fallen.iter().filter_map(|part| side(part, complaints)).collect();
    let mut camp_looted = BTreeMap::new();
    for (side, part) in by_side(reader, "camp_looted", complaints) {
        if let Some(seat) = part.text("a seat", complaints) {
            camp_looted.insert(side, Seat::new(seat));
        }
    }
    let mut kills = BTreeMap::new();
    if let Some(part) = reader.get("kills") {
        for (key, part) in part.entries("a map from seat to number", complaints).unwrap_or_default()
        {
            kills.insert(Seat::new(&key.text), count(&part, complaints).unwrap_or_default());
        }
    }
    let mut other = BTreeMap::new();
    for (side, part) in by_side(reader, "other", complaints) {
        other.insert(side, count(&part, complaints).unwrap_or_default());
    }
    let (general_by, at_table) = named(reader, complaints);
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
fn named(reader: &Reader<'_>, complaints: &mut Complaints) -> (BTreeMap<Member, Seat>, Vec<Seat>) {
    let mut general_by = BTreeMap::new();
    if let Some(part) = reader.get("general_by") {
        let entries = part.entries("a map from general to seat", complaints).unwrap_or_default();
        for (key, part) in entries {
            let Some(general) = Member::parse(&key.text) else {
                let message = format!("`{}` is not an element with its army", key.text);
                complaints
                    .push(part.fault(Code::Word, message).at(key.span).fix("write it as ra.cv1"));
                continue;
            };
            if let Some(seat) = part.text("a seat", complaints) {
                general_by.insert(general, Seat::new(seat));
            }
        }
    }
    let sat = reader.get("at_table").map(|part| part.items()).unwrap_or_default();
    let at_table =
        apart(&sat, complaints, |part, complaints| part.text("a seat", complaints).map(Seat::new));
    (general_by, at_table)
}

fn count(reader: &Reader<'_>, complaints: &mut Complaints) -> Option<u16> {
    reader.number("a number of elements", 0, 99, complaints)
}

fn whose(reader: &Reader<'_>, complaints: &mut Complaints) -> Option<Whose> {
    reader.one_of("side", Code::Word, complaints)
}

/// The entries of a map from side.
fn by_side<'a>(
    reader: &Reader<'a>,
    key: &str,
    complaints: &mut Complaints,
) -> Vec<(Side, Reader<'a>)> {
    let Some(part) = reader.get(key) else { return Vec::new() };
    part.only(&["rome", "carthage"], complaints);
    let entries = part.entries("a map from side", complaints).unwrap_or_default();
    entries.into_iter().filter_map(|(key, part)| Some((Side::parse(&key.text)?, part))).collect()
}

fn members(reader: &Reader<'_>, complaints: &mut Complaints) -> Vec<Member> {
    let mut found = Vec::new();
    for part in reader.items() {
        let Some(text) = part.text("an element", complaints) else { continue };
        match Member::parse(text) {
            Some(member) => found.push(member),
            None => complaints.push(
                part.fault(Code::PlanName, format!("`{text}` is not an element"))
                    .fix("write the army and the element, such as ra.bd1"),
            ),
        }
    }
    found
}

/// Both parts of a minor war.
pub(super) fn minor(reader: &Reader<'_>, complaints: &mut Complaints) -> Option<MinorOrders> {
    reader.entries("`row` and `army`, or `against`", complaints)?;
    reader.only(&["row", "army", "elements", "plan", "against", "resign", "note"], complaints);
    let word = word(reader, complaints);
    let row = reader.get("row").and_then(|part| part.number("a row", 1, 99, complaints));
    let mut against = BTreeMap::new();
    if let Some(part) = reader.get("against") {
        for (key, part) in part.entries("a map from row to army", complaints).unwrap_or_default() {
            match key.text.parse::<u8>() {
                Ok(row) => drop(opposing(&part, complaints).map(|army| against.insert(row, army))),
                Err(_) => {
                    complaints.push(
                        part.fault(Code::Word, format!("`{}` is not a row", key.text))
                            .fix("write the row's number"),
                    );
                }
            }
        }
    }
    Some(MinorOrders {
        row,
        army: reader.get("army").and_then(|part| name(&part, "an army", complaints)),
        elements: reader.get("elements").map(|part| troops(&part, complaints)).unwrap_or_default(),
        plan: reader.get("plan").and_then(|part| plan::plan(&part, complaints)),
        against,
        resign: word.resign,
        note: word.note,
    })
}

fn opposing(reader: &Reader<'_>, complaints: &mut Complaints) -> Option<Against> {
    if reader.node.text().is_some() {
        return name(reader, "an army", complaints).map(Against::Army);
    }
    reader.entries("an army, or `army` with `elements` and `plan`", complaints)?;
    reader.only(&["army", "elements", "plan"], complaints);
    let army =
        reader.need("army", complaints).and_then(|part| name(&part, "an army", complaints))?;
    let elements = reader.get("elements").map(|part| troops(&part, complaints)).unwrap_or_default();
    let plan = reader.get("plan").and_then(|part| plan::plan(&part, complaints));
    Some(Against::Detailed(Box::new(Opposing { army, elements, plan })))
}
