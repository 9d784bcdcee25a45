//! 3: the sequence of play.

use super::attack::After;
use super::{
    GameTable, attack, by, elephants, field, initiative, movement, recovery, set_up, strategic,
    targets, terms, victory, volley,
};
use crate::DeBelloPunico;
use crate::data::{Printed, SetUpOrder};
use crate::events::Sequence;
use crate::field::Field;
use crate::names::{CARTHAGE_FIRST, CommandBox, Kind, PhaseName, Side};
use crate::orders::{Orders, Says};
use crate::state::{Ending, How, Impulse, Stage, State};
use engine::rules::AnswersOf;
use engine::{Answer, Source, orders_for};

/// The name of a stage's phase, which is also the name of its prompts.
pub(crate) const fn name(stage: Stage) -> PhaseName {
    match stage {
        Stage::SetUp { .. } => PhaseName::SetUp,
        Stage::Strategic { .. } => PhaseName::Strategic,
        Stage::Initiative => PhaseName::Initiative,
        Stage::Choice { .. } => PhaseName::Choice,
        Stage::Impulse { impulse: Impulse::Elephants, .. } => PhaseName::Elephants,
        Stage::Impulse { impulse: Impulse::Movement, .. } => PhaseName::Movement,
        Stage::Impulse { impulse: Impulse::Volley, .. } => PhaseName::Volley,
        Stage::Impulse { impulse: Impulse::Combat, .. } => PhaseName::Combat,
        Stage::Impulse { impulse: Impulse::Recovery, .. } => PhaseName::Recovery,
        Stage::Interphase => PhaseName::Interphase,
    }
}

/// The name of what is asked now: of the stage, or of a question in its middle.
pub(crate) fn asks(state: &State) -> &'static str {
    let asked = state.asked.as_ref().map(|asked| asked.query.name().word());
    asked.unwrap_or_else(|| name(state.stage).word())
}

/// The sides that a stage asks: only where a decision is open that matters (2). What they are asked shows nothing hidden.
pub(crate) fn asked(printed: &Printed, state: &State) -> Vec<Side> {
    if state.over.is_some() {
        return Vec::new();
    }
    if let Some(asked) = &state.asked {
        return vec![asked.side];
    }
    let lays = |side: &Side| strategic::to_lay(printed, state, *side) > 0;
    match state.stage {
        Stage::SetUp { side: Some(side) }
        | Stage::Strategic { side: Some(side) }
        | Stage::Choice { side } => vec![side],
        Stage::SetUp { side: None } => Side::BOTH.to_vec(),
        Stage::Strategic { side: None } => CARTHAGE_FIRST.into_iter().filter(lays).collect(),
        Stage::Initiative | Stage::Interphase => Vec::new(),
        Stage::Impulse { mover, impulse } => {
            let field = Field::new(printed, state);
            let (side, matters) = match impulse {
                Impulse::Elephants => (Side::Rome, herds(state)),
                Impulse::Movement => (mover, true),
                Impulse::Volley => (mover.other(), volley::any(&field, mover.other())),
                Impulse::Combat => (
                    mover,
                    field.army(mover).iter().any(|(id, _)| targets::threatens(&field, mover, *id)),
                ),
                Impulse::Recovery => (mover, state.camps[mover].chips(CommandBox::Recovery) > 0),
            };
            if matters { vec![side] } else { Vec::new() }
        }
    }
}

/// True if Rome may roll for elephants: a chip lies in the box, even if it is the false one, and some are in play.
fn herds(state: &State) -> bool {
    let wild = state
        .units
        .values()
        .any(|unit| unit.kind == Kind::El && unit.side == Side::Carthage && unit.steady());
    wild && state.camps.rome.chips(CommandBox::Elephants) > 0
}

pub(crate) fn play(board: &mut GameTable<'_>, answers: &AnswersOf<DeBelloPunico>) {
    let stage = board.state().stage;
    let name = name(stage).word();
    if let Some(ending) = given_up(board, answers) {
        return victory::over(board, ending);
    }
    let says =
        |side: Side| answers.of(&side.seat(), name).and_then(|orders| orders.says.given()).cloned();
    board.by_order(None);
    match stage {
        Stage::SetUp { side } => deploy(board, side, says),
        Stage::Strategic { side } => lay(board, side, says),
        Stage::Initiative => initiative::dice(board),
        Stage::Choice { side } => {
            by(board, side, "choice");
            initiative::choice(board, side, says(side));
            board.by_order(None);
            let first = board.state().first.unwrap_or(side);
            half(board, first);
        }
        Stage::Impulse { mover, impulse } => play_impulse(board, mover, impulse, answers, says),
        Stage::Interphase => victory::interphase(board),
    }
}

/// Resignations and draws (9): a side that resigns loses; if both offer a draw, it is one.
fn given_up(board: &mut GameTable<'_>, answers: &AnswersOf<DeBelloPunico>) -> Option<Ending> {
    let resigns = |side: &Side| {
        answers.0.iter().any(|answer| answer.prompt.seat == side.seat() && answer.orders.resign)
    };
    let gone: Vec<Side> = Side::BOTH.into_iter().filter(resigns).collect();
    match gone[..] {
        [] => {}
        [loser] => return Some(Ending { winner: Some(loser.other()), how: How::Resigned }),
        _ => return Some(Ending { winner: None, how: How::Agreed }),
    }
    for answer in &answers.0 {
        let Some(seat) = Side::of(&answer.prompt.seat) else { continue };
        // An offer stands until a file of the seat's own answers a phase without it.
        let offered = match answer.source {
            Source::Fresh => answer.orders.draw,
            Source::Ahead { .. } | Source::Standing { .. } | Source::Fallback => {
                answer.orders.draw || board.state().camps[seat].draw
            }
        };
        if offered != board.state().camps[seat].draw {
            by(board, seat, "draw");
            board.record("16", Sequence::Draw { seat, offered }.into());
        }
    }
    let camps = &board.state().camps;
    (camps.rome.draw && camps.carthage.draw).then_some(Ending { winner: None, how: How::Agreed })
}

/// 17: one side, or both, set up; then the other, or the first turn.
fn deploy(board: &mut GameTable<'_>, side: Option<Side>, says: impl Fn(Side) -> Option<Says>) {
    let sides = side.map_or(Side::BOTH.to_vec(), |side| vec![side]);
    for side in sides {
        let orders = orders_for!(says(side), Says::SetUp).unwrap_or_default();
        set_up::set_up(board, side, &orders);
    }
    board.by_order(None);
    let order = board.rules().printed.battle(board.state().battle).order;
    match (side, order) {
        (Some(side), SetUpOrder::First(first)) if side == first => {
            board.record(
                "17",
                Sequence::Stage { stage: Stage::SetUp { side: Some(side.other()) } }.into(),
            );
        }
        _ => victory::next_turn(board, 1),
    }
}

/// 4: one chip, or all of both sides, Carthage's first.
fn lay(board: &mut GameTable<'_>, side: Option<Side>, says: impl Fn(Side) -> Option<Says>) {
    match side {
        Some(side) => strategic::one(board, side, says(side).as_ref()),
        None => {
            for side in CARTHAGE_FIRST {
                if strategic::to_lay(&board.rules().printed, board.state(), side) > 0 {
                    strategic::all(board, side, says(side).as_ref());
                }
            }
        }
    }
    let stage = strategic::after(&board.rules().printed, board.state(), side);
    board.by_order(None);
    board.record("3.1", Sequence::Stage { stage }.into());
}

/// A half begins: with Rome's rolls if Carthage moves and they can matter, else with movement.
fn half(board: &mut GameTable<'_>, mover: Side) {
    let impulse = if mover == Side::Carthage && herds(board.state()) {
        Impulse::Elephants
    } else {
        Impulse::Movement
    };
    board.record("3.1", Sequence::Stage { stage: Stage::Impulse { mover, impulse } }.into());
}

/// One impulse; then the next, the other half, or the end of the turn.
fn play_impulse(
    board: &mut GameTable<'_>,
    mover: Side,
    impulse: Impulse,
    answers: &AnswersOf<DeBelloPunico>,
    says: impl Fn(Side) -> Option<Says>,
) {
    let next = |impulse| Stage::Impulse { mover, impulse };
    let stage = match impulse {
        Impulse::Elephants => {
            let orders = orders_for!(says(Side::Rome), Says::Elephants).unwrap_or_else(|| {
                let rule = terms::key(board, Side::Rome, |policy| policy.elephants.as_ref());
                elephants::by_policy(&field(board), rule.map_or(0, |rule| rule.within))
            });
            elephants::resolve(board, &orders, fresh(answers, Side::Rome));
            next(Impulse::Movement)
        }
        Impulse::Movement => {
            let orders = orders_for!(says(mover), Says::Movement).unwrap_or_default();
            let flights = !board.state().fled;
            movement::resolve(board, mover, &orders, flights);
            next(Impulse::Volley)
        }
        Impulse::Volley => {
            let orders = orders_for!(says(mover.other()), Says::Volley).unwrap_or_default();
            let side = mover.other();
            if volley::resolve(board, side, &orders, fresh(answers, side)) == After::AskAgain {
                return;
            }
            next(Impulse::Combat)
        }
        Impulse::Combat => {
            if combat(board, mover, answers, says) == After::AskAgain {
                return;
            }
            next(Impulse::Recovery)
        }
        Impulse::Recovery => {
            recovery::resolve(board, mover, says(mover));
            board.by_order(None);
            if board.state().first == Some(mover) {
                return half(board, mover.other());
            }
            Stage::Interphase
        }
    };
    board.by_order(None);
    board.record("3.1", Sequence::Stage { stage }.into());
}

/// 10: the mover's attacks; a side is asked again only if it has answered this very phase.
fn combat(
    board: &mut GameTable<'_>,
    mover: Side,
    answers: &AnswersOf<DeBelloPunico>,
    says: impl Fn(Side) -> Option<Says>,
) -> After {
    let orders = orders_for!(says(mover), Says::Combat).unwrap_or_default();
    attack::resolve(board, mover, &orders, fresh(answers, mover))
}

/// True if a side answers this very phase: only then is it asked again.
fn fresh(answers: &AnswersOf<DeBelloPunico>, side: Side) -> bool {
    let fresh = |answer: &Answer<(), Orders>| {
        answer.prompt.seat == side.seat() && answer.source == Source::Fresh
    };
    answers.0.iter().any(fresh)
}

/// The orders of a seat without an answer: its standing orders and the defaults do the rest.
pub(crate) fn silence() -> Orders {
    Orders::default()
}
