//! Everything unlawful in a filing, with the rule and what to write instead: the very code that resolves, run on the view.

mod action;
mod policies;

pub(crate) use action::{action_complaints, after_action, spend};

use crate::Punica;
use crate::codes::Code;
use crate::names::{AreaId, DrawWord, Side, Unit};
use crate::orders::{self, Aftermath, Answer, Orders, Stake};
use crate::policy::{EffectPolicy, Play, Policy};
use crate::prompts::Question;
use crate::rules::battle::scope;
use crate::rules::choice::Situation;
use crate::state::{Stage, State};
use action::march_complaints;
use engine::complaint::Complaint;
use engine::language::Readable;
use engine::prelude::*;
use engine::rules::ParsedOrdersOf;
use engine::{Path, Place, Tempo, path_of};
use policies::{ahead_complaints, play_complaints, policy_complaints, unit_complaints};

impl OrderRules for Punica {
    fn read_orders(&self, name: &str, place: Place, reader: &Reader<'_>) -> Option<Orders> {
        let known = reader.told();
        let orders = match place {
            Place::Orders => {
                self.words().answer(name, reader).map(|answer| Orders::Answer(Box::new(answer)))
            }
            Place::Ahead => Orders::read_ahead(name, &self.words(), reader),
        };
        reader.with_complaints(|complaints| orders::words::complete(complaints, known));
        orders
    }

    fn ahead_names(&self) -> Vec<&'static str> {
        Orders::AHEAD.to_vec()
    }

    fn read_policy(&self, reader: &Reader<'_>) -> Option<Policy> {
        let known = reader.told();
        let policy = <Policy as Readable<_>>::read(&self.words(), reader);
        reader.with_complaints(|complaints| orders::words::complete(complaints, known));
        policy
    }

    fn check(&self, at: &AtSeat<'_, Self>, filing: &ParsedOrdersOf<Self>) -> Vec<Complaint> {
        let (view, seat, prompts) = (at.view, at.seat, at.prompts);
        let Some(side) = Side::of(seat) else {
            return vec![Code::NoSeat.at(Path::top(), format!("{seat} has no seat in this game"))];
        };
        if view.ended.is_some() {
            let refusal = Code::Over.at(Path::top().then("orders"), "the game is over");
            return vec![refusal.fix("no more orders can be given; read the last report")];
        }
        let mut found = Vec::new();
        for (name, orders) in &filing.orders {
            let path = path_of(prompts, name, Place::Orders);
            let Some(prompt) = prompts.iter().find(|prompt| prompt.name == *name) else { continue };
            if let Orders::Answer(answer) = orders {
                found.extend(answer_complaints(self, view, side, (prompt.question, answer), &path));
            }
        }
        for (name, orders) in filing.ahead.iter().flatten() {
            found.extend(ahead_complaints(
                self,
                side,
                orders,
                &path_of(prompts, name, Place::Ahead),
            ));
        }
        if filing.ahead.as_ref().is_some_and(|ahead| !ahead.is_empty()) && view.tempo == Tempo::Full
        {
            let message = "in tempo `full` you are asked for every decision, and orders given in \
                           advance are ignored";
            let warning = Code::AheadFull.at(Path::top().then("ahead"), message);
            found.push(
                warning
                    .by("T1")
                    .fix("leave `ahead` out; `standing` is used if your seat misses its deadline"),
            );
        }
        if let Some(policy) = &filing.standing {
            found.extend(policy_complaints(self, side, policy));
        }
        found
    }

    fn ahead(&self, view: &State, prompt: &Prompt<Question>, kept: &Orders) -> AheadAnswer<Orders> {
        match kept {
            Orders::Plans(plans) if prompt.question == Question::Action => {
                orders::plans::due(self, view, &prompt.seat, plans)
            }
            _ => AheadAnswer::Wait,
        }
    }

    fn outdated(&self, prompt: &Prompt<Question>) -> bool {
        prompt.question == Question::Action
    }

    fn lapsed(&self, state: &State, _seat: &Seat, name: &str, _kept: &Orders) -> bool {
        name != "action" && matches!(state.stage, Stage::Action {} | Stage::Over {})
    }

    fn standing(
        &self,
        _: &State,
        _: &Prompt<Question>,
        _: Option<&Policy>,
    ) -> StandingAnswer<Orders> {
        // Policies are consulted inside the resolution: they choose a card only once the battle is known to come.
        StandingAnswer::Pass
    }

    fn fallback(&self, _: &State, _: &Prompt<Question>, _: Option<&Policy>) -> Orders {
        // An empty answer: the resolution passes with the lowest card, or goes by the policies.
        Orders::Answer(Box::default())
    }
}

fn answer_complaints(
    rules: &Punica,
    view: &State,
    side: Side,
    (question, answer): (Question, &Answer),
    path: &Path,
) -> Vec<Complaint> {
    let mut found = Vec::new();
    if answer.resign {
        return found;
    }
    let draw = path.then("draw");
    if answer.draw == Some(DrawWord::Accept) {
        if view.offer == Some(side.other()) {
            return found;
        }
        let refusal = Code::Draw.at(draw, format!("{} has not offered a draw", side.other()));
        found.push(refusal.fix("leave it out, or write `draw: offer` together with an action"));
    } else if answer.draw == Some(DrawWord::Offer) && answer.action.is_none() {
        let refusal = Code::Draw.at(draw, "a draw can be offered only together with an action");
        found.push(refusal.fix("offer it with your next action"));
    }
    match question {
        Question::Action => {
            if let Some(action) = &answer.action {
                found.extend(action_complaints(rules, view, side, action, path));
            }
        }
        Question::Order => found.extend(order_complaints(view, &answer.battles, path)),
        Question::Battle => {
            if let Some(stake) = &answer.stake {
                found.extend(stake_complaints(rules, view, side, stake, path));
            }
        }
        Question::Effect => {
            let moves = answer.effect.as_ref().map(|effect| &effect.moves[..]).unwrap_or_default();
            if let Some((scope, board)) = scope(rules, view, side) {
                found.extend(
                    march_complaints(rules, view, board, (side, scope.card), moves, path).0,
                );
            }
        }
        Question::Aftermath => found.extend(aftermath_complaints(view, answer.aftermath, path)),
        Question::Parley => {}
    }
    found
}

/// Complaints about the order of battles: one that is pending must be named.
fn order_complaints(view: &State, battles: &[AreaId], path: &Path) -> Option<Complaint> {
    let pending: Vec<AreaId> = view.pending.iter().map(|pending| pending.area).collect();
    if battles.iter().any(|area| pending.contains(area)) {
        return None;
    }
    let list: Vec<String> = pending.iter().map(ToString::to_string).collect();
    let why = "no battle is pending in any of these areas";
    let refusal = Code::NotPending.at(path.then("battles"), why);
    Some(refusal.fix(format!(
        "write `battles: [{}]`, in the order in which you want to fight them",
        list.join(", ")
    )))
}

fn stake_complaints(
    rules: &Punica,
    view: &State,
    side: Side,
    stake: &Stake,
    path: &Path,
) -> Vec<Complaint> {
    let mut found = Vec::new();
    let Some(fight) = &view.fight else { return found };
    if stake.battle != fight.area {
        let why = format!(
            "you must now choose a card for the battle in {}, not in {}",
            fight.area, stake.battle
        );
        let refusal = Code::WrongBattle.at(path.then("battle"), why);
        found.push(refusal.fix(format!("write `battle: {}`", fight.area)));
    }
    let board = rules.board(view);
    let situation =
        Situation::of(rules, &board, rules.chart().index(fight.area), fight.attacker, side);
    found.extend(play_complaints(rules, side, &stake.card, &path.then("card"), "battle"));
    if found.is_empty() && situation.pick(&stake.card, true).is_none() {
        let hand: Vec<String> = view.camp(side).hand.iter().map(ToString::to_string).collect();
        let why = match &stake.card {
            Play::Card(card) => format!("{card} is face up; your hand: {}", hand.join(", ")),
            _ => format!("this play does not choose a card in your hand: {}", hand.join(", ")),
        };
        found.push(
            Code::Hand
                .at(path.then("card"), why)
                .by("B8")
                .fix("name a card in your hand, or add an alternative: [r5, highest]"),
        );
    }
    if let (Some(EffectPolicy::Moves(fixed)), Tempo::Brisk) = (&stake.policy, view.tempo) {
        found.extend(unit_complaints(side, &fixed.moves, &path.then("effect").then("moves")));
    }
    found
}

/// Complaints about the aftermath: only what was asked, and only candidates.
fn aftermath_complaints(view: &State, given: Aftermath, path: &Path) -> Vec<Complaint> {
    let Stage::Aftermath { lose, retreat, .. } = &view.stage else { return Vec::new() };
    let mut found = Vec::new();
    let list: Vec<String> = retreat.iter().map(ToString::to_string).collect();
    match given.lose {
        Some(unit) if !lose || !matches!(unit, Unit::Army | Unit::Hannibal) => {
            let why = if *lose {
                "`lose` must be army or hannibal"
            } else {
                "you cannot choose which unit is lost"
            };
            let fix =
                if *lose { "write `lose: army` or `lose: hannibal`" } else { "leave `lose` out" };
            found.push(Code::Loss.at(path.then("lose"), why).fix(fix));
        }
        None if *lose => {
            let refusal = Code::Undecided
                .at(path.clone(), "choose the unit that is lost: `lose` is missing")
                .by("B6");
            found.push(refusal.fix("write lose: army or lose: hannibal"));
        }
        _ => {}
    }
    match given.retreat_to {
        Some(area) if !retreat.contains(&area) => {
            let why = if list.is_empty() {
                "you cannot choose where to retreat".to_owned()
            } else {
                format!("`retreat-to` must be one of: {}", list.join(", "))
            };
            let fix = if list.is_empty() {
                "leave `retreat-to` out".to_owned()
            } else {
                format!("write retreat-to: {}", list[0])
            };
            found.push(Code::Retreat.at(path.then("retreat-to"), why).fix(fix));
        }
        None if !retreat.is_empty() => {
            let refusal = Code::Undecided
                .at(path.clone(), "choose where to retreat: `retreat-to` is missing")
                .by("W5");
            found.push(refusal.fix(format!("`retreat-to` must be one of: {}", list.join(", "))));
        }
        _ => {}
    }
    found
}
