//! The state of the war: who leads, provinces, points; losses; who decides next.

use super::Teller;
use super::names::{all, elements, persons, seat, side};
use crate::asked::Query;
use crate::elements::Side;
use crate::state::{Battle, Entry, Open, Player, State};
use engine::Seat;
use engine::story::{Clause, Lead, Np, Phrase, Relation, Sentence};
use std::collections::BTreeMap;

impl Teller<'_> {
    /// The sentences on who leads, on the provinces of each side, and on the points of the record.
    pub(super) fn score(&self) -> Vec<Sentence> {
        if let Some(places) = self.places_taken() {
            return places;
        }
        if self.after.year == 0 {
            return vec![self.seated()];
        }
        let mut told = vec![self.lead()];
        told.push(self.holdings());
        told.extend(self.points());
        told
    }

    /// Before the first year: who plays for whom.
    fn seated(&self) -> Sentence {
        let of = |of: Side| {
            let seats: Vec<Seat> = self.after.of_side(of).map(|one| one.seat.clone()).collect();
            persons(&seats)
        };
        let lead = |seats: Np| Clause::new(seats, "lead").now();
        let other =
            Clause { verb: "".into(), ..lead(of(Side::Carthage)).object(side(Side::Carthage)) };
        Sentence::stands(lead(of(Side::Rome)).object(side(Side::Rome))).then(Relation::And, other)
    }

    fn lead(&self) -> Sentence {
        let players = known_scores(self.after);
        let of = |score: u16| with_score(&players, score);
        let best = players.iter().map(|(_, vp)| *vp).max().unwrap_or(0);
        let first = of(best);
        let was = known_scores(self.before);
        let was = with_score(&was, was.iter().map(|(_, vp)| *vp).max().unwrap_or(0));
        let now = if was.len() < players.len() && was != first { "now" } else { "" };
        let points = Np::count(best, "point");
        if best == 0 {
            return Sentence::stands(Clause::new("nobody", "have").object("a point yet").now());
        }
        match first.as_slice() {
            all if all.len() == players.len() => {
                let each = Clause::new("every general", "have").object(points);
                Sentence::stands(each.now())
            }
            [one] => {
                let second = players.iter().map(|(_, vp)| *vp).filter(|vp| *vp < best).max();
                let next = second.map(of).unwrap_or_default();
                let lead = Clause::new(seat(one), "lead").prep("with", points).now();
                let sentence = Sentence::stands(lead.adverb(now));
                match (second, next.len()) {
                    (Some(second), 1 | 2) if second > 0 => {
                        let have = Clause::new(persons(&next), "have").now();
                        let have = have.object(Np::understood(second, "point"));
                        let have = if next.len() > 1 { have.with("each") } else { have };
                        sentence.then(Relation::And, have)
                    }
                    _ => sentence,
                }
            }
            several => {
                let lead = Clause::new(persons(several), "lead").prep("with", points);
                Sentence::stands(lead.with("each").now().adverb(now))
            }
        }
    }

    /// Provinces, with what they are worth where the war ends this year.
    fn holdings(&self) -> Sentence {
        let of = |side: Side| i64::try_from(self.after.provinces(side)).expect("a map is small");
        let (rome, carthage) = (of(Side::Rome), of(Side::Carthage));
        let hold =
            |of: Side, n: i64| Clause::new(side(of), "hold").object(Np::count(n, "province")).now();
        let sentence = if rome == carthage {
            let each = Clause::new("each side", "hold").object(Np::count(rome, "province")).now();
            Sentence::stands(each)
        } else {
            let other = Np::count(carthage, "province").lead(Lead::Understood);
            let other = Clause { verb: "".into(), ..hold(Side::Carthage, carthage).object(other) };
            Sentence::stands(hold(Side::Rome, rome)).then(Relation::And, other)
        };
        if self.after.year < self.after.options.years || rome == carthage {
            return sentence;
        }
        let (ahead, more) = if rome > carthage {
            (Side::Rome, rome - carthage)
        } else {
            (Side::Carthage, carthage - rome)
        };
        let each = match ahead {
            Side::Rome => "each Roman general",
            Side::Carthage => "each Carthaginian general",
        };
        let get = Clause::new(each, "get").object(Np::count(more, "point")).modal("would");
        let end = Clause::new("the war", "end").with("now");
        sentence.then(Relation::Against, get.with("for that")).then(Relation::If, end)
    }

    /// The points of the record.
    fn points(&self) -> Option<Sentence> {
        let mut sums: BTreeMap<&Seat, i64> = BTreeMap::new();
        for (_, seat, delta, _) in &self.facts.points {
            *sums.entry(seat).or_default() += i64::from(*delta);
        }
        let events: Vec<u32> = self.facts.points.iter().map(|(n, ..)| *n).collect();
        let sums: Vec<(Seat, i64)> =
            sums.into_iter().map(|(seat, sum)| (seat.clone(), sum)).collect();
        let won =
            shares("gain", sums.iter().filter(|(_, sum)| *sum > 0).cloned().collect(), &events);
        let lost: Vec<_> =
            sums.into_iter().filter(|(_, sum)| *sum < 0).map(|(seat, sum)| (seat, -sum)).collect();
        let lost = shares("lose", lost, &events);
        match (won, lost) {
            (Some(won), Some(lost)) => {
                let mut told = won.then(Relation::Against, lost.main);
                told.more.extend(lost.more);
                Some(told)
            }
            (won, lost) => won.or(lost),
        }
    }

    /// The sentences on the losses of both sides.
    pub(super) fn losses(&self) -> Vec<Sentence> {
        let of = |of: Side| -> u32 {
            let lost = self.facts.roll.lost.iter().filter(|(id, _)| id.side() == of);
            lost.map(|(_, lost)| *lost).sum()
        };
        let lose = |of: Side, n: u32, lead: Lead| {
            Clause::new(side(of), "lose").object(Np::count(i64::from(n), "element").lead(lead))
        };
        match (of(Side::Rome), of(Side::Carthage)) {
            (0, 0) => Vec::new(),
            (rome, carthage) if rome == carthage => {
                let each = Clause::new("each side", "lose").object(elements(rome));
                vec![Sentence::stands(each)]
            }
            (rome, carthage) => {
                let (most, more, less) = if rome > carthage {
                    (Side::Rome, rome, carthage)
                } else {
                    (Side::Carthage, carthage, rome)
                };
                let other = lose(most.other(), less, Lead::Understood);
                let other = Clause { verb: "".into(), ..other };
                let first = Sentence::stands(lose(most, more, Lead::Bare));
                vec![first.then(Relation::And, other)]
            }
        }
    }

    /// Tells who decides next, and what.
    pub(super) fn next(&self) -> Vec<Sentence> {
        let mut asked: Vec<(&str, Vec<Seat>)> = Vec::new();
        for one in self.told.awaited.iter().filter(|one| !one.optional) {
            match asked.iter_mut().find(|(prompt, _)| *prompt == one.prompt) {
                Some((_, seats)) => seats.push(one.seat.clone()),
                None => asked.push((&one.prompt, vec![one.seat.clone()])),
            }
        }
        asked.iter().flat_map(|(prompt, seats)| self.decision(prompt, seats)).collect()
    }

    fn decision(&self, prompt: &str, seats: &[Seat]) -> Vec<Sentence> {
        let everybody = seats.len() > 2 && seats.len() == self.after.players.len();
        let who = if everybody { Np::words("all the generals") } else { persons(seats) };
        let clause = |verb: &'static str| Clause::new(who.clone(), verb).now();
        let stands = |clause: Clause| vec![Sentence::stands(clause)];
        match prompt {
            "ready" => stands(clause("throw").with("for the commands")),
            "setup" => stands(clause("choose").object("the elements of their armies")),
            "resources" if self.after.year > 1 => {
                stands(clause("share out").object("the year's resources and the commands"))
            }
            "resources" => stands(clause("share out").object("the year's resources")),
            "allocate" => stands(clause("take").object("the next turn with the year's resources")),
            "commands" => stands(clause("choose").object("an army")),
            "spring" | "summer" | "autumn" | "winter" => {
                let when = match prompt {
                    "spring" => "in spring",
                    "summer" => "in summer",
                    "autumn" => "in autumn",
                    _ => "in winter",
                };
                let army = match seats {
                    [one] => self.after.command(one),
                    _ => None,
                };
                let decide = clause("decide");
                stands(match army {
                    Some(army) => {
                        let army = Phrase::Extent(Np::Full(self.army(army)));
                        decide.with("how").with(army).with("moves").with(when)
                    }
                    None => decide.with("how their armies move").with(when),
                })
            }
            "answer" => match &self.after.entry {
                Some(entry) => self.answer(entry, who.clone()),
                None => Vec::new(),
            },
            "plan" | "report" | "ruling" => {
                let verb = match prompt {
                    "plan" => "plan",
                    "report" => "report",
                    _ => "rule on",
                };
                stands(clause(verb).object(self.fields(prompt, seats)))
            }
            _ => match self.after.asked.as_ref().map(|asked| &asked.query) {
                Some(query) => self.asked(query, who),
                None => Vec::new(),
            },
        }
    }

    /// The battles that somebody must plan, report or rule on.
    fn fields(&self, prompt: &str, seats: &[Seat]) -> Np {
        let in_it = |battle: &&Battle| {
            let stage = match prompt {
                "ruling" => battle.stage == crate::state::BattleStage::Ruling,
                _ => battle
                    .hosts
                    .iter()
                    .any(|host| host.players.iter().any(|one| seats.contains(one))),
            };
            battle.minor.is_none() && stage
        };
        let here: Vec<Np> =
            self.after.battles.iter().filter(in_it).map(|battle| self.at(battle.place)).collect();
        match here.len() {
            0 if seats.len() > 2 => Np::words("their minor wars"),
            0 => "the minor war".into(),
            1 => all(here).headed("the battle in", false),
            _ => all(here).headed("the battles in", true),
        }
    }

    /// An army has been entered upon.
    fn answer(&self, entry: &Entry, who: Np) -> Vec<Sentence> {
        let came = Clause::new(self.who(entry.mover), "stand").now();
        let came = came.prep("before", self.who(entry.target)).prep("in", self.at(entry.place));
        let choice = match entry.open {
            Open::All if self.after.owned(entry.place, entry.target.side()) => {
                "whether to fight, to fall back or to stand siege"
            }
            Open::All | Open::NoSiege => "whether to fight or to fall back",
            Open::NoFight => "whether to stand siege or to fall back",
        };
        vec![
            Sentence::stands(came),
            Sentence::stands(Clause::new(who, "decide").with(choice).now()),
        ]
    }

    /// The sentences on a question to a general in the middle of a phase.
    fn asked(&self, query: &Query, who: Np) -> Vec<Sentence> {
        let decide = Clause::new(who.clone(), "decide").now();
        vec![Sentence::stands(match query {
            Query::Gaul { by, .. } => decide
                .with("whether to seek or to avoid battle with")
                .with(Phrase::Extent(self.who(*by).into()))
                .with("in Transalpine Gaul"),
            Query::Siege { besieged, at, .. } => decide
                .with("whether to besiege")
                .with(Phrase::Extent(self.who(*besieged).into()))
                .prep("in", self.city(*at))
                .with("or to go back"),
            Query::Retreat { places, .. } => {
                let open = all(places.iter().map(|at| self.at(*at)).collect());
                let open = match open {
                    Np::List(parts) if parts.len() == 2 => {
                        return vec![Sentence::stands(
                            decide
                                .with("whether to fall back to")
                                .with(Phrase::Extent(parts[0].clone()))
                                .with("or to")
                                .with(Phrase::Extent(parts[1].clone())),
                        )];
                    }
                    open => open,
                };
                return vec![
                    Sentence::stands(decide.with("where to fall back"))
                        .then(Relation::Against, Clause::new(open, "lie").with("open").now()),
                ];
            }
            Query::Losses { number, .. } => {
                Clause::new(who, "choose").now().object(elements(*number).tail("to lose"))
            }
            Query::Contingent { most, battle, .. } => {
                let at = self.after.battle(*battle).map(|battle| battle.place);
                let send = decide.with("what to send to the battle");
                let send = match at {
                    Some(at) => send.prep("in", self.at(at)),
                    None => send,
                };
                send.with(", at most").with(Phrase::Extent(elements(*most)))
            }
            Query::HandOver { to, at, .. } => decide
                .with("what to hand over to")
                .with(Phrase::Extent(self.who(*to).into()))
                .prep("in", self.at(*at)),
        })]
    }
}

/// The sentence on the points of each player, the most first; players with as many are told together.
pub(super) fn shares(
    verb: &'static str,
    shares: Vec<(Seat, i64)>,
    events: &[u32],
) -> Option<Sentence> {
    let mut groups: BTreeMap<i64, Vec<Seat>> = BTreeMap::new();
    for (seat, sum) in shares {
        groups.entry(sum).or_default().push(seat);
    }
    let mut sentence: Option<Sentence> = None;
    let count = groups.len();
    for (at, (sum, seats)) in groups.into_iter().rev().enumerate() {
        let lead = if at == 0 { Lead::Bare } else { Lead::Understood };
        let clause = Clause::new(persons(&seats), if at == 0 { verb } else { "" });
        let clause = clause.object(Np::count(sum, "point").lead(lead));
        let clause = if seats.len() > 1 { clause.with("each") } else { clause };
        sentence = Some(match sentence {
            None => Sentence::told(clause, events),
            Some(told) => {
                told.then(if at + 1 == count { Relation::And } else { Relation::Comma }, clause)
            }
        });
    }
    sentence
}

/// Scores that everybody knows: in a political phase those before it.
fn known_scores(state: &State) -> Vec<(Seat, u16)> {
    let before = state.political.as_ref().map(|political| &political.before.scores);
    let known = |player: &Player| {
        let before = before.and_then(|scores| scores.get(&player.seat).copied());
        (player.seat.clone(), before.unwrap_or(player.vp))
    };
    state.players.iter().map(known).collect()
}

fn with_score(players: &[(Seat, u16)], score: u16) -> Vec<Seat> {
    players.iter().filter(|(_, vp)| *vp == score).map(|(seat, _)| seat.clone()).collect()
}
