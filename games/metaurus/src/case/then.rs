//! Compares the result of a case with what the case expects. Only what is named is compared.

use crate::Metaurus;
use crate::codes::Code;
use crate::data::Roster;
use crate::events::{self, Event};
use crate::field::Field;
use crate::names::Id;
use crate::state::{Chit, State};
use engine::case::{self, Group, Matcher, could_not_fail};
use engine::kit::{Aspect, Bearing, Hex};
use engine::{Case, CaseResult, Complaints, Entry, Node, Reader};

/// The result of a step.
pub(super) struct Found<'a> {
    pub(super) rules: &'a Metaurus,
    pub(super) state: &'a State,
    pub(super) entries: &'a [Entry<Event>],
    pub(super) told: &'a Complaints,
    /// The open question with its seat: `rome retreat`.
    pub(super) asked: &'a str,
}

/// The expectations that only cases of this title have.
const OWN: [&str; 8] =
    ["units", "links", "chits", "neighbours", "aspects", "distance", "state", "asked"];

const KINDS: [Group; 6] = [
    Group::of::<events::SetUp>(),
    Group::of::<events::Command>(),
    Group::of::<events::Movement>(),
    Group::of::<events::Combat>(),
    Group::of::<events::Effect>(),
    Group::of::<events::Sequence>(),
];

pub(super) fn compare(
    case: &Case<'_>,
    found: &Found<'_>,
    then: &Reader<'_>,
    result: &mut CaseResult,
) {
    let roster = &found.rules.printed.roster;
    let known = |key: &str, word: &str| known(roster, key, word);
    let matcher = Matcher::new(case, &KINDS, Code::TABLE).known(&known);
    let own = |key: &str, value: &Reader<'_>, result: &mut CaseResult| match key {
        "units" => units(found, value, result),
        "links" => result.expect("links", &sorted(value), &links(found)),
        "chits" => chits(found, value, result),
        "neighbours" => geometry(found, value, result),
        "aspects" => aspects(found, value, result),
        "distance" => distance(found, value, result),
        "asked" => {
            result.expect("asked", value.node.text().unwrap_or_default(), found.asked);
        }
        _ => state(found, value, result),
    };
    let all = case::Found { entries: found.entries, told: found.told };
    matcher.compare((case, then), &all, (&OWN, own), result);
}

/// Checks that a unit or a Command of this name exists, for keys that name one; figures stand under some of these keys
/// too.
fn known(roster: &Roster, key: &str, word: &str) -> Result<(), String> {
    let id = Id::new(word);
    let there = match key {
        _ if word.parse::<i16>().is_ok() => true,
        "unit" | "units" | "target" | "by" | "against" | "frozen" | "rome" | "carthage" => {
            id.is_some_and(|id| roster.unit(id).is_some())
        }
        // A unit turns to a side; an order goes to a unit or a Command.
        "to" if Bearing::parse(word).is_some() => true,
        "to" => id.is_some_and(|id| roster.unit(id).is_some() || roster.command(id).is_some()),
        "command" | "commands" | "pair" => id.is_some_and(|id| roster.command(id).is_some()),
        _ => true,
    };
    if there { Ok(()) } else { Err(format!("there is no `{word}` in this battle")) }
}

/// Parts of the state, which is a map.
fn state(found: &Found<'_>, reader: &Reader<'_>, result: &mut CaseResult) {
    let state = serde_json::to_value(found.state).expect("a state is plain data");
    for (key, value) in
        reader.entries("a map from parts of the state to their values").unwrap_or_default()
    {
        result.expect_value(&key.text, value.node, state.get(&key.text));
    }
}

fn sorted(reader: &Reader<'_>) -> String {
    let mut list: Vec<&str> =
        reader.node.list().unwrap_or_default().iter().filter_map(Node::text).collect();
    list.sort_unstable();
    list.join(", ")
}

/// `1518 n dis engaged frozen`, or `lost`, `exited`, `absent`.
fn words_of(found: &Found<'_>, id: Id) -> String {
    let field = Field::new(&found.rules.printed, found.state);
    let Some(unit) = field.unit(id) else {
        let lost = found.state.lost.iter().any(|loss| loss.unit == id);
        let exited = found.state.exited.contains(&id);
        return if lost {
            "lost"
        } else if exited {
            "exited"
        } else {
            "absent"
        }
        .to_owned();
    };
    let mut text = format!("{} {}", unit.hex, unit.facing);
    for (flag, word) in
        [(unit.disordered, " dis"), (field.engaged(id), " engaged"), (field.frozen(id), " frozen")]
    {
        text += if flag { word } else { "" };
    }
    text
}

fn units(found: &Found<'_>, reader: &Reader<'_>, result: &mut CaseResult) {
    for (key, value) in reader.entries("a map from unit to place").unwrap_or_default() {
        let id = Id::new(&key.text).filter(|id| found.rules.printed.roster.unit(*id).is_some());
        let Some(id) = id else {
            reader.complain(could_not_fail(&value, &format!("there is no unit `{}`", key.text)));
            continue;
        };
        let Some(expected) = value.text("a place") else { continue };
        result.expect(&key.text, expected, &words_of(found, id));
    }
}

fn links(found: &Found<'_>) -> String {
    let mut all: Vec<String> = found
        .state
        .links
        .iter()
        .map(|link| match link.freezes {
            Some(side) => format!("{}/{} freezes {side}", link.rome, link.carthage),
            None => format!("{}/{}", link.rome, link.carthage),
        })
        .collect();
    all.sort_unstable();
    all.join(", ")
}

fn chits(found: &Found<'_>, reader: &Reader<'_>, result: &mut CaseResult) {
    for (key, value) in reader.entries("a map from Command to chit").unwrap_or_default() {
        if let Err(what) = known(&found.rules.printed.roster, "to", &key.text) {
            reader.complain(could_not_fail(&value, &what));
        }
        let id = Id::new(&key.text);
        let chit =
            id.and_then(|id| found.state.chits.get(&id).or_else(|| found.state.given.get(&id)));
        let say = |chit: &Chit| {
            format!(
                "{}{}",
                chit.order.map_or("hidden", |o| o.word()),
                if chit.up { " up" } else { " down" }
            )
        };
        result.expect(
            &key.text,
            value.text("a chit").unwrap_or_default(),
            &chit.map_or("none".to_owned(), say),
        );
    }
}

/// `"1003": {ne: "1103", ...}`.
fn geometry(found: &Found<'_>, reader: &Reader<'_>, result: &mut CaseResult) {
    for (key, sides) in reader.entries("a map from hex to neighbours").unwrap_or_default() {
        for (side, value) in sides.entries("a map from side to hex").unwrap_or_default() {
            let grid = found.rules.printed.ground.grid;
            let asked = Hex::parse(&key.text).zip(Bearing::parse(&side.text));
            if asked.is_none() {
                reader.complain(could_not_fail(&value, "this is neither a hex nor a direction"));
            }
            let next = asked.and_then(|(hex, side)| grid.step(hex, side));
            let what = format!("{} of {}", side.text, key.text);
            result.expect(
                &what,
                value.text("a hex").unwrap_or_default(),
                &next.map_or("none".to_owned(), |hex| hex.to_string()),
            );
        }
    }
}

/// `la-1: {front: ["1511", "1412"], flank: [...], rear: [...]}`: the hexes round a unit.
fn aspects(found: &Found<'_>, reader: &Reader<'_>, result: &mut CaseResult) {
    let field = Field::new(&found.rules.printed, found.state);
    for (key, parts) in reader.entries("a map from unit to hexes").unwrap_or_default() {
        let Some((id, hex)) = Id::new(&key.text).and_then(|id| Some((id, field.hex(id)?))) else {
            reader.complain(parts.fault(Code::Word.code(), format!("no unit {}", key.text)));
            continue;
        };
        for (word, aspect) in
            [("front", Aspect::Front), ("flank", Aspect::Flank), ("rear", Aspect::Rear)]
        {
            let Some(expected) = parts.get(word) else { continue };
            let mut hexes: Vec<String> = field
                .around(hex)
                .filter(|h| field.aspect(id, *h) == Some(aspect))
                .map(|h| h.to_string())
                .collect();
            hexes.sort_unstable();
            result.expect(&format!("{word} of {id}"), &sorted(&expected), &hexes.join(", "));
        }
    }
}

/// Compares distances between hexes: `"0803 0703": 1`.
fn distance(found: &Found<'_>, reader: &Reader<'_>, result: &mut CaseResult) {
    for (key, value) in reader.entries("a map from two hexes to steps").unwrap_or_default() {
        let mut hexes = key.text.split_whitespace().filter_map(Hex::parse);
        let far = hexes
            .next()
            .zip(hexes.next())
            .map(|(a, b)| found.rules.printed.ground.grid.distance(a, b));
        if far.is_none() {
            reader.complain(could_not_fail(&value, "these are not two hexes"));
        }
        result.expect(
            &key.text,
            value.text("a number").unwrap_or_default(),
            &far.map_or("none".to_owned(), |far| far.to_string()),
        );
    }
}
