//! P1 to P7 and Z2: the resources of the provinces.

use super::{Field, Refusal, say, score};
use crate::Table;
use crate::codes::Code;
use crate::elements::{ArmyId, ElementId, Side, Troop};
use crate::events::{Award, Politics};
use crate::names::{Name, Rank};
use crate::orders::{ElementItem, Item, Pick, RaiseItem};
use crate::state::{Allocated, Body, Known};
use engine::{OrderRef, Seat};
use std::collections::BTreeMap;

/// The hint for an item that may become lawful on a later turn.
const LATER: &str = "this entry is skipped until it is possible";

/// The preferences of a player, the most wanted first.
pub(crate) struct Preferences {
    /// The entries that are left, each with its place in the list.
    pub items: Vec<(usize, Item)>,
    /// The list in its file, if a file gave it.
    pub order: Option<OrderRef>,
}

/// Opens the political phase: the order of the players, their turns.
pub(crate) fn begin(table: &mut Table<'_>) {
    if table.state().year > 1 {
        for side in Side::BOTH {
            let order = rank(table, side);
            say(table, "P1", Politics::Rank { side, order });
        }
    }
    let turns = Side::BOTH
        .map(|side| u8::try_from(table.state().provinces(side)).expect("a map has few provinces"));
    let before = known(table);
    say(table, "P2", Politics::Political { turns, before });
}

/// The scores and sizes that everybody may know.
fn known(table: &Table<'_>) -> Known {
    let state = table.state();
    Known {
        scores: state.players.iter().map(|player| (player.seat.clone(), player.vp)).collect(),
        sizes: state.armies.iter().map(|(id, army)| (*id, army.size)).collect(),
    }
}

/// The players of a side by score; equals throw off, the highest group first.
fn rank(table: &mut Table<'_>, side: Side) -> Vec<Seat> {
    let mut groups: BTreeMap<u16, Vec<Seat>> = BTreeMap::new();
    for player in table.state().of_side(side) {
        groups.entry(player.vp).or_default().push(player.seat.clone());
    }
    let throw = |seat, score| Politics::RankThrow { seat, score };
    groups
        .into_values()
        .rev()
        .flat_map(|group| super::control::throw_off(table, "P1", "rank", &group, &throw))
        .collect()
}

/// The player of a side who takes this turn; turns count from 0.
pub(crate) fn on_turn(field: &Field<'_>, side: Side, turn: u8) -> Option<Seat> {
    let turns = field.state.political.as_ref()?.turns[side as usize];
    let order = &field.state.order[side as usize];
    if turn >= turns || order.is_empty() {
        return None;
    }
    order.get(usize::from(turn) % order.len()).cloned()
}

/// The number of turns of the side that has more.
pub(crate) fn turns(field: &Field<'_>) -> u8 {
    field.state.political.as_ref().map_or(0, |political| political.turns[0].max(political.turns[1]))
}

/// One turn of one player: the first item of their list that is lawful now, else the default.
pub(crate) fn take(table: &mut Table<'_>, seat: &Seat, wishes: &mut Preferences) {
    let Some(side) = table.state().player(seat).map(|player| player.side) else { return };
    let Preferences { items: list, order } = wishes;
    let mut at = 0;
    while at < list.len() {
        let (number, wish) = &list[at];
        table.by_order(order.clone().map(|order| order.below(*number)));
        let stays = matches!(wish, Item::Repeat { .. });
        let item = if let Item::Repeat { repeat } = wish { &**repeat } else { wish }.clone();
        match lawful(&super::field(table), side, &item) {
            Ok(()) => {
                carry_out(table, seat, item, false);
                table.by_order(None);
                if !stays {
                    list.remove(at);
                }
                return;
            }
            Err(no) => {
                let (seat, item) = (seat.clone(), wish.clone());
                say(table, "P6", Politics::PassedOver { seat, item, why: no.reason });
                at += 1;
            }
        }
    }
    table.by_order(None);
    if let Some(item) = default(&super::field(table), side) {
        carry_out(table, seat, item, true);
    }
}

/// Checks that an item can be done now.
///
/// # Errors
/// Why it cannot.
pub(crate) fn lawful(field: &Field<'_>, side: Side, item: &Item) -> Result<(), Refusal> {
    match item {
        Item::Vp(_) => Ok(()),
        Item::Repeat { repeat } => lawful(field, side, repeat),
        Item::Gold { gold } => own(field, side, *gold).map(|_| ()),
        Item::Raise { raise } => raising(field, side, raise),
        Item::Element { element } => {
            let army = own(field, side, element.army)?;
            if field.state.besieged(element.army) {
                let reason = format!("{} is under siege", element.army);
                let no = Refusal::new(Code::Besieged, "Q5", reason);
                return Err(no.fix("a besieged army may get gold, but not elements"));
            }
            match (element.kind, element.allied) {
                (Pick::Of(troop), false) => {
                    let list = field.core(side);
                    if !list.slots.names(troop) {
                        return Err(super::control::unlisted(side, troop));
                    }
                    let full = || {
                        full(format!(
                            "there is no free slot for another {troop} in {}",
                            element.army
                        ))
                    };
                    list.slots
                        .admits(&army.body.core_troops(), troop)
                        .then_some(())
                        .ok_or_else(full)
                }
                (Pick::General, false) => {
                    let reason = "`Gen` is the general of an allied contingent";
                    Err(Refusal::new(Code::Item, "P3", reason).fix(LATER))
                }
                (kind, true) => ally(field, element.army, kind).map(|_| ()),
            }
        }
    }
}

fn own<'a>(field: &Field<'a>, side: Side, id: ArmyId) -> Result<&'a crate::state::Army, Refusal> {
    if id.side() != side {
        let no = Refusal::new(Code::Seat, "P3", format!("{id} is not an army of {side}"));
        return Err(no.fix("name an army of your own side"));
    }
    field.state.army(id).ok_or_else(|| missing(id))
}

/// The refusal for an army that is not on the map; a comrade may raise it on an earlier turn.
fn missing(id: ArmyId) -> Refusal {
    Refusal::new(Code::Army, "P3", format!("{id} does not exist")).fix(LATER)
}

/// The refusal for a list without a slot for one more.
fn full(reason: String) -> Refusal {
    Refusal::new(Code::Slot, "S7", reason).fix("choose another type, or another army")
}

/// The refusal for allies that the theater does not give.
fn no_allies(reason: String) -> Refusal {
    let fix = "capture a province of the theater first, or strengthen the core";
    Refusal::new(Code::Allies, "P4", reason).fix(fix)
}

/// The type of an allied element that an army may take in where it stands, and whether it is the general (P4).
///
/// # Errors
/// Why it may take in none.
pub(crate) fn ally(field: &Field<'_>, id: ArmyId, kind: Pick) -> Result<(Troop, bool), Refusal> {
    let army = field.state.army(id).ok_or_else(|| missing(id))?;
    ally_of(field, id, army.at, &army.body, kind)
}

/// As [`ally`], for an army that stood in `at` with this roster.
///
/// # Errors
/// Why it may take in none.
pub(crate) fn ally_of(
    field: &Field<'_>,
    id: ArmyId,
    at: Name,
    body: &Body,
    kind: Pick,
) -> Result<(Troop, bool), Refusal> {
    let theater = field.chart.theater(at);
    let Some((theater, list)) = theater.zip(field.chart.allied(id.side(), theater)) else {
        return Err(no_allies(format!("there are no allies in {at}")));
    };
    let general = match kind {
        Pick::General => true,
        // The only cavalry of a list is its general; a light horse is one only if it is ordered so.
        Pick::Of(troop) => {
            troop == list.general
                && list.slots.0.iter().filter(|slot| slot.contains(&troop)).count() == 1
        }
    };
    let troop = match kind {
        Pick::General => list.general,
        Pick::Of(troop) => troop,
    };
    if !list.slots.names(troop) {
        let reason = format!("{troop} is not in the list of the {}", list.name);
        let known: Vec<String> = list.slots.0.iter().flatten().map(ToString::to_string).collect();
        let no = Refusal::new(Code::List, "S7", reason);
        return Err(no.fix(format!("one of: {}", known.join(", "))));
    }
    if general && body.allied_general.is_some() {
        return Err(full(format!("the contingent of {id} already has its general")));
    }
    if !list.slots.admits(&body.allied_troops(), troop) {
        return Err(full(format!("no free slot for another {troop} of the {}", list.name)));
    }
    if !field.owns_in(theater, id.side()) && body.allied.len() >= field.chart.allied_limit {
        let limit = field.chart.allied_limit;
        let side = id.side();
        return Err(no_allies(format!("{side} has no province in {theater}: at most {limit}")));
    }
    Ok((troop, general))
}

fn raising(field: &Field<'_>, side: Side, raise: &RaiseItem) -> Result<(), Refusal> {
    let no = |reason: String| {
        let fix = "raise an army only while your side has fewer than two, in a place that it owns \
                   and where the rules allow it";
        Err(Refusal::new(Code::Raise, "P5", reason).fix(fix))
    };
    if field.state.armies_of(side).count() >= field.chart.armies_max {
        return no("two armies already".to_owned());
    }
    if !field.chart.raise_at[side as usize].contains(&raise.place) {
        return no(format!("{} is not a place to raise an army", raise.place));
    }
    if !field.state.owned(raise.place, side) {
        return no(format!("{} is not {side}'s", raise.place));
    }
    if field.enemy_in(raise.place, side) {
        return no(format!("an enemy army is in {}", raise.place));
    }
    match super::control::unlawful(field, side, &raise.elements, field.chart.raised) {
        Some(no) => Err(Refusal { rule: "P5", ..no }),
        None => Ok(()),
    }
}

/// The item for a turn that nobody uses (Z2): an element for the smallest army, else gold, never a point.
pub(crate) fn default(field: &Field<'_>, side: Side) -> Option<Item> {
    let list = field.core(side);
    let mut armies: Vec<(u16, ArmyId)> = field
        .state
        .armies_of(side)
        .filter(|(id, _)| !field.state.besieged(*id))
        .map(|(id, army)| (army.size, id))
        .collect();
    armies.sort_unstable();
    for (_, id) in armies {
        let troops = field.state.army(id)?.body.core_troops();
        let taken = list.slots.places(&troops).expect("an army fits the list of its side");
        let missing = list.slots.0.iter().enumerate().find(|(slot, _)| !taken.contains(slot));
        if let Some(troop) = missing.and_then(|(_, slot)| slot.first()) {
            let element = ElementItem { army: id, kind: Pick::Of(*troop), allied: false };
            return Some(Item::Element { element });
        }
    }
    let first = field
        .state
        .ranked(side, Rank::I)
        .or_else(|| field.state.armies_of(side).next().map(|(id, _)| id));
    first.map(|gold| Item::Gold { gold })
}

fn carry_out(table: &mut Table<'_>, seat: &Seat, item: Item, by_default: bool) {
    let done = Allocated { seat: seat.clone(), item: item.clone(), by_default };
    let rule = if by_default { "Z2" } else { "P3" };
    match item {
        Item::Raise { raise } => {
            say(table, rule, Politics::Resource { done, element: None, general: false });
            raised(table, seat, &raise);
        }
        Item::Element { element } => {
            let found = new_element(&super::field(table), &element);
            say(
                table,
                rule,
                Politics::Resource {
                    done,
                    element: found.map(|(id, _)| id),
                    general: found.is_some_and(|(_, g)| g),
                },
            );
        }
        Item::Vp(_) => {
            say(table, rule, Politics::Resource { done, element: None, general: false });
            let points = table.rules().chart.points.resource;
            score::vp(table, "V", seat, points, Award::Resources);
        }
        Item::Gold { .. } | Item::Repeat { .. } => {
            say(table, rule, Politics::Resource { done, element: None, general: false });
        }
    }
}

/// The name of a new element, and whether it is a contingent's general.
fn new_element(field: &Field<'_>, item: &ElementItem) -> Option<(ElementId, bool)> {
    let body = &field.state.army(item.army)?.body;
    if item.allied {
        let (troop, general) = ally(field, item.army, item.kind).ok()?;
        return Some((next(&body.allied_numbers, troop, true), general));
    }
    match item.kind {
        Pick::Of(troop) => Some((next(&body.numbers, troop, false), false)),
        Pick::General => None,
    }
}

/// The next name of a type.
pub(crate) fn next(numbers: &BTreeMap<Troop, u16>, troop: Troop, allied: bool) -> ElementId {
    let number = numbers.get(&troop).copied().unwrap_or_default().saturating_add(1);
    ElementId { allied, troop, number }
}

fn raised(table: &mut Table<'_>, seat: &Seat, raise: &RaiseItem) {
    let field = super::field(table);
    let Some(side) = field.state.player(seat).map(|player| player.side) else { return };
    let Some(army) = ArmyId::of(side).into_iter().find(|id| field.state.army(*id).is_none()) else {
        return;
    };
    let body = super::control::body(&raise.elements, field.core(side).general);
    let size = super::count(&body.core);
    say(table, "P5", Politics::Raised { seat: seat.clone(), army, at: raise.place, size, body });
}

pub(crate) fn disclose(table: &mut Table<'_>) {
    let known = known(table);
    say(table, "P7", Politics::Disclosed { known });
}
