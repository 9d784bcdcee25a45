//! The texts beside the map of the battle: Commands and their chits, Engaged units, zones, turn and losses.

use super::{Metaurus, centre};
use crate::data::Counter;
use crate::events::{Command as Change, Event};
use crate::field::Field;
use crate::names::{Arm, Order, Side};
use crate::state::Unit;
use engine::Chapter;
use engine::kit::Aspect;
use engine::map::score::{Count, Score};
use engine::map::{Command, Link, Marginalia, Piece};

/// The texts beside the map: title, turn, losses and Commands.
pub(super) fn marginalia(
    rules: &Metaurus,
    field: &Field<'_>,
    chapters: &[Chapter<Event>],
) -> Marginalia {
    let battle = &rules.printed.battle;
    let (name, when) = battle.title.rsplit_once(", ").unwrap_or((&battle.title, ""));
    let tally = field.state.tally;
    Marginalia {
        heading: name.trim_start_matches("The Battle of the ").to_owned(),
        when: when.to_owned(),
        moment: moment(field, chapters),
        tally: format!(
            "Rome has lost {} of {}, Carthage {} of {}",
            tally.rome, battle.rome_bears, tally.carthage, battle.rome_needs
        ),
        figures: "morale, movement".to_owned(),
        zones: "Frontal hexes".to_owned(),
        commands: commands(field, changing(chapters)),
        names: Vec::new(),
        lost: lost(field),
    }
}

/// The units that each side has lost, counting only those whose loss can break it.
pub(super) fn score(rules: &Metaurus, field: &Field<'_>) -> Vec<Score> {
    let (battle, tally) = (&rules.printed.battle, field.state.tally);
    let lost = |side: Side, done: u8, of: u8| Score {
        side: side.word().to_owned(),
        count: Count::Lost,
        done: u16::from(done),
        of: u16::from(of),
        ..Score::default()
    };
    vec![
        lost(Side::Rome, tally.rome, battle.rome_bears),
        lost(Side::Carthage, tally.carthage, battle.rome_needs),
    ]
}

/// The turn that the chapters tell, and the side that acts in it.
fn moment(field: &Field<'_>, chapters: &[Chapter<Event>]) -> String {
    let Some(turn) = chapters.first().map(|chapter| chapter.phase.turn).filter(|turn| *turn > 0)
    else {
        let turn = field.state.turn;
        return if turn == 0 { "Set-up".to_owned() } else { format!("Game Turn {turn}") };
    };
    let acts = chapters.iter().filter(|chapter| chapter.phase.name == "turn");
    let mut sides: Vec<Side> = acts
        .filter_map(|chapter| chapter.phase.seat.as_ref())
        .filter_map(|seat| Side::parse(seat.name()))
        .collect();
    sides.dedup();
    let ordered = chapters.iter().any(|chapter| chapter.phase.name == "orders");
    match sides.as_slice() {
        [] if ordered => format!("Game Turn {turn}: orders are given"),
        [] => format!("Game Turn {turn}"),
        [one] => format!("Game Turn {turn}: {} acts", one.proper_name()),
        [one, other, ..] => {
            format!("Game Turn {turn}: {} and {} act", one.proper_name(), other.proper_name())
        }
    }
}

/// True if chits are being changed, and do not all lie face down yet (5.2b).
fn changing(chapters: &[Chapter<Event>]) -> bool {
    let last = chapters.last().and_then(|chapter| chapter.events.last());
    last.is_some_and(|entry| matches!(&entry.event, Event::Command(Change::OrdersChanged { .. })))
}

/// The Commands of both sides that still have units, with what is known of their chits. While chits are being changed
/// none is shown: one still face up would reveal that it was not changed (R5).
fn commands(field: &Field<'_>, changing: bool) -> Vec<Command> {
    let here = |side| {
        let all = field.printed.roster.of(side).zip(1_u8..);
        all.filter(|(note, _)| note.units.iter().any(|unit| field.unit(*unit).is_some()))
    };
    Side::BOTH
        .into_iter()
        .flat_map(here)
        .map(|(note, stripe)| {
            // The letters that the names of its units begin with say more than the name in the files.
            let unit = note.units.first().expect("a Command has at least one unit").to_string();
            let id =
                unit.split('-').next().expect("splitting always gives a first part").to_owned();
            let given = note.units.iter().find_map(|unit| field.state.given.get(unit));
            let chit = field.state.chits.get(&note.id).or_else(|| given.filter(|chit| chit.up));
            let order =
                chit.map(|chit| chit.order.filter(|_| chit.up && !changing).map_or("", order));
            Command {
                id,
                name: note.name.split(" (").next().unwrap_or(&note.name).to_owned(),
                side: note.side.word().to_owned(),
                stripe,
                chit: order.map(ToOwned::to_owned),
                units: note.units.iter().map(ToString::to_string).collect(),
            }
        })
        .collect()
}

const fn order(order: Order) -> &'static str {
    match order {
        Order::Stand => "Stand and Defend",
        Order::Move => "Move",
        Order::MoveToAttack => "Move to Attack",
        Order::Reform => "Reform",
    }
}

/// The stripe of a unit's Command: its place among those of its side.
pub(super) fn stripe(field: &Field<'_>, counter: &Counter) -> u8 {
    let mut commands = field.printed.roster.of(counter.side).zip(1_u8..);
    commands.find(|(note, _)| note.id == counter.command).map_or(0, |(_, stripe)| stripe)
}

/// A unit's people in the plural.
pub(super) fn kind(counter: &Counter) -> &str {
    match counter.kind.as_str() {
        "citizen" => "citizen legionaries",
        "allied" => "allied legionaries",
        "equites" => "Roman cavalry",
        "african1" | "african2" => "Africans",
        "iberian1" | "iberian2" => "Iberians",
        "ligurian" => "Ligurians",
        "gaul1" | "gaul2" => "Gauls",
        "balearic" => "slingers",
        "celt-cav" => "Celtic cavalry",
        "numidian" => "Numidians",
        "elephant" => "elephants",
        other => other,
    }
}

/// The drawing of a unit: by its people, else by how it fights.
pub(super) fn symbol(counter: &Counter) -> &'static str {
    match counter.kind.as_str() {
        "allied" => "swordsman",
        "african1" | "african2" => "spearman",
        "iberian1" | "iberian2" => "buckler",
        "ligurian" => "thureos",
        "gaul1" | "gaul2" => "long-sword",
        "numidian" => "light-horse",
        _ => match counter.arm {
            Arm::Leg | Arm::Hi => "heavy-infantry",
            Arm::Mi => "thureos",
            Arm::Li => "slinger",
            Arm::Cav => "heavy-horse",
            Arm::El => "elephant",
        },
    }
}

/// The Frontal hexes of a unit.
pub(super) fn zone(field: &Field<'_>, unit: Unit) -> Vec<String> {
    let grid = field.printed.ground.grid;
    let front = |side: &_| grid.aspect(unit.facing, *side) == Some(Aspect::Front);
    let sides = grid.sides().into_iter().filter(front);
    sides.filter_map(|side| grid.step(unit.hex, side)).map(|hex| hex.to_string()).collect()
}

pub(super) fn links(field: &Field<'_>) -> Vec<Link> {
    let lines = field.printed.ground.grid.lines;
    let links = field.state.links.iter().filter_map(|link| {
        let ends = [field.hex(link.rome)?, field.hex(link.carthage)?];
        Some(Link {
            kind: "engaged".to_owned(),
            ends: ends.map(|hex| centre(lines, hex)),
            words: format!("{} and {} are Engaged", link.rome, link.carthage),
        })
    });
    links.collect()
}

fn lost(field: &Field<'_>) -> Vec<Piece> {
    let piece = |loss: &crate::state::Loss| {
        let counter = field.counter(loss.unit)?;
        Some(Piece {
            id: loss.unit.to_string(),
            side: counter.side.word().to_owned(),
            symbol: symbol(counter).to_owned(),
            kind: kind(counter).to_owned(),
            values: format!("{}-{}", counter.morale(false), counter.allowance(false)),
            words: format!("{}, lost in Game Turn {} in {}", loss.unit, loss.turn, loss.hex),
            ..Piece::default()
        })
    };
    field.state.lost.iter().filter_map(piece).collect()
}
