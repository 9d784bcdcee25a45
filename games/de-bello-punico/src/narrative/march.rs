//! Marches: which way the foot, the horse and the elephants went, and how near the enemy is.

use super::{Teller, names};
use crate::field::Field;
use crate::geometry::from_edge;
use crate::names::{Class, Id, Side};
use crate::state::State;
use engine::kit::Hex;
use engine::story::{
    Clause, Entity, Lead, Np, Phrase, Relation, Sentence, Situation, Tense, number,
};
use std::cmp::Ordering;

const MARCH: u32 = 6;
/// Most columns that one sentence tells.
const TOLD: usize = 3;

/// How a part of an army went, by the distance to the nearest enemy and by rows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Way {
    /// All came nearer, and gained ground.
    Forward,
    /// All came nearer, but some did not gain ground: the enemy was beside them or behind them.
    Closer,
    /// All ended farther from the enemy, and gave ground.
    Back,
    Elsewhere,
}

/// A part of an army by what it is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Arm {
    Foot,
    Horse,
    Elephants,
}

const ARMS: [Arm; 3] = [Arm::Foot, Arm::Horse, Arm::Elephants];

/// The units of an arm that went one way.
struct Column {
    arm: Arm,
    way: Way,
    /// The least and the most hexes that a unit of it went.
    steps: (u32, u32),
    units: Vec<Id>,
    /// The number of units of the arm.
    of: usize,
    events: Vec<u32>,
}

impl Column {
    /// True if more than half of the arm went this way.
    const fn most(&self) -> bool {
        self.units.len() * 2 > self.of
    }
}

impl Teller<'_> {
    fn arm(&self, unit: Id) -> Arm {
        match self.names.class(unit) {
            Class::Infantry | Class::Light => Arm::Foot,
            Class::Cavalry => Arm::Horse,
            Class::Elephant => Arm::Elephants,
        }
    }

    /// The moves of a record: the whole story if nobody fought, else one sentence if an army moved.
    pub(super) fn marches(&self) -> Option<Situation> {
        let first = *self.facts.moves.keys().next()?;
        let side = self.names.side(first);
        let columns = self.columns(side);
        let fought = self.facts.attacks().next().is_some();
        let moved: usize = columns.iter().map(|column| column.units.len()).sum();
        let told = |column: &&Column| !fought || column.steps.1 > 1 && column.most();
        let columns: Vec<&Column> = columns.iter().filter(told).collect();
        // If some units went forward or back, those that did neither are not told.
        let went_off = columns.iter().any(|column| column.way != Way::Elsewhere);
        let mut columns: Vec<&Column> = columns
            .into_iter()
            .filter(|column| !went_off || column.way != Way::Elsewhere)
            .collect();
        // After a fight, the march of a few does not stand for that of all.
        if fought && columns.iter().map(|column| column.units.len()).sum::<usize>() * 2 <= moved {
            return None;
        }
        let first = columns.first()?;
        let together = columns.len() > 1
            && columns.iter().all(|column| column.way == first.way && column.most());
        let mut sentence = if together {
            let all: Vec<u32> = columns.iter().flat_map(|column| column.events.clone()).collect();
            let clause = went(self.army(side, &columns), first.way, span(&columns), false);
            Sentence::told(clause, &all)
        } else {
            // The largest are told.
            while columns.len() > TOLD {
                let least = (0..columns.len()).min_by_key(|at| columns[*at].units.len());
                columns.remove(least.unwrap_or_default());
            }
            // The way that most went makes the headline.
            let went = |way: Way| -> usize {
                let own = columns.iter().filter(|column| column.way == way);
                own.map(|column| column.units.len()).sum()
            };
            let went =
                [Way::Forward, Way::Closer, Way::Back, Way::Elsewhere].map(|way| (way, went(way)));
            let many = |way: Way| went.iter().find(|(one, _)| *one == way).map(|(_, units)| *units);
            columns.sort_by_key(|column| (std::cmp::Reverse(many(column.way)), column.way));
            // "Closed on the enemy" is said once.
            let mut closer = 0;
            columns.retain(|column| {
                closer += usize::from(column.way == Way::Closer);
                column.way != Way::Closer || closer == 1
            });
            self.apiece(&columns, side)
        };
        let headline = sentence.main.clone().now();
        // The march led up to the fight that has been told.
        let tense = if fought { Tense::Pluperfect } else { Tense::Past };
        let figure = matches!(&sentence.main.subject, Np::Count(count) if count.n > 12);
        sentence.main.tense = tense;
        sentence.more.iter_mut().for_each(|(_, clause)| clause.tense = tense);
        let mut told = vec![if figure { sentence.front("in all,") } else { sentence }];
        if !fought {
            told.extend(self.apart(side));
        }
        Some(Situation::new(MARCH, told).headline(headline))
    }

    /// The way of a unit, and whether it gained rows: what it faced counts as it stood when the unit moved.
    fn way(&self, side: Side, (n, from, to): (u32, Hex, Hex)) -> (Way, bool) {
        let grid = self.names.battle.grid();
        let march = self.facts.acts.iter().find(|act| act.events.contains(&n));
        let table = march.map_or(self.before, |act| &act.before);
        let foes = || {
            let foes = table.units.values().filter(|unit| unit.side != side && unit.steady());
            foes.filter_map(crate::state::Unit::hex)
        };
        let far = |hex: Hex| foes().map(|foe| grid.distance(hex, foe)).min();
        let rows = |hex: Hex| from_edge(grid, Field::home(side), hex);
        match far(to).cmp(&far(from)) {
            Ordering::Less => (Way::Closer, rows(to) > rows(from)),
            Ordering::Greater if rows(to) < rows(from) => (Way::Back, false),
            Ordering::Equal | Ordering::Greater => (Way::Elsewhere, false),
        }
    }

    /// The units of each arm of a side, grouped by way.
    fn columns(&self, side: Side) -> Vec<Column> {
        let grid = self.names.battle.grid();
        let mut columns: Vec<Column> = Vec::new();
        let mut level: Vec<Arm> = Vec::new();
        for (unit, (n, from, to)) in &self.facts.moves {
            if from == to || self.names.side(*unit) != side {
                continue;
            }
            let arm = self.arm(*unit);
            let (way, gained) = self.way(side, (*n, *from, *to));
            if way == Way::Closer && !gained {
                level.push(arm);
            }
            let steps = u32::from(grid.distance(*from, *to));
            match columns.iter_mut().find(|column| column.arm == arm && column.way == way) {
                Some(column) => {
                    column.steps = (column.steps.0.min(steps), column.steps.1.max(steps));
                    column.units.push(*unit);
                    column.events.push(*n);
                }
                None => columns.push(Column {
                    arm,
                    way,
                    steps: (steps, steps),
                    units: vec![*unit],
                    of: self.strength(side, arm),
                    events: vec![*n],
                }),
            }
        }
        for column in columns.iter_mut().filter(|column| column.way == Way::Closer) {
            if !level.contains(&column.arm) {
                column.way = Way::Forward;
            }
        }
        let place = |column: &Column| ARMS.iter().position(|arm| *arm == column.arm);
        columns.sort_by_key(|column| (place(column), std::cmp::Reverse(column.units.len())));
        columns
    }

    /// The number of steady units of an arm.
    fn strength(&self, side: Side, arm: Arm) -> usize {
        let units = self.before.units.iter();
        let own =
            units.filter(|(id, unit)| unit.side == side && unit.steady() && self.arm(**id) == arm);
        own.count()
    }

    /// One sentence on all columns. The verb is not repeated for those that went the same way.
    fn apiece(&self, columns: &[&Column], side: Side) -> Sentence {
        let mut sentence = Sentence::told(self.column(columns[0], side, None), &columns[0].events);
        for at in 1..columns.len() {
            let way = |at: usize| columns.get(at).map(|column| column.way);
            let clause = self.column(columns[at], side, Some(columns[at - 1]));
            let (clause, relation) = if way(at - 1) == way(at) {
                let last = way(at + 1) != way(at);
                let relation = if last { Relation::And } else { Relation::Comma };
                (Clause { verb: "".into(), ..clause }, relation)
            } else {
                (clause, Relation::Against)
            };
            sentence = sentence.then(relation, clause).telling(&columns[at].events);
        }
        sentence
    }

    /// The clause on a column; after another one, the side's name and the noun of a number are left out.
    fn column(&self, column: &Column, side: Side, before: Option<&Column>) -> Clause {
        let later = before.is_some();
        let measured = before.is_some_and(|one| matches!(one.way, Way::Forward | Way::Back));
        let who: Np = if column.units.len() <= 2 {
            self.names.units(column.units.iter().copied()).into()
        } else if column.units.len() == column.of {
            part(column.arm, side, later).into()
        } else if column.most() {
            most(&part(column.arm, side, later)).into()
        } else {
            let noun = match (column.arm, side) {
                (Arm::Foot, Side::Rome) => "unit of Roman foot",
                (Arm::Foot, Side::Carthage) => "unit of Carthaginian foot",
                (Arm::Horse, Side::Rome) => "unit of Roman horse",
                (Arm::Horse, Side::Carthage) => "unit of Carthaginian horse",
                (Arm::Elephants, _) => "unit of elephants",
            };
            let count = names::count(column.units.len(), noun);
            let counted = |one: &Column| one.arm == column.arm && one.units.len() > 2;
            if before.is_some_and(|one| counted(one) && !one.most()) {
                count.lead(Lead::Understood)
            } else {
                count
            }
        };
        went(who, column.way, column.steps, measured)
    }

    /// An army whose columns all went the same way.
    fn army(&self, side: Side, columns: &[&Column]) -> Entity {
        let went: usize = columns.iter().map(|column| column.units.len()).sum();
        let all: usize = ARMS.iter().map(|arm| self.strength(side, *arm)).sum();
        let name = match (side, went == all) {
            (Side::Rome, true) => "the whole Roman army",
            (Side::Carthage, true) => "the whole Carthaginian army",
            (Side::Rome, false) => "most of the Roman army",
            (Side::Carthage, false) => "most of the Carthaginian army",
        };
        Entity::new(format!("army:{}", side.word()), name)
    }

    /// For each steady unit of a side, the steps to the nearest enemy, and who that is.
    fn nearest(&self, state: &State, side: Side) -> Vec<(Id, u8, Id)> {
        let of = |side: Side| {
            let units =
                state.units.iter().filter(move |(_, unit)| unit.side == side && unit.steady());
            units.filter_map(|(id, unit)| Some((*id, unit.hex()?)))
        };
        let grid = self.names.battle.grid();
        let nearest = |(id, hex): (Id, Hex)| {
            let far =
                of(side.other()).map(|(foe, there)| (grid.distance(hex, there), foe)).min()?;
            Some((id, far.0, far.1))
        };
        of(side).filter_map(nearest).collect()
    }

    /// The sentence on units that have come up to each other, or on the distance between the lines.
    fn apart(&self, side: Side) -> Option<Sentence> {
        let (was, now) = (self.nearest(self.before, side), self.nearest(self.after, side));
        let beside = |near: &[(Id, u8, Id)]| near.iter().filter(|(_, far, _)| *far == 1).count();
        let (near, old) = (beside(&now), beside(&was));
        if near > 0 {
            let units = names::count(near, names::unit_of(side));
            let clause = Clause::new(units, "stand").now().adverb("now").with("next to the enemy");
            let change = names::count(near.abs_diff(old), "unit").lead(Lead::Understood);
            let clause = if old == 0 || near == old {
                clause
            } else {
                let than = if near > old { "more than before" } else { "fewer than before" };
                Clause { rest: vec!["next to the enemy,".into()], ..clause }
                    .with(Phrase::Extent(change))
                    .with(than)
            };
            let sentence = Sentence::stands(clause);
            return Some(if near > 12 { sentence.front("in all,") } else { sentence });
        }
        let (_, far, _) = now.iter().min_by_key(|(_, far, _)| *far)?;
        let hexes = Np::count(far.checked_sub(1).filter(|hexes| *hexes > 0)?, "hex");
        let clause = Clause::new(hexes, "separate").now().adverb("now").object("the two armies");
        Some(Sentence::stands(clause.with("where they are nearest")))
    }
}

/// Most units of a part of an army.
fn most(part: &Entity) -> Entity {
    Entity::new(part.key.clone(), format!("most of {}", part.full)).many(part.plural)
}

/// The least and the most hexes that these columns went.
fn span(columns: &[&Column]) -> (u32, u32) {
    let least = columns.iter().map(|column| column.steps.0).min();
    let most = columns.iter().map(|column| column.steps.1).max();
    (least.unwrap_or_default(), most.unwrap_or_default())
}

fn part(arm: Arm, side: Side, later: bool) -> Entity {
    let (name, key) = match (arm, side) {
        (Arm::Foot, _) if later => ("the foot", "foot"),
        (Arm::Horse, _) if later => ("the horse", "horse"),
        (Arm::Foot, Side::Rome) => ("the Roman foot", "foot"),
        (Arm::Foot, Side::Carthage) => ("the Carthaginian foot", "foot"),
        (Arm::Horse, Side::Rome) => ("the Roman horse", "horse"),
        (Arm::Horse, Side::Carthage) => ("the Carthaginian horse", "horse"),
        (Arm::Elephants, _) => ("the elephants", "elephants"),
    };
    Entity::new(format!("arm:{key}:{}", side.word()), name).many(arm == Arm::Elephants)
}

/// The clause on how somebody went, and on the least and greatest distance. If hexes have been named before, their number
/// alone is told.
fn went(who: impl Into<Np>, way: Way, (least, most): (u32, u32), later: bool) -> Clause {
    let verb = match way {
        Way::Forward => "move forward",
        Way::Back => "draw back",
        Way::Closer => return Clause::new(who, "close on").object("the enemy"),
        Way::Elsewhere => return Clause::new(who, "change").object("position"),
    };
    let clause = Clause::new(who, verb);
    let hexes = if later { Np::understood(most, "hex") } else { Np::count(most, "hex") };
    let clause = match most - least {
        0 => clause,
        1 => clause.with(format!("{} or", number(least))),
        _ => clause.with(format!("{} to", number(least))),
    };
    clause.with(Phrase::Extent(hexes))
}
