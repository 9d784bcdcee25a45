//! Reading answers to prompts, and orders given ahead.

use crate::codes::Code;
use crate::names::{DrawWord, PlayWord};
use crate::orders::words::{Words, need, only, unit_of};
use crate::orders::{Aftermath, Answer, Deed, EffectMoves, Orders, Plan, PlannedDeed, Stake};
use crate::policy::Play;
use crate::policy::read::losses;
use engine::complaint::nearest;
use engine::{Complaints, Reader, apart};

/// Most plans that may be given ahead.
pub(crate) const PLANS_MAX: usize = 32;
/// Names that `ahead` may hold.
pub(crate) const AHEAD: [&str; 5] = ["action", "battle", "effect", "losses", "retreat"];
/// Keys that every phase takes.
const ALWAYS: [&str; 2] = ["resign", "draw"];

impl Words<'_> {
    /// What stands below `ahead` under a name.
    pub(crate) fn ahead(
        &self,
        name: &str,
        reader: &Reader<'_>,
        complaints: &mut Complaints,
    ) -> Option<Orders> {
        match name {
            "action" => Some(Orders::Plans(self.plans(reader, complaints))),
            "battle" => Some(Orders::Rules(self.rules(reader, complaints))),
            "effect" => self.effect(reader, complaints).map(Orders::Policy),
            "losses" => losses(reader, complaints).map(Orders::Losses),
            "retreat" => Some(Orders::Retreat(self.regions(reader, complaints))),
            _ => None,
        }
    }

    fn plans(&self, reader: &Reader<'_>, complaints: &mut Complaints) -> Vec<Plan> {
        let Some(items) =
            reader.list("a list of plans such as {if: {no-battle: true}, do: {...}}", complaints)
        else {
            return Vec::new();
        };
        if items.len() > PLANS_MAX {
            complaints.push(
                reader.fault(Code::Policy, format!("{} plans; at most {PLANS_MAX}", items.len())),
            );
            return Vec::new();
        }
        apart(&items, complaints, |item, complaints| self.plan(item, complaints))
    }

    fn plan(&self, reader: &Reader<'_>, complaints: &mut Complaints) -> Option<Plan> {
        reader.entries("a plan such as {if: {no-battle: true}, do: {...}}", complaints)?;
        only(reader, &["if", "do"], "a plan", complaints);
        let guards =
            reader.get("if").map(|part| self.guards(&part, complaints)).unwrap_or_default();
        let order = need(reader, "do", "a plan", complaints)?;
        let answer = self.action(&order, false, complaints)?;
        Some(Plan { guards, order: PlannedDeed { deed: answer.deed?, battles: answer.battles } })
    }

    /// What stands below `orders` for a prompt.
    pub(crate) fn answer(
        &self,
        prompt: &str,
        reader: &Reader<'_>,
        complaints: &mut Complaints,
    ) -> Option<Answer> {
        reader.entries("a map of orders", complaints)?;
        match prompt {
            "action" => self.action(reader, true, complaints),
            "order" => self.order(reader, complaints),
            "battle" => self.stake(reader, complaints),
            "effect" => self.effect_moves(reader, complaints),
            "aftermath" => Some(self.aftermath(reader, complaints)),
            _ => {
                for (key, part) in reader.entries("orders", complaints)? {
                    if !ALWAYS.contains(&key.text.as_str()) {
                        let fault = part.fault(
                            Code::Awaited,
                            format!(
                                "this phase does not await you, so '{}' has no place",
                                key.text
                            ),
                        );
                        let fix = "leave `orders` out (or write resign: true or draw: accept); `ahead` and `standing` may be filed at any time";
                        complaints.push(fault.at(key.span).fix(fix).by("T1"));
                    }
                }
                let answer = always(reader, Answer::default(), complaints);
                (answer != Answer::default()).then_some(answer)
            }
        }
    }

    fn action(
        &self,
        reader: &Reader<'_>,
        open: bool,
        complaints: &mut Complaints,
    ) -> Option<Answer> {
        let answer =
            if open { always(reader, Answer::default(), complaints) } else { Answer::default() };
        let spoken = answer.resign || answer.draw == Some(DrawWord::Accept);
        let Some(action) = reader.get("action") else {
            only(reader, &["action", "battles", "resign", "draw"], "orders", complaints);
            if !spoken {
                let fix = "add 'action:' with one of move, card, deploy, pass";
                complaints.push(
                    reader.fault(Code::Missing, "the orders name no action").fix(fix).by("T1"),
                );
            }
            return spoken.then_some(answer);
        };
        let known = ["move", "card", "deploy", "pass"];
        let text = action.text("an action", complaints)?;
        if !known.contains(&text) {
            let fix = match nearest(text, known) {
                Some(near) => {
                    format!("did you mean {near}? Action is one of move, card, deploy, pass")
                }
                None => "action is one of move, card, deploy, pass".to_owned(),
            };
            complaints.push(
                action.fault(Code::Action, format!("unknown action '{text}'")).fix(fix).by("T1"),
            );
            return None;
        }
        let keys: &[&str] = match text {
            "move" => &["move"],
            "card" => &["card", "moves"],
            "deploy" => &["remove"],
            _ => &["discard"],
        };
        let what = format!("an action {text}");
        let more: &[&str] = if open { &ALWAYS } else { &[] };
        only(reader, &[&["action"], keys, &["battles"], more].concat(), &what, complaints);
        let battles =
            reader.get("battles").map(|part| self.areas(&part, complaints)).unwrap_or_default();
        let deed = self.deed(text, reader, &what, complaints);
        Some(Answer { deed: Some(deed?), battles, ..answer })
    }

    fn deed(
        &self,
        action: &str,
        reader: &Reader<'_>,
        what: &str,
        complaints: &mut Complaints,
    ) -> Option<Deed> {
        match action {
            "move" => {
                let part = need(reader, "move", what, complaints)?;
                Some(Deed::Move { movement: self.movement(&part, complaints)? })
            }
            "card" => {
                let card = need(reader, "card", what, complaints)
                    .and_then(|part| self.card(&part, complaints));
                let moves = reader
                    .get("moves")
                    .map_or(Some(Vec::new()), |part| self.movements(&part, complaints));
                Some(Deed::Card { card: card?, moves: moves? })
            }
            "deploy" => {
                let part = need(reader, "remove", what, complaints)?;
                Some(Deed::Deploy { remove: self.spot(&part, complaints)? })
            }
            _ => {
                let part = need(reader, "discard", what, complaints)?;
                let discard = match part.node.text() {
                    Some("lowest") => Play::Word(PlayWord::Lowest),
                    Some("middle") => Play::Word(PlayWord::Middle),
                    Some("highest") => Play::Word(PlayWord::Highest),
                    _ => Play::Card(self.card(&part, complaints)?),
                };
                Some(Deed::Pass { discard })
            }
        }
    }

    fn order(&self, reader: &Reader<'_>, complaints: &mut Complaints) -> Option<Answer> {
        let answer = always(reader, Answer::default(), complaints);
        only(reader, &["battles", "resign", "draw"], "an order of battles", complaints);
        if answer.resign
            || (answer.draw == Some(DrawWord::Accept) && reader.get("battles").is_none())
        {
            return Some(answer);
        }
        let part = need(reader, "battles", "an order of battles", complaints)?;
        Some(Answer { battles: self.areas(&part, complaints), ..answer })
    }

    fn stake(&self, reader: &Reader<'_>, complaints: &mut Complaints) -> Option<Answer> {
        let answer = always(reader, Answer::default(), complaints);
        let keys = ["battle", "card", "effect", "losses", "retreat", "resign", "draw"];
        only(reader, &keys, "a battle order", complaints);
        if answer.resign || (answer.draw == Some(DrawWord::Accept) && reader.get("card").is_none())
        {
            return Some(answer);
        }
        let battle = need(reader, "battle", "a battle order", complaints)
            .and_then(|part| self.area(&part, complaints));
        let card = need(reader, "card", "a battle order", complaints).and_then(|part| {
            let play = self.play(&part, 0, complaints)?;
            if asks(&play) {
                let fault = part.fault(
                    Code::Policy,
                    "this is the answer to the question: 'ask' cannot stand here",
                );
                complaints.push(fault.fix("name a card, or another play such as highest"));
                return None;
            }
            Some(play)
        });
        let policy = reader.get("effect").and_then(|part| self.effect(&part, complaints));
        let losses = reader.get("losses").and_then(|part| losses(&part, complaints));
        let retreat = reader.get("retreat").map(|part| self.regions(&part, complaints));
        Some(Answer {
            stake: Some(Stake { battle: battle?, card: card?, policy, losses, retreat }),
            ..answer
        })
    }

    fn effect_moves(&self, reader: &Reader<'_>, complaints: &mut Complaints) -> Option<Answer> {
        let answer = always(reader, Answer::default(), complaints);
        only(reader, &["moves", "resign", "draw"], "an effect order", complaints);
        if answer.resign || (answer.draw == Some(DrawWord::Accept) && reader.get("moves").is_none())
        {
            return Some(answer);
        }
        let part = need(reader, "moves", "an effect order", complaints)?;
        let moves = self.movements(&part, complaints)?;
        Some(Answer { effect: Some(EffectMoves { moves }), ..answer })
    }

    fn aftermath(&self, reader: &Reader<'_>, complaints: &mut Complaints) -> Answer {
        let answer = always(reader, Answer::default(), complaints);
        only(reader, &["lose", "retreat-to", "resign", "draw"], "an aftermath order", complaints);
        let lose = reader.get("lose").and_then(|part| {
            let text = part.text("a unit", complaints)?;
            unit_of(&part, text, complaints)
        });
        let retreat_to = reader.get("retreat-to").and_then(|part| self.area(&part, complaints));
        Answer { aftermath: Aftermath { lose, retreat_to }, ..answer }
    }
}

/// Whether a play may ask.
pub(crate) fn asks(play: &Play) -> bool {
    match play {
        Play::Word(word) => *word == PlayWord::Ask,
        Play::First(plays) => plays.iter().any(asks),
        _ => false,
    }
}

/// Resignation and draw, which every phase takes.
fn always(reader: &Reader<'_>, answer: Answer, complaints: &mut Complaints) -> Answer {
    let resign = reader
        .get("resign")
        .and_then(|part| part.truth("true or false", complaints))
        .unwrap_or(false);
    let draw = reader
        .get("draw")
        .and_then(|part| part.one_of("a word for a draw", Code::DrawWord, complaints));
    Answer { resign, draw, ..answer }
}
