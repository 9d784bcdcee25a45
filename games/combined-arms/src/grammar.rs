//! The schema of order files, for editors: the counterpart of the readers in [`crate::orders`].

use crate::names::{Name, TypeName, UnitId};
use crate::orders::{Draw, Pila, Preference, UnitState};
use engine::grammar::{
    Entry, Grammar, either, keyed, list, map, name, number, optional, several, shared, slug, text,
    truth, word_of, words,
};
use serde_json::{Value, json};

/// The pattern of a square of a board of any size.
const SQUARE: &str = "[a-z](?:[1-9]|1[0-9]|2[0-6])";
const FACING: &str = "(?:n|north|e|east|s|south|w|west)";

/// The grammar of orders, orders given ahead and standing orders.
pub(crate) fn grammar() -> Grammar {
    let army = || {
        vec![
            ("army", "a ready army, or the number of units of each type", army()),
            ("veterans", "", several(shared("unit"))),
            (
                "hills",
                "the squares of your hills, if the charter allows any",
                several(shared("square")),
            ),
            (
                "plateaus",
                "the squares of your plateaus, if the charter allows any",
                several(shared("square")),
            ),
        ]
    };
    let place = keyed(&shared("unit"), &shared("spot"));
    let set_up = vec![
        ("layout", "the name of a prepared set-up", slug(Name::MOST)),
        ("place", "the square of each unit; a facing may follow it", place),
    ];
    let attacks = || list(&shared("attack"), None);
    Grammar {
        orders: vec![
            ("muster", map([army(), always()].concat(), &[])),
            ("deploy", map([army(), set_up, always()].concat(), &[])),
            ("place", placed()),
            ("move", list(&shared("move"), None)),
            ("attack", attacks()),
            ("retreat", retreat()),
        ],
        ahead: vec![("attack", optional(attacks())), ("place", optional(placed()))],
        standing: standing(),
        shared: parts().into_iter().map(|(name, part)| (name.to_owned(), part)).collect(),
    }
}

/// The schema of a retreat that is asked for in the middle of a phase.
fn retreat() -> Value {
    let to = ("to", "one of the squares that the form lists", shared("square"));
    map(vec![to, ("resign", "resigns the game", truth())], &[])
}

/// Keys that every map of orders takes.
fn always() -> Vec<Entry> {
    vec![
        ("draw", "offers or accepts a draw", word_of::<Draw>()),
        ("resign", "resigns the game", truth()),
    ]
}

fn standing() -> Vec<Entry> {
    let criterion = either([word_of::<Preference>(), text(SQUARE)]);
    let retreat = keyed(&slug(TypeName::MOST), &optional(several(criterion)));
    let attack = vec![
        ("mode", "", words(["at-will", "none"])),
        ("pila", "whether units throw or keep their pila", word_of::<Pila>()),
    ];
    vec![
        (
            "retreat",
            "how the square of a retreat is chosen, for `default`, a type or a unit",
            retreat,
        ),
        ("attack", "how units attack when the file gives no attacks", map(attack, &[])),
    ]
}

/// The schemas to which several parts refer.
fn parts() -> Vec<(&'static str, Value)> {
    let unit = name(UnitId::MOST);
    let state = |of_target: bool| {
        let known = UnitState::WORDS.iter().copied();
        let known = known.filter(|word| of_target || *word != UnitState::Breaks.word());
        format!("(?:not\\s+)?(?:at\\s+{SQUARE}|{})", known.collect::<Vec<_>>().join("|"))
    };
    let goal = vec![("square", "", shared("square")), ("when", "", several(shared("guard")))];
    let tests = text(&format!("\\s*{}\\s*", state(true)));
    let target = vec![("unit", "", shared("unit")), ("when", "", several(tests))];
    vec![
        ("unit", slug(UnitId::MOST)),
        ("square", text(SQUARE)),
        ("facing", text(FACING)),
        ("spot", text(&format!("\\s*{SQUARE}(?:\\s+{FACING})?\\s*"))),
        ("guard", text(&format!("\\s*{unit}\\s+{}\\s*", state(false)))),
        ("goal", either([shared("square"), map(goal, &["square"])])),
        ("target", either([shared("unit"), map(target, &["unit"])])),
        ("move", entry(&moved(), None)),
        ("attack", entry(&attacked(), Some(at_will()))),
    ]
}

/// An entry of a list: a word, or one unit with what it does.
fn entry(does: &Value, at_will: Option<Value>) -> Value {
    let mut words = vec![("draw", word_of::<Draw>()), ("resign", truth())];
    let bare = at_will.is_some().then(|| json!({ "const": "at-will" }));
    words.push(("at-will", at_will.unwrap_or(json!(false))));
    let words: serde_json::Map<String, Value> =
        words.into_iter().map(|(name, part)| (name.to_owned(), part)).collect();
    let one = json!({
        "type": "object", "minProperties": 1, "maxProperties": 1,
        "properties": words, "propertyNames": shared("unit"), "additionalProperties": does,
    });
    either(bare.into_iter().chain([one]))
}

/// The schema of an entry in a list of moves: a square and a facing in short, or its parts.
fn moved() -> Value {
    let short = format!("\\s*(?:{SQUARE}(?:\\s+{FACING})?|{FACING})?\\s*");
    let goals = || several(shared("goal"));
    let skirmish = vec![
        ("at", "the square from which the unit attacks", goals()),
        ("target", "", several(shared("target"))),
    ];
    let parts = vec![
        ("attack", "an attack during the move", map(skirmish, &["target"])),
        ("to", "one square, or several in order of preference", goals()),
        ("face", "", shared("facing")),
        ("charge", "", truth()),
        ("when", "conditions that must all hold", several(shared("guard"))),
    ];
    either([text(&short), map(parts, &[])])
}

/// The schema of an entry in a list of attacks: a target, several in order of preference, or its parts.
fn attacked() -> Value {
    let some = json!({ "type": "array", "items": shared("target"), "minItems": 1 });
    let target = either([shared("target"), some]);
    let parts = vec![("target", "", target.clone()), ("when", "", several(shared("guard")))];
    either([target, map(parts, &["target"])])
}

fn at_will() -> Value {
    let keys = vec![
        (
            "units",
            "the units that attack in this way; without this line, all units",
            several(shared("unit")),
        ),
        ("pila", "whether units throw or keep their pila", word_of::<Pila>()),
    ];
    map(keys, &[])
}

fn army() -> Value {
    let mut counts = keyed(&slug(TypeName::MOST), &number(0, 99));
    counts["type"] = "object".into();
    either([slug(Name::MOST), counts])
}

/// Units and their squares, written at the top level.
fn placed() -> Value {
    let always: serde_json::Map<String, Value> =
        always().into_iter().map(|(name, _, part)| (name.to_owned(), optional(part))).collect();
    let mut map = keyed(&shared("unit"), &shared("spot"));
    map["properties"] = always.into();
    map
}
