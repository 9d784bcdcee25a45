//! 9: the missile volley of the side that did not move. Rules 19 to 22, rulings R15 and R16.

use super::attack::After;
use super::fortuna::{Mood, Throw, again, throw};
use super::movement::owned;
use super::panic::{Hit, harm};
use super::{GameTable, Refusal, by, by_standing, field, terms, void};
use crate::codes::Code;
use crate::events::{Cast, Cause, Combat};
use crate::field::{Field, counted};
use crate::geometry::shot;
use crate::names::{Id, Kind, Side};
use crate::orders::{Aim, AimWord, Target, VolleyOrders};
use crate::policy::Criterion;
use crate::state::Unit;
use engine::Tempo;

/// A target that can be shot at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shot {
    pub(crate) target: Id,
    /// The distance in hexes.
    pub(crate) distance: u8,
    /// The number in the missile table: a die of this or less hits.
    pub(crate) number: u8,
}

/// 9: shots as listed, `fresh` if they answer this very question; then the others by policy in the order of their ids (22).
pub(crate) fn resolve(
    board: &mut GameTable<'_>,
    side: Side,
    orders: &VolleyOrders,
    fresh: bool,
) -> After {
    for (id, aim) in &orders.volley.0 {
        let part = format!("volley.{id}");
        by(board, side, &part);
        match aimed(board, side, *id, aim) {
            Ok(Some(at)) => shoot(board, side, *id, at),
            Ok(None) => {}
            Err(no) => void(board, side, &part, Some(*id), no),
        }
    }
    let army = field(board).army(side).into_iter().map(|(id, _)| id);
    let listed = |id: &Id| orders.volley.0.iter().any(|(listed, _)| listed == id);
    let others: Vec<Id> = army.filter(|id| !listed(id)).collect();
    if fresh && goes_on(board, side, orders, &others) {
        return After::AskAgain;
    }
    by_standing(board, side, "volley");
    for id in others {
        if let Some(at) = by_policy(board, side, id) {
            shoot(board, side, id, at);
        }
    }
    After::Over
}

/// 9: at full tempo a side chooses its next shot in the light of the dice. It must have given some, not said that they
/// were the last, and have somebody else who can shoot and no standing order of its own that makes the shots.
fn goes_on(board: &GameTable<'_>, side: Side, orders: &VolleyOrders, others: &[Id]) -> bool {
    let own = board.policy(&side.seat()).and_then(|policy| policy.volley.as_ref());
    let asks = board.state().tempo == Tempo::Full
        && !orders.volley.0.is_empty()
        && !orders.last
        && own.is_none();
    let field = field(board);
    asks && others.iter().any(|id| !targets(&field, *id).is_empty())
}

/// The shot that an order makes a unit fire.
fn aimed(board: &GameTable<'_>, side: Side, id: Id, aim: &Aim) -> Result<Option<Shot>, Refusal> {
    let field = field(board);
    let found = archer(&field, side, id)?;
    let targets = match aim {
        Aim::Word(AimWord::Hold) => return Ok(None),
        Aim::Word(AimWord::Auto) => return Ok(by_policy(board, side, id)),
        Aim::At(targets) => targets,
    };
    let hit = targets.0.iter().find_map(|target| match target {
        Target::Any => by_policy(board, side, id),
        Target::Unit(unit) => found.iter().find(|shot| shot.target == *unit).copied(),
        Target::Hex(hex) => found.iter().find(|shot| field.hex(shot.target) == Some(*hex)).copied(),
    });
    hit.map(Some).ok_or_else(|| nothing(id, &found))
}

fn nothing(id: Id, found: &[Shot]) -> Refusal {
    let list: Vec<String> = found.iter().map(|shot| shot.target.to_string()).collect();
    let fix = if list.is_empty() {
        "leave it out".to_owned()
    } else {
        format!("it can shoot at {}", list.join(", "))
    };
    Refusal::new(
        Code::Target,
        "9.1",
        format!(
            "{id} cannot shoot at any listed target: each is out of range, hidden or not a target"
        ),
    )
    .fix(fix)
}

/// The shots that a unit may fire now (checked on sending and when it comes up); else the refusal.
pub(crate) fn archer(field: &Field<'_>, side: Side, id: Id) -> Result<Vec<Shot>, Refusal> {
    let (unit, _) = owned(field, side, id)?;
    if !field.printed_on(unit).missile {
        return Err(
            Refusal::new(Code::Target, "9", format!("{id} has no missiles")).fix("leave it out")
        );
    }
    if unit.impulse.shot {
        return Err(Refusal::new(
            Code::Attacked,
            "9",
            format!("{id} has already shot in this impulse"),
        )
        .fix("name it once"));
    }
    Ok(targets(field, id))
}

/// The refusals of orders for a volley in the present position: the shooter, and the reason.
pub(crate) fn refusals(field: &Field<'_>, side: Side, orders: &VolleyOrders) -> Vec<(Id, Refusal)> {
    let judge = |(id, aim): &(Id, Aim)| {
        let found = match archer(field, side, *id) {
            Ok(found) => found,
            Err(no) => return Some((*id, no)),
        };
        let Aim::At(list) = aim else { return None };
        let any = list.0.iter().any(|target| match target {
            Target::Any => !found.is_empty(),
            Target::Unit(unit) => found.iter().any(|shot| shot.target == *unit),
            Target::Hex(hex) => found.iter().any(|shot| field.hex(shot.target) == Some(*hex)),
        });
        (!any).then(|| (*id, nothing(*id, &found)))
    };
    orders.volley.0.iter().filter_map(judge).collect()
}

/// 9.1, 9.2: everything that a unit can shoot at: steady enemies in its arc and range, in sight, with a number above 0.
pub(crate) fn targets(field: &Field<'_>, id: Id) -> Vec<Shot> {
    let Some((unit, here)) = field.unit(id).and_then(|unit| Some((unit, unit.hex()?))) else {
        return Vec::new();
    };
    if !unit.steady() || unit.impulse.shot || !field.printed_on(unit).missile {
        return Vec::new();
    }
    let reach = field.printed.missiles.range(unit.kind);
    let sees = |(target, foe): (Id, &Unit)| {
        let (distance, screen) = shot(field.grid(), here, unit.facing, foe.hex()?, reach)?;
        let masked = !screen.is_empty()
            && screen.iter().all(|hex| hex.is_some_and(|hex| field.at(hex).is_some()));
        let number = field.printed.missile(unit.kind, distance, foe.kind);
        (foe.steady() && !masked && number > 0).then_some(Shot { target, distance, number })
    };
    field.army(unit.side.other()).into_iter().filter_map(sees).collect()
}

/// True if some unit of a side has something to shoot at.
pub(crate) fn any(field: &Field<'_>, side: Side) -> bool {
    field.army(side).into_iter().any(|(id, _)| !targets(field, id).is_empty())
}

/// The target that a unit takes by its side's policy: criterion by criterion, then the highest number, then by id.
pub(crate) fn by_policy(board: &GameTable<'_>, side: Side, id: Id) -> Option<Shot> {
    let criteria =
        terms::key(board, side, |policy| policy.volley.as_ref()).map_or(&[][..], Vec::as_slice);
    let field = field(board);
    preferred(&field, &targets(&field, id), criteria)
}

fn preferred(field: &Field<'_>, found: &[Shot], criteria: &[Criterion]) -> Option<Shot> {
    let rank = |shot: &Shot| {
        let marks: Vec<i16> =
            criteria.iter().map(|criterion| -mark(field, shot, *criterion)).collect();
        (marks, u8::MAX - shot.number, counted(shot.target))
    };
    found.iter().min_by_key(|shot| rank(shot)).copied()
}

/// The rank of a shot by a criterion: the higher the better.
fn mark(field: &Field<'_>, shot: &Shot, criterion: Criterion) -> i16 {
    let Some(unit) = field.unit(shot.target) else { return 0 };
    match criterion {
        Criterion::Kill => i16::from(field.left(unit) <= 1),
        Criterion::Elephant => i16::from(unit.kind == Kind::El),
        Criterion::Best => i16::from(shot.number),
        Criterion::Pr => i16::from(field.printed_on(unit).pr),
        Criterion::Shaken | Criterion::Left => -i16::from(field.left(unit)),
        Criterion::Kind(kind) => i16::from(unit.kind == kind),
        Criterion::Unit(id) => i16::from(shot.target == id),
    }
}

/// 9.3: one shot: a die of the number or less is a Disorder Point.
fn shoot(board: &mut GameTable<'_>, side: Side, unit: Id, at: Shot) {
    let Shot { target, distance, number } = at;
    let cast = Throw { side, cast: Cast::Volley, unit: Some(unit), rule: "9.3" };
    let mut die = throw(board, &cast);
    if let Some(other) = again(board, &cast, Mood::new(die).miss(die > number), Some(unit)) {
        die = other;
    }
    board.record(
        "9.3",
        Combat::Volley { unit, target, distance, number, die, hit: die <= number }.into(),
    );
    if die <= number {
        harm(board, &[Hit { unit: target, points: 1, cause: Cause::Volley }], &[]);
    }
}
