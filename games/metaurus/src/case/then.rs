//! What must come of a case. Only what is named is compared.

use super::{codes, voids};
use crate::Metaurus;
use crate::codes::Code;
use crate::events::Event;
use crate::field::Field;
use crate::names::Id;
use crate::state::{Chit, State};
use engine::kit::{Aspect, Bearing, Hex};
use engine::node::Value;
use engine::run::Entry;
use engine::{CaseResult, Common, Complaint, Complaints, Node, Reader};

/// What has come of a step.
pub(super) struct Found<'a> {
    pub(super) rules: &'a Metaurus,
    pub(super) state: &'a State,
    pub(super) entries: &'a [Entry<Event>],
    pub(super) told: &'a Complaints,
}

/// Compares all that `then` names.
pub(super) fn compare(
    found: &Found<'_>,
    then: &Reader<'_>,
    c: &mut Complaints,
    verdict: &mut CaseResult,
) {
    for (key, value) in then.entries("a map of expectations", c).unwrap_or_default() {
        match key.text.as_str() {
            "units" => units(found, &value, c, verdict),
            "events" if known_kinds(&value, c) => events(found, &value, verdict),
            "not" if known_kinds(&value, c) => absent(found, &value, verdict),
            "events" | "not" => {}
            "links" => verdict.expect("links", &sorted(&value), &links(found)),
            "void" => verdict.expect("void", &words(&value), &voids(found.entries)),
            "refused" => verdict.expect("refused", &words(&value), &codes(found.told, false)),
            "warned" => verdict.expect("warned", &words(&value), &codes(found.told, true)),
            "tell" => tell(found, &value, verdict),
            "chits" => chits(found, &value, c, verdict),
            "neighbours" => geometry(found, &value, c, verdict),
            "aspects" => aspects(found, &value, c, verdict),
            "distance" => distance(found, &value, c, verdict),
            "state" => subset(
                "state",
                &value,
                &serde_json::to_value(found.state).unwrap_or_default(),
                verdict,
            ),
            other => c.push(value.fault("E-field", format!("unknown expectation `{other}`"))),
        }
    }
}

/// The words of a list, or of one value.
fn words(reader: &Reader<'_>) -> String {
    reader.items().iter().filter_map(|item| item.node.text()).collect::<Vec<_>>().join(" ")
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

fn units(found: &Found<'_>, reader: &Reader<'_>, c: &mut Complaints, verdict: &mut CaseResult) {
    for (key, value) in reader.entries("a map from unit to place", c).unwrap_or_default() {
        let id = Id::new(&key.text).filter(|id| found.rules.printed.roster.unit(*id).is_some());
        let Some(id) = id else {
            c.push(could_not_fail(&value, &format!("there is no unit `{}`", key.text)));
            continue;
        };
        let Some(expected) = value.text("a place", c) else { continue };
        verdict.expect(&key.text, expected, &words_of(found, id));
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

fn chits(found: &Found<'_>, reader: &Reader<'_>, c: &mut Complaints, verdict: &mut CaseResult) {
    for (key, value) in reader.entries("a map from Command to chit", c).unwrap_or_default() {
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
        verdict.expect(
            &key.text,
            value.text("a chit", c).unwrap_or_default(),
            &chit.map_or("none".to_owned(), say),
        );
    }
}

/// What would pass whatever the rules did.
fn could_not_fail(at: &Reader<'_>, why: &str) -> Complaint {
    Common::Case.here(at, format!("{why}: such an expectation could not fail"))
}

/// Every kind of event of this title.
const KINDS: [&str; 38] = [
    "activation",
    "advance",
    "announced",
    "attack",
    "check",
    "chit-revealed",
    "chits-down",
    "combined",
    "continued-attack",
    "counter-attack",
    "declined",
    "disengaged",
    "disordered",
    "elephant-table",
    "eliminated",
    "engaged",
    "exited",
    "game-over",
    "game-turn",
    "gaul",
    "initiative",
    "moved",
    "order-shown",
    "orders-changed",
    "orders-set",
    "placed",
    "rampage",
    "reform",
    "retreat",
    "retreat-barred",
    "set-up-done",
    "stayed",
    "threshold",
    "turn-ends",
    "turn-order",
    "turn-over",
    "turned",
    "void",
];

/// Whether every event asked for is of a kind that there is; complains if not.
fn known_kinds(reader: &Reader<'_>, c: &mut Complaints) -> bool {
    let mut all = true;
    for item in reader.items() {
        let kind = item.need("kind", c).and_then(|kind| Some((kind.node.text()?, kind.clone())));
        let Some((word, at)) = kind else {
            all = false;
            continue;
        };
        if !KINDS.contains(&word) {
            c.push(could_not_fail(&at, &format!("there is no kind of event `{word}`")));
            all = false;
        }
    }
    all
}

/// Events in this order, others allowed between.
fn events(found: &Found<'_>, reader: &Reader<'_>, verdict: &mut CaseResult) {
    let all: Vec<serde_json::Value> =
        found.entries.iter().map(|entry| serde_json::to_value(entry).unwrap_or_default()).collect();
    let mut from = 0;
    for item in reader.items() {
        verdict.compared += 1;
        if let Some(at) = all[from..].iter().position(|value| differs(item.node, value).is_none()) {
            from += at + 1;
        } else {
            let kind = item.node.get("kind").and_then(Node::text).unwrap_or("?");
            let near = all[from..].iter().filter(|value| value["kind"] == kind);
            let near: Vec<String> = near
                .map(|value| {
                    format!("{} in {value}", differs(item.node, value).unwrap_or_default())
                })
                .collect();
            let kinds: Vec<&str> =
                all[from..].iter().filter_map(|value| value["kind"].as_str()).collect();
            let line = item.span().line;
            verdict.fail(format!(
                "line {line}: no such event `{kind}` [{}]; events: {}",
                near.join("; "),
                kinds.join(" ")
            ));
        }
    }
}

/// Events that must not occur.
fn absent(found: &Found<'_>, reader: &Reader<'_>, verdict: &mut CaseResult) {
    for item in reader.items() {
        verdict.compared += 1;
        let all = found.entries.iter().map(|entry| serde_json::to_value(entry).unwrap_or_default());
        if let Some(value) = all.into_iter().find(|value| differs(item.node, value).is_none()) {
            verdict.fail(format!("line {}: this must not happen: {value}", item.span().line));
        }
    }
}

/// Pieces of text that some complaint must hold.
fn tell(found: &Found<'_>, reader: &Reader<'_>, verdict: &mut CaseResult) {
    for item in reader.items() {
        let Some(text) = item.node.text() else { continue };
        let said = found.told.0.iter().any(|complaint| {
            complaint.message.contains(text)
                || complaint.fix.as_deref().is_some_and(|fix| fix.contains(text))
        });
        let heard: Vec<&str> =
            found.told.0.iter().map(|complaint| complaint.message.as_str()).collect();
        verdict.expect(
            "told",
            text,
            if said { text } else { heard.first().copied().unwrap_or("nothing") },
        );
    }
}

fn subset(what: &str, reader: &Reader<'_>, value: &serde_json::Value, verdict: &mut CaseResult) {
    verdict.compared += 1;
    if let Some(difference) = differs(reader.node, value) {
        verdict.fail(format!("{what}: {difference}"));
    }
}

/// The first difference between what a node asks and what a value holds: scalars by text, maps by the keys named, lists
/// item by item. Modifiers may be written as a map from reason to points.
fn differs(node: &Node, value: &serde_json::Value) -> Option<String> {
    match (&node.value, value) {
        (Value::Map(entries), serde_json::Value::Array(items))
            if items.iter().all(|item| item.get("what").is_some()) =>
        {
            let mut expected: Vec<String> = entries
                .iter()
                .map(|(key, node)| format!("{} {}", key.text, node.text().unwrap_or("?")))
                .collect();
            let mut found: Vec<String> = items
                .iter()
                .map(|item| format!("{} {}", item["what"].as_str().unwrap_or("?"), item["points"]))
                .collect();
            expected.sort_unstable();
            found.sort_unstable();
            (expected != found).then(|| format!("{expected:?} is not {found:?}"))
        }
        (Value::Map(entries), serde_json::Value::Object(map)) => {
            entries.iter().find_map(|(key, node)| match map.get(&key.text) {
                Some(value) => {
                    differs(node, value).map(|difference| format!("{}: {difference}", key.text))
                }
                None if node.is_empty() => None,
                None => Some(format!("{} is absent", key.text)),
            })
        }
        (Value::List(nodes), serde_json::Value::Array(items)) => {
            if nodes.len() != items.len() {
                return Some(format!("{} items, not {}", items.len(), nodes.len()));
            }
            nodes.iter().zip(items).find_map(|(node, item)| differs(node, item))
        }
        (Value::Scalar { .. }, serde_json::Value::Null) => {
            (!node.is_empty()).then(|| "nothing".to_owned())
        }
        (Value::Scalar { text, .. }, value) => {
            let found = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            (*text != found).then(|| format!("`{text}` is not `{found}`"))
        }
        _ => Some(format!("{} is not {value}", node.describe())),
    }
}

/// `"1003": {ne: "1103", ...}`.
fn geometry(found: &Found<'_>, reader: &Reader<'_>, c: &mut Complaints, verdict: &mut CaseResult) {
    for (key, sides) in reader.entries("a map from hex to neighbours", c).unwrap_or_default() {
        for (side, value) in sides.entries("a map from side to hex", c).unwrap_or_default() {
            let grid = found.rules.printed.ground.grid;
            let next = Hex::parse(&key.text)
                .zip(Bearing::parse(&side.text))
                .and_then(|(hex, side)| grid.step(hex, side));
            let what = format!("{} of {}", side.text, key.text);
            verdict.expect(
                &what,
                value.text("a hex", c).unwrap_or_default(),
                &next.map_or("none".to_owned(), |hex| hex.to_string()),
            );
        }
    }
}

/// `la-1: {front: ["1511", "1412"], flank: [...], rear: [...]}`: the hexes round a unit.
fn aspects(found: &Found<'_>, reader: &Reader<'_>, c: &mut Complaints, verdict: &mut CaseResult) {
    let field = Field::new(&found.rules.printed, found.state);
    for (key, parts) in reader.entries("a map from unit to hexes", c).unwrap_or_default() {
        let Some((id, hex)) = Id::new(&key.text).and_then(|id| Some((id, field.hex(id)?))) else {
            c.push(parts.fault(Code::Word.code(), format!("no unit {}", key.text)));
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
            verdict.expect(&format!("{word} of {id}"), &sorted(&expected), &hexes.join(", "));
        }
    }
}

/// `"0803 0703": 1`.
fn distance(found: &Found<'_>, reader: &Reader<'_>, c: &mut Complaints, verdict: &mut CaseResult) {
    for (key, value) in reader.entries("a map from two hexes to steps", c).unwrap_or_default() {
        let mut hexes = key.text.split_whitespace().filter_map(Hex::parse);
        let far = hexes
            .next()
            .zip(hexes.next())
            .map(|(a, b)| found.rules.printed.ground.grid.distance(a, b));
        verdict.expect(
            &key.text,
            value.text("a number", c).unwrap_or_default(),
            &far.map_or("none".to_owned(), |far| far.to_string()),
        );
    }
}
