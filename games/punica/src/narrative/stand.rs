//! How the war stands: standfirst, balance, whose decision it is.

use super::land::Land;
use crate::events::{Event, Removal, UnitEvent};
use engine::Chapter;
use engine::kit::Pair;
use engine::story::{Line, say, side};

/// Areas of influence and strength, now and before.
pub(super) fn standfirst(land: &Land<'_>) -> Vec<Line> {
    let (chart, needed) = (land.rules.chart(), land.rules.worth().influence);
    let was = Pair::from_fn(|of| land.was.gains(chart, of));
    let now = Pair::from_fn(|of| land.now.gains(chart, of));
    let armies = Pair::from_fn(|of| land.now.armies(chart, of));
    let before = (was != now)
        .then(|| say("stand/before").with("rome", was.rome).with("carthage", was.carthage));
    let mut lines = vec![
        say("stand/influence")
            .with("rome", now.rome)
            .with("carthage", now.carthage)
            .with("needed", needed)
            .maybe("before", before),
        say("stand/armies").with("rome", armies.rome).with("carthage", armies.carthage),
    ];
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
