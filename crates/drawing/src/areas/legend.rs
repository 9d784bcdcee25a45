//! The legend below the sheet: one sign of each kind that occurs, drawn as on the map.

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
/// Width of a key for a narrow window, at the usual size of type.
const NARROW: i32 = 620;

/// One entry: its sign, drawn round (34, 0), and its words.
struct Entry {
    sign: String,
    words: String,
}

const SWATCH: &str = "x=\"8\" y=\"-15\" width=\"52\" height=\"30\"";

impl Sheet<'_> {
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
                    signs::counter(out, &one.side, &one.symbol, one.count, ("", Num(100)))?;
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

    /// The entries of the ground: owners of areas, borders, routes, cities, printed symbols.
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
            write!(
                out,
                "<rect class=\"m-a-ground-{holder}\" {SWATCH}/><rect fill=\"url(#m-a-hatch-{holder})\" {SWATCH}/>"
            )?;
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

    /// Draws the signs with their words in lines `wide` across, from `top` down, all in hundredths, and returns the
    /// number of lines.
    fn signs(&self, out: &mut String, wide: i64, top: i64) -> Result<i64, fmt::Error> {
        let unit = self.outline.look.unit;
        let (mut across, mut line) = (0, 0);
        for entry in self.entries() {
            let letters = i64::try_from(entry.words.chars().count()).expect("captions are short");
            let needs = (WORDS + letters * LETTER + 20) * unit;
            if across > 0 && across + needs > wide {
                (across, line) = (0, line + 1);
            }
            let at = Spot { x: across, y: top + (line * LINE + LINE / 2) * unit };
            writeln!(
                out,
                "<g transform=\"translate({at})scale({})\">{}<text class=\"m-a-start\" font-size=\"19\" x=\"{WORDS}\" y=\"7\">{}</text></g>",
                Num(unit),
                entry.sign,
                Xml(&entry.words)
            )?;
            across += needs;
        }
        Ok(line + 1)
    }

    /// Enlargement of the score over its size on a page, in hundredths; it makes the score as wide as the map.
    fn enlarged(&self) -> i64 {
        i64::from(self.outline.size[0]) * 100 / 946
    }

    /// Draws the score, the notes and the signs below the map, and gives their height in whole units.
    pub(super) fn below(&self) -> Result<(String, i32), fmt::Error> {
        let unit = self.outline.look.unit;
        let mut top = i64::from(self.outline.size[1] + self.pad()) * 100;
        let start = top;
        let mut out = String::new();
        if !self.map.score.is_empty() {
            let (score, high) = crate::score::all(self.map, self.phrases, 946)?;
            let scale = self.enlarged();
            writeln!(
                out,
                "<g transform=\"translate(0 {})scale({})\">{score}</g>",
                Num(top),
                Num(scale)
            )?;
            top += (i64::from(high) + 8) * scale;
        }
        for note in &self.areas.notes {
            top += LINE * unit;
            writeln!(
                out,
                "<text class=\"m-a-city m-a-start\" font-size=\"{}\" x=\"0\" y=\"{}\">{}</text>",
                self.k(220),
                Num(top - 10 * unit),
                Xml(note)
            )?;
        }
        let lines = self.signs(&mut out, i64::from(self.outline.size[0]) * 100, top)?;
        top += (lines * LINE + 10) * unit;
        Ok((out, i32::try_from((top - start) / 100).expect("few lines")))
    }

    /// The legend as a drawing of its own, once for a wide window and once for a narrow one.
    pub(super) fn key(&self) -> Result<String, fmt::Error> {
        let mut out = String::new();
        for (class, wide) in [("b-wide", self.outline.size[0]), ("b-narrow", NARROW)] {
            let wide = if class == "b-wide" { wide } else { wide * self.pad() / 48 };
            let mut signs = String::new();
            let lines = self.signs(&mut signs, i64::from(wide) * 100, 0)?;
            writeln!(
                out,
                "<div class=\"{class}\"><svg xmlns=\"http://www.w3.org/2000/svg\" class=\"m-map m-areas\" role=\"img\" aria-label=\"{}\" viewBox=\"0 0 {wide} {}\">\n{signs}</svg></div>",
                Xml(self.phrases.get("battle.signs")),
                lines * LINE * self.outline.look.unit / 100
            )?;
        }
        Ok(out)
    }
}
