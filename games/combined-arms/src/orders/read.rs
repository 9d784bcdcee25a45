//! Reading lists of moves and attacks, going on after every mistake.

use super::guards::{guards, targets};
use super::{AtWill, AttackItem, Draw, FallBack, Goal, Item, MoveItem, Orders, Pila, Skirmish};
use crate::codes::Code;
use crate::names::UnitId;
use engine::kit::{Facing, Square};
use engine::{Complaints, Reader, apart};

/// The kinds of lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ListOf {
    Moves,
    Attacks,
}

/// The word for an entry that could not be read, in the kept orders of a halted resolution.
pub(crate) const UNREAD: &str = "unread";

/// Reads a list. An entry that cannot be read keeps its place.
pub(crate) fn list(reader: &Reader<'_>, of: ListOf, complaints: &mut Complaints) -> Option<Orders> {
    let items =
        reader.list("a list of entries, each beginning with `- `", complaints).or_else(|| {
            // Whoever forgot the dashes is told how the first entry is written.
            let (key, node) = reader.node.map()?.first()?;
            let last = complaints.0.last_mut()?;
            let text = node.text().map_or("...".to_owned(), str::to_owned);
            last.fix = Some(format!(
                "write each entry on a line of its own, beginning with a dash: `- {}: {text}`",
                key.text
            ));
            None
        })?;
    let read = items.iter().map(|item| entry(item, of, complaints).unwrap_or(Item::Unread));
    Some(Orders::List(read.collect()))
}

/// Reads where a unit falls back to.
pub(crate) fn fall_back(reader: &Reader<'_>, complaints: &mut Complaints) -> Option<Orders> {
    reader.entries("a map such as {to: e5}", complaints)?;
    reader.only(&["to", "resign"], complaints);
    let to = reader.get("to").map(|part| square(&part, complaints));
    let resign = reader.get("resign").map(|part| resign(&part, complaints));
    let resign = resign.flatten().unwrap_or_default();
    Some(Orders::FallBack(FallBack { to: to.flatten(), resign }))
}

fn entry(reader: &Reader<'_>, of: ListOf, complaints: &mut Complaints) -> Option<Item> {
    if reader.node.text() == Some("at-will") {
        return at_will_allowed(reader, of, complaints).then(|| Item::AtWill(AtWill::default()));
    }
    if reader.node.text() == Some(UNREAD) {
        let told = Code::Unread
            .here(reader, "this entry does nothing: it could not be read when it was filed");
        complaints.push(told.fix("remove it, or write what you meant"));
        return Some(Item::Unread);
    }
    let example =
        if of == ListOf::Attacks { "`- ve1: ca1` or `- at-will`" } else { "`- ve1: e4 n`" };
    let Some(map) = reader.node.map() else {
        let fault = Code::Entry.here(
            reader,
            format!("expected an entry such as {example}, found {}", reader.node.describe()),
        );
        complaints.push(fault.fix("name a unit and what it does"));
        return None;
    };
    let [(key, _)] = map else {
        let fault = Code::Entry.here(reader, format!("one entry names {} units", map.len()));
        complaints.push(fault.fix("begin each unit's entry on a new line with its own `- `"));
        return None;
    };
    let body = reader.entries("an entry", complaints)?.pop()?.1;
    match key.text.as_str() {
        "draw" => draw(&body, complaints).map(Item::Draw),
        "resign" => resign(&body, complaints)?.then_some(Item::Resign),
        "at-will" => at_will_allowed(reader, of, complaints)
            .then(|| at_will(&body, complaints))?
            .map(Item::AtWill),
        text => {
            let unit = unit_id(text, reader, complaints)?;
            match of {
                ListOf::Attacks => attack_item(unit, &body, complaints),
                ListOf::Moves => move_item(unit, &body, complaints),
            }
        }
    }
}

/// Complains of `at-will` in a list of moves.
fn at_will_allowed(reader: &Reader<'_>, of: ListOf, complaints: &mut Complaints) -> bool {
    if of == ListOf::Moves {
        let fault = Code::Entry.here(reader, "`at-will` is not a move");
        complaints.push(fault.fix("write it in the list of attacks, under `ahead: attack:`"));
    }
    of != ListOf::Moves
}

/// A word about a draw.
pub(crate) fn draw(reader: &Reader<'_>, complaints: &mut Complaints) -> Option<Draw> {
    reader.one_of("a word about a draw", Code::Word.code(), complaints)
}

/// True if the author resigns.
pub(crate) fn resign(reader: &Reader<'_>, complaints: &mut Complaints) -> Option<bool> {
    reader.truth("yes", complaints)
}

/// `{units: [...], pila: throw}`.
fn at_will(reader: &Reader<'_>, complaints: &mut Complaints) -> Option<AtWill> {
    reader.entries("`units` and `pila`", complaints)?;
    reader.only(&["units", "pila"], complaints);
    let units = reader.get("units").map(|part| {
        apart(&part.items(), complaints, |item, complaints| {
            unit_id(item.text("a unit", complaints)?, item, complaints)
        })
    });
    let pila = reader.get("pila").and_then(|part| pila(&part, complaints)).unwrap_or_default();
    Some(AtWill { units, pila })
}

/// Reads `keep` or `throw`.
pub(crate) fn pila(reader: &Reader<'_>, complaints: &mut Complaints) -> Option<Pila> {
    reader.one_of("a use of pila", Code::Word.code(), complaints)
}

/// A unit's move: its parts, or squares and facing in short.
fn move_item(unit: UnitId, body: &Reader<'_>, complaints: &mut Complaints) -> Option<Item> {
    let mut item = MoveItem::of(unit);
    if body.node.is_empty() {
        return Some(Item::Move(item));
    }
    if let Some(text) = body.node.text() {
        for word in text.split_whitespace() {
            if let Some(square) =
                Square::parse(word).filter(|_| item.to.is_empty() && item.face.is_none())
            {
                item.to.push(Goal { square, when: Vec::new() });
            } else if let Some(facing) = Facing::parse(word).filter(|_| item.face.is_none()) {
                item.face = Some(facing);
            } else {
                complaints.push(odd_word(word, body));
                return None;
            }
        }
        return Some(Item::Move(item));
    }
    if body.node.list().is_some() {
        let fault = body.fault("E-type", "expected a square and a facing, found a list");
        complaints.push(fault.fix("write several destinations as {to: [e7, d7]}"));
        return None;
    }
    body.only(&["attack", "to", "face", "charge", "when"], complaints);
    let before = complaints.0.len();
    item.attack = body.get("attack").and_then(|part| skirmish(&part, complaints));
    item.to = body.get("to").map(|part| goals(&part, complaints)).unwrap_or_default();
    item.face = body.get("face").and_then(|part| facing(&part, complaints));
    item.charge = body
        .get("charge")
        .and_then(|part| part.truth("true or false", complaints))
        .unwrap_or_default();
    item.when = body.get("when").map(|part| guards(&part, complaints)).unwrap_or_default();
    (complaints.0.len() == before).then_some(Item::Move(item))
}

/// A word in a short move that is neither a square nor a facing.
fn odd_word(word: &str, body: &Reader<'_>) -> engine::Complaint {
    if word.contains(|c: char| c.is_ascii_digit()) {
        let fault = Code::Square.here(body, format!("`{word}` is not a square of any board"));
        let lower = word.to_lowercase();
        return fault.fix(match Square::parse(&lower) {
            Some(square) => format!("write it in lower case: {square}"),
            None => "write a square, a facing, or both: `e8 s`; an attack on the way is {attack: {target: ca1}}".to_owned(),
        });
    }
    Code::Face
        .here(body, format!("facing \"{word}\": use n, e, s or w"))
        .fix("write a square, a facing, or both: `e8 s`")
}

/// `{at: ..., target: ...}`.
fn skirmish(reader: &Reader<'_>, complaints: &mut Complaints) -> Option<Skirmish> {
    if reader.node.map().is_none() {
        let fault =
            reader.fault("E-type", format!("expected a target, found {}", reader.node.describe()));
        complaints.push(fault.fix("write {attack: {target: ca1}}, with {at: e8, target: ca1} to attack from another square"));
        return None;
    }
    reader.only(&["at", "target"], complaints);
    let at = reader.get("at").map(|part| goals(&part, complaints)).unwrap_or_default();
    let target = reader.need("target", complaints).map(|part| targets(&part, complaints))?;
    Some(Skirmish { at, target })
}

/// One square or several, each perhaps with guards.
fn goals(reader: &Reader<'_>, complaints: &mut Complaints) -> Vec<Goal> {
    apart(&reader.items(), complaints, goal)
}

fn goal(reader: &Reader<'_>, complaints: &mut Complaints) -> Option<Goal> {
    if reader.node.map().is_none() {
        return Some(Goal { square: square(reader, complaints)?, when: Vec::new() });
    }
    reader.only(&["square", "when"], complaints);
    let when = reader.get("when").map(|part| guards(&part, complaints)).unwrap_or_default();
    let square = square(&reader.need("square", complaints)?, complaints)?;
    Some(Goal { square, when })
}

/// A square of a board of any size.
pub(crate) fn square(reader: &Reader<'_>, complaints: &mut Complaints) -> Option<Square> {
    let text = reader.text("a square", complaints)?;
    let found = Square::parse(text);
    if found.is_none() {
        let fault = Code::Square.here(reader, format!("`{text}` is not a square of any board"));
        complaints.push(fault.fix(match Square::parse(&text.to_lowercase()) {
            Some(square) => format!("write it in lower case: {square}"),
            None => "write the column letter and the row number: e7".to_owned(),
        }));
    }
    found
}

pub(crate) fn facing(reader: &Reader<'_>, complaints: &mut Complaints) -> Option<Facing> {
    let text = reader.text("a facing", complaints)?;
    let found = Facing::parse(text);
    if found.is_none() {
        let fault = Code::Face.here(reader, format!("facing \"{text}\": use n, e, s or w"));
        complaints.push(match Facing::parse(&text.to_lowercase()) {
            Some(facing) => fault.fix(format!("write it in lower case: {facing}")),
            None => fault,
        });
    }
    found
}

/// A unit's id, which may or may not exist.
pub(crate) fn unit_id(
    text: &str,
    reader: &Reader<'_>,
    complaints: &mut Complaints,
) -> Option<UnitId> {
    let found = UnitId::new(text);
    if found.is_none() {
        let fault = Code::Unit.here(reader, format!("no unit {text}"));
        complaints.push(fault.fix(match UnitId::new(&text.to_lowercase()) {
            Some(id) => format!("write it in lower case: {id}"),
            None => "unit ids are lower-case: ve1, hannibal".to_owned(),
        }));
    }
    found
}

/// A unit's attack: a target, several, or its parts.
fn attack_item(unit: UnitId, body: &Reader<'_>, complaints: &mut Complaints) -> Option<Item> {
    let before = complaints.0.len();
    let parts = body.node.get("target").is_some()
        || body.node.map().is_some_and(|_| body.node.get("unit").is_none());
    let (target, when) = if parts {
        body.only(&["target", "when"], complaints);
        let when = body.get("when").map(|part| guards(&part, complaints)).unwrap_or_default();
        (
            body.need("target", complaints)
                .map(|part| targets(&part, complaints))
                .unwrap_or_default(),
            when,
        )
    } else {
        (targets(body, complaints), Vec::new())
    };
    if target.is_empty() && complaints.0.len() == before {
        complaints.push(
            body.fault("E-missing", format!("no target for {unit}"))
                .fix(format!("write `- {unit}: TARGET`")),
        );
    }
    (complaints.0.len() == before).then_some(Item::Attack(AttackItem { unit, target, when }))
}
