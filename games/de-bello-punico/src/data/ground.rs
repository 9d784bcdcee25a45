//! The printed maps.

use super::{count_at, demand, text_at};
use engine::Reader;
use engine::kit::{Grid, Hex, Lay};

/// One side of the map sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ground {
    /// Its name in files: `map-a`.
    pub id: String,
    pub title: String,
    pub grid: Grid,
    /// Kinds of terrain with their signs, in the order of the legend.
    pub kinds: Vec<(char, String)>,
    kind: Vec<u8>,
}

impl Ground {
    /// The terrain of a hex: its place in [`Ground::kinds`].
    pub(crate) fn kind(&self, hex: Hex) -> usize {
        usize::from(self.kind[self.grid.index(hex)])
    }

    pub(crate) fn terrain(&self, hex: Hex) -> &str {
        &self.kinds[self.kind(hex)].1
    }

    /// The sign of a hex's terrain in the map file.
    pub(crate) fn sign(&self, hex: Hex) -> char {
        self.kinds[self.kind(hex)].0
    }
}

pub(super) fn read(reader: &Reader<'_>) -> Option<Ground> {
    reader.only(&[
        "tabella-data",
        "id",
        "title",
        "source",
        "columns",
        "rows",
        "hexes",
        "edges",
        "legend",
        "terrain",
    ]);
    let lines = count_at(reader, "columns", 6, 99)?;
    let places = count_at(reader, "rows", 6, 99)?;
    reader.need("hexes")?.word(engine::Common::Data, "lay", &["flat-top"])?;
    let grid = Grid { lines, places, lay: Lay::Flat, odd_shifted: false };
    let edges = reader.need("edges")?;
    for (side, edge) in [("carthage", "north"), ("rome", "south")] {
        let right = edges.get(side).and_then(|at| at.node.text()) == Some(edge);
        demand(right, &edges, || format!("the {edge} edge is {side}'s (11, 17)"));
    }
    let mut kinds = Vec::new();
    for (key, value) in reader.need("legend")?.entries("a map from sign to terrain")? {
        let mut letters = key.text.chars();
        let sign = letters.next().filter(|_| letters.next().is_none());
        demand(sign.is_some(), &value, || format!("the sign `{}` must be one character", key.text));
        kinds.push((sign?, value.text("a terrain")?.to_owned()));
    }
    let kind = rows(&reader.need("terrain")?, grid, &kinds)?;
    Some(Ground { id: text_at(reader, "id")?, title: text_at(reader, "title")?, grid, kinds, kind })
}

/// One terrain for each hex, from rows of signs.
fn rows(reader: &Reader<'_>, grid: Grid, kinds: &[(char, String)]) -> Option<Vec<u8>> {
    let names: Vec<String> = (1..=grid.places).map(|row| format!("{row:02}")).collect();
    reader.only(&names.iter().map(String::as_str).collect::<Vec<_>>());
    let mut all = vec![0; grid.len()];
    let before = reader.told();
    for (place, name) in (1..=grid.places).zip(&names) {
        let Some(at) = reader.need(name) else { continue };
        let Some(text) = at.text("a row of the map") else { continue };
        let long = text.chars().count();
        demand(long == usize::from(grid.lines), &at, || {
            format!("row {name}: {long} hexes, not {}", grid.lines)
        });
        for (line, sign) in (1..=grid.lines).zip(text.chars()) {
            let kind = kinds.iter().position(|(known, _)| *known == sign);
            demand(kind.is_some(), &at, || {
                format!("row {name}, column {line:02}: unknown sign `{sign}`")
            });
            all[grid.index(Hex::new(line, place))] =
                u8::try_from(kind.unwrap_or(0)).expect("few kinds");
        }
    }
    (reader.told() == before).then_some(all)
}
