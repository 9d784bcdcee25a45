//! Reading battle plans, going on after every mistake. What is wrong with a plan on the field is said in `judge`.

use super::plan::{
    Charge, CommandOrders, Commit, Draft, EnemyReserve, GeneralIs, Ground, LaneIs, Manner, Named,
    Overlap, Posture, Sector, SectorDraft, Spot, When, WhenFree,
};
use crate::codes::Code;
use engine::node::Key;
use engine::{Complaint, Complaints, Reader, Seat, apart};
use std::collections::BTreeMap;

/// Most bounds or losses that a plan may speak of.
const MANY: u8 = 99;
/// The keys of a sector.
const SECTOR_KEYS: [&str; 6] = ["front", "rear", "posture", "from", "overlap", "when_free"];

/// Reads what stands below `plan`.
pub(crate) fn plan(reader: &Reader<'_>, complaints: &mut Complaints) -> Option<Draft> {
    reader.entries("a plan: `left`, `centre`, `right`, `reserve` and other fields", complaints)?;
    let keys = [
        "commands", "left", "centre", "right", "reserve", "priority", "commit", "withdraw",
        "terrain",
    ];
    reader.only(&keys, complaints);
    let mut draft = Draft {
        commands: reader.get("commands").map(|part| charges(&part, complaints)),
        ..Draft::default()
    };
    for name in Sector::LINE {
        if let Some(part) = reader.get(name.word())
            && let (Some(read), Some(place)) =
                (sector(&part, &SECTOR_KEYS, complaints), draft.sector_mut(name))
        {
            *place = read;
        }
    }
    // An empty reserve is written as an empty list, which says something: nobody is held back.
    draft.reserve = reader.get("reserve").map(|part| names(&part, complaints));
    draft.priority = reader.get("priority").map(|part| priority(&part, complaints));
    draft.commit = reader.get("commit").map(|part| apart(&part.items(), complaints, commit));
    draft.withdraw = reader.get("withdraw").and_then(|part| when(&part, complaints));
    draft.terrain = reader.get("terrain").map(|part| ground(&part, complaints));
    Some(draft)
}

/// Reads what stands below `command`: sectors with postures, without elements.
pub(crate) fn command(reader: &Reader<'_>, complaints: &mut Complaints) -> Option<CommandOrders> {
    let mut orders = CommandOrders::new();
    for (key, part) in reader.entries("sectors with their postures", complaints)? {
        let Some(name) =
            key_word(&part, key, "sector of the line", &Sector::WORDS[..3], complaints)
        else {
            continue;
        };
        if let Some(read) = sector(&part, &SECTOR_KEYS[2..], complaints) {
            orders.insert(Sector::ALL[name], read);
        }
    }
    Some(orders)
}

/// A word from a set.
fn word<T: Copy>(
    reader: &Reader<'_>,
    what: &str,
    words: &[&str],
    all: &[T],
    complaints: &mut Complaints,
) -> Option<T> {
    reader.word(Code::PlanWord.code(), what, words, complaints).and_then(|at| all.get(at).copied())
}

/// A word from a set that stands as a key.
fn key_word(
    part: &Reader<'_>,
    key: &Key,
    what: &str,
    words: &[&str],
    complaints: &mut Complaints,
) -> Option<usize> {
    let found = words.iter().position(|word| *word == key.text);
    if found.is_none() {
        let mut path = part.path.clone();
        path.0.pop();
        let fault = Complaint::fault(
            Code::PlanWord.code(),
            path.key(&key.text),
            format!("unknown {what} `{}`", key.text),
        );
        complaints.push(fault.at(key.span).fix(format!("one of: {}", words.join(", "))));
    }
    found
}

/// An element: `bd1`, `rb.bd1`.
fn name(reader: &Reader<'_>, complaints: &mut Complaints) -> Option<Named> {
    let text = reader.text("an element such as `bd1`", complaints)?;
    named(reader, text, complaints)
}

fn named(reader: &Reader<'_>, text: &str, complaints: &mut Complaints) -> Option<Named> {
    let found = Named::parse(text);
    if found.is_none() {
        let fault = reader.fault(Code::PlanName, format!("`{text}` is not the name of an element"));
        complaints.push(fault.fix("write the type and the number, as in `bd1` or `xlh1`; write the army before it if it belongs to another army: `rb.bd1`"));
    }
    found
}

fn names(reader: &Reader<'_>, complaints: &mut Complaints) -> Vec<Named> {
    apart(&reader.items(), complaints, name)
}

/// A sector of the line.
fn sector(reader: &Reader<'_>, keys: &[&str], complaints: &mut Complaints) -> Option<SectorDraft> {
    reader.entries("a sector: `front`, `posture` and other fields", complaints)?;
    reader.only(keys, complaints);
    let part = |key: &str| if keys.contains(&key) { reader.get(key) } else { None };
    Some(SectorDraft {
        front: part("front").map(|list| names(&list, complaints)),
        rear: part("rear").map(|map| rear(&map, complaints)),
        posture: part("posture")
            .and_then(|at| word(&at, "posture", Posture::WORDS, Posture::ALL, complaints)),
        from: part("from").and_then(|at| count(&at, "a bound of your army", 1, complaints)),
        overlap: part("overlap")
            .and_then(|at| word(&at, "overlap", Overlap::WORDS, Overlap::ALL, complaints)),
        when_free: part("when_free").and_then(|at| {
            word(&at, "action when free", WhenFree::WORDS, WhenFree::ALL, complaints)
        }),
    })
}

fn count(reader: &Reader<'_>, what: &str, least: u8, complaints: &mut Complaints) -> Option<u8> {
    reader.number(what, least, MANY, complaints)
}

/// `{wb1: wb2}`: the front element, and who stands behind it.
fn rear(reader: &Reader<'_>, complaints: &mut Complaints) -> BTreeMap<Named, Named> {
    let mut found = BTreeMap::new();
    for (key, value) in reader
        .entries("front elements with those behind them, such as {wb1: wb2}", complaints)
        .unwrap_or_default()
    {
        let front = named(reader, &key.text, complaints);
        let behind = name(&value, complaints);
        found.extend(front.zip(behind));
    }
    found
}

fn charges(reader: &Reader<'_>, complaints: &mut Complaints) -> Vec<Charge> {
    apart(&reader.items(), complaints, |item, complaints| {
        item.entries("a command: {seat: r1, sectors: [centre, reserve]}", complaints)?;
        item.only(&["seat", "sectors", "delegate"], complaints);
        let seat = item
            .need("seat", complaints)
            .and_then(|part| part.text("a seat", complaints))
            .map(Seat::new);
        let sectors = item
            .need("sectors", complaints)
            .map(|part| sectors(&part, Sector::WORDS, complaints))
            .unwrap_or_default();
        let delegate =
            item.get("delegate").and_then(|part| part.truth("true or false", complaints));
        Some(Charge { seat: seat?, sectors, delegate: delegate.unwrap_or(false) })
    })
}

fn sectors(reader: &Reader<'_>, words: &[&str], complaints: &mut Complaints) -> Vec<Sector> {
    apart(&reader.items(), complaints, |item, complaints| {
        word(item, "sector", words, Sector::ALL, complaints)
    })
}

/// The sectors of the line in the order of their pips; those not named follow in the usual order.
fn priority(reader: &Reader<'_>, complaints: &mut Complaints) -> Vec<Sector> {
    let mut order: Vec<Sector> = Vec::new();
    for sector in sectors(reader, &Sector::WORDS[..3], complaints) {
        if order.contains(&sector) {
            complaints.push(
                reader
                    .fault(Code::PlanTwice, format!("{sector} appears in `priority` twice"))
                    .fix("name each sector once"),
            );
        } else {
            order.push(sector);
        }
    }
    let rest: Vec<Sector> =
        Sector::LINE.into_iter().filter(|sector| !order.contains(sector)).collect();
    order.extend(rest);
    order
}

fn commit(reader: &Reader<'_>, complaints: &mut Complaints) -> Option<Commit> {
    reader.entries("an entry: {when: {losses: 2}, to: centre, as: fill}", complaints)?;
    reader.only(&["when", "to", "as", "n", "elements"], complaints);
    let when = reader.need("when", complaints).and_then(|part| when(&part, complaints));
    let to = reader.need("to", complaints).and_then(|part| {
        word(&part, "sector of the line", &Sector::WORDS[..3], Sector::ALL, complaints)
    });
    let manner = reader
        .need("as", complaints)
        .and_then(|part| word(&part, "way to commit", Manner::WORDS, Manner::ALL, complaints));
    let n = reader.get("n").and_then(|part| count(&part, "how many", 1, complaints));
    let elements = reader.get("elements").map(|part| names(&part, complaints));
    Some(Commit { when: when?, to: to?, manner: manner?, n, elements })
}

/// Conditions; at least one.
fn when(reader: &Reader<'_>, complaints: &mut Complaints) -> Option<When> {
    reader.entries("conditions such as {losses: 2}", complaints)?;
    let keys =
        ["bound", "losses", "enemy-losses", "behind", "enemy-reserve", "general", "lane", "is"];
    reader.only(&keys, complaints);
    let mut number = |key: &str| reader.get(key).and_then(|part| count(&part, key, 1, complaints));
    let (bound, losses, enemy_losses, behind) =
        (number("bound"), number("losses"), number("enemy-losses"), number("behind"));
    let part = |key: &str| reader.get(key);
    let found = When {
        bound,
        losses,
        enemy_losses,
        behind,
        enemy_reserve: part("enemy-reserve").and_then(|at| {
            word(&at, "condition of a reserve", EnemyReserve::WORDS, EnemyReserve::ALL, complaints)
        }),
        general: part("general").and_then(|at| {
            word(&at, "condition of a general", GeneralIs::WORDS, GeneralIs::ALL, complaints)
        }),
        lane: part("lane")
            .and_then(|at| word(&at, "lane", &Sector::WORDS[..3], Sector::ALL, complaints)),
        is: part("is").and_then(|at| {
            word(&at, "condition of a lane", LaneIs::WORDS, LaneIs::ALL, complaints)
        }),
    };
    if part("lane").is_some() != part("is").is_some() {
        let fault = reader.fault(Code::PlanWhen, "`lane` and `is` must be used together");
        complaints.push(fault.fix("write both, such as {lane: centre, is: gap}"));
        return None;
    }
    if found.is_empty() {
        let fault = reader.fault(Code::PlanWhen, "no condition is named");
        complaints.push(fault.fix(format!("name at least one of: {}", keys.join(", "))));
        return None;
    }
    Some(found)
}

fn ground(reader: &Reader<'_>, complaints: &mut Complaints) -> Ground {
    let mut found = Ground::new();
    for (key, part) in reader
        .entries("sectors with their features, such as {centre: gentle-hill}", complaints)
        .unwrap_or_default()
    {
        let spot = key_word(&part, key, "place", Spot::WORDS, complaints);
        let feature = part.text("a feature", complaints);
        if let (Some(spot), Some(feature)) = (spot, feature) {
            found.insert(Spot::ALL[spot], feature.to_owned());
        }
    }
    found
}
