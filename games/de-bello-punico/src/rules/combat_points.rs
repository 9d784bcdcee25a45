//! 4.3: Combat points, the attacker's first (25 d), and what the defender's side says of its own.

use super::attack::Attack;
use super::{
    GameTable, Refusal, as_standing, combat, field, points, question, support, terms, void,
};
use crate::asked::Query;
use crate::codes::Code;
use crate::field::Field;
use crate::names::{AskName, CommandBox, Id, Side};
use crate::orders::Reply;
use crate::state::Unit;

/// 4.3: whether a unit may be given a Combat point when so many have been given before it.
pub(super) fn commands(field: &Field<'_>, side: Side, id: Id, given: u8) -> Result<(), Refusal> {
    let (Some(unit), Some(hex)) = (field.unit(id), field.hex(id)) else { return Ok(()) };
    if unit.impulse.point {
        return Err(super::movement::second(id));
    }
    if points::left(field.state, side, CommandBox::Combat) <= given {
        let no =
            Refusal::new(Code::Command, "4.3", format!("{id}: no point is left in the Combat box"));
        return Err(no.fix("leave `command` out"));
    }
    if field.in_range(side, hex) {
        return Ok(());
    }
    let (leader, reach) = (field.camp(side).leader, field.reach(side));
    let far = match leader.hex {
        Some(at) => {
            format!(
                "{id} is {} hexes from {}, but the command range is {reach}",
                field.distance(at, hex),
                leader.id
            )
        }
        None => format!("{id}: {} is not on the map", leader.id),
    };
    Err(Refusal::new(Code::Range, "4.3", far).fix("leave `command` out"))
}

/// The answer of the defender's side about its Combat point and supports, if it is asked.
pub(super) fn asked(board: &mut GameTable<'_>, attack: &Attack<'_>, target: Id) -> Reply {
    let side = attack.side.other();
    let command = question::open(board, side, |policy| policy.command.as_ref())
        && question::may_hold(board, side, CommandBox::Combat)
        && in_reach(&field(board), side, target);
    let support = if question::open(board, side, |policy| policy.support.as_ref()) {
        support::eligible(&field(board), target)
    } else {
        Vec::new()
    };
    if !command && support.is_empty() {
        return Reply::default();
    }
    let attacker = attack.unit;
    question::ask(board, side, Query::Defend { attacker, target, command, support })
}

/// True if a unit can be given a Combat point, whatever lies in the box.
fn in_reach(field: &Field<'_>, side: Side, id: Id) -> bool {
    let unit = field.unit(id).filter(|unit| !unit.impulse.point);
    unit.and_then(Unit::hex).is_some_and(|hex| field.in_range(side, hex))
}

/// 4.3: the attacker's Combat point (25 d).
pub(super) fn own(board: &mut GameTable<'_>, attack: &Attack<'_>, target: Id) {
    match attack.order.and_then(|order| order.command) {
        Some(true) => give_by_order(board, attack),
        Some(false) => {}
        None => {
            let edge = combat::edge(&field(board), attack.unit, target, attack.charge);
            give_by_policy(board, attack.unit, edge);
        }
    }
}

/// 4.3: uses the defender's Combat point, if the standing orders or the answer say so.
pub(super) fn others(board: &mut GameTable<'_>, attack: &Attack<'_>, target: Id, told: &Reply) {
    let side = attack.side.other();
    match told.command {
        Some(true) if commands(&field(board), side, target, 0).is_ok() => {
            question::as_told(board, side, (Some(AskName::Defend), "command"), |board| {
                points::spend(board, "4.3", side, CommandBox::Combat, vec![target]);
            });
        }
        Some(_) => {}
        None => {
            let edge = combat::edge(&field(board), attack.unit, target, attack.charge);
            give_by_policy(board, target, -edge);
        }
    }
}

fn give_by_order(board: &mut GameTable<'_>, attack: &Attack<'_>) {
    let may = commands(&field(board), attack.side, attack.unit, 0);
    match may {
        Ok(()) => points::spend(board, "4.3", attack.side, CommandBox::Combat, vec![attack.unit]),
        Err(no) => {
            void(board, attack.side, &format!("{}.command", attack.part), Some(attack.unit), no);
        }
    }
}

fn give_by_policy(board: &mut GameTable<'_>, id: Id, edge: i16) {
    let side = {
        let field = field(board);
        let Some(unit) = field.unit(id) else { return };
        let left = points::left(board.state(), unit.side, CommandBox::Combat);
        let wanted = terms::command(board, id, unit, terms::facts(&field, unit, edge), left);
        (wanted && commands(&field, unit.side, id, 0).is_ok()).then_some(unit.side)
    };
    if let Some(side) = side {
        as_standing(board, side, "command", |board| {
            points::spend(board, "4.3", side, CommandBox::Combat, vec![id]);
        });
    }
}
