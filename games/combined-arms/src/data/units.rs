//! `units.yaml`: the Unit Lists.

use super::{number, side, text, wrong};
use crate::data::chart::{Abilities, Figures, Kind};
use crate::names::{Side, TypeName, UnitId};
use engine::data::Loading;
use engine::{Common, Reader};

const FILE: &str = "units.yaml";
/// An upper bound that no printed value comes near.
const VALUE_MAX: u8 = 20;

/// The unit types in roster order, and the figures beside them.
pub(super) fn read(loading: &mut Loading<'_>) -> Option<(Vec<Kind>, Figures)> {
    loading.take(FILE, |top| {
        let figures = figures(top);
        let mut kinds = Vec::new();
        if let Some(list) = top.need("units") {
            for (key, entry) in list.entries("a map of unit types").unwrap_or_default() {
                kinds.extend(kind(&key.text, &entry));
            }
        }
        kinds.sort_by_key(|kind| kind.side);
        compare(top, &kinds);
        (!top.fatal()).then_some((kinds, figures?))
    })
}

fn figures(top: &Reader<'_>) -> Option<Figures> {
    let damage = top.need("damage")?;
    let abilities = top.need("abilities")?;
    let of = |part: &Reader<'_>, key: &str| number(part, key, VALUE_MAX);
    let (base, flank, rear, veteran) =
        (of(&damage, "base"), of(&damage, "side"), of(&damage, "rear"), of(&damage, "veteran"));
    let ability = |word: &str, key: &str| {
        let part = abilities.need(word)?;
        number(&part, key, VALUE_MAX)
    };
    let general = ability("general", "defense-bonus");
    let pila_range = ability("pila", "pila-range");
    let (charge_move, charge) =
        (ability("charge", "charge-move"), ability("charge", "charge-damage"));
    let elephant = ability("elephant", "damage");
    Some(Figures {
        base: base?,
        side: flank?,
        rear: rear?,
        veteran: veteran?,
        elephant: elephant?,
        charge: charge?,
        charge_move: charge_move?,
        pila_range: pila_range?,
        general: general?,
    })
}

fn kind(name: &str, entry: &Reader<'_>) -> Option<Kind> {
    let Some(name) = TypeName::new(name) else {
        wrong(entry, format!("`{name}` cannot be the name of a unit type"));
        return None;
    };
    let mut abilities = Abilities::default();
    for item in entry.need("abilities").map(|part| part.items()).unwrap_or_default() {
        if let Some(ability) = item.one_of("ability", Common::Data) {
            abilities.add(ability);
        }
    }
    let prefix = text(entry, "prefix");
    let letter = text(entry, "letter");
    let class = entry.need("class").and_then(|part| part.one_of("class", Common::Data));
    let max =
        if entry.get("max").is_some() { Some(number(entry, "max", VALUE_MAX)?) } else { None };
    let kind = Kind {
        name,
        side: side(entry)?,
        title: text(entry, "name"),
        alias: text(entry, "alias"),
        prefix: UnitId::new(&prefix)
            .filter(|id| id.as_str().bytes().all(|byte| byte.is_ascii_lowercase()))?,
        letter: letter.chars().next()?,
        movement: number(entry, "move", VALUE_MAX)?,
        range: number(entry, "range", VALUE_MAX)?,
        defense: number(entry, "defense", VALUE_MAX)?,
        max,
        min: number(entry, "min", VALUE_MAX)?,
        pila: if abilities.pila { number(entry, "pila", VALUE_MAX)? } else { 0 },
        points: number(entry, "points", VALUE_MAX)?,
        abilities,
        class: class?,
    };
    plausible(&kind, entry);
    Some(kind)
}

/// Checks the values of one type.
fn plausible(kind: &Kind, entry: &Reader<'_>) {
    if kind.max.is_some_and(|max| kind.min > max) {
        wrong(entry, format!("{}: the minimum is above the maximum", kind.name));
    }
    if entry.get("pila").is_some() && !kind.abilities.pila {
        wrong(
            entry,
            format!("{}: `pila` is given, but the type lacks the ability `pila`", kind.name),
        );
    }
    if entry.get("charges").is_some() != kind.abilities.charge {
        wrong(entry, format!("{}: `charges` and the ability `charge` go together", kind.name));
    }
    if let Some(charges) = entry.get("charges") {
        charges.number("charges", 1, 1);
    }
    if kind.range == 0 || kind.defense == 0 {
        wrong(entry, format!("{}: Range and Defense are at least 1", kind.name));
    }
    if kind.abilities.general && (kind.min, kind.max) != (1, Some(1)) {
        wrong(entry, format!("{}: an army has exactly one General", kind.name));
    }
}

/// The types beside each other.
fn compare(top: &Reader<'_>, kinds: &[Kind]) {
    let list = top.get("units").unwrap_or_else(|| top.clone());
    for (at, kind) in kinds.iter().enumerate() {
        let entry = list.get(kind.name.as_str()).unwrap_or_else(|| list.clone());
        for other in &kinds[..at] {
            if other.prefix == kind.prefix {
                wrong(
                    &entry,
                    format!("{} and {} share the prefix {}", other.name, kind.name, kind.prefix),
                );
            }
            if other.letter == kind.letter {
                wrong(
                    &entry,
                    format!("{} and {} share the letter {}", other.name, kind.name, kind.letter),
                );
            }
            if other.title == kind.title {
                wrong(
                    &entry,
                    format!("{} and {} share the name {}", other.name, kind.name, kind.title),
                );
            }
        }
    }
    for side in Side::BOTH {
        let generals: Vec<&Kind> =
            kinds.iter().filter(|kind| kind.side == side && kind.abilities.general).collect();
        let named = top
            .get("sides")
            .and_then(|sides| sides.get(side.word()))
            .and_then(|part| part.get("general"));
        match (named, generals.as_slice()) {
            (Some(named), [general]) if named.node.text() == Some(general.name.as_str()) => {}
            (Some(named), _) => {
                wrong(
                    &named,
                    format!("{side} needs exactly one General, with the name given here"),
                );
            }
            (None, _) => {
                wrong(top, format!("`sides` does not name the General of {side}"));
            }
        }
    }
}
