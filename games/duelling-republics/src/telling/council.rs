//! The nations' business: commands, ranks, resources, new armies, the seasons, orders that came to nothing, the end.

use super::lone;
use super::realm::{Realm, side};
use crate::elements::Side;
use crate::events::{Event, Players, Politics, Sequence};
use crate::orders::battle::Whose;
use engine::Chapter;
use engine::story::{Gap, Line, Scene, say};

/// The scenes of a chapter's business.
pub(super) fn scenes(realm: &Realm<'_>, chapter: &Chapter<Event>) -> Vec<Scene> {
    let mut scenes = Vec::new();
    let (mut given, mut given_events): (Vec<Line>, Vec<u32>) = Default::default();
    let (mut resources, mut voids): (Vec<u32>, Vec<u32>) = Default::default();
    for entry in &chapter.events {
        let n = vec![entry.n];
        match &entry.event {
            Event::Politics(politics) => match politics.as_ref() {
                Politics::Command { seat, army, .. } => {
                    let line = say("command").with("who", Gap::Seat(seat.to_string()));
                    given.push(line.with("army", realm.army(*army)));
                    given_events.push(entry.n);
                }
                Politics::Drawn { armies, .. } => {
                    for (army, seat) in armies {
                        let line = say("command").with("who", Gap::Seat(seat.to_string()));
                        given.push(line.with("army", realm.army(*army)));
                    }
                    given_events.push(entry.n);
                }
                Politics::Mustered { army, size, .. } => {
                    let line = say("mustered").with("who", realm.army(*army)).with("count", *size);
                    scenes.push(lone(20, false, n, line));
                }
                Politics::Raised { army, at, size, .. } => {
                    let line = say("raised").with("who", realm.army(*army)).with("count", *size);
                    let mut scene = lone(45, true, n, line.with("place", realm.place(*at)));
                    scene.headline = Some(say("headline/raised").with("who", realm.army(*army)));
                    scenes.push(scene);
                }
                Politics::Resource { .. } => resources.push(entry.n),
                Politics::Rank { side: of, order } => {
                    let who: Vec<Gap> =
                        order.iter().map(|seat| Gap::Seat(seat.to_string())).collect();
                    let line = say("rank").with("side", side(*of)).with("who", Gap::Series(who));
                    scenes.push(lone(8, false, n, line));
                }
                Politics::Control { .. }
                | Politics::RankThrow { .. }
                | Politics::Political { .. }
                | Politics::PassedOver { .. }
                | Politics::Disclosed { .. } => {}
            },
            Event::Players(players) => match players.as_ref() {
                Players::Void { .. } => voids.push(entry.n),
                Players::Missed { seat, .. } => {
                    let line = say("missed").with("who", Gap::Seat(seat.to_string()));
                    scenes.push(lone(25, true, n, line));
                }
                Players::Vacant { seat, .. } => {
                    let line = say("vacant").with("who", Gap::Seat(seat.to_string()));
                    scenes.push(lone(60, true, n, line));
                }
                Players::Vp { .. } | Players::Substitute { .. } | Players::Note { .. } => {}
            },
            Event::Sequence(sequence) => scenes.extend(sequence_scene(n, sequence)),
            _ => {}
        }
    }
    if !given.is_empty() {
        let mut scene = lone(30, true, given_events, say("commands").with("who", given));
        scene.headline = Some(say("headline/commands"));
        scenes.push(scene);
    }
    if !resources.is_empty() {
        let line = say("resources").with("count", resources.len());
        scenes.push(lone(15, false, resources, line));
    }
    if !voids.is_empty() {
        let line = say("void").with("count", voids.len());
        scenes.push(lone(25, true, voids, line));
    }
    scenes
}

fn sequence_scene(n: Vec<u32>, sequence: &Sequence) -> Option<Scene> {
    match sequence {
        Sequence::Season { season } => {
            let line = say(format!("season/{}", season.word()));
            Some(lone(2, false, n, line))
        }
        Sequence::Initiative { side: of, passes, .. } => {
            let family = if *passes { "initiative/passes" } else { "initiative/stays" };
            Some(lone(10, false, n, say(family).with("side", side(*of))))
        }
        Sequence::GameOver { finish } => {
            let first: Vec<Gap> = finish
                .ranking
                .first()
                .into_iter()
                .flatten()
                .map(|seat| Gap::Seat(seat.to_string()))
                .collect();
            let how = word(finish.how);
            let victor = match finish.victor {
                Whose::Rome => Some(Side::Rome),
                Whose::Carthage => Some(Side::Carthage),
                Whose::Nobody => None,
            };
            let mut scene = lone(200, true, n, say(format!("over/{how}")));
            scene.full.push(say("over/first").with("who", Gap::Series(first.clone())));
            scene.brief = scene.full.clone();
            scene.headline = Some(match victor {
                Some(of) => say("headline/won").with("side", side(of)),
                None => say("headline/over").with("who", Gap::Series(first)),
            });
            scene.run_in = Some(say("run-in/over"));
            Some(scene)
        }
        Sequence::Stage { .. }
        | Sequence::NextSeason { .. }
        | Sequence::Year { .. }
        | Sequence::SeasonOver { .. }
        | Sequence::YearOver { .. } => None,
    }
}

const fn word(how: crate::state::Ending) -> &'static str {
    match how {
        crate::state::Ending::Capital => "capital",
        crate::state::Ending::Time => "time",
        crate::state::Ending::Agreement => "agreement",
        crate::state::Ending::Resigned => "resigned",
    }
}
