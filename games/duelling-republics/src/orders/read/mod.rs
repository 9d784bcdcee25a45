//! Reading orders, going on after every mistake.

pub(crate) mod battle;
mod items;
pub(crate) mod season;

use super::{Note, Orders, Reply, Resources, Says, Seats, Setup, Told, Turns, Word};
use crate::codes::Code;
use crate::elements::{ArmyId, ElementId, Side, Troop};
use crate::names::Name;
use crate::policy::read::sent;
use engine::{Place, Reader, Seat, apart};

/// Reads what a file says to the prompt `name`.
pub(crate) fn orders((name, place): (&str, Place), reader: &Reader<'_>) -> Option<Orders> {
    match name {
        "setup" => setup(reader).map(Orders::Setup),
        "resources" | "allocate" | "commands" => resources(reader).map(Orders::Resources),
        "spring" | "summer" | "autumn" | "winter" => {
            turns(reader).map(|turns| Orders::Season(Box::new(turns)))
        }
        "answer" => reply(reader).map(Orders::Answer),
        "plan" => Some(Orders::Battles(battle::battles(reader, place))),
        "report" => battle::report_or_wish(reader),
        "ruling" => battle::ruling(reader),
        "minor-war" => battle::minor(reader).map(|minor| Orders::Minor(Box::new(minor))),
        "seats" => seats(reader).map(Orders::Seats),
        "gaul" | "siege" | "retreat" | "losses" | "contingent" | "hand-over" => {
            told(name, reader).map(|told| Orders::Told(Box::new(told)))
        }
        _ => only_word(reader),
    }
}

/// `resign` and `note`, which any orders may hold.
pub(crate) fn word(reader: &Reader<'_>) -> Word {
    let resign =
        reader.get("resign").and_then(|part| part.truth("true or false")).unwrap_or_default();
    let notes = reader.get("note").map(|part| part.items()).unwrap_or_default();
    Word { resign, note: notes.iter().filter_map(|part| note(part)).collect() }
}

fn note(reader: &Reader<'_>) -> Option<Note> {
    reader.entries("a letter: `{to: [c2], text: ...}`")?;
    reader.only(&["to", "text"]);
    let to = reader.need("to")?;
    let to = to.items().iter().filter_map(|part| part.text("a seat").map(Seat::new)).collect();
    let text = reader.need("text")?.text("a text")?.to_owned();
    Some(Note { to, text })
}

/// A seat that is asked nothing may still resign or write.
fn only_word(reader: &Reader<'_>) -> Option<Orders> {
    reader.entries("a map")?;
    reader.only(&["resign", "note"]);
    let word = word(reader);
    Some(Orders::Resources(Resources {
        resign: word.resign,
        note: word.note,
        ..Resources::default()
    }))
}

fn setup(reader: &Reader<'_>) -> Option<Setup> {
    reader.entries("`army` and `elements`")?;
    reader.only(&["army", "elements", "resign", "note"]);
    let word = word(reader);
    let army = reader.need("army").and_then(|part| army(&part));
    let elements = reader.need("elements");
    let elements = elements.and_then(|part| {
        // One type alone is taken without a list, as it always was.
        if part.node.map().is_some() {
            part.list("a list of types of troops")?;
        }
        Some(troops(&part))
    });
    Some(Setup { army: army?, elements: elements?, resign: word.resign, note: word.note })
}

fn resources(reader: &Reader<'_>) -> Option<Resources> {
    reader.entries("`allocate` and `army`")?;
    reader.only(&["allocate", "army", "resign", "note"]);
    let word = word(reader);
    let allocate = reader.get("allocate").map(|part| items::items(&part)).unwrap_or_default();
    let wanted = reader.get("army").map(|part| part.items()).unwrap_or_default();
    let army = apart(&wanted, army);
    Some(Resources { allocate, army, resign: word.resign, note: word.note })
}

fn turns(reader: &Reader<'_>) -> Option<Turns> {
    let entries = reader.entries("a map from army to options")?;
    reader.only(&["ra", "rb", "ca", "cb", "resign", "note"]);
    let word = word(reader);
    let mut turns = Turns { resign: word.resign, note: word.note, ..Turns::default() };
    for (key, part) in entries {
        if let Some(slot) = ArmyId::parse(&key.text).and_then(|army| turns.slot(army)) {
            *slot = Some(season::choices(&part));
        }
    }
    Some(turns)
}

fn reply(reader: &Reader<'_>) -> Option<Reply> {
    reader.entries("`army`, `do` and `to`")?;
    reader.only(&["army", "do", "to", "resign", "note"]);
    let word = word(reader);
    let army = reader.need("army").and_then(|part| army(&part));
    let what = reader.need("do").and_then(|part| part.one_of("answer", Code::Word));
    let to = reader.get("to").map(|part| names(&part, "a province")).unwrap_or_default();
    Some(Reply { army: army?, what: what?, to, resign: word.resign, note: word.note })
}

/// The answer to a question in the middle of a phase.
fn told(name: &str, reader: &Reader<'_>) -> Option<Told> {
    let key = match name {
        "gaul" | "siege" => "do",
        "retreat" => "to",
        "losses" => "lose",
        "contingent" => "send",
        _ => "give",
    };
    reader.entries(&format!("`{key}`"))?;
    reader.only(&[key, "resign", "note"]);
    let word = word(reader);
    let part = reader.need(key)?;
    let says = match name {
        "gaul" => Says::Gaul(season::gaul(&part)?),
        "siege" => Says::IfSiege(season::if_siege(&part)?),
        "retreat" => Says::To(names(&part, "a province")),
        "losses" => Says::Lose(elements(&part)),
        "contingent" => Says::Contingent(sent(&part)),
        _ => Says::Give(elements(&part)),
    };
    Some(Told { says, resign: word.resign, note: word.note })
}

fn seats(reader: &Reader<'_>) -> Option<Seats> {
    reader.entries("`substitute`")?;
    reader.only(&["substitute", "note"]);
    let word = word(reader);
    let list = reader.get("substitute").map(|part| part.items()).unwrap_or_default();
    let substitute = apart(&list, |part| part.text("a seat").map(Seat::new));
    Some(Seats { substitute, note: word.note })
}

/// An army of the campaign.
pub(crate) fn army(reader: &Reader<'_>) -> Option<ArmyId> {
    let words = ArmyId::CAMPAIGN.map(ArmyId::word);
    reader.word(Code::Word.code(), "army", &words).map(|at| ArmyId::CAMPAIGN[at])
}

pub(crate) fn side(reader: &Reader<'_>) -> Option<Side> {
    reader.one_of("side", Code::Word)
}

/// A name of the data; whether there is such a thing is seen by the check.
pub(crate) fn name(reader: &Reader<'_>, what: &str) -> Option<Name> {
    let text = reader.text(what)?;
    let found = Name::new(text);
    if found.is_none() {
        reader.complain(
            reader
                .fault(Code::Word, format!("`{text}` cannot be {what}"))
                .fix("write it in lower case with hyphens"),
        );
    }
    found
}

/// Reads several names.
pub(crate) fn names(reader: &Reader<'_>, what: &str) -> Vec<Name> {
    apart(&reader.items(), |part| name(part, what))
}

/// A type of troops.
pub(crate) fn troop(reader: &Reader<'_>) -> Option<Troop> {
    reader.one_of("type of troops", Code::Word)
}

/// Several types of troops.
pub(crate) fn troops(reader: &Reader<'_>) -> Vec<Troop> {
    apart(&reader.items(), troop)
}

/// Elements of one's own army.
pub(crate) fn elements(reader: &Reader<'_>) -> Vec<ElementId> {
    apart(&reader.items(), |part| {
        let text = part.text("an element")?;
        let found = ElementId::parse(text);
        if found.is_none() {
            let fault = part.fault(Code::Word, format!("`{text}` is not an element"));
            reader.complain(fault.fix("write the type and the number, such as bd1 or xlh2"));
        }
        found
    })
}
