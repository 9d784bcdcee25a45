//! The state of the battle: the score with what each side needs, losses, who decides next.

use super::{Teller, names};
use crate::events::Ending;
use crate::names::{Side, UnitId};
use crate::rules::{Field, victory};
use crate::state::LimitResult;
use engine::kit::Pair;
use engine::story::{Clause, Entity, Lead, Np, Phrase, Relation, Sentence, Tense};

/// A limit is told once no more than this many turns of each side remain.
const SOON: u32 = 3;

/// The side with more points, its points, and those of the other side; none if they are equal.
fn ahead(points: Pair<u32>) -> Option<(Side, u32, u32)> {
    match points.rome.cmp(&points.carthage) {
        std::cmp::Ordering::Greater => Some((Side::Rome, points.rome, points.carthage)),
        std::cmp::Ordering::Less => Some((Side::Carthage, points.carthage, points.rome)),
        std::cmp::Ordering::Equal => None,
    }
}

impl Teller<'_> {
    /// How both sides stand, and what each needs. Points are told only where they can decide the game.
    pub(super) fn score(&self) -> Vec<Sentence> {
        if let Some(result) = self.after.result {
            return self.final_score(result.winner);
        }
        let mut told = if self.after.options.limit_result == LimitResult::Points {
            self.points()
        } else {
            let stand = self.after.turn > 0 && self.facts.fallen.is_empty();
            stand.then(|| self.left()).into_iter().collect()
        };
        told.push(self.need());
        told.extend(self.limits());
        told
    }

    /// The points now and before.
    fn points(&self) -> Vec<Sentence> {
        let (was, now) =
            (victory::points(self.chart, self.before), victory::points(self.chart, self.after));
        let told = |points: Pair<u32>, tense: Tense| match ahead(points) {
            Some((side, more, less)) => Some(Sentence::stands(lead(side, more, less).tense(tense))),
            None if points.rome > 0 => {
                let points = Np::count(points.rome, "point");
                let have = Clause::new("each side", "have").object(points);
                // Not "had had".
                let tense = if tense == Tense::Pluperfect { Tense::Past } else { tense };
                Some(Sentence::stands(have.tense(tense)))
            }
            None => None,
        };
        let before = told(was, Tense::Pluperfect).filter(|_| was != now);
        let before = before.map(|sentence| sentence.front("before this,"));
        told(now, Tense::Present).into_iter().chain(before).collect()
    }

    /// The number of units that each side has left.
    pub(super) fn left(&self) -> Sentence {
        let left = |of: Side| self.after.units.iter().filter(|unit| unit.side == of).count();
        let first = self.facts.fallen.first().map_or(Side::Rome, |id| self.names.side(*id));
        let tail = |n: usize| names::count(n, "unit").tail("left");
        if left(first) == left(first.other()) {
            return Sentence::stands(
                Clause::new("each side", "have").now().object(tail(left(first))),
            );
        }
        let have = Clause::new(names::side(first), "have").now().object(tail(left(first)));
        let other = names::count(left(first.other()), "unit").lead(Lead::Understood);
        let other = Clause::new(names::side(first.other()), "").object(other);
        Sentence::stands(have).then(Relation::Comma, other)
    }

    fn final_score(&self, winner: Option<Side>) -> Vec<Sentence> {
        let points = ahead(victory::points(self.chart, self.after));
        let limit = self.over().is_some_and(|(.., reason)| reason == Ending::Limit);
        let won = match winner {
            Some(side) => Clause::new(names::side(side), "win"),
            None => Clause::new("the battle", "draw").passive(),
        };
        let won = match points.filter(|(side, ..)| limit && winner == Some(*side)) {
            Some((_, more, less)) => {
                let won = won.prep("by", Np::count(more, "point"));
                won.prep("to", Np::understood(less, "point"))
            }
            None => won,
        };
        vec![Sentence::stands(won)]
    }

    fn need(&self) -> Sentence {
        let win = |side: Side| Clause::new(Np::Full(names::side(side)), "win").now();
        let fall = |side: Side| Clause::new(self.names.commander(side.other()), "fall").now();
        let sentence = Sentence::stands(win(Side::Rome)).then(Relation::If, fall(Side::Rome));
        let carthage = win(Side::Carthage);
        sentence.then(Relation::And, carthage).then(Relation::If, fall(Side::Carthage))
    }

    /// The sentences on ends that come without a fight and are near.
    fn limits(&self) -> Vec<Sentence> {
        let (state, mut told) = (self.after, Vec::new());
        if state.turn == 0 {
            return told;
        }
        let options = &state.options;
        let quiet = state.turn.saturating_sub(1).saturating_sub(state.quiet_since) / 2;
        if options.stall_limit > 0 && quiet > 0 && quiet + SOON >= u32::from(options.stall_limit) {
            let lost = Clause::new("no unit", "lose").passive().perfect();
            let turns = names::turns_of_each(quiet);
            let drawn = Clause::new("the battle", "draw").passive().now();
            let limit = Np::understood(i64::from(options.stall_limit), "turn");
            let sentence = Sentence::stands(lost.prep("for", turns));
            told.push(sentence.then(Relation::Against, drawn.prep("after", limit)));
        }
        let left = u32::from(options.round_limit).saturating_sub(state.round());
        if options.round_limit > 0 && left <= SOON {
            let end = Clause::new("the battle", "end").now();
            let turns = names::turns_of_each(options.round_limit);
            told.push(Sentence::stands(end.prep("after", turns)));
        }
        told
    }

    pub(super) fn losses(&self) -> Vec<Sentence> {
        let fallen = &self.facts.fallen;
        let lost = |of: Side| -> Vec<UnitId> {
            fallen.iter().filter(|id| self.names.side(**id) == of).copied().collect()
        };
        let Some(first) = fallen.first() else { return Vec::new() };
        let most = self.names.side(*first);
        let clause = |of: Side, verb: &'static str| {
            Clause::new(names::side(of), verb).object(self.names.toll(&lost(of)))
        };
        let mut told = vec![
            Sentence::stands(clause(most, "lose")).then(Relation::Comma, clause(most.other(), "")),
        ];
        told.push(self.left());
        told
    }

    /// Tells who decides next, and what.
    pub(super) fn next(&self) -> Vec<Sentence> {
        let awaited: Vec<_> = self.told.awaited.iter().filter(|one| !one.optional).collect();
        match awaited.as_slice() {
            [] => Vec::new(),
            [one] => Side::of(&one.seat)
                .map(|side| self.decision(side, &one.prompt))
                .into_iter()
                .flatten()
                .collect(),
            [first, ..] => {
                let both = Np::words("both sides");
                let clause = match first.prompt.as_str() {
                    "muster" => Clause::new(both, "choose").object("their armies"),
                    "deploy" => Clause::new(both, "draw up").object("their armies"),
                    _ => Clause::new(both, "act"),
                };
                vec![Sentence::stands(clause.now())]
            }
        }
    }

    fn decision(&self, side: Side, prompt: &str) -> Vec<Sentence> {
        let who = Np::Full(names::side(side));
        let clause = |verb: &'static str| Clause::new(who.clone(), verb).now();
        let one = match prompt {
            "move" => clause("move"),
            "attack" => return self.attack_next(side),
            "retreat" => {
                let Some(asked) = &self.after.asked else { return Vec::new() };
                let unit: Entity = self.names.unit(asked.unit);
                let squares = names::count(asked.squares.len(), "square").lead(Lead::The);
                let squares = squares.tail(format!("open to {}", unit.full));
                let among = if asked.squares.len() == 2 { "between" } else { "among" };
                clause("choose").with(Phrase::Prep(among.into(), squares))
            }
            "place" => {
                let begun = self.after.units.iter().any(|unit| unit.side == side);
                clause("place").object(if begun { "its next units" } else { "its first units" })
            }
            "muster" => clause("choose").object("its army"),
            "deploy" => clause("draw up").object("its army"),
            _ => clause("act"),
        };
        vec![Sentence::stands(one)]
    }

    /// Tells who is about to attack, and how many enemies can be attacked.
    fn attack_next(&self, side: Side) -> Vec<Sentence> {
        let field = Field::new(self.chart, self.after);
        let enemies = || field.of(side.other());
        let can = |unit: &&crate::state::Unit| {
            enemies().any(|enemy| field.attack(unit, enemy, true).is_some())
        };
        let able: Vec<UnitId> = field.of(side).filter(can).map(|unit| unit.id).collect();
        let who = Np::Full(names::side(side));
        let attack = Sentence::stands(Clause::new(who, "attack").now());
        if able.is_empty() {
            return vec![attack];
        }
        // No sentence begins with figures.
        let reach = if able.len() > 12 {
            let who = Np::Full(self.names.some(able));
            Clause::new("an enemy", "be").now().with(Phrase::Prep("in reach of".into(), who))
        } else {
            Clause::new(self.names.some(able), "have").now().object("an enemy in reach")
        };
        vec![attack, Sentence::stands(reach)]
    }
}

fn lead(side: Side, more: u32, less: u32) -> Clause {
    let clause = Clause::new(names::side(side), "lead").prep("by", Np::count(more, "point"));
    clause.prep("to", Np::understood(less, "point"))
}
