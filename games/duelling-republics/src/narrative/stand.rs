//! How the war stands: standfirst, balance, whose decision it is.

use super::DuellingRepublics;
use super::realm::Realm;
use crate::elements::Side;
use crate::events::{Event, Players};
use engine::Chapter;
use engine::story::{Gap, Line, StoryContext, say};
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

/// Who leads, and how many provinces each side has, now and before.
pub(super) fn standfirst(realm: &Realm<'_>) -> Vec<Line> {
    let state = realm.after;
    let best = state.players.iter().map(|player| player.vp).max().unwrap_or(0);
    let first: Vec<Gap> = state
        .players
        .iter()
        .filter(|player| player.vp == best)
        .map(|player| Gap::Seat(player.seat.to_string()))
        .collect();
    if state.year == 0 {
        return vec![say("stand/before-war")];
    }
    let lead = if first.len() == state.players.len() || first.len() > 2 {
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
    vec![lead, provinces]
}

/// The points of the record, player by player.
pub(super) fn balance(realm: &Realm<'_>, chapters: &[Chapter<Event>]) -> Vec<Line> {
    let mut points: BTreeMap<String, i64> = BTreeMap::new();
    for entry in chapters.iter().flat_map(|chapter| &chapter.events) {
        if let Event::Players(players) = &entry.event
            && let Players::Vp { seat, delta, .. } = players.as_ref()
        {
            *points.entry(seat.to_string()).or_default() += i64::from(*delta);
        }
    }
    let told: Vec<Gap> = realm
        .after
        .players
        .iter()
        .filter_map(|player| {
            let seat = player.seat.to_string();
            let delta = *points.get(&seat)?;
            let family = match delta.signum() {
                1 => "points/won",
                -1 => "points/lost",
                _ => return None,
            };
            let line = say(family).with("who", Gap::Seat(seat)).with("count", delta.abs());
            Some(Gap::Said(line))
        })
        .collect();
    if told.is_empty() {
        Vec::new()
    } else {
        vec![say("balance").with("points", Gap::Series(told))]
    }
}

/// Whose decision it is.
pub(super) fn now(told: &StoryContext<'_, DuellingRepublics>) -> Vec<Line> {
    let mut lines: Vec<(String, Vec<Gap>)> = Vec::new();
    for asked in told.awaited.iter().filter(|asked| !asked.optional) {
        let family = format!("now/{}", asked.prompt);
        let who = Gap::Seat(asked.seat.to_string());
        match lines.iter_mut().find(|(other, _)| *other == family) {
            Some((_, seats)) => seats.push(who),
            None => lines.push((family, vec![who])),
        }
    }
    lines.into_iter().map(|(family, seats)| say(family).with("who", Gap::Series(seats))).collect()
}
