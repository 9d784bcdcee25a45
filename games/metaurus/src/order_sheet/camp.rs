//! Offers for set-up and chits.

use super::{Draft, Parsed, Place, Spot};
use crate::data::{CommandNote, Counter};
use crate::names::{Id, Order};
use crate::orders::{Changes, Orders, SetUpOrders};
use crate::rules::set_up::{ALL, places};
use crate::state::Stage;
use engine::kit::Hex;
use engine::{Offer, Subject};
use std::collections::BTreeMap;

impl Draft<'_> {
    pub(super) fn camp(&self) -> SetUpOrders {
        let own = self.filing.orders.values().find_map(|orders| match orders {
            Orders::SetUp(own) => Some(own.clone()),
            Orders::Resign(_)
            | Orders::Choice(_)
            | Orders::Changes(_)
            | Orders::Turn(_)
            | Orders::FallBack(_)
            | Orders::StrikeBack(_)
            | Orders::GoOn(_)
            | Orders::NextAttacks(_)
            | Orders::Enter(_)
            | Orders::NextGaul(_)
            | Orders::Victim(_) => None,
        });
        own.unwrap_or_default()
    }

    /// An offer that changes the set-up.
    fn camped(
        &self,
        (group, words, chosen): (&'static str, String, bool),
        change: impl FnOnce(&mut SetUpOrders),
    ) -> Offer {
        let mut camp = self.camp();
        change(&mut camp);
        let name = self.asked().expect("a set-up is offered only to the seat that is asked for it");
        self.offer(group, words, chosen, |filing: &mut Parsed| {
            Self::answer(filing, Place::Now, name, Orders::SetUp(camp));
        })
    }

    /// The units of a set-up, where the draft puts them.
    pub(super) fn places(&self, camp: &SetUpOrders) -> Vec<Subject> {
        let roster = &self.rules.printed.roster;
        let subject = |(unit, hex, facing): (Id, Hex, engine::kit::Bearing)| {
            let kind = roster.unit(unit).and_then(|counter| roster.arms.get(&counter.arm));
            let kind = kind.map_or("unit", String::as_str);
            let words = format!("{kind} {unit} in {hex} facing {}", facing.word());
            let place = camp.place.get(&unit).map(|hex| format!("to {hex}"));
            let face = camp.face.get(&unit).map(|face| format!("face {face}"));
            let order = camp.units.get(&unit).map(|order| order.title().to_owned());
            let said: Vec<String> = place.into_iter().chain(face).chain(order).collect();
            let ordered = (!said.is_empty()).then(|| said.join(", "));
            Subject { group: "Units", id: unit.to_string(), words, ordered }
        };
        places(&self.rules.printed, self.side, camp).into_iter().map(subject).collect()
    }

    pub(super) fn chit_told(&self, command: Id, camp: Option<&SetUpOrders>) -> Option<String> {
        if let Some(camp) = camp {
            let order = camp.chits.get(&command).map(|order| order.title().to_owned());
            let face = camp.face.get(&command).map(|face| format!("face {face}"));
            let said: Vec<String> = order.into_iter().chain(face).collect();
            return (!said.is_empty()).then(|| said.join(", "));
        }
        let order = self.changes(self.chits_at()).change.get(&command).copied()?;
        Some(format!("new order: {}", order.title()))
    }

    /// The part of this file in which changed chits stand.
    pub(super) fn chits_at(&self) -> Place {
        let asked = self.at.view.stage == Stage::Orders && self.asked().is_some();
        if asked { Place::Now } else { Place::Ahead }
    }

    pub(super) fn changes(&self, place: Place) -> Changes {
        match self.said(place, "orders") {
            Some(Orders::Changes(own)) => own.clone(),
            Some(_) | None => Changes { change: BTreeMap::new(), agree: None },
        }
    }

    /// The offers for the next order on a Command's chit.
    pub(super) fn chit(&self, note: &CommandNote) -> Vec<Offer> {
        let place = self.chits_at();
        let now = self.at.view.chits.get(&note.id).and_then(|chit| chit.order);
        if !note.chit || self.at.view.over.is_some() {
            return Vec::new();
        }
        let own = self.changes(place);
        let group = if place == Place::Now {
            "Order on its chit"
        } else {
            "Order on its chit, at the next change"
        };
        let one = |order: &Order| {
            let said = own.change.get(&note.id).copied();
            let chosen = said.unwrap_or(now.unwrap_or(Order::Stand)) == *order;
            let mut changed = own.clone();
            changed.change.remove(&note.id);
            let back = said == Some(*order) || place == Place::Now && now == Some(*order);
            if !back {
                changed.change.insert(note.id, *order);
            }
            self.offer(group, order.title(), chosen, |filing| {
                Self::answer(filing, place, "orders", Orders::Changes(changed));
            })
        };
        Order::ALL.iter().map(one).collect()
    }

    pub(super) fn whole_camp(&self) -> Vec<Offer> {
        let camp = self.camp();
        let grid = self.rules.printed.ground.grid;
        let face = |face| {
            let chosen = camp.face.get(&ALL) == Some(&face);
            self.camped(("All units face", face.word().to_owned(), chosen), |camp| {
                camp.face.remove(&ALL);
                camp.face.extend((!chosen).then_some((ALL, face)));
            })
        };
        let mut offers: Vec<Offer> = grid.vertices().map(face).into();
        if !camp.place.is_empty() {
            let words = "All units where the scenario puts them".to_owned();
            let what = ("Places", words, false);
            offers.push(self.camped(what, |camp| camp.place.clear()));
        }
        offers
    }

    /// The chit and the facing of a Command.
    pub(super) fn command_in_camp(&self, note: &CommandNote) -> Vec<Offer> {
        let camp = self.camp();
        let mut offers = Vec::new();
        let default = self.rules.printed.battle.default_orders.get(&note.id).copied();
        if note.chit {
            for order in Order::ALL.iter().copied() {
                let now = camp.chits.get(&note.id).copied().or(default);
                let what =
                    ("First order, on its chit", order.title().to_owned(), now == Some(order));
                offers.push(self.camped(what, |camp| {
                    camp.chits.insert(note.id, order);
                }));
            }
        }
        offers.extend(self.faces_in_camp(note.id, &camp));
        offers.extend(self.chit(note));
        offers.extend(self.lasting_of(note.id));
        offers
    }

    fn faces_in_camp(&self, id: Id, camp: &SetUpOrders) -> Vec<Offer> {
        let face = |face| {
            let chosen = camp.face.get(&id) == Some(&face);
            self.camped(("Face", face.word().to_owned(), chosen), |camp| {
                camp.face.remove(&id);
                camp.face.extend((!chosen).then_some((id, face)));
            })
        };
        self.rules.printed.ground.grid.vertices().map(face).into()
    }

    /// The place, facing and order of a unit.
    pub(super) fn unit_in_camp(&self, counter: &Counter) -> Vec<Offer> {
        let (unit, camp) = (counter.id, self.camp());
        let printed = &self.rules.printed;
        let stand = places(printed, self.side, &camp);
        let mut offers = Vec::new();
        let here = stand.iter().find(|(id, ..)| *id == unit).map(|(_, hex, _)| *hex);
        let group = printed.battle.group(unit);
        for hex in group.into_iter().flat_map(|group| &group.hexes).copied() {
            let other = stand.iter().find(|(id, at, _)| *at == hex && *id != unit);
            let chosen = here == Some(hex);
            let words = match other {
                Some((other, ..)) => format!("{hex}, for {other}"),
                None => hex.to_string(),
            };
            let offer = self.camped(("Hex", words, chosen), |camp| {
                if chosen {
                    camp.place.remove(&unit);
                    return;
                }
                camp.place.insert(unit, hex);
                // A unit that stood there changes places with it.
                camp.place.extend(other.zip(here).map(|((other, ..), here)| (*other, here)));
            });
            offers.push(offer.on(Spot::Cell(hex.to_string())));
        }
        offers.extend(self.faces_in_camp(unit, &camp));
        let chit = printed.roster.command(counter.command).is_some_and(|note| note.chit);
        if !chit {
            for order in Order::ALL.iter().copied() {
                let chosen = camp.units.get(&unit) == Some(&order);
                let what = ("Order", order.title().to_owned(), chosen);
                offers.push(self.camped(what, |camp| {
                    camp.units.remove(&unit);
                    camp.units.extend((!chosen).then_some((unit, order)));
                }));
            }
        }
        offers.extend(self.lasting_of(unit));
        offers
    }
}
