//! Turn sequence: T1, T2, T3.

use super::super::Table;
use super::super::events::{Ending, Passed, Reason, Sequence, Void};
use super::super::names::{Side, Stage, UnitId};
use super::super::orders::{AttackItem, Item, Orders};
use super::movement::Line;
use super::{Field, at_will, attack, movement, victory, void};
use engine::Step;

/// Begins a turn (T1).
pub(crate) fn begin(table: &mut Table<'_>, seat: Side) {
    let state = table.state();
    let position = (state.options.repetition > 0).then(|| victory::position(state, seat));
    let turn = state.turn + 1;
    table.record(
        "T1",
        Sequence::TurnBegins { turn, round: turn.div_ceil(2), seat, position }.into(),
    );
}

/// Carries out the list of a Move Phase, then opens the Attack Phase (T2).
pub(crate) fn moves(table: &mut Table<'_>, side: Side, orders: Option<&Orders>) {
    let mut moved = Vec::new();
    list(table, side, Stage::Move, orders, |table, number, item| match item {
        Item::Move(part) => {
            movement::carry_out(table, Line { side, number, unit: part.unit }, part, &mut moved);
        }
        Item::Attack(_) | Item::AtWill(_) | Item::Draw(_) | Item::Resign | Item::Unread => {
            misplaced(table, side, number, item);
        }
    });
    if table.state().result.is_none() {
        table.record("T2", Sequence::PhaseBegins { stage: Stage::Attack, seat: Some(side) }.into());
    }
}

/// Carries out the list of an Attack Phase, then ends the turn.
pub(crate) fn attacks(table: &mut Table<'_>, side: Side, orders: Option<&Orders>) {
    list(table, side, Stage::Attack, orders, |table, number, item| match item {
        Item::Attack(part) => one_attack(table, Line { side, number, unit: part.unit }, part),
        Item::AtWill(part) => at_will::carry_out(table, side, number, part),
        Item::Move(_) | Item::Draw(_) | Item::Resign | Item::Unread => {
            misplaced(table, side, number, item);
        }
    });
    if table.state().result.is_none() {
        end(table, side);
    }
}

/// Goes through a list from the top. If the game ends, the entries below are left out (V1).
fn list(
    table: &mut Table<'_>,
    side: Side,
    stage: Stage,
    orders: Option<&Orders>,
    mut carry_out: impl FnMut(&mut Table<'_>, u32, &Item),
) {
    let Some(Orders::List(items)) = orders else { return };
    let seat = table.rules().seat(side).clone();
    let whole = table.order_of(&seat, stage.word());
    let policy = Step::Key("standing".to_owned());
    for (number, (at, item)) in (1..).zip(items.iter().enumerate()) {
        let order = match &whole {
            Some(order) if order.path.0.first() == Some(&policy) => {
                table.standing_order(&seat, stage.word())
            }
            Some(order) => Some(order.clone().below(at)),
            None => None,
        };
        table.by_order(order);
        if table.state().result.is_some() {
            break;
        }
        match item {
            Item::Draw(word) => victory::draw(table, side, Some(number), *word),
            Item::Resign => victory::won(table, side.other(), Ending::Resignation),
            Item::Unread => {}
            Item::Move(_) | Item::Attack(_) | Item::AtWill(_) => carry_out(table, number, item),
        }
    }
    table.by_order(None);
}

fn misplaced(table: &mut Table<'_>, side: Side, number: u32, item: &Item) {
    let misplaced = Void { unit: unit_of(item), ..Void::new(side, Reason::Misplaced) };
    void(table, "T2", misplaced.entry(number));
}

fn unit_of(item: &Item) -> Option<UnitId> {
    match item {
        Item::Move(part) => Some(part.unit),
        Item::Attack(part) => Some(part.unit),
        Item::AtWill(_) | Item::Draw(_) | Item::Resign | Item::Unread => None,
    }
}

/// Makes one unit's attack, on the first target that can be attacked (K1, K2).
fn one_attack(table: &mut Table<'_>, line: Line, item: &AttackItem) {
    let field = Field::new(&table.rules().chart, table.state());
    let Some(unit) = field.own(line.side, line.unit) else {
        return void(table, "R15", line.void(Reason::NoUnit));
    };
    if unit.attacked {
        return line.skip(table, Passed::Attacked);
    }
    if !field.all_hold(&item.when) {
        return line.skip(table, Passed::Guard);
    }
    let targets = || item.target.iter().map(|target| target.unit).collect();
    if !field.may_attack(unit) {
        return void(table, "R15", line.void(Reason::OnagerMoved).targets(targets()));
    }
    let open = item
        .target
        .iter()
        .filter(|target| field.target_open(unit, target))
        .map(|target| target.unit);
    let target = open
        .filter_map(|id| field.state.unit(id))
        .find(|target| field.attack(unit, target, true).is_some());
    match target.map(|target| target.id) {
        Some(target) => drop(attack::carry_out(table, line.unit, target, false)),
        None => void(table, "R15", line.void(Reason::NoTarget).targets(targets())),
    }
}

/// Ends a turn (T3): damage lapses, the game may be drawn, else the other side's turn begins.
pub(crate) fn end(table: &mut Table<'_>, side: Side) {
    let state = table.state();
    let lapsed = state.units.iter().filter(|unit| unit.damage > 0).map(|unit| unit.id).collect();
    let quiet = state.turn.saturating_sub(state.quiet_since) / 2;
    let turn = state.turn;
    table.record("T3", Sequence::TurnEnds { turn, lapsed, quiet }.into());
    let next = side.other();
    let state = table.state();
    let position = (state.options.repetition > 0).then(|| victory::position(state, next));
    if !victory::at_turn_end(table, position) {
        begin(table, next);
    }
}
