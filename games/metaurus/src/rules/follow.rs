//! 10.0k, 10.0m: attacks that follow from an attack.

use super::activation::{Activation, reveal_attacked};
use super::advance::advance;
use super::announcement::Attack;
use super::combat::{self, Clash, Knowledge};
use super::results::{Nature, carry_out, outcomes, resolve, throw};
use super::{GameTable, field, question, retreat};
use crate::events::{Combat, Follow};
use crate::field::Field;
use crate::names::{About, Id, Side};
use crate::orders::Orders;
use crate::policy;
use crate::state::{Query, Target};
use engine::kit::{Aspect, Hex};

/// 10.0m: after a natural 1 the surviving defenders may strike back at the attackers in their Frontal and Flank hexes.
pub(super) fn counter_attack(
    board: &mut GameTable<'_>,
    act: &Activation<'_>,
    attackers: &[Id],
    defenders: &[Id],
) {
    let field = field(board);
    let able = |id: &Id| {
        field.unit(*id).is_some()
            && field.attacks(*id)
            && !field.frozen(*id)
            && !field.inactive(*id)
            && attackers.iter().any(|unit| near(&field, *id, *unit))
    };
    let by: Vec<Id> = defenders.iter().copied().filter(able).collect();
    let against = met(&field, &by, attackers);
    let Some(side) = by.first().and_then(|id| field.side(*id)) else { return };
    let drm = combat::drm(&field, &Clash::new(&by, &against, Knowledge::All));
    drop(field);
    board.by_order(board.standing_order(&side.seat(), "counter"));
    let willing = willing(board, side, (&by, attackers), drm);
    if willing.is_empty() {
        return board.record(
            "10.0m",
            Combat::Declined { what: Follow::CounterAttack, by, against, drm }.into(),
        );
    }
    let met = met(&super::field(board), &willing, attackers);
    let places: Vec<(Id, Hex)> =
        met.iter().filter_map(|id| Some((*id, board.state().units.get(id)?.hex))).collect();
    let (_, results) = throw(board, act, Nature::Counter, &willing, &met);
    outcomes(board, &willing, &met, &results);
    let gone: Vec<Hex> = places
        .into_iter()
        .filter(|(id, _)| !board.state().units.contains_key(id))
        .map(|(_, hex)| hex)
        .collect();
    advance(board, &willing, &gone, &[], None);
}

/// True if a defender may strike back at an attacker: it has it in a Frontal or Flank hex.
fn near(field: &Field<'_>, defender: Id, unit: Id) -> bool {
    let aspect = field.hex(unit).and_then(|hex| field.aspect(defender, hex));
    matches!(aspect, Some(Aspect::Front | Aspect::Flank))
        && field.side(unit) != field.side(defender)
}

/// The attackers that these defenders would strike at.
fn met(field: &Field<'_>, by: &[Id], attackers: &[Id]) -> Vec<Id> {
    let near = |unit: &Id| by.iter().any(|id| near(field, *id, *unit));
    attackers.iter().copied().filter(near).collect()
}

/// The defenders of `by` that strike back: as their player says, if asked, or by policy, which is tested with the
/// modifier of all of them.
fn willing(
    board: &mut GameTable<'_>,
    side: Side,
    (by, attackers): (&[Id], &[Id]),
    drm: i8,
) -> Vec<Id> {
    let (printed, policy) = (&board.rules().printed, board.policy(&side.seat()));
    let unsaid = |id: &Id| !policy::settles_counter(policy, printed, *id);
    let open: Vec<Id> = by.iter().copied().filter(unsaid).collect();
    let mut told = None;
    if question::any(board) && !open.is_empty() {
        let field = field(board);
        let against = met(&field, &open, attackers);
        let drm = combat::drm(&field, &Clash::new(&open, &against, Knowledge::All));
        drop(field);
        let query = Query::Counter { by: open.clone(), against, drm };
        if let Some(Orders::StrikeBack(orders)) = question::ask(board, side, query) {
            told = Some(orders.strike);
        }
    }
    let will = |id: &Id| match &told {
        Some(strike) if open.contains(id) => strike.contains(id),
        Some(_) | None => policy::counter(policy, printed, *id).holds(drm, false),
    };
    by.iter().copied().filter(will).collect()
}

/// 10.0k: those attackers that survive and are not Engaged may go on against one enemy.
pub(super) fn go_on(
    board: &mut GameTable<'_>,
    act: &Activation<'_>,
    attack: &Attack<'_>,
    (by, against): (&[Id], &[Id]),
    previous: u8,
) {
    let targets = targets(board, act, attack, (by, against), previous);
    let Some(first) = targets.first().cloned() else { return };
    let printed = &board.rules().printed;
    let policy = board.policy(&act.side.seat());
    let own = attack.orders.and_then(|orders| orders.go_on);
    let query = Query::Continue { targets };
    let asks = own.is_none() && question::any(board) && !question::settled(printed, &query, policy);
    let (Target { by, against: target, drm }, goes) = if asks {
        let chosen = chosen(board, act.side, query);
        let goes = chosen.is_some();
        (chosen.unwrap_or(first), goes)
    } else {
        let standing = || first.by.first().map(|unit| policy::go_on(policy, printed, *unit));
        let goes = own.or_else(standing).is_some_and(|when| when.holds(first.drm, false));
        goes_on(board, act, attack);
        (first, goes)
    };
    if !goes {
        return board.record(
            "10.0k",
            Combat::Declined { what: Follow::ContinuedAttack, by, against: vec![target], drm }
                .into(),
        );
    }
    reveal_attacked(board, &[target]);
    let mut next = [Attack { by, against: vec![target], orders: attack.orders, fled: Vec::new() }];
    retreat::before_combat(board, &mut next, &act.closed, previous);
    let [next] = next;
    if asks {
        board.by_order(board.order_of(&act.side.seat(), About::Continue.word()));
    } else {
        goes_on(board, act, attack);
    }
    resolve(board, act, &next, Nature::Continued(previous));
}

/// The units that the surviving attackers can go on against. First comes the one that the attack names for it, or that
/// was attacked, or the one with the best odds by what lies open.
fn targets(
    board: &GameTable<'_>,
    act: &Activation<'_>,
    attack: &Attack<'_>,
    (by, against): (&[Id], &[Id]),
    previous: u8,
) -> Vec<Target> {
    let field = field(board);
    let free: Vec<Id> =
        by.iter().copied().filter(|id| field.unit(*id).is_some() && !field.engaged(*id)).collect();
    let mut known: Vec<Id> = free.iter().flat_map(|unit| field.front(*unit)).collect();
    known.sort_by_key(|id| field.hex(*id));
    known.dedup();
    let one = |target: Id| {
        let by: Vec<Id> = free.iter().copied().filter(|unit| field.faces(*unit, target)).collect();
        let against = [target];
        let known = Clash::new(&by, &against, Knowledge::FaceUp);
        let drm = combat::drm(&field, &Clash { closed: &act.closed, previous, ..known });
        Target { by, against: target, drm }
    };
    let mut targets: Vec<Target> = known.iter().copied().map(one).collect();
    let then = attack.orders.map_or(&[][..], |orders| &orders.then);
    let wanted = then.iter().chain(against).copied().find(|id| known.contains(id));
    let key = |target: &Target| (-i16::from(target.drm), field.hex(target.against));
    let best = || targets.iter().min_by_key(|target| key(target)).map(|target| target.against);
    let first = wanted.or_else(best);
    // A stable sort: the others stay in the order of their hexes.
    targets.sort_by_key(|target| Some(target.against) != first);
    targets
}

/// The unit that a player goes on against; none if they stop.
fn chosen(board: &mut GameTable<'_>, side: Side, query: Query) -> Option<Target> {
    let Query::Continue { targets } = query.clone() else { return None };
    let Some(Orders::GoOn(orders)) = question::ask(board, side, query) else { return None };
    targets.into_iter().find(|target| Some(target.against) == orders.against)
}

/// Attributes what follows to what the attack itself says of going on, else to the standing order.
fn goes_on(board: &mut GameTable<'_>, act: &Activation<'_>, attack: &Attack<'_>) {
    if attack.orders.and_then(|orders| orders.go_on).is_some() {
        carry_out(board, act, attack);
    } else {
        board.by_order(board.standing_order(&act.side.seat(), "continue"));
    }
}
