//! What may stand in an order file, for editors: the counterpart of the readers in [`crate::orders`] and
//! [`crate::policy`].

use crate::names::{DrawWord, EffectWord, Element, GameWord, Losses, PlayWord, Rank, Role, Unit};
use crate::orders::read::PLANS_MAX;
use crate::orders::words::Words;
use crate::policy::read::{DEPTH_MAX, RULES_MAX};
use engine::grammar::{
    Entry, Grammar, any_case, either, in_any_case, keyed, list, map, number, optional, several,
    shared, text, truth, word_of, words, yes,
};
use serde_json::{Value, json};

impl Words<'_> {
    /// The grammar of orders, orders given ahead and standing orders.
    pub(crate) fn grammar(&self) -> Grammar {
        let rules = list(&shared("rule"), Some(RULES_MAX));
        let plans = list(&shared("plan"), Some(PLANS_MAX));
        Grammar {
            orders: vec![
                ("action", Self::actions(true)),
                ("order", unless_settled("battles", several(shared("area")))),
                ("battle", battle()),
                ("effect", unless_settled("moves", several(shared("movement")))),
                (
                    "aftermath",
                    map(
                        [
                            vec![
                                (
                                    "lose",
                                    "the unit that falls",
                                    any_case(Unit::WORDS.iter().copied()),
                                ),
                                ("retreat-to", "where the others go", shared("area")),
                            ],
                            always(),
                        ]
                        .concat(),
                        &[],
                    ),
                ),
            ],
            ahead: vec![
                ("action", plans),
                ("battle", rules.clone()),
                ("effect", shared("effect")),
                ("losses", word_of::<Losses>()),
                ("retreat", several(shared("region"))),
            ],
            standing: self.standing(rules),
            shared: self.shared(),
        }
    }

    fn standing(&self, rules: Value) -> Vec<Entry> {
        let mut keys = vec![
            (
                "battle",
                "rules that choose a card; the first whose conditions are met counts",
                rules,
            ),
            ("effect", "what a star card does", shared("effect")),
            ("losses", "which unit falls first", word_of::<Losses>()),
            ("retreat", "regions in order of preference", several(shared("region"))),
        ];
        if self.battles {
            keys.push((
                "battles",
                "the order in which battles are fought",
                several(shared("area")),
            ));
        }
        keys
    }

    /// What several parts refer to.
    fn shared(&self) -> Vec<(String, Value)> {
        let places = || self.chart.places.iter();
        let ids = || places().map(|place| place.id.as_str());
        let areas: Vec<&str> = ids().chain(places().map(|place| place.code.as_str())).collect();
        let land: Vec<&str> = places()
            .filter(|place| !self.chart.is_sea(self.chart.index(place.id)))
            .flat_map(|place| [place.id.as_str(), place.code.as_str()])
            .collect();
        let cards: Vec<&str> =
            self.decks.iter().flat_map(|deck| &deck.0).map(|card| card.id.as_str()).collect();
        let area = in_any_case(areas.iter().copied());
        let unit = in_any_case(Unit::WORDS.iter().copied());
        let mut shared = vec![
            ("area", any_case(areas.iter().copied())),
            ("region", any_case(land.iter().copied())),
            ("card", any_case(cards.iter().copied())),
            ("movement", text(&format!("\\s*(?:{unit})\\s+(?:{area})\\s+(?:{area})\\s*"))),
            ("spot", text(&format!("\\s*(?:{unit})\\s+(?:{area})\\s*"))),
            ("compare", compare()),
            ("rule", rule()),
            ("when", when()),
            ("effect", effect()),
            ("plan", Self::planned()),
        ];
        shared.extend([("single", single(true)), ("answered", single(false))]);
        let named = shared.into_iter().map(|(name, part)| (name.to_owned(), part));
        named.chain(nested("play", "single")).chain(nested("answer", "answered")).collect()
    }

    fn planned() -> Value {
        let guards = map(
            vec![
                ("no-battle", "no battle was fought in the enemy's turn", truth()),
                ("enemy", "the enemy's units in areas", keyed(&shared("area"), &shared("compare"))),
                ("mine", "own units in areas", keyed(&shared("area"), &shared("compare"))),
                ("hand", "cards that are in hand", several(shared("card"))),
            ],
            &[],
        );
        let order = Self::actions(false);
        map(vec![("if", "when it is meant", guards), ("do", "the action", order)], &["do"])
    }

    /// An action; an open one may be a resignation or the acceptance of a draw alone.
    fn actions(open: bool) -> Value {
        let one = |word: &'static str, keys: Vec<Entry>, must: &[&str]| {
            let mut all = vec![("action", "", words([word]))];
            all.extend(keys);
            all.push(("battles", "the order in which battles are fought", several(shared("area"))));
            if open {
                all.extend(always());
            }
            map(all, &[&["action"], must].concat())
        };
        let discard = either([words(["lowest", "middle", "highest"]), shared("card")]);
        let moves = several(shared("movement"));
        let mut shapes = vec![
            one("move", vec![("move", "unit, from, to", shared("movement"))], &["move"]),
            one("card", vec![("card", "", shared("card")), ("moves", "", moves)], &["card"]),
            one("deploy", vec![("remove", "the army given up", shared("spot"))], &["remove"]),
            one("pass", vec![("discard", "a card", discard)], &["discard"]),
        ];
        if open {
            let keys = vec![("action", "", json!({"type": "null"})), ("battles", "", json!({}))];
            shapes.extend(settled(&keys));
        }
        either(shapes)
    }
}

/// Keys that every prompt takes.
fn always() -> Vec<Entry> {
    vec![
        ("resign", "gives the game up", truth()),
        ("draw", "offers a draw, or accepts it", word_of::<DrawWord>()),
    ]
}

/// A file that resigns or accepts a draw and need say nothing else.
fn settled(keys: &[Entry]) -> [Value; 2] {
    let with = |name, part| {
        let mut all = keys.to_vec();
        all.extend(always().into_iter().filter(|(key, ..)| *key != name));
        all.push((name, "", part));
        map(all, &[name])
    };
    [with("resign", yes()), with("draw", words(["accept"]))]
}

/// An answer of one key that must be there unless the file resigns, or accepts a draw without it.
fn unless_settled(name: &'static str, part: Value) -> Value {
    let full = map([vec![(name, "", optional(part))], always()].concat(), &[name]);
    let [resigned, _] = settled(&[(name, "", json!({}))]);
    let [_, agreed] = settled(&[(name, "", json!({"type": "null"}))]);
    either([full, resigned, agreed])
}

fn battle() -> Value {
    let keys = |card: Value, rest: Option<Value>| -> Vec<Entry> {
        let part = |own: Value| rest.clone().unwrap_or(own);
        vec![
            ("battle", "the battle answered", part(shared("area"))),
            ("card", "the card, or how to choose it", card),
            ("effect", "what a star card does", part(shared("effect"))),
            ("losses", "which unit falls first", part(word_of::<Losses>())),
            ("retreat", "where to retreat", part(several(shared("region")))),
        ]
    };
    let full = map([keys(shared("answer-0"), None), always()].concat(), &["battle", "card"]);
    let [resigned, _] = settled(&keys(json!({}), Some(json!({}))));
    let [_, agreed] = settled(&keys(json!({"type": "null"}), Some(json!({}))));
    either([full, resigned, agreed])
}

fn rule() -> Value {
    map(
        vec![
            ("when", "conditions; those left out are met", shared("when")),
            ("play", "how the card is chosen", shared("play-0")),
            ("effect", "what a star card does", shared("effect")),
            ("losses", "which unit falls first", word_of::<Losses>()),
            ("retreat", "where to retreat", several(shared("region"))),
        ],
        &["play"],
    )
}

fn when() -> Value {
    let number = || shared("compare");
    map(
        vec![
            ("area", "where the battle is", several(shared("area"))),
            ("kind", "", word_of::<Element>()),
            ("role", "", word_of::<Role>()),
            ("mine", "own units", number()),
            ("theirs", "the enemy's units", number()),
            ("margin", "own units less the enemy's", number()),
            ("best", "the best card in hand", number()),
            ("at-stake", "what a defeat costs", word_of::<GameWord>()),
            ("prize", "what a victory brings", word_of::<GameWord>()),
        ],
        &[],
    )
}

fn effect() -> Value {
    let keep = either([words(["capital"]), shared("area")]);
    let tuned = vec![
        ("do", "", word_of::<EffectWord>()),
        ("keep", "units that stay, by area", keyed(&keep, &number(0, 20))),
        ("from", "areas that send units", several(shared("area"))),
    ];
    let moves = vec![("moves", "", optional(several(shared("movement"))))];
    either([word_of::<EffectWord>(), map(tuned, &["do"]), map(moves, &["moves"])])
}

/// A play that is no list; one that answers a question cannot ask in its turn.
fn single(asks: bool) -> Value {
    let rank = Rank::WORDS.iter().copied();
    let strength = either([
        words(rank),
        json!({"type": "integer", "minimum": 0, "maximum": 99}),
        text("\\+?0*[0-9]{1,2}|-0+"),
    ]);
    let one = |name: &'static str, part: Value| map(vec![(name, "", part)], &[name]);
    let mut mix = keyed(&shared("card"), &number(1, 1000));
    mix["type"] = "object".into();
    mix["minProperties"] = 1.into();
    let known = PlayWord::WORDS.iter().copied();
    let known = known.filter(|word| asks || *word != PlayWord::Ask.word());
    either([
        words(known),
        shared("card"),
        one("beat", strength.clone()),
        one("hold", strength),
        one("mix", mix),
    ])
}

/// Plays in lists of alternatives, as deep as they may be nested.
fn nested(name: &str, single: &str) -> Vec<(String, Value)> {
    let level = |depth: usize| {
        let mut shapes = vec![shared(single)];
        if depth < DEPTH_MAX {
            let below = shared(&format!("{name}-{}", depth + 1));
            shapes.push(
                json!({"type": "array", "items": below, "minItems": 1, "maxItems": RULES_MAX}),
            );
        }
        (format!("{name}-{depth}"), either(shapes))
    };
    (0..=DEPTH_MAX).map(level).collect()
}

/// A number or a comparison.
fn compare() -> Value {
    let spelt = text("\\s*(?:>=|<=|>|<|=)?\\s*[+-]?0*[0-9]{1,2}\\s*");
    either([json!({"type": "integer", "minimum": -99, "maximum": 99}), spelt])
}
