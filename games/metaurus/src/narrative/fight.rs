//! One attack and what came of it: one scene.

use super::ground::Ground;
use crate::events::{Combat, Effect, Event, Fate, Fight, Movement};
use crate::names::Id;
use engine::Chapter;
use engine::story::{Line, Scene, heaviest, people, say, side};

/// How an attack came about.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Manner {
    Attack,
    Counter,
    Continued,
}

/// An attack until the next one.
struct Clash<'a> {
    manner: Manner,
    fight: &'a Fight,
    checks: Vec<(Id, u8, Fate)>,
    shaken: Vec<Id>,
    lost: Vec<Id>,
    engaged: bool,
    events: Vec<u32>,
}

/// Scenes of a chapter that remember what was before.
const REMEMBERED: usize = 2;

/// The scenes of a chapter's fights; those that came to little are told together.
pub(super) fn scenes(ground: &Ground<'_>, chapter: &Chapter<Event>) -> Vec<Scene> {
    let mut scenes = retreats(ground, chapter);
    let clashes = clashes(chapter);
    let (light, heavy): (Vec<&Clash<'_>>, Vec<&Clash<'_>>) =
        clashes.iter().partition(|clash| clash.shaken.is_empty() && clash.lost.is_empty());
    let weights: Vec<u32> = heavy.iter().map(|clash| weight(ground, clash)).collect();
    let remembers = heaviest(&weights, REMEMBERED);
    for (at, (clash, remembers)) in heavy.iter().zip(remembers).enumerate() {
        let mut told = scene(ground, clash, remembers);
        // What is left of a command is counted once, when the last of it in the chapter was lost.
        let command = |clash: &Clash<'_>| clash.lost.iter().find_map(|id| ground.command(*id));
        let again = |later: &&Clash<'_>| command(later) == command(clash);
        if !heavy[at + 1..].iter().any(again) {
            told.full.extend(toll(ground, clash));
        }
        scenes.push(told);
    }
    scenes.extend(locked(ground, &light));
    scenes.extend(super::movements(chapter).filter_map(|(n, movement)| exit(ground, n, movement)));
    scenes
}

fn clashes(chapter: &Chapter<Event>) -> Vec<Clash<'_>> {
    let mut clashes: Vec<Clash<'_>> = Vec::new();
    for entry in &chapter.events {
        let begun = match &entry.event {
            Event::Combat(Combat::Attack(fight)) => Some((Manner::Attack, fight)),
            Event::Combat(Combat::CounterAttack(fight)) => Some((Manner::Counter, fight)),
            Event::Combat(Combat::ContinuedAttack(fight)) => Some((Manner::Continued, fight)),
            _ => None,
        };
        if let Some((manner, fight)) = begun {
            clashes.push(Clash {
                manner,
                fight,
                checks: Vec::new(),
                shaken: Vec::new(),
                lost: Vec::new(),
                engaged: false,
                events: vec![entry.n],
            });
            continue;
        }
        let Some(clash) = clashes.last_mut() else { continue };
        match &entry.event {
            Event::Effect(Effect::Check { unit, against, outcome, .. }) => {
                clash.checks.push((*unit, *against, *outcome));
            }
            Event::Effect(Effect::Disordered { unit, .. }) => clash.shaken.push(*unit),
            Event::Effect(Effect::Eliminated { unit, .. }) => clash.lost.push(*unit),
            Event::Effect(Effect::Engaged { .. }) => clash.engaged = true,
            // That the victors took the empty ground stands in the margin.
            Event::Combat(Combat::Advance { .. }) => {}
            _ => continue,
        }
        clash.events.push(entry.n);
    }
    clashes
}

fn scene(ground: &Ground<'_>, clash: &Clash<'_>, remembers: bool) -> Scene {
    let of = ground.side(clash.fight.by[0]).expect("whoever attacks stands in the roster");
    let (own, theirs): (Vec<Id>, Vec<Id>) =
        clash.lost.iter().partition(|id| ground.side(**id) == Some(of));
    let (known, remembered) =
        if remembers { before(ground, clash) } else { (Known::Neither, None) };
    let mut full: Vec<Line> = remembered.into_iter().collect();
    full.push(blow(ground, clash, known));
    full.extend(outcome(ground, clash, &own, &theirs));
    let brief = if clash.lost.is_empty() {
        say("brief/shaken").with("whom", ground.some(&clash.shaken))
    } else {
        say("brief/lost").with("whom", ground.names(&clash.lost))
    };
    let enemy =
        |id: Id| if clash.fight.by.contains(&id) { &clash.fight.against } else { &clash.fight.by };
    let first = clash.lost.first().or(clash.shaken.first()).copied();
    let brief = brief.maybe("who", first.map(|id| ground.men(enemy(id))));
    let loser = first.and_then(|id| ground.side(id)).unwrap_or(of.other());
    let whom = if clash.lost.is_empty() { &clash.shaken } else { &clash.lost };
    let named = |family: &'static str| {
        say(family)
            .with("whom", ground.names(whom))
            .with("side", side(loser))
            .with("people", people(loser))
            .with("who", ground.names(&clash.fight.by))
    };
    let headline = match (clash.lost.is_empty(), clash.manner) {
        (false, _) => "headline/lost",
        (true, Manner::Counter) => "headline/counter",
        (true, _) => "headline/shaken",
    };
    Scene {
        score: weight(ground, clash),
        kept: !clash.lost.is_empty(),
        events: clash.events.clone(),
        headline: Some(named(headline)),
        run_in: Some(named(match (own.is_empty(), theirs.is_empty(), clash.manner) {
            (false, true, _) => "run-in/recoil",
            (_, false, _) => "run-in/lost",
            (true, true, Manner::Counter) => "run-in/counter",
            (true, true, _) => "run-in/shaken",
        })),
        full,
        brief: vec![brief],
    }
}

fn weight(ground: &Ground<'_>, clash: &Clash<'_>) -> u32 {
    let mut score = if clash.lost.is_empty() { 35 } else { 60 };
    if clash.manner != Manner::Attack {
        score = score.max(40);
    }
    if clash.lost.len() > 1 {
        score += 15;
    }
    let lost_before = ground.before.lost.len();
    if !clash.lost.is_empty() && lost_before == 0 {
        score += 25;
    }
    if clash.fight.modifiers.iter().any(|part| matches!(part.what.as_str(), "flank" | "rear")) {
        score += 15;
    }
    if clash.lost.iter().any(|id| broken(ground, *id)) {
        score += 40;
    }
    if again(ground, clash).is_some() {
        score += 20;
    }
    score
}

/// True if with this unit a third of its command is gone.
fn broken(ground: &Ground<'_>, id: Id) -> bool {
    ground.command(id).is_some_and(|command| {
        let (lost, all) = (ground.lost_of(command), ground.strength_of(command));
        lost * 3 >= all && (lost - 1) * 3 < all
    })
}

/// A pair that met before: who had held, against whom, and when.
fn again(ground: &Ground<'_>, clash: &Clash<'_>) -> Option<(&'static str, Id, Id, u32)> {
    for target in &clash.fight.against {
        for what in ["held", "shaken"] {
            let met = ground.ledger.last(target, what);
            let found = met.and_then(|past| {
                let by = clash.fight.by.iter().find(|by| by.as_str() == past.other)?;
                Some((what, *target, *by, past.turn))
            });
            if found.is_some() {
                return found;
            }
        }
    }
    None
}

/// Which of those who meet have just been named.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    Neither,
    Attacker,
    Defender,
    Both,
}

/// What is remembered of those who meet, and whom that names.
fn before(ground: &Ground<'_>, clash: &Clash<'_>) -> (Known, Option<Line>) {
    let when = |turn: u32| match ground.before.turn.saturating_sub(turn) {
        0 => say("when/same"),
        1 => say("when/last"),
        ago => say("when/turns").with("count", ago).with("turn", turn),
    };
    let whole = |ids: &[Id], known: Known| if ids.len() == 1 { known } else { Known::Neither };
    let (by, against) = (&clash.fight.by, &clash.fight.against);
    if let Some((what, target, attacker, turn)) = again(ground, clash) {
        let family = if what == "held" { "memory/held" } else { "memory/shaken" };
        let line = say(family).with("whom", ground.name(target)).with("who", ground.name(attacker));
        let known = whole(by, whole(against, Known::Both));
        return (known, Some(line.with("when", when(turn))));
    }
    let found = by.iter().chain(against).find_map(|id| {
        let past = ground.ledger.last(id, "beat")?;
        let victim = ground.before.lost.iter().find(|loss| loss.unit.as_str() == past.other)?;
        Some((*id, victim.unit, past.turn))
    });
    let Some((who, victim, turn)) = found else { return (Known::Neither, None) };
    let line = say("memory/beat")
        .with("who", ground.name(who))
        .with("victim", ground.name(victim))
        .with("when", when(turn));
    let known = if by.contains(&who) {
        whole(by, Known::Attacker)
    } else {
        whole(against, Known::Defender)
    };
    (known, Some(line))
}

/// The blow; whoever is `known` is not named again.
fn blow(ground: &Ground<'_>, clash: &Clash<'_>, known: Known) -> Line {
    let way = |word: &str| clash.fight.modifiers.iter().any(|part| part.what == word);
    let word = match clash.manner {
        Manner::Counter => "counter",
        Manner::Continued => "continued",
        Manner::Attack if way("rear") => "rear",
        Manner::Attack if way("flank") => "flank",
        Manner::Attack if way("mixed-angle") => "mixed",
        Manner::Attack if way("uphill") => "uphill",
        Manner::Attack if way("downhill") => "downhill",
        Manner::Attack => "front",
    };
    let hex = clash.fight.against.first().and_then(|id| ground.hex(*id));
    let family = match known {
        Known::Neither => format!("blow/{word}"),
        Known::Attacker => "blow-they".to_owned(),
        Known::Defender => "blow-them".to_owned(),
        Known::Both => "blow-again".to_owned(),
    };
    let plain = matches!(word, "front" | "continued" | "mixed");
    // Whoever came out of it unhurt is told by their command; which of them it was stands in the margin.
    let named = |ids: &[Id]| {
        let hurt = |id: &Id| clash.lost.contains(id) || clash.shaken.contains(id);
        if ids.iter().any(hurt) { ground.names(ids) } else { ground.men(ids) }
    };
    say(family)
        .maybe("how", (!plain).then(|| say(format!("how/{word}"))))
        .with("who", named(&clash.fight.by))
        .with("whom", named(&clash.fight.against))
        .maybe("where", hex.and_then(|hex| ground.place(hex)))
}

/// What became of both, with the odds of the checks.
fn outcome(ground: &Ground<'_>, clash: &Clash<'_>, own: &[Id], theirs: &[Id]) -> Vec<Line> {
    let mut lines = Vec::new();
    let named =
        |family: &'static str, ids: &[Id]| say(family).with("whom", role(ground, clash, ids));
    let steady: Vec<Id> = clash
        .checks
        .iter()
        .filter(|(_, _, fate)| matches!(fate, Fate::Unharmed | Fate::Stays))
        .map(|(id, ..)| *id)
        .collect();
    let failed = |ids: &[Id]| {
        let found = clash.checks.iter().find(|(id, ..)| ids.contains(id));
        // One die of ten faces, 0 to 9: up to its morale a unit stands.
        found.map(|(_, against, _)| say("odds").with("count", 9_u8.saturating_sub(*against)))
    };
    if !steady.is_empty() && steady.len() <= 4 {
        lines.push(named("steady", &steady));
    }
    for ids in [own, theirs] {
        if !ids.is_empty() {
            lines.push(named("lost", ids).maybe("odds", failed(ids)));
        }
    }
    let shaken: Vec<Id> =
        clash.shaken.iter().filter(|id| !clash.lost.contains(id)).copied().collect();
    if !shaken.is_empty() {
        lines.push(named("shaken", &shaken).maybe("odds", failed(&shaken)));
    }
    if clash.engaged {
        lines.push(say("engaged"));
    }
    lines
}

/// Units of a fight that the blow has named: all attackers or all defenders by their part in it.
fn role(ground: &Ground<'_>, clash: &Clash<'_>, ids: &[Id]) -> Vec<Line> {
    let are = |all: &[Id]| ids.len() == all.len() && ids.iter().all(|id| all.contains(id));
    if are(&clash.fight.against) {
        vec![say("role/defender")]
    } else if are(&clash.fight.by) {
        vec![say("role/attacker")]
    } else {
        ground.names(ids)
    }
}

/// What is left of the command that lost.
fn toll(ground: &Ground<'_>, clash: &Clash<'_>) -> Option<Line> {
    let command = clash.lost.iter().find_map(|id| ground.command(*id))?;
    let (lost, all) = (ground.lost_of(command), ground.strength_of(command));
    if all < 2 || lost < 2 {
        return None;
    }
    let line =
        if lost == all { say("toll/all") } else { say("toll").with("lost", lost).with("all", all) };
    Some(line.with("command", ground.command_name(command)))
}

/// Fights in which nobody was hurt, together.
fn locked(ground: &Ground<'_>, light: &[&Clash<'_>]) -> Option<Scene> {
    let first = light.first()?;
    let of = first.fight.by.first().and_then(|id| ground.side(*id))?;
    let by: Vec<Id> = light.iter().flat_map(|clash| clash.fight.by.clone()).collect();
    let against: Vec<Id> = light.iter().flat_map(|clash| clash.fight.against.clone()).collect();
    let (who, whom) = (ground.men(&by), ground.men(&against));
    let line = if who.len() == 1 && whom.len() == 1 && light.len() <= 2 {
        say("locked/some").with("who", who).with("whom", whom)
    } else {
        let held = light.iter().filter(|clash| clash.engaged).count();
        say("locked/many").with("count", light.len()).with("people", people(of)).with("held", held)
    };
    Some(Scene {
        score: if light.iter().any(|clash| clash.manner != Manner::Attack) { 22 } else { 15 },
        events: light.iter().flat_map(|clash| clash.events.clone()).collect(),
        headline: Some(say("headline/locked").with("people", people(of))),
        full: vec![line.clone()],
        brief: vec![line],
        ..Scene::default()
    })
}

/// Units that gave way before they were attacked.
fn retreats(ground: &Ground<'_>, chapter: &Chapter<Event>) -> Vec<Scene> {
    let (mut safe, mut shaken, mut lost) = (Vec::new(), Vec::new(), Vec::new());
    let mut events = Vec::new();
    for (n, combat) in super::combats(chapter) {
        let Combat::Retreat { unit, outcome, .. } = combat else { continue };
        events.push(n);
        match outcome {
            Fate::Unharmed | Fate::Stays => safe.push(*unit),
            Fate::Disordered => shaken.push(*unit),
            Fate::Eliminated => lost.push(*unit),
        }
    }
    let mut lines = Vec::new();
    for (family, ids) in [("retreat", &safe), ("retreat/shaken", &shaken), ("retreat/lost", &lost)]
    {
        if !ids.is_empty() {
            lines.push(say(family).with("who", ground.names(ids)));
        }
    }
    if lines.is_empty() {
        return Vec::new();
    }
    let (score, kept) = if lost.is_empty() { (20, false) } else { (60, true) };
    vec![Scene { score, kept, events, full: lines.clone(), brief: lines, ..Scene::default() }]
}

/// A unit that leaves by the way out in the south.
fn exit(ground: &Ground<'_>, n: u32, movement: &Movement) -> Option<Scene> {
    let Movement::Exited { unit, exits, needed, .. } = movement else { return None };
    let line = say("exit").with("who", ground.name(*unit)).with("count", *exits);
    let mut scene = super::lone(60, true, n, line.with("needed", *needed));
    scene.headline = Some(say("headline/exit").with("who", ground.name(*unit)));
    Some(scene)
}
