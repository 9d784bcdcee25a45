//! Checking set-up, allocations, choices of command, substitutes.

use super::Desk;
use crate::codes::Code;
use crate::elements::ArmyId;
use crate::orders::{Item, Resources, Setup};
use crate::rules::{control, political};
use engine::{Path, Seat};

/// The elements of an army at the start.
pub(super) fn setup(desk: &mut Desk<'_>, army: ArmyId, setup: &Setup, path: &Path) {
    if setup.army != army {
        desk.commanded(setup.army, path.then("army"));
    }
    let due = control::due(&desk.field, army);
    for fault in control::faults(&desk.field, army.side(), &setup.elements, due) {
        let fix = format!(
            "{due} elements, the general's {} among them, from: {}",
            desk.field.core(army.side()).general,
            slots(desk, army)
        );
        let here = path.then("elements");
        let here = fault.element.map_or_else(|| here.clone(), |at| here.then(at));
        desk.refuse(fault.code, "S7", here, fault.why, fix);
    }
}

/// The core list of an army's side, slot by slot.
pub(super) fn slots(desk: &Desk<'_>, army: ArmyId) -> String {
    let list = &desk.field.core(army.side()).slots.0;
    let slot = |slot: &Vec<_>| slot.iter().map(ToString::to_string).collect::<Vec<_>>().join("/");
    list.iter().map(slot).collect::<Vec<_>>().join(", ")
}

/// A ranked list.
pub(super) fn resources(desk: &mut Desk<'_>, orders: &Resources, path: &Path) {
    let Some(side) = desk.view.side else { return };
    for (at, item) in orders.allocate.iter().enumerate() {
        let here = path.then("allocate").then(at);
        let Err((code, why)) = political::lawful(&desk.field, side, item) else { continue };
        let fix = fix(code);
        // A comrade may raise the army on an earlier turn.
        if code == Code::Army {
            desk.warn(code, rule(code, item), here, why, fix);
        } else {
            desk.refuse(code, rule(code, item), here, why, fix);
        }
    }
    for (at, army) in orders.army.iter().enumerate() {
        desk.own_side(*army, path.then("army").then(at));
    }
}

fn rule(code: Code, item: &Item) -> &'static str {
    match (code, item) {
        (Code::Raise, _) | (_, Item::Raise { .. }) => "P5",
        (Code::Allies, _) => "P4",
        (Code::List | Code::Slot, _) => "S7",
        (Code::Besieged, _) => "Q5",
        _ => "P3",
    }
}

fn fix(code: Code) -> &'static str {
    match code {
        Code::Seat => "name an army of your own side",
        Code::List => "choose a type from your list; the form names them",
        Code::Slot => "choose another type, or another army",
        Code::Allies => "capture a province of the theater first, or strengthen the core",
        Code::Raise => {
            "raise an army only where your side may, owns the place and has fewer than two armies"
        }
        Code::Besieged => "gold may go to a besieged army, elements may not",
        _ => "it is passed over until it is lawful",
    }
}

/// The choice of a command.
pub(super) fn commands(desk: &mut Desk<'_>, armies: &[ArmyId], orders: &Resources, path: &Path) {
    let open = armies.iter().map(|army| army.word()).collect::<Vec<_>>().join(" or ");
    for (at, army) in orders.army.iter().enumerate() {
        let here = path.then("army").then(at);
        if desk.own_side(*army, here.clone()) && !armies.contains(army) {
            desk.refuse(
                Code::Barred,
                "A2",
                here,
                format!("you may not take {army}"),
                format!("choose {open}"),
            );
        }
    }
}

/// Seats that get a new player.
pub(super) fn seats(desk: &mut Desk<'_>, list: &[Seat], path: &Path) {
    for (at, seat) in list.iter().enumerate() {
        if desk.field.state.player(seat).is_none_or(|player| !player.vacant) {
            let vacant: Vec<&str> = desk
                .field
                .state
                .players
                .iter()
                .filter(|player| player.vacant)
                .map(|player| player.seat.name())
                .collect();
            let fix = format!("vacant: {}", vacant.join(", "));
            desk.refuse(
                Code::Vacant,
                "Z4",
                path.then("substitute").then(at),
                format!("{seat} is not vacant"),
                fix,
            );
        }
    }
}
