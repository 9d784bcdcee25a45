//! Reading guards and targets.

use super::read::unit_id;
use super::{Condition, Guard, Target, Test, UnitState};
use crate::codes::Code;
use engine::complaint::nearest;
use engine::kit::Square;
use engine::{Reader, apart};

/// One guard or several that must all hold: `UNIT [not] STATE`.
pub(super) fn guards(reader: &Reader<'_>) -> Vec<Guard> {
    apart(&reader.items(), guard)
}

fn guard(reader: &Reader<'_>) -> Option<Guard> {
    let text = reader.text("a condition such as `ha1 retreated`")?;
    let Some((unit, rest)) = text.trim().split_once(char::is_whitespace) else {
        reader.complain(
            Code::State
                .here(reader, format!("`{text}` names no state"))
                .fix("write a unit and a state: ha1 retreated"),
        );
        return None;
    };
    let unit = unit_id(unit, reader)?;
    let test = test(rest, false, reader)?;
    Some(Guard { unit, test })
}

/// `[not] STATE`; `breaks` only of targets.
fn test(text: &str, of_target: bool, reader: &Reader<'_>) -> Option<Test> {
    let mut words: Vec<&str> = text.split_whitespace().collect();
    let not = words.first() == Some(&"not");
    if not {
        words.remove(0);
    }
    let state = match words.as_slice() {
        ["at", square] => Square::parse(square).map(Condition::At),
        [word] => UnitState::parse(word).map(Condition::Is),
        _ => None,
    };
    let state = state.filter(|state| of_target || *state != Condition::Is(UnitState::Breaks));
    if state.is_none() {
        let known = UnitState::ALL
            .iter()
            .filter(|state| of_target || **state != UnitState::Breaks)
            .map(|state| state.word());
        let fix = match nearest(&words.join(" "), known.clone()) {
            Some(word) => format!("did you mean `{word}`?"),
            None => format!("one of: {}, at SQUARE", known.collect::<Vec<_>>().join(", ")),
        };
        reader.complain(
            Code::State.here(reader, format!("unknown state \"{}\"", words.join(" "))).fix(fix),
        );
    }
    Some(Test { not, state: state? })
}

/// One target or several, each perhaps with tests.
pub(super) fn targets(reader: &Reader<'_>) -> Vec<Target> {
    apart(&reader.items(), target)
}

fn target(reader: &Reader<'_>) -> Option<Target> {
    if reader.node.map().is_none() {
        let unit = unit_id(reader.text("a target")?, reader)?;
        return Some(Target { unit, when: Vec::new() });
    }
    reader.only(&["unit", "when"]);
    let mut when = Vec::new();
    for item in reader.get("when").map(|part| part.items()).unwrap_or_default() {
        let text = item.text("a state such as `retreated`")?;
        when.push(test(text, true, &item)?);
    }
    let name = reader.need("unit")?;
    let unit = unit_id(name.text("a unit")?, &name)?;
    Some(Target { unit, when })
}
