//! `maps.yaml` and `layouts.yaml`: the boards, and where ready armies stand on them.

use super::{Loading, name, number, side, text, wrong};
use crate::data::chart::{Chart, Layout, MapSheet};
use crate::names::{Edges, UnitId};
use crate::state::Board;
use engine::kit::square::SIZE_MAX;
use engine::kit::{Facing, Square, Squares};
use engine::{Complaints, Reader};

const MAPS: &str = "maps.yaml";
const LAYOUTS: &str = "layouts.yaml";

pub(super) fn maps(loading: &mut Loading<'_>) -> Vec<MapSheet> {
    let Some(top) = loading.open(MAPS) else { return Vec::new() };
    let mut complaints = Complaints::new();
    let mut maps = Vec::new();
    if let Some(list) = top.need("maps", &mut complaints) {
        for (key, entry) in list.entries("a map of boards", &mut complaints).unwrap_or_default() {
            maps.extend(map(&key.text, &entry, &mut complaints));
        }
    }
    loading.note(MAPS, complaints);
    maps
}

fn map(key: &str, entry: &Reader<'_>, complaints: &mut Complaints) -> Option<MapSheet> {
    let name = name(entry, key, complaints)?;
    let size = number(entry, "size", SIZE_MAX, complaints)?;
    let zone = number(entry, "zone", SIZE_MAX, complaints)?;
    let note = text(entry, "note", complaints);
    let rows = entry.need("rows", complaints)?.items();
    if rows.len() != usize::from(size) || zone.saturating_mul(2) > size || zone == 0 {
        wrong(
            entry,
            format!(
                "{key}: {} rows and a zone of {zone} rows do not fit a board of size {size}",
                rows.len()
            ),
            complaints,
        );
        return None;
    }
    let mut board = Board { size, zone, hills: Squares::new(), plateaus: Squares::new() };
    for (row, reader) in (0..size).rev().zip(&rows) {
        let signs = reader.text("a row of signs", complaints)?;
        if signs.chars().count() != usize::from(size) {
            wrong(
                reader,
                format!("{key}: this row has {} squares, not {size}", signs.chars().count()),
                complaints,
            );
        }
        for (col, sign) in (0..size).zip(signs.chars()) {
            match sign {
                'h' => board.hills.add(Square::new(col, row)),
                '#' => board.plateaus.add(Square::new(col, row)),
                '.' => {}
                other => {
                    wrong(reader, format!("{key}: `{other}` is not in the legend"), complaints);
                }
            }
        }
    }
    fair(key, &board, entry, complaints);
    Some(MapSheet { name, note, board })
}

/// The board is the same from both sides, can be deployed on, and hangs together.
fn fair(key: &str, board: &Board, entry: &Reader<'_>, complaints: &mut Complaints) {
    let size = board.size;
    for square in Square::all(size) {
        let turned = Square::new(size - 1 - square.col, size - 1 - square.row);
        let same = board.hills.has(square) == board.hills.has(turned)
            && board.plateaus.has(square) == board.plateaus.has(turned);
        if !same && square < turned {
            wrong(
                entry,
                format!("{key}: {square} and {turned} differ, so the board favours a side"),
                complaints,
            );
        }
        let zoned = square.row < board.zone || square.row >= size - board.zone;
        if zoned && board.plateaus.has(square) {
            wrong(
                entry,
                format!("{key}: the plateau {square} lies in a deployment zone"),
                complaints,
            );
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
        wrong(entry, format!("{key}: {cut} is cut off by plateaus"), complaints);
    }
}

pub(super) fn layouts(loading: &mut Loading<'_>, chart: &Chart) -> Vec<Layout> {
    let Some(top) = loading.open(LAYOUTS) else { return Vec::new() };
    let mut complaints = Complaints::new();
    let mut layouts = Vec::new();
    if let Some(list) = top.need("layouts", &mut complaints) {
        for (key, entry) in list.entries("a map of layouts", &mut complaints).unwrap_or_default() {
            layouts.extend(layout(&key.text, &entry, chart, &mut complaints));
        }
    }
    loading.note(LAYOUTS, complaints);
    layouts
}

fn layout(
    key: &str,
    entry: &Reader<'_>,
    chart: &Chart,
    complaints: &mut Complaints,
) -> Option<Layout> {
    let name = name(entry, key, complaints)?;
    let side = side(entry, complaints)?;
    let size = number(entry, "size", SIZE_MAX, complaints)?;
    let note = text(entry, "note", complaints);
    let Some(board) = chart.maps.iter().map(|map| map.board).find(|board| board.size == size)
    else {
        wrong(entry, format!("{key}: there is no board of size {size}"), complaints);
        return None;
    };
    let rows = entry.need("rows", complaints)?.entries("a map from row to cells", complaints)?;
    if rows.len() != usize::from(board.zone) {
        wrong(
            entry,
            format!("{key}: {} rows are given, but the zone has {}", rows.len(), board.zone),
            complaints,
        );
    }
    let mut cells: Vec<(UnitId, Square, Facing)> = Vec::new();
    for (row, reader) in rows {
        let words: Vec<&str> =
            reader.text("a row of cells", complaints)?.split_whitespace().collect();
        let number = row.text.parse::<u8>().ok().filter(|number| (1..=size).contains(number));
        let Some(number) = number.filter(|number| board.in_zone(side, Square::new(0, number - 1)))
        else {
            wrong(&reader, format!("{key}: row {} is outside the zone", row.text), complaints);
            continue;
        };
        if words.len() != usize::from(size) {
            wrong(
                &reader,
                format!("{key}: this row has {} cells, not {size}", words.len()),
                complaints,
            );
        }
        for (col, word) in (0..size).zip(words).filter(|(_, word)| *word != ".") {
            let id = UnitId::new(word)
                .filter(|id| chart.kind_of_id(*id).is_some_and(|kind| kind.side == side));
            match id.filter(|id| cells.iter().all(|(other, ..)| other != id)) {
                Some(id) => cells.push((id, Square::new(col, number - 1), side.front())),
                None => wrong(
                    &reader,
                    format!("{key}: `{word}` is not a unit of {side}, or stands here twice"),
                    complaints,
                ),
            }
        }
    }
    faces(key, entry, &mut cells, complaints);
    Some(Layout { name, side, size, note, cells })
}

/// `face`: units that do not look forward.
fn faces(
    key: &str,
    entry: &Reader<'_>,
    cells: &mut [(UnitId, Square, Facing)],
    complaints: &mut Complaints,
) {
    let Some(part) = entry.get("face") else { return };
    for (unit, reader) in part.entries("a map from unit to facing", complaints).unwrap_or_default()
    {
        let facing = reader.node.text().and_then(Facing::parse);
        match (cells.iter_mut().find(|(id, ..)| *id == *unit.text.as_str()), facing) {
            (Some(cell), Some(facing)) => cell.2 = facing,
            _ => wrong(
                &reader,
                format!(
                    "{key}: `{}` is not on the layout, or what follows it is not a facing",
                    unit.text
                ),
                complaints,
            ),
        }
    }
}
