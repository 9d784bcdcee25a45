//! The sensible player: Rome comes up in line, attacks where the odds favour it, and takes what is Disordered back to
//! reform; Carthage stands, screens with its slingers and strikes where an enemy is exposed.

use super::judge::{outlook, values};
use super::steps::{chitless, close, go, watch};
use super::strong::Ahead;
use super::{Player, choice, nearest};
use crate::names::{Go, Id, Order, Side};
use crate::orders::{
    ActivationOrders, All, Changes, Gauls, Orders, SetUpOrders, Tries, TurnOrders, UnitOrders,
};
use crate::policy::{Advancing, DEFAULT, Initiative, Policy, Retreat, When};
use crate::state::{Stage, State};
use engine::Rng;
use engine::kit::Slug;
use std::collections::BTreeMap;

pub(super) fn answer(me: &Player<'_>, rng: &mut Rng) -> Orders {
    match me.view.stage {
        Stage::SetUp { .. } => Orders::SetUp(set_up(me)),
        Stage::Initiative | Stage::Choice { .. } => choice(Go::First),
        Stage::Orders | Stage::End => {
            Orders::Changes(Changes { change: changes(me, rng), agree: None })
        }
        Stage::Turn { .. } => Orders::Turn(turn(me, rng)),
    }
}

/// Everybody as in the scenario; the Balearics move, the others hold or come on.
fn set_up(me: &Player<'_>) -> SetUpOrders {
    let mut orders = SetUpOrders::default();
    for note in me.rules.printed.roster.of(me.side).filter(|note| note.chit) {
        let light = note.units.iter().any(|unit| {
            me.rules.printed.roster.unit(*unit).is_some_and(|c| c.faces.back.is_none())
        });
        let order = if me.side == Side::Rome || light { Order::Move } else { Order::Stand };
        orders.chits.insert(note.id, order);
    }
    orders
}

/// Strike back and go on where the odds are even or better; cavalry gives way to infantry.
pub(super) fn policy(me: &Player<'_>) -> Policy {
    let mut retreat = BTreeMap::new();
    if me.scale.retreat > 0 {
        let rule = Retreat { when: When::Infantry, hexes: 1, toward: Vec::new() };
        let riders =
            me.rules.printed.roster.of(me.side).find(|note| !note.chit && note.units.len() > 1);
        retreat.extend(riders.map(|note| (note.id, rule)));
        retreat.insert(
            Slug::of("balearic"),
            Retreat { when: When::Always, hexes: 1, toward: Vec::new() },
        );
    }
    Policy {
        initiative: Some(Initiative::First),
        retreat: Some(retreat),
        counter: Some(BTreeMap::from([(DEFAULT, When::Drm(drm(me.scale.counter)))])),
        go_on: Some(BTreeMap::from([(DEFAULT, When::Drm(drm(me.scale.go_on)))])),
        order: None,
        advance: Some(Advancing::First),
        gauls: None,
        rampage: None,
    }
}

fn drm(weight: i32) -> i8 {
    i8::try_from(weight.clamp(-99, 99)).expect("two digits")
}

/// The most promising changes, as many as are allowed.
fn changes(me: &Player<'_>, rng: &mut Rng) -> BTreeMap<Id, Order> {
    let field = me.field();
    let ahead = Ahead::of(me);
    let most = usize::from(me.rules.printed.charts.changes[me.side.at()]);
    let mut wanted: Vec<(i32, Id, Order)> = Vec::new();
    for note in me
        .rules
        .printed
        .roster
        .of(me.side)
        .filter(|note| note.chit && !field.command(note.id).is_empty())
    {
        let Some(now) = me.view.chits.get(&note.id).and_then(|chit| chit.order) else { continue };
        let values = match &ahead {
            Some(ahead) => ahead.values(me, note.id, rng),
            None => values(me, note.id),
        };
        let best = Order::ALL
            .iter()
            .copied()
            .max_by_key(|order| (values[*order as usize], *order == now))
            .unwrap_or(now);
        let gain = values[best as usize] - values[now as usize];
        if gain > me.scale.change {
            wanted.push((-gain, note.id, best));
        }
    }
    wanted.sort_unstable();
    wanted.into_iter().take(most).map(|(_, id, order)| (id, order)).collect()
}

/// All Commands that may act, two as one where that promises most, then those nearest to the enemy first.
fn turn(me: &Player<'_>, rng: &mut Rng) -> TurnOrders {
    let field = me.field();
    let ahead = Ahead::of(me);
    let far = |command: &Id| {
        let hexes = field.command(*command).into_iter().filter_map(|unit| field.hex(unit));
        hexes.filter_map(|hex| nearest(&field, me.side, hex)).map(|(far, _)| far).min()
    };
    let mut commands = me.ready();
    commands.sort_by_key(|command| (far(command), *command));
    let mut groups: Vec<Vec<Id>> = pair(me, &commands).into_iter().collect();
    let paired: Vec<Id> = groups.iter().flatten().copied().collect();
    groups.extend(
        commands
            .into_iter()
            .filter(|command| !paired.contains(command))
            .map(|command| vec![command]),
    );
    let mut after: State = me.view.clone();
    let mut activations = Vec::new();
    for group in groups {
        let now = Player { view: &after, ..*me };
        let Some((one, then)) = acted(&now, &group, ahead.as_ref(), rng) else { continue };
        activations.push(one);
        after = then;
        if me.view.options.tempo == engine::Tempo::Full {
            break;
        }
    }
    let finish = activations.is_empty();
    TurnOrders { activations, finish }
}

/// The orders for some Commands, and the position after them as far as the player works it out.
fn acted(
    me: &Player<'_>,
    commands: &[Id],
    ahead: Option<&Ahead>,
    rng: &mut Rng,
) -> Option<(ActivationOrders, State)> {
    if let Some(ahead) = ahead {
        let way = ahead.way(me, commands, me.scale.tries, rng)?;
        return Some((way.orders, way.after));
    }
    let one = activation(me, commands)?;
    let mut after: State = me.view.clone();
    for (unit, tries) in &one.units.0 {
        let to = tries.all().first().and_then(|first| first.to);
        if let (Some(stand), Some(to)) = (after.units.get_mut(unit), to) {
            stand.hex = to;
        }
    }
    Some((one, after))
}

/// The two legions that had best act as one (5.3): both under Move to Attack, and worth more together, as often as the
/// die allows it, than apart.
fn pair(me: &Player<'_>, ready: &[Id]) -> Option<Vec<Id>> {
    let charts = &me.rules.printed.charts;
    let legion = |id: &&Id| me.rules.printed.roster.command(**id).is_some_and(|note| note.legion);
    let order = |id: &Id| me.view.chits.get(id).and_then(|chit| chit.order);
    let hope = |group: &[Id]| outlook(me, &activation(me, group).unwrap_or_default());
    let bold: Vec<(Id, i32)> = ready
        .iter()
        .filter(legion)
        .filter(|id| order(id) == Some(Order::MoveToAttack))
        .map(|id| (*id, hope(&[*id])))
        .filter(|(_, hope)| *hope != 0)
        .collect();
    let chance = i32::try_from((0..10).filter(|die| charts.combined_on.contains(die)).count())
        .expect("at most ten");
    let pairs = bold
        .iter()
        .enumerate()
        .flat_map(|(at, one)| bold[at + 1..].iter().map(move |other| (one, other)));
    let gains = pairs.map(|((a, alone), (b, apart))| {
        (hope(&[*a, *b]) * chance / 10 - alone - apart, vec![*a, *b])
    });
    gains.max().filter(|(gain, _)| *gain > me.scale.pair).map(|(_, pair)| pair)
}

/// The orders for one Command, or for two as one; none if there is nothing to say that the rules would not do anyway.
pub(super) fn activation(me: &Player<'_>, commands: &[Id]) -> Option<ActivationOrders> {
    let mut one = match *commands {
        [a, b] => ActivationOrders { combined: Some([a, b]), ..ActivationOrders::default() },
        _ => ActivationOrders { command: commands.first().copied(), ..ActivationOrders::default() },
    };
    let command = *commands.first()?;
    let field = me.field();
    let chit = me.view.chits.get(&command);
    let order = chit.and_then(|chit| chit.order);
    let gauls = me.view.options.gauls && command == me.rules.printed.charts.gauls;
    if gauls && matches!(order, Some(Order::Move | Order::MoveToAttack)) {
        one.gauls = Some(Gauls::All(All::All));
    }
    let mut units: Vec<Id> = commands.iter().flat_map(|command| field.command(*command)).collect();
    units.retain(|unit| !me.view.acted.contains(unit));
    units.sort_by_key(|unit| field.hex(*unit).and_then(|hex| nearest(&field, me.side, hex)));
    let mut state = me.view.clone();
    for unit in units {
        let now = Player { view: &state, ..*me };
        let Some((own, what)) = part(&now, unit, order) else { continue };
        if own.is_none() && what == UnitOrders::default() {
            continue;
        }
        if let Some(stand) = state.units.get_mut(&unit) {
            stand.hex = what.to.unwrap_or(stand.hex);
            stand.facing = what.face.unwrap_or(stand.facing);
        }
        one.units.0.push((unit, Tries::One(UnitOrders { order: own, ..what })));
    }
    let silent = one.units.is_empty() && chit.is_none();
    (!silent).then_some(one)
}

/// The orders for one unit, and the order that it is given if it has no chit.
fn part(me: &Player<'_>, unit: Id, order: Option<Order>) -> Option<(Option<Order>, UnitOrders)> {
    let field = me.field();
    let own = if order.is_none() { Some(chitless(me, &field, unit)?) } else { None };
    let what = match order.or(own)? {
        _ if field.engaged(unit) => UnitOrders::default(),
        Order::Move => go(me, &field, unit),
        Order::MoveToAttack => close(me, &field, unit),
        Order::Stand | Order::Reform => watch(me, &field, unit),
    };
    Some((own, what))
}
