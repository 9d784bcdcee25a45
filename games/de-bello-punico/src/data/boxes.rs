//! The printed command boxes (4.1-4.9).

use super::{count_at, demand, side_of};
use crate::names::{CommandBox, Pair, Side};
use engine::Reader;

/// A command box, as printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BoxNote {
    pub sides: Vec<Side>,
    /// Most chips, the false one counted.
    pub max: u8,
    /// The number of units, charges or rolls that one point serves.
    pub serves: u8,
    /// The effect of a point, in words.
    pub effect: String,
    /// The number of its rule.
    pub case: String,
    /// True if the unit must be in range of its leader.
    pub range: bool,
}

/// The boxes, and the chips of a side that gives no orders.
#[derive(Clone, Debug)]
pub(crate) struct Boxes {
    notes: Vec<BoxNote>,
    /// The boxes for a side's true points, in order; as many are used as it has points.
    pub default_chips: Pair<Vec<CommandBox>>,
    /// The box for the false point.
    pub default_vacuus: CommandBox,
}

impl Boxes {
    pub(crate) fn note(&self, place: CommandBox) -> &BoxNote {
        // `read` puts one note for each box, in their order.
        &self.notes[place as usize]
    }

    pub(crate) fn of(&self, side: Side) -> impl Iterator<Item = CommandBox> {
        CommandBox::ALL.iter().copied().filter(move |place| self.note(*place).sides.contains(&side))
    }
}

pub(super) fn read(reader: &Reader<'_>) -> Option<Boxes> {
    let known = [
        "tabella-data",
        "source",
        "max_per_box",
        "boxes",
        "default_chips",
        "default_vacuus",
        "default_source",
    ];
    reader.only(&known);
    let most = count_at(reader, "max_per_box", 1, 9)?;
    demand(most == 3, reader, || "at most three chips may be placed in a box (4.1)".to_owned());
    let boxes = reader.need("boxes")?;
    boxes.only(CommandBox::WORDS);
    let mut notes = Vec::new();
    for place in CommandBox::ALL {
        notes.push(note(&boxes.need(place.word())?, most)?);
    }
    for side in Side::BOTH {
        let count = notes.iter().filter(|note| note.sides.contains(&side)).count();
        demand(count == 7, &boxes, || format!("{side} must have seven boxes (4.1)"));
    }
    let single = notes[CommandBox::Fortuna as usize].max == 1;
    demand(single, &boxes, || "`fortuna` may hold only one chip (4.9)".to_owned());
    let chips = reader.need("default_chips")?;
    let default_chips = Pair {
        rome: defaults(Side::Rome, &chips, &notes)?,
        carthage: defaults(Side::Carthage, &chips, &notes)?,
    };
    let at = reader.need("default_vacuus")?;
    let default_vacuus =
        CommandBox::ALL[at.word(engine::Common::Data, "box", CommandBox::WORDS)?];
    let both = notes[default_vacuus as usize].sides.len() == 2;
    demand(both, &at, || "both sides must have this box".to_owned());
    Some(Boxes { notes, default_chips, default_vacuus })
}

fn note(reader: &Reader<'_>, most: u8) -> Option<BoxNote> {
    reader.only(&[
        "sides",
        "max",
        "effect",
        "case",
        "needs_range",
        "units",
        "charges",
        "elephants",
    ]);
    let sides = reader.need("sides")?.list("a list of sides")?;
    let sides = sides.iter().filter_map(|one| side_of(one.text("a side")?, one)).collect();
    let serves =
        ["units", "charges", "elephants"].into_iter().find(|key| reader.get(key).is_some());
    Some(BoxNote {
        sides,
        max: count_at(reader, "max", 1, most)?,
        serves: serves.map_or(Some(1), |key| count_at(reader, key, 1, 9))?,
        effect: reader.need("effect")?.text("what it does")?.to_owned(),
        case: reader.need("case")?.text("a rule number")?.to_owned(),
        range: reader
            .get("needs_range")
            .map_or(Some(false), |range| range.truth("true or false"))?,
    })
}

/// Four points, as the best leader has, each in a box of the side and within the limits.
fn defaults(side: Side, reader: &Reader<'_>, notes: &[BoxNote]) -> Option<Vec<CommandBox>> {
    let at = reader.need(side.word())?;
    let mut places = Vec::new();
    for one in at.list("a list of boxes")? {
        let place = CommandBox::ALL[one.word(engine::Common::Data, "box", CommandBox::WORDS)?];
        let note = &notes[place as usize];
        demand(note.sides.contains(&side), &one, || format!("{side} has no box {place}"));
        places.push(place);
        let count = places.iter().filter(|other| **other == place).count();
        demand(count < usize::from(note.max) || place != CommandBox::Initiative, &one, || {
            "the `initiative` box has no room left for the blank".to_owned()
        });
        demand(count <= usize::from(note.max), &one, || format!("{place}: at most {}", note.max));
    }
    demand(places.len() >= 4, &at, || "give at least four points".to_owned());
    Some(places)
}
