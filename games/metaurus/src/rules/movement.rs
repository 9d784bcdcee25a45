//! 6.0, 5.2: movement of one activation, unit by unit.

use super::activation::Activation;
use super::facing::settle;
use super::losses;
use super::ways::{self, Way};
use super::{GameTable, Refusal, field, void};
use crate::codes::Code;
use crate::events::{Cause, Manner, Movement, StayedWhy};
use crate::field::Field;
use crate::names::{Id, Order, Side};
use crate::orders::{Tries, UnitOrders};
use engine::kit::{Bearing, Hex};

/// 4.2a(3): named units in the order listed, then the march, then what the orders compel.
pub(crate) fn movement(board: &mut GameTable<'_>, act: &mut Activation<'_>) {
    act.contact = {
        let field = field(board);
        act.units.iter().map(|(unit, _)| *unit).filter(|unit| field.in_contact(*unit)).collect()
    };
    for (unit, tries) in &act.orders.units.0 {
        act.carries_out(board, &["units".into(), unit.as_str().into()]);
        named(board, act, *unit, tries);
    }
    act.carries_out(board, &[]);
    march(board, act);
    let mut stays = Vec::new();
    for (unit, order) in act.units.clone() {
        if act.acts(unit) && !act.moved.contains(&unit) {
            stays.extend(compelled(board, act, unit, order).map(|(rule, why)| (rule, unit, why)));
        }
    }
    // Told last, and together: who stays is the least of the news.
    for (rule, unit, why) in stays {
        board.record(rule, Movement::Stayed { unit, why }.into());
    }
}

/// The facing ordered for a unit itself.
fn own_facing(act: &Activation<'_>, unit: Id) -> Option<Bearing> {
    act.orders.units.get(unit).and_then(|tries| tries.all().iter().find_map(|one| one.face))
}

fn named(board: &mut GameTable<'_>, act: &mut Activation<'_>, unit: Id, tries: &Tries) {
    let part = act.part(&format!("units.{unit}"));
    let refuse = |board: &mut GameTable<'_>, act: &Activation<'_>, no: Refusal| {
        void(board, act.side, &part, Some(unit), no);
    };
    let Some(order) = act.order(unit) else {
        let present = board.state().units.contains_key(&unit);
        let no = if present { act.stranger(board.state(), unit) } else { ways::gone(unit) };
        return refuse(board, act, no);
    };
    if let Some(idle) = act.idle.get(&unit) {
        return refuse(board, act, idle.refusal(unit));
    }
    if act.moved.contains(&unit) {
        return;
    }
    let mut first: Option<Refusal> = None;
    for one in tries.all() {
        match attempt(board, act, unit, order, one) {
            Ok(()) => return,
            Err(no) => first = first.or(Some(no)),
        }
    }
    if let Some(no) = first {
        refuse(board, act, no);
    }
}

/// One try of one unit: it moves, turns, or learns why not. A unit that only turns is turned at the end.
fn attempt(
    board: &mut GameTable<'_>,
    act: &mut Activation<'_>,
    unit: Id,
    order: Order,
    one: &UnitOrders,
) -> Result<(), Refusal> {
    let field = field(board);
    if field.engaged(unit) {
        return turn_only(one, || {
            Refusal::new(Code::Engaged, "10.0g", format!("{unit} is Engaged and may not move"))
        });
    }
    match order {
        Order::Stand | Order::Reform => turn_only(one, || {
            Refusal::new(
                Code::OnlyTurns,
                "5.2d",
                format!("{unit} is under {} and may only turn", order.title()),
            )
        }),
        // A unit without a chit may be given the order alone: it then moves by default.
        Order::Move | Order::MoveToAttack if !one.moves() && one.order.is_some() => Ok(()),
        // A unit that cannot move at all may still turn.
        Order::Move if !one.moves() && ways::reach(&field, unit).is_empty() => Ok(()),
        Order::Move => {
            let (way, ends) = under_move(&field, unit, one)?;
            drop(field);
            act.moved.insert(unit);
            match ends {
                Ends::OnTheMap => go(board, act, unit, way, one.face, Manner::Ordered),
                Ends::GoneSouth => losses::exit(board, unit, way),
                Ends::Lost => {
                    go(board, act, unit, way, one.face, Manner::Ordered);
                    losses::eliminate(board, "6.0c", unit, Cause::Edge);
                }
            }
            Ok(())
        }
        Order::MoveToAttack if act.contact.contains(&unit) => turn_only(one, || {
            Refusal::new(
                Code::Close,
                "5.2h",
                format!("{unit} starts next to an enemy and may not move"),
            )
        }),
        Order::MoveToAttack => {
            let steps = ways::closing(&field, unit);
            drop(field);
            if !one.moves() && steps.is_empty() {
                return Ok(());
            }
            let way = closing_step(unit, one, &steps)?;
            act.closed.insert(unit);
            go(board, act, unit, way, one.face, Manner::Ordered);
            Ok(())
        }
    }
}

/// Lets an order pass that only turns the unit; refuses any other.
fn turn_only(one: &UnitOrders, no: impl FnOnce() -> Refusal) -> Result<(), Refusal> {
    if one.moves() { Err(no()) } else { Ok(()) }
}

/// The ends of a way under Move.
enum Ends {
    OnTheMap,
    /// It leaves by the south edge, which only Carthage may (14.0c).
    GoneSouth,
    /// It leaves by another edge, and is eliminated.
    Lost,
}

fn under_move(field: &Field<'_>, unit: Id, one: &UnitOrders) -> Result<(Way, Ends), Refusal> {
    let here = field.hex(unit).ok_or_else(|| ways::gone(unit))?;
    if !one.moves() {
        let no =
            Refusal::new(Code::MustMove, "5.2e", format!("{unit} is under Move and must move"));
        return Err(no.fix(ways::reachable(field, unit)));
    }
    let way = match one.to {
        _ if !one.path.is_empty() => ways::walk(field, unit, &one.path)?,
        Some(to) if one.exit && to == here => Way::default(),
        Some(to) => ways::way_to(field, unit, to)?,
        None => Way::default(),
    };
    let last = way.hexes.last().copied().unwrap_or(here);
    if one.exit {
        let ends = leave(field, unit, last, &way)?;
        let cost = u8::from(matches!(ends, Ends::GoneSouth));
        return Ok((Way { mp: way.mp + cost, ..way }, ends));
    }
    if last == here {
        let no = Refusal::new(
            Code::MustMove,
            "5.2e",
            format!("{unit} is under Move and must end its move in another hex"),
        );
        return Err(no.fix(ways::reachable(field, unit)));
    }
    Ok((way, Ends::OnTheMap))
}

/// 6.0c: who may leave, and from where.
fn leave(field: &Field<'_>, unit: Id, from: Hex, way: &Way) -> Result<Ends, Refusal> {
    let grid = field.printed.ground.grid;
    let punic = field.side(unit) == Some(Side::Carthage) && field.printed.ground.exit_south;
    let spare = way.mp < field.allowance(unit);
    if punic && from.line == 1 && spare {
        return Ok(Ends::GoneSouth);
    }
    let edge = [1, grid.lines].contains(&from.line) || [1, grid.places].contains(&from.place);
    if edge && spare {
        return Ok(Ends::Lost);
    }
    let reason = format!(
        "{unit} may not leave the map from {from}: its path must end at an edge, with 1 MP left"
    );
    let fix =
        if punic { "leave `exit` out, or end the path in row 01" } else { "leave `exit` out" };
    Err(Refusal::new(Code::Exit, "6.0c", reason).fix(fix))
}

fn closing_step(unit: Id, one: &UnitOrders, steps: &[(Hex, u8)]) -> Result<Way, Refusal> {
    let list: Vec<String> = steps.iter().map(|(hex, _)| hex.to_string()).collect();
    let fix = match list.len() {
        0 => format!("{unit} has no enemy within reach and stays where it is"),
        _ => format!("{unit} must move to {}", list.join(" or ")),
    };
    let no = || {
        Refusal::new(
            Code::Close,
            "5.2g",
            format!(
                "{unit} is under Move to Attack and must move one hex, to end next to an enemy"
            ),
        )
        .fix(fix.clone())
    };
    if one.exit {
        return Err(Refusal::new(
            Code::Exit,
            "6.0c",
            format!("{unit} may not leave the map: only units under Move may"),
        )
        .fix(fix.clone()));
    }
    let to = match one.path.as_slice() {
        [] => one.to.ok_or_else(no)?,
        [only] => *only,
        _ => return Err(no()),
    };
    let step = steps.iter().find(|(hex, _)| *hex == to).ok_or_else(no)?;
    Ok(Way { hexes: vec![to], mp: step.1 })
}

fn go(
    board: &mut GameTable<'_>,
    act: &mut Activation<'_>,
    unit: Id,
    way: Way,
    own: Option<Bearing>,
    manner: Manner,
) {
    let Some(last) = way.hexes.last().copied() else { return };
    act.moved.insert(unit);
    let Some(from) = board.state().units.get(&unit).map(|unit| unit.hex) else { return };
    let (facing, _) = settle(&field(board), act, unit, last, own);
    board.record(
        "6.0a",
        Movement::Moved { unit, from, way: way.hexes, mp: way.mp, facing, manner }.into(),
    );
}

/// The march: all units with a chit that were not named and may move.
fn march(board: &mut GameTable<'_>, act: &mut Activation<'_>) {
    let Some(first) = act.orders.march.first().copied() else { return };
    let mut column: Vec<(Id, Hex)> = {
        let field = field(board);
        let free = |unit: &Id| {
            let order = act.order(*unit);
            let may = order == Some(Order::Move)
                || order == Some(Order::MoveToAttack) && !act.contact.contains(unit);
            may && act.acts(*unit)
                && act.chit(*unit)
                && act.orders.units.get(*unit).is_none()
                && !field.engaged(*unit)
        };
        act.units
            .iter()
            .map(|(unit, _)| *unit)
            .filter(free)
            .filter_map(|unit| Some((unit, field.hex(unit)?)))
            .collect()
    };
    column.sort_by_key(|(_, hex)| {
        let (line, place) = (i16::from(hex.line), i16::from(hex.place));
        let ahead = match first {
            Bearing::Ne | Bearing::Nw | Bearing::N => -line,
            Bearing::Se | Bearing::Sw | Bearing::S => line,
            Bearing::E => -place,
            Bearing::W => place,
        };
        (ahead, *hex)
    });
    for (unit, hex) in column {
        let way = steps(board, act, unit, hex);
        if way.hexes.is_empty() {
            continue;
        }
        if act.order(unit) == Some(Order::MoveToAttack) {
            act.closed.insert(unit);
        }
        go(board, act, unit, way, None, Manner::March);
    }
}

/// The steps of a march that one unit can take.
fn steps(board: &GameTable<'_>, act: &Activation<'_>, unit: Id, start: Hex) -> Way {
    let field = field(board);
    let (side, allowance, class) = (act.side, field.allowance(unit), field.class(unit));
    let attack = act.order(unit) == Some(Order::MoveToAttack);
    let mut way = Way::default();
    let mut here = start;
    for side_of_hex in &act.orders.march {
        let Some(next) = field.printed.ground.grid.step(here, *side_of_hex) else { break };
        let cost =
            field.printed.step_cost(class, here, next).and_then(|cost| way.mp.checked_add(cost));
        let Some(mp) = cost.filter(|mp| *mp <= allowance) else { break };
        let own = next == start;
        if field.contact(side, next) != attack
            || !own && field.at(next).is_some()
            || attack && !way.hexes.is_empty()
        {
            break;
        }
        way.mp = mp;
        way.hexes.push(next);
        here = next;
    }
    if here == start { Way::default() } else { way }
}

/// Carries out what its order compels of a unit that has not moved (5.2f, 5.2j), with its facing; if it should move and
/// cannot, returns the rule and the reason why it stays.
fn compelled(
    board: &mut GameTable<'_>,
    act: &mut Activation<'_>,
    unit: Id,
    order: Order,
) -> Option<(&'static str, StayedWhy)> {
    let own = own_facing(act, unit);
    let field = field(board);
    let free = !field.engaged(unit);
    let (way, stays) = match order {
        Order::Move if free => {
            (default_move(&field, act.side, unit), Some(("5.2f", StayedWhy::CannotMove)))
        }
        Order::MoveToAttack if free && !act.contact.contains(&unit) => {
            (default_closing(&field, act.side, unit), Some(("5.2g", StayedWhy::NoEnemyInReach)))
        }
        Order::Stand | Order::Move | Order::MoveToAttack | Order::Reform => (None, None),
    };
    drop(field);
    if let Some(way) = way {
        if order == Order::MoveToAttack {
            act.closed.insert(unit);
        }
        go(board, act, unit, way, own, Manner::Default);
        return None;
    }
    turn(board, act, unit, own);
    stays
}

/// 5.2f: the cheapest hex, then the farthest from the nearest enemy, then the lowest number.
fn default_move(field: &Field<'_>, side: Side, unit: Id) -> Option<Way> {
    let grid = field.printed.ground.grid;
    let enemies: Vec<Hex> = field.army(side.other()).filter_map(|id| field.hex(id)).collect();
    let nearest =
        |hex: Hex| enemies.iter().map(|enemy| grid.distance(hex, *enemy)).min().unwrap_or(u8::MAX);
    let reach = ways::reach(field, unit);
    let best = reach.iter().min_by_key(|(hex, way)| (way.mp, u8::MAX - nearest(**hex), **hex))?;
    Some(best.1.clone())
}

/// 5.2j: the hex next to fewest enemies, then the cheapest, then the lowest number.
fn default_closing(field: &Field<'_>, side: Side, unit: Id) -> Option<Way> {
    let steps = ways::closing(field, unit);
    let best = steps
        .into_iter()
        .min_by_key(|(hex, cost)| (field.enemies_around(side, *hex).count(), *cost, *hex))?;
    Some(Way { hexes: vec![best.0], mp: best.1 })
}

fn turn(board: &mut GameTable<'_>, act: &Activation<'_>, unit: Id, own: Option<Bearing>) {
    let Some(stand) = board.state().units.get(&unit).copied() else { return };
    let (facing, no) = settle(&field(board), act, unit, stand.hex, own);
    if let Some(no) = no {
        let part = act.part(&format!("units.{unit}"));
        void(board, act.side, &part, Some(unit), no);
    }
    if facing != stand.facing {
        board.record("7.0b", Movement::Turned { unit, from: stand.facing, to: facing }.into());
    }
}
