//! Attacks on one unit and what came of them: one scene.

use super::field::Field;
use crate::events::{Aspect, Attack, Cause, Combat, Event, Means};
use crate::names::{Side, UnitId};
use engine::Chapter;
use engine::kit::Square;
use engine::story::{Line, Scene, heaviest, people, say, side};

/// Attacks on one target until it is known what came of them.
struct Clash<'a> {
    target: UnitId,
    square: Square,
    attacks: Vec<&'a Attack>,
    end: Option<&'a Combat>,
    veterans: Vec<UnitId>,
    events: Vec<u32>,
}

/// Scenes of a chapter that remember what was before.
const REMEMBERED: usize = 2;

/// The scenes of a chapter's attacks.
pub(super) fn scenes(field: &Field<'_>, chapter: &Chapter<Event>) -> Vec<Scene> {
    let clashes = clashes(chapter);
    let lost = |clash: &Clash<'_>| field.after.lost.iter().any(|unit| unit.id == clash.target);
    let broke = |clash: &Clash<'_>| {
        clashes.iter().any(|other| other.target == clash.target && !stood(other))
    };
    let held: Vec<&Clash<'_>> =
        clashes.iter().filter(|clash| stood(clash) && !lost(clash) && !broke(clash)).collect();
    let heavy: Vec<&Clash<'_>> = clashes.iter().filter(|clash| !stood(clash)).collect();
    let weights: Vec<u32> = heavy.iter().map(|clash| scene(field, clash, false).score).collect();
    let remembers = heaviest(&weights, REMEMBERED);
    let told = heavy.iter().zip(remembers);
    let mut scenes: Vec<Scene> =
        told.map(|(clash, remembers)| scene(field, clash, remembers)).collect();
    scenes.extend(holds(field, &held));
    scenes
}

/// True if the target neither gave way nor fell, and was no General.
fn stood(clash: &Clash<'_>) -> bool {
    matches!(clash.end, None | Some(Combat::Holds { .. }))
}

fn clashes(chapter: &Chapter<Event>) -> Vec<Clash<'_>> {
    let mut clashes: Vec<Clash<'_>> = Vec::new();
    for (n, combat) in super::combats(chapter) {
        let whose = match combat {
            Combat::Attack(attack) => attack.target,
            Combat::Holds { target, .. } => *target,
            Combat::Retreat { unit, .. } | Combat::Destroyed { unit, .. } => *unit,
            Combat::Credit { .. } => continue,
            Combat::Veteran { unit, .. } => {
                if let Some(last) = clashes.last_mut() {
                    last.veterans.push(*unit);
                    last.events.push(n);
                }
                continue;
            }
        };
        let open = clashes.iter_mut().rev().find(|clash| clash.target == whose && !done(clash));
        match (combat, open) {
            (Combat::Attack(attack), Some(clash)) => {
                clash.attacks.push(attack);
                clash.events.push(n);
            }
            (Combat::Attack(attack), None) => clashes.push(Clash {
                target: whose,
                square: attack.square,
                attacks: vec![attack],
                end: None,
                veterans: Vec::new(),
                events: vec![n],
            }),
            (end, Some(clash)) => {
                clash.end = Some(end);
                clash.events.push(n);
            }
            (_, None) => {
                // A unit that falls back twice, or an elephant that breaks as it falls back: its clash goes on.
                if let Some(clash) = clashes.iter_mut().rev().find(|clash| clash.target == whose) {
                    clash.end = Some(combat);
                    clash.events.push(n);
                }
            }
        }
    }
    clashes
}

/// True once a target has fallen back or fallen; one that held can be attacked again.
fn done(clash: &Clash<'_>) -> bool {
    matches!(clash.end, Some(Combat::Retreat { .. } | Combat::Destroyed { .. }))
}

fn scene(field: &Field<'_>, clash: &Clash<'_>, remembers: bool) -> Scene {
    let whom = field.name(clash.target).expect("what was attacked is known");
    let of = field.side(clash.target).expect("what was attacked is known");
    let place = field.place(clash.target, of, clash.square);
    let general = field.general(clash.target);
    let mut full = before(field, clash, of, remembers);
    let known = !full.is_empty();
    full.extend(blows(field, clash, known));
    let (base, end, headline) = match clash.end {
        Some(Combat::Destroyed { cause, .. }) => {
            let word = if general { "general" } else { cause_word(*cause) };
            let line = say(format!("destroyed/{word}"));
            let headline = if general { "headline/general" } else { "headline/destroyed" };
            (if general { 150 } else { 60 }, line, headline)
        }
        Some(Combat::Retreat { candidates, .. }) => {
            let word = match (general, candidates.len()) {
                (true, _) => "retreat/general",
                (false, 1) => "retreat/only",
                (false, _) => "retreat/open",
            };
            (if general { 90 } else { 35 }, say(word), "headline/retreat")
        }
        Some(
            Combat::Holds { .. }
            | Combat::Attack(_)
            | Combat::Credit { .. }
            | Combat::Veteran { .. },
        )
        | None => (12, say("held/one"), "headline/held"),
    };
    let end = end.with("whom", whom.clone()).with("side", side(of)).with("where", place.clone());
    full.push(end.clone());
    full.extend(after(field, clash, of));
    let attackers: Vec<UnitId> = clash.attacks.iter().map(|attack| attack.attacker).collect();
    // Who merely gave way need not be told from others of their kind.
    let brief_whom = if base >= 60 { vec![whom.clone()] } else { field.kinds(&[clash.target]) };
    let brief = brief(clash)
        .with("whom", brief_whom)
        .with("where", place)
        .with("who", field.kinds(&attackers));
    let named = |family: &'static str| {
        say(family).with("whom", whom.clone()).with("side", side(of)).with("people", people(of))
    };
    Scene {
        score: base + raised(field, clash, of),
        kept: base >= 60,
        events: clash.events.clone(),
        headline: Some(named(headline)),
        run_in: Some(named(match (base, general) {
            (150, _) => "run-in/general",
            (_, true) => "run-in/general-flees",
            (60, false) => "run-in/destroyed",
            _ => "run-in/retreat",
        })),
        full,
        brief: vec![brief],
    }
}

/// What raises the weight of a clash.
fn raised(field: &Field<'_>, clash: &Clash<'_>, of: Side) -> u32 {
    let fell = matches!(clash.end, Some(Combat::Destroyed { .. }));
    let mut more = 0;
    if fell && field.before.lost.is_empty() {
        more += 25;
    }
    if clash.attacks.iter().any(|attack| matches!(attack.side, Some(Aspect::Side | Aspect::Rear))) {
        more += 15;
    }
    if revenge(field, clash).is_some() {
        more += 20;
    }
    if fell && last_of_kind(field, clash.target, of) {
        more += 30;
    }
    more
}

/// True if no unit of its type is left to its side.
fn last_of_kind(field: &Field<'_>, target: UnitId, of: Side) -> bool {
    field.kind(target).is_some_and(|kind| {
        !kind.abilities.general
            && !field.after.units.iter().any(|unit| unit.side == of && unit.kind == kind.name)
            && field.after.lost.iter().filter(|lost| lost.kind == kind.name).count() > 1
            && field.after.lost.iter().rfind(|lost| lost.kind == kind.name).map(|lost| lost.id)
                == Some(target)
    })
}

/// An attacker that the target had driven back or struck in an earlier record.
fn revenge(field: &Field<'_>, clash: &Clash<'_>) -> Option<(UnitId, u32)> {
    clash.attacks.iter().find_map(|attack| {
        let broke = field.ledger.last(attack.attacker, "broke")?;
        (broke.other == clash.target.as_str()).then_some((attack.attacker, broke.turn))
    })
}

/// What led up to it: how alone the unit was, and what is remembered of it.
fn before(field: &Field<'_>, clash: &Clash<'_>, of: Side, remembers: bool) -> Vec<Line> {
    let mut lines = Vec::new();
    let Some(whom) = field.name(clash.target) else { return lines };
    if let Some(far) = field.alone(clash.target, clash.square).filter(|far| *far >= 4) {
        lines.push(say("set-up/alone").with("whom", whom.clone()).with("count", far));
    }
    if !remembers {
        return lines;
    }
    if let Some((unit, turn)) = revenge(field, clash) {
        let who = field.name(unit).expect("an attacker is known");
        lines.push(memory(field, "memory/revenge", turn).with("who", who).with("whom", whom));
        return lines;
    }
    let beaten = field.ledger.last(clash.target, "beat");
    let victim = beaten.and_then(|past| {
        let lost = field.before.lost.iter().find(|lost| lost.id.as_str() == past.other)?;
        Some((field.name(lost.id)?, past.turn))
    });
    if let Some((victim, turn)) = victim {
        let line = memory(field, "memory/beat", turn);
        lines.push(line.with("whom", whom).with("victim", victim));
    } else if let Some(broke) = field.ledger.last(clash.target, "broke") {
        let line = memory(field, "memory/broke", broke.turn);
        lines.push(line.with("whom", whom).with("side", side(of)));
    }
    lines
}

fn memory(field: &Field<'_>, family: &'static str, turn: u32) -> Line {
    let ago = field.before.turn.saturating_sub(turn);
    let when = match ago {
        0 | 1 => say("when/just"),
        2..=12 => say("when/ago").with("count", ago),
        _ => say("when/turn").with("count", turn),
    };
    say(family).with("when", when)
}

/// The blows: those of one manner together, with what they did. Whoever has been `named` is not named again.
fn blows(field: &Field<'_>, clash: &Clash<'_>, mut named: bool) -> Vec<Line> {
    let whom = field.name(clash.target).expect("what was attacked is known");
    let mut groups: Vec<(&'static str, Vec<UnitId>, u32)> = Vec::new();
    for attack in &clash.attacks {
        let manner = manner(attack);
        match groups.iter_mut().find(|(other, _, _)| *other == manner) {
            Some((_, units, points)) => {
                units.push(attack.attacker);
                *points += u32::from(attack.points);
            }
            None => groups.push((manner, vec![attack.attacker], attack.points.into())),
        }
    }
    let first =
        clash.attacks.first().map_or(0, |attack| attack.total.saturating_sub(attack.points));
    let needed = clash.attacks.last().map_or(0, |attack| attack.needed);
    let mut lines = Vec::new();
    if first > 0 {
        let family = if named { "set-up/hurt-too" } else { "set-up/hurt" };
        let line = say(family).with("whom", whom.clone()).with("count", first);
        lines.push(line.with("them", field.pronoun(clash.target)));
        named = true;
    }
    for (at, (manner, units, points)) in groups.iter().enumerate() {
        let family = match (at, named) {
            (0, false) => format!("blow/{manner}"),
            (0, true) => format!("blow-on/{manner}"),
            _ => format!("blow-more/{manner}"),
        };
        // Which of their kind they were stands in the margin, but for those who strike at a General.
        let who = if field.general(clash.target) { field.names(units) } else { field.kinds(units) };
        lines.push(
            say(family)
                .with("who", who)
                .with("whom", whom.clone())
                .with("them", field.pronoun(clash.target))
                .with("points", *points),
        );
    }
    let total: u32 = clash.attacks.iter().map(|attack| u32::from(attack.points)).sum();
    if groups.len() > 1 && u32::from(needed) <= total + u32::from(first) {
        lines.push(say("blow-sum").with("total", total + u32::from(first)).with("needed", needed));
    }
    lines
}

const fn manner(attack: &Attack) -> &'static str {
    match (attack.means, attack.side) {
        (Means::Stones, _) => "stones",
        (Means::Missile, _) => "missile",
        (Means::Pilum, _) => "pilum",
        (Means::Melee, Some(Aspect::Rear)) => "rear",
        (Means::Melee, Some(Aspect::Side)) => "flank",
        (Means::Melee, Some(Aspect::Corner | Aspect::Front) | None) => "front",
    }
}

const fn cause_word(cause: Cause) -> &'static str {
    match cause {
        Cause::Elephant => "elephant",
        Cause::Blocked => "blocked",
        Cause::OffBoard => "off-board",
        Cause::DoubleWhammy => "twice",
    }
}

/// What it means: the last of a kind, a side's toll, veterans.
fn after(field: &Field<'_>, clash: &Clash<'_>, of: Side) -> Vec<Line> {
    let mut lines = Vec::new();
    let fell = matches!(clash.end, Some(Combat::Destroyed { .. }));
    let Some(kind) = field.kind(clash.target).filter(|kind| fell && !kind.abilities.general) else {
        return lines;
    };
    if last_of_kind(field, clash.target, of) {
        let kind = say(format!("kind/{}", kind.name));
        lines.push(say("toll/last").with("what", kind).with("side", side(of)));
    } else if field.before.lost.is_empty() {
        lines.push(say("toll/first").with("side", side(of)).with("other", side(of.other())));
    }
    if let Some(veteran) = clash.veterans.first().and_then(|unit| field.name(*unit)) {
        lines.push(say("veteran").with("who", veteran));
    }
    lines
}

fn brief(clash: &Clash<'_>) -> Line {
    match clash.end {
        Some(Combat::Destroyed { .. }) => say("brief/destroyed"),
        Some(Combat::Retreat { .. }) => say("brief/retreat"),
        Some(
            Combat::Holds { .. }
            | Combat::Attack(_)
            | Combat::Credit { .. }
            | Combat::Veteran { .. },
        )
        | None => say("brief/held"),
    }
}

/// Units that bore what was done to them, together; a General by himself.
fn holds(field: &Field<'_>, held: &[&Clash<'_>]) -> Vec<Scene> {
    let mut scenes: Vec<Scene> = Vec::new();
    for clash in held.iter().filter(|clash| field.general(clash.target)) {
        let mut told = scene(field, clash, true);
        told.score =
            90 + raised(field, clash, field.side(clash.target).expect("a unit of the game"));
        told.headline =
            field.name(clash.target).map(|whom| say("headline/general-held").with("whom", whom));
        told.run_in =
            field.name(clash.target).map(|whom| say("run-in/general-held").with("whom", whom));
        scenes.push(told);
    }
    let plain: Vec<&&Clash<'_>> =
        held.iter().filter(|clash| !field.general(clash.target)).collect();
    let units: Vec<UnitId> = plain.iter().map(|clash| clash.target).collect();
    if !units.is_empty() {
        let line = if units.len() > 3 {
            let of = field.side(units[0]).expect("a unit of the game");
            say("held/many").with("count", units.len()).with("people", people(of))
        } else {
            say("held/some").with("whom", field.kinds(&units))
        };
        let attacks = plain.iter().map(|clash| clash.attacks.len()).sum::<usize>();
        let line = line.with("attacks", attacks);
        scenes.push(Scene {
            score: 12,
            events: plain.iter().flat_map(|clash| clash.events.clone()).collect(),
            headline: Some(
                say("headline/held")
                    .with("people", people(field.side(units[0]).expect("a unit of the game"))),
            ),
            full: vec![line.clone()],
            brief: vec![line],
            ..Scene::default()
        });
    }
    scenes
}
