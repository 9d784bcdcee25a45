//! An attack with all that it set off, told once and in order: blow, panic, flight, pursuit, a leader's fate.

use super::ground::Ground;
use super::lone;
use crate::events::{Cause, Combat, Elephants, Event, Fight, Leaders, Morale};
use crate::names::{Id, Side};
use engine::kit::Hex;
use engine::story::{Line, Scene, heaviest, people, say, side};
use engine::{Chapter, Entry};

/// An attack until the next one.
#[derive(Default)]
struct Clash<'a> {
    attacker: Option<Id>,
    defender: Option<Id>,
    hex: Option<Hex>,
    rear: bool,
    fight: Option<&'a Fight>,
    panics: Vec<(Id, Cause)>,
    shaken: Vec<(Id, Cause)>,
    fallen: Vec<Id>,
    gone: Vec<Id>,
    pursuers: Vec<Id>,
    withdrew: Option<Id>,
    leader: Option<(Id, Side, bool)>,
    lost: Option<(Id, Side)>,
    events: Vec<u32>,
}

/// Scenes of a chapter that remember what was before.
const REMEMBERED: usize = 2;

/// The scenes of a chapter's fights and volleys; attacks that came to little are told together.
pub(super) fn scenes(ground: &Ground<'_>, chapter: &Chapter<Event>) -> Vec<Scene> {
    let mut scenes: Vec<Scene> = volleys(ground, chapter).into_iter().collect();
    let mut light = Vec::new();
    let all = clashes(chapter);
    let weights: Vec<u32> = all
        .iter()
        .map(|clash| if decided(clash) { weight(clash, &broken(clash), ground) } else { 0 })
        .collect();
    let remembers = heaviest(&weights, REMEMBERED);
    for (clash, remembers) in all.into_iter().zip(remembers) {
        if decided(&clash) {
            scenes.push(scene(ground, &clash, remembers));
        } else if clash.attacker.is_some() {
            light.push(clash);
        } else if !clash.shaken.is_empty() {
            let units: Vec<Id> = clash.shaken.iter().map(|(id, _)| *id).collect();
            let line = say("shaken").with("whom", ground.names(&units));
            scenes.push(lone(15, false, clash.events, line));
        }
    }
    scenes.extend(undecided(ground, &light));
    scenes
}

/// True if somebody broke or fell, or a leader was struck at.
fn decided(clash: &Clash<'_>) -> bool {
    let leader = clash.lost.is_some() || clash.leader.is_some();
    leader || !clash.panics.is_empty() || !clash.fallen.is_empty()
}

/// Who broke or fell, each once.
fn broken(clash: &Clash<'_>) -> Vec<Id> {
    let mut seen = Vec::new();
    for id in clash.panics.iter().map(|(id, _)| *id).chain(clash.fallen.iter().copied()) {
        if !seen.contains(&id) {
            seen.push(id);
        }
    }
    seen
}

fn clashes(chapter: &Chapter<Event>) -> Vec<Clash<'_>> {
    let mut clashes: Vec<Clash<'_>> = vec![Clash::default()];
    for entry in &chapter.events {
        let begins = matches!(
            entry.event,
            Event::Combat(Combat::Attack { .. })
                | Event::Elephants(Elephants::Furious { .. } | Elephants::EnragedRun { .. })
        );
        if begins {
            clashes.push(Clash::default());
        }
        if let Some(clash) = clashes.last_mut() {
            enter(clash, entry);
        }
    }
    clashes.retain(|clash| !clash.events.is_empty());
    clashes
}

/// Enters what an event says into the clash that it belongs to.
fn enter<'a>(clash: &mut Clash<'a>, entry: &'a Entry<Event>) {
    match &entry.event {
        Event::Combat(Combat::Attack { attacker, defender, hex, rear }) => {
            clash.attacker = Some(*attacker);
            (clash.defender, clash.hex, clash.rear) = (*defender, Some(*hex), *rear);
        }
        Event::Combat(Combat::Fought(fight)) => clash.fight = Some(fight),
        Event::Combat(Combat::Withdrawal { unit, .. }) => clash.withdrew = Some(*unit),
        Event::Combat(Combat::Pursuit { unit, .. }) => clash.pursuers.push(*unit),
        Event::Morale(Morale::Disorder { unit, cause, .. }) => match cause {
            Cause::Volley | Cause::Crossing | Cause::Cold => return,
            Cause::Combat | Cause::Charge | Cause::Flight | Cause::Enraged | Cause::Furious => {
                clash.shaken.push((*unit, *cause));
            }
        },
        Event::Morale(Morale::Panic { unit, cause, .. }) => clash.panics.push((*unit, *cause)),
        Event::Morale(Morale::Flight { unit, exit: true, .. }) => clash.gone.push(*unit),
        Event::Morale(Morale::Flight { .. } | Morale::Pr { .. }) => {}
        Event::Morale(Morale::Eliminated { unit, .. }) => clash.fallen.push(*unit),
        Event::Leaders(Leaders::Die { leader, side, lost, .. }) => {
            clash.leader = Some((*leader, *side, *lost));
        }
        Event::Leaders(Leaders::Lost { leader, side, .. }) => clash.lost = Some((*leader, *side)),
        _ => return,
    }
    clash.events.push(entry.n);
}

fn scene(ground: &Ground<'_>, clash: &Clash<'_>, remembers: bool) -> Scene {
    let first = clash.fallen.first().copied().or(clash.panics.first().map(|(id, _)| *id));
    let loser = clash
        .lost
        .map(|(_, side)| side)
        .or_else(|| first.and_then(|id| ground.side(id)))
        .or(clash.leader.map(|(_, side, _)| side))
        .unwrap_or(Side::Rome);
    let broken = broken(clash);
    let (known, remembered) =
        if remembers { memory(ground, clash) } else { (Known::Neither, None) };
    let mut full: Vec<Line> = remembered.into_iter().collect();
    full.extend(blow(ground, clash, known));
    full.extend(outcome(ground, clash));
    let leader = clash.lost.or(clash.leader.map(|(leader, side, _)| (leader, side)));
    let named = |family: &'static str| {
        say(family)
            .with("whom", ground.names(&broken))
            .with("side", side(loser))
            .with("people", people(loser))
            .with("count", broken.len())
            .maybe("leader", leader.map(|(id, _)| ground.leader(id)))
    };
    let (headline, run_in) = match (clash.lost.is_some(), broken.len(), clash.leader.is_some()) {
        (true, ..) => ("headline/leader-lost", "run-in/leader-lost"),
        (_, 0, true) => ("headline/leader-die", "run-in/leader-die"),
        (_, 1, _) => ("headline/panic", "run-in/panic"),
        (_, 2.., _) => ("headline/cascade", "run-in/cascade"),
        (_, 0, false) => ("headline/fight", "run-in/fight"),
    };
    let brief = match (clash.lost, clash.fallen.is_empty(), clash.panics.is_empty()) {
        (Some(_), ..) => named("brief/leader-lost"),
        (None, _, false) => named("brief/panic").maybe("who", enemy(ground, clash, first)),
        (None, false, true) => named("brief/fallen"),
        (None, true, true) => named("brief/leader-die"),
    };
    Scene {
        score: weight(clash, &broken, ground),
        kept: clash.lost.is_some() || !broken.is_empty(),
        events: clash.events.clone(),
        headline: Some(named(headline)),
        run_in: Some(named(run_in)),
        full,
        brief: vec![brief],
    }
}

/// Who fought a unit of a clash.
fn enemy(ground: &Ground<'_>, clash: &Clash<'_>, unit: Option<Id>) -> Option<Line> {
    let (attacker, defender) = (clash.attacker?, clash.defender?);
    let other = if unit == Some(attacker) { defender } else { attacker };
    let foe = ground.side(other) != unit.and_then(|unit| ground.side(unit));
    foe.then(|| ground.kinds(&[other]).remove(0))
}

fn weight(clash: &Clash<'_>, broken: &[Id], ground: &Ground<'_>) -> u32 {
    let mut score: u32 = match (clash.lost.is_some(), clash.leader.is_some(), broken.is_empty()) {
        (true, ..) => 150,
        (false, true, _) => 70,
        (false, false, false) => 60,
        (false, false, true) => 20,
    };
    score += 15 * u32::try_from(broken.len().saturating_sub(1)).expect("few units").min(3);
    if clash.rear {
        score += 15;
    }
    if clash.fight.is_some_and(|fight| fight.charge) {
        score = score.max(40);
    }
    if !ground.before.fled && !broken.is_empty() {
        score += 25;
    }
    score
        + luck(clash).map_or(0, |(chance, _)| match chance {
            0..=1 => 45,
            2..=3 => 25,
            4..=6 => 10,
            _ => 0,
        })
}

/// The chance, in 36, of what came about, and whether the attacker won.
fn luck(clash: &Clash<'_>) -> Option<(u8, bool)> {
    let fight = clash.fight?;
    let (ours, theirs) = (fight.attacker.total, fight.defender.total);
    let odds = fight.odds;
    Some(match ours.cmp(&theirs) {
        std::cmp::Ordering::Equal => (odds.tie, false),
        std::cmp::Ordering::Greater if ours >= theirs.saturating_mul(2) => (odds.double, true),
        std::cmp::Ordering::Greater => (odds.win, true),
        std::cmp::Ordering::Less if theirs >= ours.saturating_mul(2) => (odds.doubled, false),
        std::cmp::Ordering::Less => (odds.lose, false),
    })
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
fn memory(ground: &Ground<'_>, clash: &Clash<'_>) -> (Known, Option<Line>) {
    let (Some(attacker), Some(defender)) = (clash.attacker, clash.defender) else {
        return (Known::Neither, None);
    };
    let when = |turn: u32| match ground.before.turn.saturating_sub(turn) {
        0 => say("when/same"),
        1 => say("when/just"),
        ago => say("when/ago").with("count", ago),
    };
    for (one, other) in [(attacker, defender), (defender, attacker)] {
        let won = ground.ledger.last(one, "won").filter(|past| past.other == other.as_str());
        if let Some(past) = won {
            let line =
                say("memory/won").with("who", ground.name(one)).with("whom", ground.name(other));
            return (Known::Both, Some(line.with("when", when(past.turn))));
        }
    }
    let routed = [(Known::Attacker, attacker), (Known::Defender, defender)];
    let found = routed.into_iter().find_map(|(known, unit)| {
        let past = ground.ledger.last(unit, "routed")?;
        let victim = ground.before.units.keys().find(|id| id.as_str() == past.other)?;
        let line = say("memory/routed").with("who", ground.name(unit));
        Some((known, line.with("victim", ground.name(*victim)).with("when", when(past.turn))))
    });
    found.map_or((Known::Neither, None), |(known, line)| (known, Some(line)))
}

/// The blow itself, with its odds; whoever is `known` is not named again.
fn blow(ground: &Ground<'_>, clash: &Clash<'_>, known: Known) -> Vec<Line> {
    let (Some(attacker), Some(defender)) = (clash.attacker, clash.defender) else {
        return Vec::new();
    };
    let charge = clash.fight.is_some_and(|fight| fight.charge);
    let word = match (clash.rear, charge, ground.elephants(attacker)) {
        (true, ..) => "rear",
        (false, true, _) => "charge",
        (false, false, true) => "elephants",
        (false, false, false) if ground.mounted(attacker) => "horse",
        (false, false, false) => "front",
    };
    let of = ground.side(defender).expect("a unit of the game");
    let family = match known {
        Known::Neither => format!("blow/{word}"),
        Known::Attacker => "blow-they".to_owned(),
        Known::Defender => "blow-them".to_owned(),
        Known::Both => "blow-again".to_owned(),
    };
    let how = matches!(word, "rear" | "charge").then(|| say(format!("how/{word}")));
    // Whoever did not break is told by their kind; which of them it was stands in the margin.
    let broken = broken(clash);
    let named = |id: Id| {
        let exactly = broken.is_empty() || broken.contains(&id);
        if exactly { ground.name(id) } else { ground.kinds(&[id]).remove(0) }
    };
    let mut lines = vec![
        say(family)
            .maybe("how", how)
            .with("who", named(attacker))
            .with("whom", named(defender))
            .maybe("where", clash.hex.map(|hex| ground.place(of, hex))),
    ];
    if let Some((chance, won)) = luck(clash).filter(|(chance, _)| *chance <= 9) {
        let family = if won { "luck/attacker" } else { "luck/defender" };
        // A few chances in 36 are read more easily as one in so many.
        let line = match 36 % chance.max(1) {
            0 if chance > 0 => say(family).with("count", 1).with("of", 36 / chance),
            _ => say(family).with("count", chance).with("of", 36),
        };
        lines.push(line);
    }
    lines
}

/// A unit of a clash that the blow has named, by its part in it; else its name.
fn role(ground: &Ground<'_>, clash: &Clash<'_>, unit: Id) -> Line {
    match (clash.attacker, clash.defender) {
        (Some(_), Some(defender)) if defender == unit => say("role/defender"),
        (Some(attacker), Some(_)) if attacker == unit => say("role/attacker"),
        _ => ground.name(unit),
    }
}

/// Who left the field: not named again where they have just been said to run.
fn gone(ground: &Ground<'_>, clash: &Clash<'_>, just_said: bool) -> Option<Line> {
    match (&clash.gone[..], &clash.panics[..]) {
        ([], _) => None,
        ([unit], [(ran, _)]) if unit == ran && just_said && clash.fallen.is_empty() => {
            Some(say("gone/they"))
        }
        (all, _) => Some(say("gone").with("whom", ground.names(all))),
    }
}

/// What it set off, in order.
fn outcome(ground: &Ground<'_>, clash: &Clash<'_>) -> Vec<Line> {
    let mut lines = Vec::new();
    let named = |unit: Id| role(ground, clash, unit);
    if let Some(unit) = clash.withdrew {
        lines.push(say("withdrew").with("who", named(unit)));
    }
    for (at, (unit, cause)) in clash.panics.iter().enumerate() {
        let family = match (cause, at) {
            (Cause::Flight, _) => "panic/flight",
            (Cause::Enraged | Cause::Furious, _) => "panic/elephants",
            (Cause::Combat | Cause::Charge | Cause::Volley | Cause::Crossing | Cause::Cold, 0) => {
                "panic"
            }
            (Cause::Combat | Cause::Charge | Cause::Volley | Cause::Crossing | Cause::Cold, _) => {
                "panic/more"
            }
        };
        lines.push(say(family).with("whom", named(*unit)));
    }
    let ridden: Vec<Id> = clash
        .shaken
        .iter()
        .filter(|(id, cause)| {
            *cause == Cause::Flight && !clash.panics.iter().any(|(other, _)| other == id)
        })
        .map(|(id, _)| *id)
        .collect();
    if !ridden.is_empty() {
        lines.push(say("ridden").with("whom", ground.kinds(&ridden)));
    }
    if !clash.fallen.is_empty() {
        lines.push(match (&clash.fallen[..], &clash.panics[..]) {
            ([unit], [(ran, _)]) if unit == ran && ridden.is_empty() => say("fallen/they"),
            ([unit], _) => say("fallen").with("whom", named(*unit)),
            (all, _) => say("fallen").with("whom", ground.names(all)),
        });
    }
    lines.extend(gone(ground, clash, ridden.is_empty()));
    if !clash.pursuers.is_empty() {
        let who = if let [one] = clash.pursuers[..] {
            vec![named(one)]
        } else {
            ground.kinds(&clash.pursuers)
        };
        lines.push(say("pursuit").with("who", who));
    }
    if let Some((leader, of, lost)) = clash.leader {
        let family = if lost { "leader/falls" } else { "leader/spared" };
        lines.push(say(family).with("leader", ground.leader(leader)).with("side", side(of)));
    } else if let Some((leader, of)) = clash.lost {
        lines
            .push(say("leader/taken").with("leader", ground.leader(leader)).with("side", side(of)));
    }
    lines
}

/// Attacks that broke nobody, together.
fn undecided(ground: &Ground<'_>, light: &[Clash<'_>]) -> Option<Scene> {
    let first = light.first()?;
    let of = first.attacker.and_then(|id| ground.side(id))?;
    let shaken: usize = light.iter().map(|clash| clash.shaken.len()).sum();
    let line = match light {
        [only] => {
            let (who, whom) = (only.attacker?, only.defender);
            say("undecided/one")
                .with("who", ground.kinds(&[who]))
                .maybe("whom", whom.map(|id| ground.kinds(&[id])))
        }
        many => say("undecided/many")
            .with("count", many.len())
            .with("times", times(many.len()))
            .with("people", ground.men(of)),
    };
    let line =
        line.maybe("shaken", (shaken > 0).then(|| say("undecided/shaken").with("count", shaken)));
    let events = light.iter().flat_map(|clash| clash.events.clone()).collect();
    let mut scene = lone(18, false, events, line);
    scene.headline = Some(say("headline/undecided").with("people", people(of)));
    Some(scene)
}

/// How often: `twice`.
fn times(count: usize) -> Line {
    let family = match count {
        1 => "times/one",
        2 => "times/two",
        _ => "times",
    };
    say(family).with("count", count)
}

/// All volleys of a chapter as one sentence.
fn volleys(ground: &Ground<'_>, chapter: &Chapter<Event>) -> Option<Scene> {
    let (mut hit, mut shots, mut events, mut of) = (Vec::new(), 0_usize, Vec::new(), None);
    for entry in &chapter.events {
        if let Event::Combat(Combat::Volley { unit, target, hit: struck, .. }) = &entry.event {
            shots += 1;
            of = of.or_else(|| ground.side(*unit));
            if *struck && !hit.contains(target) {
                hit.push(*target);
            }
            events.push(entry.n);
        }
    }
    let (men, people) = (ground.men(of?), people(of?));
    let line = match hit.as_slice() {
        [] => say("volley/missed").with("count", shots).with("people", men),
        targets => say("volley/hit")
            .with("count", shots)
            .with("whom", ground.kinds(targets))
            .with("people", men),
    };
    let line = line.with("times", times(shots));
    let mut scene = lone(if hit.is_empty() { 1 } else { 14 }, false, events, line);
    scene.headline = Some(say("headline/volley").with("people", people));
    Some(scene)
}
