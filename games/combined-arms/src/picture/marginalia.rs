//! The texts beside the map of the battle: turn, points, the lost, and the units in danger.

use crate::CombinedArms;
use crate::data::chart::Kind;
use crate::events::{Aspect, Event};
use crate::names::Side;
use crate::rules::Field;
use crate::rules::facing::aspect;
use crate::state::{Lost, Unit};
use engine::Chapter;
use engine::map::score::{Count, Score};
use engine::map::{Marginalia, Piece};

/// Title, turn, points destroyed, lost units.
pub(super) fn marginalia(
    rules: &CombinedArms,
    field: &Field<'_>,
    chapters: &[Chapter<Event>],
) -> Marginalia {
    let state = field.state;
    let title = &rules.scenario(state).title;
    let (heading, when) = title.split_once(", ").unwrap_or((title, ""));
    Marginalia {
        heading: heading.to_owned(),
        when: when.to_owned(),
        moment: moment(field, chapters),
        tally: tally(points(field, Side::Rome), points(field, Side::Carthage)),
        figures: "the large figure: Defense".to_owned(),
        zones: "the squares from which it is attacked in the flank or rear".to_owned(),
        lost: state.lost.iter().map(|lost| gone(field, lost)).collect(),
        ..Marginalia::default()
    }
}

fn tally(rome: u16, carthage: u16) -> String {
    let said = |points: u16| if points == 0 { "none".to_owned() } else { points.to_string() };
    if rome + carthage == 0 {
        "Nothing is destroyed yet".to_owned()
    } else {
        format!("Points destroyed: Rome {}, Carthage {}", said(rome), said(carthage))
    }
}

/// The points of enemy units that a side has destroyed.
fn points(field: &Field<'_>, side: Side) -> u16 {
    let taken = field.state.lost.iter().filter(|lost| lost.side != side);
    taken.map(|lost| u16::from(field.chart.kind(lost.kind).points)).sum()
}

/// The same as a score, out of all the points that its enemy had.
pub(super) fn score(field: &Field<'_>, side: Side) -> Score {
    let done = points(field, side);
    let standing = field.state.units.iter().filter(|unit| unit.side != side);
    let left: u16 = standing.map(|unit| u16::from(field.kind(unit).points)).sum();
    Score {
        side: side.word().to_owned(),
        count: Count::Points,
        done,
        of: done + left,
        ..Score::default()
    }
}

/// The turn that the chapters tell, and its side.
fn moment(field: &Field<'_>, chapters: &[Chapter<Event>]) -> String {
    let told = chapters.first().map(|chapter| &chapter.phase).filter(|phase| phase.turn > 0);
    let side = told.and_then(|phase| phase.seat.as_ref()).and_then(|seat| Side::parse(seat.name()));
    match (told.map(|phase| phase.turn), side) {
        (Some(turn), Some(side)) => format!("Turn {turn}: {} acts", side.proper_name()),
        (Some(turn), None) => format!("Turn {turn}"),
        (None, _) if field.state.turn > 0 => "The armies in the field".to_owned(),
        (None, _) => "Set-up".to_owned(),
    }
}

fn gone(field: &Field<'_>, lost: &Lost) -> Piece {
    let kind = field.chart.kind(lost.kind);
    Piece {
        id: lost.id.to_string(),
        side: lost.side.word().to_owned(),
        symbol: symbol(kind).to_owned(),
        kind: kind.alias.clone(),
        figure: kind.defense.to_string(),
        words: format!("{} {}, lost in turn {} on {}", kind.alias, lost.id, lost.turn, lost.square),
        ..Piece::default()
    }
}

pub(super) fn symbol(kind: &Kind) -> &'static str {
    match kind.name.as_str() {
        "velites" => "light-infantry",
        "princepes" => "swordsman",
        "triarii" | "african-infantry" => "spearman",
        "auxiliary-cavalry" | "spanish-cavalry" => "heavy-horse",
        "onager" => "engine",
        "caetrati" => "slinger",
        "numideans" => "light-horse",
        "scutarii" => "thureos",
        "celts" => "long-sword",
        "elephant" => "elephant",
        _ if kind.abilities.general => "general",
        _ => "heavy-infantry",
    }
}

/// The squares from which an adjacent enemy strikes a unit in flank or rear.
pub(super) fn zone(field: &Field<'_>, unit: &Unit) -> Vec<String> {
    let state = field.state;
    let weak = |from: &_| {
        let side = aspect(*from, unit.square, unit.facing, state.options.flank);
        matches!(side, Aspect::Side | Aspect::Rear)
    };
    let around = unit.square.neighbours(state.board.size).filter(weak);
    around.map(|square| square.to_string()).collect()
}
