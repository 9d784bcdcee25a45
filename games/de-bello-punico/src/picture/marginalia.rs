//! The texts beside the map of the battle: turn, rout points, generals, zones of control.

use super::centre;
use crate::DeBelloPunico;
use crate::events::Event;
use crate::geometry;
use crate::names::{Kind, Side};
use crate::state::{State, Unit};
use engine::Chapter;
use engine::kit::Hex;
use engine::map::score::{Chest, Count, Score};
use engine::map::{Label, Marginalia};

/// The texts beside the map: title, turn, rout points and generals.
pub(super) fn marginalia(
    rules: &DeBelloPunico,
    view: &State,
    chapters: &[Chapter<Event>],
) -> Marginalia {
    let battle = rules.printed.battle(view.battle);
    let (heading, when) = battle.title.rsplit_once(", ").unwrap_or((&battle.title, ""));
    let points = |side: Side| (view.camps[side].pr, battle.rout[side]);
    let ((rome, bears), (carthage, limit)) = (points(Side::Rome), points(Side::Carthage));
    Marginalia {
        heading: heading.to_owned(),
        when: when.to_owned(),
        moment: moment(view, chapters),
        tally: format!("Rout points: Rome {rome} of {bears}, Carthage {carthage} of {limit}"),
        figures: "combat, morale, movement".to_owned(),
        zones: "zone of control".to_owned(),
        names: Side::BOTH.into_iter().filter_map(|side| general(rules, view, side)).collect(),
        ..Marginalia::default()
    }
}

/// The rout points of a side, and its command points in their boxes.
pub(super) fn score(rules: &DeBelloPunico, view: &State, side: Side) -> Score {
    let camp = &view.camps[side];
    let chest = |(place, points): (&crate::names::CommandBox, &u8)| Chest {
        name: place.word().to_owned(),
        points: *points,
        blank: camp.vacuus == Some(*place),
    };
    Score {
        side: side.word().to_owned(),
        count: Count::Rout,
        done: u16::from(camp.pr),
        of: u16::from(rules.printed.battle(view.battle).rout[side]),
        boxes: camp.chips.iter().map(chest).collect(),
        ..Score::default()
    }
}

/// The turn that the chapters tell, and the side that moves in it.
fn moment(view: &State, chapters: &[Chapter<Event>]) -> String {
    let Some(turn) = chapters.first().map(|chapter| chapter.phase.turn).filter(|turn| *turn > 0)
    else {
        return if view.turn == 0 { "Set-up".to_owned() } else { format!("Turn {}", view.turn) };
    };
    let of = |name: &str| {
        let chapter = chapters.iter().find(|chapter| chapter.phase.name == name)?;
        Side::parse(chapter.phase.seat.as_ref()?.name())
    };
    match (of("movement"), of("combat")) {
        (Some(side), _) => format!("Turn {turn}: {} moves", side.proper_name()),
        (None, Some(side)) => format!("Turn {turn}: {} attacks", side.proper_name()),
        (None, None) => format!("Turn {turn}"),
    }
}

/// A label with a general's name, at his hex.
fn general(rules: &DeBelloPunico, view: &State, side: Side) -> Option<Label> {
    let leader = &view.camps[side].leader;
    let name = &rules.printed.leader(leader.id).name;
    let text = name.rsplit(' ').next().unwrap_or(name).to_owned();
    Some(Label { text, at: centre(leader.hex?), place: (0, 0) })
}

pub(super) const fn symbol(kind: Kind) -> &'static str {
    match kind {
        Kind::Ve | Kind::Sn => "light-infantry",
        Kind::Ha => "heavy-infantry",
        Kind::Pr => "swordsman",
        Kind::Tr | Kind::Vt => "spearman",
        Kind::Sc => "long-sword",
        Kind::T => "slinger",
        Kind::Me => "buckler",
        Kind::In => "thureos",
        Kind::E => "heavy-horse",
        Kind::Cl => "light-horse",
        Kind::El => "elephant",
    }
}

/// The hexes before a steady unit, which are its ZdC (8.2).
pub(super) fn zone(rules: &DeBelloPunico, hex: Hex, unit: &Unit) -> Vec<String> {
    let grid = rules.printed.grid;
    let around = grid.neighbours(hex).filter(|at| geometry::before(grid, hex, unit.facing, *at));
    around.map(|hex| hex.to_string()).collect()
}
