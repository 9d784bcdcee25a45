//! Reading policies: rules that choose a card, conditions, effects, losses, guards.

use crate::codes::Code;
use crate::names::{AreaId, CardId, Losses, PlayWord, Rank};
use crate::orders::words::{Words, need, only};
use crate::policy::{
    Against, Compare, EffectPolicy, FixedMoves, Guards, Play, PlayRule, Policy, Tuned, Weights,
    When,
};
use engine::complaint::nearest;
use engine::{Complaints, Reader, apart};
use std::collections::BTreeMap;

/// Most rules that one policy may have, and most alternatives of one play: bounds against malice, far above any need.
pub(crate) const RULES_MAX: usize = 64;
/// How deep play expressions may nest.
pub(crate) const DEPTH_MAX: usize = 8;
/// Largest weight of a card in a lot.
const WEIGHT_MAX: u32 = 1000;

impl Words<'_> {
    /// A block of standing orders.
    pub(crate) fn policy(
        &self,
        reader: &Reader<'_>,
        complaints: &mut Complaints,
    ) -> Option<Policy> {
        reader.entries("a map of policies", complaints)?;
        let keys = ["battle", "effect", "losses", "retreat", "battles"];
        let known = if self.battles { &keys[..] } else { &keys[..4] };
        only(reader, known, "standing", complaints);
        Some(Policy {
            battle: reader.get("battle").map(|part| self.rules(&part, complaints)),
            effect: reader.get("effect").and_then(|part| self.effect(&part, complaints)),
            losses: reader.get("losses").and_then(|part| losses(&part, complaints)),
            retreat: reader.get("retreat").map(|part| self.regions(&part, complaints)),
            battles: reader.get("battles").map(|part| self.areas(&part, complaints)),
        })
    }

    /// Rules that choose a card.
    pub(crate) fn rules(&self, reader: &Reader<'_>, complaints: &mut Complaints) -> Vec<PlayRule> {
        let Some(items) = reader.list("a list of rules such as {play: highest}", complaints) else {
            return Vec::new();
        };
        if items.len() > RULES_MAX {
            complaints.push(
                reader
                    .fault(Code::Policy, format!("{} rules; at most {RULES_MAX}", items.len()))
                    .fix("join rules whose conditions agree"),
            );
            return Vec::new();
        }
        // A rule that cannot be read keeps its place, so that the others are called by their right numbers; it never yields.
        let blank = || PlayRule {
            when: When::default(),
            play: Play::First(Vec::new()),
            effect: None,
            losses: None,
            retreat: None,
        };
        items.iter().map(|item| self.rule(item, complaints).unwrap_or_else(blank)).collect()
    }

    fn rule(&self, reader: &Reader<'_>, complaints: &mut Complaints) -> Option<PlayRule> {
        reader.entries("a rule such as {when: {kind: sea}, play: lowest}", complaints)?;
        only(reader, &["when", "play", "effect", "losses", "retreat"], "a rule", complaints);
        let when = reader.get("when").map(|part| self.when(&part, complaints)).unwrap_or_default();
        let play = need(reader, "play", "a rule", complaints)
            .and_then(|part| self.play(&part, 0, complaints));
        Some(PlayRule {
            when,
            play: play?,
            effect: reader.get("effect").and_then(|part| self.effect(&part, complaints)),
            losses: reader.get("losses").and_then(|part| losses(&part, complaints)),
            retreat: reader.get("retreat").map(|part| self.regions(&part, complaints)),
        })
    }

    fn when(&self, reader: &Reader<'_>, complaints: &mut Complaints) -> When {
        let known =
            ["area", "kind", "role", "mine", "theirs", "margin", "best", "at-stake", "prize"];
        let mut when = When::default();
        if reader.entries("a map of conditions", complaints).is_none() {
            return when;
        }
        only(reader, &known, "when", complaints);
        when.area =
            reader.get("area").map(|part| self.areas(&part, complaints)).unwrap_or_default();
        when.kind =
            reader.get("kind").and_then(|part| part.one_of("a kind", Code::Policy, complaints));
        when.role =
            reader.get("role").and_then(|part| part.one_of("a role", Code::Policy, complaints));
        let mut number = |key: &str| reader.get(key).and_then(|part| compare(&part, complaints));
        when.mine = number("mine");
        when.theirs = number("theirs");
        when.margin = number("margin");
        when.best = number("best");
        let mut game = |key: &str| {
            reader.get(key).and_then(|part| part.one_of("the stake", Code::Policy, complaints))
        };
        when.at_stake = game("at-stake");
        when.prize = game("prize");
        when
    }

    /// A play expression.
    pub(crate) fn play(
        &self,
        reader: &Reader<'_>,
        depth: usize,
        complaints: &mut Complaints,
    ) -> Option<Play> {
        if depth > DEPTH_MAX {
            complaints.push(
                reader
                    .fault(Code::Policy, "plays are nested too deeply")
                    .fix("write the alternatives as one list: [r5, highest]"),
            );
            return None;
        }
        if let Some(items) = reader.node.list() {
            if items.is_empty() || items.len() > RULES_MAX {
                complaints.push(
                    reader
                        .fault(Code::Policy, "a list of plays has 1 to 64 entries")
                        .fix("for example [r5, highest]"),
                );
                return None;
            }
            let plays = reader
                .items()
                .iter()
                .map(|item| self.play(item, depth + 1, complaints))
                .collect::<Vec<_>>();
            return plays.into_iter().collect::<Option<Vec<_>>>().map(Play::First);
        }
        if reader.node.map().is_some() {
            return self.play_map(reader, complaints);
        }
        let text = reader.text("a play", complaints)?;
        if let Some(word) = PlayWord::parse(text) {
            return Some(Play::Word(word));
        }
        if let Some(near) =
            nearest(text, PlayWord::WORDS.iter().copied()).filter(|_| text.len() > 3)
        {
            let fault = reader.fault(Code::Policy, format!("'{text}' is not a play"));
            complaints.push(fault.fix(format!("did you mean {near}?")));
            return None;
        }
        self.card_of(reader, text, Code::Policy, complaints).map(Play::Card)
    }

    fn play_map(&self, reader: &Reader<'_>, complaints: &mut Complaints) -> Option<Play> {
        let entries = reader.entries("a play", complaints)?;
        let forms = "one of {beat: best}, {hold: 4}, {mix: {r3: 2, r5: 1}}";
        let [(key, part)] = &entries[..] else {
            complaints.push(reader.fault(Code::Policy, "a play has one key").fix(forms));
            return None;
        };
        match key.text.as_str() {
            "beat" => against(part, complaints).map(|beat| Play::Beat { beat }),
            "hold" => against(part, complaints).map(|hold| Play::Hold { hold }),
            "mix" => self.weights(part, complaints).map(|mix| Play::Mix { mix }),
            other => {
                complaints.push(
                    reader.fault(Code::Policy, format!("'{other}' is not a play")).fix(forms),
                );
                None
            }
        }
    }

    fn weights(&self, reader: &Reader<'_>, complaints: &mut Complaints) -> Option<Weights> {
        let entries = reader.entries("cards with weights, such as {r3: 2, r5: 1}", complaints)?;
        let mut weights: Vec<(CardId, u32)> = Vec::new();
        for (key, part) in &entries {
            let card = self.card_of(part, &key.text, Code::Policy, complaints);
            let weight = part.number("a weight", 1, WEIGHT_MAX, complaints);
            let (Some(card), Some(weight)) = (card, weight) else { continue };
            if weights.iter().any(|(known, _)| *known == card) {
                let fault = part.fault(Code::Policy, format!("{card} appears twice in the lot"));
                complaints.push(fault.fix("write each card once, with the sum of its weights"));
            }
            weights.push((card, weight));
        }
        if weights.is_empty() {
            complaints.push(
                reader
                    .fault(Code::Policy, "a lot without cards")
                    .fix("for example {mix: {r3: 2, r5: 1}}"),
            );
            return None;
        }
        Some(Weights(weights))
    }

    /// An effect policy.
    pub(crate) fn effect(
        &self,
        reader: &Reader<'_>,
        complaints: &mut Complaints,
    ) -> Option<EffectPolicy> {
        if reader.node.map().is_none() {
            return reader
                .one_of("an effect policy", Code::Policy, complaints)
                .map(EffectPolicy::Word);
        }
        if reader.node.get("moves").is_some() {
            only(reader, &["moves"], "an effect policy with moves", complaints);
            let moves = reader
                .get("moves")
                .map_or(Some(Vec::new()), |part| self.movements(&part, complaints))?;
            return Some(EffectPolicy::Moves(FixedMoves { moves }));
        }
        only(reader, &["do", "keep", "from", "moves"], "an effect policy", complaints);
        let aim = need(reader, "do", "an effect policy", complaints)?;
        let aim = aim.one_of("an effect policy", Code::Policy, complaints)?;
        let keep =
            reader.node.get("keep").map(|node| Reader { node, path: reader.path.then("keep") });
        let keep = keep.and_then(|part| self.keep(&part, complaints));
        let from = reader.get("from").map(|part| self.areas(&part, complaints)).unwrap_or_default();
        Some(EffectPolicy::Tuned(Tuned { aim, keep, from }))
    }

    fn keep(
        &self,
        reader: &Reader<'_>,
        complaints: &mut Complaints,
    ) -> Option<BTreeMap<String, u32>> {
        let mut keep = BTreeMap::new();
        for (key, part) in
            reader.entries("areas with numbers of units, such as {roma: 2}", complaints)?
        {
            let number = part.number("a number of units", 0, 20, complaints);
            let area = if key.text == "capital" {
                Some("capital".to_owned())
            } else {
                self.area_of(&part, &key.text, complaints).map(|id| id.to_string())
            };
            if let (Some(area), Some(number)) = (area, number) {
                keep.insert(area, number);
            }
        }
        Some(keep)
    }

    /// Guards of a plan.
    pub(crate) fn guards(&self, reader: &Reader<'_>, complaints: &mut Complaints) -> Guards {
        let mut guards = Guards::default();
        if reader.entries("a map of guards", complaints).is_none() {
            return guards;
        }
        only(reader, &["no-battle", "enemy", "mine", "hand"], "if", complaints);
        guards.no_battle = reader
            .get("no-battle")
            .and_then(|part| part.truth("true or false", complaints))
            .unwrap_or(false);
        guards.enemy =
            reader.get("enemy").map(|part| self.numbers(&part, complaints)).unwrap_or_default();
        guards.mine =
            reader.get("mine").map(|part| self.numbers(&part, complaints)).unwrap_or_default();
        let hand = reader.get("hand").map(|part| part.items()).unwrap_or_default();
        guards.hand = apart(&hand, complaints, |item, complaints| self.card(item, complaints));
        guards
    }

    fn numbers(
        &self,
        reader: &Reader<'_>,
        complaints: &mut Complaints,
    ) -> BTreeMap<AreaId, Compare> {
        let entries = reader
            .entries("areas with comparisons, such as {sicilia: \">=2\"}", complaints)
            .unwrap_or_default();
        let mut numbers = BTreeMap::new();
        for (key, part) in entries {
            let area = self.area_of(&part, &key.text, complaints);
            if let (Some(area), Some(number)) = (area, compare(&part, complaints)) {
                numbers.insert(area, number);
            }
        }
        numbers
    }
}

/// A number or a comparison.
fn compare(reader: &Reader<'_>, complaints: &mut Complaints) -> Option<Compare> {
    let text = reader.text("a number or a comparison", complaints)?;
    let found = Compare::parse(text);
    if found.is_none() {
        let fault =
            reader.fault(Code::Policy, format!("'{text}' is neither a number nor a comparison"));
        complaints
            .push(fault.fix("for example 2, \">=2\" or \"<1\", in quotes if there is a sign"));
    }
    found
}

/// What a card is measured against.
fn against(reader: &Reader<'_>, complaints: &mut Complaints) -> Option<Against> {
    let text = reader.text("a number, best, worst or middle", complaints)?;
    if let Some(rank) = Rank::parse(text) {
        return Some(Against::Rank(rank));
    }
    if let Some(number) = text.parse::<i32>().ok().filter(|number| (0..=99).contains(number)) {
        return Some(Against::Number(number));
    }
    let fault = reader.fault(Code::Policy, format!("'{text}' is not a strength to beat"));
    complaints.push(fault.fix("write a number, best, worst or middle"));
    None
}

/// The losses policy.
pub(crate) fn losses(reader: &Reader<'_>, complaints: &mut Complaints) -> Option<Losses> {
    reader.one_of("a losses policy", Code::Policy, complaints)
}
