//! Answers to a question in the middle of an impulse.

use super::ride::Rage;
use super::{Draft, Spot};
use crate::asked::{Open, Query};
use crate::geometry::SIDES;
use crate::names::Id;
use crate::orders::{Aside, Fall, Orders, Reply, Says, YesNo};
use crate::policy::{Face, Support, SupportWord};
use engine::Offer;
use engine::kit::Hex;

impl Draft<'_> {
    /// Offers of all answers that can be given.
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
            Query::Advance { unit, to, stay, face } => {
                let mut all = if *stay { self.advances(*unit, *to, &told) } else { Vec::new() };
                all.extend(if *face { self.faces(*unit, &told) } else { Vec::new() });
                all
            }
            Query::Leader { leader, to, stay, .. } => self.leads(*leader, (to, *stay), &told),
            Query::Roll { units } => self.rolls(units, &told),
        };
        let old = self.answered();
        let group = "Ending the game";
        let draw = Orders { draw: !old.draw, ..old.clone() };
        offers.push(self.reply(group, self.draw_words(), old.draw, draw));
        let resign = Orders { resign: !old.resign, ..Orders::default() };
        offers.push(self.reply(group, "Resign".to_owned(), old.resign, resign));
        offers
    }

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
            let words = format!("{target} withdraws {} to {}", open.way, open.hex);
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
            one(Support::Word(SupportWord::All), "all units that may support".to_owned()),
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
            let words = if hold { "does not pursue" } else { "pursues" };
            let reply = Reply { hold: toggled(told.hold, hold), ..told.clone() };
            let words = format!("{unit} {words} {fugitive}");
            self.replying("Pursuit", words, told.hold == Some(hold), reply)
        };
        [true, false].map(one).into()
    }

    fn advances(&self, unit: Id, to: Hex, told: &Reply) -> Vec<Offer> {
        let one = |yes: YesNo| {
            let words = match yes {
                YesNo::Yes => format!("{unit} enters {to}"),
                YesNo::No => format!("{unit} stays"),
            };
            let reply = Reply { advance: toggled(told.advance, yes), ..told.clone() };
            self.replying("Advance", words, told.advance == Some(yes), reply)
        };
        vec![one(YesNo::Yes).on(Spot::Cell(to.to_string())), one(YesNo::No)]
    }

    fn faces(&self, unit: Id, told: &Reply) -> Vec<Offer> {
        let ways = SIDES.map(Face::To);
        let all = [Face::Ahead, Face::Keep].into_iter().chain(ways);
        let one = |face: Face| {
            let words = match face {
                Face::Ahead => format!("{unit} faces ahead"),
                Face::Keep => format!("{unit} keeps its facing"),
                Face::To(way) => format!("{unit} faces {way}"),
            };
            let reply = Reply { face: toggled(told.face, face), ..told.clone() };
            self.replying("Face", words, told.face == Some(face), reply)
        };
        all.map(one).collect()
    }

    fn leads(&self, leader: Id, (to, stay): (&[Hex], bool), told: &Reply) -> Vec<Offer> {
        let one = |aside: Aside, words: String| {
            let reply = Reply { leader: toggled(told.leader, aside), ..told.clone() };
            self.replying("Leader", words, told.leader == Some(aside), reply)
        };
        let away = |hex: &Hex| {
            let words = format!("{leader} goes to {hex}");
            one(Aside::To(*hex), words).on(Spot::Cell(hex.to_string()))
        };
        let stays = stay.then(|| one(Aside::Stay, format!("{leader} stays")));
        to.iter().map(away).chain(stays).collect()
    }

    fn rolls(&self, units: &[Id], told: &Reply) -> Vec<Offer> {
        let now = told.roll.as_deref();
        let one = |roll: Vec<Id>, words: String| {
            let chosen = now == Some(&roll[..]);
            let reply = Reply { roll: (!chosen).then_some(roll), ..told.clone() };
            self.replying("Enemy elephants", words, chosen, reply)
        };
        let named =
            |id: &Id| one(vec![*id], format!("roll for {id}")).on(Spot::Piece(id.to_string()));
        let none = one(Vec::new(), "no more rolls".to_owned());
        units.iter().map(named).chain([none]).collect()
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

/// Takes a choice, or takes it back.
fn toggled<T: Copy + PartialEq>(now: Option<T>, wanted: T) -> Option<T> {
    (now.as_ref() != Some(&wanted)).then_some(wanted)
}
