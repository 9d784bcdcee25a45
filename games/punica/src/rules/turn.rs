//! A turn: its action, its battles, its end. Rules T1, T2, K1, K4, D1, D2, P1, B2, O1 to O3, X1, X2.

use super::aftermath::settle;
use super::battle::{Step, begin, effect_by_policy, fight_on, refill, stakes};
use super::movement::{perform, void, walk};
use super::victory::{finish, judge};
use super::{Flow, GameTable, Refusal, answered};
use crate::Punica;
use crate::board::Board;
use crate::codes::Code;
use crate::data::chart::{bit, each};
use crate::events::{ActionWord, BattleEvent, Ending, Removal, TurnEvent, UnitEvent};
use crate::names::{AreaId, CardId, DrawWord, PlayWord, Side, Unit};
use crate::orders::{Action, Answer, Movement, Orders, Spot};
use crate::policy::Play;
use crate::prompts::Question;
use crate::state::Stage;
use engine::{Answers, OrderRef, Source, Tempo};

/// Takes the answers of a phase and plays on until somebody must be asked, the turn is over, or the game is.
pub(crate) fn resolve(table: GameTable<'_, '_>, answers: &Answers<Question, Orders>) {
    let answer = |side: Side| {
        let given = answers.0.iter().find(|answer| answer.prompt.seat == side.seat())?;
        let Orders::Answer(orders) = &given.orders else { return None };
        Some((Answer::clone(orders), given.source.clone()))
    };
    let given = Side::BOTH.map(answer);
    if parley(table, &given) == Flow::Over {
        return;
    }
    let [rome, carthage] = given.map(|given| given.map(|(answer, _)| answer).unwrap_or_default());
    let orders = |side: Side| if side == Side::Rome { &rome } else { &carthage };
    let flow = match table.state().stage.clone() {
        Stage::Action {} => {
            let order = answered(table, table.state().active);
            act(table, orders(table.state().active), order)
        }
        Stage::Order {} => {
            let given = answered(table, table.state().active);
            table.by_order(given);
            order(table, &orders(table.state().active).battles)
        }
        Stage::Battle { asked } => {
            stakes(table, &asked, &[rome.stake, carthage.stake]);
            table.by_order(None);
            fight_on(table, Step::Reveal)
        }
        Stage::Effect { seat } => take_effect(table, seat, orders(seat)),
        Stage::Aftermath { seat, .. } => {
            let given = answered(table, seat);
            table.by_order(given);
            settle(table, seat, orders(seat).aftermath);
            table.by_order(None);
            let first = table.state().fight.as_ref().is_some_and(|fight| fight.attacker == seat);
            fight_on(table, if first { Step::DefenderAftermath } else { Step::Conclude })
        }
        Stage::Over {} => Flow::Over,
    };
    table.by_order(None);
    if flow == Flow::On {
        carry_on(table);
    }
}

/// Resignation and draw. Rules X1, X2.
fn parley(table: GameTable<'_, '_>, given: &[Option<(Answer, Source)>; 2]) -> Flow {
    let resigned =
        Side::BOTH.map(|side| given[side.at()].as_ref().is_some_and(|(answer, _)| answer.resign));
    if let Some(side) = Side::BOTH.into_iter().find(|side| resigned[side.at()]) {
        let given = answered(table, side);
        table.by_order(given.map(|order| order.below("resign")));
    }
    match resigned {
        [true, true] => finish(table, None, Ending::Agreement, "X2"),
        [true, false] => finish(table, Some(Side::Carthage), Ending::Resignation, "X1"),
        [false, true] => finish(table, Some(Side::Rome), Ending::Resignation, "X1"),
        [false, false] => {}
    }
    if resigned != [false, false] {
        return Flow::Over;
    }
    for side in Side::BOTH {
        let Some((answer, source)) = &given[side.at()] else { continue };
        let offered = table.state().offer == Some(side.other());
        let given = answered(table, side);
        table.by_order(given.map(|order| order.below("draw")));
        match answer.draw {
            Some(DrawWord::Accept) if offered => {
                finish(table, None, Ending::Agreement, "X2");
                return Flow::Over;
            }
            Some(DrawWord::Accept) => {
                void(
                    table,
                    side,
                    "draw: accept".to_owned(),
                    "no draw has been offered".to_owned(),
                    ("X2", Code::Draw),
                );
            }
            _ if offered && *source == Source::Fresh => {
                table.record("X2", TurnEvent::OfferLapsed { seat: side.other() }.into());
            }
            _ => {}
        }
        if answer.draw == Some(DrawWord::Offer) && answer.action.is_some() {
            table.record("X2", TurnEvent::DrawOffered { seat: side }.into());
        }
    }
    Flow::On
}

/// The movements of a star card, as ordered; without an order, by policy.
fn take_effect(table: GameTable<'_, '_>, seat: Side, answer: &Answer) -> Flow {
    let rules = table.rules();
    let first = table.state().fight.as_ref().is_some_and(|fight| fight.attacker == seat);
    let card = table
        .state()
        .fight
        .as_ref()
        .and_then(|fight| fight.card(seat))
        .and_then(|id| rules.card(id));
    let flow = match (&answer.effect, card) {
        (Some(effect), Some(card)) => {
            let order = answered(table, seat);
            walk(
                table,
                seat,
                (card, &effect.moves),
                true,
                order.map(|order| order.below("moves")).as_ref(),
            )
        }
        _ => effect_by_policy(table, seat),
    };
    table.by_order(None);
    if flow != Flow::On {
        return flow;
    }
    fight_on(table, if first { Step::DefenderEffect } else { Step::Totals })
}

/// Fights the battles that are pending, then ends the turn. Rules B2, T2.
fn carry_on(table: GameTable<'_, '_>) {
    while let Some((area, attacker)) = next_battle(table) {
        if asks_for_order(table) {
            table.record("B2", TurnEvent::Awaits { stage: Stage::Order {} }.into());
            return;
        }
        begin(table, area, attacker);
        if fight_on(table, Step::Cards) != Flow::On {
            return;
        }
    }
    end_turn(table);
}

/// The battle that comes next: the first that the active seat has named, else the first that arose. Rule B2.
fn next_battle(table: GameTable<'_, '_>) -> Option<(AreaId, Side)> {
    let named = named_battle(table);
    let state = table.state();
    let named = named.and_then(|area| state.pending_at(area));
    named.or(state.pending.first()).map(|pending| (pending.area, pending.attacker))
}

/// The first pending battle that the active seat names: with its action or when it was asked, else in its standing orders.
fn named_battle(table: GameTable<'_, '_>) -> Option<AreaId> {
    let state = table.state();
    let sealed = state.sealed.get(&state.active).map(|sealed| &sealed.battles);
    let standing = table.policy(&state.active.seat()).and_then(|policy| policy.battles.as_ref());
    let mut named = sealed.into_iter().chain(standing).flatten();
    named.find(|area| state.pending_at(**area).is_some()).copied()
}

/// True if the active seat must be asked for the order of its battles. Rule B2.
fn asks_for_order(table: GameTable<'_, '_>) -> bool {
    let named = named_battle(table);
    let state = table.state();
    state.tempo == Tempo::Full && state.pending.len() > 1 && named.is_none()
}

/// Takes the order of battles from the seat that was asked; without one, they are fought as they arose. Rule B2.
fn order(table: GameTable<'_, '_>, given: &[AreaId]) -> Flow {
    let seat = table.state().active;
    let pending: Vec<AreaId> = table.state().pending.iter().map(|pending| pending.area).collect();
    let named = given.iter().any(|area| pending.contains(area));
    if !named && !given.is_empty() {
        let given: Vec<String> = given.iter().map(ToString::to_string).collect();
        let why = "no battle is pending in any of these areas".to_owned();
        void(table, seat, format!("battles {}", given.join(", ")), why, ("B2", Code::NotPending));
    }
    let battles = if named { given.to_vec() } else { pending };
    table.record("B2", TurnEvent::BattlesOrdered { seat, battles }.into());
    Flow::On
}

/// The action of the active seat. Rule T1.
fn act(table: GameTable<'_, '_>, answer: &Answer, mut order: Option<OrderRef>) -> Flow {
    let seat = table.state().active;
    table.by_order(order.clone());
    if let Some(planned) = &answer.planned {
        let plan = |number: usize| order.clone().map(|order| order.below(number - 1));
        for (number, why, code) in &planned.void {
            table.by_order(plan(*number));
            void(table, seat, format!("ahead.action plan {number}"), why.clone(), ("T1", *code));
        }
        let number =
            u32::try_from(planned.entry).expect("the number of plans in a file fits in 32 bits");
        let why = in_words(answer.action.as_ref().expect("a plan holds an action"));
        let chosen = plan(planned.entry);
        table.by_order(chosen.clone());
        table.record("T1", TurnEvent::AheadUsed { seat, order: number, why }.into());
        order = chosen.map(|plan| plan.below("do"));
        table.by_order(order.clone());
    }
    let lowest = Action::Pass { discard: table.rules().discard().clone() };
    let action = answer.action.clone().unwrap_or_else(|| lowest.clone());
    let said = in_words(&action);
    let flow = match action {
        Action::Move { movement } => step(table, seat, &movement, &answer.battles),
        Action::Card { card, moves } => play(table, seat, (card, &moves), &answer.battles, order),
        Action::Deploy { remove } => deploy(table, seat, remove, &answer.battles),
        Action::Pass { discard } => pass(table, seat, &discard),
    };
    match flow {
        Ok(flow) => flow,
        Err(no) => {
            void(table, seat, said, no.reason, (no.rule, no.code));
            let Action::Pass { discard } = lowest else { return Flow::On };
            pass(table, seat, &discard)
                .expect("every word stands for a card, because a hand is never empty")
        }
    }
}

pub(crate) fn in_words(action: &Action) -> String {
    let list =
        |moves: &[Movement]| moves.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    match action {
        Action::Move { movement } => format!("move {movement}"),
        Action::Card { card, moves } if moves.is_empty() => {
            format!("card {card} without movements")
        }
        Action::Card { card, moves } => format!("card {card}: {}", list(moves)),
        Action::Deploy { remove } => format!("deploy for {remove}"),
        Action::Pass { discard: Play::Card(card) } => format!("pass with {card}"),
        Action::Pass { .. } => "pass".to_owned(),
    }
}

fn begin_turn(
    table: GameTable<'_, '_>,
    seat: Side,
    action: ActionWord,
    card: Option<CardId>,
    battles: &[AreaId],
    rule: &'static str,
) {
    table.record(rule, TurnEvent::Turn { seat, action, card }.into());
    if !battles.is_empty() {
        table.record("B2", TurnEvent::BattlesOrdered { seat, battles: battles.to_vec() }.into());
    }
    if let Some(card) = card {
        refill(table, seat, card);
    }
}

/// Carries out the action `move`. Rule M1.
fn step(
    table: GameTable<'_, '_>,
    seat: Side,
    movement: &Movement,
    battles: &[AreaId],
) -> Result<Flow, Refusal> {
    let rules = table.rules();
    let board = rules.board(table.state());
    let escort = table.state().options.escort;
    super::movement::lawful(rules, &board, escort, seat, movement)
        .map_err(|bar| bar.refusal(rules, seat, movement, None))?;
    begin_turn(table, seat, ActionWord::Move, None, battles, "M1");
    let moved = perform(table, seat, movement, false);
    Ok(moved.unwrap_or_else(|bar| panic!("{movement} was lawful when the turn began: {bar:?}")))
}

/// Carries out the action `card`. Rules K1, K2.
fn play(
    table: GameTable<'_, '_>,
    seat: Side,
    (id, moves): (CardId, &[Movement]),
    battles: &[AreaId],
    order: Option<OrderRef>,
) -> Result<Flow, Refusal> {
    let card = table.rules().card(id).filter(|_| table.state().camp(seat).hand.contains(&id));
    let Some(card) = card else {
        return Err(Refusal::new(Code::Hand, "K1", format!("{id} is not in your hand")));
    };
    begin_turn(table, seat, ActionWord::Card, Some(id), battles, "K1");
    Ok(walk(table, seat, (card, moves), false, order.map(|order| order.below("moves")).as_ref()))
}

/// The reason why an army cannot be given up for a fleet; none if it can. Rule D1.
pub(crate) fn no_deployment(
    rules: &Punica,
    board: &Board,
    seat: Side,
    remove: Spot,
) -> Option<Refusal> {
    let chart = rules.chart();
    let fleets = board.fleets(chart, seat);
    let area = chart.find(remove.area);
    if fleets >= u32::from(rules.counters(seat).fleet) {
        let no = Refusal::new(Code::NoFleet, "D1", "all of your fleets are on the board");
        return Some(no.fix("take another action: move, card or pass"));
    }
    let army = matches!(remove.unit, Unit::Army | Unit::Hannibal);
    let stands = |area| !chart.is_sea(area) && board.has(seat, remove.unit, area);
    if !army || !area.is_some_and(stands) {
        let stands =
            each(board.held[seat.at()] & chart.regions).map(|area| chart.id(area).to_string());
        let fix = format!(
            "give up an army or Hannibal; you have them in {}",
            stands.collect::<Vec<_>>().join(", ")
        );
        let reason =
            format!("there is no {} of {seat} in {} to give up", remove.unit.word(), remove.area);
        return Some(Refusal::new(Code::NoUnit, "D1", reason).fix(fix));
    }
    None
}

/// Carries out the action `deploy`. Rules D1, D2.
fn deploy(
    table: GameTable<'_, '_>,
    seat: Side,
    remove: Spot,
    battles: &[AreaId],
) -> Result<Flow, Refusal> {
    let rules = table.rules();
    let chart = rules.chart();
    let before = rules.board(table.state());
    if let Some(no) = no_deployment(rules, &before, seat, remove) {
        return Err(no);
    }
    let camp = table.state().camp(seat);
    let army = camp.ids(remove.unit, remove.area).next();
    let (Some(army), Some(fleet)) = (army, camp.sunk.first().copied()) else {
        return Err(Refusal::new(Code::NoFleet, "D1", "you have no fleet off the board"));
    };
    begin_turn(table, seat, ActionWord::Deploy, None, battles, "D1");
    let why = Removal::Deploy;
    table.record(
        "D1",
        UnitEvent::Removed { seat, unit: remove.unit, id: army, area: remove.area, why }.into(),
    );
    if judge(table, &before) == Flow::Over {
        return Ok(Flow::Over);
    }
    let before = rules.board(table.state());
    let home = chart.home[seat.at()];
    let area = chart.id(home);
    table.record("D1", UnitEvent::Deployed { seat, id: fleet, area }.into());
    if before.held[seat.other().at()] & bit(home) != 0 {
        table.record("D2", BattleEvent::BattlePending { area, attacker: seat, from: None }.into());
    }
    Ok(judge(table, &before))
}

/// The card in hand that a discard picks.
pub(crate) fn discarded(
    rules: &Punica,
    board: &Board,
    seat: Side,
    discard: &Play,
) -> Option<CardId> {
    let hand = rules.ranked(board, seat);
    let at = match discard {
        Play::Card(card) => {
            return hand.iter().find(|(held, _)| held == card).map(|(card, _)| *card);
        }
        Play::Word(PlayWord::Highest) => hand.len().checked_sub(1)?,
        Play::Word(PlayWord::Middle) => hand.len().checked_sub(1)? / 2,
        Play::Word(PlayWord::Lowest) => 0,
        Play::Word(PlayWord::Ask)
        | Play::Beat { .. }
        | Play::Hold { .. }
        | Play::Mix { .. }
        | Play::First(_) => panic!("{discard:?} is not a valid discard"),
    };
    hand.get(at).map(|(card, _)| *card)
}

/// Carries out the action `pass`. Rule P1.
fn pass(table: GameTable<'_, '_>, seat: Side, discard: &Play) -> Result<Flow, Refusal> {
    let rules = table.rules();
    let card = discarded(rules, &rules.board(table.state()), seat, discard);
    let card = card
        .ok_or_else(|| Refusal::new(Code::Hand, "P1", "the card to discard is not in your hand"))?;
    begin_turn(table, seat, ActionWord::Pass, Some(card), &[], "P1");
    Ok(Flow::On)
}

/// Ends the turn: repetition, quiet, clock, then the other seat. Rules O1 to O3, T2.
fn end_turn(table: GameTable<'_, '_>) {
    let rules = table.rules();
    let state = table.state();
    let (seat, options, turn) = (state.active, state.options, state.turn);
    let quiet = if state.bled { 0 } else { state.quiet.saturating_add(1) };
    let board = rules.board(state);
    let position = options.repetition.then(|| rules.position(&board, seat.other()));
    let times =
        position.as_ref().map(|position| state.seen.get(position).map_or(1, |times| times + 1));
    table.record(
        "T2",
        TurnEvent::TurnOver { seat, begins: turn + 1, quiet, position, times }.into(),
    );
    if times.is_some_and(|times| times >= 3) {
        finish(table, None, Ending::Repetition, "O1");
    } else if options.quiet > 0 && quiet >= options.quiet {
        finish(table, None, Ending::Quiet, "O2");
    } else if options.clock > 0 && turn >= options.clock {
        finish(table, judged(rules, &board), Ending::Clock, "O3");
    }
}

/// The side that is ahead when the game is judged: areas of influence, strength of armies, fleets. Rule O3.
fn judged(rules: &Punica, board: &Board) -> Option<Side> {
    let (chart, worth) = (rules.chart(), rules.worth());
    let score = |side: Side| {
        let armies: i32 =
            each(chart.regions).map(|area| board.strength(chart, worth, side, area)).sum();
        (board.gains(chart, side), armies, board.fleets(chart, side))
    };
    match score(Side::Rome).cmp(&score(Side::Carthage)) {
        std::cmp::Ordering::Greater => Some(Side::Rome),
        std::cmp::Ordering::Less => Some(Side::Carthage),
        std::cmp::Ordering::Equal => None,
    }
}
