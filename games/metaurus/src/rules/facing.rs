//! Rule 7.0: facing.

use super::Refusal;
use super::activation::Activation;
use crate::codes::Code;
use crate::field::Field;
use crate::names::{Id, Order, Side};
use engine::kit::{Aspect, Bearing, Hex};

/// 7.0c: the facing a unit takes by itself: fewest enemies in its Rear, then in its Flanks, then fewest vertices
/// turned, then clockwise; of those that `may` be taken.
pub(crate) fn auto(
    field: &Field<'_>,
    side: Side,
    hex: Hex,
    now: Bearing,
    may: impl Fn(Bearing) -> bool,
) -> Option<Bearing> {
    let grid = field.printed.ground.grid;
    let enemies: Vec<Hex> =
        field.enemies_around(side, hex).filter_map(|id| field.hex(id)).collect();
    let count = |facing: Bearing, aspect: Aspect| {
        let lies = |enemy: &&Hex| {
            grid.side_to(hex, **enemy).and_then(|s| grid.aspect(facing, s)) == Some(aspect)
        };
        enemies.iter().filter(lies).count()
    };
    grid.vertices().into_iter().filter(|facing| may(*facing)).min_by_key(|facing| {
        let (steps, clockwise) = grid.turn(now, *facing);
        (count(*facing, Aspect::Rear), count(*facing, Aspect::Flank), steps, !clockwise)
    })
}

/// The facing with an enemy in front that a unit takes by itself; its present one if there is none.
pub(crate) fn toward_enemy(field: &Field<'_>, side: Side, hex: Hex, now: Bearing) -> Bearing {
    auto(field, side, hex, now, |facing| !field.enemies_before(side, hex, facing).is_empty())
        .unwrap_or(now)
}

/// 7.0b, 10.0j, R12, R13: the facing of a unit that acts and stands in `hex` when its movement is done, and why the
/// facing ordered for it cannot be had.
pub(crate) fn settle(
    field: &Field<'_>,
    act: &Activation<'_>,
    unit: Id,
    hex: Hex,
    own: Option<Bearing>,
) -> (Bearing, Option<Refusal>) {
    let stand = field.unit(unit).expect("the acting unit is on the map");
    let side = act.side;
    let now = stand.facing;
    let wanted = own.or(act.orders.face);
    if field.engaged(unit) {
        return engaged(field, unit, now, wanted, own);
    }
    let sees = |facing: Bearing| !field.enemies_before(side, hex, facing).is_empty();
    let attacking = act.order(unit) == Some(Order::MoveToAttack);
    if attacking && act.contact.contains(&unit) {
        let facing = wanted.unwrap_or(now);
        if sees(facing) {
            return (facing, None);
        }
        let no = own.map(|own| {
            let reason = format!(
                "{unit} starts next to an enemy and must face one, so it may not face {own}"
            );
            let no = Refusal::new(Code::Close, "5.2h", reason);
            Refusal { fix: would_do(field, sees), ..no }
        });
        return (toward_enemy(field, side, hex, now), no);
    }
    if attacking && act.closed.contains(&unit) {
        // Turning one's back on the enemy takes an order to the unit itself.
        let facing =
            own.unwrap_or_else(|| act.orders.face.filter(|general| sees(*general)).unwrap_or(now));
        let facing = if own.is_some() || sees(facing) {
            facing
        } else {
            toward_enemy(field, side, hex, now)
        };
        return (facing, None);
    }
    (wanted.unwrap_or(now), None)
}

/// The facings that `may` be taken, in words.
pub(crate) fn would_do(field: &Field<'_>, may: impl Fn(Bearing) -> bool) -> Option<String> {
    let all = field.printed.ground.grid.vertices().into_iter();
    let list: Vec<&str> = all.filter(|facing| may(*facing)).map(Bearing::letters).collect();
    (!list.is_empty()).then(|| format!("`face: {}` would do", list.join("`, `face: ")))
}

/// The facings that bring a hex in front of one who stands beside it, in words.
pub(crate) fn to_front(field: &Field<'_>, from: Hex, hex: Hex) -> Option<String> {
    let grid = field.printed.ground.grid;
    let side = grid.side_to(from, hex)?;
    would_do(field, |facing| grid.aspect(facing, side) == Some(Aspect::Front))
}

/// 10.0h, 10.0j: an Engaged unit turns only if all it is Engaged with stay in front; a frozen one not at all.
fn engaged(
    field: &Field<'_>,
    unit: Id,
    now: Bearing,
    wanted: Option<Bearing>,
    own: Option<Bearing>,
) -> (Bearing, Option<Refusal>) {
    let (Some(facing), Some(stand), Some(side)) =
        (wanted.filter(|w| *w != now), field.unit(unit), field.side(unit))
    else {
        return (now, None);
    };
    if field.frozen(unit) {
        return (
            now,
            own.map(|_| {
                Refusal::new(Code::Engaged, "10.0h", format!("{unit} is frozen and may not turn"))
            }),
        );
    }
    let before = field.enemies_before(side, stand.hex, facing);
    if field.linked(unit).iter().all(|enemy| before.contains(enemy)) {
        return (facing, None);
    }
    let no = Refusal::new(
        Code::Engaged,
        "10.0j",
        format!(
            "{unit} is Engaged and may not turn to {facing}: it must keep its enemies in front"
        ),
    );
    (now, own.map(|_| no))
}
