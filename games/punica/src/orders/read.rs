//! Reading answers to prompts.

use crate::codes::Code;
use crate::names::DrawWord;
use crate::orders::words::{AreaName, Words};
use crate::orders::{
    Action, Aftermath, Answer, BattleOrder, EffectMoves, Ending, PlannedAction, Stake,
};
use engine::complaint::nearest;
use engine::language::{Keys, Readable, Several, only};
use engine::{Complaints, Reader};

impl Words<'_> {
    /// Reads the value below `orders` for a prompt.
    pub(crate) fn answer(
        &self,
        prompt: &str,
        reader: &Reader<'_>,
        complaints: &mut Complaints,
    ) -> Option<Answer> {
        reader.entries("a map of orders", complaints)?;
        let (mut answer, told) = (self.ending(reader, complaints)?, complaints);
        let settled = |key: &str| {
            answer.resign || answer.draw == Some(DrawWord::Accept) && reader.get(key).is_none()
        };
        match prompt {
            "action" => return self.action(reader, Some(answer), told),
            "order" => {
                known::<BattleOrder>(reader, told);
                if !settled("battles") {
                    answer.battles = BattleOrder::read_keys(self, reader, told)?.battles;
                }
            }
            "battle" => {
                known::<Stake>(reader, told);
                if !settled("card") {
                    answer.stake = Some(Stake::read_keys(self, reader, told)?);
                }
            }
            "effect" => {
                known::<EffectMoves>(reader, told);
                if !settled("moves") {
                    answer.effect = Some(EffectMoves::read_keys(self, reader, told)?);
                }
            }
            "aftermath" => {
                known::<Aftermath>(reader, told);
                answer.aftermath = Aftermath::read_keys(self, reader, told)?;
            }
            _ => {
                unasked(reader, told);
                return (answer != Answer::default()).then_some(answer);
            }
        }
        Some(answer)
    }

    /// Reads the part of an answer that ends the game.
    fn ending(&self, reader: &Reader<'_>, complaints: &mut Complaints) -> Option<Answer> {
        let Ending { resign, draw } = Ending::read_keys(self, reader, complaints)?;
        Some(Answer { resign, draw, ..Answer::default() })
    }

    /// An action with the order of its battles, of an answer that may also end the game, or of a plan.
    fn action(
        &self,
        reader: &Reader<'_>,
        open: Option<Answer>,
        complaints: &mut Complaints,
    ) -> Option<Answer> {
        let more = if open.is_some() { ENDING } else { &[] };
        let answer = open.unwrap_or_default();
        let spoken = answer.resign || answer.draw == Some(DrawWord::Accept);
        let all = Action::WORDS.join(", ");
        let Some(action) = reader.get("action") else {
            only::<Self>(reader, &[&["action", "battles"], ENDING].concat(), "orders", complaints);
            if !spoken {
                let fault = reader.fault(Code::Missing, "the orders name no action");
                complaints.push(fault.fix(format!("add 'action:' with one of {all}")).by("T1"));
            }
            return spoken.then_some(answer);
        };
        let word = action.text("an action", complaints)?;
        if !Action::WORDS.contains(&word) {
            let fix = match nearest(word, Action::WORDS.iter().copied()) {
                Some(near) => format!("did you mean {near}? `action` must be one of {all}"),
                None => format!("`action` must be one of {all}"),
            };
            let fault = action.fault(Code::Action, format!("unknown action '{word}'"));
            complaints.push(fault.fix(fix).by("T1"));
            return None;
        }
        let what = format!("an action {word}");
        let keys = [&["action"], Action::keys(word), &["battles"], more].concat();
        only::<Self>(reader, &keys, &what, complaints);
        let battles = reader.get("battles");
        let battles = battles.and_then(|part| Several::<AreaName>::read(self, &part, complaints));
        let action = Some(Action::read(word, &what, self, reader, complaints)?);
        Some(Answer { action, battles: battles.unwrap_or_default(), ..answer })
    }
}

const ENDING: &[&str] = <Ending as Keys<Words<'_>>>::KEYS;

/// Complains of keys that an answer does not take.
fn known<'a, K: Keys<Words<'a>>>(reader: &Reader<'_>, complaints: &mut Complaints) {
    only::<Words<'_>>(reader, &[K::KEYS, ENDING].concat(), K::WHAT, complaints);
}

/// Complains of what is ordered where nothing is asked.
fn unasked(reader: &Reader<'_>, complaints: &mut Complaints) {
    let ordered = reader.node.map().unwrap_or_default().iter().map(|(key, _)| key);
    for key in ordered.filter(|key| !ENDING.contains(&key.text.as_str())) {
        let message =
            format!("you have no orders to give in this phase, so leave `{}` out", key.text);
        let fix = "leave `orders` out (or write resign: true or draw: accept); `ahead` and `standing` may be filed at any time";
        let fault = Code::Awaited.at(reader.path.then(key.text.as_str()), message);
        complaints.push(fault.at(key.span).fix(fix).by("T1"));
    }
}

engine::kinds! { Words<'_>;
    PlannedAction: Self = |words, reader, told| {
        let Answer { action, battles, .. } = words.action(reader, None, told)?;
        Some(Self { action: action?, battles })
    }, |words| words.actions(false);
}
