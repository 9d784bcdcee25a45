//! The imagined games of a seat, and the quantities that forecasts count.

use crate::DuellingRepublics;
use crate::elements::{ArmyId, ElementId, Side, Troop};
use crate::rules::Field;
use crate::state::{Army, Body, State};
use engine::{AtSeat, Imagine, Outcome, Rng, Seat};

impl Imagine for DuellingRepublics {
    fn imagine(&self, at: &AtSeat<'_, Self>, rng: &mut Rng) -> State {
        let mut state = at.view.state.clone();
        let field = self.field(at.view);
        for (id, army) in state.armies.iter_mut().filter(|(id, _)| !at.view.knows(**id)) {
            army.body = drawn(&field, *id, army, rng);
            let (is, size) = (army.body.all().count(), usize::from(army.size));
            assert_eq!(is, size, "{id} is known to be as large as its lists allow where it is");
        }
        state
    }

    fn figures(&self, state: &State, seat: &Seat) -> Vec<(&'static str, i64)> {
        let Some(side) = state.player(seat).map(|player| player.side) else { return Vec::new() };
        let elements =
            |side: Side| state.armies_of(side).map(|(_, army)| i64::from(army.size)).sum();
        let provinces =
            |side: Side| i64::try_from(state.provinces(side)).expect("a map has few provinces");
        let enemy = side.other();
        vec![
            ("our points", state.player(seat).map_or(0, |player| i64::from(player.vp))),
            ("the most points that an enemy has", best(state, enemy)),
            ("our provinces", provinces(side)),
            ("enemy provinces", provinces(enemy)),
            ("our elements", elements(side)),
            ("enemy elements", elements(enemy)),
        ]
    }

    fn won(&self, outcome: &Outcome, seat: &Seat) -> bool {
        let of =
            |side: &Side| self.chart.seats[*side as usize].iter().any(|name| name == seat.name());
        Side::BOTH.iter().find(|side| of(side)).map(|side| side.word()) == outcome.winner.as_deref()
    }
}

/// The most points that a player of a side has.
pub(super) fn best(state: &State, side: Side) -> i64 {
    state.of_side(side).map(|player| i64::from(player.vp)).max().unwrap_or_default()
}

/// Possible elements of an army whose size is known: those seen in it, as many as it can still have, and others drawn
/// at random that its lists allow. If none of them can be the general that its list has, he has fallen, and another has
/// taken his place.
fn drawn(field: &Field<'_>, id: ArmyId, army: &Army, rng: &mut Rng) -> Body {
    let list = field.core(id.side());
    let mut body = Body::default();
    let size = usize::from(army.size);
    let allies = field.chart.allied(id.side(), field.chart.theater(army.at));
    let mut seen = army.shown.clone();
    if seen.len() > size {
        // Some have gone in secret since; nobody outside can tell which (R64).
        rng.shuffle(&mut seen);
    }
    for element in seen {
        let fits = if element.allied {
            allies.is_some_and(|list| list.slots.admits(&body.allied_troops(), element.troop))
        } else {
            list.slots.admits(&body.core_troops(), element.troop)
        };
        // Of an army that is there at least one core element is.
        let room = size - usize::from(element.allied && body.core.is_empty());
        if fits && body.all().count() < room {
            if element.allied { &mut body.allied } else { &mut body.core }.push(element);
        }
    }
    let mut wanted: Vec<Troop> = Vec::new();
    if !body.core.iter().any(|element| element.troop == list.general) {
        wanted.push(list.general);
    }
    let mut slots: Vec<&Vec<Troop>> = list.slots.0.iter().collect();
    rng.shuffle(&mut slots);
    wanted.extend(slots.into_iter().filter_map(|slot| rng.pick(slot).copied()));
    for troop in wanted {
        if body.all().count() < size && list.slots.admits(&body.core_troops(), troop) {
            let number = free(&body.core, troop);
            body.core.push(ElementId::core(troop, number));
        }
    }
    for slot in allies.into_iter().flat_map(|list| &list.slots.0) {
        let Some(troop) = rng.pick(slot).copied() else { continue };
        let fits = allies.is_some_and(|list| list.slots.admits(&body.allied_troops(), troop));
        if body.all().count() < size && fits {
            let number = free(&body.allied, troop);
            body.allied.push(ElementId::allied(troop, number));
        }
    }
    let usual = body.core.iter().find(|element| element.troop == list.general);
    body.general = usual.or(body.core.first()).copied();
    for element in body.core.iter().chain(&body.allied).copied().collect::<Vec<_>>() {
        let numbers = if element.allied { &mut body.allied_numbers } else { &mut body.numbers };
        let highest = numbers.entry(element.troop).or_default();
        *highest = (*highest).max(element.number);
    }
    body
}

/// The first number that no element of a type has.
fn free(elements: &[ElementId], troop: Troop) -> u16 {
    let taken = |number: u16| elements.iter().any(|e| e.troop == troop && e.number == number);
    (1..=u16::MAX).find(|number| !taken(*number)).expect("an army has few elements")
}
