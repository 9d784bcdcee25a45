//! How the battle stands: headline, standfirst, balance, whose decision it is.

use super::ground::Ground;
use crate::events::{Event, Morale};
use crate::names::{Id, Side};
use crate::state::{Place, Stage, State};
use engine::Chapter;
use engine::kit::Pair;
use engine::story::{Line, Scene, cost, crown, people, say, side};

/// The units of each side that broke or fell in a record.
pub(super) fn losses(ground: &Ground<'_>, chapters: &[Chapter<Event>]) -> Pair<Vec<Id>> {
    let mut losses: Pair<Vec<Id>> = Pair::from_fn(|_| Vec::new());
    for entry in chapters.iter().flat_map(|chapter| &chapter.events) {
        if let Event::Morale(Morale::Panic { unit, .. } | Morale::Eliminated { unit, .. }) =
            &entry.event
            && let Some(of) = ground.side(*unit)
            && !losses[of].contains(unit)
        {
            losses[of].push(*unit);
        }
    }
    losses
}

/// The scenes, the heaviest of them with the headline of the whole where several units of a side broke.
pub(super) fn crowned(mut scenes: Vec<Scene>, losses: &Pair<Vec<Id>>) -> Vec<Scene> {
    if let Some(of) = Side::BOTH.into_iter().find(|of| losses[*of].len() >= 3) {
        let line = say("headline/losses").with("people", people(of));
        crown(&mut scenes, &line.with("count", losses[of].len()));
    }
    scenes
}

/// The headline of a record whose scenes give none.
pub(super) fn headline(ground: &Ground<'_>, chapters: &[Chapter<Event>]) -> Option<Line> {
    chapters.first()?;
    Some(match ground.before.stage {
        Stage::SetUp { .. } => say("headline/setup"),
        Stage::Strategic { .. } | Stage::Initiative | Stage::Choice { .. } => say("headline/plans"),
        Stage::Impulse { .. } | Stage::Interphase => say("headline/quiet"),
    })
}

/// How near each side is to its rout level, now and before.
pub(super) fn standfirst(ground: &Ground<'_>) -> Vec<Line> {
    let (rout, state) = (ground.battle.rout, ground.after);
    if state.turn == 0 {
        return vec![say("stand/no-field").with("turns", ground.battle.turns)];
    }
    let (was, now) = (|of: Side| ground.before.camps[of].pr, |of: Side| state.camps[of].pr);
    let before =
        |of: Side| (was(of) != now(of)).then(|| say("stand/before").with("count", was(of)));
    let same = Side::BOTH.into_iter().all(|of| was(of) == now(of));
    let family = match (same, now(Side::Rome) + now(Side::Carthage)) {
        (_, 0) => "stand/none",
        (true, _) => "stand/same",
        (false, _) => "stand/pr",
    };
    let mut lines = vec![
        say(family)
            .maybe("romeleader", ground.leading(Side::Rome))
            .maybe("carthageleader", ground.leading(Side::Carthage))
            .with("rome", now(Side::Rome))
            .with("romerout", rout.rome)
            .maybe("romebefore", before(Side::Rome))
            .with("carthage", now(Side::Carthage))
            .with("carthagerout", rout.carthage)
            .maybe("carthagebefore", before(Side::Carthage)),
    ];
    let over = Side::BOTH.into_iter().find(|of| now(*of) >= rout[*of]);
    if let Some(of) = over.filter(|_| state.over.is_none()) {
        lines.push(say("stand/beyond").with("side", side(of)));
    }
    // The turn is news when it begins.
    if state.over.is_none() && state.turn != ground.before.turn {
        let turns = u32::from(ground.battle.turns);
        lines.push(say("stand/turn").with("turn", state.turn).with("turns", turns));
    }
    lines
}

/// What the record cost both sides.
pub(super) fn balance(ground: &Ground<'_>, losses: &Pair<Vec<Id>>) -> Vec<Line> {
    let mut lines = cost(Pair::from_fn(|of| {
        let count = losses[of].len();
        let family = if count == 1 { "units/one" } else { "units" };
        (count > 0).then(|| say(family).with("count", count).into())
    }));
    if lines.is_empty() {
        return lines;
    }
    let gone = |state: &State, of: Side| {
        let units = state.units.values().filter(|unit| unit.side == of);
        units
            .filter(|unit| matches!(unit.place, Place::Eliminated | Place::Fled | Place::Exited))
            .count()
    };
    let all = |state| (gone(state, Side::Rome), gone(state, Side::Carthage));
    let (rome, carthage) = all(ground.after);
    // How many are gone for good is news where somebody went.
    if (rome, carthage) != all(ground.before) {
        lines.push(say("balance/gone").with("rome", rome).with("carthage", carthage));
    }
    lines
}
