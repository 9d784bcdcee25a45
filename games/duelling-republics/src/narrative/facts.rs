//! A record read once, event by event: who went where and what it cost, who fought, what fell.

use super::roll::Roll;
use crate::elements::{ArmyId, Side};
use crate::events::{Award, Doom, Encounter, Event, Movement, Players, Sieges};
use crate::names::{City, Do, Gaul, Name, Way};
use crate::state::State;
use engine::{Chapter, Seat};
use std::collections::{BTreeMap, BTreeSet};

/// The facts of a record, as its viewer saw it.
#[derive(Default)]
pub(super) struct Facts {
    pub(super) journeys: Vec<Journey>,
    pub(super) quarters: Vec<Quarters>,
    pub(super) answers: Vec<Answer>,
    pub(super) evasions: Vec<Evasion>,
    pub(super) taken: Vec<Taken>,
    pub(super) begun: Vec<Begun>,
    pub(super) left: Vec<Left>,
    pub(super) seasons: Vec<Season>,
    /// The losses of a season whose throw an earlier record tells: event and army.
    pub(super) starved: Vec<(u32, ArmyId)>,
    /// Losses whose cause an earlier record tells: event, army and number.
    pub(super) paid: Vec<(u32, ArmyId, u16)>,
    /// Armies that have still to lose the elements that this record cost them.
    pub(super) owing: BTreeSet<ArmyId>,
    pub(super) dooms: Vec<(u32, ArmyId, Doom)>,
    pub(super) points: Vec<(u32, Seat, i16, Award)>,
    pub(super) roll: Roll,
}

/// The way of one army, or its retreat.
#[derive(Clone, Debug)]
pub(super) struct Journey {
    pub(super) army: ArmyId,
    pub(super) legs: Vec<(Name, Name, Way)>,
    pub(super) events: Vec<u32>,
    pub(super) retreat: bool,
    /// Why it retreats, in the words of the record; empty for a march.
    pub(super) why: String,
    /// Elements before anything was lost.
    pub(super) size: u32,
    pub(super) lost: u32,
}

impl Journey {
    pub(super) fn end(&self) -> Name {
        self.legs.last().expect("a journey has at least one leg").1
    }

    pub(super) fn start(&self) -> Name {
        self.legs.first().expect("a journey has at least one leg").0
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Quarters {
    pub(super) n: u32,
    pub(super) army: ArmyId,
    pub(super) at: Option<Name>,
    pub(super) size: u32,
    pub(super) lost: u32,
}

/// Two enemies in Transalpine Gaul who did not fight.
#[derive(Clone, Copy, Debug)]
pub(super) struct Evasion {
    pub(super) n: u32,
    /// The one that came, and the other.
    pub(super) armies: [ArmyId; 2],
    /// The one that sought battle, and the one that escaped it, if they differed.
    pub(super) sought: Option<[ArmyId; 2]>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Answer {
    pub(super) n: u32,
    pub(super) army: ArmyId,
    pub(super) by: ArmyId,
    pub(super) at: Name,
    pub(super) says: Do,
    /// Elements of both, if nobody of either side is there with them.
    pub(super) sizes: Option<[u32; 2]>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Taken {
    pub(super) n: u32,
    pub(super) at: Name,
    pub(super) to: Side,
    pub(super) city: City,
    pub(super) army: ArmyId,
}

/// A siege that began, or that an army joined.
#[derive(Clone, Copy, Debug)]
pub(super) struct Begun {
    pub(super) n: u32,
    pub(super) at: Name,
    pub(super) besieger: ArmyId,
    pub(super) besieged: Option<ArmyId>,
    pub(super) joins: bool,
}

/// An army that left a siege of its own will.
#[derive(Clone, Debug)]
pub(super) struct Left {
    pub(super) n: u32,
    pub(super) at: Name,
    pub(super) army: ArmyId,
    /// The armies that went on with the siege.
    pub(super) others: Vec<ArmyId>,
}

/// A season before walls.
#[derive(Clone, Debug)]
pub(super) struct Season {
    pub(super) at: Name,
    pub(super) besiegers: Vec<ArmyId>,
    /// Dice with what adds to them.
    pub(super) totals: [u8; 2],
    pub(super) won: bool,
    pub(super) counter: u8,
    pub(super) worn: Vec<ArmyId>,
    pub(super) events: Vec<u32>,
}

pub(super) fn read(before: &State, chapters: &[Chapter<Event>]) -> Facts {
    let mut facts = Facts { roll: Roll::of(before), ..Facts::default() };
    let mut sieges: BTreeMap<Name, Vec<ArmyId>> =
        before.sieges.iter().map(|(at, siege)| (*at, siege.besiegers.clone())).collect();
    for entry in chapters.iter().flat_map(|chapter| &chapter.events) {
        let n = entry.n;
        match &entry.event {
            Event::Movement(event) => facts.movement(n, event),
            Event::Encounter(event) => facts.encounter(n, event),
            Event::Sieges(event) => facts.siege(n, event, &mut sieges),
            Event::Players(event) => {
                if let Players::Vp { seat, delta, why, .. } = event.as_ref() {
                    facts.points.push((n, seat.clone(), *delta, *why));
                }
            }
            Event::Battles(_)
            | Event::Sequence(_)
            | Event::Politics(_)
            | Event::Reports(_)
            | Event::Fought(_) => {}
        }
        if let Some(army) = facts.roll.enter(&entry.event) {
            facts.owing.insert(army);
        }
    }
    facts
}

impl Facts {
    fn movement(&mut self, n: u32, event: &Movement) {
        match event {
            Movement::Moved { army, from, to, way, .. } => {
                let leg = (*from, *to, *way);
                let on = self.journeys.iter_mut().rfind(|one| one.army == *army && !one.retreat);
                match on.filter(|one| one.end() == *from) {
                    Some(journey) => {
                        journey.legs.push(leg);
                        journey.events.push(n);
                    }
                    None => self.sets_out(n, *army, leg, None),
                }
            }
            Movement::Retreated { army, from, to, way, why } => {
                self.sets_out(n, *army, (*from, *to, *way), Some(why));
            }
            Movement::Attrition { army, causes, loses, .. } => {
                let lost = u32::from(*loses);
                let quarters = causes.contains(&crate::events::Hardship::WinterQuarters);
                let journey = self.journeys.iter_mut().rfind(|one| one.army == *army);
                match journey.filter(|_| !quarters) {
                    Some(journey) => {
                        journey.size = self.roll.size(*army);
                        journey.lost += lost;
                        journey.events.push(n);
                    }
                    None => {
                        let (army, at, size) =
                            (*army, self.roll.place(*army), self.roll.size(*army));
                        self.quarters.push(Quarters { n, army, at, size, lost });
                    }
                }
            }
            Movement::Destroyed { army, why } => self.dooms.push((n, *army, *why)),
            Movement::Captured { province, to, city, army, .. } => {
                let (at, to, city, army) = (*province, *to, *city, *army);
                self.taken.push(Taken { n, at, to, city, army });
            }
            Movement::Stayed { .. }
            | Movement::Recruited { .. }
            | Movement::Given { .. }
            | Movement::AlliesDisbanded { .. }
            | Movement::Disbanded { .. } => {}
            Movement::LossesChosen { army, number, .. } => {
                if !self.owing.remove(army) {
                    self.paid.push((n, *army, *number));
                }
            }
        }
    }

    fn sets_out(&mut self, n: u32, army: ArmyId, leg: (Name, Name, Way), why: Option<&String>) {
        let (legs, events, size) = (vec![leg], vec![n], self.roll.size(army));
        let (retreat, why) = (why.is_some(), why.cloned().unwrap_or_default());
        self.journeys.push(Journey { army, legs, events, retreat, why, size, lost: 0 });
    }

    fn encounter(&mut self, n: u32, event: &Encounter) {
        match event {
            Encounter::Entered { army, by, at, answer, .. } => {
                let (army, by, at, says) = (*army, *by, *at, *answer);
                let alone = |army: ArmyId| {
                    let side = army.side();
                    let mut others = ArmyId::CAMPAIGN.into_iter().filter(|one| *one != army);
                    !others.any(|one| one.side() == side && self.roll.place(one) == Some(at))
                };
                let sizes =
                    (alone(army) && alone(by)).then(|| [self.roll.size(army), self.roll.size(by)]);
                self.answers.push(Answer { n, army, by, at, says, sizes });
            }
            Encounter::Evasion { armies, wants, prevails, battle: false } => {
                let sought = prevails.map(|winner| {
                    let seeker = armies[usize::from(wants[0] != Gaul::Seek)];
                    [seeker, winner]
                });
                self.evasions.push(Evasion { n, armies: *armies, sought });
            }
            Encounter::Evasion { battle: true, .. }
            | Encounter::EvasionThrow { .. }
            | Encounter::Entering { .. } => {}
        }
    }

    fn siege(&mut self, n: u32, event: &Sieges, sieges: &mut BTreeMap<Name, Vec<ArmyId>>) {
        match event {
            Sieges::SiegeBegun { at, besieger, besieged, joins, .. } => {
                let here = sieges.entry(*at).or_default();
                if !here.contains(besieger) {
                    here.push(*besieger);
                }
                let (at, besieger, besieged) = (*at, *besieger, *besieged);
                self.begun.push(Begun { n, at, besieger, besieged, joins: *joins });
            }
            Sieges::SiegeRoll { at, totals, won, counter, .. } => {
                self.seasons.push(Season {
                    at: *at,
                    besiegers: sieges.get(at).cloned().unwrap_or_default(),
                    totals: *totals,
                    won: *won,
                    counter: *counter,
                    worn: Vec::new(),
                    events: vec![n],
                });
            }
            // Losses follow the throw that they come from.
            Sieges::SiegeLostElement { army, .. } => match self.seasons.last_mut() {
                Some(season) => {
                    season.worn.push(*army);
                    season.events.push(n);
                }
                None => self.starved.push((n, *army)),
            },
            Sieges::SiegeWon { at, .. } => {
                if let Some(season) = self.seasons.iter_mut().find(|season| season.at == *at) {
                    season.events.push(n);
                }
            }
            Sieges::SiegeLeft { at, army } => {
                let here = sieges.entry(*at).or_default();
                here.retain(|one| one != army);
                let (at, army, others) = (*at, *army, here.clone());
                // Of armies that left one after the other, none was left behind.
                let before = self.left.iter_mut().filter(|left| left.at == at);
                before.for_each(|left| left.others.retain(|one| *one != army));
                self.left.push(Left { n, at, army, others });
            }
            Sieges::SiegeLifted { at, .. } => {
                sieges.remove(at);
            }
            Sieges::SiegeFought { .. } | Sieges::SiegeThrow { .. } => {}
        }
    }
}
