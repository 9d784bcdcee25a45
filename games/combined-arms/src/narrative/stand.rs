//! How the battle stands: headline, standfirst, balance, whose decision it is, the end.

use super::field::Field;
use super::{combats, movements, winner};
use crate::events::{Combat, Ending, Event, Finish};
use crate::names::{Side, Stage, UnitId};
use engine::Chapter;
use engine::kit::Pair;
use engine::story::{Line, Scene, cost, crown, people, say, side};

/// The units that each side lost in a record.
pub(super) fn losses(field: &Field<'_>, chapters: &[Chapter<Event>]) -> Pair<Vec<UnitId>> {
    let mut losses = Pair::from_fn(|_| Vec::new());
    for (_, combat) in chapters.iter().flat_map(combats) {
        if let Combat::Destroyed { unit, .. } = combat
            && let Some(of) = field.side(*unit)
        {
            losses[of].push(*unit);
        }
    }
    losses
}

/// The scenes, the heaviest of them with the headline of the whole where several units of a side were lost.
pub(super) fn crowned(mut scenes: Vec<Scene>, losses: &Pair<Vec<UnitId>>) -> Vec<Scene> {
    if let Some(of) = Side::BOTH.into_iter().find(|of| losses[*of].len() >= 3) {
        let line = say("headline/losses").with("side", side(of));
        crown(&mut scenes, &line.with("count", losses[of].len()));
    }
    scenes
}

/// The headline of a record without scenes.
pub(super) fn headline(field: &Field<'_>, chapters: &[Chapter<Event>]) -> Option<Line> {
    let chapter = chapters.first()?;
    let line = match field.before.stage {
        Stage::Muster => say("headline/muster"),
        Stage::Place | Stage::Deploy => say("headline/deploy"),
        Stage::Move | Stage::Attack | Stage::Over => {
            let of = chapter.phase.seat.as_ref().and_then(Side::of)?;
            let family = if chapters.iter().any(|chapter| movements(chapter).count() > 0) {
                "headline/shift"
            } else {
                "headline/quiet"
            };
            say(family).with("people", people(of))
        }
    };
    Some(line)
}

/// The score now and before, and what else bears on the end.
pub(super) fn standfirst(field: &Field<'_>) -> Vec<Line> {
    let (was, now) = field.points();
    let state = field.after;
    if state.units.is_empty() {
        return vec![say("stand/no-field")];
    }
    let mut lines = Vec::new();
    let ahead = |points: &Pair<u32>| match points.rome.cmp(&points.carthage) {
        std::cmp::Ordering::Greater => Some(Side::Rome),
        std::cmp::Ordering::Less => Some(Side::Carthage),
        std::cmp::Ordering::Equal => None,
    };
    let line = match ahead(&now) {
        Some(of) => {
            let family =
                if ahead(&was) == Some(of.other()) { "stand/turned" } else { "stand/ahead" };
            let before = (was != now && was.rome + was.carthage > 0)
                .then(|| say("stand/before").with("more", was[of]).with("less", was[of.other()]));
            say(family)
                .with("side", side(of))
                .maybe("leader", field.leader(of))
                .with("more", now[of])
                .with("less", now[of.other()])
                .maybe("before", before)
        }
        None if now.rome > 0 => say("stand/even").with("count", now.rome),
        None => say("stand/whole"),
    };
    lines.push(line);
    // How many are left is news only where somebody fell, and at the beginning and the end.
    if was != now || state.turn <= 1 || state.result.is_some() {
        lines.push(
            say("stand/left")
                .with("rome", field.left(Side::Rome))
                .with("carthage", field.left(Side::Carthage))
                .with("romelost", field.lost(Side::Rome))
                .with("carthagelost", field.lost(Side::Carthage)),
        );
    }
    if let Some(offer) = state.offer.filter(|_| state.result.is_none()) {
        lines.push(say("stand/offer").with("side", side(offer.seat)));
    }
    lines.extend(limits(field));
    lines
}

/// How near the end is that nobody fights for.
fn limits(field: &Field<'_>) -> Vec<Line> {
    let (state, mut lines) = (field.after, Vec::new());
    if state.result.is_some() {
        return lines;
    }
    let options = &state.options;
    let round = state.round();
    let quiet = round.saturating_sub(state.quiet_since.div_ceil(2).max(1));
    let stall = u32::from(options.stall_limit).saturating_sub(quiet);
    if options.stall_limit > 0 && stall <= 3 {
        lines.push(say("stand/stall").with("count", stall.max(1)));
    }
    let rounds = u32::from(options.round_limit).saturating_sub(round);
    if options.round_limit > 0 && rounds <= 3 {
        lines.push(say("stand/rounds").with("count", rounds));
    }
    lines
}

/// What the record cost both sides.
pub(super) fn balance(field: &Field<'_>, losses: &Pair<Vec<UnitId>>) -> Vec<Line> {
    cost(Pair::from_fn(|of| {
        let lost = &losses[of];
        (!lost.is_empty()).then(|| super::camp::counted(field, lost).into())
    }))
}

/// The end.
pub(super) fn over(
    field: &Field<'_>,
    n: u32,
    result: Finish,
    won: Option<Side>,
    reason: Ending,
) -> Scene {
    let (_, points) = field.points();
    let score = |line: Line| line.with("rome", points.rome).with("carthage", points.carthage);
    let (headline, end) = match winner(result, won) {
        Some(of) => {
            let line = say(format!("over/{}", reason.word()));
            let line = line.with("side", side(of)).with("other", side(of.other()));
            (say("headline/won").with("side", side(of)), line)
        }
        None => (say("headline/drawn"), say(format!("over-drawn/{}", reason.word()))),
    };
    let rounds = say("over/rounds").with("count", field.after.round());
    let full = vec![score(end.clone()), score(rounds)];
    Scene {
        score: 200,
        kept: true,
        events: vec![n],
        headline: Some(headline),
        run_in: Some(say("run-in/over")),
        full,
        brief: vec![score(end)],
    }
}
