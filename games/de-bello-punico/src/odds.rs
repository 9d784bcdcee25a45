//! The odds of a fight, exactly: 36 throws of two dice. Fortuna, withdrawal and points to come are left out.

use super::events::{Modifier, Odds};
use super::field::Field;
use super::names::Id;
use super::rules::combat::{self, Clash};

/// How many of 36 throws end in each way, by the sums of both sides' modifiers.
pub(super) fn throws(by: i16, against: i16) -> Odds {
    let mut odds = Odds::default();
    for (a, d) in dice() {
        let slot = match combat::result(combat::total(a, by), combat::total(d, against)) {
            (0, 2) => &mut odds.double,
            (0, _) => &mut odds.win,
            (1, 1) => &mut odds.tie,
            (1, _) => &mut odds.lose,
            _ => &mut odds.doubled,
        };
        *slot += 1;
    }
    odds
}

/// All throws of two dice, the attacker's first.
fn dice() -> impl Iterator<Item = (u8, u8)> {
    (1..=6_u8).flat_map(|a| (1..=6_u8).map(move |d| (a, d)))
}

/// The possible results of a fight, as it would be fought now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Outlook {
    pub(super) by: Vec<Modifier>,
    pub(super) against: Vec<Modifier>,
    /// The sum of the attacker's modifiers less that of the defender's.
    pub(super) edge: i16,
    /// The number of throws of 36 for each result.
    pub(super) odds: Odds,
    /// Throws of 36 in which the attacker breaks.
    pub(super) attacker_breaks: u8,
    /// Throws of 36 in which the defender breaks.
    pub(super) defender_breaks: u8,
}

/// The outlook of a fight with all possible supports.
pub(super) fn outlook(
    field: &Field<'_>,
    attacker: Id,
    defender: Id,
    charge: bool,
) -> Option<Outlook> {
    let clash = Clash::full(field, attacker, defender, charge);
    let (mine, theirs) = (field.left(field.unit(attacker)?), field.left(field.unit(defender)?));
    let (by, against) = (combat::attack(field, &clash), combat::defence(field, &clash));
    let sums = (combat::sum(&by), combat::sum(&against));
    let (mut attacker_breaks, mut defender_breaks) = (0, 0);
    for (a, d) in dice() {
        let (lost, dealt) = combat::result(combat::total(a, sums.0), combat::total(d, sums.1));
        let furor = i16::from(charge && a >= 5);
        attacker_breaks += u8::from(i16::from(lost) + furor >= i16::from(mine));
        defender_breaks += u8::from(i16::from(dealt) >= i16::from(theirs));
    }
    let odds = throws(sums.0, sums.1);
    Some(Outlook { by, against, edge: sums.0 - sums.1, odds, attacker_breaks, defender_breaks })
}

#[cfg(test)]
mod tests {
    use super::throws;
    use crate::events::Odds;

    #[test]
    fn throws_add_up_and_even_fights_of_five_never_double() {
        let even = throws(5, 5);
        assert_eq!(even, Odds { double: 0, win: 15, tie: 6, lose: 15, doubled: 0 });
        // An edge of three doubles in four throws of 36, as of six against five: the brief's 11%.
        let good = throws(8, 5);
        assert_eq!(good.double, 4);
        for (by, against) in [(0, 0), (9, 2), (-3, 6), (12, 1)] {
            let odds = throws(by, against);
            assert_eq!(odds.double + odds.win + odds.tie + odds.lose + odds.doubled, 36);
        }
    }
}
