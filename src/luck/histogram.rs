//! The dice of both sides as a picture: how often each face came, beside how often it should.

use super::Die;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// Height of the bar of a face that came as often as it should.
const EVEN: usize = 60;
const TALLEST: usize = 150;
/// Width of a bar with its gap.
const BAR: usize = 34;
const STYLE: &str = "text{font-family:Georgia,'Times New Roman',serif;fill:#1b1a17}.n{font-size:15px;text-anchor:middle}.c{font-size:13px;font-style:italic;text-anchor:middle}\
.t{font-size:20px;font-style:italic}.b{fill:#1b1a17}.r{fill:#fffdf6;stroke:#1b1a17;stroke-width:2}\
.e{stroke:#4a443a;stroke-width:1.5;stroke-dasharray:6 4}.p{fill:#fffdf6}";

/// Draws the faces of all dice that can come in the same number of ways together: a row for each side, a block for each die.
pub fn histogram(dice: &[Die]) -> String {
    let sides: BTreeSet<&str> = dice.iter().map(|die| die.side.as_str()).collect();
    let sizes: BTreeSet<usize> = dice.iter().map(|die| die.worth.len()).collect();
    let row = TALLEST + 90;
    let width: usize = 40 + sizes.iter().map(|size| size * BAR + 60).sum::<usize>();
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {}\" role=\"img\">\n<title>How often each face came</title>\n\
         <style>{STYLE}</style><rect class=\"p\" width=\"100%\" height=\"100%\"/>\n",
        row * sides.len() + 10
    );
    for (at, side) in sides.iter().enumerate() {
        let _ = writeln!(out, "<text class=\"t\" x=\"20\" y=\"{}\">{side}</text>", at * row + 28);
        let mut left = 40;
        for size in &sizes {
            let own = dice.iter().filter(|die| die.side == *side && die.worth.len() == *size);
            block(
                &mut out,
                &own.collect::<Vec<_>>(),
                *size,
                (left, at * row + 50 + TALLEST),
                at % 2 == 0,
            );
            left += size * BAR + 60;
        }
    }
    out.push_str("</svg>\n");
    out
}

/// The bars of one die of one side, standing on a line.
fn block(out: &mut String, dice: &[&Die], size: usize, (left, foot): (usize, usize), white: bool) {
    if dice.is_empty() {
        return;
    }
    let mut came: BTreeMap<u32, usize> = BTreeMap::new();
    for die in dice {
        *came.entry(die.face).or_default() += 1;
    }
    for (at, face) in (1..).zip(1..=size).map(|(face, at)| (at - 1, face)) {
        let count = came.get(&face).copied().unwrap_or(0);
        let height = (count * size * EVEN / dice.len()).min(TALLEST);
        let (x, y) = (left + at * BAR, foot - height);
        let class = if white { "r" } else { "b" };
        let _ = writeln!(
            out,
            "<g><title>{face}: {count} of {}</title><rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"24\" height=\"{height}\"/>\
             <text class=\"n\" x=\"{}\" y=\"{}\">{face}</text><text class=\"c\" x=\"{}\" y=\"{}\">{count}</text></g>",
            dice.len(),
            x + 12,
            foot + 18,
            x + 12,
            foot + 38
        );
    }
    let (right, even) = (left + size * BAR, foot - EVEN);
    let _ = writeln!(out, "<path class=\"e\" d=\"M{} {even}H{right}\"/>", left - 8);
}
