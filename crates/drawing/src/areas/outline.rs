//! Outlines: the shapes of a title's areas, with all that is drawn of a land and its seas before anybody stands on it.
//! Format `tabella-outline/1`.

use super::signs;
use super::spot::Spot;
use engine::map::Point;
use engine::map::areas::{Way, WayKind};
use serde::Deserialize;
use serde::de::{Error as _, IgnoredAny};
use std::collections::{BTreeMap, BTreeSet};

/// The shapes of a title's areas. Lengths are in the outline's own unit, y to the south.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Outline {
    #[serde(rename = "format")]
    _format: Format,
    #[serde(rename = "title")]
    _title: String,
    /// The projection that turned degrees into coordinates, kept for anybody who redraws the map.
    #[serde(rename = "projection")]
    _projection: IgnoredAny,
    pub(super) size: [i32; 2],
    pub(super) look: Look,
    pub(super) cartouche: Cartouche,
    pub(super) compass: [i32; 2],
    /// The point at which the scale bars begin.
    pub(super) scale: [i32; 2],
    pub(super) hundred_km: Scale,
    pub(super) degrees: Degrees,
    pub(super) arcs: Vec<(ArcKind, Line)>,
    pub(super) areas: BTreeMap<String, Area>,
    pub(super) outer_land: Vec<Vec<i32>>,
    pub(super) outer_names: Vec<Name>,
    pub(super) cities: Vec<City>,
    #[serde(default)]
    pub(super) links: Vec<Link>,
    /// Each river's width class (3 or 4) and its course.
    pub(super) rivers: Vec<(u8, Line)>,
    pub(super) lakes: Vec<Line>,
    /// Each ridge's length of slope, and its crest.
    pub(super) ridges: Vec<(i32, Line)>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
enum Format {
    #[serde(rename = "tabella-outline/1")]
    One,
}

/// Sizes in hundredths of the usual.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Look {
    /// Counters, usually 74 by 70.
    pub(super) counter: i64,
    /// Type and lines that have no size of their own.
    pub(super) unit: i64,
}

/// The frame of the title.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Cartouche {
    /// The point in its middle.
    pub(super) at: [i32; 2],
    pub(super) width: i32,
}

/// The length of a hundred kilometres.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Scale {
    /// At the middle of the map's lens, over Italy.
    pub(super) middle: i32,
    pub(super) edge: i32,
}

/// The marks of the degrees on each side of the frame: degree, and distance along the side.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Degrees {
    pub(super) top: Vec<[i32; 2]>,
    pub(super) bottom: Vec<[i32; 2]>,
    pub(super) left: Vec<[i32; 2]>,
    pub(super) right: Vec<[i32; 2]>,
}

/// The kinds of lines, by what lies on their two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
pub(super) enum ArcKind {
    /// Land and sea.
    #[serde(rename = "c")]
    Coast,
    /// Land and a sea outside the game.
    #[serde(rename = "o")]
    OuterCoast,
    /// Two areas.
    #[serde(rename = "b")]
    Border,
    /// Two areas with mountains between.
    #[serde(rename = "m")]
    Mountains,
    /// Two areas that are not adjacent.
    #[serde(rename = "x")]
    Closed,
    /// The game and what lies outside.
    #[serde(rename = "e")]
    Edge,
    /// Two seas.
    #[serde(rename = "w")]
    Waters,
    /// The sheet and what lies beyond.
    #[serde(rename = "f")]
    Frame,
}

/// A line: in the file its first point, then steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Line(pub(super) Vec<Point>);

impl<'de> Deserialize<'de> for Line {
    fn deserialize<D: serde::Deserializer<'de>>(reader: D) -> Result<Self, D::Error> {
        let text = String::deserialize(reader)?;
        let numbers: Result<Vec<i32>, _> = text.split_whitespace().map(str::parse).collect();
        let numbers = numbers.map_err(|error| D::Error::custom(format!("`{text}`: {error}")))?;
        if numbers.len() < 4 || numbers.len() % 2 != 0 {
            return Err(D::Error::custom(format!("`{text}` is not a line of points")));
        }
        let mut at = Point::default();
        let step = |pair: &[i32]| {
            at = Point { x: at.x + pair[0], y: at.y + pair[1] };
            at
        };
        Ok(Self(numbers.chunks_exact(2).map(step).collect()))
    }
}

/// A region, a province or a sea.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Area {
    /// Its rings, as signed numbers of arcs from 1; a negative one runs backwards.
    pub(super) rings: Vec<Vec<i32>>,
    pub(super) names: Vec<Name>,
    /// Places of counters, best first: each is the counter's middle, and then the end of its leader, if it has one.
    pub(super) slots: Vec<Vec<i32>>,
    /// The place of the symbol that the board has printed there.
    #[serde(default)]
    pub(super) mark: Option<[i32; 2]>,
    #[serde(default)]
    pub(super) sea: bool,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Name {
    pub(super) text: String,
    pub(super) size: i32,
    /// Extra space between its letters.
    pub(super) gap: i32,
    /// Start, control point and end of its curve; the text is centred on it.
    pub(super) way: [i32; 6],
    /// The two ends of a line from the name to its land, if the name has no room there.
    #[serde(default)]
    pub(super) leader: Option<[i32; 4]>,
    #[serde(default)]
    pub(super) sea: bool,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct City {
    pub(super) name: String,
    pub(super) at: [i32; 2],
    pub(super) side: Beside,
    #[serde(default)]
    pub(super) major: bool,
    /// The area whose city it is in the game.
    #[serde(default)]
    pub(super) of: Option<String>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Beside {
    Left,
    Right,
    Top,
    Bottom,
}

/// A route that the borders do not show.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Link {
    pub(super) kind: LinkKind,
    pub(super) between: [String; 2],
    /// For a sea route: start, control point, end. For a mountain route: a point of the border, and the direction in
    /// hundredths.
    pub(super) way: Vec<i32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum LinkKind {
    Sea,
    Mountain,
}

impl Outline {
    /// Reads an outline.
    ///
    /// # Errors
    /// A message that says what is wrong with it.
    pub fn read(text: &str) -> Result<Self, String> {
        Self::of(serde_yaml::Deserializer::from_str(text))
    }

    /// Reads an outline from plain data: a sheet's module reads no YAML but that of order files.
    ///
    /// # Errors
    /// A message that says what is wrong with it.
    pub fn of<'de>(data: impl serde::Deserializer<'de>) -> Result<Self, String> {
        let outline = Self::deserialize(data).map_err(|error| error.to_string())?;
        outline.whole()?;
        Ok(outline)
    }

    /// Checks every reference from one part of the outline to another.
    fn whole(&self) -> Result<(), String> {
        let arcs = i32::try_from(self.arcs.len()).map_err(|error| error.to_string())?;
        let rings = self.areas.values().flat_map(|area| &area.rings).chain(&self.outer_land);
        for ring in rings {
            if let Some(arc) = ring.iter().find(|arc| **arc == 0 || arc.abs() > arcs) {
                return Err(format!("there is no line {arc}"));
            }
            let points = self.ring(ring);
            if points.first() != points.last() {
                return Err(format!("the ring {ring:?} does not close"));
            }
        }
        for (id, area) in &self.areas {
            if area.slots.iter().any(|slot| !matches!(slot.len(), 2 | 4)) {
                return Err(format!(
                    "{id}: a slot is [x, y], or [x, y] and the end of its leader line"
                ));
            }
        }
        for link in &self.links {
            let long = if link.kind == LinkKind::Sea { 6 } else { 4 };
            if link.way.len() != long || link.between.iter().any(|id| !self.areas.contains_key(id))
            {
                return Err(format!("the route {:?} is not whole", link.between));
            }
        }
        Ok(())
    }

    /// The points of a ring, the first of which is its last.
    pub(super) fn ring(&self, arcs: &[i32]) -> Vec<Point> {
        let mut points: Vec<Point> = Vec::new();
        for number in arcs {
            let index = usize::try_from(number.unsigned_abs()).expect("usize has at least 32 bits");
            let line = &self.arcs[index - 1].1.0;
            let way: Box<dyn Iterator<Item = &Point>> =
                if *number > 0 { Box::new(line.iter()) } else { Box::new(line.iter().rev()) };
            points.extend(way.skip(usize::from(!points.is_empty())));
        }
        points
    }

    pub(super) fn holds(&self, area: &str, at: Spot) -> bool {
        let rings = self.areas[area].rings.iter().map(|ring| self.ring(ring));
        let crossed = |pair: &[Point]| {
            let (one, other) = (Spot::of(pair[0]), Spot::of(pair[1]));
            (one.y > at.y) != (other.y > at.y)
                && at.x < one.x + (other.x - one.x) * (at.y - one.y) / (other.y - one.y)
        };
        let crossings = |ring: Vec<Point>| ring.windows(2).filter(|pair| crossed(pair)).count();
        rings.map(crossings).sum::<usize>() % 2 == 1
    }

    /// A place of an area for a counter, and where its leader ends.
    pub(super) fn slot(&self, area: &str, index: usize) -> (Spot, Option<Spot>) {
        match self.areas[area].slots[index][..] {
            [x, y] => (Spot::at(x, y), None),
            [x, y, to_x, to_y] => (Spot::at(x, y), Some(Spot::at(to_x, to_y))),
            _ => unreachable!("an outline is checked when it is read"),
        }
    }

    /// The adjacent areas on the sheet: areas that share an open line, and routes. A mountain route goes before the
    /// border that it crosses. Seas without slots are only drawn; they are not areas of the game.
    pub fn ways(&self) -> BTreeSet<Way> {
        let mut beside: BTreeMap<u32, Vec<(&str, bool)>> = BTreeMap::new();
        for (id, area) in self.areas.iter().filter(|(_, area)| !area.slots.is_empty()) {
            for arc in area.rings.iter().flatten() {
                beside.entry(arc.unsigned_abs()).or_default().push((id, area.sea));
            }
        }
        let mut found = BTreeMap::new();
        for (arc, pair) in &beside {
            let [(one, _), (other, _)] = pair[..] else { continue };
            let index = usize::try_from(*arc).expect("usize has at least 32 bits");
            let kind = match self.arcs[index - 1].0 {
                ArcKind::Border | ArcKind::Mountains => WayKind::Land,
                ArcKind::Coast => WayKind::Coast,
                ArcKind::Waters => WayKind::Water,
                ArcKind::Closed | ArcKind::OuterCoast | ArcKind::Edge | ArcKind::Frame => continue,
            };
            found.insert([one.min(other), one.max(other)], kind);
        }
        for link in &self.links {
            let [one, other] = link.between.each_ref().map(String::as_str);
            let kind = match link.kind {
                LinkKind::Sea => WayKind::Sea,
                LinkKind::Mountain => WayKind::Mountain,
            };
            found.insert([one.min(other), one.max(other)], kind);
        }
        found.into_iter().map(|([one, other], kind)| Way::new(one, other, kind)).collect()
    }

    /// True if the outline shows a game's board as it is: the same areas, and between them the same ways. Players may
    /// have written a board of their own.
    pub fn shows(&self, areas: &engine::map::Areas) -> bool {
        let drawn = self.areas.iter().filter(|(_, area)| !area.slots.is_empty());
        let drawn: BTreeSet<&str> = drawn.map(|(id, _)| id.as_str()).collect();
        let played: BTreeSet<&str> = areas.places.iter().map(|place| place.id.as_str()).collect();
        drawn == played && self.ways() == areas.ways.iter().cloned().collect()
    }

    /// The places at which counters cover each other; there should be none after a slot was moved.
    pub fn crowded(&self) -> Vec<String> {
        let slots: Vec<(&str, [i64; 2])> = self
            .areas
            .iter()
            .flat_map(|(id, area)| area.slots.iter().map(move |slot| (id.as_str(), slot)))
            .map(|(id, slot)| (id, [i64::from(slot[0]), i64::from(slot[1])]))
            .collect();
        let (wide, high) = (2 * signs::HALF.0, 2 * signs::HALF.1);
        let mut found = Vec::new();
        for (nth, (one, at)) in slots.iter().enumerate() {
            for (other, beside) in &slots[nth + 1..] {
                let apart = |axis: usize, side: i64| {
                    (at[axis] - beside[axis]).abs() * 100 >= side * self.look.counter
                };
                if !apart(0, wide) && !apart(1, high) {
                    found.push(format!("{one} {at:?} and {other} {beside:?}"));
                }
            }
        }
        found
    }
}
