//! Mountains, as an engraver hatches them: strokes down both slopes of every crest, the light from the north-west.

use super::outline::{Line, Outline};
use super::spot::Spot;
use std::fmt::Write;

/// One, in the fixed-point fractions below.
const ONE: i64 = 1024;
/// Sines of a circle of 32 steps, in parts of [`ONE`].
const SINES: [i64; 32] = [
    0, 200, 392, 569, 724, 851, 946, 1004, 1024, 1004, 946, 851, 724, 569, 392, 200, 0, -200, -392,
    -569, -724, -851, -946, -1004, -1024, -1004, -946, -851, -724, -569, -392, -200,
];

/// The greatest gap between a crest and the foot of a stroke, in hundredths.
const GAP: i64 = 180;
/// Stations of a crest for which the bare ground near them is looked up together.
const STRETCH: usize = 16;

/// Ground left unhatched because a name stands there: a place, and how far the ground reaches to every side.
pub(super) struct Bare {
    pub(super) at: Spot,
    pub(super) reach: i64,
}

/// The strokes of the sheet: those in the shade and those in the light.
pub(super) struct Relief {
    pub(super) shade: String,
    pub(super) lit: String,
}

pub(super) fn hatch(outline: &Outline, bare: &[Bare]) -> Relief {
    let step = 37 * outline.look.unit / 10;
    let (mut shade, mut lit) = (Strokes::default(), Strokes::default());
    for (number, (reach, crest)) in (0_i64..).zip(&outline.ridges) {
        let ways = stations(crest, step);
        let ridge = Ridge { number, high: i64::from(*reach) * 100, step, ways: &ways };
        let mut near = Vec::new();
        for at in 0..ways.len() {
            if at % STRETCH == 0 {
                near = ridge.near(at, bare);
            }
            for side in [1, -1] {
                let Some((foot, way, dark)) = ridge.stroke(at, side) else { continue };
                let free = |spot: Spot| inside(outline, spot) && !covered(spot, &near);
                if free(foot) && !covered(foot.plus(way.x, way.y), &near) {
                    if dark { &mut shade } else { &mut lit }.add(foot, way);
                }
            }
        }
    }
    Relief { shade: shade.data, lit: lit.data }
}

fn inside(outline: &Outline, spot: Spot) -> bool {
    let [wide, high] = outline.size.map(|side| i64::from(side) * 100);
    (200..wide - 200).contains(&spot.x) && (200..high - 200).contains(&spot.y)
}

fn covered(spot: Spot, bare: &[&Bare]) -> bool {
    bare.iter().any(|round| {
        (spot.x - round.at.x).abs() < round.reach && (spot.y - round.at.y).abs() < round.reach
    })
}

/// Places at equal steps along a crest, each with the direction there in parts of [`ONE`].
fn stations(crest: &Line, step: i64) -> Vec<(Spot, Spot)> {
    let (mut found, mut rest) = (Vec::new(), step / 2);
    for pair in crest.0.windows(2) {
        let (from, to) = (Spot::of(pair[0]), Spot::of(pair[1]));
        let way = from.to(to);
        let far = way.length();
        while far > 0 && rest <= far {
            let heading = Spot { x: way.x * ONE / far, y: way.y * ONE / far };
            found.push((from.along(to, rest, far), heading));
            rest += step;
        }
        rest -= far;
    }
    found
}

struct Ridge<'a> {
    number: i64,
    /// The length of its slopes, in hundredths.
    high: i64,
    step: i64,
    ways: &'a [(Spot, Spot)],
}

impl Ridge<'_> {
    /// The bare ground that the strokes of a stretch could touch, from this station on. A stroke ends well within four times the
    /// height of the slope.
    fn near<'b>(&self, station: usize, bare: &'b [Bare]) -> Vec<&'b Bare> {
        let stretch = &self.ways[station..self.ways.len().min(station + STRETCH)];
        let far = 4 * (self.high + GAP);
        let bounds = |of: fn(&Spot) -> i64| {
            let places = || stretch.iter().map(|(at, _)| of(at));
            Some((places().min()? - far, places().max()? + far))
        };
        let Some((wide, high)) = bounds(|at| at.x).zip(bounds(|at| at.y)) else {
            return Vec::new();
        };
        let reaches = |(least, most): (i64, i64), at: i64, reach: i64| {
            least - reach < at && at < most + reach
        };
        let near = |round: &&Bare| {
            reaches(wide, round.at.x, round.reach) && reaches(high, round.at.y, round.reach)
        };
        bare.iter().filter(near).collect()
    }

    /// The stroke at a station on one side: its foot, its way, and whether it lies in the shade. None where it would be too
    /// short to see.
    fn stroke(&self, station: usize, side: i64) -> Option<(Spot, Spot, bool)> {
        let (at, heading) = self.ways[station];
        let index = i64::try_from(station).ok()?;
        let count = i64::try_from(self.ways.len()).ok()?;
        // A ridge sinks towards its ends and swells and shrinks on its way.
        let slope = self.high * 9 / 10;
        let end = ONE
            .min((index + 1) * self.step * ONE / slope)
            .min((count - index) * self.step * ONE / slope);
        let turn = (index * self.step * 97 / (self.high * 10) + self.number * 5).rem_euclid(32);
        let swell = ONE * 8 / 10 + SINES[usize::try_from(turn).ok()?] / 5;
        let (nx, ny) = (-heading.y * side, heading.x * side);
        let dark = nx * 10 + ny * 12 > 0;
        let share = if dark { 74 } else { 50 };
        let chance = 780 + 340 * mixed([self.number, index, side & 3]) / 65_536;
        let far = self.high * end / ONE * swell / ONE * share / 100 * chance / 1000;
        if far < 200 {
            return None;
        }
        // At the ends the strokes fan out.
        let fan = (ONE - end) * 8 / 10;
        let lean = (mixed([index, self.number, 7]) - 32_768) * 287 / 65_536
            + if index * 2 > count { fan } else { -fan };
        let (dx, dy) = (nx + heading.x * lean / ONE, ny + heading.y * lean / ONE);
        let gap = GAP.min(self.high / 12);
        let foot = at.plus(dx * gap / ONE, dy * gap / ONE);
        Some((foot, Spot { x: dx * far / ONE, y: dy * far / ONE }, dark))
    }
}

/// A pseudorandom number from 0 to 65535, always the same for the same numbers (FNV-1a).
fn mixed(numbers: [i64; 3]) -> i64 {
    let mut hash = 0x811c_9dc5_u32;
    for number in numbers {
        let low = u32::try_from(number & 0xffff).expect("16 bits");
        hash = (hash ^ low).wrapping_mul(0x0100_0193);
    }
    hash ^= hash >> 13;
    hash = hash.wrapping_mul(0x5bd1_e995);
    hash ^= hash >> 15;
    i64::from(hash >> 16)
}

/// Strokes as one path of relative steps, in whole units.
#[derive(Default)]
struct Strokes {
    data: String,
    at: Option<(i64, i64)>,
}

impl Strokes {
    fn add(&mut self, foot: Spot, way: Spot) {
        let whole = |value: i64| (value + 50).div_euclid(100);
        let (x, y) = (whole(foot.x), whole(foot.y));
        let (dx, dy) = (whole(way.x), whole(way.y));
        let pair = |one: i64, other: i64| {
            if other < 0 { format!("{one}{other}") } else { format!("{one} {other}") }
        };
        let _ = match self.at {
            None => write!(self.data, "M{}l{}", pair(x, y), pair(dx, dy)),
            Some((a, b)) => write!(self.data, "m{}l{}", pair(x - a, y - b), pair(dx, dy)),
        };
        self.at = Some((x + dx, y + dy));
    }
}
