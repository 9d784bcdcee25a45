//! 9.0: who attacks whom.

use super::activation::{Activation, reveal_attacked};
use super::combat::{Clash, Knowledge, drm};
use super::facing::to_front;
use super::{GameTable, Refusal, field, void};
use crate::codes::Code;
use crate::events::{Combat, Pairing};
use crate::field::Field;
use crate::names::{Id, Order};
use crate::orders::AttackOrders;
use engine::kit::Hex;
use std::collections::BTreeSet;

/// An attack that has been announced.
#[derive(Clone, Debug)]
pub(crate) struct Attack<'a> {
    pub(crate) by: Vec<Id>,
    pub(crate) against: Vec<Id>,
    /// The orders of the file for it, if it was listed.
    pub(crate) orders: Option<&'a AttackOrders>,
    /// Defenders that have fallen back, and the hexes they left.
    pub(crate) fled: Vec<(Id, Hex)>,
}

impl Attack<'_> {
    pub(crate) fn pairing(&self) -> Pairing {
        let (by, against) = (self.by.clone(), self.against.clone());
        Pairing { by, against, listed: self.orders.is_some() }
    }

    /// An attack that the rules assign, without orders.
    pub(crate) fn assigned(by: Vec<Id>, against: Vec<Id>) -> Self {
        Self { by, against, orders: None, fled: Vec::new() }
    }
}

/// 9.0a to 9.0f: the listed attacks as far as they are lawful, then those the rules assign.
pub(crate) fn announce<'a>(board: &mut GameTable<'_>, act: &mut Activation<'a>) -> Vec<Attack<'a>> {
    let (mut plan, refused) = {
        let field = field(board);
        let mut plan = Plan::new(&field, act);
        let refused = plan.listed(&field, act);
        act.uncovered = plan.uncovered(&field);
        plan.engaged(&field);
        plan.cover(&field);
        plan.join(&field, act);
        (plan.attacks, refused)
    };
    for (part, unit, no) in refused {
        let part = act.part(&part);
        void(board, act.side, &part, unit, no);
    }
    act.carries_out(board, &[]);
    // 9.1a: listed attacks in listed order, then the others by the lowest defender hex.
    let field = field(board);
    let lowest = |attack: &Attack<'_>| attack.against.iter().filter_map(|id| field.hex(*id)).min();
    plan.sort_by_key(|attack| if attack.orders.is_some() { None } else { lowest(attack) });
    drop(field);
    if plan.is_empty() {
        return plan;
    }
    let attacks = plan.iter().map(Attack::pairing).collect();
    board.record("9.0b", Combat::Announced { attacks }.into());
    let attacked: Vec<Id> = plan.iter().flat_map(|attack| attack.against.clone()).collect();
    reveal_attacked(board, &attacked);
    plan
}

/// A part of the file that comes to nothing.
type Refused = (String, Option<Id>, Refusal);

/// The attacks while they are planned.
struct Plan<'a> {
    /// Units that must attack and are not Engaged, in unit order.
    free: Vec<Id>,
    /// Engaged units that attack, each with the enemies it may attack, in unit order.
    bound: Vec<(Id, Vec<Id>)>,
    attacks: Vec<Attack<'a>>,
}

/// True if a unit that is not Engaged must attack an enemy in its front (9.0a).
fn eager(field: &Field<'_>, act: &Activation<'_>, unit: Id) -> bool {
    act.acts(unit)
        && field.attacks(unit)
        && !field.engaged(unit)
        && act.order(unit) == Some(Order::MoveToAttack)
        && (act.contact.contains(&unit) || act.closed.contains(&unit))
}

/// The enemies that an Engaged unit may attack (9.0d), by hex.
fn bound_to(field: &Field<'_>, unit: Id) -> Vec<Id> {
    let linked = field.linked(unit);
    field.front(unit).into_iter().filter(|enemy| linked.contains(enemy)).collect()
}

/// Checks that a unit has all these enemies in front (9.0b).
fn faced(field: &Field<'_>, unit: Id, against: &[Id]) -> Result<(), Refusal> {
    let front = field.front(unit);
    let Some(missing) = against.iter().find(|enemy| !front.contains(enemy)) else {
        return Ok(());
    };
    let list: Vec<String> = front.iter().map(ToString::to_string).collect();
    let list = if list.is_empty() { "empty of enemies".to_owned() } else { list.join(" and ") };
    let reason = format!("{missing} will not be in front of {unit}, whose front is {list}");
    let places = field.hex(unit).zip(field.hex(*missing));
    let fix = places.and_then(|(from, to)| to_front(field, from, to));
    Err(Refusal { fix, ..Refusal::new(Code::Front, "9.0b", reason) })
}

impl<'a> Plan<'a> {
    fn new(field: &Field<'_>, act: &Activation<'_>) -> Self {
        let units = || act.units.iter().map(|(unit, _)| *unit);
        let free = units()
            .filter(|unit| eager(field, act, *unit) && !field.front(*unit).is_empty())
            .collect();
        let fights = |unit: &Id| {
            act.acts(*unit) && field.engaged(*unit) && field.attacks(*unit) && !field.frozen(*unit)
        };
        let bound = units()
            .filter(fights)
            .map(|unit| (unit, bound_to(field, unit)))
            .filter(|(_, set)| !set.is_empty())
            .collect();
        Self { free, bound, attacks: Vec::new() }
    }

    fn attack_of(&self, unit: Id) -> Option<usize> {
        self.attacks.iter().position(|attack| attack.by.contains(&unit))
    }

    fn target_of(&self, enemy: Id) -> Option<usize> {
        self.attacks.iter().position(|attack| attack.against.contains(&enemy))
    }

    /// Announces the attacks as the orders list them (9.0e), and returns those parts that are not possible.
    fn listed(&mut self, field: &Field<'_>, act: &Activation<'a>) -> Vec<Refused> {
        let mut refused = Vec::new();
        for (index, orders) in act.orders.attacks.iter().enumerate() {
            let part = format!("attacks[{index}]");
            let mut against: Vec<Id> = Vec::new();
            for enemy in &orders.against {
                match self.defender(field, act, *enemy) {
                    Ok(()) if against.contains(enemy) => {
                        let no = Refusal::new(Code::Twice, "9.0b", format!("{enemy} named twice"));
                        refused.push((format!("{part}.against"), Some(*enemy), no));
                    }
                    Ok(()) => against.push(*enemy),
                    Err(no) => refused.push((format!("{part}.against"), Some(*enemy), no)),
                }
            }
            if against.is_empty() {
                continue;
            }
            let mut by: Vec<Id> = Vec::new();
            for unit in &orders.by {
                match self.attacker(field, act, *unit, &against) {
                    Err(no) => refused.push((format!("{part}.by"), Some(*unit), no)),
                    Ok(()) if by.contains(unit) => {
                        refused.push((
                            format!("{part}.by"),
                            Some(*unit),
                            Refusal::new(Code::Twice, "9.0b", format!("{unit} named twice")),
                        ));
                    }
                    Ok(()) => by.push(*unit),
                }
            }
            for unit in orders.advance.iter().filter(|unit| !orders.by.contains(unit)) {
                let reason = format!("{unit} is not in this attack");
                let no = Refusal::new(Code::Stranger, "9.2a", reason);
                let no = no.fix("name only units that are listed in `by` of this attack");
                refused.push((format!("{part}.advance"), Some(*unit), no));
            }
            if !by.is_empty() {
                self.attacks.push(Attack { by, against, orders: Some(orders), fled: Vec::new() });
            }
        }
        refused
    }

    fn defender(&self, field: &Field<'_>, act: &Activation<'_>, enemy: Id) -> Result<(), Refusal> {
        if field.side(enemy) == Some(act.side) {
            return Err(Refusal::new(Code::Attack, "9.0a", format!("{enemy} is one of your own")));
        }
        if field.unit(enemy).is_none() {
            return Err(Refusal::new(
                Code::Gone,
                "9.0e",
                format!("{enemy} is no longer on the map"),
            ));
        }
        if self.target_of(enemy).is_some() {
            return Err(Refusal::new(
                Code::TwoAttacks,
                "9.0b",
                format!("{enemy} is already the target of another attack"),
            )
            .fix("join the two attacks"));
        }
        Ok(())
    }

    fn attacker(
        &self,
        field: &Field<'_>,
        act: &Activation<'_>,
        unit: Id,
        against: &[Id],
    ) -> Result<(), Refusal> {
        let foe = against.iter().map(ToString::to_string).collect::<Vec<_>>().join(" and ");
        let may_not = |why: &str| {
            Refusal::new(Code::Attack, "9.0a", format!("{unit} may not attack {foe}: {why}"))
        };
        if field.unit(unit).is_none() {
            return Err(Refusal::new(
                Code::Gone,
                "9.0e",
                format!("{unit} is no longer on the map"),
            ));
        }
        if act.order(unit).is_none() {
            return Err(act.stranger(field.state, unit));
        }
        if let Some(idle) = act.idle.get(&unit) {
            return Err(idle.refusal(unit));
        }
        if !field.attacks(unit) {
            return Err(may_not("light infantry never attacks"));
        }
        if field.frozen(unit) {
            return Err(may_not("it is frozen"));
        }
        if self.attack_of(unit).is_some() {
            return Err(Refusal::new(
                Code::TwoAttacks,
                "9.0b",
                format!("{unit} is in two attacks"),
            )
            .fix("leave it out of one of them"));
        }
        if field.engaged(unit) {
            let bound = bound_to(field, unit);
            let list: Vec<String> = bound.iter().map(ToString::to_string).collect();
            let lawful = against.iter().all(|enemy| bound.contains(enemy));
            return if lawful {
                Ok(())
            } else {
                Err(may_not("it is Engaged with other enemies")
                    .fix(format!("it attacks {}", list.join(" and "))))
            };
        }
        if act.order(unit) != Some(Order::MoveToAttack) {
            return Err(may_not("its order is not Move to Attack"));
        }
        faced(field, unit, against)?;
        if eager(field, act, unit) {
            Ok(())
        } else {
            Err(may_not("it neither began this activation next to an enemy nor moved next to one"))
        }
    }

    /// Enemies that must be met but are in no listed attack, each with a unit that has them in front.
    fn uncovered(&self, field: &Field<'_>) -> Vec<(Id, Id)> {
        let mut seen = BTreeSet::new();
        let pairs = self
            .free
            .iter()
            .flat_map(|unit| field.front(*unit).into_iter().map(|enemy| (*unit, enemy)));
        let pairs = pairs.filter(|(_, enemy)| self.target_of(*enemy).is_none());
        pairs.filter(|(_, enemy)| seen.insert(*enemy)).collect()
    }

    /// 9.0f(1): Engaged units, smaller target sets first.
    fn engaged(&mut self, field: &Field<'_>) {
        let mut bound: Vec<(Id, Vec<Id>)> = self
            .bound
            .iter()
            .filter(|(unit, _)| self.attack_of(*unit).is_none())
            .cloned()
            .collect();
        bound.sort_by_key(|(_, set)| set.len());
        for (unit, set) in bound {
            let fresh: Vec<Id> =
                set.iter().copied().filter(|enemy| self.target_of(*enemy).is_none()).collect();
            if !fresh.is_empty() {
                self.attacks.push(Attack::assigned(vec![unit], fresh));
                continue;
            }
            // All its enemies are taken: it joins an attack all of whose defenders it may attack.
            let joins = set.iter().filter_map(|enemy| self.target_of(*enemy));
            let open = joins
                .filter(|at| self.attacks[*at].against.iter().all(|enemy| set.contains(enemy)));
            if let Some(at) = open.min_by_key(|at| {
                self.attacks[*at].against.iter().filter_map(|id| field.hex(*id)).min()
            }) {
                self.attacks[at].by.push(unit);
            }
        }
    }

    /// 9.0f(2): every enemy in front of a unit that must attack is met, if it can be.
    fn cover(&mut self, field: &Field<'_>) {
        loop {
            let facing =
                |enemy: Id| self.free.iter().copied().filter(move |unit| field.faces(*unit, enemy));
            let idle = |unit: &Id| self.attack_of(*unit).is_none();
            let open = self.uncovered(field).into_iter().map(|(_, enemy)| enemy);
            let Some(enemy) =
                open.min_by_key(|enemy| (facing(*enemy).filter(idle).count(), field.hex(*enemy)))
            else {
                return;
            };
            let fresh = facing(enemy)
                .filter(idle)
                .min_by_key(|unit| (field.front(*unit).len(), field.hex(*unit)));
            if let Some(unit) = fresh {
                self.attacks.push(Attack::assigned(vec![unit], vec![enemy]));
                continue;
            }
            let others: Vec<Id> = facing(enemy).collect();
            let size = |unit: &Id| self.attack_of(*unit).map_or(0, |at| self.attacks[at].by.len());
            let spare = others
                .iter()
                .copied()
                .filter(|unit| size(unit) > 1)
                .min_by_key(|unit| field.hex(*unit));
            let alone = others
                .iter()
                .copied()
                .filter(|unit| size(unit) == 1)
                .min_by_key(|unit| field.hex(*unit));
            if let Some(unit) = spare {
                self.attacks.iter_mut().for_each(|attack| attack.by.retain(|id| *id != unit));
                self.attacks.push(Attack::assigned(vec![unit], vec![enemy]));
            } else {
                let at = alone.and_then(|unit| self.attack_of(unit));
                let at = at.expect(
                    "an enemy that is not attacked is adjacent to a unit that attacks another enemy",
                );
                self.attacks[at].against.push(enemy);
            }
        }
    }

    /// 9.0f(3): the rest join where the modifier becomes highest.
    fn join(&mut self, field: &Field<'_>, act: &Activation<'_>) {
        let rest: Vec<Id> =
            self.free.iter().copied().filter(|unit| self.attack_of(*unit).is_none()).collect();
        for unit in rest {
            let front = field.front(unit);
            let mut best: Option<(i8, Hex, usize)> = None;
            for enemy in &front {
                let (Some(at), Some(hex)) = (self.target_of(*enemy), field.hex(*enemy)) else {
                    continue;
                };
                let attack = &self.attacks[at];
                if !attack.against.iter().all(|other| front.contains(other)) {
                    continue;
                }
                let by: Vec<Id> = attack.by.iter().copied().chain([unit]).collect();
                let clash = Clash {
                    closed: &act.closed,
                    ..Clash::new(&by, &attack.against, Knowledge::FaceUp)
                };
                let points = drm(field, &clash);
                if best.is_none_or(|(most, _, _)| points > most) {
                    best = Some((points, hex, at));
                }
            }
            if let Some((_, _, at)) = best {
                self.attacks[at].by.push(unit);
            }
        }
    }
}
