//! Marches, attacks that wait for an answer, and units that fell back and were not caught.

use super::{Teller, names};
use crate::events::{Combat, Event, Fate, Movement, Sequence};
use crate::names::{Id, Side};
use crate::state::State;
use engine::kit::Hex;
use engine::story::{Clause, Entity, Lead, Np, Phrase, Relation, Sentence, Situation, number};
use std::collections::BTreeMap;

const MARCH: u32 = 6;
const WAITING: u32 = 20;
const STOOD: u32 = 10;
const DREW_OFF: u32 = 12;
/// The most columns that one sentence tells.
const TOLD: usize = 3;
/// Up to this many commands are named; of more it is said how many they are.
const NAMED: usize = 3;

/// The directions in which Commands went.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Forward,
    Back,
    Along,
}

/// Units that went one way: their commands, if most of each did, how many rows each went, and the events.
struct Column {
    way: Way,
    commands: Vec<Id>,
    /// False if most of the one command did not go this way: then its units are counted.
    whole: bool,
    /// True if units of these commands went another way.
    stray: bool,
    /// True if all units of these commands on the board went this way.
    entire: bool,
    steps: Vec<u32>,
    events: Vec<u32>,
}

impl Teller<'_> {
    /// The moves of a record in which nobody fought.
    pub(super) fn marches(&self) -> Option<Situation> {
        let announced = self
            .told
            .events()
            .any(|(_, event)| matches!(event, Event::Combat(Combat::Announced { .. })));
        let first = *self.facts.moves.keys().next()?;
        if !self.facts.clashes.is_empty() || announced {
            return None;
        }
        let side = self.names.side(first);
        let mut columns = self.columns(side);
        // The largest are told, and of what moved along the line nothing where others came nearer or drew back.
        let went_off = columns.iter().any(|column| column.way != Way::Along);
        columns.retain(|column| !went_off || column.way != Way::Along);
        while columns.len() > TOLD {
            let least = (0..columns.len()).min_by_key(|at| columns[*at].steps.len());
            columns.remove(least.unwrap_or_default());
        }
        let sentence = self.went(&columns, side);
        let headline = sentence.main.clone().now();
        let mut told = vec![sentence];
        let commands: Vec<Id> = columns.iter().flat_map(|column| column.commands.clone()).collect();
        told.extend(self.apart(side, &commands));
        Some(Situation::new(MARCH, told).headline(headline))
    }

    /// Commands by the way that most of their movers went; of units that went another way nothing is said.
    fn columns(&self, side: Side) -> Vec<Column> {
        let mut commands: BTreeMap<Id, Vec<(i32, u32)>> = BTreeMap::new();
        for (unit, (n, from, to)) in &self.facts.moves {
            let rows = i32::from(to.line) - i32::from(from.line);
            let forward = if side == Side::Rome { rows } else { -rows };
            commands.entry(self.names.command(*unit)).or_default().push((forward, *n));
        }
        let mut columns: Vec<Column> = Vec::new();
        for (way, sign) in [(Way::Forward, 1), (Way::Back, -1), (Way::Along, 0)] {
            for (command, movers) in &commands {
                let went = |sign: i32| movers.iter().filter(move |(rows, _)| rows.signum() == sign);
                let here = went(sign).count();
                // The first of the ways that were taken most often.
                if [1, -1, 0].into_iter().max_by_key(|other| (went(*other).count(), *other == sign))
                    != Some(sign)
                {
                    continue;
                }
                let all =
                    self.before.units.keys().filter(|id| self.names.command(**id) == *command);
                let all = all.count();
                let whole = here * 2 > all;
                let fits = |column: &&mut Column| column.way == way && column.whole && whole;
                let column = match columns.iter_mut().find(fits) {
                    Some(column) => column,
                    None => {
                        let (commands, steps, events) = (Vec::new(), Vec::new(), Vec::new());
                        let (stray, entire) = (false, true);
                        columns.push(Column { way, commands, whole, stray, entire, steps, events });
                        columns.last_mut().expect("it was pushed")
                    }
                };
                column.stray |= here < movers.len();
                column.entire &= here == all;
                column.commands.push(*command);
                column.steps.extend(went(sign).map(|(rows, _)| rows.unsigned_abs()));
                column.events.extend(went(sign).map(|(_, n)| *n));
                column.events.sort_unstable();
            }
        }
        columns
    }

    /// One sentence on all columns. The verb is said once for those that went one way.
    fn went(&self, columns: &[Column], side: Side) -> Sentence {
        let clause = |at: usize| self.column(&columns[at], side, at > 0);
        let mut sentence = Sentence::told(clause(0), &columns[0].events);
        for at in 1..columns.len() {
            let same = |other: Option<&Column>| other.is_some_and(|one| one.way == columns[at].way);
            let clause = if same(columns.get(at - 1)) {
                Clause { verb: "".into(), ..clause(at) }
            } else {
                clause(at)
            };
            let relation = match (same(columns.get(at - 1)), same(columns.get(at + 1))) {
                (false, _) => Relation::Against,
                (true, true) => Relation::Comma,
                (true, false) => Relation::And,
            };
            sentence = sentence.then(relation, clause).telling(&columns[at].events);
        }
        sentence
    }

    /// The clause on a column. Where the rows have been named before, their number says enough.
    fn column(&self, column: &Column, side: Side, later: bool) -> Clause {
        let name = self.names.commands(&column.commands, side);
        let units = column.steps.len();
        let who: Np = match (column.whole, column.commands.len() > NAMED) {
            (false, _) => names::count(units, "unit").tail(format!("of {}", name.full)),
            (true, true) if !column.entire => names::count(units, names::unit_of(side)),
            (true, false) if column.stray => {
                let plural = name.plural;
                Np::from(name).headed("most of", plural)
            }
            (true, _) => name.into(),
        };
        let verb = match column.way {
            Way::Forward => "move forward",
            Way::Back => "draw back",
            Way::Along => return self.along(who, column),
        };
        let least = column.steps.iter().min().copied().unwrap_or_default();
        let most = column.steps.iter().max().copied().unwrap_or_default();
        let rows = if later { Np::understood(most, "row") } else { Np::count(most, "row") };
        let clause = Clause::new(who, verb);
        let clause = match most - least {
            0 => clause,
            1 => clause.with(format!("{} or", number(least))),
            _ => clause.with(format!("{} to", number(least))),
        };
        clause.with(Phrase::Extent(rows))
    }

    /// A march along the line: which way, if all went one way.
    fn along(&self, who: Np, column: &Column) -> Clause {
        let east = |hex: Hex| 2 * i32::from(hex.place) + i32::from(hex.line % 2);
        let moves = self.facts.moves.values().filter(|(n, ..)| column.events.contains(n));
        let ways: Vec<i32> =
            moves.map(|(_, from, to)| (east(*to) - east(*from)).signum()).collect();
        let way = if ways.iter().all(|way| *way > 0) {
            "along the line to the east"
        } else if ways.iter().all(|way| *way < 0) {
            "along the line to the west"
        } else {
            "along the line"
        };
        Clause::new(who, "move").with(way)
    }

    /// For each unit of a side, the steps to the nearest enemy, and that enemy.
    fn nearest(&self, state: &State, side: Side, commands: &[Id]) -> Vec<(Id, u8, Id)> {
        let of = |side: Side| {
            let units = state.units.iter().map(|(id, unit)| (*id, unit.hex));
            units.filter(move |(id, _)| self.names.side(*id) == side)
        };
        let grid = &self.printed.ground.grid;
        let nearest = |(id, hex): (Id, Hex)| {
            let far =
                of(side.other()).map(|(foe, there)| (grid.distance(hex, there), foe)).min()?;
            Some((id, far.0, far.1))
        };
        let mine = of(side)
            .filter(|(id, _)| commands.is_empty() || commands.contains(&self.names.command(*id)));
        mine.filter_map(nearest).collect()
    }

    /// The sentence on units that have come up to each other, or on the distance between the lines.
    fn apart(&self, side: Side, commands: &[Id]) -> Option<Sentence> {
        let (was, now) =
            (self.nearest(self.before, side, &[]), self.nearest(self.after, side, &[]));
        let beside = |near: &[(Id, u8, Id)]| near.iter().filter(|(_, far, _)| *far == 1).count();
        let fresh: Vec<&(Id, u8, Id)> = now
            .iter()
            .filter(|(id, far, _)| {
                let before =
                    was.iter().find(|(other, ..)| other == id).is_some_and(|(_, far, _)| *far > 1);
                *far == 1 && before && self.facts.moves.contains_key(id)
            })
            .collect();
        if !fresh.is_empty() {
            let who = self.names.some(fresh.iter().map(|(id, ..)| *id), 3);
            let foes = self.names.some(fresh.iter().map(|(.., foe)| *foe), 3);
            return Some(Sentence::stands(
                Clause::new(who, "stand").now().adverb("now").prep("next to", foes),
            ));
        }
        let (near, old) = (beside(&now), beside(&was));
        if near > 0 && near != old {
            let noun = names::unit_of(side);
            let change = names::count(near.abs_diff(old), "unit").lead(Lead::Understood);
            let than = if near > old { "more than before" } else { "fewer than before" };
            return Some(Sentence::stands(
                Clause::new(names::count(near, noun), "stand")
                    .now()
                    .adverb("now")
                    .with("next to the enemy,")
                    .with(Phrase::Extent(change))
                    .with(than),
            ));
        }
        let whole =
            if commands.len() == 1 { self.nearest(self.after, side, commands) } else { now };
        let (_, far, foe) = whole.iter().min_by_key(|(_, far, _)| *far)?;
        let hexes = Np::count(far.checked_sub(1).filter(|hexes| *hexes > 0)?, "hex");
        let clause = Clause::new(hexes, "separate").now().adverb("now");
        Some(Sentence::stands(if let [one] = commands {
            let foe = self.names.single(self.names.command(*foe));
            clause.object(self.names.single(*one)).prep("from", foe)
        } else {
            clause.object("the two armies").with("where they are nearest")
        }))
    }

    /// Attacks that have been announced and wait for an answer, or an answer that was to stand.
    pub(super) fn waiting(&self) -> Option<Situation> {
        let over = self.sequence().any(|(_, event)| matches!(event, Sequence::TurnOver { .. }));
        if !self.facts.clashes.is_empty() || over {
            return None;
        }
        for (n, event) in self.told.events() {
            let Event::Combat(Combat::Announced { attacks }) = event else { continue };
            let by = self.names.sorted(attacks.iter().flat_map(|pair| pair.by.clone()));
            let against = self.names.sorted(attacks.iter().flat_map(|pair| pair.against.clone()));
            let short = |units: &[Id], limit: usize| {
                let units = units.to_vec();
                if units.len() <= limit { self.names.units(units) } else { self.names.men(units) }
            };
            let (who, whom) = (short(&by, 1), short(&against, 3));
            let clause = if attacks.len() == 1 {
                Clause::new(who.clone(), "be")
                    .with("about to attack")
                    .with(Phrase::Extent(whom.into()))
            } else {
                let attacks = names::count(attacks.len(), "attack");
                Clause::new(who.clone(), "be")
                    .with("about to make")
                    .with(Phrase::Extent(attacks))
                    .prep("on", whom)
            };
            let headline = Clause::new(who, "prepare").with("to attack").now();
            return Some(
                Situation::new(WAITING, vec![Sentence::told(clause.now(), &[n])])
                    .headline(headline),
            );
        }
        let (n, seat) = self.sequence().find_map(|(n, event)| match event {
            Sequence::Answered { seat } => Some((n, *seat)),
            _ => None,
        })?;
        let asked_to_retreat = matches!(
            self.before.asked.as_ref().map(|asked| &asked.query),
            Some(crate::state::Query::Retreat { .. })
        );
        if !asked_to_retreat || !self.facts.retreats.is_empty() {
            return None;
        }
        let nobody = Np::count(0, names::unit_of(seat));
        let told = Sentence::told(Clause::new(nobody, "fall back").with("before the attack"), &[n]);
        let headline = Clause::new(names::side(seat), "stand").with("its ground").now();
        Some(Situation::new(STOOD, vec![told]).headline(headline))
    }

    /// A clause that says that units fell back, and from whom, where the record shows it.
    pub(super) fn back(&self, who: Entity, units: impl IntoIterator<Item = Id>) -> Clause {
        let units: Vec<Id> = units.into_iter().collect();
        let attacks = self.told.events().filter_map(|(_, event)| match event {
            Event::Combat(Combat::Announced { attacks }) => Some(attacks),
            _ => None,
        });
        let by = attacks
            .flatten()
            .filter(|pair| pair.against.iter().any(|id| units.contains(id)))
            .flat_map(|pair| pair.by.clone());
        let by = self.names.sorted(by);
        let clause = Clause::new(who, "fall back");
        if by.is_empty() {
            clause.with("before an attack")
        } else {
            clause.prep("before", self.names.men(by))
        }
    }

    /// Units that fell back before an attack and were not caught.
    pub(super) fn drew_off(&self) -> Option<Situation> {
        let struck =
            |unit: &Id| self.facts.clashes.iter().any(|clash| clash.fight.against.contains(unit));
        let away: Vec<(Id, u32)> = self
            .facts
            .retreats
            .iter()
            .filter(|(unit, retreat)| !struck(unit) && retreat.fate == Fate::Unharmed)
            .map(|(unit, retreat)| (*unit, retreat.event))
            .collect();
        if away.is_empty() {
            return None;
        }
        let who = self.names.some(away.iter().map(|(unit, _)| *unit), 3);
        let events: Vec<u32> = away.iter().map(|(_, n)| *n).collect();
        let clause = self.back(who.clone(), away.iter().map(|(unit, _)| *unit));
        let told = Sentence::told(clause, &events)
            .then(Relation::And, Clause::new(who.clone(), "get away").with("unharmed"));
        Some(
            Situation::new(self.beside(DREW_OFF), vec![told])
                .headline(Clause::new(who, "fall back").now()),
        )
    }

    /// Units that left by the way out in the south.
    pub(super) fn exits(&self) -> Option<Situation> {
        let gone = self.told.events().filter_map(|(n, event)| match event {
            Event::Movement(Movement::Exited { unit, exits, needed, .. }) => {
                Some((n, *unit, *exits, *needed))
            }
            _ => None,
        });
        let gone: Vec<_> = gone.collect();
        let (last, _, exits, needed) = *gone.last()?;
        let who = self.names.some(gone.iter().map(|(_, unit, ..)| *unit), 3);
        let events: Vec<u32> = gone.iter().map(|(n, ..)| *n).collect();
        let leave =
            Clause::new(who.clone(), "leave").object("the field").with("by the southern edge");
        let away =
            Clause::new(Np::count(exits, "Carthaginian unit"), "get away").perfect().with("so");
        let needed =
            Clause::new(Np::understood(needed, "unit"), "win").modal("would").object("the battle");
        let told = vec![
            Sentence::told(leave, &events),
            Sentence::told(away, &[last]).then(Relation::And, needed),
        ];
        let headline = Clause::new(who, "get away").with("to the south").now();
        Some(Situation::new(super::end::EXITS, told).headline(headline))
    }
}
