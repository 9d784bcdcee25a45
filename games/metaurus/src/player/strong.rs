//! Looks ahead for the strong player: a Command acts as the player of plans would have it, and in other ways besides,
//! one unit changed at a time. Each way is carried out by the rules on a copy and judged by the exact odds of its
//! attacks, less what the enemy could do next, as `raid` counts it, and by what its own side could do after that. No
//! die is thrown, so the values tell ways apart that dice would not in very many games.

use super::judge::{Tally, gain, rehearsal, under};
use super::lattice::Lattice;
use super::raid::{Raid, obeyed};
use super::{Player, nearest, plain, towards};
use crate::field::Field;
use crate::names::{Id, Order};
use crate::odds::Odds;
use crate::orders::{ActivationOrders, Tries, UnitOrders};
use crate::rules::ways;
use crate::state::State;
use engine::Rng;

/// Enemies farther off than this do not matter for how a unit stands.
const NEAR: u8 = 3;

/// The parts of a battle that looking ahead needs.
pub(super) struct Ahead {
    lattice: Lattice,
    /// True if the enemy acts before chits change again.
    exposed: bool,
}

/// A way for Commands to act, with the outcome that looking ahead gives.
pub(super) struct Way {
    pub(super) orders: ActivationOrders,
    /// The position that is likely after it.
    pub(super) after: State,
    worth: i32,
    /// All of it could be done.
    lawful: bool,
}

impl Ahead {
    /// Looks ahead for a player that does so; none for one that does not.
    pub(super) fn of(me: &Player<'_>) -> Option<Self> {
        let exposed = me.view.first == Some(me.side);
        (me.scale.tries > 0).then(|| Self { lattice: Lattice::new(&me.rules.printed), exposed })
    }

    /// The value of each order for a Command, in the order of [`Order::ALL`].
    pub(super) fn values(&self, me: &Player<'_>, command: Id, rng: &mut Rng) -> [i32; 4] {
        let tally = Tally::of(me, &me.field(), command);
        let gauls = me.view.options.gauls && command == me.rules.printed.charts.gauls;
        [Order::Stand, Order::Move, Order::MoveToAttack, Order::Reform].map(|order| {
            if gauls && order == Order::Reform {
                return i32::MIN / 2;
            }
            let state = under(me, command, order);
            let now = Player { view: &state, ..*me };
            // Whoever goes last is attacked under the new orders before it acts.
            let before = if self.exposed {
                0
            } else {
                let raid = Raid::new(&now, &self.lattice, &state);
                raid.sum(me.side.other(), false) * me.scale.dread / 100
            };
            let way = self.way(&now, &[command], me.scale.ponder, rng);
            let worth = way.map_or_else(|| self.worth(&now, &state, 0), |way| way.worth);
            worth + tally.beside(me, order) - before
        })
    }

    /// The best of some ways for Commands to act; none if there is nothing to say.
    pub(super) fn way(
        &self,
        me: &Player<'_>,
        commands: &[Id],
        tries: i32,
        rng: &mut Rng,
    ) -> Option<Way> {
        let first = plain::activation(me, commands)?;
        let field = me.field();
        let near = |unit: &Id| {
            let far = field.hex(*unit).and_then(|hex| nearest(&field, me.side, hex));
            far.is_some_and(|(far, _)| far <= NEAR) && !field.engaged(*unit)
        };
        let units: Vec<Id> = commands
            .iter()
            .flat_map(|command| field.command(*command))
            .filter(|unit| !me.view.acted.contains(unit) && near(unit))
            .collect();
        let mut best = self.trial(me, first);
        if units.is_empty() {
            return Some(best);
        }
        for _ in 0..tries {
            let Some(orders) = varied(me, &best.orders, &units, rng) else { continue };
            let other = self.trial(me, orders);
            if other.lawful && other.worth > best.worth {
                best = other;
            }
        }
        Some(best)
    }

    fn trial(&self, me: &Player<'_>, orders: ActivationOrders) -> Way {
        let rehearsal = rehearsal(me, &orders);
        let field = Field::new(&me.rules.printed, &rehearsal.state);
        let odds = rehearsal.odds(&field);
        let promised: i32 = odds.iter().map(|odds| gain(me, &field, odds)).sum();
        drop(field);
        let called = orders.gauls.is_some();
        let gained = if called { obeyed(&me.rules.printed.charts, promised) } else { promised };
        let (lawful, mut after) = (rehearsal.lawful, rehearsal.state);
        for odds in &odds {
            suppose(&mut after, odds);
        }
        let worth = self.worth(me, &after, gained);
        Way { orders, after, worth, lawful }
    }

    /// The value of a position after a turn with this gain.
    fn worth(&self, me: &Player<'_>, after: &State, gained: i32) -> i32 {
        let raid = Raid::new(me, &self.lattice, after);
        let scale = me.scale;
        let (dread, hope) = if self.exposed {
            (scale.dread, scale.hope)
        } else {
            (scale.dread_last, scale.hope_last)
        };
        let feared = raid.sum(me.side.other(), !self.exposed) * dread / 100;
        let hoped = raid.sum(me.side, true) * hope / 100;
        gained - feared + hoped
    }
}

/// Changes the state by the likely result of an attack.
fn suppose(state: &mut State, odds: &Odds) {
    for chance in odds.by.iter().chain(&odds.against) {
        if chance.eliminated >= 50 {
            state.units.remove(&chance.unit);
        } else if chance.disordered >= 50
            && let Some(unit) = state.units.get_mut(&chance.unit)
        {
            unit.disordered = true;
        }
    }
}

/// Another way to act: something else for one of the units.
fn varied(
    me: &Player<'_>,
    orders: &ActivationOrders,
    units: &[Id],
    rng: &mut Rng,
) -> Option<ActivationOrders> {
    let unit = *rng.pick(units)?;
    let field = me.field();
    let options = options(me, &field, unit);
    let option = rng.pick(&options)?.clone();
    let mut other = orders.clone();
    let list = &mut other.units.0;
    let place = list.iter().position(|(id, _)| *id == unit);
    match place {
        Some(at) if rng.chance(3, 4) => list[at].1 = Tries::One(option),
        Some(at) => {
            list.remove(at);
            list.insert(0, (unit, Tries::One(option)));
        }
        None => list.push((unit, Tries::One(option))),
    }
    Some(other)
}

fn options(me: &Player<'_>, field: &Field<'_>, unit: Id) -> Vec<UnitOrders> {
    let command = field.counter(unit).map(|counter| counter.command);
    match command.and_then(|command| me.view.chits.get(&command)) {
        Some(chit) => chit.order.map_or_else(Vec::new, |order| under_order(me, field, unit, order)),
        None => [Order::Move, Order::MoveToAttack]
            .into_iter()
            .flat_map(|order| {
                let all = under_order(me, field, unit, order);
                all.into_iter().map(move |one| UnitOrders { order: Some(order), ..one })
            })
            .collect(),
    }
}

fn under_order(me: &Player<'_>, field: &Field<'_>, unit: Id, order: Order) -> Vec<UnitOrders> {
    let Some(hex) = field.hex(unit) else { return Vec::new() };
    let faces = field.printed.ground.grid.vertices();
    let turned = |face| UnitOrders { face: Some(face), ..UnitOrders::default() };
    let sees = |hex, face| !field.enemies_before(me.side, hex, face).is_empty();
    match order {
        Order::Stand | Order::Reform => faces.map(turned).to_vec(),
        Order::Move => {
            let ahead =
                |hex| nearest(field, me.side, hex).map(|(_, enemy)| towards(field, hex, enemy));
            let to = |hex| UnitOrders { to: Some(hex), face: ahead(hex), ..UnitOrders::default() };
            ways::reach(field, unit).into_keys().map(to).collect()
        }
        Order::MoveToAttack if field.contact(me.side, hex) => {
            faces.into_iter().filter(|face| sees(hex, *face)).map(turned).collect()
        }
        Order::MoveToAttack => ways::closing(field, unit)
            .into_iter()
            .flat_map(|(to, _)| faces.map(|face| (to, face)))
            .filter(|(to, face)| sees(*to, *face))
            .map(|(to, face)| UnitOrders {
                to: Some(to),
                face: Some(face),
                ..UnitOrders::default()
            })
            .collect(),
    }
}
