//! How the war stands: standfirst, balance, whose decision it is.

use super::land::{Land, count_of};
use crate::events::{Event, Removal, UnitEvent};
use crate::names::{Side, Unit};
use engine::Chapter;
use engine::kit::Pair;
use engine::story::{Gap, Line, cost, say, side};
use std::cmp::Ordering;

/// Areas of influence and strength, now and before.
pub(super) fn standfirst(land: &Land<'_>) -> Vec<Line> {
    let (chart, needed) = (land.rules.chart(), land.rules.worth().influence);
    let was = Pair::from_fn(|of| land.was.gains(chart, of));
    let now = Pair::from_fn(|of| land.now.gains(chart, of));
    let armies = Pair::from_fn(|of| land.now.armies(chart, of));
    let only =
        |of: Side, count| say("stand/before-one").with("side", side(of)).with("count", count);
    let before = (was != now).then(|| match (was.rome, was.carthage) {
        (0, 0) => say("stand/before-none"),
        (rome, carthage) if carthage == now.carthage => only(Side::Rome, rome),
        (rome, carthage) if rome == now.rome => only(Side::Carthage, carthage),
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

/// What battles cost a side in a record.
#[derive(Default)]
struct Toll {
    armies: u32,
    fleets: u32,
    hannibal: bool,
}

/// What the record cost both sides.
pub(super) fn balance(land: &Land<'_>, chapters: &[Chapter<Event>]) -> Vec<Line> {
    let mut tolls: Pair<Toll> = Pair::from_fn(|_| Toll::default());
    for entry in chapters.iter().flat_map(|chapter| &chapter.events) {
        match &entry.event {
            Event::Units(UnitEvent::Removed { seat, unit, why: Removal::Battle, .. }) => {
                tolls[*seat].add(*unit, 1);
            }
            Event::Units(UnitEvent::LostInRetreat { seat, units, area, .. }) => {
                tolls[*seat].add(land.arm(*area), *units);
            }
            _ => {}
        }
    }
    cost(Pair::from_fn(|of| tolls[of].words()))
}

impl Toll {
    fn add(&mut self, unit: Unit, count: u32) {
        match unit {
            Unit::Hannibal => self.hannibal = true,
            Unit::Escort => (self.hannibal, self.armies) = (true, self.armies + count),
            Unit::Army => self.armies += count,
            Unit::Fleet => self.fleets += count,
        }
    }

    fn words(&self) -> Option<Gap> {
        let counted = |unit, count: u32| (count > 0).then(|| count_of(unit, count));
        let all = [
            self.hannibal.then(|| count_of(Unit::Hannibal, 1)),
            counted(Unit::Army, self.armies),
            counted(Unit::Fleet, self.fleets),
        ];
        let all: Vec<Line> = all.into_iter().flatten().collect();
        (!all.is_empty()).then(|| all.into())
    }
}
