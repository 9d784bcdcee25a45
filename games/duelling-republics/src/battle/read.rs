//! Reading battle plans, going on after every mistake. What is wrong with a plan on the field is said in `judge`.

use super::plan::{
    Charge, CommandOrders, Commit, Draft, EnemyReserve, GeneralIs, Ground, LaneIs, Manner, Named,
    Overlap, Posture, Sector, SectorDraft, Spot, When, WhenFree,
};
use crate::codes::Code;
use engine::node::Key;
use engine::{Complaint, Reader, Seat, apart};
use std::collections::BTreeMap;

/// Most bounds or losses that a plan may speak of.
const MANY: u8 = 99;
const SECTOR_KEYS: [&str; 6] = ["front", "rear", "posture", "from", "overlap", "when_free"];

/// Reads what stands below `plan`.
pub(crate) fn plan(reader: &Reader<'_>) -> Option<Draft> {
    reader.entries("a plan: `left`, `centre`, `right`, `reserve` and other fields")?;
    let keys = [
        "commands", "left", "centre", "right", "reserve", "priority", "commit", "withdraw",
        "terrain",
    ];
    reader.only(&keys);
    let mut draft =
        Draft { commands: reader.get("commands").map(|part| charges(&part)), ..Draft::default() };
    for name in Sector::LINE {
        if let Some(part) = reader.get(name.word())
            && let (Some(read), Some(place)) = (sector(&part, &SECTOR_KEYS), draft.sector_mut(name))
        {
            *place = read;
        }
    }
    // An empty reserve is written as an empty list, which says something: nobody is held back.
    draft.reserve = reader.get("reserve").map(|part| names(&part));
    draft.priority = reader.get("priority").map(|part| priority(&part));
    draft.commit = reader.get("commit").map(|part| apart(&part.items(), commit));
    draft.withdraw = reader.get("withdraw").and_then(|part| when(&part));
    draft.terrain = reader.get("terrain").map(|part| ground(&part));
    Some(draft)
}

/// Reads what stands below `command`: sectors with postures, without elements.
pub(crate) fn command(reader: &Reader<'_>) -> Option<CommandOrders> {
    let mut orders = CommandOrders::new();
    for (key, part) in reader.entries("sectors with their postures")? {
        let Some(name) = key_word(&part, key, "sector of the line", &Sector::WORDS[..3]) else {
            continue;
        };
        if let Some(read) = sector(&part, &SECTOR_KEYS[2..]) {
            orders.insert(Sector::ALL[name], read);
        }
    }
    Some(orders)
}

/// A word from a set.
fn word<T: Copy>(reader: &Reader<'_>, what: &str, words: &[&str], all: &[T]) -> Option<T> {
    reader.word(Code::PlanWord.code(), what, words).and_then(|at| all.get(at).copied())
}

/// A word from a set that stands as a key.
fn key_word(part: &Reader<'_>, key: &Key, what: &str, words: &[&str]) -> Option<usize> {
    let found = words.iter().position(|word| *word == key.text);
    if found.is_none() {
        let mut path = part.path.clone();
        path.0.pop();
        let fault = Complaint::fault(
            Code::PlanWord.code(),
            path.key(&key.text),
            format!("unknown {what} `{}`", key.text),
        );
        part.complain(fault.at(key.span).fix(format!("one of: {}", words.join(", "))));
    }
    found
}

/// An element: `bd1`, `rb.bd1`.
fn name(reader: &Reader<'_>) -> Option<Named> {
    let text = reader.text("an element such as `bd1`")?;
    named(reader, text)
}

fn named(reader: &Reader<'_>, text: &str) -> Option<Named> {
    let found = Named::parse(text);
    if found.is_none() {
        let fault = reader.fault(Code::PlanName, format!("`{text}` is not the name of an element"));
        reader.complain(fault.fix("write the type and the number, as in `bd1` or `xlh1`; write the army before it if it belongs to another army: `rb.bd1`"));
    }
    found
}

fn names(reader: &Reader<'_>) -> Vec<Named> {
    apart(&reader.items(), name)
}

/// A sector of the line.
fn sector(reader: &Reader<'_>, keys: &[&str]) -> Option<SectorDraft> {
    reader.entries("a sector: `front`, `posture` and other fields")?;
    reader.only(keys);
    let part = |key: &str| if keys.contains(&key) { reader.get(key) } else { None };
    Some(SectorDraft {
        front: part("front").map(|list| names(&list)),
        rear: part("rear").map(|map| rear(&map)),
        posture: part("posture").and_then(|at| word(&at, "posture", Posture::WORDS, Posture::ALL)),
        from: part("from").and_then(|at| count(&at, "a bound of your army", 1)),
        overlap: part("overlap").and_then(|at| word(&at, "overlap", Overlap::WORDS, Overlap::ALL)),
        when_free: part("when_free")
            .and_then(|at| word(&at, "action when free", WhenFree::WORDS, WhenFree::ALL)),
    })
}

fn count(reader: &Reader<'_>, what: &str, least: u8) -> Option<u8> {
    reader.number(what, least, MANY)
}

/// `{wb1: wb2}`: the front element, and who stands behind it.
fn rear(reader: &Reader<'_>) -> BTreeMap<Named, Named> {
    let mut found = BTreeMap::new();
    for (key, value) in reader
        .entries("front elements with those behind them, such as {wb1: wb2}")
        .unwrap_or_default()
    {
        let front = named(reader, &key.text);
        let behind = name(&value);
        found.extend(front.zip(behind));
    }
    found
}

fn charges(reader: &Reader<'_>) -> Vec<Charge> {
    apart(&reader.items(), |item| {
        item.entries("a command: {seat: r1, sectors: [centre, reserve]}")?;
        item.only(&["seat", "sectors", "delegate"]);
        let seat = item.need("seat").and_then(|part| part.text("a seat")).map(Seat::new);
        let sectors =
            item.need("sectors").map(|part| sectors(&part, Sector::WORDS)).unwrap_or_default();
        let delegate = item.get("delegate").and_then(|part| part.truth("true or false"));
        Some(Charge { seat: seat?, sectors, delegate: delegate.unwrap_or(false) })
    })
}

fn sectors(reader: &Reader<'_>, words: &[&str]) -> Vec<Sector> {
    apart(&reader.items(), |item| word(item, "sector", words, Sector::ALL))
}

/// The sectors of the line in the order of their pips; those not named follow in the usual order.
fn priority(reader: &Reader<'_>) -> Vec<Sector> {
    let mut order: Vec<Sector> = Vec::new();
    for sector in sectors(reader, &Sector::WORDS[..3]) {
        if order.contains(&sector) {
            reader.complain(
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

fn commit(reader: &Reader<'_>) -> Option<Commit> {
    reader.entries("an entry: {when: {losses: 2}, to: centre, as: fill}")?;
    reader.only(&["when", "to", "as", "n", "elements"]);
    let when = reader.need("when").and_then(|part| when(&part));
    let to = reader
        .need("to")
        .and_then(|part| word(&part, "sector of the line", &Sector::WORDS[..3], Sector::ALL));
    let manner =
        reader.need("as").and_then(|part| word(&part, "way to commit", Manner::WORDS, Manner::ALL));
    let n = reader.get("n").and_then(|part| count(&part, "how many", 1));
    let elements = reader.get("elements").map(|part| names(&part));
    Some(Commit { when: when?, to: to?, manner: manner?, n, elements })
}

/// Conditions; at least one.
fn when(reader: &Reader<'_>) -> Option<When> {
    reader.entries("conditions such as {losses: 2}")?;
    let keys =
        ["bound", "losses", "enemy-losses", "behind", "enemy-reserve", "general", "lane", "is"];
    reader.only(&keys);
    let number = |key: &str| reader.get(key).and_then(|part| count(&part, key, 1));
    let (bound, losses, enemy_losses, behind) =
        (number("bound"), number("losses"), number("enemy-losses"), number("behind"));
    let part = |key: &str| reader.get(key);
    let found = When {
        bound,
        losses,
        enemy_losses,
        behind,
        enemy_reserve: part("enemy-reserve").and_then(|at| {
            word(&at, "condition of a reserve", EnemyReserve::WORDS, EnemyReserve::ALL)
        }),
        general: part("general")
            .and_then(|at| word(&at, "condition of a general", GeneralIs::WORDS, GeneralIs::ALL)),
        lane: part("lane").and_then(|at| word(&at, "lane", &Sector::WORDS[..3], Sector::ALL)),
        is: part("is").and_then(|at| word(&at, "condition of a lane", LaneIs::WORDS, LaneIs::ALL)),
    };
    if part("lane").is_some() != part("is").is_some() {
        let fault = reader.fault(Code::PlanWhen, "`lane` and `is` must be used together");
        reader.complain(fault.fix("write both, such as {lane: centre, is: gap}"));
        return None;
    }
    if found.is_empty() {
        let fault = reader.fault(Code::PlanWhen, "no condition is named");
        reader.complain(fault.fix(format!("name at least one of: {}", keys.join(", "))));
        return None;
    }
    Some(found)
}

fn ground(reader: &Reader<'_>) -> Ground {
    let mut found = Ground::new();
    for (key, part) in reader
        .entries("sectors with their features, such as {centre: gentle-hill}")
        .unwrap_or_default()
    {
        let spot = key_word(&part, key, "place", Spot::WORDS);
        let feature = part.text("a feature");
        if let (Some(spot), Some(feature)) = (spot, feature) {
            found.insert(Spot::ALL[spot], feature.to_owned());
        }
    }
    found
}
