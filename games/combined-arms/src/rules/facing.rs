//! Facings: F1, F2, F3, F5.

use super::super::events::Aspect;
use super::super::state::Flank;
use engine::kit::{Facing, Square};

/// The distance of a square in the attack cone of a unit on `here` (F2): straight or diagonally ahead,
/// step by step, so a wedge that grows wider by two squares with each row.
pub(crate) const fn in_cone(here: Square, facing: Facing, there: Square) -> Option<u8> {
    let (ahead, right) = facing.sees(here, there);
    if ahead >= 1 && right.unsigned_abs() <= ahead.unsigned_abs() {
        Some(ahead.unsigned_abs())
    } else {
        None
    }
}

/// The side on which a unit on `from` attacks an adjacent one on `at` that looks along `facing` (F5).
pub(crate) const fn aspect(from: Square, at: Square, facing: Facing, flank: Flank) -> Aspect {
    let (ahead, right) = facing.sees(at, from);
    let diagonal = ahead != 0 && right != 0;
    let along = match ahead {
        1.. => Aspect::Front,
        0 => Aspect::Side,
        ..0 => Aspect::Rear,
    };
    match flank {
        Flank::Direct if diagonal => Aspect::Corner,
        Flank::Direct | Flank::Wide => along,
    }
}

#[cfg(test)]
mod tests {
    use super::{Aspect, Facing, Flank, Square, aspect, in_cone};

    fn square(text: &str) -> Square {
        Square::parse(text).expect(text)
    }

    #[test]
    fn the_cone_is_a_wedge_of_three_five_and_seven_squares() {
        for (row, wide) in [(5, 3), (6, 5), (7, 7)] {
            let there = (0..12)
                .map(|col| Square::new(col, row))
                .filter(|there| in_cone(square("e5"), Facing::N, *there).is_some());
            assert_eq!(there.count(), wide, "row {}", row + 1);
        }
        assert_eq!(in_cone(square("e5"), Facing::N, square("e5")), None);
        assert_eq!(in_cone(square("e5"), Facing::N, square("d5")), None);
        assert_eq!(in_cone(square("e5"), Facing::W, square("c7")), Some(2));
    }

    #[test]
    fn a_diagonal_attack_is_a_flank_attack_only_where_the_option_says_so() {
        let from = |text, flank| aspect(square(text), square("e5"), Facing::S, flank);
        assert_eq!(from("e4", Flank::Direct), Aspect::Front);
        assert_eq!(from("e6", Flank::Direct), Aspect::Rear);
        assert_eq!(from("d5", Flank::Direct), Aspect::Side);
        assert_eq!(from("d6", Flank::Direct), Aspect::Corner);
        assert_eq!(from("d6", Flank::Wide), Aspect::Rear);
        assert_eq!(from("f4", Flank::Wide), Aspect::Front);
    }
}
