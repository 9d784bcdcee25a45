//! 15.1, 4.8: Rome against the elephants. Rules 47 to 49, rulings R32 and R33.

use super::fortuna::{Mood, Throw, again, throw};
use super::panic::{Hit, harm};
use super::ways::Walker;
use super::{GameTable, Refusal, by, crossing, field, flight, furious, points, question, void};
use crate::asked::Query;
use crate::codes::Code;
use crate::events::{Cast, Cause, Elephants, Rage, Stop};
use crate::field::{Field, counted};
use crate::names::{AskName, CommandBox, Id, Kind, Side};
use crate::orders::{ElephantOrder, ElephantsOrders, Token};

struct Rolled {
    /// Its place in the list; none for those of an answer.
    at: Option<usize>,
    order: ElephantOrder,
    rage: Rage,
}

/// 15.1: rolls, then Carthage's flights, then the enraged and at last the furious run (12). In full Rome sees each roll of a
/// list that is `fresh` before it says for whom it rolls next.
pub(crate) fn resolve(board: &mut GameTable<'_>, orders: &ElephantsOrders, fresh: bool) {
    let named = {
        let field = field(board);
        lawful(&field, orders)
    };
    for (at, id, no) in named.refused {
        void(board, Side::Rome, &format!("elephants[{at}]"), Some(id), no);
    }
    let mut rolled: Vec<Rolled> = Vec::new();
    let mut spare = 0;
    for pair in named.chosen.chunks(usize::from(named.each).max(1)) {
        let listed: Vec<(usize, ElephantOrder)> =
            pair.iter().filter_map(|at| Some((*at, orders.elephants.get(*at)?.clone()))).collect();
        let units = listed.iter().map(|(_, order)| order.unit).collect();
        points::spend(board, "4.8", Side::Rome, CommandBox::Elephants, units);
        spare = usize::from(named.each) - listed.len();
        for (at, order) in listed {
            by(board, Side::Rome, &format!("elephants[{at}]"));
            let rage = roll(board, order.unit);
            rolled.push(Rolled { at: Some(at), order, rage });
        }
    }
    board.by_order(None);
    if fresh && !orders.last && !orders.elephants.is_empty() {
        one_by_one(board, &mut rolled, spare, usize::from(named.each));
    }
    board.by_order(None);
    flight::flights(board, Side::Carthage);
    for Rolled { order, .. } in rolled.iter().filter(|one| one.rage == Rage::Enraged) {
        enraged(board, order.unit);
    }
    for Rolled { at, order, .. } in rolled.iter().filter(|one| one.rage == Rage::Furious) {
        let part = at.map_or("elephants".to_owned(), |at| format!("elephants[{at}].furious"));
        by(board, Side::Rome, &part);
        furious::run(board, order, &part);
    }
}

/// 15.1: further rolls, as Rome says after each (R62); `spare` rolls are left of a point that is already spent.
fn one_by_one(board: &mut GameTable<'_>, rolled: &mut Vec<Rolled>, mut spare: usize, each: usize) {
    while question::open(board, Side::Rome, |policy| policy.elephants.as_ref()) {
        let units = able(&field(board));
        let point = question::may_hold(board, Side::Rome, CommandBox::Elephants);
        if units.is_empty() || (spare == 0 && !point) {
            return;
        }
        let said = question::ask(board, Side::Rome, Query::Roll { units: units.clone() }).roll;
        let unit = said.and_then(|said| said.into_iter().find(|unit| units.contains(unit)));
        let paid = spare > 0 || points::left(board.state(), Side::Rome, CommandBox::Elephants) > 0;
        let Some(unit) = unit.filter(|_| paid) else { return };
        question::as_told(board, Side::Rome, (Some(AskName::Roll), "elephants"), |board| {
            if spare == 0 {
                points::spend(board, "4.8", Side::Rome, CommandBox::Elephants, vec![unit]);
                spare = each;
            }
            spare -= 1;
            let rage = roll(board, unit);
            let order = ElephantOrder { unit, furious: None, victim: None };
            rolled.push(Rolled { at: None, order, rage });
        });
    }
}

/// The elephants that Rome may still roll for in this turn.
fn able(field: &Field<'_>) -> Vec<Id> {
    let army = field.army(Side::Carthage).into_iter();
    let able = army.filter(|(_, unit)| unit.kind == Kind::El && unit.steady() && !unit.turn.rolled);
    able.map(|(id, _)| id).collect()
}

pub(crate) struct Lawful {
    pub(crate) chosen: Vec<usize>,
    /// Entries that are not possible: the place in the list, the elephants, and the reason.
    pub(crate) refused: Vec<(usize, Id, Refusal)>,
    /// The number of rolls for each point.
    each: u8,
}

/// 4.8, R32: which of the elephants named can be rolled for, as the field lies now.
pub(crate) fn lawful(field: &Field<'_>, orders: &ElephantsOrders) -> Lawful {
    let each = field.printed.boxes.note(CommandBox::Elephants).serves;
    let most = usize::from(points::left(field.state, Side::Rome, CommandBox::Elephants))
        * usize::from(each);
    let mut found = Lawful { chosen: Vec::new(), refused: Vec::new(), each };
    let mut seen: Vec<Id> = Vec::new();
    for (at, order) in orders.elephants.iter().enumerate() {
        let id = order.unit;
        let twice = seen.contains(&id);
        seen.push(id);
        let no = match field.unit(id) {
            _ if twice => Some(
                Refusal::new(Code::CommandUnit, "15.1", format!("{id} is named twice"))
                    .fix("name it once"),
            ),
            Some(unit) if unit.kind != Kind::El => {
                Some(Refusal::new(Code::Unit, "15.1", format!("{id} are not elephants")))
            }
            None => {
                Some(Refusal::new(Code::Unit, "15.1", format!("{id} is not a unit of this battle")))
            }
            Some(unit) if !unit.steady() => {
                Some(Refusal::new(Code::Gone, "15.1", format!("{id} is off the map")))
            }
            Some(unit) if unit.turn.rolled => Some(Refusal::new(
                Code::CommandUnit,
                "15.1",
                format!("Rome has already rolled for {id} in this turn"),
            )),
            Some(_) if found.chosen.len() >= most => Some(Refusal::new(
                Code::Command,
                "4.8",
                format!("{id}: no point is left in the Elephants box"),
            )),
            Some(_) => None,
        };
        match no {
            Some(no) => found.refused.push((
                at,
                id,
                if no.fix.is_some() { no } else { no.fix("leave it out") },
            )),
            None => found.chosen.push(at),
        }
    }
    found
}

/// The elephants that Rome rolls for by policy: the nearest to a Roman unit first, only within so many hexes, as many as
/// its points allow.
pub(crate) fn by_policy(field: &Field<'_>, within: u8) -> ElephantsOrders {
    let each = field.printed.boxes.note(CommandBox::Elephants).serves;
    let most = usize::from(points::left(field.state, Side::Rome, CommandBox::Elephants))
        * usize::from(each);
    let romans: Vec<_> =
        field.army(Side::Rome).into_iter().filter_map(|(_, unit)| unit.hex()).collect();
    let near = |id: Id| {
        let hex = field.hex(id)?;
        romans.iter().map(|roman| field.distance(hex, *roman)).min().filter(|far| *far <= within)
    };
    let near_ones = able(field).into_iter().filter_map(|id| Some((near(id)?, counted(id), id)));
    let mut herd: Vec<_> = near_ones.collect();
    herd.sort();
    let order = |(_, _, unit): (u8, _, Id)| ElephantOrder { unit, furious: None, victim: None };
    let elephants = herd.into_iter().take(most).map(order).collect();
    ElephantsOrders { elephants, last: true }
}

fn roll(board: &mut GameTable<'_>, unit: Id) -> Rage {
    let cast = Throw { side: Side::Rome, cast: Cast::Elephants, unit: Some(unit), rule: "15.1" };
    let mut die = throw(board, &cast);
    if let Some(other) = again(board, &cast, Mood::new(die), Some(unit)) {
        die = other;
    }
    let result = board.rules().printed.elephants.result(die);
    board.record("15.1", Elephants::ElephantTable { unit, die, result }.into());
    result
}

/// 15.1: enraged elephants take a Disorder Point and run straight ahead as far as they can, in the line's last empty hex
/// at the latest (R33).
fn enraged(board: &mut GameTable<'_>, unit: Id) {
    let points = board.rules().printed.elephants.enraged;
    harm(board, &[Hit { unit, points, cause: Cause::Enraged }], &[]);
    let run = {
        let field = field(board);
        let Some(stand) = field.unit(unit).filter(|unit| unit.steady()) else { return };
        let Some(from) = stand.hex() else { return };
        let allowance = field.printed_on(stand).mp;
        let walker = Walker::new(&field, unit, stand).within(allowance);
        let line = vec![Token::Go(stand.facing); usize::from(allowance)];
        let (walk, no) = walker.walk(walker.start(from), &line);
        let stop = match no.map(|no| no.code) {
            Some(Code::Zoc) => Stop::Zone,
            Some(Code::Enemy) => Stop::Enemy,
            Some(Code::Terrain) => Stop::Terrain,
            Some(Code::Path) => Stop::Edge,
            Some(Code::CrossZoc | Code::Stack) => Stop::Friend,
            _ if walk.halted => Stop::Zone,
            _ if walk.broken => Stop::Friend,
            _ => Stop::Spent,
        };
        (from, walk, stop)
    };
    let (from, walk, stop) = run;
    board.record(
        "15.1",
        Elephants::EnragedRun { unit, from, path: walk.path, face: walk.facing, stop }.into(),
    );
    crossing::settle(board, unit, &walk.crossed, Cause::Crossing);
}
