//! The end of the war, and what a turn holds beside movements and battles.

use super::Teller;
use super::names::{hannibal, side};
use crate::data::chart::each;
use crate::events::{ActionWord, Ending, Event, Removal, TurnEvent, UnitEvent};
use crate::names::{AreaId, CardId, Side, Unit};
use crate::state::unit_of;
use engine::story::{
    Clause, Entity, Lead, Np, Paragraph, Past, Phrase, Relation, Sentence, Situation,
};
use std::borrow::Cow;

const PASSED: u32 = 6;
const PLAYED: u32 = 3;
/// The place of a situation that tells of the card that paid for the movements.
pub(super) const CARD: &str = "the card of the movements";
const REFILLED: u32 = 3;
const DEPLOYED: u32 = 28;
const OFFERED: u32 = 50;
const DECLINED: u32 = 3;

impl Teller<'_> {
    /// Turns passed, fleets that came back, draws offered and declined.
    pub(super) fn others(&self) -> Vec<Situation> {
        let mut situations = Vec::new();
        for (n, event) in self.turns() {
            let (weight, clause) = match event {
                TurnEvent::Turn { seat, action: ActionWord::Pass, card } => {
                    let clause = Clause::new(side(*seat), "pass");
                    let laid =
                        card.map(|card| format!("and laid down {}", self.rules.title_of(card)));
                    (PASSED, clause.maybe(laid))
                }
                TurnEvent::Turn { seat, action: ActionWord::Card, card: Some(card) } => {
                    situations.push(self.played(n, *seat, *card));
                    continue;
                }
                TurnEvent::Refill { seat, .. } => {
                    situations.push(self.refill(n, *seat));
                    continue;
                }
                TurnEvent::DrawOffered { seat } => {
                    (OFFERED, Clause::new(side(*seat), "offer").object("a draw"))
                }
                TurnEvent::OfferLapsed { seat } => {
                    (DECLINED, Clause::new(side(seat.other()), "decline").object("the draw"))
                }
                _ => continue,
            };
            let headline = Clause { rest: Vec::new(), ..clause.clone() }.now();
            situations.push(
                Situation::new(weight, vec![Sentence::told(clause, &[n])]).headline(headline),
            );
        }
        for (n, event) in self.told.events() {
            let Event::Units(UnitEvent::Deployed { seat, area, .. }) = event else { continue };
            let clause = Clause::new(side(*seat), "bring").object("a fleet");
            let clause = clause.prep("back into", Np::Full(self.rules.place(*area)));
            let mut told = Sentence::told(clause.clone(), &[n]);
            let given = self.told.events().find_map(|(n, event)| match event {
                Event::Units(UnitEvent::Removed { area, why: Removal::Deploy, .. }) => {
                    Some((n, *area))
                }
                _ => None,
            });
            if let Some((n, from)) = given {
                let what = if self.rules.at_sea(from) { "a fleet" } else { "an army" };
                let gave = Clause::new(side(*seat), "give up").object(what);
                let gave = gave.prep("in", Np::Full(self.rules.place(from))).with("for it");
                told = told.then(Relation::And, gave).telling(&[n]);
            }
            situations.push(Situation::new(DEPLOYED, vec![told]).headline(clause.now()));
        }
        situations
    }

    /// The card that paid for the movements.
    fn played(&self, n: u32, of: Side, card: CardId) -> Situation {
        let title = Np::Full(Entity::new(card.as_str(), self.rules.title_of(card)));
        let told = Clause::new(side(of), "play").object(title);
        Situation::new(PLAYED, vec![Sentence::told(told, &[n])]).at(CARD)
    }

    /// The cards that come back once the last of a hand was played.
    fn refill(&self, n: u32, of: Side) -> Situation {
        let others = super::names::count(self.after.camp(of).deck.len() - 1, "card");
        let back = Clause::new(side(of), "take").object(others.lead(Lead::TheOther));
        let told = Sentence::told(back.with("back into its hand, which was empty"), &[n]);
        Situation::new(REFILLED, vec![told])
    }

    /// The winner and the condition; no winner in a draw.
    fn outcome(&self) -> Option<(u32, Option<Side>, Ending)> {
        self.turns().find_map(|(n, event)| match event {
            TurnEvent::Victory { seat, by, .. } => Some((n, Some(*seat), *by)),
            TurnEvent::Draw { by, .. } => Some((n, None, *by)),
            _ => None,
        })
    }

    pub(super) fn ended(&self) -> Option<Clause> {
        let (_, winner, by) = self.outcome()?;
        let Some(winner) = winner else {
            return Some(Clause::new("the war", "end").with("in a draw").now());
        };
        Some(match by {
            Ending::Capital => {
                let capital = self.capital(winner.other());
                let marched =
                    self.ways.iter().find(|way| way.end() == capital && way.side == winner);
                let who = match marched {
                    Some(way) if unit_of(way.unit) == Unit::Hannibal => hannibal(),
                    _ => side(winner),
                };
                Clause::new(who, "enter").object(Np::Full(self.rules.place(capital))).now()
            }
            _ => Clause::new(side(winner), "win").object("the war").now(),
        })
    }

    pub(super) fn capital(&self, of: Side) -> AreaId {
        let chart = self.rules.chart();
        chart.id(chart.capital[of.at()])
    }

    pub(super) fn end(&self) -> Option<Paragraph> {
        let (n, winner, by) = self.outcome()?;
        let turn = format!("in turn {}", self.after.turn);
        let mut sentences = Vec::new();
        let Some(winner) = winner else {
            let drawn = Clause::new("the war", "end").perfect().with("in a draw").with(turn);
            sentences.push(Sentence::told(drawn.maybe(drawn_by(by)), &[n]));
            sentences.extend(self.reckoning(n));
            return Some(Paragraph { run_in: Cow::Borrowed("The end"), sentences });
        };
        let foe = winner.other();
        let won = |object: &'static str| {
            Clause::new(side(winner), "win").object(object).perfect().with(turn.clone())
        };
        match by {
            Ending::Capital => {
                let rule = Clause::new("an enemy in the capital", "end").object("the war").now();
                sentences.push(Sentence::told(rule, &[n]).then(Relation::And, won("it")));
            }
            Ending::Influence => {
                let chart = self.rules.chart();
                let areas = self.boards.now.controlled(winner) & chart.influence[foe.at()];
                let areas: Vec<AreaId> = each(areas).map(|area| chart.id(area)).collect();
                let hold =
                    Clause::new(side(winner), "hold").object(self.rules.places(&areas)).now();
                let needed = Np::count(self.rules.worth().influence, "enemy area");
                let win = Clause::new(needed, "win").object("the war").now();
                sentences.push(Sentence::told(hold, &[n]).then(Relation::And, win));
            }
            Ending::Armies | Ending::NoArmies => {
                let none = Clause::new(side(foe), "have").object("no army left").now();
                sentences.push(Sentence::told(none, &[n]).then(Relation::And, won("the war")));
            }
            Ending::Resignation => {
                let gave_up = Clause::new(side(foe), "resign").perfect();
                sentences.push(Sentence::told(gave_up, &[n]).then(Relation::And, won("the war")));
            }
            Ending::Agreement | Ending::Repetition | Ending::Quiet | Ending::Clock => {
                sentences.push(Sentence::told(won("the war").maybe(drawn_by(by)), &[n]));
            }
        }
        sentences.extend(self.reckoning(n));
        Some(Paragraph { run_in: Cow::Borrowed("The end"), sentences })
    }

    /// The most contested place of the whole war.
    fn reckoning(&self, n: u32) -> Option<Sentence> {
        let chart = self.rules.chart();
        let mut most: Option<(AreaId, usize, usize)> = None;
        for place in &chart.places {
            let here = self.battles.iter().filter(|battle| battle.area == place.id);
            let fallen = |unit: Unit| unit != Unit::Hannibal;
            let lost: usize = here
                .clone()
                .map(|battle| battle.removed.iter().filter(|(_, _, unit)| fallen(*unit)).count())
                .sum();
            let before = self.ledger.of(place.id).iter();
            let lost = lost
                + before.filter(|past| past.what == "fallen" && past.other != "hannibal").count();
            let fought = self.ledger.times(place.id, "battle")
                + here.filter(|battle| battle.result.is_some()).count();
            if most.is_none_or(|(_, other, _)| fought > other) {
                most = Some((place.id, fought, lost));
            }
        }
        let (area, fought, lost) = most.filter(|(_, fought, _)| *fought >= 3)?;
        let sea = self.rules.at_sea(area);
        let place = Np::Full(self.rules.place(area));
        let clause = Clause::new(super::names::count(fought, "battle"), "fight").passive();
        let clause = clause.with(Phrase::Prep(if sea { "in" } else { "for" }.into(), place));
        let they = Np::from(Entity::new("battles", "they").many(true));
        let fell = |past: &&Past| past.what == "fallen" && past.other == "hannibal";
        let now = |battle: &super::Battle| {
            battle.area == area && battle.removed.iter().any(|(_, _, unit)| *unit == Unit::Hannibal)
        };
        let hannibal_fell =
            self.ledger.of(area).iter().any(|past| fell(&past)) || self.battles.iter().any(now);
        let mut price = super::names::count(lost, super::names::arm(sea));
        if hannibal_fell {
            price = Np::List(vec![price, Np::Full(hannibal())]);
        }
        let cost = Clause::new(they, "cost").object("the two sides").with(Phrase::Extent(price));
        Some(Sentence::told(clause, &[n]).then(Relation::And, cost))
    }
}

/// The cause of the end of a war that nobody won by arms, in words.
const fn drawn_by(by: Ending) -> Option<&'static str> {
    match by {
        Ending::Agreement => Some("by agreement"),
        Ending::Repetition => Some("because the same position occurred for the third time"),
        Ending::Quiet => Some("because no unit was removed for the set number of turns"),
        Ending::Clock => Some("because it was the last turn"),
        Ending::NoArmies => Some("because neither side has an army left"),
        Ending::Capital | Ending::Influence | Ending::Armies | Ending::Resignation => None,
    }
}
