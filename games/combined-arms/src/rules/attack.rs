//! Attack: K1, K2, K3, K4, A4, A6, A8, F5, D1, D2.

use super::super::Table;
use super::super::events::{Aspect, Attack, Clause, Combat, Means};
use super::super::names::UnitId;
use super::super::state::{Flank, Unit};
use super::{Field, facing, retreat};
use engine::kit::{Facing, Square};

/// The effect of an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Strike {
    pub distance: u8,
    /// The weapon used, which limits the reach and may be used up.
    pub means: Means,
    /// The side on which an adjacent target is attacked.
    pub side: Option<Aspect>,
    pub points: u8,
}

impl Field<'_> {
    /// True if a unit can still attack this turn (K1, A8).
    pub(crate) fn may_attack(&self, unit: &Unit) -> bool {
        !(unit.attacked || unit.moved && self.kind(unit).abilities.artillery)
    }

    /// The effect of an attack on a unit that stands on `at` and faces along `facing`; none if the square is out of the
    /// attacker's cone or reach (K3). Units in between do not matter.
    pub(crate) fn strike(
        &self,
        attacker: &Unit,
        at: Square,
        facing: Facing,
        with_pila: bool,
    ) -> Option<Strike> {
        let distance = facing::in_cone(attacker.square, attacker.facing, at)?;
        let kind = self.kind(attacker);
        if distance > self.reach(attacker, with_pila) {
            return None;
        }
        let means = match () {
            () if kind.abilities.artillery => Means::Stones,
            () if kind.abilities.skirmish => Means::Missile,
            () if distance == 1 => Means::Melee,
            () if distance <= kind.range => Means::Missile,
            () => Means::Pilum,
        };
        let side = (distance == 1)
            .then(|| facing::aspect(attacker.square, at, facing, self.state.options.flank));
        let mut points = self.chart.figures.base;
        self.clauses(attacker, at, means, side, |_, more| points = points.max(more));
        Some(Strike { distance, means, side, points })
    }

    /// The most that an attack by a unit could do; `straight`: it may stand directly beside or behind the target (K4,
    /// F5).
    pub(crate) fn most_points(&self, unit: &Unit, straight: bool) -> u8 {
        let (abilities, figures) = (self.kind(unit).abilities, &self.chart.figures);
        let flanks = straight && !abilities.skirmish && !abilities.artillery;
        let clauses = [
            (true, figures.base),
            (abilities.elephant, figures.elephant),
            (self.charging(unit), figures.charge),
            (unit.veteran, figures.veteran),
            (flanks, figures.side.max(figures.rear)),
        ];
        let most = clauses.into_iter().filter(|(holds, _)| *holds).map(|(_, points)| points).max();
        most.expect("the base always counts")
    }

    /// The clauses that set an attack's damage, besides the base of one (K4).
    fn clauses(
        &self,
        attacker: &Unit,
        at: Square,
        means: Means,
        side: Option<Aspect>,
        mut clause: impl FnMut(UnitId, u8),
    ) {
        let (kind, figures) = (self.kind(attacker), &self.chart.figures);
        if kind.abilities.elephant {
            clause(UnitId::of("elephant"), figures.elephant);
        }
        if self.charging(attacker) {
            clause(UnitId::of("charge"), figures.charge);
        }
        if attacker.veteran {
            clause(UnitId::of("veteran"), figures.veteran);
        }
        let (ahead, right) = attacker.facing.sees(attacker.square, at);
        let straight = (ahead, right) == (1, 0) || self.state.options.flank == Flank::Wide;
        if means == Means::Melee && straight {
            match side {
                Some(Aspect::Side) => clause(UnitId::of("side"), figures.side),
                Some(Aspect::Rear) => clause(UnitId::of("rear"), figures.rear),
                _ => {}
            }
        }
    }

    /// The effect of an attack by one unit on another now; none if it cannot be made (K1, K3, A8).
    pub(crate) fn attack(&self, attacker: &Unit, target: &Unit, with_pila: bool) -> Option<Strike> {
        let allowed = attacker.side != target.side && self.may_attack(attacker);
        if allowed { self.strike(attacker, target.square, target.facing, with_pila) } else { None }
    }

    pub(crate) fn any_attack(&self, side: super::super::names::Side) -> bool {
        self.of(side)
            .any(|unit| self.of(side.other()).any(|enemy| self.attack(unit, enemy, true).is_some()))
    }

    fn attack_event(&self, attacker: &Unit, target: &Unit, strike: Strike, moving: bool) -> Attack {
        let mut damage = Vec::with_capacity(2);
        damage.push(Clause { what: UnitId::of("base"), points: self.chart.figures.base });
        self.clauses(attacker, target.square, strike.means, strike.side, |what, points| {
            damage.push(Clause { what, points });
        });
        let defense = self.defense_clauses(target);
        Attack {
            attacker: attacker.id,
            from: attacker.square,
            facing: attacker.facing,
            target: target.id,
            square: target.square,
            distance: strike.distance,
            means: strike.means,
            pila: (strike.means == Means::Pilum).then(|| attacker.pila.saturating_sub(1)),
            side: strike.side,
            damage,
            points: strike.points,
            total: target.damage.saturating_add(strike.points),
            needed: defense.iter().map(|clause| clause.points).fold(0, u8::saturating_add),
            defense,
            moving,
        }
    }
}

/// The rule that an attack rests on most: how it was made, else what set its damage.
fn deciding_rule(attack: &Attack) -> &'static str {
    let decided = attack.damage.iter().find(|clause| clause.points == attack.points);
    match (attack.moving, attack.means, decided.map_or("base", |clause| clause.what.as_str())) {
        (true, ..) => "A2",
        (_, Means::Pilum, _) => "A4",
        (.., "elephant") => "A6",
        (.., "charge") => "A5",
        (.., "veteran") => "X2",
        (.., "side" | "rear") => "F5",
        _ => "K4",
    }
}

/// Carries out an attack with all its consequences, if it can be made (K2, D1, D2). True if it was made.
pub(crate) fn carry_out(
    table: &mut Table<'_>,
    attacker: UnitId,
    target: UnitId,
    moving: bool,
) -> bool {
    let field = Field::new(&table.rules().chart, table.state());
    let (Some(from), Some(at)) = (field.state.unit(attacker), field.state.unit(target)) else {
        return false;
    };
    let Some(strike) = field.attack(from, at, true) else { return false };
    let event = field.attack_event(from, at, strike, moving);
    let (total, needed, rule) = (event.total, event.needed, deciding_rule(&event));
    table.record(rule, Combat::Attack(event).into());
    if total >= needed {
        retreat::force_back(table, target);
    } else {
        table.record("D2", Combat::Holds { target, damage: total, defense: needed }.into());
    }
    true
}
