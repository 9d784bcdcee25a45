//! Answers to a question in the middle of an impulse.

use super::ride::Rage;
use super::{Draft, Spot};
use crate::asked::{Open, Query};
use crate::gates::Gate;
use crate::names::Id;
use crate::orders::{Fall, Orders, Reply, Says};
use crate::policy::{Support, SupportWord};
use engine::Offer;

impl Draft<'_> {
    /// All that can be answered.
    pub(super) fn replies(&self) -> Vec<Offer> {
        let Some(query) = self.at.view.question(self.side) else { return Vec::new() };
        let said = self.answered().says;
        let told = if let Says::Reply(told) = said { told } else { Reply::default() };
        let mut offers = match query {
            Query::Fortuna { die, .. } => self.again(*die, &told),
            Query::Withdraw { target, ways, .. } => self.falls(*target, ways, &told),
            Query::Defend { target, command, support, .. } => {
                let mut all = self.points(*target, *command, &told);
                all.extend(self.supports(support, &told));
                all
            }
            Query::Pursuit { unit, fugitive } => self.pursues(*unit, *fugitive, &told),
            Query::Furious { unit } => self.furious(*unit, &told),
        };
        let old = self.answered();
        let group = "Ending the game";
        if self.rules.has(Gate::DrawsWhenAsked) {
            let draw = Orders { draw: !old.draw, ..old.clone() };
            offers.push(self.reply(group, self.draw_words(), old.draw, draw));
        }
        let resign = Orders { resign: !old.resign, ..Orders::default() };
        offers.push(self.reply(group, "Resign".to_owned(), old.resign, resign));
        offers
    }

    /// What the draft answers.
    fn answered(&self) -> Orders {
        let name = self.at.prompts.first().map(|prompt| &prompt.name);
        name.and_then(|name| self.filing.orders.get(name)).cloned().unwrap_or_default()
    }

    fn again(&self, die: u8, told: &Reply) -> Vec<Offer> {
        let one = |again: bool| {
            let words = if again { "throw again" } else { "let it stand" };
            let reply = Reply { again: toggled(told.again, again), ..told.clone() };
            let words = format!("The die shows {die}: {words}");
            self.replying("Fortuna", words, told.again == Some(again), reply)
        };
        [true, false].map(one).into()
    }

    fn falls(&self, target: Id, ways: &[Open], told: &Reply) -> Vec<Offer> {
        let one = |fall: Fall, words: String| {
            let reply = Reply { withdraw: toggled(told.withdraw, fall), ..told.clone() };
            self.replying("Withdrawal", words, told.withdraw == Some(fall), reply)
        };
        let back = |open: &Open| {
            let words = format!("{target} falls back {} to {}", open.way, open.hex);
            one(Fall::To(open.way), words).on(Spot::Cell(open.hex.to_string()))
        };
        let stay = one(Fall::Stay, format!("{target} stays"));
        ways.iter().map(back).chain([stay]).collect()
    }

    fn points(&self, target: Id, command: bool, told: &Reply) -> Vec<Offer> {
        let one = |yes: bool| {
            let words = format!("{target}: {}", if yes { "a point" } else { "no point" });
            let reply = Reply { command: toggled(told.command, yes), ..told.clone() };
            self.replying("Combat point", words, told.command == Some(yes), reply)
        };
        if command { [true, false].map(one).into() } else { Vec::new() }
    }

    fn supports(&self, support: &[Id], told: &Reply) -> Vec<Offer> {
        let one = |who: Support, words: String| {
            let chosen = told.support.as_ref() == Some(&who);
            let reply = Reply { support: (!chosen).then_some(who), ..told.clone() };
            self.replying("Support", words, chosen, reply)
        };
        if support.is_empty() {
            return Vec::new();
        }
        let mut all = vec![
            one(Support::Word(SupportWord::All), "all who may".to_owned()),
            one(Support::Word(SupportWord::None), "nobody".to_owned()),
        ];
        let named = match &told.support {
            Some(Support::Units(units)) => &units[..],
            Some(Support::Word(_)) | None => &[],
        };
        all.extend(support.iter().map(|id| {
            let chosen = named.contains(id);
            let mut units: Vec<Id> = named.iter().copied().filter(|one| one != id).collect();
            units.extend((!chosen).then_some(*id));
            let support = (!units.is_empty()).then_some(Support::Units(units));
            let offer =
                self.replying("Support", id.to_string(), chosen, Reply { support, ..told.clone() });
            offer.on(Spot::Piece(id.to_string()))
        }));
        all
    }

    fn pursues(&self, unit: Id, fugitive: Id, told: &Reply) -> Vec<Offer> {
        let one = |hold: bool| {
            let words = if hold { "is held back from" } else { "rides after" };
            let reply = Reply { hold: toggled(told.hold, hold), ..told.clone() };
            let words = format!("{unit} {words} {fugitive}");
            self.replying("Pursuit", words, told.hold == Some(hold), reply)
        };
        [true, false].map(one).into()
    }

    fn furious(&self, unit: Id, told: &Reply) -> Vec<Offer> {
        let now = Rage { ride: told.furious.clone(), victim: told.victim };
        self.rages(unit, &now, |(group, words, chosen), Rage { ride: furious, victim }| {
            self.replying(group, words, chosen, Reply { furious, victim, ..told.clone() })
        })
    }

    fn replying(&self, group: &'static str, words: String, chosen: bool, says: Reply) -> Offer {
        let says = Says::Reply(says);
        self.reply(group, words, chosen, Orders { resign: false, says, ..self.answered() })
    }

    fn reply(&self, group: &'static str, words: String, chosen: bool, orders: Orders) -> Offer {
        let name = self.at.prompts.first().map(|prompt| prompt.name.clone());
        self.offer((group, words, chosen), |filing| {
            filing.orders.extend(name.map(|name| (name, orders)));
        })
    }
}

/// A choice taken, or taken back.
fn toggled<T: Copy + PartialEq>(now: Option<T>, wanted: T) -> Option<T> {
    (now.as_ref() != Some(&wanted)).then_some(wanted)
}
