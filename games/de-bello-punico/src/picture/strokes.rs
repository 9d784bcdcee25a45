//! The lines of what happened: moves, flights, attacks, volleys and losses.

use super::centre;
use crate::events::{Combat, Elephants, Event, Fight, Leaders, Morale, Movement};
use crate::names::Id;
use crate::state::State;
use engine::kit::Hex;
use engine::map::{self, Point, Stroke, StrokeKind};
use std::collections::BTreeMap;
use std::fmt::Write;

pub(super) fn strokes(view: &State, events: &[&Event]) -> Vec<Stroke> {
    Pen::new(view, events).draw(events)
}

/// Draws strokes, following each unit through the events.
struct Pen<'a> {
    view: &'a State,
    here: BTreeMap<Id, Hex>,
    strokes: Vec<Stroke>,
    fights: u16,
}

/// The movement in an event: unit, start, hexes, kind of stroke, and a word for it.
fn way(event: &Event) -> Option<(Id, Hex, Vec<Hex>, StrokeKind, &'static str)> {
    Some(match event {
        Event::Movement(Movement::Move(movement)) => {
            (movement.unit, movement.from, movement.path.clone(), StrokeKind::Move, "moves")
        }
        Event::Elephants(Elephants::EnragedRun { unit, from, path, .. }) => {
            (*unit, *from, path.clone(), StrokeKind::Move, "runs enraged")
        }
        Event::Elephants(Elephants::Furious { unit, from, path, .. }) => {
            (*unit, *from, path.clone(), StrokeKind::Move, "runs furious")
        }
        Event::Combat(Combat::Pursuit { unit, from, path, .. }) => {
            (*unit, *from, path.clone(), StrokeKind::Move, "pursues")
        }
        Event::Combat(Combat::Advance { unit, from, to, .. }) => {
            (*unit, *from, vec![*to], StrokeKind::Move, "advances")
        }
        Event::Morale(Morale::Flight { unit, from, path, .. }) => {
            (*unit, *from, path.clone(), StrokeKind::Retreat, "flees")
        }
        Event::Combat(Combat::Withdrawal { unit, from, to, .. }) => {
            (*unit, *from, vec![*to], StrokeKind::Retreat, "withdraws")
        }
        Event::Leaders(Leaders::Withdraws { leader, from, to, .. }) => {
            (*leader, *from, vec![*to], StrokeKind::Retreat, "steps away")
        }
        _ => return None,
    })
}

impl<'a> Pen<'a> {
    /// Finds where units stood before the first event, by going through the events backwards.
    fn new(view: &'a State, events: &[&Event]) -> Self {
        let mut here: BTreeMap<Id, Hex> =
            view.units.iter().filter_map(|(id, unit)| Some((*id, unit.hex()?))).collect();
        for event in events.iter().rev() {
            if let Some((unit, from, ..)) = way(event) {
                here.insert(unit, from);
            } else if let Event::Morale(
                Morale::Removed { unit, hex } | Morale::Eliminated { unit, hex, .. },
            ) = event
            {
                here.insert(*unit, *hex);
            }
        }
        Self { view, here, strokes: Vec::new(), fights: 0 }
    }

    fn draw(mut self, events: &[&Event]) -> Vec<Stroke> {
        for event in events {
            if let Some((unit, from, path, kind, word)) = way(event) {
                let Some(to) = path.last().copied() else { continue };
                let points = std::iter::once(from).chain(path).map(centre).collect();
                self.stroke(kind, points, unit, format!("{unit} {word} {from} to {to}"));
                self.here.insert(unit, to);
                continue;
            }
            match event {
                Event::Movement(Movement::Return { unit, hex, .. }) => {
                    self.here.insert(*unit, *hex);
                }
                Event::Combat(Combat::Attack { attacker, defender, hex, .. }) => {
                    let whom = defender
                        .map_or_else(|| format!("the leader in {hex}"), |id| id.to_string());
                    let words = format!("{attacker} attacks {whom}");
                    self.aim(StrokeKind::Attack, *attacker, *hex, words);
                }
                Event::Combat(Combat::Fought(fight)) => self.fought(fight),
                Event::Combat(Combat::Volley { unit, target, hit, .. }) => {
                    if let Some(hex) = self.here.get(target).copied() {
                        let what = if *hit { "hits" } else { "misses" };
                        let words = format!("{unit} shoots at {target} and {what}");
                        self.aim(StrokeKind::Volley, *unit, hex, words);
                    }
                }
                Event::Morale(Morale::Panic { unit, .. }) => self.breaks(*unit),
                Event::Morale(
                    Morale::Removed { unit, hex } | Morale::Eliminated { unit, hex, .. },
                ) => {
                    self.stroke(
                        StrokeKind::Loss,
                        vec![centre(*hex)],
                        *unit,
                        format!("{unit} is gone from {hex}"),
                    );
                }
                _ => {}
            }
        }
        self.strokes
    }

    fn aim(&mut self, kind: StrokeKind, unit: Id, hex: Hex, words: String) {
        if let Some(from) = self.here.get(&unit).copied() {
            self.stroke(kind, vec![centre(from), centre(hex)], unit, words);
        }
    }

    /// Draws the result of the attack announced last, or of one that was announced before the first event told.
    fn fought(&mut self, fight: &Fight) {
        let (attacker, defender) = (fight.attacker.unit, fight.defender.unit);
        let announced = |stroke: &Stroke| {
            stroke.kind == StrokeKind::Attack
                && stroke.fight.is_none()
                && stroke.unit == attacker.to_string()
        };
        if !self.strokes.last().is_some_and(announced)
            && let Some(hex) = self.here.get(&defender).copied()
        {
            self.aim(StrokeKind::Attack, attacker, hex, format!("{attacker} attacks {defender}"));
        }
        self.fights += 1;
        let told = map::Fight { number: self.fights, words: account(fight) };
        if let Some(stroke) = self.strokes.last_mut().filter(|stroke| announced(stroke)) {
            stroke.fight = Some(told);
        }
    }

    /// Marks on its latest fight that a unit broke.
    fn breaks(&mut self, unit: Id) {
        let fights = self.strokes.iter_mut().rev().find_map(|stroke| stroke.fight.as_mut());
        let name = unit.to_string();
        let there =
            |fight: &&mut map::Fight| fight.words.split([' ', ':', ',']).any(|word| word == name);
        if let Some(fight) = fights.filter(there) {
            let _ = write!(fight.words, ", {unit} breaks");
        }
    }

    fn stroke(&mut self, kind: StrokeKind, points: Vec<Point>, unit: Id, words: String) {
        let side = self.view.unit(unit).map(|unit| unit.side).or_else(|| self.view.leads(unit));
        self.strokes.push(Stroke {
            kind,
            points,
            side: side.map(|side| side.word().to_owned()).unwrap_or_default(),
            words,
            unit: unit.to_string(),
            fight: None,
        });
    }
}

/// A fight in one line: who, whom, both totals, and the disorder that each takes.
fn account(fight: &Fight) -> String {
    let (one, other) = (&fight.attacker, &fight.defender);
    let mut words = format!("{} on {}: {} to {}", one.unit, other.unit, one.total, other.total);
    for effort in [other, one].into_iter().filter(|effort| effort.dp > 0) {
        let _ = write!(words, ", {} +{}", effort.unit, effort.dp);
    }
    words
}

/// The importance of an event: fights count by the disorder that they gave.
pub(crate) fn weight(event: &Event) -> u32 {
    match event {
        Event::Combat(Combat::Fought(fight)) => {
            2 * u32::from(fight.defender.dp) + u32::from(fight.attacker.dp)
        }
        _ => 0,
    }
}
