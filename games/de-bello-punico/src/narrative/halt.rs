//! A halt in the middle of a turn: who is about to do what to whom, what a die shows, and what is decided next.

use super::{Teller, names};
use crate::asked::Query;
use crate::events::{Cast, Sequence};
use crate::names::{Id, Side};
use crate::state::Stage;
use engine::story::{Clause, Np, Relation, Sentence, Situation};

/// The weight of what is about to happen: less than that of anything that has happened.
pub(super) const WAITING: u32 = 1;

impl Teller<'_> {
    fn query(&self) -> Option<&Query> {
        self.after.asked.as_ref().map(|asked| &asked.query)
    }

    /// An attack that waits for an answer, or a die that may be thrown again.
    pub(super) fn waiting(&self) -> Option<Situation> {
        let query = self.query()?;
        let (asked, _) = self.sequence().find(|(_, one)| matches!(one, Sequence::Asked { .. }))?;
        let mut told: Vec<Sentence> = Vec::new();
        let mut headline = None;
        let pending = self
            .facts
            .attacks()
            .last()
            .filter(|act| !act.fought() && act.withdrew.is_none() && act.dead.is_empty());
        let pair = pending.and_then(|act| Some((act.pair()?, act.n(), act.rear())));
        let pair = pair.or(match query {
            Query::Withdraw { attacker, target, .. } | Query::Defend { attacker, target, .. } => {
                Some(((*attacker, *target), asked, false))
            }
            _ => None,
        });
        if let Some(((by, on), n, rear)) = pair {
            let (by, on) = (self.names.unit(by), self.names.unit(on));
            let clause = Clause::new(by.clone(), "be")
                .with("about to attack")
                .with(engine::story::Phrase::Extent(on.clone().into()))
                .maybe(rear.then_some("from behind"));
            told.push(Sentence::told(clause.now(), &[n]));
            headline = Some(Clause::new(by, "attack").object(on).now());
        }
        if let Query::Fortuna { cast, unit, die, totals } = query {
            let thrown = self.thrown(*cast, *unit, *die, *totals, asked);
            headline = headline.or_else(|| Some(thrown.main.clone().now()));
            told.push(thrown);
        }
        let situation = Situation::new(WAITING, told);
        headline.map(|headline| situation.headline(headline))
    }

    /// Tells the result of a die that may be thrown again.
    fn thrown(
        &self,
        cast: Cast,
        unit: Option<Id>,
        die: u8,
        totals: Option<(u8, u8)>,
        n: u32,
    ) -> Sentence {
        let asked = self.after.asked.as_ref().map_or(Side::Rome, |asked| asked.side);
        let who = match unit {
            Some(unit) if self.after.leads(unit).is_some() => names::leader(unit),
            Some(unit) if cast != Cast::Elephants => self.names.unit(unit),
            Some(_) | None => names::side(asked),
        };
        let throw = Np::Throw { n: i64::from(die), or_less: false };
        let clause = Clause::new(who, "throw").object(throw);
        Sentence::told(
            match (totals, cast) {
                (Some((mine, theirs)), _) => clause
                    .prep("for", Np::count(mine, "point"))
                    .prep("against", Np::understood(theirs, "point")),
                (None, Cast::Elephants) => clause.with("on the elephants table"),
                (None, _) => clause,
            },
            &[n],
        )
    }

    /// Tells who decides next, and what.
    pub(super) fn next(&self) -> Vec<Sentence> {
        let awaited: Vec<_> = self.told.awaited.iter().filter(|one| !one.optional).collect();
        match awaited.as_slice() {
            [] => Vec::new(),
            [one] => Side::of(&one.seat)
                .map(|side| self.decision(side, &one.prompt))
                .into_iter()
                .collect(),
            _ => {
                let both = Clause::new(
                    Np::words("both sides"),
                    match self.after.stage {
                        Stage::SetUp { .. } => "draw up",
                        _ => "lay",
                    },
                );
                let clause = match self.after.stage {
                    Stage::SetUp { .. } => both.object("their armies"),
                    _ => both
                        .object("their command points")
                        .with(format!("for turn {}", self.after.turn)),
                };
                vec![Sentence::stands(clause.now())]
            }
        }
    }

    fn decision(&self, side: Side, prompt: &str) -> Sentence {
        let who = Np::Full(names::side(side));
        let clause = |verb: &'static str| Clause::new(who.clone(), verb).now();
        if let Some(query) = self.query() {
            return self.answer(query, &who);
        }
        Sentence::stands(match prompt {
            "setup" => clause("draw up").object("its army"),
            "strategic" => clause("lay").object(match self.after.stage {
                Stage::Strategic { side: None } => "its chips",
                _ if self.after.camps[side].chips.is_empty() => "its first chip",
                _ => "its next chip",
            }),
            "choice" => clause("choose").object("whether to move first or second"),
            "elephants" => clause("choose").object("the elephants that it tries to madden"),
            "movement" => clause("move"),
            "volley" => clause("shoot"),
            "combat" => clause("attack"),
            "recovery" => clause("choose").object("the units that recover"),
            _ => clause("act"),
        })
    }

    /// The sentence on the decision of a side that is asked in the middle of a turn.
    fn answer(&self, query: &Query, who: &Np) -> Sentence {
        let clause = |verb: &'static str| Clause::new(who.clone(), verb).now();
        let whether =
            |what: Clause| Sentence::stands(clause("decide")).then(Relation::Whether, what.now());
        match query {
            Query::Fortuna { .. } => {
                whether(Clause::new("Fortuna", "throw").object("the die").with("again"))
            }
            Query::Withdraw { attacker, target, .. } => whether(
                Clause::new(self.names.unit(*target), "fall back")
                    .prep("before", self.names.unit(*attacker)),
            ),
            Query::Defend { target, command, support, .. } => {
                let what = match (command, support.is_empty()) {
                    (true, true) => "a Combat point",
                    (true, false) => "a Combat point and support",
                    (false, _) => "support",
                };
                whether(Clause::new(self.names.unit(*target), "get").object(what))
            }
            Query::Pursuit { unit, fugitive } => whether(
                Clause::new(self.names.unit(*unit), "pursue").object(self.names.unit(*fugitive)),
            ),
            Query::Furious { unit } => {
                let way = Np::from(self.names.unit(*unit)).headed("the course of", false);
                Sentence::stands(clause("choose").object(way))
            }
            Query::Advance { unit, stay: true, .. } => {
                whether(Clause::new(self.names.unit(*unit), "advance"))
            }
            Query::Advance { unit, .. } => {
                let face = Np::from(self.names.unit(*unit)).headed("the facing of", false);
                Sentence::stands(clause("choose").object(face))
            }
            Query::Leader { leader, stay: true, .. } => {
                whether(Clause::new(names::leader(*leader), "step aside"))
            }
            Query::Leader { leader, .. } => {
                let refuge = Np::from(names::leader(*leader)).headed("the refuge of", false);
                Sentence::stands(clause("choose").object(refuge))
            }
            Query::Roll { .. } => Sentence::stands(
                clause("choose").object("the elephants for which it throws dice next"),
            ),
        }
    }
}
