//! 9.1a, 10.0: resolving attacks, and their results.

use super::activation::Activation;
use super::advance::advance;
use super::announcement::Attack;
use super::combat::{self, Clash, Knowledge};
use super::{GameTable, Refusal, die, field, follow, losses, question, void};
use crate::codes::Code;
use crate::data::CombatResult;
use crate::events::{Cause, Combat, Effect, Fate, Fight, Pairing};
use crate::field::Field;
use crate::names::{Id, Side};
use crate::orders::Orders;
use crate::state::{Link, Query};
use engine::Secrecy;
use engine::kit::{Aspect, Bearing, Hex};
use std::collections::BTreeSet;

/// The kinds of attacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Nature {
    Announced,
    /// After this many attacks of the same group (10.0k).
    Continued(u8),
    /// A counter-attack of the defenders (10.0m).
    Counter,
    /// An attack of rampaging Elephants (12.0c).
    Rampage,
}

/// One attack after the other, each with all that follows from it.
pub(crate) fn resolve_all(
    board: &mut GameTable<'_>,
    act: &Activation<'_>,
    attacks: Vec<Attack<'_>>,
) {
    let (mut left, mut named) = (attacks, Vec::new());
    while !left.is_empty() {
        let attack = left.remove(next(board, act.side, &left, &mut named));
        carry_out(board, act, &attack);
        resolve(board, act, &attack, Nature::Announced);
    }
    act.carries_out(board, &[]);
}

/// 9.1a: the attack that is resolved next: first those that the file lists, then as the player asked about the others
/// says, or as they are announced. `named` is what the last answer still names.
fn next(board: &mut GameTable<'_>, side: Side, left: &[Attack<'_>], named: &mut Vec<Id>) -> usize {
    let listed = left.first().is_none_or(|attack| attack.orders.is_some());
    let policy = board.policy(&side.seat());
    let settled = policy.is_some_and(|policy| policy.order.is_some());
    if listed || left.len() == 1 {
        return 0;
    }
    let asks = !settled && question::any(board);
    // An attack of which nobody stands any more is no choice: whoever made it enters, or it is void.
    let gone = |attack: &Attack<'_>| still_there(&field(board), attack).1.is_empty();
    if let Some(at) = left.iter().position(gone).filter(|_| asks) {
        named.retain(|id| !left[at].against.contains(id));
        return at;
    }
    if named.is_empty() && asks {
        let stands = |attack: &Attack<'_>| {
            let (by, against) = still_there(&field(board), attack);
            Pairing { by, against, ..attack.pairing() }
        };
        let attacks = left.iter().map(stands).collect();
        let orders = question::ask(board, side, Query::Order { attacks });
        if let Some(Orders::NextAttacks(orders)) = orders {
            // A seat that names none leaves them all in the order in which they were announced.
            *named = orders.next;
            if named.is_empty() {
                named
                    .extend(left.iter().filter_map(|attack| {
                        still_there(&field(board), attack).1.first().copied()
                    }));
            }
        }
    }
    if named.is_empty() {
        return 0;
    }
    let first = named.remove(0);
    let named = left.iter().position(|attack| attack.against.contains(&first));
    named.expect("a lawful answer names each remaining attack once")
}

/// Attributes what follows to a listed attack, or to one that the rules assign.
pub(super) fn carry_out(board: &mut GameTable<'_>, act: &Activation<'_>, attack: &Attack<'_>) {
    match place_in_file(act, attack) {
        Some(at) => act.carries_out(board, &["attacks".into(), at.into()]),
        None => act.carries_out(board, &[]),
    }
}

fn place_in_file(act: &Activation<'_>, attack: &Attack<'_>) -> Option<usize> {
    let own = attack.orders?;
    act.orders.attacks.iter().position(|other| std::ptr::eq(own, other))
}

/// One attack: die, results, advance, counter-attack, continued attack.
pub(crate) fn resolve(
    board: &mut GameTable<'_>,
    act: &Activation<'_>,
    attack: &Attack<'_>,
    nature: Nature,
) {
    let (by, against) = still_there(&field(board), attack);
    if by.is_empty() {
        return;
    }
    if against.is_empty() {
        if attack.fled.is_empty() {
            return target_gone(board, act, attack);
        }
        let vacated: Vec<Hex> = attack.fled.iter().map(|(_, hex)| *hex).collect();
        return advance(board, &by, &vacated, advance_orders(attack), facing_after(attack));
    }
    let places: Vec<(Id, Hex)> =
        attack.against.iter().filter_map(|id| place(board, attack, *id)).collect();
    let (natural, results) = throw(board, act, nature, &by, &against);
    outcomes(board, &by, &against, &results);
    let vacated = vacated(board, attack, &places);
    advance(board, &by, &vacated, advance_orders(attack), facing_after(attack));
    if natural == board.rules().printed.charts.counter_on && nature != Nature::Counter {
        follow::counter_attack(board, act, &by, &against);
        carry_out(board, act, attack);
    }
    if results.contains(&CombatResult::Continued) {
        let previous = match nature {
            Nature::Announced => 1,
            Nature::Continued(before) => before.saturating_add(1),
            Nature::Counter | Nature::Rampage => return,
        };
        follow::go_on(board, act, attack, (&by, &against), previous);
    }
}

fn advance_orders<'o>(attack: &Attack<'o>) -> &'o [Id] {
    attack.orders.map_or(&[], |orders| &orders.advance)
}

fn facing_after(attack: &Attack<'_>) -> Option<Bearing> {
    attack.orders.and_then(|orders| orders.face_after)
}

/// Attackers and defenders that are left: earlier attacks of the activation may have changed things.
fn still_there(field: &Field<'_>, attack: &Attack<'_>) -> (Vec<Id>, Vec<Id>) {
    let by: Vec<Id> = attack.by.iter().copied().filter(|id| field.unit(*id).is_some()).collect();
    let fled = |id: &Id| attack.fled.iter().any(|(other, _)| other == id);
    let met = |id: &Id| by.iter().all(|unit| field.faces(*unit, *id));
    let against = attack.against.iter().copied().filter(|id| !fled(id) && met(id)).collect();
    (by, against)
}

fn target_gone(board: &mut GameTable<'_>, act: &Activation<'_>, attack: &Attack<'_>) {
    let Some(at) = place_in_file(act, attack) else { return };
    let list: Vec<String> = attack.against.iter().map(ToString::to_string).collect();
    let part = act.part(&format!("attacks[{at}]"));
    void(
        board,
        act.side,
        &part,
        None,
        Refusal::new(
            Code::Attack,
            "9.0e",
            format!("{} has left the map or been eliminated before the attack", list.join(" and ")),
        ),
    );
}

/// The hex a defender held when the attack was announced.
fn place(board: &GameTable<'_>, attack: &Attack<'_>, id: Id) -> Option<(Id, Hex)> {
    let fled = attack.fled.iter().find(|(other, _)| *other == id).map(|(_, hex)| *hex);
    fled.or_else(|| board.state().units.get(&id).map(|unit| unit.hex)).map(|hex| (id, hex))
}

/// Hexes left by defenders that fell back or fell, in the order of the attack.
fn vacated(board: &GameTable<'_>, attack: &Attack<'_>, places: &[(Id, Hex)]) -> Vec<Hex> {
    let fled = |id: &Id| attack.fled.iter().any(|(other, _)| other == id);
    places
        .iter()
        .filter(|(id, _)| fled(id) || !board.state().units.contains_key(id))
        .map(|(_, hex)| *hex)
        .collect()
}

/// The die with all modifiers.
pub(super) fn throw(
    board: &mut GameTable<'_>,
    act: &Activation<'_>,
    nature: Nature,
    by: &[Id],
    against: &[Id],
) -> (u8, Vec<CombatResult>) {
    let nobody = BTreeSet::new();
    let closed = if nature == Nature::Counter { &nobody } else { &act.closed };
    let previous = if let Nature::Continued(previous) = nature { previous } else { 0 };
    let modifiers = {
        let clash = Clash { closed, previous, ..Clash::new(by, against, Knowledge::All) };
        combat::modifiers(&field(board), &clash)
    };
    let drm = combat::sum(&modifiers);
    let names = |ids: &[Id]| ids.iter().map(ToString::to_string).collect::<Vec<_>>().join("+");
    let word = match nature {
        Nature::Announced | Nature::Rampage => "attack",
        Nature::Continued(_) => "continued",
        Nature::Counter => "counter",
    };
    let charts = &board.rules().printed.charts;
    let mut seen = (0, Vec::new());
    board.settle(
        "9.1a",
        &format!("{word}/{}>{}", names(by), names(against)),
        Secrecy::Open,
        10,
        1,
        |_, faces| {
            let die = die(faces, 0);
            let total = i8::try_from(die).expect("a digit").saturating_add(drm);
            let results = charts.result(total).to_vec();
            seen = (die, results.clone());
            let fight = Fight {
                by: by.to_vec(),
                against: against.to_vec(),
                die,
                modifiers,
                drm,
                total,
                results,
            };
            match nature {
                Nature::Announced | Nature::Rampage => Combat::Attack(fight),
                Nature::Continued(_) => Combat::ContinuedAttack(fight),
                Nature::Counter => Combat::CounterAttack(fight),
            }
            .into()
        },
    );
    seen
}

/// 10.0a to 10.0f: the result for every attacker and every defender.
pub(super) fn outcomes(
    board: &mut GameTable<'_>,
    by: &[Id],
    against: &[Id],
    results: &[CombatResult],
) {
    if results.contains(&CombatResult::Engaged) {
        engage(board, by, against);
    } else {
        disengage(board, by, against);
    }
    for result in results {
        match result {
            CombatResult::ADisordered => by.iter().for_each(|unit| disorder(board, *unit)),
            CombatResult::ACheck => by.iter().for_each(|unit| check(board, *unit)),
            CombatResult::DCheck => against.iter().for_each(|unit| check(board, *unit)),
            CombatResult::DDisordered => against.iter().for_each(|unit| disorder(board, *unit)),
            CombatResult::DEliminated => against
                .iter()
                .for_each(|unit| losses::eliminate(board, "10.0", *unit, Cause::Combat)),
            CombatResult::Engaged | CombatResult::Continued => {}
        }
    }
}

/// 10.0b: a check, one die whether Disordered or not (R27).
fn check(board: &mut GameTable<'_>, unit: Id) {
    roll_against(board, "10.0b", unit);
}

/// 10.0c: a disorder without a check; who is Disordered already rolls.
fn disorder(board: &mut GameTable<'_>, unit: Id) {
    let Some(stand) = board.state().units.get(&unit).copied() else { return };
    let light =
        board.rules().printed.roster.unit(unit).is_some_and(|counter| counter.faces.back.is_none());
    if light {
        losses::eliminate(board, "10.0c", unit, Cause::Combat);
    } else if stand.disordered {
        roll_against(board, "10.0c", unit);
    } else {
        board.record("10.0c", Effect::Disordered { unit, cause: Cause::Combat }.into());
    }
}

/// A die against the morale of the present side.
fn roll_against(board: &mut GameTable<'_>, rule: &'static str, unit: Id) {
    let field = field(board);
    let Some(stand) = field.unit(unit).copied() else { return };
    let (against, light) = (
        field.morale(unit),
        field.counter(unit).is_some_and(|counter| counter.faces.back.is_none()),
    );
    drop(field);
    let mut fate = Fate::Unharmed;
    board.settle(rule, &format!("check/{unit}"), Secrecy::Open, 10, 1, |_, faces| {
        let die = die(faces, 0);
        fate = match (die > against, stand.disordered || light) {
            (true, true) => Fate::Eliminated,
            (true, false) => Fate::Disordered,
            (false, _) if stand.disordered => Fate::Stays,
            (false, _) => Fate::Unharmed,
        };
        Effect::Check { unit, die, against, outcome: fate }.into()
    });
    match fate {
        Fate::Disordered => {
            board.record(rule, Effect::Disordered { unit, cause: Cause::Combat }.into());
        }
        Fate::Eliminated => losses::eliminate(board, rule, unit, Cause::Combat),
        Fate::Unharmed | Fate::Stays => {}
    }
}

/// 10.0e: adjacent attackers and defenders become linked; defenders met from Flank or Rear are frozen by those links.
fn engage(board: &mut GameTable<'_>, by: &[Id], against: &[Id]) {
    let field = field(board);
    let mut pairs: Vec<Link> = Vec::new();
    let mut frozen: Vec<Id> = Vec::new();
    for defender in against {
        let Some(side) = field.side(*defender) else { continue };
        let near: Vec<(Id, Aspect)> = by
            .iter()
            .filter_map(|unit| Some((*unit, field.aspect(*defender, field.hex(*unit)?)?)))
            .collect();
        let foes: Vec<(Id, Aspect)> =
            near.into_iter().filter(|(unit, _)| field.side(*unit) == Some(side.other())).collect();
        let freezes = foes.iter().any(|(_, aspect)| *aspect != Aspect::Front);
        if freezes && !foes.is_empty() {
            frozen.push(*defender);
        }
        for (unit, _) in foes {
            let mut link = Link::between(side, *defender, unit);
            let before =
                field.state.links.iter().find(|old| old.joins(&link)).and_then(|old| old.freezes);
            link.freezes = if freezes { Some(side) } else { before };
            pairs.push(link);
        }
    }
    drop(field);
    if !pairs.is_empty() {
        board.record("10.0e", Effect::Engaged { pairs, frozen }.into());
    }
}

/// 10.0f: links between those who fought end when the result is another one.
fn disengage(board: &mut GameTable<'_>, by: &[Id], against: &[Id]) {
    let both = |link: &&Link| {
        let has = |ids: &[Id]| ids.contains(&link.rome) || ids.contains(&link.carthage);
        has(by) && has(against)
    };
    let pairs: Vec<Link> = board.state().links.iter().filter(both).copied().collect();
    if !pairs.is_empty() {
        board.record("10.0f", Effect::Disengaged { pairs }.into());
    }
}

/// The side of the first of some units.
pub(crate) fn side_of(board: &GameTable<'_>, units: &[Id]) -> Option<Side> {
    units.first().and_then(|id| board.rules().printed.roster.unit(*id)).map(|counter| counter.side)
}
