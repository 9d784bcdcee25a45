//! The map: terrain, levels, names and edges.

use super::charts::Charts;
use super::{count_at, demand};
use engine::Reader;
use engine::kit::{Grid, Hex, Lay};
use std::collections::BTreeMap;

/// One kind of terrain, with its row of the Terrain Effects Chart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Terrain {
    /// Its name in files: `vineyard`.
    pub name: String,
    /// Movement points to enter, by class; none where it is closed.
    pub mp: [Option<u8>; 3],
    /// Modifier when the defender stands in it.
    pub defender: i8,
    /// Modifier when all attackers stand in it.
    pub out_of: i8,
}

/// The printed map.
#[derive(Clone, Debug)]
pub(crate) struct Ground {
    pub grid: Grid,
    /// The kinds of terrain, as in the chart.
    pub kinds: Vec<Terrain>,
    /// The sign of each kind in the map file.
    pub signs: Vec<char>,
    pub names: BTreeMap<Hex, String>,
    /// True if Carthaginian units may leave over the south edge.
    pub exit_south: bool,
    kind: Vec<u8>,
    level: Vec<u8>,
}

impl Ground {
    pub(crate) fn terrain(&self, hex: Hex) -> &Terrain {
        &self.kinds[usize::from(self.kind[self.grid.index(hex)])]
    }

    pub(crate) fn sign(&self, hex: Hex) -> char {
        self.signs[usize::from(self.kind[self.grid.index(hex)])]
    }

    /// The level of a hex: 0 the ravine's bed, 1 the plain.
    pub(crate) fn level(&self, hex: Hex) -> u8 {
        self.level[self.grid.index(hex)]
    }

    pub(crate) fn around(&self, hex: Hex) -> impl Iterator<Item = Hex> + use<> {
        self.grid.neighbours(hex)
    }
}

pub(super) fn read(reader: &Reader<'_>, charts: Option<&Charts>) -> Option<Ground> {
    reader.only(&[
        "tabella-data",
        "source",
        "geometry",
        "edges",
        "legend",
        "terrain",
        "level",
        "names",
    ]);
    let geometry = reader.need("geometry")?;
    geometry.only(&[
        "rows",
        "positions",
        "top",
        "shifted-east",
        "half-hexes-playable",
        "south-edge-row",
    ]);
    let lines = count_at(&geometry, "rows", 3, 99)?;
    let places = count_at(&geometry, "positions", 3, 99)?;
    geometry.need("top")?.word(engine::Common::Data, "top", &["point"])?;
    let shifted =
        geometry.need("shifted-east")?.word(engine::Common::Data, "rows", &["odd", "even"])?;
    let grid = Grid { lines, places, lay: Lay::Point, odd_shifted: shifted == 0 };
    let edges = reader.need("edges")?;
    let exit_south = exits(&edges)?;
    let charts = charts?;
    let (signs, by_sign) = legend(&reader.need("legend")?, charts)?;
    let terrain = reader.need("terrain")?;
    let kind = rows(&terrain, grid, |sign| by_sign.get(&sign).copied());
    let levels = reader.need("level")?;
    let level =
        rows(&levels, grid, |sign| sign.to_digit(4).and_then(|level| u8::try_from(level).ok()));
    let names = places_named(reader, grid)?;
    let ground = Ground {
        grid,
        kinds: charts.terrain.clone(),
        signs,
        names,
        exit_south,
        kind: kind?,
        level: level?,
    };
    ravines(&ground, &levels);
    Some(ground)
}

/// The names of places, by hex.
fn places_named(reader: &Reader<'_>, grid: Grid) -> Option<BTreeMap<Hex, String>> {
    let mut names = BTreeMap::new();
    for (key, value) in
        reader.get("names").map_or(Some(Vec::new()), |r| r.entries("a map from hex to name"))?
    {
        let hex = Hex::parse(&key.text).filter(|hex| grid.has(*hex));
        demand(hex.is_some(), &value, || format!("{} is not a hex of this map", key.text));
        if let (Some(hex), Some(name)) = (hex, value.text("a name")) {
            names.insert(hex, name.to_owned());
        }
    }
    Some(names)
}

/// True if Carthage may leave in the south; every other edge must be closed.
fn exits(edges: &Reader<'_>) -> Option<bool> {
    let mut south = None;
    for edge in ["south", "north", "east", "west"] {
        let at = edges.need(edge)?;
        for side in ["carthage", "rome"] {
            let word = at.need(side)?.word(engine::Common::Data, "edge", &["closed", "exit"])?;
            if (edge, side) == ("south", "carthage") {
                south = Some(word == 1);
            } else {
                demand(word == 0, &at, || format!("the {edge} edge must be closed to {side}"));
            }
        }
    }
    south
}

/// The signs of the map file: in the order of the chart, and by sign.
fn legend(reader: &Reader<'_>, charts: &Charts) -> Option<(Vec<char>, BTreeMap<char, u8>)> {
    let mut by_sign = BTreeMap::new();
    let mut signs = vec!['?'; charts.terrain.len()];
    for (key, value) in reader.entries("a map from sign to terrain")? {
        let name = value.text("a terrain")?;
        let kind = charts.terrain.iter().position(|terrain| terrain.name == name);
        demand(kind.is_some(), &value, || format!("the charts have no terrain `{name}`"));
        let mut letters = key.text.chars();
        if let (Some(sign), None, Some(kind)) = (letters.next(), letters.next(), kind) {
            by_sign.insert(sign, u8::try_from(kind).ok()?);
            signs[kind] = sign;
        } else {
            demand(kind.is_none(), &value, || {
                format!("the sign `{}` must be one character", key.text)
            });
        }
    }
    let without = signs.iter().position(|sign| *sign == '?');
    demand(without.is_none(), reader, || {
        let at = without.expect("this message is written only if a terrain has no sign");
        format!("{} has no sign", charts.terrain[at].name)
    });
    Some((signs, by_sign))
}

/// One sign for each hex, from rows of text keyed by row number.
fn rows(reader: &Reader<'_>, grid: Grid, read: impl Fn(char) -> Option<u8>) -> Option<Vec<u8>> {
    let mut all = vec![0; grid.len()];
    let mut seen = vec![false; usize::from(grid.lines)];
    let before = reader.told();
    for (key, value) in reader.entries("a map from row to text")? {
        let row = key.text.parse::<u8>().ok().filter(|row| (1..=grid.lines).contains(row));
        let Some(row) = row else {
            demand(false, &value, || format!("`{}` is not a row of this map", key.text));
            continue;
        };
        let Some(line) = value.text("a row of the map") else { continue };
        let long = line.chars().count();
        demand(long == usize::from(grid.places), &value, || {
            format!("row {row:02} has {long} hexes, not {}", grid.places)
        });
        for (sign, place) in line.chars().zip(1..=grid.places) {
            match read(sign) {
                Some(what) => all[grid.index(Hex::new(row, place))] = what,
                None => demand(false, &value, || {
                    format!("row {row:02}, position {place}: unknown sign `{sign}`")
                }),
            }
        }
        seen[usize::from(row) - 1] = true;
    }
    for row in (1..=grid.lines).filter(|row| !seen[usize::from(*row) - 1]) {
        demand(false, reader, || format!("row {row:02} is missing"));
    }
    (reader.told() == before).then_some(all)
}

/// Level 0 is the bed of the ravine, and only that.
fn ravines(ground: &Ground, at: &Reader<'_>) {
    for hex in ground.grid.all() {
        let (low, ravine) = (ground.level(hex) == 0, ground.terrain(hex).name == "ravine");
        demand(low == ravine, at, || {
            format!("{hex}: terrain on level 0 must be ravine, and ravine must be on level 0")
        });
    }
}
