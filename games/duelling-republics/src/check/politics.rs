//! Checking set-up, allocations, choices of command, substitutes.

use super::Review;
use crate::codes::Code;
use crate::elements::ArmyId;
use crate::orders::{Resources, Setup};
use crate::rules::{control, political};
use engine::{Path, Seat};

pub(super) fn setup(review: &mut Review<'_>, army: ArmyId, setup: &Setup, path: &Path) {
    if setup.army != army {
        review.commanded(setup.army, path.then("army"));
    }
    let due = control::due(&review.field, army);
    for (element, no) in control::refusals(&review.field, army.side(), &setup.elements, due) {
        let fix = format!(
            "name {due} elements, including the general's {}, from this list: {}",
            review.field.core(army.side()).general,
            slots(review, army)
        );
        let here = path.then("elements");
        let here = element.map_or_else(|| here.clone(), |at| here.then(at));
        review.found.push(no.fix(fix).at(here));
    }
}

/// The core list of an army's side, slot by slot.
pub(super) fn slots(review: &Review<'_>, army: ArmyId) -> String {
    let list = &review.field.core(army.side()).slots.0;
    let slot = |slot: &Vec<_>| slot.iter().map(ToString::to_string).collect::<Vec<_>>().join("/");
    list.iter().map(slot).collect::<Vec<_>>().join(", ")
}

/// Checks a ranked list.
pub(super) fn resources(review: &mut Review<'_>, orders: &Resources, path: &Path) {
    let Some(side) = review.view.side else { return };
    for (at, item) in orders.allocate.iter().enumerate() {
        let here = path.then("allocate").then(at);
        let Err(no) = political::lawful(&review.field, side, item) else { continue };
        // A comrade may raise the army on an earlier turn.
        let told = if no.code == Code::Army { no.warn(here) } else { no.at(here) };
        review.found.push(told);
    }
    for (at, army) in orders.army.iter().enumerate() {
        review.own_side(*army, path.then("army").then(at));
    }
}

pub(super) fn commands(
    review: &mut Review<'_>,
    armies: &[ArmyId],
    orders: &Resources,
    path: &Path,
) {
    let open = armies.iter().map(|army| army.word()).collect::<Vec<_>>().join(" or ");
    for (at, army) in orders.army.iter().enumerate() {
        let here = path.then("army").then(at);
        if review.own_side(*army, here.clone()) && !armies.contains(army) {
            review.refuse(
                Code::Barred,
                "A2",
                here,
                format!("you may not take {army}"),
                format!("choose {open}"),
            );
        }
    }
}

pub(super) fn seats(review: &mut Review<'_>, list: &[Seat], path: &Path) {
    for (at, seat) in list.iter().enumerate() {
        if review.field.state.player(seat).is_none_or(|player| !player.vacant) {
            let vacant: Vec<&str> = review
                .field
                .state
                .players
                .iter()
                .filter(|player| player.vacant)
                .map(|player| player.seat.name())
                .collect();
            let fix = format!("vacant: {}", vacant.join(", "));
            review.refuse(
                Code::Vacant,
                "Z4",
                path.then("substitute").then(at),
                format!("{seat} is not vacant"),
                fix,
            );
        }
    }
}
