//! The choice of attacks for the sensible player, and their order: the most promising first, each thought of after what
//! the ones before it are likely to do.

use super::Player;
use super::book::Fighter;
use crate::field::{Field, counted};
use crate::names::{CommandBox, Id, Kind};
use crate::orders::{AttackOrder, CombatOrders, Target};
use crate::rules::combat::{Clash, attack, defence, sum};
use crate::rules::{points, targets};
use crate::state::{Impulse, ImpulseMarks, Place, Stage, State};

/// One attack that could be made now.
struct Chance {
    gain: i32,
    edge: i16,
    unit: Id,
    target: Id,
    command: bool,
    charge: bool,
}

/// Attacks, what they promise, and the position that is likely after them.
pub(super) struct Fought {
    pub(super) orders: CombatOrders,
    pub(super) gain: i32,
    pub(super) after: State,
}

pub(super) fn plan(me: &Player<'_>, position: &State) -> CombatOrders {
    fought(me, position.clone()).orders
}

/// Chooses the attacks to make in a position, and works out their likely results.
pub(super) fn fought(me: &Player<'_>, mut state: State) -> Fought {
    if state.stage.impulse() != Some(Impulse::Combat) {
        state.stage = Stage::Impulse { mover: me.side, impulse: Impulse::Combat };
        state.units.values_mut().for_each(|unit| unit.impulse = ImpulseMarks::default());
    }
    let (mut orders, mut charged, mut gain) = (CombatOrders::default(), 0, 0);
    while let Some(chance) = best(me, &state, charged) {
        let targets = alternatives(me, &state, &chance);
        orders.attacks.push(AttackOrder {
            command: chance.command.then_some(true),
            charge: chance.charge,
            ..AttackOrder::new(chance.unit, targets)
        });
        charged += u8::from(chance.charge);
        gain += chance.gain;
        suppose(me, &mut state, &chance);
    }
    Fought { orders, gain, after: state }
}

/// The most promising attack, if there is one worth making.
fn best(me: &Player<'_>, state: &State, charged: u8) -> Option<Chance> {
    let field = Field::new(&me.rules.printed, state);
    let mut found: Option<Chance> = None;
    for (id, unit) in field.army(me.side) {
        if targets::attacker(&field, me.side, id).is_err() {
            continue;
        }
        for target in targets::quarries(&field, unit).into_iter().filter_map(|quarry| quarry.unit) {
            let Some(chance) = weigh(me, &field, id, target, charged) else { continue };
            let better = found.as_ref().is_none_or(|best| {
                (best.gain, counted(chance.unit), counted(chance.target))
                    < (chance.gain, counted(best.unit), counted(best.target))
            });
            if chance.gain >= me.scale.floor && better {
                found = Some(chance);
            }
        }
    }
    found
}

/// The value of one attack, with a point or a charge if that pays.
fn weigh(me: &Player<'_>, field: &Field<'_>, id: Id, target: Id, charged: u8) -> Option<Chance> {
    let (unit, foe) = (field.unit(id)?, field.unit(target)?);
    let plain = Chance {
        gain: me.scale.floor.max(1),
        edge: 99,
        unit: id,
        target,
        command: false,
        charge: false,
    };
    if foe.panic.is_some() {
        return Some(plain);
    }
    let by = Fighter { note: field.printed_on(unit), dp: unit.dp };
    let on = Fighter { note: field.printed_on(foe), dp: foe.dp };
    let clash = Clash::full(field, id, target, false);
    let (mine, theirs) = (sum(&attack(field, &clash)), sum(&defence(field, &clash)));
    let led = [(me.side, unit), (me.side.other(), foe)]
        .map(|(side, unit)| field.leader(side).is_some_and(|hex| unit.hex() == Some(hex)));
    let gain = |more: i16, charge: bool| {
        me.book.gain((mine + more, by), (theirs, on), charge)
            + me.book.chiefs(mine + more, theirs, led)
    };
    let mut chance = Chance { gain: gain(0, false), edge: mine - theirs, ..plain };
    let furor =
        field.camp(me.side).charges + 2 * points::left(field.state, me.side, CommandBox::Furor);
    if unit.kind == Kind::Me && furor > charged {
        let with = gain(2, true);
        if with > chance.gain + me.scale.furor {
            (chance.gain, chance.charge) = (with, true);
        }
    }
    let near = unit.hex().is_some_and(|hex| field.in_range(me.side, hex));
    let left = points::left(field.state, me.side, CommandBox::Combat);
    if near && left > 0 && !unit.impulse.point {
        let with = gain(1 + if chance.charge { 2 } else { 0 }, chance.charge);
        if with > chance.gain + me.scale.command {
            (chance.gain, chance.command) = (with, true);
        }
    }
    Some(chance)
}

/// The target, and the other enemies that are as good to attack should it be gone.
fn alternatives(me: &Player<'_>, state: &State, chance: &Chance) -> Vec<Target> {
    let field = Field::new(&me.rules.printed, state);
    let mut others: Vec<(i32, Id)> = Vec::new();
    if let Some(unit) = field.unit(chance.unit) {
        for target in targets::quarries(&field, unit).into_iter().filter_map(|quarry| quarry.unit) {
            if let Some(other) = weigh(me, &field, chance.unit, target, u8::MAX)
                .filter(|other| other.gain >= me.scale.floor)
            {
                others.push((-other.gain, target));
            }
        }
    }
    others.retain(|(_, target)| *target != chance.target);
    others.sort_unstable();
    std::iter::once(chance.target)
        .chain(others.into_iter().map(|(_, target)| target))
        .map(Target::Unit)
        .collect()
}

fn suppose(me: &Player<'_>, state: &mut State, chance: &Chance) {
    let (with, against, morale) = {
        let field = Field::new(&me.rules.printed, state);
        let clash = Clash::full(&field, chance.unit, chance.target, chance.charge);
        let morale = field.unit(chance.target).map_or(0, |unit| field.printed_on(unit).morale);
        (clash.with, clash.against, morale)
    };
    for friend in with.into_iter().chain(against) {
        if let Some(unit) = state.units.get_mut(&friend) {
            unit.impulse.supported = true;
        }
    }
    if let Some(unit) = state.units.get_mut(&chance.unit) {
        unit.impulse.attacked = true;
        unit.impulse.point |= chance.command;
    }
    if chance.command
        && let Some(chips) = state.camps[me.side].chips.get_mut(&CommandBox::Combat)
    {
        *chips = chips.saturating_sub(1);
    }
    if let Some(unit) = state.units.get_mut(&chance.target) {
        let fled = unit.panic.is_some();
        unit.dp += u8::from(chance.edge >= 1);
        if fled || unit.dp >= morale {
            unit.place = Place::Fled;
        }
    }
}
