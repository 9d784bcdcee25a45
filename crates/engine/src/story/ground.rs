//! Wings and marches: many moves as a few.

use std::collections::BTreeMap;

crate::words! {
    /// A third of a line of battle, as its own side sees it; its word stands in catalogues of sentences.
    pub enum Wing {
        /// The left.
        Left = "left",
        /// The middle.
        Centre = "centre",
        /// The right.
        Right = "right",
    }
}

/// The wing of a place among all places of a side, cut into thirds by count. Places count from the side's left.
pub fn wing(place: i32, line: &[i32]) -> Wing {
    let (count, left) = (line.len(), line.iter().filter(|other| **other < place).count());
    let level = line.iter().filter(|other| **other == place).count();
    // Units abreast of each other lie together: their middle decides.
    match (2 * left + level) * 3 {
        thirds if thirds < 2 * count => Wing::Left,
        thirds if thirds <= 4 * count => Wing::Centre,
        _ => Wing::Right,
    }
}

/// A unit that moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Marcher<T> {
    /// The unit, as the title calls it.
    pub unit: T,
    /// The wing it began on.
    pub wing: Wing,
    /// Steps towards the enemy's edge; negative: away from it.
    pub forward: i32,
    /// Steps to the side.
    pub aside: i32,
    /// True for horse.
    pub mounted: bool,
    /// Number of the event.
    pub event: u32,
}

crate::words! {
    /// Which way a group went; its word stands in catalogues of sentences.
    pub enum Pace {
        /// Towards the enemy.
        Toward = "toward",
        /// Away from the enemy.
        Away = "away",
        /// Along the line.
        Along = "along",
    }
}

/// Units of one wing that moved in one way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct March<T> {
    /// The wing that all of them began on.
    pub wing: Wing,
    /// How they moved.
    pub pace: Pace,
    /// The units, in the order in which they were given.
    pub units: Vec<T>,
    /// Numbers of the events.
    pub events: Vec<u32>,
    /// The median number of steps, towards, away or aside.
    pub steps: i32,
    /// True if all are horse.
    pub mounted: bool,
    /// The unit farthest from the median, by three steps or more.
    pub exception: Option<(T, i32)>,
}

/// Moves in groups by wing and way, the largest group first; of equals the leftmost.
pub fn marches<T: Copy>(movers: &[Marcher<T>]) -> Vec<March<T>> {
    let pace = |mover: &Marcher<T>| match mover.forward.signum() {
        1 => Pace::Toward,
        -1 => Pace::Away,
        _ => Pace::Along,
    };
    let mut groups: BTreeMap<(Wing, Pace), Vec<Marcher<T>>> = BTreeMap::new();
    for mover in movers {
        groups.entry((mover.wing, pace(mover))).or_default().push(*mover);
    }
    let mut marches: Vec<March<T>> =
        groups.into_iter().map(|((wing, pace), group)| march(wing, pace, &group)).collect();
    marches.sort_by_key(|march| std::cmp::Reverse(march.units.len()));
    marches
}

fn march<T: Copy>(wing: Wing, pace: Pace, group: &[Marcher<T>]) -> March<T> {
    let steps = |mover: &Marcher<T>| match pace {
        Pace::Toward | Pace::Away => mover.forward.abs(),
        Pace::Along => mover.aside.abs(),
    };
    let mut all: Vec<i32> = group.iter().map(steps).collect();
    all.sort_unstable();
    let median = all[all.len() / 2];
    let far = |mover: &&Marcher<T>| (steps(mover) - median).abs();
    let exception = group.iter().max_by_key(far).filter(|mover| group.len() > 2 && far(mover) >= 3);
    March {
        wing,
        pace,
        units: group.iter().map(|mover| mover.unit).collect(),
        events: group.iter().map(|mover| mover.event).collect(),
        steps: median,
        mounted: group.iter().all(|mover| mover.mounted),
        exception: exception.map(|mover| (mover.unit, steps(mover))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_cut_into_thirds_by_count() {
        let line = [1, 2, 3, 4, 5, 6, 7, 8, 9];
        let wings: Vec<Wing> = line.iter().map(|place| wing(*place, &line)).collect();
        assert_eq!(wings[..3], [Wing::Left; 3]);
        assert_eq!(wings[3..6], [Wing::Centre; 3]);
        assert_eq!(wings[6..], [Wing::Right; 3]);
        assert_eq!(wing(5, &[5]), Wing::Centre, "who stands alone is the middle");
        assert_eq!(wing(5, &[5, 5, 5]), Wing::Centre);
    }

    #[test]
    fn many_moves_are_few_marches_with_an_exception() {
        let mover = |unit, forward| Marcher {
            unit,
            wing: Wing::Left,
            forward,
            aside: 0,
            mounted: false,
            event: unit,
        };
        let told = marches(&[mover(1, 2), mover(2, 2), mover(3, 6), mover(4, -1)]);
        assert_eq!(told.len(), 2);
        assert_eq!((told[0].pace, told[0].steps), (Pace::Toward, 2));
        assert_eq!(told[0].exception, Some((3, 6)));
        assert_eq!((told[1].pace, told[1].steps, told[1].exception), (Pace::Away, 1, None));
    }
}
