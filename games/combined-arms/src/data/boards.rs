//! `maps.yaml` and `layouts.yaml`: the boards, and where ready armies stand on them.

use super::{name, number, side, text, wrong};
use crate::data::chart::{Chart, Layout, MapSheet};
use crate::names::{Edges, UnitId};
use crate::state::Board;
use engine::Reader;
use engine::data::Loading;
use engine::kit::square::SIZE_MAX;
use engine::kit::{Facing, Square, Squares};

const MAPS: &str = "maps.yaml";
const LAYOUTS: &str = "layouts.yaml";

pub(super) fn maps(loading: &mut Loading<'_>) -> Vec<MapSheet> {
    loading
        .take(MAPS, |top| {
            let mut maps = Vec::new();
            if let Some(list) = top.need("maps") {
                for (key, entry) in list.entries("a map of boards").unwrap_or_default() {
                    maps.extend(map(&key.text, &entry));
                }
            }
            Some(maps)
        })
        .unwrap_or_default()
}

fn map(key: &str, entry: &Reader<'_>) -> Option<MapSheet> {
    let name = name(entry, key)?;
    let size = number(entry, "size", SIZE_MAX)?;
    let zone = number(entry, "zone", SIZE_MAX)?;
    let note = text(entry, "note");
    let rows = entry.need("rows")?.items();
    if rows.len() != usize::from(size) || zone.saturating_mul(2) > size || zone == 0 {
        wrong(
            entry,
            format!(
                "{key}: {} rows and a zone of {zone} rows do not fit a board of size {size}",
                rows.len()
            ),
        );
        return None;
    }
    let mut board = Board { size, zone, hills: Squares::new(), plateaus: Squares::new() };
    for (row, reader) in (0..size).rev().zip(&rows) {
        let signs = reader.text("a row of signs")?;
        if signs.chars().count() != usize::from(size) {
            wrong(
                reader,
                format!("{key}: this row has {} squares, not {size}", signs.chars().count()),
            );
        }
        for (col, sign) in (0..size).zip(signs.chars()) {
            match sign {
                'h' => board.hills.add(Square::new(col, row)),
                '#' => board.plateaus.add(Square::new(col, row)),
                '.' => {}
                other => {
                    wrong(reader, format!("{key}: `{other}` is not in the legend"));
                }
            }
        }
    }
    fair(key, &board, entry);
    Some(MapSheet { name, note, board })
}

/// The board is the same from both sides, can be deployed on, and hangs together.
fn fair(key: &str, board: &Board, entry: &Reader<'_>) {
    let size = board.size;
    for square in Square::all(size) {
        let turned = Square::new(size - 1 - square.col, size - 1 - square.row);
        let same = board.hills.has(square) == board.hills.has(turned)
            && board.plateaus.has(square) == board.plateaus.has(turned);
        if !same && square < turned {
            wrong(
                entry,
                format!("{key}: {square} and {turned} differ, so the board favours a side"),
            );
        }
        let zoned = square.row < board.zone || square.row >= size - board.zone;
        if zoned && board.plateaus.has(square) {
            wrong(entry, format!("{key}: the plateau {square} lies in a deployment zone"));
        }
    }
    let open: Vec<Square> =
        Square::all(size).filter(|square| !board.plateaus.has(*square)).collect();
    let mut seen = Squares::new();
    let mut ahead: Vec<Square> = open.first().copied().into_iter().collect();
    while let Some(square) = ahead.pop() {
        if !seen.has(square) {
            seen.add(square);
            ahead.extend(square.neighbours(size).filter(|next| !board.plateaus.has(*next)));
        }
    }
    if let Some(cut) = open.iter().find(|square| !seen.has(**square)) {
        wrong(entry, format!("{key}: {cut} is cut off by plateaus"));
    }
}

pub(super) fn layouts(loading: &mut Loading<'_>, chart: &Chart) -> Vec<Layout> {
    loading
        .take(LAYOUTS, |top| {
            let mut layouts = Vec::new();
            if let Some(list) = top.need("layouts") {
                for (key, entry) in list.entries("a map of layouts").unwrap_or_default() {
                    layouts.extend(layout(&key.text, &entry, chart));
                }
            }
            Some(layouts)
        })
        .unwrap_or_default()
}

fn layout(key: &str, entry: &Reader<'_>, chart: &Chart) -> Option<Layout> {
    let name = name(entry, key)?;
    let side = side(entry)?;
    let size = number(entry, "size", SIZE_MAX)?;
    let note = text(entry, "note");
    let Some(board) = chart.maps.iter().map(|map| map.board).find(|board| board.size == size)
    else {
        wrong(entry, format!("{key}: there is no board of size {size}"));
        return None;
    };
    let rows = entry.need("rows")?.entries("a map from row to cells")?;
    if rows.len() != usize::from(board.zone) {
        wrong(
            entry,
            format!("{key}: {} rows are given, but the zone has {}", rows.len(), board.zone),
        );
    }
    let mut cells: Vec<(UnitId, Square, Facing)> = Vec::new();
    for (row, reader) in rows {
        let words: Vec<&str> = reader.text("a row of cells")?.split_whitespace().collect();
        let number = row.text.parse::<u8>().ok().filter(|number| (1..=size).contains(number));
        let Some(number) = number.filter(|number| board.in_zone(side, Square::new(0, number - 1)))
        else {
            wrong(&reader, format!("{key}: row {} is outside the zone", row.text));
            continue;
        };
        if words.len() != usize::from(size) {
            wrong(&reader, format!("{key}: this row has {} cells, not {size}", words.len()));
        }
        for (col, word) in (0..size).zip(words).filter(|(_, word)| *word != ".") {
            let id = UnitId::new(word)
                .filter(|id| chart.kind_of_id(*id).is_some_and(|kind| kind.side == side));
            match id.filter(|id| cells.iter().all(|(other, ..)| other != id)) {
                Some(id) => cells.push((id, Square::new(col, number - 1), side.front())),
                None => wrong(
                    &reader,
                    format!("{key}: `{word}` is not a unit of {side}, or stands here twice"),
                ),
            }
        }
    }
    faces(key, entry, &mut cells);
    Some(Layout { name, side, size, note, cells })
}

/// `face`: units that do not look forward.
fn faces(key: &str, entry: &Reader<'_>, cells: &mut [(UnitId, Square, Facing)]) {
    let Some(part) = entry.get("face") else { return };
    for (unit, reader) in part.entries("a map from unit to facing").unwrap_or_default() {
        let facing = reader.node.text().and_then(Facing::parse);
        match (cells.iter_mut().find(|(id, ..)| *id == *unit.text.as_str()), facing) {
            (Some(cell), Some(facing)) => cell.2 = facing,
            _ => wrong(
                &reader,
                format!(
                    "{key}: `{}` is not on the layout, or what follows it is not a facing",
                    unit.text
                ),
            ),
        }
    }
}
