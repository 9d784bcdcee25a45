//! The schema of order files, for editors: the counterpart of the readers beside it.

use super::Reading;
use crate::names::{CommandBox, Kind, PhaseName, Rank};
use crate::orders::{AimWord, Being, Holds};
use crate::policy::{AgainDie, AgainWhen, RideWord, Role, SupportWord};
use engine::grammar::{
    Entry, Grammar, either, keyed, list, map, number, optional, several, shared, text, truth,
    two_digits, word_of, words,
};
use serde_json::{Value, json};

/// The pattern of the side of a hex.
const WAY: &str = "(?:n|ne|se|s|sw|nw)";
const BOUND: &str = "[<>]=\\s*\\+?[+-]?0*[0-9]{1,2}";

impl Reading<'_> {
    /// The grammar of orders, orders given ahead and standing orders.
    pub(crate) fn grammar(self) -> Grammar {
        let elephants = list(&shared("elephant"), None);
        let moves = vec![
            ("command", "units that get a Movement point, one list for each point", commanded()),
            (
                "return",
                "units that enter the map: pursuers and the ambush",
                list(&shared("return"), None),
            ),
            ("moves", "the moves, in order", list(&shared("move"), None)),
        ];
        let aims = keyed(&shared("unit"), &optional(either([word_of::<AimWord>(), targets()])));
        let attacks =
            vec![("attacks", "the attacks, in order", list(&shared("attack"), None)), last()];
        let aims = vec![("volley", "the targets of each shooter", aims), last()];
        let elephants =
            vec![("elephants", "the elephants for which Rome rolls", elephants), last()];
        let later = vec![
            ("strategic", strategic()),
            (
                "choice",
                answer(
                    vec![("choice", "whether your side goes first or second", word_of::<Rank>())],
                    &["choice"],
                ),
            ),
            ("elephants", answer(elephants, &[])),
            ("movement", answer(moves, &[])),
            ("volley", answer(aims, &[])),
            ("combat", answer(attacks, &[])),
            (
                "recovery",
                answer(
                    vec![(
                        "recover",
                        "the units that recover first, in order",
                        list(&shared("unit"), None),
                    )],
                    &[],
                ),
            ),
        ];
        let set_up = vec![
            (
                "units",
                "the hex of each unit; a facing may follow it",
                keyed(&shared("unit"), &shared("stand")),
            ),
            ("leader", "the unit with which the leader starts", shared("unit")),
            ("reserve", "the unit kept back for the ambush", shared("unit")),
        ];
        Grammar {
            orders: [vec![("setup", answer(set_up, &[]))], later.clone(), questions()].concat(),
            ahead: later,
            standing: standing(),
            shared: self.shared(),
        }
    }

    /// The schemas to which several parts refer.
    fn shared(self) -> Vec<(String, Value)> {
        let leaders = self.roster.leaders().iter().map(|note| note.id.to_string());
        let known: Vec<String> =
            self.roster.ids().iter().map(ToString::to_string).chain(leaders).collect();
        let names = |more: &[&'static str]| {
            words(more.iter().copied().chain(known.iter().map(String::as_str)))
        };
        let kinds = |more: &[&'static str]| names(&[more, Kind::WORDS].concat());
        let hex = two_digits(self.grid.lines) + &two_digits(self.grid.places);
        let way = |hex: &str| {
            let token = format!("(?:exit|(?:{hex}{WAY})(?:/{WAY})?|/{WAY})");
            text(&format!("\\s*(?:{token}(?:\\s+{token})*)?\\s*"))
        };
        let criteria = |more: &[&'static str]| several(kinds(more));
        let named = vec![
            ("unit", names(&[])),
            ("pick", kinds(&["all"])),
            ("hex", text(&hex)),
            ("stand", text(&format!("{hex}(?:/{WAY})?"))),
            ("facing", text(WAY)),
            ("way", way(&format!("{hex}|"))),
            ("directions", way("")),
            ("target", either([names(&["any"]), text(&hex)])),
            ("box", word_of::<CommandBox>()),
            (
                "chip",
                either([shared("box"), map(vec![("vacuus", "", shared("box"))], &["vacuus"])]),
            ),
            ("elephant", elephant()),
            ("return", returning()),
            ("move", moving()),
            ("attack", attack()),
            ("condition", condition()),
            ("support", either([word_of::<SupportWord>(), several(shared("unit"))])),
            ("after", either([words(["ahead", "keep"]), shared("facing")])),
            ("when", several(term())),
            ("prey", criteria(&["kill", "elephant", "best", "pr", "shaken"])),
            ("care", criteria(&["left", "pr"])),
        ];
        named.into_iter().map(|(name, part)| (name.to_owned(), part)).collect()
    }
}

/// The key that says that a list is complete, so that the side is asked for no more.
fn last() -> Entry {
    ("last", "whether the list is complete, so that you are not asked for more", truth())
}

/// Keys that every answer takes.
fn always() -> Vec<Entry> {
    vec![("resign", "resigns the game", truth()), ("draw", "offers or accepts a draw", truth())]
}

/// The schema of an answer with these keys, `must` among them, or of one with none of them.
fn answer(keys: Vec<Entry>, must: &[&str]) -> Value {
    let full = map([keys, always()].concat(), must);
    if must.is_empty() { full } else { either([full, map(always(), &[])]) }
}

/// All chips at once, or the next ones.
fn strategic() -> Value {
    let points = keyed(&word_of::<CommandBox>(), &number(0, 9));
    let all = vec![
        ("chips", "the number of true points in each box", points),
        ("vacuus", "the box for the blank", shared("box")),
        ("place", "", json!({ "type": "null" })),
    ];
    let one = json!({ "type": "array", "items": shared("chip"), "maxItems": 1 });
    let one = either([one, shared("chip")]);
    let single = vec![
        ("place", "the next chip", one),
        ("vacuus", "whether this chip is the blank", truth()),
    ];
    let next = vec![
        ("place", "the next chips, in order", several(shared("chip"))),
        ("vacuus", "", json!({ "type": "null" })),
    ];
    either([
        map([all, always()].concat(), &["vacuus"]),
        map([next, always()].concat(), &["place"]),
        map([single, always()].concat(), &["place"]),
        json!({ "type": "array", "items": shared("chip") }),
        map(always(), &[]),
    ])
}

/// Units by command point; a single list of units is one point's.
fn commanded() -> Value {
    let point = optional(several(shared("unit")));
    let points = json!({ "type": "array", "items": point, "contains": { "type": "array" } });
    either([json!({ "type": "array", "items": shared("unit") }), points])
}

fn targets() -> Value {
    several(shared("target"))
}

fn elephant() -> Value {
    let parts = [vec![("unit", "", shared("unit"))], furious()].concat();
    either([shared("unit"), map(parts, &["unit"])])
}

fn furious() -> Vec<Entry> {
    let ride = either([word_of::<RideWord>(), shared("way")]);
    vec![
        ("furious", "what Rome does with them if they are furious", ride),
        ("victim", "the unit that they run into, if several are in front of them", shared("unit")),
    ]
}

/// The schemas of answers to questions in the middle of an impulse.
fn questions() -> Vec<(&'static str, Value)> {
    let back = either([words(["stay"]), shared("facing")]);
    let defend = vec![
        ("command", "whether the defender gets a Combat point", truth()),
        ("support", "who supports the defender", shared("support")),
    ];
    let advance = vec![
        ("advance", "whether it advances", truth()),
        ("face", "its facing after the advance", shared("after")),
    ];
    let aside = either([words(["stay"]), shared("hex")]);
    vec![
        ("fortuna", answer(vec![("again", "whether the die is thrown again", truth())], &[])),
        (
            "withdraw",
            answer(
                vec![("withdraw", "the direction in which the target withdraws, or `stay`", back)],
                &[],
            ),
        ),
        ("defend", answer(defend, &[])),
        ("pursuit", answer(vec![("hold", "whether the pursuer is held back", truth())], &[])),
        ("furious", answer(furious(), &[])),
        ("advance", answer(advance, &[])),
        (
            "leader",
            answer(vec![("leader", "the hex to which the leader goes, or `stay`", aside)], &[]),
        ),
        (
            "roll",
            answer(
                vec![("roll", "the elephants for which Rome rolls next", several(shared("unit")))],
                &[],
            ),
        ),
    ]
}

fn returning() -> Value {
    let parts = vec![
        ("unit", "the unit that enters", shared("unit")),
        ("enter", "the hex by which it enters", shared("hex")),
        ("path", "its path from there", shared("way")),
    ];
    map(parts, &["unit", "enter"])
}

/// A move of one unit by a way or to a hex, or of several in the same directions.
fn moving() -> Value {
    let one = |given: &'static str, part: Value, not: &'static str| {
        let nothing = json!({ "type": "null" });
        let about =
            if given == "to" { "the hex to which it goes by the best path" } else { "the path" };
        map(
            vec![("unit", "", shared("unit")), (given, about, part), (not, "", nothing)],
            &["unit", given],
        )
    };
    let units = either([word_of::<Kind>(), several(shared("unit"))]);
    let many = vec![
        ("units", "", units),
        ("go", "the directions and turns of all of them", shared("directions")),
    ];
    either([
        one("path", shared("way"), "to"),
        one("to", shared("stand"), "path"),
        map(many, &["units", "go"]),
    ])
}

fn attack() -> Value {
    let parts = vec![
        ("unit", "the attacker", shared("unit")),
        ("target", "the targets; the unit attacks the first one that is in its front", targets()),
        ("command", "whether it gets a Combat point", truth()),
        ("charge", "whether the unit charges; only Mercenaries can", truth()),
        ("support", "the units that support it", shared("support")),
        ("advance", "whether it advances", truth()),
        ("face", "its facing after an advance", shared("after")),
        ("if", "conditions that must all hold", several(shared("condition"))),
    ];
    map(parts, &["unit", "target"])
}

/// The schema of a condition on a hex, or on a unit of which at least one thing is asked.
fn condition() -> Value {
    let hex = vec![("hex", "", shared("hex")), ("holds", "", word_of::<Holds>())];
    let of_unit = |asked: &'static str| {
        let parts = vec![
            ("unit", "", shared("unit")),
            ("dp", "its Disorder Points, such as >=2", text(&format!("\\s*{BOUND}\\s*"))),
            ("is", "its state", word_of::<Being>()),
            ("at", "its hex", shared("hex")),
        ];
        map(parts, &["unit", asked])
    };
    either([map(hex, &["hex", "holds"]), of_unit("dp"), of_unit("is"), of_unit("at")])
}

fn term() -> Value {
    text(&format!("\\s*(?:always|never|(?:edge|dp|left)\\s*{BOUND})\\s*"))
}

fn standing() -> Vec<Entry> {
    let picks = || several(shared("pick"));
    let rule = |more: Vec<Entry>| {
        let head = vec![
            ("units", "the units that the rule names", picks()),
            ("when", "conditions that must all hold", shared("when")),
        ];
        list(&map([head, more].concat(), &["units"]), None)
    };
    let to = either([words(["best", "back"]), shared("facing")]);
    let keep = vec![
        ("keep", "how many points are kept", number(0, 9)),
        ("late", "whether to wait until after your own combat", truth()),
    ];
    let boxes = vec![
        ("boxes", "true points by box", keyed(&word_of::<CommandBox>(), &number(0, 9))),
        ("vacuus", "the box for the blank", shared("box")),
    ];
    let advance = vec![
        ("optional", "whether to advance where there is a choice", truth()),
        ("face", "the facing after the advance", shared("after")),
    ];
    let leader = vec![
        ("follow", "whether the leader goes with his unit", truth()),
        ("leave", "when the leader steps away before a fight", shared("when")),
    ];
    let within = vec![("within", "the greatest distance in hexes; 0 means never", number(0, 40))];
    vec![
        ("choice", "whether to go first or second", word_of::<Rank>()),
        ("chips", "the chips for every turn", map(boxes, &["vacuus"])),
        ("fortuna", "when to throw a die again", list(&again(), None)),
        ("withdraw", "which units withdraw before a fight", rule(vec![("to", "", several(to))])),
        ("command", "which units get Combat points", rule(keep)),
        ("support", "the units that support it", shared("support")),
        ("volley", "which targets are shot at first", shared("prey")),
        ("attack", "which units attack after the listed attacks", rule(Vec::new())),
        ("advance", "whether and how to advance", map(advance, &[])),
        ("pursuit", "which units are held back from pursuit", rule(Vec::new())),
        ("leader", "what the leader does", map(leader, &[])),
        ("recovery", "which units recover first", shared("care")),
        ("elephants", "the elephants for which Rome rolls", map(within, &["within"])),
        ("furious", "what Rome does with furious elephants", word_of::<RideWord>()),
        ("wait", "the phases in which you want to be asked", several(word_of::<PhaseName>())),
    ]
}

/// A die that is thrown again, with what can be asked of it.
fn again() -> Value {
    let known = ["losing", "tied", "doubled", "miss", "eliminated"];
    let of = |die: &AgainDie| {
        let fits = |text: &str| AgainWhen::parse(text).is_some_and(|when| when.fits(*die));
        let mut times = vec![words(known.into_iter().filter(|word| fits(word)))];
        if fits("<=1") {
            times.push(text("<=\\s*\\+?0*[1-6]\\s*"));
        }
        let parts = vec![
            ("die", "the kind of die", words([die.word()])),
            ("when", "which results are thrown again", either(times)),
            ("role", "only in this role (for combat dice)", word_of::<Role>()),
            ("units", "only for these units", several(shared("pick"))),
        ];
        map(parts, &["die", "when"])
    };
    either(AgainDie::ALL.iter().map(of))
}
