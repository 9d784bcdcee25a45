//! Movement, alone and by the steps of a card. Rules M1 to M7, K2, K3, B1, E4.

use super::victory::judge;
use super::{Flow, GameTable, Refusal};
use crate::Punica;
use crate::board::{Board, MoveError};
use crate::codes::Code;
use crate::data::chart::{Area, Card, CardStep, bit};
use crate::events::{BattleEvent, Event, TurnEvent, UnitEvent};
use crate::names::{Side, Unit, Who};
use crate::orders::Movement;
use engine::OrderRef;

/// A card's steps, as far as they have been walked through.
#[derive(Clone, Debug)]
pub(crate) struct March<'a> {
    steps: &'a [CardStep],
    at: usize,
    used: u8,
}

impl<'a> March<'a> {
    pub(crate) fn new(card: &'a Card) -> Self {
        Self { steps: &card.steps, at: 0, used: 0 }
    }

    /// The march after one more movement of such a unit. Rules K2, K3.
    ///
    /// # Errors
    /// Why the card does not allow it.
    pub(crate) fn after(&self, unit: Unit) -> Result<Self, MoveError> {
        for (at, step) in self.steps.iter().enumerate().skip(self.at) {
            let used = if at == self.at { self.used } else { 0 };
            if step.who.admits(unit) && used < step.n {
                return Ok(Self { steps: self.steps, at, used: used + 1 });
            }
        }
        let earlier = self.steps.iter().take(self.at).any(|step| step.who.admits(unit));
        let spent = self.steps.iter().skip(self.at).any(|step| step.who.admits(unit));
        Err(if spent {
            MoveError::TooMany
        } else if earlier {
            MoveError::StepOrder
        } else {
            MoveError::WrongUnit
        })
    }

    /// The steps that can still be used, each with the movements left.
    pub(crate) fn left(&self) -> impl Iterator<Item = CardStep> + '_ {
        self.steps.iter().enumerate().skip(self.at).filter_map(|(at, step)| {
            let used = if at == self.at { self.used } else { 0 };
            (used < step.n).then_some(CardStep { who: step.who, n: step.n - used })
        })
    }
}

/// The seas by which a movement goes on a board, by the options of the game, if it can be made.
///
/// # Errors
/// The first reason why it cannot.
pub(crate) fn lawful(
    rules: &Punica,
    board: &Board,
    escort: bool,
    side: Side,
    movement: &Movement,
) -> Result<Vec<Area>, MoveError> {
    if movement.unit == Unit::Escort && !escort {
        return Err(MoveError::NoEscort);
    }
    let chart = rules.chart();
    let (Some(from), Some(to)) = (chart.find(movement.from), chart.find(movement.to)) else {
        return Err(MoveError::Unreachable);
    };
    board.passage(chart, side, movement.unit, from, to)
}

/// Carries out one movement and all that follows from it at once: pending battles, control, victory.
///
/// # Errors
/// Why it cannot be made; then nothing has happened.
pub(crate) fn perform(
    table: GameTable<'_, '_>,
    side: Side,
    movement: &Movement,
    effect: bool,
) -> Result<Flow, MoveError> {
    let rules = table.rules();
    let chart = rules.chart();
    let before = rules.board(table.state());
    let seas = lawful(rules, &before, table.state().options.escort, side, movement)?;
    let camp = table.state().camp(side);
    let kind = if movement.unit == Unit::Escort { Unit::Hannibal } else { movement.unit };
    let id = camp.ids(kind, movement.from).next().ok_or(MoveError::NoUnit)?;
    let escort = (movement.unit == Unit::Escort)
        .then(|| camp.ids(Unit::Army, movement.from).next())
        .flatten();
    let rule = match (kind, seas.is_empty()) {
        (Unit::Fleet, _) => "M5",
        _ if escort.is_some() => "O4",
        (_, true) => "M2",
        (_, false) => "M3",
    };
    let (from, to) = (movement.from, movement.to);
    let seas = seas.into_iter().map(|sea| chart.id(sea)).collect();
    table.record(
        rule,
        UnitEvent::Move { seat: side, unit: kind, id, from, to, seas, escort, effect }.into(),
    );
    if before.held[side.other().at()] & bit(chart.index(to)) != 0 {
        let event: Event = if table.state().pending_at(to).is_some() {
            BattleEvent::BattleJoined { area: to, seat: side, from }.into()
        } else {
            BattleEvent::BattlePending { area: to, attacker: side, from: Some(from) }.into()
        };
        table.record(if effect { "E4" } else { "B1" }, event);
    }
    Ok(judge(table, &before))
}

/// Carries out a card's movements in order; what is not lawful is void. `order` is the list of them in a file. Rules K1, K2.
pub(crate) fn walk(
    table: GameTable<'_, '_>,
    side: Side,
    (card, moves): (&Card, &[Movement]),
    effect: bool,
    order: Option<&OrderRef>,
) -> Flow {
    let mut march = March::new(card);
    for (at, movement) in moves.iter().enumerate() {
        if let Some(order) = order {
            table.by_order(Some(order.clone().below(at)));
        }
        let made = march
            .after(movement.unit)
            .and_then(|next| perform(table, side, movement, effect).map(|flow| (next, flow)));
        match made {
            Ok((next, Flow::On)) => march = next,
            Ok((_, flow)) => return flow,
            Err(bar) => {
                let no = bar.refusal(table.rules(), side, movement, Some(card));
                void(table, side, movement.to_string(), no.reason, (no.rule, no.code));
            }
        }
    }
    Flow::On
}

/// Tells the author of an order that it could not be carried out.
pub(crate) fn void(
    table: GameTable<'_, '_>,
    seat: Side,
    order: String,
    why: String,
    (rule, code): (&'static str, impl Into<&'static str>),
) {
    let code: &'static str = code.into();
    table.void(rule, code, TurnEvent::Void { seat, order, why, code: code.to_owned() }.into());
}

impl MoveError {
    pub(crate) fn code(self) -> Code {
        match self {
            Self::SameArea => Code::SameArea,
            Self::WrongElement => Code::Element,
            Self::NoUnit => Code::NoUnit,
            Self::Engaged => Code::Engaged,
            Self::Unreachable => Code::Unreachable,
            Self::NoEscort => Code::NoEscort,
            Self::StepOrder => Code::StepOrder,
            Self::TooMany => Code::TooMany,
            Self::WrongUnit => Code::WrongUnit,
        }
    }

    pub(crate) fn rule(self) -> &'static str {
        match self {
            Self::SameArea | Self::WrongElement => "M7",
            Self::NoUnit => "M1",
            Self::Engaged => "M6",
            Self::Unreachable => "M3",
            Self::NoEscort => "O4",
            Self::StepOrder | Self::TooMany => "K2",
            Self::WrongUnit => "K3",
        }
    }

    /// The refusal of a movement, as far as it can be told without looking at the board.
    pub(crate) fn refusal(
        self,
        rules: &Punica,
        side: Side,
        movement: &Movement,
        card: Option<&Card>,
    ) -> Refusal {
        let (why, fix) = self.reason(rules, side, movement, card);
        Refusal::new(self.code(), self.rule(), why).fix(fix)
    }

    /// The mistake and the order to write instead, without a look at the board.
    pub(crate) fn reason(
        self,
        rules: &Punica,
        side: Side,
        movement: &Movement,
        card: Option<&Card>,
    ) -> (String, String) {
        let Movement { unit, from, to } = movement;
        let word = unit.word();
        let name = card.map_or_else(|| "the action".to_owned(), |card| card.id.to_string());
        let moves = card.map(steps_in_words).unwrap_or_default();
        match self {
            Self::SameArea => (
                "the movement starts and ends in the same area".to_owned(),
                "name two areas".to_owned(),
            ),
            Self::WrongElement if *unit == Unit::Fleet => {
                let sea = if rules.chart().is_sea(rules.chart().index(*from)) { to } else { from };
                (
                    format!("a fleet moves from sea to sea; {sea} is a region"),
                    "name two seas".to_owned(),
                )
            }
            Self::WrongElement => {
                let land = if rules.chart().is_sea(rules.chart().index(*from)) { from } else { to };
                let fix = "name the regions only; the program finds the seas that carry the army";
                (format!("an army moves from region to region; {land} is a sea"), fix.to_owned())
            }
            Self::NoUnit => (
                format!("{side} has no {word} in {from}"),
                "name an area where you have one at that moment".to_owned(),
            ),
            Self::Engaged => (
                format!("your units in {from} are in a battle and cannot move"),
                "move another unit, or make this movement before they meet the enemy".to_owned(),
            ),
            Self::Unreachable => (
                format!("{to} does not border {from}, and there is no chain of seas"),
                "name another area".to_owned(),
            ),
            Self::NoEscort => (
                "hannibal+army needs the option `hannibal.escort`".to_owned(),
                "move hannibal and the army with one movement each".to_owned(),
            ),
            Self::StepOrder => (
                format!(
                    "{name}: this {word} must move before the units that you have already ordered"
                ),
                format!("follow the order of {name}: {moves}"),
            ),
            Self::TooMany => {
                (format!("{name} allows {moves}; this is one too many"), "leave it out".to_owned())
            }
            Self::WrongUnit => (
                format!("{name} does not move a unit such as {word}"),
                format!("{name} moves {moves}"),
            ),
        }
    }
}

/// A card's steps in words: `1 fleet movement, then 2 army movements`.
pub(crate) fn steps_in_words(card: &Card) -> String {
    card.steps.iter().copied().map(step_in_words).collect::<Vec<_>>().join(", then ")
}

/// One step in words. Each sentence is written out in full, because translations are looked up by whole sentences.
fn step_in_words(step: CardStep) -> String {
    match (step.who, step.n) {
        (Who::Army, n @ 1) => format!("{n} army movement"),
        (Who::Army, n) => format!("{n} army movements"),
        (Who::Legion, n @ 1) => format!("{n} legion movement"),
        (Who::Legion, n) => format!("{n} legion movements"),
        (Who::Hannibal, n @ 1) => format!("{n} hannibal movement"),
        (Who::Hannibal, n) => format!("{n} hannibal movements"),
        (Who::Fleet, n @ 1) => format!("{n} fleet movement"),
        (Who::Fleet, n) => format!("{n} fleet movements"),
        (Who::Any, n @ 1) => format!("{n} any movement"),
        (Who::Any, n) => format!("{n} any movements"),
    }
}
