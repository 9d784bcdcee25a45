//! The colours of every map: one table, by day, by night and on paper. Rome is a light counter with madder red, Carthage a dark
//! blue one with white, so that grey and colour-blind readers lose nothing; gold is state and attack, and nothing else is.

/// The ways to colour a drawing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tone {
    /// In colour on screens, by day and by night; in black ink on paper.
    #[default]
    Colour,
    /// In black ink everywhere.
    Engraved,
}

/// A column of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    Day,
    Night,
    Print,
}

/// A colour's name, and what it is by day, by night and on paper.
type Row = (&'static str, [&'static str; 3]);

const TABLE: &[Row] = &[
    // Paper, letters and lines.
    ("paper", ["#f6efdf", "#17150f", "#fff"]),
    ("plate", ["#fbf6e8", "#211e16", "#fff"]),
    ("ink", ["#1d1a14", "#efe6d2", "#000"]),
    ("soft", ["#463f31", "#cfc5ad", "#444"]),
    ("halo", ["#fbf6e8", "#17150f", "#fff"]),
    // Ground.
    ("land", ["#efe2c0", "#3b3525", "#fff"]),
    ("far", ["#dccfae", "#28241a", "#eee"]),
    ("turf", ["#e6e7c6", "#2b2e20", "#fff"]),
    ("mown", ["#dadcb4", "#25281b", "#f3f3f3"]),
    ("hill", ["#dcc896", "#423924", "#fff"]),
    ("crest", ["#c8a766", "#5a4b2d", "#fff"]),
    ("low", ["#bdb68c", "#1d1f16", "#fff"]),
    ("green", ["#bccb8e", "#36431f", "#fff"]),
    ("shade", ["#2a210c", "#000", "#fff"]),
    ("grid", ["#8d8a66", "#7c7a5e", "#bbb"]),
    ("hach", ["#7a5a2c", "#b39763", "#000"]),
    // Water.
    ("sea", ["#c6dde1", "#122c37", "#fff"]),
    ("wave", ["#47808f", "#4d8ca0", "#555"]),
    ("coast", ["#1f4652", "#9cc3cd", "#000"]),
    ("seaink", ["#174656", "#a9d0da", "#000"]),
    // Rome: its face and the ink on it, marks beside a counter, marches, land.
    ("rface", ["#fdf5e2", "#f3e6c8", "#fff"]),
    ("rink", ["#8e1712", "#8e1712", "#000"]),
    ("rmark", ["#b3261e", "#ff8f7c", "#000"]),
    ("rmove", ["#cf3d31", "#ef6f5d", "#fff"]),
    ("redge", ["#cf3d31", "#ef6f5d", "#000"]),
    ("rheld", ["#eab79c", "#5e312b", "#fff"]),
    ("rline", ["#b3261e", "#d9705f", "#000"]),
    ("rfoot", ["#8e1712", "#8e1712", "#fff"]),
    ("rfootink", ["#fdf5e2", "#fdf5e2", "#000"]),
    // Carthage.
    ("cface", ["#1e4677", "#2a5a97", "#000"]),
    ("cink", ["#fff", "#fff", "#fff"]),
    ("cedge", ["#0e2544", "#b7d2f2", "#000"]),
    ("cmark", ["#1f4e8c", "#93bdf3", "#000"]),
    ("cmove", ["#2a63ab", "#79aef0", "#000"]),
    ("cheld", ["#aabddd", "#273f63", "#fff"]),
    ("cline", ["#1f4e8c", "#83abe3", "#000"]),
    ("cfoot", ["#a9c8ef", "#a9c8ef", "#fff"]),
    ("cfootink", ["#0e2544", "#0e2544", "#000"]),
    // States and acts.
    ("gold", ["#f6c945", "#f6c945", "#fff"]),
    ("goldink", ["#1d1a14", "#1d1a14", "#000"]),
    ("act", ["#1d1a14", "#0c0b08", "#000"]),
    ("onfill", ["#fff", "#17150f", "#fff"]),
    ("loss", ["#a31d16", "#ff8a78", "#000"]),
    // Feet of counters, and the ink on them.
    ("foot1", ["#00695c", "#00695c", "#fff"]),
    ("foot2", ["#e69a10", "#e69a10", "#fff"]),
    ("foot3", ["#7b3294", "#7b3294", "#fff"]),
    ("foot4", ["#8ec9ec", "#8ec9ec", "#fff"]),
    ("foot5", ["#6b3f1d", "#6b3f1d", "#fff"]),
    ("foot6", ["#efe8cf", "#efe8cf", "#fff"]),
    ("pale", ["#fff", "#fff", "#000"]),
];

fn colour(name: &str, mode: Mode) -> &'static str {
    let row = TABLE.iter().find(|(row, _)| *row == name);
    let (_, colours) = row.unwrap_or_else(|| panic!("no colour is called {name}"));
    colours[match mode {
        Mode::Day => 0,
        Mode::Night => 1,
        Mode::Print => 2,
    }]
}

/// Rules in which `@name` stands for a colour, with the colours of one column.
fn column(rules: &str, mode: Mode) -> String {
    let mut parts = rules.split('@');
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let end = part.find(|letter: char| !letter.is_ascii_alphanumeric()).unwrap_or(part.len());
        out.push_str(colour(&part[..end], mode));
        out.push_str(&part[end..]);
    }
    out
}

/// Rules in which `@name` stands for a colour, for every screen and for paper.
pub(crate) fn rules(rules: &str, tone: Tone) -> String {
    match tone {
        Tone::Engraved => column(rules, Mode::Print),
        Tone::Colour => format!(
            "{}@media screen and (prefers-color-scheme:dark){{{}}}@media print{{{}}}",
            column(rules, Mode::Day),
            column(rules, Mode::Night),
            column(rules, Mode::Print)
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contrast::{AA, SHAPES, contrast, luminance};

    const SCREENS: [Mode; 2] = [Mode::Day, Mode::Night];
    const GROUNDS: [&str; 11] =
        ["paper", "plate", "land", "far", "turf", "mown", "hill", "crest", "low", "green", "sea"];

    /// Asserts that the first colour of each pair stands out against the second by `least`, on every screen and on
    /// paper.
    fn seen(pairs: &[(&str, &str)], least: u128) {
        for mode in [Mode::Day, Mode::Night, Mode::Print] {
            for (one, other) in pairs {
                let found = contrast(colour(one, mode), colour(other, mode));
                assert!(found >= least, "{mode:?}: {one} on {other} has {found} tenths");
            }
        }
    }

    #[test]
    fn letters_can_be_read_on_every_ground() {
        for letters in ["ink", "soft"] {
            seen(&GROUNDS.map(|ground| (letters, ground)), AA);
        }
        seen(
            &[
                ("ink", "rheld"),
                ("ink", "cheld"),
                ("seaink", "sea"),
                ("rink", "rface"),
                ("cink", "cface"),
                ("rmark", "paper"),
                ("rmark", "plate"),
                ("cmark", "paper"),
                ("cmark", "plate"),
                ("goldink", "gold"),
                ("gold", "act"),
                ("onfill", "rmark"),
                ("onfill", "cmark"),
                ("rfootink", "rfoot"),
                ("cfootink", "cfoot"),
                ("pale", "foot1"),
                ("goldink", "foot2"),
                ("pale", "foot3"),
                ("goldink", "foot4"),
                ("pale", "foot5"),
                ("goldink", "foot6"),
            ],
            AA,
        );
    }

    #[test]
    fn lines_and_shapes_are_seen() {
        seen(&GROUNDS.map(|ground| ("loss", ground)), SHAPES);
        seen(
            &[
                ("coast", "sea"),
                ("wave", "sea"),
                ("rline", "rheld"),
                ("cline", "cheld"),
                ("redge", "halo"),
                ("cmove", "halo"),
                ("hach", "land"),
            ],
            SHAPES,
        );
        for mode in SCREENS {
            for ground in GROUNDS {
                for [face, edge] in [["rface", "rink"], ["cface", "cedge"], ["act", "gold"]] {
                    let most = [face, edge]
                        .map(|one| contrast(colour(one, mode), colour(ground, mode)))
                        .into_iter()
                        .max();
                    assert!(most >= Some(SHAPES), "{mode:?}: {face} on {ground} has {most:?}");
                }
            }
        }
    }

    #[test]
    fn the_sides_are_told_apart_without_hue() {
        for mode in [Mode::Day, Mode::Night, Mode::Print] {
            let [rome, carthage] = ["rface", "cface"].map(|face| colour(face, mode));
            assert!(contrast(rome, carthage) >= 50, "{mode:?}: {rome} and {carthage}");
        }
        // Feet part in two: three on which pale figures stand, three on which dark ones do.
        for (dark, light) in [("foot1", "foot2"), ("foot3", "foot4"), ("foot5", "foot6")] {
            assert!(luminance(colour(dark, Mode::Day)) * 2 < luminance(colour(light, Mode::Day)));
        }
    }

    #[test]
    fn paper_knows_no_colour() {
        for (name, [.., print]) in TABLE {
            let digits = &print[1..];
            assert!(
                digits.chars().all(|digit| digits.starts_with(digit))
                    || digits.as_bytes().chunks(2).all(|two| two == &digits.as_bytes()[..2]),
                "{name} is {print} on paper"
            );
        }
    }

    #[test]
    fn rules_name_colours_of_the_table() {
        let all = rules(".a{fill:@paper;stroke:@ink}", Tone::Colour);
        assert_eq!(
            all,
            ".a{fill:#f6efdf;stroke:#1d1a14}@media screen and (prefers-color-scheme:dark){.a{fill:#17150f;stroke:#efe6d2}}@media print{.a{fill:#fff;stroke:#000}}"
        );
        assert_eq!(rules(".a{fill:@sea}", Tone::Engraved), ".a{fill:#fff}");
    }
}
