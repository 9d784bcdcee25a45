//! How the war stands: standfirst, whose decision it is.

use super::DuellingRepublics;
use super::realm::Realm;
use crate::elements::Side;
use crate::events::{Event, Players};
use engine::Chapter;
use engine::story::{Gap, Line, StoryContext, say, side};
use std::collections::BTreeMap;

/// The headline of a record whose scenes give none.
pub(super) fn headline(chapters: &[Chapter<Event>]) -> Option<Line> {
    Some(match chapters.first()?.phase.name.as_ref() {
        "ready" => say("headline/ready"),
        "setup" => say("headline/setup"),
        "resources" | "allocate" => say("headline/resources"),
        "commands" => say("headline/commands"),
        _ => say("headline/quiet"),
    })
}

/// Who leads, how many provinces each side has, now and before, and what points the record brought.
pub(super) fn standfirst(realm: &Realm<'_>, chapters: &[Chapter<Event>]) -> Vec<Line> {
    let state = realm.after;
    let best = state.players.iter().map(|player| player.vp).max().unwrap_or(0);
    let first: Vec<Gap> = state
        .players
        .iter()
        .filter(|player| player.vp == best)
        .map(|player| Gap::Seat(player.seat.to_string()))
        .collect();
    if state.year == 0 {
        return vec![say("stand/before-war").with("count", state.players.len())];
    }
    let lead = if best == 0 {
        say("stand/none")
    } else if first.len() == state.players.len() || first.len() > 2 {
        say("stand/level").with("count", best)
    } else {
        say("stand/leads").with("who", Gap::Series(first)).with("count", best)
    };
    let (rome, carthage) = (state.provinces(Side::Rome), state.provinces(Side::Carthage));
    let was = (realm.before.provinces(Side::Rome), realm.before.provinces(Side::Carthage));
    let before = (was != (rome, carthage) && was != (0, 0))
        .then(|| say("stand/before").with("rome", was.0).with("carthage", was.1));
    let provinces = say("stand/provinces")
        .with("rome", rome)
        .with("carthage", carthage)
        .maybe("before", before);
    let mut lines = vec![lead];
    // The count of provinces is news where it changed, and when the war begins.
    if was != (rome, carthage) || realm.before.year == 0 {
        lines.push(provinces);
    }
    lines.extend(points(realm, chapters));
    lines
}

/// Points of one side in a record that are news by themselves.
const NEWS: i64 = 3;

/// The points that the generals of each side won and lost, where they were many; the table has each general's.
fn points(realm: &Realm<'_>, chapters: &[Chapter<Event>]) -> Option<Line> {
    let mut points: BTreeMap<Side, i64> = BTreeMap::new();
    for entry in chapters.iter().flat_map(|chapter| &chapter.events) {
        if let Event::Players(players) = &entry.event
            && let Players::Vp { seat, delta, .. } = players.as_ref()
            && let Some(player) = realm.after.players.iter().find(|player| player.seat == *seat)
        {
            *points.entry(player.side).or_default() += i64::from(*delta);
        }
    }
    let of = |side: Side| points.get(&side).copied().unwrap_or(0);
    let (rome, carthage) = (of(Side::Rome), of(Side::Carthage));
    let news = |points: i64| !(0..NEWS).contains(&points);
    let line = match (rome, carthage) {
        (0, 0) => return None,
        (rome, 0) => of_one(side(Side::Rome), rome),
        (0, carthage) => of_one(side(Side::Carthage), carthage),
        (rome, carthage) if rome > 0 && carthage > 0 => {
            say("stand/points").with("rome", rome).with("carthage", carthage)
        }
        (rome, carthage) => say("stand/points/apart").with("rome", rome).with("carthage", carthage),
    };
    (news(rome) || news(carthage)).then_some(line)
}

/// The points of the one side whose generals won or lost any.
fn of_one(of: Line, points: i64) -> Line {
    let family = if points > 0 { "stand/points/won" } else { "stand/points/lost" };
    say(family).with("side", of).with("count", points.abs())
}

/// Whose decision it is; where that is everybody's, nobody is named.
pub(super) fn now(told: &StoryContext<'_, DuellingRepublics>) -> Vec<Line> {
    let all = told.view.state.players.len();
    let whole = |line: &Line| matches!(line.gaps.get("who"), Some(Gap::Series(seats)) if seats.len() == all && all > 2);
    let lines = told.decisions().into_iter();
    let everybody = |line: Line| {
        let prompt = line.family.rsplit('/').next().unwrap_or_default();
        say(format!("now/all/{prompt}")).with("who", say("everybody"))
    };
    lines.map(|line| if whole(&line) { everybody(line) } else { line }).collect()
}
