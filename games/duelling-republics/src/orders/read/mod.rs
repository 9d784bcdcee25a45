//! Reading orders, going on after every mistake.

pub(crate) mod battle;
mod items;
pub(crate) mod season;

use super::{Note, Orders, Reply, Resources, Says, Seats, Setup, Told, Turns, Word};
use crate::codes::Code;
use crate::elements::{ArmyId, ElementId, Side, Troop};
use crate::names::Name;
use crate::policy::read::sent;
use engine::{Complaints, Place, Reader, Seat, apart};

/// Reads what a file says to the prompt `name`.
pub(crate) fn orders(
    (name, place): (&str, Place),
    reader: &Reader<'_>,
    complaints: &mut Complaints,
) -> Option<Orders> {
    match name {
        "setup" => setup(reader, complaints).map(Orders::Setup),
        "resources" | "allocate" | "commands" => {
            resources(reader, complaints).map(Orders::Resources)
        }
        "spring" | "summer" | "autumn" | "winter" => {
            turns(reader, complaints).map(|turns| Orders::Season(Box::new(turns)))
        }
        "answer" => reply(reader, complaints).map(Orders::Answer),
        "plan" => Some(Orders::Battles(battle::battles(reader, place, complaints))),
        "report" => battle::report_or_wish(reader, complaints),
        "ruling" => battle::ruling(reader, complaints),
        "minor-war" => {
            battle::minor(reader, complaints).map(|minor| Orders::Minor(Box::new(minor)))
        }
        "seats" => seats(reader, complaints).map(Orders::Seats),
        "gaul" | "siege" | "retreat" | "losses" | "contingent" | "hand-over" => {
            told(name, reader, complaints).map(|told| Orders::Told(Box::new(told)))
        }
        _ => only_word(reader, complaints),
    }
}

/// `resign` and `note`, which any orders may hold.
pub(crate) fn word(reader: &Reader<'_>, complaints: &mut Complaints) -> Word {
    let resign = reader
        .get("resign")
        .and_then(|part| part.truth("true or false", complaints))
        .unwrap_or_default();
    let notes = reader.get("note").map(|part| part.items()).unwrap_or_default();
    Word { resign, note: notes.iter().filter_map(|part| note(part, complaints)).collect() }
}

fn note(reader: &Reader<'_>, complaints: &mut Complaints) -> Option<Note> {
    reader.entries("a letter: `{to: [c2], text: ...}`", complaints)?;
    reader.only(&["to", "text"], complaints);
    let to = reader.need("to", complaints)?;
    let to = to
        .items()
        .iter()
        .filter_map(|part| part.text("a seat", complaints).map(Seat::new))
        .collect();
    let text = reader.need("text", complaints)?.text("a text", complaints)?.to_owned();
    Some(Note { to, text })
}

/// A seat that is asked nothing may still resign or write.
fn only_word(reader: &Reader<'_>, complaints: &mut Complaints) -> Option<Orders> {
    reader.entries("a map", complaints)?;
    reader.only(&["resign", "note"], complaints);
    let word = word(reader, complaints);
    Some(Orders::Resources(Resources {
        resign: word.resign,
        note: word.note,
        ..Resources::default()
    }))
}

fn setup(reader: &Reader<'_>, complaints: &mut Complaints) -> Option<Setup> {
    reader.entries("`army` and `elements`", complaints)?;
    reader.only(&["army", "elements", "resign", "note"], complaints);
    let word = word(reader, complaints);
    let army = reader.need("army", complaints).and_then(|part| army(&part, complaints));
    let elements = reader.need("elements", complaints);
    let elements = elements.and_then(|part| {
        // One type alone is taken without a list, as it always was.
        if part.node.map().is_some() {
            part.list("a list of types of troops", complaints)?;
        }
        Some(troops(&part, complaints))
    });
    Some(Setup { army: army?, elements: elements?, resign: word.resign, note: word.note })
}

fn resources(reader: &Reader<'_>, complaints: &mut Complaints) -> Option<Resources> {
    reader.entries("`allocate` and `army`", complaints)?;
    reader.only(&["allocate", "army", "resign", "note"], complaints);
    let word = word(reader, complaints);
    let allocate =
        reader.get("allocate").map(|part| items::items(&part, complaints)).unwrap_or_default();
    let wanted = reader.get("army").map(|part| part.items()).unwrap_or_default();
    let army = apart(&wanted, complaints, army);
    Some(Resources { allocate, army, resign: word.resign, note: word.note })
}

fn turns(reader: &Reader<'_>, complaints: &mut Complaints) -> Option<Turns> {
    let entries = reader.entries("a map from army to options", complaints)?;
    reader.only(&["ra", "rb", "ca", "cb", "resign", "note"], complaints);
    let word = word(reader, complaints);
    let mut turns = Turns { resign: word.resign, note: word.note, ..Turns::default() };
    for (key, part) in entries {
        if let Some(slot) = ArmyId::parse(&key.text).and_then(|army| turns.slot(army)) {
            *slot = Some(season::choices(&part, complaints));
        }
    }
    Some(turns)
}

fn reply(reader: &Reader<'_>, complaints: &mut Complaints) -> Option<Reply> {
    reader.entries("`army`, `do` and `to`", complaints)?;
    reader.only(&["army", "do", "to", "resign", "note"], complaints);
    let word = word(reader, complaints);
    let army = reader.need("army", complaints).and_then(|part| army(&part, complaints));
    let what = reader
        .need("do", complaints)
        .and_then(|part| part.one_of("answer", Code::Word, complaints));
    let to =
        reader.get("to").map(|part| names(&part, "a province", complaints)).unwrap_or_default();
    Some(Reply { army: army?, what: what?, to, resign: word.resign, note: word.note })
}

/// The answer to a question in the middle of a phase.
fn told(name: &str, reader: &Reader<'_>, complaints: &mut Complaints) -> Option<Told> {
    let key = match name {
        "gaul" | "siege" => "do",
        "retreat" => "to",
        "losses" => "lose",
        "contingent" => "send",
        _ => "give",
    };
    reader.entries(&format!("`{key}`"), complaints)?;
    reader.only(&[key, "resign", "note"], complaints);
    let word = word(reader, complaints);
    let part = reader.need(key, complaints)?;
    let says = match name {
        "gaul" => Says::Gaul(season::gaul(&part, complaints)?),
        "siege" => Says::IfSiege(season::if_siege(&part, complaints)?),
        "retreat" => Says::To(names(&part, "a province", complaints)),
        "losses" => Says::Lose(elements(&part, complaints)),
        "contingent" => Says::Contingent(sent(&part, complaints)),
        _ => Says::Give(elements(&part, complaints)),
    };
    Some(Told { says, resign: word.resign, note: word.note })
}

fn seats(reader: &Reader<'_>, complaints: &mut Complaints) -> Option<Seats> {
    reader.entries("`substitute`", complaints)?;
    reader.only(&["substitute", "note"], complaints);
    let word = word(reader, complaints);
    let list = reader.get("substitute").map(|part| part.items()).unwrap_or_default();
    let substitute =
        apart(&list, complaints, |part, complaints| part.text("a seat", complaints).map(Seat::new));
    Some(Seats { substitute, note: word.note })
}

/// An army of the campaign.
pub(crate) fn army(reader: &Reader<'_>, complaints: &mut Complaints) -> Option<ArmyId> {
    let words = ArmyId::CAMPAIGN.map(ArmyId::word);
    reader.word(Code::Word.code(), "army", &words, complaints).map(|at| ArmyId::CAMPAIGN[at])
}

pub(crate) fn side(reader: &Reader<'_>, complaints: &mut Complaints) -> Option<Side> {
    reader.one_of("side", Code::Word, complaints)
}

/// A name of the data; whether there is such a thing is seen by the check.
pub(crate) fn name(reader: &Reader<'_>, what: &str, complaints: &mut Complaints) -> Option<Name> {
    let text = reader.text(what, complaints)?;
    let found = Name::new(text);
    if found.is_none() {
        complaints.push(
            reader
                .fault(Code::Word, format!("`{text}` cannot be {what}"))
                .fix("write it in lower case with hyphens"),
        );
    }
    found
}

/// Reads several names.
pub(crate) fn names(reader: &Reader<'_>, what: &str, complaints: &mut Complaints) -> Vec<Name> {
    apart(&reader.items(), complaints, |part, complaints| name(part, what, complaints))
}

/// A type of troops.
pub(crate) fn troop(reader: &Reader<'_>, complaints: &mut Complaints) -> Option<Troop> {
    reader.one_of("type of troops", Code::Word, complaints)
}

/// Several types of troops.
pub(crate) fn troops(reader: &Reader<'_>, complaints: &mut Complaints) -> Vec<Troop> {
    apart(&reader.items(), complaints, troop)
}

/// Elements of one's own army.
pub(crate) fn elements(reader: &Reader<'_>, complaints: &mut Complaints) -> Vec<ElementId> {
    apart(&reader.items(), complaints, |part, complaints| {
        let text = part.text("an element", complaints)?;
        let found = ElementId::parse(text);
        if found.is_none() {
            let fault = part.fault(Code::Word, format!("`{text}` is not an element"));
            complaints.push(fault.fix("write the type and the number, such as bd1 or xlh2"));
        }
        found
    })
}
