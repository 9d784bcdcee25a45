//! 10, 8.2: who may attack whom, and the conditions under which. Rules 23 and 24, rulings R11 and R31.
//!
//! The one place where an attack is judged: the checker asks a seat's view, resolution the state.

use super::movement::owned;
use super::{Refusal, combat};
use crate::codes::Code;
use crate::field::{Field, counted};
use crate::names::{Id, Side};
use crate::orders::{Being, Condition, HexCondition, Holds, Target, UnitCondition};
use crate::state::Unit;
use engine::kit::Hex;

/// The target of an attack: a unit, or a leader alone in a hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Quarry {
    pub(crate) hex: Hex,
    /// The unit; none if a leader is alone in the hex.
    pub(crate) unit: Option<Id>,
}

/// 10, 8.2: why a unit may not attack now.
pub(crate) fn attacker<'a>(
    field: &Field<'a>,
    side: Side,
    id: Id,
) -> Result<(&'a Unit, Hex), Refusal> {
    let (unit, hex) = owned(field, side, id)?;
    if unit.impulse.attacked {
        let no = Refusal::new(
            Code::Attacked,
            "10",
            format!("{id} has already attacked in this impulse"),
        );
        return Err(no.fix("a unit may attack only once in an impulse: name it once"));
    }
    let (rule, why) = match (unit.half.left_zone, unit.turn.motionless, unit.turn.furious) {
        (true, _, _) => ("8.2", "left a ZdC"),
        (_, true, _) => ("15.1", "is under a Finis marker"),
        (_, _, true) => ("15.1", "is furious"),
        _ => return Ok((unit, hex)),
    };
    Err(Refusal::new(Code::NoAttack, rule, format!("{id} {why}")).fix("leave it out"))
}

/// The targets in a unit's front: straight ahead, clockwise, anticlockwise.
pub(crate) fn quarries(field: &Field<'_>, unit: &Unit) -> Vec<Quarry> {
    let Some(here) = unit.hex() else { return Vec::new() };
    let foe = unit.side.other();
    let before = field.front_hexes(here, unit.facing).filter_map(|hex| {
        let enemy = field.of_side(foe, hex).map(|(id, _)| id);
        (enemy.is_some() || field.lone_leader(foe, hex)).then_some(Quarry { hex, unit: enemy })
    });
    before.collect()
}

pub(crate) fn threatens(field: &Field<'_>, side: Side, id: Id) -> bool {
    attacker(field, side, id).is_ok_and(|(unit, _)| !quarries(field, unit).is_empty())
}

/// 10: the first of the listed targets that stands in the front.
pub(crate) fn choose(
    field: &Field<'_>,
    id: Id,
    unit: &Unit,
    listed: &[Target],
    charge: bool,
) -> Result<Quarry, Refusal> {
    let found = quarries(field, unit);
    let leader = field.camp(unit.side.other()).leader;
    let pick = |target: &Target| match target {
        Target::Unit(name) if *name == leader.id => {
            found.iter().find(|quarry| leader.hex == Some(quarry.hex)).copied()
        }
        Target::Unit(name) => found.iter().find(|quarry| quarry.unit == Some(*name)).copied(),
        Target::Hex(hex) => found.iter().find(|quarry| quarry.hex == *hex).copied(),
        Target::Any => best(field, id, &found, charge),
    };
    listed.iter().find_map(pick).ok_or_else(|| {
        let words: Vec<String> =
            found.iter().map(|quarry| named(field, unit.side, quarry)).collect();
        let fix = match words.len() {
            0 => "no enemy stands there: leave the attack out, or turn and move first".to_owned(),
            _ => format!("the enemies in its front are {}", words.join(", ")),
        };
        Refusal::new(Code::Target, "10", format!("{id} has no listed target in its front")).fix(fix)
    })
}

fn named(field: &Field<'_>, side: Side, quarry: &Quarry) -> String {
    let who = quarry.unit.unwrap_or(field.camp(side.other()).leader.id);
    format!("{who} ({})", quarry.hex)
}

/// The unit with the best edge; if equal, the first by id. Leaders alone are attacked only by name or hex.
fn best(field: &Field<'_>, attacker: Id, found: &[Quarry], charge: bool) -> Option<Quarry> {
    let units = found.iter().filter_map(|quarry| Some((quarry, quarry.unit?)));
    units
        .min_by_key(|(_, unit)| (-combat::edge(field, attacker, *unit, charge), counted(*unit)))
        .map(|(quarry, _)| *quarry)
}

/// The first condition that does not hold.
pub(crate) fn unmet(field: &Field<'_>, side: Side, conditions: &[Condition]) -> Option<Refusal> {
    let fails = |condition: &Condition| match condition {
        Condition::Unit(condition) => !of_unit(field, condition),
        Condition::Hex(condition) => !of_hex(field, side, *condition),
    };
    conditions.iter().find(|condition| fails(condition)).map(|condition| {
        let what = match condition {
            Condition::Unit(condition) => {
                format!("the condition on {} is not met", condition.unit)
            }
            Condition::Hex(condition) => {
                format!("{} does not hold {}", condition.hex, condition.holds)
            }
        };
        Refusal::new(Code::Condition, "10", what)
    })
}

fn of_unit(field: &Field<'_>, condition: &UnitCondition) -> bool {
    let leader = field.state.leads(condition.unit).map(|side| field.camp(side).leader);
    let unit = field.unit(condition.unit);
    let hex = leader.and_then(|leader| leader.hex).or_else(|| unit.and_then(Unit::hex));
    let panic = unit.is_some_and(|unit| unit.panic.is_some());
    let known = leader.is_some() || unit.is_some();
    let being = |being: Being| match being {
        Being::Play => hex.is_some() && !panic,
        Being::Panic => hex.is_some() && panic,
        Being::Gone => known && hex.is_none(),
    };
    condition.dp.is_none_or(|bound| unit.is_some_and(|unit| bound.holds(i16::from(unit.dp))))
        && condition.is.is_none_or(being)
        && condition.at.is_none_or(|at| hex == Some(at))
}

fn of_hex(field: &Field<'_>, side: Side, condition: HexCondition) -> bool {
    let holds = |side: Side| {
        field.of_side(side, condition.hex).is_some() || field.leader(side) == Some(condition.hex)
    };
    match condition.holds {
        Holds::Enemy => holds(side.other()),
        Holds::Friend => holds(side),
        Holds::None => !holds(side) && !holds(side.other()),
    }
}
