//! The lines of what happened: moves, retreats, attacks and losses.

use super::centre;
use crate::events::{Combat, Effect, Event, Fight, Movement};
use crate::field::Field;
use crate::names::Id;
use engine::kit::Hex;
use engine::map::{Point, Stroke, StrokeKind};
use std::collections::BTreeMap;

/// The strokes of some events, in their order.
pub(super) fn strokes(field: &Field<'_>, events: &[&Event]) -> Vec<Stroke> {
    let mut pen = Pen { field, here: starts(field, events), strokes: Vec::new() };
    for event in events {
        match event {
            Event::Movement(event) => pen.movement(event),
            Event::Combat(event) => pen.combat(event),
            Event::Effect(Effect::Eliminated { unit, hex, .. }) => {
                pen.draw(StrokeKind::Loss, &[*hex], *unit, format!("{unit} eliminated in {hex}"));
            }
            Event::Effect(_) | Event::SetUp(_) | Event::Command(_) | Event::Sequence(_) => {}
        }
    }
    pen.strokes
}

/// Where each unit stood before the first of the events: found by going through them backwards.
fn starts(field: &Field<'_>, events: &[&Event]) -> BTreeMap<Id, Hex> {
    let mut here: BTreeMap<Id, Hex> =
        field.state.units.iter().map(|(id, unit)| (*id, unit.hex)).collect();
    for event in events.iter().rev() {
        let earlier = match event {
            Event::Effect(Effect::Eliminated { unit, hex, .. }) => Some((*unit, *hex)),
            Event::Movement(
                Movement::Moved { unit, from, .. } | Movement::Exited { unit, from, .. },
            )
            | Event::Combat(
                Combat::Advance { unit, from, .. } | Combat::Retreat { unit, from, .. },
            ) => Some((*unit, *from)),
            _ => None,
        };
        here.extend(earlier);
    }
    here
}

/// Draws one event after the other, and knows where everybody is meanwhile.
struct Pen<'a> {
    field: &'a Field<'a>,
    here: BTreeMap<Id, Hex>,
    strokes: Vec<Stroke>,
}

impl Pen<'_> {
    fn movement(&mut self, event: &Movement) {
        match event {
            Movement::Moved { unit, from, way, .. } => {
                self.travel(StrokeKind::Move, *unit, *from, way, "moves");
            }
            Movement::Exited { unit, from, way, .. } => {
                self.travel(StrokeKind::Move, *unit, *from, way, "leaves the field by");
            }
            Movement::Rampage { .. } | Movement::Turned { .. } | Movement::Stayed { .. } => {}
        }
    }

    fn combat(&mut self, event: &Combat) {
        match event {
            Combat::Retreat { unit, from, way, .. } => {
                self.travel(StrokeKind::Retreat, *unit, *from, way, "falls back");
            }
            Combat::Advance { unit, from, to, .. } => {
                let words = format!("{unit} advances {from} to {to}");
                self.draw(StrokeKind::Move, &[*from, *to], *unit, words);
                self.here.insert(*unit, *to);
            }
            Combat::Attack(fight)
            | Combat::CounterAttack(fight)
            | Combat::ContinuedAttack(fight) => {
                self.fight(fight);
            }
            Combat::Announced { .. } | Combat::RetreatBarred { .. } | Combat::Declined { .. } => {}
        }
    }

    fn fight(&mut self, fight: &Fight) {
        for by in &fight.by {
            for against in &fight.against {
                if let (Some(a), Some(b)) = (self.here.get(by), self.here.get(against)) {
                    let words = format!("{by} attacks {against}");
                    self.draw(StrokeKind::Attack, &[*a, *b], *by, words);
                }
            }
        }
    }

    /// A way, and where it ends.
    fn travel(&mut self, kind: StrokeKind, unit: Id, from: Hex, way: &[Hex], verb: &str) {
        let to = way.last().copied().unwrap_or(from);
        let hexes: Vec<Hex> = std::iter::once(from).chain(way.iter().copied()).collect();
        self.draw(kind, &hexes, unit, format!("{unit} {verb} {from} to {to}"));
        self.here.insert(unit, to);
    }

    fn draw(&mut self, kind: StrokeKind, hexes: &[Hex], unit: Id, words: String) {
        let lines = self.field.printed.ground.grid.lines;
        let points: Vec<Point> = hexes.iter().map(|hex| centre(lines, *hex)).collect();
        let side = self.field.side(unit).map(|side| side.word().to_owned()).unwrap_or_default();
        self.strokes.push(Stroke { kind, points, side, words, ..Stroke::default() });
    }
}
