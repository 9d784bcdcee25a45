//! Reading answers to prompts.

use crate::codes::Code;
use crate::names::DrawWord;
use crate::orders::words::{AreaName, Words};
use crate::orders::{
    Action, Aftermath, Answer, BattleOrder, EffectMoves, Ending, PlannedAction, Stake,
};
use engine::Reader;
use engine::complaint::nearest;
use engine::language::{Keys, Readable, Several, only};

impl Words<'_> {
    /// Reads the value below `orders` for a prompt.
    pub(crate) fn answer(&self, prompt: &str, reader: &Reader<'_>) -> Option<Answer> {
        reader.entries("a map of orders")?;
        let mut answer = self.ending(reader)?;
        let settled = |key: &str| {
            answer.resign || answer.draw == Some(DrawWord::Accept) && reader.get(key).is_none()
        };
        match prompt {
            "action" => return self.action(reader, Some(answer)),
            "order" => {
                known::<BattleOrder>(reader);
                if !settled("battles") {
                    answer.battles = BattleOrder::read_keys(self, reader)?.battles;
                }
            }
            "battle" => {
                known::<Stake>(reader);
                if !settled("card") {
                    answer.stake = Some(Stake::read_keys(self, reader)?);
                }
            }
            "effect" => {
                known::<EffectMoves>(reader);
                if !settled("moves") {
                    answer.effect = Some(EffectMoves::read_keys(self, reader)?);
                }
            }
            "aftermath" => {
                known::<Aftermath>(reader);
                answer.aftermath = Aftermath::read_keys(self, reader)?;
            }
            _ => {
                unasked(reader);
                return (answer != Answer::default()).then_some(answer);
            }
        }
        Some(answer)
    }

    /// Reads the part of an answer that ends the game.
    fn ending(&self, reader: &Reader<'_>) -> Option<Answer> {
        let Ending { resign, draw } = Ending::read_keys(self, reader)?;
        Some(Answer { resign, draw, ..Answer::default() })
    }

    /// An action with the order of its battles, of an answer that may also end the game, or of a plan.
    fn action(&self, reader: &Reader<'_>, open: Option<Answer>) -> Option<Answer> {
        let more = if open.is_some() { ENDING } else { &[] };
        let answer = open.unwrap_or_default();
        let spoken = answer.resign || answer.draw == Some(DrawWord::Accept);
        let all = Action::WORDS.join(", ");
        let Some(action) = reader.get("action") else {
            only::<Self>(reader, &[&["action", "battles"], ENDING].concat(), "orders");
            if !spoken {
                let fault = reader.fault(Code::Missing, "the orders name no action");
                reader.complain(fault.fix(format!("add 'action:' with one of {all}")).by("T1"));
            }
            return spoken.then_some(answer);
        };
        let word = action.text("an action")?;
        if !Action::WORDS.contains(&word) {
            let fix = match nearest(word, Action::WORDS.iter().copied()) {
                Some(near) => format!("did you mean {near}? `action` must be one of {all}"),
                None => format!("`action` must be one of {all}"),
            };
            let fault = action.fault(Code::Action, format!("unknown action '{word}'"));
            reader.complain(fault.fix(fix).by("T1"));
            return None;
        }
        let what = format!("an action {word}");
        let keys = [&["action"], Action::keys(word), &["battles"], more].concat();
        only::<Self>(reader, &keys, &what);
        let battles = reader.get("battles");
        let battles = battles.and_then(|part| Several::<AreaName>::read(self, &part));
        let action = Some(Action::read(word, &what, self, reader)?);
        Some(Answer { action, battles: battles.unwrap_or_default(), ..answer })
    }
}

const ENDING: &[&str] = <Ending as Keys<Words<'_>>>::KEYS;

/// Complains of keys that an answer does not take.
fn known<'a, K: Keys<Words<'a>>>(reader: &Reader<'_>) {
    only::<Words<'_>>(reader, &[K::KEYS, ENDING].concat(), K::WHAT);
}

/// Complains of what is ordered where nothing is asked.
fn unasked(reader: &Reader<'_>) {
    let ordered = reader.node.map().unwrap_or_default().iter().map(|(key, _)| key);
    for key in ordered.filter(|key| !ENDING.contains(&key.text.as_str())) {
        let message =
            format!("you have no orders to give in this phase, so leave `{}` out", key.text);
        let fix = "leave `orders` out (or write resign: true or draw: accept); `ahead` and `standing` may be filed at any time";
        let fault = Code::Awaited.at(reader.path.then(key.text.as_str()), message);
        reader.complain(fault.at(key.span).fix(fix).by("T1"));
    }
}

engine::kinds! { Words<'_>;
    PlannedAction: Self = |words, reader| {
        let Answer { action, battles, .. } = words.action(reader, None)?;
        Some(Self { action: action?, battles })
    }, |words| words.actions(false);
}
