//! The choices for each part of an order file, as [`engine::offers::form`] needs them.

use super::Draft;
use crate::At;
use crate::data::chart::{Area, Card, each};
use crate::names::{EffectWord, PlayWord, Rank};
use crate::orders::words::{AreaName, CardName, Movements, Plans, RegionName};
use crate::orders::{Action, Movement, Orders, Plan, PlannedAction, Spot, Stake};
use crate::policy::{
    Compare, Discard, EffectPolicy, EnemyUnits, FixedMoves, Keep, Margin, OwnPlay, OwnUnits, Play,
    PlayRule, Policy, Rules, Tuned,
};
use crate::prompts::Question;
use crate::rules::movement::steps_in_words;
use engine::Tempo;
use engine::language::{Offered as _, Several, Truth, choices};
use engine::offers::form::{Choice, Key, Part, Shape};
use serde_json::{Value, json};

/// Largest strength or number of units that conditions speak of.
const MANY: i32 = 8;

/// The whole file, as far as pages are asked of it.
pub(super) fn file(draft: &Draft<'_>, at: &At<'_>) -> Part {
    let mut keys = Vec::new();
    match draft.question {
        Some(Question::Battle) => {
            let mut battle = Stake::form(draft);
            // A card is offered together with the battle, which cannot be another.
            if let Part::Keys(keys) = &mut battle {
                keys.retain(|key| key.name != "battle");
            }
            keys.push(Key::new("orders", "The battle", battle));
        }
        Some(Question::Order | Question::Action) => {
            let battles = Key::new("battles", "Order of the battles", pending(draft));
            keys.push(Key::new("orders", "Orders", Part::Keys(vec![battles])));
        }
        Some(Question::Effect | Question::Aftermath | Question::Parley) | None => {}
    }
    // In tempo full nothing that is given ahead counts.
    if draft.view.tempo == Tempo::Brisk {
        keys.push(Key::new("ahead", "Given ahead", Orders::ahead_form(draft)));
    }
    keys.push(Key::new("standing", "Standing orders", standing(draft, at)));
    Part::Keys(keys)
}

fn standing(draft: &Draft<'_>, at: &At<'_>) -> Part {
    let force = at.in_force.and_then(|force| force.standing.as_ref());
    let force = force.map(|filed| json!(filed.says)).unwrap_or_default();
    let Part::Keys(keys) = Policy::form(draft) else { unreachable!("standing orders are a map") };
    let key = |key: Key| Key { part: key.part.in_force(force.get(&*key.name)), ..key };
    Part::Keys(keys.into_iter().map(key).collect())
}

fn area(draft: &Draft<'_>, area: Area) -> Choice {
    Choice::new(draft.rules.chart().id(area).as_str(), draft.name(area)).on(draft.spot(area))
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

/// The side's cards: those in hand, or the whole deck.
fn cards(draft: &Draft<'_>, held: bool) -> Vec<Choice> {
    let hand = &draft.view.camp(draft.side).hand;
    let cards = draft.rules.deck(draft.side).0.iter();
    let cards = cards.filter(|card| !held || hand.contains(&card.id));
    let words = |card: &Card| {
        let symbol =
            if card.symbol { format!(", star: {}", steps_in_words(card)) } else { String::new() };
        format!("{} {} ({}{symbol})", card.id, card.name, card.strength)
    };
    cards.map(|card| Choice::new(card.id.as_str(), words(card))).collect()
}

fn play_words() -> impl Iterator<Item = Choice> {
    let words = [PlayWord::Lowest, PlayWord::Middle, PlayWord::Highest].into_iter();
    words.map(|word| Choice::new(word.word(), format!("the {} card", word.word())))
}

/// The cards that can be discarded now.
pub(super) fn discards(draft: &Draft<'_>) -> Vec<Choice> {
    let hand = cards(draft, true);
    // Of one or two cards none is in the middle.
    let few = hand.len() < 3;
    let words = play_words().filter(|word| word.value != PlayWord::Middle.word() || !few);
    words.chain(hand).collect()
}

/// Simple plays in a battle that is being fought.
pub(super) fn plays(draft: &Draft<'_>) -> Vec<Choice> {
    let mut found = cards(draft, true);
    let words = discards(draft).into_iter();
    let words: Vec<Choice> =
        words.filter(|one| found.iter().all(|card| card.value != one.value)).collect();
    found.extend(words);
    found.push(measured("beat"));
    found
}

/// The weakest card that beats, or holds, the enemy's best.
fn measured(key: &str) -> Choice {
    let does = if key == "beat" { "beats" } else { "ties with" };
    Choice::new(json!({key: "best"}), format!("the weakest card that {does} the enemy's best card"))
}

engine::offered! { Draft<'_>;
    AreaName: |draft| Part::One((0..draft.rules.chart().places.len()).map(|at| area(draft, at)).collect());
    RegionName: |draft| Part::One(each(draft.rules.chart().regions).map(|at| area(draft, at)).collect());
    CardName: |draft| Part::One(cards(draft, false));
    Truth: |_| Part::yes("no battle in the enemy's previous turn");
    Movement: |draft| Part::words(draft.movements().iter().map(ToString::to_string));
    Movements: |draft| Part::Sequence(choices::<_, Movement>(draft));
    Spot: |draft| Part::words(draft.deployments().iter().map(ToString::to_string));
    Discard: |draft| Part::One(play_words().chain(cards(draft, false)).collect());
    Play: |draft| play(draft, true, true);
    OwnPlay: |draft| play(draft, false, true);
    Compare: |_| compared(0);
    Margin: |_| compared(-MANY);
    EnemyUnits: |draft| units(draft, "their units");
    OwnUnits: |draft| units(draft, "my units");
    Rules: |draft| {
        let asked = Choice::new("ask", "ask me");
        let plays = [measured("beat")].into_iter().chain(play_words()).chain([asked]);
        let rule = |play: Choice| Choice::new(json!({"play": play.value}), play.words);
        Part::list("rule", plays.chain(cards(draft, false)).map(rule).collect(), PlayRule::form(draft))
    };
    EffectPolicy: |draft| Part::Any(vec![
        shape("In a word", Value::is_string, json!("win"), EffectWord::form(draft)),
        shape("With limits", |value| value.get("do").is_some(), json!({"do": "win"}), Tuned::form(draft)),
        shape("Just these movements", |value| value.get("moves").is_some(), json!({"moves": []}), FixedMoves::form(draft)),
    ]);
    Keep: |draft| {
        let chart = draft.rules.chart();
        let stay = |name: &str, place: &str| {
            Key::new(name.to_owned(), format!("Units that stay in {place}"), Part::numbers(1..=4))
        };
        let regions = each(chart.regions).map(|at| stay(chart.id(at).as_str(), chart.name(at)));
        Part::Keys([stay("capital", "the capital")].into_iter().chain(regions).collect())
    };
    Plans: |draft| {
        let fresh = |shape: Shape| Choice::new(json!({"do": shape.fresh}), shape.words);
        Part::list("plan", Action::shapes(draft).into_iter().map(fresh).collect(), Plan::form(draft))
    };
    PlannedAction: |draft| {
        let mut shapes = Action::shapes(draft);
        // A pass starts no battles.
        for shape in shapes.iter_mut().filter(|shape| shape.fresh["action"] != "pass") {
            if let Part::Keys(keys) = &mut shape.part {
                keys.push(Key::new("battles", "Order of the battles", Several::<AreaName>::form(draft)));
            }
        }
        Part::Any(shapes)
    };
}

fn shape(words: &'static str, fits: fn(&Value) -> bool, fresh: Value, part: Part) -> Shape {
    Shape { words: words.into(), fits, fresh, part }
}

/// The part of the form for a strength to beat: that of an enemy card by its rank, or a number.
fn against() -> Part {
    let ranks = Rank::ALL
        .iter()
        .map(|rank| Choice::new(rank.word(), format!("their {} card", rank.word())));
    let numbers = (0..=MANY).map(|number| Choice::new(number, format!("strength {number}")));
    Part::One(ranks.chain(numbers).collect())
}

/// A play: a card or a word, a measure, a lot, or several of these of which the first that yields counts.
fn play(draft: &Draft<'_>, ask: bool, deep: bool) -> Part {
    let asked = ask.then(|| Choice::new("ask", "ask me"));
    let single: Vec<_> = play_words().chain(asked).chain(cards(draft, false)).collect();
    let weight = |card: &Card| {
        Key::new(card.id.to_string(), format!("Weight of {}", card.id), Part::numbers(1..=4))
    };
    let deck = &draft.rules.deck(draft.side).0;
    let first = deck.first().expect("a deck has cards").id.to_string();
    let lot = Part::Keys(vec![Key::must(
        "mix",
        "Cards from which chance chooses",
        Part::Keys(deck.iter().map(weight).collect()),
    )]);
    let measure = |key: &'static str| Part::Keys(vec![Key::must(key, "What of theirs", against())]);
    let mut shapes = vec![
        shape("A card or a word", Value::is_string, json!("highest"), Part::One(single.clone())),
        shape(
            "The weakest card that beats",
            |value| value.get("beat").is_some(),
            json!({"beat": "best"}),
            measure("beat"),
        ),
        shape(
            "The weakest card that ties with",
            |value| value.get("hold").is_some(),
            json!({"hold": "best"}),
            measure("hold"),
        ),
        shape("By chance", |value| value.get("mix").is_some(), json!({"mix": {first: 1}}), lot),
    ];
    if deep {
        let mut add = single;
        add.extend(["beat", "hold"].map(measured));
        let list = Part::list("alternative", add, play(draft, ask, false));
        let words = "Several plays: the first that chooses a card is used";
        shapes.push(shape(words, Value::is_array, json!(["highest"]), list));
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

fn units(draft: &Draft<'_>, whose: &str) -> Part {
    let chart = draft.rules.chart();
    let key = |at: Area| {
        let words = format!("{whose} in {}", chart.name(at));
        Key::new(chart.id(at).to_string(), words, compared(0)).on(draft.spot(at))
    };
    Part::Keys((0..chart.places.len()).map(key).collect())
}
