//! What may stand in an order file, as [`engine::offers::form`] asks for it: rules that choose a card, plans, policies.

use super::{Draft, losses_in_words};
use crate::At;
use crate::data::chart::{Area, each};
use crate::names::{EffectWord, Element, Losses, PlayWord, Rank, Role};
use crate::prompts::Question;
use crate::rules::movement::steps_in_words;
use engine::Tempo;
use engine::offers::form::{Choice, Key, Part, Shape};
use serde_json::{Value, json};

/// Largest strength or number of units that conditions speak of.
const MANY: i32 = 8;

/// The whole file, as far as pages are asked of it.
pub(super) fn file(draft: &Draft<'_>, at: &At<'_>) -> Part {
    let mut keys = Vec::new();
    match draft.question {
        Some(Question::Battle) => keys.push(Key::new("orders", "The battle", battle(draft))),
        Some(Question::Order | Question::Action) => {
            let battles = Key::new("battles", "Order of the battles", pending(draft));
            keys.push(Key::new("orders", "Orders", Part::Keys(vec![battles])));
        }
        Some(Question::Effect | Question::Aftermath | Question::Parley) | None => {}
    }
    // In tempo full nothing that is given ahead counts.
    if draft.view.tempo == Tempo::Brisk {
        let ahead = vec![
            Key::new("action", "Plans for the next action", plans(draft)),
            Key::new("battle", "Cards for this turn's battles", rules(draft)),
            Key::new("effect", "What a star card does", effect(draft)),
            Key::new("losses", "Who falls first", losses()),
            Key::new("retreat", "Where to retreat, in order of preference", regions(draft)),
        ];
        keys.push(Key::new("ahead", "Given ahead", Part::Keys(ahead)));
    }
    keys.push(Key::new("standing", "Standing orders", standing(draft, at)));
    Part::Keys(keys)
}

fn standing(draft: &Draft<'_>, at: &At<'_>) -> Part {
    let force = at.in_force.and_then(|force| force.standing.as_ref());
    let force = force.map(|filed| json!(filed.says)).unwrap_or_default();
    let keys = vec![
        ("battle", "Cards for battles", rules(draft)),
        ("effect", "What a star card does", effect(draft)),
        ("losses", "Who falls first", losses()),
        ("retreat", "Where to retreat, in order of preference", regions(draft)),
        ("battles", "Order of battles", areas(draft)),
    ];
    let key = |(name, words, part): (&'static str, &'static str, Part)| {
        Key::new(name, words, part.in_force(force.get(name)))
    };
    Part::Keys(keys.into_iter().map(key).collect())
}

fn area(draft: &Draft<'_>, area: Area) -> Choice {
    Choice::new(draft.rules.chart().id(area).as_str(), draft.name(area)).on(draft.spot(area))
}

fn areas(draft: &Draft<'_>) -> Part {
    Part::Several((0..draft.rules.chart().places.len()).map(|at| area(draft, at)).collect())
}

fn regions(draft: &Draft<'_>) -> Part {
    Part::Several(each(draft.rules.chart().regions).map(|at| area(draft, at)).collect())
}

/// The areas where battles are pending, or where the draft's action starts them.
fn pending(draft: &Draft<'_>) -> Part {
    let chart = draft.rules.chart();
    let waiting = draft.view.pending.iter().map(|pending| chart.index(pending.area));
    let waiting: Vec<Area> = match draft.question {
        Some(Question::Order) => waiting.collect(),
        _ => each(draft.after.contested()).collect(),
    };
    Part::Several(waiting.into_iter().map(|at| area(draft, at)).collect())
}

fn losses() -> Part {
    let choice = |losses: &Losses| Choice::new(losses.word(), losses_in_words(*losses));
    Part::One(Losses::ALL.iter().map(choice).collect())
}

/// The side's cards: those in hand, or the whole deck.
fn cards(draft: &Draft<'_>, held: bool) -> Vec<Choice> {
    let hand = &draft.view.camp(draft.side).hand;
    let cards = draft.rules.deck(draft.side).0.iter();
    let cards = cards.filter(|card| !held || hand.contains(&card.id));
    let words = |card: &crate::data::chart::Card| {
        let symbol =
            if card.symbol { format!(", star: {}", steps_in_words(card)) } else { String::new() };
        format!("{} {} ({}{symbol})", card.id, card.name, card.strength)
    };
    cards.map(|card| Choice::new(card.id.as_str(), words(card))).collect()
}

/// What can be discarded.
pub(super) fn discards(draft: &Draft<'_>) -> Vec<Choice> {
    let words = [PlayWord::Lowest, PlayWord::Middle, PlayWord::Highest];
    let hand = cards(draft, true);
    // Of one or two cards none is in the middle.
    let few = hand.len() < 3;
    let words = words.into_iter().filter(|word| *word != PlayWord::Middle || !few);
    let words = words.map(|word| Choice::new(word.word(), format!("the {} card", word.word())));
    words.chain(hand).collect()
}

/// Simple plays in a battle that is being fought.
pub(super) fn plays(draft: &Draft<'_>) -> Vec<Choice> {
    let beat = Choice::new(json!({"beat": "best"}), "the weakest that beats their best");
    let mut found = cards(draft, true);
    let words = discards(draft).into_iter();
    let words: Vec<Choice> =
        words.filter(|one| found.iter().all(|card| card.value != one.value)).collect();
    found.extend(words);
    found.push(beat);
    found
}

/// A card for the battle at hand, and what goes with it.
fn battle(draft: &Draft<'_>) -> Part {
    let keys = vec![
        Key::must("card", "Card", play(draft, false, true)),
        Key::new("effect", "What a star card does", effect(draft)),
        Key::new("losses", "Who falls first", losses()),
        Key::new("retreat", "Where to retreat, in order of preference", regions(draft)),
    ];
    Part::Keys(keys)
}

/// What a card is measured against.
fn against() -> Part {
    let ranks = Rank::ALL
        .iter()
        .map(|rank| Choice::new(rank.word(), format!("their {} card", rank.word())));
    let numbers = (0..=MANY).map(|number| Choice::new(number, format!("strength {number}")));
    Part::One(ranks.chain(numbers).collect())
}

/// A play: a card or a word, a measure, a lot, or several of these of which the first that yields counts.
fn play(draft: &Draft<'_>, ask: bool, deep: bool) -> Part {
    let words = PlayWord::ALL.iter().filter(|word| ask || **word != PlayWord::Ask);
    let words = words.map(|word| match word {
        PlayWord::Ask => Choice::new("ask", "ask me"),
        PlayWord::Lowest | PlayWord::Middle | PlayWord::Highest => {
            Choice::new(word.word(), format!("the {} card", word.word()))
        }
    });
    let single = words.chain(cards(draft, false)).collect::<Vec<_>>();
    let weight = |card: &crate::data::chart::Card| {
        Key::new(card.id.to_string(), format!("Weight of {}", card.id), Part::numbers(1..=4))
    };
    let deck = &draft.rules.deck(draft.side).0;
    let first = deck.first().map(|card| card.id.to_string()).unwrap_or_default();
    let lot = Part::Keys(vec![Key::must(
        "mix",
        "Cards of the lot",
        Part::Keys(deck.iter().map(weight).collect()),
    )]);
    let measure = |key: &'static str| Part::Keys(vec![Key::must(key, "What of theirs", against())]);
    let mut shapes = vec![
        Shape {
            words: "A card or a word".into(),
            fits: Value::is_string,
            fresh: json!("highest"),
            part: Part::One(single.clone()),
        },
        Shape {
            words: "The weakest that beats".into(),
            fits: |value| value.get("beat").is_some(),
            fresh: json!({"beat": "best"}),
            part: measure("beat"),
        },
        Shape {
            words: "The weakest that ties".into(),
            fits: |value| value.get("hold").is_some(),
            fresh: json!({"hold": "best"}),
            part: measure("hold"),
        },
        Shape {
            words: "By lot".into(),
            fits: |value| value.get("mix").is_some(),
            fresh: json!({"mix": {first: 1}}),
            part: lot,
        },
    ];
    if deep {
        let mut add = single;
        add.push(Choice::new(json!({"beat": "best"}), "the weakest that beats their best"));
        add.push(Choice::new(json!({"hold": "best"}), "the weakest that ties with their best"));
        let list = Part::list("alternative", add, play(draft, ask, false));
        shapes.push(Shape {
            words: "The first of several that yields a card".into(),
            fits: Value::is_array,
            fresh: json!(["highest"]),
            part: list,
        });
    }
    Part::Any(shapes)
}

/// A number of units, or of strength, compared.
fn compared(least: i32) -> Part {
    let choice = |(sign, words, number): (&str, &str, i32)| {
        Choice::new(format!("{sign}{number}"), format!("{words}{number}"))
    };
    let signs = [("", ""), ("<=", "at most "), (">=", "at least ")];
    let all = signs
        .into_iter()
        .flat_map(|(sign, words)| (least..=MANY).map(move |number| (sign, words, number)));
    Part::One(all.map(choice).collect())
}

/// Rules that choose a card.
fn rules(draft: &Draft<'_>) -> Part {
    let when = vec![
        Key::new("area", "In one of these areas", areas(draft)),
        Key::new("kind", "On land or at sea", Part::words(Element::WORDS.iter().copied())),
        Key::new("role", "As", Part::words(Role::WORDS.iter().copied())),
        Key::new("mine", "My strength there", compared(0)),
        Key::new("theirs", "Enemy strength there", compared(0)),
        Key::new("margin", "Mine less theirs", compared(-MANY)),
        Key::new("best", "The enemy's best card", compared(0)),
        Key::new("at-stake", "If lost", Part::One(vec![Choice::new("game", "the game is lost")])),
        Key::new("prize", "If won", Part::One(vec![Choice::new("game", "the game is won")])),
    ];
    let rule = vec![
        Key::must("play", "Card", play(draft, true, true)),
        Key::new("when", "When", Part::Keys(when)),
        Key::new("effect", "What a star card does then", effect(draft)),
        Key::new("losses", "Who falls first then", losses()),
        Key::new("retreat", "Where to retreat then", regions(draft)),
    ];
    let mut add =
        vec![Choice::new(json!({"play": {"beat": "best"}}), "the weakest that beats their best")];
    let words = discards(draft).into_iter().take(3).chain([Choice::new("ask", "ask me")]);
    add.extend(
        words
            .chain(cards(draft, false))
            .map(|play| Choice::new(json!({"play": play.value}), play.words)),
    );
    Part::list("rule", add, Part::Keys(rule))
}

/// What a star card does.
fn effect(draft: &Draft<'_>) -> Part {
    let words = |word: &EffectWord| match word {
        EffectWord::None => "nothing",
        EffectWord::Win => "what wins the battle, or ties it, with as few as do",
        EffectWord::Max => "brings all that can come",
    };
    let aims =
        || EffectWord::ALL.iter().map(|word| Choice::new(word.word(), words(word))).collect();
    let chart = draft.rules.chart();
    let stay = |name: String, words: String| Key::new(name, words, Part::numbers(1..=4));
    let mut keep = vec![stay("capital".to_owned(), "Units that stay in the capital".to_owned())];
    keep.extend(each(chart.regions).map(|at| {
        stay(chart.id(at).to_string(), format!("Units that stay in {}", chart.name(at)))
    }));
    let tuned = vec![
        Key::must("do", "It does", Part::One(aims())),
        Key::new("from", "Only from, in order of preference", areas(draft)),
        Key::new("keep", "Units that stay", Part::Keys(keep)),
    ];
    let moves = Key::must("moves", "Movements, one after the other", movements(draft));
    Part::Any(vec![
        Shape {
            words: "In a word".into(),
            fits: Value::is_string,
            fresh: json!("win"),
            part: Part::One(aims()),
        },
        Shape {
            words: "With limits".into(),
            fits: |value| value.get("do").is_some(),
            fresh: json!({"do": "win"}),
            part: Part::Keys(tuned),
        },
        Shape {
            words: "Just these movements".into(),
            fits: |value| value.get("moves").is_some(),
            fresh: json!({"moves": []}),
            part: Part::Keys(vec![moves]),
        },
    ])
}

fn movement_choices(draft: &Draft<'_>) -> Vec<Choice> {
    draft.movements().into_iter().map(|movement| Choice::word(movement.to_string())).collect()
}

fn movements(draft: &Draft<'_>) -> Part {
    Part::Sequence(movement_choices(draft))
}

/// Plans for the next action, each with its guards.
fn plans(draft: &Draft<'_>) -> Part {
    let shapes: Vec<Shape> =
        [Some(passing(draft)), carding(draft), moving(draft), deploying(draft)]
            .into_iter()
            .flatten()
            .collect();
    let fresh = |shape: &Shape| Choice::new(json!({"do": shape.fresh}), shape.words.clone());
    let add = shapes.iter().map(fresh).collect();
    let plan = vec![
        Key::must("do", "Action", Part::Any(shapes)),
        Key::new("if", "Only if", guards(draft)),
    ];
    Part::list("plan", add, Part::Keys(plan))
}

fn guards(draft: &Draft<'_>) -> Part {
    let chart = draft.rules.chart();
    let numbers = |whose: &str| {
        let key = |at: Area| {
            let words = format!("{whose} in {}", chart.name(at));
            Key::new(chart.id(at).to_string(), words, compared(0)).on(draft.spot(at))
        };
        Part::Keys((0..chart.places.len()).map(key).collect())
    };
    Part::Keys(vec![
        Key::new("no-battle", "Battles", Part::yes("none in the enemy's turn before")),
        Key::new("hand", "Cards that must be in hand", Part::Several(cards(draft, false))),
        Key::new("enemy", "Their units", numbers("their units")),
        Key::new("mine", "My units", numbers("my units")),
    ])
}

fn battles(draft: &Draft<'_>) -> Key {
    Key::new("battles", "Order of the battles", areas(draft))
}

fn passing(draft: &Draft<'_>) -> Shape {
    let discard = discards(draft).into_iter().take(3).chain(cards(draft, false)).collect();
    Shape {
        words: "Pass".into(),
        fits: |value| value["action"] == "pass",
        fresh: json!({"action": "pass", "discard": "lowest"}),
        part: Part::Keys(vec![Key::must("discard", "Discard", Part::One(discard))]),
    }
}

fn carding(draft: &Draft<'_>) -> Option<Shape> {
    let cards = cards(draft, false);
    let first = cards.first()?.value.clone();
    let keys = vec![
        Key::must("card", "Card", Part::One(cards)),
        Key::must("moves", "Movements, one after the other", movements(draft)),
        battles(draft),
    ];
    Some(Shape {
        words: "Play a card".into(),
        fits: |value| value["action"] == "card",
        fresh: json!({"action": "card", "card": first, "moves": []}),
        part: Part::Keys(keys),
    })
}

fn moving(draft: &Draft<'_>) -> Option<Shape> {
    let choices = movement_choices(draft);
    let first = choices.first()?.value.clone();
    let keys = vec![Key::must("move", "Movement", Part::One(choices)), battles(draft)];
    Some(Shape {
        words: "Move one unit".into(),
        fits: |value| value["action"] == "move",
        fresh: json!({"action": "move", "move": first}),
        part: Part::Keys(keys),
    })
}

fn deploying(draft: &Draft<'_>) -> Option<Shape> {
    let spots = draft.deployments();
    let choices: Vec<Choice> =
        spots.into_iter().map(|spot| Choice::word(spot.to_string())).collect();
    let first = choices.first()?.value.clone();
    let keys = vec![Key::must("remove", "Give up", Part::One(choices)), battles(draft)];
    Some(Shape {
        words: "Deploy a fleet for an army".into(),
        fits: |value| value["action"] == "deploy",
        fresh: json!({"action": "deploy", "remove": first}),
        part: Part::Keys(keys),
    })
}
