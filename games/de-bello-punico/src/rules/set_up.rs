//! 17: set-up. Rules 54 and 55.

use super::{GameTable, Refusal, by, void};
use crate::codes::Code;
use crate::data::Printed;
use crate::events::{Event, SetUp};
use crate::names::{Id, Kind, Side};
use crate::orders::{SetUpOrders, Stand};
use crate::state::{Place, State};
use engine::kit::{Bearing, Hex};
use std::collections::{BTreeMap, BTreeSet};

/// The places where a side's units, and its leader, start.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Deployment {
    pub(crate) units: BTreeMap<Id, (Kind, Hex, Bearing)>,
    pub(crate) reserve: Option<(Id, Kind)>,
    pub(crate) leader: Option<Id>,
    /// The refused parts of the orders, each with its place below them.
    pub(crate) refused: Vec<(String, Option<Id>, Refusal)>,
}

/// 17: a side is set up; what is not ordered is as in the scenario.
pub(crate) fn set_up(board: &mut GameTable<'_>, side: Side, orders: &SetUpOrders) {
    let deployment = deploy(&board.rules().printed, board.state(), side, orders);
    for (part, unit, no) in deployment.refused {
        void(board, side, &part, unit, no);
    }
    by(board, side, "");
    let note = board.rules().printed.battle(board.state().battle);
    let cold = |code: Kind| {
        note.cold.as_ref().is_some_and(|(who, except)| *who == side && !except.contains(&code))
    };
    let leader = deployment.leader.and_then(|id| deployment.units.get(&id)).map(|(_, hex, _)| *hex);
    for (unit, (code, hex, facing)) in deployment.units {
        let ordered = orders.units.contains_key(&unit).then(|| format!("units.{unit}"));
        by(board, side, ordered.as_deref().unwrap_or_default());
        let dp = u8::from(cold(code));
        let rule = if dp > 0 { "17.1.3 a" } else { "17" };
        board.record(
            rule,
            SetUp::Placed { unit, side, code, place: Place::On(hex), facing, dp }.into(),
        );
    }
    if let Some((unit, code)) = deployment.reserve {
        let facing = note.facing[side];
        board.record(
            "17.1.3 c",
            Event::SetUp(SetUp::Placed { unit, side, code, place: Place::Reserve, facing, dp: 0 }),
        );
    }
    if let Some(hex) = leader {
        board.record("13", SetUp::LeaderPlaced { leader: note.leaders[side], side, hex }.into());
    }
    board.record("17", SetUp::Complete { seat: side }.into());
}

/// The places where all units start: ordered hexes first, then the others by number into the first hexes that are left
/// for their type.
pub(crate) fn deploy(
    printed: &Printed,
    state: &State,
    side: Side,
    orders: &SetUpOrders,
) -> Deployment {
    let note = printed.battle(state.battle);
    let army: BTreeMap<Id, Kind> = note.ids(&printed.roster, side).into_iter().collect();
    let mut all = Deployment::default();
    if let Some(id) = orders.reserve {
        let code = army.get(&id).copied();
        match (note.ambush, code) {
            (Some(ambush), Some(code)) if ambush.side == side && ambush.kind == code => {
                all.reserve = Some((id, code));
            }
            _ => {
                let no = Refusal::new(Code::SetUp, "17.1.3 c", format!("{id} cannot be kept back"));
                all.refused.push((
                    "reserve".to_owned(),
                    Some(id),
                    no.fix("only Carthage at the Trebbia may keep back a unit, one of its CL"),
                ));
            }
        }
    }
    let reserve = all.reserve.map(|(id, _)| id);
    let mut taken = BTreeSet::new();
    for (id, stand) in &orders.units {
        match place(
            note.hexes(side, army.get(id).copied().unwrap_or(Kind::Ve)),
            &army,
            *id,
            *stand,
            reserve,
            &taken,
        ) {
            Ok(code) => {
                taken.insert(stand.hex);
                all.units.insert(*id, (code, stand.hex, stand.facing.unwrap_or(note.facing[side])));
            }
            Err(no) => all.refused.push((format!("units.{id}"), Some(*id), no)),
        }
    }
    for (id, code) in &army {
        if Some(*id) == reserve || all.units.contains_key(id) {
            continue;
        }
        // A hex that was refused for its place alone may still have given its facing.
        let facing =
            orders.units.get(id).and_then(|stand| stand.facing).unwrap_or(note.facing[side]);
        if let Some(hex) = note.hexes(side, *code).iter().find(|hex| !taken.contains(*hex)) {
            taken.insert(*hex);
            all.units.insert(*id, (*code, *hex, facing));
        }
    }
    all.leader = leader(&mut all.refused, orders.leader, note.leader_with[side], &all.units);
    all
}

/// The type of a unit, if it may be placed there; else the refusal.
fn place(
    hexes: &[Hex],
    army: &BTreeMap<Id, Kind>,
    id: Id,
    stand: Stand,
    reserve: Option<Id>,
    taken: &BTreeSet<Hex>,
) -> Result<Kind, Refusal> {
    let Some(code) = army.get(&id).copied() else {
        return Err(Refusal::new(Code::Unit, "17", format!("{id} is not yours in this battle"))
            .fix("name only units of your side"));
    };
    let free = hexes.iter().filter(|hex| !taken.contains(hex));
    let list: Vec<String> = free.map(|hex| format!("\"{hex}\"")).collect();
    if reserve == Some(id) {
        return Err(Refusal::new(
            Code::SetUp,
            "17.1.3 c",
            format!("{id} is kept back and cannot also be set up"),
        )
        .fix("either set the unit up or keep it back, not both"));
    }
    if !hexes.contains(&stand.hex) {
        let no =
            Refusal::new(Code::SetUp, "17", format!("{id}: {} is not a {code} hex", stand.hex));
        return Err(no.fix(format!("one of {}", list.join(", "))));
    }
    if taken.contains(&stand.hex) {
        let no = Refusal::new(Code::SetUp, "17", format!("{id}: {} is taken", stand.hex));
        return Err(no.fix(format!("one of {}", list.join(", "))));
    }
    Ok(code)
}

fn leader(
    refused: &mut Vec<(String, Option<Id>, Refusal)>,
    ordered: Option<Id>,
    usual: Id,
    units: &BTreeMap<Id, (Kind, Hex, Bearing)>,
) -> Option<Id> {
    if let Some(id) = ordered {
        if units.contains_key(&id) {
            return Some(id);
        }
        let no = Refusal::new(Code::SetUp, "13", format!("the leader cannot start with {id}"));
        refused.push((
            "leader".to_owned(),
            Some(id),
            no.fix("name one of your units that is set up on the map"),
        ));
    }
    if units.contains_key(&usual) { Some(usual) } else { units.keys().next().copied() }
}
