//! Reading ranked lists of allocations.

use super::{army, name, troops};
use crate::codes::Code;
use crate::orders::{ElementItem, Item, Pick, RaiseItem};
use engine::{Complaints, Reader, apart};

const EXAMPLE: &str = "write `vp`, `gold: ca`, `element: {army: ca, type: Sp}` or `raise: {in: carthage, elements: [...]}`";

/// Reads a ranked list.
pub(super) fn items(reader: &Reader<'_>, complaints: &mut Complaints) -> Vec<Item> {
    // An allocation alone may stand without its dash; several below each other are a list that lacks them.
    if reader.node.map().is_some_and(|entries| entries.len() > 1) {
        reader.list("a list of allocations", complaints);
        return Vec::new();
    }
    let parts = reader.items();
    let mut left = parts.len();
    apart(&parts, complaints, |part, complaints| {
        left -= 1;
        let read = item(part, complaints)?;
        if matches!(read, Item::Repeat { .. }) && left > 0 {
            let fault = part.fault(Code::Repeat, "`repeat` is not the last entry");
            complaints.push(fault.fix("move it to the end of the list"));
        }
        Some(read)
    })
}

fn item(reader: &Reader<'_>, complaints: &mut Complaints) -> Option<Item> {
    if reader.node.text() == Some("vp") {
        return Some(Item::VP);
    }
    let entries = reader.node.map().unwrap_or_default();
    let [(key, _)] = entries else {
        complaints.push(reader.fault(Code::Item, "this is not an allocation").fix(EXAMPLE));
        return None;
    };
    let body = reader.entries("an allocation", complaints)?.pop()?.1;
    match key.text.as_str() {
        "vp" => Some(Item::VP),
        "gold" => Some(Item::Gold { gold: army(&body, complaints)? }),
        "element" => Some(Item::Element { element: element(&body, complaints)? }),
        "raise" => Some(Item::Raise { raise: raise(&body, complaints)? }),
        "repeat" => {
            let repeat = item(&body, complaints)?;
            if matches!(repeat, Item::Repeat { .. }) {
                complaints.push(
                    body.fault(Code::Repeat, "`repeat` within `repeat`")
                        .fix("name what is to be repeated"),
                );
                return None;
            }
            Some(Item::Repeat { repeat: Box::new(repeat) })
        }
        _ => {
            reader.only(&["vp", "gold", "element", "raise", "repeat"], complaints);
            None
        }
    }
}

fn element(reader: &Reader<'_>, complaints: &mut Complaints) -> Option<ElementItem> {
    reader.entries("`army` and `type`", complaints)?;
    reader.only(&["army", "type", "allied"], complaints);
    let army = reader.need("army", complaints).and_then(|part| army(&part, complaints));
    let kind = reader.need("type", complaints).and_then(|part| pick(&part, complaints));
    let allied = reader
        .get("allied")
        .and_then(|part| part.truth("true or false", complaints))
        .unwrap_or_default();
    if kind == Some(Pick::General) && !allied {
        let fault = reader.fault(Code::Item, "`Gen` is the general of an allied contingent");
        complaints.push(fault.fix("add `allied: true`, or name a type"));
        return None;
    }
    Some(ElementItem { army: army?, kind: kind?, allied })
}

fn raise(reader: &Reader<'_>, complaints: &mut Complaints) -> Option<RaiseItem> {
    reader.entries("`in` and `elements`", complaints)?;
    reader.only(&["in", "elements"], complaints);
    let place =
        reader.need("in", complaints).and_then(|part| name(&part, "a province", complaints));
    let elements = reader.need("elements", complaints);
    let elements = elements.and_then(|part| {
        // One type alone is taken without a list, as it always was.
        if part.node.map().is_some() {
            part.list("a list of types of troops", complaints)?;
        }
        Some(troops(&part, complaints))
    });
    Some(RaiseItem { place: place?, elements: elements? })
}

/// A type of troops, or `Gen`.
pub(super) fn pick(reader: &Reader<'_>, complaints: &mut Complaints) -> Option<Pick> {
    match reader.node.text() {
        Some("Gen") => Some(Pick::General),
        _ => super::troop(reader, complaints).map(Pick::Of),
    }
}
