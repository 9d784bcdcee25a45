//! The state of the war: the score with what each side needs, losses, who decides next.

use super::Teller;
use super::facts::Battle;
use super::names::{arm, count, side};
use crate::names::{Side, Unit};
use crate::state::{Stage, unit_of};
use engine::kit::Pair;
use engine::story::{Clause, Entity, Np, Phrase, Relation, Sentence};

#[derive(Clone, Default, PartialEq, Eq)]
struct Toll {
    hannibal: bool,
    armies: usize,
    fleets: usize,
}

impl Toll {
    fn add(&mut self, unit: Unit) {
        match unit {
            Unit::Hannibal => self.hannibal = true,
            Unit::Escort => (self.hannibal, self.armies) = (true, self.armies + 1),
            Unit::Army => self.armies += 1,
            Unit::Fleet => self.fleets += 1,
        }
    }

    fn units(&self) -> usize {
        usize::from(self.hannibal) + self.armies + self.fleets
    }

    fn np(&self) -> Np {
        let mut parts: Vec<Np> = Vec::new();
        if self.hannibal {
            parts.push(Np::Full(super::names::hannibal()));
        }
        for (n, fleet) in [(self.armies, false), (self.fleets, true)] {
            if n > 0 {
                parts.push(count(n, arm(fleet)));
            }
        }
        match parts.len() {
            0 => "nothing".into(),
            1 => parts.remove(0),
            _ => Np::List(parts),
        }
    }
}

impl Teller<'_> {
    /// Enemy areas that each side holds, and how many win; at the end, the armies that are left.
    pub(super) fn score(&self) -> Vec<Sentence> {
        let (chart, need) = (self.rules.chart(), self.rules.worth().influence);
        let (board, over) = (&self.boards.now, self.over());
        let value =
            Pair::from_fn(|of| if over { board.armies(chart, of) } else { board.gains(chart, of) });
        let lead = if value.rome >= value.carthage { Side::Rome } else { Side::Carthage };
        let (verb, tail) = if over { ("have", "left") } else { ("hold", "") };
        let noun = if over { "army" } else { "enemy area" };
        let np = |n: u32| Np::count(n, noun).tail(tail);
        let clause = |who: Np, object: Np| Clause::new(who, verb).object(object).now();
        let needs = |who: Np| Clause::new(who, "need").object(Np::understood(need, noun)).now();
        let other = || clause(side(lead.other()).into(), Np::understood(value[lead.other()], noun));
        let mut told = vec![if value.rome != value.carthage {
            let first = Sentence::stands(clause(side(lead).into(), np(value[lead])));
            if over {
                let rest = Clause { verb: "".into(), ..other() };
                first.then(Relation::Comma, rest)
            } else {
                first.then(Relation::And, needs(side(lead).into())).then(Relation::Against, other())
            }
        } else if value.rome == 0 {
            let none = if over { "an army left" } else { "an enemy area" };
            let none = Sentence::stands(clause("neither side".into(), none.into()));
            if over { none } else { none.then(Relation::Against, needs("each side".into())) }
        } else {
            let each = Sentence::stands(clause("each side".into(), np(value.rome)));
            if over { each } else { each.then(Relation::And, needs("each side".into())) }
        }];
        if let Some(seat) = self.after.offer.filter(|_| !over) {
            told.push(Sentence::stands(
                Clause::new(side(seat), "offer").object("a draw").perfect(),
            ));
        }
        told
    }

    pub(super) fn losses(&self) -> Vec<Sentence> {
        let mut tolls: Pair<Toll> = Pair::from_fn(|_| Toll::default());
        let mut events = Vec::new();
        for battle in &self.battles {
            let Battle { removed, stranded, .. } = battle;
            for (n, of, unit) in removed {
                tolls[*of].add(*unit);
                events.push(*n);
            }
            for (n, of, ids) in stranded {
                for id in ids {
                    tolls[*of].add(unit_of(*id));
                }
                events.push(*n);
            }
        }
        if events.is_empty() {
            return Vec::new();
        }
        if tolls.rome == tolls.carthage {
            return vec![Sentence::told(
                Clause::new("each side", "lose").object(tolls.rome.np()),
                &events,
            )];
        }
        let most =
            if tolls.rome.units() > tolls.carthage.units() { Side::Rome } else { Side::Carthage };
        let lose =
            |of: Side, verb: &'static str| Clause::new(side(of), verb).object(tolls[of].np());
        vec![
            Sentence::told(lose(most, "lose"), &events)
                .then(Relation::Comma, lose(most.other(), "")),
        ]
    }

    /// Tells who decides next, and what.
    pub(super) fn next(&self) -> Vec<Sentence> {
        let awaited: Vec<_> = self.told.awaited.iter().filter(|one| !one.optional).collect();
        let place = self.after.fight.as_ref().map(|fight| Np::Full(self.rules.place(fight.area)));
        let at = match &self.after.fight {
            Some(fight) if self.rules.at_sea(fight.area) => "for the battle in",
            _ => "for the battle for",
        };
        let on = |clause: Clause| match place.clone() {
            Some(place) => clause.with(Phrase::Prep(at.into(), place)),
            None => clause,
        };
        let clause = match awaited.as_slice() {
            [] => return Vec::new(),
            [one] => {
                let Some(of) = Side::of(&one.seat) else { return Vec::new() };
                let who = Np::Full(side(of));
                match one.prompt.as_str() {
                    "battle" => on(self.lays(of)),
                    "effect" => {
                        let card = self.after.fight.as_ref().and_then(|fight| fight.card(of));
                        let with = card.map(|card| {
                            format!(
                                "with {} before the sums are worked out",
                                self.rules.title_of(card)
                            )
                        });
                        Clause::new(who, "move").object("armies").modal("may").maybe(with)
                    }
                    "aftermath" => {
                        let loses = matches!(self.after.stage, Stage::Aftermath { lose: true, .. });
                        let what = if loses { "which unit it loses" } else { "where it retreats" };
                        Clause::new(who, "decide").object(what)
                    }
                    "order" => Clause::new(who, "choose").object("which battle is fought first"),
                    _ => self.acts(of),
                }
            }
            _ if Side::BOTH.iter().all(|of| self.after.camp(*of).hand.len() != 1) => {
                on(Clause::new(Np::words("both sides"), "choose").object("a card"))
            }
            _ => {
                let both = Sentence::stands(self.lays(Side::Rome).now());
                return vec![both.then(Relation::And, on(self.lays(Side::Carthage)).now())];
            }
        };
        vec![Sentence::stands(clause.now())]
    }

    /// The clause that says who acts, and with which cards if they are few.
    fn acts(&self, of: Side) -> Clause {
        let hand = &self.after.camp(of).hand;
        let titles: Vec<String> = hand.iter().map(|card| self.rules.title_of(*card)).collect();
        let acts = Clause::new(Np::Full(side(of)), "act");
        if (1..=4).contains(&titles.len()) {
            let cards = Entity::new("hand", engine::story::listed(&titles));
            acts.prep("with", cards).with("in hand")
        } else {
            acts
        }
    }

    /// The clause about the card that a side lays: a side with one card has no choice.
    fn lays(&self, of: Side) -> Clause {
        let who = Np::Full(side(of));
        match self.after.camp(of).hand.as_slice() {
            [card] => {
                let card = Entity::new(card.as_str(), self.rules.title_of(*card));
                Clause::new(who, "lay").modal("must").object(Np::Full(card))
            }
            _ => Clause::new(who, "choose").object("a card"),
        }
    }
}
