//! The facts of one record, read once: its fights with their results, as the table stood at that moment.

use super::names::Names;
use crate::events::{Cause, Combat, Effect, Event, Fate, Fight, Movement};
use crate::names::Id;
use crate::state::{Link, State};
use engine::Chapter;
use engine::kit::Hex;
use std::collections::{BTreeMap, BTreeSet};

/// The kinds of attacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Manner {
    Attack,
    Counter,
    Continued,
}

/// The direction from which attackers struck.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Angle {
    Front,
    Flank,
    Rear,
    Mixed,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Check {
    pub(super) event: u32,
    pub(super) unit: Id,
    pub(super) die: u8,
    pub(super) needed: u8,
    pub(super) fate: Fate,
}

/// An attack with all its consequences, up to the next one.
#[derive(Clone, Debug)]
pub(super) struct Clash {
    /// Its place among the clashes of the record.
    pub(super) at: usize,
    pub(super) n: u32,
    pub(super) manner: Manner,
    pub(super) fight: Fight,
    /// Units that were in disorder before it.
    pub(super) disordered: BTreeSet<Id>,
    pub(super) stood: BTreeMap<Id, Hex>,
    pub(super) checks: Vec<Check>,
    pub(super) shaken: Vec<Id>,
    pub(super) dead: Vec<Id>,
    /// The pairs that it locked and that were not locked before.
    pub(super) locked: Vec<Link>,
    /// True if it locked only pairs that were locked already.
    pub(super) held: bool,
    /// The event with which it ended locks between those who fought, and how many.
    pub(super) parted: Option<(u32, usize)>,
    /// True if all who attack had moved up in this record.
    pub(super) came_up: bool,
    pub(super) events: Vec<u32>,
}

impl Clash {
    pub(super) fn lost(&self, units: &[Id]) -> Vec<Id> {
        self.dead.iter().filter(|id| units.contains(id)).copied().collect()
    }

    pub(super) fn broke(&self, units: &[Id]) -> Vec<Id> {
        self.shaken.iter().filter(|id| units.contains(id)).copied().collect()
    }

    pub(super) fn has(&self, what: &str) -> bool {
        self.fight.modifiers.iter().any(|part| part.what == what)
    }

    pub(super) fn angle(&self) -> Angle {
        if self.has("mixed-angle") {
            Angle::Mixed
        } else if self.has("rear") {
            Angle::Rear
        } else if self.has("flank") {
            Angle::Flank
        } else {
            Angle::Front
        }
    }

    /// True if nobody was hurt.
    pub(super) fn quiet(&self) -> bool {
        self.dead.is_empty() && self.shaken.is_empty()
    }

    /// True if it hurt nobody and left all locks as they were.
    pub(super) fn idle(&self) -> bool {
        self.quiet() && self.locked.is_empty() && !self.held && self.parted.is_none()
    }

    /// The hex that was attacked.
    pub(super) fn hex(&self) -> Hex {
        self.stood[&self.fight.against[0]]
    }
}

/// A unit that was lost otherwise than in a fight.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fallen {
    pub(super) event: u32,
    pub(super) unit: Id,
    pub(super) hex: Hex,
    pub(super) cause: Cause,
}

/// A unit that fell back before combat.
#[derive(Clone, Copy, Debug)]
pub(super) struct Retreat {
    pub(super) event: u32,
    pub(super) fate: Fate,
}

#[derive(Debug, Default)]
pub(super) struct Facts {
    pub(super) clashes: Vec<Clash>,
    /// For each unit that marched: the event, the hex it left, and the hex it reached.
    pub(super) moves: BTreeMap<Id, (u32, Hex, Hex)>,
    pub(super) retreats: BTreeMap<Id, Retreat>,
    /// All units lost, in the order of their loss.
    pub(super) fallen: Vec<Fallen>,
    /// Pairs that came apart, each with its event.
    pub(super) parted: Vec<(u32, Link)>,
    pub(super) recovered: Vec<Id>,
    /// Units thrown into disorder otherwise than in a fight.
    pub(super) upset: Vec<Id>,
}

/// Reads a record; `before` is the table before it.
pub(super) fn read(before: &State, chapters: &[Chapter<Event>]) -> Facts {
    let mut reader = Reader {
        facts: Facts::default(),
        disordered: before
            .units
            .iter()
            .filter(|(_, unit)| unit.disordered)
            .map(|(id, _)| *id)
            .collect(),
        stood: before.units.iter().map(|(id, unit)| (*id, unit.hex)).collect(),
        links: before.links.iter().copied().collect(),
    };
    for entry in chapters.iter().flat_map(|chapter| &chapter.events) {
        reader.enter(entry.n, &entry.event);
    }
    reader.facts
}

/// The table as it changes from event to event.
struct Reader {
    facts: Facts,
    disordered: BTreeSet<Id>,
    stood: BTreeMap<Id, Hex>,
    links: Vec<Link>,
}

impl Reader {
    fn enter(&mut self, n: u32, event: &Event) {
        match event {
            Event::Combat(combat) => self.combat(n, combat),
            Event::Effect(effect) => self.effect(n, effect),
            Event::Movement(Movement::Moved { unit, from, way, .. }) => {
                let to = *way.last().expect("a move enters a hex");
                self.facts.moves.insert(*unit, (n, *from, to));
                self.stood.insert(*unit, to);
            }
            Event::Command(_) | Event::Movement(_) | Event::SetUp(_) | Event::Sequence(_) => {}
        }
    }

    fn combat(&mut self, n: u32, combat: &Combat) {
        match combat {
            Combat::Attack(fight) => self.begin(n, Manner::Attack, fight),
            Combat::CounterAttack(fight) => self.begin(n, Manner::Counter, fight),
            Combat::ContinuedAttack(fight) => self.begin(n, Manner::Continued, fight),
            Combat::Retreat { unit, way, outcome, .. } => {
                self.facts.retreats.insert(*unit, Retreat { event: n, fate: *outcome });
                self.stood.insert(*unit, *way.last().expect("a retreat enters a hex"));
            }
            Combat::Advance { unit, to, .. } => {
                self.stood.insert(*unit, *to);
            }
            Combat::Announced { .. } | Combat::RetreatBarred { .. } | Combat::Declined { .. } => {}
        }
    }

    fn begin(&mut self, n: u32, manner: Manner, fight: &Fight) {
        let facts = &mut self.facts;
        facts.clashes.push(Clash {
            at: facts.clashes.len(),
            n,
            manner,
            fight: fight.clone(),
            disordered: self.disordered.clone(),
            stood: self.stood.clone(),
            checks: Vec::new(),
            shaken: Vec::new(),
            dead: Vec::new(),
            locked: Vec::new(),
            held: false,
            parted: None,
            came_up: fight.by.iter().all(|id| facts.moves.contains_key(id)),
            events: vec![n],
        });
    }

    fn effect(&mut self, n: u32, effect: &Effect) {
        let facts = &mut self.facts;
        let clash = facts.clashes.last_mut();
        match effect {
            Effect::Check { unit, die, against, outcome } => {
                if let Some(clash) = clash {
                    let (needed, fate) = (*against, *outcome);
                    clash.checks.push(Check { event: n, unit: *unit, die: *die, needed, fate });
                    clash.events.push(n);
                }
            }
            Effect::Disordered { unit, cause } => {
                self.disordered.insert(*unit);
                match clash {
                    Some(clash) if *cause == Cause::Combat => {
                        clash.shaken.push(*unit);
                        clash.events.push(n);
                    }
                    Some(_) | None => facts.upset.push(*unit),
                }
            }
            Effect::Eliminated { unit, hex, cause, .. } => {
                self.links.retain(|link| link.other(*unit).is_none());
                facts.fallen.push(Fallen { event: n, unit: *unit, hex: *hex, cause: *cause });
                if let Some(clash) = clash.filter(|_| *cause == Cause::Combat) {
                    clash.dead.push(*unit);
                    clash.events.push(n);
                }
            }
            Effect::Engaged { pairs, .. } => {
                let known = |pair: &Link| self.links.iter().any(|link| link.joins(pair));
                let fresh: Vec<Link> = pairs.iter().filter(|pair| !known(pair)).copied().collect();
                if let Some(clash) = clash {
                    clash.held = fresh.is_empty();
                    clash.locked.extend(&fresh);
                    clash.events.push(n);
                }
                self.links.extend(fresh);
            }
            Effect::Disengaged { pairs } => {
                self.links.retain(|link| !pairs.iter().any(|pair| link.joins(pair)));
                facts.parted.extend(pairs.iter().map(|pair| (n, *pair)));
                if let Some(clash) = clash {
                    clash.parted = Some((n, pairs.len()));
                }
            }
            Effect::Reform { unit, success: true, .. } => {
                self.disordered.remove(unit);
                facts.recovered.push(*unit);
            }
            Effect::Reform { .. } => {}
        }
    }
}

impl Facts {
    pub(super) fn dead(&self, names: Names<'_>, side: crate::names::Side) -> Vec<Id> {
        let units = self.fallen.iter().map(|fallen| fallen.unit);
        units.filter(|id| names.side(*id) == side).collect()
    }
}
