//! The schema of order files, for editors: the counterpart of the readers in [`crate::orders`].

use crate::names::{Go, Order, Side};
use crate::orders::{NOBODY, Reading};
use crate::policy::{Advancing, Called, Foe, Initiative, Sequel};
use engine::grammar::{
    Grammar, either, keyed, list, map, number, optional, several, shared, text, truth, two_digits,
    word_of, words,
};
use engine::kit::{Bearing, Grid};
use serde_json::{Value, json};

impl Reading<'_> {
    pub(crate) fn grammar(&self) -> Grammar {
        let set_up = answer(map(
            vec![
                ("chits", "the order of each Command", by("command", &shared("order"))),
                (
                    "units",
                    "the order of each unit that has an order of its own",
                    by("unit", &shared("order")),
                ),
                ("place", "the hex of each unit", by("unit", &shared("hex"))),
                ("face", "the facing of `all`, a Command or a unit", by("all", &shared("facing"))),
            ],
            &[],
        ));
        let choice = answer(map(
            vec![("go", "whether your side goes first or last", word_of::<Go>())],
            &["go"],
        ));
        let changes = answer(map(
            vec![
                ("change", "the new order of each Command", by("command", &shared("order"))),
                (
                    "agree",
                    "the winner that you propose; the game ends if both sides name the same one",
                    word_of::<Side>(),
                ),
            ],
            &[],
        ));
        let turn = answer(map(
            vec![
                ("activations", "the activations, in order", list(&shared("activation"), None)),
                ("finish", "ends the Player Turn after these activations", truth()),
            ],
            &[],
        ));
        Grammar {
            orders: [
                vec![
                    ("setup-carthage", set_up.clone()),
                    ("setup-rome", set_up),
                    ("initiative", choice),
                    ("orders", changes.clone()),
                    ("turn", turn.clone()),
                ],
                questions(),
            ]
            .concat(),
            ahead: vec![("orders", changes), ("turn", turn)],
            standing: standing(),
            shared: self.shared(),
        }
    }

    /// The schemas to which several parts refer.
    fn shared(&self) -> Vec<(String, Value)> {
        let (roster, grid) = (&self.printed.roster, self.printed.ground.grid);
        let units: Vec<String> = roster.units.iter().map(|unit| unit.id.to_string()).collect();
        let commands: Vec<String> =
            roster.commands.iter().map(|command| command.id.to_string()).collect();
        let names = |lists: &[&[String]], more: &'static str| {
            let all = lists.iter().copied().flatten().map(String::as_str);
            words(all.chain(Some(more).filter(|word| !word.is_empty())))
        };
        let named = vec![
            ("unit", names(&[&units], "")),
            ("command", names(&[&commands], "")),
            ("all", names(&[&units, &commands], "all")),
            ("default", names(&[&units, &commands], "default")),
            ("order", word_of::<Order>()),
            ("hex", hex(grid)),
            ("facing", bearings(grid.vertices())),
            ("direction", bearings(grid.sides())),
            ("steps", moved()),
            ("activation", activation()),
            ("attack", attack()),
        ];
        named.into_iter().map(|(name, part)| (name.to_owned(), part)).collect()
    }
}

fn standing() -> Vec<(&'static str, &'static str, Value)> {
    vec![
        ("initiative", "what to do with the initiative", word_of::<Initiative>()),
        ("retreat", "when to fall back before combat", by_unit(retreat())),
        ("counter", "when to strike back", by_unit(when(false))),
        ("continue", "when to attack again", by_unit(when(false))),
        ("order", "the order of attacks that are not listed", word_of::<Sequel>()),
        ("advance", "which unit enters a hex that an attack has emptied", word_of::<Advancing>()),
        ("gauls", "which Gauls roll if `use` is left out", word_of::<Called>()),
        (
            "rampage",
            "which units rampaging Elephants attack first",
            either([word_of::<Foe>(), json!({ "type": "array", "items": shared("unit") })]),
        ),
    ]
}

/// An answer to a prompt; instead of it the player may give the game up.
fn answer(shape: Value) -> Value {
    either([shape, map(vec![("resign", "resigns the game", truth())], &["resign"])])
}

fn questions() -> Vec<(&'static str, Value)> {
    let units = || several(shared("unit"));
    let foe = either([shared("unit"), words([NOBODY.as_str()])]);
    let fall_back =
        vec![("fall-back", "the hex in which each unit ends", by("unit", &shared("hex")))];
    let strike = vec![("strike", "the units that strike back", units())];
    let against = vec![("against", "the enemy that is attacked next, or `nobody`", foe)];
    let enter = vec![
        ("advance", "the unit that enters the hex", shared("unit")),
        ("face", "its facing in that hex", shared("facing")),
    ];
    let one = either([shared("unit"), words([NOBODY.as_str()])]);
    let gaul = vec![("gaul", "the Gaul unit that rolls next, or `nobody`", one)];
    let next = vec![(
        "next",
        "one defender from each attack, in the order in which to fight the attacks",
        units(),
    )];
    vec![
        ("retreat", answer(map(fall_back, &[]))),
        ("counter", answer(map(strike, &["strike"]))),
        ("continue", answer(map(against, &["against"]))),
        ("order", answer(map(next, &["next"]))),
        ("advance", answer(map(enter, &[]))),
        ("gauls", answer(map(gaul, &["gaul"]))),
        (
            "rampage",
            answer(map(
                vec![("target", "the unit that the Elephants attack", shared("unit"))],
                &["target"],
            )),
        ),
    ]
}

/// The schema of a map whose keys are names of a kind.
fn by(names: &str, part: &Value) -> Value {
    keyed(&shared(names), part)
}

/// A hex: four digits, or a number that has lost its leading zero.
fn hex(grid: Grid) -> Value {
    let place = two_digits(grid.places);
    let line = |line: u32| {
        let first = line * 100;
        json!({ "type": "integer", "minimum": first + 1, "maximum": first + u32::from(grid.places) })
    };
    let spelt = text(&format!("{}{place}|[1-9]{place}", two_digits(grid.lines)));
    either((1..=u32::from(grid.lines)).map(line).chain([spelt]))
}

fn bearings(known: [Bearing; 6]) -> Value {
    words(known.iter().flat_map(|bearing| [bearing.letters(), bearing.word()]))
}

/// The schema of a unit's orders: a hex, a facing, its parts, or nothing.
fn moved() -> Value {
    let mut parts = map(
        vec![
            ("order", "the order of this unit", shared("order")),
            ("to", "the hex to which the unit moves by the best path", shared("hex")),
            ("path", "the path, hex by hex", several(shared("hex"))),
            ("exit", "the unit leaves the map", truth()),
            ("face", "the facing after the move", shared("facing")),
        ],
        &[],
    );
    parts["not"] = json!({
        "required": ["to", "path"],
        "properties": {
            "to": { "not": { "type": "null" } },
            "path": { "not": { "enum": [null, []] } },
        },
    });
    either([shared("hex"), shared("facing"), parts])
}

/// A Command, or two legions together, with what they do.
fn activation() -> Value {
    let of = |who: &'static str, whom: Value, not: &'static str| {
        let one = shared("steps");
        let tries = optional(several(optional(one)));
        map(
            vec![
                (who, "what is activated", whom),
                (not, "", json!({ "type": "null" })),
                (
                    "use",
                    "the Gauls that are to act",
                    either([words(["all"]), several(shared("unit"))]),
                ),
                ("face", "the facing of all units", shared("facing")),
                ("units", "what each unit does", by("unit", &tries)),
                ("march", "steps that all units make", several(shared("direction"))),
                ("attacks", "the attacks, in order", list(&shared("attack"), None)),
            ],
            &[who],
        )
    };
    let pair = json!({ "type": "array", "items": shared("command"), "minItems": 2, "maxItems": 2 });
    either([of("command", shared("command"), "combined"), of("combined", pair, "command")])
}

fn attack() -> Value {
    let units = || several(shared("unit"));
    map(
        vec![
            ("by", "the attackers", units()),
            ("against", "the defenders", units()),
            ("advance", "the units that may advance, in order of preference", units()),
            ("face-after", "the facing after the advance", shared("facing")),
            ("continue", "when to attack again", when(false)),
            ("then", "the enemies that are attacked next", units()),
        ],
        &["by", "against"],
    )
}

/// A policy by `default`, Command or unit; a lone value is the default.
fn by_unit(policy: Value) -> Value {
    let each = by("default", &policy);
    either([policy, each])
}

fn retreat() -> Value {
    let parts = vec![
        ("if", "the attacks before which to fall back", when(true)),
        ("hexes", "how many hexes to fall back", number(1, 2)),
        ("toward", "the directions to try, in order", several(shared("direction"))),
    ];
    let mut parts = map(parts, &[]);
    parts["type"] = "object".into();
    either([when(true), parts])
}

/// A condition; a retreat may ask whether all attackers are infantry.
fn when(retreats: bool) -> Value {
    let known = ["never", "always"].into_iter().chain(retreats.then_some("infantry"));
    either([words(known), text("drm\\s*>=\\s*\\+?[+-]?0*(?:[12]?[0-9]|30)")])
}
