//! Reading ranked lists of allocations.

use super::{army, name, troops};
use crate::codes::Code;
use crate::orders::{ElementItem, Item, Pick, RaiseItem};
use engine::{Reader, apart};

const EXAMPLE: &str = "write `vp`, `gold: ca`, `element: {army: ca, type: Sp}` or `raise: {in: carthage, elements: [...]}`";

/// Reads a ranked list.
pub(super) fn items(reader: &Reader<'_>) -> Vec<Item> {
    // An allocation alone may stand without its dash; several below each other are a list that lacks them.
    if reader.node.map().is_some_and(|entries| entries.len() > 1) {
        reader.list("a list of allocations");
        return Vec::new();
    }
    let parts = reader.items();
    let mut left = parts.len();
    apart(&parts, |part| {
        left -= 1;
        let read = item(part)?;
        if matches!(read, Item::Repeat { .. }) && left > 0 {
            let fault = part.fault(Code::Repeat, "`repeat` is not the last entry");
            reader.complain(fault.fix("move it to the end of the list"));
        }
        Some(read)
    })
}

fn item(reader: &Reader<'_>) -> Option<Item> {
    if reader.node.text() == Some("vp") {
        return Some(Item::VP);
    }
    let entries = reader.node.map().unwrap_or_default();
    let [(key, _)] = entries else {
        reader.complain(reader.fault(Code::Item, "this is not an allocation").fix(EXAMPLE));
        return None;
    };
    let body = reader.entries("an allocation")?.pop()?.1;
    match key.text.as_str() {
        "vp" => Some(Item::VP),
        "gold" => Some(Item::Gold { gold: army(&body)? }),
        "element" => Some(Item::Element { element: element(&body)? }),
        "raise" => Some(Item::Raise { raise: raise(&body)? }),
        "repeat" => {
            let repeat = item(&body)?;
            if matches!(repeat, Item::Repeat { .. }) {
                reader.complain(
                    body.fault(Code::Repeat, "`repeat` within `repeat`")
                        .fix("name what is to be repeated"),
                );
                return None;
            }
            Some(Item::Repeat { repeat: Box::new(repeat) })
        }
        _ => {
            reader.only(&["vp", "gold", "element", "raise", "repeat"]);
            None
        }
    }
}

fn element(reader: &Reader<'_>) -> Option<ElementItem> {
    reader.entries("`army` and `type`")?;
    reader.only(&["army", "type", "allied"]);
    let army = reader.need("army").and_then(|part| army(&part));
    let kind = reader.need("type").and_then(|part| pick(&part));
    let allied =
        reader.get("allied").and_then(|part| part.truth("true or false")).unwrap_or_default();
    if kind == Some(Pick::General) && !allied {
        let fault = reader.fault(Code::Item, "`Gen` is the general of an allied contingent");
        reader.complain(fault.fix("add `allied: true`, or name a type"));
        return None;
    }
    Some(ElementItem { army: army?, kind: kind?, allied })
}

fn raise(reader: &Reader<'_>) -> Option<RaiseItem> {
    reader.entries("`in` and `elements`")?;
    reader.only(&["in", "elements"]);
    let place = reader.need("in").and_then(|part| name(&part, "a province"));
    let elements = reader.need("elements");
    let elements = elements.and_then(|part| {
        // One type alone is taken without a list, as it always was.
        if part.node.map().is_some() {
            part.list("a list of types of troops")?;
        }
        Some(troops(&part))
    });
    Some(RaiseItem { place: place?, elements: elements? })
}

/// A type of troops, or `Gen`.
pub(super) fn pick(reader: &Reader<'_>) -> Option<Pick> {
    match reader.node.text() {
        Some("Gen") => Some(Pick::General),
        _ => super::troop(reader).map(Pick::Of),
    }
}
