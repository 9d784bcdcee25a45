//! A battle with its cards, its sum and what it cost: one scene.

use super::land::{Land, count_of, force};
use crate::events::{BattleEvent, Event, Removal, UnitEvent};
use crate::names::{AreaId, CardId, Side, Unit};
use engine::Chapter;
use engine::story::{Line, Scene, say, side};

/// Who is master of an area: nobody, or a side.
type Master = Option<Side>;

/// All that happened in one area, from the coming of the attacker to the end of the battle.
struct Fight {
    area: AreaId,
    attacker: Option<Side>,
    strength: Option<(i32, i32)>,
    cards: Option<(CardId, CardId)>,
    lots: Vec<Side>,
    result: Option<(i32, i32, Option<Side>)>,
    removed: Vec<(Side, Unit)>,
    retreats: Vec<(Side, usize, AreaId)>,
    stranded: Vec<(Side, usize)>,
    master: Option<Master>,
    asked: Vec<Side>,
    events: Vec<u32>,
}

/// The scenes of a chapter's battles, and of areas that changed masters without one.
pub(super) fn scenes(land: &Land<'_>, chapter: &Chapter<Event>) -> Vec<Scene> {
    let mut fights: Vec<Fight> = Vec::new();
    for entry in &chapter.events {
        if let (Event::Battle(BattleEvent::Die { seat, .. }), Some(fight)) =
            (&entry.event, fights.last_mut())
        {
            // A die chooses a card in the battle that is being fought.
            fight.lots.push(*seat);
            fight.events.push(entry.n);
        }
        let Some(area) = area_of(&entry.event) else { continue };
        let fight = match fights.iter().position(|fight| fight.area == area) {
            Some(at) => &mut fights[at],
            None => {
                fights.push(Fight::new(area));
                fights.last_mut().expect("one was added")
            }
        };
        fight.enter(entry.n, &entry.event);
    }
    fights
        .iter()
        .filter(|fight| !fight.events.is_empty())
        .filter_map(|fight| scene(land, fight))
        .collect()
}

fn area_of(event: &Event) -> Option<AreaId> {
    match event {
        Event::Battle(
            BattleEvent::BattlePending { area, .. }
            | BattleEvent::BattleJoined { area, .. }
            | BattleEvent::Battle { area, .. }
            | BattleEvent::Asked { area, .. }
            | BattleEvent::Reveal { area, .. }
            | BattleEvent::Result { area, .. }
            | BattleEvent::Settled { area, .. }
            | BattleEvent::BattleOver { area },
        )
        | Event::Units(
            UnitEvent::Retreat { from: area, .. }
            | UnitEvent::LostInRetreat { area, .. }
            | UnitEvent::Control { area, .. }
            | UnitEvent::Removed { area, why: Removal::Battle, .. },
        ) => Some(*area),
        Event::Units(_)
        | Event::Turn(_)
        | Event::Battle(BattleEvent::Sealed { .. } | BattleEvent::Die { .. }) => None,
    }
}

impl Fight {
    const fn new(area: AreaId) -> Self {
        Self {
            area,
            attacker: None,
            strength: None,
            cards: None,
            lots: Vec::new(),
            result: None,
            removed: Vec::new(),
            retreats: Vec::new(),
            stranded: Vec::new(),
            master: None,
            asked: Vec::new(),
            events: Vec::new(),
        }
    }

    fn enter(&mut self, n: u32, event: &Event) {
        match event {
            Event::Battle(BattleEvent::BattlePending { attacker, .. }) => {
                self.attacker = Some(*attacker);
            }
            Event::Battle(BattleEvent::Battle { attacker, att, dfn, .. }) => {
                (self.attacker, self.strength) = (Some(*attacker), Some((*att, *dfn)));
            }
            Event::Battle(BattleEvent::Asked { seat, .. }) => self.asked.push(*seat),
            Event::Battle(BattleEvent::Reveal { rome, carthage, .. }) => {
                self.cards = Some((*rome, *carthage));
            }
            Event::Battle(BattleEvent::Result { att, dfn, winner, attacker, .. }) => {
                self.result = Some((*att, *dfn, winner.side()));
                self.attacker = self.attacker.or(*attacker);
            }
            Event::Units(UnitEvent::Removed { seat, unit, .. }) => {
                self.removed.push((*seat, *unit));
            }
            Event::Units(UnitEvent::Retreat { seat, ids, to, .. }) => {
                self.retreats.push((*seat, ids.len(), *to));
            }
            Event::Units(UnitEvent::LostInRetreat { seat, ids, .. }) => {
                self.stranded.push((*seat, ids.len()));
            }
            Event::Units(UnitEvent::Control { seat, .. }) => self.master = Some(*seat),
            _ => {}
        }
        self.events.push(n);
    }
}

fn scene(land: &Land<'_>, fight: &Fight) -> Option<Scene> {
    let area = land.area(fight.area);
    let Some((att, dfn, winner)) = fight.result else { return unfought(land, fight) };
    let hannibal = fight.removed.iter().any(|(_, unit)| *unit == Unit::Hannibal);
    let remembered = memory(land, fight);
    // What is remembered of the place has named it.
    let named = remembered.is_some();
    let mut full: Vec<Line> = remembered.into_iter().collect();
    full.extend(cards(land, fight, named));
    let (high, low) = (att.max(dfn), att.min(dfn));
    let family = match (winner, high == low) {
        (None, _) => "sum/tie",
        (Some(_), true) => "sum/even",
        (Some(_), false) if high - low == 1 => "sum/close",
        (Some(_), false) => "sum/clear",
    };
    full.push(
        say(family)
            .with("more", high)
            .with("less", low)
            .with("area", area.clone())
            .maybe("side", winner.map(side)),
    );
    let costs = costs(land, fight);
    full.extend(costs.clone());
    full.extend(stake(land, fight));
    let family = if winner.is_some() { "brief/battle" } else { "brief/tie" };
    let mut brief = vec![
        say(family)
            .with("area", area.clone())
            .with("more", high)
            .with("less", low)
            .maybe("side", winner.map(side)),
    ];
    brief.extend(costs.into_iter().take(2));
    let named = |family: &'static str| {
        say(family)
            .with("area", area.clone())
            .maybe("side", winner.map(side))
            .maybe("other", winner.map(|winner| side(winner.other())))
    };
    let (headline, run_in) = match (hannibal, land.capital(fight.area), winner) {
        (true, ..) => ("headline/hannibal", "run-in/hannibal"),
        (_, Some(of), Some(winner)) if of == winner => ("headline/capital-held", "run-in/capital"),
        (_, _, None) => ("headline/tie", "run-in/tie"),
        (_, _, Some(winner)) if fight.attacker == Some(winner) => {
            ("headline/taken", "run-in/taken")
        }
        (_, _, Some(_)) => ("headline/held", "run-in/held"),
    };
    Some(Scene {
        score: weight(land, fight, hannibal),
        kept: true,
        events: fight.events.clone(),
        headline: Some(named(headline)),
        run_in: Some(named(run_in)),
        full,
        brief,
    })
}

fn weight(land: &Land<'_>, fight: &Fight, hannibal: bool) -> u32 {
    let base = if hannibal {
        120
    } else if land.capital(fight.area).is_some() {
        100
    } else if !fight.stranded.is_empty() {
        70
    } else if !fight.removed.is_empty() {
        60
    } else if fight.result.is_some_and(|(_, _, winner)| winner.is_none()) {
        50
    } else {
        35
    };
    let changed = fight.master.is_some_and(|master| {
        land.ledger
            .last(fight.area, "master")
            .is_some_and(|past| past.other != master.map_or("", Side::word))
    });
    base + if changed { 20 } else { 0 }
}

/// What is remembered of the place, or of Hannibal's way to it.
fn memory(land: &Land<'_>, fight: &Fight) -> Option<Line> {
    let area = land.area(fight.area);
    if fight.removed.iter().any(|(_, unit)| *unit == Unit::Hannibal) {
        let way: Vec<Line> = land
            .ledger
            .of("hannibal")
            .iter()
            .filter_map(|past| AreaId::new(&past.other))
            .filter(|stop| *stop != fight.area)
            .map(|stop| land.area(stop))
            .collect();
        if !way.is_empty() {
            let wins = land.ledger.times(Side::Carthage.word(), "won");
            let wins = (wins > 0).then_some(wins);
            return Some(
                say("memory/way").with("way", way).with("area", area).maybe("count", wins),
            );
        }
    }
    if let Some(fallen) =
        land.ledger.last(fight.area, "fallen").filter(|past| past.other == "hannibal")
    {
        return Some(say("memory/hannibal").with("area", area).with("turn", fallen.turn));
    }
    let masters = land.ledger.of(fight.area).iter();
    let masters = masters.filter(|past| past.what == "master" && !past.other.is_empty()).count();
    if masters >= 3 {
        return Some(say("memory/masters").with("area", area).with("count", masters));
    }
    let battles = land.ledger.times(fight.area, "battle");
    let last = land.ledger.last(fight.area, "battle")?;
    let line = say(if battles > 1 { "memory/battles" } else { "memory/battle" });
    let line = line.with("area", area).with("count", battles).with("turn", last.turn);
    Some(line.maybe("side", Side::parse(&last.other).map(side)))
}

/// Who met whom with how much, and what was laid; the area is not named again where that has just been done.
fn cards(land: &Land<'_>, fight: &Fight, named: bool) -> Vec<Line> {
    let mut lines = Vec::new();
    if let (Some((att, dfn)), Some(attacker)) = (fight.strength, fight.attacker) {
        lines.push(
            say(if named { "battle/strength-there" } else { "battle/strength" })
                .with("area", land.area(fight.area))
                .with("side", side(attacker))
                .with("other", side(attacker.other()))
                .with("att", att)
                .with("dfn", dfn),
        );
    }
    if !fight.lots.is_empty() {
        let who: Vec<Line> = fight.lots.iter().map(|of| side(*of)).collect();
        lines.push(say("battle/lot").with("who", who));
    }
    if let Some((rome, carthage)) = fight.cards {
        lines.push(
            say("battle/cards").with("rome", land.card(rome)).with("carthage", land.card(carthage)),
        );
    }
    lines
}

/// What it cost, and who is master now.
fn costs(land: &Land<'_>, fight: &Fight) -> Vec<Line> {
    let mut lines = Vec::new();
    let units = |count: usize| {
        let count = u32::try_from(count).expect("units are few");
        count_of(land.arm(fight.area), count)
    };
    for (of, unit) in &fight.removed {
        let family = if *unit == Unit::Hannibal { "cost/hannibal" } else { "cost/removed" };
        let line = say(family).with("who", force(*of, *unit, 1)).with("side", side(*of));
        let line = line.with("what", count_of(*unit, 1));
        lines.push(line.with("area", land.area(fight.area)));
    }
    for (of, count) in &fight.stranded {
        let line = say("cost/stranded").with("side", side(*of));
        lines.push(line.with("what", units(*count)));
    }
    for (of, count, to) in &fight.retreats {
        lines.push(
            say("cost/retreat")
                .with("what", units(*count))
                .with("side", side(*of))
                .with("to", land.area(*to)),
        );
    }
    lines
}

/// What it means for the war.
fn stake(land: &Land<'_>, fight: &Fight) -> Option<Line> {
    let chart = land.rules.chart();
    let loser = fight.result.and_then(|(_, _, winner)| winner).map(Side::other)?;
    let left = land.now.armies(chart, loser);
    if !fight.removed.is_empty() && (1..=2).contains(&left) {
        return Some(say("stake/armies").with("side", side(loser)).with("count", left));
    }
    let winner = loser.other();
    let (gains, needed) = (land.now.gains(chart, winner), land.rules.worth().influence);
    let grown = gains > land.was.gains(chart, winner);
    (grown && gains + 1 == needed).then(|| say("stake/one-more").with("side", side(winner)))
}

/// A battle that is still to come, or an area that changed masters by itself.
fn unfought(land: &Land<'_>, fight: &Fight) -> Option<Scene> {
    let area = land.area(fight.area);
    let events = fight.events.clone();
    if let Some(attacker) = fight.attacker {
        let line = say("pending").with("area", area.clone()).with("side", side(attacker));
        let mut scene = super::lone(
            if land.capital(fight.area).is_some() { 100 } else { 40 },
            true,
            events,
            line,
        );
        let family = if land.capital(fight.area).is_some() {
            "headline/at-capital"
        } else {
            "headline/pending"
        };
        scene.headline = Some(say(family).with("area", area).with("side", side(attacker)));
        return Some(scene);
    }
    let master = fight.master?;
    let before =
        land.ledger.last(fight.area, "master").map(|past| past.other.clone()).unwrap_or_default();
    if before == master.map_or("", Side::word) {
        return None;
    }
    let line = match master {
        Some(of) => say("control/taken").with("side", side(of)),
        None => say("control/emptied").maybe("side", Side::parse(&before).map(side)),
    };
    let mut scene = super::lone(35, false, events, line.with("area", area.clone()));
    scene.headline =
        master.map(|of| say("headline/control").with("side", side(of)).with("area", area));
    Some(scene)
}
