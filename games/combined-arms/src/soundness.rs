//! Invariants of a position.

use super::CombinedArms;
use super::events::Ending;
use super::names::{Side, Stage, UnitId};
use super::rules::{Field, muster};
use super::state::{State, Unit};
use engine::Unsound;
use engine::kit::Squares;
use engine::kit::square::SIZE_MAX;

/// An upper bound: no chain of records is long enough for more turns.
const TURN_MAX: u32 = 1 << 30;

/// Checks the conditions that hold after every phase.
///
/// # Errors
/// The first invariant that does not hold.
pub(super) fn sound(rules: &CombinedArms, state: &State) -> Result<(), Unsound> {
    let field = Field::new(&rules.chart, state);
    known(rules, state)?;
    board(state)?;
    let mut taken = Squares::new();
    for unit in &state.units {
        let id = unit.id;
        require(unit.square.on(state.board.size), || format!("{id} stands off the board"))?;
        require(!state.board.plateaus.has(unit.square), || format!("{id} stands on a plateau"))?;
        require(!taken.has(unit.square), || format!("two units stand on {}", unit.square))?;
        taken.add(unit.square);
        one_unit(&field, unit)?;
    }
    let ordered = state.units.is_sorted_by_key(|unit| (unit.side, unit.rank));
    require(ordered, || "units are not in roster order".to_owned())?;
    rosters(rules, state)?;
    times(state)?;
    outcome(&field)
}

fn require(holds: bool, message: impl FnOnce() -> String) -> Result<(), Unsound> {
    if holds { Ok(()) } else { Err(Unsound(message())) }
}

/// Checks that every name in the state is one of the data's.
fn known(rules: &CombinedArms, state: &State) -> Result<(), Unsound> {
    require(rules.chart.scenario(state.options.scenario).is_some(), || {
        format!("no scenario {}", state.options.scenario)
    })?;
    let on_board = state.units.iter().map(|unit| (unit.id, unit.kind, unit.side));
    let off_board = state.waiting.iter().map(|unit| (unit.id, unit.kind, unit.side));
    for (id, kind, side) in on_board
        .chain(off_board)
        .chain(state.lost.iter().map(|unit| (unit.id, unit.kind, unit.side)))
    {
        let kind = rules.chart.find_kind(kind).filter(|kind| kind.side == side);
        require(kind.is_some(), || format!("{side} has no unit type for {id}"))?;
        let same = rules.chart.kind_of_id(id).is_some_and(|of_id| Some(of_id) == kind);
        require(same, || format!("{id} is not an id of its type"))?;
    }
    Ok(())
}

/// Checks that the board has room for two deployment zones, and that its squares have names.
fn board(state: &State) -> Result<(), Unsound> {
    let (size, zone) = (state.board.size, state.board.zone);
    let fits = size <= SIZE_MAX && zone > 0 && zone.saturating_mul(2) <= size;
    require(fits, || format!("a board of {size} squares a side, with zones of {zone} rows"))
}

fn one_unit(field: &Field<'_>, unit: &Unit) -> Result<(), Unsound> {
    let (id, kind) = (unit.id, field.kind(unit));
    require(unit.pila <= kind.pila, || format!("{id} has {} pila", unit.pila))?;
    require(unit.charged.is_none() || kind.abilities.charge, || format!("{id} cannot charge"))?;
    require(unit.charged.is_none_or(|turn| turn <= field.state.turn), || {
        format!("{id} is recorded as charging in a future turn")
    })?;
    let off_turn = field.state.active != Some(unit.side);
    require(unit.damage == 0 || off_turn, || format!("{id} has damage in its own turn"))?;
    require((unit.damage == 0) == unit.made_by.is_empty(), || {
        format!("{id} has damage but no recorded attacker, or the reverse")
    })?;
    require(unit.made_by.iter().all(|by| unit.hurt_by.contains(by)), || {
        format!("the record of who damaged {id} is incomplete")
    })?;
    require(unit.routs_phase <= unit.routs_turn, || {
        format!("{id} fell back more often in a phase than in the turn")
    })?;
    require(unit.routs_phase <= 1 && unit.routs_turn <= 2, || {
        format!("{id} survived a second retreat in one phase")
    })?;
    // Defense may have dropped since the last attack (R19), but by no more than the General's bonus.
    let most = field.defense(unit).saturating_add(field.chart.figures.general);
    let beaten = field.state.asked.as_ref().is_some_and(|asked| asked.unit == id);
    require(unit.damage < most || beaten, || format!("{id} stands with {} damage", unit.damage))?;
    let idle = !unit.attacked && !unit.moved;
    require(idle || !off_turn, || format!("{id} acted in the enemy's turn"))
}

/// Checks that the units on the board, waiting and lost together are the armies, each unit once.
fn rosters(rules: &CombinedArms, state: &State) -> Result<(), Unsound> {
    for side in Side::BOTH {
        let size = usize::from(muster::size(rules.scenario(state), &state.options, side));
        let on_board = state.units.iter().filter(|unit| unit.side == side).map(|unit| unit.id);
        let waiting = state.waiting.iter().filter(|unit| unit.side == side).map(|unit| unit.id);
        let lost = state.lost.iter().filter(|unit| unit.side == side).map(|unit| unit.id);
        let mut ids: Vec<UnitId> = on_board.chain(waiting).chain(lost).collect();
        let count = ids.len();
        ids.sort_unstable();
        ids.dedup();
        require(ids.len() == count, || format!("{side} has a unit twice"))?;
        let shown = state.first.is_some() || state.stage == Stage::Over;
        require(count == size || (count == 0 && !shown), || {
            format!("{side} has {count} units of {size}")
        })?;
    }
    Ok(())
}

/// Checks that turns, losses and remembered positions fit each other.
fn times(state: &State) -> Result<(), Unsound> {
    require(state.turn <= TURN_MAX, || {
        format!("turn {} can never be reached in play", state.turn)
    })?;
    let last = state.lost.iter().map(|lost| lost.turn).max().unwrap_or_default();
    require(last == state.quiet_since, || {
        format!("the last loss was in turn {last}, not {}", state.quiet_since)
    })?;
    let span = state.turn.saturating_sub(state.quiet_since).saturating_add(1);
    let past = u32::try_from(state.past.len()).expect("a state is small");
    require(past <= span, || format!("{past} positions are recorded for only {span} turns"))?;
    let begun = matches!(state.stage, Stage::Move | Stage::Attack);
    require(!begun || (state.turn > 0 && state.active.is_some()), || {
        "the turn has no number or no side".to_owned()
    })?;
    require(!begun || state.waiting.is_empty(), || {
        "units are still waiting to be placed after the first turn has begun".to_owned()
    })?;
    let Some(asked) = &state.asked else { return Ok(()) };
    let own = state.unit(asked.unit).is_some_and(|unit| unit.side == asked.seat);
    require(begun && own && asked.squares.len() > 1, || {
        format!("{} is asked where {} falls back, but has no such choice", asked.seat, asked.unit)
    })
}

/// Checks that a General is gone exactly if that ended the game.
fn outcome(field: &Field<'_>) -> Result<(), Unsound> {
    let state = field.state;
    require((state.stage == Stage::Over) == state.result.is_some(), || {
        "the phase does not match the result".to_owned()
    })?;
    let general = |side: Side| {
        state
            .lost
            .iter()
            .any(|lost| lost.side == side && field.chart.kind(lost.kind).abilities.general)
    };
    for side in Side::BOTH {
        let by_general = state.result.filter(|result| result.reason == Ending::General);
        let fallen = by_general.is_some_and(|result| result.winner == Some(side.other()));
        require(fallen == general(side), || {
            format!("the fate of {side}'s General does not match the result")
        })?;
    }
    Ok(())
}
