//! The colours of maps of areas and of diagrams, besides the engraver's black and white: the same picture under further rules.

use crate::Tone;

/// A muted tint for each side, blue for Rome and ochre for Carthage, which colour-blind readers tell apart too. Hatching, shade
/// and letters stay, so that nothing hangs on colour alone.
const TINTED: &str = "\
.m-light,.m-a-arrow-light{fill:#dce8f4}.m-dark,.m-a-arrow-dark{fill:#6e3f0c}.m-a-cut-light{fill:#dce8f4}.m-a-cut-dark{fill:#6e3f0c}\
.m-a-ground-rome{fill:#4f7ba8;fill-opacity:.13}.m-a-ground-carthage{fill:#c98a3a;fill-opacity:.15}\
.m-a-band-rome,.m-a-within-rome{stroke:#b4c8dc}.m-a-band-carthage{stroke:#e6cda6}.m-a-block-rome{fill:#b4c8dc}.m-a-block-carthage{fill:#e6cda6}";

/// Pale lines on dark paper, for dark screens.
const NIGHT: &str = "\
.m-map text,.m-map .m-a-far{fill:#ece6d8}.m-paper{fill:#15140f}.m-land,.m-a-plate,.m-a-disc{fill:#211f19}.m-line,.m-inner-light,.m-a-coast,.m-a-rule{stroke:#ece6d8}.m-inner-dark{stroke:#ece6d8}\
.m-grid{stroke:#565d66}.m-hair{stroke:#8d949d}.m-ink,.m-a-bar-full{fill:#ece6d8}.m-halo,.m-a-glow,.m-a-clear{stroke:#211f19}.m-a-glow-sea,.m-a-wash{stroke:#15140f}\
.m-light,.m-a-arrow-light,.m-a-cut-light{fill:#4a4f57}.m-dark,.m-a-arrow-dark,.m-a-cut-dark{fill:#0c0b0a}.m-light,.m-a-arrow-light,.m-a-plate,.m-a-disc,.m-a-bar,.m-a-bar-full{stroke:#ece6d8}.m-dark,.m-a-arrow-dark{stroke:#ece6d8}.m-a-rim{stroke:#15140f}\
.m-badge,.m-open{fill:#211f19;stroke:#ece6d8}.m-head{fill:#ece6d8;stroke:#211f19}.m-move,.m-a-wave{stroke:#8d949d}.m-attack,.m-retreat,.m-loss{stroke:#ece6d8}\
.m-a-outer{fill:#1a1813}.m-a-river,.m-a-lit,.m-a-edge{stroke:#8d949d}.m-a-lake,.m-a-port,.m-a-bar{fill:#15140f}.m-a-lake,.m-a-port{stroke:#b9b4a8}.m-a-shade{stroke:#b9b4a8}\
.m-a-border,.m-a-water,.m-a-seaway,.m-a-ghost{stroke:#ece6d8}.m-a-under{stroke:#211f19}.m-a-ghost-light{fill:#4a4f57}.m-a-ghost-dark{fill:#0c0b0a}\
.m-a-within{stroke:#211f19}";

/// The tints of the night.
const TINTED_NIGHT: &str = "\
.m-light,.m-a-arrow-light,.m-a-cut-light,.m-a-ghost-light{fill:#2f567f}.m-inner-dark,.m-dark,.m-a-arrow-dark{stroke:#d9a55f}\
.m-a-band-rome,.m-a-within-rome{stroke:#2a3f55}.m-a-band-carthage{stroke:#4d3c22}.m-a-block-rome{fill:#2a3f55}.m-a-block-carthage{fill:#4d3c22}";

/// A drawing in a tone, by day and by night: its own rules stay, those of the tone follow them.
pub(crate) fn toned(drawing: &str, tone: Tone) -> String {
    let end = drawing.rfind("</style>").expect("a drawing has its rules with it");
    let (before, after) = drawing.split_at(end);
    let (day, night) = match tone {
        Tone::Plain => ("", ""),
        Tone::Tinted => (TINTED, TINTED_NIGHT),
    };
    format!("{before}{day}@media screen and (prefers-color-scheme:dark){{{NIGHT}{night}}}{after}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contrast::{AA, contrast};

    /// What the last rule of a class says of a property.
    fn of(rules: &str, class: &str, property: &str) -> String {
        let all = rules.split('}').filter_map(|rule| rule.split_once('{'));
        let own = all.filter(|(classes, _)| classes.split(',').any(|one| one.trim() == class));
        let said = own.flat_map(|(_, said)| said.split(';'));
        let found = said.filter_map(|said| said.trim().split_once(':'));
        let mut own = found.filter(|(name, _)| *name == property);
        let last = own.next_back();
        last.unwrap_or_else(|| panic!("no rule gives {class} a {property}")).1.to_owned()
    }

    #[test]
    fn letters_can_be_read_on_every_ground() {
        let day = [crate::STYLE, crate::areas::AREAS].concat();
        let night = [day.as_str(), NIGHT].concat();
        for (name, rules) in [
            ("day", day.clone()),
            ("night", night.clone()),
            ("tinted day", [day.as_str(), TINTED].concat()),
            ("tinted night", [night.as_str(), TINTED, NIGHT, TINTED_NIGHT].concat()),
        ] {
            let pairs = [
                (".m-map text", ".m-paper"),
                (".m-map text", ".m-land"),
                (".m-map text", ".m-a-outer"),
                (".m-map text", ".m-light"),
                (".m-map text", ".m-a-disc"),
                (".m-map text", ".m-a-plate"),
                (".m-map .m-a-far", ".m-land"),
                (".m-map .m-a-far", ".m-paper"),
                (".m-map text.m-on-dark", ".m-dark"),
            ];
            for (letters, ground) in pairs {
                let (ink, paper) = (of(&rules, letters, "fill"), of(&rules, ground, "fill"));
                let found = contrast(&ink, &paper);
                assert!(found >= AA, "{name}: {letters} {ink} on {ground} {paper}: {found} tenths");
            }
        }
    }
}
