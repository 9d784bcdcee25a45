//! The sums by which a battle was decided: each can be added up from what the sentence names.

use super::Teller;
use super::facts::{Battle, Sum};
use super::names::{Kinds, arm, count, few, hannibal, noun, side};
use crate::names::{CardId, Side, Unit};
use engine::kit::Pair;
use engine::story::{Clause, Entity, Lead, Np, Phrase, Relation, Sentence};
use std::cmp::Ordering;

impl Sum {
    pub(super) const fn kinds(&self, sea: bool) -> Kinds {
        let (armies, fleets) = if sea { (0, self.others) } else { (self.others, 0) };
        Kinds { hannibal: self.hannibal, armies, fleets }
    }
}

impl Teller<'_> {
    /// The cards, the sums, what it came to, and what it cost.
    pub(super) fn tally(
        &self,
        battle: &Battle,
        winner: Option<Side>,
        sums: &Pair<Sum>,
    ) -> Vec<Sentence> {
        let sea = self.rules.at_sea(battle.area);
        let points = Pair::from_fn(|side| self.rules.strength(&sums[side].kinds(sea)));
        let level = points.rome == points.carthage;
        let price = price(battle, sums, sea);
        let with_price = |sentence: Sentence| match price.clone() {
            Some(price) => sentence.then(Relation::And, price),
            None => sentence,
        };
        let Some(winner) = winner else {
            return if level {
                let cards =
                    Np::List(Side::BOTH.map(|of| self.owned(of, &sums[of]).into()).to_vec());
                let worth = sums.rome.card.map_or(0, |(_, worth)| worth);
                let worth = if worth == 0 {
                    "both worth nothing".to_owned()
                } else {
                    format!("both worth {}", few(worth))
                };
                let told = Sentence::told(Clause::new(cards, "be").with(worth), &battle.events)
                    .then(Relation::SoThat, Clause::new("the battle", "draw").passive());
                vec![with_price(told)]
            } else {
                let drawn =
                    Sentence::told(Clause::new("that", "be").with("a draw"), &battle.events);
                vec![self.sums(battle, sums, sea, None), with_price(drawn)]
            };
        };
        let loser = winner.other();
        if level {
            let (won, lost) =
                (self.card_of(winner, &sums[winner]), self.card_of(loser, &sums[loser]));
            let told = Sentence::told(Clause::new(won, "beat").object(lost), &battle.events);
            return vec![with_price(told.front(self.each(&sums.rome, &sums.carthage, sea)))];
        }
        let weaker = (points[winner] < points[loser]).then_some(winner);
        let margin = (sums.rome.total - sums.carthage.total).abs();
        let won = Clause::new(side(winner), "win");
        let won = if margin == 1 {
            won.with("by a single point")
        } else {
            won.prep("by", Np::count(margin, "point"))
        };
        vec![self.sums(battle, sums, sea, weaker), with_price(Sentence::told(won, &battle.events))]
    }

    /// `with two armies on each side`, where both are as strong.
    fn each(&self, rome: &Sum, carthage: &Sum, sea: bool) -> Phrase {
        let kinds = rome.kinds(sea);
        if rome.hannibal || carthage.hannibal || rome.others != carthage.others {
            let points = Np::count(self.rules.strength(&kinds), "point");
            return Phrase::Prep("with".into(), points.tail("of strength on each side"));
        }
        Phrase::Prep("with".into(), count(rome.others, arm(sea)).tail("on each side"))
    }

    fn owned(&self, of: Side, sum: &Sum) -> Entity {
        let (card, _) = sum.card.expect("both sides have played a card");
        let whose = match of {
            Side::Rome => "Rome's",
            Side::Carthage => "Carthage's",
        };
        Entity::new(card.as_str(), format!("{whose} {}", self.rules.title_of(card)))
    }

    /// `Rome's *Socii*, worth two,`.
    fn card_of(&self, of: Side, sum: &Sum) -> Np {
        let card = sum.card.expect("both sides have played a card").0;
        Np::from(self.owned(of, sum)).apposed(self.rules.worth_of(card))
    }

    /// What units and card of each side came to; the weaker side comes first if it won nevertheless.
    fn sums(&self, battle: &Battle, sums: &Pair<Sum>, sea: bool, weaker: Option<Side>) -> Sentence {
        let first = weaker.or(battle.attacker).unwrap_or(Side::Rome);
        let made = |of: Side| {
            let card: CardId = sums[of].card.expect("both sides have played a card").0;
            let title = Np::Full(Entity::new(card.as_str(), self.rules.title_of(card)));
            let card = title.apposed(self.rules.worth_of(card));
            Clause::new(Np::List(vec![self.troops(of, &sums[of], sea), card]), "make")
        };
        let second = first.other();
        let (more, less) = (sums[first].total, sums[second].total);
        let clause = match less.cmp(&more) {
            Ordering::Less => made(second).with("only"),
            Ordering::Equal => made(second).adverb("also"),
            Ordering::Greater => made(second),
        };
        Sentence::told(made(first).object(Np::count(more, "point")), &battle.events)
            .then(Relation::Against, clause.with(Phrase::Extent(Np::understood(less, "point"))))
    }

    /// Those who fight, who have been named before: the three Roman armies; Hannibal with what he counts for.
    fn troops(&self, of: Side, sum: &Sum, sea: bool) -> Np {
        let kinds = sum.kinds(sea);
        if !kinds.hannibal {
            return count(sum.others, noun(of, sea)).lead(Lead::The);
        }
        let worth = few(self.rules.worth().hannibal);
        if sum.others == 0 {
            return Np::Full(hannibal()).apposed(format!("who counts for {worth}"));
        }
        let together = few(self.rules.strength(&kinds));
        kinds.short(Lead::A).apposed(format!("worth {together} together"))
    }
}

fn price(battle: &Battle, sums: &Pair<Sum>, sea: bool) -> Option<Clause> {
    match battle.removed.as_slice() {
        [] => None,
        [(_, _, Unit::Hannibal)] => {
            Some(Clause::new(side(Side::Carthage), "lose").object(Np::Full(hannibal())))
        }
        [(_, of, _)] => {
            let alone = sums[*of].kinds(sea).all() == 1;
            let unit = count(1, noun(*of, sea)).lead(if alone { Lead::The } else { Lead::Bare });
            Some(Clause::new(unit, "destroy").passive())
        }
        several if several.iter().any(|(_, _, unit)| *unit == Unit::Hannibal) => {
            Some(Clause::new("it", "cost").object("Rome an army and Carthage Hannibal"))
        }
        _ => Some(Clause::new("each side", "lose").object(count(1, arm(sea)).lead(Lead::A))),
    }
}
