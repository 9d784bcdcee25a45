//! Reading policies: rules that choose a card, plays, comparisons, effects; and what editors are told of them.

use super::{Against, Compare, EffectPolicy, FixedMoves, Play, PlayRule, Tuned, Weights, When};
use crate::codes::Code;
use crate::names::{
    AreaId, CardId, DrawWord, EffectWord, Element, GameWord, Losses, PlayWord, Rank, Role,
};
use crate::orders::words::{Words, within};
use engine::Reader;
use engine::complaint::nearest;
use engine::grammar::{either, keyed, list, map, number, shared, text, word_of, words};
use engine::language::{Keys, Readable, only};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Most rules that one policy may have, and most alternatives of one play: bounds against malice, far above any need.
pub(crate) const RULES_MAX: usize = 64;
/// The greatest depth of nested play expressions.
pub(crate) const DEPTH_MAX: usize = 8;
/// Largest weight of a card in a lot.
const WEIGHT_MAX: u32 = 1000;
/// Most units that can be told to stay in an area.
const STAY_MAX: u32 = 20;

engine::closed! {
    Losses: "a losses policy", Code::Policy, |losses| match losses {
        Losses::HannibalLast => "armies before Hannibal",
        Losses::HannibalFirst => "Hannibal before armies",
    };
    EffectWord: "an effect policy", Code::Policy, |aim| match aim {
        EffectWord::None => "nothing",
        EffectWord::Win => "wins the battle, or ties it, with as few units as possible",
        EffectWord::Max => "brings all that can come",
    };
    Element: "a kind", Code::Policy, Element::word;
    Role: "a role", Code::Policy, Role::word;
    GameWord: "the stake", Code::Policy, |_| "the game is over";
    DrawWord: "a word for a draw", Code::DrawWord, DrawWord::word;
}

engine::kinds! { Words<'_>;
    /// Rules that choose a card; what is no list of them holds none, and the rest of the file is judged with it.
    pub struct Rules: Vec<PlayRule> = |words, reader| Some(
        reader
            .list("a list of rules such as {play: highest}")
            .filter(|items| within(RULES_MAX, items.len(), "rules", Some("combine rules that have the same conditions"), reader))
            .unwrap_or_default()
            .iter()
            .map(|item| PlayRule::read(words, item).unwrap_or_else(unread))
            .collect(),
    ), |_| list(&shared("rule"), Some(RULES_MAX));
    /// A play of which one may not ask: it answers the question.
    pub struct OwnPlay: Play = |words, reader| words.own_play(reader), |_| shared("answer-0");
    /// The card that a pass discards: a card, `lowest`, `middle` or `highest`.
    pub struct Discard: Play = |words, reader| {
        let word = reader.node.text().and_then(PlayWord::parse).filter(|word| *word != PlayWord::Ask);
        word.map(Play::Word).or_else(|| words.card(reader).map(Play::Card))
    }, |_| either([words(["lowest", "middle", "highest"]), shared("card")]);
    /// A comparison of numbers that may be below zero.
    pub struct Margin: Compare = |_, reader| compare(reader), |_| shared("compare");
    /// Numbers of units that stay, by area; `capital` stands for the own capital.
    pub struct Keep: BTreeMap<String, u32> = |words, reader| words.keep(reader),
        |_| keyed(&either([words(["capital"]), shared("area")]), &number(0, STAY_MAX));
    /// Comparisons of numbers of the enemy's units, by area.
    pub struct EnemyUnits: BTreeMap<AreaId, Compare> = |words, reader| words.units(reader),
        |_| keyed(&shared("area"), &shared("compare"));
    /// Comparisons of numbers of own units, by area.
    pub struct OwnUnits: BTreeMap<AreaId, Compare> = |words, reader| words.units(reader),
        |_| keyed(&shared("area"), &shared("compare"));
}

engine::kinds! { Words<'_>;
    Play: Self = |words, reader| words.play(reader, 0), |_| shared("play-0");
    Compare: Self = |_, reader| compare(reader), |_| shared("compare");
    EffectPolicy: Self = |words, reader| words.effect(reader), |_| shared("effect");
}

/// A rule that cannot be read keeps its place, so that the others are called by their right numbers; it never yields.
fn unread() -> PlayRule {
    PlayRule {
        when: When::default(),
        play: Play::First(Vec::new()),
        effect: None,
        losses: None,
        retreat: None,
    }
}

impl Play {
    fn asks(&self) -> bool {
        match self {
            Self::Word(word) => *word == PlayWord::Ask,
            Self::First(plays) => plays.iter().any(Self::asks),
            Self::Beat { .. } | Self::Hold { .. } | Self::Mix { .. } | Self::Card(_) => false,
        }
    }
}

impl Words<'_> {
    /// Reads a play expression.
    fn play(&self, reader: &Reader<'_>, depth: usize) -> Option<Play> {
        if depth > DEPTH_MAX {
            reader.complain(
                reader
                    .fault(Code::Policy, "plays are nested too deeply")
                    .fix("write all alternatives in one list: [r5, highest]"),
            );
            return None;
        }
        if let Some(items) = reader.node.list() {
            if items.is_empty() || items.len() > RULES_MAX {
                reader.complain(
                    reader
                        .fault(Code::Policy, "a list of plays must have 1 to 64 entries")
                        .fix("for example [r5, highest]"),
                );
                return None;
            }
            let plays =
                reader.items().iter().map(|item| self.play(item, depth + 1)).collect::<Vec<_>>();
            return plays.into_iter().collect::<Option<Vec<_>>>().map(Play::First);
        }
        if reader.node.map().is_some() {
            return self.play_map(reader);
        }
        let text = reader.text("a play")?;
        if let Some(word) = PlayWord::parse(text) {
            return Some(Play::Word(word));
        }
        if let Some(near) =
            nearest(text, PlayWord::WORDS.iter().copied()).filter(|_| text.len() > 3)
        {
            let fault = reader.fault(Code::Policy, format!("'{text}' is not a play"));
            reader.complain(fault.fix(format!("did you mean {near}?")));
            return None;
        }
        self.card_of(reader, text, Code::Policy).map(Play::Card)
    }

    fn play_map(&self, reader: &Reader<'_>) -> Option<Play> {
        let entries = reader.entries("a play")?;
        let forms = "one of {beat: best}, {hold: 4}, {mix: {r3: 2, r5: 1}}";
        let [(key, part)] = &entries[..] else {
            reader.complain(
                reader.fault(Code::Policy, "a play must have exactly one key").fix(forms),
            );
            return None;
        };
        match key.text.as_str() {
            "beat" => against(part).map(|beat| Play::Beat { beat }),
            "hold" => against(part).map(|hold| Play::Hold { hold }),
            "mix" => self.weights(part).map(|mix| Play::Mix { mix }),
            other => {
                reader.complain(
                    reader.fault(Code::Policy, format!("'{other}' is not a play")).fix(forms),
                );
                None
            }
        }
    }

    fn weights(&self, reader: &Reader<'_>) -> Option<Weights> {
        let entries = reader.entries("cards with weights, such as {r3: 2, r5: 1}")?;
        let mut weights: Vec<(CardId, u32)> = Vec::new();
        for (key, part) in &entries {
            let card = self.card_of(part, &key.text, Code::Policy);
            let weight = part.number("a weight", 1, WEIGHT_MAX);
            let (Some(card), Some(weight)) = (card, weight) else { continue };
            if weights.iter().any(|(known, _)| *known == card) {
                let fault = part.fault(Code::Policy, format!("{card} appears twice in `mix`"));
                reader.complain(fault.fix("write each card once, with the sum of its weights"));
            }
            weights.push((card, weight));
        }
        if weights.is_empty() {
            reader.complain(
                reader
                    .fault(Code::Policy, "`mix` names no card")
                    .fix("for example {mix: {r3: 2, r5: 1}}"),
            );
            return None;
        }
        Some(Weights(weights))
    }

    fn own_play(&self, reader: &Reader<'_>) -> Option<Play> {
        let play = self.play(reader, 0)?;
        if play.asks() {
            let message = "this is the answer to a question, so `ask` is not allowed here";
            let fix = "name a card, or another play such as highest";
            reader.complain(reader.fault(Code::Policy, message).fix(fix));
            return None;
        }
        Some(play)
    }

    fn effect(&self, reader: &Reader<'_>) -> Option<EffectPolicy> {
        if reader.node.map().is_none() {
            return EffectWord::read(self, reader).map(EffectPolicy::Word);
        }
        if reader.node.get("moves").is_some() {
            return FixedMoves::read(self, reader).map(EffectPolicy::Moves);
        }
        let what = <Tuned as Keys<Self>>::WHAT;
        only::<Self>(reader, &["do", "keep", "from", "moves"], what);
        let mut tuned = Tuned::read_keys(self, reader)?;
        // Nothing behind the key says that nobody stays; without the key somebody does.
        if reader.node.get("keep").is_some_and(engine::Node::is_empty) {
            tuned.keep = Some(BTreeMap::new());
        }
        Some(EffectPolicy::Tuned(tuned))
    }

    fn keep(&self, reader: &Reader<'_>) -> Option<BTreeMap<String, u32>> {
        let such_as = "areas with numbers of units, such as {roma: 2}";
        let mut keep = BTreeMap::new();
        for (key, part) in reader.entries(such_as)? {
            let number = part.number("a number of units", 0, STAY_MAX);
            let area = if key.text == "capital" {
                Some("capital".to_owned())
            } else {
                self.area_of(&part, &key.text).map(|id| id.to_string())
            };
            keep.extend(area.zip(number));
        }
        Some(keep)
    }

    fn units(&self, reader: &Reader<'_>) -> Option<BTreeMap<AreaId, Compare>> {
        let such_as = "areas with comparisons, such as {sicilia: \">=2\"}";
        let mut numbers = BTreeMap::new();
        for (key, part) in reader.entries(such_as)? {
            let area = self.area_of(&part, &key.text);
            numbers.extend(area.zip(compare(&part)));
        }
        Some(numbers)
    }
}

/// A number or a comparison.
fn compare(reader: &Reader<'_>) -> Option<Compare> {
    let text = reader.text("a number or a comparison")?;
    let found = Compare::parse(text);
    if found.is_none() {
        let message = format!("'{text}' is neither a number nor a comparison");
        let fix = "write for example 2, \">=2\" or \"<1\"; a comparison must be in quotes";
        reader.complain(reader.fault(Code::Policy, message).fix(fix));
    }
    found
}

/// Reads a strength to beat: a number, or the rank of an enemy card.
fn against(reader: &Reader<'_>) -> Option<Against> {
    let text = reader.text("a number, best, worst or middle")?;
    if let Some(rank) = Rank::parse(text) {
        return Some(Against::Rank(rank));
    }
    if let Some(number) = text.parse::<i32>().ok().filter(|number| (0..=99).contains(number)) {
        return Some(Against::Number(number));
    }
    let fault = reader.fault(Code::Policy, format!("'{text}' is not a strength to beat"));
    reader.complain(fault.fix("write a number, best, worst or middle"));
    None
}

/// A play that is no list; one that answers a question cannot ask in its turn.
pub(crate) fn single_schema(asks: bool) -> Value {
    let rank = Rank::WORDS.iter().copied();
    let strength = either([
        words(rank),
        json!({"type": "integer", "minimum": 0, "maximum": 99}),
        text("\\+?0*[0-9]{1,2}|-0+"),
    ]);
    let one = |name: &'static str, part: Value| map(vec![(name, "", part)], &[name]);
    let mut mix = keyed(&shared("card"), &number(1, WEIGHT_MAX));
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

/// A word, or limits, or movements.
pub(crate) fn effect_schema(words: &Words<'_>) -> Value {
    either([word_of::<EffectWord>(), Tuned::schema(words), FixedMoves::schema(words)])
}

/// A number or a comparison.
pub(crate) fn compare_schema() -> Value {
    let spelt = text("\\s*(?:>=|<=|>|<|=)?\\s*[+-]?0*[0-9]{1,2}\\s*");
    either([json!({"type": "integer", "minimum": -99, "maximum": 99}), spelt])
}
