//! The map as characters for a terminal, and as words for those who listen.

use super::{LETTER_WIDTH, escape, wrap};
use anstyle::{Color, Style};
use engine::map::{Label, Map};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::ops::Range;

/// Ground that is shown round the units of a map that is too wide, in characters.
const ROUND: usize = 8;

/// Most columns and rows that a text map may have.
const COLUMNS_MAX: u16 = 400;
const ROWS_MAX: u16 = 200;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Look {
    Plain,
    Faint,
    Light,
    Dark,
}

impl Look {
    fn style(self) -> Style {
        let paper = Color::Ansi256(255.into());
        let ink = Color::Ansi256(16.into());
        match self {
            Self::Plain => Style::new(),
            Self::Faint => Style::new().dimmed(),
            Self::Light => Style::new().bold().fg_color(Some(ink)).bg_color(Some(paper)),
            Self::Dark => {
                Style::new().bold().fg_color(Some(paper)).bg_color(Some(Color::Ansi256(88.into())))
            }
        }
    }
}

/// Draws the map with characters; with colour, light and dark counters and faint ground. Lines carry
/// no blanks at their ends.
pub(super) fn draw(map: &Map, colour: bool) -> String {
    let rows = grid(map);
    let mut text = String::new();
    for panel in panels(map, &rows) {
        let mut sheet = String::new();
        for row in &rows {
            write_row(&mut sheet, &panel.of(row), colour);
            sheet.push('\n');
        }
        if !text.is_empty() {
            text.push('\n');
        }
        text += sheet.trim_end().trim_start_matches('\n');
        text.push('\n');
    }
    legend(&mut text, map);
    text
}

/// A part of the map that fits into a letter: the names of the rows, and some columns.
struct Panel {
    /// Characters before the first cell: the names of the rows.
    gutter: usize,
    columns: Range<usize>,
}

impl Panel {
    fn of(&self, row: &[(char, Look)]) -> Vec<(char, Look)> {
        let part = |range: Range<usize>| {
            row.get(range.start..range.end.min(row.len())).unwrap_or_default().iter().copied()
        };
        part(0..self.gutter).chain(part(self.columns.clone())).collect()
    }
}

/// The whole map if it is narrow enough; else what lies round the units, in as many parts as it takes.
fn panels(map: &Map, rows: &[Vec<(char, Look)>]) -> Vec<Panel> {
    let wide = rows.iter().map(Vec::len).max().unwrap_or(0);
    let columns = || map.cells.iter().map(|cell| usize::from(cell.text.0));
    let gutter = columns().min().unwrap_or(0);
    if wide <= LETTER_WIDTH {
        return vec![Panel { gutter, columns: gutter..wide }];
    }
    let places: BTreeMap<&str, usize> =
        map.cells.iter().map(|cell| (cell.id.as_str(), usize::from(cell.text.0))).collect();
    let spans: Vec<Range<usize>> = map
        .pieces
        .iter()
        .filter_map(|piece| places.get(piece.cell.as_str()).map(|at| (*at, piece)))
        .map(|(at, piece)| at..at + piece.token.chars().count())
        .collect();
    let number = |label: &Label| {
        let at = usize::from(label.place.0);
        at..at + label.text.chars().count()
    };
    let numbers: Vec<Range<usize>> = map.labels.iter().map(number).collect();
    let first = spans.iter().map(|span| span.start).min().unwrap_or(gutter);
    let last = spans.iter().map(|span| span.end).max().unwrap_or(wide);
    let (mut from, end) = (first.saturating_sub(ROUND).max(gutter), wide.min(last + ROUND));
    let mut found = Vec::new();
    while from < end {
        let most = from + LETTER_WIDTH - gutter;
        // No unit is cut in two, and no number of a column.
        let whole = |cut: &usize| {
            !spans.iter().chain(&numbers).any(|span| span.start < *cut && *cut < span.end)
        };
        let cut = (from + 1..=most).rev().find(whole).unwrap_or(most);
        let to = if end <= most { end } else { cut };
        found.push(Panel { gutter, columns: from..to });
        from = to;
    }
    found
}

fn legend(text: &mut String, map: &Map) {
    let wide = map.cells.iter().map(|cell| usize::from(cell.text.0) + 3).max().unwrap_or(0);
    let wide = wide.clamp(60, LETTER_WIDTH);
    let entries =
        map.legend.iter().map(|entry| escape::plain(&format!("{} {}", entry.sign, entry.words)));
    let mut line = String::new();
    if !map.legend.is_empty() {
        text.push('\n');
    }
    for entry in entries {
        if !line.is_empty() && wrap::width(&line) + 3 + wrap::width(&entry) > wide {
            let _ = writeln!(text, "{line}");
            line.clear();
        }
        line = if line.is_empty() { entry } else { format!("{line}   {entry}") };
    }
    if !line.is_empty() {
        let _ = writeln!(text, "{line}");
    }
}

fn grid(map: &Map) -> Vec<Vec<(char, Look)>> {
    let mut rows: BTreeMap<u16, BTreeMap<u16, (char, Look)>> = BTreeMap::new();
    let mut put = |(column, row): (u16, u16), text: &str, look| {
        for (at, letter) in (column..COLUMNS_MAX).zip(text.chars()).filter(|_| row < ROWS_MAX) {
            let letter = if engine::text::unprintable(letter) { ' ' } else { letter };
            rows.entry(row).or_default().insert(at, (letter, look));
        }
    };
    for label in &map.labels {
        put(label.place, &label.text, Look::Plain);
    }
    let mut places = BTreeMap::new();
    for cell in &map.cells {
        put(cell.text, cell.sign.encode_utf8(&mut [0; 4]), Look::Faint);
        places.insert(cell.id.as_str(), cell.text);
    }
    for piece in &map.pieces {
        let Some(place) = places.get(piece.cell.as_str()) else { continue };
        put(*place, &piece.token, if piece.side == "carthage" { Look::Dark } else { Look::Light });
    }
    let height = rows.last_key_value().map_or(0, |(row, _)| row + 1);
    let row = |at| rows.get(&at).map(line).unwrap_or_default();
    (0..height).map(row).collect()
}

fn line(row: &BTreeMap<u16, (char, Look)>) -> Vec<(char, Look)> {
    let width = row.last_key_value().map_or(0, |(column, _)| column + 1);
    (0..width).map(|column| row.get(&column).copied().unwrap_or((' ', Look::Plain))).collect()
}

fn write_row(text: &mut String, row: &[(char, Look)], colour: bool) {
    let mut now = Look::Plain;
    for (letter, look) in row {
        if colour && *look != now {
            let _ = write!(text, "{}{}", now.style().render_reset(), look.style());
            now = *look;
        }
        text.push(*letter);
    }
    if now != Look::Plain {
        let _ = write!(text, "{}", now.style().render_reset());
    }
    text.truncate(text.trim_end_matches(' ').len());
}

/// The units with their cells, one unit a line, in reading order.
pub(super) fn positions(map: &Map) -> Vec<String> {
    map.pieces.iter().map(|piece| escape::plain(&piece.words)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::sample;

    #[test]
    fn a_plain_map_is_plain_text() {
        let text = draw(&sample::map(), false);
        let row = text.lines().find(|line| line.trim_start().starts_with("8 ")).unwrap();
        assert_eq!(row, " 8  .   .   .   .   .   av  cv  ^   ^   ^   .   .");
        assert!(text.is_ascii() && !text.contains('\u{1b}'));
        assert!(text.lines().all(|line| line.trim_end() == line));
    }

    #[test]
    fn colour_changes_nothing_but_colour() {
        let text = draw(&sample::map(), true);
        assert!(text.contains('\u{1b}'));
        let plain: Vec<String> = text.lines().map(strip).collect();
        let expected: Vec<String> =
            draw(&sample::map(), false).lines().map(str::to_owned).collect();
        assert_eq!(plain, expected);
    }

    #[test]
    fn a_wide_map_is_shown_in_parts_round_the_units() {
        let mut map = sample::map();
        let wide = |at: u16| 5 + at * 20;
        for (at, cell) in (0..).zip(&mut map.cells) {
            cell.text.0 = wide(at % 12);
        }
        let text = draw(&map, false);
        assert!(text.lines().all(|line| wrap::width(line) <= LETTER_WIDTH), "{text}");
        for piece in &map.pieces {
            assert!(text.contains(piece.token.as_str()), "{}: {text}", piece.token);
        }
        assert!(text.matches("\n\n").count() >= 2, "in parts: {text}");
    }

    fn strip(line: &str) -> String {
        let mut parts = line.split("\u{1b}[");
        let first = parts.next().unwrap_or_default().to_owned();
        let rest = parts.map(|part| part.split_once('m').map_or("", |(_, text)| text));
        rest.fold(first, |all, part| all + part).trim_end().to_owned()
    }
}
