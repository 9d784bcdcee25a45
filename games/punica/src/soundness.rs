//! Invariants, asserted after every phase.

use crate::Punica;
use crate::names::{Side, UnitId};
use crate::opening::fits;
use crate::state::{Stage, State, unit_of};

/// Checks the conditions that hold between phases.
pub(crate) fn sound(rules: &Punica, state: &State) -> Result<(), String> {
    for side in Side::BOTH {
        units(rules, state, side)?;
        cards(rules, state, side)?;
    }
    battles(rules, state)?;
    let over = matches!(state.stage, Stage::Over {});
    if over != state.ended.is_some() {
        return Err("the stage does not match the result".to_owned());
    }
    let board = rules.board(state);
    if !over && board.victory(rules.chart(), rules.worth(), state.active).is_some() {
        return Err("a victory condition is met, but the game has not ended".to_owned());
    }
    if matches!(state.stage, Stage::Action {}) && !state.sealed.is_empty() {
        return Err("sealed orders remain between turns".to_owned());
    }
    Ok(())
}

/// Every unit is a counter of the box and stands where it may; every fleet is on the board or off it.
fn units(rules: &Punica, state: &State, side: Side) -> Result<(), String> {
    let (camp, counters, letter) = (state.camp(side), rules.counters(side), &side.word()[..1]);
    let counter = |id: UnitId| {
        let text = id.as_str();
        let number = |prefix: &str, most: u8| {
            let number = text.strip_prefix(prefix).and_then(|n| n.parse::<u8>().ok());
            number.is_some_and(|n| (1..=most).contains(&n))
        };
        number(&format!("{letter}a"), counters.army)
            || number(&format!("{letter}f"), counters.fleet)
            || counters.hannibal > 0 && text == "hannibal"
    };
    for (id, area) in &camp.units {
        if !counter(*id) || !fits(rules, unit_of(*id), *area) {
            return Err(format!("{id} of {side} cannot be in {area}"));
        }
    }
    let twice = camp.sunk.iter().find(|id| camp.units.contains_key(id) || !counter(**id));
    let fleets = camp.sunk.len()
        + camp.units.keys().filter(|id| id.as_str().as_bytes().get(1) == Some(&b'f')).count();
    if twice.is_some() || fleets != usize::from(counters.fleet) {
        return Err(format!("the fleets of {side} do not add up"));
    }
    Ok(())
}

/// Hand and face-up cards are the deck, and the hand is never empty.
fn cards(rules: &Punica, state: &State, side: Side) -> Result<(), String> {
    let camp = state.camp(side);
    let mut all: Vec<_> = camp.hand.iter().chain(&camp.face_up).copied().collect();
    let mut deck: Vec<_> = rules.deck(side).0.iter().map(|card| card.id).collect();
    if camp.deck != deck {
        return Err(format!("the deck of {side} does not match the data"));
    }
    all.sort_unstable();
    deck.sort_unstable();
    if all != deck || camp.hand.is_empty() {
        return Err(format!("the cards of {side} do not add up"));
    }
    Ok(())
}

/// Units of both sides stand together where a battle is pending, and nowhere else.
fn battles(rules: &Punica, state: &State) -> Result<(), String> {
    if state.ended.is_some() {
        return Ok(());
    }
    let chart = rules.chart();
    let mut pending = 0;
    for battle in &state.pending {
        let Some(area) = chart.find(battle.area) else {
            return Err(format!("a battle is pending in {}, which is not an area", battle.area));
        };
        pending |= crate::data::chart::bit(area);
    }
    if pending != rules.board(state).contested() {
        return Err("the pending battles do not match the contested areas".to_owned());
    }
    let (between, orders) =
        (matches!(state.stage, Stage::Action {}), matches!(state.stage, Stage::Order {}));
    let waits = !between && !orders;
    if waits != state.fight.is_some() || between && pending != 0 {
        return Err(
            "a battle is being fought between turns, or the battle phase has no battle".to_owned()
        );
    }
    if orders && pending.count_ones() < 2 {
        return Err("the order of battles is asked for, but there is nothing to choose".to_owned());
    }
    let shown = state.fight.as_ref().is_some_and(|fight| fight.cards.is_some());
    let open = matches!(state.stage, Stage::Battle { .. });
    if waits && open == shown {
        return Err(
            "cards are shown before they are chosen, or are not shown afterwards".to_owned()
        );
    }
    Ok(())
}
