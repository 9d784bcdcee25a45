//! The state of the war: who leads, provinces, points; losses; who decides next.

use super::Teller;
use super::names::{all, elements, persons, side};
use crate::asked::Query;
use crate::elements::Side;
use crate::events::Award;
use crate::names::{CARTHAGE, ROME};
use crate::rules::end;
use crate::state::{Battle, Entry, Open, Player, State};
use engine::story::{Clause, Lead, Np, Phrase, Relation, Sentence};
use engine::{Seat, Tempo};
use std::collections::BTreeMap;

impl Teller<'_> {
    /// The sentences on who leads, on the provinces of each side, and on the points of the record.
    pub(super) fn score(&self) -> Vec<Sentence> {
        if let Some(mut places) = self.places_taken() {
            places.extend(self.points());
            return places;
        }
        if self.after.year == 0 {
            return vec![self.seated()];
        }
        let mut told = vec![self.lead()];
        let of = |state: &State| {
            let besieged = [ROME, CARTHAGE].map(|at| state.sieges.contains_key(&at));
            (Side::BOTH.map(|side| state.provinces(side)), besieged)
        };
        let ((provinces, besieged), (had, were)) = (of(self.after), of(self.before));
        // In tempo `full` most records change neither.
        let whole = self.after.options.tempo != Tempo::Full || self.told.chapters.is_empty();
        if whole || provinces != had {
            told.push(self.holdings());
        }
        if whole || besieged != were {
            told.extend(self.capitals_besieged());
        }
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

    /// Says which player would win if the war ended now, with how many points, and how many of them come from provinces. While
    /// both sides share out the year's resources, only the scores before that are known.
    fn lead(&self) -> Sentence {
        let state = self.after;
        let hidden = state.political.as_ref().filter(|_| self.before.political.is_some());
        let hidden = hidden.map(|political| &political.before.scores);
        let score = |player: &Player| {
            let before = hidden.and_then(|scores| scores.get(&player.seat).copied());
            before.unwrap_or(player.vp) + end::territory(state, player.side)
        };
        let places = end::ranking(state, None, score);
        let of = |place: &[Seat]| place.first().and_then(|one| state.player(one)).map_or(0, score);
        let would = |clause: Clause| {
            if hidden.is_some() { clause } else { clause.modal("would") }
        };
        let each = |clause: Clause, seats: &[Seat]| {
            if seats.len() > 1 { clause.with("each") } else { clause }
        };
        let front =
            if hidden.is_some() { "before this year's resources" } else { "if the war ended now," };
        let first = &places[0];
        let points = Np::count(of(first), "point");
        if of(first) == 0 {
            return Sentence::stands(Clause::new("nobody", "have").object("a point yet").now());
        }
        if first.len() == state.players.len() {
            let every = Clause::new("every general", "have").object(points);
            return Sentence::stands(would(every)).front(front);
        }
        let lead = match first.len() {
            _ if hidden.is_some() => Clause::new(persons(first), "lead"),
            1 => Clause::new(persons(first), "win"),
            _ => Clause::new(persons(first), "share").object("the victory"),
        };
        let lead = lead.prep("with", points);
        let sentence = Sentence::stands(would(each(lead, first))).front(front);
        match places.get(1) {
            Some(next) if next.len() < 3 && of(next) > 0 => {
                let points = Np::understood(of(next), "point");
                let have = Clause::new(persons(next), "have").object(points);
                sentence.then(Relation::And, would(each(have, next)))
            }
            _ => sentence,
        }
    }

    /// Provinces, with the points that they are worth at the end.
    fn holdings(&self) -> Sentence {
        let of = |side: Side| i64::try_from(self.after.provinces(side)).expect("a map is small");
        let (rome, carthage) = (of(Side::Rome), of(Side::Carthage));
        let hold =
            |of: Side, n: i64| Clause::new(side(of), "hold").object(Np::count(n, "province")).now();
        if rome == carthage {
            let each = Clause::new("each side", "hold").object(Np::count(rome, "province")).now();
            return Sentence::stands(each);
        }
        let other = Np::count(carthage, "province").lead(Lead::Understood);
        let other = Clause { verb: "".into(), ..hold(Side::Carthage, carthage).object(other) };
        let whose =
            if rome > carthage { "to each Roman general" } else { "to each Carthaginian general" };
        let points = Np::count((rome - carthage).abs(), "point").tail(whose);
        let worth = Clause::new("that", "be").with("worth").with(Phrase::Extent(points)).now();
        let sentence = Sentence::stands(hold(Side::Rome, rome)).then(Relation::And, other);
        sentence.then(Relation::Against, worth)
    }

    /// What the fall of a besieged capital would decide.
    fn capitals_besieged(&self) -> Option<Sentence> {
        let all = |of: Side| match (of, self.after.of_side(of).count()) {
            (Side::Rome, 2) => "both Roman generals",
            (Side::Carthage, 2) => "both Carthaginian generals",
            (Side::Rome, _) => "all the Roman generals",
            (Side::Carthage, _) => "all the Carthaginian generals",
        };
        let those = [(ROME, all(Side::Rome)), (CARTHAGE, all(Side::Carthage))];
        let besieged = those.into_iter().filter(|(at, _)| self.after.sieges.contains_key(at));
        let mut told: Option<Sentence> = None;
        for (at, those) in besieged {
            let last = Clause::new(Np::words(those), "rank").with("last").modal("would");
            let sentence = match told {
                None => Sentence::stands(last),
                Some(before) => before.then(Relation::And, last),
            };
            told = Some(sentence.then(Relation::If, Clause::new(self.at(at), "fall")));
        }
        told
    }

    /// The points of the record, but for those that the provinces yield.
    fn points(&self) -> Option<Sentence> {
        let mut sums: BTreeMap<&Seat, i64> = BTreeMap::new();
        let mut events = Vec::new();
        for (n, seat, delta, why) in &self.facts.points {
            if ![Award::Resources, Award::Territory].contains(why) {
                *sums.entry(seat).or_default() += i64::from(*delta);
                events.push(*n);
            }
        }
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
        let here = self.after.battles.iter().filter(in_it);
        let here: Vec<Np> = here.map(|battle| self.battle_at(battle.place)).collect();
        match here.len() {
            0 if seats.len() > 2 => Np::words("their minor wars"),
            0 => "the minor war".into(),
            _ => all(here),
        }
    }

    /// The sentences on an army that has been entered upon.
    fn answer(&self, entry: &Entry, who: Np) -> Vec<Sentence> {
        let came = Clause::new(self.who(entry.mover), "face").object(self.who(entry.target)).now();
        let came = came.with(self.stands(entry.target, entry.place));
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
                let at = self.after.battle(*battle).map(|battle| self.field(battle.place));
                let send = decide.with("what to send to the battle").maybe(at);
                send.with(", at most").with(Phrase::Extent(elements(*most)))
            }
            Query::HandOver { army, to, at } => decide
                .with("what to hand over to")
                .with(Phrase::Extent(self.who(*to).into()))
                .with(self.stands(*army, *at)),
        })]
    }
}

/// The sentence on the points of each player, the most first; players with equal points are told together.
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
