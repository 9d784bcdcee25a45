//! The lines of what happened: moves, retreats, attacks and losses.

use super::centre;
use crate::CombinedArms;
use crate::events::{Aspect, Attack, Cause, Combat, Event, Means, Movement};
use crate::names::UnitId;
use crate::state::State;
use engine::kit::Square;
use engine::map::{Fight, Stroke, StrokeKind};

/// The strokes of some events, in their order. Attacks are numbered, and the key gives the result of each.
pub(super) fn strokes<'e>(
    rules: &CombinedArms,
    state: &State,
    events: impl Iterator<Item = &'e Event>,
) -> Vec<Stroke> {
    let mut strokes: Vec<Stroke> = Vec::new();
    let mut number = 0;
    for event in events {
        if let Some(came) = outcome(event) {
            // The newest attack is the one that it came of.
            let fight = strokes.iter_mut().rev().find_map(|stroke| stroke.fight.as_mut());
            if let Some(fight) = fight.filter(|fight| !fight.words.contains(", ")) {
                fight.words.push_str(&came);
            }
        }
        let Some(mut stroke) = stroke(rules, state, event) else { continue };
        if let Event::Combat(Combat::Attack(attack)) = event {
            number += 1;
            stroke.fight = Some(Fight { number, words: account(attack) });
        }
        strokes.push(stroke);
    }
    strokes
}

/// An attack in one line: who, whom, with what damage against what Defense.
fn account(attack: &Attack) -> String {
    let Attack { attacker, target, total, needed, .. } = attack;
    let how = match attack.means {
        Means::Melee => "on",
        Means::Pilum => "throws at",
        Means::Missile | Means::Stones => "shoots at",
    };
    let from = match attack.side {
        Some(Aspect::Side) => " (flank)",
        Some(Aspect::Rear) => " (rear)",
        Some(Aspect::Front | Aspect::Corner) | None => "",
    };
    format!("{attacker} {how} {target}{from}: {total} of {needed}")
}

/// The result of an attack, as the end of its line.
fn outcome(event: &Event) -> Option<String> {
    let Event::Combat(event) = event else { return None };
    match event {
        Combat::Holds { .. } => Some(", holds".to_owned()),
        Combat::Retreat { to, .. } => Some(format!(", falls back to {to}")),
        Combat::Destroyed { .. } => Some(", destroyed".to_owned()),
        Combat::Attack(_) | Combat::Credit { .. } | Combat::Veteran { .. } => None,
    }
}

/// The importance of an event: destroyed units by their worth, a General's being the greatest; then attacks that drove
/// a unit back.
pub(crate) fn weight(rules: &CombinedArms, event: &Event) -> u32 {
    let worth = |unit: UnitId| match rules.chart.kind_of_id(unit) {
        Some(kind) if kind.abilities.general => 100,
        Some(kind) => u32::from(kind.points) + 1,
        None => 0,
    };
    match event {
        Event::Combat(Combat::Destroyed { unit, .. }) => 100 + worth(*unit),
        Event::Combat(Combat::Attack(attack)) if attack.total >= attack.needed => {
            worth(attack.target)
        }
        _ => 0,
    }
}

fn stroke(rules: &CombinedArms, state: &State, event: &Event) -> Option<Stroke> {
    let side =
        |id: UnitId| rules.chart.kind_of_id(id).map_or("", |kind| kind.side.word()).to_owned();
    let points = |squares: &[Square]| squares.iter().map(|square| centre(state, *square)).collect();
    let stroke = match event {
        Event::Movement(Movement::Moved { unit, from, to, way, .. }) => {
            let squares: Vec<Square> = std::iter::once(*from).chain(way.iter().copied()).collect();
            let words = format!("{unit} moves {from} to {to}");
            Stroke {
                kind: StrokeKind::Move,
                points: points(&squares),
                side: side(*unit),
                words,
                unit: unit.to_string(),
                fight: None,
            }
        }
        Event::Combat(Combat::Attack(attack)) => {
            let words = format!("{} attacks {}: {}", attack.attacker, attack.target, attack.points);
            let squares = [attack.from, attack.square];
            Stroke {
                kind: if attack.means == Means::Melee {
                    StrokeKind::Attack
                } else {
                    StrokeKind::Volley
                },
                points: points(&squares),
                side: side(attack.attacker),
                words,
                unit: attack.attacker.to_string(),
                fight: None,
            }
        }
        Event::Combat(Combat::Retreat { unit, from, to, .. }) => {
            let words = format!("{unit} falls back {from} to {to}");
            Stroke {
                kind: StrokeKind::Retreat,
                points: points(&[*from, *to]),
                side: side(*unit),
                words,
                unit: unit.to_string(),
                fight: None,
            }
        }
        Event::Combat(Combat::Destroyed { unit, square, cause, seat, .. }) => {
            let words = format!("{unit} destroyed on {square}: {}", cause_words(*cause));
            Stroke {
                kind: StrokeKind::Loss,
                points: points(&[*square]),
                side: seat.word().to_owned(),
                words,
                unit: unit.to_string(),
                fight: None,
            }
        }
        _ => return None,
    };
    Some(stroke)
}

const fn cause_words(cause: Cause) -> &'static str {
    match cause {
        Cause::Elephant => "an elephant that had to fall back",
        Cause::Blocked => "no square to fall back to",
        Cause::OffBoard => "driven over its own edge",
        Cause::DoubleWhammy => "thrown back twice",
    }
}
