//! The lines of what happened: moves, retreats, attacks and losses.

use super::centre;
use crate::data::CombatResult;
use crate::events::{Combat, Effect, Event, Fight, Movement};
use crate::field::Field;
use crate::names::Id;
use engine::kit::Hex;
use engine::map::{self, Point, Stroke, StrokeKind};
use std::collections::BTreeMap;

pub(super) fn strokes(field: &Field<'_>, events: &[&Event]) -> Vec<Stroke> {
    let mut pen = Pen { field, here: starts(field, events), strokes: Vec::new(), fights: 0 };
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
    // In a draft, attacks are announced and not fought yet.
    if pen.fights == 0 && events.len() > 1 {
        for event in events {
            if let Event::Combat(Combat::Announced { attacks }) = event {
                for attack in attacks {
                    pen.attacks(&attack.by, &attack.against, None);
                }
            }
        }
    }
    pen.strokes
}

/// The hex of each unit before the first of the events: found by going through them backwards.
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
    fights: u16,
}

impl Pen<'_> {
    fn movement(&mut self, event: &Movement) {
        match event {
            Movement::Moved { unit, from, way, .. } => {
                self.travel(StrokeKind::Move, *unit, *from, way, "moves");
            }
            Movement::Exited { unit, from, way, .. } => {
                self.travel(StrokeKind::Move, *unit, *from, way, "leaves the map by");
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
        self.fights += 1;
        let told = map::Fight { number: self.fights, words: account(fight) };
        self.attacks(&fight.by, &fight.against, Some(&told));
    }

    /// A line from every attacker to every defender.
    fn attacks(&mut self, by: &[Id], against: &[Id], told: Option<&map::Fight>) {
        for by in by {
            for against in against {
                if let (Some(a), Some(b)) = (self.here.get(by), self.here.get(against)) {
                    let words = format!("{by} attacks {against}");
                    self.draw(StrokeKind::Attack, &[*a, *b], *by, words);
                    if let Some(stroke) = self.strokes.last_mut() {
                        stroke.fight = told.cloned();
                    }
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
        self.strokes.push(Stroke {
            kind,
            points,
            side,
            words,
            unit: unit.to_string(),
            fight: None,
        });
    }
}

/// A fight in one line: who, whom, the die with its modifiers, the result.
fn account(fight: &Fight) -> String {
    let names = |ids: &[Id]| ids.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    let results: Vec<&str> = fight.results.iter().filter_map(|result| outcome(*result)).collect();
    let came = if results.is_empty() { "nothing".to_owned() } else { results.join(", ") };
    let Fight { die, drm, total, .. } = fight;
    format!(
        "{} on {}: die {die} {drm:+} = {total}, {came}",
        names(&fight.by),
        names(&fight.against)
    )
}

/// A result in the words of the key.
const fn outcome(result: CombatResult) -> Option<&'static str> {
    match result {
        CombatResult::ADisordered => Some("attackers Disordered"),
        CombatResult::ACheck => Some("attackers check"),
        CombatResult::Engaged => Some("Engaged"),
        CombatResult::DCheck => Some("defenders check"),
        CombatResult::DDisordered => Some("defenders Disordered"),
        CombatResult::DEliminated => Some("destroyed"),
        // It says that they may go on, not what came of it.
        CombatResult::Continued => None,
    }
}

/// The importance of an event: attacks count by their worst result and by the number of units in them.
pub(crate) fn weight(event: &Event) -> u32 {
    let Event::Combat(
        Combat::Attack(fight) | Combat::CounterAttack(fight) | Combat::ContinuedAttack(fight),
    ) = event
    else {
        return 0;
    };
    let worst = fight.results.iter().map(|result| match result {
        CombatResult::DEliminated => 40,
        CombatResult::ADisordered | CombatResult::DDisordered => 20,
        CombatResult::ACheck | CombatResult::DCheck => 8,
        CombatResult::Engaged => 4,
        CombatResult::Continued => 0,
    });
    let fought = u32::try_from(fight.by.len() + fight.against.len()).expect("few units");
    worst.max().filter(|worst| *worst > 0).map_or(0, |worst| worst + fought)
}
