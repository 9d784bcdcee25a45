//! How the battle stands: headline, standfirst, balance, whose decision it is.

use super::ground::Ground;
use super::{Metaurus, effects};
use crate::events::{Effect, Event};
use crate::names::{Id, Side};
use engine::Chapter;
use engine::kit::Pair;
use engine::story::{Gap, Line, Scene, StoryContext, cost, crown, say, side};

/// The units that each side lost in a record.
pub(super) fn losses(ground: &Ground<'_>, chapters: &[Chapter<Event>]) -> Pair<Vec<Id>> {
    let mut losses = Pair::from_fn(|_| Vec::new());
    for (_, effect) in chapters.iter().flat_map(effects) {
        if let Effect::Eliminated { unit, .. } = effect
            && let Some(of) = ground.side(*unit)
        {
            losses[of].push(*unit);
        }
    }
    losses
}

/// The scenes, the heaviest of them with the headline of the whole where several units of a side were lost.
pub(super) fn crowned(mut scenes: Vec<Scene>, losses: &Pair<Vec<Id>>) -> Vec<Scene> {
    if let Some(of) = Side::BOTH.into_iter().find(|of| losses[*of].len() >= 3) {
        let line = say("headline/losses").with("side", side(of));
        crown(&mut scenes, &line.with("count", losses[of].len()));
    }
    scenes
}

/// The headline of a record whose scenes give none.
pub(super) fn headline(chapters: &[Chapter<Event>]) -> Option<Line> {
    let name = chapters.first()?.phase.name.as_ref();
    Some(match name {
        "setup-carthage" => say("headline/setup-carthage"),
        "setup-rome" => say("headline/setup-rome"),
        "orders" => say("headline/orders"),
        _ => say("headline/quiet"),
    })
}

/// The tally now, and before where it changed.
pub(super) fn standfirst(ground: &Ground<'_>) -> Vec<Line> {
    let (was, now, battle) = (ground.before.tally, ground.after.tally, &ground.printed.battle);
    if ground.after.turn == 0 {
        return vec![say("stand/no-field")];
    }
    let before = |old: u8, new: u8| (old != new).then(|| say("stand/before").with("count", old));
    let family = if now.carthage >= battle.rome_needs || now.rome >= battle.rome_bears {
        "stand/reached"
    } else if now.carthage + now.rome == 0 {
        "stand/none"
    } else if (was.carthage, was.rome) == (now.carthage, now.rome) {
        "stand/same"
    } else {
        "stand/rome"
    };
    let mut lines = vec![
        say(family)
            .with("count", now.carthage)
            .with("needs", battle.rome_needs)
            .with("lost", now.rome)
            .with("bears", battle.rome_bears)
            .maybe("before", before(was.carthage, now.carthage)),
    ];
    if now.exits > 0 {
        lines.push(say("stand/exits").with("count", now.exits).with("needs", battle.exits));
    }
    let quiet = ground.after.quiet;
    if quiet > 0 && ground.after.over.is_none() {
        let stall = ground.after.options.stall_turns;
        lines.push(say("stand/quiet").with("count", quiet).with("stall", stall));
    }
    if let Some(decided) = ground.after.decided.filter(|_| ground.after.over.is_none()) {
        lines.push(say("stand/decided").with("side", side(decided.winner)));
    }
    lines
}

/// Whose decision it is; both sides are not named.
pub(super) fn now(told: &StoryContext<'_, Metaurus>) -> Vec<Line> {
    let both =
        |line: &Line| matches!(line.gaps.get("who"), Some(Gap::Series(who)) if who.len() == 2);
    let lines = told.decisions().into_iter();
    lines.map(|line| if both(&line) { line.with("who", say("both")) } else { line }).collect()
}

/// What the record cost both sides.
pub(super) fn balance(
    ground: &Ground<'_>,
    losses: &Pair<Vec<Id>>,
    chapters: &[Chapter<Event>],
) -> Vec<Line> {
    let mut lines = cost(Pair::from_fn(|of| {
        let count = losses[of].len();
        (count > 0).then(|| say("units").with("count", count).into())
    }));
    let shaken = chapters
        .iter()
        .flat_map(effects)
        .filter(|(_, effect)| matches!(effect, Effect::Disordered { .. }))
        .count();
    if shaken > 0 {
        lines.push(say("balance/shaken").with("count", shaken));
    }
    let (was, now) = (ground.before.links.len(), ground.after.links.len());
    if now > 0 && now != was && shaken + lines.len() > 0 {
        lines.push(say("balance/links").with("count", now));
    }
    lines
}
