//! 10.2, 10.3, 10.5, 10.6: the arithmetic of a fight. Rules 27, 29 and 30, rulings R18, R22, R23, R24.

use super::support;
use crate::events::Modifier;
use crate::field::Field;
use crate::geometry::behind;
use crate::names::{Id, Kind};
use crate::state::{Impulse, Unit};

/// The hexes that elephants must have come straight ahead to earn their bonus (10.3 d).
const RUN: u8 = 4;
/// The edge against a unit In fugam: no dice are needed.
pub(crate) const CERTAIN: i16 = 99;

/// Two units about to fight.
#[derive(Clone, Debug)]
pub(crate) struct Clash {
    pub(crate) attacker: Id,
    pub(crate) defender: Id,
    pub(crate) charge: bool,
    /// The units that support the attacker.
    pub(crate) with: Vec<Id>,
    /// The units that support the defender.
    pub(crate) against: Vec<Id>,
}

impl Clash {
    /// A fight with all supports that may be had.
    pub(crate) fn full(field: &Field<'_>, attacker: Id, defender: Id, charge: bool) -> Self {
        let (with, against) =
            (support::eligible(field, attacker), support::eligible(field, defender));
        Self { attacker, defender, charge, with, against }
    }
}

/// 10.3: every modifier of the attacker, the combat points first.
pub(crate) fn attack(field: &Field<'_>, clash: &Clash) -> Vec<Modifier> {
    let (Some(unit), Some(target)) = (field.unit(clash.attacker), field.unit(clash.defender))
    else {
        return Vec::new();
    };
    let mut all = Sum::begin(field, unit);
    if clash.charge {
        all.add("charge", 2, None);
    }
    if unit.kind == Kind::El && unit.half.straight >= RUN {
        all.add("elephants", 1, None);
    }
    all.common(field, unit, &clash.with);
    if let (Some(here), Some(there)) = (unit.hex(), target.hex())
        && target.steady()
        && behind(field.grid(), there, target.facing, here)
    {
        let bonus = i8::try_from(field.printed_on(unit).rear_bonus);
        all.add("rear", bonus.expect("a printed bonus is small"), None);
    }
    all.0
}

/// 10.3: every modifier of the defender, the combat points first.
pub(crate) fn defence(field: &Field<'_>, clash: &Clash) -> Vec<Modifier> {
    let Some(unit) = field.unit(clash.defender) else { return Vec::new() };
    let mut all = Sum::begin(field, unit);
    all.common(field, unit, &clash.against);
    all.0
}

struct Sum(Vec<Modifier>);

impl Sum {
    /// Combat points, and the Combat point if the unit has one.
    fn begin(field: &Field<'_>, unit: &Unit) -> Self {
        let mut all = Self(Vec::new());
        all.add("combat", i8::try_from(field.printed_on(unit).combat).unwrap_or(i8::MAX), None);
        if unit.impulse.point && field.state.stage.impulse() == Some(Impulse::Combat) {
            all.add("command", 1, None);
        }
        all
    }

    /// Adds the modifiers for the leader, supports and disorder.
    fn common(&mut self, field: &Field<'_>, unit: &Unit, supports: &[Id]) {
        if unit.hex().is_some() && field.leader(unit.side) == unit.hex() {
            self.add("leader", 1, Some(field.camp(unit.side).leader.id));
        }
        for friend in supports {
            self.add("support", 1, Some(*friend));
        }
        self.add("disorder", -i8::try_from(unit.dp).unwrap_or(i8::MAX), None);
    }

    fn add(&mut self, what: &str, points: i8, unit: Option<Id>) {
        if points != 0 {
            self.0.push(Modifier { what: what.to_owned(), points, unit });
        }
    }
}

pub(crate) fn sum(modifiers: &[Modifier]) -> i16 {
    modifiers.iter().map(|modifier| i16::from(modifier.points)).sum()
}

/// Die and modifiers, never below 0 (R23).
pub(crate) fn total(die: u8, modifiers: i16) -> u8 {
    u8::try_from((i16::from(die) + modifiers).max(0)).unwrap_or(u8::MAX)
}

/// 10.6: the Disorder Points of attacker and defender: one each on a tie; otherwise one for the lower total, or two if
/// the other is at least double.
pub(crate) fn result(attacker: u8, defender: u8) -> (u8, u8) {
    let lost = |high: u8, low: u8| if u16::from(high) >= 2 * u16::from(low) { 2 } else { 1 };
    match attacker.cmp(&defender) {
        std::cmp::Ordering::Equal => (1, 1),
        std::cmp::Ordering::Greater => (0, lost(attacker, defender)),
        std::cmp::Ordering::Less => (lost(defender, attacker), 0),
    }
}

/// The attacker's modifiers less the defender's, before the dice, with points already laid and every support; a unit
/// In fugam counts as [`CERTAIN`].
pub(crate) fn edge(field: &Field<'_>, attacker: Id, defender: Id, charge: bool) -> i16 {
    if field.unit(defender).is_some_and(|unit| unit.panic.is_some()) {
        return CERTAIN;
    }
    let clash = Clash::full(field, attacker, defender, charge);
    sum(&attack(field, &clash)) - sum(&defence(field, &clash))
}

#[cfg(test)]
mod tests {
    use super::{result, total};

    #[test]
    fn the_lower_takes_one_the_doubled_two_and_the_even_one_each() {
        assert_eq!(result(10, 5), (0, 2));
        assert_eq!(result(9, 5), (0, 1));
        assert_eq!(result(4, 4), (1, 1));
        assert_eq!(result(3, 6), (2, 0));
        assert_eq!(result(1, 0), (0, 2));
        assert_eq!(total(1, -5), 0);
        assert_eq!(total(6, 7), 13);
    }
}
