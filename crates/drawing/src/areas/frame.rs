//! The surroundings of the land: cartouche, compass, scale bars, and the double neat line with its degrees.

use super::Sheet;
use super::spot::{Num, Spot};
use crate::Xml;
use std::fmt::{self, Write};

/// Distance from the inner neat line to the outer one, between which the degrees are marked.
const BAND: i32 = 11;

impl Sheet<'_> {
    /// Cartouche, compass, scale bars.
    pub(super) fn furniture(&self, out: &mut String) -> fmt::Result {
        self.cartouche(out)?;
        self.compass(out)?;
        let [x, y] = self.outline.scale;
        let bars = [
            (self.outline.hundred_km.middle, "scale.middle"),
            (self.outline.hundred_km.edge, "scale.edge"),
        ];
        for (row, (per, words)) in (0..).zip(bars) {
            let down = Spot::at(x, y).plus(0, row * self.k(340).0);
            write!(out, "<g transform=\"translate({down})\">")?;
            self.scale_bar(out, per, self.phrases.get(words))?;
            out.push_str("</g>\n");
        }
        Ok(())
    }

    /// The title in its frame, the lines below it. Long titles stand in rows of one word each.
    fn cartouche(&self, out: &mut String) -> fmt::Result {
        let wide = i64::from(self.outline.cartouche.width);
        let heading = self.areas.heading.to_uppercase();
        let rows: Vec<&str> = if heading.chars().count() > 12 {
            heading.split(' ').collect()
        } else {
            vec![&heading]
        };
        let longest = rows.iter().map(|row| row.chars().count()).max().unwrap_or(1);
        let longest = i64::try_from(longest.max(1)).expect("a title is short");
        let size = (wide * 10 / 96).min(wide * 82 / (90 * longest));
        let count = |many: usize| i64::try_from(many).expect("few rows");
        let below = wide / 13 + (count(self.areas.lines.len()).max(1) - 1) * wide / 15;
        // From the top: room, rows, rule, lines, room.
        let first = size * 145 / 100;
        let rule = first + (count(rows.len()) - 1) * size * 108 / 100 + size * 48 / 100;
        let high = rule + below + wide / 17;
        let usual = if rows.len() > 1 { wide * 40 / 100 } else { wide * 33 / 100 };
        let [x, y] = self.outline.cartouche.at.map(i64::from);
        let top = y - usual / 2;
        write!(out, "<g transform=\"translate({x} {top})\">")?;
        for (inset, class) in [(0, "m-a-plate"), (6, "m-line")] {
            write!(out, "<path class=\"{class}\" d=\"{}\"/>", notched(wide / 2, high, inset))?;
        }
        for (nth, row) in rows.iter().enumerate() {
            let y = first + count(nth) * size * 108 / 100;
            write!(
                out,
                "<text font-size=\"{size}\" letter-spacing=\"{}\" x=\"{}\" y=\"{y}\">{}</text>",
                Num(size * 16),
                Num(size * 8),
                Xml(row)
            )?;
        }
        let half = wide / 4;
        write!(
            out,
            "<path class=\"m-line\" stroke-width=\"1.2\" d=\"M-{half} {rule}H-8M8 {rule}H{half}M0 {}l4 4l-4 4l-4-4z\"/>",
            rule - 4
        )?;
        for (nth, line) in self.areas.lines.iter().enumerate() {
            let y = rule + wide / 13 + count(nth) * wide / 15;
            let letters = i64::try_from(line.chars().count().max(1)).expect("a line is short");
            let size = (wide * 100 / 19).min(wide * 90 * 100 / (letters * 54));
            write!(
                out,
                "<text class=\"m-a-city\" font-size=\"{}\" y=\"{y}\">{}</text>",
                Num(size),
                Xml(line)
            )?;
        }
        out.push_str("</g>\n");
        Ok(())
    }

    fn compass(&self, out: &mut String) -> fmt::Result {
        let [x, y] = self.outline.compass;
        let radius = 56 * self.outline.look.unit;
        let part = |percent: i64| Num(radius * percent / 100);
        write!(
            out,
            "<g transform=\"translate({x} {y})\"><circle class=\"m-line\" stroke-width=\"1\" r=\"{}\"/><circle class=\"m-line\" stroke-width=\".7\" r=\"{}\"/><g class=\"m-line\" stroke-width=\".7\">",
            part(62),
            part(56)
        )?;
        for tick in 0..16 {
            write!(
                out,
                "<path transform=\"rotate({}.{})\" d=\"M0-{}V-{}\"/>",
                11 + tick * 45 / 2,
                if tick % 2 == 0 { 2 } else { 7 },
                part(56),
                part(62)
            )?;
        }
        out.push_str("</g>");
        for point in [45, 135, 225, 315, 0, 90, 180, 270] {
            let far = match point {
                0 => 106,
                90 | 180 | 270 => 100,
                _ => 58,
            };
            let waist = part(far * 17 / 100);
            let far = part(far);
            write!(
                out,
                "<g transform=\"rotate({point})\"><path class=\"m-a-disc\" stroke-width=\"1\" d=\"M0-{far}L-{waist}-{waist}L0 0Z\"/><path class=\"m-ink\" d=\"M0-{far}L{waist}-{waist}L0 0Z\"/></g>"
            )?;
        }
        writeln!(
            out,
            "<text y=\"-{}\" font-size=\"{}\">{}</text></g>",
            part(118),
            part(36),
            Xml(self.phrases.get("north"))
        )
    }

    /// Alternate bars of fifty thousand paces; a pace is five feet, 1.48 m.
    fn scale_bar(&self, out: &mut String, per: i32, words: &str) -> fmt::Result {
        let part = i64::from(per) * 148 / 2;
        let size = self.k(170);
        for bar in 0..4 {
            let class = if bar % 2 == 0 { "m-a-bar-full" } else { "m-a-bar" };
            write!(
                out,
                "<path class=\"{class}\" d=\"M{} 0h{}v7h-{}z\"/>",
                Num(part * bar),
                Num(part),
                Num(part)
            )?;
        }
        for bar in [0, 2, 4] {
            write!(
                out,
                "<text font-size=\"{size}\" x=\"{}\" y=\"-6\">{}</text>",
                Num(part * bar),
                50 * bar
            )?;
        }
        write!(
            out,
            "<text class=\"m-a-city m-a-start\" font-size=\"{size}\" x=\"{}\" y=\"8\">{}</text>",
            Num(part * 4 + 1200),
            Xml(words)
        )
    }

    /// Paper outside the neat line, the lines themselves, and the degrees.
    pub(super) fn frame(&self, out: &mut String) -> fmt::Result {
        let [wide, high] = self.outline.size;
        out.push_str("<path class=\"m-ink\" d=\"");
        let degrees = &self.outline.degrees;
        for (marks, far) in [(&degrees.top, -BAND), (&degrees.bottom, high)] {
            for (from, to) in dark_parts(marks) {
                write!(out, "M{from} {}.5h{}v6h{}z", far + 2, to - from, from - to)?;
            }
        }
        for (marks, far) in [(&degrees.left, -BAND), (&degrees.right, wide)] {
            for (from, to) in dark_parts(marks) {
                write!(out, "M{}.5 {from}v{}h6v{}z", far + 2, to - from, from - to)?;
            }
        }
        out.push_str("\"/>\n");
        for (by, thick) in [(0, "1.4"), (BAND, "1.4"), (BAND + 7, "5")] {
            writeln!(
                out,
                "<path class=\"m-line\" stroke-width=\"{thick}\" d=\"M-{by}-{by}H{}V{}H-{by}z\"/>",
                wide + by,
                high + by
            )?;
        }
        self.figures(out)
    }

    /// The figures of every fifth degree.
    fn figures(&self, out: &mut String) -> fmt::Result {
        let [wide, high] = self.outline.size;
        let degrees = &self.outline.degrees;
        let fifth = |marks: &[[i32; 2]], side: i32| -> Vec<[i32; 2]> {
            let clear = |mark: &&[i32; 2]| mark[0] % 5 == 0 && (40..side - 40).contains(&mark[1]);
            marks.iter().filter(clear).copied().collect()
        };
        for (marks, y) in [(&degrees.top, -BAND - 14), (&degrees.bottom, high + BAND + 25)] {
            for [degree, x] in fifth(marks, wide) {
                let name = match degree {
                    0 => "",
                    east if east > 0 => self.phrases.get("east"),
                    _ => self.phrases.get("west"),
                };
                write!(
                    out,
                    "<text class=\"m-a-far\" font-size=\"16\" x=\"{x}\" y=\"{y}\">{}°{}</text>",
                    degree.abs(),
                    Xml(name)
                )?;
            }
        }
        for (marks, x) in [(&degrees.left, -BAND - 20), (&degrees.right, wide + BAND + 22)] {
            for [degree, y] in fifth(marks, high) {
                write!(
                    out,
                    "<text class=\"m-a-far\" font-size=\"15\" x=\"{x}\" y=\"{}\">{degree}°</text>",
                    y + 5
                )?;
            }
        }
        out.push('\n');
        Ok(())
    }
}

/// The black parts of the scale of degrees: from every other mark to the next.
fn dark_parts(marks: &[[i32; 2]]) -> Vec<(i32, i32)> {
    let mut marks: Vec<[i32; 2]> = marks.to_vec();
    marks.sort_unstable_by_key(|mark| mark[1]);
    marks.dedup_by_key(|mark| mark[1]);
    let pairs = marks.windows(2).step_by(2);
    pairs.map(|pair| (pair[0][1], pair[1][1])).collect()
}

/// The path of a frame with hollow corners, `inset` inside its outline, drawn from the middle of its top.
fn notched(half: i64, high: i64, inset: i64) -> String {
    const CORNER: i64 = 16;
    let (a, top, bottom, c) = (half - inset, inset, high - inset, CORNER);
    format!(
        "M{} {top}H{}Q{} {} {a} {}V{}Q{} {} {} {bottom}H{}Q{} {} {} {}V{}Q{} {} {} {top}Z",
        c - a,
        a - c,
        a - c,
        top + c,
        top + c,
        bottom - c,
        a - c,
        bottom - c,
        a - c,
        c - a,
        c - a,
        bottom - c,
        -a,
        bottom - c,
        top + c,
        c - a,
        top + c,
        c - a,
    )
}
