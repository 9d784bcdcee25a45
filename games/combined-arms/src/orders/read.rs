//! Reading lists of moves and attacks, going on after every mistake.

use super::guards::{guards, targets};
use super::{AtWill, AttackItem, Draw, FallBack, Goal, Item, MoveItem, Orders, Pila, Skirmish};
use crate::codes::Code;
use crate::names::UnitId;
use engine::kit::{Facing, Square};
use engine::{Reader, apart};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ListOf {
    Moves,
    Attacks,
}

/// The word for an entry that could not be read, in the kept orders of a halted resolution.
pub(crate) const UNREAD: &str = "unread";

/// Reads a list. An entry that cannot be read keeps its place.
pub(crate) fn list(reader: &Reader<'_>, of: ListOf) -> Option<Orders> {
    let items = reader.list("a list of entries, each beginning with `- `").or_else(|| {
        // Whoever forgot the dashes is told how the first entry is written.
        let (key, node) = reader.node.map()?.first()?;
        let text = node.text().map_or("...".to_owned(), str::to_owned);
        let fix = format!(
            "write each entry on a line of its own, beginning with a dash: `- {}: {text}`",
            key.text
        );
        reader.with_complaints(|complaints| complaints.0.last_mut()?.fix.replace(fix));
        None
    })?;
    let read = items.iter().map(|item| entry(item, of).unwrap_or(Item::Unread));
    Some(Orders::List(read.collect()))
}

/// Reads where a unit falls back to.
pub(crate) fn fall_back(reader: &Reader<'_>) -> Option<Orders> {
    reader.entries("a map such as {to: e5}")?;
    reader.only(&["to", "resign"]);
    let to = reader.get("to").map(|part| square(&part));
    let resign = reader.get("resign").map(|part| resign(&part));
    let resign = resign.flatten().unwrap_or_default();
    Some(Orders::FallBack(FallBack { to: to.flatten(), resign }))
}

fn entry(reader: &Reader<'_>, of: ListOf) -> Option<Item> {
    if reader.node.text() == Some("at-will") {
        return at_will_allowed(reader, of).then(|| Item::AtWill(AtWill::default()));
    }
    if reader.node.text() == Some(UNREAD) {
        let told = Code::Unread
            .here(reader, "this entry does nothing: it could not be read when it was filed");
        reader.complain(told.fix("remove it, or write what you meant"));
        return Some(Item::Unread);
    }
    let example =
        if of == ListOf::Attacks { "`- ve1: ca1` or `- at-will`" } else { "`- ve1: e4 n`" };
    let Some(map) = reader.node.map() else {
        let fault = Code::Entry.here(
            reader,
            format!("expected an entry such as {example}, found {}", reader.node.describe()),
        );
        reader.complain(fault.fix("name a unit and what it does"));
        return None;
    };
    let [(key, _)] = map else {
        let fault = Code::Entry.here(reader, format!("one entry names {} units", map.len()));
        reader.complain(fault.fix("begin each unit's entry on a new line with its own `- `"));
        return None;
    };
    let body = reader.entries("an entry")?.pop()?.1;
    match key.text.as_str() {
        "draw" => draw(&body).map(Item::Draw),
        "resign" => resign(&body)?.then_some(Item::Resign),
        "at-will" => at_will_allowed(reader, of).then(|| at_will(&body))?.map(Item::AtWill),
        text => {
            let unit = unit_id(text, reader)?;
            match of {
                ListOf::Attacks => attack_item(unit, &body),
                ListOf::Moves => move_item(unit, &body),
            }
        }
    }
}

/// Complains of `at-will` in a list of moves.
fn at_will_allowed(reader: &Reader<'_>, of: ListOf) -> bool {
    if of == ListOf::Moves {
        let fault = Code::Entry.here(reader, "`at-will` is not a move");
        reader.complain(fault.fix("write it in the list of attacks, under `ahead: attack:`"));
    }
    of != ListOf::Moves
}

/// A word about a draw.
pub(crate) fn draw(reader: &Reader<'_>) -> Option<Draw> {
    reader.one_of("a word about a draw", Code::Word.code())
}

/// True if the author resigns.
pub(crate) fn resign(reader: &Reader<'_>) -> Option<bool> {
    reader.truth("yes")
}

/// `{units: [...], pila: throw}`.
fn at_will(reader: &Reader<'_>) -> Option<AtWill> {
    reader.entries("`units` and `pila`")?;
    reader.only(&["units", "pila"]);
    let units = reader
        .get("units")
        .map(|part| apart(&part.items(), |item| unit_id(item.text("a unit")?, item)));
    let pila = reader.get("pila").and_then(|part| pila(&part)).unwrap_or_default();
    Some(AtWill { units, pila })
}

/// Reads `keep` or `throw`.
pub(crate) fn pila(reader: &Reader<'_>) -> Option<Pila> {
    reader.one_of("a use of pila", Code::Word.code())
}

/// A unit's move: its parts, or squares and facing in short.
fn move_item(unit: UnitId, body: &Reader<'_>) -> Option<Item> {
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
                body.complain(odd_word(word, body));
                return None;
            }
        }
        return Some(Item::Move(item));
    }
    if body.node.list().is_some() {
        let fault = body.fault("E-type", "expected a square and a facing, found a list");
        body.complain(fault.fix("write several destinations as {to: [e7, d7]}"));
        return None;
    }
    body.only(&["attack", "to", "face", "charge", "when"]);
    let before = body.told();
    item.attack = body.get("attack").and_then(|part| skirmish(&part));
    item.to = body.get("to").map(|part| goals(&part)).unwrap_or_default();
    item.face = body.get("face").and_then(|part| facing(&part));
    item.charge =
        body.get("charge").and_then(|part| part.truth("true or false")).unwrap_or_default();
    item.when = body.get("when").map(|part| guards(&part)).unwrap_or_default();
    (body.told() == before).then_some(Item::Move(item))
}

/// The complaint about a word in a short move that is neither a square nor a facing.
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
fn skirmish(reader: &Reader<'_>) -> Option<Skirmish> {
    if reader.node.map().is_none() {
        let fault =
            reader.fault("E-type", format!("expected a target, found {}", reader.node.describe()));
        reader.complain(fault.fix("write {attack: {target: ca1}}, with {at: e8, target: ca1} to attack from another square"));
        return None;
    }
    reader.only(&["at", "target"]);
    let at = reader.get("at").map(|part| goals(&part)).unwrap_or_default();
    let target = reader.need("target").map(|part| targets(&part))?;
    Some(Skirmish { at, target })
}

/// One square or several, each perhaps with guards.
fn goals(reader: &Reader<'_>) -> Vec<Goal> {
    apart(&reader.items(), goal)
}

fn goal(reader: &Reader<'_>) -> Option<Goal> {
    if reader.node.map().is_none() {
        return Some(Goal { square: square(reader)?, when: Vec::new() });
    }
    reader.only(&["square", "when"]);
    let when = reader.get("when").map(|part| guards(&part)).unwrap_or_default();
    let square = square(&reader.need("square")?)?;
    Some(Goal { square, when })
}

/// A square of a board of any size.
pub(crate) fn square(reader: &Reader<'_>) -> Option<Square> {
    let text = reader.text("a square")?;
    let found = Square::parse(text);
    if found.is_none() {
        let fault = Code::Square.here(reader, format!("`{text}` is not a square of any board"));
        reader.complain(fault.fix(match Square::parse(&text.to_lowercase()) {
            Some(square) => format!("write it in lower case: {square}"),
            None => "write the column letter and the row number: e7".to_owned(),
        }));
    }
    found
}

pub(crate) fn facing(reader: &Reader<'_>) -> Option<Facing> {
    let text = reader.text("a facing")?;
    let found = Facing::parse(text);
    if found.is_none() {
        let fault = Code::Face.here(reader, format!("facing \"{text}\": use n, e, s or w"));
        reader.complain(match Facing::parse(&text.to_lowercase()) {
            Some(facing) => fault.fix(format!("write it in lower case: {facing}")),
            None => fault,
        });
    }
    found
}

/// A unit's id, which may or may not exist.
pub(crate) fn unit_id(text: &str, reader: &Reader<'_>) -> Option<UnitId> {
    let found = UnitId::new(text);
    if found.is_none() {
        let fault = Code::Unit.here(reader, format!("no unit {text}"));
        reader.complain(fault.fix(match UnitId::new(&text.to_lowercase()) {
            Some(id) => format!("write it in lower case: {id}"),
            None => "unit ids are lower-case: ve1, hannibal".to_owned(),
        }));
    }
    found
}

/// A unit's attack: a target, several, or its parts.
fn attack_item(unit: UnitId, body: &Reader<'_>) -> Option<Item> {
    let before = body.told();
    let parts = body.node.get("target").is_some()
        || body.node.map().is_some_and(|_| body.node.get("unit").is_none());
    let (target, when) = if parts {
        body.only(&["target", "when"]);
        let when = body.get("when").map(|part| guards(&part)).unwrap_or_default();
        (body.need("target").map(|part| targets(&part)).unwrap_or_default(), when)
    } else {
        (targets(body), Vec::new())
    };
    if target.is_empty() && body.told() == before {
        body.complain(
            body.fault("E-missing", format!("no target for {unit}"))
                .fix(format!("write `- {unit}: TARGET`")),
        );
    }
    (body.told() == before).then_some(Item::Attack(AttackItem { unit, target, when }))
}
