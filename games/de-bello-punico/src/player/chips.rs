//! The choice of boxes for the sensible player's chips.

use super::Player;
use super::survey::{Lattice, Survey};
use crate::field::Field;
use crate::names::{CommandBox, Kind, Side};
use crate::orders::{Chips, NextChip, Vacuus};
use crate::state::Place;
use engine::Rng;
use std::collections::BTreeMap;

/// Hexes within which a fight is to be expected in this turn.
const NEAR: u8 = 6;

/// True points by box, and the false one.
pub(super) fn plan(me: &Player<'_>, rng: &mut Rng) -> Chips {
    let points = me.rules.printed.points(me.view.battle, me.side);
    let limit = |place: CommandBox| me.rules.printed.boxes.note(place).max;
    let mut chips: BTreeMap<CommandBox, u8> = BTreeMap::new();
    let mut left = points;
    let wishes = wishes(me);
    while left > 0 {
        let before = left;
        for place in &wishes {
            let count = chips.get(place).copied().unwrap_or(0);
            let wanted = wishes.iter().filter(|other| *other == place).count();
            if left > 0 && count < limit(*place) && usize::from(count) < wanted {
                *chips.entry(*place).or_insert(0) += 1;
                left -= 1;
            }
        }
        if left == before {
            // More points than wishes: the commonest boxes take them.
            let spare = [
                CommandBox::Recovery,
                CommandBox::Combat,
                CommandBox::Initiative,
                CommandBox::Movement,
            ];
            let Some(place) = spare
                .into_iter()
                .find(|place| chips.get(place).copied().unwrap_or(0) < limit(*place))
            else {
                break;
            };
            *chips.entry(place).or_insert(0) += 1;
            left -= 1;
        }
    }
    Chips { vacuus: blank(me, &chips, rng), chips }
}

/// The false point lies where a true one could.
fn blank(me: &Player<'_>, chips: &BTreeMap<CommandBox, u8>, rng: &mut Rng) -> CommandBox {
    let boxes = &me.rules.printed.boxes;
    let room = |place: &CommandBox| chips.get(place).copied().unwrap_or(0) < boxes.note(*place).max;
    let open: Vec<CommandBox> =
        boxes.of(me.side).filter(|place| room(place) && me.open(*place)).collect();
    rng.pick(&open).copied().unwrap_or(CommandBox::Initiative)
}

/// The boxes that matter now, the most important first by the player's weights; one that stands twice wants two points.
fn wishes(me: &Player<'_>) -> Vec<CommandBox> {
    let field = Field::new(&me.rules.printed, me.view);
    let lattice = Lattice::new(field.grid());
    let survey = Survey::new(&field, &lattice, me.side);
    let own = || survey.own.iter().filter(|piece| piece.steady());
    let close = own().filter(|piece| survey.far[piece.hex] <= NEAR && piece.note.pr > 0).count();
    let hurt = own()
        .filter(|piece| {
            piece.unit.dp > 0
                && piece.note.pr > 0
                && piece.unit.hex().is_some_and(|hex| field.in_range(me.side, hex))
        })
        .count();
    let away = me
        .view
        .units
        .values()
        .any(|unit| unit.side == me.side && matches!(unit.place, Place::Off(_)));
    let ambush = me.view.camps[me.side.other()].panicked
        && me.view.units.values().any(|unit| unit.side == me.side && unit.place == Place::Reserve);
    let mut wishes: Vec<(i32, CommandBox)> = Vec::new();
    let mut want = |place: CommandBox, weight: i32, when: bool| {
        if when && me.open(place) {
            wishes.push((weight, place));
        }
    };
    let scale = me.scale;
    let elephants = survey
        .foe
        .iter()
        .filter(|piece| piece.unit.kind == Kind::El && near(&survey, piece.hex))
        .count();
    let chargers =
        own().filter(|piece| piece.unit.kind == Kind::Me && survey.far[piece.hex] < NEAR).count();
    want(CommandBox::Elephants, scale.chip_elephants, me.side == Side::Rome && elephants > 0);
    want(CommandBox::Combat, scale.chip_combat, close > 0);
    want(CommandBox::Furor, scale.chip_furor, chargers > 0);
    want(CommandBox::Recovery, scale.chip_recovery, hurt > 0);
    want(CommandBox::Cavalry, scale.chip_cavalry, away || ambush);
    want(CommandBox::Elephants, scale.chip_elephants_more, me.side == Side::Rome && elephants > 2);
    want(CommandBox::Initiative, scale.chip_initiative, close > 0);
    want(CommandBox::Recovery, scale.chip_recovery_more, hurt > 1);
    want(CommandBox::Furor, scale.chip_furor_more, chargers > 2);
    want(CommandBox::Combat, scale.chip_combat_more, close > 2);
    want(CommandBox::Recovery, scale.chip_recovery_most, hurt > 2);
    wishes.sort_by_key(|(weight, _)| std::cmp::Reverse(*weight));
    wishes.into_iter().map(|(_, place)| place).collect()
}

/// True if some own unit is within reach of a hex.
fn near(survey: &Survey<'_>, hex: usize) -> bool {
    survey
        .own
        .iter()
        .any(|piece| super::apart(survey, piece.hex, survey.lattice.hexes[hex]) <= NEAR)
}

/// The chips of a plan that are not laid yet, one by one, as far as points and boxes still allow.
pub(super) fn rest(me: &Player<'_>, plan: &Chips) -> Vec<NextChip> {
    let camp = &me.view.camps[me.side];
    let mut count = camp.chips.clone();
    let all: u8 = camp.chips.values().sum();
    let mut left = me
        .rules
        .printed
        .points(me.view.battle, me.side)
        .saturating_sub(all - u8::from(camp.vacuus.is_some()));
    let mut room = |place: CommandBox| {
        let chips = count.entry(place).or_insert(0);
        let fits = *chips < me.rules.printed.boxes.note(place).max;
        *chips += u8::from(fits);
        fits
    };
    let mut rest = Vec::new();
    for (place, wanted) in &plan.chips {
        for _ in camp.points(*place)..*wanted {
            if left > 0 && room(*place) {
                rest.push(NextChip::Point(*place));
                left -= 1;
            }
        }
    }
    let spare: Vec<CommandBox> =
        me.rules.printed.boxes.of(me.side).filter(|place| me.open(*place)).collect();
    while left > 0
        && let Some(place) = spare.iter().copied().find(|place| room(*place))
    {
        rest.push(NextChip::Point(place));
        left -= 1;
    }
    if camp.vacuus.is_none() {
        let place = std::iter::once(plan.vacuus)
            .chain(spare)
            .find(|place| room(*place))
            .unwrap_or(plan.vacuus);
        rest.push(NextChip::Vacuus(Vacuus { vacuus: place }));
    }
    rest
}
