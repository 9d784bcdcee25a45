//! The values of the sensible player, in hundredths of a Carthaginian unit.

use super::{Player, Scale, nearest, plain};
use crate::check::with_board;
use crate::events::{Combat, Command, Event, Movement, Pairing};
use crate::field::Field;
use crate::names::{Class, Id, Order, Side};
use crate::odds::{Chance, Odds, odds};
use crate::orders::ActivationOrders;
use crate::rules::activation;
use crate::rules::combat::{Clash, Knowledge};
use crate::state::{Chit, State, Unit};
use engine::kit::{Bearing, Hex};
use std::collections::BTreeSet;

/// The order assumed for a chit that lies face down: most units that are attacked stand.
const SUPPOSED: Knowledge = Knowledge::Suppose(Order::Stand);

/// The cost of a unit's loss: a share of what its side may lose; little for those that are not counted.
pub(super) fn weight(field: &Field<'_>, unit: Id) -> i32 {
    let battle = &field.printed.battle;
    let Some(counter) = field.counter(unit) else { return 0 };
    match counter.side {
        Side::Rome => 100 * i32::from(battle.rome_needs) / i32::from(battle.rome_bears).max(1),
        Side::Carthage if battle.uncounted_losses.contains(&counter.arm) => 30,
        Side::Carthage => 100,
    }
}

/// The cost of a unit's disorder: the lower its morale, the higher, because it then breaks more easily.
pub(super) fn disorder(me: &Player<'_>, field: &Field<'_>, unit: Id) -> i32 {
    let morale = field.counter(unit).map_or(0, |counter| counter.morale(true));
    let share = me.scale.disorder + me.scale.disorder_morale * (9 - i32::from(morale));
    weight(field, unit) * share / 100
}

/// Harm done less harm suffered, as the attacker weighs it.
pub(super) fn gain(me: &Player<'_>, field: &Field<'_>, odds: &Odds) -> i32 {
    let harm = |chances: &[Chance]| -> i32 {
        let one = |c: &Chance| {
            i32::from(c.disordered) * disorder(me, field, c.unit)
                + i32::from(c.eliminated) * weight(field, c.unit)
        };
        chances.iter().map(one).sum::<i32>() / 100
    };
    harm(&odds.against) - harm(&odds.by) * me.scale.caution / 100
}

/// The value of an attack by a unit from a hex, with the friends of its Command that already face the enemy, less what
/// it exposes.
pub(super) fn worth(me: &Player<'_>, unit: Id, hex: Hex, face: Bearing, moved: bool) -> i32 {
    let mut state: State = me.view.clone();
    let Some(stand) = state.units.get_mut(&unit) else { return 0 };
    *stand = Unit { hex, facing: face, disordered: stand.disordered };
    let field = Field::new(&me.rules.printed, &state);
    let before = field.front(unit);
    let command = field.counter(unit).map(|counter| counter.command);
    let closed = if moved { BTreeSet::from([unit]) } else { BTreeSet::new() };
    let gains = before.iter().map(|enemy| {
        let friend = |id: &Id| {
            *id != unit && field.attacks(*id) && field.counter(*id).map(|c| c.command) == command
        };
        let beside = field
            .hex(*enemy)
            .into_iter()
            .flat_map(|there| field.enemies_around(me.side.other(), there));
        let mut by: Vec<Id> = beside.filter(|id| friend(id) && field.faces(*id, *enemy)).collect();
        by.push(unit);
        let parts = i32::try_from(by.len()).expect("few units");
        let against = [*enemy];
        let clash = Clash { closed: &closed, ..Clash::new(&by, &against, SUPPOSED) };
        gain(me, &field, &odds(&field, &clash)) / parts
    });
    let around = i32::try_from(field.enemies_around(me.side, hex).count()).expect("six sides");
    let faced = i32::try_from(before.len()).expect("few units");
    let open = me.scale.exposed * (around - faced) + me.scale.crowded * (faced - 1).max(0);
    gains.max().unwrap_or(-40) - open
}

/// An activation as the checker rehearses it.
pub(super) struct Rehearsal {
    /// The position once everybody has moved.
    pub(super) state: State,
    /// The units that have moved.
    closed: BTreeSet<Id>,
    attacks: Vec<Pairing>,
    /// All of it could be done.
    pub(super) lawful: bool,
}

pub(super) fn rehearsal(me: &Player<'_>, orders: &ActivationOrders) -> Rehearsal {
    let mut state = me.view.clone();
    state.inactive.clear();
    state.acted.clear();
    let (mut closed, mut attacks, mut lawful) = (BTreeSet::new(), Vec::new(), true);
    with_board(me.rules, &mut state, |board| {
        activation::rehearse(board, me.side, 0, orders);
        for entry in board.entries() {
            match &entry.event {
                Event::Movement(Movement::Moved { unit, .. }) => drop(closed.insert(*unit)),
                Event::Combat(Combat::Announced { attacks: all }) => {
                    attacks.extend(all.iter().cloned());
                }
                Event::Command(Command::Void { .. }) => lawful = false,
                _ => {}
            }
        }
    });
    Rehearsal { state, closed, attacks, lawful }
}

impl Rehearsal {
    pub(super) fn odds(&self, field: &Field<'_>) -> Vec<Odds> {
        let of = |pair: &Pairing| {
            let clash = Clash::new(&pair.by, &pair.against, SUPPOSED);
            odds(field, &Clash { closed: &self.closed, ..clash })
        };
        self.attacks.iter().map(of).collect()
    }
}

/// The value of the attacks of an activation: it is rehearsed as the checker does it, and every announced attack counts
/// by its odds.
pub(super) fn outlook(me: &Player<'_>, orders: &ActivationOrders) -> i32 {
    let rehearsal = rehearsal(me, orders);
    let field = Field::new(&me.rules.printed, &rehearsal.state);
    let hopes: i32 = rehearsal.odds(&field).iter().map(|odds| gain(me, &field, odds)).sum();
    let open = |unit: Id| {
        let (Some(hex), Some(side)) = (field.hex(unit), field.side(unit)) else { return 0 };
        field.enemies_around(side, hex).count().saturating_sub(field.front(unit).len())
    };
    let exposed: usize = rehearsal.closed.iter().map(|unit| open(*unit)).sum();
    hopes - me.scale.exposed / 2 * i32::try_from(exposed).expect("few units")
}

/// The position with the Command under an order, its chit face up, as if it were to act now.
pub(super) fn under(me: &Player<'_>, command: Id, order: Order) -> State {
    let mut state = me.view.clone();
    state.chits.insert(command, Chit { order: Some(order), up: true });
    state
}

/// The value of each order for a Command, in the order of [`Order::ALL`]. Under all but Move to Attack only the Engaged
/// fight, and in the same way.
pub(super) fn values(me: &Player<'_>, command: Id) -> [i32; 4] {
    let field = me.field();
    let tally = Tally::of(me, &field, command);
    let bare = ActivationOrders { command: Some(command), ..ActivationOrders::default() };
    let promise = |order: Order, planned: bool| {
        let state = under(me, command, order);
        let now = Player { view: &state, ..*me };
        if planned {
            outlook(&now, &plain::activation(&now, &[command]).unwrap_or_default())
        } else {
            outlook(&now, &bare)
        }
    };
    let engaged = field.command(command).into_iter().any(|unit| field.engaged(unit));
    let locked = if engaged { promise(Order::Stand, false) } else { 0 };
    let gauls = me.view.options.gauls && command == me.rules.printed.charts.gauls;
    let value = |order| match order {
        Order::Stand => locked + tally.stand(me.scale),
        Order::Move => locked + tally.march(me.scale),
        Order::Reform if gauls => i32::MIN / 2,
        Order::Reform => locked + tally.reform(me.scale),
        Order::MoveToAttack if tally.contact + tally.near == 0 => locked,
        // Gauls do as they are told six times in ten.
        Order::MoveToAttack if gauls => promise(order, true) * 6 / 10 + tally.assault(me) - 20,
        Order::MoveToAttack => promise(order, true) + tally.assault(me),
    };
    [Order::Stand, Order::Move, Order::MoveToAttack, Order::Reform].map(value)
}

/// The facts about a Command that matter apart from its attacks.
pub(super) struct Tally {
    fights: bool,
    /// Units next to an enemy that are not Engaged.
    contact: i32,
    /// Units two hexes from an enemy.
    near: i32,
    /// Units farther off that are in order.
    far: i32,
    /// The gain of Disordered units from leaving the enemy.
    rescue: i32,
    /// The possible gain of Disordered units from Reform now.
    recovery: i32,
    /// Units on ground that helps a defender.
    ground: i32,
}

impl Tally {
    pub(super) fn of(me: &Player<'_>, field: &Field<'_>, command: Id) -> Self {
        let units = field.command(command);
        let fights = units.iter().any(|unit| field.attacks(*unit));
        let mut tally =
            Self { fights, contact: 0, near: 0, far: 0, rescue: 0, recovery: 0, ground: 0 };
        for unit in units.into_iter().filter(|unit| !field.engaged(*unit)) {
            let Some(hex) = field.hex(unit) else { continue };
            let far = nearest(field, me.side, hex).map_or(99, |(far, _)| far);
            let disordered = field.disordered(unit);
            let cost = disorder(me, field, unit);
            match far {
                0 | 1 => tally.contact += 1,
                2 => tally.near += 1,
                _ if !disordered => tally.far += 1,
                _ => {}
            }
            if disordered && far <= 1 {
                tally.rescue += cost * 4 / 10;
            } else if disordered {
                tally.recovery += cost * (i32::from(field.morale(unit)) + 1) / 10;
            }
            let terrain = field.printed.ground.terrain(hex);
            tally.ground += i32::from(terrain.defender < 0 || field.printed.ground.level(hex) > 1);
        }
        tally
    }

    const fn stand(&self, scale: &Scale) -> i32 {
        scale.stand + scale.stand_contact * self.contact + scale.stand_ground * self.ground
    }

    const fn march(&self, scale: &Scale) -> i32 {
        if !self.fights {
            return scale.light;
        }
        let leave = self.rescue - scale.march_contact * self.contact;
        leave + scale.march + scale.march_far * self.far - scale.march_ground * self.ground
    }

    const fn reform(&self, scale: &Scale) -> i32 {
        self.recovery * scale.reform / 100
            - scale.reform_contact * self.contact
            - scale.reform_near * self.near
    }

    /// The value of an order to a player who looks ahead, apart from what looking ahead shows.
    pub(super) fn beside(&self, me: &Player<'_>, order: Order) -> i32 {
        let scale = me.scale;
        match order {
            Order::Stand => scale.stand,
            Order::Move if !self.fights => scale.light,
            Order::Move => scale.march + scale.march_far * self.far,
            Order::MoveToAttack => self.assault(me),
            Order::Reform => self.recovery * scale.reform / 100,
        }
    }

    /// The value of an attack apart from its odds: the longer nothing happens, the worse the odds that Rome accepts.
    fn assault(&self, me: &Player<'_>) -> i32 {
        let quiet = i32::try_from(me.view.quiet).expect("few turns");
        let scale = me.scale;
        let stalled = scale.stalled * (quiet - scale.stalled_after).max(0);
        let pressed = if self.contact + self.near > 0 { stalled } else { 0 };
        pressed + scale.assault + scale.assault_near * self.near
    }
}

/// An enemy as prey: where it stands, how high, and how easily it is overcome there and from below.
pub(super) struct Prey {
    pub(super) hex: Hex,
    level: u8,
    level_ease: i32,
    uphill_ease: i32,
}

impl Prey {
    /// The ease with which it is overcome from a height; more means easier.
    pub(super) fn ease(&self, level: u8) -> i32 {
        if level < self.level { self.uphill_ease } else { self.level_ease }
    }
}

/// All enemies as prey of a unit: by weapons, ground, height and disorder.
pub(super) fn prey(field: &Field<'_>, unit: Id, side: Side) -> Vec<Prey> {
    let Some(own) = field.counter(unit) else { return Vec::new() };
    let ground = &field.printed.ground;
    let one = |enemy: Id| {
        let (other, hex) = (field.counter(enemy)?, field.hex(enemy)?);
        let weapons = i32::from(field.printed.charts.weapon(own.arm, other.arm));
        let defends = i32::from(ground.terrain(hex).defender);
        let tired = 2 * i32::from(field.disordered(enemy));
        let shy = i32::from(own.class == Class::Cav && other.class == Class::El);
        let ease = |climb: i32| 8 * (weapons + defends.min(-climb) + tired - shy);
        Some(Prey { hex, level: ground.level(hex), level_ease: ease(0), uphill_ease: ease(1) })
    };
    field.army(side.other()).filter_map(one).collect()
}
