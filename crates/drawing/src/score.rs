//! The score below a map: for each side, a drawing of what is counted, and of the cards and points that it has in hand.

use crate::battle::chit;
use crate::{Phrases, Xml, dark};
use engine::map::Map;
use engine::map::score::{Card, Chest, Count, Score};
use std::fmt::{self, Write};

/// The score's style rules, besides those of the map.
pub(crate) const SHAPES: &str = "\
.k-map text{font-family:'Iowan Old Style','Palatino Linotype',Palatino,P052,'Book Antiqua',Georgia,'Times New Roman',serif;font-variant-numeric:lining-nums;text-anchor:start}\
.k-map text.k-m{text-anchor:middle}.k-map text.k-e{text-anchor:end}.k-b{font-weight:bold}.k-i{font-style:italic}.k-n,.k-x{fill:none}.k-pale{opacity:.55}";

/// The score's colours, by their names in the palette.
pub(crate) const COLOURS: &str = "\
.k-map text{fill:@ink}.k-map text.k-so{fill:@soft}.k-map text.k-rt{fill:@rmark}.k-map text.k-ct{fill:@cmark}.k-map text.k-o{fill:@onfill}\
.k-p{fill:@plate}.k-rf{fill:@rmark}.k-cf{fill:@cmark}.k-rs{stroke:@rmark}.k-cs{stroke:@cmark}.k-x{stroke:@onfill}.k-g{fill:@gold;stroke:@goldink}.k-so{fill:@soft}";

const STAR: &str = "M0-5.6L1.5-1.9L5.3-1.7L2.4.7L3.4 4.5L0 2.4L-3.4 4.5L-2.4.7L-5.3-1.7L-1.5-1.9Z";

/// Width of one side's line, both on a page and beside the other's in one picture of 946.
pub(crate) const EACH: i32 = 457;

/// The line of one side, `wide` across, and its height.
pub(crate) fn side(
    map: &Map,
    score: &Score,
    phrases: &Phrases,
    wide: i32,
) -> Result<(String, i32), fmt::Error> {
    let mut line = Line { out: String::new(), letter: letter(&score.side), wide, top: 0, phrases };
    line.heading(score)?;
    line.meter(score)?;
    if let Some(marginalia) = &map.marginalia {
        let own: Vec<_> = marginalia.commands.iter().filter(|one| one.side == score.side).collect();
        if !own.is_empty() {
            let each = (wide / i32::try_from(own.len()).expect("Commands are few")).min(78);
            for (at, command) in (0..).zip(own) {
                write!(line.out, "<g transform=\"translate({} {})\">", at * each, line.top)?;
                chit(&mut line.out, command, each - 8)?;
                line.out.push_str("</g>");
            }
            line.top += 30;
        }
    }
    line.cards(&score.cards)?;
    line.boxes(&score.boxes)?;
    line.players(score)?;
    Ok((line.out, line.top))
}

/// All lines of a map in one picture: side by side where it is wide, else one below the other.
pub(crate) fn all(map: &Map, phrases: &Phrases, wide: i32) -> Result<(String, i32), fmt::Error> {
    let beside = wide >= 2 * EACH;
    let each = if beside { wide * EACH / 946 } else { wide };
    let (mut out, mut high) = (String::new(), 0);
    for (at, score) in (0..).zip(&map.score) {
        let (line, own) = side(map, score, phrases, each)?;
        let (left, top) = if beside { (at * (wide - each), 0) } else { (0, high) };
        write!(out, "<g class=\"k-map\" transform=\"translate({left} {top})\">{line}</g>")?;
        high = if beside { high.max(own) } else { high + own + 8 };
    }
    Ok((out, high))
}

/// The lines for a page, each a drawing of its own, so that they stand side by side or one below the other depending on
/// the window's width.
pub(crate) fn for_page(map: &Map, phrases: &Phrases, class: &str) -> Result<String, fmt::Error> {
    let mut out = String::new();
    for score in &map.score {
        let (line, high) = side(map, score, phrases, EACH)?;
        let caption = format!("side.{}", score.side);
        writeln!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"{class} k-map\" role=\"img\" aria-label=\"{}\" viewBox=\"-1 0 {} {high}\">{line}</svg>",
            Xml(phrases.get(&caption)),
            EACH + 2
        )?;
    }
    Ok(out)
}

fn counted(score: &Score, phrases: &Phrases) -> String {
    if score.of == 0 && score.done == 0 {
        return phrases.get("score.nothing").to_owned();
    }
    let words = match score.count {
        Count::Lost => "score.lost",
        Count::Rout => "score.rout",
        Count::Areas => "score.areas",
        Count::Points => "score.points",
        Count::Provinces => "score.provinces",
    };
    let one = format!("{words}-1");
    let words = phrases.find(&one).filter(|_| score.done == 1).unwrap_or(phrases.get(words));
    let words =
        words.replace("{done}", &score.done.to_string()).replace("{of}", &score.of.to_string());
    if score.each == 0 {
        return words;
    }
    format!("{words}{}", phrases.get("score.each").replace("{each}", &score.each.to_string()))
}

/// A map in words, for readers who do not see it: its title, and the score of each side.
pub fn in_words(map: &Map, phrases: &Phrases) -> String {
    let lines = map.score.iter().map(|score| {
        let caption = format!("side.{}", score.side);
        format!(" {} {}.", phrases.get(&caption), counted(score, phrases))
    });
    format!("{}.{}", map.title, lines.collect::<String>())
}

fn letter(side: &str) -> char {
    if dark(side) { 'c' } else { 'r' }
}

struct Line<'a> {
    out: String,
    letter: char,
    wide: i32,
    top: i32,
    phrases: &'a Phrases,
}

impl Line<'_> {
    /// The side at the left, what is counted at the right.
    fn heading(&mut self, score: &Score) -> fmt::Result {
        let caption = format!("side.{}", score.side);
        let name = self.phrases.get(&caption).to_uppercase();
        write!(
            self.out,
            "<text class=\"k-b k-{}t\" font-size=\"15\" letter-spacing=\"2\" y=\"15\">{}</text><text class=\"k-e\" font-size=\"14\" x=\"{}\" y=\"15\">{}</text>",
            self.letter,
            Xml(&name),
            self.wide,
            Xml(&counted(score, self.phrases))
        )?;
        self.top = 22;
        Ok(())
    }

    /// Draws a side's count: a mark for each, up to the number that decides; for points a bar; of provinces only those
    /// held, as no number of them wins.
    fn meter(&mut self, score: &Score) -> fmt::Result {
        let (letter, wide, top) = (self.letter, self.wide, self.top);
        if score.of == 0 {
            return Ok(());
        }
        if score.count == Count::Points {
            let full = (wide - 2) * i32::from(score.done) / i32::from(score.of);
            write!(
                self.out,
                "<rect class=\"k-p k-{letter}s\" stroke-width=\"1.4\" x=\"1\" y=\"{top}\" width=\"{}\" height=\"12\" rx=\"2\"/><rect class=\"k-{letter}f\" x=\"1\" y=\"{top}\" width=\"{full}\" height=\"12\" rx=\"2\"/>",
                wide - 2
            )?;
            self.top += 20;
            return Ok(());
        }
        let step = ((wide - 6) / i32::from(score.of)).min(21);
        let half = step * 44 / 100;
        let open = score.count == Count::Provinces;
        for at in 0..i32::from(if open { score.done } else { score.of }) {
            let filled = at < i32::from(score.done);
            let fill = if filled { format!("k-{letter}f") } else { "k-p".to_owned() };
            let thick = if at + 1 == i32::from(score.of) && !open { "3.4" } else { "1.6" };
            write!(
                self.out,
                "<g transform=\"translate({} {})\"><path class=\"{fill} k-{letter}s\" stroke-width=\"{thick}\" d=\"{}\"/>",
                half + 2 + at * step,
                top + 11,
                shape(score.count, half)
            )?;
            if filled {
                write!(
                    self.out,
                    "<path class=\"k-x\" stroke-width=\"2\" d=\"{}\"/>",
                    stamp(score.count, letter, half * 45 / 100)
                )?;
            }
            self.out.push_str("</g>");
        }
        self.top += 30;
        Ok(())
    }

    /// The deck: cards in hand with their strength in a filled head, those played pale and dashed.
    fn cards(&mut self, cards: &[Card]) -> fmt::Result {
        let Ok(count @ 1..) = i32::try_from(cards.len()) else { return Ok(()) };
        let (letter, each) = (self.letter, (self.wide + 5) / count);
        let wide = each - 5;
        for (at, card) in (0..).zip(cards) {
            let (group, dashes, digits) = if card.held {
                ("", "", "k-o".to_owned())
            } else {
                (" class=\"k-pale\"", " stroke-dasharray=\"4 3\"", format!("k-{letter}t"))
            };
            write!(
                self.out,
                "<g{group} transform=\"translate({} {})\"><rect class=\"k-p k-{letter}s\" stroke-width=\"1.6\"{dashes} x=\"1\" y=\"1\" width=\"{}\" height=\"58\" rx=\"5\"/>",
                at * each,
                self.top,
                wide - 2
            )?;
            if card.held {
                write!(
                    self.out,
                    "<path class=\"k-{letter}f\" d=\"M3 3h{0}v29h-{0}z\"/>",
                    wide - 6
                )?;
            }
            let middle = if card.star { wide * 34 / 100 } else { wide / 2 };
            write!(
                self.out,
                "<text class=\"k-m k-b {digits}\" font-size=\"22\" x=\"{middle}\" y=\"25\">{}</text>",
                card.value
            )?;
            if card.star {
                write!(
                    self.out,
                    "<path class=\"k-g\" stroke-width=\".5\" transform=\"translate({} 17)scale(1.5)\" d=\"{STAR}\"/>",
                    wide * 72 / 100
                )?;
            }
            // A long name is set closer.
            let letters = i32::try_from(card.name.chars().count()).expect("names are short");
            let fit = if letters * 6 > wide - 8 {
                format!(" textLength=\"{}\" lengthAdjust=\"spacingAndGlyphs\"", wide - 8)
            } else {
                String::new()
            };
            write!(
                self.out,
                "<text class=\"k-m k-i\" font-size=\"12\"{fit} x=\"{}\" y=\"49\">{}</text></g>",
                wide / 2,
                Xml(&card.name)
            )?;
        }
        self.top += 66;
        Ok(())
    }

    /// Boxes of command points: a capsule for each, in it a dot for each point; one known to be blank is hollow.
    fn boxes(&mut self, boxes: &[Chest]) -> fmt::Result {
        if boxes.is_empty() {
            return Ok(());
        }
        let (letter, mut left) = (self.letter, 0);
        for chest in boxes {
            let caption = format!("box.{}", chest.name);
            let name = self.phrases.get(&caption);
            let letters = i32::try_from(name.chars().count()).expect("names are short");
            let points = i32::from(chest.points);
            let wide = 22 + points * 12 + letters * 8;
            if left > 0 && left + wide > self.wide {
                (left, self.top) = (0, self.top + 26);
            }
            write!(
                self.out,
                "<g transform=\"translate({left} {})\"><rect class=\"k-p k-{letter}s\" stroke-width=\"1.4\" x=\"1\" y=\"1\" width=\"{wide}\" height=\"20\" rx=\"10\"/>",
                self.top
            )?;
            for point in 0..points {
                let fill = if chest.blank && point == 0 { "k-n" } else { &format!("k-{letter}f") };
                write!(
                    self.out,
                    "<circle class=\"{fill} k-{letter}s\" stroke-width=\"1.4\" cx=\"{}\" cy=\"11\" r=\"4.4\"/>",
                    13 + point * 12
                )?;
            }
            write!(
                self.out,
                "<text font-size=\"12.5\" x=\"{}\" y=\"15.4\">{}</text></g>",
                11 + points * 12,
                Xml(name)
            )?;
            left += wide + 8;
        }
        self.top += 28;
        Ok(())
    }

    /// The players of a side: the total that each would end with, in a filled head, then name, the sum behind that
    /// total, and army; a star for whoever would win.
    fn players(&mut self, score: &Score) -> fmt::Result {
        let Score { players, each: gain, .. } = score;
        let letter = self.letter;
        let columns = (self.wide / 220).max(1);
        let each = (self.wide + 8) / columns;
        let wide = each - 8;
        for (at, player) in (0..).zip(players) {
            let (left, top) = (at % columns * each, self.top + at / columns * 50);
            write!(
                self.out,
                "<g transform=\"translate({left} {top})\"><rect class=\"k-p k-{letter}s\" stroke-width=\"1.6\" x=\"1\" y=\"1\" width=\"{}\" height=\"42\" rx=\"4\"/>\
                 <rect class=\"k-{letter}f\" x=\"1\" y=\"1\" width=\"40\" height=\"42\" rx=\"4\"/><text class=\"k-m k-b k-o\" font-size=\"22\" x=\"21\" y=\"30\">{}</text>\
                 <text class=\"k-b k-{letter}t\" font-size=\"15\" x=\"49\" y=\"18\">{}</text><text class=\"k-i k-so\" font-size=\"12.5\" x=\"49\" y=\"35\">{}</text>",
                wide - 2,
                player.points + gain,
                Xml(&player.name),
                Xml(if player.army.is_empty() {
                    self.phrases.get("score.no-army")
                } else {
                    &player.army
                })
            )?;
            if *gain > 0 {
                write!(
                    self.out,
                    "<text class=\"k-e\" font-size=\"14\" x=\"{}\" y=\"18\">{} + {gain} = {}</text>",
                    wide - 32,
                    player.points,
                    player.points + gain
                )?;
            }
            if player.leads {
                write!(
                    self.out,
                    "<path class=\"k-g\" stroke-width=\".5\" transform=\"translate({} 15)scale(1.4)\" d=\"{STAR}\"/>",
                    wide - 14
                )?;
            }
            self.out.push_str("</g>");
        }
        let rows = i32::try_from(players.len()).expect("players are few") + columns - 1;
        self.top += rows / columns * 50;
        Ok(())
    }
}

/// The mark of one thing counted, reaching `half` from its middle to each side.
fn shape(count: Count, half: i32) -> String {
    match count {
        Count::Lost | Count::Rout => {
            let (side, low) = (half * 87 / 100, half / 2);
            format!("M0-{half}L{side}-{low}V{low}L0 {half}L-{side} {low}V-{low}Z")
        }
        Count::Areas => format!("M0-{half}A{half} {half} 0 1 1-1-{half}Z"),
        Count::Points | Count::Provinces => {
            format!("M-{half}-7H{half}V7H-{half}Z")
        }
    }
}

/// Stamps a mark: a cross for a loss, a tick for a gain, and the side's hatching for land.
fn stamp(count: Count, letter: char, half: i32) -> String {
    match count {
        Count::Lost | Count::Rout => {
            format!("M-{half}-{half}L{half} {half}M{half}-{half}L-{half} {half}")
        }
        Count::Areas => format!("M-{half} 0L-1 {half}L{half}-{half}"),
        Count::Points | Count::Provinces if letter == 'c' => {
            format!("M-{half}-3H{half}M-{half} 1H{half}")
        }
        Count::Points | Count::Provinces => "M-2-5V5M2-5V5".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::map::score::Standing;

    fn player(name: &str, points: u16, leads: bool) -> Standing {
        Standing { name: name.to_owned(), points, leads, army: String::new() }
    }

    #[test]
    fn points_for_provinces_are_added_to_those_of_players() {
        let phrases = Phrases::read(
            "side.rome: Rome\nside.carthage: Carthage\nscore.provinces: holds {done} of {of}\nscore.provinces-1: holds one\nscore.each: : +{each} each",
        );
        let side = |side: &str, done, each, players| Score {
            side: side.to_owned(),
            count: Count::Provinces,
            done,
            of: 25,
            each,
            players,
            ..Score::default()
        };
        let score = vec![
            side("rome", 1, 0, vec![player("r1", 17, false)]),
            side("carthage", 16, 8, vec![player("c2", 16, true)]),
        ];
        let map = Map { title: "Map".to_owned(), score, ..Map::default() };
        assert_eq!(
            in_words(&map, &phrases),
            "Map. Rome holds one. Carthage holds 16 of 25: +8 each."
        );
        let drawn: Vec<String> = map.score.iter().map(|one| side_of(&map, one, &phrases)).collect();
        assert!(!drawn[0].contains(" = ") && !drawn[0].contains(STAR));
        assert!(drawn[1].contains(">16 + 8 = 24<") && drawn[1].contains(STAR));
        assert_eq!(drawn[1].matches("k-x").count(), 16, "only what is held is drawn");
    }

    fn side_of(map: &Map, score: &Score, phrases: &Phrases) -> String {
        side(map, score, phrases, EACH).expect("writing to a string never fails").0
    }
}
