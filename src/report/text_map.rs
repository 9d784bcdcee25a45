//! The map as characters for a terminal, and as words for those who listen.

use super::{escape, wrap};
use anstyle::{Color, Style};
use engine::map::Map;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Most columns and rows that a text map may have.
const COLUMNS_MAX: u16 = 400;
const ROWS_MAX: u16 = 200;

/// How a character is shown.
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
    let mut text = grid(map).iter().fold(String::new(), |mut text, row| {
        write_row(&mut text, row, colour);
        text.push('\n');
        text
    });
    text.truncate(text.trim_end().len());
    text.push('\n');
    let mut text = text.trim_start_matches('\n').to_owned();
    legend(&mut text, map);
    text
}

/// What the signs mean, below the map.
fn legend(text: &mut String, map: &Map) {
    let wide = map.cells.iter().map(|cell| usize::from(cell.text.0) + 3).max().unwrap_or(0).max(60);
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

/// What stands where, one unit a line, in reading order, each with its cell.
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

    fn strip(line: &str) -> String {
        let mut parts = line.split("\u{1b}[");
        let first = parts.next().unwrap_or_default().to_owned();
        let rest = parts.map(|part| part.split_once('m').map_or("", |(_, text)| text));
        rest.fold(first, |all, part| all + part).trim_end().to_owned()
    }
}
