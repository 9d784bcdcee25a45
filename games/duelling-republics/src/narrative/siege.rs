//! Sieges: begun, dug, lifted, won.

use super::lone;
use super::realm::Realm;
use crate::events::{Event, Sieges};
use crate::names::Name;
use engine::Chapter;
use engine::story::{Scene, say};

/// The scenes of a chapter's sieges.
pub(super) fn scenes(realm: &Realm<'_>, chapter: &Chapter<Event>) -> Vec<Scene> {
    let mut scenes = Vec::new();
    for entry in &chapter.events {
        if let Event::Sieges(siege) = &entry.event {
            scenes.extend(scene(realm, entry.n, siege));
        }
    }
    scenes
}

fn scene(realm: &Realm<'_>, n: u32, siege: &Sieges) -> Option<Scene> {
    let n = vec![n];
    let scene = match siege {
        Sieges::SiegeBegun { at, besieger, besieged, joins, .. } => {
            let family = if *joins { "siege/joined" } else { "siege/begun" };
            let line = say(family)
                .with("who", realm.army(*besieger))
                .with("place", realm.place(*at))
                .maybe("whom", besieged.map(|army| realm.army(army)));
            let mut scene = lone(if *joins { 40 } else { 70 }, false, n, line);
            let headline = say("headline/siege").with("who", realm.army(*besieger));
            scene.headline = Some(headline.with("place", realm.place(*at)));
            scene
        }
        Sieges::SiegeRoll { at, totals, won, .. } => season(realm, n, *at, *totals, *won),
        Sieges::SiegeLostElement { army, lost } => {
            // Who may not know an army's elements knows that it lost some, not how many.
            let line = if lost.is_empty() {
                say("siege/lost-some")
            } else {
                say("siege/lost").with("count", lost.len())
            };
            lone(30, false, n, line.with("who", realm.army(*army)))
        }
        Sieges::SiegeLifted { at, .. } => {
            let mut scene = lone(60, false, n, say("siege/lifted").with("place", realm.place(*at)));
            scene.headline = Some(say("headline/lifted").with("place", realm.place(*at)));
            scene
        }
        Sieges::SiegeLeft { at, army } => {
            let line = say("siege/left").with("who", realm.army(*army));
            lone(45, false, n, line.with("place", realm.place(*at)))
        }
        Sieges::SiegeWon { at, by, .. } => {
            let line =
                say("siege/won").with("who", realm.army(*by)).with("place", realm.place(*at));
            let seasons = realm.ledger.times(at, "siege") + 1;
            let mut scene = lone(110, true, n, line.with("count", seasons));
            let headline = say("headline/siege-won").with("place", realm.place(*at));
            scene.headline = Some(headline.with("who", realm.army(*by)));
            scene.run_in = Some(say("run-in/siege-won").with("place", realm.place(*at)));
            scene
        }
        Sieges::SiegeFought { .. } | Sieges::SiegeThrow { .. } => return None,
    };
    Some(scene)
}

/// A season before the walls.
fn season(realm: &Realm<'_>, n: Vec<u32>, at: Name, totals: [u8; 2], won: bool) -> Scene {
    let line = say(if won { "siege/gained" } else { "siege/dug" })
        .with("place", realm.place(at))
        .with("more", totals[0])
        .with("less", totals[1]);
    let mut scene = lone(20, false, n, line);
    let seasons = realm.ledger.times(at, "siege");
    if seasons > 0 {
        let line = say("memory/siege").with("place", realm.place(at));
        scene.full.push(line.with("count", seasons + 1));
        scene.brief = scene.full.clone();
    }
    scene.headline = Some(say("headline/dug").with("place", realm.place(at)));
    scene
}
