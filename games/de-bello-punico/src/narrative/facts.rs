//! One record, read once: its acts in the order of time, as the table stood at that moment.

use super::acts::{Act, Deed, Hurt, Return, Run};
use crate::asked::Query;
use crate::events::{Cause, Combat, Elephants, Event, Leaders, Morale, Movement, Sequence, apply};
use crate::names::{Id, Side};
use crate::state::State;
use engine::Chapter;
use engine::kit::Hex;
use std::collections::BTreeMap;

#[derive(Debug, Default)]
pub(super) struct Facts {
    pub(super) acts: Vec<Act>,
    /// For each unit that marched: the event, where it started and where it ended.
    pub(super) moves: BTreeMap<Id, (u32, Hex, Hex)>,
    /// Units that left by the enemy's edge.
    pub(super) exits: Vec<(u32, Id)>,
    pub(super) returns: Vec<Return>,
    /// The units that recovered, with the disorder that is left.
    pub(super) recovered: Vec<(u32, Id, u8)>,
    /// Rout points: the event, the side, the points, and what the side has then.
    pub(super) rout: Vec<(u32, Side, i8, u8)>,
}

/// Reads a record; `before` is the table before it.
pub(super) fn read(before: &State, chapters: &[Chapter<Event>]) -> Facts {
    let asked = before.asked.as_ref().map(|asked| asked.query.clone());
    let mut reader = Reader { facts: Facts::default(), state: before.clone(), asked, open: false };
    for entry in chapters.iter().flat_map(|chapter| &chapter.events) {
        reader.enter(entry.n, &entry.event);
        apply(&mut reader.state, &entry.event);
    }
    reader.facts
}

/// The table as it changes from event to event.
struct Reader {
    facts: Facts,
    state: State,
    /// The question whose answer an earlier record waited for.
    asked: Option<Query>,
    /// True while events can belong to the last act.
    open: bool,
}

impl Reader {
    fn enter(&mut self, n: u32, event: &Event) {
        match event {
            Event::Combat(combat) => self.combat(n, combat),
            Event::Morale(morale) => self.morale(n, morale),
            Event::Elephants(elephants) => self.elephants(n, elephants),
            Event::Movement(movement) => self.movement(n, movement),
            Event::Leaders(leaders) => self.leaders(n, leaders),
            Event::Sequence(Sequence::Stage { .. }) => self.open = false,
            Event::SetUp(_) | Event::Sequence(_) | Event::Points(_) | Event::Note(_) => {}
        }
    }

    fn begin(&mut self, n: u32, deed: Deed) -> &mut Act {
        self.open = true;
        let at = self.facts.acts.len();
        self.facts.acts.push(Act {
            at,
            deed,
            before: self.state.clone(),
            fight: None,
            withdrew: None,
            hurt: Vec::new(),
            panics: Vec::new(),
            flights: Vec::new(),
            pursuits: Vec::new(),
            dead: Vec::new(),
            risked: None,
            leader_lost: None,
            events: vec![n],
        });
        self.facts.acts.last_mut().expect("the unit has just been pushed")
    }

    /// The open act, if there is one; the event is added to it.
    fn act(&mut self, n: u32) -> Option<&mut Act> {
        let act = self.facts.acts.last_mut().filter(|_| self.open)?;
        if act.events.last() != Some(&n) {
            act.events.push(n);
        }
        Some(act)
    }

    /// The attack that an event belongs to: the open one, or one that an earlier record announced.
    fn attack(&mut self, n: u32, fits: impl Fn(Id, Id) -> bool, rear: bool) -> Option<&mut Act> {
        let open = self.open
            && self.facts.acts.last().and_then(Act::pair).is_some_and(|(by, on)| fits(by, on));
        if open {
            return self.act(n);
        }
        let Some(
            Query::Withdraw { attacker, target: defender, .. }
            | Query::Defend { attacker, target: defender, .. },
        ) = self.asked
        else {
            return None;
        };
        Some(self.begin(n, Deed::Attack { attacker, defender: Some(defender), rear }))
    }

    fn combat(&mut self, n: u32, combat: &Combat) {
        match combat {
            Combat::Attack { attacker, defender, rear, .. } => {
                self.begin(
                    n,
                    Deed::Attack { attacker: *attacker, defender: *defender, rear: *rear },
                );
            }
            Combat::Fought(fight) => {
                let (by, on) = (fight.attacker.unit, fight.defender.unit);
                let rear = fight.attacker.modifiers.iter().any(|part| part.what == "rear");
                let deed = Deed::Attack { attacker: by, defender: Some(on), rear };
                let open = self.open && {
                    let last = self.facts.acts.last();
                    last.is_some_and(|act| act.pair() == Some((by, on)) && act.fight.is_none())
                };
                let act = if open { self.act(n) } else { Some(self.begin(n, deed)) };
                act.expect("an act has been opened").fight = Some(fight.clone());
            }
            Combat::Withdrawal { unit, .. } => {
                if let Some(act) = self.attack(n, |_, on| on == *unit, false) {
                    act.withdrew = Some(*unit);
                }
            }
            Combat::Volley { unit, target, hit, .. } => {
                self.begin(n, Deed::Volley { unit: *unit, target: *target, hit: *hit });
            }
            Combat::Pursuit { unit, fugitive, exit, .. } => {
                let run = Run { n, unit: *unit, exit: *exit, crossed: Vec::new() };
                if !self.open {
                    self.begin(n, Deed::Flight);
                }
                if let Some(act) = self.act(n) {
                    act.pursuits.push((run, *fugitive));
                }
            }
            Combat::Advance { .. } | Combat::NoAdvance { .. } | Combat::Hold { .. } => {
                self.act(n);
            }
        }
    }

    fn morale(&mut self, n: u32, morale: &Morale) {
        match morale {
            Morale::Disorder { unit, points, cause, .. } => {
                if *cause == Cause::Enraged {
                    self.begin(n, Deed::Wild { unit: *unit });
                } else if !self.open {
                    self.begin(n, Deed::Flight);
                }
                let worn = self.state.units[unit].dp > 0;
                let act = self.act(n).expect("an act has been opened");
                act.hurt.push(Hurt { n, unit: *unit, points: *points, worn, cause: *cause });
                if *cause == Cause::Flight {
                    let runs = act.pursuits.iter_mut().map(|(run, _)| run);
                    let last = runs.chain(&mut act.flights).max_by_key(|run| run.n);
                    let last = last.filter(|run| run.unit != *unit);
                    if let Some(run) = last {
                        run.crossed.push(*unit);
                    }
                }
            }
            Morale::Recovery { unit, total } => self.facts.recovered.push((n, *unit, *total)),
            Morale::Panic { unit, cause, .. } => {
                if !self.open {
                    self.begin(n, Deed::Flight);
                }
                self.act(n).expect("an act has been opened").panics.push((*unit, *cause));
            }
            Morale::Flight { unit, exit, .. } => {
                let own = |act: &Act| act.panicked(*unit);
                if !(self.open && self.facts.acts.last().is_some_and(own)) {
                    self.begin(n, Deed::Flight);
                }
                let run = Run { n, unit: *unit, exit: *exit, crossed: Vec::new() };
                self.act(n).expect("an act has been opened").flights.push(run);
            }
            Morale::Removed { .. } => {
                self.act(n);
            }
            Morale::Eliminated { unit, cause, .. } => {
                if !self.open {
                    self.begin(n, Deed::Flight);
                }
                self.act(n).expect("an act has been opened").dead.push((n, *unit, *cause));
            }
            Morale::Pr { side, points, total, .. } => {
                self.facts.rout.push((n, *side, *points, *total));
                self.act(n);
            }
        }
    }

    fn elephants(&mut self, n: u32, elephants: &Elephants) {
        match elephants {
            Elephants::ElephantTable { unit, result, .. } => {
                self.begin(n, Deed::Rage { unit: *unit, result: *result });
            }
            Elephants::EnragedRun { unit, .. } => {
                let own =
                    |act: &Act| matches!(act.deed, Deed::Wild { unit: other } if other == *unit);
                if self.open && self.facts.acts.last().is_some_and(own) {
                    self.act(n);
                } else {
                    self.begin(n, Deed::Wild { unit: *unit });
                }
            }
            Elephants::Furious { unit, target, .. } => {
                self.begin(n, Deed::Furious { unit: *unit, target: *target });
            }
        }
    }

    fn movement(&mut self, n: u32, movement: &Movement) {
        match movement {
            Movement::Move(moved) => {
                let march =
                    self.facts.acts.last().is_some_and(|act| matches!(act.deed, Deed::March));
                if self.open && march {
                    self.act(n);
                } else {
                    self.begin(n, Deed::March);
                }
                let Some(to) = moved.path.last() else { return };
                if self.state.leads(moved.unit).is_some() {
                    return;
                }
                if moved.exit {
                    self.facts.exits.push((n, moved.unit));
                } else {
                    let from = self.facts.moves.get(&moved.unit).map_or(moved.from, |old| old.1);
                    self.facts.moves.insert(moved.unit, (n, from, *to));
                }
            }
            Movement::Return { unit, hex, ambush, .. } => {
                self.facts.returns.push(Return { n, unit: *unit, hex: *hex, ambush: *ambush });
            }
        }
    }

    fn leaders(&mut self, n: u32, leaders: &Leaders) {
        match leaders {
            Leaders::Die { leader, unit, .. } => {
                if let Some(act) = self.act(n) {
                    act.risked = Some((n, *leader, *unit));
                }
            }
            Leaders::Lost { leader, side, why, .. } => {
                if !self.open {
                    self.begin(n, Deed::Flight);
                }
                let act = self.act(n).expect("an act has been opened");
                act.leader_lost = Some((n, *leader, *side, *why));
            }
            Leaders::Withdraws { .. } | Leaders::Follows { .. } => {
                self.act(n);
            }
        }
    }
}

impl Facts {
    /// Units of a side that broke, in the order in which they broke.
    pub(super) fn broken(&self, of: Side) -> Vec<Id> {
        let units =
            self.acts.iter().flat_map(|act| act.panics.iter().map(move |(unit, _)| (act, *unit)));
        let own = units.filter(|(act, unit)| act.before.units[unit].side == of);
        own.map(|(_, unit)| unit).collect()
    }

    /// Attacks on units, fought out or evaded.
    pub(super) fn attacks(&self) -> impl Iterator<Item = &Act> {
        self.acts.iter().filter(|act| act.pair().is_some())
    }
}
