//! Attacks: whom a unit attacks, with whom, at what odds, and what comes after.

use super::turn::{Turn, entry};
use super::{Draft, Entries, Spot};
use crate::data::Counter;
use crate::events::{Combat, Event, Movement};
use crate::field::Field;
use crate::names::{Id, Order};
use crate::odds::{Odds, odds};
use crate::orders::{ActivationOrders, AttackOrders};
use crate::policy::When;
use crate::rules::combat::{Clash, Knowledge};
use engine::Offer;
use std::collections::BTreeSet;

/// A unit that may attack once its Command has moved.
pub(super) struct Attacker<'a> {
    pub(super) draft: &'a Draft<'a>,
    pub(super) turn: &'a Turn,
    pub(super) counter: &'a Counter,
    pub(super) one: &'a ActivationOrders,
    /// The table after that movement.
    pub(super) field: &'a Field<'a>,
    /// The events of its Command's movement.
    pub(super) events: &'a Entries,
}

impl Attacker<'_> {
    pub(super) fn offers(&self) -> Vec<Offer> {
        let unit = self.counter.id;
        let own = self.one.attacks.iter().position(|attack| attack.by.contains(&unit));
        let mut offers = Vec::new();
        if self.field.attacks(unit) && self.field.unit(unit).is_some() {
            for enemy in self.field.front(unit) {
                offers.extend(self.on(enemy, own));
            }
        }
        offers.extend(own.into_iter().flat_map(|own| self.details(own)));
        offers
    }

    fn change(
        &self,
        what: (&'static str, String, bool),
        change: impl FnOnce(&mut Vec<AttackOrders>),
    ) -> Offer {
        let command = self.counter.command;
        self.draft.turned(self.turn, what, |orders| change(&mut entry(orders, command).attacks))
    }

    /// Attacks on one enemy: alone, together with whoever attacks it already, or in addition to the enemy that the unit
    /// attacks already.
    fn on(&self, enemy: Id, own: Option<usize>) -> Vec<Offer> {
        let unit = self.counter.id;
        let target = self.one.attacks.iter().position(|attack| attack.against.contains(&enemy));
        let chosen = own.is_some() && own == target;
        let with: Vec<Id> = target.map_or_else(Vec::new, |at| self.one.attacks[at].by.clone());
        let by: Vec<Id> = with.iter().copied().filter(|id| *id != unit).chain([unit]).collect();
        let against = target.map_or_else(|| vec![enemy], |at| self.one.attacks[at].against.clone());
        let forced = if self.assigned(enemy) { " (this is done if you order nothing)" } else { "" };
        let words =
            format!("{enemy}{}: {}{forced}", beside(&by, unit), self.chances(&by, &against));
        let spot = Spot::Piece(enemy.to_string());
        let main = self.change(("Attack", words, chosen), |attacks| {
            if let Some(own) = own {
                attacks[own].by.retain(|id| *id != unit);
                attacks[own].advance.retain(|id| *id != unit);
            }
            match target.filter(|_| !chosen) {
                Some(at) => attacks[at].by.push(unit),
                None if chosen => {}
                None => attacks.push(AttackOrders {
                    by: vec![unit],
                    against: vec![enemy],
                    ..AttackOrders::default()
                }),
            }
            attacks.retain(|attack| !attack.by.is_empty());
        });
        let mut offers = vec![main.on(spot.clone())];
        if let Some(own) = own.filter(|_| target.is_none()) {
            let attack = &self.one.attacks[own];
            let both: Vec<Id> = attack.against.iter().copied().chain([enemy]).collect();
            let words = format!("{enemy} as well: {}", self.chances(&attack.by, &both));
            let offer = self.change(("Attack both", words, false), |attacks| {
                attacks[own].against.push(enemy);
            });
            offers.push(offer.on(spot));
        }
        offers
    }

    /// The offers for what follows an attack of the unit.
    fn details(&self, own: usize) -> Vec<Offer> {
        let attack = &self.one.attacks[own];
        let mut offers = Vec::new();
        for unit in &attack.by {
            let chosen = attack.advance.contains(unit);
            let what = ("Advances after the attack", unit.to_string(), chosen);
            offers.push(self.change(what, |attacks| toggle(&mut attacks[own].advance, *unit)));
        }
        for face in self.draft.rules.printed.ground.grid.vertices() {
            let chosen = attack.face_after == Some(face);
            let what = ("Facing after the advance", face.word().to_owned(), chosen);
            offers.push(self.change(what, |attacks| {
                attacks[own].face_after = (!chosen).then_some(face);
            }));
        }
        for when in whens(false) {
            let chosen = attack.go_on == Some(when);
            let what = ("Attacks again", in_prose(when), chosen);
            offers.push(self.change(what, |attacks| {
                attacks[own].go_on = (!chosen).then_some(when);
            }));
        }
        let field = self.field;
        let near = |enemy: &Id| {
            let places = attack.by.iter().filter_map(|unit| field.hex(*unit));
            let grid = field.printed.ground.grid;
            field
                .hex(*enemy)
                .is_some_and(|there| places.into_iter().any(|here| grid.distance(here, there) <= 2))
        };
        for enemy in field.army(self.draft.side.other()).filter(near) {
            let chosen = attack.then.contains(&enemy);
            let what = ("Attacks again, against", enemy.to_string(), chosen);
            offers.push(self.change(what, |attacks| toggle(&mut attacks[own].then, enemy)));
        }
        offers
    }

    /// True if the rules would have the unit attack this enemy if the draft says nothing else.
    fn assigned(&self, enemy: Id) -> bool {
        self.events.iter().any(|entry| match &entry.event {
            Event::Combat(Combat::Announced { attacks }) => attacks.iter().any(|pair| {
                !pair.listed && pair.by.contains(&self.counter.id) && pair.against.contains(&enemy)
            }),
            _ => false,
        })
    }

    /// The odds of an attack, as far as the defenders' orders are known.
    fn chances(&self, by: &[Id], against: &[Id]) -> String {
        let moved = self.events.iter().filter_map(|entry| match &entry.event {
            Event::Movement(Movement::Moved { unit, .. }) => Some(*unit),
            _ => None,
        });
        let attacking = |unit: &Id| self.field.order(*unit) == Some(Order::MoveToAttack);
        let closed: BTreeSet<Id> = moved.filter(attacking).collect();
        let known = |enemy: &Id| {
            let counter = self.field.counter(*enemy)?;
            let state = self.field.state;
            let chit = state.chits.get(&counter.command).or_else(|| state.given.get(enemy))?;
            chit.order.filter(|_| chit.up)
        };
        let case = |knowledge| {
            odds(self.field, &Clash { closed: &closed, ..Clash::new(by, against, knowledge) })
        };
        if against.iter().all(|enemy| known(enemy).is_some()) {
            let sure = case(Knowledge::FaceUp);
            return format!("modifier {:+}, {}", sure.drm, harm(&sure));
        }
        let cases: Vec<Odds> =
            Order::ALL.iter().map(|order| case(Knowledge::Suppose(*order))).collect();
        let least = cases.iter().min_by_key(|odds| odds.drm).expect("there are orders");
        let most = cases.iter().max_by_key(|odds| odds.drm).expect("there are orders");
        if least.drm == most.drm {
            return format!("modifier {:+}, {}", least.drm, harm(least));
        }
        format!("modifier {:+} to {:+}, at worst {}", least.drm, most.drm, harm(least))
    }
}

/// The chance of any harm to the first defender, and to the first attacker.
fn harm(odds: &Odds) -> String {
    let of = |chances: &[crate::odds::Chance]| {
        let first = chances.first().map(|one| (one.unit, one.disordered + one.eliminated));
        first.expect("an attack has units on both sides")
    };
    let ((enemy, done), (own, borne)) = (of(&odds.against), of(&odds.by));
    format!("{done}% chance to harm {enemy}, {borne}% that {own} is harmed")
}

/// The units that attack beside a unit, in words.
fn beside(by: &[Id], unit: Id) -> String {
    let others: Vec<String> =
        by.iter().filter(|id| **id != unit).map(ToString::to_string).collect();
    if others.is_empty() { String::new() } else { format!(" with {}", others.join(" and ")) }
}

/// Adds a name at the end, or takes it out if it is there.
fn toggle(list: &mut Vec<Id>, id: Id) {
    let before = list.len();
    list.retain(|other| *other != id);
    if list.len() == before {
        list.push(id);
    }
}

/// The conditions that get a button.
pub(super) fn whens(infantry: bool) -> Vec<When> {
    let words = [When::Never, When::Always];
    let words = words.into_iter().chain(infantry.then_some(When::Infantry));
    words.chain((-2..=5).map(When::Drm)).collect()
}

pub(super) fn in_prose(when: When) -> String {
    match when {
        When::Never => "never".to_owned(),
        When::Always => "always".to_owned(),
        When::Infantry => "from infantry".to_owned(),
        When::Drm(least) => format!("at a modifier of {least:+} or better"),
    }
}
