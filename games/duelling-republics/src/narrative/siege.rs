//! Sieges: begun, dug, lifted, won.

use super::lone;
use super::realm::Realm;
use crate::elements::ArmyId;
use crate::events::{Event, Sieges};
use crate::names::Name;
use engine::Chapter;
use engine::story::{Gap, Line, Scene, say};

/// What is told of a siege.
enum Told {
    Scene(Scene),
    Season(Season),
}

/// A season before walls: the throw, whom it cost something, and whether the city fell.
struct Season {
    at: Name,
    totals: [u8; 2],
    won: bool,
    counter: u8,
    /// Armies that lost elements, with their number as far as the viewer knows it.
    worn: Vec<(ArmyId, usize)>,
    taken: Option<ArmyId>,
    events: Vec<u32>,
}

/// The scenes of a chapter's sieges.
pub(super) fn scenes(realm: &Realm<'_>, chapter: &Chapter<Event>) -> Vec<Scene> {
    let mut told = Vec::new();
    for entry in &chapter.events {
        if let Event::Sieges(siege) = &entry.event {
            gather(realm, &mut told, entry.n, siege);
        }
    }
    let scene = |told| match told {
        Told::Scene(scene) => scene,
        Told::Season(season) => season.scene(realm),
    };
    told.into_iter().map(scene).collect()
}

fn gather(realm: &Realm<'_>, told: &mut Vec<Told>, n: u32, siege: &Sieges) {
    let season = told.iter_mut().rev().find_map(|one| match one {
        Told::Season(season) => Some(season),
        Told::Scene(_) => None,
    });
    match (siege, season) {
        (Sieges::SiegeRoll { at, totals, won, counter, .. }, _) => {
            let (at, totals, won, counter) = (*at, *totals, *won, *counter);
            let (worn, taken, events) = (Vec::new(), None, vec![n]);
            told.push(Told::Season(Season { at, totals, won, counter, worn, taken, events }));
        }
        // Losses follow the throw that they come from.
        (Sieges::SiegeLostElement { army, lost }, Some(season)) => {
            season.worn.push((*army, lost.len()));
            season.events.push(n);
        }
        (Sieges::SiegeWon { at, by, .. }, Some(season)) if season.at == *at => {
            season.taken = Some(*by);
            season.events.push(n);
        }
        (other, _) => told.extend(scene(realm, n, other).map(Told::Scene)),
    }
}

fn scene(realm: &Realm<'_>, n: u32, siege: &Sieges) -> Option<Scene> {
    let n = vec![n];
    let scene = match siege {
        Sieges::SiegeBegun { at, besieger, besieged, joins, .. } => {
            let family = if *joins { "siege/joined" } else { "siege/begun" };
            let line = say(family)
                .with("who", realm.led(*besieger))
                .with("place", realm.place(*at))
                .maybe("whom", besieged.map(|army| realm.army(army)));
            let mut scene = lone(if *joins { 40 } else { 70 }, false, n, line);
            let headline = say("headline/siege").with("who", realm.army(*besieger));
            scene.headline = Some(headline.with("place", realm.place(*at)));
            scene
        }
        Sieges::SiegeLostElement { army, lost } => {
            lone(30, false, n, loss(realm, *army, lost.len()))
        }
        Sieges::SiegeLifted { at, .. } => {
            let mut scene = lone(60, false, n, say("siege/lifted").with("place", realm.place(*at)));
            scene.headline = Some(say("headline/lifted").with("place", realm.place(*at)));
            scene
        }
        Sieges::SiegeLeft { at, army } => {
            let line = say("siege/left").with("who", realm.led(*army));
            lone(45, false, n, line.with("place", realm.place(*at)))
        }
        Sieges::SiegeWon { at, by, .. } => {
            let line =
                say("siege/won").with("who", realm.army(*by)).with("place", realm.place(*at));
            fallen(realm, lone(110, true, n, line), *at, *by)
        }
        Sieges::SiegeRoll { .. } | Sieges::SiegeFought { .. } | Sieges::SiegeThrow { .. } => {
            return None;
        }
    };
    Some(scene)
}

/// What an army lost before walls. Who may not know its elements knows that it lost some, not how many.
fn loss(realm: &Realm<'_>, army: ArmyId, count: usize) -> Line {
    let line = match count {
        0 => say("siege/lost-some"),
        _ => say("siege/lost").with("count", count),
    };
    line.with("who", realm.army(army))
}

/// A scene with the headline of a city that fell.
fn fallen(realm: &Realm<'_>, mut scene: Scene, at: Name, by: ArmyId) -> Scene {
    let headline = say("headline/siege-won").with("place", realm.place(at));
    scene.headline = Some(headline.with("who", realm.army(by)));
    scene.run_in = Some(say("run-in/siege-won").with("place", realm.place(at)));
    scene
}

impl Season {
    fn scene(self, realm: &Realm<'_>) -> Scene {
        let family = match (self.taken.is_some(), self.won, self.counter) {
            (true, ..) => "siege/won/season",
            (false, true, _) => "siege/gained",
            (false, false, 0 | 1) => "siege/dug/first",
            (false, false, _) => "siege/dug",
        };
        let line = say(family)
            .with("place", realm.place(self.at))
            .with("more", self.totals[0])
            .with("less", self.totals[1])
            .with("nth", Gap::Ordinal(u32::from(self.counter)))
            .with("count", self.counter)
            .maybe("who", self.taken.map(|army| realm.army(army)));
        let mut lines = vec![line];
        lines.extend(self.losses(realm));
        let (at, score) = (self.at, if self.taken.is_some() { 110 } else { 20 });
        let mut scene = lone(score, self.taken.is_some(), self.events, lines[0].clone());
        (scene.full, scene.brief) = (lines.clone(), lines);
        scene.headline = Some(say("headline/dug").with("place", realm.place(at)));
        match self.taken {
            Some(by) => fallen(realm, scene, at, by),
            None => scene,
        }
    }

    /// Whom the season cost something: those before the walls, those behind them, or both; by name whose number is known.
    fn losses(&self, realm: &Realm<'_>) -> Vec<Line> {
        let counted = self.worn.iter().filter(|(_, count)| *count > 0);
        let mut lines: Vec<Line> =
            counted.map(|(army, count)| loss(realm, *army, *count)).collect();
        let within = |army: ArmyId| {
            let sieges = [&realm.before.sieges, &realm.after.sieges];
            let mut here = sieges.iter().filter_map(|sieges| sieges.get(&self.at));
            here.any(|siege| siege.besieged.contains(&army))
        };
        let some = self.worn.iter().filter(|(_, count)| *count == 0);
        let behind: Vec<bool> = some.map(|(army, _)| within(*army)).collect();
        lines.extend(match (behind.contains(&true), behind.contains(&false)) {
            (false, false) => None,
            (true, true) => Some(say("siege/worn/both")),
            (false, true) => Some(say("siege/worn/outside")),
            (true, false) => Some(say("siege/worn/inside")),
        });
        lines
    }
}
