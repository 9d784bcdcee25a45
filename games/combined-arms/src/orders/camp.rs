//! Reading army and set-up, and standing orders.

use super::read::{draw, pila, resign, square, unit_id};
use super::{ArmyChoice, AttackPolicy, Camp, Criterion, Orders, Policy, Preference, Spot};
use crate::codes::Code;
use crate::names::{Name, TypeName, UnitId};
use engine::complaint::nearest;
use engine::kit::{Facing, Square};
use engine::{Reader, apart};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CampOf {
    /// The map of army and veterans.
    Muster,
    /// A whole set-up, perhaps with the army.
    Deploy,
    /// Units at the top level.
    Place,
}

/// The most units of one type that a file may ask for; the army's size is checked later.
const COUNT_MAX: i64 = 99;

const WORDS: [&str; 8] =
    ["army", "veterans", "hills", "plateaus", "layout", "place", "draw", "resign"];

/// Reads army and set-up.
pub(crate) fn camp(reader: &Reader<'_>, of: CampOf) -> Option<Orders> {
    let entries = reader.entries("a map")?;
    let mut camp = Camp::default();
    match of {
        CampOf::Muster => {
            reader.only(&["army", "veterans", "hills", "plateaus", "draw", "resign"]);
        }
        CampOf::Deploy => reader.only(&WORDS),
        CampOf::Place => {
            let words = ["draw", "resign"];
            let units = entries.iter().filter(|(key, _)| !words.contains(&key.text.as_str()));
            camp.units = units.filter_map(|(key, part)| placed(&key.text, part)).collect();
        }
    }
    if of != CampOf::Place {
        camp.army = reader.get("army").and_then(|part| army(&part));
        camp.veterans = reader.node.get("veterans").map(|_| veterans(reader));
        (camp.hills, camp.plateaus) = (squares(reader, "hills"), squares(reader, "plateaus"));
        camp.layout = reader.get("layout").and_then(|part| name(&part, Code::Layout, "a layout"));
        if let Some(part) = reader.get("place") {
            let entries = part.entries("a map from unit to square").unwrap_or_default();
            camp.place = entries.iter().filter_map(|(key, spot)| placed(&key.text, spot)).collect();
        }
    }
    camp.draw = reader.get("draw").and_then(|part| draw(&part));
    camp.resign = reader.get("resign").and_then(|part| resign(&part)).unwrap_or_default();
    Some(Orders::Camp(camp))
}

fn veterans(reader: &Reader<'_>) -> Vec<UnitId> {
    let items = reader.get("veterans").map(|part| part.items()).unwrap_or_default();
    apart(&items, |item| unit_id(item.text("a unit")?, item))
}

/// One square or a list of them.
fn squares(reader: &Reader<'_>, key: &str) -> Vec<Square> {
    let items = reader.get(key).map(|part| part.items()).unwrap_or_default();
    apart(&items, square)
}

/// A unit and its spot.
fn placed(unit: &str, reader: &Reader<'_>) -> Option<(UnitId, Spot)> {
    Some((unit_id(unit, reader)?, spot(reader)?))
}

/// `e4` or `e4 n`.
pub(crate) fn spot(reader: &Reader<'_>) -> Option<Spot> {
    let text = reader.text("a square, perhaps with a facing")?;
    let mut words = text.split_whitespace();
    let first = words.next().unwrap_or_default();
    let Some(square) = Square::parse(first) else {
        let fault = Code::Square.here(reader, format!("`{first}` is not a square of any board"));
        reader.complain(fault.fix(match Square::parse(&first.to_lowercase()) {
            Some(square) => format!("write it in lower case: {square}"),
            None => "write a square, perhaps with a facing: `e4 n`".to_owned(),
        }));
        return None;
    };
    let word = words.next();
    let facing = word.and_then(Facing::parse);
    if let Some(odd) =
        words.next().or(word).filter(|_| facing.is_none() || text.split_whitespace().count() > 2)
    {
        reader.complain(Code::Face.here(reader, format!("facing \"{odd}\": use n, e, s or w")));
        return None;
    }
    Some(Spot { square, facing })
}

fn army(reader: &Reader<'_>) -> Option<ArmyChoice> {
    if reader.node.map().is_none() {
        return name(reader, Code::Army, "an army").map(ArmyChoice::Ready);
    }
    let mut counts = Vec::new();
    for (key, part) in reader.entries("a map from type to number")? {
        let Some(kind) = TypeName::new(&key.text) else {
            reader.complain(
                Code::Army.here(reader, format!("{} is not a unit type", key.text)).at(key.span),
            );
            continue;
        };
        let Some(count) = part.number("a number of units", 0, COUNT_MAX) else {
            continue;
        };
        counts.push((kind, u32::try_from(count).expect("the number is within its range")));
    }
    Some(ArmyChoice::Own(counts))
}

/// A word of the data.
fn name(reader: &Reader<'_>, code: Code, what: &str) -> Option<Name> {
    let text = reader.text(what)?;
    let found = Name::new(text);
    if found.is_none() {
        reader.complain(reader.fault(
            code,
            format!("no {} `{text}`", what.trim_start_matches("an ").trim_start_matches("a ")),
        ));
    }
    found
}

pub(crate) fn policy(reader: &Reader<'_>) -> Option<Policy> {
    reader.entries("`retreat` and `attack`")?;
    reader.only(&["retreat", "attack"]);
    let mut policy = Policy::default();
    if let Some(part) = reader.get("retreat") {
        let entries = part
            .entries("a map from `default`, type or unit to a list of criteria")
            .unwrap_or_default();
        let mut lists = std::collections::BTreeMap::new();
        for (key, list) in entries {
            let Some(name) = TypeName::new(&key.text) else {
                let fault = Code::Policy.here(
                    &list,
                    format!("`{}` is neither `default` nor a type nor a unit", key.text),
                );
                reader.complain(fault.at(key.span));
                continue;
            };
            lists.insert(name, apart(&list.items(), criterion));
        }
        policy.retreat = Some(lists);
    }
    policy.attack = reader.get("attack").and_then(|part| attack_policy(&part));
    Some(policy)
}

fn attack_policy(reader: &Reader<'_>) -> Option<AttackPolicy> {
    reader.entries("`mode` and `pila`")?;
    reader.only(&["mode", "pila"]);
    let mode =
        reader.get("mode").map(|part| part.word(Code::Word.code(), "mode", &["at-will", "none"]));
    let pila = reader.get("pila").and_then(|part| pila(&part)).unwrap_or_default();
    Some(AttackPolicy { at_will: mode.is_none_or(|at| at == Some(0)), pila })
}

/// A criterion for the retreat square: a word or a square.
pub(crate) fn criterion(reader: &Reader<'_>) -> Option<Criterion> {
    let text = reader.text("a criterion")?;
    let found = Criterion::parse(text);
    if found.is_none() {
        let known = Preference::WORDS.iter().copied();
        let fix = match nearest(text, known.clone()) {
            Some(word) => format!("did you mean `{word}`?"),
            None => format!("one of: {}, or a square", known.collect::<Vec<_>>().join(", ")),
        };
        reader
            .complain(Code::Policy.here(reader, format!("unknown criterion \"{text}\"")).fix(fix));
    }
    found
}
