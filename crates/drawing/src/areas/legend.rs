//! What the signs mean, below the sheet, in the very shapes of the map: of each kind that occurs one.

use super::outline::{ArcKind, LinkKind};
use super::spot::{Num, Spot};
use super::{Sheet, ground, signs};
use crate::{Xml, written};
use engine::map::StrokeKind;
use std::collections::BTreeSet;
use std::fmt::{self, Write};

/// Lengths at the usual size of type: a line, where the words begin, a letter.
const LINE: i64 = 44;
const WORDS: i64 = 76;
const LETTER: i64 = 11;
/// Columns, where the words are short; those of a narrow window, of the same width.
const COLUMNS: i64 = 4;
const NARROW: i64 = 2;

/// One entry: its sign, drawn round (34, 0), and its words.
struct Entry {
    sign: String,
    words: String,
}

/// The element of the swatch of an area.
const SWATCH: &str = "x=\"8\" y=\"-15\" width=\"52\" height=\"30\"";

impl Sheet<'_> {
    /// What the legend explains: signs of the land, of the units and of what happens.
    fn entries(&self) -> Vec<Entry> {
        let mut found = self.of_counters();
        found.extend(self.of_ground());
        found.extend(self.of_events());
        found
    }

    fn entry(&self, words: &str, draw: impl FnOnce(&mut String) -> fmt::Result) -> Entry {
        let mut sign = String::new();
        written(draw(&mut sign));
        Entry { sign, words: self.phrases.get(words).to_owned() }
    }

    fn of_counters(&self) -> Vec<Entry> {
        let mut seen = BTreeSet::new();
        let kinds = self.areas.counters.iter().filter(|one| seen.insert((&one.side, &one.symbol)));
        let mut found: Vec<Entry> = kinds
            .map(|one| {
                let words = format!("{}.{}.{}", self.areas.outline, one.side, one.symbol);
                self.entry(&words, |out| {
                    out.push_str("<g transform=\"translate(34 0)scale(.55)\">");
                    signs::counter(out, &one.side, &one.symbol, one.count, "")?;
                    out.push_str("</g>");
                    Ok(())
                })
            })
            .collect();
        let marks: BTreeSet<&String> =
            self.areas.counters.iter().flat_map(|one| &one.marks).collect();
        for mark in marks {
            found.push(self.entry(&format!("mark.{mark}"), |out| {
                out.push_str("<g transform=\"translate(34 0)\">");
                signs::mark(out, mark);
                out.push_str("</g>");
                Ok(())
            }));
        }
        found
    }

    /// Whose areas are, borders, routes, cities, printed symbols.
    fn of_ground(&self) -> Vec<Entry> {
        let mut found = Vec::new();
        let holders: BTreeSet<&String> = self.areas.places.iter().map(|one| &one.holder).collect();
        for holder in holders.into_iter().filter(|holder| !holder.is_empty()) {
            found.push(self.entry(&format!("held.{holder}"), |out| Self::swatch(out, holder)));
        }
        let mut seen = BTreeSet::new();
        let printed = self.areas.places.iter().filter(|one| !one.symbols.is_empty());
        for place in printed.filter(|place| seen.insert((&place.symbol, &place.symbols))) {
            let name = format!("printed.{}.{}", place.symbol, place.symbols.join("."));
            found.push(self.entry(&name, |out| {
                out.push_str("<g transform=\"translate(34 0)\">");
                signs::printed(out, &place.symbol, &place.symbols)?;
                out.push_str("</g>");
                Ok(())
            }));
        }
        let has = |kind: ArcKind| self.outline.arcs.iter().any(|(one, _)| *one == kind);
        let lines = [
            (true, "area.border", "<path class=\"m-a-border\" d=\"M8 0H62\"/>"),
            (has(ArcKind::Waters), "area.waters", "<path class=\"m-a-water\" d=\"M8 0H62\"/>"),
            (
                has(ArcKind::Closed),
                "area.closed",
                "<path class=\"m-line\" stroke-width=\"7\" d=\"M8 0H62\"/><path class=\"m-line\" stroke-width=\"17\" stroke-dasharray=\"2.6 6\" d=\"M8 0H62\"/>",
            ),
            (
                self.outline.links.iter().any(|link| link.kind == LinkKind::Sea),
                "link.sea",
                "<path class=\"m-a-seaway\" d=\"M8 0H62\"/>",
            ),
        ];
        for (_, words, sign) in lines.into_iter().filter(|(occurs, ..)| *occurs) {
            found.push(self.entry(words, |out| out.write_str(sign)));
        }
        if self.outline.links.iter().any(|link| link.kind == LinkKind::Mountain) {
            found.push(self.entry("link.mountain", |out| {
                out.push_str("<g transform=\"translate(34 0)\">");
                ground::pass(out);
                out.push_str("</g>");
                Ok(())
            }));
        }
        for major in [true, false] {
            found.push(self.entry(if major { "city.major" } else { "city.minor" }, |out| {
                out.push_str("<g transform=\"translate(34 0)\">");
                signs::city(out, major);
                out.push_str("</g>");
                Ok(())
            }));
        }
        found
    }

    fn swatch(out: &mut String, holder: &str) -> fmt::Result {
        write!(out, "<rect class=\"m-land\" {SWATCH}/>")?;
        if holder == "wild" {
            write!(out, "<rect fill=\"url(#m-a-wild)\" {SWATCH}/>")?;
        } else {
            write!(out, "<rect class=\"m-a-ground-{holder}\" {SWATCH}/>")?;
            if crate::dark(holder) {
                write!(
                    out,
                    "<rect class=\"m-a-block-{holder}\" {SWATCH}/><rect fill=\"url(#m-a-hatch)\" {SWATCH}/>"
                )?;
            } else {
                write!(
                    out,
                    "<rect class=\"m-a-block-{holder}\" {SWATCH}/><rect class=\"m-land\" x=\"15\" y=\"-8\" width=\"38\" height=\"16\"/><rect class=\"m-a-ground-{holder}\" x=\"15\" y=\"-8\" width=\"38\" height=\"16\"/><rect class=\"m-line\" stroke-width=\"1.5\" x=\"15\" y=\"-8\" width=\"38\" height=\"16\"/>"
                )?;
            }
        }
        write!(out, "<rect class=\"m-line\" stroke-width=\"2\" {SWATCH}/>")
    }

    /// The signs of what happens: marches, battles, sieges, losses.
    fn of_events(&self) -> Vec<Entry> {
        let mut found = Vec::new();
        let marches: BTreeSet<(StrokeKind, &String)> =
            self.areas.marches.iter().map(|march| (march.kind, &march.side)).collect();
        for (kind, side) in marches {
            let word = if kind == StrokeKind::Retreat { "retreat" } else { "march" };
            found.push(self.entry(&format!("{word}.{side}"), |out| {
                signs::arrow(
                    out,
                    &[Spot::at(8, 0), Spot::at(22, 0), Spot::at(36, 0), Spot::at(62, 0)],
                    side,
                    kind,
                    700,
                )
            }));
        }
        let chains: BTreeSet<&String> = self.areas.chains.iter().map(|chain| &chain.side).collect();
        for side in chains {
            found.push(self.entry(&format!("chain.{side}"), |out| {
                signs::chain(out, &[Spot::at(10, 0), Spot::at(58, 0)], side)
            }));
        }
        let scaled = |sign: &str, scale: i64| {
            format!("<g transform=\"translate(34 0)scale({})\">{sign}</g>", Num(scale))
        };
        let mut sign = String::new();
        if !self.areas.battles.is_empty() {
            signs::battle(&mut sign);
            found.push(self.entry("area.battle", |out| out.write_str(&scaled(&sign, 80))));
        }
        if !self.areas.sieges.is_empty() {
            sign.clear();
            written(signs::siege(
                &mut sign,
                21,
                self.areas.sieges.first().map(|siege| siege.count),
            ));
            found.push(self.entry("area.siege", |out| out.write_str(&scaled(&sign, 80))));
        }
        if !self.areas.losses.is_empty() {
            sign.clear();
            written(signs::loss(&mut sign, 1));
            found.push(self.entry("stroke.loss", |out| out.write_str(&scaled(&sign, 100))));
        }
        found
    }

    /// Column and line of every entry in so many columns, and how many lines there are.
    fn places(&self, entries: &[Entry], columns: i64) -> (Vec<(i64, i64)>, i64) {
        let wide = self.column();
        let (mut column, mut line, mut places) = (0, 0, Vec::new());
        for entry in entries {
            let letters = i64::try_from(entry.words.chars().count()).expect("captions are short");
            let needs = (WORDS + letters * LETTER + 14) * self.outline.look.unit;
            let span = ((needs + wide - 1) / wide).clamp(1, columns);
            if column + span > columns {
                (column, line) = (0, line + 1);
            }
            places.push((column, line));
            column += span;
        }
        (places, line + 1)
    }

    /// Width of a column, in hundredths.
    fn column(&self) -> i64 {
        i64::from(self.outline.size[0]) * 100 / COLUMNS
    }

    /// Height of the legend, in whole units.
    pub(super) fn legend_height(&self) -> i32 {
        let lines = self.places(&self.entries(), COLUMNS).1 + self.notes();
        i32::try_from((lines * LINE + 10) * self.outline.look.unit / 100).expect("few lines")
    }

    /// How many lines of notes there are.
    fn notes(&self) -> i64 {
        i64::try_from(self.areas.notes.len()).expect("few notes")
    }

    /// Draws it, and the notes below.
    pub(super) fn legend(&self, out: &mut String) -> fmt::Result {
        let top = i64::from(self.outline.size[1] + self.pad()) * 100 + 24 * self.outline.look.unit;
        let lines = self.signs(out, COLUMNS, top)?;
        for (nth, note) in (0..).zip(&self.areas.notes) {
            let y = top + (lines + nth) * LINE * self.outline.look.unit;
            writeln!(
                out,
                "<text class=\"m-a-city m-a-start\" font-size=\"{}\" x=\"8\" y=\"{}\">{}</text>",
                self.k(220),
                Num(y + self.k(70).0),
                Xml(note)
            )?;
        }
        Ok(())
    }

    /// Draws the signs with their words in so many columns from `top` on, and says how many lines they take.
    fn signs(&self, out: &mut String, columns: i64, top: i64) -> Result<i64, fmt::Error> {
        let entries = self.entries();
        let (places, lines) = self.places(&entries, columns);
        for (entry, (column, line)) in entries.iter().zip(places) {
            let at =
                Spot { x: column * self.column(), y: top + line * LINE * self.outline.look.unit };
            writeln!(
                out,
                "<g transform=\"translate({at})scale({})\">{}<text class=\"m-a-start\" font-size=\"22\" x=\"{WORDS}\" y=\"7\">{}</text></g>",
                Num(self.outline.look.unit),
                entry.sign,
                Xml(&entry.words)
            )?;
        }
        Ok(lines)
    }

    /// The legend for a narrow window: the signs in a drawing of their own, the notes below it as text.
    pub(super) fn narrow_legend(&self, out: &mut String) -> fmt::Result {
        let mut signs = String::new();
        let lines = self.signs(&mut signs, NARROW, LINE * self.outline.look.unit / 2)?;
        writeln!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"m-map m-areas\" role=\"img\" aria-label=\"{}\" viewBox=\"0 0 {} {}\">\n{signs}</svg>",
            Xml(self.phrases.get("battle.signs")),
            NARROW * self.column() / 100,
            lines * LINE * self.outline.look.unit / 100
        )?;
        for note in &self.areas.notes {
            writeln!(out, "<p class=\"b-part\">{}</p>", Xml(note))?;
        }
        Ok(())
    }
}
