//! A battle from the meeting of the armies to its end: one scene.

use super::realm::Realm;
use super::{blows, lone};
use crate::battle;
use crate::battle::events::{Blow, Course, Ending};
use crate::elements::{ArmyId, ElementId, Side};
use crate::events::{Battles, Encounter, Event};
use crate::names::Name;
use crate::orders::battle::{BattleId, Whose};
use engine::Chapter;
use engine::story::{Line, Scene, say, side};

/// The elements that each army lost.
type Fallen = Vec<(ArmyId, Vec<ElementId>)>;

/// What is told of one battle.
struct Clash {
    id: BattleId,
    at: Option<Name>,
    sides: Option<(ArmyId, ArmyId)>,
    bounds: u8,
    killed: Vec<ArmyId>,
    generals: Vec<ArmyId>,
    camps: Vec<ArmyId>,
    broken: Option<(ArmyId, u8)>,
    night: bool,
    over: Option<(Whose, Fallen)>,
    events: Vec<u32>,
}

/// The scenes of a chapter's battles and evasions.
pub(super) fn scenes(realm: &Realm<'_>, chapter: &Chapter<Event>) -> Vec<Scene> {
    let mut clashes: Vec<Clash> = Vec::new();
    let mut scenes = Vec::new();
    for entry in &chapter.events {
        match &entry.event {
            Event::Battles(battle) => met(&mut clashes, entry.n, battle),
            Event::Encounter(encounter) => {
                if let Encounter::Evasion { armies, battle, prevails, .. } = encounter.as_ref() {
                    let family = if *battle { "evasion/met" } else { "evasion/avoided" };
                    let line = say(family).with("who", realm.armies(armies));
                    let line = line.maybe("winner", prevails.map(|army| realm.army(army)));
                    scenes.push(lone(30, false, vec![entry.n], line));
                }
            }
            // Blows follow, gathered by battle.
            Event::Fought(_)
            | Event::Sequence(_)
            | Event::Politics(_)
            | Event::Movement(_)
            | Event::Players(_)
            | Event::Reports(_)
            | Event::Sieges(_) => {}
        }
    }
    for (n, fought) in blows(chapter) {
        let clash = of(&mut clashes, fought.battle);
        struck(clash, n, &fought.event);
    }
    scenes.extend(clashes.iter().filter_map(|clash| scene(realm, clash)));
    scenes
}

fn of(clashes: &mut Vec<Clash>, id: BattleId) -> &mut Clash {
    let at = clashes.iter().position(|clash| clash.id == id).unwrap_or_else(|| {
        clashes.push(Clash {
            id,
            at: None,
            sides: None,
            bounds: 0,
            killed: Vec::new(),
            generals: Vec::new(),
            camps: Vec::new(),
            broken: None,
            night: false,
            over: None,
            events: Vec::new(),
        });
        clashes.len() - 1
    });
    &mut clashes[at]
}

fn met(clashes: &mut Vec<Clash>, n: u32, battle: &Battles) {
    match battle {
        Battles::Contact { battle, at, attacker, defender, .. } => {
            let clash = of(clashes, *battle);
            (clash.at, clash.sides) = (Some(*at), Some((*attacker, *defender)));
            clash.events.push(n);
        }
        Battles::BattleOver { battle, at, winner, losses, .. } => {
            let clash = of(clashes, *battle);
            clash.at = Some(*at);
            clash.over = Some((*winner, losses.clone()));
            clash.events.push(n);
        }
        Battles::MinorWar { battle, at, .. } => {
            let clash = of(clashes, *battle);
            (clash.at, clash.sides) = (Some(*at), Some((ArmyId::Ma, ArmyId::Mb)));
            clash.events.push(n);
        }
        Battles::Joined { .. }
        | Battles::BattleCalled { .. }
        | Battles::PlanFiled { .. }
        | Battles::Mode { .. }
        | Battles::BattleStage { .. }
        | Battles::Succeeds { .. }
        | Battles::Chest { .. }
        | Battles::NoMinorWar { .. } => {}
    }
}

fn struck(clash: &mut Clash, n: u32, event: &battle::events::Event) {
    match event {
        battle::events::Event::Course(Course::Bound { bound, .. }) => {
            clash.bounds = clash.bounds.max(*bound);
            return;
        }
        battle::events::Event::Course(Course::Deployed(deployed)) => {
            let armies = (deployed.attacker.host.army, deployed.defender.host.army);
            clash.sides = clash.sides.or(Some(armies));
        }
        battle::events::Event::Blow(Blow::Killed { who, .. }) => clash.killed.push(who.army),
        battle::events::Event::Blow(Blow::GeneralKilled { who, .. }) => {
            clash.generals.push(who.army);
        }
        battle::events::Event::Blow(Blow::CampLooted { army, .. }) => clash.camps.push(*army),
        battle::events::Event::Ending(Ending::Broken { army, losses, .. }) => {
            clash.broken = Some((*army, *losses));
        }
        battle::events::Event::Ending(Ending::Night { .. }) => clash.night = true,
        battle::events::Event::Course(
            Course::Edge { .. }
            | Course::Pips { .. }
            | Course::Rally { .. }
            | Course::Shaken { .. }
            | Course::Line(_),
        )
        | battle::events::Event::Manoeuvre(_)
        | battle::events::Event::Blow(Blow::Fight(_) | Blow::CampFight { .. })
        | battle::events::Event::Ending(
            Ending::Pursuit { .. } | Ending::Withdrew { .. } | Ending::Withdrawal { .. },
        ) => return,
    }
    clash.events.push(n);
}

fn scene(realm: &Realm<'_>, clash: &Clash) -> Option<Scene> {
    let place = clash.at.map(|at| realm.place(at));
    if clash.over.is_none() && clash.killed.is_empty() {
        let (attacker, defender) = clash.sides?;
        let line = say("battle/pending")
            .with("who", realm.army(attacker))
            .with("whom", realm.army(defender))
            .maybe("place", place.clone());
        let mut scene = lone(80, true, clash.events.clone(), line);
        scene.headline =
            Some(say("headline/contact").with("who", realm.army(attacker)).maybe("place", place));
        return Some(scene);
    }
    let full = lines(realm, clash, place.as_ref());
    let winner = clash.over.as_ref().and_then(|(winner, _)| won(*winner));
    let lost: usize =
        clash.over.iter().flat_map(|(_, losses)| losses).map(|(_, lost)| lost.len()).sum();
    let named = |family: &'static str| {
        say(family)
            .maybe("place", place.clone())
            .maybe("side", winner.map(side))
            .maybe("who", clash.broken.map(|(army, _)| realm.army(army)))
            .with("count", lost)
    };
    let brief = if winner.is_some() { named("brief/won") } else { named("brief/undecided") };
    let headline = match (clash.broken.is_some(), winner.is_some()) {
        (true, _) => "headline/broken",
        (false, true) => "headline/battle-won",
        (false, false) => "headline/battle-undecided",
    };
    Some(Scene {
        score: if clash.broken.is_some() { 120 } else { 80 },
        kept: true,
        events: clash.events.clone(),
        headline: Some(named(headline)),
        run_in: Some(named("run-in/battle")),
        full,
        brief: vec![brief],
    })
}

const fn won(winner: Whose) -> Option<Side> {
    match winner {
        Whose::Rome => Some(Side::Rome),
        Whose::Carthage => Some(Side::Carthage),
        Whose::Nobody => None,
    }
}

fn lines(realm: &Realm<'_>, clash: &Clash, place: Option<&Line>) -> Vec<Line> {
    let mut lines = Vec::new();
    if let Some((attacker, defender)) = clash.sides {
        lines.push(
            say("battle/met")
                .with("who", realm.army_only(attacker))
                .with("whom", realm.army_only(defender))
                .maybe("general", realm.general(attacker))
                .maybe("rival", realm.general(defender))
                .maybe("place", place.cloned()),
        );
        let killed = |army: ArmyId| clash.killed.iter().filter(|other| **other == army).count();
        let (ours, theirs) = (killed(attacker), killed(defender));
        if ours + theirs > 0 {
            let bounds = (clash.bounds > 0).then_some(clash.bounds);
            lines.push(
                say("battle/killed")
                    .with("who", realm.army_only(attacker))
                    .with("whom", realm.army_only(defender))
                    .with("ours", ours)
                    .with("theirs", theirs)
                    .maybe("bounds", bounds),
            );
        }
    }
    for army in &clash.generals {
        lines.push(say("battle/general").with("who", realm.army_only(*army)));
    }
    for army in &clash.camps {
        lines.push(say("battle/camp").with("who", realm.army_only(*army)));
    }
    if let Some((army, losses)) = clash.broken {
        lines.push(say("battle/broken").with("who", realm.army_only(army)).with("count", losses));
    } else if clash.night {
        lines.push(say("battle/night"));
    }
    // What it cost stands in the balance.
    if let Some((winner, _)) = &clash.over {
        let line = match won(*winner) {
            Some(of) => say("battle/won").with("side", side(of)),
            None => say("battle/undecided"),
        };
        lines.push(line.maybe("place", place.cloned()));
    }
    lines
}
