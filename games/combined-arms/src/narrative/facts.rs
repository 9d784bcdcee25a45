//! One record, read once: the blows on each unit until it fell back or was lost, as the table stood at that moment.

use super::ground;
use crate::data::chart::Chart;
use crate::events::{Attack, Cause, Combat, Event, Means, Movement, Sequence, apply};
use crate::names::{Side, UnitId};
use crate::rules::{Field, retreat};
use crate::state::State;
use engine::Chapter;
use engine::kit::Square;
use std::collections::BTreeMap;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Manner {
    Rear,
    Flank,
    Front,
    Charge,
    Missile,
    Pilum,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Blow {
    pub(super) n: u32,
    pub(super) by: UnitId,
    pub(super) manner: Manner,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum End {
    Held,
    /// Its side is asked where it falls back to.
    Asked,
    Back,
    Destroyed(Cause),
}

/// The reasons why a unit had no square to fall back to.
#[derive(Clone, Debug, Default)]
pub(super) struct Trap {
    /// Enemies on those squares.
    pub(super) enemies: Vec<UnitId>,
    pub(super) friends: Vec<UnitId>,
    /// Enemies on the three squares behind it that moved there in this record.
    pub(super) closers: Vec<UnitId>,
    /// True if the squares behind it lie beyond its edge.
    pub(super) edge: bool,
    /// True if an enemy is next to a free square beside it.
    pub(super) barred: bool,
    /// True if a plateau is among these squares.
    pub(super) plateau: bool,
}

/// Blows on one unit until it fell back or was lost.
#[derive(Clone, Debug)]
pub(super) struct Assault {
    pub(super) target: UnitId,
    pub(super) square: Square,
    pub(super) blows: Vec<Blow>,
    pub(super) end: End,
    /// The square to which it fell back.
    pub(super) to: Option<Square>,
    /// The points on it, and the points at which it falls back.
    pub(super) points: u8,
    pub(super) needed: u8,
    /// Points that earlier records of this turn had put on it.
    pub(super) earlier: u8,
    /// True if it had been forced back in this phase before.
    pub(super) again: bool,
    pub(super) trap: Trap,
    /// Where in the enemy's ground it was, in words; `None` if it was not there.
    pub(super) deep: Option<&'static str>,
    pub(super) events: Vec<u32>,
}

impl Assault {
    /// Enemies who cut the unit off but did not strike it.
    pub(super) fn closers(&self) -> Vec<UnitId> {
        let struck = |id: &UnitId| self.blows.iter().any(|blow| blow.by == *id);
        self.trap.closers.iter().filter(|id| !struck(id)).copied().collect()
    }

    pub(super) fn destroyed(&self) -> bool {
        matches!(self.end, End::Destroyed(_))
    }

    /// True while more blows can follow.
    fn open(&self) -> bool {
        matches!(self.end, End::Held | End::Asked)
    }
}

#[derive(Clone, Debug)]
pub(super) struct Way {
    pub(super) from: Square,
    pub(super) to: Square,
    /// The squares that it went through, including the last.
    pub(super) steps: usize,
    pub(super) events: Vec<u32>,
}

#[derive(Debug, Default)]
pub(super) struct Facts {
    pub(super) assaults: Vec<Assault>,
    pub(super) moves: BTreeMap<UnitId, Way>,
    pub(super) turned: Vec<(u32, UnitId)>,
    /// All lost units, in the order of their loss.
    pub(super) fallen: Vec<UnitId>,
    /// True if the turn ended in this record, so that all points on units are gone.
    pub(super) closed: bool,
}

impl Facts {
    /// All that was done to each unit, in the order of the first blow.
    pub(super) fn chains(&self) -> Vec<Vec<Assault>> {
        let mut chains: Vec<Vec<Assault>> = Vec::new();
        for assault in &self.assaults {
            match chains.iter_mut().find(|chain| chain[0].target == assault.target) {
                Some(chain) => chain.push(assault.clone()),
                None => chains.push(vec![assault.clone()]),
            }
        }
        chains
    }
}

/// Reads a record; `before` is the table before it.
pub(super) fn read(chart: &Chart, before: &State, chapters: &[Chapter<Event>]) -> Facts {
    let mut reader = Reader { chart, facts: Facts::default(), state: before.clone() };
    for entry in chapters.iter().flat_map(|chapter| &chapter.events) {
        reader.enter(entry.n, &entry.event);
        apply(&mut reader.state, &entry.event);
    }
    reader.facts
}

/// The table as it changes from event to event.
struct Reader<'a> {
    chart: &'a Chart,
    facts: Facts,
    state: State,
}

impl Reader<'_> {
    fn enter(&mut self, n: u32, event: &Event) {
        match event {
            Event::Combat(combat) => self.combat(n, combat),
            Event::Movement(Movement::Moved { unit, from, to, way: through, .. }) => {
                let way = self.facts.moves.entry(*unit).or_insert_with(|| Way {
                    from: *from,
                    to: *to,
                    steps: 0,
                    events: Vec::new(),
                });
                way.to = *to;
                way.steps += through.len();
                way.events.push(n);
            }
            Event::Movement(Movement::Turned { unit, .. }) => self.facts.turned.push((n, *unit)),
            Event::Sequence(Sequence::Asked { unit, .. }) => {
                let assault = self.assault(*unit);
                assault.end = End::Asked;
                assault.events.push(n);
            }
            Event::Sequence(Sequence::TurnEnds { .. } | Sequence::Over { .. }) => {
                self.facts.closed = true;
            }
            Event::Movement(Movement::Charge { .. })
            | Event::SetUp(_)
            | Event::Listing(_)
            | Event::Sequence(_) => {}
        }
    }

    fn combat(&mut self, n: u32, combat: &Combat) {
        match combat {
            Combat::Attack(attack) => {
                let blow = Blow { n, by: attack.attacker, manner: manner(attack) };
                let assault = self.assault(attack.target);
                assault.blows.push(blow);
                (assault.points, assault.needed) = (attack.total, attack.needed);
                assault.events.push(n);
            }
            Combat::Retreat { unit, to, .. } => {
                let again = self.again(*unit);
                let assault = self.assault(*unit);
                (assault.end, assault.again) = (End::Back, again);
                assault.to = Some(*to);
                assault.events.push(n);
            }
            Combat::Destroyed { unit, cause, .. } => {
                let (again, trap) = (self.again(*unit), self.trap(*unit));
                let assault = self.assault(*unit);
                (assault.end, assault.again) = (End::Destroyed(*cause), again);
                assault.trap = trap;
                assault.events.push(n);
                self.facts.fallen.push(*unit);
            }
            Combat::Holds { target, .. } => {
                self.assault(*target).events.push(n);
            }
            Combat::Credit { .. } | Combat::Veteran { .. } => {}
        }
    }

    fn again(&self, unit: UnitId) -> bool {
        self.state.unit(unit).is_some_and(|unit| unit.routs_phase > 0)
    }

    /// The blows that a unit is suffering.
    fn assault(&mut self, target: UnitId) -> &mut Assault {
        let open = |assault: &Assault| assault.target == target && assault.open();
        if let Some(at) = self.facts.assaults.iter().rposition(open) {
            return &mut self.facts.assaults[at];
        }
        let unit = self.state.unit(target).expect("the target of an attack is on the board");
        self.facts.assaults.push(Assault {
            target,
            square: unit.square,
            blows: Vec::new(),
            end: End::Held,
            to: None,
            points: unit.damage,
            needed: 0,
            earlier: unit.damage,
            again: false,
            trap: Trap::default(),
            deep: ground::deep(self.chart, &self.state, unit.side, unit.square),
            events: Vec::new(),
        });
        self.facts.assaults.last_mut().expect("the unit was pushed by the previous event")
    }

    /// The units on the squares to which a unit could fall back.
    fn trap(&self, target: UnitId) -> Trap {
        let unit = self.state.unit(target).expect("the destroyed unit was on the board");
        let board = &self.state.board;
        let mut trap = Trap { edge: board.row_of(unit.side, unit.square) == 1, ..Trap::default() };
        let field = Field::new(self.chart, &self.state);
        let squares = retreat::squares(unit.square, unit.side).into_iter().flatten();
        for square in squares.filter(|square| square.on(board.size)) {
            trap.plateau |= board.plateaus.has(square);
            let Some(other) = self.state.on(square) else {
                let beside = square.row == unit.square.row;
                trap.barred |= beside && field.neighbours(square, unit.side.other()) > 0;
                continue;
            };
            if other.side == unit.side {
                trap.friends.push(other.id);
                continue;
            }
            trap.enemies.push(other.id);
            let behind = other.square.row != unit.square.row;
            if behind && self.facts.moves.contains_key(&other.id) {
                trap.closers.push(other.id);
            }
        }
        trap
    }
}

fn manner(attack: &Attack) -> Manner {
    let has = |what: &str| attack.damage.iter().any(|clause| clause.what.as_str() == what);
    match attack.means {
        Means::Melee if has("rear") => Manner::Rear,
        Means::Melee if has("side") => Manner::Flank,
        Means::Melee if has("charge") => Manner::Charge,
        Means::Melee => Manner::Front,
        Means::Missile | Means::Stones => Manner::Missile,
        Means::Pilum => Manner::Pilum,
    }
}

pub(super) fn acting(before: &State, chapters: &[Chapter<Event>]) -> Option<Side> {
    let seat = chapters.iter().find_map(|chapter| chapter.phase.seat.as_ref());
    seat.and_then(Side::of).or(before.active)
}
