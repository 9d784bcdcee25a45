//! One record, read once: journeys leg by leg, and battles from the first meeting to the last retreat.

use crate::events::{BattleEvent, Event, Part, Removal, UnitEvent};
use crate::names::{AreaId, CardId, Side, Unit, UnitId};
use crate::state::{State, unit_of};
use engine::Chapter;
use engine::kit::Pair;

/// A unit's journey in one record.
#[derive(Clone, Debug)]
pub(super) struct Way {
    pub(super) side: Side,
    pub(super) unit: UnitId,
    pub(super) stops: Vec<AreaId>,
    /// For each leg the seas that carried it.
    pub(super) seas: Vec<Vec<AreaId>>,
    pub(super) events: Vec<u32>,
    /// True if a card laid in a battle made it.
    pub(super) effect: bool,
}

impl Way {
    pub(super) fn end(&self) -> AreaId {
        *self.stops.last().expect("a route has at least one stop")
    }

    pub(super) fn fleet(&self) -> bool {
        unit_of(self.unit) == Unit::Fleet
    }
}

/// Units that went the same way together.
#[derive(Clone, Debug)]
pub(super) struct Journey {
    pub(super) side: Side,
    pub(super) units: Vec<UnitId>,
    pub(super) stops: Vec<AreaId>,
    pub(super) seas: Vec<Vec<AreaId>>,
    pub(super) events: Vec<u32>,
}

/// A side's total in a battle.
#[derive(Clone, Debug, Default)]
pub(super) struct Sum {
    pub(super) total: i32,
    pub(super) hannibal: bool,
    pub(super) others: usize,
    pub(super) card: Option<(CardId, i32)>,
}

/// A battle, as far as the record shows it.
#[derive(Clone, Debug)]
pub(super) struct Battle {
    pub(super) area: AreaId,
    pub(super) events: Vec<u32>,
    pub(super) attacker: Option<Side>,
    /// Strengths before cards, the attacker's first, with the event.
    pub(super) start: Option<(u32, i32, i32)>,
    pub(super) cards: Option<Pair<CardId>>,
    /// True if the cards were turned over in this record.
    pub(super) revealed: bool,
    pub(super) result: Option<(Option<Side>, Pair<Sum>)>,
    pub(super) removed: Vec<(u32, Side, Unit)>,
    pub(super) retreats: Vec<Retreat>,
    /// Units that had nowhere to go.
    pub(super) stranded: Vec<(u32, Side, Vec<UnitId>)>,
    pub(super) pending: bool,
}

/// Units that retreated together.
#[derive(Clone, Debug)]
pub(super) struct Retreat {
    pub(super) event: u32,
    pub(super) side: Side,
    pub(super) ids: Vec<UnitId>,
    pub(super) to: AreaId,
    pub(super) by_sea: bool,
}

/// The journeys of a record, unit by unit.
pub(super) fn ways(chapters: &[Chapter<Event>]) -> Vec<Way> {
    let mut ways: Vec<Way> = Vec::new();
    for entry in chapters.iter().flat_map(|chapter| &chapter.events) {
        let Event::Units(UnitEvent::Move { seat, id, from, to, seas, escort, effect, .. }) =
            &entry.event
        else {
            continue;
        };
        for unit in std::iter::once(*id).chain(*escort) {
            let on = ways
                .iter_mut()
                .find(|way| way.unit == unit && way.end() == *from && way.effect == *effect);
            match on {
                Some(way) => {
                    way.stops.push(*to);
                    way.seas.push(seas.clone());
                    way.events.push(entry.n);
                }
                None => ways.push(Way {
                    side: *seat,
                    unit,
                    stops: vec![*from, *to],
                    seas: vec![seas.clone()],
                    events: vec![entry.n],
                    effect: *effect,
                }),
            }
        }
    }
    ways
}

/// Groups the ways that units went together.
pub(super) fn journeys<'a>(ways: impl IntoIterator<Item = &'a Way>) -> Vec<Journey> {
    let mut journeys: Vec<Journey> = Vec::new();
    for way in ways {
        let together = |other: &&mut Journey| {
            other.stops == way.stops
                && other.side == way.side
                && (unit_of(other.units[0]) == Unit::Fleet) == way.fleet()
        };
        match journeys.iter_mut().find(together) {
            Some(journey) => {
                journey.units.push(way.unit);
                journey.events.extend(&way.events);
            }
            None => journeys.push(Journey {
                side: way.side,
                units: vec![way.unit],
                stops: way.stops.clone(),
                seas: way.seas.clone(),
                events: way.events.clone(),
            }),
        }
    }
    for journey in &mut journeys {
        journey.events.sort_unstable();
        journey.events.dedup();
    }
    journeys
}

/// The battles of a record, in the order in which they arose. What was known of the one under way stands in `before`.
pub(super) fn battles(before: &State, chapters: &[Chapter<Event>]) -> Vec<Battle> {
    let mut battles: Vec<Battle> = Vec::new();
    let mut current = before.fight.as_ref().map(|fight| fight.area);
    for entry in chapters.iter().flat_map(|chapter| &chapter.events) {
        let Some(area) = area_of(&entry.event).or(match &entry.event {
            Event::Battle(BattleEvent::Die { .. }) => current,
            _ => None,
        }) else {
            continue;
        };
        if matches!(
            entry.event,
            Event::Battle(BattleEvent::Battle { .. } | BattleEvent::Reveal { .. })
        ) {
            current = Some(area);
        }
        let at = battles.iter().position(|battle| battle.area == area).unwrap_or_else(|| {
            battles.push(Battle::new(area));
            battles.len() - 1
        });
        battles[at].enter(entry.n, &entry.event);
    }
    if let Some(fight) = &before.fight {
        for battle in battles.iter_mut().filter(|battle| battle.area == fight.area) {
            battle.attacker = battle.attacker.or(Some(fight.attacker));
            if let (None, Some([rome, carthage])) = (&battle.cards, fight.cards) {
                battle.cards = Some(Pair { rome, carthage });
            }
        }
    }
    battles
}

fn area_of(event: &Event) -> Option<AreaId> {
    match event {
        Event::Battle(
            BattleEvent::BattlePending { area, .. }
            | BattleEvent::BattleJoined { area, .. }
            | BattleEvent::Battle { area, .. }
            | BattleEvent::Reveal { area, .. }
            | BattleEvent::Result { area, .. }
            | BattleEvent::BattleOver { area },
        )
        | Event::Units(
            UnitEvent::Retreat { from: area, .. }
            | UnitEvent::LostInRetreat { area, .. }
            | UnitEvent::Removed { area, why: Removal::Battle, .. },
        ) => Some(*area),
        Event::Units(_) | Event::Turn(_) | Event::Battle(_) => None,
    }
}

impl Battle {
    const fn new(area: AreaId) -> Self {
        Self {
            area,
            events: Vec::new(),
            attacker: None,
            start: None,
            cards: None,
            revealed: false,
            result: None,
            removed: Vec::new(),
            retreats: Vec::new(),
            stranded: Vec::new(),
            pending: false,
        }
    }

    fn enter(&mut self, n: u32, event: &Event) {
        self.events.push(n);
        match event {
            Event::Battle(BattleEvent::BattlePending { attacker, .. }) => {
                (self.attacker, self.pending) = (Some(*attacker), true);
            }
            Event::Battle(BattleEvent::Battle { attacker, att, dfn, .. }) => {
                (self.attacker, self.start) = (Some(*attacker), Some((n, *att, *dfn)));
            }
            Event::Battle(BattleEvent::Reveal { rome, carthage, .. }) => {
                self.cards = Some(Pair { rome: *rome, carthage: *carthage });
                self.revealed = true;
            }
            Event::Battle(BattleEvent::Result {
                att,
                dfn,
                att_parts,
                dfn_parts,
                winner,
                attacker,
                ..
            }) => {
                self.attacker = Some(*attacker);
                let sums = Pair::from_fn(|side| {
                    if side == *attacker {
                        Sum::of(*att, att_parts)
                    } else {
                        Sum::of(*dfn, dfn_parts)
                    }
                });
                self.result = Some((winner.side(), sums));
            }
            Event::Units(UnitEvent::Removed { seat, unit, .. }) => {
                self.removed.push((n, *seat, *unit));
            }
            Event::Units(UnitEvent::Retreat { seat, ids, to, seas, .. }) => {
                self.retreats.push(Retreat {
                    event: n,
                    side: *seat,
                    ids: ids.clone(),
                    to: *to,
                    by_sea: !seas.is_empty(),
                });
            }
            Event::Units(UnitEvent::LostInRetreat { seat, ids, .. }) => {
                self.stranded.push((n, *seat, ids.clone()));
            }
            _ => {}
        }
    }
}

impl Sum {
    fn of(total: i32, parts: &[Part]) -> Self {
        let mut sum = Self { total, ..Self::default() };
        for part in parts {
            match part.what.split_once(' ') {
                Some(("card", id)) => sum.card = CardId::new(id).map(|id| (id, part.points)),
                Some((count, _)) => sum.others = count.parse().unwrap_or_default(),
                None => sum.hannibal = true,
            }
        }
        sum
    }
}
