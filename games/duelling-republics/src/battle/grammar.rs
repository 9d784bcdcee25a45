//! The schema of battle plans, for editors: the counterpart of [`super::read`].

use super::words::{
    EnemyReserve, GeneralIs, LaneIs, Manner, Overlap, Posture, Sector, Spot, WhenFree,
};
use crate::elements::{ArmyId, Troop};
use engine::grammar::{
    Entry, either, keyed, map, number, numbers, scalar, several, shared, text, truth, word_of,
    words,
};
use serde_json::{Value, json};

/// The conditions of an entry; at least one must be named.
const ASKED: [&str; 8] =
    ["bound", "losses", "enemy-losses", "behind", "enemy-reserve", "general", "lane", "is"];

/// The schemas to which several parts of plans refer.
pub(crate) fn parts() -> Vec<(&'static str, Value)> {
    let stems = Troop::ALL.iter().map(|troop| troop.stem()).collect::<Vec<_>>().join("|");
    let element = format!("x?(?:{stems})(?:{})", numbers(1, u32::from(u16::MAX)));
    let army = ArmyId::WORDS.join("|");
    vec![
        ("element", text(&element)),
        ("member", text(&format!("(?:{army})\\.{element}"))),
        ("named", text(&format!("(?:(?:{army})\\.)?{element}"))),
        ("plan", plan()),
        ("sector", sector()),
        ("postures", map(postures(), &[])),
        ("commit", commit()),
        ("conditions", conditions()),
    ]
}

fn line() -> Value {
    words(Sector::LINE.map(Sector::word))
}

fn plan() -> Value {
    let charge = vec![
        ("seat", "the seat that commands", scalar()),
        ("sectors", "the sectors that the seat commands", several(word_of::<Sector>())),
        ("delegate", "whether that seat gives the orders for its own command", truth()),
    ];
    let order = json!({ "type": "array", "items": line(), "uniqueItems": true });
    map(
        vec![
            (
                "commands",
                "which seat commands which sectors",
                several(map(charge, &["seat", "sectors"])),
            ),
            ("left", "the left wing", shared("sector")),
            ("centre", "the centre", shared("sector")),
            ("right", "the right wing", shared("sector")),
            ("reserve", "the elements that are held back", several(shared("named"))),
            ("priority", "the order in which the sectors get their pips", either([order, line()])),
            ("commit", "when the reserves are used", several(shared("commit"))),
            ("withdraw", "when the army leaves the field", shared("conditions")),
            (
                "terrain",
                "the ground, which only the defender chooses",
                keyed(&word_of::<Spot>(), &scalar()),
            ),
        ],
        &[],
    )
}

fn sector() -> Value {
    let named = || shared("named");
    let placed = vec![
        ("front", "the front elements, in order", several(named())),
        ("rear", "for each front element, the element behind it", keyed(&named(), &named())),
    ];
    map([placed, postures()].concat(), &[])
}

/// The schemas of what the commander of a contingent may order for a sector.
fn postures() -> Vec<Entry> {
    vec![
        ("posture", "", word_of::<Posture>()),
        ("from", "the first bound of your army in which the sector attacks", number(1, 99)),
        ("overlap", "", word_of::<Overlap>()),
        ("when_free", "", word_of::<WhenFree>()),
    ]
}

/// The schema of orders for the sectors of a delegated command.
pub(crate) fn command() -> Value {
    keyed(&line(), &shared("postures"))
}

fn commit() -> Value {
    let parts = vec![
        ("when", "conditions that must all hold", shared("conditions")),
        ("to", "the sector that is reinforced", line()),
        ("as", "how the reserve is used", word_of::<Manner>()),
        ("n", "how many elements are used", number(1, 99)),
        ("elements", "which elements are used", several(shared("named"))),
    ];
    map(parts, &["when", "to", "as"])
}

/// Conditions: one at least, and a lane with what is asked of it.
fn conditions() -> Value {
    let entry = |name: &'static str| {
        let part = match name {
            "enemy-reserve" => word_of::<EnemyReserve>(),
            "general" => word_of::<GeneralIs>(),
            "lane" => line(),
            "is" => word_of::<LaneIs>(),
            _ => number(1, 99),
        };
        (name, "", part)
    };
    let named = |name: &str| json!({ "required": [name], "properties": { name: { "not": { "type": "null" } } } });
    let lane = json!({ "allOf": [named("lane"), named("is")] });
    let neither = json!({ "not": either([named("lane"), named("is")]) });
    let mut parts = map(ASKED.map(entry).to_vec(), &[]);
    parts["type"] = "object".into();
    parts["allOf"] = json!([either(ASKED.map(named)), either([lane, neither])]);
    parts
}
