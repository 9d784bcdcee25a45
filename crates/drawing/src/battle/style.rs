//! The colours of a battle map: plain or tinted, by day and by night. Every text stands on its ground with a contrast of at least 7:1.

use crate::Tone;
use std::fmt::Write;

/// What every battle map has, whatever its colours. Sizes are those of the field, where a cell is 100 across, or of the sheet, which
/// is 1000 wide.
const SHAPES: &str = "\
.b-map text{font-family:'Iowan Old Style','Palatino Linotype',Palatino,P052,'TeX Gyre Pagella','Book Antiqua',Georgia,'Times New Roman',serif;text-anchor:middle}\
.b-map .b-st{text-anchor:start}.b-map .b-en{text-anchor:end}\
.b-ln,.b-sl,.b-gd,.m-grid,.b-wv,.b-ww,.b-hl,.b-pl,.b-gr,.b-gc{fill:none;stroke-linejoin:round;stroke-linecap:round}.m-grid{stroke-width:2}\
.b-ro{stroke-width:2;stroke-opacity:.8}.b-id{font-weight:bold}.b-it{font-style:italic}.b-h{paint-order:stroke;stroke-linejoin:round}\
.b-n{font-size:24px;font-weight:bold}.b-n5{font-size:21px;font-weight:bold}.b-v{font-size:21px}.b-f{font-size:38px;font-weight:bold}\
.b-q{font-size:23px}.b-q6{font-size:18px}.b-key{font-size:13px}.b-head{font-size:14.5px;font-style:italic}";

/// The colours of a battle map.
struct Palette {
    ink: &'static str,
    soft: &'static str,
    paper: &'static str,
    land: &'static str,
    outer: &'static str,
    grid: &'static str,
    hill: &'static str,
    top: &'static str,
    low: &'static str,
    water: &'static str,
    green: &'static str,
    rome: [&'static str; 3],
    carthage: [&'static str; 3],
    hot: &'static str,
    halo: &'static str,
    wave: &'static str,
}

const DAY: Palette = Palette {
    ink: "#1b1a17",
    soft: "#5a5346",
    paper: "#fbf7ec",
    land: "#fffdf6",
    outer: "#f1ead9",
    grid: "#cfc6b0",
    hill: "#fffdf6",
    top: "#fffdf6",
    low: "#f6f0e0",
    water: "#fbf7ec",
    green: "#fffdf6",
    rome: ["#fff", "#1b1a17", "#1b1a17"],
    carthage: ["#1b1a17", "#1b1a17", "#fff"],
    hot: "#1b1a17",
    halo: "#fffdf6",
    wave: "#5a5346",
};

const NIGHT: Palette = Palette {
    ink: "#e4dcc8",
    soft: "#a79d88",
    paper: "#15140f",
    land: "#211f19",
    outer: "#1a1813",
    grid: "#3d392f",
    hill: "#2c281e",
    top: "#383224",
    low: "#191812",
    water: "#17211f",
    green: "#24281c",
    rome: ["#efe9da", "#efe9da", "#1b1a17"],
    carthage: ["#0b0a08", "#e4dcc8", "#fff"],
    hot: "#e4dcc8",
    halo: "#211f19",
    wave: "#8c9a97",
};

const TINTED_DAY: Palette = Palette {
    hill: "#f3e6c6",
    top: "#e9d5a6",
    low: "#e4d9c0",
    water: "#d3e3ea",
    green: "#e8ecd0",
    rome: ["#e6eff7", "#12304d", "#12304d"],
    carthage: ["#6e2c12", "#3b1507", "#fff"],
    hot: "#a3140f",
    wave: "#3f6b80",
    outer: "#ece2cb",
    ..DAY
};

const TINTED_NIGHT: Palette = Palette {
    hill: "#30281a",
    top: "#40341f",
    water: "#152830",
    green: "#232b1a",
    rome: ["#cfe2f3", "#cfe2f3", "#0d2338"],
    carthage: ["#7d3415", "#f0cdb4", "#fff"],
    hot: "#ff8a72",
    wave: "#6fa3bb",
    ..NIGHT
};

/// The rules of a battle map's classes, night and print included.
pub(super) fn style(tone: Tone) -> String {
    let (day, night) = match tone {
        Tone::Plain => (&DAY, &NIGHT),
        Tone::Tinted => (&TINTED_DAY, &TINTED_NIGHT),
    };
    format!(
        "{SHAPES}{}@media screen and (prefers-color-scheme:dark){{{}}}@media print{{.b-pp,.b-ld{{fill:#fff}}}}",
        rules(day),
        rules(night)
    )
}

/// The rules that give a palette to the classes.
fn rules(p: &Palette) -> String {
    let mut out = format!(".b-map text,.b-ik{{fill:{}}}", p.ink);
    let fills = [
        ("pp", p.paper),
        ("ld", p.land),
        ("ot", p.outer),
        ("hi", p.hill),
        ("tp", p.top),
        ("lo", p.low),
        ("wa", p.water),
        ("gn", p.green),
        ("gf", p.grid),
    ];
    for (class, colour) in fills {
        let _ = write!(out, ".b-{class}{{fill:{colour}}}");
    }
    let strokes = [
        (".b-ln,.b-ro", p.ink),
        (".b-sl", p.soft),
        (".b-gd,.m-grid", p.grid),
        (".b-wv", p.wave),
        (".b-ww", p.water),
        (".b-hl", p.halo),
        (".b-pl,.b-map .b-h", p.land),
        (".b-gr", p.rome[1]),
        (".b-gc", p.carthage[1]),
    ];
    for (class, colour) in strokes {
        let _ = write!(out, "{class}{{stroke:{colour}}}");
    }
    let _ = write!(
        out,
        ".b-map .b-sf{{fill:{}}}.b-r{{fill:{};stroke:{};color:{}}}.b-c{{fill:{};stroke:{};color:{}}}\
         .b-ar{{fill:{};stroke:{}}}.b-ac{{fill:{};stroke:{}}}.b-ht{{fill:{};stroke:{}}}.b-bd{{fill:{};stroke:{}}}\
         .b-map .b-r text,.b-map .b-c text{{fill:currentColor;stroke:none}}.b-map .b-rc{{fill:{}}}\
         .b-sh{{fill:{};fill-opacity:.42;stroke:none}}",
        p.soft,
        p.rome[0],
        p.rome[1],
        p.rome[2],
        p.carthage[0],
        p.carthage[1],
        p.carthage[2],
        p.rome[0],
        p.rome[1],
        p.carthage[0],
        p.carthage[1],
        p.hot,
        p.halo,
        p.land,
        p.ink,
        p.halo,
        p.soft,
    );
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contrast::{AA, SHAPES, contrast};

    #[test]
    fn letters_can_be_read_on_every_ground_and_marks_be_seen() {
        for (name, p) in [
            ("day", DAY),
            ("night", NIGHT),
            ("tinted day", TINTED_DAY),
            ("tinted night", TINTED_NIGHT),
        ] {
            let grounds = [p.paper, p.land, p.outer, p.hill, p.top, p.low, p.water, p.green];
            for ground in grounds {
                for (ink, least) in [(p.ink, AA), (p.soft, AA), (p.hot, SHAPES)] {
                    let found = contrast(ink, ground);
                    assert!(found >= least, "{name}: {ink} on {ground}: {found} tenths");
                }
            }
            for [ground, edge, ink] in [p.rome, p.carthage] {
                let found = contrast(ink, ground);
                assert!(found >= AA, "{name}: {ink} on a counter of {ground}: {found} tenths");
                let seen = contrast(edge, p.land).max(contrast(ground, p.land));
                assert!(seen >= SHAPES, "{name}: a counter of {ground} on land: {seen} tenths");
            }
        }
    }
}
