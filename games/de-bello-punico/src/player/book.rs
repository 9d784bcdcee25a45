//! The value of Disorder Points and fights, in thousandths of a rout point: one scale for all values.

use crate::data::KindNote;
use crate::rules::combat::{result, total};
use std::sync::LazyLock;

/// Sums of modifiers above this make no more difference to the table.
const MOST: i16 = 20;
/// Sums of modifiers below this make no more difference to the table.
const LEAST: i16 = -6;
/// The number of entries in a row of the table.
const WIDE: usize = (MOST - LEAST + 1) as usize;

/// How many of 36 throws cost the defender two, the defender one, both one, the attacker one, the attacker two.
type Row = [u8; 5];

/// Results of all fights by their sums. They are the same for every position; working them out anew took half of a
/// built-in player's time.
static ROWS: LazyLock<Vec<Row>> = LazyLock::new(|| {
    let sums =
        (LEAST..=MOST).flat_map(|attack| (LEAST..=MOST).map(move |defence| (attack, defence)));
    sums.map(|(attack, defence)| row(attack, defence)).collect()
});

/// Results of all fights, and the worth of what they cost.
#[derive(Clone, Copy)]
pub(super) struct Book {
    /// The value of a unit for each of its rout points.
    rout: i32,
    /// The value of a unit for each of its combat points.
    arms: i32,
    chief: i32,
}

/// A unit in a fight, as the book sees it.
#[derive(Clone, Copy)]
pub(super) struct Fighter<'a> {
    /// Its printed values.
    pub(super) note: &'a KindNote,
    pub(super) dp: u8,
}

impl Book {
    /// The book of a player who values a unit's rout points and combat points, and a leader, so.
    pub(super) const fn new(rout: i32, arms: i32, chief: i32) -> Self {
        Self { rout, arms, chief }
    }

    /// The possible cost of an attack with these sums for the leaders who are with either unit. Each rolls once if his
    /// unit is hurt, and falls on a 1 (33).
    pub(super) fn chiefs(&self, attack: i16, defence: i16, [with, against]: [bool; 2]) -> i32 {
        let [two, one, even, lost, routed] = Self::row(attack, defence).map(i32::from);
        let faces =
            i32::from(against) * (two + one + even) - i32::from(with) * (even + lost + routed);
        100 * self.chief * faces / (36 * 6)
    }

    fn row(attack: i16, defence: i16) -> Row {
        let at = |sum: i16| usize::try_from(sum.clamp(LEAST, MOST) - LEAST).expect("not below 0");
        ROWS[at(attack) * WIDE + at(defence)]
    }

    /// The value of an attack with these sums to the attacker: harm done less harm suffered. A charge hurts the
    /// attacker once more on a 5 or 6.
    pub(super) fn gain(
        &self,
        (attack, by): (i16, Fighter<'_>),
        (defence, on): (i16, Fighter<'_>),
        charge: bool,
    ) -> i32 {
        let [two, one, even, lost, routed] = Self::row(attack, defence).map(i32::from);
        let harm = |points: u8| self.harm(on, points);
        let hurt = |points: u8| self.harm(by, points);
        let furor = if charge { 12 * hurt(1) } else { 0 };
        let sum = two * harm(2) + (one + even) * harm(1)
            - (even + lost) * hurt(1)
            - routed * hurt(2)
            - furor;
        sum / 36
    }

    fn harm(&self, unit: Fighter<'_>, points: u8) -> i32 {
        self.price(unit.note, unit.dp.saturating_add(points)) - self.price(unit.note, unit.dp)
    }

    fn weight(&self, note: &KindNote) -> i32 {
        self.rout * i32::from(note.pr) + self.arms * i32::from(note.combat)
    }

    /// The cost of its Disorder Points so far: each costs more than the one before, the last one most.
    fn price(&self, note: &KindNote, dp: u8) -> i32 {
        let (dp, morale) = (i32::from(dp), i32::from(note.morale.max(1)));
        if dp >= morale {
            110 * self.weight(note)
        } else {
            90 * self.weight(note) * dp * (dp + 1) / (morale * (morale + 1))
        }
    }
}

fn row(attack: i16, defence: i16) -> Row {
    let mut row = [0; 5];
    for (a, d) in (1..=6).flat_map(|a| (1..=6).map(move |d| (a, d))) {
        let at = match result(total(a, attack), total(d, defence)) {
            (0, 2) => 0,
            (0, _) => 1,
            (1, 1) => 2,
            (1, _) => 3,
            _ => 4,
        };
        row[at] += 1;
    }
    row
}

#[cfg(test)]
mod tests {
    use super::{Book, Fighter};
    use crate::data::KindNote;
    use crate::names::{Class, Crossing, Kind};

    fn note(pr: u8) -> KindNote {
        KindNote {
            kind: Kind::Ha,
            name: String::new(),
            prefixes: Vec::new(),
            class: Class::Infantry,
            combat: 5,
            morale: 5,
            mp: 4,
            missile: false,
            support: String::new(),
            rear_bonus: 2,
            advance_optional: true,
            crossing: Crossing::Line,
            pr,
        }
    }

    #[test]
    fn an_even_fight_gains_nothing_and_every_point_of_edge_more() {
        let (book, note) = (Book::new(12, 2, 0), note(2));
        let fresh = Fighter { note: &note, dp: 0 };
        let gains: Vec<i32> =
            (2..=9).map(|sum| book.gain((sum, fresh), (5, fresh), false)).collect();
        assert_eq!(gains[3], 0);
        assert!(gains.windows(2).all(|pair| pair[0] < pair[1]), "{gains:?}");
        assert!(book.gain((5, fresh), (5, fresh), true) < 0, "a charge costs");
    }

    #[test]
    fn leaders_are_hunted_and_kept_out_of_bad_fights() {
        let book = Book::new(12, 2, 60);
        assert!(book.chiefs(7, 5, [false, true]) > book.chiefs(5, 5, [false, true]));
        assert!(book.chiefs(5, 7, [true, false]) < book.chiefs(5, 5, [true, false]));
        assert_eq!(book.chiefs(5, 5, [true, true]), 0, "an even fight risks both alike");
        assert_eq!(book.chiefs(9, 5, [false, false]), 0);
    }

    #[test]
    fn the_last_point_costs_most_and_a_unit_that_counts_more_than_one_that_does_not() {
        let (book, note, light) = (Book::new(12, 2, 0), note(2), note(0));
        let on = |dp| Fighter { note: &note, dp };
        let own = Fighter { note: &light, dp: 0 };
        let gains: Vec<i32> = (0..5).map(|dp| book.gain((7, own), (5, on(dp)), false)).collect();
        assert!(gains.windows(2).all(|pair| pair[0] < pair[1]), "{gains:?}");
        assert!(book.weight(&note) > book.weight(&light));
    }
}
