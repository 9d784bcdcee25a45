//! 2.1, 8, 9.1, 9.2, 11.1: fronts and rears, the arc of fire, lines of sight, and the way home.
//!
//! Units face a side of their hex: that side and the two beside it are the front, the other three the rear.

use engine::kit::{Bearing, Grid, Hex};
use std::collections::{BTreeMap, BTreeSet};

/// The six sides, clockwise from north.
pub(super) const SIDES: [Bearing; 6] =
    [Bearing::N, Bearing::Ne, Bearing::Se, Bearing::S, Bearing::Sw, Bearing::Nw];

/// The side this many sixths of a turn clockwise of another.
///
/// # Panics
/// On a bearing that is no side: no unit of a sound state has one.
pub(super) fn turned(side: Bearing, clockwise: usize) -> Bearing {
    let at = SIDES.into_iter().position(|other| other == side);
    let at = at.expect("a unit faces a side of its hex");
    SIDES[(at + clockwise) % 6]
}

/// The three front sides: straight ahead, clockwise of it, anticlockwise of it (8).
pub(super) fn front(facing: Bearing) -> [Bearing; 3] {
    [facing, turned(facing, 1), turned(facing, 5)]
}

/// The three rear sides: straight back, then the other two clockwise (8).
pub(super) fn rear(facing: Bearing) -> [Bearing; 3] {
    [turned(facing, 3), turned(facing, 2), turned(facing, 4)]
}

/// True if `there` is one of the three hexes before one who stands in `here`.
pub(super) fn before(grid: Grid, here: Hex, facing: Bearing, there: Hex) -> bool {
    grid.side_to(here, there).is_some_and(|side| front(facing).contains(&side))
}

/// True if `there` is one of the three hexes behind one who stands in `here`.
pub(super) fn behind(grid: Grid, here: Hex, facing: Bearing, there: Hex) -> bool {
    grid.side_to(here, there).is_some_and(|side| rear(facing).contains(&side))
}

/// The hexes that a line of sight crosses: one that it runs over, or the two whose common side it runs along.
pub(super) type Screen = Vec<Option<Hex>>;

/// The five hexes at distance two in front of a unit in `here`, clockwise, each with what could mask it (R15).
pub(super) fn arc(grid: Grid, here: Hex, facing: Bearing) -> Vec<(Hex, Screen)> {
    let [ahead, right, left] = front(facing);
    let pairs = [(left, left), (left, ahead), (ahead, ahead), (ahead, right), (right, right)];
    let aim = |(a, b): (Bearing, Bearing)| {
        let target = grid.step(grid.step(here, a)?, b)?;
        let screen = if a == b {
            vec![grid.step(here, a)]
        } else {
            vec![grid.step(here, a), grid.step(here, b)]
        };
        Some((target, screen))
    };
    // A line along the edge of the map may have its first hex off it: the other order of the two steps leads there too.
    pairs.into_iter().filter_map(|(a, b)| aim((a, b)).or_else(|| aim((b, a)))).collect()
}

/// The distance of a shot by a unit in a hex at another in its front, and the hexes that could mask the target; `reach`
/// is 1 or 2.
pub(super) fn shot(
    grid: Grid,
    here: Hex,
    facing: Bearing,
    there: Hex,
    reach: u8,
) -> Option<(u8, Screen)> {
    if before(grid, here, facing, there) {
        return Some((1, Vec::new()));
    }
    let far = || arc(grid, here, facing).into_iter().find(|(hex, _)| *hex == there);
    if reach < 2 { None } else { far().map(|(_, screen)| (2, screen)) }
}

/// The cost of a way home, compared in this order (R26).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Toll {
    pub(super) mp: u16,
    /// Veterans entered through their front.
    pub(super) veterans: u16,
    /// Friends who would take disorder.
    pub(super) friends: u16,
}

impl Toll {
    pub(super) const LEAVE: Self = Self { mp: 1, veterans: 0, friends: 0 };

    fn plus(self, other: Self) -> Self {
        Self {
            mp: self.mp.saturating_add(other.mp),
            veterans: self.veterans.saturating_add(other.veterans),
            friends: self.friends.saturating_add(other.friends),
        }
    }
}

/// The order in which directions are tried on the way to an edge, `home` being north or south (R26).
pub(super) const fn homeward(home: Bearing) -> [Bearing; 6] {
    match home {
        Bearing::S => [Bearing::S, Bearing::Sw, Bearing::Se, Bearing::Nw, Bearing::Ne, Bearing::N],
        _ => [Bearing::N, Bearing::Ne, Bearing::Nw, Bearing::Se, Bearing::Sw, Bearing::S],
    }
}

/// True if a hex lies on the northern or southern edge.
pub(super) const fn at_edge(grid: Grid, home: Bearing, hex: Hex) -> bool {
    hex.place == if matches!(home, Bearing::S) { grid.places } else { 1 }
}

/// Steps to the northern or southern edge.
pub(super) const fn from_edge(grid: Grid, home: Bearing, hex: Hex) -> u8 {
    if matches!(home, Bearing::S) {
        grid.places.saturating_sub(hex.place)
    } else {
        hex.place.saturating_sub(1)
    }
}

/// The shortest way from a hex off the northern or southern edge: the hexes entered, the last of them on the edge (R26).
///
/// `toll` says what a step from the first hex into the second costs; none if it is closed.
pub(super) fn way_home(
    grid: Grid,
    home: Bearing,
    start: Hex,
    toll: impl Fn(Hex, Hex) -> Option<Toll>,
) -> Option<Vec<Hex>> {
    let costs = costs_home(grid, home, &toll);
    let (mut here, mut way) = (start, Vec::new());
    loop {
        let rest = *costs.get(&here)?;
        if at_edge(grid, home, here) && rest == Toll::LEAVE {
            return Some(way);
        }
        let onward =
            homeward(home).into_iter().filter_map(|side| grid.step(here, side)).find(|next| {
                let step =
                    toll(here, *next).zip(costs.get(next)).map(|(step, then)| step.plus(*then));
                step == Some(rest)
            })?;
        way.push(onward);
        here = onward;
    }
}

/// The cost of leaving the map from each hex from which a unit can.
fn costs_home(
    grid: Grid,
    home: Bearing,
    toll: &impl Fn(Hex, Hex) -> Option<Toll>,
) -> BTreeMap<Hex, Toll> {
    let mut costs: BTreeMap<Hex, Toll> = BTreeMap::new();
    let mut open: BTreeSet<(Toll, Hex)> =
        grid.all().filter(|hex| at_edge(grid, home, *hex)).map(|hex| (Toll::LEAVE, hex)).collect();
    while let Some((cost, hex)) = open.pop_first() {
        if costs.contains_key(&hex) {
            continue;
        }
        costs.insert(hex, cost);
        for from in grid.neighbours(hex).filter(|from| !costs.contains_key(from)) {
            if let Some(step) = toll(from, hex) {
                open.insert((step.plus(cost), from));
            }
        }
    }
    costs
}

#[cfg(test)]
mod tests {
    use super::{Bearing, Grid, Hex, Toll, arc, before, behind, front, rear, shot, way_home};
    use engine::kit::Lay;

    const GRID: Grid = Grid { lines: 26, places: 19, lay: Lay::Flat, odd_shifted: false };

    fn hex(text: &str) -> Hex {
        Hex::parse(text).expect(text)
    }

    fn names(hexes: impl IntoIterator<Item = Hex>) -> Vec<String> {
        hexes.into_iter().map(|hex| hex.to_string()).collect()
    }

    #[test]
    fn the_faced_side_and_its_neighbours_are_the_front_and_the_rest_the_rear() {
        assert_eq!(front(Bearing::N), [Bearing::N, Bearing::Ne, Bearing::Nw]);
        assert_eq!(rear(Bearing::Sw), [Bearing::Ne, Bearing::N, Bearing::Se]);
        for facing in super::SIDES {
            let mut all: Vec<Bearing> = front(facing).into_iter().chain(rear(facing)).collect();
            all.sort_unstable();
            all.dedup();
            assert_eq!(all.len(), 6);
        }
        assert!(before(GRID, hex("1009"), Bearing::S, hex("1110")));
        assert!(behind(GRID, hex("1010"), Bearing::N, hex("1111")));
        assert!(!before(GRID, hex("1010"), Bearing::N, hex("1007")));
    }

    #[test]
    fn the_arc_at_two_hexes_has_five_and_leaves_out_the_square_sides() {
        let five = arc(GRID, hex("1008"), Bearing::S);
        assert_eq!(
            names(five.iter().map(|(hex, _)| *hex)),
            ["1209", "1110", "1010", "0910", "0809"]
        );
        assert_eq!(names(five[1].1.iter().flatten().copied()), ["1109", "1009"]);
        assert_eq!(shot(GRID, hex("1008"), Bearing::S, hex("1009"), 1), Some((1, Vec::new())));
        assert_eq!(shot(GRID, hex("1008"), Bearing::S, hex("1010"), 1), None);
        assert_eq!(shot(GRID, hex("1008"), Bearing::S, hex("1208"), 2), None);
    }

    #[test]
    fn the_way_home_is_straight_on_open_ground_and_goes_round_what_is_closed() {
        let open = |_: Hex, _: Hex| Some(Toll { mp: 1, ..Toll::default() });
        let way = way_home(GRID, Bearing::N, hex("0503"), open).unwrap();
        assert_eq!(names(way), ["0502", "0501"]);
        let closed =
            |_: Hex, to: Hex| (to != hex("0502")).then_some(Toll { mp: 1, ..Toll::default() });
        assert_eq!(
            names(way_home(GRID, Bearing::N, hex("0503"), closed).unwrap()),
            ["0602", "0601"]
        );
        let shut = |_: Hex, _: Hex| None;
        assert_eq!(way_home(GRID, Bearing::S, hex("0503"), shut), None);
        assert_eq!(way_home(GRID, Bearing::S, hex("0519"), shut), Some(Vec::new()));
    }

    #[test]
    fn fewer_veterans_then_fewer_friends_break_a_tie_of_movement_points() {
        // The hex straight ahead is dear; the way by the west, first in order, would meet Veterans at its second step.
        let toll = |_: Hex, to: Hex| {
            let veterans = u16::from([hex("0418"), hex("0318")].contains(&to));
            Some(Toll { mp: if to == hex("0518") { 3 } else { 1 }, veterans, friends: 0 })
        };
        assert_eq!(
            names(way_home(GRID, Bearing::S, hex("0517"), toll).unwrap()),
            ["0617", "0618", "0619"]
        );
    }
}
