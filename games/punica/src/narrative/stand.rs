//! How the war stands: standfirst, balance, whose decision it is.

use super::land::Land;
use crate::events::{Event, Removal, UnitEvent};
use crate::names::Side;
use engine::Chapter;
use engine::kit::Pair;
use engine::story::{Line, say, side};
use std::cmp::Ordering;

/// Areas of influence and strength, now and before.
pub(super) fn standfirst(land: &Land<'_>) -> Vec<Line> {
    let (chart, needed) = (land.rules.chart(), land.rules.worth().influence);
    let was = Pair::from_fn(|of| land.was.gains(chart, of));
    let now = Pair::from_fn(|of| land.now.gains(chart, of));
    let armies = Pair::from_fn(|of| land.now.armies(chart, of));
    let before = (was != now).then(|| match (was.rome, was.carthage) {
        (0, 0) => say("stand/before-none"),
        (rome, carthage) => say("stand/before").with("rome", rome).with("carthage", carthage),
    });
    let (of, more, less) = match now.rome.cmp(&now.carthage) {
        Ordering::Less => (Side::Carthage, now.carthage, now.rome),
        Ordering::Equal | Ordering::Greater => (Side::Rome, now.rome, now.carthage),
    };
    let family = match (more, less) {
        (0, _) => "stand/nobody",
        (_, 0) => "stand/alone",
        (more, less) if more == less => "stand/level",
        (..) => "stand/ahead",
    };
    let line = say(family).with("side", side(of)).with("other", side(of.other()));
    let line = line.with("more", more).with("less", less).with("needed", needed);
    let mut lines = vec![line.maybe("before", before)];
    // How many armies there are is news where their number changed, and at the beginning and the end.
    let had = Pair::from_fn(|of| land.was.armies(chart, of));
    if armies != had || land.after.turn <= 1 || land.after.ended.is_some() {
        let line = say("stand/armies").with("rome", armies.rome);
        lines.push(line.with("carthage", armies.carthage));
    }
    if let Some(seat) = land.after.offer.filter(|_| land.after.ended.is_none()) {
        lines.push(say("stand/offer").with("side", side(seat)));
    }
    lines
}

/// What the record cost both sides.
pub(super) fn balance(chapters: &[Chapter<Event>]) -> Vec<Line> {
    let mut lost: Pair<u32> = Pair::from_fn(|_| 0);
    for entry in chapters.iter().flat_map(|chapter| &chapter.events) {
        match &entry.event {
            Event::Units(UnitEvent::Removed { seat, why: Removal::Battle, .. }) => {
                lost[*seat] += 1;
            }
            Event::Units(UnitEvent::LostInRetreat { seat, units, .. }) => lost[*seat] += units,
            _ => {}
        }
    }
    match (lost.rome, lost.carthage) {
        (0, 0) => Vec::new(),
        (rome, carthage) => vec![say("balance").with("rome", rome).with("carthage", carthage)],
    }
}
