//! The nations' business: commands, ranks, resources, new armies, the seasons, orders that came to nothing, the end.

use super::lone;
use super::realm::Realm;
use crate::elements::{ArmyId, Side};
use crate::events::{Event, Players, Politics, Sequence};
use crate::orders::battle::Whose;
use engine::story::{Gap, Line, Scene, say, side};
use engine::{Chapter, Seat};

/// What is gathered of a chapter's business.
#[derive(Default)]
struct Business {
    scenes: Vec<Scene>,
    given: Vec<(Seat, ArmyId)>,
    given_events: Vec<u32>,
    /// Armies that were formed, by their size.
    formed: Vec<(u16, Vec<ArmyId>, Vec<u32>)>,
    resources: Vec<u32>,
    voids: Vec<u32>,
}

/// The scenes of a chapter's business.
pub(super) fn scenes(realm: &Realm<'_>, chapter: &Chapter<Event>) -> Vec<Scene> {
    let mut all = Business::default();
    for entry in &chapter.events {
        match &entry.event {
            Event::Politics(politics) => all.politics(realm, entry.n, politics),
            Event::Players(players) => all.players(entry.n, players),
            Event::Sequence(sequence) => all.scenes.extend(sequence_scene(vec![entry.n], sequence)),
            Event::Movement(_)
            | Event::Encounter(_)
            | Event::Battles(_)
            | Event::Reports(_)
            | Event::Sieges(_)
            | Event::Fought(_) => {}
        }
    }
    let Business { mut scenes, given, given_events, formed, resources, voids } = all;
    scenes.extend(formed.into_iter().map(|(size, armies, events)| {
        let family = if armies.len() == 1 { "mustered" } else { "mustered/each" };
        let line = say(family).with("who", realm.armies(&armies)).with("count", size);
        lone(20, false, events, line)
    }));
    if !given.is_empty() {
        let mut scene = lone(30, true, given_events, Line::default());
        scene.full = commands(realm, &given);
        scene.brief.clone_from(&scene.full);
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

impl Business {
    fn politics(&mut self, realm: &Realm<'_>, n: u32, politics: &Politics) {
        match politics {
            Politics::Command { seat, army, .. } => {
                self.given.push((seat.clone(), *army));
                self.given_events.push(n);
            }
            Politics::Drawn { armies, .. } => {
                self.given.extend(armies.iter().map(|(army, seat)| (seat.clone(), *army)));
                self.given_events.push(n);
            }
            Politics::Mustered { army, size, .. } => {
                match self.formed.iter_mut().find(|(other, ..)| other == size) {
                    Some((_, armies, events)) => {
                        armies.push(*army);
                        events.push(n);
                    }
                    None => self.formed.push((*size, vec![*army], vec![n])),
                }
            }
            Politics::Raised { army, at, size, .. } => {
                let line = say("raised").with("who", realm.army(*army)).with("count", *size);
                let mut scene = lone(45, true, vec![n], line.with("place", realm.place(*at)));
                scene.headline = Some(say("headline/raised").with("who", realm.army(*army)));
                self.scenes.push(scene);
            }
            Politics::Resource { .. } => self.resources.push(n),
            Politics::Rank { side: of, order } => {
                self.scenes.extend(rank(realm, n, *of, order));
            }
            Politics::Control { .. }
            | Politics::RankThrow { .. }
            | Politics::Political { .. }
            | Politics::PassedOver { .. }
            | Politics::Disclosed { .. } => {}
        }
    }

    fn players(&mut self, n: u32, players: &Players) {
        let (score, family, seat) = match players {
            Players::Void { .. } => {
                self.voids.push(n);
                return;
            }
            Players::Missed { seat, .. } => (25, "missed", seat),
            Players::Vacant { seat, .. } => (60, "vacant", seat),
            Players::Vp { .. } | Players::Substitute { .. } | Players::Note { .. } => return,
        };
        let line = say(family).with("who", Gap::Seat(seat.to_string()));
        self.scenes.push(lone(score, true, vec![n], line));
    }
}

/// Who got which army, side by side; in brief where nobody got another than last year.
fn commands(realm: &Realm<'_>, given: &[(Seat, ArmyId)]) -> Vec<Line> {
    let keeps = |(seat, army): &(Seat, ArmyId)| {
        let mut players = realm.before.players.iter();
        players.any(|player| player.seat == *seat && player.last == Some(*army))
    };
    if given.iter().all(keeps) {
        return vec![say("commands/kept")];
    }
    let of = |of: Side| {
        let mut all = given.iter().filter(|(_, army)| army.side() == of).peekable();
        all.peek()?;
        let who: Vec<Line> = all
            .enumerate()
            .map(|(at, (seat, army))| {
                let line = say(if at == 0 { "command" } else { "command/more" });
                let line = line.with("who", Gap::Seat(seat.to_string()));
                line.with("army", realm.army_only(*army))
            })
            .collect();
        Some(say("commands").with("side", side(of)).with("who", who))
    };
    Side::BOTH.into_iter().filter_map(of).collect()
}

/// The order of a side's players, where it is another than before; else only if there is nothing else to tell.
fn rank(realm: &Realm<'_>, n: u32, of: Side, order: &[Seat]) -> Option<Scene> {
    let (first, rest) = order.split_first()?;
    let rest: Vec<Gap> = rest.iter().map(|seat| Gap::Seat(seat.to_string())).collect();
    let line = say("rank").with("side", side(of)).with("first", Gap::Seat(first.to_string()));
    let line = line.maybe("rest", (!rest.is_empty()).then_some(Gap::Series(rest)));
    let same = realm.before.order[of as usize] == order;
    Some(lone(if same { 1 } else { 8 }, false, vec![n], line))
}

fn sequence_scene(n: Vec<u32>, sequence: &Sequence) -> Option<Scene> {
    match sequence {
        Sequence::Season { season } => {
            let line = say(format!("season/{}", season.word()));
            Some(lone(1, false, n, line))
        }
        Sequence::Initiative { side: of, passes, .. } => {
            let (score, family) =
                if *passes { (15, "initiative/passes") } else { (1, "initiative/stays") };
            Some(lone(score, false, n, say(family).with("side", side(*of))))
        }
        Sequence::GameOver { finish } => {
            let first: Vec<Gap> = finish
                .ranking
                .first()
                .into_iter()
                .flatten()
                .map(|seat| Gap::Seat(seat.to_string()))
                .collect();
            let how = finish.how.word();
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
