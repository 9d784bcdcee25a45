//! The state of the battle: the score with what each side needs, losses, who decides next; and records before the first
//! turn.

use super::{Teller, game_turn, names};
use crate::events::{Command, Event, Sequence, SetUp};
use crate::names::{Id, Side};
use crate::state::Query;
use engine::story::{
    Clause, Entity, Lead, Np, Paragraph, Phrase, Relation, Report, Sentence, Tense,
};

impl Teller<'_> {
    /// Both sides, each with what it needs.
    pub(super) fn score(&self) -> Vec<Sentence> {
        let (tally, battle) = (self.after.tally, &self.printed.battle);
        let (needs, has) = if self.after.over.is_some() {
            (Tense::Past, Tense::Pluperfect)
        } else {
            (Tense::Present, Tense::Perfect)
        };
        let need = |side: Side, units: Np| {
            Clause::new(names::side(side), "need to destroy").object(units).tense(needs)
        };
        let has = |side: Side, n: u8| {
            Clause::new(names::side(side), "destroy").object(Np::understood(n, "unit")).tense(has)
        };
        let mut told = vec![
            Sentence::stands(need(Side::Rome, Np::count(battle.rome_needs, "unit")))
                .then(Relation::And, has(Side::Rome, tally.carthage))
                .then(
                    Relation::Against,
                    need(Side::Carthage, Np::understood(battle.rome_bears, "unit")),
                )
                .then(Relation::And, has(Side::Carthage, tally.rome)),
        ];
        // The count of Game Turns is brought up to date only at the end of one.
        let quiet = if self.after.attacked { 0 } else { self.after.quiet };
        if let (Some(ending), None) = (&self.before.decided, &self.after.over) {
            let won = Clause::new(names::side(ending.winner), "win").perfect();
            let ends = Clause::new("the battle", "end").with("with this Game Turn").now();
            told.push(Sentence::stands(won).then(Relation::And, ends));
        } else if quiet > 1 && self.after.over.is_none() {
            let turns = Np::count(quiet, "Game Turn");
            let stall = Np::count(self.after.options.stall_turns, "Game Turn");
            let won = Clause::new(names::side(Side::Carthage), "win").now();
            told.push(
                Sentence::stands(Clause::new("nobody", "attack").perfect().prep("for", turns))
                    .then(Relation::And, won.prep("after", stall).with("without an attack")),
            );
        }
        told
    }

    pub(super) fn losses(&self) -> Vec<Sentence> {
        let lost = |side: Side| self.facts.dead(self.names, side).len();
        let (rome, carthage) = (lost(Side::Rome), lost(Side::Carthage));
        if (rome, carthage) == (0, 0) {
            return Vec::new();
        }
        let units = |n: usize, lead: Lead| names::count(n, "unit").lead(lead);
        let mut told = vec![Sentence::stands(match (rome, carthage) {
            (one, other) if one == other => {
                Clause::new("each side", "lose").object(units(one, Lead::Bare))
            }
            _ => {
                let (most, more) =
                    if carthage > rome { (Side::Carthage, carthage) } else { (Side::Rome, rome) };
                Clause::new(names::side(most), "lose").object(units(more, Lead::Bare))
            }
        })];
        if rome != carthage {
            let (least, less) =
                if carthage > rome { (Side::Rome, rome) } else { (Side::Carthage, carthage) };
            let rest = Clause::new(names::side(least), "").object(units(less, Lead::Understood));
            let first = told.remove(0);
            told.push(first.then(Relation::Comma, rest));
        }
        let dead = self.facts.dead(self.names, Side::Carthage).into_iter();
        let light: Vec<Id> = dead.filter(|id| !self.counts(*id)).collect();
        if !light.is_empty() {
            let needed =
                format!("towards the {} units that Rome needs", self.printed.battle.rome_needs);
            let clause = Clause::new(self.names.some(light, 3), "count").now().denied();
            told.push(Sentence::stands(clause.with(needed)));
        }
        told
    }

    /// Tells who decides next, and what.
    pub(super) fn next(&self) -> Vec<Sentence> {
        let mut told: Vec<Sentence> = self.rolled().into_iter().collect();
        let awaited: Vec<_> = self.told.awaited.iter().filter(|one| !one.optional).collect();
        match awaited.as_slice() {
            [] => {}
            [one] => {
                let Some(side) = Side::of(&one.seat) else { return told };
                told.push(self.decision(side, &one.prompt));
            }
            _ => {
                let clause = Clause::new(Np::words("both sides"), "give").object("their orders");
                told.push(Sentence::stands(clause.now()));
            }
        }
        told
    }

    /// The sentence on the roll for the initiative, and on the winner's choice.
    fn rolled(&self) -> Option<Sentence> {
        let order = self.sequence().find_map(|(n, event)| match event {
            Sequence::TurnOrder { first, .. } => Some((n, *first)),
            _ => None,
        });
        let (n, winner, more, less) = self.sequence().find_map(|(n, event)| match event {
            Sequence::Initiative { rome, carthage, winner: Some(winner) } => {
                Some((n, *winner, *rome.max(carthage), *rome.min(carthage)))
            }
            _ => None,
        })?;
        let roll =
            format!("by {} to {}", names::few(usize::from(more)), names::few(usize::from(less)));
        let won = Clause::new(names::side(winner), "win").object("the roll").with(roll);
        let sentence = Sentence::told(won, &[n]);
        Some(match order {
            Some((n, first)) => {
                let turn = format!("in Game Turn {}", self.after.turn);
                let goes = if first == winner { "first" } else { "second" };
                let moves = Clause::new(names::side(winner), "move").with(goes).with(turn).now();
                sentence.then(Relation::And, moves).telling(&[n])
            }
            None => sentence,
        })
    }

    fn decision(&self, side: Side, prompt: &str) -> Sentence {
        let who = Np::Full(names::side(side));
        let clause = |verb: &'static str| Clause::new(who.clone(), verb).now();
        let whether = |units: Entity, verb: &'static str| {
            let does = Clause::new(units, verb).now();
            Sentence::stands(clause("decide")).then(Relation::Whether, does)
        };
        let query = self.after.asked.as_ref().map(|asked| &asked.query);
        match (prompt, query) {
            ("retreat", Some(Query::Retreat { units })) => {
                let units = self.names.some(units.iter().map(|may| may.unit), 3);
                let sentence = whether(units, "fall back");
                let (relation, falls) = sentence.more[0].clone();
                let more = vec![(relation, falls.with("before the attack"))];
                Sentence { more, ..sentence }
            }
            ("counter", Some(Query::Counter { by, .. })) => {
                whether(self.names.some(by.clone(), 3), "strike back")
            }
            ("continue", Some(Query::Continue { targets })) => {
                let by = targets.iter().flat_map(|target| target.by.clone());
                whether(self.names.some(by, 3), "press on")
            }
            ("advance", Some(Query::Advance { units, .. })) => {
                whether(self.names.some(units.clone(), 3), "advance")
            }
            ("order", _) => Sentence::stands(clause("choose").object("the order of its attacks")),
            ("gauls", _) => {
                Sentence::stands(clause("choose").object("which unit of Gauls is called on next"))
            }
            ("rampage", _) => {
                Sentence::stands(clause("choose").object("whom the elephants attack"))
            }
            ("initiative", _) => Sentence::stands(clause("choose").object("whether to move first")),
            ("setup-rome" | "setup-carthage", _) => {
                Sentence::stands(clause("draw up").object("its army"))
            }
            ("orders", _) => Sentence::stands(clause("give").object("its orders")),
            _ => Sentence::stands(clause("act")),
        }
    }

    /// Records in which an army is drawn up or orders are given, and nobody acts.
    pub(super) fn opening(&self) -> Option<Report> {
        let (headline, told) = self.drawn_up().or_else(|| self.orders_given())?;
        let paragraphs = vec![Paragraph { sentences: told, ..Paragraph::default() }];
        Some(Report {
            headline: vec![headline],
            score: self.score(),
            paragraphs,
            losses: Vec::new(),
            next: self.next(),
            weight: 0,
        })
    }

    /// The sentences on how an army is drawn up, Command by Command from west to east.
    fn drawn_up(&self) -> Option<(Clause, Vec<Sentence>)> {
        let mut told = Vec::new();
        let mut headline = None;
        for side in Side::BOTH {
            let placed: Vec<(u32, Id, i32)> = self
                .told
                .events()
                .filter_map(|(n, event)| match event {
                    Event::SetUp(SetUp::Placed { unit, hex, .. })
                        if self.names.side(*unit) == side =>
                    {
                        Some((n, *unit, i32::from(hex.place)))
                    }
                    _ => None,
                })
                .collect();
            if placed.is_empty() {
                continue;
            }
            let events: Vec<u32> = placed.iter().map(|(n, ..)| *n).collect();
            let mut commands: Vec<(i32, Id)> = self
                .printed
                .roster
                .of(side)
                .filter_map(|note| {
                    let own =
                        placed.iter().filter(|(_, unit, _)| self.names.command(*unit) == note.id);
                    let mut own: Vec<i32> = own.map(|(.., place)| *place).collect();
                    own.sort_unstable();
                    Some((*own.get(own.len() / 2)?, note.id))
                })
                .collect();
            commands.sort_unstable();
            let who = names::side(side);
            let army = Clause::new(who, "draw up").object("its army");
            let units = names::count(placed.len(), "unit");
            let names: Vec<Np> =
                commands.iter().map(|(_, id)| Np::Full(self.names.single(*id))).collect();
            told.push(Sentence::told(army.clone().with(Phrase::Prep("of".into(), units)), &events));
            let line = Clause::new(Np::words("its commands"), "be").now();
            let line = line.with(Phrase::Extent(Np::List(names)));
            told.push(Sentence::told(line, &events).front("from west to east"));
            headline = Some(army.now());
        }
        Some((headline?, told))
    }

    /// The clause on units that a lock keeps from attacking (10.0h).
    fn frozen(&self) -> Option<Clause> {
        let held = |id: &Id| self.after.links.iter().any(|link| link.holds(*id));
        let units: Vec<Id> = self.after.units.keys().copied().filter(held).collect();
        let who = (!units.is_empty()).then(|| self.names.some(units, 3))?;
        Some(Clause::new(who, "attack").modal("can").denied().now())
    }

    fn orders_given(&self) -> Option<(Clause, Vec<Sentence>)> {
        let given: Vec<u32> = self
            .orders()
            .filter(|(_, command)| matches!(command, Command::OrdersChanged { .. }))
            .map(|(n, _)| n)
            .collect();
        let acted = self.orders().any(|(_, command)| matches!(command, Command::Activation { .. }));
        if given.is_empty() || acted {
            return None;
        }
        let orders = Np::from(game_turn(self.after.turn)).headed("the orders for", true);
        let lie = Clause::new(orders.clone(), "lie").with("face down").now();
        let mut told = vec![Sentence::told(lie, &given)];
        let locked = self.after.links.len();
        if locked > 0 {
            let pairs = names::count(locked, "pair of units");
            let own =
                if locked > 1 { "whatever their orders say" } else { "whatever its orders say" };
            let bound = Sentence::stands(
                Clause::new(pairs.clone(), "lock").passive().now().with("together"),
            )
            .then(Relation::And, Clause::new(pairs, "fight").modal("must").with(own));
            told.push(match self.frozen() {
                Some(cannot) => bound.then(Relation::But, cannot),
                None => bound,
            });
        }
        let hurt = |side: Side| {
            let units = self.after.units.iter();
            units.filter(|(id, unit)| unit.disordered && self.names.side(**id) == side).count()
        };
        let hurt: Vec<Np> = Side::BOTH
            .into_iter()
            .filter(|side| hurt(*side) > 0)
            .map(|side| names::count(hurt(side), names::unit_of(side)))
            .collect();
        if !hurt.is_empty() {
            told.push(Sentence::stands(
                Clause::new(Np::List(hurt), "be").with("in disorder").now(),
            ));
        }
        Some((Clause::new(orders, "give").passive().now(), told))
    }
}
