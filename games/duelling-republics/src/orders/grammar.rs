//! The schema of order files, for editors: the counterpart of the readers in [`super::read`] and [`crate::policy`].

use super::battle::{BattleId, Elect, Whose};
use super::read::battle::KEYS;
use crate::battle::grammar as plan;
use crate::data::chart::Chart;
use crate::elements::{ArmyId, Side, Troop};
use crate::names::{Do, Gaul, IfSiege, Name, Resolve, Season};
use crate::policy::{Can, End, Ground, Relieved, Sallied, SentWord};
use engine::grammar::{
    Entry, Grammar, either, keyed, list, map, name, number, numbers, optional, scalar, several,
    shared, slug, text, truth, word_of, words, yes,
};
use serde_json::{Map, Value, json};

/// The grammar of orders, orders given ahead and standing orders.
pub(crate) fn grammar(chart: &Chart) -> Grammar {
    let season = Season::WORDS.iter().map(|season| (*season, shared("season")));
    let own = ["resources", "allocate", "commands"].map(|name| (name, shared("resources")));
    let common = |at_once: bool| {
        let mut all = vec![("setup", shared("setup"))];
        all.extend(own.clone());
        all.extend(season.clone());
        all.push(("answer", shared("answer")));
        let plans = optional(several(shared("battle")));
        all.push(("plan", if at_once { plans } else { either([plans, plans_by_name()]) }));
        all.push(("minor-war", shared("minor-war")));
        all
    };
    let ruling = either([shared("report"), json!({ "type": "array", "items": shared("report") })]);
    let seats =
        map(vec![("substitute", "seats that get a new player", several(scalar())), note()], &[]);
    let told = |key: &'static str, words: &'static str, part: Value| {
        with(vec![(key, words, part)], &[key])
    };
    let sent = either([word_of::<SentWord>(), shared("elements")]);
    let more = vec![
        ("gaul", told("do", "whether to seek or avoid battle", word_of::<Gaul>())),
        (
            "siege",
            told("do", "whether to starve the besieged army or to retreat", word_of::<IfSiege>()),
        ),
        (
            "retreat",
            told("to", "the provinces, in order of preference", several(shared("province"))),
        ),
        ("losses", told("lose", "the elements that are lost", shared("elements"))),
        ("contingent", told("send", "the elements that are sent", sent)),
        ("hand-over", told("give", "the elements that are given", shared("elements"))),
    ];
    let more =
        [more, vec![("report", report_or_wish()), ("ruling", ruling), ("seats", seats)]].concat();
    let named = |(name, part): (&str, Value)| (name.to_owned(), part);
    Grammar {
        orders: [common(true), more].concat(),
        ahead: common(false),
        standing: standing(),
        shared: parts(chart).into_iter().chain(plan::parts()).map(named).collect(),
    }
}

/// The schemas to which several parts refer.
fn parts(chart: &Chart) -> Vec<(&'static str, Value)> {
    let provinces: Vec<String> =
        chart.provinces.iter().map(|province| province.id.to_string()).collect();
    let step = text(&format!("(?:sea:\\s*)?{}", name(Name::MOST)));
    let letter = vec![("to", "", several(scalar())), ("text", "", scalar())];
    vec![
        ("army", words(ArmyId::CAMPAIGN.map(ArmyId::word))),
        ("province", either([words(provinces.iter().map(String::as_str)), slug(Name::MOST)])),
        ("name", slug(Name::MOST)),
        ("step", either([slug(Name::MOST), step])),
        ("ratio", ratio()),
        ("troops", several(word_of::<Troop>())),
        ("elements", several(shared("element"))),
        ("letter", map(letter, &["to", "text"])),
        ("setup", set_up()),
        ("resources", resources()),
        ("item", item(true)),
        ("repeated", item(false)),
        ("season", season()),
        ("option", option()),
        ("condition", condition()),
        ("answer", answer()),
        ("battle", battle()),
        ("report", report()),
        ("minor-war", minor_war()),
        ("standing-army", army()),
    ]
}

fn note() -> Entry {
    ("note", "letters to other players", several(shared("letter")))
}

/// Keys that all orders take.
fn always() -> Vec<Entry> {
    vec![("resign", "leaves the game", truth()), note()]
}

/// Orders with these keys, besides those that all orders take.
fn with(keys: Vec<Entry>, must: &[&str]) -> Value {
    map([keys, always()].concat(), must)
}

/// A ratio with at most two decimals. Without quotes, an editor takes it for a number.
fn ratio() -> Value {
    let number = json!({ "type": "number", "minimum": 0, "exclusiveMaximum": 1000 });
    either([number, text("[0-9]{1,3}(?:\\.[0-9]{1,2})?")])
}

fn set_up() -> Value {
    let keys = vec![("army", "", shared("army")), ("elements", "", shared("troops"))];
    with(keys, &["army", "elements"])
}

fn resources() -> Value {
    let items = || json!({ "type": "array", "items": shared("item") });
    let keys = vec![
        (
            "allocate",
            "the allocations, in order of preference; those that are not needed are ignored",
            either([items(), shared("item")]),
        ),
        (
            "army",
            "the armies that you want to command, in order of preference",
            several(shared("army")),
        ),
    ];
    with(keys, &[])
}

/// Something to do with resources; what is repeated cannot be a repetition itself.
fn item(first: bool) -> Value {
    let element = |kind: Value, allied: Value, must: &[&str]| {
        let parts = vec![
            ("army", "", shared("army")),
            ("type", "a type of troops, or Gen", kind),
            ("allied", "whether it comes from the allied list of the theater", allied),
        ];
        map(parts, &[&["army", "type"], must].concat())
    };
    let elements =
        [element(word_of::<Troop>(), truth(), &[]), element(words(["Gen"]), yes(), &["allied"])];
    let raise = vec![("in", "", shared("province")), ("elements", "", shared("troops"))];
    let mut keys = vec![
        ("vp", json!({})),
        ("gold", shared("army")),
        ("element", either(elements)),
        ("raise", map(raise, &["in", "elements"])),
    ];
    if first {
        keys.push(("repeat", shared("repeated")));
    }
    either([words(["vp"]), single(keys)])
}

/// A map of exactly one of these keys.
fn single(keys: Vec<(&str, Value)>) -> Value {
    let keys: Map<String, Value> =
        keys.into_iter().map(|(name, part)| (name.to_owned(), part)).collect();
    json!({
        "type": "object", "properties": keys, "additionalProperties": false,
        "minProperties": 1, "maxProperties": 1,
    })
}

fn season() -> Value {
    let options = || either([list(&shared("option"), None), shared("option")]);
    with(
        ARMIES
            .map(|army| {
                (army, "its options; the first whose conditions are met is used", options())
            })
            .to_vec(),
        &[],
    )
}

const ARMIES: [&str; 4] = ["ra", "rb", "ca", "cb"];

fn option() -> Value {
    let kind = either([words(["Gen"]), word_of::<Troop>()]);
    let recruit = vec![("at", "", shared("province")), ("elements", "", several(kind))];
    let give = vec![
        ("at", "", shared("province")),
        ("to", "", shared("army")),
        ("elements", "", shared("elements")),
    ];
    map(
        vec![
            ("when", "conditions that must all hold", several(shared("condition"))),
            (
                "recruit",
                "allied elements to buy on the way",
                several(map(recruit, &["at", "elements"])),
            ),
            ("give", "elements to give", several(map(give, &["at", "to", "elements"]))),
            ("move", "the path; sea:PROVINCE crosses the open sea", several(shared("step"))),
            ("if_siege", "what a besieged army does", word_of::<IfSiege>()),
            ("sally", "the army sallies from a siege", truth()),
            ("disband", "the army disbands or surrenders", truth()),
            ("leave_siege", "the army leaves the siege that it lays", truth()),
            ("gaul", "whether to seek or avoid an enemy in Transalpine Gaul", word_of::<Gaul>()),
        ],
        &[],
    )
}

fn condition() -> Value {
    let pair = |second: Value| json!({ "type": "array", "prefixItems": [shared("province"), second], "minItems": 2, "maxItems": 2 });
    single(vec![
        ("enemy-in", shared("province")),
        ("friend-in", shared("province")),
        ("besieged", shared("province")),
        ("owner", pair(word_of::<Side>())),
        ("odds", pair(shared("ratio"))),
    ])
}

fn answer() -> Value {
    let keys = vec![
        ("army", "", shared("army")),
        ("do", "", word_of::<Do>()),
        (
            "to",
            "the provinces to which it retreats, in order of preference",
            several(shared("province")),
        ),
    ];
    with(keys, &["army", "do"])
}

fn battle() -> Value {
    with(
        vec![
            ("battle", "the battle, if there are several", slug(BattleId::MOST)),
            ("resolve", "whether the program or a tabletop game decides it", word_of::<Resolve>()),
            ("plan", "", shared("plan")),
            ("command", "postures of a delegated command", plan::command()),
            (
                "minor_war",
                "whether to fight a minor war if you have no command",
                word_of::<Elect>(),
            ),
        ],
        &[],
    )
}

/// Plans given ahead, each with its battle, or `any`, as key.
fn plans_by_name() -> Value {
    let known = json!({ "not": words(KEYS) });
    let names = json!({ "allOf": [slug(BattleId::MOST), known] });
    let mut plans = keyed(&names, &shared("plan"));
    plans["type"] = "object".into();
    plans
}

fn report() -> Value {
    let by_side = |part: Value| keyed(&word_of::<Side>(), &part);
    with(
        vec![
            ("battle", "", slug(BattleId::MOST)),
            ("winner", "", word_of::<Whose>()),
            ("withdrew", "the side that withdrew", word_of::<Whose>()),
            ("lost", "", by_side(optional(several(shared("member"))))),
            ("general_killed", "", several(word_of::<Side>())),
            ("camp_looted", "the seat that looted it", by_side(scalar())),
            ("kills", "elements destroyed by each seat", keyed(&json!({}), &number(0, 99))),
            ("other", "lost elements that are credited to nobody", by_side(number(0, 99))),
            (
                "general_by",
                "the seat whose troops took each fallen general",
                keyed(&shared("member"), &scalar()),
            ),
            ("at_table", "players other than the C-in-Cs who had a command", several(scalar())),
        ],
        &["battle", "winner"],
    )
}

/// A report, or an entry of a plan prompt: the wish how to decide the battle.
fn report_or_wish() -> Value {
    let wish = |name: &str| {
        let named = json!({ "type": "object", "required": [name], "properties": { name: { "not": { "type": "null" } } } });
        json!({ "allOf": [shared("battle"), named] })
    };
    let wishes = json!({ "type": "array", "items": shared("battle") });
    either([shared("report"), wishes, wish("resolve"), wish("plan"), wish("minor_war")])
}

fn minor_war() -> Value {
    let army = || {
        vec![
            ("army", "the army, by the name that the row gives it", shared("name")),
            ("elements", "", shared("troops")),
            ("plan", "", shared("plan")),
        ]
    };
    let against = either([shared("name"), map(army(), &["army"])]);
    let row = vec![
        ("row", "for the initiator: the row of the table", number(1, 99)),
        ("against", "for the opponent: the army that fights each row", keyed(&rows(), &against)),
    ];
    with([row, army()].concat(), &[])
}

/// The number of a row, as a key.
fn rows() -> Value {
    text(&format!("\\+?0*(?:{})", numbers(0, u32::from(u8::MAX))))
}

fn standing() -> Vec<Entry> {
    let minor = vec![
        ("elect", "whether to fight a minor war if you have no command", truth()),
        ("prefer", "the army that you prefer for each row", keyed(&rows(), &shared("name"))),
    ];
    let mut keys = ARMIES.map(|name| (name, "for this army", shared("standing-army"))).to_vec();
    keys.push(("minor_war", "standing orders for minor wars", map(minor, &[])));
    keys.push(("end", "whether you agree that the game ends", word_of::<End>()));
    keys
}

fn army() -> Value {
    let when = vec![
        ("odds", "the least ratio of your elements to the other army's", shared("ratio")),
        ("by", "the army that enters", shared("army")),
        ("province", "the province or kind of province", word_of::<Ground>()),
        ("size", "the most elements that the other army may have", number(0, 99)),
        ("season", "", word_of::<Season>()),
        ("can", "the action that must be possible", word_of::<Can>()),
    ];
    let line = vec![
        ("when", "conditions that must all hold", map(when, &[])),
        ("do", "", word_of::<Do>()),
    ];
    let given = vec![("to", "", shared("army")), ("elements", "", shared("elements"))];
    let sent = either([word_of::<SentWord>(), shared("elements")]);
    map(
        vec![
            ("entered", "the answer to an army that enters", several(map(line, &["do"]))),
            ("final", "whether the lines are also used in tempo `full`", truth()),
            (
                "retreat_to",
                "the provinces for a retreat, in order of preference",
                several(shared("province")),
            ),
            ("if_siege", "", word_of::<IfSiege>()),
            ("gaul", "", word_of::<Gaul>()),
            (
                "relieved",
                "what it does when a friendly army attacks the besieger",
                word_of::<Relieved>(),
            ),
            ("sallied_upon", "the answer to a sally or a relief", word_of::<Sallied>()),
            ("contingent", "what it sends to the battle of a friendly army", sent),
            (
                "hand_over",
                "what it gives to friendly armies that pass",
                several(map(given, &["to", "elements"])),
            ),
            ("losses", "which types are lost first", shared("troops")),
            ("plan", "the plan for battles for which no plan is filed", shared("plan")),
        ],
        &[],
    )
}
