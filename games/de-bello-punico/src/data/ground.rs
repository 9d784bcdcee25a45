//! The printed maps.

use super::{count_at, demand, text_at};
use engine::kit::{Grid, Hex, Lay};
use engine::{Complaints, Reader};

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

    /// The name of a hex's terrain.
    pub(crate) fn terrain(&self, hex: Hex) -> &str {
        &self.kinds[self.kind(hex)].1
    }

    /// The sign of a hex's terrain in the map file.
    pub(crate) fn sign(&self, hex: Hex) -> char {
        self.kinds[self.kind(hex)].0
    }
}

pub(super) fn read(reader: &Reader<'_>, complaints: &mut Complaints) -> Option<Ground> {
    reader.only(
        &[
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
        ],
        complaints,
    );
    let lines = count_at(reader, "columns", 6, 99, complaints)?;
    let places = count_at(reader, "rows", 6, 99, complaints)?;
    reader.need("hexes", complaints)?.word(
        engine::Common::Data,
        "lay",
        &["flat-top"],
        complaints,
    )?;
    let grid = Grid { lines, places, lay: Lay::Flat, odd_shifted: false };
    let edges = reader.need("edges", complaints)?;
    for (side, edge) in [("carthage", "north"), ("rome", "south")] {
        let right = edges.get(side).and_then(|at| at.node.text()) == Some(edge);
        demand(right, &edges, || format!("the {edge} edge is {side}'s (11, 17)"), complaints);
    }
    let mut kinds = Vec::new();
    for (key, value) in
        reader.need("legend", complaints)?.entries("a map from sign to terrain", complaints)?
    {
        let mut letters = key.text.chars();
        let sign = letters.next().filter(|_| letters.next().is_none());
        demand(
            sign.is_some(),
            &value,
            || format!("the sign `{}` must be one character", key.text),
            complaints,
        );
        kinds.push((sign?, value.text("a terrain", complaints)?.to_owned()));
    }
    let kind = rows(&reader.need("terrain", complaints)?, grid, &kinds, complaints)?;
    Some(Ground {
        id: text_at(reader, "id", complaints)?,
        title: text_at(reader, "title", complaints)?,
        grid,
        kinds,
        kind,
    })
}

/// One terrain for each hex, from rows of signs.
fn rows(
    reader: &Reader<'_>,
    grid: Grid,
    kinds: &[(char, String)],
    complaints: &mut Complaints,
) -> Option<Vec<u8>> {
    let names: Vec<String> = (1..=grid.places).map(|row| format!("{row:02}")).collect();
    reader.only(&names.iter().map(String::as_str).collect::<Vec<_>>(), complaints);
    let mut all = vec![0; grid.len()];
    let before = complaints.0.len();
    for (place, name) in (1..=grid.places).zip(&names) {
        let Some(at) = reader.need(name, complaints) else { continue };
        let Some(text) = at.text("a row of the map", complaints) else { continue };
        let long = text.chars().count();
        demand(
            long == usize::from(grid.lines),
            &at,
            || format!("row {name}: {long} hexes, not {}", grid.lines),
            complaints,
        );
        for (line, sign) in (1..=grid.lines).zip(text.chars()) {
            let kind = kinds.iter().position(|(known, _)| *known == sign);
            demand(
                kind.is_some(),
                &at,
                || format!("row {name}, column {line:02}: unknown sign `{sign}`"),
                complaints,
            );
            all[grid.index(Hex::new(line, place))] =
                u8::try_from(kind.unwrap_or(0)).expect("few kinds");
        }
    }
    (complaints.0.len() == before).then_some(all)
}
